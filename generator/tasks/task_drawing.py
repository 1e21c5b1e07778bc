"""Drawings of the states of a planning task, as a strip of pictures or as an animated page.

A picture of a state is called a scene. The puzzle file determines which facts are shown, and where.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from ferryplan.domains.messages import format_message
from ferryplan.generator.drawing import CHIP_GAP, CHIP_HEIGHT, FONT_SIZE, HEADING_HEIGHT, PADDING, Page, check_drawable
from ferryplan.generator.expressions import fill_template
from ferryplan.generator.pddl.expressions import And, Atom, TypedName
from ferryplan.generator.pddl.normal_form import conjuncts, substitute_objects
from ferryplan.generator.pddl.states import Fact, PddlState, StateView
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.solution import Solution
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.page_data import assign_numbers_to_facts
from ferryplan.generator.tasks.picture_tables import PicturesTable, ShownThingTable
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.task_sentences import sentences_of
from ferryplan.generator.templates import render_template
from ferryplan.generator.text_metrics import measure_text, wrap_to_width
from ferryplan.generator.wording import capitalize

CELL_SIZE, BLOCK_HEIGHT, MAX_SHOWN_THINGS = 44, 24, 500
"""the side of a square, the height of a thing in a stack, the largest number of things for one entry of ``shows``"""
MAX_ROWS, MAX_LAID_OUT_STATES = 20_000, 300
"""the limit on all things that a page may ever show for one entry of ``shows``; the number of other states for which the places have room"""


class ObjectToken(NamedTuple):
    """The token that stands for a thing in a picture: label, name, shape, color and width."""

    label: str
    name: str
    shape: str
    kind: int
    """the number of the color"""
    share: float
    """the width, as a share of the widest token"""


class PlacedToken(NamedTuple):
    """A token in a picture, with the facts that make it appear and the place where it is drawn.

    ``support`` is a place, or the thing underneath; ``thing`` is empty if the token stands for no object.
    """

    facts: Sequence[Fact]
    support: str
    thing: str
    token: ObjectToken
    copy_count: int


class TaskSceneBuilder:
    """Builds the scenes of a task: the tokens at each place in a state."""

    def __init__(self, instance: TaskInstance) -> None:
        self.sentences, self.space = instance.get_or_make(sentences_of), instance.get_or_make(TaskSpace)
        self.pictures = cast(PicturesTable, instance.file.pictures)
        self.places = [*self.space.objects.get(self.pictures.places.lower(), ())]
        self._goal_view = StateView(self.space.objects, self.space.goal_facts, {})
        self._patterns = [(table, *_parse_shown_facts(table)) for table in self.pictures.shows]

    def make_scene(self, state: PddlState) -> dict[str, list[ObjectToken]]:
        """Return the tokens at each place in a state, in a stack from the bottom up."""
        shown = [
            (one.support, one.thing, one.token)
            for one in self._find_placed_tokens(state, MAX_SHOWN_THINGS)
            for _ in range(one.copy_count)
        ]
        under = {thing: at for at, thing, _ in shown if thing}
        standing = [(*_find_stack_base(at, thing, under), token) for at, thing, token in shown]
        scene: dict[str, list[ObjectToken]] = {place: [] for place in self.places}
        # The sort is stable: things without anything below them stay in the order in which they are shown.
        for place, _, token in sorted(standing, key=lambda one: one[1]):
            scene.get(place, []).append(token)
        return scene

    def list_token_rows(self, numbers: Mapping[Fact, int]) -> list[tuple[list[int], str, str, ObjectToken, int]]:
        """Return a row for each token that a state may show, in the order in which they are drawn.

        A row contains the numbers of the facts that make the token appear, the place or the thing underneath, the
        thing, the token, and the number of copies. ``numbers`` maps each fact to its number.
        """
        return [
            (
                [numbers[fact] for fact in one.facts if fact in numbers],
                one.support,
                one.thing,
                one.token,
                one.copy_count,
            )
            for one in self._find_placed_tokens(PddlState(frozenset(numbers)), MAX_ROWS)
        ]

    def _find_placed_tokens(self, state: PddlState, limit: int) -> Iterator[PlacedToken]:
        """Yield the tokens to draw for a state, at most ``limit`` for each entry of ``shows``."""
        for table, variables, pattern in self._patterns:
            known = self._goal_view if table.wanted else self.space.view(state)
            for bound in itertools.islice(known.bindings_satisfying(variables, pattern, {}, ordered=True), limit):
                binding = {variable[1:]: name for variable, name in bound.items()}
                at, thing = binding.get(table.at, ""), binding.get(table.thing or "", "")
                times = self.space.ranks_in_types[binding[table.times]][0] if table.times in binding else 1
                atoms = () if table.wanted else (atom for atom in conjuncts(substitute_objects(pattern, bound)))
                facts = [atom.fact for atom in atoms if isinstance(atom, Atom)]
                yield PlacedToken(facts, at, thing, self._make_token(table, thing, binding), times)

    def _make_token(self, table: ShownThingTable, thing: str, binding: Mapping[str, str]) -> ObjectToken:
        """Return the token for a thing, as an entry of the list ``shows`` in the puzzle file describes it.

        ``table`` is the entry. ``thing`` is the PDDL object, or "" if the token stands for none. ``binding`` maps each
        variable of the entry to its object.
        """
        called = {variable.replace("-", "_"): self.sentences.object_phrase(name) for variable, name in binding.items()}
        name = self.sentences.object_phrase(thing) if thing else ""
        label = fill_template(table.says, called) if table.says else "".join(name.split()[-1:])
        kind = table.colour if isinstance(table.colour, int) else self.space.ranks_in_types[binding[table.colour]][0]
        rank, among = self.space.ranks_in_types[thing] if table.wide and thing else (0, 1)
        return ObjectToken(label, name, table.shape, kind, (rank + 1.5) / (among + 0.5))


def _parse_shown_facts(table: ShownThingTable) -> tuple[list[TypedName], And]:
    """Return the variables in the facts of an entry of ``shows``, and the condition that these facts hold."""
    atoms = [Atom(name, tuple(terms)) for name, *terms in (pattern.lower().split() for pattern in table.facts)]
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


class TaskDrawing:
    """Draws the solutions of a task whose puzzle file has pictures."""

    def __init__(self, instance: TaskInstance) -> None:
        self.instance = instance

    def draw_solution(self, solution: Solution[Any, Any], subtitle: str) -> str:
        """Return a strip of scenes in SVG, one for each state.

        ``subtitle`` is the line of text below the title. Raises EncodingError for over 500 scenes.
        """
        instance = self.instance
        captions = [format_message("narration.at-the-start"), *(text for _, text in solution.numbered_sentences())]
        tableau = _lay_out_scenes(instance, [solution.initial, *(step.state for step in solution.steps)])
        room = max(tableau["width"], 160)
        values = {
            "title": instance.title,
            "verdict": subtitle,
            "told": " ".join(captions),
            "tableau": tableau,
            "captions": [wrap_to_width(text, room, FONT_SIZE, 4) for text in captions],
            "room": room,
            "widest": math.ceil(max(measure_text(instance.title, 18), measure_text(subtitle, FONT_SIZE)) + 32),
        }
        return render_template("classical/pictures/strip.svg.j2", values)

    def draw_timeline(self, solution: Solution[Any, Any], subtitle: str) -> str:
        """Return the same strip as `draw_solution`, because its scenes are in the order of time."""
        return self.draw_solution(solution, subtitle)

    def lay_out_page(self, solution: Solution[Any, Any] | None, play_data: dict[str, Any] | None) -> Page:
        """Return an HTML page that animates the scenes of a solution, or shows the start if there is none.

        ``play_data`` are the data with which a person can play the puzzle on the page.
        """
        space, more = self.instance.get_or_make(TaskSpace), list[PddlState]()
        after, steps = (
            ([one.state for one in solution.steps], [*solution.numbered_sentences()]) if solution else ([], [])
        )
        values: dict[str, Any] = {"steps": steps, "trial": play_data}
        if play_data:
            rows = self.instance.get_or_make(TaskSceneBuilder).list_token_rows(assign_numbers_to_facts(space))
            tokens = [*dict.fromkeys(row[3] for row in rows)]
            values |= {"tokens": tokens, "rows": [(*row[:3], tokens.index(row[3]), row[4]) for row in rows]}
            more = [*explore_graph(space, max_states=MAX_LAID_OUT_STATES).states]
        values["tableau"] = _lay_out_scenes(self.instance, [space.initial, *after], more, values.get("tokens", ()))
        return Page("classical/pictures/page.html.j2", values)


def _lay_out_scenes(
    instance: TaskInstance,
    states: Sequence[PddlState],
    other_states: Sequence[PddlState] = (),
    tokens: Iterable[ObjectToken] = (),
) -> dict[str, Any]:
    """Return the template values of the scenes of states, with a layout that all scenes share.

    The layout also has room for the scenes of ``other_states``, and the labels of ``tokens``.
    """
    check_drawable(instance.puzzle, len(states))
    stage = instance.get_or_make(TaskSceneBuilder)
    scenes, pictures = [stage.make_scene(state) for state in (*states, *other_states)], stage.pictures
    companies = [company for scene in scenes for company in scene.values()]
    most, held = max(map(len, companies), default=0), (token for company in companies for token in company)
    labels = {token.label for token in (*held, *tokens)}
    across = math.ceil(
        max(
            (measure_text(label, FONT_SIZE) * 1.06 + 26 if label else CHIP_HEIGHT for label in labels),
            default=CHIP_HEIGHT,
        )
    )
    beside = 2 if across > CHIP_HEIGHT else 6
    names = [capitalize(stage.sentences.object_phrase(place)) if pictures.named else "" for place in stage.places]
    at = [(0, -rank) if pictures.upwards else (rank, 0) for rank in range(len(names))]
    wide, high, gap = CELL_SIZE, CELL_SIZE, 0
    if pictures.kind == "grid":
        at = [parse_square_position(place, rank) for rank, place in enumerate(stage.places)]
    else:
        content = beside * (across + CHIP_GAP) if pictures.kind == "places" else across * 1.6
        wide = math.ceil(max(content, *(measure_text(name, FONT_SIZE) * 1.06 for name in names), 64) + 2 * PADDING)
        rows = math.ceil(most / beside) * (CHIP_HEIGHT + CHIP_GAP) if pictures.kind == "places" else most * BLOCK_HEIGHT
        high, gap = HEADING_HEIGHT + rows + PADDING, CHIP_GAP
    left, top = map(min, zip(*at or [(0, 0)], strict=True))
    corners = [((x - left) * (wide + gap), (y - top) * (high + gap)) for x, y in at]
    width, height = map(max, zip(*corners or [(0, 0)], strict=True))
    grounds = [(place, name, *corner) for place, name, corner in zip(stage.places, names, corners, strict=True)]
    slots = {
        "grid": [(0, 0)],
        "stacks": [(0, high - PADDING - BLOCK_HEIGHT * number) for number in range(1, most + 2)],
        "places": [
            (
                PADDING + number % beside * (across + CHIP_GAP),
                HEADING_HEIGHT + number // beside * (CHIP_HEIGHT + CHIP_GAP),
            )
            for number in range(most + 1)
        ],
    }[pictures.kind]
    sizes = {"place": (wide, high), "across": across, "width": width + wide, "height": height + high}
    return {"kind": pictures.kind, "scenes": scenes[: len(states)], "grounds": grounds, "slots": slots, **sizes}


def parse_square_position(name: str, rank: int) -> tuple[int, int]:
    """Return the column and the row of a square, read from the numbers in its name.

    If the name has only one number, it is the row in a single column; without a number, ``rank`` is the row.
    """
    row, column, *_ = *([int(number) for number in re.findall(r"\d{1,3}", name)[-2:]] or [rank]), 1
    return column, row
