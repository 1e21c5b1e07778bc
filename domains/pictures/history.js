// What a player did, with undo and redo, kept in the browser's storage under `name`, so that it survives a reload. `save` turns an entry into text.
function openHistory(name, save) {
  const place = "ferryplan/" + name;
  let done = [], undone = [];

  // A browser may forbid storage, for example in private windows; then nothing is kept.
  function store() {
    try {
      if (done.length) localStorage.setItem(place, JSON.stringify(done.map(save)));
      else localStorage.removeItem(place);
    } catch {}
  }
  function changed(entry) {
    store();
    return entry;
  }
  return {
    entries: () => done,
    add(entry) {
      undone = [];
      done.push(entry);
      store();
    },
    replace(entries) {
      undone = [];
      done = entries;
      store();
    },
    undo() {
      if (done.length) undone.push(done.pop());
      return changed(undone.at(-1));
    },
    redo() {
      if (undone.length) done.push(undone.pop());
      return changed(done.at(-1));
    },
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    // The texts of the entries that were kept before; none if the storage holds something else.
    kept() {
      try {
        const texts = JSON.parse(localStorage.getItem(place));
        return Array.isArray(texts) ? texts : [];
      } catch {
        return [];
      }
    },
  };
}
// Lets the buttons Undo and Redo be pressed only where they do something. One that had the keyboard's focus passes it on.
function enableUndo(past) {
  const [undo, redo, reset] = ["undo", "redo", "reset"].map((id) => document.getElementById(id)), focused = document.activeElement;
  [undo.disabled, redo.disabled] = [!past.canUndo(), !past.canRedo()];
  if (focused === undo || focused === redo) (focused.disabled ? [redo, undo].find((one) => !one.disabled) ?? reset : focused).focus();
}
// Ctrl+Z or Cmd+Z undoes, Ctrl+Y or Ctrl+Shift+Z redoes, while the game is shown and no text is being edited.
function bindUndoKeys({ undo, redo }) {
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase(), action = key === "y" || (key === "z" && event.shiftKey) ? redo : key === "z" ? undo : null;
    if (!action || event.altKey || !(event.ctrlKey || event.metaKey) || !document.body.matches(".trying") || event.target.closest("input, textarea")) return;
    event.preventDefault();
    action();
  });
}
// Notes that a puzzle is solved, for pages that list puzzles: the fewest moves so far.
function noteSolved(id, moves) {
  const place = "ferryplan/solved/" + id;
  try {
    localStorage.setItem(place, Math.min(moves, Number(localStorage.getItem(place) ?? Infinity)));
  } catch {}
}
