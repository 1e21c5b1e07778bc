// An editor whose findings come from `plan lint`, with the fixes that it knows.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting, type LanguageSupport, StreamLanguage } from "@codemirror/language";
import { type Diagnostic, forceLinting, lintGutter, lintKeymap, linter, nextDiagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export interface Position {
  line: number;
  column: number;
}

export interface TextEdit {
  file: string;
  start: Position;
  end: Position;
  text: string;
}

export interface Finding {
  file: string;
  line: number | null;
  column: number | null;
  length: number | null;
  kind: string;
  severity: "error" | "warning" | "style";
  message: string;
  fix: string | null;
  edits: TextEdit[];
}

const colors = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--k0)", fontWeight: "600" },
  { tag: tags.variableName, color: "var(--k1)" },
  { tag: tags.propertyName, color: "var(--k2)" },
  { tag: [tags.number, tags.string], color: "var(--k3)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "14px", backgroundColor: "var(--paper)", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", borderRight: "1px solid var(--rule)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--water) 45%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { background: "var(--water) !important" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--faint)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--way)", color: "var(--on)", minHeight: "28px", borderRadius: "5px", fontSize: "13px", padding: "3px 9px" },
});

/** Return the position of a line and column, both from 1, or of the end of the line if it is shorter. */
function offsetOf(text: Text, { line, column }: Position): number {
  if (line > text.lines) return text.length;
  const { from, to } = text.line(Math.max(1, line));
  return Math.min(to, from + Math.max(0, column - 1));
}

/** Apply edits to the text of an editor. */
export function applyEdits(view: EditorView, edits: TextEdit[]): void {
  const text = view.state.doc;
  const changes = edits.map(({ start, end, text: insert }) => ({ from: offsetOf(text, start), to: offsetOf(text, end), insert }));
  view.dispatch({ changes, userEvent: "input.fix" });
  view.focus();
}

function toDiagnostic(text: Text, finding: Finding, fix: (finding: Finding) => void): Diagnostic {
  const from = offsetOf(text, { line: finding.line ?? 1, column: finding.column ?? 1 });
  return {
    from,
    to: Math.max(from, Math.min(text.length, from + (finding.length ?? 0))),
    severity: finding.severity === "style" ? "hint" : finding.severity,
    message: finding.message,
    source: finding.kind,
    actions: finding.edits.length ? [{ name: nameFix(finding), apply: () => fix(finding) }] : [],
  };
}

/** Return the text of the button that applies a fix. */
function nameFix({ fix }: Finding): string {
  return `Fix: ${fix || "change"}`;
}

export interface EditorOptions {
  parent: HTMLElement;
  label: string;
  language: LanguageSupport | StreamLanguage<unknown>;
  /** promises the findings in the current texts */
  lint: () => Promise<Finding[]>;
  /** applies the edits of a finding */
  fix: (finding: Finding) => void;
  /** called after each change that a person makes, and with `byPerson` false for others */
  changed: (byPerson: boolean) => void;
}

/** Return an editor. */
export function createEditor({ parent, label, language, lint, fix, changed }: EditorOptions): EditorView {
  const extensions: Extension[] = [
    lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), autocompletion(), highlightActiveLine(),
    highlightSelectionMatches(), lintGutter(), EditorView.lineWrapping, syntaxHighlighting(colors), look, language,
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
    linter(async (view) => (await lint()).map((finding) => toDiagnostic(view.state.doc, finding, fix)), { delay: 350 }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete") || one.isUserEvent("undo")));
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  view.scrollDOM.tabIndex = 0;  // a region that scrolls must be reachable by keyboard
  return view;
}

/** Put the cursor of an editor at a finding. */
export function goTo(view: EditorView, { line, column }: Finding): void {
  view.dispatch({ selection: { anchor: offsetOf(view.state.doc, { line: line ?? 1, column: column ?? 1 }) }, scrollIntoView: true });
  view.focus();
}

/** returns where a finding is, in words */
export type DescribePlace = (finding: Finding) => string;

/** Return the errors among findings as text, one a line. */
export function describeErrors(found: Finding[], place: DescribePlace): string {
  return found.filter(({ severity }) => severity === "error").map((finding) => `${place(finding)}: ${finding.message}\n`).join("");
}

export interface FindingActions {
  place: DescribePlace;
  show: (finding: Finding) => void;
  fix: (finding: Finding) => void;
}

/** List findings below the editors, with buttons that lead to their places and that apply their fixes. */
export function showFindings(found: Finding[], { place, show, fix }: FindingActions): void {
  const errors = found.filter(({ severity }) => severity === "error").length, rest = found.length - errors;
  const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const parts = [errors && counted(errors, "error"), rest && counted(rest, "remark")].filter(Boolean);
  document.getElementById("checked")!.textContent = parts.join(", ") || "No mistakes found.";
  const addButton = (item: HTMLElement, name: string, text: string, action: () => void) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: name, textContent: text });
    button.addEventListener("click", action);
    item.append(button);
  };
  document.getElementById("findings")!.replaceChildren(...found.map((finding) => {
    const item = Object.assign(document.createElement("li"), { className: finding.severity });
    addButton(item, "finding", `${place(finding)}: ${finding.message}`, () => show(finding));
    if (finding.edits.length) addButton(item, "fix", nameFix(finding), () => fix(finding));
    return item;
  }));
  document.body.dataset.findings = String(found.length);
}

/** Replace the whole text of an editor. */
export function setText(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

export { forceLinting, indentWithTab, nextDiagnostic };
