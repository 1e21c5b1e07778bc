"""The main function of the command line.

Every error becomes one line on standard error and an exit code; a file with several mistakes gets a line for each.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.planner.cli.verbs import plan
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.interrupts import find_signal_error
from ferryplan.planner.system.terminal import guard_streams, names_options

if TYPE_CHECKING:
    from ferryplan.planner.engines.session import Session

BUG_EXIT_CODE = 1
BAD_INPUT_EXIT_CODE = exit_code("bad-input")


@guard_streams()
def run_command_line(arguments: list[str], session: Session | None = None) -> int:
    """Run the command line with these arguments, and return its exit code.

    ``session`` is a worker process that was started early. An error is printed as one line on standard error, not as a
    traceback.
    """
    try:
        with plan.make_context("plan", arguments, obj=session) as context:
            code = plan.invoke(context)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        from ferryplan.planner.cli.usage_errors import describe_usage_error

        return _print_error(describe_usage_error(error), BAD_INPUT_EXIT_CODE)
    except FerryplanError as error:
        *before, last = error.mistakes
        for mistake in before:
            _print_error(mistake, error.exit_code)
        return _print_error(last + error.option_advice * names_options.get(), error.exit_code)
    except BrokenPipeError:  # the reader of the output has closed the pipe
        return 0
    except OSError as error:  # trouble of the machine: no space for temporary files, or too many open files
        where = f"{error.filename}: " if error.filename else ""
        return _print_error(f"{where}{error.strerror or error}", BAD_INPUT_EXIT_CODE)
    except KeyboardInterrupt as error:
        told = [str(error) or "interrupted", *getattr(error, "__notes__", ())]
        return _print_error("; ".join(told), getattr(error, "code", exit_code("interrupted")))
    except MemoryError:
        return _print_error(format_message("commands.memory-limit"), exit_code("memory"))
    except Exception as error:
        if (raised := find_signal_error()) is not None:
            return _print_error(str(raised), raised.code)
        if "FERRYPLAN_TRACEBACK" in os.environ:
            raise
        return _print_error(format_message("commands.bug", kind=type(error).__name__, error=error), BUG_EXIT_CODE)


def _print_error(message: str, code: int) -> int:
    """Print a message on one line of standard error, cut off after 600 characters; return the exit code."""
    line = " ".join(message.split())
    click.echo(f"plan: {line if len(line) <= 600 else line[:599] + '…'}", err=True)
    return code
