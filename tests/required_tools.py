"""Programs and packages outside the Python dependencies that some tests need."""

from __future__ import annotations

import importlib
import os
import shutil
from types import ModuleType
from typing import NoReturn

import pytest


def require_program(name: str, package: str) -> str:
    """Return the path of a program.

    Without the program, a test is skipped; it fails where ``CI`` is ``true``, since the program should be installed there.
    """
    if found := shutil.which(name):
        return found
    skip_or_fail(f"{name} is not installed; get it with: apt-get install {package}")


def require_package(name: str, distribution: str) -> ModuleType:
    """Import a package of the extra ``test``.

    Without the package, a test is skipped; it fails where ``CI`` is ``true``.
    """
    try:
        return importlib.import_module(name)
    except ImportError:
        skip_or_fail(f"{distribution} is not installed; get it with: pip install {distribution}")


def skip_or_fail(reason: str) -> NoReturn:
    """Skip a test for this reason; fail it where ``CI`` is ``true``."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
