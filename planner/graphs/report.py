"""What a graph of states comes to: its numbers, told for a person."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from operator import sub
from typing import Any, Generic

from ferryplan.generator.search.survey import Survey
from ferryplan.generator.space import Move, State
from ferryplan.generator.teller import Teller
from ferryplan.generator.wording import Table
from ferryplan.planner.telling import Layout


@dataclass(frozen=True, eq=False)  # no slots: a cached property keeps its value in __dict__
class Report(Generic[State, Move]):
    """A surveyed graph, and how it came about."""

    found: Survey[State, Move]
    teller: Teller[State, Move]
    up_to_symmetry: bool = False
    pddl: tuple[str, str] | None = None
    """the dialect and the encoding, if it is what the PDDL reaches"""
    agreement: tuple[str, ...] | None = None
    """in what the PDDL differs from the rules, if that was looked at; nothing if they agree"""
    note: str = ""
    """why it is not complete"""

    @property
    def partial(self) -> bool:
        """Whether there may be more than was found."""
        return not self.found.graph.complete

    @functools.cached_property
    def number_by_state(self) -> Mapping[State, int]:
        """The number of each state."""
        return {state: number for number, state in enumerate(self.found.graph.states)}

    @property
    def without_goal(self) -> str:
        """Where the goal was not reached, what that says: of a graph that is not complete not that it cannot be."""
        if not self.partial:
            return "the goal is not within reach"
        return f"the goal is not among the first {len(self.found.graph.states):,} states"

    @property
    def told_to_goal(self) -> str:
        """What the best way to the goal takes, in words; the empty text if none was found."""
        return "" if self.found.total is None else self.teller.total(self.found.total)


def numbers(report: Report[State, Move]) -> dict[str, Any]:
    """Return the numbers of a graph; what there is not, or is not known, is null."""
    found, graph, teller = report.found, report.found.graph, report.teller
    layers, total = found.layers(), found.total
    begun = len(graph.offsets) - 1
    most = max(map(sub, itertools.islice(graph.offsets, 1, None), graph.offsets), default=None)
    moves = found.distances[0] if total else None
    data: dict[str, Any] = {
        "states": len(graph.states),
        "all_states": sum(map(graph.space.orbit_size, graph.states)) if report.up_to_symmetry else len(graph.states),
        "links": sum(layer.links for layer in layers),
        "depth": len(layers) - 1 if layers else None,
        "goal_states": len(found.goals),
        "moves_to_goal": moves,
        teller.counted.many: None if moves is None else moves // teller.moves_in_one,
        "dead_ends": sum(layer.dead_ends for layer in layers),
        "states_without_goal": None if report.partial else found.stranded,
        "optimal_states": sum(layer.optimal for layer in layers),
        "optimal_links": found.optimal_links,
        "branching": {"mean": round(len(graph.targets) / begun, 3) if begun else None, "maximum": most},
    }
    if teller.unit:
        data["cost"] = teller.price(total.cost) if total else None
        data["unit"] = teller.unit.one
    data["layers"] = [
        {
            **({teller.layer_key: teller.layer(number)} if teller.layer_key else {}),
            "states": one.states, "links": one.links, "dead_ends": one.dead_ends, "optimal_states": one.optimal, "goal_states": one.goals,
        }
        for number, one in enumerate(layers)
    ]  # fmt: skip
    return data


def as_text(report: Report[State, Move], layout: Layout) -> str:
    """Return the numbers as two tables, the second layer by layer, under a heading."""
    found, teller = report.found, report.teller
    data, move = numbers(report), teller.move
    offsets, reversible = found.graph.offsets, found.graph.space.reversible
    path = "a cheapest path" if teller.unit else "a shortest path"
    orbits = f"up to symmetry; they stand for {data['all_states']:,}" if report.up_to_symmetry else ""
    branching = data["branching"]
    fewest = f"{move.many}, the fewest" if found.goals else report.without_goal
    if report.told_to_goal and teller.moves_in_one > 1 and not teller.unit:
        fewest += f": {report.told_to_goal}"
    least = "Least cost, so far" if report.partial else "Least cost"
    costs = [(least, _number(data["cost"]), report.told_to_goal)] if teller.unit and report.told_to_goal else []
    goals = [] if reversible else [("Goals", _number(data["goal_states"]), "states in which the goal holds")]
    onward = {offsets[state] < offsets[state + 1] for state, dead_end in enumerate(found.dead_ends) if dead_end}
    stuck = " or ".join(("go nowhere", "only go back")[goes_on] for goes_on in sorted(onward or {reversible}))
    rows = [
        ("States", _number(data["states"]), orbits),
        ("Links", _number(data["links"]), f"pairs of states that one {move.one} joins"),
        ("Depth", _number(data["depth"]), f"{move.many} to the farthest state"),
        ("To the goal", _number(data["moves_to_goal"]), fewest),
        *costs,
        (f"On {path}", _number(data["optimal_states"]), f"states; {data['optimal_links']:,} links"),
        ("Dead ends", _number(data["dead_ends"]), f"states from which one can {stuck}"),
        (
            "Without the goal",
            _number(data["states_without_goal"]),
            "not known: not all that follows was found" if report.partial else "states from which it cannot be reached",
        ),
        (
            "Branching",
            "" if branching["mean"] is None else f"{branching['mean']:.2f}",
            f"{move.many} per state; at most {_number(branching['maximum'])}",
        ),
        *goals,
    ]  # fmt: skip
    about = [teller.layer_key.capitalize()] if teller.layer_key else []
    heading = (move.many.capitalize(), *about, "States", "Links", "Dead ends", f"On {path}", "")
    layers = (
        (
            str(number),
            *([row[teller.layer_key] or ""] if about else []),
            *(f"{row[key]:,}" for key in ("states", "links", "dead_ends", "optimal_states")),
            "the goal" if row["goal_states"] else "",
        )
        for number, row in enumerate(data["layers"])
    )
    sections = [_title(report), layout(Table(("", "Number", "What it is"), tuple(rows)))]
    if data["layers"]:
        sections.append(layout(Table(heading, tuple(layers))))
    if report.partial:
        sections.append(f"Partial: {report.note}; all numbers are those of what was found.\n")
    if report.agreement is not None:
        agree = "The rules, explored on their own, agree: the same states, the same links."
        sections += [f"{line}\n" for line in report.agreement or (agree,)]
    return layout.filled("\n".join(sections))


def summary(report: Report[State, Move]) -> str:
    """Return on one line how many states and links there are, and how far the goal is."""
    data = numbers(report)
    told = f"{data['states']:,} states{' up to symmetry' if report.up_to_symmetry else ''}, {data['links']:,} links"
    goal = f"{report.told_to_goal} to the goal" if report.told_to_goal else report.without_goal
    return f"{told}; {goal}{f'; partial: {report.note}' if report.partial else ''}"


def _title(report: Report[State, Move]) -> str:
    how = ["the states within reach"]
    if report.pddl:
        how.append(f"of the PDDL ({' '.join(report.pddl)})")
    if report.up_to_symmetry:
        how.append("up to symmetry")
    if report.teller.view:
        how.append(report.teller.view)
    return f"{report.teller.instance.title}: {', '.join(how)}\n"


def _number(number: float | None) -> str:
    return "" if number is None else f"{number:,}"
