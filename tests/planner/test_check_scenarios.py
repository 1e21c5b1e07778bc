"""The scenarios of `plan check`: as short as any, carried out step by step, the same by the map that is shown; and actions too many."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from model_mutants import mutants
from model_truth import Truth, UnclearError
from models import MODELS
from support import make

from ferryplan.generator.errors import PddlError, PuzzleError
from ferryplan.generator.families import family_of
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.pairs import model_of
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.teaching.checking import comparing, surplus
from ferryplan.teaching.checking.comparing import Verdict
from ferryplan.teaching.checking.mapping import Map, as_file
from ferryplan.teaching.checking.report import MOST_WAYS, Report
from ferryplan.teaching.checking.surplus import surplus_in
from ferryplan.teaching.checking.verdict import UncheckedError, check

PLAIN_MODELS = ("flat", "boat", "sides", "torch")
"""in which every fact tells where one is"""


def model(domain: str, problem: str) -> TaskInstance:
    return model_of(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"))


def changed(name: str, number: int, seed: int) -> Iterator[tuple[str, str, Verdict]]:
    """So many models with a mistake each that `plan check` finds, and what it says."""
    one = MODELS[name]
    for _, *texts in mutants(*one.texts, random.Random(seed)):
        try:
            verdict = check(make(one.puzzle, **one.parameters), model(*texts))
        except (PddlError, UncheckedError):
            continue
        if verdict.found:
            yield texts[0], texts[1], verdict
            number -= 1
        if not number:
            return


def fewest_moves_to_what_is_wrong(truth: Truth) -> int | None:
    """After how many crossings, the wrong one counted, the model first allows one that the puzzle does not; by breadth-first search."""
    layer, known, depth = [truth.task.initial], {truth.task.initial}, 0
    while layer:
        depth += 1
        following = []
        for state in layer:
            here = truth.sight(state).situation
            for after in truth.after(state):
                there = truth.sight(after)
                if there.settled and there.situation not in (here, *truth.model.follow(here)) and truth.leads_on(after):
                    return depth
                if after not in known and there.settled and there.situation != here:
                    known.add(after)
                    following.append(after)
        layer = following
    return None


RULES = ("(not (and (at wolf ?a) (at goat ?a)))", "(not (and (at goat ?a) (at cabbage ?a)))")


def test_no_shorter_scenario_shows_that_a_rule_is_missing() -> None:
    """Each rule is left out of each action in turn, then of all: what is told takes as few crossings as the search finds."""
    domain, problem = MODELS["flat"].texts
    texts = [domain.replace(rule, "") for rule in RULES]
    for rule in RULES:
        places = [found.start() for found in re.finditer(re.escape(rule), domain)]
        texts += [domain[:place] + domain[place + len(rule) :] for place in places]
    assert len(texts) >= 5
    lengths = []
    for text in texts:
        verdict = check(make("wolf-goat-cabbage"), model(text, problem))
        fewest = fewest_moves_to_what_is_wrong(Truth(MODELS["flat"], text, problem))
        assert (fewest is None) == (not verdict.found)
        if verdict.found:
            lengths.append(min(len(one.difference.steps) for one in verdict.found))
            assert lengths[-1] == fewest
    assert min(lengths) < max(lengths), "some show later than others"


@pytest.mark.parametrize("name", PLAIN_MODELS)
def test_a_scenario_has_every_action_once_and_in_order(name: str) -> None:
    """Each way is told once, up to five of them; its steps are numbered, and their actions with those after them are what the model does."""
    for domain, problem, verdict in changed(name, 5, 11):
        report = Report(verdict)
        data = report.as_data()
        assert len(data["differences"]) == min(MOST_WAYS, len(verdict.found))
        assert len({one.key for one in verdict.found}) == len(verdict.found)
        for told, found in zip(data["differences"], verdict.found, strict=False):
            actions = [str(move) for move, _ in found.difference.steps]
            assert [step["number"] for step in told["steps"]] == [*range(1, len(told["steps"]) + 1)]
            assert [*(action for step in told["steps"] for action in step["actions"]), *told["actions"]] == actions
            names = [tuple(action.strip("()").split()) for action in actions]
            try:
                assert len(Truth(MODELS[name], domain, problem).follow(names)) == len(actions) + 1
            except UnclearError:
                continue
        text = report.told("text", PLAIN)
        assert f": the model differs from the puzzle in {len(verdict.found)} way" in text.split("\n\n")[0].replace(
            "\n", " "
        )
        assert ("1 way." in text) == (len(verdict.found) == 1)


def test_actions_that_end_a_crossing_are_told_with_it() -> None:
    """Where a crossing takes several actions: after those of each step but the last all has settled, and a step is one crossing."""
    steps_seen = 0
    for _, _, verdict in changed("choosing", 3, 4):
        for told, found in zip(Report(verdict).as_data()["differences"], verdict.found, strict=False):
            stages = [stage for _, stage in found.difference.steps]
            ends = [*itertools.accumulate(len(step["actions"]) for step in told["steps"])]
            begins = [0, *ends]
            crossings = 0
            for begin, end, step in zip(begins, ends, told["steps"], strict=False):
                before = stages[begin - 1].state if begin else verdict.first.state
                moved = {stage.state for stage in stages[begin:end]} - {before}
                crossings += 1
                assert len(moved) == 1, step
                if step is not told["steps"][-1]:
                    assert verdict.seen(stages[end - 1].model).settled
            steps_seen += crossings
    assert steps_seen >= 2


def test_ways_beyond_those_told_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a model without any rule, one of two ways is told, and that there is another."""
    domain, problem = MODELS["flat"].texts
    for rule in RULES:
        domain = domain.replace(rule, "")
    verdict = check(make("wolf-goat-cabbage"), model(domain, problem))
    assert len(verdict.found) >= 2
    monkeypatch.setattr("ferryplan.teaching.checking.report.MOST_WAYS", 1)
    report = Report(verdict)
    assert len(report.as_data()["differences"]) == 1
    assert f"{len(verdict.found) - 1} more" in " ".join(report.told("text", PLAIN).split())


@pytest.mark.parametrize("name", MODELS)
def test_the_map_that_is_shown_leads_to_the_same_verdict(name: str) -> None:
    """Of a right model, and of a plain one with a mistake: what the map says is what was found, and by it the same differs."""
    one = MODELS[name]
    instance = make(one.puzzle, **one.parameters)
    domain, problem = one.texts
    right = check(instance, model(domain, problem))
    given = Map(as_file(right.seen), "map.toml")
    again = check(instance, model(domain, problem), given)
    assert again.found == right.found == []
    assert (again.seen.rest, again.stages) == (right.seen.rest, right.stages)
    states = [after for _, after in right.seen.space.moves(right.seen.space.initial)]
    assert [*map(again.seen, states)] == [*map(right.seen, states)]
    assert as_file(again.seen) == as_file(right.seen)
    for wrong_domain, wrong_problem, verdict in changed(name, 1, 2) if name in PLAIN_MODELS else ():
        if verdict.seen.readings == right.seen.readings:
            found = check(instance, model(wrong_domain, wrong_problem), given)
            assert [way.key for way in found.found] == [way.key for way in verdict.found]


def test_a_model_is_the_same_only_if_all_its_states_were_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The farmer's model has 10 states, each an action from the next: with room for 9 nothing is decided, with 10 it is the same."""
    instance, flat = make("wolf-goat-cabbage"), model(*MODELS["flat"].texts)
    monkeypatch.setattr(comparing, "MOST_STAGES", 9)
    with pytest.raises(UncheckedError, match="limit of 9 states"):
        check(instance, flat)
    monkeypatch.setattr(comparing, "MOST_STAGES", 10)
    verdict = check(instance, flat)
    assert (verdict.found, verdict.stages, verdict.agreement) == ([], 10, 1)
    said = " ".join(Report(verdict).told("text", PLAIN).split())
    assert said.endswith("ferryplan compared all 10 states of the model with the 10 states of the puzzle.")


def test_the_share_of_moves_that_a_model_makes_is_what_it_lacks_less() -> None:
    """A model without the action for the wolf: the moves are counted by hand in the states that it still reaches, all of them and those made."""
    domain, problem = MODELS["flat"].texts
    start, end = domain.index("(:action take-wolf"), domain.index("(:action take-goat")
    verdict = check(make("wolf-goat-cabbage"), model(domain[:start] + domain[end:], problem))
    oracle = MODELS["flat"].oracle
    states, queue = {oracle.start()}, [oracle.start()]
    made = wanted = 0
    for state in queue:
        for load, _, after in oracle.moves(state):
            wanted += 1
            if "wolf" not in load:
                made += 1
                if after not in states:
                    states.add(after)
                    queue.append(after)
    assert verdict.agreement == pytest.approx(made / wanted)
    assert {one.difference.kind for one in verdict.found} == {"forbids"}


def test_what_may_begin_and_never_end_is_noted_with_the_first_way_to_it() -> None:
    """The boat may sink, after which nothing is possible: one way to forbid, so the model is the same, with a note."""
    domain, problem = MODELS["flat"].texts
    domain = domain.replace("(:predicates ", "(:predicates (sunk) ").replace(
        "(and (at farmer ?a)", "(and (not (sunk)) (at farmer ?a)"
    )
    sink = (
        "(:action sink :parameters (?a - place) :precondition (at farmer ?a) :effect (and (sunk) (not (at farmer ?a))))"
    )
    domain = f"{domain.rstrip()[:-1]}{sink})"
    verdict = check(make("wolf-goat-cabbage"), model(domain, problem))
    assert verdict.found == []
    notes = " ".join(Report(verdict).as_data()["notes"])
    assert "can begin a crossing that it cannot end" in notes
    assert "after (sink left)." in notes
    assert Report(check(make("wolf-goat-cabbage"), model(*MODELS["flat"].texts))).as_data()["notes"] == []


def test_a_note_on_the_instance_stands_first() -> None:
    verdict = check(make("wolf-goat-cabbage"), model(*MODELS["flat"].texts))
    assert Report(verdict, (), "a note").as_data()["notes"] == ["a note"]


def read(text: str, name: str = "flat") -> tuple[Map, dict[str, Any], Any]:
    """A map, what it tells of each role by the role's name, and what holds where all has settled."""
    one = MODELS[name]
    instance, space = make(one.puzzle, **one.parameters), TaskSpace(model(*one.texts))
    casts = family_of(instance).list_casts(instance)
    given = Map(text, "map.toml")
    given.check(casts)
    [cast] = [cast for cast in casts if given.suits(cast)][:1]
    names = [role.name for role in cast.roles]
    return given, {names[number]: reading for number, reading in given.readings(cast, space).items()}, given.rest(space)


def test_a_map_tells_values_by_what_holds_what_does_not_and_by_numbers() -> None:
    _, told, rest = read("""
when = "(at goat left)"
[roles]
goat = { "left bank" = "(not (at goat right))", "right bank" = "(at goat right)" }
wolf = { "right bank" = "(at wolf right)" }
""")
    assert told["goat"] == ((("at", "goat", "right"), False), (("at", "goat", "right"), True))
    assert told["wolf"] == (None, (("at", "wolf", "right"), True))
    assert told.keys() == {"goat", "wolf"}
    assert (rest.literals, rest.hides) == (((("at", "goat", "left"), True),), True)


def test_a_map_says_what_holds_where_all_has_settled() -> None:
    """Several conditions may stand in a list; ``rest`` hides nothing; without either there is none."""
    _, _, rest = read('rest = ["(not (at goat left))", "(at wolf left)"]')
    assert (rest.literals, rest.hides) == (((("at", "goat", "left"), False), (("at", "wolf", "left"), True)), False)
    assert read("")[2] is None


def test_a_map_takes_the_values_of_functions() -> None:
    """How many missionaries are on the left is what the function says, from 0 to all three; or a number stands in a condition."""
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


def test_the_map_shows_functions_as_such() -> None:
    """Where a function is the number, it stands there once, rather than once for each number."""
    one = MODELS["numbers"]
    text = as_file(check(make(one.puzzle, **one.parameters), model(*one.texts)).seen)
    assert '"missionary left bank" = "(missionaries left)"' in text
    assert "(= (missionaries left)" not in text


def test_a_map_tells_who_is_where_or_how_many_are() -> None:
    """Both are ways to see missionaries; one map cannot mix them, nor name what has no part in either."""
    instance = make("missionaries-cannibals", capacity=2)
    casts = family_of(instance).list_casts(instance)
    by_cast = [{role.name for role in cast.roles} for cast in casts]
    one, other = sorted(by_cast[0] - by_cast[1])[0], sorted(by_cast[1] - by_cast[0])[0]
    for names in ([one], [other]):
        text = "[roles]\n" + "".join(f'"{name}" = {{}}\n' for name in names)
        Map(text, "map.toml").check(casts)
    with pytest.raises(
        PuzzleError, match="some parts of the map name the travelers at a place, and other parts only count"
    ):
        Map(f'[roles]\n"{one}" = {{}}\n"{other}" = {{}}\n', "map.toml").check(casts)
    with pytest.raises(PuzzleError, match="the puzzle has no part called 'nobody'"):
        Map("[roles]\nnobody = {}\n", "map.toml").check(casts)


class Step(NamedTuple):
    """An action with its name and an object."""

    name: str
    item: str = ""

    def __str__(self) -> str:
        return f"({' '.join(filter(None, self))})"


class Tiny:
    """A space of numbered states."""

    def __init__(self, *links: tuple[int, Any, int]) -> None:
        self.initial, self._links = 0, links

    def moves(self, state: int) -> Iterable[tuple[Any, int]]:
        return [(move, after) for before, move, after in self._links if before == state]


def test_actions_too_many_are_those_that_change_nothing_or_do_what_another_does() -> None:
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
        assert surplus_in(space, puzzle) == says  # type: ignore[arg-type]


def test_actions_that_the_puzzle_has_itself_are_not_too_many() -> None:
    """What a puzzle allows a model may have; another kind that it does not allow is still told."""
    go, ride, wait = Step("go"), Step("ride"), Step("wait")
    waiting, twofold = Tiny((0, "cross", 1), (1, "stay", 1)), Tiny((0, "cross", 1), (0, "row", 1))
    both = Tiny((0, wait, 0), (0, go, 1), (0, ride, 1))
    assert surplus_in(both, waiting) == "(go) and (ride) have the same effect"  # type: ignore[arg-type]
    assert surplus_in(both, twofold) == "(wait) is applicable in states in which it has no effect"  # type: ignore[arg-type]
    assert surplus_in(Tiny((0, wait, 0)), waiting) == ""  # type: ignore[arg-type]


def test_actions_too_many_are_looked_for_near_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """The third state of a row has one; with room for two it is not found, and nothing goes wrong."""
    row = Tiny((0, Step("go"), 1), (1, Step("go"), 2), (2, Step("wait"), 2))
    for most in (2, 3):
        monkeypatch.setattr(surplus, "MOST_STATES", most)
        assert bool(surplus_in(row, Tiny((0, "cross", 1)))) == (most == 3)  # type: ignore[arg-type]


def test_a_model_with_a_second_name_for_a_crossing_has_an_action_too_many() -> None:
    domain, problem = MODELS["flat"].texts
    action = domain[domain.index("(:action cross-alone") : domain.index("(:action take-wolf")]
    own, doubled = (
        TaskSpace(model(text, problem))
        for text in (domain, domain.replace(action, action + action.replace("cross-alone", "row-alone")))
    )
    assert surplus_in(own, own) == ""
    says = surplus_in(doubled, own)
    assert "(cross-alone " in says
    assert "(row-alone " in says
