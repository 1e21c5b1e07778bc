// Starts ferryplan in Pyodide, in a worker of a page or in Node.js.

const ENVIRONMENT = {
  HOME: "/home/web",
  NO_COLOR: "1",
  PYDANTIC_DISABLE_PLUGINS: "__all__",  // pydantic would search every package for plugins
  PYTHONDONTWRITEBYTECODE: "1",         // nothing outlives the page
  PYTHONHASHSEED: "0",                  // the same answers on every run, as in a worker process of ferryplan
};

const SITE_PACKAGES = "/lib/python3.14/site-packages";

/**
 * Starts Pyodide and loads ferryplan.
 *
 * `loadPyodide` is the function of pyodide.mjs, `read` a function that returns a promise of the bytes of a file of the
 * runtime folder, given its name, and `options` further options of `loadPyodide`. Promises an object with Pyodide itself
 * (`python`) and a function (`answerRequest`) that takes and returns JSON, as `answer_request` of the Python module
 * ferryplan.planner.command does.
 */
export async function startFerryplan(loadPyodide, read, options = {}) {
  const packages = read("packages.zip");
  const python = await loadPyodide({ ...options, env: { ...ENVIRONMENT, ...options.env } });
  python.unpackArchive(await packages, "zip", { extractDir: SITE_PACKAGES });
  python.FS.mkdirTree(ENVIRONMENT.HOME);
  python.FS.chdir(ENVIRONMENT.HOME);
  return { python, answerRequest: python.pyimport("ferryplan.planner.command").answer_request };
}
