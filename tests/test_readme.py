"""The pages are run: every command in a `console` block prints what the page says, every Python block runs."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import Run
from processes import PATIENCE

from generator.families import FAMILIES

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", *(f"domains/{family}/README.md" for family in FAMILIES)]


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("page", "block"), [(page, block) for page in PAGES for block in blocks(page, "console")])
def test_console_blocks(page: str, block: str, plan: Run, tmp_path: Path) -> None:
    for text in blocks(page, "toml"):
        if "name" in (puzzle := tomllib.loads(text)):
            (tmp_path / f"{puzzle['name']}.toml").write_text(text)
    command, _, expected = block.partition("\n")
    run = plan(*shlex.split(command.removeprefix("$ plan ")))
    assert run.returncode in (0, 10), run.stderr
    pattern = re.escape(expected).replace(re.escape("...\n"), "(?:.*\n)*?")
    assert re.fullmatch(pattern, run.stdout), run.stdout


@pytest.mark.parametrize("block", blocks("README.md", "python"))
def test_python_blocks(block: str, tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE)
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith("40 states within reach\n")


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text()):
            assert ((ROOT / page).parent / target).exists(), target


def test_pictures_are_those_that_are_drawn(plan: Run, tmp_path: Path) -> None:
    names = re.findall(r"\]\(docs/(\S+\.svg)\)", (ROOT / "README.md").read_text())
    assert len(names) == 2
    for name in names:
        plan(name.partition(".")[0], "-o", name)
        assert (tmp_path / name).read_text() == (ROOT / "docs" / name).read_text()
