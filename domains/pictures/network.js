// The objects of a planning task by type: each as a card with the facts that hold for it, and with the objects that are in it, on it or at it.
// Facts that became true by the last move are marked. `tap` gets the number of an object.
function network({ objects, facts, fixed }, tap) {
  const frame = document.getElementById("network");
  let before = null;
  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    made.className = className;
    made.append(...children);
    return made;
  }
  const badge = (text, isNew) => element("span", isNew ? "badge new" : "badge", text);
  function draw(seen, isChosen) {
    const focused = document.activeElement?.dataset?.object;
    const holding = seen.filter((number) => facts[number][0]).map((number) => ({ number, words: facts[number][0], about: facts[number][1], isPlace: facts[number][2] }));
    const isNew = ({ number }) => before !== null && !before.has(number);
    const holder = new Map(holding.filter(({ isPlace }) => isPlace).map((fact) => [fact.about[0], fact]));
    // In a circle of objects on each other, the first one stands outside.
    for (const object of holder.keys()) {
      const met = new Set([object]);
      for (let at = object; holder.has(at); met.add(at)) {
        at = holder.get(at).about[1];
        if (met.has(at)) {
          holder.delete(object);
          break;
        }
      }
    }
    function card(object) {
      const name = objects[object][0], button = element("button", "", name), own = element("div", "object", button);
      button.type = "button";
      button.dataset.object = object;
      button.setAttribute("aria-pressed", String(isChosen(object)));
      button.addEventListener("click", () => tap(object));
      const link = holder.get(object);
      if (link) own.append(badge(link.words, isNew(link)));
      for (const fact of holding) {
        if (fact === link || fact.about[0] !== object) continue;
        own.append(badge([fact.words, ...fact.about.slice(1).map((other) => objects[other][0])].join(" "), isNew(fact)));
      }
      for (const [words, others] of fixed[object] ?? []) own.append(element("span", "fixed", others.length ? `${words}: ${others.map((other) => objects[other][0]).join(", ")}` : words));
      const inner = [...holder].filter(([, { about }]) => about[1] === object).map(([thing]) => card(thing));
      if (inner.length) own.append(element("div", "inner", ...inner));
      if (inner.length || own.children.length > 1) own.classList.add("full");
      return own;
    }
    const groups = [...new Set(objects.map(([, type]) => type))].map((type) => {
      const cards = objects.flatMap(([, own], object) => own === type && !holder.has(object) ? [card(object)] : []);
      return cards.length ? element("div", "group", element("h2", "", type), element("div", "cards", ...cards)) : "";
    });
    const general = holding.filter(({ about }) => !about.length).map((fact) => badge(fact.words, isNew(fact)));
    frame.replaceChildren(...general.length ? [element("p", "", ...general)] : [], ...groups);
    if (focused !== undefined) frame.querySelector(`[data-object="${focused}"]`)?.focus();
  }
  return {
    draw(seen, isChosen) {
      draw(seen, isChosen);
      before = new Set(seen);
    },
    mark: (isChosen) => {
      for (const button of frame.querySelectorAll("[data-object]")) button.setAttribute("aria-pressed", String(isChosen(Number(button.dataset.object))));
    },
  };
}
