"""Equal scores for the same answer in every form, for puzzles of all families.

The answers are right and faulty plans and placements.
"""

from __future__ import annotations

import functools
import itertools
import json
import random

import pytest
from budget import scale

from ferryplan.evaluation.scoring.question_scoring import score
from ferryplan.generator.families import family_of, instantiate, narrator_of, notation_of, strategy_of
from ferryplan.generator.puzzle import load

PLANNED = {
    "blocks": {}, "checkers": {}, "deliveries": {}, "elevator": {}, "gripper": {"balls": 2}, "hanoi": {"discs": 3}, "jugs": {}, "knights-swap": {},
    "lights-out": {"board": ".*./***/.*."}, "logistics": {}, "sliding-tiles": {}, "sokoban": {},
}  # fmt: skip
PLACED = (
    "zebra",
    "einstein",
    "four-houses",
    "send-more-money",
    "cryptarithm",
    "queens",
    "pieces",
    "sudoku",
    "futoshiki",
    "jigsaw",
)


@functools.cache
def _asked(name):
    """Return an instance, the question for a plan of it, and its best moves."""
    instance = instantiate(load(name), PLANNED.get(name, {}))
    moves = strategy_of(instance).find_best_solution().moves
    question = {
        "id": "1", "family": instance.family, "puzzle": name, "parameters": dict(instance.parameters), "ask": "plan", "question": "?", "answer": "",
        "verdict": "solvable", "optimum": None, "optimum_proven": True, "solutions": None, "unique": None, "difficulty": None, "proof": {},
        "theme": None, "seed": None, "version": "0",
    }  # fmt: skip
    return instance, question, moves


def _plain(name):
    return name.replace("-", " ")


def as_list(instance, plan):
    return "Let me see.\n\n" + "\n".join(f"{n}. {' '.join(action)}" for n, action in enumerate(plan, 1)) + "\n\nDone."


def as_plan(instance, plan):
    return "```\n" + "\n".join(f"({' '.join(action)})" for action in plan) + "\n```"


def as_words(instance, plan):
    """Write each action as its name, then its objects in plain words."""
    return "\n".join(f"- **{name.split('-')[0].title()}** {', '.join(map(_plain, rest))}" for name, *rest in plan)


def as_sentences(instance, plan):
    """Write each action as a sentence with "to" between the objects and without markup."""
    told = (f"{name.split('-')[0].capitalize()} {' to '.join(map(_plain, rest))}." for name, *rest in plan)
    return "\n".join(told)


@pytest.mark.parametrize("name", PLANNED)
def test_plan_scores_the_same_in_every_form(name):
    """A plan in any form scores the same.

    Forms that drop the ends of action names are used only if the rest of each name identifies one action.
    """
    instance, question, moves = _asked(name)
    plan = notation_of(instance).format_moves(moves)
    verbs = {one.name.split("-")[0] for one in instance.syntax_trees[0].actions}
    forms = [
        as_list,
        as_plan,
        *([as_words, as_sentences] if len(verbs) == len(instance.syntax_trees[0].actions) else []),
    ]
    chance = random.Random(name)
    faulty = [
        plan[:-1],
        plan[1:],
        plan[:1] + plan,
        plan[::-1],
        *(chance.sample(plan, len(plan)) for _ in range(scale(2))),
    ]
    for one in (plan, *(other for other in faulty if other)):
        expected = score(question, one).outcome
        assert expected == "right" or one is not plan
        for form in forms:
            assert score(question, form(instance, one)).outcome == expected, (form.__name__, form(instance, one))


@pytest.mark.parametrize("name", PLANNED)
def test_plan_in_the_words_of_the_puzzle_is_scored_right(name):
    instance, question, moves = _asked(name)
    told = "\n".join(f"{n}) {narrator_of(instance).label_move(move)}." for n, move in enumerate(moves, 1))
    assert score(question, told).outcome == "right"


OTHER_VERBS = {
    "load": "Unload",
    "unload": "Load",
    "board": "Depart",
    "depart": "Board",
    "stack": "Unstack",
    "unstack": "Stack",
}


@pytest.mark.parametrize("name", ["logistics", "elevator", "blocks", "deliveries"])
def test_plan_with_an_opposite_verb_is_wrong(name):
    """A plan is wrong if one action has the opposite verb, such as "Unload" for "Load".

    Each such action of the plan is changed in turn; its objects stay those of the applicable action.
    """
    instance, question, moves = _asked(name)
    plan = notation_of(instance).format_moves(moves)
    changed = [number for number, (verb, *_) in enumerate(plan) if verb in OTHER_VERBS]
    assert changed
    for number in changed:
        told = [f"{verb.capitalize()} {', '.join(map(_plain, rest))}." for verb, *rest in plan]
        verb, *rest = plan[number]
        told[number] = f"{OTHER_VERBS[verb]}s {' and '.join(map(_plain, rest))}."
        assert score(question, "\n".join(f"{n}. {one}" for n, one in enumerate(told, 1))).outcome == "wrong", told


def as_lines(instance, placed):
    return "The clues leave one way.\n\n" + "\n".join(f"* {item}: **{spot}**" for item, spot in placed)


def as_pairs(instance, placed):
    return json.dumps([{"item": item, "spot": spot} for item, spot in placed])


def by_spot(instance, placed):
    """Write each position with its items in one line."""
    at = {spot: [item for item, there in placed if there == spot] for _, spot in placed}
    return "\n".join(f"**{spot}**: {', '.join(items)}" for spot, items in sorted(at.items()))


def in_blocks(instance, placed):
    """Write each position as a heading with a list of its items."""
    at = {spot: [item for item, there in placed if there == spot] for _, spot in placed}
    return "\n\n".join(
        f"### {spot}\n" + "\n".join(f"- x: {item}" for item in items) for spot, items in sorted(at.items())
    )


def _board(instance, placed):
    """Return the content of each cell of a board, row by row, or None if two items share a cell."""
    given = {item.symbol: instance.spots[spot].name for item, spot in instance.preset_items.items()}
    if instance.puzzle in ("queens", "pieces"):
        squares = [(item, spot) for item, spot in placed if "none" not in spot and "nowhere" not in spot]
        if instance.puzzle == "queens":
            at = [(int(item.split()[1]), int(spot)) for item, spot in squares]
        else:
            at = [tuple(map(int, spot[1:].split("c"))) for _, spot in squares if spot.startswith("r")]
        letter = {"queens": "Q", "pieces": "N"}[instance.puzzle]
        sides = range(1, instance.rows + 1), range(1, instance.columns + 1)
        return [[letter if (r, c) in at else "." for c in sides[1]] for r in sides[0]]
    cells, side = {**given, **dict(placed)}, len(instance.spots)
    return [[cells[f"r{r}c{c}"] for c in range(1, side + 1)] for r in range(1, side + 1)]


def drawn(instance, placed):
    rows = _board(instance, placed)
    return "```\n" + "\n".join(" ".join(row) for row in rows) + "\n```"


def drawn_close(instance, placed):
    return "Answer:\n" + "\n".join("".join(row) for row in _board(instance, placed))


def in_a_table(instance, placed):
    rows = _board(instance, placed)
    numbers = [*map(str, range(1, len(rows[0]) + 1))]
    head = f"|   | {' | '.join(numbers)} |\n|{'---|' * (len(numbers) + 1)}\n"
    return head + "\n".join(f"| {n} | {' | '.join(row)} |" for n, row in enumerate(rows, 1))


def as_rows(instance, placed):
    return json.dumps(_board(instance, placed))


def as_strings(instance, placed):
    return json.dumps(["".join(row) for row in _board(instance, placed)])


def as_sum(instance, placed):
    digits = dict(placed)
    text = {"send-more-money": "SEND + MORE = MONEY", "cryptarithm": "FORTY + TEN + TEN = SIXTY"}[instance.puzzle]
    return f"I find that {''.join(digits.get(sign, sign) for sign in text)}."


FORMS = {
    "grid": (as_lines, as_pairs, by_spot, in_blocks),
    "arithmetic": (as_lines, as_pairs, as_sum),
    "board": (as_lines, as_pairs, drawn, drawn_close, in_a_table, as_rows, as_strings),
}


def _faulty(instance, placed, chance):
    """Yield placements with the positions of two items exchanged."""
    for _ in range(scale(4)):
        one, other = chance.sample(range(len(placed)), 2)
        changed = [*placed]
        changed[one], changed[other] = (placed[one][0], placed[other][1]), (placed[other][0], placed[one][1])
        yield changed


@pytest.mark.parametrize("name", PLACED)
def test_placements_score_the_same_in_every_form(name):
    instance, question, moves = _asked(name)
    placed = [*notation_of(instance).format_moves(moves).items()]
    chance = random.Random(name)
    for one in (placed, *_faulty(instance, placed, chance)):
        expected = score(question, dict(one)).outcome
        assert expected == "right" or one is not placed
        if expected == "wrong" and name == "pieces":
            continue  # a drawing does not show which piece stands on which square
        for form in FORMS[family_of(instance).name]:
            assert score(question, form(instance, one)).outcome == expected, (form.__name__, form(instance, one))


def test_board_drawing_that_changes_a_given_cell_is_scored_wrong():
    instance, question, moves = _asked("sudoku")
    rows = _board(instance, [*notation_of(instance).format_moves(moves).items()])
    (cell, digit), *_ = ((item.symbol, instance.spots[spot].name) for item, spot in instance.preset_items.items())
    row, column = (int(part) - 1 for part in cell[1:].split("c"))
    rows[row][column] = next(one for one in "123456789" if one != digit)
    for text in (json.dumps(rows), "\n".join(map("".join, rows)), "".join(itertools.chain(*rows))):
        found = score(question, text)
        assert (found.outcome, f"{cell} is {digit} from the start" in found.why) == ("wrong", True)


def test_sum_with_two_digits_for_a_letter_is_wrong():
    _, question, _ = _asked("send-more-money")
    assert score(question, "9567 + 1085 = 10652").outcome == "right"
    for text in ("9467 + 1085 = 10652", "9567 + 1085 = 10654", "9567 + 1086 = 10653"):
        assert score(question, text).outcome == "wrong", text


def test_unfilled_board_is_unreadable():
    instance, question, _ = _asked("sudoku")
    given = instance.grid.text
    rows = [given[start : start + 9] for start in range(0, 81, 9)]
    assert score(question, "The puzzle:\n" + "\n".join(rows)).outcome == "unreadable"
