"""Runs of engines on the same instances, in workers without leftover processes of earlier runs."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, FerryplanError, ParameterError, PuzzleError
from ferryplan.generator.families import CROSSING, FAMILIES, list_candidates, narrator_of
from ferryplan.generator.generation import check_encoding, generate, list_encodings
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.parameters import complete_parameters
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.planner.engines.engine_runner import UnsupportedProblemError, save_refuted_plan
from ferryplan.planner.engines.registry import (
    ENGINES,
    RULES,
    DialectError,
    MissingEngineError,
    RefutedError,
    choose_engine,
)
from ferryplan.planner.engines.session import Session, start_session
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.status import Status, is_final
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT
from ferryplan.planner.system.pool_worker import CallError
from ferryplan.planner.system.worker_pool import CallOutcome, WorkerPool


@dataclass(frozen=True, slots=True)
class EngineSetting:
    """An engine, with the dialect and the encoding of its PDDL.

    Dialect and encoding are empty if the engine takes no PDDL.
    """

    engine: str
    dialect: str
    encoding: str

    def __str__(self) -> str:
        return f"{self.engine} {self.dialect} {self.encoding}"


@dataclass(frozen=True, slots=True)
class RunLimits:
    """The limits on the time and the memory of each run in a comparison."""

    timeout: float = DEFAULT_TIMEOUT
    """the time limit in seconds"""
    memory: int = DEFAULT_MEMORY
    """the memory limit in MiB"""


@dataclass(frozen=True, slots=True)
class EngineRun:
    """The outcome of one run: an engine, with a dialect and an encoding, on one instance of a puzzle.

    ``status`` is a status of a result, or ``refused`` (the engine, dialect or encoding does not support the
    instance), ``missing`` (the engine is not installed) or ``error`` (the engine failed).
    """

    given: Mapping[str, ParameterValue] = field(hash=False)
    """the values of the parameters that the user chose, by name"""
    parameters: Mapping[str, ParameterValue | None] = field(hash=False)
    """the value of every parameter, by name; None for a free parameter whose value was not found"""
    setting: EngineSetting
    status: Status | Literal["refused", "missing"]
    steps: int | None = None
    """the number of moves in the plan; None without a plan"""
    expanded: int | None = field(default=None, compare=False)
    """the number of expanded states; None if the engine does not report it"""
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    """the seconds spent in each phase, as in `Result.seconds`"""
    reason: str = ""
    """the reason why there is no answer"""
    cost: float | None = None
    """the total cost of the plan, if crossings have different costs; otherwise None"""

    @property
    def is_answered(self) -> bool:
        """Whether the run ended with a plan, or with a proof that there is none."""
        return self.status != "refused" and self.status != "missing" and is_final(self.status)

    @property
    def optimal(self) -> bool:
        """Whether the plan is proven to have the fewest crossings or, with costs, the lowest cost."""
        return self.status == "optimal"


def list_settings(
    engines: Sequence[str] = (),
    dialects: Sequence[str] = (),
    wanted_encodings: Sequence[str] = (),
    family: str = CROSSING,
    puzzle_dialect: str | None = None,
) -> list[EngineSetting]:
    """Return the settings (engine, dialect, encoding) to compare, ordered by engine, without repetitions.

    If no engines are named, all installed engines are compared. If no dialects are named, each engine runs with all
    dialects that the engine supports and the family has, or with ``puzzle_dialect``, the only dialect of the puzzle. If
    no encodings are named, each dialect is used with its first encoding. An engine that was named but supports none
    of the requested dialects stays in the list, so that the comparison reports it.

    Raises EncodingError if no setting is left.
    """
    found: dict[EngineSetting, None] = {}
    for engine in engines or [known.name for known in ENGINES.values() if not known.missing]:
        chosen, _ = choose_engine(engine)
        if chosen == RULES and not dialects and not wanted_encodings:
            found[EngineSetting(engine, "", "")] = None
            continue
        asked = dialects or ((puzzle_dialect,) if puzzle_dialect else chosen.dialects)
        fitting = [dialect for dialect in asked if dialect in chosen.takes and list_encodings(dialect, family)]
        for dialect in fitting or (asked if engines and (dialects or puzzle_dialect) else ()):
            has = list_encodings(dialect, family)
            for encoding in [name for name in wanted_encodings if name in has] or ([] if wanted_encodings else has[:1]):
                found[EngineSetting(engine, dialect, encoding)] = None
    if not found:
        for dialect in dialects or dict.fromkeys(known.dialect for known in FAMILIES[family].formulations):
            for encoding_asked in wanted_encodings or (None,):
                check_encoding(dialect, encoding_asked, family)
        named = ", ".join(f"'{name}'" for name in dialects) or format_message("benchmarks.all-dialects")
        key = "benchmarks.no-engine-for-encodings" if wanted_encodings else "benchmarks.no-engine"
        asked_for = ", ".join(f"'{name}'" for name in wanted_encodings)
        statement = format_message(key, count=len(dialects), dialects=named, encodings=asked_for)
        raise EncodingError(statement, about="engines", advice=format_message("benchmarks.list-engines"))
    return list(found)


def run_settings(
    puzzle: PuzzleFile,
    instances: Iterable[Mapping[str, ParameterValue]],
    settings: Iterable[EngineSetting],
    limits: RunLimits,
    report: Callable[[int, EngineRun], None],
    pool: WorkerPool[EngineRun],
) -> None:
    """Run each setting on each instance in a worker pool, and pass each completed run to ``report``.

    ``report`` gets the number of the run, from 0, and the run. The runs are numbered by instance, then by setting. In
    the pool, the name of a call is the number and the setting, such as ``3 pyperplan strips named``. A failed run does
    not end the comparison. After KeyboardInterrupt, the completed runs are still reported.
    """
    cases = list(itertools.product(instances, settings))
    engines = tuple(dict.fromkeys(setting.engine for _, setting in cases))

    def report_outcomes(outcomes: Iterable[CallOutcome[EngineRun]]) -> None:
        for name, found, error in outcomes:
            number = int(name.partition(" ")[0])
            if isinstance(error, CallError):
                asked, setting = cases[number]
                found = EngineRun(asked, complete_parameters(puzzle, asked), setting, "error", reason=f"{error}")
            elif error is not None:
                raise error
            assert found is not None, "there is no error"
            report(number, found)

    for number, (asked, setting) in enumerate(cases):
        pool.submit(puzzle, asked, setting, limits, engines, name=f"{number} {setting}")
    try:
        report_outcomes(pool.outcomes())
    except KeyboardInterrupt:
        report_outcomes(pool.ready_outcomes())
        raise
    finally:
        _close_worker_session()


def run_engine(
    puzzle: PuzzleFile,
    given: Mapping[str, ParameterValue],
    setting: EngineSetting,
    limits: RunLimits,
    engines: tuple[str, ...],
) -> EngineRun:
    """Run one setting on the instance with the ``given`` parameter values, and return the outcome.

    The measured time does not include loading: this process and its worker load all packages before the run. The
    worker loads the packages of all ``engines`` and is used again for the next run, unless it was interrupted, has
    ended, or still holds processes or memory of an engine. So a crash or a memory leak affects only one run.
    """
    session = _prepare_session(puzzle, given, setting, engines)
    try:
        return _run_in_session(puzzle, given, setting, limits, session)
    finally:
        if session.worn:
            _close_worker_session()


_sessions = list[Session]()
"""the worker of this process, if there is one"""


def _prepare_session(
    puzzle: PuzzleFile, given: Mapping[str, ParameterValue], setting: EngineSetting, engines: tuple[str, ...]
) -> Session:
    """Return the worker of this process; if there is none, start one and wait until everything is loaded."""
    if not _sessions:
        _sessions.append(start_session(*engines))
        with contextlib.suppress(FerryplanError):
            generate(next(list_candidates(puzzle, given)).instance, setting.dialect, setting.encoding)
        if _sessions[0].ask({}, time.monotonic() + DEFAULT_TIMEOUT)["status"] != "known":
            _close_worker_session()
            _sessions.append(start_session(*engines))
    return _sessions[0]


def _close_worker_session() -> None:
    while _sessions:
        _sessions.pop().close()


def run_from_json_fields(json_fields: Mapping[str, Any]) -> EngineRun:
    """Return the run with the fields in a JSON object; lists in parameter values become tuples again."""
    lists = {
        key: {name: tuple(one) if isinstance(one, list) else one for name, one in json_fields[key].items()}
        for key in ("given", "parameters")
    }
    return EngineRun(**{**json_fields, **lists, "setting": EngineSetting(**json_fields["setting"])})


def _run_in_session(
    puzzle: PuzzleFile, given: Mapping[str, ParameterValue], setting: EngineSetting, limits: RunLimits, session: Session
) -> EngineRun:
    """Solve the instance with the engine, dialect and encoding of the setting, and return the outcome."""
    values = complete_parameters(puzzle, given)
    try:
        how: dict[str, Any] = {key: value or None for key, value in asdict(setting).items()}
        result = solve(puzzle, given, **how, **asdict(limits), session=session, advise=False)
    except FerryplanError as error:
        if isinstance(error, RefutedError):
            save_refuted_plan(error)
        return EngineRun(given, values, setting, _status_of_error(error), reason=str(error))
    values |= result.parameters
    solution = result.solution
    steps = None if solution is None else len(solution.steps)
    narrator = narrator_of(result.instance)
    costly = narrator.cost_unit is not None and setting.dialect != "temporal"
    cost = narrator.scale_cost(solution.total.cost) if solution is not None and costly else None
    reason = _explain_missing_answer(result.status, limits)
    return EngineRun(given, values, setting, result.status, steps, result.expanded, result.seconds, reason, cost)


def _explain_missing_answer(status: Status, limits: RunLimits) -> str:
    """Return why a run with this status has no answer; empty if it has one."""
    match status:
        case "timeout":
            return format_message("benchmarks.timeout", seconds=f"{limits.timeout:g}")
        case "memory":
            return format_message("benchmarks.memory", memory=limits.memory)
        case "unknown":
            return format_message("benchmarks.unknown")
        case "optimal" | "solved" | "valid" | "unsolvable" | "error" | "interrupted":
            return ""
        case _:
            assert_never(status)


def _status_of_error(error: FerryplanError) -> Literal["refused", "missing", "error"]:
    """Return the status of a run that ended with the given error."""
    match error:
        case UnsupportedProblemError() | DialectError() | EncodingError() | ParameterError() | PuzzleError():
            return "refused"
        case MissingEngineError():
            return "missing"
    return "error"
