"use strict";
// Filters the levels, and marks those that this browser has noted as solved. The choices last as long as the tab.
(() => {
  const controls = Object.fromEntries(["kind", "grade", "moves", "solved", "words"].map((id) => [id, document.getElementById(id)]));
  const levels = [...document.querySelectorAll(".levels a")], found = document.getElementById("found");
  const KEPT = "ferryplan/catalog";
  // Of these, an option is disabled if no level fits it together with the other choices.
  const DEPENDENT = ["kind", "grade", "moves"];

  function isSolved({ dataset }) {
    try {
      return localStorage.getItem("ferryplan/solved/" + dataset.id) !== null;
    } catch {
      return false;
    }
  }
  function restoreChoices() {
    try {
      for (const [id, value] of Object.entries(JSON.parse(sessionStorage.getItem(KEPT) ?? "{}"))) controls[id].value = value;
    } catch {
      // private windows may forbid it
    }
  }
  function keepChoices(choices) {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(choices));
    } catch {
      // private windows may forbid it
    }
  }
  function fitsDependent(level, { kind, grade, moves }) {
    const has = level.dataset;
    return (!kind || level.closest("section").dataset.family === kind) && (!grade || has.grade === grade) && (!moves || (has.moves && Number(has.moves) <= Number(moves)));
  }
  function disableEmptyOptions(wanted) {
    for (const id of DEPENDENT) {
      for (const option of controls[id].options) {
        option.disabled = option.value !== "" && !levels.some((level) => fitsDependent(level, { ...wanted, [id]: option.value }));
      }
    }
  }
  function show() {
    const choices = Object.fromEntries(Object.entries(controls).map(([id, { value }]) => [id, value]));
    const wanted = Object.fromEntries(Object.entries(choices).map(([id, value]) => [id, value.trim().toLowerCase()]));
    keepChoices(choices);
    disableEmptyOptions(wanted);
    let shown = 0, solved = 0;
    for (const level of levels) {
      const card = level.closest(".card"), done = isSolved(level);
      const fits = fitsDependent(level, wanted) && (!wanted.solved || (wanted.solved === "yes") === done)
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
  restoreChoices();
  window.addEventListener("pageshow", show);
  if ("serviceWorker" in navigator && location.protocol !== "file:") navigator.serviceWorker.register("service-worker.js").catch(() => {});
})();
