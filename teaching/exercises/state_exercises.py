"""Exercises about states: find the wrong move of a plan, draw the state graph, compute heuristics."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import narrator_of, state_space_of, strategy_of
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.generator.search import graph_analysis, shortest_path, state_graph
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.wording import Table, capitalize
from ferryplan.planner.graphs import graph_picture, graph_report, picture_rendering
from ferryplan.teaching.exercises.exercise_setting import Exercise, ExercisePuzzle, make_model_files
from ferryplan.teaching.searching.report_formatting import format_optional_number
from ferryplan.teaching.textbook.heuristics import heuristic_registry, operators, relaxation

MIN_STATES, MAX_STATES, MAX_FACTS, MAX_ACTIONS = 3, 30, 30, 250
"""The smallest number of states and the largest numbers of states, facts and ground actions that suit work by hand."""
COMPUTED_HEURISTICS = ("hmax", "hadd", "hff")
"""The heuristics that students compute."""


def make_plan_exercise(exercise_puzzle: ExercisePuzzle) -> Exercise:
    """Make the exercise in which students find the wrong move of a plan.

    The plan is an optimal solution in which one move is replaced by a move that breaks a rule. Raises EncodingError if there is none.
    """
    space, narrator, draw = (
        state_space_of(exercise_puzzle.instance),
        narrator_of(exercise_puzzle.instance),
        exercise_puzzle.make_random_generator("plan"),
    )
    moves = strategy_of(exercise_puzzle.instance).find_best_solution().moves or ()
    states = [*itertools.accumulate(moves, space.apply_move, initial=space.initial)]
    allowed = [{move for move, _ in space.successors(state)} for state in states]
    for place in [*draw.shuffle(range(1, len(moves))), 0][: len(moves)]:
        words = {narrator.format_move_line(move) for move in allowed[place]}
        broken = ((move, space.find_violation(states[place], move)) for move in space.candidate_moves(states[place]))
        wrong = [
            (move, violation)
            for move, violation in broken
            if violation and narrator.format_move_line(move) not in words
        ]
        if wrong:
            move, violation = draw.choose([one for one in wrong if one[0] in set().union(*allowed)] or wrong)
            told = enumerate(map(narrator.format_move_line, (*moves[:place], move, *moves[place + 1 :])), 1)
            says = {
                "one": narrator.move_noun.one,
                "kept": narrator.rule_noun,
                "instead": narrator.format_move_line(moves[place]),
            }
            table = Table(("", capitalize(narrator.move_noun.one)), tuple((str(number), text) for number, text in told))
            return Exercise("plan", {**says, **violation._asdict(), "number": place + 1}, [table])
    raise exercise_puzzle.make_unsuitable_error(
        "exercises.no-violation", move=narrator.move_noun.one, rule=narrator.rule_noun
    )


def make_graph_exercise(exercise_puzzle: ExercisePuzzle) -> Exercise:
    """Make the exercise in which students draw the state graph.

    If there are too many states, the exercise is about the states up to symmetry, or about a smaller instance. Raises
    EncodingError if these states are too many or too few, too.
    """
    for one in exercise_puzzle.with_smaller_instances():
        space, narrator = state_space_of(one.instance), narrator_of(one.instance)
        for merged in (False, True)[: 1 + (space.symmetry.order > 1)]:
            found = state_graph.explore_graph(space, max_states=MAX_STATES + 1, up_to_symmetry=merged)
            if found.complete and MIN_STATES <= len(found.states) <= MAX_STATES and found.goals:
                drawn = graph_report.GraphReport(graph_analysis.analyze_graph(found), narrator, merged)
                start = (narrator.make_orbit_narrator(found.states) if merged else narrator).format_state(
                    found.states[0]
                )
                says = {
                    "one": narrator.move_noun.one,
                    "many": narrator.move_noun.many,
                    "mark": narrator.picture_legend and narrator.mark_heading,
                }
                says |= {"start": start, "merged": "yes" * merged, "line": "line" if space.reversible else "arrow"}
                says |= {
                    "summary": graph_report.summarize_report(drawn),
                    "story": one.instance.story * (one is not exercise_puzzle),
                }
                picture = picture_rendering.picture_as_svg(graph_picture.make_picture(drawn, "barycentre"))
                return Exercise("graph", says, files={"key/graph.svg": picture})
    raise exercise_puzzle.make_unsuitable_error("exercises.no-graph", least=MIN_STATES, most=MAX_STATES)


def make_heuristic_exercise(exercise_puzzle: ExercisePuzzle) -> Exercise:
    """Make the exercise in which students compute the heuristics h-max, h-add and h-FF.

    If there are too many facts, the exercise is about a smaller instance. Raises EncodingError if no instance is small
    enough for work by hand.
    """
    for one in exercise_puzzle.with_smaller_instances():
        known = heuristic_registry.TaskKnowledge(one.model.get_or_make(TaskSpace))
        with contextlib.suppress(NotStripsError):
            facts, moves = known.operators.facts, [operator.move for operator in known.operators.all]
            plainly = known.task.has_unit_costs and len({*moves}) == len(moves) and all(map(all, facts))
            if plainly and len(facts) <= MAX_FACTS and len(moves) <= MAX_ACTIONS:
                task, key = _make_heuristic_tables(known, exercise_puzzle.make_random_generator("heuristic"))
                says = {"story": one.instance.story * (one is not exercise_puzzle)}
                if task.rows[1:]:
                    return Exercise("heuristic", says, [task], key, make_model_files("heuristic", one.pddl))
    raise exercise_puzzle.make_unsuitable_error("exercises.no-heuristic", facts=MAX_FACTS, actions=MAX_ACTIONS)


def _make_heuristic_tables(known: heuristic_registry.TaskKnowledge, draw: SeededRandom) -> tuple[Table, list[Table]]:
    """Return the table of states for the sheet, and the tables of the answer key.

    The states are the initial state and states of an optimal plan, as lists of facts. The answer key has the heuristic values and, for each
    state, a table of fact costs.
    """
    task, actions, computed = (
        known.task,
        known.operators,
        [heuristic_registry.HEURISTICS[name].make_estimate(known) for name in COMPUTED_HEURISTICS],
    )
    way = itertools.accumulate(
        shortest_path.find_shortest_path(task).moves or (), task.apply_move, initial=task.initial
    )
    states = [*zip("ABC", [task.initial, *draw.sample([*way][1:-1], 2)], strict=False)]
    facts = (
        (name, " ".join(_format_fact(actions, fact) for fact in actions.facts_of_state(state)))
        for name, state in states
    )
    values = ((name, *(format_optional_number(of(state)) for of in computed)) for name, state in states)
    heading = tuple(map(format_message, ("exercises.layer", "exercises.action", "exercises.hadd")))
    layers = (
        Table((format_message("exercises.state-of", name=name), *heading), tuple(_list_fact_costs(actions, state)))
        for name, state in states
    )
    state = format_message("exercises.state")
    shown = Table((state, format_message("exercises.facts")), tuple(facts))
    return shown, [Table((state, *COMPUTED_HEURISTICS), tuple(values)), *layers]


def _format_fact(actions: operators.OperatorSet, fact: int) -> str:
    """Return a numbered fact in PDDL syntax."""
    return f"({' '.join(actions.facts[fact][0])})"


def _list_fact_costs(actions: operators.OperatorSet, state: PddlState) -> Iterator[tuple[str, ...]]:
    """Yield a row for each fact: its h-max cost, the fact, the action that reaches it, its h-add cost.

    A cost is the cost of reaching the fact from the state if delete effects are ignored; the h-max cost is also the number of the fact's
    layer.
    """
    relaxed, holding = relaxation.relax_operators(actions), actions.facts_of_state(state)
    (layers, _), (costs, best) = (
        relaxed.compute_fact_costs(holding, relaxation.max_cost),
        relaxed.compute_fact_costs(holding, sum),
    )
    for fact in sorted(range(len(layers)), key=layers.__getitem__):
        by = "" if best[fact] == relaxation.NO_OPERATOR else str(actions.all[best[fact]].move)
        text = _format_fact(actions, fact)
        text = format_message("exercises.goal-fact", fact=text) if fact in actions.goal else text
        yield text, format_optional_number(layers[fact]), by, format_optional_number(costs[fact])
