// The river: the travelers and boats at their places, and how they glide from one state to the next.
function river(named, left) {
  const find = (selector, within = document) => within.querySelector(selector);
  const stage = find(".stage"), calm = matchMedia("(prefers-reduced-motion: reduce)");
  const companies = [...stage.querySelectorAll(".place")].sort((a, b) => a.dataset.index - b.dataset.index).map((place) => find(".company", place));
  const boats = [...stage.querySelectorAll(".boat")], lanes = [...stage.querySelectorAll(".lane")];
  let journey = 0;

  // Shows travelers as copies of templates: named ones keep their copy; others have one copy for each kind and place.
  function cast(template) {
    const tokens = new Map();
    function tokenOf(key, label, kind) {
      if (!tokens.has(key)) tokens.set(key, find(`template#${template}-${kind}`).content.firstElementChild.cloneNode(true));
      const token = tokens.get(key), text = find("span", token);
      if (text.textContent !== label) text.textContent = label;
      return token;
    }
    function fill(list, people, where) {
      const wanted = people.map(([label, kind]) => tokenOf(named ? label : where + " " + kind, label, kind));
      if (wanted.length !== list.children.length || wanted.some((token, index) => list.children[index] !== token)) list.replaceChildren(...wanted);
    }
    function people(scene) {
      scene.places.forEach((company, place) => fill(companies[place], company, "place " + place));
      scene.aboard.forEach((company, boat) => fill(find(".company", boats[boat]), company, "boat " + boat));
    }
    return { people, tokens };
  }
  function moor({ boats: places }) {
    places.forEach((place, number) => {
      const dock = place === null ? null : find(".dock", companies[place].parentElement);
      const lane = lanes[number];
      if (dock) return dock.append(boats[number]);
      lane.dataset.at = place === null ? "middle" : place === left ? "start" : "end";
      lane.append(boats[number]);
    });
  }

  // Lets things glide from their old places to the new ones.
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
  function rest({ people }, scene) {
    journey += 1;
    stage.getAnimations({ subtree: true }).forEach((animation) => animation.finish());
    people(scene);
    moor(scene);
    delete stage.dataset.moving;
  }
  // From the scene on the page, the travelers of `via` board, the boats sail, and all land as in `scene`.
  async function travel({ people, tokens }, via, scene) {
    if (calm.matches) return rest({ people }, scene);
    const mine = ++journey, alive = () => mine === journey;
    stage.dataset.moving = "boarding";
    await glide([...tokens.values()], () => people(via), 450);
    if (alive()) stage.dataset.moving = "sailing";
    if (alive()) await glide(boats, () => moor(scene), 900);
    if (alive()) stage.dataset.moving = "landing";
    if (alive()) await glide([...tokens.values()], () => people(scene), 450);
    if (alive()) delete stage.dataset.moving;
  }
  return { cast, rest, travel, glide, calm };
}
