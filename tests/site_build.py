"""The web site as `site/build.py` builds it, for tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "build" / "website"


def find_or_build(folders: pytest.TempPathFactory) -> Path:
    """Return a folder with the site: the one in `build/website` under ``CI=true``, which `.ci/run` has built, or a new one."""
    if os.environ.get("CI") == "true":
        if not (BUILT / "index.html").is_file():
            pytest.fail("the site is not built; run: python site/build.py", pytrace=False)
        return BUILT
    if not (ROOT / "site" / "node_modules").is_dir():
        pytest.skip("the npm packages of the site are not installed; install them with: (cd site && npm ci)")
    folder = folders.mktemp("site") / "site"
    subprocess.run([sys.executable, ROOT / "site" / "build.py", "-o", folder], check=True)
    return folder
