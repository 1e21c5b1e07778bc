"""The statistics of a state graph, such as the numbers of states and links, as data and as text."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from operator import sub
from typing import Any, Generic

from ferryplan.domains.messages import format_message
from ferryplan.generator.layout import Layout
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.search.graph_analysis import GraphAnalysis
from ferryplan.generator.space import Move, State
from ferryplan.generator.wording import Table


@dataclass(frozen=True, eq=False)  # no slots: a cached property keeps its value in __dict__
class GraphReport(Generic[State, Move]):
    """An analyzed state graph, and the options of its exploration."""

    analysis: GraphAnalysis[State, Move]
    """the graph, with goal distances, optimal paths and blind alleys"""
    narrator: Narrator[State, Move]
    """the narrator for the states and moves of the graph"""
    up_to_symmetry: bool = False
    """whether one state represents all symmetric states"""
    dialect_and_encoding: tuple[str, str] | None = None
    """the dialect and the encoding, if the states come from generated PDDL; None if they come from the rules"""
    differences: tuple[str, ...] | None = None
    """sentences about differences between the PDDL and the rules; empty without any, None without a comparison"""
    note: str = ""
    """the reason why the graph is not complete; empty if it is complete"""

    @property
    def partial(self) -> bool:
        """Whether the exploration stopped before it was complete."""
        return not self.analysis.graph.complete

    @functools.cached_property
    def number_by_state(self) -> Mapping[State, int]:
        """The number of each state: its position in the graph's sequence of states."""
        return {state: number for number, state in enumerate(self.analysis.graph.states)}

    @property
    def no_goal_text(self) -> str:
        """The message for a graph without a goal state.

        For a partial graph, it does not claim that the goal is unreachable.
        """
        if not self.partial:
            return format_message("graph.goal-unreachable")
        return format_message("graph.goal-not-found", count=len(self.analysis.graph.states))

    @property
    def goal_total_text(self) -> str:
        """The length or the cost of an optimal path to the goal, in words; empty if no path was found."""
        return "" if self.analysis.optimal_cost is None else self.narrator.format_total_cost(self.analysis.optimal_cost)


_BLIND_ALLEY_KEYS = {
    frozenset([False]): "graph.no-move",
    frozenset([True]): "graph.only-back",
    frozenset([False, True]): "graph.no-move-or-back",
}
"""the key of the message about blind alleys, by the set of answers to: does a move lead out of this blind alley?"""


def graph_statistics(report: GraphReport[State, Move]) -> dict[str, Any]:
    """Return the statistics of a graph, by the keys of its JSON format; unknown statistics are None.

    Besides numbers for the whole graph, ``layers`` has the numbers of each layer (states at the same depth).
    """
    found, graph, narrator = report.analysis, report.analysis.graph, report.narrator
    layers, total = found.count_by_layer(), found.optimal_cost
    begun = len(graph.offsets) - 1
    most = max(map(sub, itertools.islice(graph.offsets, 1, None), graph.offsets), default=None)
    moves = found.goal_distances[0] if total else None
    data: dict[str, Any] = {
        "states": len(graph.states),
        "all_states": sum(map(graph.space.orbit_size, graph.states)) if report.up_to_symmetry else len(graph.states),
        "links": sum(layer.links for layer in layers),
        "depth": len(layers) - 1 if layers else None,
        "goal_states": len(found.goals),
        "moves_to_goal": moves,
        narrator.length_unit.many: None if moves is None else moves // narrator.moves_per_length_unit,
        "blind_alleys": sum(layer.blind_alleys for layer in layers),
        "states_without_goal": None if report.partial else found.dead_end_count,
        "optimal_states": sum(layer.optimal for layer in layers),
        "optimal_links": found.optimal_link_count,
        "branching": {"mean": round(len(graph.targets) / begun, 3) if begun else None, "maximum": most},
    }
    if narrator.cost_unit:
        data["cost"] = narrator.scale_cost(total.cost) if total else None
        data["unit"] = narrator.cost_unit.one
    data["layers"] = [
        {
            **({narrator.layer_item_key: narrator.layer_item_name(number)} if narrator.layer_item_key else {}),
            "states": one.states, "links": one.links, "blind_alleys": one.blind_alleys, "optimal_states": one.optimal, "goal_states": one.goals,
        }
        for number, one in enumerate(layers)
    ]  # fmt: skip
    return data


def format_report(report: GraphReport[State, Move], layout: Layout) -> str:
    """Return the statistics of a graph as text: a heading, a table of totals, and a table of the layers."""
    found, narrator = report.analysis, report.narrator
    data, move = graph_statistics(report), narrator.move_noun
    offsets, reversible = found.graph.offsets, found.graph.space.reversible
    on_path = format_message("graph.on-cheapest" if narrator.cost_unit else "graph.on-shortest")
    states = format_message("graph.reachable-states")
    if report.up_to_symmetry:
        states = format_message("graph.orbits", states=_format_number(data["all_states"]))
    branching = data["branching"]
    fewest = format_message("graph.fewest", moves=move.many) if found.goals else report.no_goal_text
    if report.goal_total_text and narrator.moves_per_length_unit > 1 and not narrator.cost_unit:
        fewest = format_message("graph.fewest-with-total", moves=move.many, total=report.goal_total_text)
    least = format_message("graph.least-cost-so-far" if report.partial else "graph.least-cost")
    costs = (
        [(least, _format_number(data["cost"]), report.goal_total_text)]
        if narrator.cost_unit and report.goal_total_text
        else []
    )
    onward = {
        offsets[state] < offsets[state + 1] for state, blind_alley in enumerate(found.blind_alleys) if blind_alley
    }
    lost = format_message("graph.unknown-from" if report.partial else "graph.unreachable-from")
    mean = "" if branching["mean"] is None else f"{branching['mean']:.2f}"
    most = format_message("graph.moves-per-state", moves=move.many, maximum=_format_number(branching["maximum"]))
    # No move of an assignment puzzle undoes a placement, so its links have a direction, and the text need not mention it.
    joins = "graph.links-join" if reversible or narrator.layer_item_key else "graph.links-directed"
    rows = [
        _make_total_row("graph.states", data["states"], states),
        _make_total_row("graph.links", data["links"], format_message(joins, move=move.one)),
        _make_total_row("graph.depth", data["depth"], format_message("graph.to-farthest", moves=move.many)),
        _make_total_row("graph.to-goal", data["moves_to_goal"], fewest),
        *costs,
        (on_path, _format_number(data["optimal_states"]), format_message("graph.states-and-links", links=_format_number(data["optimal_links"]))),
        _make_total_row("graph.blind-alleys", data["blind_alleys"], format_message(_BLIND_ALLEY_KEYS[frozenset(onward or {reversible})])),
        _make_total_row("graph.dead-ends", data["states_without_goal"], lost),
        (format_message("graph.branching"), mean, most),
        *([] if reversible else [_make_total_row("graph.goals", data["goal_states"], format_message("graph.goal-states"))]),
    ]  # fmt: skip
    about = [format_message(f"graph.layer-{narrator.layer_item_key}")] if narrator.layer_item_key else []
    counts = map(format_message, ("graph.states", "graph.links", "graph.blind-alleys"))
    heading = (move.many.capitalize(), *about, *counts, on_path, "")
    layers = (
        (
            str(number),
            *([row[narrator.layer_item_key] or ""] if about else []),
            *(f"{row[key]:,}" for key in ("states", "links", "blind_alleys", "optimal_states")),
            format_message("graph.goal-here") if row["goal_states"] else "",
        )
        for number, row in enumerate(data["layers"])
    )
    sections = [
        _format_heading(report),
        layout(Table(("", format_message("graph.number"), format_message("graph.meaning")), tuple(rows))),
    ]
    if data["layers"]:
        sections.append(layout(Table(heading, tuple(layers))))
        sections.append(f"{format_message('graph.layer-links')}\n")
    if narrator.has_unordered_moves:
        sections.append(f"{format_message('graph.one-order')}\n")
    if report.partial:
        sections.append(f"{format_message('graph.partial', reason=report.note)}\n")
    if report.differences is not None:
        sections += [f"{line}\n" for line in report.differences or (format_message("graph.agrees"),)]
    return layout.wrap_text("\n".join(sections))


def summarize_report(report: GraphReport[State, Move]) -> str:
    """Return a line with the number of states, the number of links and the goal distance of the start."""
    data = graph_statistics(report)
    counted = "graph.count-states-up-to-symmetry" if report.up_to_symmetry else "graph.count-states"
    words = {
        "states": format_message(counted, count=data["states"]),
        "links": format_message("graph.count-links", count=data["links"]),
        "goal": format_message("graph.goal-distance", total=report.goal_total_text) if report.goal_total_text else report.no_goal_text,
    }  # fmt: skip
    if report.partial:
        return format_message("graph.summary-partial", **words, reason=report.note)
    return format_message("graph.summary", **words)


def _format_heading(report: GraphReport[State, Move]) -> str:
    """Return the heading of the statistics: the title of the puzzle, and the options of the exploration."""
    parts = [format_message("graph.reachable")]
    if report.dialect_and_encoding:
        dialect, encoding = report.dialect_and_encoding
        parts = [format_message("graph.of-pddl", dialect=dialect, encoding=encoding)]
    if report.up_to_symmetry:
        parts.append(format_message("graph.up-to-symmetry"))
    if report.narrator.view_label:
        parts.append(report.narrator.view_label)
    return f"{format_message('graph.title', puzzle=report.narrator.instance.title, parts=', '.join(parts))}\n"


def _make_total_row(key: str, number: float | None, meaning: str) -> tuple[str, str, str]:
    """Return a row of the table of totals: name, number and meaning; ``key`` is the message with the name."""
    return format_message(key), _format_number(number), meaning


def _format_number(number: float | None) -> str:
    return "" if number is None else f"{number:,}"
