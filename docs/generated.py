"""Update the parts of the pages that are generated from the code, and the index of the catalog.

    python docs/generated.py [--check]

A generated part is between `<!-- generated: NAME -->` and `<!-- end -->`. With `--check`, nothing is written, and the
exit code is 1 if a page or the index is out of date.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from json_keys import describe_outputs

from ferryplan import domains, generate, instantiate, load
from ferryplan.generator.errors import EncodingError, UnsuitableError
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle_index import build_index
from ferryplan.planner.engines.registry import ENGINES

ROOT = Path(__file__).parent.parent
PACKAGES = ("domains", "generator", "planner", "teaching", "evaluation", "servers")
FORMULATIONS = [
    *[("strips", "named"), ("strips", "counted"), ("adl", "named"), ("axioms", "named"), ("numeric", "counted")],
    *[("costs", "named"), ("temporal", "named"), ("temporal", "counted")],
]


def tabulate_formulations() -> Iterator[str]:
    """Yield a table of the puzzles by dialect and encoding, and the reasons for unsupported combinations."""
    yield _format_row("puzzle", *(f"`{dialect}`, {encoding}" for dialect, encoding in FORMULATIONS))
    yield _format_row(*["---"] * (len(FORMULATIONS) + 1))
    reasons: list[str] = []
    for name in domains.puzzle_files():
        puzzle, cells = load(name), []
        capacity = puzzle.parameters.get("capacity")
        smallest = capacity is not None and capacity.default == "smallest"
        instance = instantiate(puzzle, {"capacity": 3} if smallest else {})
        for dialect, encoding in FORMULATIONS:
            reason = _explain_refusal(instance, dialect, encoding)
            if reason and reason not in reasons:
                reasons.append(reason)
            cells.append(f"no ({reasons.index(reason) + 1})" if reason else "yes")
        yield _format_row(f"`{name}`", *cells)
    yield ""
    yield from (f"{number}. {reason}" for number, reason in enumerate(reasons, 1))


def _explain_refusal(instance: AnyInstance, dialect: str, encoding: str) -> str:
    """Return why a dialect and encoding cannot express an instance; the empty text if they can."""
    try:
        generate(instance, dialect=dialect, encoding=encoding)
    except UnsuitableError as error:
        if instance.family == "classical":
            return "the puzzle is written in another dialect"
        reason, _, _ = str(error).removeprefix(f"{instance.puzzle}: ").partition("; choose")
        return re.sub(
            r"the '\w+' dialect( with the '\w+' encoding)?", "this combination of dialect and encoding", reason
        ).partition(" (in ")[0]
    except EncodingError as error:
        return f"puzzles of this family do not have this {error.key}"
    return ""


def tabulate_engines() -> Iterator[str]:
    """Yield a table of the engines that ferryplan knows by name."""
    yield _format_row("engine", "dialects", "plans", "proves unsolvability", "license", "package")
    yield _format_row(*["---"] * 6)
    for name, engine in ENGINES.items():
        optimal, proves = "optimal" if engine.optimal else "any", "yes" if engine.proves else "no"
        yield _format_row(
            f"`{name}`",
            ", ".join(f"`{dialect}`" for dialect in engine.takes) or "–",
            optimal,
            proves,
            engine.licence,
            f"`{engine.package}`" if engine.package else "–",
        )


def tabulate_imports() -> Iterator[str]:
    """Yield a table of the imports between packages, without imports that follow from others."""
    links = reduce_links(find_import_links())
    yield _format_row("package", "imports")
    yield _format_row("---", "---")
    for package in sorted({importer for importer, _ in links}):
        yield _format_row(
            f"`{package}`", ", ".join(f"`{imported}`" for importer, imported in sorted(links) if importer == package)
        )


def find_import_links() -> set[tuple[str, str]]:
    """Return pairs of a package and a package that it imports, including imports only for types."""
    links = set()
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).glob("*/**/*.py")):
        here = ".".join(path.relative_to(ROOT).parts[:2])
        for node in _list_statements(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ferryplan."):
                there = node.module.split(".")[1:3]
                if len(there) == 2 and (ROOT / Path(*there)).is_dir():
                    links.add((here, ".".join(there)))
    return {(one, other) for one, other in links if one != other}


def _list_statements(tree: ast.AST) -> list[ast.AST]:
    """Return the statements of a module, also those inside others, without the many expressions in them."""
    found = [tree]
    for node in found:
        children = ast.iter_child_nodes(node)
        found += [one for one in children if isinstance(one, ast.stmt | ast.ExceptHandler | ast.match_case)]
    return found


def reduce_links(links: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the links that do not follow from a longer path; links on a cycle are kept."""
    within = {name: _find_reachable_packages(name, links) for link in links for name in link}
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


def _find_reachable_packages(name: str, links: set[tuple[str, str]]) -> set[str]:
    """Return the packages that a package imports directly or indirectly."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        here = waiting.pop()
        waiting += (other for one, other in links if one == here and other not in found)
        found |= {other for one, other in links if one == here}
    return found


def _format_row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


BLOCKS: dict[str, Callable[[], Iterator[str]]] = {
    "formulations": tabulate_formulations,
    "engines": tabulate_engines,
    "imports": tabulate_imports,
    "outputs": describe_outputs,
}


def renew_blocks(text: str) -> str:
    """Return a page with up-to-date generated parts."""
    return re.sub(
        r"(?<=<!-- generated: )(\w+)( -->\n).*?(?=<!-- end -->)",
        lambda found: f"{found[1]}{found[2]}\n" + "\n".join(BLOCKS[found[1]]()) + "\n\n",
        text,
        flags=re.DOTALL,
    )


def main() -> int:
    """Write or check every page of this folder and the index, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale, listed = 0, domains.FOLDER / domains.INDEX
    pages = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))}
    made = {path: renew_blocks(text) for path, text in pages.items()} | {listed: build_index()}
    pages[listed] = listed.read_text(encoding="utf-8") if listed.exists() else ""
    for path, new in made.items():
        if new != pages[path]:
            stale += 1
            print(f"{path.relative_to(ROOT)}: {'out of date; run python docs/generated.py' if check else 'written'}")
            if not check:
                path.write_text(new, encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
