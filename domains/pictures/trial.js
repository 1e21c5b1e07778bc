// A puzzle to play, move by move. `world` has the moves; `draw(state, last)` shows a state and the move that led to it, and offers the choices.
// Returns `make`, which makes the move of a key or shows why it is illegal, `say` and `begin`.
function trial({ id, rules, words }, world, draw) {
  const [said, count, way] = ["said", "count", "way"].map((id) => document.getElementById(id));
  const [best_of_all, better] = words.unit_costs ? ["shortest", "shorter"] : ["best", "better"];
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const counted = (number, [one, many]) => number === 1 ? "1 " + one : number.toLocaleString("en") + " " + many;
  const solver = startSolver(rules), past = openHistory(id, ({ key }) => key);
  let state = world.start;

  function total(moves) {
    const price = moves.reduce((sum, move) => sum + move.cost, 0) / words.in_one, number = counted(moves.length, words.move);
    return words.unit ? counted(price, words.unit) + " in " + number : number;
  }
  function say(text, look = "") {
    said.textContent = text;
    for (const one of ["refused", "won"]) said.classList.toggle(one, one === look);
  }
  function tally() {
    const optimum = solver.known(world.start), known = optimum ? ` The ${best_of_all} solution takes ${total(optimum)}.` : "";
    count.textContent = total(past.entries()) + " so far." + known;
  }
  // Says that the goal is reached, and how many moves a best solution takes, once that is known.
  async function arrive(text) {
    const done = total(past.entries()), here = state;
    noteSolved(id, past.entries().length);
    say(`${text} You reached the goal after ${done}.`, "won");
    const best = await solver.find(world.start);
    if (!best || state !== here) return;
    say(`${text} You reached the goal after ${done}. ` + (total(best) === done ? `No solution is ${better}.` : `The ${best_of_all} solution takes ${total(best)}.`), "won");
  }
  function go(to, text, last) {
    state = to;
    way.replaceChildren();
    enableUndo(past);
    draw(state, last);
    tally();
    document.body.classList.toggle("solved", Boolean(last) && world.isGoal(state));
    if (last && world.isGoal(state)) arrive(text);
    else say(text);
  }
  function make(key) {
    const move = world.moves(state).find((one) => one.key === key);
    if (!move) {
      const stop = world.stops(state).find((one) => one.key === key);
      return say(`${capital(stop.found)}. This breaks the ${words.rule} "${stop.rule}"`, "refused");
    }
    past.add({ ...move, from: state });
    go(move.to, move.text, move);
  }
  // Calls `tell` with the moves of a best solution from here, or says why there are none.
  async function lookAhead(tell) {
    if (world.isGoal(state)) return say("You have reached the goal.");
    const here = state;
    if (solver.known(state) === undefined) say("Searching for a solution from here …");
    const moves = await solver.find(state);
    if (state !== here) return;
    if (moves) return tell(moves);
    say(moves === null ? "The goal cannot be reached from here." + (past.canUndo() ? " Undo or start again." : "")
      : "No hint: the search from here takes too long for this page.");
  }
  const actions = {
    undo: () => past.canUndo() ? go(past.undo().from, "Move taken back.") : say("Nothing to undo: this is the start."),
    redo: () => {
      if (!past.canRedo()) return say("Nothing to redo.");
      const move = past.redo();
      go(move.to, move.text, move);
    },
    reset: () => {
      const moves = past.entries().length;
      while (past.canUndo()) past.undo();
      go(world.start, moves ? "At the start. Redo makes your moves again." : "At the start.");
    },
    hint: () => lookAhead((moves) => say(`The best solution from here takes ${total(moves)}. Next move: ${moves[0].text}`)),
    shortest: () => lookAhead((moves) => {
      way.replaceChildren(...moves.map(({ text }) => Object.assign(document.createElement("li"), { textContent: text })));
      say(`The best solution from here takes ${total(moves)}:`);
    }),
  };
  for (const [name, action] of Object.entries(actions)) document.getElementById(name).addEventListener("click", action);
  bindUndoKeys(actions);

  // Makes the moves again that the browser kept.
  const again = [];
  for (const key of past.kept()) {
    const move = world.moves(state).find((one) => one.key === key);
    if (!move) break;
    again.push({ ...move, from: state });
    state = move.to;
  }
  past.replace(again);
  if (!world.slow) solver.find(world.start, 20000).then(tally);
  return { make, say, begin: () => go(state, past.canUndo() ? "Your turn." : "At the start. Your turn.") };
}
