// Two modes of a page: `watched` plays a solution, if there is one; `tried` is the game. The address ends in #try if the game comes first.
function modes(watched, tried) {
  const [watch, play, said] = ["watch-mode", "play-mode", "said"].map((id) => document.getElementById(id));
  let used = document.head;  // the thing that was tapped or focused last
  // Scrolls that thing out from under the message, which sticks to the bottom of the window and may have several lines.
  function uncover() {
    const message = said.getBoundingClientRect(), { top, bottom } = used.getBoundingClientRect();
    if (bottom > message.top && top < message.bottom) scrollBy(0, Math.min(top, bottom - message.top + 4));
  }
  function choose(trying) {
    document.body.classList.toggle("trying", trying);
    watch?.setAttribute("aria-pressed", String(!trying));
    play?.setAttribute("aria-pressed", String(trying));
    if (trying) watched?.stop();
    // Messages differ in length, so they come after the buttons, which would otherwise move away from the pointer.
    document.getElementById(trying ? "undo" : "play")?.closest(".controls").after(said);
    (trying ? tried : watched).begin();
  }
  for (const kind of ["pointerdown", "focusin"]) document.addEventListener(kind, ({ target }) => { used = target.closest("button, g") ?? target; });
  new MutationObserver(uncover).observe(said, { childList: true });
  document.body.classList.add("live");
  watch?.addEventListener("click", () => choose(false));
  play?.addEventListener("click", () => choose(true));
  choose(!watched || location.hash === "#try");
}
