"""The layout of scenes in a strip of pictures: the box of each place and of each thing in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ferryplan.generator.drawing import CHIP_GAP, CHIP_HEIGHT, FONT_SIZE, HEADING_HEIGHT, PADDING
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.tasks.scene_data import parse_square_position
from ferryplan.generator.tasks.task_scenes import ObjectToken, StandingToken, TaskSceneBuilder
from ferryplan.generator.text_metrics import measure_text
from ferryplan.generator.wording import capitalize

CELL_SIZE, COLUMN_WIDTH, BLOCK_HEIGHT = 44, 132, 24
"""the side of a square, the width of squares in a single column, the height of a thing in a stack"""
FRAME_WIDTH, EXIT_WIDTH, LITER_HEIGHT, MAX_VESSEL_HEIGHT, VESSEL_WIDTH = 10, 18, 16, 128, 72
BOLD_FACTOR = 1.06
"""bold text is about so much wider than the text that `measure_text` measures"""


class DrawnToken(NamedTuple):
    """A token of a scene in an SVG strip, with the position and the size of its box in pixels."""

    token: ObjectToken
    left: float
    top: float
    width: float
    height: float
    amount: int = 1
    """the number of copies that the token stands for, such as liters of water"""
    capacity: int = 0
    """the largest such number; 0 if there is none"""
    joins: str = ""
    """the sides on which the token continues in the next square: letters of ``left``, ``right``, ``top``, ``bottom``"""


class StripLayout:
    """The layout of the scenes of some states, which all scenes share."""

    def __init__(self, builder: TaskSceneBuilder, states: Sequence[PddlState]) -> None:
        self.builder, self.pictures = builder, builder.pictures
        self._scenes = [builder.list_standing_tokens(state) for state in states]
        self._capacities = builder.find_capacities()
        places = builder.places
        phrase = builder.sentences.object_phrase
        self._names = [capitalize(phrase(place)) if self.pictures.named else "" for place in places]
        tokens = {one.token for scene in self._scenes for one in scene}
        self._chip_width = max((_measure_chip(token) for token in tokens if token.shape != "note"), default=CHIP_HEIGHT)
        notes = max((measure_text(token.label, FONT_SIZE) for token in tokens if token.shape == "note"), default=0)
        self._widest = max(notes, *(measure_text(name, FONT_SIZE) * BOLD_FACTOR for name in self._names), 64)
        self._squares = [
            parse_square_position(name, rank, self.pictures.rightwards) for rank, name in enumerate(places)
        ]
        self.has_exit = any(token.shape == "exit" for token in tokens)
        self.drawn = [self._draw_scene(scene) for scene in self._scenes]

    def make_values(self) -> dict[str, Any]:
        """Return the values of the template: the boxes of the places, and the tokens in each scene."""
        places, kind = self.builder.places, self.pictures.kind
        wide, high = self._measure_place()
        gap = 0 if kind == "grid" else CHIP_GAP
        at = [(0, -rank) if self.pictures.upwards else (rank, 0) for rank in range(len(places))]
        at = self._squares if kind == "grid" else at
        left, top = map(min, zip(*at or [(0, 0)], strict=True))
        frame = FRAME_WIDTH if self.pictures.walls and kind == "grid" else 0
        corners = [(frame + (x - left) * (wide + gap), frame + (y - top) * (high + gap)) for x, y in at]
        width, height = map(max, zip(*corners or [(0, 0)], strict=True))
        grounds = [(place, name, *corner) for place, name, corner in zip(places, self._names, corners, strict=True)]
        return {
            "kind": kind,
            "ground": self.pictures.ground,
            "frame": frame,
            "scenes": [
                {place: [one for where, one in scene if where == place] for place in places} for scene in self.drawn
            ],
            "grounds": grounds,
            "capacities": self._capacities,
            "place": (wide, high),
            "liter": self._liter_height,
            "width": width + wide + frame + (EXIT_WIDTH if self.has_exit else 0),
            "height": height + high + frame,
        }

    @property
    def _liter_height(self) -> float:
        largest = max((one.amount for scene in self.drawn for _, one in scene), default=1)
        return min(LITER_HEIGHT, MAX_VESSEL_HEIGHT / max(largest, *self._capacities.values(), 1))

    def _measure_place(self) -> tuple[int, int]:
        """Return the width and the height of each place."""
        bottom = max((one.top + one.height for scene in self.drawn for _, one in scene), default=0)
        match self.pictures.kind:
            case "grid":
                return self._square_width, CELL_SIZE
            case "stacks":
                most = max((-one.top for scene in self.drawn for _, one in scene), default=0)
                return self._stack_width, math.ceil(HEADING_HEIGHT + most + PADDING)
            case "vessels":
                most = max(
                    [one.amount for scene in self.drawn for _, one in scene] + [*self._capacities.values()], default=1
                )
                return math.ceil(max(VESSEL_WIDTH, self._widest + PADDING)), math.ceil(
                    HEADING_HEIGHT + most * self._liter_height + 2 * PADDING + 16
                )
            case _:
                return math.ceil(self._place_width), math.ceil(max(bottom, HEADING_HEIGHT + CHIP_HEIGHT) + PADDING)

    @property
    def _square_width(self) -> int:
        return COLUMN_WIDTH if len({column for column, _ in self._squares}) == 1 < len(self._squares) else CELL_SIZE

    @property
    def _stack_width(self) -> int:
        return math.ceil(max(self._chip_width * 1.6, self._widest) + 2 * PADDING)

    @property
    def _beside(self) -> int:
        """The number of tokens beside each other at a place."""
        return 2 if self._chip_width > CHIP_HEIGHT else 6

    @property
    def _place_width(self) -> float:
        content = self._beside * (self._chip_width + CHIP_GAP) + 2 * PADDING
        return max(content, self._widest) + 2 * PADDING

    def _draw_scene(self, scene: Sequence[StandingToken]) -> list[tuple[str, DrawnToken]]:
        """Return the tokens of a scene with their places and boxes.

        Tops in stacks are measured from the ground.
        """
        drawn = list[tuple[str, DrawnToken]]()
        for place in self.builder.places:
            here = [one for one in scene if one.place == place]
            drawn += [(place, one) for one in self._draw_place(place, here, scene)]
        return drawn

    def _draw_place(
        self, place: str, here: Sequence[StandingToken], scene: Sequence[StandingToken]
    ) -> list[DrawnToken]:
        match self.pictures.kind:
            case "grid":
                return [self._draw_on_square(one, scene) for one in here]
            case "stacks":
                width = self._stack_width - 16
                sizes = [width * min(one.token.share, 1) for one in here]
                lefts = [(self._stack_width - size) / 2 for size in sizes]
                return [
                    DrawnToken(one.token, round(left, 1), -BLOCK_HEIGHT * number, round(size, 1), BLOCK_HEIGHT - 2)
                    for number, (one, left, size) in enumerate(zip(here, lefts, sizes, strict=True), 1)
                ]
            case "vessels":
                tokens = {one.token for one in here}
                capacity = self._capacities.get(place, 0)
                return [DrawnToken(token, 0, 0, 0, 0, len(here), capacity) for token in tokens]
            case _:
                return self._draw_chips(here)

    def _draw_on_square(self, one: StandingToken, scene: Sequence[StandingToken]) -> DrawnToken:
        inset = 2 if one.token.shape in ("ring", "target", "exit") else 5
        room = (self._square_width - 2 * inset) * min(one.token.share, 1)
        joins = ""
        if self.pictures.shows[one.token.entry].joined:
            squares = dict(zip(self.builder.places, self._squares, strict=True))
            column, row = squares[one.place]
            others = {
                squares[other.place]
                for other in scene
                if other.place in squares and (other.thing, other.token.entry) == (one.thing, one.token.entry)
            }
            sides = {"l": (-1, 0), "r": (1, 0), "t": (0, -1), "b": (0, 1)}
            joins = "".join(side for side, (x, y) in sides.items() if (column + x, row + y) in others)
        left = round((self._square_width - room) / 2, 1)
        return DrawnToken(one.token, left, inset, round(room, 1), CELL_SIZE - 2 * inset, joins=joins)

    def _draw_chips(self, here: Sequence[StandingToken]) -> list[DrawnToken]:
        """Return the tokens at a place in rows; the things in another thing are drawn inside its box."""
        drawn, top = list[DrawnToken](), float(HEADING_HEIGHT)
        across, step = self._chip_width, CHIP_HEIGHT + CHIP_GAP
        free = list[ObjectToken]()
        for one in here:
            inner = self._find_contents(one, here)
            if self._is_inside(one, here):
                continue
            if not inner and not self._may_contain(one):
                free.append(one.token)
                continue
            rows = math.ceil(len(inner) / self._beside)
            box = self._place_width - 2 * PADDING
            drawn.append(DrawnToken(one.token, PADDING, top, box, CHIP_HEIGHT + rows * step + CHIP_GAP * (rows > 0)))
            for number, token in enumerate(inner):
                left = 2 * PADDING + number % self._beside * (across + CHIP_GAP)
                drawn.append(DrawnToken(token, left, top + step + number // self._beside * step, across, CHIP_HEIGHT))
            top += CHIP_HEIGHT + rows * step + 2 * CHIP_GAP
        chips = [token for token in free if token.shape != "note"]
        for number, token in enumerate(chips):
            left = PADDING + number % self._beside * (across + CHIP_GAP)
            drawn.append(DrawnToken(token, left, top + number // self._beside * step, across, CHIP_HEIGHT))
        top += math.ceil(len(chips) / self._beside) * step
        for token in (token for token in free if token.shape == "note"):
            drawn.append(DrawnToken(token, PADDING, top, self._place_width - 2 * PADDING, CHIP_HEIGHT))
            top += CHIP_HEIGHT
        return drawn

    def _may_contain(self, one: StandingToken) -> bool:
        """Return whether other things may be drawn inside a thing."""
        own = self.pictures.shows[one.token.entry].name
        return own is not None and any(table.inside == own for table in self.pictures.shows)

    def _is_inside(self, one: StandingToken, here: Sequence[StandingToken]) -> bool:
        return one.level > 0 and any(
            one.token in self._find_contents(other, here) for other in here if other is not one
        )

    def _find_contents(self, one: StandingToken, here: Sequence[StandingToken]) -> list[ObjectToken]:
        """Return the tokens of the things at a place that are inside a thing."""
        own = self.pictures.shows[one.token.entry].name
        return [
            other.token
            for other in here
            if other is not one
            and (
                (one.thing and other.support == one.thing)
                or (own and self.pictures.shows[other.token.entry].inside == own)
            )
        ]


def _measure_chip(token: ObjectToken) -> int:
    """Return the width of a token with its label in pixels."""
    return math.ceil(measure_text(token.label, FONT_SIZE) * BOLD_FACTOR + 26) if token.label else CHIP_HEIGHT
