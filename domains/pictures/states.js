// Plays a solution on the cards. The page knows the moves of the solution or, if it is not a game, the facts that each step changes.
function watchOnNetwork(drawn, { moves: numbers, start, changes }, rows) {
  let states = [start];
  if (numbers) {
    const world = worldOf(puzzle.rules), reached = [world.start];
    for (const number of numbers) {
      const moves = world.moves(reached.at(-1));
      reached.push((puzzle.rules.actions ? moves.find(({ key }) => key === String(number)) : moves[number]).to);
    }
    states = reached.map(world.seen);
  } else for (const [gone, come] of changes) states.push([...states.at(-1).filter((fact) => !gone.includes(fact)), ...come]);
  return player(rows.map(([number, text]) => [number && number + ".", text]), (to) => drawn.draw(states[to], to ? states[to - 1] : null), 1200);
}
// The game of a task without a picture of its own: a list of moves, which the objects narrow down.
function playOnNetwork(drawn) {
  const { network: shown, headings } = puzzle.rules, told = lines(headings), choices = document.getElementById("choices");
  const names = shown.objects.map(([name]) => name[0].toUpperCase() + name.slice(1));
  let game = null, before = null;
  const narrowed = narrowing(shown.about, {
    make: (key) => game.make(key),
    say: (text) => game.say(text),
    narrow(keys) {
      for (const button of choices.children) button.hidden = Boolean(keys) && !keys.has(button.dataset.key);
    },
  });
  function tap(object) {
    narrowed.select(object, names);
    drawn.mark(narrowed.has);
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !document.body.matches(".trying")) return;
    narrowed.clear();
    drawn.mark(narrowed.has);
  });
  game = choosing(puzzle, worldOf(puzzle.rules), (facts, state, moves) => {
    told(facts);
    drawn.draw(facts, before, tap, () => false);
    before = facts;
    narrowed.begin(moves);
  });
  return {
    ...game,
    begin() {
      before = null;
      game.begin();
    },
  };
}
