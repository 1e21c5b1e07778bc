"""What a comparison of engines writes into a file, by the file's suffix."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable
from pathlib import Path

from planner.benchmarking.comparison import Comparison, as_csv, as_json
from planner.benchmarking.plot import draw
from planner.system.files import OutputError, check_place

__all__ = ["WRITERS", "check_outputs"]

PICTURES = (".svg", ".png")
WRITERS: dict[str, Callable[[Comparison], bytes]] = {
    ".csv": lambda comparison: as_csv(comparison).encode(),
    ".json": lambda comparison: as_json(comparison).encode(),
    ".svg": lambda comparison: draw(comparison, "svg"),
    ".png": lambda comparison: draw(comparison, "png"),
}
"""How a comparison is written, by the suffix of the file."""


def check_outputs(paths: Iterable[Path]) -> None:
    """Raise OutputError for a file that could not be written when the comparison is done."""
    for path in paths:
        suffix = path.suffix.lower()
        if suffix not in WRITERS:
            raise OutputError(f"{path}: found the suffix '{path.suffix}', expected one of {', '.join(WRITERS)}")
        check_place(path)
        if suffix in PICTURES and importlib.util.find_spec("matplotlib") is None:
            raise OutputError(
                f"{path}: pictures need matplotlib, which is not installed; get it with: pip install matplotlib"
            )
