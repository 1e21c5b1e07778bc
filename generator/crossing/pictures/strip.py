"""A solution as a strip of frames in SVG: banks, boats and travelers, crossing by crossing."""

from __future__ import annotations

import math

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.pictures.frames import FrameLayout, PlacedChip, lay_out_chips, measure_chip_width
from ferryplan.generator.crossing.pictures.scenes import (
    TravelerTokenMaker,
    check_drawable_length,
    crossing_instance_of,
    list_scenes,
    make_legend_tokens,
)
from ferryplan.generator.crossing.schedule import Schedule
from ferryplan.generator.drawing import CHIP_GAP
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render_template
from ferryplan.generator.text_metrics import measure_text, wrap_to_width

MAX_CAPTION_LINES = 4
MAX_ROW_WIDTH, MAX_COLUMN_HEIGHT = 1300, 4000
"""the greatest width of a row of frames, and the greatest height of all rows; higher strips continue in a further column of rows"""


def draw_strip(solution: Solution[CrossingState, Crossing], words: str = "") -> str:
    """Return the strip of a solution or a schedule as SVG; ``words`` is the line of text below the title.

    The frames show the start, each crossing (in a schedule: each departure and landing), and the end. Raises
    PictureError for too many crossings to draw.
    """
    check_drawable_length(solution)
    every = list_scenes(solution)
    shown = list(every)
    if not isinstance(solution, Schedule):
        end, landed = format_message("crossing.scene-end"), format_message("crossing.everybody-landed")
        last = [every[-1]._replace(label=end, text=landed)] if solution.steps else []
        shown = [
            every[0]._replace(label=format_message("crossing.scene-start")),
            *(scene for scene in every if not scene.is_resting),
            *last,
        ]
    instance = crossing_instance_of(solution)
    layout = FrameLayout(TravelerTokenMaker(instance), shown)
    columns = max(1, min(len(shown), int((MAX_ROW_WIDTH - 8) // (layout.width + 24))))
    captions = [wrap_to_width(scene.text, layout.width, 12, MAX_CAPTION_LINES) for scene in shown]
    legend = make_legend_chips(instance)
    top = 96 if legend else 68
    frame_height = 20 + layout.height + 8 + 16 * max(map(len, captions)) + 16
    lines = math.ceil(len(shown) / columns)
    parts = math.ceil(lines * frame_height / MAX_COLUMN_HEIGHT)
    lines = math.ceil(lines / parts)
    block = columns * (layout.width + 24) + 24
    width = max(parts * block - 16, measure_text(instance.title, 18) + 32, measure_text(words, 12) + 32)
    width = max(width, legend[-1].x + legend[-1].width + 16 if legend else 0)
    frames = [
        {
            "scene": scene,
            "x": 16 + number // (columns * lines) * block + number % columns * (layout.width + 24),
            "y": top + number // columns % lines * frame_height,
            "caption": caption,
            "places": layout.lay_out_places(scene),
            "boats": [layout.lay_out_boat(number, boat) for number, boat in enumerate(scene.boats)],
        }
        for number, (scene, caption) in enumerate(zip(shown, captions, strict=True))
    ]
    return render_template(
        "crossing/pictures/strip.svg.j2",
        {
            "title": instance.title,
            "verdict": words,
            "told": " ".join(scene.text for scene in every if scene.is_resting),
            "width": math.ceil(width),
            "height": math.ceil(top + lines * frame_height + 4),
            "top": top,
            "rules": [part * block - 8 for part in range(1, parts)],
            "legend": legend,
            "frames": frames,
            "layout": layout,
        },
    )


def make_legend_chips(instance: Instance) -> list[PlacedChip]:
    """Return the tokens of an instance's legend, one for each kind, side by side."""
    x, chips = 16.0, list[PlacedChip]()
    for token in make_legend_tokens(instance):
        width = measure_chip_width([token])
        chips += lay_out_chips([token], x, 0, width, 1)
        x += width + CHIP_GAP
    return chips
