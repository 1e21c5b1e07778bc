// A puzzle to play, move by move. `world` has the moves; `draw(state, last)` shows a state and the move that led to it, and offers
// the choices; `words` are the nouns. Returns `make`, which makes the move of a key or shows why it is illegal, `retract`, `say` and `begin`.
function trial(world, draw, words) {
  const [said, count, way] = ["said", "count", "way"].map((id) => document.getElementById(id));
  const [best_of_all, better] = words.unit_costs ? ["shortest", "shorter"] : ["best", "better"];
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const counted = (number, [one, many]) => number === 1 ? "1 " + one : number.toLocaleString("en") + " " + many;
  const ways = new Map();
  let state = world.start, past = [];

  function total(moves) {
    const price = moves.reduce((sum, move) => sum + move.cost, 0) / words.in_one, number = counted(moves.length, words.move);
    return words.unit ? counted(price, words.unit) + " in " + number : number;
  }
  function say(text, refused = false) {
    said.textContent = text;
    said.classList.toggle("refused", refused);
  }
  // A best path from a state, and so from all states on that path.
  function best(from, most) {
    if (ways.get(from) === undefined) {
      const found = world.shortest ? world.shortest(from, most) : shortest(world, from, most);
      ways.set(from, found);
      found?.forEach(({ to }, index) => ways.set(to, found.slice(index + 1)));
    }
    return ways.get(from);
  }
  function tally() {
    const optimum = ways.get(world.start), known = optimum ? ` The ${best_of_all} solution takes ${total(optimum)}.` : "";
    count.textContent = words.alike ? `${past.length} of ${counted(words.alike, words.move)}.` : total(past.map(({ move }) => move)) + " so far." + known;
  }
  function arrived() {
    const done = total(past.map(({ move }) => move)), way = best(world.start);
    const told = !words.alike && way && (total(way) === done ? `No solution is ${better}.` : `The ${best_of_all} solution takes ${total(way)}.`);
    return ` You reached the goal after ${done}. ${told || ""}`;
  }
  function go(to, text, last) {
    state = to;
    way.replaceChildren();
    draw(state, last);
    tally();
    say(text + (world.isGoal(state) && last ? arrived() : ""));
  }
  function make(key) {
    const move = world.moves(state).find((one) => one.key === key);
    if (!move) {
      const stop = world.stops(state).find((one) => one.key === key);
      return say(`${capital(stop.found)}. This breaks the ${words.rule} "${stop.rule}"`, true);
    }
    past.push({ state, move });
    go(move.to, move.text, move);
  }
  // Takes back a move that no later move needs, whenever it was made.
  function retract(key, text) {
    const kept = past.filter(({ move }) => move.key !== key);
    past = [];
    state = world.start;
    for (const { move } of kept) {
      const again = world.moves(state).find((one) => one.key === move.key);
      past.push({ state, move: again });
      state = again.to;
    }
    go(state, text);
  }
  function ahead(tell) {
    if (world.isGoal(state)) return say("You have reached the goal.");
    const moves = best(state);
    if (moves) return tell(moves);
    say(moves === null ? "The goal cannot be reached from here." + (past.length ? " Undo or start again." : "")
      : "No hint: the search from here takes too long for this page.");
  }
  const buttons = {
    undo: () => past.length ? go(past.pop().state, "Move taken back.") : say("Nothing to undo: this is the start."),
    reset: () => { past = []; go(world.start, "At the start."); },
    hint: () => ahead((moves) => say(`${words.alike ? total(moves) + " left" : "The best solution from here takes " + total(moves)}. Next move: ${moves[0].text}`)),
    shortest: () => ahead((moves) => {
      way.replaceChildren(...moves.map(({ text }) => Object.assign(document.createElement("li"), { textContent: text })));
      say(words.alike ? `A solution from here, with ${total(moves)}:` : `The best solution from here takes ${total(moves)}:`);
    }),
  };
  for (const [id, action] of Object.entries(buttons)) document.getElementById(id).addEventListener("click", action);
  if (!world.slow) best(world.start, 20000);
  return { make, retract, say, begin: () => go(state, past.length ? "Your turn." : "At the start. Your turn.") };
}
