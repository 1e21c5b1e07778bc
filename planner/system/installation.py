"""The command that installs a package into the environment in which the program runs."""

from __future__ import annotations

import importlib.util
import os
import shlex
import sys
from pathlib import Path

from ferryplan.planner.system.capabilities import IS_PYODIDE


def install_command(package: str) -> str:
    """Return the shell command that installs a package where this program finds it.

    In a browser, which has no shell, it is a call in Python. An environment of pipx is recognized by its metadata
    file; an environment without pip is assumed to be one of uv.
    """
    if IS_PYODIDE:
        return f'micropip.install("{package}")'
    environment = Path(sys.prefix)
    if (environment / "pipx_metadata.json").exists():
        return f"pipx inject {environment.name} {package}"
    python = sys.executable
    if Path(python).is_relative_to(Path.cwd()):
        python = os.path.relpath(python)
    if importlib.util.find_spec("pip") is None:
        return f"uv pip install --python {shlex.quote(python)} {package}"
    return f"{shlex.quote(python)} -m pip install {package}"
