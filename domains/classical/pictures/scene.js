// What a state shows. A row has the facts that make a thing appear, what it is at, the thing, its token, and the number of copies; `number`
// is the row's number as the end of a gesture. Returns a function from the facts that hold to the things, in the order in which they are drawn.
function sceneOf({ rows, tokens, entries, names, firstRow, places }) {
  const known = rows.map(([facts, at, thing, token, copies], index) => ({
    facts, at, thing, token, copies, number: firstRow + index, look: tokens[token], entry: tokens[token][5], shape: tokens[token][2],
  }));
  function foot(at, thing, under) {
    let level = 0;
    while (under.has(at) && at !== thing && level <= under.size) [thing, at, level] = [at, under.get(at), level + 1];
    return [at, level];
  }
  function holderOf(one, things) {
    const { inside } = entries[one.entry];
    if (inside >= 0) return things.find((other) => other.entry === inside && other.place === one.place);
    return one.at === one.place ? undefined : things.find((other) => other.thing === one.at && other.shape !== "target");
  }
  return (facts) => {
    const holding = new Set(facts), shown = known.filter((row) => row.facts.every((fact) => holding.has(fact)));
    const under = new Map(shown.filter(({ thing, shape }) => thing >= 0 && shape !== "target").map(({ thing, at }) => [thing, at]));
    const things = shown.filter(({ shape, thing, at }) => shape !== "target" || under.get(thing) !== at).flatMap((row) => {
      const [place, level] = foot(row.at, row.thing, under), whole = row.shape === "water";
      const one = { ...row, place, level: level + (entries[row.entry].inside >= 0 ? 1 : 0), amount: whole ? row.copies : 1 };
      return Array.from({ length: whole ? 1 : row.copies }, () => ({ ...one }));
    });
    things.sort((one, other) => one.level - other.level);
    for (const one of things) one.holder = holderOf(one, things);
    return places.flatMap(([place]) => things.filter((one) => one.place === place));
  };
}
