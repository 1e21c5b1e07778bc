"""A result as a picture in SVG with a line for each traveler: places are lanes, time goes to the right.

Of more than 60 travelers the numbers of each kind are written where they are, instead of lines.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from operator import or_
from typing import Any, NamedTuple

from ferryplan.generator.crossing.instance import Crossing, State
from ferryplan.generator.crossing.pictures.scenes import Cast, check_length, instance_of, scenes, shores_of
from ferryplan.generator.crossing.pictures.strip import legend_chips
from ferryplan.generator.crossing.schedule import Schedule, clock
from ferryplan.generator.lettering import shortened, text_width
from ferryplan.generator.masks import members
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render
from ferryplan.generator.wording import capital

ROW, PAD, WATER = 16, 10, 64
"""the height of a line's row, the space above and below the rows of a lane, the water between lanes"""
TOP, TITLE, FONT, LEGEND = 84, 18, 12, 22
"""where the lanes begin, the size of the title and of other letters, the height of a legend"""
LEAST_STEP, LEAST_NAMED, WIDEST = 30, 60, 3000
"""how far apart what happens is drawn at least, how long a line is that is named between its ends, how wide a schedule may become"""


class Trip(NamedTuple):
    """A crossing on the axis of the picture."""

    departure: float
    landing: float
    move: Crossing


class Axis(NamedTuple):
    """From crossings or times to the horizontal."""

    trips: tuple[Trip, ...]
    ticks: tuple[tuple[float, str], ...]
    """where a thin line marks what is written below it"""
    heads: tuple[tuple[float, str], ...]
    """what is written above"""
    stops: tuple[tuple[float, tuple[int, ...]], ...]
    """where the situation is read off, with the companies there"""
    unit: str
    """what the ticks count"""
    length: float
    """the last moment"""
    scale: float
    """pixels for each unit"""


class Lane(NamedTuple):
    """A place in the picture."""

    place: int
    symbol: str
    name: str
    y: float
    height: float
    rows: dict[tuple[str, int], float]
    """the height of each boat's line, and of each traveler's or kind's"""


def draw_timeline(solution: Solution[State, Crossing], words: str = "") -> str:
    """Return the timeline of a solution or a schedule; ``words`` stand below the title. Raises PictureError for too many crossings."""
    check_length(solution)
    instance = instance_of(solution)
    cast = Cast(instance)
    axis = _axis_of_schedule(solution) if isinstance(solution, Schedule) else _axis_of_crossings(solution)
    legend = legend_chips(instance)
    top = TOP + LEGEND if legend else TOP
    lanes = _lanes(cast, axis, top)
    labels = (
        [traveller.name for traveller in instance.travellers] if cast.named else [names[1] for names in instance.kinds]
    )
    labels += ["boat 1", *(vessel.name for vessel in instance.fleet)]
    margin = max(text_width(shortened(label), FONT) for label in labels) * 1.05 + 34
    left, bottom = 44.0, lanes[-1].y + lanes[-1].height
    start = left + margin
    last = start + axis.length * axis.scale
    right = last + margin

    def x(moment: float) -> float:
        return round(start + moment * axis.scale, 1)

    picture = {
        "title": instance.title,
        "verdict": words,
        "told": " ".join(scene.text for scene in scenes(solution) if scene.rests),
        "width": math.ceil(max(right + 16, text_width(instance.title, TITLE) + 32, text_width(words, FONT) + 32)),
        "height": math.ceil(bottom + 36),
        "left": left,
        "right": round(right, 1),
        "top": top,
        "legend": legend,
        "bottom": bottom,
        "lanes": lanes,
        "axis": axis,
        "x": x,
    }
    ends = (start - 12, last + 12)
    boats: list[dict[str, Any]] = [
        {"number": boat + 1, "name": shortened(instance.boat_name(boat))}
        | _line(lanes, axis, x, ends, ("boat", boat), instance.start.boat)
        for boat in range(instance.boats)
    ]
    homes = {index: place for place, company in enumerate(instance.start.companies) for index in members(company)}
    lines = [
        {"name": traveller.name, "label": shortened(traveller.name), "kind": cast.kinds[index]}
        | _line(lanes, axis, x, ends, ("traveller", index), homes[index])
        for index, traveller in enumerate(instance.travellers)
        if cast.named
    ]
    rows = [] if cast.named else _numbers(lanes, axis, x, cast, start - 12)
    return render("crossing/pictures/timeline.svg.j2", picture | {"boats": boats, "lines": lines, "rows": rows})


def _axis_of_crossings(solution: Solution[State, Crossing]) -> Axis:
    steps, instance = solution.steps, instance_of(solution)
    rests = [scene for scene in scenes(solution) if scene.rests]
    spent = itertools.accumulate((instance.cost(step.move.load, step.move.boat) for step in steps), initial=0)
    return Axis(
        tuple(Trip(step.number - 0.8, step.number - 0.2, step.move) for step in steps),
        tuple((number, str(cost) if instance.tariff else "") for number, cost in enumerate(spent)),
        tuple((step.number - 0.5, str(step.number)) for step in steps),
        tuple((number, scene.companies) for number, scene in enumerate(rests)),
        capital(instance.tariff.units) if instance.tariff else "",
        len(steps),
        min(64.0, max(float(LEAST_STEP), 1040 / max(1, len(steps)))),
    )


def _axis_of_schedule(schedule: Schedule) -> Axis:
    instance = schedule.instance
    stops = {0: instance.start.companies} | {int(event.time): event.companies for event in schedule.events}
    moments = sorted(stops)
    length = max(1, moments[-1])
    shortest = min((after - before for before, after in itertools.pairwise(moments)), default=1)
    scale = max(520 / length, min(LEAST_STEP / shortest, WIDEST / length))
    ticks, free = list[tuple[float, str]](), -math.inf
    for moment in moments:
        text = clock(moment, instance)
        if moment * scale >= free:
            ticks.append((moment, text))
            free = moment * scale + text_width(text, FONT) + 8
    trips = tuple(Trip(trip.departure, trip.landing, trip.move) for trip in schedule.steps)
    unit = "Time" if instance.time_unit == "minute" else capital(instance.time_unit)
    return Axis(trips, tuple(ticks), (), tuple(stops.items()), unit, length, scale)


def _lanes(cast: Cast, axis: Axis, top: float) -> list[Lane]:
    """Return the lanes from the far shore, at the top, to the near one, with a row for each boat and traveler that is ever there."""
    instance, lanes, y = cast.instance, list[Lane](), float(top)
    shores, moves = shores_of(instance), [trip.move for trip in axis.trips]
    for place in (shores.right, *reversed(shores.islands), shores.left):
        here = [companies[place] for _, companies in axis.stops]
        here += [move.load for move in moves if place in (move.origin, move.destination)]
        ever = functools.reduce(or_, here)
        landing = {move.boat for move in moves if move.destination == place}
        boats = [("boat", boat) for boat in range(instance.boats) if place == instance.start.boat or boat in landing]
        travellers = [("traveller", index) for index in members(ever)]
        if not cast.named:
            travellers = [("kind", kind) for kind, mask in enumerate(cast.masks) if ever & mask]
        keys = [*boats, *travellers] if place == shores.left else [*travellers, *boats]
        rows = {key: y + PAD + ROW * (number + 0.5) for number, key in enumerate(keys)}
        height = 2 * PAD + ROW * max(2, len(keys))
        lanes.append(Lane(place, instance.places[place].symbol, capital(instance.places[place].name), y, height, rows))
        y += height + WATER
    return lanes


def _line(
    lanes: Sequence[Lane], axis: Axis, x: Any, ends: tuple[float, float], key: tuple[str, int], home: int
) -> dict[str, Any]:
    """Return the path of a line from its home on, where it stays long enough to be named once more, and its two ends."""
    heights = {lane.place: lane.rows[key] for lane in lanes if key in lane.rows}
    kind, index = key
    trips = [one for one in axis.trips if (one.move.boat == index if kind == "boat" else one.move.load >> index & 1)]
    path, place = f"M{ends[0]:.1f},{heights[home]:.1f}", home
    for trip in trips:
        start, end = x(trip.departure), x(trip.landing)
        here, there, middle = heights[trip.move.origin], heights[trip.move.destination], (start + end) / 2
        path += f" L{start},{here:.1f} C{middle:.1f},{here:.1f} {middle:.1f},{there:.1f} {end},{there:.1f}"
        place = trip.move.destination
    stays = [
        {"x": x(trip.landing), "y": heights[trip.move.destination] - 3}
        for trip, after in itertools.pairwise(trips)
        if x(after.departure) - x(trip.landing) > LEAST_NAMED
    ]
    return {
        "path": f"{path} L{ends[1]:.1f},{heights[place]:.1f}",
        "stays": stays,
        "ends": [
            {"x": round(ends[0], 1), "text": round(ends[0] - 8, 1), "y": heights[home], "anchor": "end"},
            {"x": round(ends[1], 1), "text": round(ends[1] + 8, 1), "y": heights[place], "anchor": "start"},
        ],
    }


def _numbers(lanes: Sequence[Lane], axis: Axis, x: Any, cast: Cast, margin: float) -> list[dict[str, Any]]:
    """Return for each lane and kind how many there are at each stop."""
    instance = cast.instance
    return [
        {
            "place": lane.symbol,
            "name": instance.kinds[kind][0],
            "label": shortened(instance.kinds[kind][1]),
            "kind": kind,
            "y": height,
            "mark": round(margin - 4, 1),
            "text": round(margin - 14, 1),
            "numbers": [
                {"x": x(moment), "text": (companies[lane.place] & cast.masks[kind]).bit_count() or "·"}
                for moment, companies in axis.stops
            ],
        }
        for lane in lanes
        for (what, kind), height in lane.rows.items()
        if what == "kind"
    ]
