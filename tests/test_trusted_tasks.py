"""The page on trusted tasks: its commands and code run in order.

They run in one folder, with a language model that knows two answers.
"""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from processes import MAX_WAIT_SECONDS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "trusted-tasks.md").read_text(encoding="utf-8")
MODEL = """
def complete(question):
    assert "unsolvable" in question
    return "Thus nothing else is left. Final answer: unsolvable"
"""


@pytest.mark.integrations
def test_commands_of_trusted_tasks_page_run(tmp_path: Path) -> None:
    (tmp_path / "my_model.py").write_text(MODEL)
    for name, code in re.findall(r"^```py\n# (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        (tmp_path / name).write_text(code)
    printed = dict[str, str]()
    commands = "".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)).splitlines()
    for command in [*commands, "python train.py"]:
        first, *arguments = command.split()
        program = [sys.executable, *(["-m", "ferryplan"] if first == "plan" else [])]
        run = subprocess.run(
            [*program, *arguments], capture_output=True, text=True, cwd=tmp_path, timeout=MAX_WAIT_SECONDS
        )
        assert run.returncode == 0, run.stderr
        printed[command] = run.stdout
    lines = [json.loads(line) for line in (tmp_path / "questions.jsonl").read_text("utf-8").splitlines()]
    without = {line["id"] for line in lines if line["verdict"] == "unsolvable"}
    assert 0 < len(without) < len(lines) == 4
    scores = [json.loads(line) for line in (tmp_path / "scores.jsonl").read_text("utf-8").splitlines()]
    assert {one["id"] for one in scores if one["score"] == 1} == without
    table = next(printed[command] for command in commands if "csv" in command)
    told = {row["id"]: float(row["score"]) for row in csv.DictReader(io.StringIO(table))}
    assert told == {line["id"]: float(line["id"] in without) for line in lines}
    assert re.fullmatch(r"((un)?solvable 1\.0\n){3}", printed["python train.py"])
    assert "<html" in (tmp_path / "report.html").read_text("utf-8")
