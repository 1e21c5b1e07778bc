// Searches for best solutions in a worker, so that the page stays usable meanwhile. The script element `engine` has the code of the worker.
// Returns `find`: a promise of the moves from a state to a goal, null if there are none, undefined if the search takes too long or was given up for
// a later one; and `known`, the moves from a state if they were found before.
function startSolver(rules) {
  const found = new Map();
  let worker = null, current = null;

  function remember(state, moves) {
    found.set(state, moves);
    moves?.forEach(({ to }, index) => found.set(to, moves.slice(index + 1)));
  }
  function start() {
    const code = document.getElementById("engine").textContent + "\nlet world;\nonmessage = ({ data }) => { " +
      "world ??= worldOf(data.rules); postMessage(findSolution(world, data.state, data.most)); };";
    const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    worker = new Worker(address);
    worker.onmessage = ({ data }) => finish(data);
    worker.onerror = (event) => {
      event.preventDefault();
      finish(undefined);
      stop();
    };
  }
  function stop() {
    worker?.terminate();
    worker = null;
  }
  function finish(moves) {
    const { state, resolve } = current;
    current = null;
    delete document.body.dataset.searching;
    if (moves !== undefined) remember(state, moves);
    resolve(moves);
  }
  function find(state, most = Infinity) {
    if (found.has(state)) return Promise.resolve(found.get(state));
    if (current?.state === state && current.most >= most) return current.promise;
    if (current) {
      stop();
      finish(undefined);
    }
    let resolve;
    const promise = new Promise((settle) => { resolve = settle; });
    current = { state, most, promise, resolve };
    document.body.dataset.searching = "";
    if (!worker) start();
    worker.postMessage({ rules, state, most });
    return promise;
  }
  return { find, known: (state) => found.get(state) };
}
