"""What is answered is worth the same in whatever form it is told: right plans and placements, and such with a fault, of puzzles of all families."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from ferryplan.evaluation.scoring.judging import score
from ferryplan.generator.families import family_of, instantiate, speller_of, strategy_of, teller_of
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


def _asked(name, parameters):
    instance = instantiate(load(name), parameters)
    moves = strategy_of(instance).best().moves
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
    """The name, then the objects as one says them."""
    return "\n".join(f"- **{name.split('-')[0].title()}** {', '.join(map(_plain, rest))}" for name, *rest in plan)


def as_sentences(instance, plan):
    """With what stands between objects in a sentence, and no marks."""
    told = (f"{name.split('-')[0].capitalize()} {' to '.join(map(_plain, rest))}." for name, *rest in plan)
    return "\n".join(told)


@pytest.mark.parametrize("name", PLANNED)
def test_plans(name):
    """A form in which a plan is told without the ends of the names of actions counts only where that leaves one action."""
    instance, question, moves = _asked(name, PLANNED[name])
    plan = speller_of(instance).spelled(moves)
    verbs = {one.name.split("-")[0] for one in instance.trees[0].actions}
    forms = [as_list, as_plan, *([as_words, as_sentences] if len(verbs) == len(instance.trees[0].actions) else [])]
    chance = random.Random(name)
    faulty = [plan[:-1], plan[1:], plan[:1] + plan, plan[::-1], *(chance.sample(plan, len(plan)) for _ in range(5))]
    for one in (plan, *(other for other in faulty if other)):
        expected = score(question, one).outcome
        assert expected == "right" or one is not plan
        for form in forms:
            assert score(question, form(instance, one)).outcome == expected, (form.__name__, form(instance, one))


@pytest.mark.parametrize("name", PLANNED)
def test_plans_in_the_words_of_the_puzzle(name):
    instance, question, moves = _asked(name, PLANNED[name])
    told = "\n".join(f"{n}) {teller_of(instance).label(move)}." for n, move in enumerate(moves, 1))
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
def test_another_verb_is_another_action(name):
    """Each action in turn told with the verb of its opposite, whose objects are those of one that is allowed."""
    instance, question, moves = _asked(name, PLANNED[name])
    plan = speller_of(instance).spelled(moves)
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
    """Each place with what is there."""
    at = {spot: [item for item, there in placed if there == spot] for _, spot in placed}
    return "\n".join(f"**{spot}**: {', '.join(items)}" for spot, items in sorted(at.items()))


def in_blocks(instance, placed):
    """Each place with a list of what is there."""
    at = {spot: [item for item, there in placed if there == spot] for _, spot in placed}
    return "\n\n".join(
        f"### {spot}\n" + "\n".join(f"- x: {item}" for item in items) for spot, items in sorted(at.items())
    )


def _board(instance, placed):
    """What stands in each cell of a board, row by row; none where two things stand in one."""
    given = {item.symbol: instance.spots[spot].name for item, spot in instance.preset.items()}
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
    """Placements with two things exchanged: two items of a kind, two cells of a row."""
    for _ in range(6):
        one, other = chance.sample(range(len(placed)), 2)
        changed = [*placed]
        changed[one], changed[other] = (placed[one][0], placed[other][1]), (placed[other][0], placed[one][1])
        yield changed


@pytest.mark.parametrize("name", PLACED)
def test_placements(name):
    instance, question, moves = _asked(name, {})
    placed = [*speller_of(instance).spelled(moves).items()]
    chance = random.Random(name)
    for one in (placed, *_faulty(instance, placed, chance)):
        expected = score(question, dict(one)).outcome
        assert expected == "right" or one is not placed
        if expected == "wrong" and name == "pieces":
            continue  # who stands where is not told by a drawing
        for form in FORMS[family_of(instance).name]:
            assert score(question, form(instance, one)).outcome == expected, (form.__name__, form(instance, one))


def test_a_drawing_with_a_given_cell_changed_is_wrong():
    instance, question, moves = _asked("sudoku", {})
    rows = _board(instance, [*speller_of(instance).spelled(moves).items()])
    (cell, digit), *_ = ((item.symbol, instance.spots[spot].name) for item, spot in instance.preset.items())
    row, column = (int(part) - 1 for part in cell[1:].split("c"))
    rows[row][column] = next(one for one in "123456789" if one != digit)
    for text in (json.dumps(rows), "\n".join(map("".join, rows)), "".join(itertools.chain(*rows))):
        found = score(question, text)
        assert (found.outcome, f"{cell} is {digit} from the start" in found.why) == ("wrong", True)


def test_a_sum_in_which_a_letter_has_two_digits_is_wrong():
    _, question, _ = _asked("send-more-money", {})
    assert score(question, "9567 + 1085 = 10652").outcome == "right"
    for text in ("9467 + 1085 = 10652", "9567 + 1085 = 10654", "9567 + 1086 = 10653"):
        assert score(question, text).outcome == "wrong", text


def test_a_board_that_is_not_filled_is_no_answer():
    instance, question, _ = _asked("sudoku", {})
    given = instance.grid.text
    rows = [given[start : start + 9] for start in range(0, 81, 9)]
    assert score(question, "The puzzle:\n" + "\n".join(rows)).outcome == "unreadable"
