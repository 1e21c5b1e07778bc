"""Calls of a function made by several processes at a time: within their limits, whatever happens to the processes.

Whoever asks does not see by how many they are made, nor where: answers come in the order in which they were asked for.
"""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextvars import Context
from dataclasses import dataclass
from math import inf
from multiprocessing import connection
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.planner.system.helper import CallError, Helper, end_all
from ferryplan.planner.system.interrupts import how_ended, undivided
from ferryplan.planner.system.journal import Journal
from ferryplan.planner.system.limits import HOUR, LONGEST, undisturbed

T = TypeVar("T")
STARTING = 10.0
"""seconds beyond its time after which a call is given up with its process, which has to start, and to answer"""
ATTEMPTS = 3
"""so many processes may die of a call"""
HUNG = format_message("system.process-hung")
"""why a call is given up: another attempt would take as long"""


class Ended(NamedTuple):
    """What became of a call where it was made: an answer, or why there is none. What hung is not begun again."""

    number: int
    answer: bytes | None
    why: str = ""


class Place(Protocol):
    """Where calls are made."""

    @property
    def width(self) -> int:
        """How many it takes at a time."""

    def begin(self, number: int, call: bytes, seconds: float) -> None:
        """Begin a call, which is given up after so many seconds."""

    def wait(self) -> None:
        """Wait until there is something to be heard."""

    def ended(self) -> list[Ended]:
        """Return the calls of which it is heard that they have ended."""

    def close(self) -> None:
        """Leave nothing of it."""


class Outcome(NamedTuple, Generic[T]):
    """What became of a call."""

    name: str
    value: T | None
    """what the function has returned; None if there is an error"""
    error: Exception | None
    """what it has raised, TimeIsUpError and MemoryError included; CallError if its processes died"""


@dataclass(eq=False)
class _Call(Generic[T]):
    arguments: tuple[Any, ...]
    name: str
    deaths: int = 0
    outcome: Outcome[T] | None = None


class Crew(Generic[T]):
    """So many processes that make calls, each for so many seconds and with so many MiB; of one alone without limits they are made here.
    They are this machine's, or of another ``place``. Leave the ``with`` block, and nothing of them is left.

    A call whose process dies is made again by another one. The function and what it is called with go from process to process, so they must
    be of a module. ``begun`` and ``ended`` are told the names of calls.

    What is in a ``journal`` by the name of a call is not asked for again: what the function returns is kept there as ``encode`` says it in JSON, but
    for None, and read again by ``decode``.
    """

    def __init__(
        self,
        jobs: int,
        make: Callable[..., T],
        *,
        timeout: float = inf,
        memory: int | None = None,
        place: Callable[[], Place] | None = None,
        begun: Callable[[str], None] = lambda name: None,
        ended: Callable[[str], None] = lambda name: None,
        journal: Journal | None = None,
        encode: Callable[[T], Any] = lambda value: value,
        decode: Callable[[Any], T] = lambda data: data,
    ) -> None:
        self._jobs, self._make, self._limits, self._made_at = jobs, make, (timeout, memory), place
        self._begun, self._ended, self._journal, self._encode, self._decode = begun, ended, journal, encode, decode
        self._place: Place | None = None
        self._asked, self._waiting = deque[_Call[T]](), deque[_Call[T]]()
        self._under_way, self._begins = dict[int, _Call[T]](), 0

    def __enter__(self) -> Crew[T]:
        if self._made_at or self._jobs > 1 or self._limits != (inf, None):
            self._place = self._made_at() if self._made_at else Processes(self._jobs)
        return self

    def __exit__(self, *_: object) -> None:
        if self._place is not None:
            self._place.close()

    def ask(self, *arguments: Any, name: str = "", first: bool = False) -> None:
        """Ask for a call; ``first`` is answered before all others that are asked for."""
        call = _Call[T](arguments, name)
        (self._asked.appendleft if first else self._asked.append)(call)
        if self._journal is not None and name in self._journal.kept:
            call.outcome = Outcome(name, self._decode(self._journal.kept[name]), None)
            self._begun(name)
            self._ended(name)
        else:
            (self._waiting.appendleft if first else self._waiting.append)(call)

    def answers(self) -> Iterator[T]:
        """Yield an answer for each call. Raises what the function raises."""
        for outcome in self.outcomes():
            if outcome.error is not None:
                raise outcome.error
            yield outcome.value  # type: ignore[misc] # None where the function returns that

    def outcomes(self) -> Iterator[Outcome[T]]:
        """Yield what became of each call."""
        while self._asked:
            while (outcome := self._asked[0].outcome) is None:
                if self._place is None:
                    self._call()
                else:
                    self._begin(self._place)
                    self._place.wait()
                    self._hear(self._place)
            self._asked.popleft()
            yield outcome

    def ready(self) -> Iterator[Outcome[T]]:
        """Yield what became of those calls that have ended, without waiting for any."""
        if self._place is not None:
            self._hear(self._place)
        yield from (call.outcome for call in [*self._asked] if call.outcome is not None)

    def _call(self) -> None:
        """Make the next call here."""
        call = self._waiting.popleft()
        self._begun(call.name)
        ended: tuple[T | None, Exception | None]
        try:  # it tells nobody what it does, as elsewhere; what it raises is raised where the answer would be
            ended = Context().run(self._make, *call.arguments), None
        except Exception as error:
            ended = None, error
        self._end(call, *ended)

    def _begin(self, place: Place) -> None:
        """Begin as many calls as there is room for."""
        while len(self._under_way) < place.width and self._waiting:
            with undisturbed(), undivided():
                call, self._begins = self._waiting.popleft(), self._begins + 1
                self._under_way[self._begins] = call
                if not call.deaths:
                    self._begun(call.name)
                sent = pickle.dumps((self._make, call.arguments, *self._limits))
                place.begin(self._begins, sent, min(self._limits[0], LONGEST))

    def _hear(self, place: Place) -> None:
        """Hear of the calls that have ended."""
        with undisturbed(), undivided():
            for number, answer, why in place.ended():
                call = self._under_way.pop(number)
                if answer is not None:
                    self._end(call, *pickle.loads(answer))
                    continue
                call.deaths += 1
                if why == HUNG or call.deaths == ATTEMPTS:
                    self._end(call, None, CallError(why))
                else:
                    self._waiting.appendleft(call)

    def _end(self, call: _Call[T], value: T | None, error: Exception | None) -> None:
        with undisturbed(), undivided():
            if self._journal is not None and error is None:
                data = self._encode(value)  # type: ignore[arg-type]
                if data is not None:
                    self._journal.keep(call.name, data)
            call.outcome = Outcome(call.name, value, error)
            self._ended(call.name)


class Processes:
    """So many processes of this machine, started as they are needed."""

    def __init__(self, jobs: int) -> None:
        self.width = jobs
        self._idle, self._busy = list[Helper](), dict[Helper, tuple[int, float]]()

    def begin(self, number: int, call: bytes, seconds: float) -> None:
        """Begin a call, which is given up after so many seconds."""
        helper = self._idle.pop() if self._idle else Helper()
        self._busy[helper] = number, time.monotonic() + seconds + STARTING
        helper.ask(call)

    def wait(self, longest: float = HOUR) -> None:
        """Wait until there is something to be heard, or until a call is to be given up."""
        first = min((end for _, end in self._busy.values()), default=0.0)
        connection.wait([*self._busy], min(max(0.0, first - time.monotonic()), longest))  # type: ignore[list-item]

    def ended(self) -> list[Ended]:
        """Return the calls of which it is heard that they have ended."""
        found = list[Ended]()
        speaking: list[object] = [*connection.wait([*self._busy], 0)]  # type: ignore[list-item]
        for helper, (number, end) in [*self._busy.items()]:
            answer, why = None, HUNG if time.monotonic() > end else ""
            try:
                answer = helper.heard() if helper in speaking else None
            except EOFError as error:
                why = format_message("system.process-ended", code=how_ended(*error.args))
            if answer is not None or why:
                del self._busy[helper]
                found.append(Ended(number, answer, why))
                helper.end() if why or helper.worn else self._idle.append(helper)
        return found

    def close(self) -> None:
        """End them."""
        end_all([*self._idle, *self._busy])
