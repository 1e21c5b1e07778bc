"""The entry point of the command `plan`.

Signals are seen to first: before anything that takes time is imported. For a command that needs an engine the worker is started
before the rest, so that both load side by side.
"""

from __future__ import annotations

import gc
import itertools
import os
import sys

from ferryplan.planner.system.interrupts import EndedError, begin, end, ended

TYPE_CHECKING = False  # as typing has it, whose import can wait
if TYPE_CHECKING:
    from ferryplan.planner.engines.session import Session

ALL_SOLUTIONS = frozenset({"--all", "--count", "--limit", "--stream", "--up-to-symmetry", "--slack"})
"""with these, `solve` explores by the rules"""


def main() -> None:
    """Run the command line with the program's arguments and exit with its code."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # they are looked for in every package there is
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's: each would take memory that --memory may refuse
    gc.set_threshold(50_000)  # imports make much, and hardly any garbage
    code = 1
    try:
        begin()
        code = _run(sys.argv[1:])
    except (EndedError, Exception) as error:
        raised = error if isinstance(error, EndedError) else ended()
        if raised is None:
            raise
        code = raised.code
        try:
            os.write(2, f"plan: {raised}\n".encode("utf-8", "backslashreplace"))
        except OSError:
            pass
    finally:
        end()
        if session := sys.modules.get("ferryplan.planner.engines.session"):  # whatever interrupted whom
            session.close_all()
        gc.freeze()  # the process ends: garbage among all that was imported is not worth looking for
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    _reserve_descriptors()
    if "_PLAN_COMPLETE" in os.environ:
        from ferryplan.planner.cli.completion import answer

        answer()
    session = _started(arguments) if _solves(arguments) else None
    from ferryplan.planner.cli.run import run

    return run(arguments, session)


def _reserve_descriptors() -> None:
    """Take the numbers of standard streams that are closed, so that no file gets them and is written to by mistake."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _engine(arguments: list[str]) -> str:
    """Return the engine that is asked for; the empty text for none."""
    words = [word for argument in arguments for word in argument.split("=", 1)]
    return dict(itertools.pairwise(words)).get("--engine", "")


def _solves(arguments: list[str]) -> bool:
    """Return whether a planner will be asked, as far as that is seen at a glance."""
    from ferryplan import domains

    first = arguments[0].lower() if arguments else "solve"
    names_puzzle = first.startswith("-") or first in domains.puzzle_files() or {".", "/"} & {*first}
    return bool(first == "solve" or names_puzzle) and not (
        _engine(arguments) == "rules"
        or {"--help", "-h", "--version"} & {*arguments}
        or ALL_SOLUTIONS & {argument.partition("=")[0] for argument in arguments}
    )


def _started(arguments: list[str]) -> Session | None:
    from ferryplan.generator.errors import FerryplanError
    from ferryplan.planner.engines.session import Session

    try:
        return Session(_engine(arguments))
    except (OSError, FerryplanError):  # whoever asks an engine fails in the same way, and says so
        return None


if __name__ == "__main__":
    main()
