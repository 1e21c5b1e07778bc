"""What the rules say, independently of any engine, about an instance without a plan."""

from __future__ import annotations

from dataclasses import dataclass

from generator.crossing.instance import Instance, State
from generator.crossing.space import CrossingSpace
from generator.search.breadth_first import Exploration, explore

__all__ = ["Proof", "explored", "proof_of"]

MOST_STATES = 100_000


@dataclass(frozen=True, slots=True)
class Proof:
    """What the rules say, independently of the engine, about an instance without a plan."""

    states: int
    """how many states can be reached, or were looked at if not complete"""
    complete: bool
    """whether these are all"""
    arrived: int
    """the most travellers that are where the goal wants them in any of these states"""


def explored(instance: Instance) -> Exploration[State]:
    """Return the states that can be reached, up to symmetry, unless they are over 100,000."""
    return explore(instance.once(CrossingSpace), MOST_STATES, up_to_symmetry=True)


def proof_of(instance: Instance, exploration: Exploration[State]) -> Proof:
    """Return what an exploration up to symmetry that has not found the goal says."""
    space = instance.once(CrossingSpace)
    arrived = max(map(space.goals_met, exploration.depths))
    return Proof(sum(map(space.orbit_size, exploration.depths)), exploration.complete, arrived)
