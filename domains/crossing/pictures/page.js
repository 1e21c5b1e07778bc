"use strict";
// Steps through the stops of the replay that stands beside it as JSON. What is shown at a stop is what the replay says; between
// two stops travellers board, the boat sails, they land.
(() => {
  const data = JSON.parse(document.getElementById("replay").textContent);
  const find = (selector, within = document) => within.querySelector(selector);
  const player = find(".player"), stage = find(".stage"), said = find(".said"), slider = find("#step");
  const [back, play, forward] = ["back", "play", "forward"].map((id) => document.getElementById(id));
  const rows = [...document.querySelectorAll("tbody tr")];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const last = data.stops.length - 1;
  const companies = [...stage.querySelectorAll(".place")].sort((a, b) => a.dataset.index - b.dataset.index).map((place) => find(".company", place));
  const boats = [...stage.querySelectorAll(".boat")];
  const lanes = [...stage.querySelectorAll(".lane")];
  const tokens = new Map();
  let current = 0, journey = 0, timer = 0;

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
  function rest() {
    people(data.stops[current]);
    moor(data.stops[current]);
    delete stage.dataset.moving;
  }

  function go(target) {
    target = Math.min(last, Math.max(0, target));
    const from = current, mine = ++journey;
    stage.getAnimations({ subtree: true }).forEach((animation) => animation.finish());
    rest();
    if (target !== from || !said.textContent) tell(target);
    current = target;
    if (target === from) return;
    if (Math.abs(target - from) === 1 && !calm.matches) travel(from, target, mine);
    else rest();
  }
  function tell(number) {
    const stop = data.stops[number];
    const label = document.createElement("b");
    label.textContent = stop.label;
    said.replaceChildren(...(stop.label ? [label] : []), document.createTextNode(stop.text + (stop.spent ? " " + stop.spent : "")));
    slider.value = number;
    slider.setAttribute("aria-valuetext", (stop.label + " " + stop.text).trim());
    back.disabled = number === 0;
    forward.disabled = number === last;
    rows.forEach((row, index) => index === number ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current"));
  }

  function running(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => { current < last ? go(current + 1) : running(false); if (current === last) running(false); }, data.pace) : 0;
    play.textContent = on ? "Pause" : "Play";
  }
  function toggle() {
    if (timer) return running(false);
    if (current === last) go(0);
    running(last > 0);
    if (last > 0) go(current + 1);
    if (current === last) running(false);
  }
  function step(target) { running(false); go(target); }

  back.addEventListener("click", () => step(current - 1));
  forward.addEventListener("click", () => step(current + 1));
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => step(Number(slider.value)));
  rows.forEach((row, number) => row.addEventListener("click", () => step(number)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const keys = { ArrowLeft: () => step(current - 1), ArrowRight: () => step(current + 1), Home: () => step(0), End: () => step(last), " ": toggle };
    if (!(event.key in keys) || (event.key === " " ? event.target.closest("button") : event.target === slider)) return;
    event.preventDefault();
    keys[event.key]();
  });

  slider.max = last;
  player.hidden = false;
  document.body.classList.add("live");
  go(0);
})();
