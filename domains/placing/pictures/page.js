"use strict";
// Steps through the boards, of which one at a time is shown, with what is new on it marked; the sentence of the step is said.
(() => {
  const boards = [...document.querySelectorAll(".board")], rows = [...document.querySelectorAll(".steps li")];
  const said = document.querySelector(".said"), slider = document.getElementById("step");
  const [back, play, forward] = ["back", "play", "forward"].map((id) => document.getElementById(id));
  const last = boards.length - 1;
  const steps = { ArrowLeft: () => current - 1, ArrowRight: () => current + 1, Home: () => 0, End: () => last };
  let current = last, timer = 0;

  const parts = (board) => [...board.querySelectorAll("text, .fp-queen")];
  const name = (part) => ["x", "y", "transform"].map((key) => part.getAttribute(key)).join() + part.textContent;
  boards.slice(1).forEach((board, index) => {
    const before = new Set(parts(boards[index]).map(name));
    parts(board).filter((part) => !before.has(name(part))).forEach((part) => part.classList.add("new"));
  });

  function show(step) {
    current = Math.min(Math.max(step, 0), last);
    boards.forEach((board, index) => { board.hidden = index !== current; });
    rows.forEach((row, index) => index === current - 1 ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current"));
    said.textContent = current ? current + ". " + rows[current - 1].textContent : "At the start.";
    slider.value = current;
    slider.setAttribute("aria-valuetext", said.textContent);
    back.disabled = current === 0;
    forward.disabled = current === last;
    if (current === last) stop();
  }
  function go(step) { stop(); show(step); }
  function stop() { clearInterval(timer); timer = 0; play.textContent = "Play"; }
  function toggle() {
    if (timer) return stop();
    show(current === last ? 0 : current + 1);
    if (current === last) return;
    play.textContent = "Pause";
    timer = setInterval(() => show(current + 1), 900);
  }
  back.addEventListener("click", () => go(current - 1));
  forward.addEventListener("click", () => go(current + 1));
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => go(Number(slider.value)));
  rows.forEach((row, index) => row.addEventListener("click", () => go(index + 1)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
    if (event.key === " " && !event.target.closest("button")) toggle();
    else if (event.key in steps) go(steps[event.key]());
    else return;
    event.preventDefault();
  });
  document.querySelector(".moves").hidden = false;
  show(last);
})();
