"""Independent checkers of unsolvability certificates; they know only the rules that they are given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import oracle


def read_situation(state: dict[str, Any], puzzle: oracle.Puzzle) -> oracle.Situation:
    names = {place.replace(" ", "-"): place for place in puzzle.places}
    positions = frozenset((person, names[place]) for place, people in state["places"].items() for person in people)
    made = (state["clock"],) if puzzle.horizon else ()
    boats = [state["boat"]] if "boat" in state else state["boats"].values()
    return (",".join(names[boat] for boat in boats), positions, *made)


def find_certificate_fault(certificate: dict[str, Any], puzzle: oracle.Puzzle) -> str:
    """Return the fault of a certificate, or the empty text if it proves that the puzzle has no plan."""
    states = {read_situation(state, puzzle) for state in certificate["states"]}
    if read_situation(certificate["start"], puzzle) != puzzle.initial_situation():
        return "another start"
    if puzzle.initial_situation() not in states:
        return "without the start"
    for state in states:
        if {person for person, _ in state[1]} != {*puzzle.travellers}:
            return "not everybody is somewhere"
        if puzzle.is_goal(state):
            return "with a goal"
        if any(following not in states for _, _, following in puzzle.successors(state)):
            return "one can leave"
    return ""


def find_tree_fault(
    certificate: dict[str, Any], items: dict[str, set[str]], is_broken: Callable[[dict[str, str]], bool]
) -> str:
    """Return the fault of a certificate that no assignment satisfies all rules.

    The text is empty if the certificate proves that.

    ``items`` has the candidate spots of each item; ``is_broken`` says whether a partial assignment certainly violates a rule.
    """

    def find_fault(node: dict[str, Any], placed: dict[str, str]) -> str:
        item, spots = node["item"], node["spots"]
        if item in placed or item not in items:
            return "nothing to place"
        if set(spots) != items[item]:
            return "other spots"
        for spot, there in spots.items():
            further = {**placed, item: spot}
            if isinstance(there, str):
                if not is_broken(further):
                    return "nothing is broken"
            elif found := find_fault(there, further):
                return found
        return ""

    return find_fault(certificate["tree"], {})
