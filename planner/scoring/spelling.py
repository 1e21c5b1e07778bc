"""How moves are written as data in an answer, and read back: a list of loads, a list of actions, or one object with what is placed where.

What is read is not judged: a load may be too large, and somebody in it elsewhere. Names are found whatever their case, with or without an article,
and with blanks, hyphens or underscores between their words, as long as that leaves one that can be meant.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from generator.classical.instance import ClassicalInstance
from generator.crossing.instance import Crossing, Instance
from generator.crossing.instance import State as Situation
from generator.families import state_space, teller_of
from generator.instance import AnyInstance
from generator.masks import members
from generator.pddl.grounding import GroundAction
from generator.placing.instance import Placement, PlacingInstance
from generator.templates import render
from planner.scoring.naming import SHORT, Wrong, folded, names_of, shown
from planner.scoring.naming import UNSOLVABLE as UNSOLVABLE

ABOARD = ("aboard", "load", "passengers", "travellers", "travelers", "who", "names", "crossing", "moves")
DESTINATION, ORIGIN, BOAT = ("to", "destination"), ("from", "origin"), ("boat", "in")
"""keys of a crossing that are understood; the first of each is the one that is written"""
MOST_MOVES = 1_100_000
LONGEST = 1_000
AND = re.compile(r"\s*(?:[,+&;]|\band\b)\s*")


class Misspelt(NamedTuple):
    """Where a list of moves cannot be understood."""

    step: int
    """the number of the move, from 1"""
    why: str
    """what was found and expected, without a full stop"""


def form_of(instance: AnyInstance) -> str:
    """Return how moves of an instance are to be written in an answer, in a few sentences."""
    teller, names, objects, example = teller_of(instance), list[str](), list[str](), ""
    match instance:
        case Instance():
            names = [traveller.name for traveller in instance.travellers]
        case PlacingInstance():
            names = [item.name for item in instance.items]
        case ClassicalInstance():
            space: Any = state_space(instance)
            names = [f"({' '.join((one.name, *(p.name for p in one.parameters)))})" for one in space.domain.actions]
            objects = [*dict.fromkeys(name for alike in space.objects.values() for name in alike)]
            example = told(_as_data(instance, itertools.islice(space.candidates(space.initial), 1)))
    context = {"instance": instance, "names": names, "objects": objects, "example": example}
    return render(f"{teller.narration}/spelling.j2", context).strip()


def spelled(instance: AnyInstance, moves: Iterable[Any]) -> Any:
    """Return moves, the first from the initial state, as they are written in an answer; data for JSON."""
    return _as_data(instance, moves)


def told(data: Any) -> str:
    """Return what was spelled as it stands in an answer: compact JSON, on one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def moves_in(instance: AnyInstance, data: Any) -> list[Any] | Misspelt:
    """Return the moves that are spelled so, allowed or not; or where it goes wrong. Moves behind one that is not allowed may not be understood."""
    space, moves = state_space(instance), list[Any]()
    state = space.initial
    for number, step in enumerate(steps_in(instance, data), 1):
        move = move_in(instance, state, step)
        if isinstance(move, Wrong):
            return Misspelt(number, move.why)
        moves.append(move)
        with contextlib.suppress(ValueError):  # of an action that cannot be carried out
            state = space.after(state, move)
    return moves


def steps_in(instance: AnyInstance, data: Any) -> Sequence[Any]:
    """Return the parts of data that stand for a move each."""
    if isinstance(instance, PlacingInstance):
        return pairs(instance, data)
    return data if isinstance(data, list) else [data]


def move_in(instance: AnyInstance, state: Any, data: Any) -> Any:
    """Return the move from a state that is spelled so, allowed or not; Wrong for what is none."""
    match instance:
        case Instance():
            return _crossing(instance, state, data)
        case PlacingInstance():
            return _placement(instance, data)
        case ClassicalInstance():
            return _action(instance, state, data)
    return _named(instance, state, data)


def _as_data(instance: AnyInstance, moves: Iterable[Any]) -> Any:
    match instance:
        case Instance():
            return [_crossing_as_data(instance, move) for move in moves]
        case PlacingInstance():
            return {instance.items[item].name: instance.spots[spot].name for item, spot in moves}
        case ClassicalInstance():
            return [[move.name, *move.arguments] for move in moves]
    return [teller_of(instance).label(move) for move in moves]


def _crossing_as_data(instance: Instance, move: Crossing) -> Any:
    aboard = instance.names(move.load)
    if len(instance.places) == 2 and not instance.fleet:
        return aboard
    to = {"to": instance.places[move.destination].name} if len(instance.places) > 2 else {}
    return {"aboard": aboard, **to, **({"boat": instance.boat_name(move.boat)} if instance.fleet else {})}


def first(data: Mapping[str, Any], keys: Sequence[str]) -> Any:
    """Return what stands under the first of these keys that is there; None if none is."""
    return next((data[key] for key in keys if key in data), None)


def _crossing(instance: Instance, state: Situation, data: Any) -> Crossing | Wrong:
    """Return the crossing that names those aboard, or is an object that says more."""
    said = {key.lower(): value for key, value in data.items()} if isinstance(data, dict) else {"aboard": data}
    aboard, called = first(said, ABOARD), first(said, BOAT)
    if isinstance(aboard, str):
        aboard = [part for part in AND.split(aboard[:LONGEST]) if part]
    if not isinstance(aboard, list):
        return Wrong(f"found {shown(data)}, expected a list with the names of those aboard")
    load, known, here = 0, names_of(instance), 0 if instance.fleet else state.companies[state.boat]
    for name in aboard:
        if not isinstance(name, str) or name not in known:
            return known.unknown(name, "traveller")
        among, number = known[name]
        free = among & ~load
        left = [free] if free and not free & free - 1 else _first_here(free, here)
        if len(left) < number:
            return Wrong(
                f"{name} is named twice" if among.bit_count() == 1 else f"there are not so many: {shown(name)}",
            )
        load |= sum(left[:number])
    boat = 0
    if instance.fleet:
        boats = names_of(instance, "boats")
        if called is not None and (not isinstance(called, str) or called not in boats):
            return boats.unknown(called, "boat")
        fitting = [boats[called]] if called is not None else _fitting(instance, state, load)
        if len(fitting) != 1:
            return Wrong("it is not said in which boat")
        boat = fitting[0]
    places, origin, stated = names_of(instance, "places"), state.boats[boat], list[int | None]()
    for keys in (ORIGIN, DESTINATION):
        place = first(said, keys)
        if place is not None and (not isinstance(place, str) or place not in places):
            return places.unknown(place, "place")
        stated.append(None if place is None else places[place])
    origin = origin if stated[0] is None else stated[0]
    ways = instance.ways[origin] if stated[1] is None else [stated[1]]
    return Crossing(load, origin, ways[0], boat) if len(ways) == 1 else Wrong("it is not said where to")


def _first_here(among: int, here: int) -> list[int]:
    """Return the travellers of a mask, those first that are among others."""
    return [1 << one for one in sorted(members(among), key=lambda one: not here >> one & 1)]


def _fitting(instance: Instance, state: Situation, load: int) -> list[int]:
    """Return the boats that lie where those are who are aboard, and carry them."""
    there = [boat for boat, place in enumerate(state.boats) if not load & ~state.companies[place]]
    return [boat for boat in there if instance.carries(load, boat)] or there[:1] or [0]


def pairs(instance: PlacingInstance, data: Any) -> list[tuple[Any, Any]]:
    """Return what is placed with where, as an object, a list of such pairs, or lines of a board say it; without what is so from the start."""
    items, spots, pairs = names_of(instance), names_of(instance, "places"), list[tuple[Any, Any]]()
    if isinstance(data, dict):
        for key, value in data.items():
            inverse = key not in items and key in spots
            among = [*value.values()] if isinstance(value, dict) else value if isinstance(value, list) else [value]
            pairs += [(one, key) if inverse else (key, one) for one in among]
    elif isinstance(data, list) and all(isinstance(one, dict) for one in data):
        pairs = [(first(one, ("item", "what")), first(one, ("spot", "where"))) for one in data]
    elif (
        isinstance(data, list) and all(isinstance(one, (str, int)) for one in data) and len(data) == len(instance.items)
    ):
        pairs = [(item.name, spot) for item, spot in zip(instance.items, data, strict=True)]
    elif isinstance(data, list) and all(isinstance(one, list) for one in data):
        pairs = [(f"r{r}c{c}", one) for r, row in enumerate(data, 1) for c, one in enumerate(row, 1)]
    given = {item.name: instance.spots[spot].name for item, spot in instance.preset.items()}
    return [pair for pair in pairs if str(pair[0]) not in given or str(pair[1]) != given[str(pair[0])]]


def _placement(instance: PlacingInstance, data: tuple[Any, Any]) -> Placement | Wrong:
    """Return the placement that is a pair of what is placed and where."""
    items, spots, (item, spot) = names_of(instance), names_of(instance, "places"), data
    if not isinstance(item, str) or item not in items:
        return items.unknown(item, "item")
    where = str(spot) if isinstance(spot, int) and not isinstance(spot, bool) and abs(spot) < MOST_MOVES else spot
    if not isinstance(where, str) or where not in spots:
        return spots.unknown(where, "place to be")
    return Placement(items[item], spots[where])


def _action(instance: ClassicalInstance, state: Any, data: Any) -> Any:
    """Return the action whose name stands before its objects in a list or in parentheses, or that is told in words."""
    words = [data] if isinstance(data, int) else data
    if isinstance(data, dict):
        words = [first(data, ("action", "name")), *(first(data, ("arguments", "parameters", "objects")) or ())]
    if isinstance(data, str):
        words = [word for word in re.split(r"[\s(),]+", data) if word]
    if not isinstance(words, list) or not all(isinstance(word, (str, int)) for word in words[:SHORT]):
        return Wrong(f"found {shown(data)}, expected a list with an action's name and objects")
    if all(isinstance(word, int) for word in words):
        return _short(instance, state, words)
    name, *arguments = [str(word).lower() for word in words[:SHORT]] or [""]
    if name in instance.once(arities):
        return GroundAction(name, tuple(arguments))
    return _named(instance, state, " ".join(map(str, words[:SHORT])))


def _short(instance: ClassicalInstance, state: Any, numbers: Sequence[int]) -> Any:
    """Return the action that numbers stand for in the published studies: how many pancakes are turned; a disc, from which peg, to which, from 0."""
    below = {fact[1]: fact[2] for fact in state.facts if fact[0] == "on"}
    on = {under: one for one, under in below.items()}
    if len(numbers) == 3:
        disc, origin, top = f"disc-{numbers[0]}", f"peg-{numbers[1] + 1}", f"peg-{numbers[2] + 1}"
        for _ in on:
            origin, top = origin if origin == disc else on.get(origin, ""), on.get(top, top)
        if origin == disc:
            return GroundAction("move", (disc, below[disc], top))
    for move, _ in state_space(instance).moves(state):
        if len(numbers) == 1 and move.name.endswith(f"-{numbers[0]}"):
            return move
    return Wrong(f"found {shown([*numbers])}, which is no {teller_of(instance).move.one}")


def arities(instance: ClassicalInstance) -> Mapping[str, int]:
    """Return how many parameters the actions have, by their names."""
    return {one.name: len(one.parameters) for one in instance.trees[0].actions}


def _named(instance: AnyInstance, state: Any, data: Any) -> Any:
    """Return the allowed move that is told in these words."""
    teller, wanted = teller_of(instance), folded(data).rstrip(".") if isinstance(data, str) else None
    for move, _ in state_space(instance).moves(state):
        if wanted in (folded(teller.label(move)), folded(teller.choice(state, move))):
            return move
    return Wrong(f"found {shown(data)}, which is no {teller.move.one}")
