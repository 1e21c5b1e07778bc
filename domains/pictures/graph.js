// The graph is scrolled by fingers, arrows, and a mouse that drags; it is magnified by buttons, keys, two fingers, or the wheel.
const graphView = (() => {
  const [view, graph, size, smaller, larger, fit, home] = ["view", "graph", "size", "smaller", "larger", "fit", "home"].map((id) => document.getElementById(id));
  const { width, height } = graph.viewBox.baseVal;
  const readable = 11 / 12;  // the scale at which labels, of 12 px, are as large as 11 px
  let scale = 1, held = null, spread = 0, dragged = false;

  function zoom(wanted, x = view.clientWidth / 2, y = view.clientHeight / 2) {
    const before = scale;
    scale = Math.min(4, Math.max(0.05, wanted));
    const [left, top] = [(view.scrollLeft + x) / before * scale - x, (view.scrollTop + y) / before * scale - y];
    graph.style.width = width * scale + "px";
    graph.style.height = height * scale + "px";
    view.classList.toggle("far", scale < readable);
    view.scrollTo(left, top);
    size.textContent = Math.round(100 * scale) + " %";
  }
  const at = (event) => [event.clientX - view.getBoundingClientRect().left, event.clientY - view.getBoundingClientRect().top];
  const fitting = () => Math.min(view.clientWidth / width, view.clientHeight / height);
  const whole = () => zoom(fitting());
  const keys = { "+": () => zoom(scale * 1.25), "=": () => zoom(scale * 1.25), "-": () => zoom(scale / 1.25), 0: whole };
  smaller.addEventListener("click", keys["-"]);
  larger.addEventListener("click", keys["+"]);
  fit.addEventListener("click", whole);
  view.addEventListener("dblclick", whole);
  document.addEventListener("keydown", (event) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey) keys[event.key]?.();
  });
  view.addEventListener("wheel", (event) => {
    // At the smallest useful size, the wheel scrolls the page on, so that the graph is no trap.
    const done = event.deltaY > 0 ? scale <= Math.min(1, fitting()) : scale >= 4;
    if (event.shiftKey || (done && !event.ctrlKey)) return;
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / (event.ctrlKey ? 200 : 500)), ...at(event));
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
  view.addEventListener("pointerdown", (event) => { dragged = false; if (event.pointerType === "mouse") held = event; });
  addEventListener("pointerup", () => { held = null; });
  view.addEventListener("pointermove", (event) => {
    if (!held) return;
    dragged ||= Math.hypot(held.clientX - event.clientX, held.clientY - event.clientY) > 4;
    view.scrollBy(held.clientX - event.clientX, held.clientY - event.clientY);
    if (dragged) held = event;
  });

  // Scrolls a state into the middle of the view; with `lazily`, only if it is not seen whole.
  function show(number, lazily) {
    const box = document.getElementById("s" + number).getBoundingClientRect(), around = view.getBoundingClientRect();
    if (lazily && box.left >= around.left && box.right <= around.right && box.top >= around.top && box.bottom <= around.bottom) return;
    view.scrollBy(box.left + box.width / 2 - around.left - around.width / 2, box.top + box.height / 2 - around.top - around.height / 2);
  }
  home?.addEventListener("click", () => { zoom(1); show(0); });
  document.body.classList.add("live");
  show(0);
  return { show, wasDragged: () => dragged };
})();
