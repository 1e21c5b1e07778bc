"""What a map of a task shows: the facts that say where things are, and the roads between places."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import conditions_and_effects_of
from ferryplan.generator.pddl.syntax_tree import Action, Domain, DurativeAction, Problem

PLACE_WORDS = frozenset({"at", "in", "on", "inside", "onto", "loc", "located", "location", "atop"}) | frozenset(
    {"stands", "lies", "sits", "rests", "parked", "placed", "stored"}
)
"""the words by which a predicate says that its first object is in, on or at its second"""
THING_FIRST, HOLDER_FIRST = 1, 2
"""how a fact with two objects says where the thing is: before its holder, as in ``(at thing holder)``, or after it"""
MAX_ROADS_PER_PLACE, MAX_SHARE_OF_PAIRS, MAX_SMALL_MAP = 4, 2 / 3, 4
"""limits beyond which lines hide the map: lines per place, and their share of all pairs in maps with over four places"""


class Road(NamedTuple):
    """A line on a map between two places."""

    start: str
    end: str
    is_one_way: bool
    length: str
    """the value of a static function of both places; empty if there is none"""


class _ActionAtoms(NamedTuple):
    """The atoms of an action: those that it requires, deletes and adds."""

    required: list[pddl.Atom]
    deleted: list[pddl.Atom]
    added: list[pddl.Atom]


def find_place_predicates(domain: Domain) -> dict[str, int]:
    """Return the predicates that say where things are: for each, `THING_FIRST` or `HOLDER_FIRST`.

    These are the predicates whose names have a word such as ``at``, and those that take the place of such a fact: an action
    that deletes ``(at ball room)`` and adds ``(carry ball hand)`` moves the ball into the hand.
    """
    binary = [one.name for one in domain.predicates if len(one.parameters) == 2]
    found = {name: THING_FIRST for name in binary if has_place_word(name)}
    others = dict[str, int]()
    for atoms in map(_collect_atoms, domain.actions):
        settled = {one.terms[0] for one in atoms.added if one.predicate in found}
        lifted = {one.terms[0] for one in atoms.deleted if one.predicate in found} - settled
        for one in atoms.added:
            held = [term for term in one.terms if term in lifted]
            if one.predicate in binary and one.predicate not in found and len(held) == 1:
                others.setdefault(one.predicate, THING_FIRST if one.terms[0] == held[0] else HOLDER_FIRST)
    return found | others


def find_roads(domain: Domain, problem: Problem, is_static: Callable[[str], bool]) -> dict[str, list[Road]]:
    """Return the roads of each static predicate that relates the two places of a movement.

    An action moves something from ``?x`` to ``?y`` if it replaces ``?x`` by ``?y`` in a fact that says where something is or, if
    no name in the domain says so, in any fact. A predicate is left out if its lines would hide the map.
    """
    names = {one.name for one in domain.predicates}
    # The names may be of another language.
    locating = {*filter(has_place_word, names)} or names
    atoms = map(_collect_atoms, domain.actions)
    patterns = {one for each in atoms for one in _find_road_patterns(each, is_static, locating)}
    pairs: dict[str, dict[tuple[str, str], None]] = {}
    for fact in problem.facts:
        for name, start, end in patterns:
            if fact.predicate == name and fact.terms[start] != fact.terms[end]:
                pairs.setdefault(name, {})[fact.terms[start], fact.terms[end]] = None
    lengths = [one.name for one in domain.functions if len(one.parameters) == 2 and is_static(one.name)]
    roads = {name: [*_merge_directions(found, lengths, problem)] for name, found in sorted(pairs.items())}
    return {name: found for name, found in roads.items() if _is_drawable(found)}


def has_place_word(predicate: str) -> bool:
    """Return whether the name of a predicate says that something is in, on or at an object."""
    words = re.split("[-_]", predicate)
    return predicate in PLACE_WORDS or words[0] in PLACE_WORDS or words[-1] in PLACE_WORDS


def _collect_atoms(action: Action | DurativeAction) -> _ActionAtoms:
    """Return the atoms in the conditions and effects of an action, at any moment and under any condition."""
    parts = [part for one in conditions_and_effects_of(action) for part in pddl.walk_parts(one)]
    negated = [part.condition for part in parts if isinstance(part, pddl.Not)]
    return _ActionAtoms(
        [part for part in parts if isinstance(part, pddl.Atom) and part not in negated],
        [part.atom for part in parts if isinstance(part, pddl.Delete)],
        [part.atom for part in parts if isinstance(part, pddl.Add)],
    )


def _find_road_patterns(
    atoms: _ActionAtoms, is_static: Callable[[str], bool], locating: Collection[str]
) -> Iterator[tuple[str, int, int]]:
    """Yield the static predicates of both places of a movement, with the positions of the places.

    ``locating`` has the predicates that may say where something is.
    """
    for gone in atoms.deleted:
        for come in atoms.added:
            if gone.predicate not in locating or come.predicate != gone.predicate or len(come.terms) != len(gone.terms):
                continue
            changed = [pair for pair in zip(gone.terms, come.terms, strict=True) if pair[0] != pair[1]]
            if len(changed) != 1:
                continue
            [(start, end)] = changed
            for one in atoms.required:
                if is_static(one.predicate) and start in one.terms and end in one.terms:
                    yield one.predicate, one.terms.index(start), one.terms.index(end)


def _merge_directions(pairs: dict[tuple[str, str], None], lengths: list[str], problem: Problem) -> Iterator[Road]:
    """Yield a road for each pair of places, with its length, if both directions have the same."""
    for start, end in pairs:
        is_one_way = (end, start) not in pairs
        if not is_one_way and start > end:
            continue
        ways = [(start, end)] if is_one_way else [(start, end), (end, start)]
        measured = ({problem.values.get(pddl.Function(name, way)) for way in ways} for name in lengths)
        known = next((found for found in measured if found != {None}), {None})
        length = known.pop() if len(known) == 1 else None
        yield Road(start, end, is_one_way, "" if length is None else str(pddl.NumericConstant(length)))


def _is_drawable(roads: list[Road]) -> bool:
    """Return whether a map with these roads has few enough lines to be read."""
    count = len({place for one in roads for place in (one.start, one.end)})
    pair_count = count * (count - 1) / 2
    return len(roads) <= MAX_ROADS_PER_PLACE * count and (
        count <= MAX_SMALL_MAP or len(roads) <= MAX_SHARE_OF_PAIRS * pair_count
    )
