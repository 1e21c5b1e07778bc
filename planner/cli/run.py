"""The command line, run: every error becomes one line on standard error, every mistake of a file one, and an exit code."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.planner.cli.verbs import plan
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.interrupts import ended
from ferryplan.planner.system.terminal import guarded

if TYPE_CHECKING:
    from ferryplan.planner.engines.session import Session

BUG = 1
BAD_INPUT = exit_code("bad-input")


@guarded()
def run(arguments: list[str], session: Session | None = None) -> int:
    """Run the command line and return its exit code. Errors are told on standard error, on one line, never as a traceback."""
    try:
        with plan.make_context("plan", arguments, obj=session) as context:
            code = plan.invoke(context)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        from ferryplan.planner.cli.mistakes import in_words

        return _fail(in_words(error), BAD_INPUT)
    except FerryplanError as error:
        *before, last = error.mistakes
        for mistake in before:
            _fail(mistake, error.exit_code)
        return _fail(f"{last}{error.option_advice}", error.exit_code)
    except BrokenPipeError:  # whoever read the output has gone
        return 0
    except OSError as error:  # the machine's trouble: no room for scratch files, too many open ones
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}", BAD_INPUT)
    except KeyboardInterrupt as error:
        told = [str(error) or "interrupted", *getattr(error, "__notes__", ())]
        return _fail("; ".join(told), getattr(error, "code", exit_code("interrupted")))
    except MemoryError:
        return _fail(format_message("commands.memory-limit"), exit_code("memory"))
    except Exception as error:
        if (raised := ended()) is not None:
            return _fail(str(raised), raised.code)
        if "FERRYPLAN_TRACEBACK" in os.environ:
            raise
        return _fail(format_message("commands.bug", kind=type(error).__name__, error=error), BUG)


def _fail(message: str, code: int) -> int:
    line = " ".join(message.split())
    click.echo(f"plan: {line if len(line) <= 600 else line[:599] + '…'}", err=True)
    return code
