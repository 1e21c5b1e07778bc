"""The grammar of generated texts: stories, rules, clues and questions.

They come from the catalogue, in all themes, and from invented and posed puzzles.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from budget import draw_cases, scale
from grammar_slips import find_slips, split_paragraphs
from support import pair_in_turn

from ferryplan import domains, invent
from ferryplan.evaluation.posing.question_kinds import QUESTION_KINDS
from ferryplan.evaluation.posing.request_handling import pose_request
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of, instantiate_smallest
from ferryplan.generator.puzzle import load
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.theming import load_theme, retell_puzzle

PUZZLES, THEMES = sorted(domains.puzzle_files()), sorted(domains.theme_files())
INVENTED = ("crossing", "grid", "arithmetic", "sudoku", "queens")
TIMEOUT = 20.0
GENDERS = {
    "her": ["soprano", "prima ballerina", "great-aunt", "widow", "headmistress", "lady in oils", "lioness", "midwife", "ticket seller"],
    "his": ["tenor", "baritone", "older brother", "schoolmaster", "fisherman", "night watchman", "musketeer", "knight", "class clown"],
    "its": ["cabbage", "mouse", "lemon pudding", "salad", "snow globe", "dodo", "mammoth", "ostrich", "class hamster", "forklift"],
}  # fmt: skip
"""nouns whose pronoun is unambiguous"""
ASK = {
    "wolf-goat-cabbage": ["plan", "next", "valid", "answer"],
    "bridge-torch": ["optimal-plan", "length"],
    "four-houses": ["plan", "answer", "count"],
    "send-more-money": ["plan", "valid"],
    "queens": ["solvable", "repair"],
    "gripper": ["plan", "formalise"],
}
"""some kinds of questions about puzzles of all families"""


def sentences_of(instance: Any) -> Iterator[str]:
    """Yield the texts about a puzzle that people read, in whole sentences."""
    yield instance.story
    for rule in (*getattr(instance, "rules", ()), *getattr(instance, "deadlines", ())):
        yield rule if isinstance(rule, str) else rule.says
    yield from getattr(instance, "told_rules", ())
    yield from (clue.says for clue in getattr(instance, "clues", ()))
    for question in getattr(instance, "questions", ()):
        yield question.asks
        yield from (f"{answer[:1].upper()}{answer[1:]}" for answer in question.answers)


def slips_in(instance: Any) -> list[str]:
    return [slip for text in sentences_of(instance) for slip in find_slips(text)]


WRONG_SENTENCES = [
    "The apples is red.", "1 crossings are made.", "There are two boat.", "Take a apple.", "A apple falls.", "An boat leaves.",
    "The goat goat crosses.", "The goat  crosses.", "The goat crosses .", "The goat crosses", "the goat crosses.", "It crosses. then it lands.",
    "The goat are here.", "They is here.", "She have a boat.", "It is for he.", "The another goat waits.", "The geese's's boat leaks.",
    "{The goat} waits.", "The goat waits; The boat leaves.", "One wolves waits.", "They cross, in 3 crossing.", "Wait,, please.",
]  # fmt: skip
CORRECT_SENTENCES = [
    "The apples are red.", "An hour is a unit.", "1 crossing is made, and 11 crossings are left.", "One of the geese is white.",
    "Row 1 column 2 is empty, and disc 3 lies there.", "The goat, which had had enough, left.", "A board of 1 by 1 squares has one square.",
    "A is the red car, and a uniform hangs there.", "How many crossings does it have?", "She and her own boat are here.",
    "(move ?disc ?from ?to) takes ?disc off ?from.", "In the board, . is an empty square, and # is a place without a square.",
]  # fmt: skip


def test_grammar_check_finds_wrong_sentences() -> None:
    assert [text for text in WRONG_SENTENCES if not find_slips(text)] == []


def test_grammar_check_accepts_correct_sentences() -> None:
    assert {text: slips for text in CORRECT_SENTENCES if (slips := find_slips(text))} == {}


@pytest.mark.parametrize("name", PUZZLES)
def test_texts_are_grammatical_if_a_parameter_is_one(name: str) -> None:
    """Texts are grammatical when parameters are 1.

    Each whole number is tried at its default and at 1, each list with one entry, alone and all together.
    """
    puzzle = load(name)
    ones: dict[str, Any] = {}
    for key, spec in puzzle.parameters.items():
        least = getattr(spec, "minimum", None)
        if least is not None:
            ones[key] = (max(least, 1),) if isinstance(spec.default, list) else max(least, 1)
    tried = 0
    for values in [{}, *({key: value} for key, value in ones.items()), ones]:
        try:
            instance = instantiate_smallest(puzzle, values)
        except FerryplanError:  # these values make no puzzle
            continue
        tried += 1
        assert slips_in(instance) == [], values
    assert tried


def retell(name: str, told_as: str, seed: int) -> Any:
    """Return the smallest instance of a puzzle, told in a theme."""
    puzzle = load(name)
    parameters = dict(instantiate_smallest(puzzle, {}).parameters)
    return instantiate_smallest(retell_puzzle(puzzle, parameters, load_theme(told_as, SeededRandom("")), f"{seed}"), {})


@pytest.mark.parametrize("told_as", THEMES)
def test_pronouns_agree_with_gendered_nouns(told_as: str) -> None:
    pronouns = {noun: pronoun for pronoun, nouns in GENDERS.items() for noun in nouns}
    for name in ("jealous-couples", "four-elopements"):
        for seed in range(scale(4)):
            found = re.findall(r"Each (.+?) has (her|his|its|their) own ", retell(name, told_as, seed).story)
            assert found
            assert all(pronouns.get(noun, pronoun) == pronoun for noun, pronoun in found), found


WITH_THEMES = [name for name in PUZZLES if family_of(load(name)).words is not None]
IN_THEMES = pair_in_turn([(name,) for name in WITH_THEMES], [(theme,) for theme in THEMES], min(scale(2), len(THEMES)))
"""each puzzle that can be retold, with two of the themes in turn"""


@pytest.mark.parametrize("told_as", THEMES)
def test_texts_with_themes_are_grammatical(told_as: str) -> None:
    names = [name for name, theme in IN_THEMES if theme == told_as]
    assert names
    found = {(name, seed): slips_in(retell(str(name), told_as, seed)) for name in names for seed in range(2)}
    assert {case: slips for case, slips in found.items() if slips} == {}


@pytest.mark.parametrize("kind", INVENTED)
def test_texts_of_an_invented_puzzle_are_grammatical(kind: str) -> None:
    sizes = {"grid": {"positions": 4, "categories": 3}, "crossing": {"travelers": range(4, 6)}}.get(kind, {})
    for seed in range(4, 4 + scale(1)):
        (made,) = invent(kind, seed=seed, sizes=sizes, engine=None)
        assert slips_in(instantiate_smallest(made.puzzle, {})) == []


def slips_in_questions(name: str, ask: list[str], *, paraphrase: bool = False, told_as: str | None = None) -> list[str]:
    request = {
        "puzzle": name,
        "parameters": {},
        "ask": ask,
        "seed": "1",
        "number": 1,
        "paraphrase": paraphrase,
        "theme": told_as,
    }
    found = pose_request({**request, "language": "en", "pddl": False, "timeout": TIMEOUT})
    texts = [json.loads(line)["question"] for line in found["lines"]]
    return [slip for text in texts for paragraph in split_paragraphs(text) for slip in find_slips(paragraph)]


@pytest.mark.parametrize("name", ASK)
def test_sample_of_question_texts_is_grammatical(name: str) -> None:
    assert slips_in_questions(name, ASK[name]) == []


@pytest.mark.parametrize(
    ("name", "paraphrase"), draw_cases(pair_in_turn([(name,) for name in PUZZLES], [(False,), (True,)], 1), 4)
)
def test_texts_of_all_questions_about_a_puzzle_are_grammatical(name: str, paraphrase: bool) -> None:
    kinds = [kind for kind in QUESTION_KINDS if kind != "formalise"]
    assert slips_in_questions(name, kinds, paraphrase=paraphrase) == []
