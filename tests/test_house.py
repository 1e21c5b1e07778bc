"""The architecture: which package may import which, and the import order that each package states."""

from __future__ import annotations

import ast
import functools
import graphlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from source_trees import list_nodes, parse_module

from ferryplan.generator.families import FAMILIES

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "domains": {"domains"},
    "generator": {"domains", "generator"},
    "planner": {"domains", "generator", "planner"},
    "teaching": {"domains", "generator", "planner", "teaching"},
    "evaluation": {"domains", "generator", "planner", "teaching", "evaluation"},
    "servers": {"domains", "servers"},
}
SERVERS = "servers"
"""the package that calls the public API, as the users of ferryplan do"""
COMMAND_LINE = "ferryplan.planner.cli"
"""what the verbs of the servers also import, as those of other distributions do"""
OF_THE_WORKER = {
    f"ferryplan.planner.engines.{name}"
    for name in (
        "command_engine",
        "engine_logs",
        "expression_conversion",
        "fast_downward",
        "features",
        "patches",
        "problem_adaptation",
        "problem_conversion",
        "pyperplan_search",
        "worker_process",
    )
} | {"ferryplan.domains.messages"}
"""modules that only the worker imports, besides the worker itself"""
WITHOUT_WORKER = "ferryplan.planner.engines.in_process"
"""the module that runs pyperplan where there is no worker, so it also imports modules of the worker"""
ORDER = "The modules in import order; each imports only modules above it:"
PACKAGES = sorted(
    init.parent for package in ALLOWED if package != "domains" for init in (ROOT / package).rglob("__init__.py")
)
MODULES = sorted(path for package in ALLOWED for path in (ROOT / package).glob("**/*.py"))
PACKAGE = "ferryplan"
"""the one importable package; its parts are the top-level folders"""
NAMES = {
    ".".join([PACKAGE, *path.relative_to(ROOT).with_suffix("").parts]).removesuffix(".__init__"): path
    for path in MODULES
}


@functools.cache
def find_imports(path: Path) -> set[str]:
    """Return the full names of all modules that a module imports, at its top or later.

    If a package provides a name that is no module, the package counts.
    """
    nodes = list_nodes(parse_module(path))
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & NAMES.keys() if inner & NAMES.keys() else {str(node.module)}
    return found


def find_own_imports(path: Path) -> set[str]:
    """Return the modules of this project that a module imports."""
    return {module for module in find_imports(path) if module.split(".")[0] == PACKAGE}


def name_path(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_packages_import_only_allowed_packages() -> None:
    found = [
        f"{name_path(path)} imports {module}"
        for path in MODULES
        for module in sorted(find_own_imports(path))
        if module != PACKAGE and module.split(".")[1] not in ALLOWED[path.relative_to(ROOT).parts[0]]
        if not (is_verb_of_server(path) and f"{module}.".startswith(f"{COMMAND_LINE}."))
    ]
    assert not found


def is_verb_of_server(path: Path) -> bool:
    """Return whether a module is the verb of a server, or has its help page."""
    return path.relative_to(ROOT).parts[0] == SERVERS and path.stem in ("verb", "pages")


def test_only_the_servers_import_the_public_names_that_are_for_users() -> None:
    found = {path.relative_to(ROOT).parts[0] for path in MODULES if PACKAGE in find_own_imports(path)}
    assert found <= {SERVERS}


def test_worker_imports_only_modules_of_its_own() -> None:
    """The worker is a program of its own."""
    (worker,) = (path for path in MODULES if path.name == "worker.py")
    assert {".".join(module.split(".")[:4]) for module in find_own_imports(worker)} <= OF_THE_WORKER


def test_only_the_worker_imports_unified_planning() -> None:
    """Other modules import neither unified_planning nor a module of the worker.

    Only the module that stands in for the worker imports modules of the worker, but not unified_planning either.
    """
    modules = [
        path
        for path in MODULES
        if path.name != "worker.py" and f"ferryplan.planner.engines.{path.stem}" not in OF_THE_WORKER
    ]
    forbidden = OF_THE_WORKER - {"ferryplan.domains.messages"}
    found = [
        f"{name_path(path)} imports {module}"
        for path in modules
        for module in sorted(find_imports(path))
        if module.split(".")[0] == "unified_planning" or (module in forbidden and NAMES[WITHOUT_WORKER] != path)
    ]
    assert not found


def test_one_module_asks_for_the_browser() -> None:
    """Other modules ask that module what there is, so that nobody has to look for the name of the platform."""
    found = [name_path(path) for path in MODULES if '"emscripten"' in path.read_text()]
    assert found == ["planner/system/capabilities.py"]


def test_package_docstring_lists_every_module() -> None:
    entries = [path.parent if path.name == "__init__.py" else path for path in MODULES]
    found = [
        name_path(entry)
        for entry in entries
        if entry.parent != ROOT
        and entry.parent.name != "domains"
        and f"`{entry.stem}`" not in (entry.parent / "__init__.py").read_text()
    ]
    assert not found, "these are not on the map of their package"


def test_modules_have_at_most_400_lines() -> None:
    counts = {name_path(path): len(path.read_text().splitlines()) for path in MODULES}
    assert {name: lines for name, lines in counts.items() if lines > 400} == {}


def test_reserved_names_include_all_verb_options() -> None:
    """The reserved names are the options of all verbs about puzzles.

    If this fails after an option was added or renamed, change `options` in `domains/reserved.toml` to the expected list.
    """
    from ferryplan.generator.names import RESERVED_WORDS
    from ferryplan.planner.cli.commands import PuzzleCommand
    from ferryplan.planner.cli.verbs import load_verbs

    params = [param for verb in load_verbs().values() if isinstance(verb, PuzzleCommand) for param in verb.params]
    options = {option for param in params for option in (*param.opts, *param.secondary_opts)} | {"--help", "--param"}
    expected = {option[2:].replace("-", "_") for option in options if option.startswith("--")}
    assert sorted(RESERVED_WORDS["options"]) == sorted(expected)


def test_each_fault_to_inject_matches_one_place_in_the_code() -> None:
    """Each fault to be injected has exactly one place in the code, and its tests exist."""
    program = [sys.executable, str(ROOT / "benchmarks" / "faults.py"), "--locate"]
    run = subprocess.run(program, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    for fault in tomllib.loads((ROOT / "benchmarks" / "faults.toml").read_text())["fault"]:
        for test in fault["tests"]:
            assert (ROOT / test.partition("::")[0]).is_file(), test


def test_modules_have_no_import_cycle() -> None:
    """No module imports itself through other modules, including imports in functions and for types."""
    imports = {name: (find_imports(path) & NAMES.keys()) - {name} for name, path in NAMES.items()}
    assert len(imports) == len(MODULES)
    graphlib.TopologicalSorter(imports).prepare()  # raises CycleError, which names a cycle


def test_family_internals_are_imported_only_by_the_family() -> None:
    """Outside a family's own package, no module imports from it.

    All access goes through methods of `Family`.
    """
    families = [f"{PACKAGE}.generator.{name}." for name in FAMILIES]
    assignment = f"{PACKAGE}.generator.assignment."
    for name, path in NAMES.items():
        own = next((family for family in families if f"{name}.".startswith(family)), None)
        shared = {assignment} if own or name.startswith(assignment[:-1]) else set()
        inside = [
            one
            for one in find_imports(path)
            for family in (*families, assignment)
            if f"{one}.".startswith(family) and family not in {own, *shared}
        ]
        assert not inside, f"{name} imports {inside}"


def test_names_on_the_architecture_page_exist() -> None:
    """Each module that the page names exists and has the names that the page mentions."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    pairs = re.findall(r"`([\w/]+\.py)`: `(\w+)`(?:, `(\w+)`)?", text)
    assert len(pairs) > 20
    for file, *names in pairs:
        code = (ROOT / file).read_text()
        for name in filter(None, names):
            assert re.search(rf"^(?:def|class) {name}\b|^{name}\b.* = |^    def {name}\b", code, re.MULTILINE), (
                f"{file}: {name}"
            )


def test_packages_state_the_order_of_their_imports() -> None:
    """Each module on a package's map imports only modules above it on the map."""
    found = []
    for package in PACKAGES:
        text = (package / "__init__.py").read_text()
        order = re.findall(r"^`(\w+)`", text, re.MULTILINE)
        if ORDER not in text or len(set(order)) < len(order):
            found.append(f"{name_path(package)} states no order, or a module twice")
        inside = ".".join([PACKAGE, *package.relative_to(ROOT).parts]) + "."
        for number, entry in enumerate(order):
            files = [package / f"{entry}.py"] if (package / f"{entry}.py").exists() else (package / entry).rglob("*.py")
            modules = {module for path in files for module in find_imports(path) if module.startswith(inside)}
            used = {module.removeprefix(inside).partition(".")[0] for module in modules}
            found += [
                f"{inside}{entry} imports {one}, which stands below it" for one in sorted(used - {*order[: number + 1]})
            ]
    assert not found
