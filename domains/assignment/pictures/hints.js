// The hints about the only solution: the steps of a person's deductions, in order. `entered` and `noted` have the spots of each item.
function readHints(steps, { items, spots, stated }, isWritten) {
  const told = new Set(), solution = new Map(steps.flatMap(({ placed }) => placed));
  const state = (item, spot) => capitalize(stated[item][spot]) + ".";

  // A sentence about the first entry or cross that the solution contradicts.
  function findMistake(entered, noted) {
    for (const item of items.keys()) {
      const wrong = entered[item].find((spot) => spot !== solution.get(item));
      if (wrong !== undefined) return { item, spot: wrong, text: isWritten ? `${capitalize(items[item][1])} is not ${spots[wrong]}.` : "This is wrong: " + state(item, wrong) };
      if (!isWritten && noted[item].includes(solution.get(item))) return { item, spot: solution.get(item), text: "This is wrongly crossed out: " + state(item, solution.get(item)) };
    }
    return null;
  }
  const excludes = ([item, some], entered, noted) => entered[item].length > 0 || some.every((spot) => isWritten ? noted[item].length && !noted[item].includes(spot) : noted[item].includes(spot));
  function isMade({ placed, excluded = [] }, index, shown, entered, noted) {
    if (placed.length) return placed.every(([item, spot]) => !shown(item, spot) || entered[item].includes(spot));
    return told.has(index) || excluded.every((one) => excludes(one, entered, noted));
  }
  return {
    solution: steps.flatMap(({ placed }) => placed),
    findMistake,
    // The first step that is not made yet; `shown` says whether a spot of an item has a cell.
    next(entered, noted, shown) {
      const index = steps.findIndex((step, number) => !isMade(step, number, shown, entered, noted));
      if (index < 0) return null;
      const { placed, text, lines } = steps[index];
      told.add(index);
      const stating = placed.map(([item, spot]) => state(item, spot)).join(" ");
      return { placed, text: text || stating, lines };
    },
  };
}
