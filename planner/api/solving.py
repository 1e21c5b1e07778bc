"""Functions that solve puzzles, list all solutions, and explain why there are none."""

from __future__ import annotations

from collections.abc import Mapping

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import (
    ArgumentValueError,
    check_argument_choice,
    check_argument_type,
    check_positive_number,
)
from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.generator.errors import FamilyError
from ferryplan.generator.families import instantiate
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.planner.api.puzzle_sources import PuzzleSource, check_family_option, load_puzzle_and_parameters
from ferryplan.planner.engines.registry import Engine
from ferryplan.planner.engines.session import Session
from ferryplan.planner.pddl_files import solve_pddl_texts
from ferryplan.planner.pddl_lint import check_puzzle_pddl
from ferryplan.planner.questions import solution_enumeration, solving
from ferryplan.planner.questions import why as unsolvability
from ferryplan.planner.questions.solution_enumeration import AllSolutions
from ferryplan.planner.questions.why import MAX_STATES, Why
from ferryplan.planner.result import Answer, Result
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, enforce_limits


def solve(
    puzzle: PuzzleSource,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    engine: str | Engine = "auto",
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    session: Session | None = None,
    advise: bool = True,
    backward: bool = False,
    actions: bool = False,
    **keywords: ParameterValue,
) -> Result | Answer:
    """Solve a puzzle with a planner, and replay the plan by the puzzle's rules.

    A planner finds a plan, or proves that there is none. A plan counts only after the rules have checked each of its moves.
    A parameter without a value has its default; a free parameter, such as a boat's capacity, gets the smallest value that works.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        engine: The name of one of `engines`, an `Engine.command` of your own, ``"rules"`` for a search without a planner, or ``"auto"``.
        dialect: The fragment of PDDL: strips, adl, axioms, numeric, costs or temporal. None chooses one; PDDL has its own.
        encoding: ``"named"`` (an object for each traveler) or ``"counted"``. None chooses one.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.
        session: A `Session` that keeps the planner's process for several calls.
        advise: Whether to look for changes that make an unsolvable puzzle solvable.
        backward: Whether to plan from the goal to the start.
        actions: Whether the answer needs a plan of PDDL actions, which the format ``"plan"`` shows. A planner then runs, and not the search by
            the rules, which finds moves only.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `Result`, whose ``status`` is optimal, solved, unsolvable, unknown, timeout or memory. For PDDL whose actions take time or whose metric
        is maximized, an `Answer`, which has a plan and no solution.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: The puzzle is too large for the dialect, or the dialect cannot express it.
        DialectError: The engine does not support the dialect, or finds no actions of PDDL.
        FamilyError: Puzzles of this family cannot be planned backward, or PDDL has no choice of dialect, encoding and direction.
        EngineError: The engine is missing, fails, or returns a wrong plan.

    >>> from ferryplan import solve
    >>> result = solve("jealous-couples", couples=3)
    >>> result.status, len(result.solution.steps)
    ('optimal', 11)
    >>> result.solution.steps[0].aboard
    ('A', 'Aw')
    """
    found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, solve)
    check_argument_type("engine", engine, (str, Engine), "an engine's name, or an Engine")
    for name, value, choices in (("dialect", dialect, DIALECTS), ("encoding", encoding, ENCODINGS)):
        if value is not None:
            check_argument_choice(name, value, choices)
    check_positive_number("timeout", timeout, "seconds")
    check_positive_number("memory", memory, "MiB", whole=True)
    check_argument_type("session", session, (Session, type(None)), "a Session or None")
    for name, flag in (("advise", advise), ("backward", backward), ("actions", actions)):
        check_argument_type(name, flag, bool, "true or false")
    check_puzzle_pddl(found)
    if not isinstance(found, TaskFile) or found.pddl_sources is None:
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
            actions=actions,
        )
    for name, choice in (("dialect", dialect), ("encoding", encoding), ("backward", backward)):
        if choice:
            raise FamilyError(format_message("python.needs-puzzle"), key=name, found=f"{choice!r}")
    if given:
        instantiate(found, given)  # raises an error for parameters: PDDL has none
    domain, problem = found.pddl_sources
    return solve_pddl_texts(
        domain.text,
        problem.text,
        problem.name,
        domain.name,
        engine=engine,
        timeout=timeout,
        memory=memory,
        session=session,
        advise=advise,
        actions=actions,
    )


def all_solutions(
    puzzle: PuzzleSource,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    up_to_symmetry: bool = False,
    slack: int = 0,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> AllSolutions:
    """Find all optimal solutions of a puzzle, without a planner.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        up_to_symmetry: Whether to keep one solution per symmetry class, which is a set of solutions that differ only in names.
        slack: The number of moves (with costs, the cost) by which solutions may exceed the optimum; longer solutions repeat no state.
        timeout: The time limit in seconds. It bounds the search, not your iteration over the solutions.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        An `AllSolutions`: a sequence that finds each solution when you ask for it. ``len`` counts the solutions without listing them.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        FamilyError: ``slack`` is given for a puzzle whose solutions all have the same length.
        TimeIsUpError, MemoryError: A limit was reached.

    >>> from ferryplan import all_solutions
    >>> solutions = all_solutions("jealous-couples", couples=3)
    >>> len(solutions), len(all_solutions("jealous-couples", couples=3, up_to_symmetry=True))
    (486, 4)
    >>> print(solutions[0].steps[0])
    Aw and Bw cross to the right bank.
    """
    found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, all_solutions)
    check_argument_type("up_to_symmetry", up_to_symmetry, bool, "true or false")
    check_argument_type("slack", slack, int, "a whole number of moves, at least 0")
    if slack < 0:
        raise ArgumentValueError("slack", f"{slack}", "a whole number of moves, at least 0")
    check_family_option(found, "slack", slack)
    check_positive_number("timeout", timeout, "seconds")
    check_positive_number("memory", memory, "MiB", whole=True)
    with enforce_limits(timeout, memory):
        return solution_enumeration.enumerate_solutions(found, given, up_to_symmetry=up_to_symmetry, slack=slack)


def why(
    puzzle: PuzzleSource,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    max_states: int = MAX_STATES,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> Why:
    """Explain why a puzzle has no solution, and which changes would help.

    The answer shows the states nearest to the goal, the rules that forbid moves there, and small changes that make the puzzle
    solvable. No planner is needed. If a parameter is free, the answer is about the last value that does not work.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        max_states: The largest number of states to search; notes of the answer name the parts that were left out.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `Why`. Its ``status`` is unsolvable, or optimal for a puzzle that does have a solution.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        TimeIsUpError, MemoryError: A limit was reached before anything was known.

    >>> from ferryplan import why
    >>> str(why("jealous-couples", couples=4, capacity=2).status)
    'unsolvable'
    """
    found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, why)
    check_positive_number("max_states", max_states, "states", whole=True)
    check_positive_number("timeout", timeout, "seconds")
    check_positive_number("memory", memory, "MiB", whole=True)
    check_puzzle_pddl(found)
    return unsolvability.explain_unsolvability(found, given, max_states=max_states, timeout=timeout, memory=memory)
