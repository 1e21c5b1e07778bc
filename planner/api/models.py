"""Judge PDDL that others wrote: compare a model with a puzzle, and lint its files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ferryplan.generator.arguments import ArgumentValueError, check_number, check_type
from ferryplan.generator.classical.puzzle_file import Text
from ferryplan.generator.errors import PddlError, PlanError, PuzzleError
from ferryplan.generator.generation import Pddl
from ferryplan.generator.instance import Value
from ferryplan.generator.parameters import check_parameters
from ferryplan.generator.pddl.linting.findings import Finding
from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner import linting
from ferryplan.planner.api.sources import PuzzleSource, check_alone, is_text, load_request, read_source, split_pair
from ferryplan.planner.checking import judging
from ferryplan.planner.checking.course import EXCHANGED, report
from ferryplan.planner.checking.judging import LAYOUTS, Judged, Outcome, examine
from ferryplan.planner.checking.mapping import Map
from ferryplan.planner.checking.rubric import Rubric
from ferryplan.planner.rendering import Renderable, RenderableSequence
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME, DEFAULT_MEMORY, DEFAULT_TIMEOUT, limited
from ferryplan.planner.telling import PLAIN, Layout

PddlSource = str | os.PathLike[str]


@dataclass(frozen=True, slots=True, repr=False)
class ModelCheck(Renderable):
    """How a model compares with a puzzle: the verdict, and each difference with the shortest scenario that shows it."""

    formats = ("text", "markdown", "html", "json", "junit", "gradescope")
    renderer = "ferryplan.planner.api.models:render_check"

    puzzle: str
    """the puzzle's name"""
    judged: Judged = field(hash=False)
    """the comparison as data that goes from process to process"""

    def __repr__(self) -> str:
        """Return the puzzle and the verdict."""
        return f"ModelCheck({self.puzzle!r}, verdict={self.verdict!r})"

    @property
    def verdict(self) -> Outcome:
        """``same``, ``different``, ``undecided``, or ``unreadable``."""
        return self.judged.verdict

    @property
    def reason(self) -> str:
        """Why nothing is decided, or what is wrong with the PDDL; empty where the model was compared."""
        return self.judged.said

    @property
    def differences(self) -> list[dict[str, Any]]:
        """The differences, as ``differences`` in JSON has them."""
        return list(self.judged.data.get("differences", ()))

    @property
    def hints(self) -> list[str]:
        """The hints that were found, in the order of the differences."""
        return [one["hint"] for one in self.differences if one.get("hint")]


def render_check(found: ModelCheck, form: str, *, layout: Layout = PLAIN) -> str:
    """Return a comparison in a format."""
    if found.verdict == "unreadable" and form in ("text", "markdown"):
        return found.reason
    if form in EXCHANGED:
        return report(found.puzzle, ([found.judged], Rubric().grade([found.judged], found.puzzle)), form)
    return judging.told(found.puzzle, [found.judged], form)


def check(
    puzzle: PuzzleSource,
    problem: PddlSource | Pddl | tuple[Any, Any],
    domain: PddlSource | None = None,
    parameters: Mapping[str, Value] | None = None,
    *,
    hint: int = 0,
    hint_time: float = DEFAULT_HINT_TIME,
    map: PddlSource | None = None,  # noqa: A002 - the name of the option
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: Value,
) -> ModelCheck:
    """Compare a model, a domain and a problem in PDDL, with a puzzle: is it the same, and if not, which scenario shows it?

    ``puzzle`` and its parameters are as for `solve`; a parameter that is left out is taken from the model. ``problem`` and ``domain`` are texts
    or paths, or ``problem`` is a `Pddl` or a pair of a domain and a problem; without ``domain``, a problem in a file takes the domain beside it.
    ``map``, a text in TOML or a path, says which facts of the model tell who is where. Hints of level ``hint`` (1 where to look, 2 at which
    literal, 3 what to write) are searched for at most ``hint_time`` seconds. ``timeout`` is in seconds, ``memory`` in MiB.
    Raises as `solve` does, EncodingError for puzzles with which no models are compared, and TimeIsUpError.

    >>> from ferryplan import check, generate
    >>> pddl = generate("wolf-goat-cabbage", dialect="adl")
    >>> check("wolf-goat-cabbage", pddl).verdict
    'same'
    """
    found, given = load_request(puzzle, parameters, keywords, check)
    check_parameters(found, given)
    domain_source, problem_source = split_pair(problem, domain)
    if domain_source is None and is_text(problem_source):
        raise ArgumentValueError("domain", "None with the text of a problem", "a text or a path")
    check_type("hint", hint, int, "a level from 0 to 3")
    if not 0 <= hint <= 3:
        raise ArgumentValueError("hint", f"{hint}", "a level from 0 to 3")
    for name, number in (("hint_time", hint_time), ("timeout", timeout)):
        check_number(name, number, "seconds")
    check_number("memory", memory, "MiB", whole=True)
    mapped = None
    if map is not None:
        text = read_source("map", map, PuzzleError)
        mapped = Map(text.text, text.name)
    model = (
        _as_text("problem", problem_source),
        None if domain_source is None else _as_text("domain", domain_source),
    )
    with limited(timeout, memory):
        examined = examine(found, given, *model, given=mapped, forms=LAYOUTS)
        return ModelCheck(found.name, examined.with_hints(hint, hint_time) if hint else examined.judged)


def _as_text(name: str, source: PddlSource) -> str | Text:
    """Return a text as one, and a path as a file's name, which the comparison reads itself to look for a domain beside it."""
    found = read_source(name, source, PddlError)
    return found if is_text(source) else found.name


@dataclass(frozen=True, slots=True, repr=False)
class LintReport(RenderableSequence[Finding]):
    """The findings of a linter in PDDL: a sequence, each with file, line, column, kind, severity and fix."""

    formats = ("text", "json", "sarif", "github")
    renderer = "ferryplan.planner.api.models:render_lint"

    findings: tuple[Finding, ...]
    """the findings in the order of the texts"""
    sources: tuple[Text, ...]
    """the texts that were read"""

    @property
    def items(self) -> tuple[Finding, ...]:
        """The findings in the order of the texts."""
        return self.findings

    def __repr__(self) -> str:
        """Return the number of findings."""
        return f"LintReport(findings={len(self)})"

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings because of which planners refuse or misread the texts."""
        return tuple(one for one in self.findings if one.severity == "error")


def render_lint(found: LintReport, form: str) -> str:
    """Return findings in a format."""
    forms = {"json": linting.as_json, "sarif": linting.as_sarif, "github": linting.as_commands}
    if form in forms:
        return forms[form](found.findings)
    return linting.as_text(found.findings, {one.name: Source(one.text, one.name) for one in found.sources})


def lint(
    domain: PddlSource | Pddl,
    problem: PddlSource | None = None,
    plan: PddlSource | None = None,
    *,
    style: bool = False,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> LintReport:
    """Find what is wrong or odd in PDDL: a domain, a problem for it, and a plan for that.

    Each is a text or a path; a `Pddl` holds a domain and a problem. With ``style`` matters of style count, too. ``timeout`` is in seconds,
    ``memory`` in MiB. Raises PddlError and PlanError for files that cannot be read at all, and TimeIsUpError.

    >>> from ferryplan import lint
    >>> found = lint("(define (domain d) (:predicates (p)) (:action a :parameters () :effect (q)))")
    >>> [(one.line, one.severity, one.kind) for one in found]
    [(1, 'error', 'undeclared')]
    """
    if isinstance(domain, Pddl):
        check_alone("problem", problem)
        problem, domain = domain.problem, domain.domain
    check_type("style", style, bool, "true or false")
    check_number("timeout", timeout, "seconds")
    check_number("memory", memory, "MiB", whole=True)
    texts = [read_source("domain", domain, PddlError)]
    texts += [read_source("problem", problem, PddlError)] if problem is not None else []
    script = [read_source("plan", plan, PlanError)] if plan is not None else []
    sources = [Source(one.text, one.name) for one in texts]
    with limited(timeout, memory):
        found = linting.lint(
            sources[0],
            sources[1] if len(sources) > 1 else None,
            Source(script[0].text, script[0].name) if script else None,
            style,
        )
    return LintReport(tuple(found), (*texts, *script))
