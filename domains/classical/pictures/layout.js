// The boxes of places and things within a width, in pixels. Nothing is scaled, so texts keep their size on every screen.
const GAP = 8, CHIP = 40, NOTE = 24, FONT = 13, FIXTURE = 72, HEAD = 22;
const PHONE = 500; // the width in pixels below which squares keep a size for fingers, and a wide board scrolls
const between = (least, value, most) => Math.max(least, Math.min(value, most));
const measure = (() => {
  const pen = document.createElement("canvas").getContext("2d");
  return (text, size = FONT) => {
    pen.font = `600 ${size}px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif`;
    return Math.ceil(pen.measureText(text).width);
  };
})();
// Puts the things of a grid on its squares; a joined thing covers all of its squares.
function layOutGrid({ places, tokens, entries, walls }, things, width) {
  const [left, top] = [2, 3].map((part) => Math.min(...places.map((place) => place[part])));
  const [columns, rows] = [[2, left], [3, top]].map(([part, first]) => Math.max(...places.map((place) => place[part])) - first + 1);
  // Sentences call a square r1c2, so the board shows which row and column that is.
  const isNumbered = rows > 1 && columns > 1 && places.every(([, name]) => /^r\d+c\d+$/i.test(name)), head = isNumbered ? HEAD : 0;
  const frame = walls ? 10 : 1, exit = tokens.some((token) => token[2] === "exit") ? 26 : 0, narrow = columns === 1 && rows > 1;
  const high = narrow ? between(rows > 10 ? 28 : CHIP, Math.floor(480 / rows), 52)
    : between(columns < 10 || width < PHONE ? CHIP : 24, Math.floor((width - head - 2 * frame - exit) / columns), between(CHIP, Math.floor(560 / rows), 64));
  const wide = narrow ? Math.min(280, width - 2 * frame) : high;
  const boxes = new Map(places.map(([place, , x, y]) => [place, { x: head + frame + (x - left) * wide, y: head + frame + (y - top) * high, w: wide, h: high }]));
  const items = [], joined = new Map();
  for (const one of things) {
    const square = boxes.get(one.place), name = one.thing + " " + one.entry;
    if (!square) continue;
    const inset = one.shape === "ring" || one.shape === "exit" ? 2 : Math.max(2, Math.round(high / 11)), room = (wide - 2 * inset) * Math.min(one.look[4], 1);
    const box = { x: square.x + (wide - room) / 2, y: square.y + inset, w: room, h: high - 2 * inset };
    if (entries[one.entry].joined && joined.has(name)) {
      const whole = joined.get(name), right = Math.max(whole.x + whole.w, box.x + box.w), bottom = Math.max(whole.y + whole.h, box.y + box.h);
      [whole.x, whole.y] = [Math.min(whole.x, box.x), Math.min(whole.y, box.y)];
      [whole.w, whole.h] = [right - whole.x, bottom - whole.y];
      whole.covers.push(one.place);
      continue;
    }
    const item = { ...one, ...box, font: between(11, Math.round(high * 0.3), 18), covers: [one.place] };
    if (entries[one.entry].joined) joined.set(name, item);
    items.push(item);
  }
  const heads = new Map();
  for (const [place, name] of isNumbered ? places : []) {
    const [row, column] = name.match(/\d+/g), { x, y } = boxes.get(place);
    heads.set("r" + row, [head / 2, y + high / 2 + 4]).set("c" + column, [x + wide / 2, head - 7]);
  }
  return { boxes, items, heads, head, side: high, width: head + columns * wide + 2 * frame + exit, height: head + rows * high + 2 * frame };
}
// Puts places in rows that fill the width; `measureHeight` gives the height of a place's content.
function flow(places, width, least, most, upwards, measureHeight) {
  const columns = upwards ? 1 : between(1, Math.floor((width + GAP) / (least + GAP)), places.length);
  const wide = Math.min(most, Math.floor((width - GAP * (columns - 1)) / columns)), boxes = new Map(), order = upwards ? [...places].reverse() : places;
  let y = 1;
  for (let first = 0; first < order.length; first += columns) {
    const row = order.slice(first, first + columns), high = Math.max(...row.map((place) => measureHeight(place[0], wide)));
    row.forEach(([place], column) => boxes.set(place, { x: 1 + column * (wide + GAP), y, w: wide - 2, h: high }));
    y += high + GAP;
  }
  return { boxes, width: columns * (wide + GAP) - GAP, height: y - GAP + 1 };
}
function layOutStacks({ places, named, rows }, things, width) {
  const widest = Math.max(...places.map(([, name]) => measure(name) + 8), 72), share = Math.floor((width - GAP * (places.length - 1)) / places.length);
  const most = Math.max(new Set(rows.map((row) => row[2]).filter((thing) => thing >= 0)).size, ...places.map(([place]) => things.filter((one) => one.place === place).length), 1);
  const high = between(26, Math.floor(320 / most), CHIP), head = named ? 26 : 10;
  const laid = flow(places, width, named ? between(widest, share, Math.max(widest, 88)) : 56, 180, false, () => head + most * high + 14), levels = new Map(), items = [];
  for (const one of things) {
    const box = laid.boxes.get(one.place), level = (levels.get(one.place) ?? 0) + 1;
    if (!box) continue;
    levels.set(one.place, level);
    const room = (box.w - 8) * Math.min(one.look[4], 1);
    items.push({ ...one, x: box.x + (box.w - room) / 2, y: box.y + box.h - 12 - level * high, w: room, h: high - 2, slot: { x: box.x, w: box.w }, font: FONT });
  }
  return { ...laid, items };
}
// Puts chips at places into lines; the things in another thing are drawn inside its box.
function layOutPlaces({ places, names, entries, upwards }, things, width, grown) {
  const contains = ({ entry, thing }) => things.some(({ holder }) => holder && holder.entry === entry && holder.thing === thing) || entries.some(({ inside }) => inside === entry);
  const held = new Set(things.filter(({ holder }) => holder).map(({ holder }) => holder.entry));
  const isBox = (one) => contains(one) || held.has(one.entry);
  const wideOf = ({ look: [label] }) => label ? Math.max(CHIP, measure(label) + 20) : CHIP;
  const longest = Math.max(CHIP, ...things.map((one) => one.shape === "note" ? measure(one.look[0], 12) : wideOf(one)), ...places.map(([, name]) => measure(name)));
  function place(id, wide) {
    const here = things.filter((one) => one.place === id), items = [];
    function line(list, x, y, room) {
      let at = x, high = y;
      for (const one of list) {
        const w = Math.min(wideOf(one), room);
        if (at > x && at + w > x + room) [at, high] = [x, high + CHIP + 6];
        items.push({ ...one, x: at, y: high, w, h: CHIP, font: FONT });
        at += w + 6;
      }
      return list.length ? high + CHIP + 6 : y;
    }
    let y = 28;
    for (const one of here.filter((some) => !some.holder && isBox(some))) {
      const inner = here.filter(({ holder }) => holder === one), box = { ...one, x: 8, y, w: wide - 18, font: FONT, isBox: true };
      items.push(box);
      const end = line(inner, 16, y + 28, wide - 34);
      box.h = inner.length ? end - y : CHIP;
      y += box.h + 6;
    }
    y = line(here.filter((one) => !one.holder && !isBox(one) && one.shape !== "note"), 8, y, wide - 18);
    let x = 8;
    const notes = here.filter(({ shape }) => shape === "note");
    for (const one of notes) {
      const w = Math.min(measure(one.look[0], 12) + 14, wide - 18);
      if (x > 8 && x + w > wide - 8) [x, y] = [8, y + NOTE];
      items.push({ ...one, x, y, w, h: NOTE, font: 12 });
      x += w;
    }
    if (notes.length) y += NOTE;
    return { items, high: Math.max(y + 2, 76) };
  }
  const laid = flow(places, width, Math.max(150, Math.min(longest + 36, width)), upwards ? 560 : 400, upwards, (id, wide) => {
    // A place never becomes lower again, so that nothing jumps while somebody plays.
    const key = id + " " + wide, high = Math.max(grown.get(key) ?? 0, place(id, wide).high);
    grown.set(key, high);
    return high;
  });
  const items = [...laid.boxes].flatMap(([id, box]) => place(id, box.w + 2).items.map((one) => ({ ...one, x: one.x + box.x, y: one.y + box.y })));
  return { ...laid, items };
}
function layOutVessels({ places, fixtures }, things, width) {
  const largest = Math.max(1, ...places.map((place) => place[4] ?? 0), ...things.map(({ amount }) => amount)), liter = between(3, 200 / largest, 34);
  const least = Math.max(72, ...places.map(([, name]) => measure(name) + 8)), high = 34 + largest * liter + 30;
  const beside = Math.floor((width - fixtures.length * (FIXTURE + GAP) - GAP * places.length) / places.length), fits = beside >= least;
  const laid = flow(places, fits ? width - fixtures.length * (FIXTURE + GAP) : width, least, 150, false, () => high), items = [];
  // The fixtures stand at both ends if there is room, and else below the vessels.
  fixtures.forEach(([fixture], index) => {
    const place = fits ? { x: 1 + index * (laid.width + FIXTURE + GAP), y: 1, h: high } : { x: 1 + index * (FIXTURE + GAP), y: laid.height + GAP, h: 90 };
    laid.boxes.set(fixture, { ...place, w: FIXTURE });
  });
  if (fits && fixtures.length) for (const [place] of places) laid.boxes.get(place).x += FIXTURE + GAP;
  if (fits) laid.width += fixtures.length * (FIXTURE + GAP);
  else if (fixtures.length) laid.height += GAP + 91;
  for (const one of things) {
    const box = laid.boxes.get(one.place), level = one.amount * liter;
    if (box) items.push({ ...one, x: box.x + 9, y: box.y + high - 30 - level, w: box.w - 18, h: level, font: FONT });
  }
  return { ...laid, items, liter };
}
const LAYOUTS = { grid: layOutGrid, stacks: layOutStacks, places: layOutPlaces, vessels: layOutVessels };
