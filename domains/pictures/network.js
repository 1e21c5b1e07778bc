// The objects of a planning task by type: each as a card with the facts that hold for it, and with the objects that are in it, on it or at it.
// Places with roads form a map. Facts that became true by the last move are marked. `tap` gets the number of an object; without it, the cards
// are no buttons.
function network({ objects, facts, fixed, held, roads }) {
  const frame = document.getElementById("network"), name = (object) => objects[object][0];
  const always = held.map(([words, about, where]) => ({ words, about, where })), lines = roads.flatMap(([, lines]) => lines);
  const outer = (object) => always.reduce((at) => { const link = always.find((fact) => thingOf(fact) === at); return link ? holderOf(link) : at; }, object);
  const places = listPlaces(), rank = new Map(places.map((place, index) => [place, index]));
  const edges = [...new Set(lines.map(([a, b]) => [a, b].map((end) => rank.get(outer(end))).sort((one, other) => one - other).join()))].map((pair) => pair.split(",").map(Number)).filter(([a, b]) => a !== b);
  const arranged = new Map(), sheet = makeSvg("svg", { "aria-hidden": "true" }), scroll = element("div", "scroll");
  let shown = null, where = new Map(), tallest = 0;
  Object.assign(scroll, { tabIndex: 0, role: "group", ariaLabel: "The map" });
  // The ends of roads. If numbers in the names give their squares, the map shows the other places of the same types, too.
  function listPlaces() {
    const ends = [...new Set(lines.flatMap(([a, b]) => [outer(a), outer(b)]))].sort((one, other) => one - other), types = new Set(ends.map((end) => objects[end][1]));
    const all = objects.flatMap(([, type], object) => types.has(type) && outer(object) === object ? [object] : []);
    const pairs = lines.map(([a, b]) => [all.indexOf(outer(a)), all.indexOf(outer(b))]);
    return ends.length && readSquares(all.map(name), pairs) ? all : ends;
  }
  function thingOf({ about, where }) { return about[where - 1]; }
  function holderOf({ about, where }) { return about[2 - where]; }
  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    made.className = className;
    made.append(...children);
    return made;
  }
  const badge = (text, isNew) => element("span", isNew ? "badge new" : "badge", text);
  // A fact with one object says that something without a card is there, such as the only robot.
  function factBadge(fact, object, isNew) {
    const others = fact.about.filter((other) => other !== object).map(name), made = badge([fact.words, ...others].join(" ") + (fact.value ? `: ${fact.value}` : ""), isNew);
    if (fact.where && fact.about.length === 1) made.classList.add("here");
    return made;
  }
  // A thing in its holder needs no word for it, except for readers who do not see it.
  function linkBadge(link, isNew) {
    const made = badge(link.words, isNew);
    if (!isNew && (link.number === undefined || /^(at|in|on)$/.test(link.words))) made.className = "heard";
    return made;
  }
  const listed = (words, others) => others.length ? `${words}: ${others.map(name).join(", ")}` : words;
  // The width of a column of the map, in which names break only at blanks.
  const longest = Math.max(...places.map((place) => name(place).length), ...objects.flatMap(([words]) => words.split(" ").map((word) => word.length)));
  const column = Math.max(72, Math.min(9 * longest + 28, 130));
  // The squares of the places, in as many columns as fit.
  function arrange() {
    const columns = Math.max(2, Math.min(Math.floor((frame.clientWidth + 16) / (column + 16)), Math.ceil(Math.sqrt(places.length * 2.4))));
    if (!arranged.has(columns)) arranged.set(columns, arrangeMap(places.length, edges, columns, places.map(name)));
    return arranged.get(columns);
  }
  function find(object) { return frame.querySelector(`[data-card="${object}"]`); }
  function trace() { if (sheet.isConnected) drawRoads(sheet, roads, (object) => find(object)?.getBoundingClientRect()); }
  function draw({ seen, before, isChosen, tap }) {
    const focused = document.activeElement?.dataset?.object;
    const holding = seen.filter((number) => facts[number][0]).map((number) => {
      const [words, about, where, value] = facts[number];
      return { number, words, about, where, value };
    });
    const isNew = ({ number }) => before !== null && number !== undefined && !before.has(number);
    const holder = new Map([...always, ...holding].filter(({ about, where }) => where && about.length === 2).map((fact) => [thingOf(fact), fact]));
    // In a circle of objects on each other, the first one stands outside.
    for (const object of holder.keys()) {
      const met = new Set([object]);
      for (let at = object; holder.has(at); met.add(at)) {
        at = holderOf(holder.get(at));
        if (met.has(at)) {
          holder.delete(object);
          break;
        }
      }
    }
    function card(object) {
      const title = element(tap ? "button" : "span", "name", name(object)), head = element("div", "head", title), own = element("div", "object", head);
      own.dataset.card = object;
      if (tap) {
        title.type = "button";
        title.dataset.object = object;
        title.setAttribute("aria-pressed", String(isChosen(object)));
        title.addEventListener("click", () => tap(object));
      }
      const link = holder.get(object);
      if (link) head.append(linkBadge(link, isNew(link)));
      for (const fact of holding) {
        if (fact !== link && (fact.where ? thingOf(fact) : fact.about[0]) === object) head.append(factBadge(fact, object, isNew(fact)));
      }
      for (const [words, others] of fixed[object] ?? []) head.append(element("span", "fixed", listed(words, others)));
      for (const [words, some] of roads) {
        const ends = some.flatMap(([a, b, oneWay]) => a === object ? [b] : b === object && !oneWay ? [a] : []);
        if (ends.length) head.append(element("span", "heard", listed(words, ends)));
      }
      const held = [...holder].filter(([, fact]) => holderOf(fact) === object), isOn = ([, { words }]) => /\bon\b|atop/.test(words);
      const [over, inside] = [held.filter(isOn), held.filter((one) => !isOn(one))].map((some) => some.map(([thing]) => card(thing)));
      if (over.length) own.prepend(element("div", "inner over", ...over));
      if (inside.length) own.append(element("div", "inner", ...inside));
      if (held.length || head.querySelector(".badge, .fixed")) own.classList.add("full");
      return own;
    }
    const free = objects.map((_, object) => object).filter((object) => !holder.has(object) && !rank.has(object));
    const groups = [...new Set(objects.map(([, type]) => type))].map((type) => {
      const cards = free.flatMap((object) => objects[object][1] === type ? [card(object)] : []);
      return cards.length ? element("div", "group", element("h2", "", type), element("div", "cards", ...cards)) : "";
    });
    const general = holding.filter(({ about }) => !about.length).map((fact) => factBadge(fact, null, isNew(fact)));
    frame.replaceChildren(...general.length ? [element("p", "", ...general)] : [], ...places.length ? drawMap(card, holder) : [], ...groups);
    if (focused !== undefined) frame.querySelector(`[data-object="${focused}"]`)?.focus();
  }
  function drawMap(card, holder) {
    const squares = arrange(), columns = Math.max(...squares.map(([x]) => x)) + 1;
    const grid = element("div", columns > 6 ? "map dense" : "map", sheet, ...places.flatMap((place, index) => {
      if (holder.has(place)) return [];
      const own = card(place), [x, y] = squares[index];
      own.style.gridArea = `${y + 1} / ${x + 1}`;
      return [own];
    }));
    grid.style.gridTemplateColumns = `repeat(${columns}, minmax(${column}px, 1fr))`;
    scroll.replaceChildren(grid);
    const types = [...new Set(places.map((place) => objects[place][1]))].join(", ");
    const legend = element("p", "faint key", ...roads.map(([words], kind) => {
      const sample = makeSvg("svg", { "aria-hidden": "true" });
      sample.append(makeSvg("path", { class: `road road${kind % 4}`, d: "M0 6H30" }));
      return element("span", "", sample, words);
    }));
    return [element("div", "group", element("h2", "", types), scroll, legend)];
  }
  // Moves each card that is at another place now from where it was.
  function slide(isStill) {
    const now = new Map([...frame.querySelectorAll("[data-card]")].map((card) => [card.dataset.card, { card, parent: card.parentElement.closest("[data-card]")?.dataset.card, box: card.getBoundingClientRect() }]));
    if (!isStill && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      for (const [object, { card, parent, box }] of now) {
        const old = where.get(object);
        if (old && old.parent !== parent) card.animate([{ transform: `translate(${old.box.x - box.x}px, ${old.box.y - box.y}px)` }, { transform: "none" }], { duration: 300, easing: "ease-out" });
      }
    }
    where = now;
  }
  function show(next, isStill) {
    shown = next;
    const x = scroll.scrollLeft;
    if (!isStill) slide(true);
    draw(shown);
    scroll.scrollLeft = x;
    scroll.classList.toggle("wide", scroll.scrollWidth > scroll.clientWidth + 1);
    // The frame never becomes lower again, so that the buttons below it stay where they are.
    tallest = Math.max(tallest, frame.offsetHeight);
    frame.style.minHeight = `${tallest}px`;
    trace();
    slide(isStill);
    // Who watches sees what a step changes, even if the map is larger than the screen.
    if (!shown.tap && !isStill) frame.querySelector(".badge.new")?.closest("[data-card]").scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  let width = frame.clientWidth;
  new ResizeObserver(() => {
    if (!shown || frame.clientWidth === width) return;
    [width, tallest] = [frame.clientWidth, 0];
    frame.style.minHeight = "";
    show(shown, true);
  }).observe(frame);
  return {
    // Shows the facts that hold; `before` are those of the state before, or null.
    draw: (seen, before, tap, isChosen) => show({ seen, before: before && new Set(before), tap, isChosen }, before === null),
    mark: (isChosen) => {
      for (const button of frame.querySelectorAll("[data-object]")) button.setAttribute("aria-pressed", String(isChosen(Number(button.dataset.object))));
    },
  };
}
