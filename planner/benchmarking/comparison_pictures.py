"""Pictures of a comparison of engines: run times, and numbers of answered instances for each setting.

A setting is an engine with a dialect and an encoding. An instance is answered if the run ends with a plan, or with a
proof that there is none. The module requires matplotlib, and imports it only to draw a picture.
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
from ferryplan.generator.wording import format_parameter_value
from ferryplan.planner.benchmarking.engine_comparison import Comparison, count_answered_runs, format_comparison
from ferryplan.planner.benchmarking.engine_runs import EngineRun, EngineSetting

ENGINE_COLORS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#56b4e9",
    "#e69f00",
    "#000000",
    "#8c6bb1",
    "#7f7f7f",
    "#a6761d",
)
"""one color for each engine; the first seven, by Okabe and Ito (2008), suit color-blind people"""
ENGINE_MARKERS = "osD^vP*Xh<"
"""one matplotlib marker for each engine"""
LINE_STYLES = ("-", "--", ":", "-.")
"""one line style for each combination of dialect and encoding"""
EXHAUSTED_STATUSES = ("timeout", "memory")
"""the statuses of runs that reached a limit; a cross stands for such a run"""
MIN_SECONDS = 1e-3
"""the shortest time that is drawn, in seconds"""


def render_comparison(comparison: Comparison, form: str, *, layout: Layout = PLAIN) -> str | bytes:
    """Return a comparison as text or as a picture, in one of ``Comparison.formats``.

    ``layout`` draws the tables of the text format. Raises ImportError for pictures if matplotlib is missing.
    """
    if form not in ("svg", "png"):
        return format_comparison(comparison, form, layout)
    picture = draw_comparison(comparison, form)
    return picture if form == "png" else picture.decode()


def draw_comparison(comparison: Comparison, form: str) -> bytes:
    """Return a picture of a comparison in the format ``svg`` or ``png``.

    Equal comparisons give the same bytes with the same version of matplotlib.
    """
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(fname=Path(__file__).with_name("comparison.mplstyle")):
        figure = Figure(figsize=(11, max(4.2, 1.6 + 0.34 * len(comparison.by_setting))), layout="constrained")
        if comparison.varied_parameters:
            left, right = figure.subplots(1, 2, width_ratios=(1.7, 1))
            _draw_run_times(left, comparison)
            _draw_answered_counts(right, comparison)
        else:
            _draw_single_instance(figure.subplots(), comparison)
        title = "benchmarks.partial-title" if comparison.partial else "benchmarks.title"
        figure.suptitle(format_message(title, puzzle=comparison.puzzle))
        picture = io.BytesIO()
        unsaid = ("Date", "Creator") if form == "svg" else ("Software",)
        metadata = {"Description": _describe_instances(comparison), **dict.fromkeys(unsaid)}
        figure.savefig(picture, format=form, dpi=150, metadata=metadata)
    return picture.getvalue()


def _describe_instances(comparison: Comparison) -> str:
    """Return a description of a comparison's instances, for the metadata of its picture.

    The description has the name of the puzzle and a hash of the parameter values.
    """
    values = sorted({json.dumps(dict(run.parameters), sort_keys=True) for run in comparison.runs})
    return f"plan compare {comparison.puzzle}, instances {hashlib.sha256(repr(values).encode()).hexdigest()[:16]}."


def seconds_without_startup(run: EngineRun) -> float:
    """Return the seconds that a run spent on generating PDDL, reading it, and solving.

    The start of the worker process does not count. Times below `MIN_SECONDS` are rounded up to `MIN_SECONDS`, because
    the axis is logarithmic.
    """
    return max(MIN_SECONDS, sum(run.seconds.get(key, 0.0) for key in ("generate", "read", "solve")))


def _draw_run_times(axes: Any, comparison: Comparison) -> None:
    """Draw a line for each setting that shows its run time on each instance.

    A cross at the height of the time limit marks a run that reached its time or memory limit.
    """
    instances = list(dict.fromkeys(_instance_label(run, comparison) for run in comparison.runs))
    limit = comparison.limits.timeout
    styles = _line_styles_by_setting(comparison)
    for number, (setting, runs) in enumerate(comparison.by_setting.items()):
        style = styles[setting]
        times = {_instance_label(run, comparison): seconds_without_startup(run) for run in runs if run.is_answered}
        axes.plot(range(len(instances)), [times.get(name, float("nan")) for name in instances], **style)
        shift = min(0.06, 0.8 / len(styles)) * (number - (len(styles) - 1) / 2)  # keeps crosses from overlapping
        over = [
            instances.index(_instance_label(run, comparison)) + shift
            for run in runs
            if run.status in EXHAUSTED_STATUSES
        ]
        axes.plot(
            over, [limit] * len(over), linestyle="", marker="x", markersize=8, color=style["color"], clip_on=False
        )
    if any(run.status in EXHAUSTED_STATUSES for run in comparison.runs):
        axes.axhline(limit, color="#999999", linewidth=0.8)
        memory = comparison.limits.memory
        note = format_message("benchmarks.beyond-limits", seconds=f"{limit:g}", memory=memory)
        axes.annotate(note, (1, limit), (0, 8), ("axes fraction", "data"), "offset points", ha="right", fontsize=8)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xticks(range(len(instances)), instances, rotation=0 if len(instances) <= 12 else 90)
    axes.margins(x=0.08)
    axes.set_xlabel(", ".join(key.replace("_", "-") for key in comparison.varied_parameters) or comparison.puzzle)
    axes.set_ylabel(format_message("benchmarks.run-time"))
    axes.grid(axis="y")
    axes.set_title(format_message("benchmarks.run-times"))


def _draw_single_instance(axes: Any, comparison: Comparison) -> None:
    """Draw a comparison on a single instance: a bar for each run, with its time or its status beside it."""
    styles = _line_styles_by_setting(comparison)
    times = [seconds_without_startup(run) for run in comparison.runs if run.is_answered]
    shortest, bars = min(times, default=MIN_SECONDS) / 3, []
    for run in comparison.runs:
        seconds = seconds_without_startup(run) if run.is_answered else shortest
        bars.append((shortest, seconds - shortest, styles[run.setting]["color"], _describe_run(run, comparison)))
    _draw_bars(axes, [" ".join(_setting_words(run.setting, comparison)) for run in comparison.runs], bars, 0.75)
    axes.set_xscale("log")
    axes.set_xlim(shortest, max(times, default=1.0) * 4)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(format_message("benchmarks.run-time"))
    axes.grid(axis="x")


def _describe_run(run: EngineRun, comparison: Comparison) -> str:
    """Return a phrase about the answer of a run: time and status and, for a plan, moves and cost.

    If the run has no answer, the phrase is only the status.
    """
    if not run.is_answered:
        return run.status
    words = {"time": f"{seconds_without_startup(run):.2g}", "status": run.status}
    if run.steps is None:
        return format_message("benchmarks.answer", **words)
    moves = {"moves": run.steps, "unit": comparison.steps}
    if run.cost is None:
        return format_message("benchmarks.answer-of-moves", **words, **moves)
    return format_message("benchmarks.answer-of-cost", **words, **moves, cost=run.cost, cost_unit=comparison.unit)


def _draw_answered_counts(axes: Any, comparison: Comparison) -> None:
    """Draw a bar for each setting that shows how many instances it answered.

    To the left of each bar, a short line shows the color and the marker of the setting, as in the picture of run times.
    """
    styles, found = _line_styles_by_setting(comparison), comparison.by_setting
    most = max(map(len, found.values()), default=1)
    for row, setting in enumerate(found):
        axes.plot([-0.16 * most, -0.04 * most], [row, row], markevery=[1], clip_on=False, **styles[setting])
    bars = [
        (
            0,
            count_answered_runs(runs),
            styles[setting]["color"],
            format_message("benchmarks.covered", answered=count_answered_runs(runs), runs=len(runs)),
        )
        for setting, runs in found.items()
    ]
    _draw_bars(axes, [" ".join(_setting_words(setting, comparison)) for setting in found], bars, 0.35)
    axes.set_xlim(-0.18 * most, 1.18 * most)
    axes.tick_params(bottom=False, labelbottom=False)
    axes.spines["bottom"].set_visible(False)
    axes.set_title(format_message("benchmarks.instances-answered"))


def _draw_bars(axes: Any, names: Sequence[str], bars: Iterable[tuple[float, float, str, str]], alpha: float) -> None:
    """Draw a bar for each name, from top to bottom.

    Each bar is a tuple of its left end, its length, its color and the text beside it. ``alpha`` is the opacity.
    """
    for row, (left, width, colour, text) in enumerate(bars):
        axes.barh(row, width, left=left, height=0.55, color=colour, alpha=alpha)
        axes.annotate(text, (left + width, row), (4, 0), textcoords="offset points", va="center", fontsize=9)
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(left=False)
    axes.spines["left"].set_visible(False)
    axes.invert_yaxis()


def _line_styles_by_setting(comparison: Comparison) -> dict[EngineSetting, dict[str, Any]]:
    """Return matplotlib's options for the line of each setting.

    The engine determines the color and the marker; the dialect and the encoding determine the dashes.
    """
    settings = list(comparison.by_setting)
    engines = list(dict.fromkeys(setting.engine for setting in settings))
    ways = list(dict.fromkeys((setting.dialect, setting.encoding) for setting in settings))
    styles = {}
    for setting in settings:
        engine, way = engines.index(setting.engine), ways.index((setting.dialect, setting.encoding))
        styles[setting] = {
            "color": ENGINE_COLORS[engine % len(ENGINE_COLORS)],
            "marker": ENGINE_MARKERS[engine % len(ENGINE_MARKERS)],
            "markerfacecolor": ENGINE_COLORS[engine % len(ENGINE_COLORS)] if way == 0 else "white",
            "linestyle": LINE_STYLES[way % len(LINE_STYLES)],
            "linewidth": 1.6,
            "markersize": 6,
        }
    return styles


def _instance_label(run: EngineRun, comparison: Comparison) -> str:
    """Return the parameter values that distinguish the instance of a run from the other instances."""
    return ", ".join(format_parameter_value(run.given[key]) for key in comparison.varied_parameters)


def _setting_words(setting: EngineSetting, comparison: Comparison) -> list[str]:
    """Return the words that distinguish a setting: engine, dialect and, if there are several, encoding."""
    encodings = {run.setting.encoding for run in comparison.runs}
    return [setting.engine, setting.dialect, *([setting.encoding] if len(encodings) > 1 else [])]
