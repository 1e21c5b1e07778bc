// The board in pictures, on which a script draws what is placed. Both kinds of boards are shown by `draw`.
function drawShape(parent, name, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  parent.append(made);
  return made;
}
// The picture of a board of cells, each with its row, column, item, spot (-1 if the spot is written into the cell) and text. `draw` shows the
// spots in `entered` and in `noted`, which have a list for each item; the entry `fresh`, and the entries in `broken`, are marked.
function openPicture(svg, { kind, piece, cells, sheet: [left, top, width, height], spots = [] }) {
  let layer = drawShape(svg, "g", {});

  function drawEntry({ x, y, row, column, item, spot, marks }) {
    const place = { "data-item": item, "data-spot": spot, "data-row": row + 1, "data-column": column + 1 };
    if (kind === "pieces") return drawShape(layer, "use", { href: "#piece", transform: `translate(${x} ${y})`, class: `fp-${piece} piece${marks}`, ...place });
    const middle = { x: x + width / 2, y: y + height / 2 + (kind === "sum" ? 18 : 8), "text-anchor": "middle", "font-size": 23 };
    drawShape(layer, "text", { ...middle, class: "entry" + marks, ...place }, spots[spot]);
  }
  // Notes are small digits in rows; a note on a square of a chessboard is a cross.
  function drawNote({ x, y, item, spot, count }) {
    if (kind === "pieces") return drawShape(layer, "path", { class: "cross", d: `M${x + 15} ${y + 15}l14 14m0-14l-14 14`, "data-item": item, "data-spot": spot });
    const across = kind === "sum" ? 4 : Math.ceil(Math.sqrt(count)), down = Math.ceil(count / across), start = kind === "sum" ? 22 : 0;
    const pitch = Math.min((height - start) / down, 14), middle = (height + start - pitch * down) / 2;
    drawShape(layer, "text", {
      x: x + 5 + (spot % across + .5) * (width - 10) / across, y: y + middle + (Math.floor(spot / across) + .5) * pitch + 4.5, "text-anchor": "middle",
      "font-size": spots[spot].length > 1 ? 12.2 : 12.6, class: "note", "data-item": item, "data-spot": spot,
    }, spots[spot]);
  }
  return {
    draw({ entered, noted = [], fresh, broken = new Set() }) {
      layer.remove();
      layer = drawShape(svg, "g", {});
      for (const [row, column, item, spot, text] of cells) {
        if (item < 0 || text === "given") continue;
        const x = left + column * width, y = top + row * height, here = { x, y, row, column, item };
        const marks = (at) => (fresh?.[0] === item && fresh[1] === at ? " new" : "") + (broken.has(item + " " + at) ? " broken" : "");
        const [one] = spot < 0 ? entered[item] : entered[item].filter((at) => at === spot);
        const notes = noted[item]?.filter((at) => spot < 0 || at === spot) ?? [];
        if (one !== undefined) {
          drawEntry({ ...here, spot: one, marks: marks(one) });
          if (broken.has(item + " " + one)) drawShape(layer, "rect", { class: "ring", x: x + 4, y: y + 4, width: width - 8, height: height - 8, rx: 4 });
        } else notes.forEach((at) => drawNote({ ...here, spot: at, count: spots.length }));
      }
    },
  };
}
// The table of a board. `draw` shows the texts of `cells`, a map from row and column, as in "2 3"; it marks the cells in `fresh`.
function openTable(svg) {
  const starts = svg.dataset.starts.split(" ").map(Number);
  let layer = drawShape(svg, "g", {});
  return {
    draw(cells, fresh = new Set()) {
      layer.remove();
      layer = drawShape(svg, "g", {});
      for (const [at, text] of cells) {
        const [row, column] = at.split(" ").map(Number);
        if (text) drawShape(layer, "text", { x: starts[column], y: (row + 1) * 32 + 21, class: fresh.has(at) ? "sign new" : "sign" }, text);
      }
    },
  };
}
