"""Solve PDDL that other people wrote, and check the answers with Fast Downward's own driver.

    python benchmarks/foreign.py FOLDER [FOLDER …] [--seconds 12] [--only TEXT] [--engines auto,…] [--installs all,alone] [--judge 24] [--csv FILE]

Each FOLDER holds folders of domains, like https://github.com/aibasel/downward-benchmarks and
https://github.com/AI-Planning/classical-domains. The command line solves the smallest problem of each domain twice:
with all installed engines (``all``), and as if pyperplan were the only one (``alone``). The driver searches with A* and
LM-cut, or with blind search if LM-cut does not support the domain. The program prints a line for each answer. In the
end, it prints the number of answers with each status, and the faults: a proof that there is no plan where the driver
finds one, an optimal plan that costs more than the driver's, a refusal without a reason, and an exit code that does not
match the status.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PLAN = str(Path(sys.executable).with_name("plan"))
HIDDEN_ENGINES = ("up_aries", "up_enhsp", "up_fast_downward", "up_symk", "up_tamer")
EXIT_CODES = {
    "optimal": 0,
    "solved": 0,
    "unsolvable": 10,
    "unknown": 12,
    "timeout": 20,
    "memory": 21,
    "bad": 30,
    "error": 31,
}


def find_smallest_tasks(folder: Path) -> Iterator[tuple[str, Path, Path]]:
    """Yield the name, the domain and the smallest problem of each domain in a folder."""
    for home in sorted(path for path in folder.iterdir() if path.is_dir()):
        problems = sorted((path.stat().st_size, path) for path in home.glob("*.pddl") if "domain" not in path.name)
        for _, problem in problems:
            number = re.match(r"p(?:rob)?\d+", problem.stem)
            stems = {problem.stem, number[0] if number else problem.stem}
            named = [
                f"{sign}.pddl" for stem in stems for sign in (f"domain_{stem}", f"{stem}-domain", f"domain-{stem}")
            ]
            domain = next((home / name for name in (*named, "domain.pddl") if (home / name).is_file()), None)
            if domain is not None:
                yield home.name, domain, problem
                break


def run_plan_command(
    domain: Path, problem: Path, engine: str, seconds: int, environment: dict[str, str]
) -> dict[str, Any]:
    """Return the command line's answer, with its exit code, its standard error and its seconds."""
    began = time.monotonic()
    command = [PLAN, "solve", "--domain", str(domain), "--problem", str(problem), "--engine", engine]
    run = subprocess.run(
        [*command, "--timeout", str(seconds), "--format", "json"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    told = {"code": run.returncode, "said": run.stderr.strip(), "seconds": time.monotonic() - began}
    try:
        return {**json.loads(run.stdout), **told}
    except ValueError:
        return {"status": "bad", "plan": [], "engine": "", **told}


def find_least_cost(domain: Path, problem: Path, seconds: int) -> int | str | None:
    """Return the least cost that Fast Downward's driver finds, or 'unsolvable'.

    The result is None if the driver does not decide within the time limit.
    """
    found = importlib.util.find_spec("up_fast_downward")
    assert found is not None, "the judge is Fast Downward: pip install up-fast-downward"
    assert found.origin is not None
    driver = Path(found.origin).parent / "downward" / "fast-downward.py"
    for search in ("astar(lmcut())", "astar(blind())"):
        with tempfile.TemporaryDirectory() as folder:
            command = [
                sys.executable,
                str(driver),
                "--overall-time-limit",
                f"{seconds}s",
                "--overall-memory-limit",
                "4G",
            ]
            run = subprocess.run(
                [*command, "--plan-file", "plan", str(domain), str(problem), "--search", search],
                capture_output=True, text=True, cwd=folder, check=False,
            )  # fmt: skip
            cost = re.search(r"Plan cost: (\d+)", run.stdout)
        if run.returncode == 0 and cost:
            return int(cost[1])
        if run.returncode in (10, 11):
            return "unsolvable"
        if run.returncode != 34:
            return None
    return None


def describe_fault(answer: dict[str, Any], least: int | str | None) -> str:
    """Return what is wrong with an answer; the empty text if nothing is wrong."""
    status = answer["status"]
    if answer["code"] != EXIT_CODES.get(status):
        return f"exit {answer['code']} for {status}"
    if status == "unsolvable" and isinstance(least, int):
        return f"false 'unsolvable': there is a plan of cost {least}"
    cost = answer.get("cost", len(answer["plan"]))
    if status == "optimal" and least is not None and cost != least:
        return f"false 'optimal': {cost}, where the driver says {least}"
    if status == "solved" and least is not None and (least == "unsolvable" or cost < int(least)):
        return f"a plan of cost {cost}, where the driver says {least}"
    if status in ("bad", "error") and (not answer["said"] or re.search(r":\s*(;|$)|environment flag", answer["said"])):
        return f"no reason: {answer['said']}"
    return ""


def main() -> None:
    """Solve each task in each way, check the answers, and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seconds", type=int, default=12)
    parser.add_argument("--only", default="")
    parser.add_argument("--engines", default="auto")
    parser.add_argument("--installs", default="all,alone")
    parser.add_argument("--judge", type=int, default=24, help="seconds of CPU time for Fast Downward's driver")
    parser.add_argument("--csv", type=Path)
    options = parser.parse_args()
    statuses: Counter[tuple[str, str]] = Counter()
    faults, rows = [], []
    with tempfile.TemporaryDirectory() as hiding:
        Path(hiding, "sitecustomize.py").write_text(
            f"import sys\nsys.modules.update({dict.fromkeys(HIDDEN_ENGINES)})\n"
        )
        environments = {"all": dict(os.environ), "alone": {**os.environ, "PYTHONPATH": hiding}}
        settings = [
            (f"{engine}/{install}", engine, environments[install])
            for engine in options.engines.split(",")
            for install in options.installs.split(",")
        ]
        for name, domain, problem in (task for folder in options.folders for task in find_smallest_tasks(folder)):
            if options.only not in name:
                continue
            least = find_least_cost(domain, problem, options.judge)
            for setting, engine, environment in settings:
                answer = run_plan_command(domain, problem, engine, options.seconds, environment)
                wrong = describe_fault(answer, least)
                statuses[setting, answer["status"]] += 1
                faults += [f"{name} {setting}: {wrong}"] if wrong else []
                length = answer.get("cost", len(answer["plan"])) if answer["plan"] else ""
                row = [
                    name,
                    problem.name,
                    setting,
                    answer["status"],
                    answer["engine"],
                    length,
                    least,
                    round(answer["seconds"], 1),
                ]
                said = answer["said"] if answer["status"] in ("bad", "error") or wrong else ""
                print(*row, wrong, said, flush=True)
                rows.append([*row, wrong, answer["said"]])
    for (setting, status), count in sorted(statuses.items()):
        print(f"{setting} {status}: {count}")
    print(f"{len(faults)} faults", *faults, sep="\n")
    if options.csv:
        with options.csv.open("w", newline="") as file:
            csv.writer(file).writerows(rows)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
