"use strict";
// Steps through the stops of a page by buttons, slider, keys, and the rows of a list. `told` has a label and a sentence for each stop,
// `show` draws a stop, given the one before; playing takes `pace` milliseconds from one stop to the next. Returns the functions that stop it
// and that show the current stop again.
function player(told, show, pace) {
  const [said, slider, back, play, forward] = ["said", "step", "back", "play", "forward"].map((id) => document.getElementById(id));
  const last = told.length - 1, cells = [...document.querySelectorAll("[data-go]")], first = last + 1 - cells.length;
  let current = 0, timer = 0;

  function go(target) {
    const from = current;
    current = Math.min(last, Math.max(0, target));
    show(current, from);
    const [label, text] = told[current], number = document.createElement("b");
    number.textContent = label && label + " ";
    said.replaceChildren(number, text);
    slider.value = current;
    slider.setAttribute("aria-valuetext", said.textContent);
    back.disabled = current === 0;
    forward.disabled = current === last;
    cells.forEach((cell, index) => cell.closest("tr, li").toggleAttribute("aria-current", index + first === current));
    document.querySelector("[aria-current]")?.setAttribute("aria-current", "step");
    if (current === last) stop();
  }
  function stop() { clearInterval(timer); timer = 0; play.textContent = "Play"; }
  function step(target) { stop(); go(target); }
  function toggle() {
    if (timer) return stop();
    go(current === last ? 0 : current + 1);
    if (current === last) return;
    play.textContent = "Pause";
    timer = setInterval(() => go(current + 1), pace);
  }

  const keys = { ArrowLeft: () => step(current - 1), ArrowRight: () => step(current + 1), Home: () => step(0), End: () => step(last), " ": toggle };
  back.addEventListener("click", keys.ArrowLeft);
  forward.addEventListener("click", keys.ArrowRight);
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => step(Number(slider.value)));
  cells.forEach((cell, index) => {
    const button = document.createElement("button"), row = cell.closest("tr, li");
    button.type = "button";
    button.className = "go";
    if (row !== cell) button.setAttribute("aria-label", "Step " + cell.textContent);
    button.append(...cell.childNodes);
    cell.append(button);
    row.addEventListener("click", () => step(index + first));
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys) || document.body.matches(".trying")) return;
    if (event.target.closest(event.key === " " ? "button, summary" : "input, .scroll.wide")) return;
    event.preventDefault();
    keys[event.key]();
  });
  slider.max = last;
  play.closest(".controls").after(said);  // sentences differ in length, and would move buttons below them
  document.body.classList.add("live");
  go(0);
  return { stop, begin: () => go(current) };
}

// Marks elements that are wider than their place as scrollable.
for (const box of document.querySelectorAll(".scroll")) {
  new ResizeObserver(() => box.classList.toggle("wide", box.scrollWidth > box.clientWidth + 1)).observe(box);
}
