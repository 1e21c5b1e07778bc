"""Engines side by side: the same instances, each engine in a worker that no other run has left anything in."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, FerryplanError, ParameterError, PuzzleError
from ferryplan.generator.families import CROSSING, FAMILIES, teller_of, trials
from ferryplan.generator.generation import check_encoding, encodings, generate
from ferryplan.generator.instance import Value
from ferryplan.generator.parameters import check_parameters
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.planner.engines.registry import ENGINES, RULES, DialectError, MissingEngineError, RefutedError, choose
from ferryplan.planner.engines.runner import UnsupportedError, keep_evidence
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.status import Status, is_final
from ferryplan.planner.system.crew import Crew, Outcome
from ferryplan.planner.system.helper import CallError
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT


@dataclass(frozen=True, slots=True)
class Setting:
    """An engine, and how the puzzle is put to it; dialect and encoding are empty where it takes no PDDL."""

    engine: str
    dialect: str
    encoding: str

    def __str__(self) -> str:
        return f"{self.engine} {self.dialect} {self.encoding}"


@dataclass(frozen=True, slots=True)
class Limits:
    """What each run may use."""

    timeout: float = DEFAULT_TIMEOUT
    """in seconds"""
    memory: int = DEFAULT_MEMORY
    """in MiB"""


@dataclass(frozen=True, slots=True)
class Run:
    """What became of one instance with one setting.

    ``status`` is one of those of a result, or ``refused`` (the engine, dialect or encoding does not take the instance),
    ``missing`` (the engine is not installed), ``error`` (it failed).
    """

    asked: Mapping[str, Value] = field(hash=False)
    """the parameters that were given"""
    parameters: Mapping[str, Value | None] = field(hash=False)
    """every parameter with the value used; None for a smallest boat that was not found"""
    setting: Setting
    status: Status | Literal["refused", "missing"]
    steps: int | None = None
    expanded: int | None = field(default=None, compare=False)
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    """by what they were spent on, as in a result"""
    reason: str = ""
    """why there is no answer"""
    cost: float | None = None
    """what the steps cost together, where crossings cost different amounts"""

    @property
    def answered(self) -> bool:
        """Whether it ended with a plan, or with a proof that there is none."""
        return self.status != "refused" and self.status != "missing" and is_final(self.status)

    @property
    def optimal(self) -> bool:
        """Whether fewer crossings, or with costs a lower cost, are proven not to suffice."""
        return self.status == "optimal"


def settings(
    engines: Sequence[str] = (),
    dialects: Sequence[str] = (),
    encodings_asked: Sequence[str] = (),
    family: str = CROSSING,
    own: str | None = None,
) -> list[Setting]:
    """Return the settings to compare, engines outermost, each once.

    Without engines, all that are installed; without dialects, all that each takes and the family has, or the puzzle's ``own``, if it has but
    one; without encodings, each dialect's first.
    An engine that takes none of the dialects asked for is kept if it was named, so that the comparison says so.
    Raises EncodingError if nothing is left.
    """
    found: dict[Setting, None] = {}
    for engine in engines or [known.name for known in ENGINES.values() if not known.missing]:
        chosen, _ = choose(engine)
        if chosen == RULES and not dialects and not encodings_asked:
            found[Setting(engine, "", "")] = None
            continue
        asked = dialects or ((own,) if own else chosen.dialects)
        fitting = [dialect for dialect in asked if dialect in chosen.takes and encodings(dialect, family)]
        for dialect in fitting or (asked if engines and (dialects or own) else ()):
            has = encodings(dialect, family)
            for encoding in [name for name in encodings_asked if name in has] or ([] if encodings_asked else has[:1]):
                found[Setting(engine, dialect, encoding)] = None
    if not found:
        for dialect in dialects or dict.fromkeys(known.dialect for known in FAMILIES[family].formulations):
            for encoding_asked in encodings_asked or (None,):
                check_encoding(dialect, encoding_asked, family)
        named = ", ".join(f"'{name}'" for name in dialects) or format_message("benchmarks.all-dialects")
        key = "benchmarks.no-engine-for-encodings" if encodings_asked else "benchmarks.no-engine"
        asked_for = ", ".join(f"'{name}'" for name in encodings_asked)
        statement = format_message(key, count=len(dialects), dialects=named, encodings=asked_for)
        raise EncodingError(statement, about="engines", advice=format_message("benchmarks.list-engines"))
    return list(found)


def compare(
    puzzle: PuzzleFile,
    instances: Iterable[Mapping[str, Value]],
    wanted: Iterable[Setting],
    limits: Limits,
    report: Callable[[int, Run], None],
    calls: Crew[Run],
) -> None:
    """Have a crew ``run`` each setting on each instance, and report each run, with its number in this order.

    A call is named by its number and its setting. No failure of a run ends the comparison. When it is interrupted (KeyboardInterrupt), those
    that have ended are reported.
    """
    cases = list(itertools.product(instances, wanted))
    engines = tuple(dict.fromkeys(setting.engine for _, setting in cases))

    def tell(outcomes: Iterable[Outcome[Run]]) -> None:
        for name, found, error in outcomes:
            number = int(name.partition(" ")[0])
            if isinstance(error, CallError):
                asked, setting = cases[number]
                found = Run(asked, check_parameters(puzzle, asked), setting, "error", reason=f"{error}")
            elif error is not None:
                raise error
            assert found is not None, "there is no error"
            report(number, found)

    for number, (asked, setting) in enumerate(cases):
        calls.ask(puzzle, asked, setting, limits, engines, name=f"{number} {setting}")
    try:
        tell(calls.outcomes())
    except KeyboardInterrupt:
        tell(calls.ready())
        raise
    finally:
        _leave()


def run(
    puzzle: PuzzleFile, asked: Mapping[str, Value], setting: Setting, limits: Limits, engines: tuple[str, ...]
) -> Run:
    """Return what becomes of an instance with a setting. What a run takes is the run's own: what this process and its worker have to load is
    loaded before.

    The worker, which will be asked for these engines, is asked again unless it was broken off, has ended, or an engine has left processes or
    memory in it: a crash or a leak costs one run.
    """
    session = _loaded(puzzle, asked, setting, engines)
    try:
        return _run(puzzle, asked, setting, limits, session)
    finally:
        if session.worn:
            _leave()


_sessions = list[Session]()
"""the worker that this process asks, if there is one"""


def _loaded(puzzle: PuzzleFile, asked: Mapping[str, Value], setting: Setting, engines: tuple[str, ...]) -> Session:
    if not _sessions:
        _sessions.append(Session(*engines))
        with contextlib.suppress(FerryplanError):
            generate(next(trials(puzzle, asked)).instance, setting.dialect, setting.encoding)
        if _sessions[0].ask({}, time.monotonic() + DEFAULT_TIMEOUT)["status"] != "known":
            _leave()
            _sessions.append(Session(*engines))
    return _sessions[0]


def _leave() -> None:
    while _sessions:
        _sessions.pop().close()


def run_of(data: Mapping[str, Any]) -> Run:
    """Return a run from what JSON makes of its fields."""
    lists = {
        key: {name: tuple(one) if isinstance(one, list) else one for name, one in data[key].items()}
        for key in ("asked", "parameters")
    }
    return Run(**{**data, **lists, "setting": Setting(**data["setting"])})


def _run(puzzle: PuzzleFile, asked: Mapping[str, Value], setting: Setting, limits: Limits, session: Session) -> Run:
    values = check_parameters(puzzle, asked)
    try:
        how: dict[str, Any] = {key: value or None for key, value in asdict(setting).items()}
        result = solve(puzzle, asked, **how, **asdict(limits), session=session, advise=False)
    except FerryplanError as error:
        if isinstance(error, RefutedError):
            keep_evidence(error)
        return Run(asked, values, setting, _status(error), reason=str(error))
    values |= result.parameters
    solution = result.solution
    steps = None if solution is None else len(solution.steps)
    teller = teller_of(result.instance)
    costly = teller.unit is not None and setting.dialect != "temporal"
    cost = teller.price(solution.total.cost) if solution is not None and costly else None
    reason = _reason(result.status, limits)
    return Run(asked, values, setting, result.status, steps, result.expanded, result.seconds, reason, cost)


def _reason(status: Status, limits: Limits) -> str:
    """Return why there is no answer; the empty text if there is one."""
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


def _status(error: FerryplanError) -> Literal["refused", "missing", "error"]:
    """Return the status of a run that ended with an error."""
    match error:
        case UnsupportedError() | DialectError() | EncodingError() | ParameterError() | PuzzleError():
            return "refused"
        case MissingEngineError():
            return "missing"
    return "error"
