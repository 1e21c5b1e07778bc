// Plays the placements of a solution on a board; at the end, the answer opens, too. `placements` has the item and the spot of each, for a picture, or
// the cells of the table that change.
function watchPlacements(sheet, placements, drawn) {
  const sentences = [...document.querySelectorAll(".steps li")].map((row) => row.textContent);
  const most = Math.max(...drawn ? board.cells.map(([, , item]) => item) : [0]);

  function showPicture(to) {
    const entered = Array.from({ length: most + 1 }, () => []);
    for (const [item, spot] of placements.slice(0, to)) entered[item] = [spot];
    sheet.draw({ entered, fresh: placements[to - 1] });
  }
  function showTable(to) {
    const cells = new Map(), name = ([row, column]) => row + " " + column;
    for (const changes of placements.slice(0, to)) for (const change of changes) cells.set(name(change), change[2]);
    sheet.draw(cells, new Set(placements[to - 1]?.map(name)));
  }
  return player([["", "At the start."], ...sentences.map((text, index) => [index + 1 + ".", text])], (to) => {
    if (drawn) showPicture(to);
    else showTable(to);
    if (to === sentences.length) document.getElementById("answer")?.setAttribute("open", "");
  }, 900);
}
