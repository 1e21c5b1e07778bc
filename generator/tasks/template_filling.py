"""The safe filling of the Jinja templates in a puzzle's folder.

Templates come from strangers: Jinja's sandbox keeps them from Python, and the length of their output is limited.
"""

from __future__ import annotations

import functools
import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType
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
    MAX_LIST_LENGTH,
    MAX_TEXT_LENGTH,
    TemplateTextBuffer,
    check_call_length,
    check_text_length,
    estimate_text_length,
    take_limited_items,
)
from ferryplan.generator.templates import check_template_file, get_template_environment

MAX_REFUSAL_LENGTH = 120
"""the largest number of characters that are printed of a statement with which a template refuses a value"""
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


class _LimitingCodeGenerator(CodeGenerator):
    """Jinja's generator of Python code for templates, changed so that the code limits the length of texts.

    The operator ``~`` becomes a call of a method, and the text of a macro or block is collected in a buffer; both
    refuse a text that is too long.
    """

    def buffer(self, frame: Frame) -> None:
        """Write the Python code that begins the text of a macro or a block."""
        super().buffer(frame)
        self.writeline(f"{frame.buffer} = environment.begin_text()")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja calls it so
        """Write the Python code for the operator ``~``: a call of `concatenate`."""
        # Jinja compiles `~` to a plain join, which does not call `call_binop`.
        self.write("environment.concatenate")
        self.visit_Tuple(nodes.Tuple(node.nodes, "load"), frame)


class _BoundedEnvironment(ImmutableSandboxedEnvironment):
    """A Jinja sandbox that refuses operations and calls that would exhaust memory or time."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})
    code_generator_class = _LimitingCodeGenerator

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the value of a binary operation. Raises TemplateRuntimeError if it would be too large."""
        numbers = all(isinstance(one, int) and abs(one) <= 10**18 for one in (left, right))
        if operator == "**" and not (numbers and abs(left) <= 1000 and 0 <= right <= 20):
            raise jinja2.TemplateRuntimeError(format_message("tasks.power-too-large"))
        if operator == "*" and not numbers:
            times, many = (left, right) if isinstance(left, int) else (right, left)
            if not isinstance(times, int) or isinstance(many, int | float) or len(many) * times > MAX_PRODUCT:
                raise jinja2.TemplateRuntimeError(format_message("tasks.product-of-texts", most=MAX_PRODUCT))
        if operator == "%" and not numbers:
            raise jinja2.TemplateRuntimeError(format_message("tasks.remainder-of-texts"))
        return _check_value_length(super().call_binop(context, operator, left, right))

    def concatenate(self, *parts: Any) -> str:
        """Return the concatenated texts of values, as the operator ``~`` does."""
        check_text_length(sum(map(estimate_text_length, parts)))
        return str(_check_value_length("".join(map(str, parts))))

    def begin_text(self) -> TemplateTextBuffer:
        """Return an empty buffer for the text that a macro or a block of a template makes."""
        return TemplateTextBuffer()

    def call(self, context: Any, function: Any, /, *given: Any, **named: Any) -> Any:
        """Return the value of a function call. Raises TemplateRuntimeError if it would be too long."""
        # Jinja's sandbox wraps `str.format`; the method inside has its name and its text.
        plain = getattr(function, "__wrapped__", function)
        name, owner = getattr(plain, "__name__", ""), getattr(plain, "__self__", None)
        given = tuple(take_limited_items(one) if isinstance(one, Iterator) else one for one in given)
        _check_width_arguments(name, [owner, *given, *named.values()])
        if isinstance(owner, str):
            check_call_length(name, [owner, *given], named)
        return _check_value_length(super().call(context, function, *given, **named))


def _check_value_length(value: Any) -> Any:
    """Return a value unchanged. Raises TemplateRuntimeError for too long a text, list or tuple."""
    if isinstance(value, str | list | tuple) and len(value) > (
        MAX_TEXT_LENGTH if isinstance(value, str) else MAX_LIST_LENGTH
    ):
        raise jinja2.TemplateRuntimeError(format_message("tasks.too-long-a-value"))
    return value


def _check_output_length(value: Any) -> Any:
    """Return a value that becomes text, unchanged. Raises TemplateRuntimeError if its text is too long."""
    check_text_length(estimate_text_length(value))
    return value


def _check_width_arguments(name: str, arguments: Sequence[Any]) -> None:
    """Raise TemplateRuntimeError if an argument of a call in a template would make a text too long.

    Such an argument is a large number, or a format that contains one. ``name`` is the name of the called method or
    filter.
    """
    if name in LENGTHENING_NAMES and any(
        abs(one) > MAX_PRODUCT if isinstance(one, int) else isinstance(one, str) and _LARGE_NUMBER.search(one)
        for one in arguments
    ):
        raise jinja2.TemplateRuntimeError(format_message("tasks.too-long-a-text", name=name))


def _limit_filter(name: str, template_filter: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter that works like a given one but refuses arguments and values that are too long."""

    @functools.wraps(template_filter)
    def call_filter(*given: Any, **named: Any) -> Any:
        # the arguments of a filter follow the context or the environment, if it takes one
        first = int(hasattr(template_filter, "jinja_pass_arg"))
        given = tuple(take_limited_items(one) if isinstance(one, Iterator) else one for one in given)
        _check_width_arguments(name, [*given, *named.values()])
        check_call_length(name, given[first:], named)
        return _check_value_length(template_filter(*given, **named))

    return call_filter


@cache
def _make_environment(folder: Path) -> jinja2.Environment:
    """Return the Jinja environment that fills the templates in a folder within the limits."""
    made = get_template_environment(folder, _BoundedEnvironment)
    made.filters = {name: _limit_filter(name, made.filters[name]) for name in made.filters}
    made.finalize = _check_output_length
    made.globals = {name: made.globals[name] for name in ("range", "namespace")}
    return made


def find_used_names(folder: Path) -> frozenset[str]:
    """Return the names of the variables that the templates in a folder use.

    Raises PuzzleError for a template that cannot be read.
    """
    texts = (read_text(path, str(path), ()) for path in folder.glob("*.j2"))
    return frozenset().union(*(find_undeclared_variables(_make_environment(folder).parse(text)) for text in texts))


@lru_cache(maxsize=64)
def _compile_template(environment: jinja2.Environment, text: str, name: str) -> CodeType:
    """Return the compiled text of the template file ``name``; a suite fills the same template many times.

    Raises TemplateSyntaxError for a text that is not a template.
    """
    return environment.compile(text, name, name)


def fill_template_file(path: Path, puzzle: str, context: Mapping[str, object]) -> str:
    """Return the text that a template makes from a context, the values of its variables by name.

    The template may use templates in its folder and in the catalog's. In it, ``refuse(KEY, STATEMENT)`` raises ParameterError for the
    parameter ``KEY`` of the puzzle. If the statement has the form ``found …, expected …``, the error holds the two values as data.

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
        check_template_file(path, path.parent)
        # The path is compiled in as the file's name, so tracebacks name it, and so do the errors below.
        whole = jinja2.Template.from_code(known, _compile_template(known, text, name), known.make_globals(None))
        # A text that grows too long is stopped while it is made, before it is complete.
        for piece in whole.generate({**context, "refuse": refuse}):
            pieces.append(piece)
            length += len(piece)
            if length > MAX_TEXT_LENGTH:
                raise PuzzleError(format_message("tasks.too-long-a-file", limit=f"{MAX_TEXT_LENGTH:,}"), file=name)
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
