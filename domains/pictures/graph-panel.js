// The panel beside a graph: the selected state in words, and its moves, which lead on to its neighbors. `moves` has pairs for each state, the
// number of a text and the state that the move leads to; `next` has the next state on a best path, or null.
function panel({ moves, next, texts }) {
  const [view, here, said, list, line, path, home] = ["view", "here", "said", "moves", "line", "path", "home"].map((id) => document.getElementById(id));
  const boxes = [...document.querySelectorAll("#graph .state")], links = [...document.querySelectorAll("#graph .link[data-ends]")];
  const joins = new Map();
  links.forEach((link) => {
    const [one, other] = link.dataset.ends.split(" ");
    [`${one} ${other}`, `${other} ${one}`].forEach((ends) => joins.set(ends, [...(joins.get(ends) ?? []), link]));
  });
  const between = (one, other) => joins.get(`${one} ${other}`) ?? [];
  let current = 0;

  function mark(kind, states, pairs) {
    document.querySelectorAll("#graph ." + kind).forEach((one) => one.classList.remove(kind));
    states.forEach((state) => boxes[state].classList.add(kind));
    pairs.flatMap((pair) => between(...pair)).forEach((link) => link.classList.add(kind));
  }
  function showPath() {
    const way = [current];
    while (next[way.at(-1)] !== null) way.push(next[way.at(-1)]);
    const shown = path?.getAttribute("aria-pressed") === "true";
    mark("way", shown ? way : [], shown ? way.slice(1).map((state, at) => [way[at], state]) : []);
  }
  function select(number) {
    boxes[current].tabIndex = -1;
    boxes[current].classList.remove("here");
    current = number;
    boxes[current].tabIndex = 0;
    boxes[current].classList.add("here");
    const kinds = [["start", "the start"], ["goal", "the goal"]].filter(([kind]) => boxes[current].classList.contains(kind)).map(([, name]) => name);
    here.textContent = `State ${current + 1} of ${boxes.length}${kinds.length ? ", " + kinds.join(" and ") : ""}`;
    said.textContent = boxes[current].getAttribute("aria-label");
    list.replaceChildren(...moves[current].map(([text, target]) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = texts[text];
      button.addEventListener("click", () => { select(target); graphView.show(target, true); here.focus({ preventScroll: true }); });
      const aim = () => mark("aim", [target], [[current, target]]), unaim = () => mark("aim", [], []);
      [["pointerenter", aim], ["focus", aim], ["pointerleave", unaim], ["blur", unaim]].forEach(([kind, act]) => button.addEventListener(kind, act));
      item.append(button);
      return item;
    }));
    mark("aim", [], []);
    line.textContent = "";
    showPath();
  }

  const middle = (box) => { const { left, top, width, height } = box.getBoundingClientRect(); return [left + width / 2, top + height / 2]; };
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  // Returns the neighbor that is best in line with a direction, or undefined.
  function neighbor([right, down]) {
    const [x, y] = middle(boxes[current]);
    const rated = moves[current].map(([, target]) => {
      const [dx, dy] = middle(boxes[target]).map((part, axis) => part - [x, y][axis]);
      return [(dx * right + dy * down) / Math.hypot(dx, dy), target];
    });
    return rated.filter(([rate]) => rate > 0.5).sort((one, other) => other[0] - one[0])[0]?.[1];
  }
  view.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in ways) || !event.target.closest(".state")) return;
    const target = neighbor(ways[event.key]);
    if (target === undefined) return;
    event.preventDefault();
    boxes[target].focus({ preventScroll: true });
    graphView.show(target, true);
  });
  view.addEventListener("focusin", (event) => {
    const box = event.target.closest(".state");
    if (box && boxes.indexOf(box) !== current) select(boxes.indexOf(box));
  });
  view.addEventListener("click", (event) => {
    if (graphView.wasDragged()) return;
    const box = event.target.closest(".state");
    if (box) return select(boxes.indexOf(box));
    tell(event);
  });
  function tell(event) {
    const link = event.target.closest("[data-link]");
    if (link) line.textContent = links[link.dataset.link].querySelector("title").textContent;
  }
  view.addEventListener("pointerover", tell);
  path?.addEventListener("click", () => {
    path.setAttribute("aria-pressed", String(path.getAttribute("aria-pressed") !== "true"));
    showPath();
  });
  home.addEventListener("click", () => select(0));
  boxes.forEach((box) => { box.tabIndex = -1; });
  select(0);
}
