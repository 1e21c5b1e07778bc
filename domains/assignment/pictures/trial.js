// A game of filling a board, in any order. Entries may be wrong: what breaks a rule is shown only on request. `steps` are the hints, null if the
// puzzle is not known to have a single solution; `sheet` draws what is entered.
function placing({ id, rules, words }, board, steps, world, sheet) {
  const { items, spots, offered, stated } = rules, isWritten = board.kind === "digits" || board.kind === "sum";
  const byId = (name) => document.getElementById(name), field = byId("field") ?? byId("sheet");
  const [said, count, broken, way, keypad] = ["said", "count", "broken", "way", "keypad"].map(byId);
  const picture = board.kind === "sum" ? openPicture(drawSum(field, board), board) : board.kind === "grid" ? null : sheet;
  const cells = board.kind === "grid" ? makeTables(field, board, rules) : makeOverlay(field, board);
  const past = openHistory(id, (text) => text), solver = startSolver(rules), hints = steps && readHints(steps, rules, isWritten);
  const isFixed = ({ item, spot, text }) => item < 0 || (spot >= 0 && text === "given");
  const shown = (item, spot) => isWritten || cells.some((cell) => cell.item === item && cell.spot === spot);
  const choice = openHistory(id + "/conflicts", String);  // kept, so that a reload goes on showing conflicts
  let entered, noted, chosen = cells.find((cell) => !isFixed(cell)) ?? cells[0], noting = false, checking = choice.kept().length > 0, typed = null, conflicts = [];

  // -- what is entered: texts such as "+3,5" (item 3 gets spot 5), "-3,5" (taken away), "~3,5" (noted or no longer noted), "#3" (no notes), "clear"
  function apply(text) {
    if (text === "clear") return clear();
    const [item, spot] = text.slice(1).split(",").map(Number);
    const without = (some) => some.filter((one) => one !== spot);
    if (text[0] === "#") noted[item] = [];
    if (text[0] === "-") entered[item] = without(entered[item]);
    if (text[0] === "+") {
      entered[item] = isWritten ? [spot] : [...without(entered[item]), spot];
      if (!isWritten) noted[item] = without(noted[item]);
    }
    if (text[0] === "~") {
      if (!isWritten) entered[item] = without(entered[item]);
      noted[item] = noted[item].includes(spot) ? without(noted[item]) : [...noted[item], spot].sort((one, other) => one - other);
    }
  }
  function clear() {
    noted = items.map(() => []);
    entered = items.map(() => []);
    for (const { item, spot, text } of cells) if (text === "given" && spot >= 0) entered[item] = [spot];
  }
  function replay() {
    clear();
    past.entries().forEach(apply);
  }
  function isValid(text) {
    const found = /^(?:([-+~])(\d+),(\d+)|#(\d+)|clear)$/.exec(text), item = Number(found?.[2] ?? found?.[4] ?? 0), spot = Number(found?.[3]);
    return Boolean(found) && item < items.length && (!found[1] || (offered[item].includes(spot) && shown(item, spot) && !cells.some((cell) => cell.item === item && cell.spot === spot && isFixed(cell))));
  }

  // -- what is broken, and whether the board is full
  function listViolations() {
    const several = isWritten ? [] : items.flatMap((_, item) => pairs(entered[item]).map(([one, other]) => ({
      clue: -1, rule: board.twice.rule, entries: [[item, one], [item, other]],
      found: board.twice.found.replace("{one}", called(item, one)).replace("{other}", called(item, other)) || `${stated[item][one]}, and ${stated[item][other]}`,
    })));
    return [...world.violations(entered), ...several];
  }
  const pairs = (some) => some.flatMap((one, index) => some.slice(index + 1).map((other) => [one, other]));
  const called = (item, spot) => cells.find((cell) => cell.item === item && cell.spot === spot).name.toLowerCase();
  const nameOf = ([item, spot]) => item + " " + spot;
  const isCounted = board.kind === "pieces" ? (total, some) => total + some.length : (total, some) => total + (some.length > 0);
  const nameMoves = (number) => `${number} ${words.move[number === 1 ? 0 : 1]}`;
  const countEntries = () => entered.reduce(isCounted, 0);
  const isFull = () => countEntries() >= board.total;
  const isSolved = () => isFull() && !listViolations().length;
  const clues = [...document.querySelectorAll(".clues li")], isListed = new Set(clues.map((clue) => clue.textContent.trim()));
  // What holds of every puzzle of this kind is a rule, also if the puzzle calls its conditions clues.
  const explain = ({ found, rule }) => `${capitalize(found)}. This breaks the ${isListed.has(rule) ? words.rule : "rule"} "${rule}"`;
  function judge(violations) {
    if (!violations.length) {
      noteSolved(id, countEntries());
      return "Solved: the board is full, and nothing breaks a " + words.rule + ".";
    }
    const number = new Set(violations.flatMap(({ entries }) => entries.map(nameOf))).size;
    return `The board is full, but ${number === 1 ? "1 entry breaks" : number + " entries break"} a ${words.rule}.${checking ? "" : " “Show conflicts” marks them."}`;
  }

  // -- the page
  function say(text, won = false) {
    said.textContent = text;
    said.classList.toggle("won", won);
    listConflicts();
  }
  // Lists what is broken, except what the message says already.
  function listConflicts() {
    broken.replaceChildren();
    const texts = [...new Set(conflicts)].filter((text) => !said.textContent.endsWith(text));
    for (const text of texts.slice(0, 15)) makeTag(broken, "li", {}, text);
  }
  function describe({ item, spot, text }, wrong) {
    if (item < 0) return text === "forbidden" ? "must stay empty" : text ? text + ", given" : "empty";
    if (text === "given") return board.piece + ", given";
    const there = entered[item].filter((one) => spot < 0 || one === spot), notes = noted[item].filter((one) => spot < 0 || one === spot);
    const what = there.length ? isWritten ? spots[there[0]] : board.piece ?? "yes" : isWritten ? "empty" + (notes.length ? ", notes " + notes.map((one) => spots[one]).join(" ") : "") : notes.length ? "crossed out" : "empty";
    return what + (there.some((one) => wrong.has(nameOf([item, one]))) ? ", breaks a " + words.rule : "");
  }
  function drawTables(wrong) {
    const blockOf = new Map(board.blocks.flatMap(([name, group]) => group.map((item) => [item, group])));
    for (const { item, spot, button } of cells) {
      const isTicked = entered[item].includes(spot), isCrossed = noted[item].includes(spot);
      const isOut = !isTicked && !isCrossed && (entered[item].length > 0 || blockOf.get(item).some((other) => entered[other].includes(spot)));
      button.textContent = isTicked ? "✓" : isCrossed ? "✗" : "";
      for (const [name, on] of [["filled", isTicked], ["out", isOut], ["broken", isTicked && wrong.has(nameOf([item, spot]))]]) button.classList.toggle(name, on);
    }
    const texts = new Map();
    for (const [item, spot, places] of rules.shown) if (entered[item].includes(spot)) for (const [row, column, text] of places) {
      const at = row + " " + column;
      texts.set(at, texts.has(at) ? texts.get(at) + " / " + text : text);
    }
    sheet.draw(texts);
  }
  function draw() {
    const violations = checking || isFull() ? listViolations() : [], wrong = new Set(checking ? violations.flatMap(({ entries }) => entries.map(nameOf)) : []);
    if (picture) picture.draw({ entered, noted, broken: wrong });
    else drawTables(wrong);
    for (const cell of cells) {
      cell.button.setAttribute("aria-label", `${cell.name}: ${describe(cell, wrong)}`);
      const isChosen = cell === chosen || (board.kind === "sum" && cell.item >= 0 && cell.item === chosen?.item);
      if (board.kind === "grid") cell.button.setAttribute("aria-pressed", String(entered[cell.item].includes(cell.spot)));
      cell.button.toggleAttribute("data-chosen", isChosen);
      cell.button.tabIndex = cell === chosen ? 0 : -1;
    }
    conflicts = checking ? violations.map(explain) : [];
    listConflicts();
    // If the puzzle asks for the largest number of pieces, the total would give the answer away.
    const number = countEntries();
    count.textContent = board.most ? `${nameMoves(number)} so far.` : `${number} of ${nameMoves(board.total)}.`;
    document.body.classList.toggle("solved", isFull() && !violations.length);
    enableUndo(past);
    return violations;
  }
  function choose(cell, focus = true) {
    if (cell !== chosen) typed = null;
    chosen = cell;
    if (focus) cell.button.focus({ preventScroll: false });
  }
  // Makes an entry, draws the board and says what is there now.
  function enter(text, saying) {
    way.replaceChildren();
    past.add(text);
    apply(text);
    const violations = draw(), [item, spot] = text.slice(1).split(",").map(Number);
    const mine = checking && violations.find(({ entries }) => entries.some((one) => one[0] === item && one[1] === spot));
    say(isFull() && text[0] === "+" ? judge(violations) + (mine ? " " + explain(mine) : "") : mine ? explain(mine) : saying, isSolved());
  }
  const isBlocked = ({ item, text }) => {
    if (item < 0) say(text === "forbidden" ? "This square must stay empty." : isWritten ? "This digit is given." : `A given ${board.piece} attacks this square.`);
    else if (text === "given" && !isWritten) say(`This ${board.piece} is given.`);
    else return false;
    return true;
  };
  function write(cell, spot, isNote) {
    const { item } = cell;
    if (isBlocked(cell) || !offered[item].includes(spot)) return;
    if (isNote) return entered[item].length ? say("Clear the cell first; then note digits.") : enter(`~${item},${spot}`, `${noted[item].includes(spot) ? "No longer noted" : "Noted"}: ${items[item][1]} may be ${spots[spot]}.`);
    if (!entered[item].includes(spot)) enter(`+${item},${spot}`, capitalize(stated[item][spot]) + ".");
  }
  function erase(cell) {
    if (isBlocked(cell)) return;
    const { item, spot } = cell, [there] = entered[item].filter((one) => spot < 0 || one === spot);
    if (there !== undefined) enter(`-${item},${there}`, `Taken away: ${isWritten ? spots[there] : stated[item][there]}.`);
    else if (!isWritten && noted[item].includes(spot)) enter(`~${item},${spot}`, "No longer crossed out.");
    else if (isWritten && noted[item].length) enter("#" + item, "Notes cleared.");
  }
  function mark(cell, isCross) {
    if (isBlocked(cell)) return;
    const { item, spot } = cell;
    if (isCross) enter(`~${item},${spot}`, (noted[item].includes(spot) ? "No longer crossed out: " : "Crossed out: ") + stated[item][spot] + ".");
    else if (entered[item].includes(spot)) erase(cell);
    else enter(`+${item},${spot}`, capitalize(stated[item][spot]) + ".");
  }

  const isUsed = ({ item, spot }) => [...entered[item], ...noted[item]].some((one) => spot < 0 || one === spot);

  // -- hints
  async function search(tell) {
    if (listViolations().length) return say("No solution has these entries: some break a " + words.rule + ". “Show conflicts” marks them.");
    const state = entered.map(([spot]) => spot ?? -1).join();
    if (solver.known(state) === undefined) say("Searching for a solution from here …");
    const moves = await solver.find(state);
    if (state !== entered.map(([spot]) => spot ?? -1).join()) return;
    if (moves === null) return say("No solution has all these entries." + (past.canUndo() ? " Undo some of them." : ""));
    if (!moves) return say("No hint: the search from here takes too long for this page.");
    tell(moves.filter(({ key }) => shown(...key.split(" ").map(Number))));
  }
  function list(texts) {
    way.replaceChildren();
    for (const text of texts) makeTag(way, "li", {}, text);
  }
  function point(item, spot) {
    const cell = cells.find((one) => one.item === item && (one.spot < 0 || one.spot === spot));
    if (cell) choose(cell, false);
    draw();
  }
  const left = () => board.most ? "" : `${nameMoves(board.total - countEntries())} left. `;
  function hint() {
    list([]);
    if (isSolved()) return say("The board is solved.", true);
    if (!hints) return search((moves) => {
      say(`${left()}Next move: ${moves[0].text}`);
      point(...moves[0].key.split(" ").map(Number));
    });
    const mistake = hints.findMistake(entered, noted), next = hints.next;
    if (mistake) {
      say(mistake.text);
      return point(mistake.item, mistake.spot);
    }
    const found = next(entered, noted, shown);
    if (!found) return say("The board is solved.");
    say(found.text);
    list(found.lines);
    if (found.placed.length) point(...found.placed[0]);
  }
  function showSolution() {
    list([]);
    const told = (moves) => {
      say("A solution:");
      list(moves);
    };
    if (!hints) return search((moves) => told(moves.map(({ text }) => text)));
    const mistake = hints.findMistake(entered, items.map(() => []));
    if (mistake) say("The only solution differs from what is entered:");
    else say("The rest of the only solution:");
    list(hints.solution.filter(([item, spot]) => shown(item, spot) && !entered[item].includes(spot)).map(([item, spot]) => capitalize(stated[item][spot]) + "."));
  }

  // -- keys and buttons
  function undo() {
    if (!past.canUndo()) return say("Nothing to undo: this is the start.");
    past.undo();
    replay();
    way.replaceChildren();
    draw();
    say("Undone.");
  }
  function redo() {
    if (!past.canRedo()) return say("Nothing to redo.");
    past.redo();
    replay();
    way.replaceChildren();
    say(isFull() ? judge(draw()) : (draw(), "Done again."), isSolved());
  }
  function toggle(button, on) {
    button.setAttribute("aria-pressed", String(on));
    return on;
  }
  const actions = {
    undo, redo, hint, solution: showSolution,
    reset: () => {
      if (cells.some((cell) => !isFixed(cell) && isUsed(cell))) past.add("clear");
      replay();
      list([]);
      draw();
      say("At the start.");
    },
    conflicts: () => {
      checking = toggle(byId("conflicts"), !checking);
      choice.replace(checking ? ["shown"] : []);
      const violations = draw();
      say(isFull() ? judge(listViolations()) : !checking ? "Conflicts are not shown." : violations.length ? explain(violations[0]) : `Nothing breaks a ${words.rule} so far.`, isSolved());
    },
  };
  for (const [name, action] of Object.entries(actions)) byId(name).addEventListener("click", action);
  bindUndoKeys({ undo, redo });

  toggle(byId("conflicts"), checking);
  const digits = makeTag(keypad, "div", { class: "digits", style: `--across: ${spots.length < 9 ? spots.length : spots.length < 11 ? 5 : 8}` }), tools = makeTag(keypad, "div", { class: "tools" });
  function addKey(place, text, action, attributes = {}) {
    const button = makeTag(place, "button", { type: "button", ...attributes }, text);
    button.addEventListener("click", () => action(button));
    return button;
  }
  if (isWritten) spots.forEach((name, spot) => addKey(digits, name, () => write(chosen, spot, noting), { class: "digit" }));
  addKey(tools, isWritten ? "Notes" : "Cross out", (button) => { noting = toggle(button, !noting); }, { "aria-pressed": "false", id: "notes" });
  addKey(tools, "Clear", () => erase(chosen), { id: "erase" });

  for (const cell of cells) {
    Object.assign(cell.button.dataset, { called: cell.name, item: cell.item, spot: cell.spot });
    cell.button.addEventListener("click", () => {
      choose(cell);
      if (!isWritten) mark(cell, noting);
      else draw();
    });
    cell.button.addEventListener("contextmenu", (event) => {
      if (isWritten || event.pointerType === "touch") return;
      event.preventDefault();
      choose(cell);
      mark(cell, true);
    });
    cell.button.addEventListener("focus", () => {
      if (cell === chosen) return;
      choose(cell, false);
      draw();
    });
  }
  // The nearest cell in a direction, as the cells stand on the screen: the tables of a grid stand side by side, and the rows of a sum differ.
  function move(down, across) {
    const middle = ({ button }) => { const { left, top, width, height } = button.getBoundingClientRect(); return [top + height / 2, left + width / 2]; };
    const [row, column] = middle(chosen);
    const ahead = cells.map((cell) => {
      const [y, x] = middle(cell);
      return { cell, before: down * (y - row) + across * (x - column), aside: Math.abs(down ? x - column : y - row) };
    }).filter(({ before, aside }) => before > 5 && (down || aside < 15));
    const [next] = ahead.sort((one, other) => one.before + 3 * one.aside - other.before - 3 * other.aside);
    if (next) choose(next.cell);
    draw();
  }
  const arrows = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  // Typed digits of numbers with several digits belong together: 1 and then 2 is 12, if there is a spot with this name.
  function type(key, isNote) {
    const together = !isNote && typed !== null && spots.includes(typed + key) ? typed + key : key, spot = spots.indexOf(together);
    if (spot < 0) return false;
    write(chosen, spot, isNote);
    typed = isNote ? null : together;
    return true;
  }
  function press({ key, code, shiftKey }) {
    if (!isWritten) return (key === "x" || key === "X") && (mark(chosen, true), true);
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1], name = key.toUpperCase();
    if (board.kind === "sum") {
      const letter = cells.find(({ item, text }) => item >= 0 && text === name);
      if (letter) return choose(letter), draw(), true;
    }
    if (/^\d$/.test(key)) return type(key, noting || (shiftKey && code.startsWith("Numpad")));
    if (digit !== undefined) return type(digit, true);
    return type(name, noting || shiftKey);
  }
  document.addEventListener("keydown", (event) => {
    const { key, target } = event, onBoard = field.contains(target) || keypad.contains(target) || target === document.body;
    if (!document.body.matches(".trying") || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, summary")) return;
    const isUsed = key in arrows ? onBoard && (move(...arrows[key]), true) : key === "Backspace" || key === "Delete" ? (erase(chosen), true) : key.length === 1 && key !== " " && press(event);
    if (isUsed) event.preventDefault();
  });

  // -- clues that the player has ticked off
  const ticks = openHistory(id + "/clues", String), kept = new Set(ticks.kept());
  clues.forEach((clue, index) => {
    const label = makeTag(clue, "label"), box = makeTag(label, "input", { type: "checkbox" });
    label.append(...[...clue.childNodes].filter((part) => part !== label));
    box.checked = kept.has(String(index));
    box.addEventListener("change", () => ticks.replace([...clues.keys()].filter((number) => clues[number].querySelector("input").checked)));
  });

  const before = past.kept().filter(isValid);
  if (before.length) past.replace(before);
  replay();
  return {
    begin: () => {
      list([]);
      const violations = draw();
      say(isFull() ? judge(violations) : past.canUndo() ? "Your turn." : "At the start. Your turn.", isSolved());
    },
  };
}
