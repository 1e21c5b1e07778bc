"""Signals that end the program: an exception where that does no harm, held back where it would.

Imported before anything else: it imports next to nothing.
"""

from __future__ import annotations

import signal
import sys
import time
from _thread import get_ident, start_new_thread

TYPE_CHECKING = False  # as typing has it, whose import can wait
if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType
    from typing import Any

INTERRUPTED = 130
"""the exit code after Ctrl-C"""
PAUSE = 0.01
"""seconds until a signal whose exception Python has dropped is raised again"""
WORDS = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "the terminal was closed"}


class EndedError(KeyboardInterrupt):
    """A signal says that the program is to end; ``code`` is its exit code, 128 and the signal's number, as shells have it."""

    def __init__(self, number: int) -> None:
        super().__init__(WORDS[signal.Signals(number).name])
        self.code = 128 + number


def how_ended(code: int | None) -> str:
    """Return how a process has ended, by its exit code; None if the system does not tell one."""
    return "no exit code" if code is None else f"signal {-code}" if code < 0 else f"exit code {code}"


class _Held:
    """What is held back, in the thread that signals interrupt."""

    thread: int | None = None
    depth = 0
    number: int | None = None
    raised: EndedError | None = None


def begin() -> None:
    """From now on, have SIGINT, SIGTERM and SIGHUP raise EndedError, unless whoever started the program has them ignored (``nohup``)."""
    _Held.thread = get_ident()
    sys.unraisablehook = _report_dropped
    _have(_raise)


def end() -> None:
    """From now on, ignore these signals: the program is ending."""
    _have(signal.SIG_IGN)
    sys.unraisablehook = sys.__unraisablehook__


def _report_dropped(dropped: UnraisableHookArgs) -> None:
    """Raise a signal again where Python has dropped its exception, and print any other exception as Python does.

    Python drops what callbacks of weak references and destructors raise. Each import calls one, for the lock of its module.
    """
    if isinstance(dropped.exc_value, EndedError):
        start_new_thread(_send_again, (dropped.exc_value.code - 128,))
    else:
        sys.__unraisablehook__(dropped)


def _send_again(number: int) -> None:
    time.sleep(PAUSE)  # the callback must have ended
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(_Held.thread or 0, number)
    else:
        signal.raise_signal(number)


def _have(action: Any) -> None:
    for name in WORDS:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, action)


def _raise(number: int, frame: FrameType | None) -> None:
    if _Held.depth:
        _Held.number = number
    else:
        _Held.raised = EndedError(number)
        raise _Held.raised


def ended() -> EndedError | None:
    """Return what a signal has raised, if one has: Python may have made another error of it, as where a class is made."""
    return _Held.raised


class undivided:  # noqa: N801 - reads as contextlib's suppress does
    """A block that signals do not interrupt, but end after it: it makes something that has to be undone, or undoes it."""

    def __enter__(self) -> None:
        if get_ident() == _Held.thread:  # signals interrupt one thread only
            _Held.depth += 1

    def __exit__(self, *_: object) -> None:
        if get_ident() != _Held.thread:
            return
        _Held.depth -= 1
        if not _Held.depth and _Held.number is not None:
            # Only the outermost block raises: blocks inside it may still have something to undo.
            number, _Held.number = _Held.number, None
            _Held.raised = EndedError(number)
            raise _Held.raised
