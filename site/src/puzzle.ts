// My puzzle: a puzzle file in TOML, its mistakes as one types, its page to play, and its PDDL.

import { type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { LanguageSupport, StreamLanguage } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { applyEdits, createEditor, describeErrors, type Finding, forceLinting, goTo, setText, showFindings } from "./editor";
import { type EditorView } from "@codemirror/view";
import { type Answer } from "./python";
import { pack, unpack } from "./sharing";
import { acceptFiles, AnswerPanel, connectPython, find, keepTexts, loadExample, MAX_DRAWN_STATES, readTexts, UndoButton } from "./tool";

const NAME = "puzzle.toml", KEPT = "ferryplan/puzzle", LINT_SECONDS = 20;
const python = connectPython(), answers = new AnswerPanel();
let edited = false, checked = "", findings: Promise<Finding[]> = Promise.resolve([]);

interface Schema {
  properties?: Record<string, Schema>;
  $ref?: string;
  $defs?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
  description?: string;
  enum?: unknown[];
  const?: unknown;
}

/** Return the schemas that a part of a schema stands for, without references and alternatives. */
function resolve(root: Schema, part: Schema | undefined): Schema[] {
  if (!part) return [];
  if (part.$ref) return resolve(root, root.$defs?.[part.$ref.split("/").at(-1)!]);
  return part.anyOf ? part.anyOf.flatMap((one) => resolve(root, one)) : [part];
}

/** Return the schemas of the table in which a line of a TOML text stands. */
function schemasAt(root: Schema, before: string): Schema[] {
  const header = [...before.matchAll(/^\s*\[\[?([^\]]+)\]\]?\s*(?:#.*)?$/gm)].at(-1)?.[1] ?? "";
  let found = [root];
  for (const key of header.split(".").map((one) => one.trim().replaceAll('"', "")).filter(Boolean)) {
    found = found.flatMap((one) => {
      const inner = one.properties?.[key] ?? (typeof one.additionalProperties === "object" ? one.additionalProperties : undefined);
      return resolve(root, inner).flatMap((part) => (part.items ? resolve(root, part.items) : [part]));
    });
  }
  return found;
}

let schema: Schema = {};
async function loadSchema(family: string): Promise<void> {
  if (!find("puzzle").dataset.families!.split(" ").includes(family)) return;
  schema = await loadExample<Schema>("schemas", family).catch(() => ({}));
}

function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w-]*/);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  const line = context.state.doc.lineAt(context.pos), before = context.state.doc.sliceString(0, line.from);
  if (!/^\s*[\w-]*$/.test(line.text.slice(0, context.pos - line.from))) return null;
  const options = schemasAt(schema, before).flatMap((one) => Object.entries(one.properties ?? {}));
  return {
    from: word.from,
    options: options.map(([label, { description }]) => ({ label, type: "property", info: description, apply: `${label} = ` })),
    validFor: /^[\w-]*$/,
  };
}

const language = StreamLanguage.define(toml);
const view: EditorView = createEditor({
  parent: find("puzzle"),
  label: "Puzzle file",
  language: new LanguageSupport(language, language.data.of({ autocomplete: complete })),
  lint,
  fix: applyFix,
  changed: (byPerson) => {
    edited ||= byPerson;
    find("shared").textContent = "";
    keepTexts(KEPT, { puzzle: text() });
  },
});
const text = () => view.state.doc.toString();
const undo = new UndoButton(() => ({ puzzle: text() }), ({ puzzle }) => {
  edited = true;
  setText(view, puzzle ?? "");
});

async function lint(): Promise<Finding[]> {
  if (!edited) return [];
  const now = text();
  if (now !== checked) {
    checked = now;
    find("checked").textContent = "Checking …";
    findings = ask(now);
  }
  return findings;
}

function applyFix({ edits }: Finding): void {
  applyEdits(view, edits);
  forceLinting(view);
}

const describePlace = ({ line }: Finding) => (line ? `line ${line}` : "file");

async function ask(now: string): Promise<Finding[]> {
  const family = /^\s*family\s*=\s*"(\w+)"/m.exec(now)?.[1];
  if (family) loadSchema(family);
  let found: Finding[] = [], unchecked = now.trim() ? "" : "The file is empty.";
  if (!unchecked) {
    try {
      const { output, errors } = await python.run(["lint", NAME, "--format", "json", "--timeout", `${LINT_SECONDS}s`], { [NAME]: now }, LINT_SECONDS);
      if (output) found = (JSON.parse(output) as { findings: Finding[] }).findings;
      else unchecked = `Not checked: ${errors.replace(/^plan: /gm, "")}`;
    } catch (error) {
      checked = "";
      unchecked = `Not checked: ${error instanceof Error ? error.message : error}.`;
    }
  }
  showFindings(found, { place: describePlace, show: (finding) => goTo(view, finding), fix: applyFix });
  if (unchecked) find("checked").textContent = unchecked;
  return found;
}

/** Return the errors of a command to show; for mistakes in the file, these are the findings. */
async function explainErrors({ errors }: Answer): Promise<string> {
  if (!errors.includes(`${NAME}:`)) return errors;
  edited = true;
  return describeErrors(await lint(), describePlace) || errors;
}

/** Run a command about the puzzle, and show the page `page` if it writes one. */
function run(command: string[], page = ""): unknown {
  if (!text().trim()) return answers.refuse("The file is empty. Write a puzzle, open a file, or choose an example to start from.");
  return answers.run(python, command, { [NAME]: text() }, page, explainErrors);
}

const actions: Record<string, () => unknown> = {
  play: () => run(["solve", NAME, "-o", "-", "-o", "solution.html"], "solution.html"),
  pddl: () => run(["generate", NAME, "--dialect", find<HTMLSelectElement>("dialect").value]),
  graph: () => run(["graph", NAME, "--max-states", MAX_DRAWN_STATES, "-o", "graph.html"], "graph.html"),
  why: () => run(["why", NAME]),
};
for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);

async function openExample(name: string): Promise<void> {
  const { text: example, family } = await loadExample<{ text: string; family: string }>("puzzles", name);
  edited = false;
  setText(view, example);
  loadSchema(family);
}
find<HTMLSelectElement>("example").addEventListener("change", ({ target }) => {
  const former = { puzzle: text() };
  openExample((target as HTMLSelectElement).value).then(() => undo.offer(former)).catch((error: Error) => answers.tell(error.message));
});
find("share").addEventListener("click", async () => {
  location.hash = await pack({ puzzle: text() });
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  find("shared").textContent = copied ? "The link is in the clipboard. It holds the puzzle itself." : "The address of this page now holds the puzzle.";
});
acceptFiles(async ([file]) => {
  if (!file) return;
  edited = true;
  setText(view, await file.text());
});

async function begin(): Promise<void> {
  const shared = location.hash.length > 1 ? await unpack(location.hash.slice(1)) : readTexts(KEPT);
  if (shared?.puzzle !== undefined) setText(view, shared.puzzle);
  else await openExample("wolf-goat-cabbage");
  document.body.dataset.began = "";
}
begin().catch((error: Error) => answers.tell(error.message));
