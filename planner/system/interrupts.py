"""Signals that end the program: they raise an exception, but not within blocks that must be completed.

The program imports this module before all others, so it imports almost nothing.
"""

from __future__ import annotations

import signal
import sys
import time
from _thread import get_ident, start_new_thread

TYPE_CHECKING = False  # like typing.TYPE_CHECKING, without the import
if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType
    from typing import Any

INTERRUPTED = 130
"""the exit code after Ctrl-C"""
RESEND_SECONDS = 0.01
"""seconds until a signal is raised again if Python has dropped its exception"""
SIGNAL_WORDS = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "the terminal was closed"}


class EndedError(KeyboardInterrupt):
    """A signal ends the program; ``code`` is the exit code, 128 plus the signal's number, as in shells."""

    def __init__(self, number: int) -> None:
        super().__init__(SIGNAL_WORDS[signal.Signals(number).name])
        self.code = 128 + number


def describe_exit(code: int | None) -> str:
    """Return how a process has ended, by its exit code; None means that the code is unknown."""
    return "no exit code" if code is None else f"signal {-code}" if code < 0 else f"exit code {code}"


class _HeldSignal:
    """The signal that is deferred, in the thread that signals interrupt."""

    thread: int | None = None
    depth = 0
    number: int | None = None
    raised: EndedError | None = None


def raise_on_signals() -> None:
    """From now on, let SIGINT, SIGTERM and SIGHUP raise EndedError.

    Signals that were ignored when the program started (``nohup``) stay ignored.
    """
    _HeldSignal.thread = get_ident()
    sys.unraisablehook = _report_dropped
    _set_handlers(_raise_or_hold)


def ignore_signals() -> None:
    """From now on, ignore these signals, because the program is ending."""
    _set_handlers(signal.SIG_IGN)
    sys.unraisablehook = sys.__unraisablehook__


def _report_dropped(dropped: UnraisableHookArgs) -> None:
    """Raise a signal again if Python has dropped its exception; print other exceptions as Python does.

    Python drops exceptions in callbacks of weak references and in destructors. Each import calls such a callback, for
    the lock of its module.
    """
    if isinstance(dropped.exc_value, EndedError):
        start_new_thread(_resend_signal, (dropped.exc_value.code - 128,))
    else:
        sys.__unraisablehook__(dropped)


def _resend_signal(number: int) -> None:
    time.sleep(RESEND_SECONDS)  # the callback must have ended
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(_HeldSignal.thread or 0, number)
    else:
        signal.raise_signal(number)


def _set_handlers(action: Any) -> None:
    for name in SIGNAL_WORDS:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, action)


def _raise_or_hold(number: int, frame: FrameType | None) -> None:
    if _HeldSignal.depth:
        _HeldSignal.number = number
    else:
        _HeldSignal.raised = EndedError(number)
        raise _HeldSignal.raised


def find_raised_error() -> EndedError | None:
    """Return the error that a signal has raised, or None.

    Python may have turned it into another error, for example during the creation of a class.
    """
    return _HeldSignal.raised


class hold_signals:  # noqa: N801 - reads as contextlib's suppress does
    """A block that signals do not interrupt; a signal takes effect at its end.

    Use it for steps that must be undone later, and for undoing them.
    """

    def __enter__(self) -> None:
        if get_ident() == _HeldSignal.thread:  # signals interrupt one thread only
            _HeldSignal.depth += 1

    def __exit__(self, *_: object) -> None:
        if get_ident() != _HeldSignal.thread:
            return
        _HeldSignal.depth -= 1
        if not _HeldSignal.depth and _HeldSignal.number is not None:
            # Only the outermost block raises: blocks inside it may still have something to undo.
            number, _HeldSignal.number = _HeldSignal.number, None
            _HeldSignal.raised = EndedError(number)
            raise _HeldSignal.raised
