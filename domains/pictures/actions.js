// The world of a planning task with ground actions over numbered facts: a state is a text with 1 or 0 at the number of each fact.
// A negative number means that the fact must not hold. If actions may be taken in any order, `order` has the facts with which the PDDL fixes one
// order. They stay as at the start, and every action is possible; only the search for solutions keeps to the order, because it has less to search.
function actionWorld(rules) {
  const ordered = conjunctiveWorld(rules);
  if (!rules.order) return ordered;
  const fixed = new Set(rules.order), puzzle = (facts) => facts.filter((fact) => !fixed.has(fact));
  const free = conjunctiveWorld({ ...rules, actions: rules.actions.map(([text, cost, , changes]) =>
    [text, cost, [], changes.map(([where, deleted, added]) => [where, puzzle(deleted), puzzle(added)])]) });
  free.shortest = (from, most) => {
    const moves = shortest(ordered, from, Math.min(most, MOST_STATES));
    let state = from;
    return moves && moves.map(({ key }) => {
      const move = free.moves(state).find((one) => one.key === key);
      state = move.to;
      return move;
    });
  };
  return free;
}
function conjunctiveWorld({ initial, goal, actions, lacks }) {
  const holds = (state, literal) => state[Math.abs(literal)] === (literal > 0 ? "1" : "0");
  const all = (state, literals) => literals.every((literal) => holds(state, literal));
  const signs = lacks.map(() => "0");
  initial.forEach((fact) => { signs[fact] = "1"; });
  function after(state, changes) {
    const next = [...state], come = changes.filter(([where]) => all(state, where));
    come.forEach(([, deleted]) => deleted.forEach((fact) => { next[fact] = "0"; }));
    come.forEach(([, , added]) => added.forEach((fact) => { next[fact] = "1"; }));
    return next.join("");
  }
  const asking = lacks.map(() => []);  // at each fact the actions that ask for it first; at 0 those that ask for none
  actions.forEach(([, , asked], key) => asking[asked.find((literal) => literal > 0) ?? 0].push(key));
  function applicable(state) {
    const found = [];
    for (let fact = 0; fact < state.length; fact++) {
      if (fact && state[fact] !== "1") continue;
      for (const key of asking[fact]) if (all(state, actions[key][2])) found.push(key);
    }
    return found.sort((one, other) => one - other);
  }
  const isIdle = ([, deleted, added]) => deleted.length === added.length && deleted.every((fact) => added.includes(fact));
  const told = (text, key) => ({ key: String(key), label: text, text: text + "." });
  return {
    start: signs.join(""),
    seen: (state) => lacks.flatMap((_, fact) => state[fact] === "1" ? [fact] : []),
    isGoal: (state) => all(state, goal),
    moves: (state) => applicable(state).map((key) => {
      const [text, cost, , changes] = actions[key];
      return { ...told(text, key), cost, to: after(state, changes) };
    }),
    // The actions that miss a single precondition, without those that would change nothing, such as a move to where a thing is.
    stops: (state) => actions.flatMap(([text, , asked, changes], key) => {
      if (changes.every(isIdle)) return [];
      const missing = asked.filter((literal) => !holds(state, literal));
      return missing.length === 1 ? [{ ...told(text, key), found: lacks[Math.abs(missing[0])][missing[0] > 0 ? 0 : 1] }] : [];
    }),
  };
}
