"""The functions `lint` and `lint_draft`, which find errors in PDDL and in puzzle files."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from ferryplan.domains.messages import format_message
from ferryplan.generator import files
from ferryplan.generator.arguments import (
    ArgumentValueError,
    check_argument_type,
    check_parameter_mapping,
    check_positive_number,
)
from ferryplan.generator.errors import PddlError, PlanError, PuzzleError
from ferryplan.generator.files import resolve_puzzle_reference
from ferryplan.generator.generation import Pddl
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.pddl_puzzles import find_pddl_definitions
from ferryplan.planner.api.puzzle_sources import (
    NAME_WITHOUT_FILE,
    PddlSource,
    PuzzleSource,
    check_not_given_twice,
    is_inline_text,
    load_puzzle_and_parameters,
    read_source,
)
from ferryplan.planner.lint_report import (
    LintReport,
    add_missing_domain,
    lint_pddl,
    lint_pddl_draft,
    lint_puzzle,
    lint_puzzle_draft,
    report_puzzle_errors,
)
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, enforce_limits
from ferryplan.planner.system.user_files import read_text


def lint(
    puzzle: PuzzleSource,
    problem: PddlSource | None = None,
    plan: PddlSource | None = None,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    style: bool = False,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> LintReport:
    """Find errors and suspicious parts in PDDL, or in a puzzle file.

    Args:
        puzzle: For PDDL, the domain as a text or a path, the path of a problem whose domain is in the same folder, a
            `Pddl`, or a pair of a domain and a problem. Otherwise a puzzle, as for `solve`: then the findings are all
            mistakes in its file, or else rules that never bind, keys without effect, wrong optima and redundant clues.
        problem: The problem as a text or a path, if ``puzzle`` is the domain.
        plan: A plan for the problem, as a text or a path.
        parameters: Values of the puzzle's parameters by name.
        style: Whether to report matters of style in PDDL.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `LintReport`: a sequence of findings with file, line and column. ``fixed`` holds the texts with unambiguous slips fixed.

    Raises:
        PddlError, PlanError, PuzzleError: A file cannot be read at all.
        ArgumentError: An argument is wrong.
        TimeIsUpError, MemoryError: A limit was reached.

    >>> from ferryplan import lint
    >>> found = lint("(define (domain d) (:predicates (p)) (:action a :parameters () :effect (q)))")
    >>> [(one.line, one.severity, one.kind) for one in found]
    [(1, 'error', 'undeclared')]
    >>> len(lint("wolf-goat-cabbage"))
    0
    """
    check_argument_type("style", style, bool, "true or false")
    check_positive_number("timeout", timeout, "seconds")
    check_positive_number("memory", memory, "MiB", whole=True)
    match puzzle:
        case Pddl(domain, own) | (domain, own):
            check_not_given_twice("problem", problem)
            puzzle, problem = domain, own
    if not _is_pddl(puzzle) and problem is None and plan is None:
        if style:
            raise ArgumentValueError("style", "True", "False", statement=format_message("python.style-of-puzzle"))
        try:
            found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, lint)
            with enforce_limits(timeout, memory):
                return lint_puzzle(found, given)
        except PuzzleError as error:
            report = report_puzzle_errors(error) if isinstance(puzzle, str | os.PathLike) else None
            if report is None:
                raise
            return report
    if parameters is not None:
        check_parameter_mapping(parameters)
    if parameters or keywords:
        says = format_message("python.parameters-of-pddl")
        raise ArgumentValueError("parameters", "parameters", "none", statement=says)
    check_argument_type("puzzle", puzzle, (str, os.PathLike), "the domain as a text or a path")
    texts = [read_source("domain", puzzle, PddlError)]  # type: ignore[arg-type]  # its type is checked above
    texts += [read_source("problem", problem, PddlError)] if problem is not None else []
    texts = add_missing_domain(texts)
    texts += [read_source("plan", plan, PlanError)] if plan is not None else []
    with enforce_limits(timeout, memory):
        return lint_pddl(texts, style)


def lint_draft(
    domain: str | None = None, problem: str | None = None, *, puzzle: str | None = None, style: bool = False
) -> LintReport:
    """Find errors in texts that somebody is writing; editors can call this at each keystroke.

    The texts of PDDL may be unfinished, and either may be missing. The findings are those of `lint`, except those that need
    ground actions, such as unreachable goals; so files of 200 actions and 2,000 objects take less than 0.2 seconds.

    Args:
        domain: The text of the domain. Without it, the findings are those that do not depend on the domain.
        problem: The text of the problem.
        puzzle: The text of a puzzle file, instead of PDDL. Optima are not checked.
        style: Whether to report matters of style in PDDL.

    Returns:
        A `LintReport`: a sequence of findings, which call the two texts ``the domain`` and ``the problem``. The ``edits``
        of a finding make its fix.

    Raises:
        ArgumentError: An argument is wrong.

    >>> from ferryplan import lint_draft
    >>> text = "(define (domain d) (:predicates (wet)) (:action dry :parameters () :effect (wett)))"
    >>> for one in lint_draft(text):
    ...     print(one.kind, one.fix, [(edit.start, edit.end, edit.text) for edit in one.edits])
    undeclared wet [((1, 77), (1, 81), 'wet')]
    """
    check_argument_type("style", style, bool, "true or false")
    sources = list[Source | None]()
    check_argument_type("puzzle", puzzle, (str, type(None)), "a text or None")
    if puzzle is not None:
        if domain is not None or problem is not None:
            says = format_message("python.puzzle-and-pddl")
            raise ArgumentValueError("puzzle", "a puzzle and PDDL", "one of them", statement=says)
        return lint_puzzle_draft(puzzle, NAME_WITHOUT_FILE)
    for name, text in (("domain", domain), ("problem", problem)):
        check_argument_type(name, text, (str, type(None)), "a text or None")
        sources.append(None if text is None else Source(text.replace("\r\n", "\n"), f"the {name}"))
    return lint_pddl_draft(sources[0], sources[1], style)


def find_domain(problem: str | os.PathLike[str]) -> Path | None:
    """Find the file of the domain that belongs to a problem, in the same folder.

    For the problem ``p01.pddl``, the domain is ``domain_p01.pddl``, ``p01-domain.pddl``, ``p01_domain.pddl`` or
    ``domain.pddl``, as in the benchmarks of planning competitions.

    Args:
        problem: The path of the problem's file.

    Returns:
        The path of the domain; None if there is no such file.

    Raises:
        ArgumentError: The argument is not a path.

    >>> from ferryplan import find_domain
    >>> find_domain("nowhere/p01.pddl") is None
    True
    """
    check_argument_type("problem", problem, (str, os.PathLike), "a path")
    path = os.fspath(problem)
    check_argument_type("problem", path, str, "a path")
    return None if "\0" in path else files.find_domain(Path(path))


_TOML = re.compile(r"\s*(#|\[|[\w.\"'-]+\s*=)")
"""the beginning of a puzzle file; PDDL, even with slips, does not begin like that"""


def _is_pddl(source: object) -> bool:
    """Return whether an argument is PDDL rather than a puzzle.

    A text is PDDL if it does not begin like a puzzle file; a path is PDDL if it ends in ``.pddl`` or its file holds PDDL.
    """
    match source:
        case str() if is_inline_text(source):
            return not _TOML.match(source)
        case str() | os.PathLike():
            found = resolve_puzzle_reference(os.fspath(source))
            return found is not None and (found.lower().endswith(".pddl") or _is_pddl_file(found))
    return False


def _is_pddl_file(path: str) -> bool:
    """Return whether a file that ends neither in ``.pddl`` nor in ``.toml`` holds PDDL."""
    where = Path(path)
    return (
        where.suffix.lower() != ".toml" and where.is_file() and bool(find_pddl_definitions(read_text(path, PddlError)))
    )
