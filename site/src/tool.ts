// What the tools of the site share: Python's state in words, Stop, the time limit, tabs, answers as text or as a page.

import { followHeights, reportHeight } from "./frames";
import { type Answer, Python, StoppedError } from "./python";

export function find<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** The state of Python in words, and the button Stop. */
export function connectPython(): Python {
  const status = find("status"), stop = find<HTMLButtonElement>("stop");
  let began = 0, timer = 0;
  const python = new Python((state) => {
    clearInterval(timer);
    stop.disabled = state === "idle";
    document.body.dataset.python = state;
    if (state === "idle") status.textContent = "";
    if (state === "loading") status.textContent = "Loading Python (once, about 11 MB) …";
    if (state !== "running") return;
    began = performance.now();
    const tell = () => { status.textContent = `Running … ${Math.round((performance.now() - began) / 1000)} s`; };
    timer = self.setInterval(tell, 1000);
    tell();
  });
  stop.addEventListener("click", () => python.stop());
  return python;
}

/** Return the time limit that a person chose, in seconds. */
export function chosenSeconds(): number {
  return Number(find<HTMLSelectElement>("limit").value);
}

/** the largest number of states in the picture of a graph; of a larger graph, it shows the first states */
export const MAX_DRAWN_STATES = "500";

/** the least width of answers: in narrower lines, hardly two words stand side by side */
const MIN_COLUMNS = 20;

/** Shows answers: a text, and beside it a page in a frame that can run scripts but reaches nothing else. */
export class AnswerPanel {
  readonly #text = find<HTMLPreElement>("answer-text");
  readonly #section = find("answer");
  readonly #download = find<HTMLAnchorElement>("answer-file");

  constructor() {
    followHeights();
  }

  /**
   * Run a command, show that it runs, and show its answer: its text and the page `page`, if it writes one.
   *
   * `explain` promises the answer's errors, or another text to show in place of the command and its answer.
   */
  async run(
    python: Python, command: string[], files: Record<string, string>, page = "", explain = async ({ errors }: Answer) => errors,
  ): Promise<Answer | null> {
    this.#text.textContent = `$ plan ${command.map((part) => (/^[\w./=:,-]+$/.test(part) ? part : `'${part}'`)).join(" ")}\n`;
    this.#removePage();
    this.#section.scrollIntoView({ block: "nearest" });
    try {
      const answer = await python.run([...command, "--timeout", `${chosenSeconds()}s`], files, chosenSeconds(), this.#countColumns());
      const errors = await explain(answer);
      if (errors !== answer.errors) this.#text.textContent = errors;
      else this.#text.textContent += withoutFileNotes(answer.output, answer) + withoutFileNotes(errors, answer).replace(/^plan: /gm, "");
      const written = answer.files[page];
      if (written !== undefined) {
        this.#addPage(written);
        this.#download.href = URL.createObjectURL(new Blob([written], { type: "text/html" }));
        this.#download.download = page;
        this.#download.hidden = false;
      }
      this.#reveal();
      document.body.dataset.answered = String(answer.code);
      return answer;
    } catch (error) {
      this.#text.textContent += error instanceof StoppedError ? `${error.message}\n` : `This did not work: ${error instanceof Error ? error.message : error}\n`;
      this.#reveal();
      document.body.dataset.answered = "stopped";
      return null;
    }
  }

  /** Show a message in place of an answer. */
  tell(message: string): void {
    this.#text.textContent = message;
    document.body.dataset.answered = "not asked";
    this.#removePage();
  }

  /** Show a message as the answer to a button, and bring it into view. */
  refuse(message: string): void {
    this.tell(message);
    this.#reveal();
  }

  /** Bring the head of the answer into view; nothing moves if it is visible. */
  #reveal(): void {
    const { top } = this.#section.getBoundingClientRect(), lines = 5 * parseFloat(getComputedStyle(this.#text).lineHeight);
    if (top < 0) this.#section.scrollIntoView({ block: "start" });
    else if (top + lines > innerHeight) this.#section.scrollIntoView({ block: "nearest" });
  }

  /** Return the number of characters that fit into a line of the answer's text. */
  #countColumns(): number {
    const probe = Object.assign(document.createElement("span"), { textContent: "0".repeat(100) });
    probe.style.cssText = "position: absolute; visibility: hidden; white-space: pre";
    this.#text.append(probe);
    const width = probe.getBoundingClientRect().width / 100;
    probe.remove();
    const { paddingLeft, paddingRight } = getComputedStyle(this.#text);
    return Math.max(MIN_COLUMNS, Math.floor((this.#text.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)) / width));
  }

  /** Show a page in a new frame: Chromium may leave a frame blank that shows a second page. */
  #addPage(html: string): void {
    const frame = Object.assign(document.createElement("iframe"), { title: "The answer as a page", srcdoc: reportHeight(html) });
    frame.setAttribute("sandbox", "allow-scripts");
    // Where the answer stands below the buttons, a long text would push the page out of reach.
    if (matchMedia("(min-width: 64rem)").matches) this.#section.append(frame);
    else this.#section.prepend(frame);
  }

  #removePage(): void {
    this.#section.querySelector("iframe")?.remove();
    this.#download.hidden = true;
  }
}

/** Return a text without the lines that name the files which a command wrote: here, they are no files. */
function withoutFileNotes(text: string, { files }: Answer): string {
  const notes = new Set(Object.keys(files).flatMap((name) => [`${name}: written.`, `plan: ${name}: written.`]));
  return text.split("\n").filter((line) => !notes.has(line)).join("\n");
}

/** Let a button bring back the texts that an example has replaced; pressed again, it brings the example back. */
export class UndoButton {
  readonly #button = find<HTMLButtonElement>("undo");
  #former: Record<string, string> = {};

  /** `read` returns the present texts, `write` replaces them. */
  constructor(read: () => Record<string, string>, write: (texts: Record<string, string>) => void) {
    this.#button.addEventListener("click", () => {
      const present = read();
      write(this.#former);
      this.#former = present;
    });
  }

  /** Offer to bring texts back. */
  offer(texts: Record<string, string>): void {
    this.#former = texts;
    this.#button.hidden = false;
  }
}

/** Let a group of tab buttons choose which of their panels is shown, with arrow keys as usual. */
export function connectTabs(group: HTMLElement): (name: string) => void {
  const tabs = [...group.querySelectorAll<HTMLButtonElement>("[role=tab]")];
  const choose = (tab: HTMLButtonElement) => {
    for (const one of tabs) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      find(one.getAttribute("aria-controls")!).hidden = one !== tab;
    }
  };
  for (const [number, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0, next = tabs.at((number + step) % tabs.length);
      if (!step || !next) return;
      choose(next);
      next.focus();
    });
  }
  return (name) => choose(tabs.find((tab) => tab.getAttribute("aria-controls") === name)!);
}

/** Keep texts in this browser under a name, so that a reload loses nothing. */
export function keepTexts(name: string, texts: Record<string, string>): void {
  try {
    localStorage.setItem(name, JSON.stringify(texts));
  } catch {
    // private windows may forbid it
  }
}

/** Return the texts that were kept under a name, or null. */
export function readTexts(name: string): Record<string, string> | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") as Record<string, string> | null;
  } catch {
    return null;
  }
}

export interface Example {
  title: string;
  domain: string;
  problem: string;
}

/** Return an example of the catalog that was written with the site. */
export async function loadExample<T>(folder: string, name: string): Promise<T> {
  const answer = await fetch(new URL(`${folder}/${name}.json`, document.baseURI));
  if (!answer.ok) throw new Error(`the example ${name} could not be loaded`);
  return (await answer.json()) as T;
}

/** Call `take` with the texts of files that a person drops anywhere on the page or chooses. */
export function acceptFiles(take: (files: File[]) => void): void {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer?.files.length) take([...event.dataTransfer.files]);
  });
  const input = find<HTMLInputElement>("files");
  input.addEventListener("change", () => {
    take([...(input.files ?? [])]);
    input.value = "";
  });
}
