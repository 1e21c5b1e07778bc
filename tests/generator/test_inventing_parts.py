"""What all kinds of invented puzzles share: needed parts, wishes, drafts, and how often each part is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import invented_puzzles
import pytest
from budget import scale
from draft_samples import FARMER, SMALL_GRID, find_first_draft
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.generator.arithmetic import inventing as sums
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.assignment.uniqueness import has_unique_solution
from ferryplan.generator.crossing.inventing import drafts as crossings
from ferryplan.generator.families import instantiate
from ferryplan.generator.grid.inventing import drafts as grids
from ferryplan.generator.inventing import invention
from ferryplan.generator.inventing.invention import InventionRequest
from ferryplan.generator.inventing.invention import make_invention as invent
from ferryplan.generator.inventing.wishes import (
    MissedWishError,
    PuzzleWishes,
    has_repeated_parts,
    minimize_parts,
)
from ferryplan.generator.puzzle import parse_puzzle_text
from ferryplan.generator.puzzle_text import format_puzzle
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.theming import complete_words


@settings(max_examples=scale(30))
@given(st.lists(st.frozensets(st.integers(0, 5), min_size=1), min_size=1, max_size=5), st.integers(0, 99))
def test_minimized_parts_suffice_and_each_is_needed(covers: list[frozenset[int]], seed: int) -> None:
    """A minimized selection suffices, and each of its parts is needed.

    A selection suffices if it contains one of the covers.
    """
    parts, asked = [*range(6)], list[int]()

    def will_do(some: Sequence[int]) -> bool:
        asked.append(len(some))
        return any(one <= {*some} for one in covers)

    kept = minimize_parts(parts, SeededRandom(f"{seed}"), will_do)
    assert {*kept} in covers
    assert kept == sorted(kept)
    for part in kept:
        assert not any(one <= {*kept} - {part} for one in covers)
    assert len(asked) == len(parts)


@settings(max_examples=scale(30))
@given(st.lists(st.integers(0, 4), max_size=6))
def test_has_repeats_detects_duplicate_parts(parts: list[int]) -> None:
    assert has_repeated_parts(parts) == (len({*parts}) < len(parts))


@pytest.mark.parametrize(
    ("text", "one"), [("SEND + MORE = MONEY", True), ("A + A = B", False), ("A + A = A; A = 1", False)]
)
def test_has_one_solution_is_true_only_for_exactly_one(text: str, one: bool) -> None:
    """SEND + MORE = MONEY has one solution (Dudeney 1924).

    A + A = B has four (A from 1 to 4), and A + A = A with A = 1 has no solution.
    """
    data = f'family = "arithmetic"\nname = "sum"\nsum = {{ text = "{text}" }}\n'
    search = AssignmentSearch(instantiate(complete_words(parse_puzzle_text(data, "sum")), {}))
    assert has_unique_solution(search) is one


def test_draft_of_another_difficulty_is_rejected() -> None:
    puzzle = crossings.CrossingFile(**FARMER)
    graded = PuzzleWishes().make_draft(puzzle, {})
    level = graded.difficulty.level
    assert PuzzleWishes(difficulty=level).make_draft(puzzle, {}).puzzle == puzzle
    for other in {1, 2, 3, 4, 5} - {level}:
        with pytest.raises(MissedWishError, match="the difficulty was wrong"):
            PuzzleWishes(difficulty=other).make_draft(puzzle, {})


def test_known_puzzles_are_not_invented_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = InventionRequest("queens", "5", "any", PuzzleWishes(sizes={"size": range(6, 7)}))
    first = invent(asked, 1)
    assert first.missed_wishes.get("the puzzle was not new", 0) == 0
    monkeypatch.setattr(invention, "load_known_identities", lambda: {first.identity: "known"})
    again = invent(asked, 1)
    assert again.identity != first.identity
    assert again.missed_wishes["the puzzle was not new"] == 1
    assert again.drafts_tried > first.drafts_tried


@pytest.mark.parametrize("kind", ["queens", "grid"])
def test_puzzles_differ_by_seed_and_number_and_not_by_theme(kind: str) -> None:
    sizes = {"size": range(8, 9), "positions": range(3, 4), "categories": range(3, 4)}
    asked = [
        InventionRequest(kind, seed, theme, PuzzleWishes(sizes=sizes))
        for seed, theme in (("5", "opera"), ("5", "hospital"), ("6", "opera"))
    ]
    (opera, hospital, other), (second, *_) = ([invent(one, number).identity for one in asked] for number in (1, 2))
    assert opera == hospital
    assert len({opera, other, second}) == 3


def test_invent_counts_drafts_and_stops_at_max_drafts() -> None:
    """Each draft misses a wish or is the last one; `drafts_before` skips earlier drafts."""
    asked = InventionRequest(
        "grid", "5", "any", PuzzleWishes(difficulty=5, sizes={"positions": range(3, 4), "categories": range(2, 3)})
    )
    found = invent(asked, 1, max_drafts=7)
    assert (found.draft, found.puzzle, found.drafts_tried) == (None, None, 7)
    assert found.missed_wishes.total() == 7
    assert invent(asked, 1, drafts_before=4, max_drafts=3).drafts_tried == 7
    assert invent(asked, 1, max_drafts=0).drafts_tried == 0
    assert invent(asked, 1, deadline=0.0).drafts_tried == 0
    easy = InventionRequest("queens", "5", "any", PuzzleWishes(sizes={"size": range(6, 7)}))
    first = invent(easy, 1)
    assert first.drafts_tried == first.missed_wishes.total() + 1
    second = invent(easy, 1, drafts_before=first.drafts_tried)
    assert second.drafts_tried > first.drafts_tried
    assert second.draft != first.draft


def test_drawn_guardians_are_mostly_rowers() -> None:
    """A free guardian who rows is drawn more often than one who does not.

    If no free traveler rows, each is drawn about equally often.
    """
    counts = {"alpha": 1, "beta": 1, "gamma": 1}
    among_rowers, among_others = Counter[str | None](), Counter[str | None]()
    for seed in range(200):
        cast = crossings.DraftTravelers(SeededRandom(f"{seed}"), counts, ["alpha"])
        among_rowers[cast.draw_guardian("beta")] += 1
        among_others[cast.draw_guardian("alpha")] += 1
    assert among_rowers.keys() == {"alpha", "gamma"}
    assert among_rowers["alpha"] > 2 * among_rowers["gamma"]
    assert among_others.keys() == {"beta", "gamma"}
    assert min(among_others.values()) > 60


def test_second_guardian_is_seldom_drawn() -> None:
    """With four kinds there may be two guardians, and they are neither victims nor threats."""
    needed_ones, several = Counter[str](), 0
    for seed in range(150):
        rule = crossings.RULE_DRAWERS["guard"][0](
            crossings.DraftTravelers(SeededRandom(f"{seed}"), dict.fromkeys("abcd", 1), "ab")
        )
        assert rule is not None
        guardians = rule.get("guardians", [rule.get("guardian")])
        assert {*rule["victims"], *rule["threats"], *guardians} <= {*"abcd"}
        assert len({*rule["victims"], *rule["threats"], *guardians}) == 2 + len(guardians)
        if "guardians" in rule:
            several += 1
            needed_ones[rule["needed"]] += 1
    assert 0 < several < 75
    assert needed_ones.keys() == {"any", "all"}


@pytest.mark.parametrize(("travellers", "situations"), [(2, 27), (6, 2187), (7, 2187), (12, 8192)])
def test_requested_length_beyond_number_of_states_is_rejected(travellers: int, situations: int) -> None:
    """A puzzle has no more crossings than states.

    With an island, up to six travelers and the boat are at three places: 3^7 states. More travelers are at two places. The start is one of
    the states.
    """
    sizes = {"travelers": range(1, travellers + 1)}
    assert crossings.explain_impossible_sizes({**sizes, "crossings": range(situations - 1, 9999)}) == ""
    says = crossings.explain_impossible_sizes({**sizes, "crossings": range(situations, 9999)})
    assert says == (
        f"crossings: found {situations}, expected at most {situations - 1}, "
        f"because a puzzle with {travellers} travelers has only {situations:,} states"
    )


def test_drafted_crossings_have_at_most_the_requested_solutions() -> None:
    """The oracle counts at most the requested number of solutions, up to names and direction.

    Some drafts have two solutions.
    """
    found = Counter[int]()
    for seed in range(40):
        sizes = {"travelers": range(4, 5), "crossings": range(5, 8)}
        try:
            draft = crossings.draw_crossing(SeededRandom(f"{seed}"), PuzzleWishes(solutions=2, sizes=sizes))
        except MissedWishError:
            continue
        classes = invented_puzzles.count_solution_classes(
            invented_puzzles.parse_puzzle(format_puzzle(complete_words(draft.puzzle)))
        )
        assert classes == draft.proven["classes"] <= 2
        found[classes] += 1
    assert found.keys() == {1, 2}


def test_grid_question_asks_for_a_first_category_value() -> None:
    draft = find_first_draft(lambda draw: grids.draft_grid(draw, PuzzleWishes(sizes=SMALL_GRID)))
    [question] = draft.puzzle.given_values()["questions"]
    first, second = (category["values"] for category in draft.puzzle.given_values()["categories"])
    assert question["value"] in second
    assert question["category"] == draft.puzzle.given_values()["categories"][0]["name"]
    assert not {*first} & {*second}


WORDS = [
    "SEND",
    "MORE",
    "MONEY",
    "CROSS",
    "ROADS",
    "DANGER",
    "TWO",
    "FOUR",
    "BASE",
    "BALL",
    "GAMES",
    "TEA",
    "LETS",
    "WAVE",
]


@pytest.mark.parametrize(("kinds", "signs"), [((), {"+", "-"}), (("plus",), {"+"}), (("minus",), {"-"})])
def test_sums_that_are_drawn_have_eight_to_ten_letters(kinds: tuple[str, ...], signs: set[str]) -> None:
    """A drawn sum has three words of the theme and eight to ten letters.

    The longest word is alone on its side, and at most a letter longer than the next. Products are drawn only if the wishes name them.
    """
    seen = Counter[str]()
    for seed in range(130):
        if seen.total() >= 3 and seen.keys() == signs:
            break
        try:
            text = (
                sums.draft_sum(SeededRandom(f"{seed}"), PuzzleWishes(kinds=kinds), WORDS)
                .puzzle.given_values()["sum"]["text"]
                .split("; ")[0]
            )
        except MissedWishError:
            continue
        one, sign, other, equals, last = text.split()
        total, parts = (last, (one, other)) if sign == "+" else (one, (other, last))
        assert equals == "="
        assert {total, *parts} <= {*WORDS}
        assert 8 <= len({*total, *one, *other, *last}) <= 10
        assert max(map(len, parts)) <= len(total) <= max(map(len, parts)) + 1
        seen[sign] += 1
    assert seen.keys() == signs
