"""A result as a strip of pictures, in SVG: banks, boat, who is where, crossing by crossing."""

from __future__ import annotations

import math

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.pictures.frames import Chip, Layout, chip_width, chips_of
from ferryplan.generator.crossing.pictures.scenes import Cast, check_length, instance_of, legend_of, scenes
from ferryplan.generator.crossing.schedule import Schedule
from ferryplan.generator.drawing import GAP
from ferryplan.generator.lettering import text_width, wrapped
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render

CAPTION_LINES = 4
PAGE, TALLEST = 1300, 4000
"""the width that a row of frames may have, and the height of all rows: what is higher goes on in a further column of such rows"""


def draw_strip(solution: Solution[State, Crossing], words: str = "") -> str:
    """Return the strip of a solution or a schedule: the start, each crossing or event, and the end; ``words`` stand below the title.

    Raises PictureError for too many crossings to draw each.
    """
    check_length(solution)
    every = scenes(solution)
    shown = list(every)
    if not isinstance(solution, Schedule):
        end, landed = format_message("crossing.scene-end"), format_message("crossing.everybody-landed")
        last = [every[-1]._replace(label=end, text=landed)] if solution.steps else []
        shown = [
            every[0]._replace(label=format_message("crossing.scene-start")),
            *(scene for scene in every if not scene.rests),
            *last,
        ]
    instance = instance_of(solution)
    layout = Layout(Cast(instance), shown)
    columns = max(1, min(len(shown), int((PAGE - 8) // (layout.width + 24))))
    captions = [wrapped(scene.text, layout.width, 12, CAPTION_LINES) for scene in shown]
    legend = legend_chips(instance)
    top = 96 if legend else 68
    frame_height = 20 + layout.height + 8 + 16 * max(map(len, captions)) + 16
    lines = math.ceil(len(shown) / columns)
    parts = math.ceil(lines * frame_height / TALLEST)
    lines = math.ceil(lines / parts)
    block = columns * (layout.width + 24) + 24
    width = max(parts * block - 16, text_width(instance.title, 18) + 32, text_width(words, 12) + 32)
    width = max(width, legend[-1].x + legend[-1].width + 16 if legend else 0)
    frames = [
        {
            "scene": scene,
            "x": 16 + number // (columns * lines) * block + number % columns * (layout.width + 24),
            "y": top + number // columns % lines * frame_height,
            "caption": caption,
            "places": layout.places(scene),
            "boats": [layout.boat(number, boat) for number, boat in enumerate(scene.boats)],
        }
        for number, (scene, caption) in enumerate(zip(shown, captions, strict=True))
    ]
    return render(
        "crossing/pictures/strip.svg.j2",
        {
            "title": instance.title,
            "verdict": words,
            "told": " ".join(scene.text for scene in every if scene.rests),
            "width": math.ceil(width),
            "height": math.ceil(top + lines * frame_height + 4),
            "top": top,
            "rules": [part * block - 8 for part in range(1, parts)],
            "legend": legend,
            "frames": frames,
            "layout": layout,
        },
    )


def legend_chips(instance: Instance) -> list[Chip]:
    """Return a token for each kind, side by side."""
    x, chips = 16.0, list[Chip]()
    for token in legend_of(instance):
        width = chip_width([token])
        chips += chips_of([token], x, 0, width, 1)
        x += width + GAP
    return chips
