// The world of an assignment puzzle, whose items can be placed in any order: a state is the spots of all items, joined by commas, -1 for an item without a spot.
// Each kind of clue forbids spots of one item, pairs of spots of two items, or more.
function clueWorld({ texts, clues, items, offered, stated, given, spots, order }) {
  const read = (state) => state.split(",").map(Number), around = items.map(() => []);

  // For each spot of an item, the spots that a clue then forbids to others, with the text of the clue; calls `note` with each.
  function prepare(clue, note) {
    clue.of = new Set(clue.scope);
    clue.forbidden = new Map();
    clue.ways?.flat().forEach((part) => prepare(part, () => {}));
    for (const [one, other, some] of clue.pairs ?? []) {
      for (let at = 0; at < some.length; at += 3) {
        for (const [item, spot, next, there] of [[one, some[at], other, some[at + 1]], [other, some[at + 1], one, some[at]]]) {
          const key = item + "," + spot;
          if (!clue.forbidden.has(key)) clue.forbidden.set(key, []);
          clue.forbidden.get(key).push([next, there, texts[some[at + 2]]]);
          note(item, spot, next, there);
        }
      }
    }
  }
  for (const clue of clues) prepare(clue, (item, spot, next, there) => (around[item][spot] ??= []).push([next, there]));
  const told = (placed, scope) => scope.filter((item) => placed[item] >= 0).map((item) => stated[item][placed[item]]).join(" and ");

  // The reason why a clue forbids the placements; with an item, only reasons about that item.
  function broken(clue, placed, only) {
    for (const item of only === undefined ? clue.scope : [only]) {
      const spot = placed[item], alone = clue.alone?.[item]?.[spot];
      if (spot < 0) continue;
      if (alone !== undefined) return texts[alone];
      const met = clue.forbidden.get(item + "," + spot)?.find(([other, there]) => placed[other] === there);
      if (met) return met[2];
    }
    if (clue.homes) return homeless(clue, placed);
    if (clue.ways) return clue.ways.some((way) => way.every((part) => !broken(part, placed))) ? "" : told(placed, clue.scope);
    if (clue.columns) return addsUp(clue, placed) ? "" : clue.told;
    return clue.number === undefined ? "" : miscounted(clue, placed);
  }
  // Whether each digit of a unit has a cell, or a cell is left where it would not appear twice.
  function homeless({ homes, names, digits, once }, placed) {
    const free = (item, digit) => once.every((number) => !broken(clues[number], placed.with(item, digit), item));
    for (const [unit, [cells, missing]] of homes.entries()) {
      const lost = missing.find((digit) => !cells.some((item) => placed[item] < 0 ? free(item, digit) : placed[item] === digit));
      if (lost !== undefined) return names[unit] + digits[lost];
    }
    return "";
  }
  // The possible carries from column to column, by bounds on the letters.
  function addsUp({ columns, base, least, most }, placed) {
    let into = new Set([0]);
    for (const [parts, last, leastIn, mostIn, leastOut, mostOut] of columns) {
      let low = 0, high = 0;
      for (const [factors, power, count] of parts) {
        const product = (bounds) => factors.reduce((sum, letter) => sum * (placed[letter] >= 0 ? placed[letter] : bounds[letter]) ** power, count);
        low += Math.min(product(least), product(most));
        high += Math.max(product(least), product(most));
      }
      const out = new Set();
      for (const carried of into) {
        if (carried < leastIn || carried > mostIn) continue;
        const from = Math.max(last ? 0 : leastOut, Math.ceil((carried + low) / base)), to = Math.min(last ? 0 : mostOut, Math.floor((carried + high) / base));
        for (let one = from; one <= to; one++) out.add(one);
      }
      into = out;
    }
    return into.size > 0;
  }
  function miscounted({ scope, number, nowhere, many, few }, placed) {
    const there = scope.filter((item) => placed[item] >= 0), empty = there.filter((item) => placed[item] === nowhere).length;
    return there.length - empty > number ? many : empty > scope.length - number ? few : "";
  }
  // The first clue that a placement breaks, and the violation.
  function findViolation(placed, item) {
    for (const clue of clues) {
      const found = clue.of.has(item) && broken(clue, placed, clue.pairs && item);
      if (found) return { rule: clue.says, found };
    }
    return items[item][2].includes(placed[item]) ? null : { rule: given, found: `${items[item][0]} cannot be at ${spots[placed[item]]}` };
  }
  function attempts(state) {
    const placed = read(state);
    return items.flatMap((_, item) => placed[item] >= 0 ? [] : offered[item].map((spot) => {
      const after = placed.with(item, spot), text = stated[item][spot];
      return { key: item + " " + spot, item, spot, label: text, text: text[0].toUpperCase() + text.slice(1) + ".", cost: 1, to: after.join(), why: findViolation(after, item) };
    }));
  }
  const wide = clues.filter((clue) => !clue.pairs && !clue.homes);

  // Places all remaining items, the item with the fewest spots first; null if that is impossible, undefined after `most` placements.
  function shortest(state, most = 200000) {
    const placed = read(state), left = items.map(([, , own], item) => new Map(own.filter((spot) => !clues.some((clue) => clue.alone?.[item]?.[spot] !== undefined)).map((spot) => [spot, 0])));
    const way = [], open = (item) => [...left[item].values()].filter((blocks) => !blocks).length;
    const block = (item, spot, by) => (around[item][spot] ?? []).forEach(([other, there]) => {
      if (left[other].has(there)) left[other].set(there, left[other].get(there) + by);
    });
    let tries = most;
    function search() {
      const free = order.filter((item) => placed[item] < 0);
      if (!free.length) return true;
      const item = free.reduce((best, one) => open(one) < open(best) ? one : best);
      for (const [spot, blocks] of left[item]) {
        if (blocks) continue;
        if (!tries--) return undefined;
        placed[item] = spot;
        block(item, spot, 1);
        const text = stated[item][spot];
        way.push({ key: item + " " + spot, text: text[0].toUpperCase() + text.slice(1) + ".", cost: 1, to: placed.join() });
        const found = !wide.some((clue) => clue.of.has(item) && broken(clue, placed)) && search();
        if (found !== false) return found;
        way.pop();
        block(item, spot, -1);
        placed[item] = -1;
      }
      return false;
    }
    placed.forEach((spot, item) => { if (spot >= 0) block(item, spot, 1); });
    const found = search();
    return found ? way : found === false ? null : undefined;
  }
  return {
    start: items.map(() => -1).join(),
    seen: read,
    isGoal: (state) => !read(state).includes(-1),
    moves: (state) => attempts(state).filter(({ why }) => !why),
    stops: (state) => attempts(state).filter(({ why }) => why).map(({ why, ...move }) => ({ ...move, ...why })),
    shortest,
  };
}
