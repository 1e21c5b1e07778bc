"""A checker of certificates that there is no plan, written apart from the program: it knows the oracle's rules and nothing else."""

from __future__ import annotations

from typing import Any

import oracle


def situation_of(state: dict[str, Any], puzzle: oracle.Puzzle) -> oracle.Situation:
    names = {place.replace(" ", "-"): place for place in puzzle.places}
    positions = frozenset((person, names[place]) for place, people in state["places"].items() for person in people)
    made = (state["made"],) if puzzle.horizon else ()
    return (names[state["boat"]], positions, *made)


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
