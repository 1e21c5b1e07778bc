"""Thumbnails: small pictures of the states of a planning task, as drawn in state graphs.

They show the same things as the scenes of solutions (`task_scenes`), in less room: squares are smaller, and only
places have names.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ferryplan.generator.drawing import THUMBNAIL_FONT_SIZE, StateThumbnails
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.scene_data import parse_square_position
from ferryplan.generator.tasks.task_scenes import ObjectToken, TaskSceneBuilder
from ferryplan.generator.templates import render_template
from ferryplan.generator.text_metrics import measure_text, shorten_middle
from ferryplan.generator.wording import capitalize

ROW_HEIGHT, GAP, PADDING, MIN_WIDTH = 15, 2, 3, 10
"""in pixels: the height of a token, the gap between tokens and between places, the room around the tokens of a place, the
smallest width of a token"""
MIN_CELL = 18
"""the smallest side of a square in a grid, in pixels"""
WIDEST_THING = 44
"""the width of the widest thing in pixels, if things differ in width"""
MAX_LABEL_LENGTH = 20
"""the largest number of characters in a label; a longer label loses its middle"""
MARGIN_OF_ERROR, BOLD = 1.06, 1.2
"""the factors by which names and bold labels may be wider than estimated"""
MAX_TOKENS = 8
"""the largest number of tokens that are drawn in one place"""
MAX_PLACES_IN_ROW = 3
"""the largest number of places beside each other, unless they are bases of stacks"""


def draw_thumbnails(instance: TaskInstance, states: Sequence[PddlState]) -> StateThumbnails:
    """Return small scenes of states of a task whose puzzle file has pictures."""
    builder = instance.get_or_make(TaskSceneBuilder)
    scenes = [builder.make_scene(state) for state in states]
    layout = _ThumbnailLayout(builder, scenes)
    tokens = [*dict.fromkeys(token for scene in scenes for held in scene.values() for token in held)]
    numbers = {token: number for number, token in enumerate(tokens)}
    values = {
        "kind": layout.kind,
        "place": (layout.place_width, layout.place_height),
        "beside": layout.tokens_in_row > 1,
        "grounds": [(name, *corner) for name, corner in zip(layout.names, layout.corners, strict=True)],
        "tokens": [(token, layout.shorten_label(token), *layout.size_of_token(token)) for token in tokens],
    }
    definitions = render_template("classical/pictures/thumbnails.svg.j2", values)
    pictures = []
    for scene in scenes:
        drawn = ['<use href="#ground"/>']
        for place, corner in zip(builder.places, layout.corners, strict=True):
            for at, token in enumerate(scene[place][:MAX_TOKENS]):
                x, y = layout.position_of_token(token, at)
                drawn.append(f'<use href="#t{numbers[token]}" x="{corner[0] + x:g}" y="{corner[1] + y:g}"/>')
        pictures.append("".join(drawn))
    return StateThumbnails(layout.width, layout.height, definitions, pictures)


class _ThumbnailLayout:
    """The sizes and positions in thumbnails, which all states share."""

    def __init__(self, builder: TaskSceneBuilder, scenes: Sequence[dict[str, list[ObjectToken]]]) -> None:
        pictures, count = builder.pictures, len(builder.places)
        self.kind: str = pictures.kind
        tokens = {token for scene in scenes for held in scene.values() for token in held}
        differ_in_width = any(token.share < 1 for token in tokens)
        self.token_width = max((self._measure_label(token) for token in tokens), default=MIN_WIDTH)
        if differ_in_width:
            self.token_width = max(self.token_width, WIDEST_THING)
        names = [capitalize(builder.sentences.object_phrase(place)) for place in builder.places]
        self.names = names if self.kind == "places" and pictures.named else [""] * count
        named = max((measure_text(name, THUMBNAIL_FONT_SIZE) * MARGIN_OF_ERROR for name in self.names), default=0.0)
        most = max((min(len(held), MAX_TOKENS) for scene in scenes for held in scene.values()), default=0)
        self.first, self.tokens_in_row, gap = (PADDING, PADDING), 1, GAP
        """the position of the first token in a place, and the number of tokens beside each other"""
        columns = count if self.kind == "stacks" or count <= MAX_PLACES_IN_ROW else math.ceil(math.sqrt(count))
        spots = [(rank % columns, rank // columns) for rank in range(count)]
        if self.kind == "grid":
            spots, gap = (
                [
                    parse_square_position(place, rank, builder.pictures.rightwards)
                    for rank, place in enumerate(builder.places)
                ],
                0,
            )
            self.place_width = math.ceil(max(MIN_CELL, self.token_width + 2 * GAP))
            self.place_height = MIN_CELL if differ_in_width else self.place_width
        elif pictures.upwards:
            spots, self.tokens_in_row = [(0, -rank) for rank in range(count)], 2
            self.first = (math.ceil(named) + 2 * PADDING, PADDING)
            self.place_width = self.first[0] + math.ceil(2 * (self.token_width + GAP)) + PADDING
            self.place_height = max(1, math.ceil(most / 2)) * (ROW_HEIGHT + GAP) + 2 * PADDING - GAP
        else:
            self.first = (PADDING, PADDING + ROW_HEIGHT if any(self.names) else PADDING)
            self.place_width = math.ceil(max(self.token_width, named) + 2 * PADDING)
            self.place_height = self.first[1] + max(1, most) * (ROW_HEIGHT + GAP) - GAP + PADDING
        left, top = (min(axis) for axis in zip(*spots or [(0, 0)], strict=True))
        self.corners = [
            ((x - left) * (self.place_width + gap), (y - top) * (self.place_height + gap)) for x, y in spots
        ]
        right, bottom = (max(axis) for axis in zip(*self.corners or [(0, 0)], strict=True))
        self.width, self.height = right + self.place_width, bottom + self.place_height

    def shorten_label(self, token: ObjectToken) -> str:
        """Return the label of a token, as far as it fits a thumbnail."""
        return shorten_middle(token.label, MAX_LABEL_LENGTH)

    def _measure_label(self, token: ObjectToken) -> float:
        label = self.shorten_label(token)
        return max(MIN_WIDTH, measure_text(label, THUMBNAIL_FONT_SIZE) * BOLD + 4 if label else 0)

    def size_of_token(self, token: ObjectToken) -> tuple[float, float]:
        """Return the width and the height of a token."""
        inset = 1 if token.shape == "ring" else GAP
        if self.kind == "grid":
            width = (self.place_width - 2 * inset) * min(token.share, 1)
            return round(max(width, self._measure_label(token)), 1), self.place_height - 2 * inset
        share = min(token.share, 1) if self.kind == "stacks" else 1
        return round(max(self.token_width * share, self._measure_label(token)), 1), ROW_HEIGHT

    def position_of_token(self, token: ObjectToken, number: int) -> tuple[float, float]:
        """Return the upper left corner of a token within its place.

        ``number`` is the number of tokens below it or before it.
        """
        width, height = self.size_of_token(token)
        left = round((self.place_width - width) / 2, 1)
        if self.kind == "grid":
            return left, (self.place_height - height) / 2
        row, column = divmod(number, self.tokens_in_row)
        if self.kind == "stacks":
            return left, self.place_height - PADDING - ROW_HEIGHT - row * (ROW_HEIGHT + GAP)
        return self.first[0] + round(column * (self.token_width + GAP), 1), self.first[1] + row * (ROW_HEIGHT + GAP)
