// A new puzzle: invented from a seed, with a page to play it. The address holds the choices, so that a reload gives the same puzzle.

import { followHeights, reportHeight } from "./frames";
import { connectPython, find } from "./tool";
import { StoppedError } from "./python";

const python = connectPython(), form = find<HTMLFormElement>("choices"), frame = find<HTMLIFrameElement>("puzzle-page"), said = find("said");
const fields = { kind: find<HTMLSelectElement>("kind"), difficulty: find<HTMLSelectElement>("difficulty"), seed: find<HTMLInputElement>("seed") };

async function invent(): Promise<void> {
  const { kind, difficulty, seed } = fields;
  const wishes = difficulty.value ? ["--difficulty", difficulty.value] : [];
  history.replaceState(null, "", `?${new URLSearchParams({ kind: kind.value, difficulty: difficulty.value, seed: seed.value })}`);
  frame.hidden = true;
  said.textContent = "Inventing a puzzle with a proven solution …";
  try {
    const invented = await python.run(["invent", kind.value, "--seed", seed.value, ...wishes, "--engine", "none", "-o", "new"], {}, 120);
    const [name] = Object.keys(invented.files).filter((file) => file.endsWith(".toml"));
    if (!name) throw new Error(invented.errors || "no puzzle was found; try another seed or difficulty");
    const page = await python.run(["solve", "invented.toml", "-o", "page.html"], { "invented.toml": invented.files[name]! }, 120);
    const html = page.files["page.html"];
    if (!html) throw new Error(page.errors);
    // The address of the frame ends in #try: the page then shows the game and not the solution.
    frame.src = `${URL.createObjectURL(new Blob([reportHeight(html)], { type: "text/html" }))}#try`;
    frame.hidden = false;
    said.textContent = `Puzzle ${seed.value} of this kind. The address of this page leads to it again.`;
    document.body.dataset.invented = seed.value;
  } catch (error) {
    said.textContent = error instanceof StoppedError ? "Stopped." : String(error instanceof Error ? error.message : error).replace(/^plan: /gm, "");
  }
}

followHeights();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  invent();
});
find("another").addEventListener("click", () => {
  fields.seed.value = String(Number(fields.seed.value || 0) + 1);
  invent();
});

const asked = new URLSearchParams(location.search);
for (const [name, field] of Object.entries(fields)) field.value = asked.get(name) ?? field.value;
fields.seed.value ||= String(Math.floor(Math.random() * 1e6));
if (asked.has("seed")) invent();
