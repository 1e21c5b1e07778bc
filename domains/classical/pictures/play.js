// The game on the board, with the list of moves as another way to play.
function playOn(board) {
  const world = worldOf(puzzle.rules), told = lines(puzzle.rules.headings), title = document.querySelector("h1").textContent;
  const choices = document.getElementById("choices");
  let game = null;
  const show = gestures(layout, board, world, {
    make: (key) => game.make(key),
    say: (text, refused) => game.say(text, refused),
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
