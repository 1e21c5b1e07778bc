"""A comparison as a picture: the time of each run, and how many instances each setting has an answer to.

It needs matplotlib, which is imported when one is drawn.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.wording import told_value
from ferryplan.planner.benchmarking.comparison import Comparison, answered, told
from ferryplan.planner.benchmarking.runs import Run, Setting

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#8c6bb1", "#7f7f7f", "#a6761d")
"""one for each engine; the first seven are those of Okabe and Ito (2008), which the color-blind can tell apart"""
MARKERS = "osD^vP*Xh<"
LINES = ("-", "--", ":", "-.")
"""one for each way to put the puzzle: dialect and encoding"""
EXHAUSTED = ("timeout", "memory")
SHORTEST = 1e-3
"""no time is drawn shorter, in seconds"""


def render_comparison(comparison: Comparison, form: str, *, layout: Layout = PLAIN) -> str | bytes:
    """Return a comparison in one of its formats. Raises ImportError for pictures without matplotlib."""
    if form not in ("svg", "png"):
        return told(comparison, form, layout)
    picture = draw(comparison, form)
    return picture if form == "png" else picture.decode()


def draw(comparison: Comparison, form: str) -> bytes:
    """Return a picture of the form ``svg`` or ``png``; the same bytes for equal comparisons and versions of matplotlib."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(fname=Path(__file__).with_name("comparison.mplstyle")):
        figure = Figure(figsize=(11, max(4.2, 1.6 + 0.34 * len(comparison.by_setting))), layout="constrained")
        if comparison.varied:
            left, right = figure.subplots(1, 2, width_ratios=(1.7, 1))
            _draw_times(left, comparison)
            _draw_coverage(right, comparison)
        else:
            _draw_single(figure.subplots(), comparison)
        title = "benchmarks.partial-title" if comparison.partial else "benchmarks.title"
        figure.suptitle(format_message(title, puzzle=comparison.puzzle))
        picture = io.BytesIO()
        unsaid = ("Date", "Creator") if form == "svg" else ("Software",)
        metadata = {"Description": _description(comparison), **dict.fromkeys(unsaid)}
        figure.savefig(picture, format=form, dpi=150, metadata=metadata)
    return picture.getvalue()


def _description(comparison: Comparison) -> str:
    """Return of which instances a comparison is, as a picture says it of itself: the puzzle, and a hash of the values of its parameters."""
    values = sorted({json.dumps(dict(run.parameters), sort_keys=True) for run in comparison.runs})
    return f"plan compare {comparison.puzzle}, instances {hashlib.sha256(repr(values).encode()).hexdigest()[:16]}."


def worked(run: Run) -> float:
    """Return the seconds from the puzzle to the answer, without starting the worker: generating, reading, solving."""
    return max(SHORTEST, sum(run.seconds.get(key, 0.0) for key in ("generate", "read", "solve")))


def _draw_times(axes: Any, comparison: Comparison) -> None:
    """Draw a line for each setting over the instances; a cross at the limit for a run that time or memory ended."""
    instances = list(dict.fromkeys(_label(run, comparison) for run in comparison.runs))
    limit = comparison.limits.timeout
    styles = _styles(comparison)
    for number, (setting, runs) in enumerate(comparison.by_setting.items()):
        style = styles[setting]
        times = {_label(run, comparison): worked(run) for run in runs if run.answered}
        axes.plot(range(len(instances)), [times.get(name, float("nan")) for name in instances], **style)
        shift = min(0.06, 0.8 / len(styles)) * (number - (len(styles) - 1) / 2)  # crosses stand beside each other
        over = [instances.index(_label(run, comparison)) + shift for run in runs if run.status in EXHAUSTED]
        axes.plot(
            over, [limit] * len(over), linestyle="", marker="x", markersize=8, color=style["color"], clip_on=False
        )
    if any(run.status in EXHAUSTED for run in comparison.runs):
        axes.axhline(limit, color="#999999", linewidth=0.8)
        memory = comparison.limits.memory
        note = format_message("benchmarks.beyond-limits", seconds=f"{limit:g}", memory=memory)
        axes.annotate(note, (1, limit), (0, 8), ("axes fraction", "data"), "offset points", ha="right", fontsize=8)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xticks(range(len(instances)), instances, rotation=0 if len(instances) <= 12 else 90)
    axes.margins(x=0.08)
    axes.set_xlabel(", ".join(key.replace("_", "-") for key in comparison.varied) or comparison.puzzle)
    axes.set_ylabel(format_message("benchmarks.run-time"))
    axes.grid(axis="y")
    axes.set_title(format_message("benchmarks.run-times"))


def _draw_single(axes: Any, comparison: Comparison) -> None:
    """Draw a bar for each run of the only instance: its time, or why it has none."""
    styles = _styles(comparison)
    times = [worked(run) for run in comparison.runs if run.answered]
    shortest, bars = min(times, default=SHORTEST) / 3, []
    for run in comparison.runs:
        seconds = worked(run) if run.answered else shortest
        bars.append((shortest, seconds - shortest, styles[run.setting]["color"], _describe_answer(run, comparison)))
    _draw_bars(axes, [" ".join(_words(run.setting, comparison)) for run in comparison.runs], bars, 0.75)
    axes.set_xscale("log")
    axes.set_xlim(shortest, max(times, default=1.0) * 4)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(format_message("benchmarks.run-time"))
    axes.grid(axis="x")


def _describe_answer(run: Run, comparison: Comparison) -> str:
    """Return the time, the status, and the moves and the cost if there are any."""
    if not run.answered:
        return run.status
    words = {"time": f"{worked(run):.2g}", "status": run.status}
    if run.steps is None:
        return format_message("benchmarks.answer", **words)
    moves = {"moves": run.steps, "unit": comparison.steps}
    if run.cost is None:
        return format_message("benchmarks.answer-of-moves", **words, **moves)
    return format_message("benchmarks.answer-of-cost", **words, **moves, cost=run.cost, cost_unit=comparison.unit)


def _draw_coverage(axes: Any, comparison: Comparison) -> None:
    """Draw a bar for each setting, with a piece of its line in the other picture before it."""
    styles, found = _styles(comparison), comparison.by_setting
    most = max(map(len, found.values()), default=1)
    for row, setting in enumerate(found):
        axes.plot([-0.16 * most, -0.04 * most], [row, row], markevery=[1], clip_on=False, **styles[setting])
    bars = [
        (
            0,
            answered(runs),
            styles[setting]["color"],
            format_message("benchmarks.covered", answered=answered(runs), runs=len(runs)),
        )
        for setting, runs in found.items()
    ]
    _draw_bars(axes, [" ".join(_words(setting, comparison)) for setting in found], bars, 0.35)
    axes.set_xlim(-0.18 * most, 1.18 * most)
    axes.tick_params(bottom=False, labelbottom=False)
    axes.spines["bottom"].set_visible(False)
    axes.set_title(format_message("benchmarks.instances-answered"))


def _draw_bars(axes: Any, names: Sequence[str], bars: Iterable[tuple[float, float, str, str]], alpha: float) -> None:
    """Draw a bar for each name, from top to bottom: where it begins, its length, its color, and what is written behind it."""
    for row, (left, width, colour, text) in enumerate(bars):
        axes.barh(row, width, left=left, height=0.55, color=colour, alpha=alpha)
        axes.annotate(text, (left + width, row), (4, 0), textcoords="offset points", va="center", fontsize=9)
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(left=False)
    axes.spines["left"].set_visible(False)
    axes.invert_yaxis()


def _styles(comparison: Comparison) -> dict[Setting, dict[str, Any]]:
    """Return how the line of each setting looks: a color and a marker for its engine, a kind of line for the rest."""
    settings = list(comparison.by_setting)
    engines = list(dict.fromkeys(setting.engine for setting in settings))
    ways = list(dict.fromkeys((setting.dialect, setting.encoding) for setting in settings))
    styles = {}
    for setting in settings:
        engine, way = engines.index(setting.engine), ways.index((setting.dialect, setting.encoding))
        styles[setting] = {
            "color": COLOURS[engine % len(COLOURS)],
            "marker": MARKERS[engine % len(MARKERS)],
            "markerfacecolor": COLOURS[engine % len(COLOURS)] if way == 0 else "white",
            "linestyle": LINES[way % len(LINES)],
            "linewidth": 1.6,
            "markersize": 6,
        }
    return styles


def _label(run: Run, comparison: Comparison) -> str:
    return ", ".join(told_value(run.asked[key]) for key in comparison.varied)


def _words(setting: Setting, comparison: Comparison) -> list[str]:
    """Return the words that tell a setting from the others."""
    encodings = {run.setting.encoding for run in comparison.runs}
    return [setting.engine, setting.dialect, *([setting.encoding] if len(encodings) > 1 else [])]
