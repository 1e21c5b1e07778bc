// Puts the places of a map on the squares of a grid: neighbors on a road close together, few crossings, and no road across another place.
// `edges` are pairs of places, which are numbers below `count`. Returns the column and the row of each place, from 0.
function arrangeMap(count, edges, columns, names) {
  const named = readSquares(names, edges);
  if (named) return named;
  // Half of the squares stay empty, so that roads find a way between the places.
  const rows = Math.max(1, Math.ceil(count * 1.6 / columns)), squares = Array.from({ length: columns * rows }, (_, at) => [at % columns, Math.floor(at / columns)]);
  const taken = Array(squares.length).fill(-1), at = [], links = Array.from({ length: count }, () => []);
  edges.forEach((edge) => edge.forEach((end) => links[end].push(edge)));
  // Breadth-first, so that neighbors begin close together.
  const order = [];
  for (let first = 0; first < count; first++) if (!order.includes(first)) {
    order.push(first);
    for (let seen = order.length - 1; seen < order.length; seen++) for (const edge of links[order[seen]]) for (const end of edge) if (!order.includes(end)) order.push(end);
  }
  order.forEach((place, rank) => { taken[at[place] = Math.floor(rank * squares.length / count)] = place; });
  const x = at.map((square) => squares[square][0]), y = at.map((square) => squares[square][1]);
  const turn = (a, b, c) => Math.sign((x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]));
  // The next two functions run millions of times, so they make no lists.
  function crosses(one, other) {
    const a = one[0], b = one[1], c = other[0], d = other[1];
    return a !== c && a !== d && b !== c && b !== d && turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
  }
  // Whether a road passes so close to the middle of a square that the card there covers it.
  function covers(place, edge) {
    const a = edge[0], b = edge[1];
    if (place === a || place === b) return false;
    const dx = x[b] - x[a], dy = y[b] - y[a], px = x[place] - x[a], py = y[place] - y[a], size = dx * dx + dy * dy, along = px * dx + py * dy;
    return along > 0 && along < size && (px * dy - py * dx) ** 2 < 0.2 * size;
  }
  function price(place) {
    let sum = 0;
    for (const edge of links[place]) {
      const [a, b] = edge;
      sum += (x[a] - x[b]) ** 2 + (y[a] - y[b]) ** 2;
      for (const other of edges) if (crosses(edge, other)) sum += 3;
      for (let other = 0; other < count; other++) if (covers(other, edge)) sum += 12;
    }
    for (const edge of edges) if (covers(place, edge)) sum += 12;
    return sum;
  }
  // Simulated annealing with numbers that are the same at each visit (Kirkpatrick, Gelatt, Vecchi, Science 220 (1983) 671-680).
  let seed = 1;
  const random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
  // A round takes time in proportion to the roads at a place and to all roads; all rounds take less than half a second.
  const rounds = Math.min(20000, Math.round(3e6 / ((edges.length / count + 1) * (edges.length + count))));
  function put(place, square) {
    taken[square] = place;
    if (place < 0) return;
    at[place] = square;
    [x[place], y[place]] = squares[square];
  }
  for (let round = 0; round < rounds; round++) {
    const place = Math.floor(random() * count), from = at[place], to = Math.floor(random() * squares.length), other = taken[to];
    if (from === to) continue;
    const before = price(place) + (other >= 0 ? price(other) : 0);
    put(place, to);
    put(other, from);
    const more = price(place) + (other >= 0 ? price(other) : 0) - before, heat = 6 * (1 - round / rounds) ** 2;
    if (more > 0 && random() >= Math.exp(-more / (heat + 1e-9))) {
      put(place, from);
      put(other, to);
    }
  }
  return closeGaps(at.map((square) => squares[square]));
}
// The squares that the names of places give by two numbers, as in `loc x2 y1`, if the roads join neighbors there; else null.
function readSquares(names, edges) {
  const squares = names.map((name) => (name.match(/\d+/g) ?? []).slice(-2).map(Number));
  if (squares.some((square) => square.length < 2) || new Set(squares.map(String)).size < squares.length) return null;
  const near = edges.filter(([a, b]) => Math.max(...squares[a].map((part, axis) => Math.abs(part - squares[b][axis]))) === 1);
  return near.length > 0.7 * edges.length ? closeGaps(squares) : null;
}
// Removes empty columns and rows.
function closeGaps(squares) {
  const used = [0, 1].map((axis) => [...new Set(squares.map((square) => square[axis]))].sort((a, b) => a - b));
  return squares.map((square) => square.map((part, axis) => used[axis].indexOf(part)));
}
function makeSvg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
// Draws the roads below the cards of a map. `boxOf` gives the card of an object; a road ends at the rims of both cards.
function drawRoads(sheet, roads, boxOf) {
  const frame = sheet.getBoundingClientRect();
  const both = (a, b) => [a, b].sort((one, other) => one - other).join();
  const beside = roads.map(([, lines]) => new Set(lines.map(([a, b]) => both(a, b)))), parts = [];
  roads.forEach(([, lines], kind) => lines.forEach(([a, b, oneWay, length]) => {
    const [from, to] = [boxOf(a), boxOf(b)];
    if (!from || !to) return;
    const [p, q] = [from, to].map(({ left, top, width, height }) => ({ x: left + width / 2 - frame.left, y: top + height / 2 - frame.top, w: width / 2, h: height / 2 }));
    const dx = q.x - p.x, dy = q.y - p.y, size = Math.hypot(dx, dy) || 1;
    // Roads of several kinds between the same places run side by side.
    const kinds = beside.flatMap((pairs, other) => pairs.has(both(a, b)) ? [other] : []), side = (kinds.indexOf(kind) - (kinds.length - 1) / 2) * 9 * (a < b ? 1 : -1);
    const rim = ({ w, h }) => Math.min(w / Math.abs(dx || 1e-9), h / Math.abs(dy || 1e-9), 0.49);
    const [sx, sy] = [-dy / size * side, dx / size * side], [start, end] = [rim(p), 1 - rim(q)];
    const [x1, y1, x2, y2] = [p.x + dx * start + sx, p.y + dy * start + sy, p.x + dx * end + sx, p.y + dy * end + sy];
    parts.push(makeSvg("path", { class: `road road${kind % 4}`, d: `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}` }));
    if (oneWay) {
      const [ux, uy] = [dx / size * 9, dy / size * 9];
      parts.push(makeSvg("path", { class: "tip", d: `M${x2.toFixed(1)} ${y2.toFixed(1)}l${(-ux - uy / 2).toFixed(1)} ${(-uy + ux / 2).toFixed(1)}l${uy.toFixed(1)} ${(-ux).toFixed(1)}z` }));
    }
    if (length) {
      const told = makeSvg("text", { x: ((x1 + x2) / 2).toFixed(1), y: ((y1 + y2) / 2 + 4).toFixed(1) });
      told.textContent = length;
      parts.push(told);
    }
  }));
  sheet.replaceChildren(...parts);
}
