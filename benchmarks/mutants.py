"""Puts one mistake at a time into public domains and problems, and asks `plan lint` where it is.

    python benchmarks/mutants.py FOLDER [FOLDER …] [--validate VALIDATE] [--domains 20] [--seed 1] [--each 1] [--originals 80]

Each folder holds folders of domains, as for `foreign.py`. To each of so many domains, drawn by the seed, with its smallest problem, every operator is
applied so often. A mutant counts if it is wrong: a tool that took the original refuses it (VAL's Validate, if its program is given; the readers of
Fast Downward and unified-planning), or the parentheses do not fit. It is told at the right line if an error stands on the line that was changed;
where something was taken away, on the line before or behind, or on a line that needs it; of parentheses also if the mended text is the original.
Prints what each operator comes to, each mutant that was missed, and each error in a text that nobody changed.
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

from foreign import tasks
from pddl_mutations import BY_CONSTRUCTION, DOMAINS, PROBLEMS, Text, tokens

from ferryplan.generator.pddl.linting.parentheses import balance_parentheses
from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner import pddl_lint

pddl_lint.find_unreachable_parts = lambda task: iter(())  # it tells no errors, and takes time


class Judges:
    """Tools that read PDDL."""

    def __init__(self, validate: str | None) -> None:
        import importlib.util

        warnings.simplefilter("ignore")
        spec = importlib.util.find_spec("up_fast_downward")
        assert spec is not None, "pip install up-fast-downward"
        assert spec.origin is not None
        self.translator = str(Path(spec.origin).parent / "downward" / "builds" / "release" / "bin")
        self.validate = validate

    def verdicts(self, domain: str, problem: str) -> dict[str, bool]:
        """Return which tools take a domain and a problem."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, name) for name in ("domain.pddl", "p01.pddl", "empty")]
            for path, text in zip(paths, (domain, problem, ""), strict=True):
                path.write_text(text)
            return {
                "VAL": self._val(paths),
                "Fast Downward": self._fast_downward(paths),
                "unified-planning": self._unified_planning(domain, problem),
            }

    def _val(self, paths: list[Path]) -> bool:
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

    def _fast_downward(self, paths: list[Path]) -> bool:
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

    def _unified_planning(self, domain: str, problem: str) -> bool:
        from unified_planning.environment import Environment
        from unified_planning.io import PDDLReader

        environment = Environment()
        environment.error_used_name = False
        try:
            PDDLReader(environment).parse_problem_string(domain, problem)
        except Exception:  # it raises whatever its parts raise
            return False
        return True


def errors(domain: str, problem: str) -> list[tuple[str, int]]:
    """Return in which file and on which line `plan lint` tells errors."""
    findings = pddl_lint.lint_texts(Source(domain, "domain"), Source(problem, "problem"), None, with_style=False)
    return [(one.file, one.line) for one in findings if one.severity == "error"]


def main() -> None:
    """Mutate, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--validate")
    parser.add_argument("--domains", type=int, default=20)
    parser.add_argument("--originals", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=1)
    options = parser.parse_args()
    draw, judges = random.Random(options.seed), Judges(options.validate)
    files = {
        f"{folder.name}/{name}": (domain, problem)
        for folder in options.folders
        for name, domain, problem in tasks(folder)
    }
    texts = {name: tuple(path.read_text(errors="replace") for path in pair) for name, pair in files.items()}
    texts = {name: pair for name, pair in texts.items() if sum(map(len, pair)) < 30_000}
    names = draw.sample(sorted(texts), min(options.originals, len(texts)))
    wrong = [name for name in names if errors(*texts[name])]
    print(f"originals: {len(names)}, with errors told: {wrong}")
    counts, told = Counter[str](), Counter[str]()
    right = Counter[str]()
    for name in [name for name in names if name not in wrong][: options.domains]:
        pair = texts[name]
        before = judges.verdicts(*pair)
        for place, operators in enumerate((DOMAINS, PROBLEMS)):
            for what, operator in [item for item in operators.items() for _ in range(options.each)]:
                try:
                    mutant = operator(Text(pair[place]), draw)
                except LookupError:
                    continue
                both = (mutant.text, pair[1]) if place == 0 else (pair[0], mutant.text)
                after = judges.verdicts(*both)
                refusing = [tool for tool in before if before[tool] and not after[tool]]
                found = errors(*both)
                if not refusing and what not in BY_CONSTRUCTION:
                    right[what] += not found
                    if found:
                        print(
                            f"TOLD though nobody refuses: {name}: {what}: {found[:3]} (changed: {sorted(mutant.lines)})"
                        )
                    continue
                counts[what] += 1
                file = ("domain", "problem")[place]
                mended = what in BY_CONSTRUCTION and [
                    one.text for one in tokens(balance_parentheses(Source(mutant.text, file))[0].text)
                ] == [one.text for one in tokens(pair[place])]
                if mended or any((file, line) in found for line in mutant.lines):
                    told[what] += 1
                else:
                    print(
                        f"missed: {name}: {what}: changed {sorted(mutant.lines)[:6]}, told {found[:3]}, refused by {', '.join(refusing)}"
                    )
    for what in (*DOMAINS, *PROBLEMS):
        print(
            f"{what:<36} {told[what]:>4} of {counts[what]:>4} told at the right line; {right[what]} mutants that nobody refuses, rightly passed"
        )
    print(f"{'all':<36} {told.total():>4} of {counts.total():>4}: {told.total() / max(counts.total(), 1):.1%}")


if __name__ == "__main__":
    main()
