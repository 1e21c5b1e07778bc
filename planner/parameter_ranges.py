"""Several values for a puzzle's parameter, parsed from a text such as ``2..4``.

The text is a number, a range ``2..4`` or a list ``2,3,5``; for a yes/no parameter also ``yes,no``; for a parameter that takes
lists, lists separated by slashes: ``1,2/1,3``.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from ferryplan.generator.errors import ParameterError
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.parameters import complete_parameters
from ferryplan.generator.puzzle_file import (
    BooleanParameter,
    IntegerParameter,
    ListParameter,
    Parameter,
    PuzzleFile,
    TextParameter,
)
from ferryplan.generator.wording import YES_NO_VALUES

MAX_SETS = 100_000
"""the largest number of combinations of parameter values"""
_NUMBER_OR_RANGE = re.compile(r"\s*(\d+)\s*(?:\.\.\s*(\d+)\s*)?", re.ASCII)


def parse_parameter_combinations(puzzle: PuzzleFile, texts: Mapping[str, Any]) -> list[dict[str, ParameterValue]]:
    """Return every combination of the parameter values that texts such as ``2..4`` list.

    ``texts`` maps each parameter to its text. A combination maps each parameter to one value; the last parameter
    changes fastest. Values keep the order of the text, without repetitions. Raises ParameterError for a text that
    cannot be parsed, a value out of the parameter's range, or more than MAX_SETS combinations.
    """
    values = {
        key: _parse_values({"where": puzzle.name, "key": key}, text, puzzle.parameters[key])
        for key, text in texts.items()
    }
    return combine_parameter_values(puzzle, values)


def combine_parameter_values(
    puzzle: PuzzleFile, values: Mapping[str, Sequence[ParameterValue]]
) -> list[dict[str, ParameterValue]]:
    """Return every combination of parameter values, each a mapping from the parameters to one value.

    ``values`` holds the values of each parameter. The last parameter changes fastest. Raises ParameterError for a value out of
    its parameter's range, or for more than MAX_SETS combinations.
    """
    for key, several in values.items():
        for value in several:
            complete_parameters(puzzle, {key: value})
    if (count := math.prod(map(len, values.values()))) > MAX_SETS:
        raise ParameterError(
            where=puzzle.name,
            about="parameters",
            found=f"{count:,} combinations of parameters",
            expected=f"at most {MAX_SETS:,}",
        )
    return [dict(zip(values, one, strict=True)) for one in itertools.product(*values.values())]


def _parse_values(place: Mapping[str, Any], text: str, spec: Parameter) -> tuple[ParameterValue, ...]:
    match spec:
        case ListParameter():
            lists = [re.split(r"\s*,\s*", part.strip()) for part in text.split("/")]
            if not all(re.fullmatch(r"-?[0-9]{1,9}", number) for one in lists for number in one):
                raise ParameterError(
                    **place, found=f"'{text}'", expected="a list such as 1,2,5, or several as in 1,2,5/1,3"
                )
            return tuple(dict.fromkeys(tuple(map(int, one)) for one in lists))
        case TextParameter():
            return tuple(dict.fromkeys(part.strip() for part in text.split(";")))
        case BooleanParameter():
            words = [part.strip().lower() for part in text.split(",")]
            if not set(words) <= YES_NO_VALUES.keys():
                raise ParameterError(**place, found=f"'{text}'", expected="yes, no or yes,no")
            return tuple(dict.fromkeys(YES_NO_VALUES[word] for word in words))
        case IntegerParameter():
            return _parse_numbers(place, text, spec)
        case _:
            assert_never(spec)


def _parse_numbers(place: Mapping[str, Any], text: str, spec: IntegerParameter) -> tuple[int, ...]:
    found: dict[int, None] = {}
    for part in text.split(","):
        match = _NUMBER_OR_RANGE.fullmatch(part)
        if match is None:
            raise ParameterError(
                **place, found=f"'{text}'", expected="a number, a range such as 2..4 or a list such as 2,3,5"
            )
        first, last = (_parse_number_in_range(place, digits, spec) for digits in (match[1], match[2] or match[1]))
        if last < first:
            raise ParameterError(
                **place, found=f"'{part.strip()}'", expected="a range from the lower to the higher number"
            )
        found |= dict.fromkeys(range(first, last + 1))
    return tuple(found)


def _parse_number_in_range(place: Mapping[str, Any], digits: str, spec: IntegerParameter) -> int:
    short = digits.lstrip("0") or "0"
    if len(short) > 18 or not spec.minimum <= int(short) <= spec.maximum:
        raise ParameterError(**place, found=digits[:20], expected=f"{spec.minimum} to {spec.maximum}")
    return int(short)
