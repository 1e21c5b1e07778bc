// ferryplan in a worker: starts on the first need, runs one command after the other, and can always be stopped.

export interface Answer {
  code: number;
  output: string;
  errors: string;
  /** the text files that the command wrote or changed, by name */
  files: Record<string, string>;
}

export type Status = "idle" | "loading" | "running";

interface Request {
  message: object;
  seconds: number;
  resolve: (answer: any) => void;
  reject: (error: Error) => void;
}

/** A command was stopped, by a person or because its time was over. */
export class StoppedError extends Error {}

/** the seconds after the limit of a command at which the page ends it, if it has not ended itself */
const GRACE = 3;

export class Python {
  #worker: Worker | null = null;
  #queue: Request[] = [];
  #current: Request | null = null;
  #timer = 0;
  #ready = false;
  #listener: (status: Status) => void;

  constructor(listener: (status: Status) => void) {
    this.#listener = listener;
  }

  /**
   * Run a command line of `plan` with files; `seconds` is its time limit, `columns` the width of its output in characters.
   *
   * Its messages name no options, since nobody can type any on a page.
   */
  run(command: string[], files: Record<string, string> = {}, seconds = 60, columns?: number): Promise<Answer> {
    return this.ask({ arguments: command, files, columns, names_options: false }, seconds);
  }

  /** Send a request of ferryplan.planner.command, and promise its answer. */
  ask<T>(message: object, seconds: number): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ message, seconds, resolve, reject });
      this.#next();
    });
  }

  /** End the current command and forget those that wait; the next command starts Python anew. */
  stop(reason = "stopped"): void {
    const waiting = [...(this.#current ? [this.#current] : []), ...this.#queue];
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#current = null;
    this.#queue = [];
    clearTimeout(this.#timer);
    this.#listener("idle");
    for (const { reject } of waiting) reject(new StoppedError(reason));
  }

  #next(): void {
    if (this.#current) return;
    this.#current = this.#queue.shift() ?? null;
    if (!this.#current) return this.#listener(this.#ready || !this.#worker ? "idle" : "loading");
    if (!this.#worker) {
      this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      this.#worker.onmessage = ({ data }) => this.#receive(data);
      this.#worker.onerror = (event) => this.stop(event.message || "Python could not be loaded");
    }
    this.#listener(this.#ready ? "running" : "loading");
    if (this.#ready) this.#send();
  }

  #send(): void {
    const { message, seconds } = this.#current!;
    this.#timer = self.setTimeout(() => this.stop(`stopped after ${seconds} seconds`), (seconds + GRACE) * 1000);
    this.#worker!.postMessage(JSON.stringify(message));
  }

  #receive(message: { ready?: true; answer?: string; failure?: string }): void {
    if (message.ready) {
      this.#ready = true;
      this.#listener(this.#current ? "running" : "idle");
      if (this.#current) this.#send();
      return;
    }
    clearTimeout(this.#timer);
    const { resolve, reject } = this.#current!;
    this.#current = null;
    if (message.answer !== undefined) resolve(JSON.parse(message.answer));
    else reject(new Error(message.failure));
    this.#next();
  }
}
