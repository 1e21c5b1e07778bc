"""Run each engine on each puzzle in each dialect, and write the results as a page.

    python benchmarks/engine_matrix.py [-o docs/engines.md]

It takes minutes. The page has the engines' versions, and no times.
"""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from ferryplan import domains
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import EncodingError, FerryplanError, UnsuitableError
from ferryplan.generator.families import family_of, instantiate, instantiate_smallest
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.layout import draw_markdown_table
from ferryplan.generator.puzzle import load
from ferryplan.generator.puzzle_file import IntegerParameter, PuzzleFile
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.generator.wording import Table
from ferryplan.planner.engines.engine_runner import UnsupportedProblemError
from ferryplan.planner.engines.registry import ENGINES as KNOWN
from ferryplan.planner.engines.registry import Engine
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.system.progress import track_items

ENGINES = {name: engine for name, engine in KNOWN.items() if engine.dialects}
TIMEOUT = 10.0
MAX_STATES = 10_000
MAX_NODES = 10_000
NOT_TAKEN = "·"

PAGE = """\
# Results: puzzles, dialects and engines

This page shows which engine (planner) solves which puzzle in which dialect. For each puzzle, every engine ran on a small solvable instance. If the
puzzle can be unsolvable, every engine also ran on an unsolvable instance. Each run had a time limit of {timeout:.0f} seconds. ferryplan
replayed every plan against the rules or the clues of the puzzle.

To update this page, run `python benchmarks/engine_matrix.py -o docs/engines.md`.

| result | meaning |
|---|---|
| optimal | the engine found a plan and proved that no plan is better |
| solved | the engine found a plan, but did not prove that no plan is better |
| proves | the engine also proved that the unsolvable instance has no plan |
| timeout, memory | the engine reached the time limit or the memory limit |
| unknown | the engine ended without an answer |
| refuses | the engine does not accept the PDDL |
| fails | the engine crashed, or its plan was wrong |
| too large | the instance is too large for the dialect or the encoding |
| not expressible | the dialect or the encoding cannot express the puzzle |
| missing | the engine is not installed |
| {not_taken} | the engine does not support the dialect |

In assignment puzzles, all plans have the same length, so every plan is optimal. The tables say "solved" for these puzzles.

Other tools can also read the PDDL. `python benchmarks/val.py` runs VAL and Metric-FF on every puzzle of the catalog.

- **VAL** reads all files. In the `temporal` dialect, plans leave gaps of 0.01 between actions that interfere with each other. This is the smallest
  gap that VAL accepts. PDDL 2.1, VAL and `plan validate` do not allow an action to start at the same moment at which another action makes its
  condition true.
- **Metric-FF** 2.1 solves `strips`, `costs`, `numeric` and small instances in `adl`. It does not support derived predicates or durative actions. In
  `adl`, it converts preconditions to disjunctive normal form. If rules concern many pairs of travelers, this form is very large. For three couples,
  for example, the conversion takes more than a minute. For the `family` puzzle, Metric-FF finds no plan within 25 seconds.
- **plado**, another planner, reads all dialects except `temporal`.

## Engines

The column "Guarantees" contains these words:

- "optimal": the engine proves that its plans are optimal.
- "satisficing": the engine finds plans, but does not prove that they are optimal.
- "proves": the engine can prove that there is no plan.

{engines}
"""
SECTION = """
## {name}

{instances}

{table}
"""


class MatrixInstances(NamedTuple):
    """The parameters of a small solvable and a small unsolvable instance of a puzzle.

    Either is None if there is no such instance.
    """

    solvable: dict[str, Any] | None
    unsolvable: dict[str, Any] | None


def choose_instances(puzzle: PuzzleFile) -> MatrixInstances:
    """Return the instances of a puzzle on which the engines run.

    For a river crossing, they are the smallest ones among the known optima and the instance with a boat for one; the
    fewest travelers count first, then the fewest crossings. An instance that one crossing solves is chosen only if
    there is no other. For a planning task, they are the known optima with the fewest actions, but more than one. For an
    assignment puzzle, they are the default instance and the unsolvable instance with the nearest value of a parameter.
    """
    match puzzle:
        case CrossingFile():
            return _choose_crossing_instances(puzzle)
        case TaskFile():
            known = sorted(puzzle.optima, key=lambda quoted: (quoted.moves == 1, quoted.moves or 0))
            found = {quoted.moves is not None: dict(quoted.parameters) for quoted in reversed(known)}
            return MatrixInstances(found.get(True, {}), found.get(False))
    return _choose_assignment_instances(puzzle)


def list_formulations(puzzle: PuzzleFile) -> list[Formulation[Any]]:
    """Return the formulations of a puzzle's family; for a planning task, only those of its own dialect."""
    family = family_of(puzzle)
    if not isinstance(puzzle, TaskFile):
        return [*family.formulations]
    own = family.choose_dialect(instantiate(puzzle, choose_instances(puzzle).solvable or {}))
    return [one for one in family.formulations if one.dialect == own]


def _choose_assignment_instances(puzzle: PuzzleFile) -> MatrixInstances:
    """Return the default instance, and the nearest unsolvable one that a single parameter makes."""
    for key, spec in puzzle.parameters.items():
        if isinstance(spec, IntegerParameter) and isinstance(default := spec.default, int):
            for value in sorted(range(spec.minimum, spec.maximum + 1), key=lambda value: abs(value - default)):
                if _is_surely_unsolvable(puzzle, {key: value}):
                    return MatrixInstances({}, {key: value})
    return MatrixInstances({}, None)


def _is_surely_unsolvable(puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]) -> bool:
    """Return whether the parameters are valid and a complete search finds no solution."""
    try:
        search = AssignmentSearch(instantiate(puzzle, parameters))
    except FerryplanError:
        return False
    return next(search.solutions(lambda nodes: nodes < MAX_NODES), None) is None and search.is_complete


def _choose_crossing_instances(puzzle: CrossingFile) -> MatrixInstances:
    """Return the smallest instances among the known optima and the instance with a boat for one."""
    candidates = [dict(quoted.parameters) for quoted in puzzle.optima] or [{}]
    if (searched := puzzle.find_free_parameter() or "capacity") in puzzle.parameters:
        candidates.append({searched: 1})
    found: dict[bool, list[tuple[tuple[int, ...], dict[str, Any]]]] = {True: [], False: []}
    for number, parameters in enumerate(candidates):
        instance = instantiate_smallest(puzzle, parameters)
        exploration = explore(instance.get_or_make(CrossingSpace), MAX_STATES, to_goal=True, up_to_symmetry=True)
        crossings = exploration.goal_depth
        if crossings is not None or exploration.complete:
            size = (crossings == 1, len(instance.travellers), crossings or 0, number)
            found[crossings is not None].append((size, parameters))
    return MatrixInstances(*(min(found[solvable])[1] if found[solvable] else None for solvable in (True, False)))


def render_matrix_page(
    track: Callable[[Sequence[Any], str], Iterable[Any]],
    timeout: float = TIMEOUT,
    names: Iterable[str] = tuple(domains.puzzle_files()),
) -> str:
    """Return the page about the puzzles called ``names``, in Markdown.

    ``track`` wraps a list of work items and shows the progress.
    """
    puzzles = {name: (puzzle, choose_instances(puzzle)) for name, puzzle in ((name, load(name)) for name in names)}
    rows = {name: list_formulations(puzzle) for name, (puzzle, _) in puzzles.items()}
    asked = [(name, row, engine) for name in puzzles for row in rows[name] for engine in ENGINES.values()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # each engine runs in its own process
        found = {
            (name, row, engine.name): pool.submit(
                _make_cell, *puzzles[name], engine, row.dialect, row.encoding, timeout
            )
            for name, row, engine in asked
        }
        cells = {key: found[key].result() for key in track(list(found), "engines")}
    sections = (
        SECTION.format(
            name=name,
            instances=_describe_instances(chosen),
            table=draw_markdown_table(
                Table(
                    ("Dialect, encoding", *ENGINES),
                    tuple(
                        (f"{row.dialect}, {row.encoding}", *(cells[name, row, engine] for engine in ENGINES))
                        for row in rows[name]
                    ),
                )
            ).rstrip(),
        )
        for name, (_, chosen) in puzzles.items()
    )
    page = PAGE.format(timeout=timeout, not_taken=NOT_TAKEN, engines=draw_markdown_table(_tabulate_engines()).rstrip())
    return page + "".join(sections)


def _make_cell(
    puzzle: PuzzleFile, chosen: MatrixInstances, engine: Engine, dialect: str, encoding: str, timeout: float
) -> str:
    """Return the text of a table cell: what an engine does with the instances in a dialect and encoding."""
    if dialect not in engine.dialects:
        return NOT_TAKEN
    if engine.missing:
        return "missing"
    words = list(_list_outcomes(puzzle, chosen, engine, dialect, encoding, timeout))
    return ", ".join(words) or "unknown"


def _list_outcomes(
    puzzle: PuzzleFile, chosen: MatrixInstances, engine: Engine, dialect: str, encoding: str, timeout: float
) -> Iterator[str]:
    """Yield a word for the result on the solvable instance, and one for a proof on the unsolvable one."""
    for parameters, expected in zip(chosen, (("optimal", "solved"), ("unsolvable",)), strict=True):
        if parameters is None:
            continue
        try:
            status = solve(
                puzzle,
                parameters,
                engine=engine.name,
                dialect=None if isinstance(puzzle, TaskFile) else dialect,
                encoding=encoding,
                timeout=timeout,
                advise=False,
            ).status
        except UnsuitableError:
            status = "not expressible"
        except EncodingError:
            status = "too large"
        except UnsupportedProblemError:
            status = "refuses"
        except FerryplanError:
            status = "fails"
        if status in expected or parameters is chosen.solvable:
            yield "proves" if status == "unsolvable" else status
        if status not in expected:
            return


def _describe_instances(chosen: MatrixInstances) -> str:
    """Return the parameters of the two instances as sentences."""
    kinds = ("Solvable", chosen.solvable), ("Unsolvable", chosen.unsolvable)
    return " ".join(
        f"{kind} instance: {_format_parameters(parameters)}." for kind, parameters in kinds if parameters is not None
    )


def _format_parameters(parameters: dict[str, Any]) -> str:
    words = (
        f"--{key.replace('_', '-')} {shlex.quote(','.join(map(str, value)) if isinstance(value, list) else str(value))}"
        for key, value in parameters.items()
    )
    return f"`{' '.join(words)}`" if parameters else "default parameters"


def _tabulate_engines() -> Table:
    """Return a table of the engines with their packages, versions, licenses and guarantees."""
    return Table(
        ("Engine", "Package", "Version", "License", "Guarantees"),
        tuple(
            (
                engine.name,
                engine.package,
                _package_version(engine.package),
                engine.licence,
                _describe_guarantees(engine),
            )
            for engine in ENGINES.values()
        ),
    )


def _package_version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "missing"


def _describe_guarantees(engine: Engine) -> str:
    return ("optimal" if engine.optimal else "satisficing") + (", proves" if engine.proves else "")


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Run each engine on each puzzle in each dialect, and write the results as a page."
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the page to FILE")
    output = parser.parse_args().output
    page = render_matrix_page(track_items)
    if output is None:
        print(page, end="")
    else:
        output.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
