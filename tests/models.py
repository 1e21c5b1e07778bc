"""Models of the farmer's puzzle, changed at one place each, and whether they are still the same as the puzzle: a second opinion on `plan check`.

The states are those of `pddl_oracle`, the puzzle is that of `oracle`, and who is where is told for each model by hand.
"""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import oracle
import pddl_oracle
from support import CASES

THINGS = ("farmer", "wolf", "goat", "cabbage")
NAMES = {"left": "left bank", "right": "right bank", "west": "left bank", "east": "right bank"}
Where = Callable[[frozenset[tuple[str, ...]]], dict[str, set[str]]]


def _flat(atoms: frozenset[tuple[str, ...]]) -> dict[str, set[str]]:
    return {one: {NAMES.get(atom[2], atom[2]) for atom in atoms if atom[:2] == ("at", one)} for one in THINGS}


def _boat(atoms: frozenset[tuple[str, ...]]) -> dict[str, set[str]]:
    told = {one: {NAMES.get(atom[2], atom[2]) for atom in atoms if atom[:2] == ("on", one)} for one in THINGS[1:]}
    return {**told, "farmer": {NAMES.get(atom[1], atom[1]) for atom in atoms if atom[0] == "boat-at"}}


def _sides(atoms: frozenset[tuple[str, ...]]) -> dict[str, set[str]]:
    crossed = {one: ("crossed", one) in atoms for one in THINGS[1:]} | {"farmer": ("man-crossed",) in atoms}
    return {one: {"right bank" if there else "left bank"} for one, there in crossed.items()}


MODELS: dict[str, Where] = {"flat": _flat, "boat": _boat, "sides": _sides}
"""the models, each a folder, with who is where in a state, as a set of places"""


def texts(name: str) -> tuple[str, str]:
    """The domain and the problem of a model."""
    return (CASES / "models" / name / "domain.pddl").read_text(), (CASES / "models" / name / "p01.pddl").read_text()


def is_same(domain: str, problem: str, where: Where) -> bool:
    """Whether all that a model does, seen from outside, is what the puzzle allows, and the other way round."""
    task = pddl_oracle.read(domain, problem)
    after, _ = pddl_oracle.explore(task)
    puzzle = oracle.wolf_goat_cabbage()
    told = {state: where(state) for state in after}
    goals = {state for state in after if pddl_oracle.evaluate(task.goal, {}, pddl_oracle.facts_of(state, task), task)}

    def settled(state: Any) -> bool:
        return all(told[state].values())

    def seen(state: Any) -> Any:
        """Where everybody is; who is nowhere is aboard."""
        boat = told[state]["farmer"]
        if not boat:
            return None
        return *boat, frozenset((one, *(places or boat)) for one, places in told[state].items())

    def passed(state: Any) -> Iterator[tuple[Any, list[Any]]]:
        """The ways on from a state until all is settled again, as the situations on the way."""
        stack, known = [(state, ())], set()
        while stack:
            here, way = stack.pop()
            for follows in after[here]:
                further = way if seen(follows) in (None, *(way or (seen(state),))[-1:]) else (*way, seen(follows))
                if any(len(places) > 1 for places in told[follows].values()):
                    yield None, []
                elif (follows, further) in known or len(further) > 4:
                    continue
                else:
                    known.add((follows, further))
                    if settled(follows):
                        yield follows, [*further]
                    else:
                        stack.append((follows, further))

    start = next(iter(after))
    if any(len(places) > 1 for places in told[start].values()) or seen(start) != puzzle.start():
        return False
    queue, known = [start], {start}
    for state in queue:
        here = seen(state)
        allowed = {situation[:2] for _, _, situation in puzzle.moves(here)}
        made = set()
        if state in goals and not puzzle.done(here):
            return False
        if puzzle.done(here) and not _reaches(state, here, goals, after, seen):
            return False
        for follows, way in passed(state):
            if follows is None:
                return False
            there = seen(follows)
            legal = all(
                two in {one[:2] for _, _, one in puzzle.moves(first)}
                for first, two in zip([here, *way], way, strict=False)
            )
            if there == here or there in allowed or legal:
                made |= {way[0]} if len(way) == 1 else {there} & allowed
                if follows not in known:
                    known.add(follows)
                    queue.append(follows)
            elif follows in goals or _leads_on(follows, after, seen):
                return False
        if not allowed <= made | {seen(one) for one in _same(state, here, after, seen)}:
            more = {way[0] for one in _same(state, here, after, seen) for _, way in passed(one) if len(way) == 1}
            if not allowed <= made | more:
                return False
    return True


def breaks(domain: str, problem: str, where: Where, actions: list[tuple[str, ...]]) -> bool:
    """Whether actions, each its name and its arguments, can be carried out, and their last crossing alone is none that the puzzle allows."""
    task, puzzle = pddl_oracle.read(domain, problem), oracle.wolf_goat_cabbage()
    schemas = {action.name: action for action in task.actions}
    state, situations = task.initial, [puzzle.start()]
    for name, *arguments in actions:
        action = schemas[name]
        binding = {variable: one for one, (variable, _) in zip(arguments, action.parameters, strict=True)}
        facts = pddl_oracle.facts_of(state, task)
        assert pddl_oracle.evaluate(action.precondition, binding, facts, task), name
        state = pddl_oracle.changed_by(pddl_oracle.literals(action.effect, binding, facts, task), state)
        told = where(frozenset(state))
        boat = told["farmer"]
        if boat:
            there = (*boat, frozenset((one, *(places or boat)) for one, places in told.items()))
            situations += [there] if there != situations[-1] else []
    crossings = list(itertools.pairwise(situations))
    legal = [after in {one[:2] for _, _, one in puzzle.moves(before)} for before, after in crossings]
    return all(legal[:-1]) and not legal[-1]


def _same(state: Any, here: Any, after: Any, seen: Any) -> list[Any]:
    """The states to which one comes without any change to be seen."""
    found = [state]
    for one in found:
        found += [follows for follows in after[one] if seen(follows) == here and follows not in found]
    return found


def _reaches(state: Any, here: Any, goals: Any, after: Any, seen: Any) -> bool:
    return not goals.isdisjoint(_same(state, here, after, seen))


def _leads_on(state: Any, after: Any, seen: Any) -> bool:
    """Whether anything can be seen to happen from a state on."""
    return any(
        seen(follows) not in (None, seen(one))
        for one in _same(state, seen(state), after, seen)
        for follows in after[one]
    )


def mutants(domain: str, draw: random.Random, number: int) -> Iterator[str]:
    """Domains with one change each: a condition or an effect left out or turned round, a variable exchanged, an action left out."""
    whole: Any = pddl_oracle.parse(domain)
    for _ in range(number):
        changed = copy.deepcopy(whole)
        actions = [part for part in changed[1:] if part[0] == ":action"]
        action = draw.choice(actions)
        variables = [word for word in action[3] if word.startswith("?")] + ["wolf", "goat"]
        place = draw.choice((5, 5, 7))
        lists = list(_lists(action[place]))
        atoms = [
            one
            for one in lists
            if one and one[0] not in ("and", "or", "not", "forall", "=") and isinstance(one[0], str)
        ]
        joined = [one for one in lists if one[0] in ("and", "or") and len(one) > 2]
        match draw.choice(("drop", "drop", "negate", "exchange", "action")):
            case "drop" if joined:
                one = draw.choice(joined)
                del one[draw.randrange(1, len(one))]
            case "negate" if atoms:
                one = draw.choice(atoms)
                one[:] = ["not", [*one]]
            case "exchange" if any(len(one) > 1 for one in atoms):
                one = draw.choice([one for one in atoms if len(one) > 1])
                one[draw.randrange(1, len(one))] = draw.choice(variables)
            case _:
                changed.remove(action)
        yield printed(changed)


def _lists(part: Any) -> Iterator[Any]:
    if isinstance(part, list):
        yield part
        for one in part:
            yield from _lists(one)


def printed(part: Any) -> str:
    """An expression as a text."""
    return f"({' '.join(map(printed, part))})" if isinstance(part, list) else part
