"""A solution as a timeline in SVG with a line for each traveler.

Each place is a lane, and time goes to the right. If there are more than 30 travelers, the timeline has no lines but
shows the number of travelers of each kind.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from operator import or_
from typing import Any, NamedTuple

from ferryplan.generator.crossing.instance import Crossing, CrossingState
from ferryplan.generator.crossing.pictures.scenes import (
    TravelerTokenMaker,
    check_drawable_length,
    crossing_instance_of,
    find_shores,
    list_scenes,
    name_boat,
)
from ferryplan.generator.crossing.pictures.strip import make_legend_chips
from ferryplan.generator.crossing.schedule import Schedule, format_clock_time
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render_template
from ferryplan.generator.text_metrics import measure_text, shorten_middle
from ferryplan.generator.wording import capitalize

ROW_HEIGHT, LANE_PADDING, WATER_HEIGHT = 16, 10, 64
"""the height of a line's row, the space above and below the rows of a lane, the water between lanes"""
LANES_TOP, TITLE_SIZE, FONT_SIZE, LEGEND_HEIGHT = 84, 18, 12, 22
"""the top of the lanes, the size of the title and of other letters, the height of a legend"""
MIN_STEP_WIDTH, MIN_NAMED_LENGTH, MAX_SCHEDULE_WIDTH = 30, 60, 3000
"""the smallest distance of two events, the length of a line from which it has a name in the middle, the greatest width of a schedule"""


class TimelineTrip(NamedTuple):
    """A crossing with the moments of its departure and its landing on the horizontal axis."""

    departure: float
    landing: float
    move: Crossing


class TimelineAxis(NamedTuple):
    """The horizontal axis of a timeline, with the crossings and the labels along it.

    A moment on the axis is a number of crossings, or a time in a schedule.
    """

    trips: tuple[TimelineTrip, ...]
    tick_labels: tuple[tuple[float, str], ...]
    """pairs (moment, text): thin vertical lines, each with a text below"""
    head_labels: tuple[tuple[float, str], ...]
    """pairs (moment, text): the texts above the lanes"""
    companies_by_moment: tuple[tuple[float, tuple[int, ...]], ...]
    """pairs (moment, companies): a bit mask of the travelers at each place, at the moments when they change"""
    unit: str
    """the unit of the tick labels"""
    length: float
    """the last moment on the axis"""
    scale: float
    """the number of pixels per crossing or unit of time"""


class TimelineLane(NamedTuple):
    """The horizontal band of a place in a timeline, with a row for each line that may pass through it."""

    place: int
    symbol: str
    name: str
    y: float
    height: float
    rows: dict[tuple[str, int], float]
    """the vertical position of each line; keys are (``boat``, ``traveller`` or ``kind``; index)"""


def draw_timeline(solution: Solution[CrossingState, Crossing], subtitle: str = "") -> str:
    """Return the timeline of a solution or a schedule as SVG.

    ``subtitle`` is the line of text below the title. Raises PictureError for too many crossings to draw.
    """
    check_drawable_length(solution)
    instance = crossing_instance_of(solution)
    cast = TravelerTokenMaker(instance)
    axis = _make_schedule_axis(solution) if isinstance(solution, Schedule) else _make_crossing_axis(solution)
    legend = make_legend_chips(instance)
    top = LANES_TOP + LEGEND_HEIGHT if legend else LANES_TOP
    lanes = _make_lanes(cast, axis, top)
    labels = (
        [traveller.name for traveller in instance.travellers]
        if cast.shows_names
        else [names[1] for names in instance.kinds]
    )
    labels += ["boat 1", *(vessel.name for vessel in instance.fleet)]
    margin = max(measure_text(shorten_middle(label), FONT_SIZE) for label in labels) * 1.05 + 34
    left, bottom = 44.0, lanes[-1].y + lanes[-1].height
    start = left + margin
    last = start + axis.length * axis.scale
    right = last + margin

    def to_x(moment: float) -> float:
        return round(start + moment * axis.scale, 1)

    picture = {
        "title": instance.title,
        "verdict": subtitle,
        "told": " ".join(scene.text for scene in list_scenes(solution) if scene.is_resting),
        "width": math.ceil(
            max(right + 16, measure_text(instance.title, TITLE_SIZE) + 32, measure_text(subtitle, FONT_SIZE) + 32)
        ),
        "height": math.ceil(bottom + 36),
        "left": left,
        "right": round(right, 1),
        "top": top,
        "legend": legend,
        "bottom": bottom,
        "lanes": lanes,
        "axis": axis,
        "x": to_x,
    }
    ends = (start - 12, last + 12)
    boats: list[dict[str, Any]] = [
        {"number": boat + 1, "name": shorten_middle(name_boat(instance, instance.boat_name(boat)))}
        | _lay_out_line(lanes, axis, to_x, ends, ("boat", boat), instance.start.boat)
        for boat in range(instance.boats)
    ]
    homes = {index: place for place, company in enumerate(instance.start.companies) for index in mask_indices(company)}
    lines = [
        {"name": traveller.name, "label": shorten_middle(traveller.name), "kind": cast.kinds[index]}
        | _lay_out_line(lanes, axis, to_x, ends, ("traveller", index), homes[index])
        for index, traveller in enumerate(instance.travellers)
        if cast.shows_names
    ]
    rows = [] if cast.shows_names else _make_number_rows(lanes, axis, to_x, cast, start - 12)
    return render_template(
        "crossing/pictures/timeline.svg.j2", picture | {"boats": boats, "lines": lines, "rows": rows}
    )


def _make_crossing_axis(solution: Solution[CrossingState, Crossing]) -> TimelineAxis:
    steps, instance = solution.steps, crossing_instance_of(solution)
    rests = [scene for scene in list_scenes(solution) if scene.is_resting]
    spent = itertools.accumulate((instance.crossing_cost(step.move.load, step.move.boat) for step in steps), initial=0)
    return TimelineAxis(
        tuple(TimelineTrip(step.number - 0.8, step.number - 0.2, step.move) for step in steps),
        tuple((number, str(cost) if instance.tariff else "") for number, cost in enumerate(spent)),
        tuple((step.number - 0.5, str(step.number)) for step in steps),
        tuple((number, scene.companies) for number, scene in enumerate(rests)),
        capitalize(instance.tariff.units) if instance.tariff else "",
        len(steps),
        min(64.0, max(float(MIN_STEP_WIDTH), 1040 / max(1, len(steps)))),
    )


def _make_schedule_axis(schedule: Schedule) -> TimelineAxis:
    instance = schedule.instance
    stops = {0: instance.start.companies} | {int(event.time): event.companies for event in schedule.events}
    moments = sorted(stops)
    length = max(1, moments[-1])
    shortest = min((after - before for before, after in itertools.pairwise(moments)), default=1)
    scale = max(520 / length, min(MIN_STEP_WIDTH / shortest, MAX_SCHEDULE_WIDTH / length))
    ticks, free = list[tuple[float, str]](), -math.inf
    for moment in moments:
        text = format_clock_time(moment, instance)
        if moment * scale >= free:
            ticks.append((moment, text))
            free = moment * scale + measure_text(text, FONT_SIZE) + 8
    trips = tuple(TimelineTrip(trip.departure, trip.landing, trip.move) for trip in schedule.steps)
    unit = "Time" if instance.time_unit == "minute" else capitalize(instance.time_unit)
    return TimelineAxis(trips, tuple(ticks), (), tuple(stops.items()), unit, length, scale)


def _make_lanes(token_maker: TravelerTokenMaker, axis: TimelineAxis, top: float) -> list[TimelineLane]:
    """Return the lanes of all places, from the far shore at the top to the near shore at the bottom.

    A lane has a row for each boat and each traveler (or each kind) that is ever there. ``top`` is the vertical position
    of the first lane.
    """
    instance, lanes, y = token_maker.instance, list[TimelineLane](), float(top)
    shores, moves = find_shores(instance), [trip.move for trip in axis.trips]
    for place in (shores.right, *reversed(shores.islands), shores.left):
        here = [companies[place] for _, companies in axis.companies_by_moment]
        here += [move.load for move in moves if place in (move.origin, move.destination)]
        ever = functools.reduce(or_, here)
        landing = {move.boat for move in moves if move.destination == place}
        boats = [("boat", boat) for boat in range(instance.boats) if place == instance.start.boat or boat in landing]
        travellers = [("traveller", index) for index in mask_indices(ever)]
        if not token_maker.shows_names:
            travellers = [("kind", kind) for kind, mask in enumerate(token_maker.masks) if ever & mask]
        keys = [*boats, *travellers] if place == shores.left else [*travellers, *boats]
        rows = {key: y + LANE_PADDING + ROW_HEIGHT * (number + 0.5) for number, key in enumerate(keys)}
        height = 2 * LANE_PADDING + ROW_HEIGHT * max(2, len(keys))
        lanes.append(
            TimelineLane(place, instance.places[place].symbol, capitalize(instance.places[place].name), y, height, rows)
        )
        y += height + WATER_HEIGHT
    return lanes


def _lay_out_line(
    lanes: Sequence[TimelineLane],
    axis: TimelineAxis,
    to_x: Any,
    ends: tuple[float, float],
    line_key: tuple[str, int],
    start_place: int,
) -> dict[str, Any]:
    """Return the template values of the line of a boat or a traveler: path, ends, and repeated names.

    ``line_key`` is ``("boat", index)`` or ``("traveller", index)``. The path begins in the lane of the place at the
    start and extends between the two horizontal positions ``ends``. ``to_x`` converts a moment to a horizontal
    position. The name is repeated where a stay is long enough.
    """
    heights = {lane.place: lane.rows[line_key] for lane in lanes if line_key in lane.rows}
    kind, index = line_key
    trips = [one for one in axis.trips if (one.move.boat == index if kind == "boat" else one.move.load >> index & 1)]
    path, place = f"M{ends[0]:.1f},{heights[start_place]:.1f}", start_place
    for trip in trips:
        start, end = to_x(trip.departure), to_x(trip.landing)
        here, there, middle = heights[trip.move.origin], heights[trip.move.destination], (start + end) / 2
        path += f" L{start},{here:.1f} C{middle:.1f},{here:.1f} {middle:.1f},{there:.1f} {end},{there:.1f}"
        place = trip.move.destination
    stays = [
        {"x": to_x(trip.landing), "y": heights[trip.move.destination] - 3}
        for trip, after in itertools.pairwise(trips)
        if to_x(after.departure) - to_x(trip.landing) > MIN_NAMED_LENGTH
    ]
    return {
        "path": f"{path} L{ends[1]:.1f},{heights[place]:.1f}",
        "stays": stays,
        "ends": [
            {"x": round(ends[0], 1), "text": round(ends[0] - 8, 1), "y": heights[start_place], "anchor": "end"},
            {"x": round(ends[1], 1), "text": round(ends[1] + 8, 1), "y": heights[place], "anchor": "start"},
        ],
    }


def _make_number_rows(
    lanes: Sequence[TimelineLane], axis: TimelineAxis, to_x: Any, token_maker: TravelerTokenMaker, left_end: float
) -> list[dict[str, Any]]:
    """Return the template values of rows of numbers: how many travelers of a kind a place has over time.

    There is a row for each lane and kind. ``to_x`` converts a moment to a horizontal position; ``left_end`` is the
    position where the rows begin.
    """
    instance = token_maker.instance
    return [
        {
            "place": lane.symbol,
            "name": instance.kinds[kind][0],
            "label": shorten_middle(instance.kinds[kind][1]),
            "kind": kind,
            "y": height,
            "mark": round(left_end - 4, 1),
            "text": round(left_end - 14, 1),
            "numbers": [
                {"x": to_x(moment), "text": (companies[lane.place] & token_maker.masks[kind]).bit_count() or "·"}
                for moment, companies in axis.companies_by_moment
            ],
        }
        for lane in lanes
        for (what, kind), height in lane.rows.items()
        if what == "kind"
    ]
