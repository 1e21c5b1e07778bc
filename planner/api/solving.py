"""Solve puzzles, list all solutions, explain why there are none, and check plans that others made."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import ArgumentTypeError, ArgumentValueError, check_number, check_type
from ferryplan.generator.classical.pairs import fix_texts
from ferryplan.generator.classical.puzzle_file import ClassicalFile, Text
from ferryplan.generator.errors import PddlError, PlanError
from ferryplan.generator.files import domain_beside
from ferryplan.generator.generation import Pddl
from ferryplan.generator.instance import Value
from ferryplan.generator.wording import begun
from ferryplan.planner.api.sources import (
    PuzzleSource,
    check_option,
    is_text,
    kind_of_pddl,
    load,
    load_request,
    read_source,
    split_pair,
)
from ferryplan.planner.engines.registry import Engine
from ferryplan.planner.engines.session import Session
from ferryplan.planner.linting import check_pair
from ferryplan.planner.pddl_files import solve_files
from ferryplan.planner.plans.plan import Action
from ferryplan.planner.questions import enumerating, solving
from ferryplan.planner.questions import why as unsolvability
from ferryplan.planner.questions.enumerating import AllSolutions
from ferryplan.planner.questions.why import MOST_STATES, Why
from ferryplan.planner.result import Answer, FamilyError, Result
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, limited
from ferryplan.planner.valid_plan import ValidPlan
from ferryplan.planner.validation import judge, retold


def solve(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Value] | None = None,
    *,
    engine: str | Engine = "auto",
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    session: Session | None = None,
    advise: bool = True,
    backward: bool = False,
    **keywords: Value,
) -> Result | Answer:
    """Solve a puzzle: ask a planner for a plan, replay it by the rules, or prove that there is none.

    ``puzzle`` is anything that `load` takes. Its parameters come as keywords or as a mapping; those that are left out have their defaults, and
    one that is open, such as the capacity of a boat, gets the smallest value that works. ``dialect`` and ``encoding`` are chosen where they
    are None, and do not go with PDDL. ``engine`` is a name of `engines`, ``"auto"``, ``"rules"`` for a search without a planner, or a planner of your
    own, `Engine.command`. ``timeout`` is in seconds, ``memory`` in MiB. A ``session`` keeps a planner's process for several calls.
    ``backward`` plans from the goal to the start. With ``advise``, an unsolvable puzzle gets the nearest variants that have a plan.

    The answer is a `Result`; for PDDL whose actions take time or whose metric is maximized an `Answer`, which has a plan and no solution.
    Raises PuzzleError, ParameterError and PddlError for bad input, EncodingError for a puzzle that a dialect cannot hold, DialectError for a
    dialect that the engine does not take, FamilyError for moves that cannot be undone, EngineError for an engine that is missing, fails, or is
    wrong, and ArgumentError for arguments of wrong types.

    >>> from ferryplan import solve
    >>> result = solve("jealous-couples", couples=3)
    >>> result.status, len(result.solution.steps)
    ('optimal', 11)
    >>> result.solution.steps[0].aboard
    ('A', 'Aw')
    """
    found, given = load_request(puzzle, parameters, keywords, solve)
    check_pair(found)
    if isinstance(found, ClassicalFile) and found.pair is not None:
        for name, value in (("dialect", dialect), ("encoding", encoding), ("backward", backward)):
            if value:
                raise FamilyError(format_message("python.needs-puzzle"), key=name, found=f"{value!r}")
        check_type("engine", engine, (str, Engine), "an engine's name, or an Engine")
        check_number("timeout", timeout, "seconds")
        check_number("memory", memory, "MiB", whole=True)
        domain, problem = found.pair
        limits = {"timeout": timeout, "memory": memory}
        return solve_files(
            domain.text,
            problem.text,
            problem.name,
            domain.name,
            engine=engine,
            session=session,
            **limits,  # type: ignore[arg-type]
        )
    return solving.solve(
        found,
        given,
        engine=engine,
        dialect=dialect,
        encoding=encoding,
        timeout=timeout,
        memory=memory,
        session=session,
        advise=advise,
        backward=backward,
    )


def all_solutions(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Value] | None = None,
    *,
    up_to_symmetry: bool = False,
    slack: int = 0,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: Value,
) -> AllSolutions:
    """Find all best solutions of a puzzle: a sequence, whose length is counted without listing them. No planner is asked.

    ``puzzle`` and its parameters are as for `solve`. With ``up_to_symmetry`` the sequence holds one solution of each class whose members differ
    in names only; with ``slack`` also longer ones, by at most so many moves (with costs, so much more), that repeat no state. ``timeout``
    (seconds) and ``memory`` (MiB) bound the first search; listing is bounded by whoever iterates.
    Raises as `solve` does, and FamilyError for ``slack`` where all solutions have the same number of moves.

    >>> from ferryplan import all_solutions
    >>> solutions = all_solutions("jealous-couples", couples=3)
    >>> len(solutions), len(all_solutions("jealous-couples", couples=3, up_to_symmetry=True))
    (486, 4)
    >>> print(solutions[0].steps[0])
    Aw and Bw cross to the right bank.
    """
    found, given = load_request(puzzle, parameters, keywords, all_solutions)
    check_type("up_to_symmetry", up_to_symmetry, bool, "true or false")
    check_type("slack", slack, int, "a whole number of moves, at least 0")
    if slack < 0:
        raise ArgumentValueError("slack", f"{slack}", "a whole number of moves, at least 0")
    check_option(found, "slack", slack)
    check_number("timeout", timeout, "seconds")
    check_number("memory", memory, "MiB", whole=True)
    with limited(timeout, memory):
        return enumerating.enumerate_solutions(found, given, up_to_symmetry=up_to_symmetry, slack=slack)


def why(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Value] | None = None,
    *,
    max_states: int = MOST_STATES,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: Value,
) -> Why:
    """Explain why a puzzle has no plan: how far one gets, what stops one there, and which changes help. No planner is asked.

    ``puzzle`` and its parameters are as for `solve`. Where a parameter is open for the smallest value that works, the answer is about the value
    before it. ``max_states`` bounds the search, ``timeout`` is in seconds, ``memory`` in MiB; notes in the answer say what was cut short.
    Raises as `solve` does, and TimeIsUpError and MemoryError where nothing is known when the limits are reached.

    >>> from ferryplan import why
    >>> str(why("jealous-couples", couples=4, capacity=2).status)
    'unsolvable'
    """
    found, given = load_request(puzzle, parameters, keywords, why)
    check_number("max_states", max_states, "states", whole=True)
    check_pair(found)
    return unsolvability.why(found, given, most=max_states, timeout=timeout, memory=memory)


PlanSource: TypeAlias = str | os.PathLike[str] | Iterable[str | Action] | Result | Answer | ValidPlan
"""The text of a plan, a path, actions such as ``"(cross a b)"``, or an answer with a plan."""


def validate(
    problem: str | os.PathLike[str] | Pddl | tuple[Any, Any],
    plan: PlanSource,
    domain: str | os.PathLike[str] | None = None,
    *,
    plan_number: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> ValidPlan:
    """Check a plan that any planner made: by the PDDL, action by action, and by the puzzle's rules where ferryplan wrote the PDDL.

    ``problem``, ``plan`` and ``domain`` are texts or paths: a `Path` is always a path, a text with a parenthesis or a line break never. A plan
    may also be a list of actions or what `solve` returns; a `Pddl`, or a pair of a domain and a problem, holds both. Without ``domain``, a problem
    in a file takes the domain beside it; otherwise the domain is generated from the problem's first lines. Of several plans in one file
    ``plan_number`` (from 1) chooses one; by default it is the last. ``timeout`` is in seconds, ``memory`` in MiB.

    The answer is a `ValidPlan`, with the moves that the plan stands for in ``solution`` where ferryplan wrote the PDDL.
    Raises InvalidPlanError, with the action or the crossing and the rule, for a plan that is not valid; PlanError for one that cannot be read;
    PddlError for PDDL that cannot be read; TimeIsUpError; ArgumentError for arguments of wrong types.

    >>> from ferryplan import generate, solve, validate
    >>> pddl, plan = generate("wolf-goat-cabbage"), solve("wolf-goat-cabbage").render("plan")
    >>> str(validate(pddl, plan).status)
    'valid'
    """
    if plan_number is not None:
        check_number("plan_number", plan_number, "plans", whole=True)
    check_number("timeout", timeout, "seconds")
    check_number("memory", memory, "MiB", whole=True)
    domain_source, problem_source = split_pair(problem, domain)
    problem_text = read_source("problem", problem_source, PddlError)
    plan_text = _read_plan(plan)
    if domain_source is None and not is_text(problem_source):
        domain_source = domain_beside(Path(problem_source))
    with limited(timeout, memory):
        if domain_source is None:
            found = judge(problem_text.text, plan_text.text, problem_text.name, plan_text.name, plan_number)
            return ValidPlan(plan_text.name, found)
        fixed = fix_texts(read_source("domain", domain_source, PddlError), problem_text)
        found = judge(
            fixed.problem.text,
            plan_text.text,
            problem_text.name,
            plan_text.name,
            plan_number,
            domain=fixed.domain.text,
            domain_name=fixed.domain.name,
        )
    return ValidPlan(plan_text.name, replace(found, notes=(*fixed.notes, *found.notes)))


def narrate(
    problem: str | os.PathLike[str] | Pddl | tuple[Any, Any],
    plan: PlanSource,
    domain: str | os.PathLike[str] | None = None,
    *,
    plan_number: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> Result:
    """Narrate a plan that any planner made: as the puzzle's moves where ferryplan wrote the PDDL, else as states and actions.

    The arguments and the errors are those of `validate`; a plan whose actions take time is refused with PddlError unless ferryplan wrote
    its PDDL. ``print(result)`` prints the narration, and ``result.render`` gives it in other formats.

    >>> from ferryplan import generate, narrate, solve
    >>> pddl, plan = generate("wolf-goat-cabbage"), solve("wolf-goat-cabbage").render("plan")
    >>> print(narrate(pddl, plan).render("terse").splitlines()[0])
    farmer and goat move to the right bank
    """
    found = validate(problem, plan, domain, plan_number=plan_number, timeout=timeout, memory=memory).result
    if isinstance(found, Answer):
        domain_source, problem_source = split_pair(problem, domain)
        beside = domain_beside(Path(problem_source)) if domain_source is None else domain_source
        puzzle = load((beside, problem_source))
        told = retold(found, puzzle) if isinstance(puzzle, ClassicalFile) else None
        if told is None:
            why_not = found.notes[-1] if found.notes else format_message("commands.takes-time-or-maximizes")
            raise PddlError(format_message("commands.not-narrated", reason=why_not), key="problem")
        return told
    return found


def _read_plan(plan: PlanSource) -> Text:
    """Return the text of a plan. Raises ArgumentError for what is none."""
    expected = "a text, a path, actions, or what `solve` returns"
    if isinstance(plan, Result | Answer | ValidPlan):
        if not plan.plan:
            shown = begun(repr(plan))
            says = format_message("python.no-actions", plan=shown)
            raise ArgumentValueError("plan", shown, expected, statement=says)
        plan = plan.plan
    if not isinstance(plan, str | os.PathLike):
        if not isinstance(plan, Iterable) or isinstance(plan, bytes | Mapping):
            raise ArgumentTypeError("plan", begun(repr(plan)), expected)
        actions = list(plan)
        for action in actions:
            check_type("plan", action, (str, Action), "actions as texts")
        plan = "".join(f"{action}\n" for action in actions) or "\n"
    text = read_source("plan", plan, PlanError)
    if kind := kind_of_pddl(text.text):
        raise ArgumentValueError("plan", f"a {kind}", "a plan")
    return text
