// Crossings to play: chosen travelers board, and a boat crosses with them. The key of a crossing is its load as a mask, its boat and its destination.
function crossings(puzzle, world, { travellers, places, boats, aboard: there }) {
  const { rules } = puzzle, riders = stage.cast("rider"), choices = document.getElementById("choices"), keys = new Map();
  let chosen = 0, now, game;

  const who = (mask) => travellers.filter((_, index) => mask >> index & 1);
  function scene(state, aboard, vessel) {
    const [moored, companies] = world.seen(state);
    return { boats: moored, places: companies.map((company) => who(company & ~aboard)), aboard: moored.map((_, boat) => boat === vessel ? who(aboard) : []) };
  }
  function ferry(aboard) {  // the first boat where those aboard are
    const [moored, companies] = world.seen(now);
    return moored.findIndex((place) => companies[place] & aboard);
  }
  function offer() {
    const [moored, companies] = world.seen(now);
    for (const [index, [name]] of travellers.entries()) {
      const rider = riders.tokens.get(name).querySelector("button");
      keys.set(rider, index);
      rider.disabled = !moored.some((place) => companies[place] >> index & 1);
      rider.setAttribute("aria-pressed", String(Boolean(chosen >> index & 1)));
    }
    choices.replaceChildren(...moored.flatMap((place, boat) => rules.ways[place].map((destination) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `Cross to ${places[destination]}${boats.length > 1 ? " in " + boats[boat] : ""}`;
      button.addEventListener("click", () => game.make(`${chosen} ${boat} ${destination}`));
      return button;
    })));
  }
  function board(rider) {
    const index = keys.get(rider), [moored, companies] = world.seen(now);
    const together = companies[moored.find((place) => companies[place] >> index & 1)];
    const wanted = chosen & together ^ 1 << index;
    if (who(wanted).length > rules.capacity) return game.say(rules.full, "refused");
    chosen = wanted;
    stage.rest(riders, scene(now, chosen, ferry(chosen)));
    offer();
    rider.focus();
    game.say(chosen ? `${there[0].toUpperCase()}${there.slice(1)}: ${who(chosen).map(([name]) => name).join(", ")}.` : `Nobody is ${there}.`);
  }
  // A traveler who is let go on another place crosses with those aboard, in the first boat that may.
  function drop(rider, to) {
    const index = keys.get(rider), [moored, companies] = world.seen(now), from = companies.findIndex((company) => company >> index & 1);
    if ((to !== from) !== Boolean(chosen >> index & 1)) board(rider);
    if (to < 0 || to === from || !(chosen >> index & 1)) return;
    const crossings = moored.flatMap((place, boat) => place === from && rules.ways[place].includes(to) ? [`${chosen} ${boat} ${to}`] : []);
    const legal = world.moves(now).find(({ key }) => crossings.includes(key));
    if (crossings.length) game.make(legal?.key ?? crossings[0]);
  }
  const area = document.querySelector(".stage");
  const endsDrag = dragging(area, { start: () => stage.rest(riders, scene(now, chosen, ferry(chosen))), drop, click: board });
  area.addEventListener("click", (event) => {
    const rider = event.target.closest("button");
    if (rider && !endsDrag(event)) board(rider);
  });
  game = trial(puzzle, world, (state, last) => {
    const via = last && { ...scene(now, chosen, Number(last.key.split(" ")[1])) }, focused = choices.contains(document.activeElement);
    now = state;
    chosen = 0;
    if (via) stage.travel(riders, via, scene(state, 0));
    else stage.rest(riders, scene(state, 0));
    offer();
    if (focused) choices.querySelector("button")?.focus();
  });
  return game;
}
