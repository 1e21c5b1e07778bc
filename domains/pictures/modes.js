// Two ways to use a page: to watch a solution, played by `watched`, if there is one; or to try, in the game `tried`.
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
