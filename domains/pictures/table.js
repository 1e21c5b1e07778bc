// A world as a table of a state space; its states are numbers.
function tableWorld({ texts, states, goals }) {
  const reached = new Set(goals);
  const grouped = (list, size) => Array.from({ length: list.length / size }, (_, index) => list.slice(index * size, index * size + size));
  return {
    start: 0,
    seen: (state) => states[state][0],
    isGoal: (state) => reached.has(state),
    moves: (state) => grouped(states[state][1], 4).map(([key, text, to, cost]) => ({ key: texts[key], label: texts[key], text: texts[text], to, cost })),
    stops: (state) => grouped(states[state][2], 3).map(([key, rule, found]) => ({ key: texts[key], label: texts[key], rule: texts[rule], found: texts[found] })),
  };
}
