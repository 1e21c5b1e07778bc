// Runs ferryplan in Pyodide: each message is a request of ferryplan.planner.command, and each gets one answer.

const runtime = new URL("../runtime/", import.meta.url);

async function read(name: string): Promise<Uint8Array> {
  const answer = await fetch(new URL(name, runtime));
  if (!answer.ok) throw new Error(`${name} could not be loaded (${answer.status})`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function start(): Promise<(request: string) => string> {
  const { loadPyodide } = await import(/* @vite-ignore */ new URL("pyodide.mjs", runtime).href);
  const { startFerryplan } = await import(new URL("start.mjs", runtime).href);
  const { answerRequest } = await startFerryplan(loadPyodide, read, { indexURL: runtime.href });
  return answerRequest;
}

const started = start();
started.then(() => postMessage({ ready: true }), (error: unknown) => { throw error; });

onmessage = async ({ data }: MessageEvent<string>) => {
  const answerRequest = await started;
  try {
    postMessage({ answer: answerRequest(data) });
  } catch (error) {
    postMessage({ failure: String(error) });
  }
};
