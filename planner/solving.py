"""From a puzzle of any family to its result, and to all of its solutions."""

from __future__ import annotations

from collections.abc import Mapping

from generator.errors import check_choice, check_number, check_parameters_given, check_type
from generator.instance import Value
from generator.pddl.generation import DIALECTS, ENCODINGS
from generator.puzzle_file import PuzzleFile
from planner.engines.session import Session
from planner.questions import enumerating, solving
from planner.questions.enumerating import AllSolutions
from planner.result import Result
from planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT


def solve(
    puzzle: PuzzleFile,
    parameters: Mapping[str, Value],
    *,
    reference: str = "",
    engine: str = "auto",
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    session: Session | None = None,
    advise: bool = True,
    backward: bool = False,
) -> Result:
    """Return what an engine finds for a puzzle, its plan replayed; parameters not given have their defaults.

    Of river crossings the result is that of `planner.crossing.solving.solve`, where what is asked and what is raised is said; of families
    that place things that of `planner.placing.solving.solve`.
    Raises FamilyError for ``backward`` of a puzzle whose moves cannot be undone, and ArgumentError for arguments of wrong types, a dialect
    or an encoding that there is not, and limits that are no numbers greater than 0.
    """
    _check_puzzle(puzzle, parameters)
    check_type("reference", reference, str, "a text")
    check_type("engine", engine, str, "an engine's name")
    for name, value, known in (("dialect", dialect, DIALECTS), ("encoding", encoding, ENCODINGS)):
        if value is not None:
            check_choice(name, value, known)
    check_number("timeout", timeout, "seconds")
    check_number("memory", memory, "MiB", whole=True)
    check_type("session", session, (Session, type(None)), "a Session or None")
    for name, choice in (("advise", advise), ("backward", backward)):
        check_type(name, choice, bool, "true or false")
    return solving.solve(
        puzzle, parameters, reference=reference, engine=engine, dialect=dialect, encoding=encoding, timeout=timeout, memory=memory,
        session=session, advise=advise, backward=backward,
    )  # fmt: skip


def enumerate_solutions(puzzle: PuzzleFile, parameters: Mapping[str, Value], *, reference: str = "") -> AllSolutions:
    """Return every solution of a puzzle; they are found when they are asked for, with ``each()``. No engine is asked.

    Parameters not given have their defaults. Raises PuzzleError, ParameterError for what cannot be asked, EncodingError for several boats,
    ArgumentError for arguments of wrong types.
    """
    _check_puzzle(puzzle, parameters)
    check_type("reference", reference, str, "a text")
    return enumerating.enumerate_solutions(puzzle, parameters, reference=reference)


def _check_puzzle(puzzle: object, parameters: object) -> None:
    check_type("puzzle", puzzle, PuzzleFile, "a puzzle, as `load` gives it")
    check_parameters_given(parameters)
