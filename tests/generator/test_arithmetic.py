"""Cryptarithms: solutions that clues and PDDL allow, narration, and rejected sums."""

from __future__ import annotations

import functools
import json
import math
import re
from collections import Counter
from pathlib import Path

import pddl_oracle
import pytest
import word_sums
from budget import draw_cases, scale
from hypothesis import given, settings
from hypothesis import strategies as st
from sum_puzzles import find_solutions, generate_pddl, load_sum_file, make_sum_instance
from support import CASES, pair_in_turn

from ferryplan import domains
from ferryplan.generator.arithmetic.instantiation import instantiate
from ferryplan.generator.arithmetic.narrator import SumNarrator
from ferryplan.generator.arithmetic.sum_solver import SumSolver
from ferryplan.generator.assignment.instance import AssignmentInstance, Placement
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.assignment.space import AssignmentSpace
from ferryplan.generator.errors import ParameterError, PuzzleError
from ferryplan.generator.puzzle import load

PUBLISHED = json.loads((CASES / "sums.json").read_text())
# The published sums have one solution or very many letters. Beside them: sums with several solutions or none, other bases, columns in which
# letters cancel out, a total that is too short or too long, letters that matter nowhere, one letter, carries of more tens than there are digits.
SUMS = [
    ("TWO + TWO = FOUR", 10, False),
    ("WRONG + WRONG = RIGHT", 10, False),
    ("ODD + ODD = EVEN", 10, False),
    ("A + B = C", 10, False),
    ("AB + CD = E", 10, False),
    ("AA + BA = CAA", 10, True),
    ("A + B = CDE", 5, False),
    ("A + B = CDE", 5, True),
    ("AB + C = AD", 4, False),
    ("A + B = A", 3, False),
    ("A + A = A", 2, False),
    ("A + A = B", 2, False),
    ("ABC + ABC = ABC", 5, True),
    ("OO + OO = O", 7, True),
    ("ABA + BAB = CCC", 4, False),
    ("A + A + A + A + A + A + A = BA", 2, True),
    ("A + A + A + A + A + A + A = AAA", 2, False),
    ("AB + AB + AB + AB + AB + AB + AB + AB = BACC", 3, False),
    ("AB + AB + AB + AB + AB + AB = CCA", 3, False),
    ("AB + AB + AB + AB + AB + AB = CCA", 6, False),
    ("EAT + THAT = APPLE", 12, False),
    ("ÄB + BÄ = ЖßΩ", 5, False),
]
# Borrowing, also across empty columns; carries of several tens; a letter that is a factor of itself or of the total; a factor and a total
# that cancel out; products on both sides; digits in words, as factors, as the whole total; partial products; letters given correctly, wrongly
# or twice; x as a letter.
EQUATIONS = [
    ("AB - C = DE", 5, False),
    ("ABC - D = EF", 6, True),
    ("A - B = A", 4, False),
    ("A + B - C = D", 5, False),
    ("A - B - C - D = E", 6, False),
    ("A + B = C + D", 5, False),
    ("ABA = C + DB", 5, False),
    ("BE x BE = MOB", 7, False),
    ("AB x AB = CAB", 6, False),
    ("A x B = BA", 7, True),
    ("AAA x BBB = CDEFB", 7, False),
    ("A x B = C x D", 7, True),
    ("AB x C - D x E = D", 6, False),
    ("AB - C x D = A", 5, True),
    ("A x B + C = CD", 6, False),
    ("A x 2 + 3 = B1", 6, False),
    ("A0B + 1 = A10", 4, False),
    ("10 = A + B", 7, False),
    ("A x 0 + B = 0", 4, True),
    ("AB x CA = DEB; AB x A = AB; AB x C = CF", 7, False),
    ("AB x BC = DEF; AB x B = BE, AB x C = AGF", 7, False),
    ("AB x CD = EFA; AB x D = CE, AB x C = FE", 7, False),
    ("A + B = C; A x B = C", 7, False),
    ("A + B = C, C - D = B", 5, False),
    ("A + A = B; C = 1", 5, False),
    ("A + A = B; A = 1; A = 1; 2 = B", 5, False),
    ("A + A = B; A = 1; 2 = A", 5, False),
    ("A + A = B; A = 1; C = 1", 5, False),
    ("X x X = YX", 7, False),
    ("x + x = y", 5, False),
]
SMALL = [case for case in SUMS if case[1] < 8] + EQUATIONS
DIALECTS = ["strips", "adl"]
solve = functools.cache(word_sums.solve_word_sum)


def reached(instance: AssignmentInstance, dialect: str) -> list[tuple[int, ...]]:
    """Return the digits of the letters in each goal state that is reachable in the PDDL."""
    task = pddl_oracle.read_task(*generate_pddl(instance, dialect))
    (_, last) = task.goal
    states, _ = pddl_oracle.explore(task)
    result = []
    for state in states:
        if ("turn", last) in state:
            digits = {atom[1]: int(atom[2].removeprefix("digit-")) for atom in state if atom[0] == "stands-for"}
            result.append(tuple(digits[item.symbol] for item in instance.items))
    return result


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: case["sum"])
def test_published_sums_have_their_published_solutions(case: dict[str, object]) -> None:
    instance = make_sum_instance(str(case["sum"]))
    solutions = list(AssignmentSearch(instance).solutions())
    told = [SumNarrator(instance).format_answers(dict(solution))[0] for solution in solutions]
    assert case["solutions"] in (len(solutions), None)
    if case["digits"]:
        assert f"{case['sum']} is {case['digits']}." in told
    else:
        assert sum(map(int, re.findall(r"\d+", told[0]))) == 2681730


def test_clues_allow_exactly_the_solutions_of_the_sum() -> None:
    found = {case: find_solutions(make_sum_instance(*case)) for case in SUMS + EQUATIONS}
    assert {case: sorted(solutions) for case, solutions in found.items()} == {
        case: sorted(solve(*case)) for case in found
    }


@pytest.mark.parametrize("zeros", [False, True])
def test_sum_solver_returns_distinct_solutions_up_to_its_limit(zeros: bool) -> None:
    judge = SumSolver(7, zeros)
    for text, expected in [(text, solve(text, 7, zeros)) for text, base, _ in EQUATIONS if base <= 7]:
        for most in (1, 2, 100_000):
            judged = [tuple(solution.values()) for solution in judge.find_solutions(text, most)]
            assert len({*judged}) == len(judged) == min(most, len(expected))
            assert {*judged} <= expected


@pytest.mark.parametrize(
    ("text", "base", "zeros", "dialect"),
    [
        *pair_in_turn(draw_cases(SMALL, 14), [[dialect] for dialect in DIALECTS], 1),
        ("SEND + MORE = MONEY", 10, False, "adl"),
        ("TWO x TWO = THREE", 10, False, "strips"),
    ],
)
def test_pddl_reaches_exactly_the_solutions_of_the_sum(text: str, base: int, zeros: bool, dialect: str) -> None:
    assert sorted(reached(make_sum_instance(text, base, zeros), dialect)) == sorted(solve(text, base, zeros))


@st.composite
def sums(draw: st.DrawFn) -> tuple[str, int, bool]:
    """Draw a sum of two to four short words in a base up to 5."""
    base = draw(st.integers(2, 5))
    word = st.text("ABCDE"[:base], min_size=1, max_size=3)
    addends = draw(st.lists(word, min_size=2, max_size=4))
    return f"{' + '.join(addends)} = {draw(word)}", base, draw(st.booleans())


@given(sums())
@settings(max_examples=scale(25), deadline=None)
def test_random_small_sums_match_brute_force(case: tuple[str, int, bool]) -> None:
    instance = make_sum_instance(*case)
    expected = solve(*case)
    assert sorted(find_solutions(instance)) == sorted(expected)
    assert sorted(reached(instance, "strips")) == sorted(expected)


@given(sums(), st.data())
@settings(max_examples=scale(25), deadline=None)
def test_clues_are_violated_exactly_by_wrong_digits(case: tuple[str, int, bool], data: st.DataObject) -> None:
    """A complete assignment violates no clue exactly if it solves the sum.

    The clues that a partial assignment violates exclude no solution.
    """
    instance = make_sum_instance(*case)
    expected = solve(*case)
    count = len(instance.items)
    digits = data.draw(st.permutations(range(case[1])).map(lambda order: tuple(order[:count])))
    placed = dict(enumerate(digits))
    broken = [clue for clue in instance.clues if not clue.allows(placed)]
    assert (not broken) == (digits in expected)
    # a column to the left of a wrong one may be correct with the carry that the placed digits give
    by_themselves = [clue for clue in instance.clues if clue.describe_violation(placed, instance)]
    assert [clue for clue in broken if clue in by_themselves] == by_themselves
    assert (not by_themselves) == (digits in expected)
    for solution in expected:
        part = {letter: solution[letter] for letter in data.draw(st.sets(st.integers(0, count - 1)))}
        assert all(clue.allows(part) for clue in instance.clues)


def columns_that_matter(text: str) -> list[int]:
    """Return the numbers of the columns, from the right, in which not all letters cancel out."""
    *addends, total = re.split(r" [+=] ", text)
    numbers = []
    for place in range(max(map(len, (*addends, total)))):
        counts = Counter(word[-1 - place] for word in addends if place < len(word))
        counts.subtract(total[-1 - place : len(total) - place])
        if any(counts.values()):
            numbers.append(place + 1)
    return numbers


@pytest.mark.parametrize(
    "case", draw_cases([(case["sum"], 10, False) for case in PUBLISHED if case["sum"].count("+") in (1, 2)] + SUMS, 15)
)
def test_narrated_column_sums_are_correct(case: tuple[str, int, bool]) -> None:
    """The narration mentions each column once, with a correct calculation."""
    instance = make_sum_instance(*case)
    for solution in list(AssignmentSearch(instance).solutions())[:5]:
        placed: dict[int, int] = {}
        told = []
        for placement in solution:
            text = SumNarrator(instance).narrate_placement(placement, placed, instance.clues)
            placed[placement.item] = placement.spot
            told += map(int, re.findall(r"olumn (\d+) from the right", text))
            for added, total in re.findall(r"= ([\d +]+) = (\d+)(?=[ ,])", text):
                assert sum(map(int, added.split("+"))) == int(total)
            for total, tens, base, digit in re.findall(r"= (\d+) = (\d+) × (\d+) \+ (\d+)(?=[ ,])", text):
                assert int(total) == int(tens) * int(base) + int(digit)
            for total, ends, carry in re.findall(rf"= (\d+){ENDING}(?: \(carry (\d+)\))?\.", text):
                assert int(total) == int(ends) + case[1] * int(carry or 0)
            assert re.search(rf"\b{instance.items[placement.item].name} is {placement.spot}\b", text)
        assert sorted(told) == columns_that_matter(case[0])


ENDING = (
    r"(?:, so \w+ is |, which must equal \w+ = |(?:, which)? (?:must end|ends) in (?:\w+ = )?)(\d+)(?:, as it must)?"
)
"""The phrases that state in which digit a column ends."""


def worked_out(text: str) -> int:
    """Return the value of numbers that signs join."""
    terms = re.findall(r"([+-]?) ?(-?\d+(?: × \d+)*)", text)
    return sum((-1 if sign == "-" else 1) * math.prod(map(int, term.split(" × "))) for sign, term in terms)


@pytest.mark.parametrize(("text", "base", "zeros"), [*draw_cases(EQUATIONS, 15), ("LYNDON x B = JOHNSON", 10, False)])
def test_narrated_steps_of_equations_are_correct(text: str, base: int, zeros: bool) -> None:
    instance = make_sum_instance(text, base, zeros)
    narrator, checked = SumNarrator(instance), 0
    for solution in list(AssignmentSearch(instance).solutions())[:5]:
        for number, placement in enumerate(solution):
            told = narrator.narrate_placement(placement, dict(solution[:number]), instance.clues)
            assert re.search(rf"\b{instance.items[placement.item].name} is {placement.spot}\b", told)
            for sentence in re.findall(r"from the right(?: of [^,]+)?(,.*?[.])(?= |$)", told):
                ending = rf"{ENDING}(?: \(carry (\d+)\))?(?: \(borrow (\d+)\))?[.]$"
                says = re.sub(ending, "", sentence)
                values = [worked_out(one) for one in says.split(" = ")[1:] if "carry" not in one]
                [(ends, carry, borrow)] = [[part or "0" for part in one] for one in re.findall(ending, sentence)]
                if " = " in says:
                    assert {*values} == {int(ends) + base * (int(carry) - int(borrow))}, sentence
                    checked += 1
        for equation in narrator.format_answers(dict(solution)):
            said = re.fullmatch(r"(?:.* is)? ?(.*?) = ([\d]+)(?: in base \d+)?[.]", equation)
            assert said is not None, equation
            left, right = said.groups()
            if equation.startswith("In decimal"):
                assert worked_out(left.removeprefix("In decimal numbers that is ")) == int(right)
    assert checked >= min(5, len(find_solutions(instance)))


def test_product_layout_has_a_row_for_each_partial_product() -> None:
    instance = make_sum_instance("TWO x TWO = THREE")
    names = [item.name for item in instance.items]
    shown = SumNarrator(instance).board_as_table({names.index("T"): 1, names.index("W"): 3, names.index("O"): 8})
    assert shown.rows == (
        ("", "carried", "", "3", "5", "6", ""),
        ("", "TWO", "", "", "1", "3", "8"),
        ("×", "TWO", "", "", "1", "3", "8"),
        ("", "TWO × O", "", "1", "1", "0", "4"),
        ("", "TWO × W", "", "4", "1", "4", ""),
        ("", "TWO × T", "1", "3", "8", "", ""),
        ("=", "THREE", "1", "", "", "", ""),
    )
    instance = make_sum_instance("AB x CD = EFA; AB x D = CE; AB x C = FE", 7)
    assert [row[:2] for row in SumNarrator(instance).board_as_table({}).rows] == [
        *(("", "carried"), ("", "AB"), ("×", "CD"), ("", "CE"), ("", "FE"), ("=", "EFA"))
    ]
    instance = make_sum_instance("AB x CD = EFA; C x AB = FE; B x D = FE; AB * D = CE", 7)  # B x D = FE is separate
    assert [row[:2] for row in SumNarrator(instance).board_as_table({}).rows][6:] == [
        *(("", "carried"), ("", "B"), ("×", "D"), ("=", "FE"))
    ]


def test_violations_of_equations_are_explained() -> None:
    said = []
    for text, digits in (
        ("AB - C = D; C = 4", {"C": 5}),
        ("AB - C = D", {"B": 3, "C": 5, "D": 7}),
        ("AB - C = D", {"A": 3, "B": 3, "C": 5, "D": 8}),
        ("AB x C = DE", {"B": 3, "C": 5, "E": 6}),
        ("AB x C = DE", {"A": 2, "B": 3, "C": 5, "E": 5, "D": 0}),
        ("A + B = C; D + A = E", {"A": 2, "D": 3, "E": 4}),
        ("A + 2 = B", {"A": 3, "B": 4}),
        ("A x B = CDE", {"C": 3}),
    ):
        instance = make_sum_instance(text)
        placed = {letter: digits[item.name] for letter, item in enumerate(instance.items) if item.name in digits}
        said.append(next(filter(None, (clue.describe_violation(placed, instance) for clue in instance.clues))))
    assert said == [
        "C is 5",
        "in column 1 from the right, B - C = 3 - 5 = -2 gives the digit 8, but D is 7",
        "in column 2 from the right, A - the borrow = 3 - 1 = 2 must equal 0",
        "in column 1 from the right, B × C = 3 × 5 = 15 must end in E, but E is 6",
        "in column 2 from the right, A × C + the carry = 2 × 5 + 1 = 11 must equal D, but D is 0",
        "in column 1 from the right of D + A = E, D + A = 3 + 2 = 5 must equal E, but E is 4",
        "in column 1 from the right, A + 2 = 3 + 2 = 5 must equal B, but B is 4",
        "in column 3 from the right, 0 must equal C, but C is 3",  # no carry: the product of two digits has at most two
    ]


def test_sum_is_narrated_column_by_column() -> None:
    instance = make_sum_instance("SEND + MORE = MONEY")
    (solution,) = AssignmentSearch(instance).solutions()
    told = [
        SumNarrator(instance).narrate_placement(one, dict(solution[:number]), instance.clues)
        for number, one in enumerate(solution)
    ]
    assert "In column 5 from the right, there is only the carry, so M is 1." in told
    assert (
        "R is 8, the only digit left that can fit. The carry of column 1 must then be 1, so that the next column adds up: "
        "in column 2 from the right, N + R + the carry = 6 + 8 + 1 = 15, which must end in E = 5 (carry 1)." in told
    )
    assert told[-1] == "In column 1 from the right, D + E = 7 + 5 = 12, so Y is 2 (carry 1)."


def test_products_that_cancel_out_are_left_out_of_a_column() -> None:
    """In column 1, O × D - D × O + T = 0 holds for T = 0, whatever D and O are."""
    instance = make_sum_instance("DO X D = D X DTO - OT; DO*DDT + D = OTOD", 3, True)
    first = next(Placement(item, 0) for item, one in enumerate(instance.items) if one.name == "T")
    assert SumNarrator(instance).narrate_placement(first, {}, instance.clues) == (
        "T is 0, because in column 1 from the right of DO × D - D × DTO + OT = 0, where D × O cancels out, T = 0, "
        "which must end in 0."
    )


def test_known_carry_is_not_narrated_as_a_conclusion() -> None:
    instance = make_sum_instance("EAT + THAT = APPLE", 11)
    (solution,) = AssignmentSearch(instance).solutions()
    names = [item.name for item in instance.items]
    placed = {item: spot for item, spot in solution if names[item] != "H"}
    (last,) = (one for one in solution if names[one.item] == "H")
    assert SumNarrator(instance).narrate_placement(last, placed, instance.clues) == (
        "H is 2, because in column 3 from the right, E + H = 9 + 2 = 11 = 1 × 11 + 0, which must end in P = 0 (carry 1)."
    )


def test_board_table_shows_one_row_per_word_and_a_row_of_carries() -> None:
    instance = make_sum_instance("SEND + MORE = MONEY")
    names = [item.name for item in instance.items]
    placed = {names.index(letter): digit for letter, digit in (("M", 1), ("S", 9), ("O", 0))}
    shown = SumNarrator(instance).board_as_table(placed)
    assert shown.heading == ("", "", "5", "4", "3", "2", "1")
    assert shown.rows == (
        ("", "carried", "1", "", "", "", ""),
        ("", "SEND", "", "9", "", "", ""),
        ("+", "MORE", "", "1", "0", "", ""),
        ("=", "MONEY", "1", "0", "", "", ""),
    )
    (solution,) = AssignmentSearch(instance).solutions()
    assert SumNarrator(instance).board_as_table(dict(solution)).rows[0] == ("", "carried", "1", "", "1", "1", "")


def test_answer_in_another_base_is_also_given_in_decimal() -> None:
    instance = make_sum_instance("AB + C = DEE", 12)
    placed = dict(enumerate((11, 2, 10, 1, 0)))
    assert SumNarrator(instance).format_answers(placed) == (
        "AB + C = DEE is 11:2 + 10 = 1:0:0 in base 12.",
        "In decimal numbers that is 134 + 10 = 144.",
    )


def test_violations_of_sums_are_explained() -> None:
    instance = make_sum_instance("SEND + MORE = MONEY")
    said = []
    for digits in (
        {"S": 0},
        {"S": 9, "O": 9},
        {"D": 7, "E": 5, "Y": 3},
        {"D": 7, "E": 5, "Y": 2, "N": 6, "R": 4},
        {"N": 6, "R": 0, "E": 5},
        {"M": 2},
    ):
        placed = {letter: digits[item.name] for letter, item in enumerate(instance.items) if item.name in digits}
        said.append(next(filter(None, (clue.describe_violation(placed, instance) for clue in instance.clues))))
    assert said == [
        "a number begins with S, which is 0",
        "S and O are both 9",
        "in column 1 from the right, D + E = 7 + 5 = 12 must end in Y, but Y is 3",
        "in column 2 from the right, N + R + the carry = 6 + 4 + 1 = 11 must end in E, but E is 5",
        "in column 2 from the right, N + R + the carry = 6 + 0 + 0 or 1 must end in E, but E is 5",
        "in column 5 from the right, the carry = 0 or 1 must equal M, but M is 2",
    ]


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        ("SEND + MORE", 10, "'SEND + MORE' is not a sum; write a sum such as SEND + MORE = MONEY"),
        ("A = B = C", 10, "'A = B = C' has more than one '='; separate sums with ';'"),
        ("SEND = MONEY", 10, "'SEND = MONEY' has nothing to calculate; join at least two words with '+', '-' or 'x'"),
        ("A + B = C; SEND", 10, "'SEND' is not a sum; write a sum such as SEND + MORE = MONEY"),
        ("A + B = C,", 10, "a sum is empty; write a sum such as SEND + MORE = MONEY, and ';' only between sums"),
        ("S = 9, M = 1", 10, "'S = 9, M = 1' is not a sum; write a sum such as SEND + MORE = MONEY"),
        ("AB = 12", 10, "'AB = 12' has nothing to calculate"),
        ("1 + 2 = 3", 10, "'1 + 2 = 3' has no letters, so there is nothing to find"),
        ("A x B x C = D", 10, "'A×B×C' has 3 factors; a product has exactly 2"),
        ("A x + B = C", 10, "word 1, 'A x', contains ' '; between two words, write '+', '-' or 'x' (times)"),
        ("A * = C", 10, "word 2 of 'A * = C' is empty"),
        ("- A + B = C", 10, "word 1 of '- A + B = C' is empty"),
        ("A = " + " + ".join("B" * 101), 10, "101 words on one side of '='; at most 100 are allowed"),
        ("SEND + = MONEY", 10, "word 2 of 'SEND + = MONEY' is empty"),
        ("SEND + MORE =", 10, "word 3 of 'SEND + MORE =' is empty"),
        ("=", 10, "word 1 of '=' is empty"),
        ("SEND + M8RE = MONEY", 8, "'M8RE' contains '8', which is not a digit of base 8"),
        ("A + B = 12:3", 12, "'12:3' contains '12', which is not a digit of base 12"),
        ("A + B = 1:3", 10, "word 3, '1:3', contains ':'; a word has only letters and digits"),
        ("A + B = C²", 10, "word 3, 'C²', contains '²'; a word has only letters and digits"),
        ("SE ND + MORE = MONEY", 10, "word 1, 'SE ND', contains ' '; between two words, write '+', '-' or 'x' (times)"),
        ("SEND / MORE = MONEY", 10, "word 1, 'SEND / MORE', contains '/'; between two words, write '+', '-' or 'x' (times)"),
        ("S\u0301END\u0301 + M\u0332ORE = MONEY", 10, "a word has only letters and digits"),
        ("ABCDEF + GHIJK = LMN", 10, "the sum has 14 different letters, 'ABCDEFGHIJKLMN', but base 10 has only 10 digits"),
        ("SEND + MORE = MONEY", 7, "the sum has 8 different letters, 'SENDMORY', but base 7 has only 7 digits"),
        (" + ".join("A" * 101) + " = B", 10, "101 words on one side of '='; at most 100 are allowed"),
        ("A" * 31 + " + B = C", 10, "has 31 letters; at most 30 are allowed"),
        ("A" * 31 + " * B = C", 10, "has 31 letters; at most 30 are allowed"),
    ],
)  # fmt: skip
def test_invalid_sum_is_reported_with_position_and_cause(text: str, base: int, expected: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        make_sum_instance(text, base)
    message = str(caught.value)
    assert message.startswith("cryptarithm: sum.text: ")
    assert expected in message
    assert "\n" not in message
    with pytest.raises(PuzzleError, match=r"^send-more-money\.toml: sum\.text: "):
        load_sum_file("send-more-money", text=text, base=base)


@pytest.mark.parametrize(
    "text",
    ["SE\nND + MORE = MONEY", "A + \x1b[2J = B", "A\n= B\n= C", "A + B = " + "".join(map(chr, range(0x4E00, 0x4E30)))],
)
def test_error_message_for_invalid_sum_is_short_and_printable(text: str, tmp_path: Path) -> None:
    path = domains.FOLDER / "arithmetic" / "send-more-money.toml"
    puzzle = path.read_text(encoding="utf-8").replace('"SEND + MORE = MONEY"', json.dumps(text))
    (tmp_path / "sum.toml").write_text(puzzle, encoding="utf-8")
    with pytest.raises(PuzzleError) as caught:
        load(tmp_path / "sum.toml")
    assert str(caught.value).isprintable()
    assert len(str(caught.value).replace(str(tmp_path), "")) < 300


@pytest.mark.parametrize("base", [1, -3, 37])
def test_base_outside_2_to_36_is_rejected(base: int) -> None:
    with pytest.raises(PuzzleError, match=f"sum.base: found {base}, expected a whole number from 2 to 36"):
        load_sum_file("send-more-money", base=base)
    with pytest.raises(PuzzleError, match=f"sum.base: found {base}, expected a whole number from 2 to 36"):
        instantiate(load_sum_file("cryptarithm", base=f"base - base + {base}"), {})
    with pytest.raises(ParameterError, match=f"base: found {base}, expected 2 to 36"):
        make_sum_instance("A + B = C", base)


@pytest.mark.parametrize(
    "changes", [{"text": 7}, {"text": ""}, {"base": 1.5}, {"leading_zeros": 1}, {"digits": "AB"}, {"base": True}]
)
def test_sum_table_rejects_invalid_keys_and_values(changes: dict[str, object]) -> None:
    with pytest.raises(PuzzleError, match=f"sum.{next(iter(changes))}: found"):
        load_sum_file("send-more-money", **changes)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"text": "{{ total }}"},
            "sum.text: unknown name 'total' in '{{ total }}'; expected one of base, leading_zeros, sum",
        ),
        ({"text": "{{ base }}"}, "sum.text: '10' is not a sum"),
        ({"base": "sum"}, "sum.base: found 'sum', expected an expression that gives a whole number"),
        ({"base": "base > 2"}, "sum.base: found true, expected a whole number"),
    ],
)
def test_invalid_expression_in_sum_table_is_rejected(changes: dict[str, object], expected: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        instantiate(load_sum_file("cryptarithm", **changes), {})
    assert expected in str(caught.value)


def test_lowercase_and_accented_letters_are_accepted() -> None:
    instance = make_sum_instance("send + more = money")
    assert [item.name for item in instance.items] == list("SENDMORY")
    names = [item.name for item in make_sum_instance("E\u0301a + A\u0308b = ßçй").items]
    assert names == ["É", "A", "Ä", "B", "ß", "Ç", "Й"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_pddl_symbols_of_letters_are_unique_and_legal(dialect: str) -> None:
    instance = make_sum_instance("AÁÂ + ЖΩß = ÑNﬁ", 12)
    symbols = [item.symbol for item in instance.items]
    assert len(set(symbols)) == 9
    assert all(re.fullmatch("[a-z][a-z0-9]*", symbol) for symbol in symbols)
    domain, problem = generate_pddl(instance, dialect)
    assert pddl_oracle.read_task(domain, problem).actions
    assert (domain, problem) == generate_pddl(make_sum_instance("AÁÂ + ЖΩß = ÑNﬁ", 12), dialect)


def test_variable_order_keeps_search_below_100_nodes() -> None:
    """The search for SEND + MORE = MONEY needs fewer than 100 nodes.

    An order of columns strictly from the right takes more than a thousand nodes; the bound leaves room for other good orders.
    """
    search = AssignmentSearch(make_sum_instance("SEND + MORE = MONEY"))
    assert len(list(search.solutions())) == 1
    assert search.placement_count < 100


@pytest.mark.parametrize("count", [2, 20])
def test_size_of_pddl_addition_table_is_independent_of_word_count(count: int) -> None:
    instance = make_sum_instance(" + ".join(["AB"] * count) + " = CDE")
    _, problem = generate_pddl(instance, "strips")
    assert problem.count("(plus ") == 100
    assert problem.count("(starts ") <= count


def test_each_wrong_column_is_a_violation() -> None:
    """Each column that does not add up is one violation.

    By hand, with R = 2: 7 + 5 = 12 is correct; 6 + 2 + 1 = 9 does not end in 5 and carries 0; 5 + 0 does not end in 6; 9 + 1 = 10 and 1
    are correct. R and Y stand for the same digit.
    """
    instance = make_sum_instance("SEND + MORE = MONEY")
    digits = {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 2, "Y": 2}
    space = AssignmentSpace(instance)
    state = tuple(digits[item.name] for item in instance.items)
    last = len(instance.items) - 1
    broken = [one.rule for one in space.find_violations((*state[:-1], -1), Placement(last, state[last]))]
    assert [rule.partition(":")[0] for rule in broken] == [
        "Column 2 from the right",
        "Column 3 from the right",
        "Different letters stand for different digits.",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("24 x 05 = DED", "'05'"),
        ("007 + A = B", "'007'"),
        ("A + B = 0C", "'0C'"),
        ("AB + 00 = AB", "'00'"),
    ],
)
def test_number_with_leading_zero_is_rejected(text: str, found: str) -> None:
    with pytest.raises(
        PuzzleError, match=re.escape(f"sum.text: {found} in '{text}' begins with 0; set leading_zeros = true")
    ):
        make_sum_instance(text)
    make_sum_instance(text, leading_zeros=True)


def test_leading_zero_is_rejected_in_larger_bases() -> None:
    with pytest.raises(PuzzleError, match=r"'0:5' in '0:5 \+ A = BC' begins with 0"):
        make_sum_instance("0:5 + A = BC", 12)
    assert len(make_sum_instance("A + 0 = A", 12).items) == 1
