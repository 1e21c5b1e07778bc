"""The documentation pages: each example runs and prints its documented output.

Examples are `console` blocks, Python blocks and files.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from click import Context
from conftest import RunCommand
from markdown_it import MarkdownIt
from outputs import find_blocks, match_output, write_inputs
from processes import MAX_WAIT_SECONDS

from ferryplan.generator.families import FAMILIES
from ferryplan.planner.cli.command_line import plan as plan_group

ROOT = Path(__file__).parent.parent
DOCS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))
PAGES = ["README.md", "CONTRIBUTING.md", *DOCS, *(f"domains/{folder}/README.md" for folder in (*FAMILIES, "themes"))]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "block"), [(page, block) for page in PAGES for block in find_blocks(text_of(page), "console")]
)
def test_console_blocks_print_documented_output(page: str, block: str, plan: RunCommand, tmp_path: Path) -> None:
    """Console blocks print the documented output.

    To accept a change, run: python docs/outputs.py
    """
    write_inputs(text_of(page), tmp_path)
    command, _, expected = block.partition("\n")
    run = plan(*shlex.split(command.removeprefix("$ plan ")), environment={"COLUMNS": "80"})
    assert run.returncode in (0, 10, 14, 30), run.stderr
    assert match_output(expected, run.stdout), run.stdout


def python_blocks(page: str) -> list[tuple[str, str]]:
    """Return each Python block of a page with its expected output, the `text` block below it."""
    pairs = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", text_of(page), re.MULTILINE | re.DOTALL)
    return [(code, printed) for code, printed in pairs]


@pytest.mark.parametrize(("block", "expected"), [pair for page in PAGES for pair in python_blocks(page)])
def test_python_blocks_print_documented_output(block: str, expected: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", block], capture_output=True, text=True, cwd=tmp_path, timeout=MAX_WAIT_SECONDS
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.rstrip("\n") == expected.rstrip("\n")


def find_anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings as GitHub makes them.

    They are in lower case, with hyphens for spaces and without punctuation.
    """
    tokens = MarkdownIt().parse(text)
    headings = [after for token, after in pairwise(tokens) if token.type == "heading_open"]
    titles = ["".join(piece.content for piece in heading.children or []) for heading in headings]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_heading_anchors_match_github() -> None:
    """Anchors follow GitHub's rules for section links.

    These are: letters in lower case, hyphens for spaces, no punctuation, no markup.
    """
    page = "# Sample Section\n\n## This'll be a _Helpful_ Section!\n\n### `--map`, by hand\n"
    assert find_anchors(page) == {"sample-section", "thisll-be-a-helpful-section", "--map-by-hand"}


@pytest.mark.parametrize("page", PAGES)
def test_links_and_anchors_exist(page: str) -> None:
    pieces = [piece for block in MarkdownIt().enable("table").parse(text_of(page)) for piece in block.children or []]
    targets = [str(piece.attrs.get("href") or piece.attrs.get("src")) for piece in pieces if piece.attrs]
    for target in targets:
        if ":" not in target:
            path, _, anchor = target.partition("#")
            linked = (ROOT / page).parent / path if path else ROOT / page
            assert linked.exists(), target
            assert not anchor or anchor in find_anchors(linked.read_text(encoding="utf-8")), target
    assert not [piece.content for piece in pieces if piece.type == "text" and "][" in piece.content], (
        "no such reference"
    )


def test_documented_pictures_match_generated_pictures(plan: RunCommand, tmp_path: Path) -> None:
    names = {Path(name).name for page in PAGES for name in re.findall(r"!\[[^\]]*\]\((\S+\.svg)\)", text_of(page))}
    names -= {"performance.svg"}  # benchmarks/peers.py draws that from its measurements
    assert names == {"four-houses.timeline.svg", "wolf-goat-cabbage.timeline.svg"}
    for name in names:
        plan(name.partition(".")[0], "-o", name)
        assert (tmp_path / name).read_text() == (ROOT / "docs" / name).read_text()


def test_readme_is_short() -> None:
    lines = text_of("README.md").splitlines()
    assert 100 <= len(lines) <= 130
    assert max(len(line) for line in lines) <= 120


def test_readme_links_to_every_page() -> None:
    linked = set(re.findall(r"\]\((docs/[\w-]+\.md)\)", text_of("README.md")))
    assert linked >= {page for page in DOCS if page.count("/") == 1} - {"docs/index.md"}  # the first page of the site


def test_readme_shell_commands_exist() -> None:
    """Commands in `sh` blocks are not run; their verbs exist, with three under each of three headings."""
    for part in re.split(
        r"^\*\*", text_of("README.md").partition("## Three ways to use ferryplan")[2], flags=re.MULTILINE
    )[1:]:
        verbs = re.findall(r"^plan (\w+)", part, re.MULTILINE)
        assert len(verbs) == 3
        assert {*verbs} <= {*plan_group.list_commands(Context(plan_group))}


def test_generated_tables_are_up_to_date() -> None:
    """The generated tables match the code.

    To update them, run: python docs/generated.py
    """
    run = subprocess.run(
        [sys.executable, ROOT / "docs" / "generated.py", "--check"],
        capture_output=True,
        text=True,
        timeout=MAX_WAIT_SECONDS,
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md", "docs/plans.md"])
def test_documented_paths_exist(page: str) -> None:
    paths = set(re.findall(r"`((?:benchmarks|docs|domains|examples|generator|planner|tests)/[\w./-]*)`", text_of(page)))
    assert paths
    for path in paths:
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_scripts_run_without_errors(example: Path, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, example], capture_output=True, text=True, cwd=tmp_path, timeout=MAX_WAIT_SECONDS
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert run.stdout
