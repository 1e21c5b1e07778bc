"""What the machine has that no Python package brings."""

from __future__ import annotations

import importlib
import os
import shutil
from types import ModuleType
from typing import NoReturn

import pytest


def program(name: str, package: str) -> str:
    """Where a program is. A test is skipped without it, and fails where ``CI`` is ``true``: there it should have been installed."""
    if found := shutil.which(name):
        return found
    missing(f"{name} is not installed; get it with: apt-get install {package}")


def package(name: str, distribution: str) -> ModuleType:
    """A package of the extra ``test``, imported. A test is skipped without it, and fails where ``CI`` is ``true``."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing(f"{distribution} is not installed; get it with: pip install {distribution}")


def missing(said: str) -> NoReturn:
    """Skip a test without what it says, and fail it where ``CI`` is ``true``."""
    if os.environ.get("CI") == "true":
        pytest.fail(said, pytrace=False)
    pytest.skip(said)
