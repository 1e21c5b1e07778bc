// The cells of a board that a person fills in, each as a button with an item and a spot; the spot is -1 if the person writes a spot into the cell.
function makeTag(parent, name, attributes = {}, text = "") {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  parent.append(made);
  return made;
}
const capitalize = (text) => text[0].toUpperCase() + text.slice(1);
// Transparent buttons over the cells of a picture, whose cells are those of `openPicture`.
function makeOverlay(place, { kind, cells, sheet: [left, top, width, height, across, down] }) {
  const grid = makeTag(place, "div", { class: "cells", role: "grid", "aria-label": "Cells" });
  const rows = [...new Set(cells.map(([row]) => row))].map(() => makeTag(grid, "div", { role: "row" }));
  const percent = (part, whole) => 100 * part / whole + "%";
  return cells.map(([row, column, item, spot, text]) => {
    const button = makeTag(rows[row], "button", { type: "button", role: "gridcell" });
    Object.assign(button.style, { left: percent(left + column * width, across), top: percent(top + row * height, down), width: percent(width, across), height: percent(height, down) });
    return { row, column, item, spot, text, button, name: kind === "sum" ? text : `Row ${row + 1}, column ${column + 1}` };
  });
}
// The picture of a sum: each letter with room for its digit below.
function drawSum(place, board) {
  const [left, top, width, height, across, down] = board.sheet;
  const least = Math.ceil(across * 40 / width), svg = drawShape(place, "svg", { viewBox: `0 0 ${across} ${down}`, width: across, height: down, class: "fp", role: "img", "aria-label": "The sum", style: `--least:${least}px;max-width:100%;height:auto`, "font-size": 15 });
  place.style.minWidth = least + "px";
  for (const [row, column, item, , text] of board.cells) {
    const x = left + column * width, y = top + row * height;
    drawShape(svg, "rect", { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 4, class: item < 0 ? "none" : "frame", fill: "none" });
    if (item < 0) drawShape(svg, "text", { x: x + width / 2, y: y + height / 2 + 18, "text-anchor": "middle", "font-size": 23, class: "sign" }, text);
    else drawShape(svg, "text", { x: x + width / 2, y: y + 19, "text-anchor": "middle", class: "letter", "font-weight": 600 }, text);
  }
  board.signs.forEach((sign, row) => {
    if (sign === "=") drawShape(svg, "path", { d: `M${left} ${top + row * height}H${across}`, class: "line" });
    drawShape(svg, "text", { x: 4, y: top + row * height + height / 2 + 6, class: "sign", "font-size": 20 }, sign);
  });
  return svg;
}
// A table for each block of items, with a column for each spot.
function makeTables(place, { blocks, columns }, { items, spots, offered, stated }) {
  place.classList.add("blocks");
  let row = 0;
  return blocks.flatMap(([name, group]) => {
    const table = makeTag(place, "table", { role: "grid", "aria-label": name }), heading = makeTag(makeTag(table, "thead"), "tr"), body = makeTag(table, "tbody");
    makeTag(heading, "th", { scope: "col" }, name);
    columns.forEach((column, spot) => makeTag(heading, "th", { scope: "col", "aria-label": spots[spot] }, column));
    return group.flatMap((item) => {
      const line = makeTag(body, "tr"), here = row++;
      makeTag(line, "th", { scope: "row" }, items[item][0]);
      return spots.flatMap((_, spot) => {
        const cell = makeTag(line, "td");
        if (!offered[item].includes(spot)) return [];
        const button = makeTag(cell, "button", { type: "button" });
        return { row: here, column: spot, item, spot, text: "", button, name: capitalize(stated[item][spot]) };
      });
    });
  });
}
