"""The documentation pages: each example runs and prints its documented output.

Examples are `console` blocks, Python blocks and files.
"""

from __future__ import annotations

import contextlib
import io
import re
import runpy
import shlex
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import generated
import pytest
from click import Context
from conftest import RunCommand
from markdown_it import MarkdownIt
from outputs import find_blocks, match_output, write_inputs

from ferryplan.generator.families import FAMILIES
from ferryplan.planner.cli.command_line import plan as plan_group

ROOT = Path(__file__).parent.parent
DOCS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))
PAGES = ["README.md", "CONTRIBUTING.md", *DOCS, *(f"domains/{folder}/README.md" for folder in (*FAMILIES, "themes"))]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
TIER_OF_BLOCK = {"engines": r"--engine (?:aries|enhsp|fast-downward|symk|tamer)"}
"""for each tier the blocks that need it"""


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def list_pages_with(language: str) -> list[Any]:
    """Return the pages with blocks in a language, each with its blocks; those that need a tier are on their own."""
    cases = list[Any]()
    for page in PAGES:
        tiers = dict[str | None, list[str]]()
        for block in find_blocks(text_of(page), language):
            tiers.setdefault(find_tier(block), []).append(block)
        cases += [
            pytest.param(
                page, blocks, marks=[getattr(pytest.mark, tier)] if tier else [], id=f"{page}-{tier or 'core'}"
            )
            for tier, blocks in tiers.items()
        ]
    return cases


def find_tier(block: str) -> str | None:
    return next((tier for tier, pattern in TIER_OF_BLOCK.items() if re.search(pattern, block)), None)


@pytest.mark.parametrize(("page", "blocks"), list_pages_with("console"))
def test_console_blocks_print_documented_output(page: str, blocks: list[str], plan: RunCommand, tmp_path: Path) -> None:
    """Console blocks print the documented output.

    To accept a change, run: python docs/outputs.py
    """
    write_inputs(text_of(page), tmp_path)
    wrong = []
    for block in blocks:
        command, _, expected = block.partition("\n")
        run = plan(*shlex.split(command.removeprefix("$ plan ")), environment={"COLUMNS": "80"})
        assert run.returncode in (0, 10, 14, 30), run.stderr
        wrong += [] if match_output(expected, run.stdout) else [f"{command}\n{run.stdout}"]
    assert not wrong, "\n".join(wrong)


def run_script(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a program in this process, in a folder, and return its output."""
    monkeypatch.chdir(folder)
    with contextlib.redirect_stdout(io.StringIO()) as output:
        runpy.run_path(str(path), run_name="__main__")
    return output.getvalue()


def find_printed(page: str, block: str) -> str:
    """Return the documented output of a Python block: the `text` block below it."""
    _, _, below = text_of(page).partition(f"```python\n{block}```\n")
    found = re.match(r"\n```text\n(.*?)^```$", below, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


@pytest.mark.usefixtures("reused_worker")
@pytest.mark.parametrize(("page", "blocks"), list_pages_with("python"))
def test_python_blocks_print_documented_output(
    page: str, blocks: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each Python block prints the `text` block below it; no block sees the files of another one."""
    wrong = []
    for number, block in enumerate(blocks):
        folder = tmp_path / str(number)
        folder.mkdir()
        (tmp_path / "block.py").write_text(block, encoding="utf-8")
        printed = run_script(tmp_path / "block.py", folder, monkeypatch)
        if printed.rstrip("\n") != find_printed(page, block).rstrip("\n"):
            wrong.append(f"{block}\n{printed}")
    assert not wrong, "\n".join(wrong)


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


def find_dead_links(page: str) -> Iterator[str]:
    """Yield the links of a page to files or headings that do not exist, and names of links without a target."""
    pieces = [piece for block in MarkdownIt().enable("table").parse(text_of(page)) for piece in block.children or []]
    for target in [str(piece.attrs.get("href") or piece.attrs.get("src")) for piece in pieces if piece.attrs]:
        path, _, anchor = target.partition("#")
        linked = (ROOT / page).parent / path if path else ROOT / page
        if ":" in target:
            continue
        if not linked.exists() or (anchor and anchor not in find_anchors(linked.read_text(encoding="utf-8"))):
            yield target
    yield from (piece.content for piece in pieces if piece.type == "text" and "][" in piece.content)


def test_links_and_anchors_exist() -> None:
    assert {page: dead for page in PAGES if (dead := [*find_dead_links(page)])} == {}


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


def test_generated_tables_are_up_to_date(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The generated tables match the code.

    To update them, run: python docs/generated.py
    """
    monkeypatch.setattr(sys, "argv", ["generated.py", "--check"])
    assert generated.main() == 0, capsys.readouterr().out


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md", "docs/plans.md"])
def test_documented_paths_exist(page: str) -> None:
    paths = set(re.findall(r"`((?:benchmarks|docs|domains|examples|generator|planner|tests)/[\w./-]*)`", text_of(page)))
    assert paths
    for path in paths:
        assert (ROOT / path).exists(), path


@pytest.mark.usefixtures("reused_worker")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_scripts_run_without_errors(
    example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_script(example, tmp_path, monkeypatch)
    assert capsys.readouterr().err == ""
