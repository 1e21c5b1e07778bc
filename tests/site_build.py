"""The web site as `site/build.py` builds it, for tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "build" / "website"


def find_or_build(folders: pytest.TempPathFactory, with_lab: bool = False) -> Path:
    """Return a folder with the site, and with its notebooks if ``with_lab`` is true.

    Under ``CI=true``, this is `build/website`, which `.ci/run` has built; otherwise, it is a new folder.
    """
    program = [str(ROOT / "site" / "build.py"), *(["--lab"] if with_lab else [])]
    if os.environ.get("CI") == "true":
        needed = [BUILT / "index.html", *([BUILT / "lab" / "index.html"] if with_lab else [])]
        if missing := [path for path in needed if not path.is_file()]:
            pytest.fail(f"{missing[0]} is not built; run: python {' '.join(program)}", pytrace=False)
        return BUILT
    if not (ROOT / "site" / "node_modules").is_dir():
        pytest.skip("the npm packages of the site are not installed; install them with: (cd site && npm ci)")
    folder = folders.mktemp("site") / "site"
    subprocess.run([sys.executable, *program, "-o", folder], check=True)
    return folder
