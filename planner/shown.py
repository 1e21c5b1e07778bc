"""How results and solutions show themselves in Jupyter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

__all__ = ["Shown"]


class Shown:
    """Something that a notebook shows as HTML, once it is known who writes that: `planner.families` sees to it."""

    __slots__ = ()
    cell: ClassVar[Callable[[Any], str] | None] = None
    """what writes the HTML of anything shown"""

    def _repr_html_(self) -> str | None:
        """Return what Jupyter shows; None where it is to show the text that Python has for it."""
        return None if Shown.cell is None else Shown.cell(self)
