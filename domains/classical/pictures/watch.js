// Plays a solution on the board: each step is the facts that disappear and those that appear.
const watched = (() => {
  const sentences = [...document.querySelectorAll(".steps li")].map((row) => row.textContent), states = [layout.start], title = document.querySelector("h1").textContent;
  for (const [gone, come] of layout.steps) {
    const left = new Set(gone);
    states.push([...states.at(-1).filter((fact) => !left.has(fact)), ...come]);
  }
  return player([["", "At the start."], ...sentences.map((text, index) => [index + 1 + ".", text])], (to) => {
    board.draw(states[to], false, `${title}, ${to ? "after move " + to : "the start"}`);
  }, 900);
})();
