// Each stop shows a state of the replay, `data`; between two stops travelers board, the boat sails, and they land.
const stage = river(data.named, data.shores[0]), seen = stage.cast("kind");
const watched = data.stops.length < 2 ? null : player(
  data.stops.map(({ label, text, spent }) => [label, spent ? text + " " + spent : text]),
  (to, from) => {
    stage.rest(seen, data.stops[from]);
    if (Math.abs(to - from) === 1) stage.travel(seen, data.stops[Math.max(from, to)].via, data.stops[to]);
    else stage.rest(seen, data.stops[to]);
  },
  data.pace,
);
if (!watched) stage.rest(seen, data.stops[0]);
