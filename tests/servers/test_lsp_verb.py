"""The verb `lsp` without the packages of its extra."""

from __future__ import annotations

import importlib.util

import pytest
from conftest import RunCommand


@pytest.mark.parametrize("missing", ["pygls", "pygls.lsp.server"])
def test_missing_extra_is_named_with_the_command_that_installs_it(
    missing: str, plan: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pygls` is missing, or has a version without the module of the server."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name.startswith(missing) else object())
    run = plan("lsp")
    assert (run.returncode, run.stdout) == (31, "")
    assert "pip install 'ferryplan[lsp]'" in run.stderr
