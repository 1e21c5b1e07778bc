"""Scenarios of `plan check`: shortest, executable, and the same with the printed map.

The last tests check the report of redundant actions.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from model_mutants import generate_mutants
from model_truth import ModelTruth, UnclearError
from student_models import MODELS
from support import make_instance

from ferryplan.generator.errors import PddlError, PuzzleError
from ferryplan.generator.families import family_of
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.teaching.checking import model_verdict, unneeded_parts
from ferryplan.teaching.checking.check_report import MAX_DESCRIBED_DIFFERENCES, CheckReport
from ferryplan.teaching.checking.interpretation_map import InterpretationMap, format_map_file
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.unneeded_parts import describe_surplus_action
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle

PLAIN_MODELS = ("flat", "boat", "sides", "torch")
"""Models in which every fact gives a position."""


def model(domain: str, problem: str) -> TaskInstance:
    return make_model_instance(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"))


def generate_changed_models(name: str, number: int, seed: int) -> Iterator[tuple[str, str, ModelVerdict]]:
    """Yield `number` mutants of a model for which `plan check` finds a difference, with the verdicts."""
    one = MODELS[name]
    for _, *texts in generate_mutants(*one.texts, random.Random(seed)):
        try:
            verdict = check_against_puzzle(make_instance(one.puzzle, **one.parameters), model(*texts))
        except (PddlError, UndecidedModelError):
            continue
        if verdict.differences:
            yield texts[0], texts[1], verdict
            number -= 1
        if not number:
            return


def fewest_moves_to_what_is_wrong(truth: ModelTruth) -> int | None:
    """Return the smallest number of crossings to one that only the model allows, by breadth-first search.

    The wrong crossing counts; None if there is none.
    """
    layer, known, depth = [truth.task.initial], {truth.task.initial}, 0
    while layer:
        depth += 1
        following = []
        for state in layer:
            here = truth.sight_of_state(state).situation
            for after in truth.successors(state):
                there = truth.sight_of_state(after)
                if (
                    there.settled
                    and there.situation not in (here, *truth.model.find_allowed_situations(here))
                    and truth.has_continuation(after)
                ):
                    return depth
                if after not in known and there.settled and there.situation != here:
                    known.add(after)
                    following.append(after)
        layer = following
    return None


RULES = ("(not (and (at wolf ?a) (at goat ?a)))", "(not (and (at goat ?a) (at cabbage ?a)))")


def test_missing_rule_scenarios_are_shortest() -> None:
    """The scenario of a missing rule has as few crossings as the breadth-first search finds.

    Each rule is removed from each action in turn, then from all.
    """
    domain, problem = MODELS["flat"].texts
    texts = [domain.replace(rule, "") for rule in RULES]
    for rule in RULES:
        places = [found.start() for found in re.finditer(re.escape(rule), domain)]
        texts += [domain[:place] + domain[place + len(rule) :] for place in places]
    assert len(texts) >= 5
    lengths = []
    for text in texts:
        verdict = check_against_puzzle(make_instance("wolf-goat-cabbage"), model(text, problem))
        fewest = fewest_moves_to_what_is_wrong(ModelTruth(MODELS["flat"], text, problem))
        assert (fewest is None) == (not verdict.differences)
        if verdict.differences:
            lengths.append(min(len(one.difference.steps) for one in verdict.differences))
            assert lengths[-1] == fewest
    assert min(lengths) < max(lengths), "some show later than others"


@pytest.mark.parametrize("name", PLAIN_MODELS)
def test_scenarios_are_distinct_and_their_steps_list_actions_in_order(name: str) -> None:
    """A report describes each difference once, up to five.

    Its steps are numbered. Their actions and the actions after them are those of the model in order.
    """
    for domain, problem, verdict in generate_changed_models(name, 5, 11):
        report = CheckReport(verdict)
        data = report.report_as_json()
        assert len(data["differences"]) == min(MAX_DESCRIBED_DIFFERENCES, len(verdict.differences))
        assert len({one.difference_key for one in verdict.differences}) == len(verdict.differences)
        for told, found in zip(data["differences"], verdict.differences, strict=False):
            actions = [str(move) for move, _ in found.difference.steps]
            assert [step["number"] for step in told["steps"]] == [*range(1, len(told["steps"]) + 1)]
            assert [*(action for step in told["steps"] for action in step["actions"]), *told["actions"]] == actions
            names = [tuple(action.strip("()").split()) for action in actions]
            try:
                assert len(ModelTruth(MODELS[name], domain, problem).follow_actions(names)) == len(actions) + 1
            except UnclearError:
                continue
        text = report.render("text", PLAIN)
        assert f": the model differs from the puzzle in {len(verdict.differences)} way" in text.split("\n\n")[
            0
        ].replace("\n", " ")
        assert ("1 way." in text) == (len(verdict.differences) == 1)


def test_scenario_step_contains_all_actions_of_its_crossing() -> None:
    """A step contains all actions of its crossing.

    After the actions of each step but the last, the state is settled, and the step is one crossing.
    """
    steps_seen = 0
    for _, _, verdict in generate_changed_models("choosing", 3, 4):
        for told, found in zip(CheckReport(verdict).report_as_json()["differences"], verdict.differences, strict=False):
            stages = [stage for _, stage in found.difference.steps]
            ends = [*itertools.accumulate(len(step["actions"]) for step in told["steps"])]
            begins = [0, *ends]
            crossings = 0
            for begin, end, step in zip(begins, ends, told["steps"], strict=False):
                before = stages[begin - 1].state if begin else verdict.initial_pair.state
                moved = {stage.state for stage in stages[begin:end]} - {before}
                crossings += 1
                assert len(moved) == 1, step
                if step is not told["steps"][-1]:
                    assert verdict.observer(stages[end - 1].model_state).is_between_moves
            steps_seen += crossings
    assert steps_seen >= 2


def test_report_counts_differences_beyond_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report counts the differences beyond its limit.

    A model without any rule has two differences. With a limit of one, the report describes one and mentions the
    other.
    """
    domain, problem = MODELS["flat"].texts
    for rule in RULES:
        domain = domain.replace(rule, "")
    verdict = check_against_puzzle(make_instance("wolf-goat-cabbage"), model(domain, problem))
    assert len(verdict.differences) >= 2
    monkeypatch.setattr("ferryplan.teaching.checking.check_report.MAX_DESCRIBED_DIFFERENCES", 1)
    report = CheckReport(verdict)
    assert len(report.report_as_json()["differences"]) == 1
    assert f"{len(verdict.differences) - 1} more" in " ".join(report.render("text", PLAIN).split())


@pytest.mark.parametrize("name", MODELS)
def test_printed_map_leads_to_the_same_verdict_when_given_back(name: str) -> None:
    """The printed map leads to the same verdict, for correct models and mutants.

    The map contains the interpretation that was found, and the differences with it are the same.
    """
    one = MODELS[name]
    instance = make_instance(one.puzzle, **one.parameters)
    domain, problem = one.texts
    right = check_against_puzzle(instance, model(domain, problem))
    given = InterpretationMap(format_map_file(right.observer), "map.toml")
    again = check_against_puzzle(instance, model(domain, problem), given)
    assert again.differences == right.differences == []
    assert (again.observer.settled_condition, again.state_pair_count) == (
        right.observer.settled_condition,
        right.state_pair_count,
    )
    states = [after for _, after in right.observer.space.successors(right.observer.space.initial)]
    assert [*map(again.observer, states)] == [*map(right.observer, states)]
    assert format_map_file(again.observer) == format_map_file(right.observer)
    for wrong_domain, wrong_problem, verdict in generate_changed_models(name, 1, 2) if name in PLAIN_MODELS else ():
        if verdict.observer.readings == right.observer.readings:
            found = check_against_puzzle(instance, model(wrong_domain, wrong_problem), given)
            assert [way.difference_key for way in found.differences] == [
                way.difference_key for way in verdict.differences
            ]


def test_equivalence_requires_a_comparison_of_all_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model is called equivalent only after a comparison of all states.

    The farmer's model has 10 states, each one action apart. With a limit of 9 states there is no verdict; with
    10 the model is equivalent.
    """
    instance, flat = make_instance("wolf-goat-cabbage"), model(*MODELS["flat"].texts)
    monkeypatch.setattr(model_verdict, "MAX_PAIRS", 9)
    with pytest.raises(UndecidedModelError, match="limit of 9 states"):
        check_against_puzzle(instance, flat)
    monkeypatch.setattr(model_verdict, "MAX_PAIRS", 10)
    verdict = check_against_puzzle(instance, flat)
    assert (verdict.differences, verdict.state_pair_count, verdict.agreement) == ([], 10, 1)
    said = " ".join(CheckReport(verdict).render("text", PLAIN).split())
    assert said.endswith("ferryplan compared all 10 states of the model with the 10 states of the puzzle.")


def test_agreement_is_the_share_of_allowed_moves() -> None:
    """The agreement is the share of the puzzle's moves that the model allows.

    The model lacks the action for the wolf. The test counts the moves of both in the states that the model
    reaches.
    """
    domain, problem = MODELS["flat"].texts
    start, end = domain.index("(:action take-wolf"), domain.index("(:action take-goat")
    verdict = check_against_puzzle(make_instance("wolf-goat-cabbage"), model(domain[:start] + domain[end:], problem))
    oracle = MODELS["flat"].oracle
    states, queue = {oracle.initial_situation()}, [oracle.initial_situation()]
    made = wanted = 0
    for state in queue:
        for load, _, after in oracle.successors(state):
            wanted += 1
            if "wolf" not in load:
                made += 1
                if after not in states:
                    states.add(after)
                    queue.append(after)
    assert verdict.agreement == pytest.approx(made / wanted)
    assert {one.difference.kind for one in verdict.differences} == {"forbids"}


def test_crossing_that_cannot_end_is_noted() -> None:
    """A crossing that cannot end is noted.

    The boat may sink, after which no action is applicable. This is one way to forbid a move, so the model is
    equivalent, with a note.
    """
    domain, problem = MODELS["flat"].texts
    domain = domain.replace("(:predicates ", "(:predicates (sunk) ").replace(
        "(and (at farmer ?a)", "(and (not (sunk)) (at farmer ?a)"
    )
    sink = (
        "(:action sink :parameters (?a - place) :precondition (at farmer ?a) :effect (and (sunk) (not (at farmer ?a))))"
    )
    domain = f"{domain.rstrip()[:-1]}{sink})"
    verdict = check_against_puzzle(make_instance("wolf-goat-cabbage"), model(domain, problem))
    assert verdict.differences == []
    notes = " ".join(CheckReport(verdict).report_as_json()["notes"])
    assert "can begin a crossing that it cannot end" in notes
    assert "after (sink left)." in notes
    assert (
        CheckReport(
            check_against_puzzle(make_instance("wolf-goat-cabbage"), model(*MODELS["flat"].texts))
        ).report_as_json()["notes"]
        == []
    )


def test_note_on_the_instance_comes_first_in_the_report() -> None:
    verdict = check_against_puzzle(make_instance("wolf-goat-cabbage"), model(*MODELS["flat"].texts))
    assert CheckReport(verdict, (), "a note").report_as_json()["notes"] == ["a note"]


def read(text: str, name: str = "flat") -> tuple[InterpretationMap, dict[str, Any], Any]:
    """Return a map, its literals for each state variable by name, and its condition for settled states."""
    one = MODELS[name]
    instance, space = make_instance(one.puzzle, **one.parameters), TaskSpace(model(*one.texts))
    casts = family_of(instance).list_state_variables(instance)
    given = InterpretationMap(text, "map.toml")
    given.check_variables_exist(casts)
    [state_variables] = [state_variables for state_variables in casts if given.fits_variables(state_variables)][:1]
    names = [role.name for role in state_variables.variables]
    return (
        given,
        {names[number]: reading for number, reading in given.make_readings(state_variables, space).items()},
        given.make_settled_condition(space),
    )


def test_map_file_may_contain_positive_and_negated_facts() -> None:
    _, told, rest = read("""
when = "(at goat left)"
[roles]
goat = { "left bank" = "(not (at goat right))", "right bank" = "(at goat right)" }
wolf = { "right bank" = "(at wolf right)" }
""")
    assert told["goat"] == ((("at", "goat", "right"), False), (("at", "goat", "right"), True))
    assert told["wolf"] == (None, (("at", "wolf", "right"), True))
    assert told.keys() == {"goat", "wolf"}
    assert (rest.literals, rest.hides_unsettled) == (((("at", "goat", "left"), True),), True)


def test_map_file_may_list_conditions_for_states_between_moves() -> None:
    """A map may list several conditions for settled states.

    ``rest`` does not hide unsettled states; without it, the map has no condition.
    """
    _, _, rest = read('rest = ["(not (at goat left))", "(at wolf left)"]')
    assert (rest.literals, rest.hides_unsettled) == (
        ((("at", "goat", "left"), False), (("at", "wolf", "left"), True)),
        False,
    )
    assert read("")[2] is None


def test_map_reads_numbers_from_functions() -> None:
    """A map reads numbers from functions.

    The number of missionaries on the left is the value of a function, from 0 to 3. The number of cannibals is
    given by conditions.
    """
    _, told, _ = read(
        """
[functions]
"missionary left bank" = "(missionaries left)"
[roles]
"cannibal left bank" = { 0 = "(= (cannibals left) 0)", 3 = "(= (cannibals left) 3)" }
""",
        "numbers",
    )
    assert told["missionary left bank"] == tuple((("missionaries", "left"), Fraction(number)) for number in range(4))
    none, *_, three = told["cannibal left bank"]
    assert (none, three) == ((("cannibals", "left"), Fraction(0)), (("cannibals", "left"), Fraction(3)))


def test_shown_map_lists_each_function_once() -> None:
    """The printed map lists a function once rather than once for each number."""
    one = MODELS["numbers"]
    text = format_map_file(
        check_against_puzzle(make_instance(one.puzzle, **one.parameters), model(*one.texts)).observer
    )
    assert '"missionary left bank" = "(missionaries left)"' in text
    assert "(= (missionaries left)" not in text


def test_map_rejects_mixed_named_and_counted_travelers() -> None:
    """A map cannot mix named and counted travelers.

    Both interpretations exist for missionaries. A map with state variables of both, or with an unknown one, is
    rejected.
    """
    instance = make_instance("missionaries-cannibals", capacity=2)
    casts = family_of(instance).list_state_variables(instance)
    by_cast = [{role.name for role in state_variables.variables} for state_variables in casts]
    one, other = sorted(by_cast[0] - by_cast[1])[0], sorted(by_cast[1] - by_cast[0])[0]
    for names in ([one], [other]):
        text = "[roles]\n" + "".join(f'"{name}" = {{}}\n' for name in names)
        InterpretationMap(text, "map.toml").check_variables_exist(casts)
    with pytest.raises(
        PuzzleError, match="some parts of the map name the travelers at a place, and other parts only count"
    ):
        InterpretationMap(f'[roles]\n"{one}" = {{}}\n"{other}" = {{}}\n', "map.toml").check_variables_exist(casts)
    with pytest.raises(PuzzleError, match="the puzzle has no part called 'nobody'"):
        InterpretationMap("[roles]\nnobody = {}\n", "map.toml").check_variables_exist(casts)


class Step(NamedTuple):
    """An action with a name and an object."""

    name: str
    item: str = ""

    def __str__(self) -> str:
        return f"({' '.join(filter(None, self))})"


class Tiny:
    """A state space with numbered states."""

    def __init__(self, *links: tuple[int, Any, int]) -> None:
        self.initial, self._links = 0, links

    def successors(self, state: int) -> Iterable[tuple[Any, int]]:
        return [(move, after) for before, move, after in self._links if before == state]


def test_redundant_actions_are_reported() -> None:
    go, ride, wait = Step("go"), Step("ride"), Step("wait")
    once, puzzle = (0, go, 1), Tiny((0, "cross", 1))
    for space, says in (
        (Tiny(once), ""),
        (Tiny(once, (0, wait, 0)), "(wait) is applicable in states in which it has no effect"),
        (Tiny(once, (1, wait, 1)), "(wait) is applicable in states in which it has no effect"),
        (Tiny(once, (0, ride, 1)), "(go) and (ride) have the same effect"),
        (Tiny(once, (1, go, 2), (1, ride, 2)), "(go) and (ride) have the same effect"),
        (Tiny((0, Step("go", "left"), 1), (0, Step("go", "right"), 1)), ""),
        (Tiny(once, (0, ride, 2)), ""),
        (Tiny(once, (1, ride, 0), (0, Step("row"), 2), (2, ride, 1)), ""),
    ):
        assert describe_surplus_action(space, puzzle) == says


def test_redundant_actions_of_the_puzzle_are_not_reported() -> None:
    """Redundancy that the puzzle itself has is not reported in a model.

    Another kind of redundancy is still reported.
    """
    go, ride, wait = Step("go"), Step("ride"), Step("wait")
    waiting, twofold = Tiny((0, "cross", 1), (1, "stay", 1)), Tiny((0, "cross", 1), (0, "row", 1))
    both = Tiny((0, wait, 0), (0, go, 1), (0, ride, 1))
    assert describe_surplus_action(both, waiting) == "(go) and (ride) have the same effect"
    assert describe_surplus_action(both, twofold) == "(wait) is applicable in states in which it has no effect"
    assert describe_surplus_action(Tiny((0, wait, 0)), waiting) == ""


def test_redundant_actions_are_searched_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for redundant actions stops at its limit of states.

    The third state has a redundant action; with a limit of two states it is not found, and no error occurs.
    """
    row = Tiny((0, Step("go"), 1), (1, Step("go"), 2), (2, Step("wait"), 2))
    for most in (2, 3):
        monkeypatch.setattr(unneeded_parts, "MAX_STATES", most)
        assert bool(describe_surplus_action(row, Tiny((0, "cross", 1)))) == (most == 3)


def test_duplicate_crossing_action_is_redundant() -> None:
    domain, problem = MODELS["flat"].texts
    action = domain[domain.index("(:action cross-alone") : domain.index("(:action take-wolf")]
    own, doubled = (
        TaskSpace(model(text, problem))
        for text in (domain, domain.replace(action, action + action.replace("cross-alone", "row-alone")))
    )
    assert describe_surplus_action(own, own) == ""
    says = describe_surplus_action(doubled, own)
    assert "(cross-alone " in says
    assert "(row-alone " in says
