"""Puts one mistake at a time into public domains and problems, and asks `plan lint` where it is.

    python benchmarks/mutants.py FOLDER [FOLDER …] [--validate VALIDATE] [--domains 20] [--seed 1] [--each 1] [--originals 80]

Each folder holds folders of domains, as for `foreign.py`. To each of so many domains, drawn by the seed, with its smallest problem, every operator is
applied so often. A mutant counts if it is wrong: a tool that took the original refuses it (VAL's Validate, if its program is given; the readers of
Fast Downward and unified-planning), or the parentheses do not fit. It is told at the right line if an error stands on the line that was changed;
where something was taken away, on the line before or behind, or on a line that needs it; of parentheses also if the mended text is the original.
Prints what each operator comes to, each mutant that was missed, and each error in a text that nobody changed.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from foreign import tasks

from generator.pddl.linting.parentheses import balanced
from generator.pddl.syntax import Source
from planner import linting

linting.unreachable = lambda task: iter(())  # it tells no errors, and takes time
TOKEN = re.compile(r";[^\n]*|[()]|[^\s();]+")


class Token(NamedTuple):
    """A word or a parenthesis, and where it stands."""

    text: str
    start: int


class Mutant(NamedTuple):
    """A changed text."""

    text: str
    lines: frozenset[int]
    """on which the mistake may be told"""


def tokens(text: str) -> list[Token]:
    """Return the words, in lower case, and the parentheses of a text."""
    return [Token(one[0].lower(), one.start()) for one in TOKEN.finditer(text) if one[0][0] != ";"]


def line_of(text: str, start: int) -> int:
    """Return the line of a place, from 1."""
    return text.count("\n", 0, start) + 1


class Text:
    """A text, its tokens, and which of them are what."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens = text, tokens(text)
        self.sections = list[str]()
        """the section in which each token stands"""
        section = ""
        for number, token in enumerate(self.tokens):
            if token.text[0] == ":" and self.tokens[number - 1].text == "(":
                section = token.text
            self.sections.append(section)

    def numbers(self, wanted: Callable[[int], bool]) -> list[int]:
        """Return the tokens, by their numbers, that are as wanted."""
        return [number for number in range(1, len(self.tokens) - 1) if wanted(number)]

    def is_head(self, number: int) -> bool:
        """Whether a token is a predicate or a function in use."""
        word = self.tokens[number].text
        used = self.sections[number] in (":action", ":init", ":goal", ":derived")
        plain = word not in FORMS and word[0] not in "():?-" and not word.startswith(":")
        return used and plain and self.tokens[number - 1].text == "("

    def atom(self, number: int) -> list[int]:
        """Return the words of the parentheses that a head stands in, if there are only words."""
        end = number
        while self.tokens[end].text not in "()":
            end += 1
        return list(range(number, end)) if self.tokens[end].text == ")" else []

    def changed(self, number: int, put: str, more: tuple[int, ...] = ()) -> Mutant:
        """Return the text with another word, or none, in a token's place."""
        token = self.tokens[number]
        text = f"{self.text[: token.start]}{put}{self.text[token.start + len(token.text) :]}"
        around = (number,) if put else (number - 1, number, number + 1)
        lines = {line_of(self.text, self.tokens[one].start) for one in (*around, *more)}
        return Mutant(text, frozenset(lines))


FORMS = {
    "and", "or", "not", "when", "forall", "exists", "imply", "=", "<", ">", "<=", ">=",
    "increase", "decrease", "assign", "+", "-", "*", "/", "at", "start", "over", "all", "end",
    "minimize", "maximize",
}  # fmt: skip


def misspelt(word: str, draw: random.Random) -> str:
    """Return a word with two letters exchanged, one left out, or one doubled."""
    first = int(word[0] in "?:")
    place = draw.randrange(first, max(len(word) - 1, first + 1))
    ways = [
        word[:place] + word[place + 1 : place + 2] + word[place] + word[place + 2 :],
        word[:place] + word[place + 1 :],
        word[: place + 1] + word[place:],
    ]
    return next((way for way in draw.sample(ways, 3) if way != word and len(way) > 1), f"{word}x")


def draw_from(some: list[int], draw: random.Random) -> int:
    """Return one of some tokens. Raises LookupError if there are none."""
    if not some:
        raise LookupError
    return draw.choice(some)


Operator = Callable[[Text, random.Random], Mutant]


def word_in(
    section: tuple[str, ...], wanted: Callable[[Text, int], bool], put: Callable[[str, random.Random], str]
) -> Operator:
    """Return an operator that changes a word of some sections that is as wanted."""

    def operator(text: Text, draw: random.Random) -> Mutant:
        chosen = draw_from(text.numbers(lambda one: text.sections[one] in section and wanted(text, one)), draw)
        return text.changed(chosen, put(text.tokens[chosen].text, draw))

    return operator


def parenthesis(which: str, more: bool) -> Operator:
    """Return an operator that takes a parenthesis away or puts one more."""

    def operator(text: Text, draw: random.Random) -> Mutant:
        if more:
            number = draw_from(text.numbers(lambda one: True), draw)
            return text.changed(number, f"{text.tokens[number].text}{which}")
        return text.changed(draw_from(text.numbers(lambda one: text.tokens[one].text == which), draw), "")

    return operator


def drop_argument(text: Text, draw: random.Random) -> Mutant:
    """An atom loses a term."""
    number = draw_from(text.numbers(lambda one: text.is_head(one) and len(text.atom(one)) > 1), draw)
    return text.changed(draw.choice(text.atom(number)[1:]), "", (number,))


def add_argument(text: Text, draw: random.Random) -> Mutant:
    """An atom has its last term twice."""
    number = text.atom(draw_from(text.numbers(lambda one: text.is_head(one) and len(text.atom(one)) > 1), draw))[-1]
    return text.changed(number, f"{text.tokens[number].text} {text.tokens[number].text}")


def drop_parameter(text: Text, draw: random.Random) -> Mutant:
    """An action loses a parameter that it uses."""
    lists = text.numbers(lambda one: text.tokens[one].text == ":parameters")
    start = draw_from(lists, draw)
    end = next(one for one in range(start, len(text.tokens)) if text.tokens[one].text == ")")
    number = draw_from([one for one in range(start, end) if text.tokens[one].text[0] == "?"], draw)
    stop = next((one for one in range(end, len(text.tokens)) if text.tokens[one].text == ":action"), len(text.tokens))
    uses = [one for one in range(end, stop) if text.tokens[one].text == text.tokens[number].text]
    if not uses:
        raise LookupError
    return text.changed(number, "", tuple(uses))


def drop_declaration(section: str) -> Operator:
    """Return an operator that takes a declared word away that is used."""

    def operator(text: Text, draw: random.Random) -> Mutant:
        words = Counter(token.text for token in text.tokens)
        free = {"-", "(", ")", section, "object", "either"}
        behind = text.numbers(lambda one: text.sections[one] == section and text.tokens[one].text not in free)
        number = draw_from(
            [one for one in behind if words[text.tokens[one].text] > 1 and text.tokens[one - 1].text not in "-("], draw
        )
        uses = [one for one, token in enumerate(text.tokens) if token.text == text.tokens[number].text]
        return text.changed(number, "", tuple(uses))

    return operator


def swap_arguments(text: Text, draw: random.Random) -> Mutant:
    """Two terms of an atom change places."""
    heads = text.numbers(
        lambda one: text.is_head(one) and len({text.tokens[each].text for each in text.atom(one)[1:]}) > 1
    )
    _, *terms = text.atom(draw_from(heads, draw))
    first, second = sorted(draw.sample(terms, 2))
    one, other = text.tokens[first], text.tokens[second]
    if one.text == other.text:
        raise LookupError
    changed = text.changed(second, one.text, (first,))
    return Mutant(changed.text[: one.start] + other.text + changed.text[one.start + len(one.text) :], changed.lines)


def another_type(text: Text, draw: random.Random) -> Mutant:
    """A parameter or an object is of another type."""
    kinds = sorted(
        {
            text.tokens[one].text
            for one in text.numbers(lambda one: text.tokens[one - 1].text == "-" and text.tokens[one].text not in "()")
        }
    )
    places = text.numbers(
        lambda one: (
            text.tokens[one - 1].text == "-"
            and text.tokens[one].text in kinds
            and text.sections[one] in (":action", ":objects", ":predicates")
        )
    )
    number = draw_from(places, draw)
    others = [kind for kind in kinds if kind != text.tokens[number].text]
    begin = number - 1
    while text.tokens[begin - 1].text[0] == "?" or (
        text.sections[number] == ":objects"
        and text.tokens[begin - 1].text[0] not in "():"
        and text.tokens[begin - 2].text != "-"
    ):
        begin -= 1
    if not others:
        raise LookupError
    return text.changed(number, draw.choice(others), tuple(range(begin, number)))


def drop_keyword(text: Text, draw: random.Random) -> Mutant:
    """An action loses the word before its precondition or its effect."""
    return text.changed(
        draw_from(text.numbers(lambda one: text.tokens[one].text in (":precondition", ":effect")), draw), ""
    )


def in_list(text: Text, one: int) -> bool:
    """Whether a token opens a section."""
    return text.tokens[one - 1].text == "(" and text.tokens[one].text[0] == ":"


def is_object(text: Text, one: int) -> bool:
    """Whether a token is an object in a fact."""
    word = text.tokens[one].text
    return text.tokens[one - 1].text not in "()" and word not in "()" and not word.isdigit()


ACTION, FACTS = (":action", ":derived"), (":init", ":goal")
DOMAINS: dict[str, Operator] = {
    "( missing": parenthesis("(", more=False),
    ") missing": parenthesis(")", more=False),
    "( too many": parenthesis("(", more=True),
    ") too many": parenthesis(")", more=True),
    "predicate misspelt": word_in(ACTION, Text.is_head, misspelt),
    "variable misspelt": word_in(
        ACTION, lambda text, one: text.tokens[one].text[0] == "?" and text.tokens[one - 1].text != "(", misspelt),
    "variable without ?": word_in(ACTION, lambda text, one: text.tokens[one].text[0] == "?", lambda word, _: word[1:]),
    "keyword misspelt": word_in(ACTION, lambda text, one: text.tokens[one].text[0] == ":", misspelt),
    "connective misspelt": word_in(
        ACTION, lambda text, one: text.tokens[one].text in ("and", "or", "not", "when", "forall"), misspelt),
    "section misspelt": word_in((":requirements", ":types", ":predicates", ":action"), in_list, misspelt),
    "type misspelt": word_in(
        (":predicates", ":action"), lambda text, one: text.tokens[one - 1].text == "-" and text.tokens[one].text != "(", misspelt),
    "predicate misspelt where declared": word_in(
        (":predicates",), lambda text, one: text.tokens[one - 1].text == "(" and text.tokens[one].text[0] != ":", misspelt),
    "argument missing": drop_argument,
    "argument too many": add_argument,
    "arguments exchanged": swap_arguments,
    "parameter missing": drop_parameter,
    "keyword missing": drop_keyword,
    "another type": another_type,
    "type not declared": drop_declaration(":types"),
}  # fmt: skip
PROBLEMS: dict[str, Operator] = {
    ") missing in a problem": parenthesis(")", more=False),
    "( too many in a problem": parenthesis("(", more=True),
    "object misspelt": word_in(FACTS, is_object, misspelt),
    "predicate misspelt in a problem": word_in(FACTS, Text.is_head, misspelt),
    "argument missing in a problem": drop_argument,
    "object not declared": drop_declaration(":objects"),
    "type of an object misspelt": word_in((":objects",), lambda text, one: text.tokens[one - 1].text == "-", misspelt),
    "domain of another name": word_in((":domain",), lambda text, one: text.tokens[one - 1].text == ":domain", misspelt),
}  # fmt: skip
BY_CONSTRUCTION = {
    "( missing",
    ") missing",
    "( too many",
    ") too many",
    ") missing in a problem",
    "( too many in a problem",
}


class Judges:
    """Tools that read PDDL."""

    def __init__(self, validate: str | None) -> None:
        import importlib.util

        warnings.simplefilter("ignore")
        spec = importlib.util.find_spec("up_fast_downward")
        assert spec is not None, "pip install up-fast-downward"
        assert spec.origin is not None
        self.translator = str(Path(spec.origin).parent / "downward" / "builds" / "release" / "bin")
        self.validate = validate

    def verdicts(self, domain: str, problem: str) -> dict[str, bool]:
        """Return which tools take a domain and a problem."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, name) for name in ("domain.pddl", "p01.pddl", "empty")]
            for path, text in zip(paths, (domain, problem, ""), strict=True):
                path.write_text(text)
            return {
                "VAL": self._val(paths),
                "Fast Downward": self._fast_downward(paths),
                "unified-planning": self._unified_planning(domain, problem),
            }

    def _val(self, paths: list[Path]) -> bool:
        if self.validate is None:
            return True
        run = subprocess.run(
            [self.validate, "-v", *map(str, paths)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
            check=False,
        )
        return "Plan executed successfully" in run.stdout

    def _fast_downward(self, paths: list[Path]) -> bool:
        code = "import sys, pathlib; sys.path.insert(0, sys.argv[1]); from fast_downward.translate import pddl_parser;"
        code += "pddl_parser.open(*map(pathlib.Path, sys.argv[2:4]))"
        return (
            subprocess.run(
                [sys.executable, "-c", code, self.translator, *map(str, paths)],
                capture_output=True,
                timeout=60,
                check=False,
            ).returncode
            == 0
        )

    def _unified_planning(self, domain: str, problem: str) -> bool:
        from unified_planning.environment import Environment
        from unified_planning.io import PDDLReader

        environment = Environment()
        environment.error_used_name = False
        try:
            PDDLReader(environment).parse_problem_string(domain, problem)
        except Exception:  # it raises whatever its parts raise
            return False
        return True


def errors(domain: str, problem: str) -> list[tuple[str, int]]:
    """Return in which file and on which line `plan lint` tells errors."""
    findings = linting.lint(Source(domain, "domain"), Source(problem, "problem"), None, with_style=False)
    return [(one.file, one.line) for one in findings if one.severity == "error"]


def main() -> None:
    """Mutate, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--validate")
    parser.add_argument("--domains", type=int, default=20)
    parser.add_argument("--originals", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=1)
    options = parser.parse_args()
    draw, judges = random.Random(options.seed), Judges(options.validate)
    files = {
        f"{folder.name}/{name}": (domain, problem)
        for folder in options.folders
        for name, domain, problem in tasks(folder)
    }
    texts = {name: tuple(path.read_text(errors="replace") for path in pair) for name, pair in files.items()}
    texts = {name: pair for name, pair in texts.items() if sum(map(len, pair)) < 30_000}
    names = draw.sample(sorted(texts), min(options.originals, len(texts)))
    wrong = [name for name in names if errors(*texts[name])]
    print(f"originals: {len(names)}, with errors told: {wrong}")
    counts, told = Counter[str](), Counter[str]()
    right = Counter[str]()
    for name in [name for name in names if name not in wrong][: options.domains]:
        pair = texts[name]
        before = judges.verdicts(*pair)
        for place, operators in enumerate((DOMAINS, PROBLEMS)):
            for what, operator in [item for item in operators.items() for _ in range(options.each)]:
                try:
                    mutant = operator(Text(pair[place]), draw)
                except LookupError:
                    continue
                both = (mutant.text, pair[1]) if place == 0 else (pair[0], mutant.text)
                after = judges.verdicts(*both)
                refusing = [tool for tool in before if before[tool] and not after[tool]]
                found = errors(*both)
                if not refusing and what not in BY_CONSTRUCTION:
                    right[what] += not found
                    if found:
                        print(
                            f"TOLD though nobody refuses: {name}: {what}: {found[:3]} (changed: {sorted(mutant.lines)})"
                        )
                    continue
                counts[what] += 1
                file = ("domain", "problem")[place]
                mended = what in BY_CONSTRUCTION and [
                    one.text for one in tokens(balanced(Source(mutant.text, file))[0].text)
                ] == [one.text for one in tokens(pair[place])]
                if mended or any((file, line) in found for line in mutant.lines):
                    told[what] += 1
                else:
                    print(
                        f"missed: {name}: {what}: changed {sorted(mutant.lines)[:6]}, told {found[:3]}, refused by {', '.join(refusing)}"
                    )
    for what in (*DOMAINS, *PROBLEMS):
        print(
            f"{what:<36} {told[what]:>4} of {counts[what]:>4} told at the right line; {right[what]} mutants that nobody refuses, rightly passed"
        )
    print(f"{'all':<36} {told.total():>4} of {counts.total():>4}: {told.total() / max(counts.total(), 1):.1%}")


if __name__ == "__main__":
    main()
