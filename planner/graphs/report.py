"""What a graph of states comes to: its numbers, told for a person."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from operator import sub
from typing import Any, Generic

from ferryplan.domains.messages import format_message
from ferryplan.generator.layout import Layout
from ferryplan.generator.search.survey import Survey
from ferryplan.generator.space import Move, State
from ferryplan.generator.teller import Teller
from ferryplan.generator.wording import Table


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
            return format_message("graph.goal-unreachable")
        return format_message("graph.goal-not-found", count=len(self.found.graph.states))

    @property
    def told_to_goal(self) -> str:
        """What the best way to the goal takes, in words; the empty text if none was found."""
        return "" if self.found.total is None else self.teller.total(self.found.total)


_STUCK = {
    frozenset([False]): "graph.no-move",
    frozenset([True]): "graph.only-back",
    frozenset([False, True]): "graph.no-move-or-back",
}
"""the message about blind alleys, by whether moves lead on from them"""


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
        "blind_alleys": sum(layer.blind_alleys for layer in layers),
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
            "states": one.states, "links": one.links, "blind_alleys": one.blind_alleys, "optimal_states": one.optimal, "goal_states": one.goals,
        }
        for number, one in enumerate(layers)
    ]  # fmt: skip
    return data


def as_text(report: Report[State, Move], layout: Layout) -> str:
    """Return the numbers as two tables, the second layer by layer, under a heading."""
    found, teller = report.found, report.teller
    data, move = numbers(report), teller.move
    offsets, reversible = found.graph.offsets, found.graph.space.reversible
    on_path = format_message("graph.on-cheapest" if teller.unit else "graph.on-shortest")
    states = format_message("graph.reachable-states")
    if report.up_to_symmetry:
        states = format_message("graph.orbits", states=_number(data["all_states"]))
    branching = data["branching"]
    fewest = format_message("graph.fewest", moves=move.many) if found.goals else report.without_goal
    if report.told_to_goal and teller.moves_in_one > 1 and not teller.unit:
        fewest = format_message("graph.fewest-with-total", moves=move.many, total=report.told_to_goal)
    least = format_message("graph.least-cost-so-far" if report.partial else "graph.least-cost")
    costs = [(least, _number(data["cost"]), report.told_to_goal)] if teller.unit and report.told_to_goal else []
    onward = {
        offsets[state] < offsets[state + 1] for state, blind_alley in enumerate(found.blind_alleys) if blind_alley
    }
    lost = format_message("graph.unknown-from" if report.partial else "graph.unreachable-from")
    mean = "" if branching["mean"] is None else f"{branching['mean']:.2f}"
    most = format_message("graph.moves-per-state", moves=move.many, maximum=_number(branching["maximum"]))
    # No move of an assignment puzzle takes a placement back, so its links have one direction and need no words about it.
    joins = "graph.links-join" if reversible or teller.layer_key else "graph.links-directed"
    rows = [
        _row("graph.states", data["states"], states),
        _row("graph.links", data["links"], format_message(joins, move=move.one)),
        _row("graph.depth", data["depth"], format_message("graph.to-farthest", moves=move.many)),
        _row("graph.to-goal", data["moves_to_goal"], fewest),
        *costs,
        (on_path, _number(data["optimal_states"]), format_message("graph.states-and-links", links=_number(data["optimal_links"]))),
        _row("graph.blind-alleys", data["blind_alleys"], format_message(_STUCK[frozenset(onward or {reversible})])),
        _row("graph.dead-ends", data["states_without_goal"], lost),
        (format_message("graph.branching"), mean, most),
        *([] if reversible else [_row("graph.goals", data["goal_states"], format_message("graph.goal-states"))]),
    ]  # fmt: skip
    about = [format_message(f"graph.layer-{teller.layer_key}")] if teller.layer_key else []
    counts = map(format_message, ("graph.states", "graph.links", "graph.blind-alleys"))
    heading = (move.many.capitalize(), *about, *counts, on_path, "")
    layers = (
        (
            str(number),
            *([row[teller.layer_key] or ""] if about else []),
            *(f"{row[key]:,}" for key in ("states", "links", "blind_alleys", "optimal_states")),
            format_message("graph.goal-here") if row["goal_states"] else "",
        )
        for number, row in enumerate(data["layers"])
    )
    sections = [
        _title(report),
        layout(Table(("", format_message("graph.number"), format_message("graph.meaning")), tuple(rows))),
    ]
    if data["layers"]:
        sections.append(layout(Table(heading, tuple(layers))))
        sections.append(f"{format_message('graph.layer-links')}\n")
    if teller.any_order:
        sections.append(f"{format_message('graph.one-order')}\n")
    if report.partial:
        sections.append(f"{format_message('graph.partial', reason=report.note)}\n")
    if report.agreement is not None:
        sections += [f"{line}\n" for line in report.agreement or (format_message("graph.agrees"),)]
    return layout.filled("\n".join(sections))


def summary(report: Report[State, Move]) -> str:
    """Return on one line how many states and links there are, and how far the goal is."""
    data = numbers(report)
    counted = "graph.count-states-up-to-symmetry" if report.up_to_symmetry else "graph.count-states"
    words = {
        "states": format_message(counted, count=data["states"]),
        "links": format_message("graph.count-links", count=data["links"]),
        "goal": format_message("graph.goal-distance", total=report.told_to_goal) if report.told_to_goal else report.without_goal,
    }  # fmt: skip
    if report.partial:
        return format_message("graph.summary-partial", **words, reason=report.note)
    return format_message("graph.summary", **words)


def _title(report: Report[State, Move]) -> str:
    parts = [format_message("graph.reachable")]
    if report.pddl:
        dialect, encoding = report.pddl
        parts = [format_message("graph.of-pddl", dialect=dialect, encoding=encoding)]
    if report.up_to_symmetry:
        parts.append(format_message("graph.up-to-symmetry"))
    if report.teller.view:
        parts.append(report.teller.view)
    return f"{format_message('graph.title', puzzle=report.teller.instance.title, parts=', '.join(parts))}\n"


def _row(key: str, number: float | None, meaning: str) -> tuple[str, str, str]:
    return format_message(key), _number(number), meaning


def _number(number: float | None) -> str:
    return "" if number is None else f"{number:,}"
