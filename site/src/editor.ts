// An editor whose findings come from `plan lint`, with the fixes that it knows.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting, type LanguageSupport, StreamLanguage } from "@codemirror/language";
import { type Diagnostic, forceLinting, lintGutter, lintKeymap, linter, nextDiagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export interface TextEdit {
  line: number;
  column: number;
  end_line: number;
  end_column: number;
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
  edits?: TextEdit[];
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
function offsetOf(text: Text, line: number, column: number): number {
  if (line > text.lines) return text.length;
  const { from, to } = text.line(Math.max(1, line));
  return Math.min(to, from + Math.max(0, column - 1));
}

/** Apply the edits of a finding. */
export function applyEdits(view: EditorView, edits: TextEdit[]): void {
  const text = view.state.doc;
  view.dispatch({
    changes: edits.map((edit) => ({
      from: offsetOf(text, edit.line, edit.column),
      to: offsetOf(text, edit.end_line, edit.end_column),
      insert: edit.text,
    })),
    userEvent: "input.fix",
  });
  view.focus();
}

function toDiagnostic(text: Text, finding: Finding): Diagnostic {
  const from = offsetOf(text, finding.line ?? 1, finding.column ?? 1), edits = finding.edits ?? [];
  return {
    from,
    to: Math.max(from, Math.min(text.length, from + (finding.length ?? 0))),
    severity: finding.severity === "style" ? "hint" : finding.severity,
    message: finding.message,
    source: finding.kind,
    actions: edits.length ? [{ name: `Fix: ${finding.fix || "change"}`, apply: (view) => applyEdits(view, edits) }] : [],
  };
}

export interface EditorOptions {
  parent: HTMLElement;
  label: string;
  language: LanguageSupport | StreamLanguage<unknown>;
  /** promises the findings in the current texts */
  lint: () => Promise<Finding[]>;
  /** called after each change that a person makes, and with `byPerson` false for others */
  changed: (byPerson: boolean) => void;
}

/** Return an editor. */
export function createEditor({ parent, label, language, lint, changed }: EditorOptions): EditorView {
  const extensions: Extension[] = [
    lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), autocompletion(), highlightActiveLine(),
    highlightSelectionMatches(), lintGutter(), EditorView.lineWrapping, syntaxHighlighting(colors), look, language,
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
    linter(async (view) => (await lint()).map((finding) => toDiagnostic(view.state.doc, finding)), { delay: 350 }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete") || one.isUserEvent("undo")));
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  view.scrollDOM.tabIndex = 0;  // a region that scrolls must be reachable by keyboard
  return view;
}

/** Replace the whole text of an editor. */
export function setText(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

export { forceLinting, indentWithTab, nextDiagnostic };
