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
  const spot = (place) => squares[at[place]];
  const turn = ([ax, ay], [bx, by], [cx, cy]) => Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
  function crosses([a, b], [c, d]) {
    if (a === c || a === d || b === c || b === d) return false;
    const [p, q, r, s] = [a, b, c, d].map(spot);
    return turn(p, q, r) * turn(p, q, s) < 0 && turn(r, s, p) * turn(r, s, q) < 0;
  }
  // Whether a road passes so close to the middle of a square that the card there covers it.
  function covers(place, [a, b]) {
    if (place === a || place === b) return false;
    const [x, y] = spot(place), [ax, ay] = spot(a), [bx, by] = spot(b), dx = bx - ax, dy = by - ay, size = dx * dx + dy * dy;
    const share = ((x - ax) * dx + (y - ay) * dy) / size;
    return share > 0 && share < 1 && Math.hypot(ax + share * dx - x, ay + share * dy - y) < 0.45;
  }
  function price(place) {
    let sum = 0;
    for (const edge of links[place]) {
      const [[ax, ay], [bx, by]] = edge.map(spot);
      sum += (ax - bx) ** 2 + (ay - by) ** 2;
      for (const other of edges) if (crosses(edge, other)) sum += 3;
      for (let other = 0; other < count; other++) if (covers(other, edge)) sum += 12;
    }
    for (const edge of edges) if (covers(place, edge)) sum += 12;
    return sum;
  }
  // Simulated annealing with numbers that are the same at each visit (Kirkpatrick, Gelatt, Vecchi, Science 220 (1983) 671-680).
  let seed = 1;
  const random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
  const rounds = Math.min(40000, Math.round(6e6 / (edges.length + count + 1)));
  for (let round = 0; round < rounds; round++) {
    const place = Math.floor(random() * count), from = at[place], to = Math.floor(random() * squares.length), other = taken[to];
    if (from === to) continue;
    const move = (target, guest) => {
      at[place] = target;
      taken[target] = place;
      if (other >= 0) at[other] = guest;
      taken[guest] = other;
    };
    const before = price(place) + (other >= 0 ? price(other) : 0);
    move(to, from);
    const more = price(place) + (other >= 0 ? price(other) : 0) - before, heat = 6 * (1 - round / rounds) ** 2;
    if (more > 0 && random() >= Math.exp(-more / (heat + 1e-9))) {
      move(from, to);
      taken[to] = other;
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
