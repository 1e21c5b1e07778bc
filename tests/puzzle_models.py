"""Models of planning puzzles as students write them, and whether one, perhaps changed, is the same as its puzzle: a second opinion on `plan check`.

The states are those of `pddl_oracle`, the puzzles those of `classical_models`; what is seen in a state of a model is told by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import classical_models
import pddl_oracle
from classical_models import Model

Atoms = frozenset[tuple[str, ...]]
Seen = Hashable
BETWEEN, TWICE = "between", "twice"
"""what is seen while something is under way, and where something is in two ways at once"""


MOST_STATES = 2_000
"""so many of a model are looked at"""


class Case(NamedTuple):
    puzzle: str
    parameters: dict[str, Any]
    model: Model
    seen: Callable[[Atoms], Seen]


def one_of(found: list[Any]) -> Any:
    return found[0] if len(found) == 1 else TWICE if found else BETWEEN


def whole(found: list[Any]) -> Seen:
    return TWICE if TWICE in found else BETWEEN if BETWEEN in found else tuple(found)


def pegs(atoms: Atoms) -> Seen:
    return whole([one_of(["abc".index(a[2]) for a in atoms if a[:2] == ("on", disc)]) for disc in ("d1", "d2", "d3")])


def untyped(atoms: Atoms) -> Seen:
    """The peg of each disc, by what is under it; towers that no peg carries are seen as they are."""
    under = {disc: one_of([a[2] for a in atoms if a[:2] == ("on", disc)]) for disc in ("little", "medium", "big")}
    if not {TWICE, BETWEEN}.isdisjoint(under.values()):
        return whole([*under.values()])
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


def levels(atoms: Atoms) -> Seen:
    rods = ("left", "middle", "right")
    heights = [a for a in atoms if a[0] == "at-height" and a[3].startswith("h")]
    return whole([one_of(sorted({rods.index(a[2]) for a in heights if a[1] == f"disk{n}"})) for n in (1, 2, 3)])


def balls(place: str, held: str, robot: Callable[[Atoms], list[str]], rooms: str) -> Callable[[Atoms], Seen]:
    def seen(atoms: Atoms) -> Seen:
        here = one_of([rooms.index(room[-1]) for room in robot(atoms) if room[-1] in rooms])
        lying = [len({a for a in atoms if a[0] == place and a[1][0] in "bs" and a[2][-1] == room}) for room in rooms]
        return whole([here, len({a for a in atoms if a[0] == held}), *lying])

    return seen


def blocks(table: Callable[[Atoms, str], bool]) -> Callable[[Atoms], Seen]:
    def seen(atoms: Atoms) -> Seen:
        under = {}
        for block in "abc":
            below = [a[2] for a in atoms if a[:2] == ("on", block) and a[2] in "abc"]
            under[block] = one_of(below + ["table"] * table(atoms, block))
        if not {TWICE, BETWEEN}.isdisjoint(under.values()):
            return whole([*under.values()])
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

    return seen


def tiles(cell: Callable[[tuple[str, ...]], int | None]) -> Callable[[Atoms], Seen]:
    def seen(atoms: Atoms) -> Seen:
        lying = {number: one_of([at for a in atoms if (a[1][0], a[1][-1]) == ("t", str(number)) and (at := cell(a)) is not None])
                 for number in range(1, 6)}  # fmt: skip
        if not {TWICE, BETWEEN}.isdisjoint(lying.values()):
            return whole([*lying.values()])
        if len({*lying.values()}) < 5:
            return "piled", *lying.values()
        board = ["_"] * 6
        for number, at in lying.items():
            board[at] = str(number)
        return tuple(board)

    return seen


def in_xy(atom: tuple[str, ...]) -> int | None:
    """The cell of a fact; beside the board there is none."""
    x, y = ("p-1", "p-2", "p-3"), ("p-1", "p-2")
    return x.index(atom[2]) + 3 * y.index(atom[3]) if atom[0] == "tile-at" and atom[2] in x and atom[3] in y else None


def in_cell(atom: tuple[str, ...]) -> int | None:
    return int(atom[2][-1]) - 1 if atom[0] == "at" else None


def amounts(level: str, jugs: tuple[str, str]) -> Callable[[Atoms], Seen]:
    """How much each jug holds."""

    def seen(atoms: Atoms) -> Seen:
        held = [a[-2:] for a in atoms if level in a[:2]]
        return whole([one_of([int(n.removeprefix("n")) for holder, n in held if holder == jug]) for jug in jugs])

    return seen


def elevator(atoms: Atoms) -> Seen:
    """Where the elevator is, and of each passenger whether he waits (0), is in the elevator (1) or is served (2)."""
    floor = one_of([int(a[1][-1]) for a in atoms if a[0] == "lift-at"])
    stages = [
        one_of([stage for stage, name in enumerate(("boarded", "served"), 1) if (name, p) in atoms] or [0])
        for p in ("p1", "p2", "p3")
    ]
    return BETWEEN if floor == BETWEEN else TWICE if TWICE in (floor, *stages) else (floor, tuple(stages))


def logistics(atoms: Atoms) -> Seen:
    """The place of each vehicle, and that of the package, or the vehicle in which it is, by a number below 0."""
    places, vehicles = ("a", "a2", "b", "b2"), ("t1", "t2", "plane")
    stands = [one_of([places.index(a[2]) + 1 for a in atoms if a[:2] == ("at", one)]) for one in vehicles]
    lies = [places.index(a[2]) + 1 for a in atoms if a[:2] == ("at", "p1")]
    package = one_of(lies + [-1 - vehicles.index(a[2]) for a in atoms if a[:2] == ("in", "p1")])
    seen = whole([*stands, package])
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
CASES: dict[str, Case] = {
    "hanoi-pegs": Case(*HANOI, pegs),
    "hanoi-untyped": Case(*HANOI, untyped),
    "hanoi-levels": Case(*HANOI, levels),
    "hanoi-exists": Case(*HANOI, untyped),
    "hanoi-smaller": Case(*HANOI, untyped),
    "gripper-named": Case(*GRIPPER, balls("at", "carry", lambda atoms: [a[1] for a in atoms if a[0] == "at-robby"], "ab")),
    "gripper-in": Case(
        *GRIPPER, balls("in", "has", lambda atoms: [a[2] for a in atoms if a[:2] == ("in", "robby")], "ab")
    ),
    "blocks-hand": Case(*BLOCKS, blocks(lambda atoms, block: ("ontable", block) in atoms)),
    "blocks-table": Case(*BLOCKS, blocks(lambda atoms, block: ("on", block, "floor") in atoms)),
    "tiles-xy": Case(*TILES, EIGHT, tiles(in_xy)),
    "tiles-cells": Case(*TILES, EIGHT, tiles(in_cell)),
    "tiles-blank": Case(*TILES, EIGHT, tiles(in_cell)),
    "tiles-grid": Case(*TILES, EIGHT, tiles(in_xy)),
    "jugs-numeric": Case(*WATER, amounts("amount", ("jug3", "jug5"))),
    "jugs-sums": Case(*WATER, amounts("holds", ("small", "large"))),
    "elevator-miconic": Case("elevator", {}, LIFT, elevator),
    "logistics-cities": Case("logistics", CARGO, PACKAGE, logistics),
}  # fmt: skip
"""the models, each a folder, with what is seen in their states"""


def looked_at(case: Case, atoms: Atoms) -> Seen:
    """What is seen in a state; the state itself where it is of no kind that a puzzle has."""
    try:
        return case.seen(atoms)
    except (ValueError, IndexError, AttributeError):
        return "strange", atoms


class Trial:
    """A model, state by state."""

    def __init__(self, domain: str, problem: str, case: Case) -> None:
        self.case, self.task = case, pddl_oracle.read(domain, problem)
        self.after, waiting = dict[Any, set[Any]]({self.task.initial: set()}), [self.task.initial]
        for state in waiting:
            assert len(self.after) <= MOST_STATES, "too many states"
            self.after[state] = {one for _, one in pddl_oracle.successors(state, self.task)}
            waiting += self.after[state] - self.after.keys()
            self.after |= {one: set() for one in self.after[state] - self.after.keys()}
        self.told = {state: looked_at(case, frozenset(state)) for state in self.after}
        self.goals = {state for state in self.after if self._is_goal(state)}

    def _is_goal(self, state: Any) -> bool:
        return pddl_oracle.evaluate(self.task.goal, {}, pddl_oracle.facts_of(state, self.task), self.task)

    def quiet(self, state: Any) -> Iterator[Any]:
        """The states to which one comes without anything that can be seen, that one first."""
        found, unseen = [state], (BETWEEN, self.told[state])
        for one in found:
            yield one
            found += [after for after in self.after[one] if self.told[after] in unseen and after not in found]

    def onward(self, state: Any) -> set[Seen]:
        """What can be seen next."""
        return {self.told[after] for one in self.quiet(state) for after in self.after[one]}

    def comes_of_it(self, state: Any) -> bool:
        return any(one in self.goals for one in self.quiet(state)) or bool(
            self.onward(state) - {BETWEEN, self.told[state]}
        )

    @property
    def same(self) -> bool:
        """Whether it does what the puzzle allows, seen from outside, and the other way round (weak bisimulation).

        It may find out later that something was not allowed, if nothing comes of it.
        """
        puzzle, start = self.case.model, self.task.initial
        if self.told[start] != puzzle.start:
            return False
        queue, known = [(start, puzzle.start)], {(start, puzzle.start)}
        for state, here in queue:
            allowed = {one for one in puzzle.moves(here) if one != here}
            if state in self.goals and not puzzle.goal(here):
                return False
            for after in self.after[state]:
                there = self.told[after]
                if there == TWICE:
                    return False
                if there in (BETWEEN, here) or there in allowed:
                    step = after, here if there == BETWEEN else there
                    queue += [step] if step not in known else []
                    known.add(step)
                elif self.comes_of_it(after):
                    return False
            if self.told[state] == here and not allowed <= self.onward(state):
                return False
            if self.told[state] == here and puzzle.goal(here) and self.goals.isdisjoint(self.quiet(state)):
                return False
        return True

    def follow(self, actions: Iterable[tuple[str, ...]]) -> list[Any]:
        """The states through which actions lead, each its name and its arguments. Raises AssertionError for one that is not possible."""
        schemas, states = {action.name: action for action in self.task.actions}, [self.task.initial]
        for name, *arguments in actions:
            action, facts = schemas[name], pddl_oracle.facts_of(states[-1], self.task)
            binding = {variable: one for one, (variable, _) in zip(arguments, action.parameters, strict=True)}
            assert pddl_oracle.evaluate(action.precondition, binding, facts, self.task), (name, *arguments)
            changes = pddl_oracle.literals(action.effect, binding, facts, self.task)
            states.append(pddl_oracle.changed_by(changes, states[-1]))
        return states

    def check(self, kind: str, actions: Iterable[tuple[str, ...]]) -> None:
        """Raise AssertionError unless actions lead to where the model differs in a way."""
        puzzle, states = self.case.model, self.follow(actions)
        seen = [one for one in (self.told[state] for state in states) if one != BETWEEN]
        last = self.told[states[-1]]
        part = next((n for n, (one, two) in enumerate(pairwise(seen)) if two not in (one, *puzzle.moves(one))), None)
        match kind:
            case "start":
                assert [*map(self.told.get, states)] != [puzzle.start]
            case "double" if len(states) == 1:
                assert last == TWICE
            case "double" | "allows":
                assert part == len(seen) - 2, "the last step alone is not allowed"
            case "forbids":
                assert part is None
                assert not {*puzzle.moves(last)} <= {last, *self.onward(states[-1])}
            case "early":
                assert part is None
                assert states[-1] in self.goals
                assert not puzzle.goal(seen[-1])
            case "late":
                assert part is None
                assert puzzle.goal(last)
                assert self.goals.isdisjoint(self.quiet(states[-1]))
            case _:
                raise AssertionError(kind)
