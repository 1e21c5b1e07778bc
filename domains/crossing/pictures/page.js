// What is shown at a stop is what the replay, `data`, says; between two stops travellers board, the boat sails, they land.
(() => {
  const find = (selector, within = document) => within.querySelector(selector);
  const stage = find(".stage"), calm = matchMedia("(prefers-reduced-motion: reduce)");
  const companies = [...stage.querySelectorAll(".place")].sort((a, b) => a.dataset.index - b.dataset.index).map((place) => find(".company", place));
  const boats = [...stage.querySelectorAll(".boat")];
  const lanes = [...stage.querySelectorAll(".lane")];
  const tokens = new Map();
  let journey = 0;

  function tokenOf(key, label, kind) {
    if (!tokens.has(key)) tokens.set(key, find("template#kind-" + kind).content.firstElementChild.cloneNode(true));
    const token = tokens.get(key);
    const text = find("span", token);
    if (text.textContent !== label) text.textContent = label;
    return token;
  }
  function fill(list, people, where) {
    const wanted = people.map(([label, kind]) => tokenOf(data.named ? label : where + " " + kind, label, kind));
    if (wanted.length !== list.children.length || wanted.some((token, index) => list.children[index] !== token)) list.replaceChildren(...wanted);
  }
  function people(scene) {
    scene.places.forEach((company, place) => fill(companies[place], company, "place " + place));
    scene.aboard.forEach((company, boat) => fill(find(".company", boats[boat]), company, "boat " + boat));
  }
  function moor(stop) {
    stop.boats.forEach((place, number) => {
      const dock = place === null ? null : find(".dock", companies[place].parentElement);
      const lane = lanes[number];
      if (dock) return dock.append(boats[number]);
      lane.dataset.at = place === null ? "middle" : place === data.shores[0] ? "start" : "end";
      lane.append(boats[number]);
    });
  }

  // Lets things glide from where they are to where a change puts them.
  function glide(things, change, milliseconds) {
    const before = new Map(things.filter((thing) => thing.isConnected).map((thing) => [thing, thing.getBoundingClientRect()]));
    change();
    const moves = [];
    for (const [thing, old] of before) {
      if (!thing.isConnected) continue;
      const now = thing.getBoundingClientRect();
      const x = old.left - now.left, y = old.top - now.top;
      if (Math.abs(x) + Math.abs(y) < 1) continue;
      moves.push(thing.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: milliseconds, easing: "ease-in-out" }).finished);
    }
    return Promise.all(moves).catch(() => {});
  }
  async function travel(from, to, mine) {
    const via = data.stops[Math.max(from, to)].via, alive = () => mine === journey;
    stage.dataset.moving = "boarding";
    await glide([...tokens.values()], () => people(via), 450);
    if (alive()) stage.dataset.moving = "sailing";
    if (alive()) await glide(boats, () => moor(data.stops[to]), 900);
    if (alive()) stage.dataset.moving = "landing";
    if (alive()) await glide([...tokens.values()], () => people(data.stops[to]), 450);
    if (alive()) delete stage.dataset.moving;
  }
  function rest(stop) {
    people(data.stops[stop]);
    moor(data.stops[stop]);
    delete stage.dataset.moving;
  }
  function show(to, from) {
    const mine = ++journey;
    stage.getAnimations({ subtree: true }).forEach((animation) => animation.finish());
    rest(from);
    if (Math.abs(to - from) === 1 && !calm.matches) travel(from, to, mine);
    else rest(to);
  }
  if (data.stops.length > 1) player(data.stops.map(({ label, text, spent }) => [label, spent ? text + " " + spent : text]), show, data.pace);
  else rest(0);
})();
