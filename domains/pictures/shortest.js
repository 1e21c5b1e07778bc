const MOST_STATES = 300000;
// The moves of a best path from a state of a world to its goal: the lowest cost, then the fewest moves (Dijkstra, Numerische Mathematik 1 (1959)
// 269-271). Returns null if there is none, undefined if it is not found among `most` states, or in 10 seconds. States are numbers or texts.
function shortest(world, from, most = MOST_STATES) {
  const until = performance.now() + 10000, heap = [[0, 0, from]], came = new Map([[from, { cost: 0, steps: 0 }]]), done = new Set();
  const before = (one, other) => one[0] - other[0] || one[1] - other[1];
  function push(entry) {
    let at = heap.push(entry) - 1;
    for (let up; at && before(entry, heap[up = (at - 1) >> 1]) < 0; at = up) heap[at] = heap[up];
    heap[at] = entry;
  }
  function pop() {
    const first = heap[0], last = heap.pop();
    let at = 0, down;
    while ((down = 2 * at + 1) < heap.length) {
      if (down + 1 < heap.length && before(heap[down + 1], heap[down]) < 0) down += 1;
      if (before(last, heap[down]) <= 0) break;
      heap[at] = heap[down];
      at = down;
    }
    if (heap.length) heap[at] = last;
    return first;
  }
  while (heap.length) {
    const [cost, steps, state] = pop();
    if (done.has(state)) continue;
    done.add(state);
    if (performance.now() > until) return undefined;
    if (world.isGoal(state)) {
      const way = [];
      for (let { by, at } = came.get(state); by; { by, at } = came.get(at)) way.unshift(by);
      return way;
    }
    for (const move of world.moves(state)) {
      const known = came.get(move.to), reached = [cost + move.cost, steps + 1, move.to];
      if (known && before([known.cost, known.steps], reached) <= 0) continue;
      if (!known && came.size >= most) return undefined;
      came.set(move.to, { by: move, at: state, cost: reached[0], steps: reached[1] });
      push(reached);
    }
  }
  return null;
}
// The moves of a best solution from a state, by the world's own search if it has one; within `most` states or placements.
function findSolution(world, from, most) {
  return world.shortest ? world.shortest(from, most) : shortest(world, from, Math.min(most, MOST_STATES));
}
