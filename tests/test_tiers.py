"""A test whose tools are missing is skipped with the reason, and fails where they should be installed."""

from __future__ import annotations

import tomllib

import pytest
import tiers


def test_missing_tools_are_listed_with_the_commands_that_install_them() -> None:
    tier = tiers.Tier(("pytest", "no_such_package"), ("sh", "no-such-program", "dot-of-nowhere"))
    assert tier.find_missing_tools("engines") == (
        "not installed: no_such_package, no-such-program, dot-of-nowhere; install with: "
        "pip install 'ferryplan[test-engines]' and apt-get install no-such-program dot-of-nowhere"
    )
    assert tiers.Tier(("pytest",), ("sh",)).find_missing_tools("engines") is None


def test_missing_tools_skip_a_test_or_fail_it_in_ci(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiers.require_tier(request.node)
    monkeypatch.setitem(tiers.TIERS, "core", tiers.Tier(("no_such_package",)))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="not installed: no_such_package"):
        tiers.require_tier(request.node)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="not installed: no_such_package"):
        tiers.require_tier(request.node)


def test_each_tier_has_a_marker_and_an_extra(pytestconfig: pytest.Config) -> None:
    markers = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    assert {"core", *tiers.TIERS} <= markers
    extras = tomllib.loads((pytestconfig.rootpath / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {name.removeprefix("test-") for name in extras if name.startswith("test-")} == {*tiers.TIERS, "all"}
