"""The templates of a puzzle's folder filled in. They come from strangers: Jinja's sandbox keeps them from Python, and what they make is bounded."""

from __future__ import annotations

import functools
import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.meta import find_undeclared_variables
from jinja2.sandbox import ImmutableSandboxedEnvironment

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import ParameterError, PuzzleError
from ferryplan.generator.files import text_in
from ferryplan.generator.tasks.bounds import (
    LARGEST,
    MOST_ITEMS,
    Buffer,
    check_length,
    length_of,
    refuse_if_longer,
    take_all,
)
from ferryplan.generator.templates import check_template, environment

LONGEST = 120
"""how many characters of a refusal are told"""
LARGEST_PRODUCT = 10**6
"""how long a text or a list multiplied may be; of numbers how many digits"""
_FAILURES = (jinja2.TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError)
"""what filling in may raise"""

WIDENING = frozenset({
    "batch", "center", "expandtabs", "format", "format_map", "indent", "ljust", "rjust", "round", "slice", "tojson", "wordwrap", "zfill",
})  # fmt: skip
"""methods and filters that make a text or a list as long as they are told"""
_LONG = re.compile(r"[0-9]{7}")


class _Refusing(CodeGenerator):
    """Has ``~`` be a method, and the text of a macro or a block be a list, which can refuse."""

    def buffer(self, frame: Frame) -> None:
        """Write where the text of a macro or a block begins."""
        super().buffer(frame)
        self.writeline(f"{frame.buffer} = environment.begin_text()")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja calls it so
        """Write the call."""
        # Jinja compiles `~` to a plain join, which does not pass `call_binop`.
        self.write("environment.joined")
        self.visit_Tuple(nodes.Tuple(node.nodes, "load"), frame)


class _Bounded(ImmutableSandboxedEnvironment):
    """A sandbox in which nothing is multiplied or raised to what takes the memory or the time of a machine."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})
    code_generator_class = _Refusing

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return what an operator makes."""
        numbers = all(isinstance(one, int) and abs(one) <= 10**18 for one in (left, right))
        if operator == "**" and not (numbers and abs(left) <= 1000 and 0 <= right <= 20):
            raise jinja2.TemplateRuntimeError(format_message("tasks.power-too-large"))
        if operator == "*" and not numbers:
            times, many = (left, right) if isinstance(left, int) else (right, left)
            if not isinstance(times, int) or isinstance(many, int | float) or len(many) * times > LARGEST_PRODUCT:
                raise jinja2.TemplateRuntimeError(format_message("tasks.product-of-texts", most=LARGEST_PRODUCT))
        if operator == "%" and not numbers:
            raise jinja2.TemplateRuntimeError(format_message("tasks.remainder-of-texts"))
        return _checked(super().call_binop(context, operator, left, right))

    def joined(self, *parts: Any) -> str:
        """Return what ``~`` makes."""
        refuse_if_longer(sum(map(length_of, parts)))
        return str(_checked("".join(map(str, parts))))

    def begin_text(self) -> Buffer:
        """Return where the pieces of a macro's text go, or of a block's."""
        return Buffer()

    def call(self, context: Any, function: Any, /, *given: Any, **named: Any) -> Any:
        """Return what a function makes."""
        # Jinja's sandbox hands out `str.format` wrapped; the method within knows its name and its text.
        plain = getattr(function, "__wrapped__", function)
        name, owner = getattr(plain, "__name__", ""), getattr(plain, "__self__", None)
        given = tuple(take_all(one) if isinstance(one, Iterator) else one for one in given)
        _check_width(name, [owner, *given, *named.values()])
        if isinstance(owner, str):
            check_length(name, [owner, *given], named)
        return _checked(super().call(context, function, *given, **named))


def _checked(made: Any) -> Any:
    """Return what was made. Raises TemplateRuntimeError for a text, a list or a tuple that grew too long, by doubling, say."""
    if isinstance(made, str | list | tuple) and len(made) > (LARGEST if isinstance(made, str) else MOST_ITEMS):
        raise jinja2.TemplateRuntimeError(format_message("tasks.too-long-a-value"))
    return made


def _check_output(value: Any) -> Any:
    """Return a value that is to become text. Raises TemplateRuntimeError for one whose text is too long."""
    refuse_if_longer(length_of(value))
    return value


def _check_width(name: str, given: Sequence[Any]) -> None:
    """Raise TemplateRuntimeError for what makes a text as long as a number says that is too large, or digits in a format."""
    if name in WIDENING and any(
        abs(one) > LARGEST_PRODUCT if isinstance(one, int) else isinstance(one, str) and _LONG.search(one)
        for one in given
    ):
        raise jinja2.TemplateRuntimeError(format_message("tasks.too-long-a-text", name=name))


def _bounded(name: str, made: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(made)
    def filtered(*given: Any, **named: Any) -> Any:
        # what a filter is given stands behind the context or the environment, if it takes one
        first = int(hasattr(made, "jinja_pass_arg"))
        given = tuple(take_all(one) if isinstance(one, Iterator) else one for one in given)
        _check_width(name, [*given, *named.values()])
        check_length(name, given[first:], named)
        return _checked(made(*given, **named))

    return filtered


@cache
def _environment(folder: Path) -> jinja2.Environment:
    made = environment(folder, _Bounded)
    made.filters = {name: _bounded(name, made.filters[name]) for name in made.filters}
    made.finalize = _check_output
    made.globals = {name: made.globals[name] for name in ("range", "namespace")}
    return made


def names_used(folder: Path) -> frozenset[str]:
    """Return what the templates in a folder take from outside. Raises PuzzleError for one that cannot be read."""
    texts = (text_in(path, str(path), ()) for path in folder.glob("*.j2"))
    return frozenset().union(*(find_undeclared_variables(_environment(folder).parse(text)) for text in texts))


def filled(path: Path, puzzle: str, context: Mapping[str, object]) -> str:
    """Return what a template makes with a context, and with the templates in its folder and in that of the catalogue.

    In it ``refuse(KEY, STATEMENT)`` raises ParameterError for a parameter of that puzzle. Where the statement is
    ``found …, expected …``, the error holds the two values as data.

    Raises PuzzleError, with file and line, for what is no template, names what is not there, or makes too much.
    """

    def refuse(key: str, statement: str) -> NoReturn:
        if len(statement) > LONGEST:
            statement = f"{statement[: LONGEST // 2]} … {statement[-LONGEST // 2 :]}"
        values = re.fullmatch("found (.*?)(?:, expected (.*))?", statement, re.DOTALL)
        found, expected = values.groups() if values else (None, None)
        raise ParameterError(statement, where=puzzle, key=key, found=found, expected=expected)

    made, length, known, name = list[str](), 0, _environment(path.parent), str(path)
    text = text_in(path, name, ())
    try:
        check_template(path, path.parent)
        # The path is compiled in as the file's name, so that tracebacks, and with them the errors below,
        # name it.
        whole = jinja2.Template.from_code(known, known.compile(text, name, name), known.make_globals(None))
        # What grows too long is stopped while it is made, before it is a text as a whole.
        for piece in whole.generate({**context, "refuse": refuse}):
            made.append(piece)
            length += len(piece)
            if length > LARGEST:
                raise PuzzleError(format_message("tasks.too-long-a-file", limit=f"{LARGEST:,}"), file=name)
    except jinja2.TemplateSyntaxError as error:
        says = format_message("tasks.invalid-template", reason=error.message)
        raise PuzzleError(says, file=error.filename or name, line=error.lineno) from None
    except (ParameterError, PuzzleError):
        raise
    except _FAILURES as error:
        frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename.endswith(".j2")]
        at, line = (frames[-1].filename, frames[-1].lineno) if frames else (name, None)
        says = format_message("tasks.cannot-be-filled", reason=error or type(error).__name__)
        raise PuzzleError(says, file=at, line=line) from None
    filled_in = "".join(made)
    # A lone surrogate cannot be encoded, so a file with this text could not be written.
    if found := re.search("[\ud800-\udfff]", filled_in):
        says = format_message("puzzles.half-character", half=ascii(found[0]))
        raise PuzzleError(says, file=name, found=ascii(found[0]))
    return filled_in
