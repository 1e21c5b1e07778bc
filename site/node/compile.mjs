// Compiles the modules that ferryplan usually needs: `node compile.mjs RUNTIME_FOLDER`. See compilation.py.

import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const USUAL_COMMANDS = ["list", "--couples 2 --format json", "solve hanoi"];
const ARCHIVES = { "python_stdlib.zip": "LIBRARY_ROOT", "packages.zip": "PACKAGES_ROOT" };

const folder = resolve(process.argv[2]);
const read = async (name) => new Uint8Array(await readFile(`${folder}/${name}`));

async function main() {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const { startFerryplan } = await import(pathToFileURL(`${folder}/start.mjs`));
  const { python, answerRequest } = await startFerryplan(loadPyodide, read, { indexURL: folder, env: { PYTHONNODEBUGRANGES: "1" } });
  for (const line of USUAL_COMMANDS) {
    const answer = JSON.parse(answerRequest(JSON.stringify({ arguments: line.split(" ") })));
    if (answer.code !== 0) throw new Error(`plan ${line}: ${answer.errors}`);
  }
  python.FS.writeFile("/tmp/compilation.py", await readFile(new URL("../compilation.py", import.meta.url)));
  python.runPython("import sys; sys.path.append('/tmp')");
  const compilation = python.pyimport("compilation");
  for (const [name, root] of Object.entries(ARCHIVES)) {
    python.FS.writeFile("/tmp/old.zip", await read(name));
    compilation.compile_archive("/tmp/old.zip", "/tmp/new.zip", compilation[root]);
    await writeFile(`${folder}/${name}`, python.FS.readFile("/tmp/new.zip"));
  }
}

main().catch((error) => {  // Node.js itself would print the line of the error, and the lines of Pyodide are long
  console.error(String(error.stack ?? error));
  process.exit(1);
});
