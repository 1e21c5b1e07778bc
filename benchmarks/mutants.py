"""Put one mistake at a time into public domains and problems, and test whether `plan lint` locates it.

    python benchmarks/mutants.py FOLDER [FOLDER …] [--validate VALIDATE] [--domains 20] [--seed 1] [--each 1] [--originals 80]

Each FOLDER holds folders of domains, as for `foreign.py`. The program draws `--domains` domains, and applies every
operator of `pddl_mutations.py` `--each` times to the domain and to its smallest problem. A mutant counts if it is
wrong: its parentheses do not match, or a tool that accepts the original rejects it. The tools are the readers of Fast
Downward and unified-planning and, with `--validate`, VAL's Validate.

The mistake is located if `plan lint` reports an error on the changed line. If something was removed, the neighboring
lines and lines that need the removed word count, too. A mistake in parentheses is also located if the repaired text is
the original. The program prints the result of each operator, each missed mutant, and each error in an unchanged text.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path

from foreign import find_smallest_tasks
from pddl_mutations import BY_CONSTRUCTION, DOMAINS, PROBLEMS, PddlText, tokenize

from ferryplan.generator.pddl.linting.parentheses import balance_parentheses
from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner import pddl_lint

pddl_lint.find_unreachable_parts = lambda task: iter(())  # this rule takes time, and reports no errors


class PddlReaders:
    """Other tools that read PDDL: VAL, Fast Downward and unified-planning."""

    def __init__(self, validate: str | None) -> None:
        import importlib.util

        warnings.simplefilter("ignore")
        spec = importlib.util.find_spec("up_fast_downward")
        assert spec is not None, "pip install up-fast-downward"
        assert spec.origin is not None
        self.translator = str(Path(spec.origin).parent / "downward" / "builds" / "release" / "bin")
        self.validate = validate

    def check_acceptance(self, domain: str, problem: str) -> dict[str, bool]:
        """Return for each tool whether it accepts a domain and a problem."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, name) for name in ("domain.pddl", "p01.pddl", "empty")]
            for path, text in zip(paths, (domain, problem, ""), strict=True):
                path.write_text(text)
            return {
                "VAL": self._val(paths),
                "Fast Downward": self._fast_downward(paths),
                "unified-planning": self._unified_planning(domain, problem),
            }

    def _val_accepts(self, paths: list[Path]) -> bool:
        if self.validate is None:
            return True
        run = subprocess.run(
            [self.validate, "-v", *map(str, paths)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
            check=False,
        )
        return "Plan executed successfully" in run.stdout

    def _fast_downward_accepts(self, paths: list[Path]) -> bool:
        code = "import sys, pathlib; sys.path.insert(0, sys.argv[1]); from fast_downward.translate import pddl_parser;"
        code += "pddl_parser.open(*map(pathlib.Path, sys.argv[2:4]))"
        return (
            subprocess.run(
                [sys.executable, "-c", code, self.translator, *map(str, paths)],
                capture_output=True,
                timeout=60,
                check=False,
            ).returncode
            == 0
        )

    def _unified_planning_accepts(self, domain: str, problem: str) -> bool:
        from unified_planning.environment import Environment
        from unified_planning.io import PDDLReader

        environment = Environment()
        environment.error_used_name = False
        try:
            PDDLReader(environment).parse_problem_string(domain, problem)
        except Exception:  # the reader has no common class of errors
            return False
        return True


def find_error_lines(domain: str, problem: str) -> list[tuple[str, int]]:
    """Return the file and the line of each error that `plan lint` reports."""
    findings = pddl_lint.lint_texts(Source(domain, "domain"), Source(problem, "problem"), None, with_style=False)
    return [(one.file, one.line) for one in findings if one.severity == "error"]


def main() -> None:
    """Make the mutants, run `plan lint` on them, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--validate")
    parser.add_argument("--domains", type=int, default=20)
    parser.add_argument("--originals", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=1)
    options = parser.parse_args()
    draw, judges = random.Random(options.seed), PddlReaders(options.validate)
    files = {
        f"{folder.name}/{name}": (domain, problem)
        for folder in options.folders
        for name, domain, problem in find_smallest_tasks(folder)
    }
    texts = {name: tuple(path.read_text(errors="replace") for path in pair) for name, pair in files.items()}
    texts = {name: pair for name, pair in texts.items() if sum(map(len, pair)) < 30_000}
    names = draw.sample(sorted(texts), min(options.originals, len(texts)))
    wrong = [name for name in names if find_error_lines(*texts[name])]
    print(f"originals: {len(names)}, with reported errors: {wrong}")
    counts, told = Counter[str](), Counter[str]()
    right = Counter[str]()
    for name in [name for name in names if name not in wrong][: options.domains]:
        pair = texts[name]
        before = judges.check_acceptance(*pair)
        for place, operators in enumerate((DOMAINS, PROBLEMS)):
            for what, operator in [item for item in operators.items() for _ in range(options.each)]:
                try:
                    mutant = operator(PddlText(pair[place]), draw)
                except LookupError:
                    continue
                both = (mutant.text, pair[1]) if place == 0 else (pair[0], mutant.text)
                after = judges.check_acceptance(*both)
                refusing = [tool for tool in before if before[tool] and not after[tool]]
                found = find_error_lines(*both)
                if not refusing and what not in BY_CONSTRUCTION:
                    right[what] += not found
                    if found:
                        print(
                            f"REPORTED although no tool rejects it: {name}: {what}: {found[:3]} (changed: {sorted(mutant.lines)})"
                        )
                    continue
                counts[what] += 1
                file = ("domain", "problem")[place]
                mended = what in BY_CONSTRUCTION and [
                    one.text for one in tokenize(balance_parentheses(Source(mutant.text, file))[0].text)
                ] == [one.text for one in tokenize(pair[place])]
                if mended or any((file, line) in found for line in mutant.lines):
                    told[what] += 1
                else:
                    print(
                        f"missed: {name}: {what}: changed {sorted(mutant.lines)[:6]}, reported {found[:3]}, rejected by {', '.join(refusing)}"
                    )
    for what in (*DOMAINS, *PROBLEMS):
        print(
            f"{what:<36} {told[what]:>4} of {counts[what]:>4} located; {right[what]} mutants that no tool rejects, rightly without an error"
        )
    print(f"{'all':<36} {told.total():>4} of {counts.total():>4}: {told.total() / max(counts.total(), 1):.1%}")


if __name__ == "__main__":
    main()
