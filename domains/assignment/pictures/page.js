// Shows one board at a time and marks what is new on it; at the end, the answer, too.
const watched = (() => {
  const boards = [...document.querySelectorAll(".board.watched")], sentences = [...document.querySelectorAll(".steps li")].map((row) => row.textContent);
  const parts = (board) => [...board.querySelectorAll("text, .fp-queen")];
  const name = (part) => ["x", "y", "transform"].map((key) => part.getAttribute(key)).join() + part.textContent;
  boards.slice(1).forEach((board, index) => {
    const before = new Set(parts(boards[index]).map(name));
    parts(board).filter((part) => !before.has(name(part))).forEach((part) => part.classList.add("new"));
  });
  return player([["", "At the start."], ...sentences.map((text, index) => [index + 1 + ".", text])], (to) => {
    boards.forEach((board, index) => { board.hidden = index !== to; });
    if (to === boards.length - 1) document.getElementById("answer")?.setAttribute("open", "");
  }, 900);
})();
