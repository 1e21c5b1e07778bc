"""What the machine has that no Python package brings."""

from __future__ import annotations

import os
import shutil

import pytest


def program(name: str, package: str) -> str:
    """Where a program is. A test is skipped without it, and fails where ``CI`` is ``true``: there it should have been installed."""
    if found := shutil.which(name):
        return found
    said = f"{name} is not installed; get it with: apt-get install {package}"
    if os.environ.get("CI") == "true":
        pytest.fail(said, pytrace=False)
    pytest.skip(said)
