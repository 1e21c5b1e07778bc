"""Writes what the pages say that can be drawn from the code, between `<!-- generated: NAME -->` and `<!-- end -->`, and the catalogue's index.

    python docs/generated.py [--check]

With `--check` nothing is written; it ends with 1 if a page, or the index, is not what it would be.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from json_keys import describe_outputs

from ferryplan import domains, generate, load
from ferryplan.generator.errors import EncodingError, UnsuitableError
from ferryplan.generator.puzzle_index import build_index
from ferryplan.planner.engines.registry import ENGINES

ROOT = Path(__file__).parent.parent
PACKAGES = ("domains", "generator", "planner", "teaching", "evaluation")
FORMULATIONS = [
    *[("strips", "named"), ("strips", "counted"), ("adl", "named"), ("axioms", "named"), ("numeric", "counted")],
    *[("costs", "named"), ("temporal", "named"), ("temporal", "counted")],
]


def formulations() -> Iterator[str]:
    """Yield which puzzle can be written in which dialect and encoding, and below why not."""
    yield _row("puzzle", *(f"`{dialect}`, {encoding}" for dialect, encoding in FORMULATIONS))
    yield _row(*["---"] * (len(FORMULATIONS) + 1))
    reasons: list[str] = []
    for name in domains.puzzle_files():
        cells = []
        for dialect, encoding in FORMULATIONS:
            reason = _refusal(name, dialect, encoding)
            if reason and reason not in reasons:
                reasons.append(reason)
            cells.append(f"no ({reasons.index(reason) + 1})" if reason else "yes")
        yield _row(f"`{name}`", *cells)
    yield ""
    yield from (f"{number}. {reason}" for number, reason in enumerate(reasons, 1))


def _refusal(name: str, dialect: str, encoding: str) -> str:
    puzzle = load(name)
    capacity = puzzle.parameters.get("capacity")
    smallest = capacity is not None and capacity.default == "smallest"
    try:
        generate(puzzle, {"capacity": 3} if smallest else {}, dialect=dialect, encoding=encoding)
    except UnsuitableError as error:
        if puzzle.family == "classical":
            return "the puzzle is written in another dialect"
        reason, _, _ = str(error).removeprefix(f"{name}: ").partition("; choose")
        return re.sub(
            r"the '\w+' dialect( with the '\w+' encoding)?", "this combination of dialect and encoding", reason
        ).partition(" (in ")[0]
    except EncodingError as error:
        return f"puzzles of this family do not have this {error.key}"
    return ""


def engines() -> Iterator[str]:
    """Yield the engines that are known by name."""
    yield _row("engine", "dialects", "plans", "proves unsolvability", "license", "package")
    yield _row(*["---"] * 6)
    for name, engine in ENGINES.items():
        optimal, proves = "optimal" if engine.optimal else "any", "yes" if engine.proves else "no"
        yield _row(
            f"`{name}`",
            ", ".join(f"`{dialect}`" for dialect in engine.takes) or "–",
            optimal,
            proves,
            engine.licence,
            f"`{engine.package}`" if engine.package else "–",
        )


def imports() -> Iterator[str]:
    """Yield which package imports which as a table; an import that follows from others is left out."""
    links = reduced(import_links())
    yield _row("package", "imports")
    yield _row("---", "---")
    for package in sorted({importer for importer, _ in links}):
        yield _row(
            f"`{package}`", ", ".join(f"`{imported}`" for importer, imported in sorted(links) if importer == package)
        )


def import_links() -> set[tuple[str, str]]:
    """Return which of the packages in the three imports which, those imports included that serve types only."""
    links = set()
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).glob("*/**/*.py")):
        here = ".".join(path.relative_to(ROOT).parts[:2])
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ferryplan."):
                there = node.module.split(".")[1:3]
                if len(there) == 2 and (ROOT / Path(*there)).is_dir():
                    links.add((here, ".".join(there)))
    return {(one, other) for one, other in links if one != other}


def reduced(links: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the links without those that a longer way implies; those on a circle stay."""
    within = {name: _within_reach(name, links) for link in links for name in link}
    kept = set()
    for one, other in links:
        around = any(
            middle not in (one, other)
            and one not in within[middle]
            and other in within[middle]
            and middle not in within[other]
            for start, middle in links
            if start == one
        )
        if not around or one in within[other]:
            kept.add((one, other))
    return kept


def _within_reach(name: str, links: set[tuple[str, str]]) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        here = waiting.pop()
        waiting += (other for one, other in links if one == here and other not in found)
        found |= {other for one, other in links if one == here}
    return found


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


BLOCKS: dict[str, Callable[[], Iterator[str]]] = {
    "formulations": formulations,
    "engines": engines,
    "imports": imports,
    "outputs": describe_outputs,
}


def renewed(text: str) -> str:
    """Return a page with its generated blocks as the code has them now."""
    return re.sub(
        r"(?<=<!-- generated: )(\w+)( -->\n).*?(?=<!-- end -->)",
        lambda found: f"{found[1]}{found[2]}\n" + "\n".join(BLOCKS[found[1]]()) + "\n\n",
        text,
        flags=re.DOTALL,
    )


def main() -> int:
    """Write or check every page of this folder, and the index."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale, listed = 0, domains.FOLDER / domains.INDEX
    pages = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))}
    made = {path: renewed(text) for path, text in pages.items()} | {listed: build_index()}
    pages[listed] = listed.read_text(encoding="utf-8") if listed.exists() else ""
    for path, new in made.items():
        if new != pages[path]:
            stale += 1
            print(f"{path.relative_to(ROOT)}: {'not what the code says' if check else 'written'}")
            if not check:
                path.write_text(new, encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
