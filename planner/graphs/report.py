"""What a graph of states comes to: its numbers, told for a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from generator.crossing.boat_place import BoatAsPlace
from generator.crossing.instance import Crossing, State
from generator.crossing.space import CrossingSpace
from generator.search.survey import Survey
from planner.crossing.sentences import told_total
from planner.tables import Table

__all__ = ["Report", "as_text", "numbers", "summary"]


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """A surveyed graph, and how it came about."""

    space: CrossingSpace
    found: Survey[State, Crossing]
    up_to_symmetry: bool
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

    @property
    def without_goal(self) -> str:
        """Where the goal was not reached, what that says: of a graph that is not complete not that it cannot be."""
        if not self.partial:
            return "the goal is not within reach"
        return f"the goal is not among the first {len(self.found.graph.states):,} states"

    @property
    def boat_as_place(self) -> bool:
        """Whether the boat is a place of its own."""
        return isinstance(self.space, BoatAsPlace)


def numbers(report: Report) -> dict[str, Any]:
    """Return the numbers of a graph; what there is not, or is not known, is null."""
    found, graph = report.found, report.found.graph
    instance, layers, total = report.space.instance, found.layers(), found.total
    begun = len(graph.offsets) - 1
    degrees = [graph.offsets[state + 1] - graph.offsets[state] for state in range(begun)]
    moves = found.distances[0] if total else None
    data: dict[str, Any] = {
        "states": len(graph.states),
        "stands_for": sum(map(report.space.orbit_size, graph.states)) if report.up_to_symmetry else len(graph.states),
        "links": sum(layer.links for layer in layers),
        "depth": len(layers) - 1 if layers else None,
        "goals": len(found.goals),
        "moves_to_goal": moves,
        "crossings": moves // 2 if moves is not None and report.boat_as_place else moves,
        "dead_ends": sum(layer.dead_ends for layer in layers),
        "without_goal": None if report.partial else found.stranded,
        "optimal_states": sum(layer.optimal for layer in layers),
        "optimal_links": sum(map(found.is_optimal_link, graph.links())),
        "branching": {"mean": round(sum(degrees) / begun, 3) if begun else None, "most": max(degrees, default=None)},
    }
    if instance.tariff:
        data["cost"] = total.cost if total else None
        data["unit"] = instance.tariff.unit
    data["layers"] = [
        {"states": one.states, "links": one.links, "dead_ends": one.dead_ends, "optimal_states": one.optimal, "goals": one.goals}
        for one in layers
    ]  # fmt: skip
    return data


def as_text(report: Report, layout: Callable[[Table], str]) -> str:
    """Return the numbers as two tables, the second layer by layer, under a heading."""
    found = report.found
    instance = report.space.instance
    data = numbers(report)
    path = "a cheapest path" if instance.tariff else "a shortest path"
    move = "move" if report.boat_as_place else "crossing"
    orbits = f"up to symmetry; they stand for {data['stands_for']:,}" if report.up_to_symmetry else ""
    branching = data["branching"]
    rows = [
        ("States", _number(data["states"]), orbits),
        ("Links", _number(data["links"]), f"pairs of states that one {move} joins"),
        ("Depth", _number(data["depth"]), f"{move}s to the farthest state"),
        ("To the goal", _number(data["moves_to_goal"]), f"{move}s, the fewest" if found.goals else report.without_goal),
        (f"On {path}", _number(data["optimal_states"]), f"states; {data['optimal_links']:,} links"),
        ("Dead ends", _number(data["dead_ends"]), "states from which one can only go back"),
        (
            "Without the goal",
            _number(data["without_goal"]),
            "not known: not all that follows was found" if report.partial else "states from which it cannot be reached",
        ),
        ("Branching", "" if branching["mean"] is None else f"{branching['mean']:.2f}", f"{move}s per state; at most {_number(branching['most'])}"),
    ]  # fmt: skip
    if total := found.total:
        if instance.tariff:
            crossings = total._replace(moves=total.moves // 2) if report.boat_as_place else total
            rows.insert(
                4,
                (
                    "Least cost, so far" if report.partial else "Least cost",
                    _number(total.cost),
                    f"{told_total(instance, crossings)}",
                ),
            )
        elif report.boat_as_place:
            rows[3] = (*rows[3][:2], f"moves, the fewest: {data['crossings']} crossings")
    heading = (str(move).capitalize() + "s", "States", "Links", "Dead ends", f"On {path}", "")
    layers = (
        (
            str(number),
            *(f"{row[key]:,}" for key in ("states", "links", "dead_ends", "optimal_states")),
            "the goal" if row["goals"] else "",
        )
        for number, row in enumerate(data["layers"])
    )
    sections = [_title(report), layout(Table(("", "Number", "What it is"), tuple(rows)))]
    if data["layers"]:
        sections.append(layout(Table(heading, tuple(layers))))
    sections += [f"{line}\n" for line in _remarks(report)]
    return "\n".join(sections)


def summary(report: Report) -> str:
    """Return on one line how many states and links there are, and how far the goal is."""
    found = report.found
    data = numbers(report)
    told = f"{data['states']:,} states{' up to symmetry' if report.up_to_symmetry else ''}, {data['links']:,} links"
    total = found.total
    if total is None:
        goal = report.without_goal
    elif report.space.instance.tariff:
        crossings = total.moves // 2 if report.boat_as_place else total.moves
        goal = f"{told_total(report.space.instance, total._replace(moves=crossings))} to the goal"
    else:
        goal = f"{data['crossings']} crossings to the goal"
    return f"{told}; {goal}{f'; partial: {report.note}' if report.partial else ''}"


def _title(report: Report) -> str:
    how = ["the states within reach"]
    if report.pddl:
        how.append(f"of the PDDL ({' '.join(report.pddl)})")
    if report.up_to_symmetry:
        how.append("up to symmetry")
    if report.boat_as_place:
        how.append("the boat a place of its own")
    return f"{report.space.instance.title}: {', '.join(how)}\n"


def _remarks(report: Report) -> list[str]:
    lines = []
    if report.partial:
        lines.append(f"Partial: {report.note}; all numbers are those of what was found.")
    if report.agreement is not None:
        lines += report.agreement or ["The rules, explored on their own, agree: the same states, the same links."]
    return lines


def _number(number: int | None) -> str:
    return "" if number is None else f"{number:,}"
