// Runs ferryplan's commands in Pyodide: `node site/node/commands.mjs RUNTIME_FOLDER`, without a network.
//
// Each line of standard input is a request, {"arguments": ["solve", "hanoi"], "files": {name: text}}, and each line of
// standard output its answer, {"code": 0, "output": text, "errors": text, "files": {name: text}}. The first line of
// the output tells the seconds of processor time until ferryplan was ready, {"started": 2.5}.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

if (process.argv.length !== 3) {
  console.error("usage: node commands.mjs RUNTIME_FOLDER");
  process.exit(2);
}
const folder = resolve(process.argv[2]);
globalThis.fetch = (address) => Promise.reject(new Error(`there is no network: ${address}`));

const read = async (name) => new Uint8Array(await readFile(`${folder}/${name}`));

async function main() {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const { startFerryplan } = await import(pathToFileURL(`${folder}/start.mjs`));
  const { answerRequest } = await startFerryplan(loadPyodide, read, { indexURL: folder });
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ started: (user + system) / 1e6 }));
  for await (const line of createInterface({ input: process.stdin })) console.log(answerRequest(line));
}

main().catch((error) => {  // Node.js itself would print the line of the error, and the lines of Pyodide are long
  console.error(String(error.stack ?? error));
  process.exit(1);
});
