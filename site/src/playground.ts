// The playground: a domain, a problem and a plan, and what ferryplan says about them.

import { NAMES, type Part, PddlEditors, recognizePart } from "./pddl-editors";
import { pack, unpack } from "./sharing";
import { acceptFiles, AnswerPanel, connectPython, connectTabs, type Example, find, keepTexts, loadExample, MAX_DRAWN_STATES, readTexts, UndoButton } from "./tool";

const python = connectPython(), answers = new AnswerPanel(), show = connectTabs(find("editors"));
const KEPT = "ferryplan/playground";
const editors = new PddlEditors(python, ["domain", "problem", "plan"], () => {
  find("shared").textContent = "";
  keep();
});
const undo = new UndoButton(() => editors.texts, (texts) => editors.set(texts, true));
/** the plan that Solve has found; the next answer replaces it, unless a person has changed it */
let found = "";

function keep(): void {
  keepTexts(KEPT, { ...editors.texts, found });
}

/** Put a plan that was found into its editor, or remove an earlier one if there is none. A person's own plan stays. */
function replacePlan(plan: string): void {
  const written = editors.text("plan");
  if (written.trim() && written !== found) return;
  found = plan;
  editors.set({ plan }, true);
  keep();
}

async function openExample(name: string): Promise<void> {
  const { domain, problem } = await loadExample<Example>("examples", name);
  editors.set({ domain, problem, plan: "" });
  history.replaceState(null, "", location.pathname + location.search);
  answers.tell("Press a button below the editors to see what ferryplan says.");
}

/** Run a command that needs a domain and a problem. */
function run(command: string[], page = "") {
  const missing = (["domain", "problem"] as const).filter((part) => !editors.text(part).trim());
  if (missing.length) return answers.refuse(`There is no ${missing.join(" and no ")} yet. Write it, open your files, or choose an example.`);
  editors.check();
  return answers.run(python, command, editors.files, page, (answer) => editors.explainErrors(answer));
}

const pair = ["--domain", NAMES.domain, "--problem", NAMES.problem];
const actions: Record<string, () => unknown> = {
  solve: async () => {
    const answer = await run(["solve", ...pair, "-o", "-", "-o", "solution.html", "-o", "found.plan"], "solution.html");
    if (answer) replacePlan(answer.code ? "" : answer.files["found.plan"] ?? "");
  },
  why: () => run(["why", ...pair]),
  graph: () => run(["graph", ...pair, "--max-states", MAX_DRAWN_STATES, "-o", "graph.html"], "graph.html"),
  search: () => run(["search", ...pair, "--algorithm", find<HTMLSelectElement>("algorithm").value, ...heuristic(), "-o", "search.html"], "search.html"),
  validate: () => withPlan(["validate", NAMES.problem, NAMES.plan, "--domain", NAMES.domain]),
  narrate: () => withPlan(["narrate", NAMES.problem, NAMES.plan, "--domain", NAMES.domain]),
};

function heuristic(): string[] {
  const informed = !["bfs", "dfs", "iddfs", "ucs"].includes(find<HTMLSelectElement>("algorithm").value);
  return informed ? ["--heuristic", find<HTMLSelectElement>("heuristic").value] : [];
}

function withPlan(command: string[]): unknown {
  if (editors.text("plan").trim()) return run(command);
  show("plan-panel");
  return answers.refuse("The plan is empty. Write one, for example (move a b), or press Solve first.");
}

for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
find<HTMLSelectElement>("example").addEventListener("change", ({ target }) => {
  const { value } = target as HTMLSelectElement;
  if (!value) return;
  const former = editors.texts;
  openExample(value).then(() => undo.offer(former)).catch((error: Error) => answers.tell(error.message));
});
find("share").addEventListener("click", async () => {
  location.hash = await pack(editors.texts);
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  find("shared").textContent = copied ? "The link is in the clipboard. It holds the texts themselves." : "The address of this page now holds the texts.";
});
acceptFiles(async (files) => {
  const texts: Partial<Record<Part, string>> = {};
  for (const file of files) {
    const text = await file.text();
    texts[recognizePart(text)] = text;
  }
  editors.set(texts, true);
  show(`${(Object.keys(texts) as Part[])[0] ?? "domain"}-panel`);
});

async function begin(): Promise<void> {
  const word = location.hash.slice(1), shared = word ? await unpack(word) : null, kept = word ? null : readTexts(KEPT);
  if (shared) {
    editors.set(shared);
    answers.tell("These texts came with the link.");
  } else if (kept) {
    editors.set(kept);
    found = kept.found ?? "";
    answers.tell("These are your texts of last time.");
  } else {
    await openExample("wolf-goat-cabbage");
    if (word) answers.tell("The link is damaged: its texts could not be read. This is an example.");
  }
  document.body.dataset.began = "";
}
window.addEventListener("hashchange", async () => {
  const shared = await unpack(location.hash.slice(1));
  if (shared) editors.set(shared);
});
begin().catch((error: Error) => answers.tell(error.message));
