"""What is missing on the machine skips a test; where it should be there, it fails it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from machine import program


def test_without_a_program_a_test_is_skipped_or_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    assert program("pytest", "python3-pytest") == str(Path(sys.executable).with_name("pytest"))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such is not installed; get it with: apt-get install none"):
        program("no-such", "none")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no-such is not installed; get it with: apt-get install none"):
        program("no-such", "none")
