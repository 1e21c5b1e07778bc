"""Build the whole web site into one folder, which any server of static files can serve.

    python site/build.py [-o DIR] [--docs] [--lab]

The site has the pages of `plan site`, the tools that run ferryplan in the browser (playground, model check, puzzle
editor, new puzzles), the runtime of Python, with `--docs` the documentation (needs the extra `docs`), and with `--lab`
the notebooks. The program downloads the npm packages, the Python wheels and the programs of `lab.txt` once; it needs
Node.js and npm.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SITE = Path(__file__).resolve().parent
ROOT = SITE.parent
sys.path[:0] = [str(ROOT / "src"), str(SITE)]

import licenses
import notebook_lab
import runtime

from ferryplan import generate, load, puzzles, schema
from ferryplan.domains import puzzle_files
from ferryplan.generator.dialects import DIALECTS
from ferryplan.generator.difficulty import LEVEL_NAMES
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import FAMILIES, instantiate_smallest, narrator_of
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.templates import render_template
from ferryplan.planner.system.user_files import write_files
from ferryplan.planner.website.offline import make_offline_files
from ferryplan.planner.website.site_pages import ALL_PUZZLES, PageLink
from ferryplan.planner.website.site_writing import check_site_folder, make_site_files, write_site
from ferryplan.teaching.textbook.heuristics.heuristic_registry import HEURISTICS
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS

DEFAULT_OUTPUT = ROOT / "build" / "website"
TOOLS = {"playground": "PDDL playground", "model": "Check my model", "puzzle": "My puzzle", "invent": "A new puzzle"}
"""the names of the tools' pages and their titles"""
KINDS = {
    "crossing": "river crossing",
    "grid": "logic grid",
    "sudoku": "sudoku",
    "queens": "queens",
    "arithmetic": "sum of words",
}
"""the kinds of puzzles that the page for new puzzles offers"""
LICENSES, LICENSES_PAGE = "licenses.txt", "licenses.html"
"""the file that lists other people's work in the site, and the page that shows it"""
LOADED_WHEN_NEEDED = ("runtime/", "lab/", "docs/", LICENSES, LICENSES_PAGE)
"""files and folders that a browser keeps when it first loads them, and not when it opens the site"""


def list_catalog() -> Iterator[tuple[str, str, Any]]:
    """Yield the name, the title and the entry of each puzzle of the catalog."""
    for entry in puzzles():
        yield entry.name, entry.title, entry


def write_examples(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Write the examples of the tools as JSON, and return the names and titles of the examples of each tool."""
    pddl, files, all_puzzles = list[tuple[str, str]](), list[tuple[str, str]](), list[tuple[str, str]]()
    for name, title, _ in list_catalog():
        puzzle = load(name)
        instance = instantiate_smallest(puzzle, {})
        about = {"title": title, "family": puzzle.family, "story": instance.story, "rules": narrator_of(instance).rules}
        if path := puzzle_files().get(name):
            about["text"] = Path(str(path)).read_text(encoding="utf-8")
            if puzzle.family != "classical":  # its PDDL templates are files of their own
                files.append((name, title))
        write_json(folder / "puzzles" / f"{name}.json", about)
        all_puzzles.append((name, title))
        try:
            made = generate(instance)
        except FerryplanError:
            continue
        write_json(
            folder / "examples" / f"{name}.json", {"title": title, "domain": made.domain, "problem": made.problem}
        )
        pddl.append((name, title))
    for family in FAMILIES:
        write_json(folder / "schemas" / f"{family}.json", schema(family=family))
    return {"playground": pddl, "puzzle": files, "model": all_puzzles}


def write_json(path: Path, data: object) -> None:
    """Write JSON data to a file; its folder is created."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")


def bundle_scripts(folder: Path) -> None:
    """Bundle the TypeScript of the tools and of the worker."""
    sources = [SITE / "src" / f"{name}.ts" for name in (*TOOLS, "worker")]
    esbuild = SITE / "node_modules" / ".bin" / "esbuild"
    subprocess.run(
        [
            *(esbuild, *sources, "--bundle", "--format=esm", "--splitting", "--minify", "--log-level=warning"),
            f"--outdir={folder / 'assets'}",
        ],
        check=True,
    )


def write_tools(folder: Path, examples: dict[str, list[tuple[str, str]]], links: list[PageLink]) -> None:
    """Write the pages of the tools."""
    values = {
        "algorithms": ALGORITHMS,
        "heuristics": HEURISTICS,
        "dialects": DIALECTS,
        "families": FAMILIES,
        "grades": LEVEL_NAMES,
        "kinds": [(kind, KINDS[kind]) for kind in INVENTORS if kind in KINDS],
        "puzzles": examples["model"],
    }
    for name in TOOLS:
        others = [PageLink(ALL_PUZZLES, "index.html"), *(link for link in links if link.address != f"{name}.html")]
        page = render_template(
            f"{name}.html.j2", values | {"links": others, "examples": examples.get(name, [])}, SITE / "pages"
        )
        (folder / f"{name}.html").write_text(page, encoding="utf-8")


def write_licenses_page(folder: Path, listed: str, links: list[PageLink]) -> None:
    """Write the page that shows the list of other people's work, with links to the other pages."""
    others = [PageLink(ALL_PUZZLES, "index.html"), *(link for link in links if link.address != LICENSES_PAGE)]
    page = render_template("licenses.html.j2", {"links": others, "listed": listed}, SITE / "pages")
    (folder / LICENSES_PAGE).write_text(page, encoding="utf-8")


def build_docs(folder: Path) -> None:
    """Build the documentation with Sphinx."""
    subprocess.run([sys.executable, "-m", "sphinx", "-q", "-b", "html", ROOT / "docs", folder / "docs"], check=True)
    shutil.rmtree(folder / "docs" / ".doctrees", ignore_errors=True)


def build_site(folder: Path, with_docs: bool, with_lab: bool) -> None:
    """Build the site into a new folder."""
    if not (SITE / "node_modules" / ".bin" / "esbuild").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=SITE, check=True)
    runtime.download_wheels()
    if not runtime.is_current(runtime.RUNTIME):
        runtime.lay_out_runtime(runtime.RUNTIME)
    shutil.copytree(runtime.RUNTIME, folder / "runtime")
    bundle_scripts(folder)
    links = [PageLink(title, f"{name}.html") for name, title in TOOLS.items()]
    if with_docs:
        build_docs(folder)
        links.append(PageLink("Documentation", "docs/index.html"))
    if with_lab:
        notebook_lab.build_lab(folder / "lab")
        links.append(PageLink("Notebooks", notebook_lab.FIRST_PAGE))
    components = licenses.list_components(with_lab)
    listed = licenses.format_licenses(components, with_lab)
    (folder / LICENSES).write_text(listed, encoding="utf-8")
    links.append(PageLink("Licenses", LICENSES_PAGE))
    write_licenses_page(folder, listed, links)
    write_tools(folder, write_examples(folder), links)
    write_site(folder, make_site_files([], links))
    kept = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    # The runtime is part of the version, so that a new one replaces the old one in the browser.
    version = {name: data for name, data in kept.items() if not name.startswith(("docs/", "lab/"))}
    opened = {name: data for name, data in version.items() if not name.startswith(LOADED_WHEN_NEEDED)}
    write_files(folder, make_offline_files(version, [*opened]))


def main() -> int:
    """Run the program with the process's arguments, and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, default=DEFAULT_OUTPUT, help="the folder to write")
    parser.add_argument("--docs", action="store_true", help="build the documentation, too")
    parser.add_argument("--lab", action="store_true", help="build the notebooks that run in the browser, too")
    arguments = parser.parse_args()
    output = arguments.output.resolve()
    check_site_folder(output, force=False)
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=".site-") as name:
        folder = Path(name) / "site"
        folder.mkdir()
        build_site(folder, arguments.docs, arguments.lab)
        shutil.rmtree(output, ignore_errors=True)
        folder.rename(output)
    print(f"built {output}; serve it with: python -m http.server -d {output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
