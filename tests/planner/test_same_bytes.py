"""Output is identical for any number of processes, in any folder, and after any interruption."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import RunCommand

CASES = {
    "invent": ("invent", "sudoku", "--box", "2", "--seed", "3", "--number", "3", "--format", "json"),
    "pose": ("pose", "wolf-goat-cabbage", "jealous-couples", "--ask", "plan,valid,count", "--seed", "3"),
    "score": ("score", "asked", "said", "--format", "json"),
}
WAYS = [("--jobs", "2"), pytest.param(("--jobs", "2", "--cluster", "local"), marks=pytest.mark.cluster)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("verb", CASES)
def test_output_bytes_do_not_depend_on_workers_or_resumed_journal(
    verb: str, way: tuple[str, ...], plan: RunCommand, tmp_path: Path
) -> None:
    if verb == "score":
        posed = plan(*CASES["pose"]).stdout
        (tmp_path / "asked").write_text(posed)
        questions = [json.loads(line) for line in posed.splitlines()]
        said = ({"id": one["id"], "answer": one["answer"][: 99 * (number % 2)]} for number, one in enumerate(questions))
        (tmp_path / "said").write_text("".join(json.dumps(one) + "\n" for one in said))
    alone = plan(*CASES[verb])
    assert alone.returncode == 0, alone.stderr
    others = plan(*CASES[verb], *way, "--journal", "kept")
    assert (others.returncode, others.stdout) == (0, alone.stdout), others.stderr
    lines = (tmp_path / "kept").read_text().splitlines(keepends=True)
    (tmp_path / "kept").write_text("".join(lines[:-1]) + lines[-1][:-9])
    assert plan(*CASES[verb], "--journal", "kept").stdout == alone.stdout
    assert sorted((tmp_path / "kept").read_text().splitlines(keepends=True)) == sorted(lines)
