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
"""the signals that end the program, each with the message about it"""


class EndedBySignalError(KeyboardInterrupt):
    """A signal ends the program; ``code`` is the exit code, 128 plus the signal's number, as in shells."""

    def __init__(self, number: int) -> None:
        super().__init__(SIGNAL_WORDS[signal.Signals(number).name])
        self.code = 128 + number


def describe_exit(code: int | None) -> str:
    """Return how a process has ended, such as ``exit code 1`` or ``signal 9``.

    ``code`` is the process's return code as in `subprocess`: negative for a signal; None if it is unknown.
    """
    return "no exit code" if code is None else f"signal {-code}" if code < 0 else f"exit code {code}"


class _SignalState:
    """The state of signal handling: which signal is deferred, and whether a signal has raised its error."""

    thread: int | None = None
    """the identifier of the thread that signals interrupt; None before `raise_on_signals`"""
    depth = 0
    """the number of nested `hold_signals` blocks that this thread is in"""
    deferred_signal: int | None = None
    """the number of the deferred signal; None without one"""
    raised_error: EndedBySignalError | None = None
    """the error that a signal has raised last; None without one"""


def raise_on_signals() -> None:
    """From now on, let SIGINT, SIGTERM and SIGHUP raise EndedBySignalError.

    Signals that were ignored when the program started (``nohup``) stay ignored.
    """
    _SignalState.thread = get_ident()
    sys.unraisablehook = _handle_dropped_exception
    _set_handlers(_raise_or_defer_signal)


def ignore_signals() -> None:
    """From now on, ignore SIGINT, SIGTERM and SIGHUP, because the program is ending."""
    _set_handlers(signal.SIG_IGN)
    sys.unraisablehook = sys.__unraisablehook__


def _handle_dropped_exception(dropped: UnraisableHookArgs) -> None:
    """Send a signal again if Python dropped its EndedBySignalError.

    Other dropped exceptions are printed as Python itself prints them. Python drops exceptions in callbacks of weak
    references and in destructors. Each import calls such a callback, because it uses a weak reference to a lock.
    """
    if isinstance(dropped.exc_value, EndedBySignalError):
        start_new_thread(_resend_signal, (dropped.exc_value.code - 128,))
    else:
        sys.__unraisablehook__(dropped)


def _resend_signal(number: int) -> None:
    """Wait for `RESEND_SECONDS`, then send a signal to the thread that called `raise_on_signals`."""
    time.sleep(RESEND_SECONDS)  # the callback must have ended
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(_SignalState.thread or 0, number)
    else:
        signal.raise_signal(number)


def _set_handlers(action: Any) -> None:
    """Set the handler of each signal in `SIGNAL_WORDS`, unless the signal is ignored."""
    for name in SIGNAL_WORDS:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, action)


def _raise_or_defer_signal(number: int, frame: FrameType | None) -> None:
    """Handle a signal: raise EndedBySignalError or, within a `hold_signals` block, defer the signal."""
    if _SignalState.depth:
        _SignalState.deferred_signal = number
    else:
        _SignalState.raised_error = EndedBySignalError(number)
        raise _SignalState.raised_error


def find_signal_error() -> EndedBySignalError | None:
    """Return the EndedBySignalError that a signal has raised, or None.

    Python may have turned this error into another one, for example during the creation of a class.
    """
    return _SignalState.raised_error


class hold_signals:  # noqa: N801 - reads as contextlib's suppress does
    """A ``with`` block that signals do not interrupt; a signal takes effect at the end of the block.

    Use it for steps that must be undone later, and for undoing them.
    """

    def __enter__(self) -> None:
        if get_ident() == _SignalState.thread:  # signals interrupt one thread only
            _SignalState.depth += 1

    def __exit__(self, *_: object) -> None:
        if get_ident() != _SignalState.thread:
            return
        _SignalState.depth -= 1
        if not _SignalState.depth and _SignalState.deferred_signal is not None:
            # Only the outermost block raises: blocks inside it may still have something to undo.
            number, _SignalState.deferred_signal = _SignalState.deferred_signal, None
            _SignalState.raised_error = EndedBySignalError(number)
            raise _SignalState.raised_error
