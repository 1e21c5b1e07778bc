"""Exercises about what may happen: a plan is read, the states are drawn, heuristics are computed."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator

from ferryplan.domains.messages import format_message
from ferryplan.generator.draws import Draw
from ferryplan.generator.families import state_space, strategy_of, teller_of
from ferryplan.generator.pddl.states import State
from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.generator.search import shortest_path, state_graph, survey
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.wording import Table, capital
from ferryplan.planner.graphs import formats, rendering, report
from ferryplan.teaching.exercises.setting import Exercise, Setting, as_files
from ferryplan.teaching.searching.wording import plain
from ferryplan.teaching.textbook.heuristics import estimates, operators, relaxation

LEAST_DRAWN, MOST_DRAWN, MOST_FACTS, MOST_ACTIONS = 3, 30, 30, 250
"""how few and how many states, how many facts and ground actions are worth dealing with by hand"""
COMPUTED = ("hmax", "hadd", "hff")


def plan(setting: Setting) -> Exercise:
    """Return the exercise: a best solution in which one move is another that breaks a rule, as its words tell. Raises EncodingError if none can."""
    space, teller, draw = state_space(setting.instance), teller_of(setting.instance), setting.draw("plan")
    moves = strategy_of(setting.instance).best().moves or ()
    states = [*itertools.accumulate(moves, space.after, initial=space.initial)]
    allowed = [{move for move, _ in space.moves(state)} for state in states]
    for place in [*draw.shuffled(range(1, len(moves))), 0][: len(moves)]:
        words = {teller.terse(move) for move in allowed[place]}
        broken = ((move, space.breach(states[place], move)) for move in space.candidates(states[place]))
        wrong = [(move, breach) for move, breach in broken if breach and teller.terse(move) not in words]
        if wrong:
            move, breach = draw.one([one for one in wrong if one[0] in set().union(*allowed)] or wrong)
            told = enumerate(map(teller.terse, (*moves[:place], move, *moves[place + 1 :])), 1)
            says = {"one": teller.move.one, "kept": teller.rule, "instead": teller.terse(moves[place])}
            table = Table(("", capital(teller.move.one)), tuple((str(number), text) for number, text in told))
            return Exercise("plan", {**says, **breach._asdict(), "number": place + 1}, [table])
    raise setting.refuse("exercises.no-violation", move=teller.move.one, rule=teller.rule)


def graph(setting: Setting) -> Exercise:
    """Return the exercise, up to symmetry or of a smaller instance where there are too many states.

    Raises EncodingError for too many all the same.
    """
    for one in setting.smaller():
        space, teller = state_space(one.instance), teller_of(one.instance)
        for merged in (False, True)[: 1 + (space.symmetry.order > 1)]:
            found = state_graph.explore_graph(space, most=MOST_DRAWN + 1, up_to_symmetry=merged)
            if found.complete and LEAST_DRAWN <= len(found.states) <= MOST_DRAWN and found.goals:
                drawn = report.Report(survey.survey(found), teller, merged)
                start = (teller.without_names(found.states) if merged else teller).state(found.states[0])
                says = {"one": teller.move.one, "many": teller.move.many, "mark": teller.legend and teller.mark}
                says |= {"start": start, "merged": "yes" * merged, "line": "line" if space.reversible else "arrow"}
                says |= {"summary": report.summary(drawn), "story": one.instance.story * (one is not setting)}
                picture = rendering.as_svg(formats.picture_of(drawn, "barycentre"))
                return Exercise("graph", says, files={"key/graph.svg": picture})
    raise setting.refuse("exercises.no-graph", least=LEAST_DRAWN, most=MOST_DRAWN)


def heuristic(setting: Setting) -> Exercise:
    """Return the exercise, of a smaller instance where there are too many facts. Raises EncodingError for what cannot be done by hand."""
    for one in setting.smaller():
        known = estimates.Known(one.model.once(TaskSpace))
        with contextlib.suppress(NotStripsError):
            facts, moves = known.operators.facts, [operator.move for operator in known.operators.all]
            plainly = known.task.unit_costs and len({*moves}) == len(moves) and all(map(all, facts))
            if plainly and len(facts) <= MOST_FACTS and len(moves) <= MOST_ACTIONS:
                task, key = _estimated(known, setting.draw("heuristic"))
                says = {"story": one.instance.story * (one is not setting)}
                if task.rows[1:]:
                    return Exercise("heuristic", says, [task], key, as_files("heuristic", one.pddl))
    raise setting.refuse("exercises.no-heuristic", facts=MOST_FACTS, actions=MOST_ACTIONS)


def _estimated(known: estimates.Known, draw: Draw) -> tuple[Table, list[Table]]:
    """Return the start and other states of a best plan, if there is one, by their facts, and what heuristics say of them, by layers."""
    task, actions, computed = known.task, known.operators, [estimates.HEURISTICS[name].of(known) for name in COMPUTED]
    way = itertools.accumulate(shortest_path.shortest_path(task).moves or (), task.after, initial=task.initial)
    states = [*zip("ABC", [task.initial, *draw.sample([*way][1:-1], 2)], strict=False)]
    facts = ((name, " ".join(_told(actions, fact) for fact in actions.holding(state))) for name, state in states)
    values = ((name, *(plain(of(state)) for of in computed)) for name, state in states)
    heading = tuple(map(format_message, ("exercises.layer", "exercises.action", "exercises.hadd")))
    layers = (
        Table((format_message("exercises.state-of", name=name), *heading), tuple(_layers(actions, state)))
        for name, state in states
    )
    state = format_message("exercises.state")
    shown = Table((state, format_message("exercises.facts")), tuple(facts))
    return shown, [Table((state, *COMPUTED), tuple(values)), *layers]


def _told(actions: operators.Operators, fact: int) -> str:
    return f"({' '.join(actions.facts[fact][0])})"


def _layers(actions: operators.Operators, state: State) -> Iterator[tuple[str, ...]]:
    """Yield for each fact the layer in which it is reached, which is its h-max, by which action, and its h-add; in this order."""
    relaxed, holding = relaxation.relaxed(actions), actions.holding(state)
    (layers, _), (costs, best) = relaxed.settled(holding, relaxation.dearest), relaxed.settled(holding, sum)
    for fact in sorted(range(len(layers)), key=layers.__getitem__):
        by = "" if best[fact] == relaxation.NONE else str(actions.all[best[fact]].move)
        text = _told(actions, fact)
        text = format_message("exercises.goal-fact", fact=text) if fact in actions.goal else text
        yield text, plain(layers[fact]), by, plain(costs[fact])
