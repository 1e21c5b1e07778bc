"""`plan explore` for crossing puzzles, played line by line."""

from __future__ import annotations

import itertools

import oracle
import pytest
from conftest import RunCommand
from support import make_instance

from ferryplan.generator import play as moves
from ferryplan.generator.crossing.family import FAMILY
from ferryplan.generator.play import Play

WOLF = ["farmer goat", "farmer", "farmer wolf", "farmer goat", "farmer cabbage", "farmer", "farmer goat"]
"""Alcuin's solution."""


def played(puzzle: str, *lines: str, **parameters: int) -> tuple[Play, list[str]]:
    play = Play(make_instance(puzzle, **parameters))
    return play, [play.answer_line(line) for line in lines]


def test_alcuins_solution_reaches_the_goal() -> None:
    _, answers = played("wolf-goat-cabbage", *WOLF)
    assert "You reached the goal after 7 crossings. No solution is shorter." in answers[-1]
    assert not any("reached the goal" in answer for answer in answers[:-1])
    longer, answers = played("wolf-goat-cabbage", "farmer, goat", "farmer + goat", *WOLF)
    assert "You reached the goal after 9 crossings. The shortest solution takes 7 crossings." in answers[-1]
    assert len(longer.history) == 9


def test_boat_as_place_splits_crossing_into_boarding_and_landing() -> None:
    play = Play(make_instance("wolf-goat-cabbage"), view=FAMILY.views["boat-as-place"])
    assert "the goat is with the wolf, but without the farmer. This breaks the rule" in play.answer_line("farmer")
    assert "After 1 move\n" in play.answer_line("farmer goat")
    assert (
        play.answer_line("hint")
        == "The best solution from here takes 13 moves. Next move: farmer + goat to right bank.\n"
    )
    assert play.answer_line("farmer to right bank") == (
        'The goat would stay in the boat. This breaks the rule "Everybody lands after each crossing."\n'
    )
    assert "After 1 crossing\n" in play.answer_line("farmer goat to left bank")
    assert "At the start\n" in play.answer_line("restart")
    for number, load in enumerate(WOLF):
        play.answer_line(load)
        answer = play.answer_line(f"{load} to {('right', 'left')[number % 2]} bank")
    assert "You reached the goal after 7 crossings. No solution is shorter." in answer


def test_hints_lead_to_the_goal_at_optimal_cost() -> None:
    for puzzle, parameters, best in (
        ("jealous-couples", {"couples": 3, "capacity": 2}, "11 crossings. No solution is shorter."),
        ("jealous-couples", {"couples": 4, "capacity": 2, "islands": 1}, "16 crossings. No solution is shorter."),
        ("bridge-torch", {}, "17 minutes in 5 crossings. No solution is better."),
        ("family", {"capacity": 2}, "17 crossings. No solution is shorter."),
    ):
        play = Play(make_instance(puzzle, **parameters))
        answer = ""
        for _ in range(20):
            hint = play.answer_line("hint")
            if hint == "You have reached the goal.\n":
                break
            answer = play.answer_line(hint.split("Next move: ")[1].removesuffix(".\n"))
        assert f"You reached the goal after {best}" in answer, puzzle


def test_listed_loads_and_violations_match_brute_force() -> None:
    brute = oracle.jealous_couples(couples=2, islands=1)
    play = Play(make_instance("jealous-couples", couples=2, capacity=2, islands=1))
    situation = brute.initial_situation()
    for _ in range(4):
        allowed = {(load, there): following for load, there, following in brute.successors(situation)}
        choices = play.list_choices()
        told = {
            (
                frozenset(play.instance.names_of(one.move.load)),
                play.instance.places[one.move.destination].name,
            ): one.violation
            for one in choices
        }
        assert {key for key, violation in told.items() if not violation} == set(allowed)
        present = [name for name, place in situation[1] if place == situation[0]]
        everyone = {frozenset(load) for size in (1, 2) for load in itertools.combinations(present, size)}
        assert {load for load, _ in told} == everyone
        number, chosen = next((number, one) for number, one in enumerate(choices, 1) if not one.violation)
        play.answer_line(str(number))
        key = (
            frozenset(play.instance.names_of(chosen.move.load)),
            play.instance.places[chosen.move.destination].name,
        )
        situation = allowed[key]


def test_move_violating_a_rule_is_explained_and_rejected() -> None:
    play, (answer,) = played("wolf-goat-cabbage", "farmer wolf")
    assert answer == (
        "At the left bank, the cabbage is with the goat, but without the farmer. "
        'This breaks the rule "The cabbage is not with the goat unless the farmer is there."\n'
    )
    assert play.state == play.instance.start
    text = play.describe_state()
    assert "2  farmer + wolf     at the left bank, the cabbage is with the goat, but without the farmer\n" in text
    assert "3  farmer + goat\n" in text


def test_undo_and_restart_return_to_earlier_states() -> None:
    play, answers = played("wolf-goat-cabbage", "u", "3", "1", "undo", "undo", "3", "1", "r")
    assert answers[0] == "Nothing to undo: this is the start.\n"
    assert answers[3] == answers[1]
    assert answers[4] == answers[7] == Play(make_instance("wolf-goat-cabbage")).describe_state()
    assert not play.history


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "0 is not in the list: enter a number from 1 to 4 (? for help).\n"),
        ("99", "99 is not in the list: enter a number from 1 to 4 (? for help).\n"),
        ("wlof", "'wlof' is neither a command nor a traveler; did you mean 'wolf'? (? for help).\n"),
        ("wolf", 'The wolf cannot row. This breaks the rule "Somebody in the boat must be able to row."\n'),
        ("farmer wolf goat", '3 travelers are in the boat. This breaks the rule "The boat carries at most 2 travelers."\n'),
        ("hnit", "'hnit' is neither a command nor a traveler; did you mean 'hint'? (? for help).\n"),
        ("und", "'und' is neither a command nor a traveler; did you mean 'undo'? (? for help).\n"),
        ("farmer goat to the moon", "'the moon' is not a place that the boat can reach from here; expected 'right bank'.\n"),
        ("", ""),
        ("²", "'²' is neither a command nor a traveler"),
    ],
)  # fmt: skip
def test_invalid_command_is_explained_and_changes_nothing(line: str, answer: str) -> None:
    play, (found,) = played("wolf-goat-cabbage", line)
    assert found.startswith(answer[:40]) if not answer.endswith("\n") else found == answer
    assert play.state == play.instance.start


def test_destination_is_requested_if_ambiguous() -> None:
    play, answers = played(
        "jealous-couples", "A Aw", "A Aw to island", "A to nowhere", couples=2, capacity=2, islands=1
    )
    assert answers[0] == "Where to? Add the place, as in 'A Aw to island' (island or right bank).\n"
    assert "island            boat  A Aw\n" in answers[1]
    assert (
        answers[2]
        == "'nowhere' is not a place that the boat can reach from here; expected one of left bank, right bank.\n"
    )
    assert len(play.history) == 1


def test_hint_says_the_goal_is_unreachable() -> None:
    assert played("jealous-couples", "h", couples=4, capacity=2)[1] == ["The goal cannot be reached from here.\n"]


def test_hints_and_optimality_claims_stop_above_state_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints and claims of optimality require a state space within the limit.

    The farmer's puzzle has 10 states. With a limit of 9, neither the goal distance nor the unsolvability is
    known; with 10, both are.
    """
    monkeypatch.setattr(moves, "MAX_STATES", 9)
    _, answers = played("wolf-goat-cabbage", "hint", *WOLF)
    assert answers[0] == "No hint: over 9 states are reachable, too many to search here.\n"
    assert answers[-1].endswith("You reached the goal after 7 crossings.\n")
    assert played("jealous-couples", "h", couples=4, capacity=2)[1] == [answers[0]]
    monkeypatch.setattr(moves, "MAX_STATES", 10)
    _, answers = played("wolf-goat-cabbage", "hint", *WOLF)
    assert answers[0] == "The best solution from here takes 7 crossings. Next move: farmer + goat.\n"
    assert "No solution is shorter." in answers[-1]


def test_goal_message_compares_cost_with_the_optimum() -> None:
    """The goal message compares the cost with the optimum.

    At the classical bridge, person 1 fetches each of the others: 2 + 1 + 5 + 1 + 10 = 19 minutes, two more than
    the optimum.
    """
    play, answers = Play(make_instance("bridge-torch")), list[str]()
    names = play.instance.names_of((1 << len(play.instance.travellers)) - 1)
    first, second, third, fourth = names
    for load in (f"{first} {second}", first, f"{first} {third}", first, f"{first} {fourth}"):
        answers.append(play.answer_line(load))
    assert answers[0].startswith("After 2 minutes in 1 crossing\n")
    assert answers[1].startswith("After 3 minutes in 2 crossings\n")
    assert (
        "You reached the goal after 19 minutes in 5 crossings. The best solution takes 17 minutes in 5 crossings."
        in answers[-1]
    )
    assert play.answer_line("undo").startswith("After 9 minutes in 4 crossings\n")
    play.answer_line("restart")
    assert play.answer_line("hint").startswith("The best solution from here takes 17 minutes in 5 crossings.")


def test_truncated_list_of_moves_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A truncated list of moves is announced.

    At the start there are four loads. A number beyond the list is rejected.
    """
    more = "The list shows only the first 3 moves."
    monkeypatch.setattr(moves, "MAX_CHOICES", 3)
    play = Play(make_instance("wolf-goat-cabbage"))
    assert more in play.describe_state()
    assert play.answer_line("4") == "4 is not in the list: enter a number from 1 to 3 (? for help).\n"
    monkeypatch.setattr(moves, "MAX_CHOICES", 5)
    assert more not in play.describe_state()


def test_dead_end_hint_suggests_undo_after_first_move() -> None:
    """In a dead end, the hint suggests undo only after a move.

    With two couples and a boat for one, a person who crosses can only come back. The goal is unreachable before
    and after the move.
    """
    play = Play(make_instance("jealous-couples", couples=2, capacity=1))
    assert play.answer_line("h") == "The goal cannot be reached from here.\n"
    allowed = next(number for number, one in enumerate(play.list_choices(), 1) if not one.violation)
    play.answer_line(str(allowed))
    assert play.answer_line("h") == "The goal cannot be reached from here. Undo or restart.\n"
    play.answer_line("undo")
    assert play.answer_line("h") == "The goal cannot be reached from here.\n"


@pytest.mark.parametrize("line", ["q", "QUIT", " exit "])
def test_quit_commands_end_the_play(line: str) -> None:
    play, (answer,) = played("wolf-goat-cabbage", line)
    assert (play.is_over, answer) == (True, "")
    assert not played("wolf-goat-cabbage", "help", "hint", "3")[0].is_over


def test_explore_plays_crossings_from_standard_input(plan: RunCommand) -> None:
    run = plan("explore", "wolf-goat-cabbage", text="\n".join(["?", "nonsense", *WOLF]))
    assert run.returncode == 0
    assert run.stderr == ""
    assert "You reached the goal after 7 crossings." in run.stdout
    left = plan("explore", "wolf-goat-cabbage", text="q\n3\n")
    assert left.returncode == 0
    assert "After 1 crossing" not in left.stdout
    assert plan("explore", text="").returncode == 0
