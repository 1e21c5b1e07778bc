"""The states of a planning task as scenes, as its puzzle's file says what is shown where: a strip of pictures, a page that plays."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from ferryplan.domains.messages import format_message
from ferryplan.generator.drawing import CHIP, FONT, GAP, HEADING, PAD, Page, check_drawable
from ferryplan.generator.expressions import fill
from ferryplan.generator.lettering import text_width, wrapped
from ferryplan.generator.pddl.expressions import And, Atom, Typed
from ferryplan.generator.pddl.normal_form import conjuncts, substituted
from ferryplan.generator.pddl.states import Fact, State, View
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.solution import Solution
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.page_data import number_facts
from ferryplan.generator.tasks.pictures import PicturesTable, ShownTable
from ferryplan.generator.tasks.sentences import sentences_of
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.templates import render
from ferryplan.generator.wording import capital

CELL, BLOCK, MOST_SHOWN = 44, 24, 500
"""the side of a square, the height of what is in a stack, for how many ways in which facts hold together something is shown"""
MOST_ROWS, MOST_LAID_OUT = 20_000, 300
"""for how many ways at most something may ever be shown where a task is tried; how many of its states the places have room for at least"""


class Token(NamedTuple):
    """What stands for a thing: its label, its name, its shape, by what it is colored, how wide it is, of the widest."""

    label: str
    name: str
    shape: str
    kind: int
    share: float


class Shown(NamedTuple):
    """What is shown where some facts hold together: at a place or on a thing, perhaps for a thing, a token, so many times."""

    facts: Sequence[Fact]
    at: str
    thing: str
    token: Token
    times: int


class Stage:
    """Where the things of a task are shown."""

    def __init__(self, instance: TaskInstance) -> None:
        self.sentences, self.space = instance.once(sentences_of), instance.once(TaskSpace)
        self.pictures = cast(PicturesTable, instance.file.pictures)
        self.places = [*self.space.objects.get(self.pictures.places.lower(), ())]
        self._goal = View(self.space.objects, self.space.goal_facts, {})
        self._shows = [(table, *_pattern(table)) for table in self.pictures.shows]

    def scene(self, state: State) -> dict[str, list[Token]]:
        """Return what is shown of a state: at each place, in a stack from the bottom up."""
        shown = [(one.at, one.thing, one.token) for one in self._shown(state, MOST_SHOWN) for _ in range(one.times)]
        under = {thing: at for at, thing, _ in shown if thing}
        standing = [(*_foot(at, thing, under), token) for at, thing, token in shown]
        scene: dict[str, list[Token]] = {place: [] for place in self.places}
        # The sort is stable: what has nothing below it stays in the order in which it is shown.
        for place, _, token in sorted(standing, key=lambda one: one[1]):
            scene.get(place, []).append(token)
        return scene

    def rows(self, numbers: Mapping[Fact, int]) -> list[tuple[list[int], str, str, Token, int]]:
        """Return whatever may be shown, in the order in which it is: for which facts, given by their numbers, at what, which thing, how often."""
        return [
            ([numbers[fact] for fact in one.facts if fact in numbers], one.at, one.thing, one.token, one.times)
            for one in self._shown(State(frozenset(numbers)), MOST_ROWS)
        ]

    def _shown(self, state: State, most: int) -> Iterator[Shown]:
        for table, variables, pattern in self._shows:
            known = self._goal if table.wanted else self.space.view(state)
            for bound in itertools.islice(known.bindings(variables, pattern, {}, ordered=True), most):
                binding = {variable[1:]: name for variable, name in bound.items()}
                at, thing = binding.get(table.at, ""), binding.get(table.thing or "", "")
                times = self.space.ranks[binding[table.times]][0] if table.times in binding else 1
                atoms = () if table.wanted else (atom for atom in conjuncts(substituted(pattern, bound)))
                facts = [atom.fact for atom in atoms if isinstance(atom, Atom)]
                yield Shown(facts, at, thing, self._token(table, thing, binding), times)

    def _token(self, table: ShownTable, thing: str, binding: Mapping[str, str]) -> Token:
        called = {variable.replace("-", "_"): self.sentences.object(name) for variable, name in binding.items()}
        name = self.sentences.object(thing) if thing else ""
        label = fill(table.says, called) if table.says else "".join(name.split()[-1:])
        kind = table.colour if isinstance(table.colour, int) else self.space.ranks[binding[table.colour]][0]
        rank, among = self.space.ranks[thing] if table.wide and thing else (0, 1)
        return Token(label, name, table.shape, kind, (rank + 1.5) / (among + 0.5))


def _pattern(table: ShownTable) -> tuple[list[Typed], And]:
    """Return the variables of the facts of which something is shown, and that these hold together."""
    atoms = [Atom(name, tuple(terms)) for name, *terms in (pattern.lower().split() for pattern in table.facts)]
    variables = dict.fromkeys(term for atom in atoms for term in atom.terms if term[0] == "?")
    return [Typed(name, ("object",)) for name in variables], And(tuple(atoms))


def _foot(at: str, thing: str, under: Mapping[str, str]) -> tuple[str, int]:
    """Return at which place a thing is that may stand on others, and how many are below it; what stands on itself stands on the ground."""
    level = 0
    # In PDDL of others things may stand on each other in a circle; no stack is higher than there are
    # things.
    while at in under and at != thing and level <= len(under):
        thing, at, level = at, under[at], level + 1
    return at, level


class TaskDrawing:
    """Draws the scenes of a task whose puzzle has pictures."""

    def __init__(self, instance: TaskInstance) -> None:
        self.instance = instance

    def draw_solution(self, solution: Solution[Any, Any], words: str) -> str:
        """Return a strip of scenes. Raises EncodingError for over 500."""
        instance = self.instance
        captions = [format_message("narration.at-the-start"), *(text for _, text in solution.sentences())]
        tableau = _tableau(instance, [solution.initial, *(step.state for step in solution.steps)])
        room = max(tableau["width"], 160)
        values = {
            "title": instance.title,
            "verdict": words,
            "told": " ".join(captions),
            "tableau": tableau,
            "captions": [wrapped(text, room, FONT, 4) for text in captions],
            "room": room,
            "widest": math.ceil(max(text_width(instance.title, 18), text_width(words, FONT)) + 32),
        }
        return render("classical/pictures/strip.svg.j2", values)

    def draw_timeline(self, solution: Solution[Any, Any], words: str) -> str:
        """Return the same strip: scenes stand in a line."""
        return self.draw_solution(solution, words)

    def lay_out_page(self, solution: Solution[Any, Any] | None, trial: dict[str, Any] | None) -> Page:
        """Return the page that plays the scenes."""
        space, more = self.instance.once(TaskSpace), list[State]()
        after, steps = ([one.state for one in solution.steps], [*solution.sentences()]) if solution else ([], [])
        values: dict[str, Any] = {"steps": steps, "trial": trial}
        if trial:
            rows = self.instance.once(Stage).rows(number_facts(space))
            tokens = [*dict.fromkeys(row[3] for row in rows)]
            values |= {"tokens": tokens, "rows": [(*row[:3], tokens.index(row[3]), row[4]) for row in rows]}
            more = [*explore_graph(space, most=MOST_LAID_OUT).states]
        values["tableau"] = _tableau(self.instance, [space.initial, *after], more, values.get("tokens", ()))
        return Page("classical/pictures/page.html.j2", values)


def _tableau(
    instance: TaskInstance, shown: Sequence[State], more: Sequence[State] = (), tokens: Iterable[Token] = ()
) -> dict[str, Any]:
    """Return the scenes of states, and where the places are, so that there is room for what each of them holds, and for ``more`` of both."""
    check_drawable(instance.puzzle, len(shown))
    stage = instance.once(Stage)
    scenes, pictures = [stage.scene(state) for state in (*shown, *more)], stage.pictures
    companies = [company for scene in scenes for company in scene.values()]
    most, held = max(map(len, companies), default=0), (token for company in companies for token in company)
    labels = {token.label for token in (*held, *tokens)}
    across = math.ceil(max((text_width(label, FONT) * 1.06 + 26 if label else CHIP for label in labels), default=CHIP))
    beside = 2 if across > CHIP else 6
    names = [capital(stage.sentences.object(place)) if pictures.named else "" for place in stage.places]
    at = [(0, -rank) if pictures.upwards else (rank, 0) for rank in range(len(names))]
    wide, high, gap = CELL, CELL, 0
    if pictures.kind == "grid":
        at = [_square(place, rank) for rank, place in enumerate(stage.places)]
    else:
        content = beside * (across + GAP) if pictures.kind == "places" else across * 1.6
        wide = math.ceil(max(content, *(text_width(name, FONT) * 1.06 for name in names), 64) + 2 * PAD)
        rows = math.ceil(most / beside) * (CHIP + GAP) if pictures.kind == "places" else most * BLOCK
        high, gap = HEADING + rows + PAD, GAP
    left, top = map(min, zip(*at or [(0, 0)], strict=True))
    corners = [((x - left) * (wide + gap), (y - top) * (high + gap)) for x, y in at]
    width, height = map(max, zip(*corners or [(0, 0)], strict=True))
    grounds = [(place, name, *corner) for place, name, corner in zip(stage.places, names, corners, strict=True)]
    slots = {
        "grid": [(0, 0)],
        "stacks": [(0, high - PAD - BLOCK * number) for number in range(1, most + 2)],
        "places": [
            (PAD + number % beside * (across + GAP), HEADING + number // beside * (CHIP + GAP))
            for number in range(most + 1)
        ],
    }[pictures.kind]
    sizes = {"place": (wide, high), "across": across, "width": width + wide, "height": height + high}
    return {"kind": pictures.kind, "scenes": scenes[: len(shown)], "grounds": grounds, "slots": slots, **sizes}


def _square(name: str, rank: int) -> tuple[int, int]:
    """Return the column and the row of a square, by the numbers in its name; one number, or else the rank, is the row of a column."""
    row, column, *_ = *([int(number) for number in re.findall(r"\d{1,3}", name)[-2:]] or [rank]), 1
    return column, row
