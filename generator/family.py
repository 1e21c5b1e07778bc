"""What a family of puzzles consists of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from generator.formulation import Formulation, SomeInstance
from generator.instance import Value
from generator.puzzle_file import PuzzleFile
from generator.space import Move, State, StateSpace
from generator.teller import Teller

__all__ = ["AnyFamily", "Family", "View"]

SomeFile = TypeVar("SomeFile", bound=PuzzleFile)


class View(NamedTuple, Generic[SomeInstance]):
    """Another way to look at what may happen in an instance."""

    space: Callable[[SomeInstance], StateSpace[Any, Any]]
    teller: Callable[[SomeInstance], Teller[Any, Any]]


@dataclass(frozen=True, slots=True)
class Family(Generic[SomeFile, SomeInstance, State, Move]):
    """A kind of puzzle with its own templates."""

    name: str
    file: type[SomeFile]
    """the shape of its puzzle files"""
    check_references: Callable[[SomeFile, str], None]
    """raises PuzzleError for what the shape cannot say; the text is how the file is called"""
    instantiate: Callable[[SomeFile, Mapping[str, Value], str], SomeInstance]
    """a puzzle, values for its parameters, and how it was named, to an instance; raises ParameterError and PuzzleError"""
    formulations: tuple[Formulation[SomeInstance], ...]
    """the first of a dialect is its default"""
    context: Callable[[SomeInstance], dict[str, Any]]
    """what the comments of all templates tell of an instance, and ``more_header``, what its header says besides"""
    space: Callable[[SomeInstance], StateSpace[State, Move]]
    """raises EncodingError for an instance whose moves do not follow one another"""
    teller: Callable[[SomeInstance], Teller[State, Move]]
    instantiate_smallest: Callable[[SomeFile, Mapping[str, Value], str], SomeInstance] | None = None
    """as ``instantiate``, for families in which a parameter that is left open is the smallest value that works"""
    check_suitable: Callable[[SomeInstance, Formulation[SomeInstance]], None] = lambda instance, formulation: None
    """raises UnsuitableError if a formulation does not say what the instance asks"""
    reversed: Callable[[SomeInstance], SomeInstance] | None = None
    """start and goal exchanged; raises ParameterError for an instance that is not the same backwards"""
    views: Mapping[str, View[SomeInstance]] = field(default_factory=dict)
    """other state spaces of an instance, by the option of the command line that asks for them"""
    lacks: Mapping[str, str] = field(default_factory=dict)
    """what the family cannot be asked for, by the name of the option, and a sentence that says why"""


AnyFamily: TypeAlias = Family[Any, Any, Any, Any]
"""a family of which nothing more is known: what belongs together is one of its instances, and a state and a move of its space"""
