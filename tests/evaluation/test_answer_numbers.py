"""Numbers in answers: digits, words, other notations, and which number a sentence asserts."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_questions import ask

from ferryplan.evaluation.scoring.numerals import find_numbers, replace_number_words

ONES = (
    *(
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
    ),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def in_english(number: int, joined: str = "-") -> str:
    """Return a number below a million in English words."""
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10 - 2] + (joined + ONES[number % 10] if number % 10 else "")
    if number < 1000:
        rest = f" and {in_english(number % 100, joined)}" if number % 100 else ""
        return f"{ONES[number // 100]} hundred{rest}"
    rest = number % 1000
    told = f"{' and' if rest < 100 else ''} {in_english(rest, joined)}" if rest else ""
    return f"{in_english(number // 1000, joined)} thousand{told}"


def values(text: str) -> list[int]:
    """Return the numbers in a text."""
    return [one.value for one in find_numbers(text)]


@given(st.integers(0, 19_999), st.sampled_from(["-", " "]))
def test_english_number_words_are_parsed(number: int, joined: str) -> None:
    text = f"it takes {in_english(number, joined)} crossings"
    assert values(text) == ([number] if number != 1 else values(text))
    assert replace_number_words(f"{in_english(number, joined)} crossings", single_words=True) == f"{number} crossings"


@given(st.integers(0, 10**9))
def test_numbers_with_separators_are_parsed(number: int) -> None:
    for text in (f"{number}", f"{number:,}", f"{number}.0", f"{number:_}"):
        found = [*find_numbers(f"so {text} is it")]
        assert [one.value for one in found] == [number]
        assert f"so {text} is it"[found[0].start : found[0].end] == text


NUMERALS = [
    ("siebzehn", 17), ("trente-deux", 32), ("cuarenta y cinco", 45), ("vingt et un", 21), ("dix-sept", 17), ("treinta", 30),
    ("七", 7), ("十一", 11), ("二十", 20), ("四十五", 45), ("一百零三", 103), ("两", 2),
    ("VII", 7), ("XIV", 14), ("XL", 40), ("XXIX", 29), ("LXIV", 64), ("one", 1),
]  # fmt: skip


def test_foreign_chinese_and_roman_numerals_are_parsed(subtests: pytest.Subtests) -> None:
    for text, value in NUMERALS:
        with subtests.test(text=text):
            assert values(text) == [value]


TEXTS_WITHOUT_NUMBER = [
    "one can see it",
    "he was once there",
    "3.5",
    "v7",
    "1,5",
    "IV boats",
    "item_7",
    "",
]


def test_text_without_a_whole_number_yields_none(subtests: pytest.Subtests) -> None:
    for text in TEXTS_WITHOUT_NUMBER:
        with subtests.test(text=text):
            assert values(text) == []


def test_word_one_is_a_number_only_before_counted_nouns() -> None:
    assert values("one solution") == [1]
    assert values("exactly one") == [1]
    assert values("one or two solutions") == [1, 2]
    assert values("one different solution") == [1]
    assert replace_number_words("twenty seven crossings, seven of them back") == "27 crossings, seven of them back"


@given(st.integers(0, 400), st.integers(0, 400))
@settings(max_examples=40)
def test_only_the_correct_number_scores_in_every_phrasing(number: int, said: int) -> None:
    for text in (
        f"{said}",
        f"{said} crossings",
        f"Answer: {said}",
        f"The minimum is {said}.",
        f'{{"crossings": {said}}}',
    ):
        found = ask("length", text, optimum=number)
        assert (found.score, found.outcome) == ((1, "right") if said == number else (0, "wrong")), text
    assert ask("length", said, optimum=number).score == (said == number)
    assert ask("length", float(said), optimum=number).score == (said == number)
    assert ask("length", said + 0.5, optimum=number).outcome == "unreadable"


DATA_NUMBERS = [
    ({"crossings": 7, "states": 10}, "right"), ({"answer": {"crossings": 7}}, "right"), ({"answer": "seven"}, "right"), ([7], "right"),
    ([7, 8], "unreadable"), ({"number of crossings": 7, "x": 9}, "right"), ({"CROSSINGS": 8}, "wrong"), ({"solvable": False}, "wrong"),
    ({"unsolvable": True}, "wrong"), ({"unsolvable": False}, "unreadable"), (True, "unreadable"), ({"total": 7, "crossings": 8}, "wrong"),
    ({"crossings": [1, 2], "answer": 7}, "right"), ("", "missing"), (" \n", "missing"), (None, "missing"),
    ({"river crossings": 7, "boat crossings": 8}, "unreadable"), ({"river crossings": 7}, "right"),
]  # fmt: skip


SENTENCES = [
    ("It takes twice 4 crossings.", 8), ("First 5 crossings and then 2 more crossings: 7 crossings.", 7), ("7 (the search saw 10 of them)", 7),
    ("4 + 3 = 7", 7), ("five or seven crossings", None), ("5 to 7 crossings", None), ("7 or fewer crossings", 7), ("7 or 7 crossings", 7),
    ("not 8 but 7 crossings", 7), ("step 9 ends it after 7 crossings", 7),
    ("7 crossings will do. Indeed.\n7", 7), ("7\nThat is it.\n8", None),
    ("Between 5 and 7 crossings.", None), ("5 or 7 crossings", None), ("10% of the way", None), ("3^2 states, 7 crossings", 7),
]  # fmt: skip


def test_number_that_a_sentence_asserts_is_scored(subtests: pytest.Subtests) -> None:
    for said, value in SENTENCES:
        with subtests.test(said=said):
            for number in range(12):
                assert ask("length", said, optimum=number).score == (number == value)


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("需要7次。", 7),
        ("答えは9回です", 9),
    ],
)
def test_moves_are_counted_in_scripts_without_capitals(said: str, number: int) -> None:
    assert ask("length", said, optimum=number).score == 1
    assert ask("length", said, optimum=number + 1).score == 0


TRIP_SUMS = [
    ("3 round trips and one more crossing", 7), ("It takes two round trips and a final crossing.", 5), ("Four round trips.", 8),
    ("It takes 3 round trips plus 1 crossing.", 7), ("3 round trips + 1", 7), ("3 full round trips and one one-way trip", 7),
    ("a round trip plus one crossing", 3), ("It takes 1 crossing plus 3 round trips.", 7), ("one final crossing after 3 round trips", 7),
    ("four round trips, minus the last return", 7), ("4 round trips except for the last return", 7), ("three and a half round trips", 7),
    ("3 trips there and back and one there", 7), ("Three trips there and back and a final one there.", 7), ("7 two-way trips", 14),
    ("7 one-way trips", 7), ("He makes 7 one way trips across the river.", 7), ("6 crossings plus one final crossing", 7),
    ("4 trips over and 3 trips back", 7), ("4 forward crossings and 3 return crossings", 7), ("7 crossings and 1 boat.", 7),
    ("3 round trips (6 crossings) plus one crossing", 7), ("7 crossings: 3 return trips and a final crossing.", 7),
    ("3 return trips plus one crossing, so 7 crossings", 7), ("Each round trip brings one over, so 7 crossings.", 7),
    ("7 crossings, including 3 return trips", 7), ("7 crossings, and the goat crosses three times.", 7), ("8 crossings, i.e. 4 round trips", 8),
    ("3 Hin- und Rückfahrten und eine Überfahrt", 7), ("trois allers-retours et une traversée", 7), ("7 crossings = 4 + 3", 7),
    ("8 crossings minus the last one = 7", 7), ("8 crossings minus one", 7), ("7 crossings without the return trip", 7),
    ("7 one-way crossings (3.5 round trips)", 7), ("7 crossings: 4 trips with cargo and 3 trips alone", 7),
]  # fmt: skip
UNCLEAR_TRIP_SUMS = [
    "3 return trips and one single trip", "3 round trips plus the end", "several round trips plus 1 crossing", "almost 4 round trips",
    "4 round trips, but the last one is only one way", "four round trips, the last without return", "4 crossings and 3 returns",
    "The boat goes back and forth 3 times plus 1 crossing", "over 4 times, back 3 times", "3 x 2 crossings + 1", "more than 3 round trips",
    "4 trips with cargo and 3 trips alone",
]  # fmt: skip


def test_sums_of_trips_are_added_up_to_crossings(subtests: pytest.Subtests) -> None:
    for said, number in TRIP_SUMS:
        with subtests.test(said=said):
            assert ask("length", said, optimum=number).score == 1
            assert ask("length", said, optimum=number + 1).outcome == "wrong"


def test_unclear_sum_of_trips_is_not_scored_as_a_number(subtests: pytest.Subtests) -> None:
    for said in UNCLEAR_TRIP_SUMS:
        with subtests.test(said=said):
            assert ask("length", said).outcome == "unreadable"


@pytest.mark.parametrize(
    "said",
    [
        "8 crossings. No, 7.",
        "It is 8, no, 7.",
        "8. No! Seven.",
        "8 crossings.\nNo, 7 crossings are needed.",
        "It can't be done in 5. No, 6 won't work either. It takes 7.",
        "Is it 8? No. 7.",
        "7 crossings. No more are needed.",
    ],
)
def test_number_after_no_replaces_the_one_before(said: str) -> None:
    assert ask("length", said).score == 1


def test_number_of_a_step_is_not_the_count() -> None:
    steps = "Crossing no. 1 takes the goat over.\nCrossing no. 2: back.\nCrossing no. 3 takes the wolf over.\nCrossing No 4: back"
    for text in (steps, steps.replace("\n", " "), "Crossing no. 4 takes the goat back.", "Crossing number 4."):
        assert ask("length", text).outcome == "unreadable"
    assert ask("length", f"7 crossings.\n{steps}").score == 1


def test_number_in_json_is_found_by_its_key(subtests: pytest.Subtests) -> None:
    for said, outcome in DATA_NUMBERS:
        with subtests.test(said=said):
            assert ask("length", said).outcome == outcome
            if isinstance(said, dict):
                assert ask("length", f"```json\n{json.dumps(said)}\n```").outcome == outcome


def test_reply_unsolvable_is_right_for_plan_length_and_solution_count() -> None:
    lost = {"verdict": "unsolvable", "optimum": None, "solutions": 0}
    for said in ("unsolvable", "There is no solution.", {"unsolvable": True}):
        assert ask("length", said, **lost).score == 1
        assert ask("count", said, **lost).score == 1
        assert ask("length", said).outcome == ask("count", said).outcome == "wrong"
    assert ask("length", "0", **lost).outcome == "wrong"
    assert ask("count", "zero", **lost).score == 1
