// The editors of a domain, a problem and, if the page has one, a plan, checked together by `plan lint`.

import { EditorView } from "@codemirror/view";
import { applyEdits, createEditor, describeErrors, type Finding, forceLinting, goTo, setText, showFindings } from "./editor";
import { pddl } from "./pddl";
import { type Answer, type Python } from "./python";
import { find } from "./tool";

export const NAMES = { domain: "domain.pddl", problem: "problem.pddl", plan: "plan.txt" } as const;
export type Part = keyof typeof NAMES;

/** Return the part that a finding or an edit is about: they call the texts `the domain` and `the problem`. */
function partOf({ file }: { file: string }): Part {
  return file.endsWith("domain") ? "domain" : "problem";
}

/** Return where a finding is, in words. */
function describePlace(finding: Finding): string {
  return `${partOf(finding)}${finding.line ? `, line ${finding.line}` : ""}`;
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

  /** The texts by their parts. */
  get texts(): Record<string, string> {
    return Object.fromEntries([...this.views.keys()].map((part) => [part, this.text(part)]));
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

  /** Return the errors of a command to show; for mistakes in the texts, these are the findings. */
  async explainErrors({ errors }: Answer): Promise<string> {
    if (!this.#drafts.some((part) => errors.includes(`${NAMES[part]}:`))) return errors;
    return describeErrors(await this.#lint(), describePlace) || errors;
  }

  async #lint(): Promise<Finding[]> {
    if (!this.#edited) return [];
    const key = JSON.stringify(this.files);
    if (key !== this.#checked) {
      this.#checked = key;
      find("checked").textContent = "Checking …";
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
    showFindings(found, {
      place: describePlace,
      show: (finding) => this.#show(partOf(finding), finding),
      fix: (finding) => this.#fix(finding),
    });
  }

  #show(part: Part, finding: Finding): void {
    document.querySelector<HTMLButtonElement>(`[aria-controls=${part}-panel]`)?.click();
    goTo(this.views.get(part)!, finding);
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
