"""Students' models of planning puzzles, and an independent test of their equivalence to the puzzle.

The states are those of `pddl_oracle`, the puzzles those of `classical_models`. Hand-written functions return the visible part of a state.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import classical_models
import pddl_oracle
from classical_models import PuzzleModel

Atoms = frozenset[tuple[str, ...]]
Observation = Hashable
SEEN_BETWEEN, SEEN_TWICE = "between", "twice"
"""the observations while an action is in progress, and where a thing has two values at once"""


MOST_STATES = 2_000
"""the maximum number of states explored"""


class ModelCase(NamedTuple):
    puzzle: str
    parameters: dict[str, Any]
    model: PuzzleModel
    observe: Callable[[Atoms], Observation]


def get_only_value(found: list[Any]) -> Any:
    return found[0] if len(found) == 1 else SEEN_TWICE if found else SEEN_BETWEEN


def combine_observations(found: list[Any]) -> Observation:
    return SEEN_TWICE if SEEN_TWICE in found else SEEN_BETWEEN if SEEN_BETWEEN in found else tuple(found)


def observe_pegs(atoms: Atoms) -> Observation:
    return combine_observations(
        [get_only_value(["abc".index(a[2]) for a in atoms if a[:2] == ("on", disc)]) for disc in ("d1", "d2", "d3")]
    )


def observe_untyped_towers(atoms: Atoms) -> Observation:
    """Return the peg of each disc, by the object below it; towers without a peg stay as they are."""
    under = {
        disc: get_only_value([a[2] for a in atoms if a[:2] == ("on", disc)]) for disc in ("little", "medium", "big")
    }
    if not {SEEN_TWICE, SEEN_BETWEEN}.isdisjoint(under.values()):
        return combine_observations([*under.values()])
    upright = under["little"] in ("medium", "big", "peg1", "peg2", "peg3") and under["medium"] != "little"
    upright = upright and under["big"].startswith("peg") and len({*under.values()}) == 3
    if not upright:
        return "piled", *under.values()
    found = []
    for disc in under:
        for _ in under:
            disc = under.get(disc, disc)
        if disc in under:
            return "piled", *under.values()
        found.append(int(disc[-1]) - 1)
    return tuple(found)


def observe_levels(atoms: Atoms) -> Observation:
    rods = ("left", "middle", "right")
    heights = [a for a in atoms if a[0] == "at-height" and a[3].startswith("h")]
    return combine_observations(
        [get_only_value(sorted({rods.index(a[2]) for a in heights if a[1] == f"disk{n}"})) for n in (1, 2, 3)]
    )


def make_ball_observer(
    place: str, held: str, robot: Callable[[Atoms], list[str]], rooms: str
) -> Callable[[Atoms], Observation]:
    def observe_balls(atoms: Atoms) -> Observation:
        here = get_only_value([rooms.index(room[-1]) for room in robot(atoms) if room[-1] in rooms])
        lying = [len({a for a in atoms if a[0] == place and a[1][0] in "bs" and a[2][-1] == room}) for room in rooms]
        return combine_observations([here, len({a for a in atoms if a[0] == held}), *lying])

    return observe_balls


def make_block_observer(table: Callable[[Atoms, str], bool]) -> Callable[[Atoms], Observation]:
    def observe_blocks(atoms: Atoms) -> Observation:
        under = {}
        for block in "abc":
            below = [a[2] for a in atoms if a[:2] == ("on", block) and a[2] in "abc"]
            under[block] = get_only_value(below + ["table"] * table(atoms, block))
        if not {SEEN_TWICE, SEEN_BETWEEN}.isdisjoint(under.values()):
            return combine_observations([*under.values()])
        above = [one for one in under.values() if one != "table"]
        grounded = [block for block in "abc" if under[block] == "table"]
        towers = []
        for block in grounded:
            tower = [block]
            while following := [one for one in "abc" if under[one] == tower[-1]]:
                tower.append(following[0])
            towers.append(tuple(tower))
        if len({*above}) < len(above) or sum(map(len, towers)) < 3:
            return "piled", *under.values()
        return frozenset(towers)

    return observe_blocks


def make_tile_observer(cell: Callable[[tuple[str, ...]], int | None]) -> Callable[[Atoms], Observation]:
    def observe_tiles(atoms: Atoms) -> Observation:
        lying = {number: get_only_value([at for a in atoms if (a[1][0], a[1][-1]) == ("t", str(number)) and (at := cell(a)) is not None])
                 for number in range(1, 6)}  # fmt: skip
        if not {SEEN_TWICE, SEEN_BETWEEN}.isdisjoint(lying.values()):
            return combine_observations([*lying.values()])
        if len({*lying.values()}) < 5:
            return "piled", *lying.values()
        board = ["_"] * 6
        for number, at in lying.items():
            board[at] = str(number)
        return tuple(board)

    return observe_tiles


def find_cell_by_coordinates(atom: tuple[str, ...]) -> int | None:
    """Return the cell of a fact; None beside the board."""
    x, y = ("p-1", "p-2", "p-3"), ("p-1", "p-2")
    return x.index(atom[2]) + 3 * y.index(atom[3]) if atom[0] == "tile-at" and atom[2] in x and atom[3] in y else None


def find_cell_by_number(atom: tuple[str, ...]) -> int | None:
    return int(atom[2][-1]) - 1 if atom[0] == "at" else None


def make_amount_observer(level: str, jugs: tuple[str, str]) -> Callable[[Atoms], Observation]:
    """Return a function that returns the level of each jug."""

    def observe_amounts(atoms: Atoms) -> Observation:
        held = [a[-2:] for a in atoms if level in a[:2]]
        return combine_observations(
            [get_only_value([int(n.removeprefix("n")) for holder, n in held if holder == jug]) for jug in jugs]
        )

    return observe_amounts


def observe_elevator(atoms: Atoms) -> Observation:
    """Return the floor of the elevator and the status of each passenger.

    A passenger waits (0), is in the elevator (1) or is served (2).
    """
    floor = get_only_value([int(a[1][-1]) for a in atoms if a[0] == "lift-at"])
    stages = [
        get_only_value([stage for stage, name in enumerate(("boarded", "served"), 1) if (name, p) in atoms] or [0])
        for p in ("p1", "p2", "p3")
    ]
    return (
        SEEN_BETWEEN
        if floor == SEEN_BETWEEN
        else SEEN_TWICE
        if SEEN_TWICE in (floor, *stages)
        else (floor, tuple(stages))
    )


def observe_logistics(atoms: Atoms) -> Observation:
    """Return the place of each vehicle and of the package; a package in a vehicle has a number below 0."""
    places, vehicles = ("a", "a2", "b", "b2"), ("t1", "t2", "plane")
    stands = [get_only_value([places.index(a[2]) + 1 for a in atoms if a[:2] == ("at", one)]) for one in vehicles]
    lies = [places.index(a[2]) + 1 for a in atoms if a[:2] == ("at", "p1")]
    package = get_only_value(lies + [-1 - vehicles.index(a[2]) for a in atoms if a[:2] == ("in", "p1")])
    seen = combine_observations([*stands, package])
    return (seen[:3], seen[3:]) if isinstance(seen, tuple) else seen


HANOI = "hanoi", {"discs": 3}, classical_models.hanoi(3, 3)
GRIPPER = "gripper", {}, classical_models.gripper(4, 2, 2)
BLOCKS = "blocks", {}, classical_models.blocks("a c / b", "c b a")
TILES = "sliding-tiles", {"board": "4 1 2 / 5 _ 3", "goal": "ordered"}
EIGHT = classical_models.sliding_tiles("4 1 2 / 5 _ 3", "ordered")
WATER = "jugs", {}, classical_models.jugs((3, 5), True, (0,), 4, (-1,))
LIFT = classical_models.elevator(5, (2, 4, 3), (5, 1, 5), 1)
CARGO = {"origins": [2], "destinations": [4]}
PACKAGE = classical_models.logistics(2, 2, (2, 4), (3,), (2,), (4,))
CASES: dict[str, ModelCase] = {
    "hanoi-pegs": ModelCase(*HANOI, observe_pegs),
    "hanoi-untyped": ModelCase(*HANOI, observe_untyped_towers),
    "hanoi-levels": ModelCase(*HANOI, observe_levels),
    "hanoi-exists": ModelCase(*HANOI, observe_untyped_towers),
    "hanoi-smaller": ModelCase(*HANOI, observe_untyped_towers),
    "gripper-named": ModelCase(*GRIPPER, make_ball_observer("at", "carry", lambda atoms: [a[1] for a in atoms if a[0] == "at-robby"], "ab")),
    "gripper-in": ModelCase(
        *GRIPPER, make_ball_observer("in", "has", lambda atoms: [a[2] for a in atoms if a[:2] == ("in", "robby")], "ab")
    ),
    "blocks-hand": ModelCase(*BLOCKS, make_block_observer(lambda atoms, block: ("ontable", block) in atoms)),
    "blocks-table": ModelCase(*BLOCKS, make_block_observer(lambda atoms, block: ("on", block, "floor") in atoms)),
    "tiles-xy": ModelCase(*TILES, EIGHT, make_tile_observer(find_cell_by_coordinates)),
    "tiles-cells": ModelCase(*TILES, EIGHT, make_tile_observer(find_cell_by_number)),
    "tiles-blank": ModelCase(*TILES, EIGHT, make_tile_observer(find_cell_by_number)),
    "tiles-grid": ModelCase(*TILES, EIGHT, make_tile_observer(find_cell_by_coordinates)),
    "jugs-numeric": ModelCase(*WATER, make_amount_observer("amount", ("jug3", "jug5"))),
    "jugs-sums": ModelCase(*WATER, make_amount_observer("holds", ("small", "large"))),
    "elevator-miconic": ModelCase("elevator", {}, LIFT, observe_elevator),
    "logistics-cities": ModelCase("logistics", CARGO, PACKAGE, observe_logistics),
}  # fmt: skip
"""the models, each a folder, with the function that observes their states"""


def observe_state(case: ModelCase, atoms: Atoms) -> Observation:
    """Return the visible part of a state; the state itself where it matches no state of the puzzle."""
    try:
        return case.observe(atoms)
    except (ValueError, IndexError, AttributeError):
        return "strange", atoms


class ModelTrial:
    """A model, explored state by state."""

    def __init__(self, domain: str, problem: str, case: ModelCase) -> None:
        self.case, self.task = case, pddl_oracle.read_task(domain, problem)
        self.successors, waiting = dict[Any, set[Any]]({self.task.initial: set()}), [self.task.initial]
        for state in waiting:
            assert len(self.successors) <= MOST_STATES, "too many states"
            self.successors[state] = {one for _, one in pddl_oracle.successors(state, self.task)}
            waiting += self.successors[state] - self.successors.keys()
            self.successors |= {one: set() for one in self.successors[state] - self.successors.keys()}
        self.observations = {state: observe_state(case, frozenset(state)) for state in self.successors}
        self.goals = {state for state in self.successors if self._is_goal(state)}

    def _is_goal(self, state: Any) -> bool:
        return pddl_oracle.evaluate(self.task.goal, {}, pddl_oracle.derive_facts(state, self.task), self.task)

    def find_unchanged_states(self, state: Any) -> Iterator[Any]:
        """Yield the states that are reachable without a visible change, the given state first."""
        found, unseen = [state], (SEEN_BETWEEN, self.observations[state])
        for one in found:
            yield one
            found += [
                after for after in self.successors[one] if self.observations[after] in unseen and after not in found
            ]

    def find_next_observations(self, state: Any) -> set[Observation]:
        """Return the next possible observations."""
        return {self.observations[after] for one in self.find_unchanged_states(state) for after in self.successors[one]}

    def has_consequence(self, state: Any) -> bool:
        return any(one in self.goals for one in self.find_unchanged_states(state)) or bool(
            self.find_next_observations(state) - {SEEN_BETWEEN, self.observations[state]}
        )

    @property
    def is_same(self) -> bool:
        """Return whether model and puzzle are equivalent in their visible behavior (weak bisimulation).

        The model may detect later that a move was illegal, if nothing follows from the move.
        """
        puzzle, start = self.case.model, self.task.initial
        if self.observations[start] != puzzle.start:
            return False
        queue, known = [(start, puzzle.start)], {(start, puzzle.start)}
        for state, here in queue:
            allowed = {one for one in puzzle.successors(here) if one != here}
            if state in self.goals and not puzzle.is_goal(here):
                return False
            for after in self.successors[state]:
                there = self.observations[after]
                if there == SEEN_TWICE:
                    return False
                if there in (SEEN_BETWEEN, here) or there in allowed:
                    step = after, here if there == SEEN_BETWEEN else there
                    queue += [step] if step not in known else []
                    known.add(step)
                elif self.has_consequence(after):
                    return False
            if self.observations[state] == here and not allowed <= self.find_next_observations(state):
                return False
            if (
                self.observations[state] == here
                and puzzle.is_goal(here)
                and self.goals.isdisjoint(self.find_unchanged_states(state))
            ):
                return False
        return True

    def follow_actions(self, actions: Iterable[tuple[str, ...]]) -> list[Any]:
        """Return the states along a sequence of actions, each a name with arguments.

        Raises AssertionError for an inapplicable action.
        """
        schemas, states = {action.name: action for action in self.task.actions}, [self.task.initial]
        for name, *arguments in actions:
            action, facts = schemas[name], pddl_oracle.derive_facts(states[-1], self.task)
            binding = {variable: one for one, (variable, _) in zip(arguments, action.parameters, strict=True)}
            assert pddl_oracle.evaluate(action.precondition, binding, facts, self.task), (name, *arguments)
            changes = pddl_oracle.find_effect_literals(action.effect, binding, facts, self.task)
            states.append(pddl_oracle.apply_literals(changes, states[-1]))
        return states

    def check_scenario(self, kind: str, actions: Iterable[tuple[str, ...]]) -> None:
        """Raise AssertionError unless the actions lead to a difference of this kind."""
        puzzle, states = self.case.model, self.follow_actions(actions)
        seen = [one for one in (self.observations[state] for state in states) if one != SEEN_BETWEEN]
        last = self.observations[states[-1]]
        part = next(
            (n for n, (one, two) in enumerate(pairwise(seen)) if two not in (one, *puzzle.successors(one))), None
        )
        match kind:
            case "start":
                assert [*map(self.observations.get, states)] != [puzzle.start]
            case "double" if len(states) == 1:
                assert last == SEEN_TWICE
            case "double" | "allows":
                assert part == len(seen) - 2, "the last step alone is not allowed"
            case "forbids":
                assert part is None
                assert not {*puzzle.successors(last)} <= {last, *self.find_next_observations(states[-1])}
            case "early":
                assert part is None
                assert states[-1] in self.goals
                assert not puzzle.is_goal(seen[-1])
            case "late":
                assert part is None
                assert puzzle.is_goal(last)
                assert self.goals.isdisjoint(self.find_unchanged_states(states[-1]))
            case _:
                raise AssertionError(kind)
