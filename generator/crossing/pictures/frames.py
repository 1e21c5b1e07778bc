"""The layout of the frames of a strip: places, tokens of travelers, boats and their courses."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ferryplan.generator.crossing.pictures.scenes import (
    CrossingScene,
    PictureToken,
    SceneBoat,
    ShorePlaces,
    TravelerTokenMaker,
    find_shores,
    format_boat_sign,
    is_bridge,
)
from ferryplan.generator.drawing import CHIP_GAP, CHIP_HEIGHT, FONT_SIZE, HEADING_HEIGHT, PADDING
from ferryplan.generator.text_metrics import measure_text, shorten_middle
from ferryplan.generator.wording import capitalize

HULL_HEIGHT, TORCH_HEIGHT, SKY_HEIGHT, MAX_PLACE_NAME_LENGTH = 15, 30, 20, 28
"""the heights of a boat and of a torch, the space above the scenery, the greatest length of a place name that is not shortened"""


class PlacedChip(NamedTuple):
    """A token of one or several travelers with its rectangle in the picture."""

    x: float
    y: float
    width: float
    height: float
    label: str
    """the text on the token, shortened if it is long"""
    name: str
    """the whole text"""
    kind: int
    """index into ``Instance.kinds``"""


class LandRectangle(NamedTuple):
    """The rectangle that a place (a bank or an island) covers in a frame."""

    x: float
    y: float
    width: float
    height: float
    corner: int
    name: str

    @property
    def center_x(self) -> float:
        """The horizontal center of the rectangle, where the place's name stands."""
        return self.x + self.width / 2


def lay_out_chips(tokens: Sequence[PictureToken], x: float, y: float, width: float, columns: int) -> list[PlacedChip]:
    """Return tokens with their rectangles, in rows of ``columns`` tokens.

    The first token's upper left corner is at (x, y); each token has this width.
    """
    return [
        PlacedChip(
            round(x + index % columns * (width + CHIP_GAP), 1), round(y + index // columns * (CHIP_HEIGHT + CHIP_GAP), 1),
            width, CHIP_HEIGHT, shorten_middle(token.label), token.label, token.kind,
        )
        for index, token in enumerate(tokens)
    ]  # fmt: skip


def measure_chip_width(tokens: Sequence[PictureToken]) -> float:
    """Return the width in pixels that fits the label of each of these tokens."""
    return round(max(measure_text(shorten_middle(token.label), FONT_SIZE) for token in tokens) * 1.06 + 26, 1)


def _choose_column_count(count: int, width: float) -> int:
    """Return the number of columns that makes a block of ``count`` tokens about as wide as it is high."""
    return max(1, round(math.sqrt(count * (CHIP_HEIGHT + CHIP_GAP) / width) * 0.9))


class FrameLayout:
    """The layout of places and boats that all frames of a strip share."""

    def __init__(self, token_maker: TravelerTokenMaker, scenes: Sequence[CrossingScene]) -> None:
        """Compute a layout with room for each of the scenes."""
        instance, shores = token_maker.instance, find_shores(token_maker.instance)
        boats = [token_maker.make_tokens(boat.load) for scene in scenes for boat in scene.boats]
        ashore = [
            [token_maker.make_tokens(scene.companies[place]) for scene in scenes]
            for place in range(len(instance.places))
        ]
        self.token_maker = token_maker
        self.chip_width = chip = measure_chip_width(
            [token for tokens in (*boats, *itertools.chain(*ashore)) for token in tokens]
        )
        """the width of a token"""
        most = [max(map(len, companies)) for companies in ashore]
        self.columns = [_choose_column_count(count, chip) for count in most]
        """for each place, the number of tokens side by side"""
        names = [shorten_middle(capitalize(place.name), MAX_PLACE_NAME_LENGTH) for place in instance.places]
        grounds = [
            LandRectangle(0, 0, max(64.0, wide * (chip + CHIP_GAP) - CHIP_GAP + 2 * PADDING, measure_text(name, FONT_SIZE) * 1.1 + 2 * PADDING),
                 HEADING_HEIGHT + math.ceil(max(1, count) / wide) * (CHIP_HEIGHT + CHIP_GAP) + PADDING, 6, name)
            for count, wide, name in zip(most, self.columns, names, strict=True)
        ]  # fmt: skip
        most_aboard = max(map(len, boats))
        self.boat_columns = max(1, min(most_aboard, 3 if most_aboard <= 6 else _choose_column_count(most_aboard, chip)))
        """the number of tokens that lie side by side in a boat"""
        self.hull_width = max(64.0, self.boat_columns * (chip + CHIP_GAP) + 10)
        """the width of a boat"""
        hull_height = TORCH_HEIGHT if is_bridge(instance) else HULL_HEIGHT
        self.course_depth = hull_height // 3
        """the height of a boat's course below its waterline"""
        chips_height = math.ceil(most_aboard / self.boat_columns) * (CHIP_HEIGHT + CHIP_GAP)
        lane = chips_height + hull_height + 12
        self.lands, self.height = _lay_out_lands(grounds, shores, self.hull_width, lane * instance.boats)
        """the land of each place; `height` is the height of the scenery, below the heading"""
        lowest = SKY_HEIGHT + self.height - 10 - hull_height
        self.waterlines = [lowest - lane * (instance.boats - 1 - number) for number in range(instance.boats)]
        """the height of the waterline of each boat"""
        self.bridge = (self.waterlines[0] - chips_height - 5, lowest + hull_height + 5) if is_bridge(instance) else None
        """the upper and lower edge of the bridge, if the travelers walk over one instead of sailing"""
        self.width = self.lands[shores.right].x + self.lands[shores.right].width

    def lay_out_places(self, scene: CrossingScene) -> list[dict[str, Any]]:
        """Return the PDDL name (``symbol``) and the tokens on land (``chips``) of each place in a scene."""
        places = zip(self.token_maker.instance.places, scene.companies, self.lands, self.columns, strict=True)
        return [
            {
                "symbol": place.symbol,
                "chips": lay_out_chips(
                    self.token_maker.make_tokens(company),
                    land.x + PADDING,
                    land.y + HEADING_HEIGHT,
                    self.chip_width,
                    columns,
                ),
            }
            for place, company, land, columns in places
        ]

    def lay_out_boat(self, number: int, boat: SceneBoat) -> dict[str, Any]:
        """Return the template values of a boat in a scene: its label, position, tokens aboard, and course.

        ``number`` is the index of the boat.
        """
        tokens, line, places = (
            self.token_maker.make_tokens(boat.load),
            self.waterlines[number],
            self.token_maker.instance.places,
        )
        start, end = self._find_dock(boat.origin, line), self._find_dock(boat.destination, line)
        shore = self.shorelines
        middle = min(
            max((start[0] + end[0]) / 2, shore[0] + self.hull_width / 2 + 4), shore[1] - self.hull_width / 2 - 4
        )
        rows = math.ceil(len(tokens) / self.boat_columns)
        wide = min(len(tokens), self.boat_columns) * (self.chip_width + CHIP_GAP) - CHIP_GAP
        return {
            "number": number + 1,
            "sign": format_boat_sign(self.token_maker.instance, number),
            "origin": places[boat.origin].symbol,
            "destination": places[boat.destination].symbol,
            "left": round(middle - self.hull_width / 2, 1),
            "middle": round(middle, 1),
            "width": round(self.hull_width, 1),
            "top": round(line, 1),
            "chips": lay_out_chips(
                tokens,
                middle - wide / 2,
                line - rows * (CHIP_HEIGHT + CHIP_GAP) + 1,
                self.chip_width,
                self.boat_columns,
            ),
            "way": None if boat.is_moored else (*start, *end, line + self.course_depth),
        }

    @property
    def shorelines(self) -> tuple[float, float]:
        """The horizontal positions at which the water begins and ends."""
        shores = find_shores(self.token_maker.instance)
        return self.lands[shores.left].width, self.lands[shores.right].x

    def _find_dock(self, place: int, line: float) -> tuple[float, float]:
        """Return the point (x, y) at which boats land at a place, given by its index.

        At a shore, the point is at the height ``line`` of the boat's waterline; at an island, it is below the land.
        """
        shores, land = find_shores(self.token_maker.instance), self.lands[place]
        if place == shores.left:
            return land.width + 4, line + self.course_depth
        return (
            (land.x - 4, line + self.course_depth)
            if place == shores.right
            else (land.center_x, land.y + land.height + 3)
        )


def _lay_out_lands(
    grounds: Sequence[LandRectangle], shores: ShorePlaces, boat_width: float, lanes_height: float
) -> tuple[tuple[LandRectangle, ...], float]:
    """Return the rectangle of each place at its position, and the height of the scenery.

    Each item of ``grounds`` is a rectangle that has a size but no position yet. The shores are at the sides, and the
    islands are above the lanes of the boats. ``lanes_height`` is the height of all lanes together.
    """
    left, right, islands = grounds[shores.left], grounds[shores.right], [grounds[place] for place in shores.islands]
    shoals = sum(island.width + 16 for island in islands) + 16 if islands else 0
    middle = max(
        shoals, 2 * boat_width + 48 if islands else boat_width + 56
    )  # a boat half-way to an island is clear of the shore
    tallest = max((island.height for island in islands), default=0)
    height = max(8 + tallest + lanes_height + 10, left.height, right.height, 76)
    placed = list(grounds)
    placed[shores.left] = left._replace(y=SKY_HEIGHT, height=height)
    placed[shores.right] = right._replace(x=left.width + middle, y=SKY_HEIGHT, height=height)
    x = left.width + (middle - shoals) / 2 + 16
    for place, island in zip(shores.islands, islands, strict=True):
        placed[place] = island._replace(x=x, y=SKY_HEIGHT + 8, height=tallest, corner=14)
        x += island.width + 16
    return tuple(placed), height
