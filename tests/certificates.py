"""Checkers of certificates that there is no plan, written apart from the program: they know the rules that they are given, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import oracle


def situation_of(state: dict[str, Any], puzzle: oracle.Puzzle) -> oracle.Situation:
    names = {place.replace(" ", "-"): place for place in puzzle.places}
    positions = frozenset((person, names[place]) for place, people in state["places"].items() for person in people)
    made = (state["clock"],) if puzzle.horizon else ()
    boats = [state["boat"]] if "boat" in state else state["boats"].values()
    return (",".join(names[boat] for boat in boats), positions, *made)


def fault_of(certificate: dict[str, Any], puzzle: oracle.Puzzle) -> str:
    """What is wrong with a certificate; the empty text if it proves that the puzzle has no plan."""
    states = {situation_of(state, puzzle) for state in certificate["states"]}
    if situation_of(certificate["start"], puzzle) != puzzle.start():
        return "another start"
    if puzzle.start() not in states:
        return "without the start"
    for state in states:
        if {person for person, _ in state[1]} != {*puzzle.travellers}:
            return "not everybody is somewhere"
        if puzzle.done(state):
            return "with a goal"
        if any(following not in states for _, _, following in puzzle.moves(state)):
            return "one can leave"
    return ""


def fault_of_tree(
    certificate: dict[str, Any], items: dict[str, set[str]], broken: Callable[[dict[str, str]], bool]
) -> str:
    """What is wrong with a certificate that nothing can be placed so that all is well; the empty text if it proves that.

    ``items`` has the spots where each item might be, ``broken`` says whether what is placed is wrong for sure.
    """

    def fault(node: dict[str, Any], placed: dict[str, str]) -> str:
        item, spots = node["item"], node["spots"]
        if item in placed or item not in items:
            return "nothing to place"
        if set(spots) != items[item]:
            return "other spots"
        for spot, there in spots.items():
            further = {**placed, item: spot}
            if isinstance(there, str):
                if not broken(further):
                    return "nothing is broken"
            elif found := fault(there, further):
                return found
        return ""

    return fault(certificate["tree"], {})
