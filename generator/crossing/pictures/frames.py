"""How a frame of the strip is laid out: lands, tokens, boats, the way that a boat goes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ferryplan.generator.crossing.pictures.scenes import Boat, Cast, Scene, Shores, Token, shores_of, sign_of
from ferryplan.generator.drawing import CHIP, FONT, GAP, HEADING, PAD
from ferryplan.generator.lettering import shortened, text_width
from ferryplan.generator.wording import capital

HULL, SKY, LONGEST_PLACE = 15, 20, 28
"""the height of a boat, what lies above the scenery, the longest name of a place that is written out"""


class Chip(NamedTuple):
    """A token with its place in the picture."""

    x: float
    y: float
    width: float
    height: float
    label: str
    name: str
    kind: int


class Land(NamedTuple):
    """The ground of a place, within a frame."""

    x: float
    y: float
    width: float
    height: float
    corner: int
    name: str

    @property
    def middle(self) -> float:
        """Where its name is centered."""
        return self.x + self.width / 2


def chips_of(tokens: Sequence[Token], x: float, y: float, width: float, columns: int) -> list[Chip]:
    """Return tokens in rows of so many columns, from a corner on."""
    return [
        Chip(
            round(x + index % columns * (width + GAP), 1), round(y + index // columns * (CHIP + GAP), 1),
            width, CHIP, shortened(token.label), token.label, token.kind,
        )
        for index, token in enumerate(tokens)
    ]  # fmt: skip


def chip_width(tokens: Sequence[Token]) -> float:
    """Return the width that all of these tokens fit into."""
    return round(max(text_width(shortened(token.label), FONT) for token in tokens) * 1.06 + 26, 1)


def _columns(count: int, width: float) -> int:
    """Return in how many columns so many tokens stand best: about as wide as high."""
    return max(1, round(math.sqrt(count * (CHIP + GAP) / width) * 0.9))


class Layout:
    """Where everything is within a frame."""

    def __init__(self, cast: Cast, shown: Sequence[Scene]) -> None:
        """Lay out frames that have room for each of the scenes."""
        instance, shores = cast.instance, shores_of(cast.instance)
        boats = [cast.tokens(boat.load) for scene in shown for boat in scene.boats]
        ashore = [[cast.tokens(scene.companies[place]) for scene in shown] for place in range(len(instance.places))]
        self.cast = cast
        self.chip = chip = chip_width([token for tokens in (*boats, *itertools.chain(*ashore)) for token in tokens])
        """the width of a token"""
        most = [max(map(len, companies)) for companies in ashore]
        self.columns = [_columns(count, chip) for count in most]
        """for each place, how many tokens stand side by side"""
        names = [shortened(capital(place.name), LONGEST_PLACE) for place in instance.places]
        grounds = [
            Land(0, 0, max(64.0, wide * (chip + GAP) - GAP + 2 * PAD, text_width(name, FONT) * 1.1 + 2 * PAD),
                 HEADING + math.ceil(max(1, count) / wide) * (CHIP + GAP) + PAD, 6, name)
            for count, wide, name in zip(most, self.columns, names, strict=True)
        ]  # fmt: skip
        most_aboard = max(map(len, boats))
        self.aboard = max(1, min(most_aboard, 3 if most_aboard <= 6 else _columns(most_aboard, chip)))
        """how many tokens stand side by side in a boat"""
        self.hull = max(64.0, self.aboard * (chip + GAP) + 10)
        """the width of a boat"""
        lane = math.ceil(most_aboard / self.aboard) * (CHIP + GAP) + HULL + 12
        self.lands, self.height = _placed(grounds, shores, self.hull, lane * instance.boats)
        """for each place; the height is that of the scenery, below the heading"""
        lowest = SKY + self.height - 10 - HULL
        self.waterlines = [lowest - lane * (instance.boats - 1 - number) for number in range(instance.boats)]
        """for each boat"""
        self.width = self.lands[shores.right].x + self.lands[shores.right].width

    def places(self, scene: Scene) -> list[dict[str, Any]]:
        """Return for each place its symbol and the tokens on it."""
        places = zip(self.cast.instance.places, scene.companies, self.lands, self.columns, strict=True)
        return [
            {
                "symbol": place.symbol,
                "chips": chips_of(self.cast.tokens(company), land.x + PAD, land.y + HEADING, self.chip, columns),
            }
            for place, company, land, columns in places
        ]

    def boat(self, number: int, boat: Boat) -> dict[str, Any]:
        """Return a boat, given with its index, with those aboard, and the way that it goes."""
        tokens, line, places = self.cast.tokens(boat.load), self.waterlines[number], self.cast.instance.places
        start, end = self._dock(boat.origin, line), self._dock(boat.destination, line)
        shore = self.shore
        middle = min(max((start[0] + end[0]) / 2, shore[0] + self.hull / 2 + 4), shore[1] - self.hull / 2 - 4)
        rows = math.ceil(len(tokens) / self.aboard)
        wide = min(len(tokens), self.aboard) * (self.chip + GAP) - GAP
        return {
            "number": number + 1,
            "sign": sign_of(self.cast.instance, number),
            "origin": places[boat.origin].symbol,
            "destination": places[boat.destination].symbol,
            "left": round(middle - self.hull / 2, 1),
            "middle": round(middle, 1),
            "width": round(self.hull, 1),
            "top": round(line, 1),
            "chips": chips_of(tokens, middle - wide / 2, line - rows * (CHIP + GAP) + 1, self.chip, self.aboard),
            "way": None if boat.moored else (*start, *end, line + 5),
        }

    @property
    def shore(self) -> tuple[float, float]:
        """Where the water begins and ends."""
        shores = shores_of(self.cast.instance)
        return self.lands[shores.left].width, self.lands[shores.right].x

    def _dock(self, place: int, line: float) -> tuple[float, float]:
        """Return the point at which boats land: at the waterline of a shore, or below an island."""
        shores, land = shores_of(self.cast.instance), self.lands[place]
        if place == shores.left:
            return land.width + 4, line + 5
        return (land.x - 4, line + 5) if place == shores.right else (land.middle, land.y + land.height + 3)


def _placed(grounds: Sequence[Land], shores: Shores, boat: float, lanes: float) -> tuple[tuple[Land, ...], float]:
    """Return the lands where they belong, and the height of the scenery: shores at the sides, islands above the lanes of the boats."""
    left, right, islands = grounds[shores.left], grounds[shores.right], [grounds[place] for place in shores.islands]
    shoals = sum(island.width + 16 for island in islands) + 16 if islands else 0
    middle = max(shoals, 2 * boat + 48 if islands else boat + 56)  # a boat half-way to an island is clear of the shore
    tallest = max((island.height for island in islands), default=0)
    height = max(8 + tallest + lanes + 10, left.height, right.height, 76)
    placed = list(grounds)
    placed[shores.left] = left._replace(y=SKY, height=height)
    placed[shores.right] = right._replace(x=left.width + middle, y=SKY, height=height)
    x = left.width + (middle - shoals) / 2 + 16
    for place, island in zip(shores.islands, islands, strict=True):
        placed[place] = island._replace(x=x, y=SKY + 8, height=tallest, corner=14)
        x += island.width + 16
    return tuple(placed), height
