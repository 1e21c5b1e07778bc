// Draws places and things. `glyphs` and `strokes` are outlines in boxes of 24 by 24.
function make(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
function paintOf(kind) {
  const [fill, stroke, on] = shapes.fixed[kind] ?? [`var(--k${kind % 8})`, "none", "var(--on)"];
  return { fill, stroke, on };
}
const box = ({ w, h }, more) => make("rect", { width: w.toFixed(1), height: h.toFixed(1), ...more });
function text(words, x, y, size, fill, more) {
  return make("text", { x: x.toFixed(1), y: y.toFixed(1), "font-size": size, fill, "text-anchor": "middle", "font-weight": 600, ...more }, words);
}
function glyph(name, { w, h }, share, more) {
  const size = Math.min(w, h) * share;
  return make("path", { d: shapes.glyphs[name] ?? shapes.strokes[name], transform: `translate(${(w - size) / 2} ${(h - size) / 2}) scale(${size / 24})`, ...more });
}
// The parts of a thing in its box, with the upper left corner at 0, 0.
function drawThing(item, layout) {
  const { w, h, shape, font, look: [label, name, , kind], amount } = item, { fill, stroke, on } = paintOf(kind), middle = h / 2 + font * 0.35, parts = [];
  if (name || layout.entries[item.entry].name) parts.push(make("title", {}, name || layout.entries[item.entry].name.replaceAll("-", " ")));
  const rim = { cx: w / 2, cy: h / 2, r: Math.min(w, h) / 2 - (layout.kind === "places" ? 4 : 0) };
  const thin = { fill: "none", stroke: fill === "none" ? stroke : fill, "stroke-width": 2.5 };
  switch (shape) {
    case "water":
      parts.push(box(item, { fill: `var(--k${kind % 8})` }));
      break;
    case "note":
      parts.push(text(label, 0, 16, font, "var(--ink)", { "text-anchor": "start", "font-weight": 400 }));
      break;
    case "ring":
    case "target":
      parts.push(box(item, { ...thin, rx: 5, ...shape === "target" && { "stroke-dasharray": "5 4", fill: "var(--paper)" } }), text(label, w / 2, middle, font, "var(--ink)"));
      break;
    case "exit":
      parts.push(make("rect", { fill: "var(--paper)", x: w + 2, width: 36, height: h }), make("path", { d: shapes.glyphs.exit, fill, transform: `translate(${w + 6} ${h / 2 - 12})` }));
      break;
    case "lamp":
      parts.push(make("circle", { ...rim, fill: shapes.lamp.lit[0], stroke: shapes.lamp.lit[1], "stroke-width": 2 }));
      break;
    case "disc":
      parts.push(make("circle", { ...rim, fill, stroke }), text(label, w / 2, middle, font, on));
      break;
    case "person":
      parts.push(make("circle", { ...rim, fill, stroke }), glyph("person", item, 0.62, { fill: on }));
      break;
    case "knight":
      parts.push(glyph("knight", item, 1, { fill, stroke, "stroke-width": 1.2, "stroke-linejoin": "round" }));
      break;
    default:
      if (item.isBox) parts.push(box(item, { fill: "var(--paper)", stroke: fill, "stroke-width": 2.5, rx: 7 }), text(label, w / 2, 18 + (h <= CHIP ? 6 : 0), font, "var(--ink)"));
      else {
        parts.push(box(item, { fill, stroke, rx: shape === "bar" ? h / 2 : item.covers?.length > 1 ? 10 : 5 }));
        if (shapes.strokes[shape]) parts.push(glyph(shape, item, 0.9, { fill: "none", stroke: on, "stroke-width": 1.8 }));
        parts.push(text(label, w / 2, middle, font, on));
      }
  }
  return parts;
}
// The parts of a place without its things.
function drawPlace({ w, h }, name, layout, capacity, liter) {
  const parts = [];
  if (layout.kind === "grid") {
    const bare = layout.ground === "none";
    parts.push(box({ w, h }, { fill: bare ? "transparent" : "var(--paper)", stroke: bare ? "none" : layout.ground === "cell" ? "var(--faint)" : "var(--rule)" }));
    if (layout.ground === "lamp") parts.push(make("circle", { cx: w / 2, cy: h / 2, r: Math.min(w, h) / 2 - Math.max(2, Math.round(w / 11)), fill: shapes.lamp.dark[0], stroke: shapes.lamp.dark[1], "stroke-width": 2 }));
    if (layout.ground === "hole") parts.push(make("circle", { cx: w / 2, cy: h / 2, r: w / 5, fill: "var(--rule)", stroke: "var(--faint)" }));
    return parts;
  }
  parts.push(box({ w, h }, layout.kind === "places" ? { fill: "var(--land)", stroke: "var(--edge)", rx: 8 } : { fill: "var(--paper)" }));
  if (layout.kind === "stacks") {
    parts.push(make("rect", { fill: "var(--hull)", y: h - 11, width: w, height: 6, rx: 3 }));
    if (layout.named) parts.push(make("rect", { fill: "var(--hull)", x: w / 2 - 4, y: 24, width: 8, height: h - 34, rx: 4 }));
  }
  if (layout.kind === "vessels") {
    const rim = h - 30 - (capacity ?? 8) * liter - 6;
    parts.push(make("path", { d: `M8 ${rim}V${h - 29}H${w - 8}V${rim}`, fill: "none", stroke: "var(--ink)", "stroke-width": 3, "stroke-linejoin": "round" }));
  }
  if (layout.named) parts.push(text(name, w / 2, 18, FONT, "var(--ink)"));
  return parts;
}
function drawFixture({ w, h }, name) {
  const size = Math.min(52, w - 8);
  const parts = [box({ w, h }, { fill: "var(--paper)" }), make("rect", { x: (w - size) / 2, y: h - 30 - size, width: size, height: size, rx: 8, fill: "var(--water)", stroke: "var(--way)", "stroke-width": 1.5 })];
  if (shapes.glyphs[name]) parts.push(make("path", { d: shapes.glyphs[name], fill: "var(--way)", transform: `translate(${(w - size) / 2 + 6} ${h - 30 - size + 6}) scale(${(size - 12) / 24})` }));
  parts.push(text(name, w / 2, h - 12, FONT, "var(--ink)"));
  return parts;
}
