"""Missing tools skip a test, and fail it where they should be installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from required_tools import require_program


def test_missing_program_skips_test_or_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    assert require_program("pytest", "python3-pytest") == str(Path(sys.executable).with_name("pytest"))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such is not installed; get it with: apt-get install none"):
        require_program("no-such", "none")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no-such is not installed; get it with: apt-get install none"):
        require_program("no-such", "none")
