"use strict";
// Filters the levels, and marks those that this browser has noted as solved.
(() => {
  const controls = Object.fromEntries(["kind", "grade", "moves", "solved", "words"].map((id) => [id, document.getElementById(id)]));
  const levels = [...document.querySelectorAll(".levels a")], found = document.getElementById("found");

  function isSolved({ dataset }) {
    try {
      return localStorage.getItem("ferryplan/solved/" + dataset.id) !== null;
    } catch {
      return false;
    }
  }
  function show() {
    const wanted = Object.fromEntries(Object.entries(controls).map(([id, { value }]) => [id, value.trim().toLowerCase()]));
    let shown = 0, solved = 0;
    for (const level of levels) {
      const { grade, moves } = level.dataset, card = level.closest(".card"), done = isSolved(level);
      const fits = (!wanted.kind || level.closest("section").dataset.family === wanted.kind) && (!wanted.grade || grade === wanted.grade)
        && (!wanted.moves || (moves && Number(moves) <= Number(wanted.moves))) && (!wanted.solved || (wanted.solved === "yes") === done)
        && wanted.words.split(/\s+/).every((word) => card.dataset.words.includes(word));
      level.classList.toggle("solved", done);
      level.parentElement.hidden = !fits;
      shown += fits;
      solved += done;
    }
    for (const part of document.querySelectorAll(".card, section")) part.hidden = !part.querySelector(".levels li:not([hidden])");
    found.textContent = (shown ? `${shown} shown` : "No puzzle fits these choices") + `; you have solved ${solved} of ${levels.length}.`;
  }
  document.getElementById("filters").hidden = false;
  for (const control of Object.values(controls)) control.addEventListener("input", show);
  document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("pageshow", show);
  if ("serviceWorker" in navigator && location.protocol !== "file:") navigator.serviceWorker.register("service-worker.js").catch(() => {});
})();
