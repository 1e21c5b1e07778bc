"""`plan explore` for assignment puzzles, played line by line."""

from __future__ import annotations

import dataclasses

import board_puzzles
import pytest
import sum_puzzles
import word_sums
from conftest import RunCommand

from ferryplan.generator.assignment import answering
from ferryplan.generator.assignment import play as stepping
from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.play import AssignmentPlay
from ferryplan.generator.families import instantiate
from ferryplan.generator.puzzle import load


def made(puzzle: str, **parameters: int | str) -> AssignmentInstance:
    instance = instantiate(load(puzzle), parameters)
    assert isinstance(instance, AssignmentInstance)
    return instance


def played(puzzle: str, *lines: str, **parameters: int | str) -> tuple[AssignmentPlay, list[str]]:
    play = AssignmentPlay(made(puzzle, **parameters))
    return play, [play.answer_line(line) for line in lines]


def followed(instance: AssignmentInstance, *lines: str) -> tuple[AssignmentPlay, str]:
    """Enter the lines, follow the hints to the end, and return the play and the last answer."""
    play = AssignmentPlay(instance)
    answer = "".join(play.answer_line(line) for line in lines)
    for _ in range(len(instance.items) + 1):
        hint = play.answer_line("hint")
        if "Next move: " not in hint:
            break
        answer = play.answer_line(hint.split("Next move: ")[1].removesuffix(".\n"))
    return play, answer


def test_zebra_solution_can_be_placed_in_any_order() -> None:
    lines = (
        "zebra house 5", "japanese 5", "norwegian in house 1", "water at 1", "ukrainian 2", "englishman = 3", "spaniard=4",
        "GREEN   HOUSE 5", "ivory 4", "red 3", "blue 2", "yellow 1", "fox 1", "horse 2", "snails 3", "dog 4", "tea 2", "milk 3",
        "juice 4", "coffee 5", "kools 1", "chesterfield 2", "old gold 3", "lucky strike 4", "Parliament 5",
    )  # fmt: skip
    play, answers = played("zebra", *lines)
    assert "Everything is placed, and no clue is broken." in answers[-1]
    assert not any("Everything is placed" in answer for answer in answers[:-1])
    assert len(play.history) == len(lines) == 25


def test_hints_lead_to_the_goal() -> None:
    for puzzle in ("queens", "four-houses", "einstein", "send-more-money", "cryptarithm", "sudoku"):
        play, answer = followed(made(puzzle))
        broken = "clue" if puzzle in ("four-houses", "einstein") else "rule"
        assert f"Everything is placed, and no {broken} is broken." in answer, puzzle
        assert play.answer_line("hint") == "You have reached the goal.\n"
    wanted = min(board_puzzles.list_queen_placements(8))
    play, _ = followed(made("queens"), f"row 5 {wanted[4] + 1}", f"row 2 {wanted[1] + 1}")
    columns = tuple(play.assignment[row] for row in range(8))
    assert columns in board_puzzles.list_queen_placements(8)
    assert (columns[4], columns[1]) == (wanted[4], wanted[1])


def test_hints_detect_dead_ends_of_queens() -> None:
    solutions = board_puzzles.list_queen_placements(6)
    for first in range(6):
        for second in range(6):
            play, answers = played("queens", f"row 1 {first + 1}", f"row 2 {second + 1}", queens=6)
            if len(play.history) == 2:
                hint = play.answer_line("hint")
                if any(found[:2] == (first, second) for found in solutions):
                    *_, row, column = hint.removesuffix(".\n").split()
                    assert any(found[:3] == (first, second, int(column) - 1) for found in solutions)
                    assert row == "3"
                else:
                    assert hint == "No solution is possible from here. Undo or restart.\n"
            else:
                assert 'This breaks the rule "No two queens stand' in answers[1]


def test_hint_is_about_the_item_selected_last() -> None:
    text = "SEND + MORE = MONEY"
    ((s, e, n, d, m, o, r, y),) = word_sums.solve_word_sum(text)
    for letter, digit in zip("SENDMORY", (s, e, n, d, m, o, r, y), strict=True):
        play = AssignmentPlay(sum_puzzles.make_sum_instance(text))
        play.answer_line(letter)
        assert play.answer_line("hint") == f"A solution is still possible. Next move: {letter} {digit}.\n"
        for choice in play.list_choices():
            if not choice.violation and choice.move.spot != digit:
                play.answer_line(f"{letter} {choice.move.spot}")
                assert "No solution is possible" in play.answer_line("h")
                play.answer_line("u")


def test_uppercase_letters_of_a_sum_are_not_read_as_commands() -> None:
    play = AssignmentPlay(sum_puzzles.make_sum_instance("QH + RU = UHQ"))
    for letter in "QHRU":
        assert play.answer_line(letter).endswith(f"\n{letter}: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9\n")
        assert not play.is_over
    assert play.answer_line("u") == "Nothing to undo: this is the start.\n"
    play.answer_line("q")
    assert play.is_over


def test_hint_search_stops_at_its_node_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "MAX_NODES", 10)
    assert played("queens", "h", queens=30)[1] == [
        "No hint: the search stopped after 10 placements, before it knew whether a solution is possible from here.\n"
    ]


def test_listed_positions_and_violations_match_brute_force() -> None:
    play = AssignmentPlay(made("queens"))
    for line in ("row 4 5", "row 1 1", "row 6 2"):
        play.answer_line(line)
    queens = {3: 4, 0: 0, 5: 1}
    for row in (1, 2, 4, 6, 7):
        play.answer_line(f"row {row + 1}")
        for choice in play.list_choices():
            same = choice.move.spot in queens.values()
            diagonal = any(abs(choice.move.spot - column) == abs(row - other) for other, column in queens.items())
            assert bool(choice.violation) == (same or diagonal)
            if same:
                assert choice.violation.rule == "No two queens stand in the same column."
            elif diagonal:
                assert choice.violation.rule == "No two queens stand on the same diagonal."


@pytest.mark.parametrize(("queens", "says"), [(4, "This is one of 2 solutions."), (5, "This is one of 10 solutions.")])
def test_reaching_the_goal_reports_the_number_of_solutions(queens: int, says: str) -> None:
    assert len(board_puzzles.list_queen_placements(queens)) == int(says.split()[4])
    assert says in followed(made("queens", queens=queens))[1]


def test_solution_is_called_unique_only_after_complete_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The play calls a solution unique only after a complete count.

    SEND + MORE = MONEY has one solution. A count that stops at the first solution does not show that there is
    no second.
    """
    assert "This is the only solution." in followed(made("send-more-money"))[1]
    for most in (0, 1):
        monkeypatch.setattr(answering, "compute_placement_limit", lambda instance, most=most: most)
        answer = followed(made("send-more-money"))[1]
        assert "Everything is placed, and no rule is broken." in answer
        assert "This is the only solution." not in answer


def test_placement_or_restart_resets_the_selected_item() -> None:
    """A placement or a restart deselects the selected item, so that the play offers the next item again.

    Row 1 is next. After row 5 is selected, then placed or the play restarted, the play offers row 1.
    """
    play, (asked, placed, again, restarted, taken) = played("queens", "row 5", "3", "row 4", "restart", "row 2 at 1")
    assert asked.splitlines()[-1].startswith("row 5: 1, 2")
    assert placed.splitlines()[-1].startswith("row 1: 1, 2")
    assert again.splitlines()[-1].startswith("row 4: 1, 2")
    assert restarted.splitlines()[-1] == taken.splitlines()[-1] == "row 1: 1, 2, 3, 4, 5, 6, 7, 8"
    assert play.assignment == {1: 0}
    assert played("queens", "row 4", "restart")[1][1] == AssignmentPlay(made("queens")).describe_state()


def test_longest_matching_item_name_wins() -> None:
    """The longest item name that matches a line is used.

    "row 10" does not select row 1, and "tea with milk" does not select tea. A line without an item name places
    nothing.
    """
    play, answers = played("queens", "row 10 3", "row 1 1", "row 12 1", queens=10)
    assert play.assignment == {9: 2, 0: 0}
    assert answers[2].startswith("'row 12 1' is not a command")
    instance = made("four-houses")
    names = ("tea", "tea with milk", *(item.name for item in instance.items[2:]))
    items = tuple(dataclasses.replace(item, name=name) for item, name in zip(instance.items, names, strict=True))
    play = AssignmentPlay(dataclasses.replace(instance, items=items, clues=()))
    play.answer_line(f"tea with milk {play.spot_inputs[1]}")
    assert play.assignment == {1: 1}


def test_play_shows_the_board_and_the_positions_for_each_item() -> None:
    """What is forbidden is shown only after the command ``check``, and no longer after the next command."""
    _, answers = played("queens", "2", "check", "row 3", "C", queens=4)
    board = "After 1 placement:\n   1  2  3  4\n1  .  Q  .  .\n2  .  .  .  .\n3  .  .  .  .\n4  .  .  .  .\n\n"
    assert answers[0] == f"{board}row 2: 1, 2, 3, 4\n"
    assert answers[1] == (
        f"{board}row 2  Violation\n"
        "    1  the queen of row 1 and the queen of row 2 stand on the same diagonal\n"
        "    2  the queen of row 1 and the queen of row 2 stand in the same column\n"
        "    3  the queen of row 1 and the queen of row 2 stand on the same diagonal\n"
        "    4\n"
    )
    assert answers[2].splitlines()[7:] == ["row 3: 1, 2, 3, 4"]
    assert answers[3].splitlines()[7].startswith("row 3  Violation")


def test_placement_violating_a_clue_is_explained_and_rejected() -> None:
    play, (answer,) = played("zebra", "norwegian house 2")
    assert answer.startswith('The Norwegian lives in house 2. This breaks the clue "')
    assert not play.history
    assert "(clue 9)" not in play.describe_state()
    assert "(clue 9)" in play.answer_line("check")


def test_dead_end_is_reported() -> None:
    _, answers = played("queens", "1", "3", "c", "u", "r", queens=3)
    assert "No column is left" not in answers[1]
    assert answers[2].endswith("\nNo column is left for the queen of row 3. Undo or restart.\n")
    assert answers[3] == answers[0]
    assert answers[4] == AssignmentPlay(made("queens", queens=3)).describe_state()


def test_unsolvable_start_does_not_suggest_undo() -> None:
    assert played("queens", "hint", queens=3)[1] == ["No solution is possible from here.\n"]
    givens = board_puzzles.SUDOKUS["little, a cell without a digit"].givens
    assert "No digit is left for row 1, column 3.\n" in AssignmentPlay(made("sudoku", givens=givens)).answer_line(
        "check"
    )


def test_fully_given_sudoku_starts_at_the_goal() -> None:
    play, answers = played("sudoku", "h", "1", givens=board_puzzles.SUDOKUS["little, full"].givens)
    assert "Everything is placed" in play.describe_state()
    assert answers == ["You have reached the goal.\n", "Everything is placed. Undo or restart.\n"]


def test_undo_and_restart_return_to_earlier_states() -> None:
    play, answers = played("queens", "u", "3", "1", "row 8", "u", "u", "3", "1", "restart")
    assert answers[0] == "Nothing to undo: this is the start.\n"
    assert answers[4] == answers[1]
    assert answers[5] == answers[8] == AssignmentPlay(made("queens")).describe_state()
    assert not play.history


def test_digit_is_selected_by_value_not_list_number() -> None:
    """A digit selects the position with this value, not the position with this number in the list.

    The first digit of a sum is 0, so numbers in the list differ from values.
    """
    play, _ = played("send-more-money", "1", "E 5")
    assert {play.instance.items[item].name: spot for item, spot in play.assignment.items()} == {"M": 1, "E": 5}
    sixteen = AssignmentPlay(made("sudoku", givens=board_puzzles.LARGE_GIVENS))
    assert sixteen.spot_inputs == list("123456789ABCDEFG")


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
def test_invalid_command_is_explained_and_changes_nothing(line: str, answer: str) -> None:
    play, (_, found) = played("queens", "1", line)
    assert found == answer if answer.endswith("\n") or not answer else found.startswith(answer)
    assert len(play.history) == 1


def test_explore_plays_placements_from_standard_input(plan: RunCommand) -> None:
    run = plan("explore", "queens", "--queens", "4", text="?\nnonsense\n2\n4\n1\n3\n")
    assert run.returncode == 0
    assert run.stderr == ""
    assert "4 queens stand on the board, and none attacks another." in run.stdout
    left = plan("explore", "four-houses", text="q\n1\n")
    assert left.returncode == 0
    assert "After 1 placement" not in left.stdout
    assert "  1. Ada lives at one end of the row.\n" in left.stdout
    assert plan("explore", "sudoku", text="").returncode == 0
