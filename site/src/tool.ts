// What the tools of the site share: Python's state in words, Stop, the time limit, tabs, answers as text or as a page.

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

/** Shows answers: a text, and beside it a page in a frame that can run scripts but reaches nothing else. */
export class AnswerPanel {
  readonly #text = find<HTMLPreElement>("answer-text");
  readonly #section = find("answer");
  readonly #download = find<HTMLAnchorElement>("answer-file");

  /** Run a command, show that it runs, and show its answer: its text and the page `page`, if it writes one. */
  async run(python: Python, command: string[], files: Record<string, string>, page = ""): Promise<Answer | null> {
    this.#text.textContent = `$ plan ${command.map((part) => (/^[\w./=:,-]+$/.test(part) ? part : `'${part}'`)).join(" ")}\n`;
    this.#removePage();
    this.#section.scrollIntoView({ block: "nearest" });
    try {
      const answer = await python.run([...command, "--timeout", `${chosenSeconds()}s`], files, chosenSeconds());
      this.#text.textContent += answer.output + answer.errors;
      const written = answer.files[page];
      if (written !== undefined) {
        this.#addPage(written);
        this.#download.href = URL.createObjectURL(new Blob([written], { type: "text/html" }));
        this.#download.download = page;
        this.#download.hidden = false;
      }
      document.body.dataset.answered = String(answer.code);
      return answer;
    } catch (error) {
      this.#text.textContent += error instanceof StoppedError ? `${error.message}\n` : `This did not work: ${error instanceof Error ? error.message : error}\n`;
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

  /** Show a page in a new frame: Chromium may leave a frame blank that shows a second page. */
  #addPage(html: string): void {
    const frame = Object.assign(document.createElement("iframe"), { title: "The answer as a page", srcdoc: html });
    frame.setAttribute("sandbox", "allow-scripts");
    this.#section.append(frame);
  }

  #removePage(): void {
    this.#section.querySelector("iframe")?.remove();
    this.#download.hidden = true;
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
