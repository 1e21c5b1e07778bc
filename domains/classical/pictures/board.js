// The board of a puzzle: draws the facts that hold, again whenever the width changes, and finds what is at a point.
function openBoard(layout) {
  const frame = document.getElementById("board"), sheet = frame.querySelector("svg"), sceneAt = sceneOf(layout), grown = new Map(), known = new Map();
  const [back, grounds, low, high] = ["back", "grounds", "low", "high"].map((name) => sheet.appendChild(make("g", { class: name })));
  const names = new Map([...layout.places, ...layout.fixtures].map(([place, name]) => [place, name])), onStack = new Set(layout.rows.map((row) => row[2]));
  const columns = new Map();  // for each thing at the bottom of a stack on a place of its own, the place where it is drawn
  let facts = layout.start, laid = null, shown = [], playing = false, spots = [], heading = "";

  const isSolid = ({ shape }) => !["ring", "target", "note", "exit"].includes(shape);
  // Where things stand on a table, they keep the column on which a player put them.
  function assignColumns(things) {
    if (layout.kind !== "stacks" || !layout.places.some(([place]) => onStack.has(place))) return things;
    const bases = [...new Set(things.map(({ place }) => place))], free = new Set(layout.places.map(([place]) => place));
    for (const base of [...columns.keys()]) if (!bases.includes(base)) columns.delete(base);
    for (const column of columns.values()) free.delete(column);
    for (const base of bases.filter((one) => !columns.has(one))) {
      const column = free.has(assignColumns.next) ? assignColumns.next : free.has(base) ? base : [...free][0];
      columns.set(base, column);
      free.delete(column);
    }
    assignColumns.next = undefined;
    return things.map((one) => ({ ...one, place: columns.get(one.place) }));
  }
  // Gives each thing of a new state the element of the same thing, or of one that looks the same: at the same place, or else one that is gone.
  function match(items) {
    const before = [...known.values()], free = new Set(before);
    const take = (fits) => {
      const found = [...free].find(fits);
      free.delete(found);
      return found;
    };
    const rounds = [
      (item) => (old) => item.thing >= 0 && old.item.thing === item.thing && old.item.shape === item.shape && old.item.entry === item.entry,
      (item) => (old) => item.thing >= 0 && old.item.thing === item.thing && old.item.shape === item.shape && item.shape !== "target",
      (item) => (old) => item.thing < 0 && old.item.thing < 0 && old.item.token === item.token && old.item.place === item.place,
      (item) => (old) => item.thing < 0 && old.item.thing < 0 && old.item.look[2] === item.look[2] && old.item.look[3] === item.look[3],
    ];
    const found = new Map();
    for (const round of rounds) for (const item of items) {
      const old = found.has(item) ? undefined : take(round(item));
      if (old) found.set(item, old);
    }
    free.forEach((old) => old.element.remove());
    known.clear();
    return items.map((item, index) => {
      const old = found.get(item) ?? { element: make("g", { class: "fp-token" }) };
      old.item = item;
      known.set(index, old);
      return old;
    });
  }
  function describe(place) {
    const here = shown.filter(({ item }) => isSolid(item) && (item.covers ?? [item.place]).includes(place)).map(({ item }) => callThing(item));
    const capacity = layout.places.find(([id]) => id === place)?.[4];
    if (layout.kind === "vessels") {
      const water = shown.find(({ item }) => item.place === place)?.item.amount ?? 0;
      return names.get(place) + (capacity ? `: ${water} of ${capacity}` : "");
    }
    return [layout.named ? names.get(place) + ": " : "", here.reverse().join(", ") || "empty"].join("");
  }
  function callThing(item) {
    const [label, name] = item.look, own = layout.entries[item.entry].name.replaceAll("-", " ");
    return name || (label.length > 2 ? label : own || label || "thing");
  }
  function spot(element, area, hit, label) {
    element.classList.add("spot");
    for (const old of element.querySelectorAll(":scope > .edge")) old.remove();
    element.append(make("rect", { class: "edge", x: area.left ?? 0, width: area.w, height: area.h, rx: 7 }));
    if (playing) {
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", label);
      if (!element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
    } else for (const name of ["role", "aria-label", "tabindex"]) element.removeAttribute(name);
    spots.push({ element, ...area, hit });
  }
  function paint(still) {
    const width = Math.max(200, frame.clientWidth - 2);
    laid = LAYOUTS[layout.kind](layout, assignColumns(sceneAt(facts)), width, grown);
    sheet.classList.toggle("still", still);
    for (const [name, value] of Object.entries({ width: laid.width, height: laid.height, viewBox: `0 0 ${laid.width} ${laid.height}` })) sheet.setAttribute(name, value);
    spots = [];
    const { head = 0, heads = [] } = laid, numbers = [...heads].map(([name, [x, y]]) => text(name, x, y, 12, "var(--faint)", { "font-weight": 400 }));
    const wall = { x: head, y: head, width: laid.width - head, height: laid.height - head, rx: 6, fill: "var(--hull)" };
    back.replaceChildren(...layout.walls ? [make("rect", wall)] : [], ...numbers);
    shown = match(laid.items);
    [...laid.boxes].forEach(([place, area], index) => {
      const group = grounds.children[index] ?? grounds.appendChild(make("g", {})), fixture = layout.fixtures.some(([id]) => id === place);
      const own = layout.places.find(([id]) => id === place);
      group.setAttribute("transform", `translate(${area.x} ${area.y})`);
      group.setAttribute("class", "fp-place");
      group.dataset.place = place;
      group.replaceChildren(...fixture ? drawFixture(area, names.get(place)) : drawPlace(area, names.get(place), layout, own[4], laid.liter));
      if (layout.kind === "vessels" && !fixture) {
        const water = shown.find(({ item }) => item.place === place)?.item.amount ?? 0;
        group.append(text(own[4] === undefined ? String(water) : `${water} of ${own[4]}`, area.w / 2, area.h - 10, FONT, "var(--ink)"));
      }
      // At places, things are spots of their own, so the spot of a place is its heading, where no thing is.
      const middle = layout.kind === "places" ? 8 : area.h / 2;
      spot(group, area, () => hitAt(area.x + area.w / 2, area.y + middle, place), fixture ? names.get(place) : describe(place));
    });
    for (const { element, item } of shown) {
      const layer = item.holder || isSolid(item) && !item.isBox ? high : low, wanted = `translate(${item.x.toFixed(1)}px, ${item.y.toFixed(1)}px)`;
      element.style.transform = wanted;
      element.dataset.shape = item.shape;
      element.replaceChildren(...drawThing(item, layout));
      if (item.slot) element.append(make("rect", { x: item.slot.x - item.x, width: item.slot.w, height: item.h, fill: "transparent", class: "slot" }));
      if (element.parentNode !== layer) layer.append(element);
      if (layout.kind === "places" && item.shape !== "target") spot(element, item, () => hitAt(item.x + item.w / 2, item.y + Math.min(item.h / 2, 14), item.place), callThing(item) + ", " + names.get(item.place));
    }
    sheet.setAttribute("role", playing ? "group" : "img");
    sheet.setAttribute("aria-label", playing ? heading : [heading, ...layout.places.map(([place]) => describe(place))].join("; "));
    const first = spots.find(({ element }) => element.getAttribute("tabindex") === "0") ?? spots[0];
    if (playing && first) first.element.setAttribute("tabindex", "0");
    return spots;
  }
  const within = ({ x, y, w, h }, px, py) => px >= x && px < x + w && py >= y && py < y + h;
  // What is at a point: the numbers of things and places, from the innermost outward, and the thing and place themselves.
  function hitAt(px, py, given) {
    const place = given ?? [...laid.boxes].find(([, area]) => within(area, px, py))?.[0];
    if (place === undefined) return null;
    const here = shown.map(({ item }) => item).filter((item) => (item.covers ?? [item.place]).includes(place));
    const numbers = (item) => [item.number, item.thing].filter((number) => number >= 0), levels = [];
    const solid = here.filter(isSolid);
    let thing;
    if (layout.kind === "places") {
      const at = here.filter((item) => item.shape !== "target" && within(item, px, py));
      thing = at.find(({ holder }) => holder) ?? at[0];
      if (thing) levels.push(numbers(thing));
      if (thing?.holder) levels.push(numbers(here.find(({ number }) => number === thing.holder.number)));
    } else {
      thing = solid.at(-1);
      if (thing) levels.push(numbers(thing));
      if (solid.length > 1) levels.push(solid.slice(0, -1).flatMap(numbers));
    }
    const bare = layout.kind === "stacks" && layout.places.some(([id]) => onStack.has(id)) ? [] : [place];
    levels.push(solid.length ? bare : [...bare, -1]);
    return { place, thing, levels, element: shown.find(({ item }) => item === thing)?.element };
  }
  new ResizeObserver(() => { if (laid) paint(true); }).observe(frame);
  return {
    sheet, frame,
    draw(next, isPlaying, label) {
      const still = playing !== isPlaying || !laid;
      [facts, playing, heading] = [next, isPlaying, label];
      return paint(still);
    },
    spots: () => spots,
    hitAt,
    things: () => shown,
    side: () => laid.side,
    callThing,
    nameOf: (place) => names.get(place) ?? "",
    boxOf: (place) => laid.boxes.get(place),
    putNextOn(place) { assignColumns.next = place; },
    scene: (some) => {
      const things = sceneAt(some);
      return layout.places.map(([place]) => things.filter((one) => one.place === place).flatMap((one) => Array(one.amount).fill(one.token)));
    },
  };
}
