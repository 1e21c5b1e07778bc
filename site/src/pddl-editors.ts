// The editors of a domain, a problem and, if the page has one, a plan, checked together by `plan lint`.

import { EditorView } from "@codemirror/view";
import { applyEdits, createEditor, type Finding, forceLinting, nameFix, setText } from "./editor";
import { pddl } from "./pddl";
import { type Python } from "./python";
import { find } from "./tool";

export const NAMES = { domain: "domain.pddl", problem: "problem.pddl", plan: "plan.txt" } as const;
export type Part = keyof typeof NAMES;

/** Return the part that a finding or an edit is about: they call the texts `the domain` and `the problem`. */
function partOf({ file }: { file: string }): Part {
  return file.endsWith("domain") ? "domain" : "problem";
}

const LINT_SECONDS = 20;

export class PddlEditors {
  readonly views = new Map<Part, EditorView>();
  readonly #python: Python;
  readonly #drafts: Part[];
  #edited = false;
  #checked = "";
  #findings: Promise<Finding[]> = Promise.resolve([]);

  constructor(python: Python, parts: Part[], changed: () => void) {
    this.#python = python;
    this.#drafts = parts.filter((part) => part !== "plan");
    for (const part of parts) {
      const others = () => parts.filter((one) => one !== part && one !== "plan").map((one) => this.text(one));
      const lint = async () => (await this.#lint()).filter((finding) => partOf(finding) === part);
      const view = createEditor({
        parent: find(part),
        label: part[0]!.toUpperCase() + part.slice(1),
        language: pddl(others),
        lint: part === "plan" ? async () => [] : lint,
        fix: (finding) => this.#fix(finding),
        changed: (byPerson) => {
          this.#edited ||= byPerson;
          changed();
        },
      });
      this.views.set(part, view);
    }
  }

  text(part: Part): string {
    return this.views.get(part)?.state.doc.toString() ?? "";
  }

  /** The texts that are not empty, by the names of their files. */
  get files(): Record<string, string> {
    const parts = [...this.views.keys()].filter((part) => this.text(part).trim());
    return Object.fromEntries(parts.map((part) => [NAMES[part], this.text(part)]));
  }

  /** Replace texts. Python need not check them, unless a person has written them. */
  set(texts: Partial<Record<Part, string>>, byPerson = false): void {
    this.#edited = byPerson;
    for (const [part, text] of Object.entries(texts)) {
      const view = this.views.get(part as Part);
      if (view) setText(view, text);
    }
    if (byPerson) this.check();
  }

  /** Check the texts now. */
  check(): void {
    this.#edited = true;
    for (const view of this.views.values()) forceLinting(view);
  }

  async #lint(): Promise<Finding[]> {
    if (!this.#edited) return [];
    const key = JSON.stringify(this.files);
    if (key !== this.#checked) {
      this.#checked = key;
      this.#findings = this.#ask();
      const found = await this.#findings;
      if (key === this.#checked) this.#tell(found);
    }
    return this.#findings;
  }

  async #ask(): Promise<Finding[]> {
    const texts = this.#drafts.filter((part) => this.text(part).trim());
    if (!texts.length) return [];
    try {
      const draft = Object.fromEntries(texts.map((part) => [part, this.text(part)]));
      return (await this.#python.ask<{ findings: Finding[] }>({ draft }, LINT_SECONDS)).findings;
    } catch {
      this.#checked = "";
      return [];
    }
  }

  #tell(found: Finding[]): void {
    const list = find("findings"), errors = found.filter(({ severity }) => severity === "error").length;
    const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
    const rest = found.length - errors;
    find("checked").textContent = found.length ? [errors && counted(errors, "error"), rest && counted(rest, "remark")].filter(Boolean).join(", ") : "No mistakes found.";
    list.replaceChildren(...found.map((finding) => {
      const item = document.createElement("li"), go = document.createElement("button");
      const part = partOf(finding);
      go.type = "button";
      go.className = "finding";
      go.textContent = `${part}${finding.line ? `, line ${finding.line}` : ""}: ${finding.message}`;
      go.addEventListener("click", () => this.#show(part, finding));
      item.className = finding.severity;
      item.append(go);
      if (finding.edits.length) {
        const fix = document.createElement("button");
        fix.type = "button";
        fix.className = "fix";
        fix.textContent = nameFix(finding);
        fix.addEventListener("click", () => this.#fix(finding));
        item.append(fix);
      }
      return item;
    }));
    document.body.dataset.findings = String(found.length);
  }

  #show(part: Part, finding: Finding): void {
    const view = this.views.get(part)!;
    document.querySelector<HTMLButtonElement>(`[aria-controls=${part}-panel]`)?.click();
    const line = view.state.doc.line(Math.min(view.state.doc.lines, finding.line ?? 1));
    view.dispatch({ selection: { anchor: Math.min(line.to, line.from + (finding.column ?? 1) - 1) }, scrollIntoView: true });
    view.focus();
  }

  #fix({ edits }: Finding): void {
    for (const part of this.#drafts) {
      const own = edits.filter((edit) => partOf(edit) === part), view = this.views.get(part);
      if (own.length && view) applyEdits(view, own);
    }
    this.check();
  }
}

/** Return which part a PDDL text or a plan is. */
export function recognizePart(text: string): Part {
  const plain = text.replace(/;.*$/gm, "");
  if (/\(\s*define\s*\(\s*domain\b/i.test(plain)) return "domain";
  return /\(\s*define\s*\(\s*problem\b/i.test(plain) ? "problem" : "plan";
}
