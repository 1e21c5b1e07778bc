// Two modes of a page: `watched` plays a solution, if there is one; `tried` is the game.
function modes(watched, tried) {
  const [watch, attempt] = ["watch", "try"].map((id) => document.getElementById(id));
  function choose(trying) {
    document.body.classList.toggle("trying", trying);
    watch?.setAttribute("aria-pressed", String(!trying));
    attempt?.setAttribute("aria-pressed", String(trying));
    if (trying) watched?.stop();
    (trying ? tried : watched).begin();
  }
  document.body.classList.add("live");
  watch?.addEventListener("click", () => choose(false));
  attempt?.addEventListener("click", () => choose(true));
  choose(!watched || location.hash === "#try");
}
