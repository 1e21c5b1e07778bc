// The world of an assignment puzzle, whose items can be placed in any order: a state is the spots of all items, joined by commas, -1 for an item without a spot.
// Each kind of clue forbids spots of one item, pairs of spots of two items, or more.
function clueWorld({ texts, clues, items, offered, stated, given, spots, order }) {
  const read = (state) => state.split(",").map(Number), around = items.map(() => []);

  // For each spot of an item, the spots that a clue then forbids to others, with the text of the clue; calls `note` with each.
  function prepare(clue, note) {
    clue.of = new Set(clue.scope);
    clue.forbidden = new Map();
    clue.ways?.flat().forEach((part) => prepare(part, () => {}));
    const forbid = (item, spot, next, there, text) => {
      const key = item + "," + spot;
      if (!clue.forbidden.has(key)) clue.forbidden.set(key, []);
      clue.forbidden.get(key).push([next, there, texts[text]]);
      note(item, spot, next, there);
    };
    for (const [one, other, some] of clue.pairs ?? []) {
      for (let at = 0; at < some.length; at += 3) {
        forbid(one, some[at], other, some[at + 1], some[at + 2]);
        forbid(other, some[at + 1], one, some[at], some[at + 2]);
      }
    }
    // The items of a group have different spots.
    for (const [group, numbers] of clue.groups ?? []) {
      for (const item of group) for (const other of group) if (item !== other) {
        for (const [spot, text] of Object.entries(numbers)) forbid(item, Number(spot), other, Number(spot), text);
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
  // What the entries break; `entered` has a list of spots for each item, which may be wrong, even several for one item. Each result has the number
  // of the clue, its text, the violation, and the entries [item, spot] that take part. A clue about homes follows from the others.
  function listViolations(entered) {
    const found = new Map();
    function note(number, text, part) {
      const key = number + " " + text;
      if (!found.has(key)) found.set(key, { clue: number, rule: clues[number]?.says ?? given, found: text, entries: new Map() });
      for (const [item, spot] of part) found.get(key).entries.set(item + " " + spot, [item, spot]);
    }
    const listed = () => [...found.values()].map((one) => ({ ...one, entries: [...one.entries.values()] }));
    clues.forEach((clue, number) => {
      const there = clue.scope.flatMap((item) => entered[item].map((spot) => [item, spot]));
      if (clue.homes) return;
      if (clue.number !== undefined) {
        // The text is about one piece too many.
        if (there.length > clue.number) note(number, clue.many.replace(clue.number + 1, there.length), there);
        return;
      }
      if (!clue.pairs) {
        for (const placed of choose(entered, clue.scope)) {
          const text = broken(clue, placed);
          if (text) note(number, text, there.filter(([item, spot]) => placed[item] === spot));
        }
        return;
      }
      for (const [item, spot] of there) {
        const alone = clue.alone[item]?.[spot];
        if (alone !== undefined) note(number, texts[alone], [[item, spot]]);
        for (const [other, spot2, text] of clue.forbidden.get(item + "," + spot) ?? []) {
          if (entered[other].includes(spot2)) note(number, text, [[item, spot], [other, spot2]]);
        }
      }
    });
    // The spots of an item may leave out what only a deduction rules out, so they count once everything is placed, and if no clue explains them.
    if (entered.some((some) => !some.length)) return listed();
    const isExplained = (item, spot) => [...found.values()].some(({ entries }) => entries.has(item + " " + spot));
    entered.forEach((some, item) => some.filter((spot) => !items[item][2].includes(spot) && !isExplained(item, spot)).forEach((spot) => note(-1, `${items[item][1]} cannot be at ${spots[spot]}`, [[item, spot]])));
    return listed();
  }
  // The ways to choose one of the entered spots for each item of a scope, at most 200.
  function choose(entered, scope) {
    let ways = [items.map(() => -1)];
    for (const item of scope) if (entered[item].length) ways = entered[item].flatMap((spot) => ways.map((way) => way.with(item, spot))).slice(0, 200);
    return ways;
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
  function shortest(state, most = Infinity) {
    const placed = read(state), left = items.map(([, , own], item) => new Map(own.filter((spot) => !clues.some((clue) => clue.alone?.[item]?.[spot] !== undefined)).map((spot) => [spot, 0])));
    const way = [], open = (item) => [...left[item].values()].filter((blocks) => !blocks).length;
    const block = (item, spot, by) => (around[item][spot] ?? []).forEach(([other, there]) => {
      if (left[other].has(there)) left[other].set(there, left[other].get(there) + by);
    });
    let tries = Math.min(most, 200000);
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
    violations: listViolations,
    isGoal: (state) => !read(state).includes(-1),
    moves: (state) => attempts(state).filter(({ why }) => !why),
    stops: (state) => attempts(state).filter(({ why }) => why).map(({ why, ...move }) => ({ ...move, ...why })),
    shortest,
  };
}
