// My puzzle: a puzzle file in TOML, its mistakes as one types, its page to play, and its PDDL.

import { type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { LanguageSupport, StreamLanguage } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { applyEdits, createEditor, type Finding, forceLinting, goTo, setText, showFindings } from "./editor";
import { type EditorView } from "@codemirror/view";
import { pack, unpack } from "./sharing";
import { acceptFiles, AnswerPanel, connectPython, find, keepTexts, loadExample, readTexts, UndoButton } from "./tool";

const NAME = "puzzle.toml", KEPT = "ferryplan/puzzle";
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

async function ask(now: string): Promise<Finding[]> {
  const family = /^\s*family\s*=\s*"(\w+)"/m.exec(now)?.[1];
  if (family) loadSchema(family);
  try {
    const answer = await python.run(["lint", NAME, "--format", "json"], { [NAME]: now }, 20);
    const found = answer.output ? (JSON.parse(answer.output) as { findings: Finding[] }).findings : [];
    showFindings(found, {
      place: ({ line }) => (line ? `line ${line}` : "file"),
      show: (finding) => goTo(view, finding),
      fix: applyFix,
    });
    return found;
  } catch {
    checked = "";
    return [];
  }
}

const actions: Record<string, () => unknown> = {
  play: () => answers.run(python, ["solve", NAME, "-o", "-", "-o", "solution.html"], { [NAME]: text() }, "solution.html"),
  pddl: () => answers.run(python, ["generate", NAME, "--dialect", find<HTMLSelectElement>("dialect").value], { [NAME]: text() }),
  graph: () => answers.run(python, ["graph", NAME, "-o", "graph.html"], { [NAME]: text() }, "graph.html"),
  why: () => answers.run(python, ["why", NAME], { [NAME]: text() }),
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
