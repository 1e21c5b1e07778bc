"""Agreement of `lint` and `solve` on PDDL with slips: an error for `lint` is refused by `solve`.

Texts without an error are not refused. The agreement is the truth: each verb gets the same texts and runs separately.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable
from typing import NamedTuple

import pytest
from budget import draw_cases
from support import CASES

from ferryplan.generator.errors import FerryplanError, PddlError
from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner.pddl_files import solve_pddl_texts
from ferryplan.planner.pddl_lint import lint_texts

REPORTS = tomllib.loads((CASES / "reports.toml").read_text(encoding="utf-8"))
TOKEN = re.compile(r";[^\n]*|[()]|[^\s();]+")
SECONDS = 1.0
"""time limit for reading the text; the tests do not depend on whether a plan is found"""


class Pair(NamedTuple):
    """A domain and a problem."""

    domain: str
    problem: str


def read_pairs() -> list[Pair]:
    """Return the pairs that receive slips.

    They are generated in all dialects, written by people, or small examples of every form.
    """
    found = []
    for family in ("pddl", "models", "foreign"):
        for folder in sorted((CASES / family).iterdir()):
            if (folder / "p01.pddl").is_file():
                found.append(
                    Pair(*((folder / name).read_text(encoding="utf-8") for name in ("domain.pddl", "p01.pddl")))
                )
    return found + [Pair(task["domain"], task["problem"]) for task in REPORTS.values() if "refused" not in task]


PAIRS = read_pairs()


def words_of(text: str) -> list[re.Match[str]]:
    return [one for one in TOKEN.finditer(text) if one[0][0] != ";"]


def replace(text: str, one: re.Match[str], new: str) -> str:
    return text[: one.start()] + new + text[one.end() :]


def drop_word(text: str, rng: random.Random) -> str:
    return replace(text, rng.choice(words_of(text)), "")


def double_word(text: str, rng: random.Random) -> str:
    one = rng.choice(words_of(text))
    return replace(text, one, f"{one[0]} {one[0]}")


def misspell(text: str, rng: random.Random) -> str:
    one = rng.choice([word for word in words_of(text) if len(word[0]) > 3])
    at = rng.randrange(1, len(one[0]) - 1)
    return replace(text, one, one[0][:at] + one[0][at + 1 :])


def take_another_word(text: str, rng: random.Random) -> str:
    words = [word for word in words_of(text) if word[0] not in "()"]
    return replace(text, rng.choice(words), rng.choice(words)[0])


def swap_neighbors(text: str, rng: random.Random) -> str:
    words = words_of(text)
    at = rng.randrange(len(words) - 1)
    first, second = words[at], words[at + 1]
    return text[: first.start()] + second[0] + text[first.end() : second.start()] + first[0] + text[second.end() :]


def groups_of(text: str) -> list[tuple[int, int]]:
    """Return the start and the end of each pair of parentheses within the outermost pair."""
    opened, found = list[int](), list[tuple[int, int]]()
    for one in words_of(text):
        if one[0] == "(":
            opened.append(one.start())
        elif one[0] == ")":
            start = opened.pop()
            if opened:
                found.append((start, one.end()))
    return found


def drop_group(text: str, rng: random.Random) -> str:
    start, end = rng.choice(groups_of(text))
    return text[:start] + text[end:]


def double_group(text: str, rng: random.Random) -> str:
    start, end = rng.choice(groups_of(text))
    return text[:end] + " " + text[start:end] + text[end:]


def exchange_groups(text: str, rng: random.Random) -> str:
    (start, end), (other, last) = sorted(rng.sample(groups_of(text), 2))
    if other < end:
        return text[:start] + text[other:last] + text[end:]
    return text[:start] + text[other:last] + text[end:other] + text[start:end] + text[last:]


def facts_of(text: str) -> list[tuple[int, int]]:
    """Return the start and the end of each pair of parentheses that contains no other pair.

    These are the facts of the initial state, the object lists and the parts of conditions.
    """
    return [(start, end) for start, end in groups_of(text) if "(" not in text[start + 1 : end]]


def drop_fact(text: str, rng: random.Random) -> str:
    start, end = rng.choice(facts_of(text))
    return text[:start] + text[end:]


def double_fact(text: str, rng: random.Random) -> str:
    start, end = rng.choice(facts_of(text))
    return text[:end] + " " + text[start:end] + text[end:]


def exchange_facts(text: str, rng: random.Random) -> str:
    (start, end), (other, last) = sorted(rng.sample(facts_of(text), 2))
    return text[:start] + text[other:last] + text[end:other] + text[start:end] + text[last:]


def exchange_words_of_a_kind(text: str, rng: random.Random) -> str:
    kind = rng.choice((r"\?\S+", r"[a-z]\S*", r"\d+"))
    words = [word for word in words_of(text) if re.fullmatch(kind, word[0])]
    first, second = sorted(rng.sample(words, 2), key=lambda word: word.start())
    return text[: first.start()] + second[0] + text[first.end() : second.start()] + first[0] + text[second.end() :]


def reorder_sections(text: str, rng: random.Random) -> str:
    heads = re.compile(r"\(:(requirements|types|constants|predicates|functions|objects|init|goal|action)\b")
    spans = [(start, end) for start, end in groups_of(text) if heads.match(text, start)]
    (start, end), (other, last) = sorted(rng.sample(spans, 2))
    return text[:start] + text[other:last] + text[end:other] + text[start:end] + text[last:]


def comment(text: str, rng: random.Random) -> str:
    one = rng.choice(words_of(text))
    return text[: one.end()] + " ; as said (before)\n" + text[one.end() :]


SLIPS: list[Callable[[str, random.Random], str]] = [
    drop_word, double_word, misspell, take_another_word, swap_neighbors, drop_group, double_group, exchange_groups,
    drop_fact, double_fact, exchange_facts, exchange_words_of_a_kind, reorder_sections, comment, drop_fact, exchange_facts,
]  # fmt: skip


def slip(number: int) -> Pair:
    """Return one of the pairs with one or two slips in it."""
    rng = random.Random(number)
    pair = PAIRS[number % len(PAIRS)]
    for _ in range(rng.choice((1, 1, 1, 2))):
        try:
            in_domain = rng.random() < 0.6
            changed = rng.choice(SLIPS)(pair.domain if in_domain else pair.problem, rng)
        except (IndexError, ValueError):  # a second slip where the first left no balanced parentheses
            continue
        pair = Pair(changed, pair.problem) if in_domain else Pair(pair.domain, changed)
    return pair


def has_error(pair: Pair) -> bool:
    findings = lint_texts(Source(pair.domain, "domain.pddl"), Source(pair.problem, "p01.pddl"), None, with_style=False)
    return any(one.severity == "error" for one in findings)


def is_refused(pair: Pair) -> bool:
    try:
        solve_pddl_texts(pair.domain, pair.problem, "p01.pddl", "domain.pddl", engine="rules", timeout=SECONDS)
    except PddlError:
        return True
    except FerryplanError:  # no engine accepts the task, which does not matter here
        return False
    return False


@pytest.mark.parametrize("number", draw_cases(range(300), 30))
def test_lint_reports_an_error_exactly_if_solve_rejects_the_pddl(number: int) -> None:
    pair = slip(number)
    assert has_error(pair) == is_refused(pair), f"{pair.domain}\n{pair.problem}"


def test_unchanged_pddl_has_no_lint_errors() -> None:
    for pair in PAIRS:
        assert not has_error(pair), pair.domain


def test_random_mistakes_include_errors_and_harmless_changes() -> None:
    """Guard against an agreement in which both verbs always refuse."""
    refused = sum(has_error(slip(number)) for number in range(0, 300, 5))
    assert 15 <= refused <= 55
