// PDDL in the editor: highlighting, and the completion of keywords and of names that the texts declare.

import { type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { LanguageSupport, StreamLanguage, type StreamParser } from "@codemirror/language";

const SECTIONS = [
  ":requirements", ":types", ":constants", ":predicates", ":functions", ":action", ":durative-action", ":derived", ":parameters", ":precondition",
  ":effect", ":duration", ":condition", ":domain", ":objects", ":init", ":goal", ":metric",
];
const REQUIREMENTS = [
  ":strips", ":typing", ":negative-preconditions", ":disjunctive-preconditions", ":equality", ":existential-preconditions", ":universal-preconditions",
  ":quantified-preconditions", ":conditional-effects", ":fluents", ":numeric-fluents", ":adl", ":durative-actions", ":derived-predicates",
  ":action-costs", ":timed-initial-literals",
];
const WORDS = [
  "define", "domain", "problem", "and", "or", "not", "imply", "forall", "exists", "when", "increase", "decrease", "assign", "scale-up", "scale-down",
  "minimize", "maximize", "total-cost", "at start", "at end", "over all", "either", "object", "number",
];
const RESERVED = new Set(WORDS.flatMap((word) => word.split(" ")));

const parser: StreamParser<{ first: boolean }> = {
  name: "pddl",
  startState: () => ({ first: false }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^;.*/)) return "comment";
    if (stream.match(/^[()]/)) {
      state.first = stream.current() === "(";
      return "bracket";
    }
    const first = state.first;
    state.first = false;
    if (stream.match(/^\?[^\s();]*/)) return "variableName";
    if (stream.match(/^:[^\s();]*/)) return "keyword";
    if (stream.match(/^-?\d+(\.\d+)?(?=[\s();]|$)/)) return "number";
    if (stream.match(/^(-|=|<=|>=|<|>|\+|\*|\/)(?=[\s();]|$)/)) return "operator";
    stream.match(/^[^\s();]+/);
    if (RESERVED.has(stream.current().toLowerCase())) return "keyword";
    return first ? "propertyName" : "atom";
  },
  languageData: { commentTokens: { line: ";" }, closeBrackets: { brackets: ["("] } },
};

/** Return the names in a text after certain patterns: predicates, types, objects, actions and variables. */
function findNames(text: string): Map<string, string> {
  const plain = text.replace(/;.*$/gm, ""), names = new Map<string, string>();
  for (const [name] of plain.matchAll(/\?[\w-]+/g)) names.set(name, "variable");
  for (const [, name] of plain.matchAll(/\(:(?:durative-)?action\s+([\w-]+)/g)) names.set(name!, "function");
  for (const [, name] of plain.matchAll(/\(([a-zA-Z][\w-]*)/g)) if (!RESERVED.has(name!.toLowerCase())) names.set(name!, "property");
  for (const section of [":types", ":constants", ":objects"]) {
    for (const [, body] of plain.matchAll(new RegExp(`\\(${section}\\s+([^()]*)`, "g"))) {
      for (const [name] of body!.matchAll(/[a-zA-Z][\w-]*/g)) names.set(name, section === ":types" ? "type" : "constant");
    }
  }
  return names;
}

/** Return a source of completions that also knows the names in other texts, such as those of the domain in the problem. */
function completeFrom(others: () => string[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[:?]?[\w-]*/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const own = context.state.doc.toString(), written = own.slice(0, word.from) + own.slice(word.to), names = findNames([written, ...others()].join("\n"));
    const inRequirements = /\(:requirements[^()]*$/.test(own.slice(0, word.from));
    const keywords = word.text.startsWith(":") ? (inRequirements ? REQUIREMENTS : SECTIONS) : WORDS;
    return {
      from: word.from,
      options: [
        ...Array.from(names, ([label, type]) => ({ label, type, boost: 1 })),
        ...(inRequirements && !word.text ? REQUIREMENTS : keywords).map((label) => ({ label, type: "keyword" })),
      ],
      validFor: /^[:?]?[\w-]*$/,
    };
  };
}

/** Return the support for PDDL; `others` returns further texts whose names are known. */
export function pddl(others: () => string[]): LanguageSupport {
  const language = StreamLanguage.define(parser);
  return new LanguageSupport(language, language.data.of({ autocomplete: completeFrom(others) }));
}
