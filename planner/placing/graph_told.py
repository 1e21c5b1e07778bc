"""What a tree of partial placements comes to: its numbers, told for a person."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.placing.tree import PlacementTree
from planner.tables import Table

__all__ = ["Layer", "Report", "as_text", "numbers", "report_on", "summary"]


class Layer(NamedTuple):
    """The states in which so many items are placed."""

    item: str | None
    """the item placed last; None in the first layer"""
    states: int
    dead_ends: int
    solvable: int
    """how many of them a solution found continues"""


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """A tree of partial placements, looked through."""

    tree: PlacementTree
    continuations: array[int]
    """for each state how many were found that continue it"""
    solvable: bytearray
    """for each state 1 if a solution found continues it, or is it"""
    note: str = ""
    """why it is not complete"""

    @property
    def partial(self) -> bool:
        """Whether there may be more than was found."""
        return not self.tree.complete

    def is_dead_end(self, state: int) -> bool:
        """Return whether items are left in a state, and no clue allows the next one anywhere."""
        tree = self.tree
        return state < tree.explored and not self.continuations[state] and state not in tree.solutions

    def layers(self) -> list[Layer]:
        """Return the layers found, from the first, in which nothing is placed."""
        instance, found = self.tree.instance, list[Layer]()
        for depth in range(len(self.tree.layers) - 1):
            states = self.tree.layer(depth)
            found.append(
                Layer(
                    instance.items[instance.order[depth - 1]].name if depth else None,
                    len(states),
                    sum(map(self.is_dead_end, states)),
                    sum(self.solvable[states.start : states.stop]),
                )
            )
        return found


def report_on(tree: PlacementTree, note: str = "") -> Report:
    """Return the tree, looked through; ``note`` says why it is not complete."""
    return Report(tree, tree.continuations(), tree.solvable(), note)


def numbers(report: Report) -> dict[str, Any]:
    """Return the numbers of a tree; what is not known is null."""
    tree, layers = report.tree, report.layers()
    solutions = tree.solutions
    open_states = [count for state, count in enumerate(report.continuations[: tree.explored]) if state not in solutions]
    return {
        "states": len(tree.parents),
        "links": len(tree.parents) - 1,
        "depth": len(layers) - 1,
        "items": len(tree.instance.order),
        "solutions": len(solutions),
        "dead_ends": sum(layer.dead_ends for layer in layers),
        "on_the_way": sum(layer.solvable for layer in layers),
        "branching": {
            "mean": round(sum(open_states) / len(open_states), 3) if open_states else None,
            "most": max(open_states, default=None),
        },
        "layers": [
            {"item": one.item, "states": one.states, "dead_ends": one.dead_ends, "on_the_way": one.solvable}
            for one in layers
        ],
    }  # fmt: skip


def as_text(report: Report, layout: Callable[[Table], str]) -> str:
    """Return the numbers as two tables, the second layer by layer, under a heading."""
    data = numbers(report)
    branching = data["branching"]
    mean, most = ("", "–") if branching["mean"] is None else (f"{branching['mean']:.2f}", f"{branching['most']:,}")
    rows = (
        ("States", f"{data['states']:,}", "partial placements that the clues allow, the empty one included"),
        ("Links", f"{data['links']:,}", "pairs of states that one placement joins: a tree"),
        ("Depth", f"{data['depth']:,}", f"placements to the farthest state; there are {data['items']:,} items"),
        ("Solutions", f"{data['solutions']:,}", "states in which all is placed"),
        ("On the way", f"{data['on_the_way']:,}", "states from which a solution is reached, or that are one"),
        ("Dead ends", f"{data['dead_ends']:,}", "states from which the next item can go nowhere"),
        ("Branching", mean, f"spots for the next item per state with one; at most {most}"),
    )
    layers = tuple(
        (str(depth), one["item"] or "", *(f"{one[key]:,}" for key in ("states", "dead_ends", "on_the_way")))
        for depth, one in enumerate(data["layers"])
    )
    sections = [
        f"{report.tree.instance.title}: the placements that the clues allow, item by item\n",
        layout(Table(("", "Number", "What it is"), rows)),
        layout(Table(("Placed", "The last", "States", "Dead ends", "On the way"), layers)),
    ]
    if report.partial:
        sections.append(f"Partial: {report.note}; all numbers are those of what was found.\n")
    return "\n".join(sections)


def summary(report: Report) -> str:
    """Return on one line how many states, solutions and dead ends there are."""
    data = numbers(report)
    solutions = "1 solution" if data["solutions"] == 1 else f"{data['solutions']:,} solutions"
    dead_ends = "1 dead end" if data["dead_ends"] == 1 else f"{data['dead_ends']:,} dead ends"
    partial = f"; partial: {report.note}" if report.partial else ""
    return f"{data['states']:,} partial placements, {solutions}, {dead_ends}{partial}"
