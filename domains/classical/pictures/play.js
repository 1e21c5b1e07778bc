// A world without the illegal moves of things that are not there, and without those whose gesture makes a legal move: if the PDDL counts things, it
// has a move for each number of them.
function showable(world) {
  const numbers = layout.rows.map((_, index) => layout.firstRow + index);
  function stops(state) {
    const seen = new Set(world.seen(state)), shown = new Set(numbers.filter((_, index) => layout.rows[index][0].every((fact) => seen.has(fact))));
    const isThere = (end) => !end || end.some((number) => number < layout.firstRow || shown.has(number));
    const legal = new Set(world.moves(state).flatMap(({ key }) => (layout.gestures[key] ?? []).map((gesture) => JSON.stringify(gesture))));
    const isTold = (gesture) => gesture.every(isThere) && !legal.has(JSON.stringify(gesture));
    return world.stops(state).filter(({ key }) => !layout.gestures[key]?.length || layout.gestures[key].some(isTold));
  }
  return { ...world, stops };
}
// The game on the board, with the list of moves as another way to play.
function playOn(board) {
  const world = showable(worldOf(puzzle.rules)), told = lines(puzzle.rules.headings), title = document.querySelector("h1").textContent;
  const choices = document.getElementById("choices");
  let game = null;
  const show = gestures(layout, board, world, {
    make: (key) => game.make(key),
    say: (text, look) => game.say(text, look),
    narrow(keys) {
      for (const button of choices.children) button.hidden = Boolean(keys) && !keys.has(button.dataset.key);
      if (keys) choices.closest("details").open = true;
    },
  });
  game = choosing(puzzle, world, (facts, state, moves) => {
    board.draw(facts, true, title);
    told(facts);
    show(state, moves);
  });
  return game;
}
