"""The entry point of the command `plan`.

Signal handlers are installed first, before any import that takes time. For a command that needs an engine, the worker process
starts before the remaining imports, so that both load at the same time.
"""

from __future__ import annotations

import gc
import itertools
import os
import sys

from ferryplan.planner.cli.solution_options import ALL_SOLUTIONS_OPTIONS
from ferryplan.planner.system.interrupts import EndedBySignalError, find_signal_error, ignore_signals, raise_on_signals

TYPE_CHECKING = False  # in place of typing.TYPE_CHECKING, whose import takes time
if TYPE_CHECKING:
    from ferryplan.planner.engines.session import Session


def main() -> None:
    """Run the command line with the process's arguments, and exit with its exit code."""
    # pydantic would search every installed package for plugins
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # each of numpy's threads would take memory that --memory may refuse
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(50_000)  # imports create many objects and hardly any garbage
    code = 1
    try:
        raise_on_signals()
        code = _run_command(sys.argv[1:])
    except (EndedBySignalError, Exception) as error:
        raised = error if isinstance(error, EndedBySignalError) else find_signal_error()
        if raised is None:
            raise
        code = raised.code
        try:
            os.write(2, f"plan: {raised}\n".encode("utf-8", "backslashreplace"))
        except OSError:
            pass
    finally:
        ignore_signals()
        # close the workers whichever part was interrupted
        if session := sys.modules.get("ferryplan.planner.engines.session"):
            session.close_all_sessions()
        gc.freeze()  # the process ends, so collecting the garbage among all imports is a waste of time
    sys.exit(code)


def _run_command(arguments: list[str]) -> int:
    """Run a command with these arguments, with a worker started early if it will need a planner."""
    _reserve_descriptors()
    if "_PLAN_COMPLETE" in os.environ:
        from ferryplan.planner.cli.completion import print_completions

        print_completions()
    session = _start_session(arguments) if _needs_planner(arguments) else None
    from ferryplan.planner.cli.command_line import run_command_line

    return run_command_line(arguments, session)


def _reserve_descriptors() -> None:
    """Open the null device for closed standard streams, so that no file gets their descriptors by mistake."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _find_engine_option(arguments: list[str]) -> str:
    """Return the value of ``--engine`` among the arguments; the empty text if it is not given."""
    words = [word for argument in arguments for word in argument.split("=", 1)]
    return dict(itertools.pairwise(words)).get("--engine", "")


def _needs_planner(arguments: list[str]) -> bool:
    """Return whether the command will need a planner, guessed from its arguments alone."""
    from ferryplan import domains

    first = arguments[0].lower() if arguments else "solve"
    names_puzzle = first.startswith("-") or first in domains.puzzle_files() or {".", "/"} & {*first}
    return bool(first == "solve" or names_puzzle) and not (
        _find_engine_option(arguments) == "rules"
        or {"--help", "-h", "--version"} & {*arguments}
        or ALL_SOLUTIONS_OPTIONS.keys() & {argument.partition("=")[0] for argument in arguments}
    )


def _start_session(arguments: list[str]) -> Session | None:
    """Start the session of the engine that the arguments name; return None if it does not start."""
    from ferryplan.generator.errors import FerryplanError
    from ferryplan.planner.engines.session import start_session

    try:
        return start_session(_find_engine_option(arguments))
    except (OSError, FerryplanError):  # the code that runs an engine fails in the same way, and reports it
        return None


if __name__ == "__main__":
    main()
