"""Update the outputs that the pages show, by running their commands and Python blocks.

    python docs/outputs.py [PAGE …]

A line `...` in an output stands for lines that the page leaves out. If the output has changed around such a line, the
new output has as many lines before and after it as the old one; check the difference before you commit it. The tests
run the same blocks, and compare the outputs.
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
ELLIPSIS = "...\n"
COMMAND = re.compile(r"^```console\n(?P<command>\$ plan .*\n)(?P<output>(?:.*\n)*?)```$", re.MULTILINE)
PYTHON = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<output>.*?)^```$)?", re.MULTILINE | re.DOTALL)


def find_blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a page that have the given language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def write_inputs(text: str, folder: Path) -> None:
    """Write the puzzle files and the PDDL that a page shows to a folder.

    The first line of a block may give the file name.
    """
    for block in find_blocks(text, "toml"):
        if named := re.match(r"# (\S+\.toml)\n", block):
            name = named[1]
        else:
            puzzle = tomllib.loads(block)
            name = f"{puzzle['name']}.toml" if "name" in puzzle else "domain.toml"
        (folder / name).write_text(block, encoding="utf-8")
    for block in find_blocks(text, "pddl"):
        if named := re.match(r"; (\S+\.pddl)\n", block):
            (folder / named[1]).write_text(block, encoding="utf-8")


def match_output(shown: str, printed: str) -> bool:
    """Return whether a printed output matches the shown output, in which `...` stands for any lines."""
    return re.fullmatch(re.escape(shown).replace(re.escape(ELLIPSIS), "(?:.*\n)*?"), printed) is not None


def shorten_output(shown: str, printed: str) -> str:
    """Return an output without the passages that the page left out before."""
    if ELLIPSIS not in shown or match_output(shown, printed):
        return shown if match_output(shown, printed) else printed
    lines, place, kept = printed.splitlines(keepends=True), 0, list[str]()
    passages = re.split(rf"^{re.escape(ELLIPSIS)}", shown, flags=re.MULTILINE)
    for number, passage in enumerate(passages):
        old = passage.splitlines(keepends=True)
        if number == 0:
            start = 0
        elif number == len(passages) - 1:
            start = max(place, len(lines) - len(old))
        else:
            start = _find_passage(old, lines, place)
        kept += ([ELLIPSIS] if number else []) + lines[start : start + len(old)]
        place = start + len(old)
    return "".join(kept)


def _find_passage(old: Sequence[str], lines: Sequence[str], least: int) -> int:
    """Return the index, at least ``least``, at which the lines most similar to a passage begin."""
    places = range(least, max(least + 1, len(lines) - len(old) + 1))

    def likeness(place: int) -> float:
        return difflib.SequenceMatcher(None, "".join(old), "".join(lines[place : place + len(old)])).ratio()

    return max(places, key=likeness)


def rewrite_page(text: str, folder: Path) -> str:
    """Return a page with up-to-date outputs of its blocks.

    Commands run in a folder with the files that the page shows, and Python blocks in an empty folder.
    """
    write_inputs(text, folder)

    def rewrite_command_block(found: re.Match[str]) -> str:
        command = shlex.split(found["command"].removeprefix("$ plan "))
        return f"```console\n{found['command']}{shorten_output(found['output'], _run_command([*PLAN, *command], folder))}```"

    def rewrite_python_block(found: re.Match[str]) -> str:
        if found["output"] is None:
            return found[0]
        with tempfile.TemporaryDirectory() as empty:  # As in the tests, no block sees the files of another block.
            printed = _run_command([sys.executable, "-c", found["code"]], Path(empty)).rstrip("\n") + "\n"
        return f"```python\n{found['code']}```\n\n```text\n{printed}```"

    return PYTHON.sub(rewrite_python_block, COMMAND.sub(rewrite_command_block, text))


PLAN = (sys.executable, "-m", "ferryplan")


def _run_command(command: Sequence[str], folder: Path) -> str:
    environment = {**os.environ, "COLUMNS": "80", "PYTHONHASHSEED": "0"}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False).stdout


def find_pages() -> Iterator[Path]:
    """Yield the pages that have blocks to run."""
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
    yield from sorted((ROOT / "domains").glob("*/README.md"))


def main() -> None:
    """Rewrite the pages that the arguments name; all pages by default."""
    for page in [Path(name).resolve() for name in sys.argv[1:]] or find_pages():
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            new = rewrite_page(text, Path(folder))
        if new != text:
            page.write_text(new, encoding="utf-8")
            print(f"{page.relative_to(ROOT)}: rewritten")


if __name__ == "__main__":
    main()
