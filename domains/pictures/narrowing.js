// Chooses moves by the things that they are about: each chosen thing leaves fewer moves, and the last one left is made. `about` has for each move
// the numbers of its things; `narrow` of the controls shows only the moves with some keys, or all.
function narrowing(about, controls) {
  let moves = [], chosen = [];
  const find = (things) => moves.filter(({ key }) => things.every((thing) => (about[key] ?? []).includes(thing)));
  function clear() {
    chosen = [];
    controls.narrow(null);
  }
  return {
    clear,
    begin(possible) {
      moves = possible;
      clear();
    },
    has: (thing) => chosen.includes(thing),
    select(thing, names) {
      const next = chosen.includes(thing) ? chosen.filter((one) => one !== thing) : [...chosen, thing];
      chosen = find(next).length ? next : [thing];
      if (!next.length) return clear();
      const found = find(chosen), told = chosen.map((one) => names[one]).join(", ");
      if (found.length === 1 && next.length >= chosen.length && chosen.includes(thing)) return controls.make(found[0].key);
      if (!found.length) clear();
      else controls.narrow(new Set(found.map(({ key }) => key)));
      controls.say(found.length ? `${told}: ${found.length} moves.` : `${names[thing]}: no move is possible now.`);
    },
  };
}
