"""`plan explore` for puzzles in which things are placed, played line by line."""

from __future__ import annotations

import dataclasses

import boards
import pytest
import sums
import words
from conftest import Run

from ferryplan.generator.families import instantiate
from ferryplan.generator.placing import answering
from ferryplan.generator.placing import play as stepping
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.play import PlacingPlay
from ferryplan.generator.puzzle import load


def made(puzzle: str, **parameters: int | str) -> PlacingInstance:
    instance = instantiate(load(puzzle), parameters)
    assert isinstance(instance, PlacingInstance)
    return instance


def played(puzzle: str, *lines: str, **parameters: int | str) -> tuple[PlacingPlay, list[str]]:
    play = PlacingPlay(made(puzzle, **parameters))
    return play, [play.answer(line) for line in lines]


def followed(instance: PlacingInstance, *lines: str) -> tuple[PlacingPlay, str]:
    """The hints, followed from where these lines lead."""
    play = PlacingPlay(instance)
    answer = "".join(play.answer(line) for line in lines)
    for _ in range(len(instance.items) + 1):
        hint = play.answer("hint")
        if "Next move: " not in hint:
            break
        answer = play.answer(hint.split("Next move: ")[1].removesuffix(".\n"))
    return play, answer


def test_the_published_solution_of_the_zebra_may_be_placed_in_any_order() -> None:
    lines = (
        "zebra house 5", "japanese 5", "norwegian in house 1", "water at 1", "ukrainian 2", "englishman = 3", "spaniard=4",
        "GREEN   HOUSE 5", "ivory 4", "red 3", "blue 2", "yellow 1", "fox 1", "horse 2", "snails 3", "dog 4", "tea 2", "milk 3",
        "juice 4", "coffee 5", "kools 1", "chesterfield 2", "old gold 3", "lucky strike 4", "Parliament 5",
    )  # fmt: skip
    play, answers = played("zebra", *lines)
    assert "Everything is placed, and no clue is broken." in answers[-1]
    assert not any("Everything is placed" in answer for answer in answers[:-1])
    assert len(play.passed) == len(lines) == 25


def test_following_the_hints_places_all() -> None:
    for puzzle in ("queens", "four-houses", "einstein", "send-more-money", "cryptarithm", "sudoku"):
        play, answer = followed(made(puzzle))
        broken = "clue" if puzzle in ("four-houses", "einstein") else "rule"
        assert f"Everything is placed, and no {broken} is broken." in answer, puzzle
        assert play.answer("hint") == "You have reached the goal.\n"
    wanted = min(boards.standing_queens(8))
    play, _ = followed(made("queens"), f"row 5 {wanted[4] + 1}", f"row 2 {wanted[1] + 1}")
    columns = tuple(play.placed[row] for row in range(8))
    assert columns in boards.standing_queens(8)
    assert (columns[4], columns[1]) == (wanted[4], wanted[1])


def test_hints_know_what_has_a_solution() -> None:
    solutions = boards.standing_queens(6)
    for first in range(6):
        for second in range(6):
            play, answers = played("queens", f"row 1 {first + 1}", f"row 2 {second + 1}", queens=6)
            if len(play.passed) == 2:
                hint = play.answer("hint")
                if any(found[:2] == (first, second) for found in solutions):
                    *_, row, column = hint.removesuffix(".\n").split()
                    assert any(found[:3] == (first, second, int(column) - 1) for found in solutions)
                    assert row == "3"
                else:
                    assert hint == "No solution is possible from here. Undo or restart.\n"
            else:
                assert 'This breaks the rule "No two queens stand' in answers[1]


def test_hints_for_another_item() -> None:
    text = "SEND + MORE = MONEY"
    ((s, e, n, d, m, o, r, y),) = words.solutions(text)
    for letter, digit in zip("SENDMORY", (s, e, n, d, m, o, r, y), strict=True):
        play = PlacingPlay(sums.sum_of(text))
        play.answer(letter)
        assert play.answer("hint") == f"A solution is still possible. Next move: {letter} {digit}.\n"
        for choice in play.choices():
            if not choice.breach and choice.move.spot != digit:
                play.answer(f"{letter} {choice.move.spot}")
                assert "No solution is possible" in play.answer("h")
                play.answer("u")


def test_letters_of_a_sum_are_not_taken_for_commands() -> None:
    play = PlacingPlay(sums.sum_of("QH + RU = UHQ"))
    for letter in "QHRU":
        assert f"{letter}  Violation" in play.answer(letter)
        assert not play.over
    assert play.answer("u") == "Nothing to undo: this is the start.\n"
    play.answer("q")
    assert play.over


def test_a_hint_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "MOST_NODES", 10)
    assert played("queens", "h", queens=30)[1] == [
        "No hint: the search stopped after 10 placements, before it knew whether a solution is possible from here.\n"
    ]


def test_spots_and_what_forbids_them_are_those_of_brute_force() -> None:
    play = PlacingPlay(made("queens"))
    for line in ("row 4 5", "row 1 1", "row 6 2"):
        play.answer(line)
    queens = {3: 4, 0: 0, 5: 1}
    for row in (1, 2, 4, 6, 7):
        play.answer(f"row {row + 1}")
        for choice in play.choices():
            same = choice.move.spot in queens.values()
            diagonal = any(abs(choice.move.spot - column) == abs(row - other) for other, column in queens.items())
            assert bool(choice.breach) == (same or diagonal)
            if same:
                assert choice.breach.rule == "No two queens stand in the same column."
            elif diagonal:
                assert choice.breach.rule == "No two queens stand on the same diagonal."


@pytest.mark.parametrize(("queens", "says"), [(4, "This is one of 2 solutions."), (5, "This is one of 10 solutions.")])
def test_a_solution_is_called_one_of_as_many_as_there_are(queens: int, says: str) -> None:
    assert len(boards.standing_queens(queens)) == int(says.split()[4])
    assert says in followed(made("queens", queens=queens))[1]


def test_a_solution_is_called_the_only_one_only_where_all_were_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEND + MORE = MONEY has one solution; who has counted up to the first has not seen that there is no other."""
    assert "This is the only solution." in followed(made("send-more-money"))[1]
    for most in (0, 1):
        monkeypatch.setattr(answering, "most_placements", lambda instance, most=most: most)
        answer = followed(made("send-more-money"))[1]
        assert "Everything is placed, and no rule is broken." in answer
        assert "This is the only solution." not in answer


def test_what_was_asked_for_is_forgotten_with_the_state() -> None:
    """Row 1 is next; who asks for row 5, then places it, or begins again, is offered row 1."""
    play, (asked, placed, again, restarted, taken) = played("queens", "row 5", "3", "row 4", "restart", "row 2 at 1")
    assert asked.splitlines()[-9].split()[:2] == ["row", "5"]
    assert placed.splitlines()[-9].split()[:2] == ["row", "1"]
    assert again.splitlines()[-9].split()[:2] == ["row", "4"]
    assert restarted.splitlines()[-9].split()[:2] == taken.splitlines()[-9].split()[:2] == ["row", "1"]
    assert play.placed == {1: 0}
    assert played("queens", "row 4", "restart")[1][1] == PlacingPlay(made("queens")).situation()


def test_the_longest_name_is_the_one_meant() -> None:
    """Row 1 is not meant where row 10 is; nor is tea where tea with milk is placed, and with no name may anything stand."""
    play, answers = played("queens", "row 10 3", "row 1 1", "row 12 1", queens=10)
    assert play.placed == {9: 2, 0: 0}
    assert answers[2].startswith("'row 12 1' is not a command")
    instance = made("four-houses")
    names = ("tea", "tea with milk", *(item.name for item in instance.items[2:]))
    items = tuple(dataclasses.replace(item, name=name) for item, name in zip(instance.items, names, strict=True))
    play = PlacingPlay(dataclasses.replace(instance, items=items, clues=()))
    play.answer(f"tea with milk {play.keys[1]}")
    assert play.placed == {1: 1}


def test_the_board_and_the_spots_are_shown() -> None:
    _, answers = played("queens", "2", "row 3", queens=4)
    assert answers[0] == (
        "After 1 placement:\n"
        "   1  2  3  4\n"
        "1  .  Q  .  .\n"
        "2  .  .  .  .\n"
        "3  .  .  .  .\n"
        "4  .  .  .  .\n"
        "\n"
        "row 2  Violation\n"
        "    1  the queen of row 1 and the queen of row 2 stand on the same diagonal\n"
        "    2  the queen of row 1 and the queen of row 2 stand in the same column\n"
        "    3  the queen of row 1 and the queen of row 2 stand on the same diagonal\n"
        "    4\n"
    )
    assert answers[1].splitlines()[7].startswith("row 3  Violation")


def test_what_breaks_a_clue_is_told_and_not_done() -> None:
    play, (answer,) = played("zebra", "norwegian house 2")
    assert answer.startswith('The Norwegian lives in house 2. This breaks the clue "')
    assert not play.passed
    assert "(clue 9)" in play.situation()


def test_dead_ends_are_told() -> None:
    _, answers = played("queens", "1", "3", "u", "r", queens=3)
    assert answers[1].endswith("\nNo column is left for the queen of row 3. Undo or restart.\n")
    assert answers[2] == answers[0]
    assert answers[3] == PlacingPlay(made("queens", queens=3)).situation()


def test_a_puzzle_without_a_solution_has_no_way_back() -> None:
    assert played("queens", "hint", queens=3)[1] == ["No solution is possible from here.\n"]
    givens = boards.SUDOKUS["little, a cell without a digit"].givens
    assert "No digit is left for row 1, column 3.\n" in PlacingPlay(made("sudoku", givens=givens)).situation()


def test_where_all_is_given_there_is_nothing_to_do() -> None:
    play, answers = played("sudoku", "h", "1", givens=boards.SUDOKUS["little, full"].givens)
    assert "Everything is placed" in play.situation()
    assert answers == ["You have reached the goal.\n", "Everything is placed. Undo or restart.\n"]


def test_undo_and_restart() -> None:
    play, answers = played("queens", "u", "3", "1", "row 8", "u", "u", "3", "1", "restart")
    assert answers[0] == "Nothing to undo: this is the start.\n"
    assert answers[4] == answers[1]
    assert answers[5] == answers[8] == PlacingPlay(made("queens")).situation()
    assert not play.passed


def test_digits_are_chosen_by_themselves() -> None:
    """Not by their number in a list: the first digit of a sum is 0."""
    play, _ = played("send-more-money", "1", "E 5")
    assert {play.instance.items[item].name: spot for item, spot in play.placed.items()} == {"M": 1, "E": 5}
    sixteen = PlacingPlay(made("sudoku", givens=boards.LARGE))
    assert sixteen.keys == list("123456789ABCDEFG")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "0 is not in the list: enter a number from 1 to 8 (? for help).\n"),
        ("99999999999999999999", "99999999999999999999 is not in the list: enter a number from 1 to 8 (? for help).\n"),
        ("row 9", "'row 9' is not a command, an ITEM or a SPOT; did you mean 'row 8'? (? for help).\n"),
        ("restrat", "'restrat' is not a command, an ITEM or a SPOT; did you mean 'restart'? (? for help).\n"),
        ("row 3 99", "'99' is not in the list; expected one of 1, 2, 3, 4, 5, 6, 7, 8.\n"),
        ("row 1 5", "Row 1 is already placed (column 1).\n"),
        ("bishop", "'bishop' is not a command, an ITEM or a SPOT (? for help).\n"),
        ("²", "'²' is not a command, an ITEM or a SPOT (? for help).\n"),
        ("-1", "'-1' is not a command, an ITEM or a SPOT"),
        ("", ""),
    ],
)  # fmt: skip
def test_bad_commands_are_answered(line: str, answer: str) -> None:
    play, (_, found) = played("queens", "1", line)
    assert found == answer if answer.endswith("\n") or not answer else found.startswith(answer)
    assert len(play.passed) == 1


def test_on_the_command_line(plan: Run) -> None:
    run = plan("explore", "queens", "--queens", "4", text="?\nnonsense\n2\n4\n1\n3\n")
    assert run.returncode == 0
    assert run.stderr == ""
    assert "4 queens stand on the board, and none attacks another." in run.stdout
    left = plan("explore", "four-houses", text="q\n1\n")
    assert left.returncode == 0
    assert "After 1 placement" not in left.stdout
    assert "  1. Ada lives at one end of the row.\n" in left.stdout
    assert plan("explore", "sudoku", text="").returncode == 0
