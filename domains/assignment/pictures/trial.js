// A game of placing items on a table: choose a cell, then choose the item for it, or remove the item in it.
function placing({ rules, words }, world) {
  const table = document.getElementById("table"), choices = document.getElementById("choices");
  const { board: [, rows], items, spots, shown } = rules, shows = new Map();
  let placed = [], chosen = null, game;

  for (const [item, spot, cells] of shown) for (const [row, column, text] of cells) {
    const at = row + " " + column;
    if (!shows.has(at)) shows.set(at, []);
    shows.get(at).push({ item, spot, text });
  }
  const nowhere = shown.filter(([, , cells]) => !cells.length).map(([item, spot]) => ({ item, spot }));
  const cells = new Map([...table.querySelectorAll("button")].map((cell) => [cell.dataset.at, cell]));
  const there = (at) => shows.get(at).find(({ item, spot }) => placed[item] === spot);

  function button(text, action) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  }
  function place({ item, spot }) { game.make(item + " " + spot); }
  function remove({ item, spot }) { game.retract(item + " " + spot, `Taken away: ${items[item][1]}.`); }
  // The items that can go into a cell, or be removed from it; without a cell, the items that are not placed.
  function offer() {
    const some = (chosen ? shows.get(chosen) : nowhere).filter(({ item }) => placed[item] < 0), holds = chosen && there(chosen);
    const one = new Set(some.map(({ item }) => item)).size === 1, text = ({ item, spot }) => chosen ? one ? spots[spot] : items[item][0] : rules.stated[item][spot];
    choices.replaceChildren(...holds ? [button("Take away " + items[holds.item][1], () => remove(holds))] : some.map((way) => button(text(way)[0].toUpperCase() + text(way).slice(1), () => place(way))));
    for (const [at, cell] of cells) cell.setAttribute("aria-pressed", String(at === chosen));
  }
  function choose(at) {
    chosen = at;
    const free = shows.get(at).filter(({ item }) => placed[item] < 0);
    if (!there(at) && free.length === 1 && shows.get(at).length === 1) return place(free[0]);
    offer();
    game.say(cells.get(at).getAttribute("aria-label") + (choices.children.length ? ". Choose below." : ". Nothing that is left fits here."));
  }
  for (const [at, cell] of cells) {
    cell.addEventListener("click", () => choose(at));
    cell.addEventListener("keydown", ({ key }) => {
      const meant = shows.get(at).filter(({ item, spot }) => placed[item] < 0 && spots[spot].toLowerCase() === key.toLowerCase());
      if (meant.length === 1) place(meant[0]);
    });
  }
  game = trial(world, (state) => {
    placed = world.seen(state);
    for (const [at, cell] of cells) {
      const [row, column] = at.split(" "), now = there(at);
      cell.textContent = now?.text ?? rows[row][column];
      cell.setAttribute("aria-label", `${cell.dataset.called}: ${cell.textContent.trim() || "empty"}`);
      cell.classList.toggle("filled", Boolean(now));
    }
    const focused = choices.contains(document.activeElement) && chosen;
    offer();
    if (focused) cells.get(focused).focus();
  }, words);
  return game;
}
