"""The things that a picture of a state shows, and the place of each.

A picture of a state is called a scene. The puzzle file determines which facts are shown, and where.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from ferryplan.generator.expressions import fill_template
from ferryplan.generator.pddl.expressions import And, Atom, TypedName
from ferryplan.generator.pddl.normal_form import conjuncts, substitute_objects
from ferryplan.generator.pddl.states import Fact, PddlState, StateView
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.picture_tables import PicturesTable
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.task_sentences import sentences_of

MAX_SHOWN_THINGS, MAX_ROWS = 500, 20_000
"""limits for one entry of ``shows``: on the things in a scene, and on all things that a page may ever show"""
COLOR_COUNT = 8
NAMED_COLORS = {"blue": 0, "orange": 1, "green": 2, "purple": 3, "yellow": 4, "red": 6, "white": 8, "black": 9}
"""the numbers of the colors that an object has if its name contains the word"""


class ObjectToken(NamedTuple):
    """The token that stands for a thing in a picture: label, name, shape, color and width."""

    label: str
    name: str
    shape: str
    kind: int
    """the number of the color"""
    share: float
    """the width, as a share of the widest token"""
    entry: int
    """the index of the entry of ``shows``"""


class PlacedToken(NamedTuple):
    """A token in a picture, with the facts that make it appear and the place where it is drawn.

    ``support`` is a place, or the thing underneath or around; ``thing`` is empty if the token stands for no object.
    """

    facts: Sequence[Fact]
    support: str
    thing: str
    token: ObjectToken
    copy_count: int
    binding: Mapping[str, str]
    """the objects of the entry's variables"""


class StandingToken(NamedTuple):
    """A token at a place of a scene."""

    place: str
    level: int
    """the number of things below or around it"""
    thing: str
    support: str
    token: ObjectToken


class TaskSceneBuilder:
    """Builds the scenes of a task: the tokens at each place in a state."""

    def __init__(self, instance: TaskInstance) -> None:
        self.sentences, self.space = instance.get_or_make(sentences_of), instance.get_or_make(TaskSpace)
        self.pictures = cast(PicturesTable, instance.file.pictures)
        self.places = [*self.space.objects.get(self.pictures.places.lower(), ())]
        self._goal_view = StateView(self.space.objects, self.space.goal_facts, {})
        self._patterns = [(table, *_parse_facts(table.facts)) for table in self.pictures.shows]

    def make_scene(self, state: PddlState) -> dict[str, list[ObjectToken]]:
        """Return the tokens at each place in a state, in a stack from the bottom up."""
        scene: dict[str, list[ObjectToken]] = {place: [] for place in self.places}
        for one in self.list_standing_tokens(state):
            scene.get(one.place, []).append(one.token)
        return scene

    def list_standing_tokens(self, state: PddlState) -> list[StandingToken]:
        """Return the tokens in a state with their places, those that nothing is below or around first."""
        shown = [one for one in self.find_placed_tokens(state, MAX_SHOWN_THINGS) for _ in range(one.copy_count)]
        under = {one.thing: one.support for one in shown if one.thing and one.token.shape != "target"}
        standing = [
            StandingToken(*_find_stack_base(one.support, one.thing, under), one.thing, one.support, one.token)
            for one in shown
        ]
        tables = self.pictures.shows
        # A target disappears where its thing stands, as a wanted place that is filled.
        standing = [one for one in standing if one.token.shape != "target" or under.get(one.thing) != one.support]
        inner = [one._replace(level=one.level + 1) if tables[one.token.entry].inside else one for one in standing]
        # The sort is stable: things without anything below them stay in the order in which they are shown.
        return sorted(inner, key=lambda one: one.level)

    def find_placed_tokens(self, state: PddlState, limit: int) -> Iterator[PlacedToken]:
        """Yield the tokens to draw for a state, at most ``limit`` for each entry of ``shows``."""
        for number, (table, variables, pattern) in enumerate(self._patterns):
            known = self._goal_view if table.wanted else self.space.view(state)
            for bound in itertools.islice(known.bindings_satisfying(variables, pattern, {}, ordered=True), limit):
                binding = {variable[1:]: name for variable, name in bound.items()}
                at, thing = binding.get(table.at, ""), binding.get(table.thing or "", "")
                times = self.space.ranks_in_types[binding[table.times]][0] if table.times in binding else 1
                atoms = () if table.wanted else (atom for atom in conjuncts(substitute_objects(pattern, bound)))
                facts = [atom.fact for atom in atoms if isinstance(atom, Atom)]
                yield PlacedToken(facts, at, thing, self._make_token(number, thing, binding), times, binding)

    def find_capacities(self) -> dict[str, int]:
        """Return the largest number of copies that each place has room for.

        The puzzle file declares it. Places without a capacity are left out.
        """
        found = dict[str, int]()
        for table in self.pictures.shows:
            for written in table.most:
                variables, pattern = _parse_facts([written])
                at, times = f"?{table.at}", f"?{table.times}"
                known = self.space.view(self.space.initial)
                bindings = known.bindings_satisfying(variables, pattern, {}, ordered=True)
                for bound in itertools.islice(bindings, MAX_ROWS):
                    if at in bound and times in bound:
                        rank = self.space.ranks_in_types[bound[times]][0]
                        found[bound[at]] = max(found.get(bound[at], 0), rank)
        return found

    def _make_token(self, number: int, thing: str, binding: Mapping[str, str]) -> ObjectToken:
        """Return the token for a thing, as an entry of the list ``shows`` in the puzzle file describes it.

        ``number`` is the index of the entry. ``thing`` is the PDDL object, or "" if the token stands for none. ``binding``
        maps each variable of the entry to its object.
        """
        table = self.pictures.shows[number]
        called = {variable.replace("-", "_"): self.sentences.object_phrase(name) for variable, name in binding.items()}
        name = self.sentences.object_phrase(thing) if thing else ""
        label = "".join(name.split()[-1:]) if table.says is None else fill_template(table.says, called).strip()
        kind = table.colour if isinstance(table.colour, int) else self._choose_color(binding[table.colour])
        rank, among = self.space.ranks_in_types[thing] if table.wide and thing else (0, 1)
        return ObjectToken(label, name, table.shape, kind, (rank + 1.5) / (among + 0.5), number)

    def _choose_color(self, name: str) -> int:
        """Return the number of an object's color: the color in its name, or else one by its rank in its type."""
        own = _find_named_color(name)
        if own is not None:
            return own
        alike = next((names for names in sorted(self.space.objects.values(), key=len) if name in names), (name,))
        taken = {color for one in alike if (color := _find_named_color(one)) is not None}
        free = [color for color in range(COLOR_COUNT) if color not in taken] or [*range(COLOR_COUNT)]
        return free[self.space.ranks_in_types[name][0] % len(free)]


def _find_named_color(name: str) -> int | None:
    """Return the number of the color that an object's name contains, None if it contains none."""
    return next((NAMED_COLORS[word] for word in name.split("-") if word in NAMED_COLORS), None)


def _parse_facts(facts: Sequence[str]) -> tuple[list[TypedName], And]:
    """Return the variables in facts of a puzzle file, and the condition that these facts hold."""
    atoms = [Atom(name, tuple(terms)) for name, *terms in (pattern.lower().split() for pattern in facts)]
    variables = dict.fromkeys(term for atom in atoms for term in atom.terms if term[0] == "?")
    return [TypedName(name, ("object",)) for name in variables], And(tuple(atoms))


def _find_stack_base(support: str, thing: str, supports: Mapping[str, str]) -> tuple[str, int]:
    """Return the place at the bottom of the stack with a thing, and the number of things between them.

    ``support`` is the place or thing directly below the thing; ``supports`` contains the supports of all things. A
    thing whose support is itself stands on the ground.
    """
    level = 0
    # In PDDL of other authors, things may stand on each other in a circle; no stack is higher than there are
    # things.
    while support in supports and support != thing and level <= len(supports):
        thing, support, level = support, supports[support], level + 1
    return support, level
