const MOST_WALKED = 500;
// Plays by what is drawn: tap a thing and then a place, drag the thing to the place, or do both by keyboard. `layout.gestures` has for each move
// the numbers of the things that it starts with and of the places or things where it ends; a gesture without an end is a tap.
// `controls` has the functions `make`, which makes the move of a key, `say`, and `narrow`, which shows only some moves in the list.
function gestures(layout, board, world, controls) {
  const { sheet, frame } = board, choice = document.getElementById("choice"), capital = (words) => words[0].toUpperCase() + words.slice(1);
  const gesturesOf = (key) => layout.gestures[key] ?? [], meets = (numbers, level) => numbers.some((number) => level.includes(number));
  const names = layout.names.map(capital), narrowed = narrowing(layout.about, controls), hasGestures = Object.values(layout.gestures).some((found) => found.length);
  let state = null, moves = [], picked = null, pressed = null;

  const isStart = (level, move) => gesturesOf(move.key).some(([start, end]) => end && meets(start, level));
  const isTap = (level, move) => gesturesOf(move.key).some(([start, end]) => !end && meets(start, level));
  const joins = (from, to, move) => gesturesOf(move.key).some(([start, end]) => end && meets(start, from) && meets(end, to));
  // The moves for the innermost level of a hit that has some, and this level.
  function findMoves(levels, fits, among = moves) {
    for (const level of levels) {
      const found = among.filter((move) => fits(level, move));
      if (found.length) return { level, found };
    }
    return { level: levels[0] ?? [], found: [] };
  }
  const keysOf = (some) => [...new Map(some.map((move) => [move.label, move])).values()];

  function letGo() {
    picked = null;
    choice.replaceChildren();
    mark();
  }
  // Makes the only move that fits, or asks which of several.
  function decide(found, hit) {
    const different = keysOf(found);
    if (hit?.place !== undefined) board.putNextOn(hit.place);
    if (different.length === 1) return controls.make(different[0].key);
    choice.replaceChildren(...different.map(({ key, label }) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: capital(label) });
      button.addEventListener("click", () => controls.make(key));
      return button;
    }));
    controls.say("Which move?");
    choice.querySelector("button").focus();
  }
  // Says why a gesture makes no move: by the puzzle file, by a move that misses one condition, or in general.
  function refuse(from, to, name) {
    const fits = (start, end) => from.some((level) => meets(start, level)) && (!to || (end && to.some((level) => meets(end, level))));
    const told = layout.refusals.find(([start, end]) => fits(start, end));
    if (told) return controls.say(capital(told[2]) + ".", "refused");
    const known = new Set(moves.map(({ label }) => label));
    const stop = world.stops(state).find(({ key, label }) => !known.has(label) && gesturesOf(key).some(([start, end]) => fits(start, end)));
    const near = stop ? undefined : layout.refusals.find(([start, end]) => to && end && from.some((level) => meets(start, level)));
    if (near) return controls.say(capital(near[2]) + ".", "refused");
    controls.say(stop ? `${capital(stop.label)}: ${stop.found}.` : to ? `${capital(name)} cannot go there.` : `${capital(name)} cannot move now.`, "refused");
  }
  const nameOf = (hit) => hit.thing ? board.callThing(hit.thing) : board.nameOf(hit.place) || "this place";
  function pick(hit) {
    const { level, found } = findMoves(hit.levels, isStart);
    if (!found.length) return false;
    const thing = hit.thing && level.some((number) => [hit.thing.number, hit.thing.thing].includes(number)) ? hit.thing
      : board.things().map(({ item }) => item).find((item) => level.includes(item.number) || (item.thing >= 0 && level.includes(item.thing)));
    picked = { hit, level, found, thing: thing ?? hit.thing };
    choice.replaceChildren();
    mark();
    return true;
  }
  function put(hit, dragged) {
    const { level, hit: from } = picked, { found } = findMoves(hit.levels, (to, move) => joins(level, to, move), picked.found);
    if (found.length) return decide(found, hit);
    const isSame = hit.element ? hit.element === from.element : hit.place === from.place && !from.element;
    if (isSame || (dragged && hit.place === from.place)) return letGo(), controls.say("");
    if (!dragged && findMoves(hit.levels, isStart).found.length && hit.place !== from.place && pick(hit)) return announce();
    const name = picked.thing ? board.callThing(picked.thing) : nameOf(from);
    letGo();
    refuse([level], hit.levels, name);
  }
  function announce() {
    const name = capital(picked.thing ? board.callThing(picked.thing) : nameOf(picked.hit));
    controls.say(`${name}: choose ${layout.kind === "vessels" ? listEnds() : "where it goes"}.`);
  }
  // The names of the places where what is picked may go: a jug may be filled at a tap, and a drain only receives.
  function listEnds() {
    const ends = [...layout.places, ...layout.fixtures].map(([place]) => place).filter((place) => picked.found.some((move) => joins(picked.level, [place], move)));
    return ends.map((place) => board.nameOf(place)).map((name) => name[0].toLowerCase() + name.slice(1)).join(" or ");
  }
  const steered = () => board.things().map(({ item }) => item).find((item) => item.entry === layout.steer);
  const steeredRows = layout.rows.filter((row) => layout.tokens[row[3]][5] === layout.steer);
  const steeredFacts = new Set(steeredRows.flatMap(([facts]) => facts));
  // Moves what one steers to a place by several moves that change nothing else; returns whether there is such a way.
  function walkTo(place) {
    const aims = steeredRows.filter(([, at]) => at === place), known = new Map([[state, null]]), others = (one) => world.seen(one).filter((fact) => !steeredFacts.has(fact)).join();
    const still = others(state), queue = [state];
    for (const at of queue) {
      const seen = new Set(world.seen(at));
      if (at !== state && aims.some(([facts]) => facts.every((fact) => seen.has(fact)))) {
        const way = [];
        for (let step = known.get(at); step; step = known.get(step.from)) way.unshift(step.key);
        way.forEach((key) => controls.make(key));
        return true;
      }
      for (const { key, to } of queue.length < MOST_WALKED ? world.moves(at) : []) {
        if (known.has(to) || others(to) !== still) continue;
        known.set(to, { key, from: at });
        queue.push(to);
      }
    }
    return false;
  }
  function tap(hit) {
    if (!hit) return letGo();
    if (!hasGestures) return select(hit);
    if (picked) return put(hit, false);
    const { found } = findMoves(hit.levels, isTap), keeper = steered();
    if (found.length) return decide(found, hit);
    if (keeper && hit.place !== keeper.place) {
      const steps = findMoves(hit.levels, (to, move) => joins([keeper.number], to, move)).found;
      if (steps.length) return decide(steps, hit);
      if (walkTo(hit.place)) return;
    }
    if (pick(hit)) return announce();
    if (keeper) return refuse([[keeper.number]], hit.levels, board.callThing(keeper));
    refuse(hit.levels, null, nameOf(hit));
  }
  // Without gestures, taps choose objects, and the list shows the moves about all of them.
  function select(hit) {
    const [object] = hit.levels.flat().filter((number) => number >= 0 && number < layout.names.length);
    if (object === undefined) return;
    narrowed.select(object, names);
    mark();
  }
  // Marks what is picked up, and where it may go.
  function mark() {
    for (const { element, hit } of board.spots()) {
      const { levels, thing, place, element: own } = hit() ?? { levels: [] }, isThing = picked?.thing && picked.thing.shape !== "water";
      const isPicked = picked && (isThing ? picked.thing === thing && element === own : picked.hit.place === place);
      const numbers = levels.flat(), can = !picked && levels.some((level) => moves.some((move) => isStart(level, move)));
      element.classList.toggle("picked", Boolean(isPicked) || numbers.some((number) => narrowed.has(number)));
      element.classList.toggle("may", Boolean(picked && !isPicked && (element === own ? levels.slice(0, 1) : levels).some((level) => picked.found.some((move) => joins(picked.level, level, move)))));
      element.classList.toggle("can", can);
    }
    for (const { element, item } of board.things()) {
      element.classList.toggle("picked", Boolean(picked && picked.thing === item));
      element.classList.toggle("can", moves.some((move) => isStart([item.number, item.thing, ...(layout.kind === "places" ? [] : [item.place])].filter((number) => number >= 0), move)));
    }
  }

  function pointOf(event) {
    const { left, top } = sheet.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
  function movedElements() {
    const { thing, hit } = picked;
    return board.things().filter(({ item }) => item === thing || (thing && item.holder && item.holder.number === thing.number && item.place === thing.place)
      || (layout.kind === "vessels" && item.place === hit.place)).map(({ element, item }) => ({ element, item }));
  }
  function follow(dx, dy) {
    for (const { element, item } of pressed.moved) {
      element.classList.add("held");
      element.style.transform = `translate(${item.x + dx}px, ${item.y + dy}px)`;
    }
  }
  // The point at which a thing is dropped: the pointer, or for a thing over several squares the end that leads.
  function dropPoint(x, y) {
    const item = picked.thing, [dx, dy] = [x - pressed.x, y - pressed.y];
    if (!item?.covers || item.covers.length < 2) return [x, y];
    const half = board.side() / 2, along = item.w > item.h ? dx : dy;
    const end = (from, size, by) => (by > 0 ? from + size + 4 - half : from - 4 + half) + by;
    return item.w > item.h ? [end(item.x, item.w, along), item.y + item.h / 2] : [item.x + item.w / 2, end(item.y, item.h, along)];
  }
  function release(isDone) {
    for (const { element, item } of pressed?.moved ?? []) {
      element.classList.remove("held");
      if (isDone) element.style.transform = `translate(${item.x}px, ${item.y}px)`;
    }
    pressed = null;
  }
  sheet.addEventListener("pointerdown", (event) => {
    if (!document.body.matches(".trying") || event.button || !event.isPrimary) return;
    const [x, y] = pointOf(event), hit = board.hitAt(x, y);
    if (hit) pressed = { x, y, hit, moved: [], dragging: false, canDrag: findMoves(hit.levels, isStart).found.length > 0 };
  });
  // A finger on a thing that can move drags it instead of the page: browsers ignore touch-action on parts of a drawing.
  sheet.addEventListener("touchstart", (event) => {
    if (pressed?.canDrag && event.cancelable && event.touches.length === 1) event.preventDefault();
  }, { passive: false });
  addEventListener("pointermove", (event) => {
    if (!pressed || !event.isPrimary) return;
    const [x, y] = pointOf(event);
    if (!pressed.dragging && pressed.canDrag && Math.hypot(x - pressed.x, y - pressed.y) > 6) {
      picked = null;
      pick(pressed.hit);
      pressed.dragging = true;
      pressed.moved = movedElements();
      pressed.moved.forEach(({ element }) => element.parentNode.append(element));
    }
    if (pressed.dragging) follow(x - pressed.x, y - pressed.y);
  });
  addEventListener("pointerup", (event) => {
    if (!pressed || !event.isPrimary) return;
    const [x, y] = pointOf(event), { hit, dragging } = pressed;
    if (!dragging) {
      const isTapped = Math.hypot(x - pressed.x, y - pressed.y) < 12;
      release(false);
      return isTapped ? tap(hit) : undefined;
    }
    const target = board.hitAt(...dropPoint(x, y));
    release(true);
    if (target && picked) put(target, true);
    else letGo();
  });
  addEventListener("pointercancel", () => {
    if (!pressed) return;
    release(true);
    letGo();
  });

  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function steer([right, down]) {
    const keeper = steered();
    if (!keeper || picked) return false;
    const side = board.side(), target = board.hitAt(keeper.x + keeper.w / 2 + right * side, keeper.y + keeper.h / 2 + down * side);
    const found = target ? findMoves(target.levels, (to, move) => joins([keeper.number], to, move)).found : [];
    if (found.length) decide(found, target);
    else if (target) refuse([[keeper.number]], target.levels, board.callThing(keeper));
    return true;
  }
  function moveFocus(from, [right, down]) {
    const middle = (one) => [(one.left ?? one.x) + one.w / 2, one.y + one.h / 2], [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const one of board.spots()) {
      const [dx, dy] = [middle(one)[0] - x, middle(one)[1] - y], along = dx * right + dy * down, aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (one === from || along < 1) continue;
      const distance = along + 3 * aside;
      if (distance < least) [best, least] = [one, distance];
    }
    if (best) setFocus(best.element);
  }
  function setFocus(element) {
    for (const { element: one } of board.spots()) one.setAttribute("tabindex", one === element ? "0" : "-1");
    element.focus();
  }
  sheet.addEventListener("keydown", (event) => {
    const element = event.target.closest(".spot"), here = board.spots().find((one) => one.element === element);
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in ways) {
      if (!steer(ways[event.key])) moveFocus(here, ways[event.key]);
    } else if (event.key === "Enter" || event.key === " ") tap(here.hit());
    else if (event.key !== "Escape") return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !document.body.matches(".trying")) return;
    narrowed.clear();
    letGo();
  });
  return (now, possible) => {
    [state, moves, picked] = [now, possible, null];
    narrowed.begin(possible);
    choice.replaceChildren();
    mark();
  };
}
