// A game in which the player chooses among the moves of a world; `draw` shows the facts of a state, and gets the state and its moves.
function choosing(puzzle, world, draw) {
  const choices = document.getElementById("choices"), stops = document.getElementById("stops");
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const game = trial(puzzle, world, (state, last) => {
    const focused = choices.contains(document.activeElement), moves = world.moves(state), known = new Set(moves.map(({ label }) => label));
    draw(world.seen(state), state, moves);
    choices.replaceChildren(...moves.map(({ key, label }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.key = key;
      button.textContent = capital(label);
      button.addEventListener("click", () => game.make(key));
      return button;
    }));
    if (!moves.length) choices.textContent = puzzle.words.stuck;
    if (focused) (choices.querySelector("button") ?? document.getElementById("undo")).focus();
    const why = new Map(world.stops(state).filter(({ label }) => !known.has(label)).map(({ label, found }) => [label, found]));
    stops.closest("details").hidden = !why.size;
    stops.replaceChildren(...[...why].slice(0, 15).map(([label, found]) => {
      const item = document.createElement("li");
      item.textContent = `${capital(label)}: ${found}.`;
      return item;
    }));
  });
  return game;
}
