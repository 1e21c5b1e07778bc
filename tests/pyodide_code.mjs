// Runs Python code from standard input in Pyodide, and prints the value of its last expression:
// `node tests/pyodide_code.mjs RUNTIME_FOLDER`.

import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const read = async (name) => new Uint8Array(await readFile(`${folder}/${name}`));

async function main() {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const { startFerryplan } = await import(pathToFileURL(`${folder}/start.mjs`));
  const { python } = await startFerryplan(loadPyodide, read, { indexURL: folder });
  console.log(python.runPython(await text(process.stdin)));
}

main().catch((error) => {
  console.error(String(error.stack ?? error));
  process.exit(1);
});
