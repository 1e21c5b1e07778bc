// The game of a task without a picture of its own: a list of moves, which the objects narrow down.
function playOnNetwork() {
  const { network: shown, headings } = puzzle.rules, told = lines(headings), choices = document.getElementById("choices");
  const names = shown.objects.map(([name]) => name[0].toUpperCase() + name.slice(1));
  let game = null;
  const narrowed = narrowing(shown.about, {
    make: (key) => game.make(key),
    say: (text) => game.say(text),
    narrow(keys) {
      for (const button of choices.children) button.hidden = Boolean(keys) && !keys.has(button.dataset.key);
    },
  });
  const drawn = network(shown, (object) => {
    narrowed.select(object, names);
    drawn.mark(narrowed.has);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !document.body.matches(".trying")) return;
    narrowed.clear();
    drawn.mark(narrowed.has);
  });
  game = choosing(puzzle, worldOf(puzzle.rules), (facts, state, moves) => {
    told(facts);
    drawn.draw(facts, () => false);
    narrowed.begin(moves);
  });
  return game;
}
