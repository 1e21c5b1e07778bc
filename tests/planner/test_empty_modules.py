"""Python whose modules of the operating system are empty, as in the notebooks of the web site (JupyterLite)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EMPTY_MODULES = """
import sys, types
for name in ("fcntl", "resource", "termios"):
    sys.modules[name] = types.ModuleType(name)
"""
CALLS = """
from ferryplan import search
from ferryplan.planner.system.limits import enforce_limits
from ferryplan.planner.system.scratch import ScratchFolder
from ferryplan.planner.system.journal import Journal

print(search("hanoi", discs=2).peak_mebibytes)
with ScratchFolder() as folder, enforce_limits(60, memory=100):
    with Journal(Path(folder) / "journal", {}) as journal:
        journal.add_call_result("one", 1)
print("done")
"""


def test_search_folders_and_limits_need_no_modules_of_the_system(tmp_path: Path) -> None:
    code = EMPTY_MODULES + "from pathlib import Path\n" + CALLS
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("None\ndone\n", "")
