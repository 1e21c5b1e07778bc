// The graph is scrolled by fingers, arrows, and a mouse that drags; it is magnified by buttons, keys, two fingers, or the wheel with Ctrl.
(() => {
  const [view, graph, said, size, smaller, larger, fit] = ["view", "graph", "said", "size", "smaller", "larger", "fit"].map((id) => document.getElementById(id));
  const { width, height } = graph.viewBox.baseVal;
  let scale = 1, held = null, spread = 0;

  function zoom(wanted, x = view.clientWidth / 2, y = view.clientHeight / 2) {
    const before = scale;
    scale = Math.min(4, Math.max(0.05, wanted));
    const [left, top] = [(view.scrollLeft + x) / before * scale - x, (view.scrollTop + y) / before * scale - y];
    graph.style.width = width * scale + "px";
    graph.style.height = height * scale + "px";
    view.scrollTo(left, top);
    size.textContent = Math.round(100 * scale) + " %";
  }
  const at = (event) => [event.clientX - view.getBoundingClientRect().left, event.clientY - view.getBoundingClientRect().top];
  const whole = () => zoom(Math.min(view.clientWidth / width, view.clientHeight / height));
  const keys = { "+": () => zoom(scale * 1.25), "=": () => zoom(scale * 1.25), "-": () => zoom(scale / 1.25), 0: whole };
  smaller.addEventListener("click", keys["-"]);
  larger.addEventListener("click", keys["+"]);
  fit.addEventListener("click", whole);
  view.addEventListener("dblclick", whole);
  document.addEventListener("keydown", (event) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey) keys[event.key]?.();
  });
  view.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 200), ...at(event));
  }, { passive: false });

  const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  view.addEventListener("touchstart", (event) => { if (event.touches.length === 2) spread = apart(event.touches); });
  view.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [[left, top], [right, bottom]] = [...event.touches].map(at), now = apart(event.touches);
    zoom(scale * now / spread, (left + right) / 2, (top + bottom) / 2);
    spread = now;
  }, { passive: false });
  view.addEventListener("pointerdown", (event) => { if (event.pointerType === "mouse") held = event; });
  addEventListener("pointerup", () => { held = null; });
  view.addEventListener("pointermove", (event) => {
    if (!held) return;
    view.scrollBy(held.clientX - event.clientX, held.clientY - event.clientY);
    held = event;
  });

  const tell = (event) => {
    const state = event.target.closest(".state");
    if (state) said.textContent = state.getAttribute("aria-label");
  };
  ["focusin", "pointerover", "click"].forEach((kind) => view.addEventListener(kind, tell));
  document.body.classList.add("live");
  const start = document.getElementById("s0").getBoundingClientRect(), box = view.getBoundingClientRect();
  view.scrollTo(start.left + start.width / 2 - box.left - box.width / 2, start.top + start.height / 2 - box.top - box.height / 2);
})();
