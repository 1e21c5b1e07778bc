"""The base classes of results that can be rendered as text, as JSON, as pictures or as pages."""

from __future__ import annotations

import html
import json
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, ClassVar, Generic, Literal, TypeVar, overload

from ferryplan.generator.arguments import check_argument_choice

Item = TypeVar("Item")


class Renderable:
    """A result of a public function, which the command line prints and a notebook displays.

    The attribute ``renderer`` of a subclass names the function that renders it, as ``module:function``. That function may come after the subclass in
    the order of imports, so it is imported only when a format is first requested.
    """

    __slots__ = ()
    formats: ClassVar[tuple[str, ...]] = ("text", "json")
    """the names of the formats in which the result can be rendered, the default first"""
    open_formats: ClassVar[bool] = False
    """whether the renderer may know more formats than `formats`; then the renderer itself refuses unknown formats"""
    renderer: ClassVar[str]
    cell_renderer: ClassVar[str] = ""
    """the function, as ``module:function``, that renders the result as HTML for a notebook; if empty, the notebook shows the text"""

    @overload
    def render(self, form: Literal["png"], **options: Any) -> bytes: ...

    @overload
    def render(self, form: str | None = None, **options: Any) -> str: ...

    def render(self, form: str | None = None, **options: Any) -> str | bytes:
        """Return the result rendered in a format: a text, or bytes for ``"png"``.

        ``form`` is one of ``formats``; the default is the first of them, which is what ``print`` shows. The format ``"text"`` of most answers
        takes the option ``layout``, a `Layout`, for the width of its lines.

        Raises ArgumentError for a format that the result does not have.
        """
        form = self.formats[0] if form is None else form
        if not self.open_formats:
            check_argument_choice("form", form, self.formats)
        rendered: str | bytes = _import_function(self.renderer)(self, form, **options)
        return rendered

    def __str__(self) -> str:
        """Return the text that the command line prints."""
        return self.render().removesuffix("\n")

    def to_json(self) -> str:
        """Return the JSON that the command line prints with ``--format json``, as a text."""
        return self.render("json")

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON that the command line prints with ``--format json``, as a dictionary."""
        found: dict[str, Any] = json.loads(self.to_json())
        return found

    def _repr_html_(self) -> str:
        """Return the HTML that a notebook displays: a picture for some results, the text for others."""
        if self.cell_renderer:
            drawn: str = _import_function(self.cell_renderer)(self)
            return drawn
        return f"<pre>{html.escape(str(self))}</pre>"


class RenderableSequence(Renderable, Sequence[Item], Generic[Item]):
    """A result that is also a sequence of items: it has a length, indices and slices."""

    __slots__ = ()

    @property
    @abstractmethod
    def items(self) -> tuple[Item, ...]:
        """The items of the sequence."""

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self.items)

    def __iter__(self) -> Iterator[Item]:
        """Yield the items in order."""
        return iter(self.items)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...

    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        """Return the item at an index, or a tuple of the items in a slice."""
        return self.items[index]


def _import_function(function: str) -> Callable[..., Any]:
    """Return the function that a reference of the form ``module:function`` names."""
    module, _, name = function.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found
