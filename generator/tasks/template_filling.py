"""The safe filling of the templates in a puzzle's folder.

Templates come from strangers: Jinja's sandbox keeps them from Python, and their output is limited.
"""

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
from ferryplan.generator.files import read_text
from ferryplan.generator.tasks.bounds import (
    LARGEST,
    MOST_ITEMS,
    Buffer,
    check_length,
    length_of,
    refuse_if_longer,
    take_all,
)
from ferryplan.generator.templates import check_template, get_template_environment

MAX_REFUSAL_LENGTH = 120
"""the largest number of characters of a refusal that are printed"""
MAX_PRODUCT = 10**6
"""the largest length of a multiplied text or list; the largest argument of methods that lengthen a text"""
_TEMPLATE_ERRORS = (
    jinja2.TemplateError,
    ArithmeticError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    RecursionError,
)
"""the errors that filling a template may raise"""

LENGTHENING_NAMES = frozenset({
    "batch", "center", "expandtabs", "format", "format_map", "indent", "ljust", "rjust", "round", "slice", "tojson", "wordwrap", "zfill",
})  # fmt: skip
"""methods and filters whose arguments say how long a text or a list becomes"""
_LARGE_NUMBER = re.compile(r"[0-9]{7}")


class _Refusing(CodeGenerator):
    """A code generator that limits the lengths of texts.

    It compiles ``~`` to a method, and the text of a macro or block to a list, which can refuse.
    """

    def buffer(self, frame: Frame) -> None:
        """Write the code that begins the text of a macro or a block."""
        super().buffer(frame)
        self.writeline(f"{frame.buffer} = environment.begin_text()")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja calls it so
        """Write the call of `concatenate` for ``~``."""
        # Jinja compiles `~` to a plain join, which does not call `call_binop`.
        self.write("environment.concatenate")
        self.visit_Tuple(nodes.Tuple(node.nodes, "load"), frame)


class _BoundedEnvironment(ImmutableSandboxedEnvironment):
    """A sandbox that refuses multiplications and powers that would exhaust memory or time."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})
    code_generator_class = _Refusing

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of a binary operator, or refuse to compute it."""
        numbers = all(isinstance(one, int) and abs(one) <= 10**18 for one in (left, right))
        if operator == "**" and not (numbers and abs(left) <= 1000 and 0 <= right <= 20):
            raise jinja2.TemplateRuntimeError(format_message("tasks.power-too-large"))
        if operator == "*" and not numbers:
            times, many = (left, right) if isinstance(left, int) else (right, left)
            if not isinstance(times, int) or isinstance(many, int | float) or len(many) * times > MAX_PRODUCT:
                raise jinja2.TemplateRuntimeError(format_message("tasks.product-of-texts", most=MAX_PRODUCT))
        if operator == "%" and not numbers:
            raise jinja2.TemplateRuntimeError(format_message("tasks.remainder-of-texts"))
        return _check_length(super().call_binop(context, operator, left, right))

    def concatenate(self, *parts: Any) -> str:
        """Return the text that ``~`` makes of its parts."""
        refuse_if_longer(sum(map(length_of, parts)))
        return str(_check_length("".join(map(str, parts))))

    def begin_text(self) -> Buffer:
        """Return an empty list for the pieces of a macro's or a block's text."""
        return Buffer()

    def call(self, context: Any, function: Any, /, *given: Any, **named: Any) -> Any:
        """Return the result of a function, or refuse to call it."""
        # Jinja's sandbox wraps `str.format`; the method inside has its name and its text.
        plain = getattr(function, "__wrapped__", function)
        name, owner = getattr(plain, "__name__", ""), getattr(plain, "__self__", None)
        given = tuple(take_all(one) if isinstance(one, Iterator) else one for one in given)
        _check_width_arguments(name, [owner, *given, *named.values()])
        if isinstance(owner, str):
            check_length(name, [owner, *given], named)
        return _check_length(super().call(context, function, *given, **named))


def _check_length(value: Any) -> Any:
    """Return a value. Raises TemplateRuntimeError if it is a text, a list or a tuple that is too long."""
    if isinstance(value, str | list | tuple) and len(value) > (LARGEST if isinstance(value, str) else MOST_ITEMS):
        raise jinja2.TemplateRuntimeError(format_message("tasks.too-long-a-value"))
    return value


def _check_output(value: Any) -> Any:
    """Return a value that becomes text. Raises TemplateRuntimeError if this text is too long."""
    refuse_if_longer(length_of(value))
    return value


def _check_width_arguments(name: str, arguments: Sequence[Any]) -> None:
    """Raise TemplateRuntimeError if an argument would make a text too long.

    Such an argument is a large number, or a format with a large number.
    """
    if name in LENGTHENING_NAMES and any(
        abs(one) > MAX_PRODUCT if isinstance(one, int) else isinstance(one, str) and _LARGE_NUMBER.search(one)
        for one in arguments
    ):
        raise jinja2.TemplateRuntimeError(format_message("tasks.too-long-a-text", name=name))


def _limit_filter(name: str, template_filter: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(template_filter)
    def call_filter(*given: Any, **named: Any) -> Any:
        # the arguments of a filter follow the context or the environment, if it takes one
        first = int(hasattr(template_filter, "jinja_pass_arg"))
        given = tuple(take_all(one) if isinstance(one, Iterator) else one for one in given)
        _check_width_arguments(name, [*given, *named.values()])
        check_length(name, given[first:], named)
        return _check_length(template_filter(*given, **named))

    return call_filter


@cache
def _make_environment(folder: Path) -> jinja2.Environment:
    made = get_template_environment(folder, _BoundedEnvironment)
    made.filters = {name: _limit_filter(name, made.filters[name]) for name in made.filters}
    made.finalize = _check_output
    made.globals = {name: made.globals[name] for name in ("range", "namespace")}
    return made


def find_used_names(folder: Path) -> frozenset[str]:
    """Return the names that the templates in a folder take from the context.

    Raises PuzzleError for a template that cannot be read.
    """
    texts = (read_text(path, str(path), ()) for path in folder.glob("*.j2"))
    return frozenset().union(*(find_undeclared_variables(_make_environment(folder).parse(text)) for text in texts))


def fill_template_file(path: Path, puzzle: str, context: Mapping[str, object]) -> str:
    """Return the text of a template, filled with a context.

    The template may use templates in its folder and in the catalog's. In it, ``refuse(KEY, STATEMENT)`` raises ParameterError for a
    parameter of that puzzle. If the statement has the form ``found …, expected …``, the error holds the two values as data.

    Raises PuzzleError, with file and line, for a file that is not a template, an unknown name, or an output that is too long.
    """

    def refuse(key: str, statement: str) -> NoReturn:
        if len(statement) > MAX_REFUSAL_LENGTH:
            statement = f"{statement[: MAX_REFUSAL_LENGTH // 2]} … {statement[-MAX_REFUSAL_LENGTH // 2 :]}"
        values = re.fullmatch("found (.*?)(?:, expected (.*))?", statement, re.DOTALL)
        found, expected = values.groups() if values else (None, None)
        raise ParameterError(statement, where=puzzle, key=key, found=found, expected=expected)

    pieces, length, known, name = list[str](), 0, _make_environment(path.parent), str(path)
    text = read_text(path, name, ())
    try:
        check_template(path, path.parent)
        # The path is compiled in as the file's name, so tracebacks name it, and so do the errors below.
        whole = jinja2.Template.from_code(known, known.compile(text, name, name), known.make_globals(None))
        # A text that grows too long is stopped while it is made, before it is complete.
        for piece in whole.generate({**context, "refuse": refuse}):
            pieces.append(piece)
            length += len(piece)
            if length > LARGEST:
                raise PuzzleError(format_message("tasks.too-long-a-file", limit=f"{LARGEST:,}"), file=name)
    except jinja2.TemplateSyntaxError as error:
        says = format_message("tasks.invalid-template", reason=error.message)
        raise PuzzleError(says, file=error.filename or name, line=error.lineno) from None
    except (ParameterError, PuzzleError):
        raise
    except _TEMPLATE_ERRORS as error:
        frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename.endswith(".j2")]
        at, line = (frames[-1].filename, frames[-1].lineno) if frames else (name, None)
        says = format_message("tasks.cannot-be-filled", reason=error or type(error).__name__)
        raise PuzzleError(says, file=at, line=line) from None
    filled_in = "".join(pieces)
    # A lone surrogate cannot be encoded, so a file with this text could not be written.
    if found := re.search("[\ud800-\udfff]", filled_in):
        says = format_message("puzzles.half-character", half=ascii(found[0]))
        raise PuzzleError(says, file=name, found=ascii(found[0]))
    return filled_in
