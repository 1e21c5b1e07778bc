// Check my model: a student's domain and problem, compared with a puzzle of the catalog.

import { NAMES, type Part, PddlEditors, recognizePart } from "./pddl-editors";
import { acceptFiles, AnswerPanel, connectPython, connectTabs, find, keepTexts, loadExample, readTexts } from "./tool";

interface Puzzle {
  title: string;
  story: string;
  rules: string[];
}

const KEPT = "ferryplan/model";
const python = connectPython(), answers = new AnswerPanel(), show = connectTabs(find("editors"));
const puzzle = find<HTMLSelectElement>("puzzle"), parameters = find<HTMLInputElement>("parameters");
const editors = new PddlEditors(python, ["domain", "problem"], keep);

function keep(): void {
  keepTexts(KEPT, { puzzle: puzzle.value, parameters: parameters.value, ...editors.texts });
}

async function tellPuzzle(): Promise<void> {
  const { story, rules } = await loadExample<Puzzle>("puzzles", puzzle.value);
  find("story").textContent = story;
  find("rules").replaceChildren(...rules.map((rule) => Object.assign(document.createElement("li"), { textContent: rule })));
}

find("check").addEventListener("click", () => {
  const missing = (["domain", "problem"] as const).filter((part) => !editors.text(part).trim());
  if (missing.length) return answers.refuse(`Your model has no ${missing.join(" and no ")} yet. Write it above, or open your files.`);
  editors.check();
  const level = find<HTMLSelectElement>("hint").value, hints = level === "0" ? [] : ["--hint", level];
  const chosen = parameters.value.trim().split(/\s+/).filter(Boolean);
  return answers.run(python, ["check", puzzle.value, ...chosen, "--domain", NAMES.domain, "--problem", NAMES.problem, ...hints], editors.files, "", (answer) => editors.explainErrors(answer));
});
puzzle.addEventListener("change", () => {
  keep();
  tellPuzzle().catch((error: Error) => answers.tell(error.message));
});
parameters.addEventListener("change", keep);
acceptFiles(async (files) => {
  const texts: Partial<Record<Part, string>> = {};
  for (const file of files) {
    const text = await file.text(), part = recognizePart(text);
    if (part !== "plan") texts[part] = text;
  }
  editors.set(texts, true);
  show(`${(Object.keys(texts) as Part[])[0] ?? "domain"}-panel`);
});

const kept = readTexts(KEPT);
if (kept) {
  puzzle.value = kept.puzzle || puzzle.value;
  parameters.value = kept.parameters ?? "";
  editors.set({ domain: kept.domain ?? "", problem: kept.problem ?? "" });
}
tellPuzzle().then(() => { document.body.dataset.began = ""; }, (error: Error) => answers.tell(error.message));
