"""The alarm: after some seconds, the signal SIGALRM interrupts the main thread.

The timer of the operating system sends the signal. Pyodide has no such timer, and no thread could watch a clock there.
But Pyodide's interpreter reads its "interrupt buffer" every few instructions, to learn which signal has arrived. In a
web page, another thread would write into this buffer, which needs shared memory and two HTTP headers. Here, the
buffer is an object that reads the clock: its element 0 is the number of SIGALRM once the time is over.
"""

from __future__ import annotations

import functools
import signal
from typing import Any

from ferryplan.planner.system.capabilities import IS_PYODIDE

HAS_ALARM = IS_PYODIDE or hasattr(signal, "setitimer")
"""whether the platform has an alarm; Windows does not"""

_INTERRUPT_BUFFER = """
(pyodide, SIGALRM) => {
  const alarm = {
    end: Infinity,        // when the alarm rings, by the clock `performance.now()`, in milliseconds
    interval: 0,          // after how many milliseconds it rings again; 0 means never
    replaced: undefined,  // the buffer that was in use before, through which a page may send SIGINT
    isRinging: false,
    get 0() {
      const now = performance.now();
      this.isRinging = now >= this.end;
      if (!this.isRinging) return this.replaced ? this.replaced[0] : 0;
      this.end = this.interval ? now + this.interval : Infinity;
      return SIGALRM;
    },
    set 0(value) {  // the interpreter clears the signal that it has read; one that waits in the other buffer stays
      if (this.replaced && !this.isRinging) this.replaced[0] = value;
    },
    schedule(seconds, interval) {
      const left = Math.max(0, (this.end - performance.now()) / 1000), before = this.interval / 1000;
      // one millisecond more, so that Python's clock, which may be rounded, also finds the time to be over
      this.end = seconds ? performance.now() + 1000 * seconds + 1 : Infinity;
      this.interval = 1000 * interval;
      const current = pyodide._module.Py_EmscriptenSignalBuffer;
      if (seconds && current !== alarm) {
        this.replaced = current;
        pyodide.setInterruptBuffer(alarm);
      } else if (!seconds && current === alarm) {
        pyodide.setInterruptBuffer(this.replaced);
      }
      return [left === Infinity ? 0 : left, before];
    },
  };
  return alarm;
}
"""
"""JavaScript code: a function that returns the interrupt buffer with a clock"""


def set_alarm(seconds: float, interval: float = 0.0) -> tuple[float, float]:
    """Set the alarm to ring after some seconds, and then again after each interval; 0 seconds turn it off.

    Returns the seconds that were left until the alarm would have rung (0 if it was off), and its interval.
    """
    if not IS_PYODIDE:
        return signal.setitimer(signal.ITIMER_REAL, seconds, interval)
    left, before = _make_interrupt_buffer().schedule(seconds, interval)
    return left, before


@functools.cache
def _make_interrupt_buffer() -> Any:
    """Return the interrupt buffer of Pyodide's interpreter that rings the alarm."""
    import pyodide_js
    from pyodide.code import run_js

    return run_js(_INTERRUPT_BUFFER)(pyodide_js, int(signal.SIGALRM))
