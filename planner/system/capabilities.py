"""Whether the platform has child processes and threads, and a switch to do without them.

Python in a browser (Pyodide, ``sys.platform == "emscripten"``) has neither processes nor threads. Only this module asks
whether Python runs there.
"""

from __future__ import annotations

import os
import sys

from ferryplan.generator.errors import FerryplanError

IS_PYODIDE = sys.platform == "emscripten"
"""whether Python runs in WebAssembly: in a browser, or in Node.js"""
HAS_THREADS = not IS_PYODIDE
"""whether the program can start threads"""
PROCESS_SWITCH = "FERRYPLAN_PROCESSES"
"""the environment variable that keeps the program from starting processes"""


class SwitchError(FerryplanError, ValueError):
    """An environment variable that is a switch is neither ``on`` nor ``off``."""


def is_switched_on(variable: str) -> bool:
    """Return whether a switch in the environment is on, as it is by default.

    Raises SwitchError for a value that is neither ``on`` nor ``off``.
    """
    value = os.environ.get(variable) or "on"
    if value not in ("on", "off"):
        raise SwitchError(where=variable, found=f"'{value}' in the environment", expected="'on' or 'off'")
    return value == "on"


def may_start_processes() -> bool:
    """Return whether engines and calls may run in processes of their own.

    They may not where there are no processes, and where the environment variable FERRYPLAN_PROCESSES is ``off``.
    Raises SwitchError for a value that is neither ``on`` nor ``off``.
    """
    return is_switched_on(PROCESS_SWITCH) and not IS_PYODIDE
