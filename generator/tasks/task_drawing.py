"""Drawings of the states of a planning task, as a strip of pictures or as an animated page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.drawing import FONT_SIZE, Page, check_drawable
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.solution import Solution
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.scene_data import make_scene_data
from ferryplan.generator.tasks.scene_layout import StripLayout
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.task_scenes import TaskSceneBuilder
from ferryplan.generator.templates import render_template
from ferryplan.generator.text_metrics import measure_text, wrap_to_width

MIN_CAPTION_WIDTH = 160


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
        tableau = self._lay_out_scenes([solution.initial, *(step.state for step in solution.steps)])
        room = max(tableau["width"], MIN_CAPTION_WIDTH)
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

        ``play_data`` are the data with which a person can play the puzzle on the page. Raises EncodingError for over 500
        scenes.
        """
        initial = self.instance.get_or_make(TaskSpace).initial
        states = [initial, *(step.state for step in solution.steps)] if solution else [initial]
        check_drawable(self.instance.puzzle, len(states))
        layout = make_scene_data(self.instance, states, play_data)
        values = {
            "steps": [*solution.numbered_sentences()] if solution else [],
            "trial": play_data,
            "layout": layout,
            "how": _describe_gestures(layout),
            "how_keys": _describe_keys(layout),
            # The scene for browsers that run no scripts.
            "tableau": self._lay_out_scenes([initial]),
        }
        return Page("classical/pictures/page.html.j2", values)

    def _lay_out_scenes(self, states: Sequence[PddlState]) -> dict[str, Any]:
        """Return the template values of the scenes of states, with a layout that all scenes share."""
        check_drawable(self.instance.puzzle, len(states))
        return StripLayout(self.instance.get_or_make(TaskSceneBuilder), states).make_values()


def _describe_gestures(layout: dict[str, Any]) -> str:
    """Return a sentence on how one plays on a page with a layout."""
    listed = _list_gestures(layout)
    if not listed:
        return format_message("play.tap-to-choose")
    if layout["steer"] >= 0:
        return format_message("play.steer")
    if any(end is not None for _, end in listed):
        return format_message("play.drag-or-tap")
    return format_message("play.tap")


def _describe_keys(layout: dict[str, Any]) -> str:
    """Return a sentence on how one plays by keyboard.

    The page hides it on devices that have none. It is empty if one steers a thing, since the other sentence names the keys.
    """
    listed = _list_gestures(layout)
    if not listed or layout["steer"] >= 0:
        return ""
    if any(end is not None for _, end in listed):
        return format_message("play.drag-or-tap-keys")
    return format_message("play.tap-keys")


def _list_gestures(layout: dict[str, Any]) -> list[Any]:
    """Return the gestures of all moves of a layout."""
    gestures = layout.get("gestures") or ()
    return [one for found in (gestures.values() if isinstance(gestures, dict) else gestures) for one in found]
