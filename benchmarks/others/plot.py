"""Draw curves that standard input gives as JSON: plot.py FILE.

The JSON object has for each panel a list of curves: a name, and points as pairs of size and seconds.
"""

from __future__ import annotations

import json
import sys
from math import ceil, floor, log10

from matplotlib import pyplot

pyplot.rcParams["svg.hashsalt"] = "ferryplan"

panels = json.load(sys.stdin)
columns = 2
rows = -(-len(panels) // columns)
figure, axes = pyplot.subplots(rows, columns, figsize=(9, 3.1 * rows), squeeze=False)
for panel in axes.flat[len(panels) :]:
    panel.remove()
for panel, (title, curves) in zip(axes.flat, panels.items(), strict=False):
    for marker, (name, points) in zip("os^v", curves, strict=False):
        panel.plot(*zip(*points, strict=True), marker=marker, label=name)
    seconds = [point[1] for _, points in curves for point in points]
    panel.set_ylim(10 ** floor(log10(min(seconds))), 10 ** ceil(log10(max(seconds))))
    panel.set(xscale="log", yscale="log", xlabel=title, ylabel="seconds of processor time")
    ticks = sorted({size for _, points in curves for size, _ in points})
    panel.set_xticks(ticks, [f"{size:,}" for size in ticks], minor=False)
    panel.minorticks_off()
    panel.grid(alpha=0.3)
    panel.legend(frameon=False)
figure.tight_layout()
figure.savefig(sys.argv[1], metadata={"Date": None})
