"""Repair broken PDDL models with the tools for agents, by a script that only does what the answers say.

    python benchmarks/agents.py [--calls 3] [--guesses 10] [--seed 1] [--only KIND]

`agents.toml` lists the models, each with one fault. For each model, the script calls `lint` and makes the first edits of its
errors. Where lint has no more edits, it calls `check` with the name of the puzzle, which the author of the model knows, and makes
the changes of the hints. It knows nothing else of the right model. After `--calls` calls, the model counts as repaired if it has
no errors, and the brute-force search of `tests/pddl_oracle.py` finds as many states and transitions, and as short a way to the goal,
as in the right one.

For comparison, a second script gets only yes or no from each call: whether the model is the same as the puzzle. It
makes one small change at random before each call, and keeps it if the answer is yes. `--guesses` runs are averaged.

The scripts show how much of a repair the answers contain. A language model reads the texts, too, and so may do better with either.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import ferryplan
from ferryplan.generator.file_edits import FileEdit, apply_file_edits, choose_disjoint_edits
from ferryplan.generator.layout import draw_markdown_table
from ferryplan.generator.pddl.edits import generate_small_edits
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.wording import Table
from ferryplan.servers.agents.readable_folder import ReadableFolder
from ferryplan.servers.agents.tool_registry import answer_call
from ferryplan.servers.agents.tool_reply import LintReply, ToolReply
from ferryplan.servers.agents.tool_request import CallLimits

ROOT = Path(__file__).parent.parent
MODELS = ROOT / "tests" / "cases" / "models"
LIMITS = CallLimits(ReadableFolder(None), 60.0, 2048)
Files = dict[str, str]
"""the texts of a model by the names that the tools give them: ``domain`` and ``problem``"""
HINT = re.compile(
    r"In the (?P<part>precondition|effect|initial state|goal) of (?P<where>.*?) \(lines? [\d, and]+\), (?P<change>.*?)\."
    r"(?= In the | This corrects|$)"
)
"""a hint of level 3, in one line"""


class BrokenModel(NamedTuple):
    """A model with one fault, and what its author knows: the puzzle that it is a model of."""

    kind: str
    name: str
    puzzle: dict[str, Any]
    right: Files
    broken: Files


def list_models() -> Iterator[BrokenModel]:
    """Yield the models of `agents.toml`."""
    table = tomllib.loads(Path(__file__).with_name("agents.toml").read_text(encoding="utf-8"))
    for kind, faults in table["kinds"].items():
        for name, fault in faults.items():
            puzzle = {"parameters": {}, **table["models"][name]}
            right = read_model(name, puzzle["puzzle"])
            file = fault.get("file", "domain")
            assert fault["old"] in right[file], (kind, name)
            broken = {**right, file: right[file].replace(fault["old"], fault["new"], 1)}
            yield BrokenModel(kind, name, puzzle, right, broken)


def read_model(name: str, puzzle: str) -> Files:
    """Return the texts of a right model."""
    if name == "catalog":
        pddl = ferryplan.generate(puzzle, dialect="adl", style="textbook")
        return {"domain": pddl.domain, "problem": pddl.problem}
    return {
        "domain": (MODELS / name / "domain.pddl").read_text(encoding="utf-8"),
        "problem": (MODELS / name / "p01.pddl").read_text(encoding="utf-8"),
    }


def measure_states(files: Files) -> tuple[int, int, int | None] | None:
    """Count the states and transitions of a task, and the actions of its shortest plan; None for invalid PDDL."""
    from pddl_oracle import explore, read_task

    # The brute-force search reads files without looking at their declarations.
    if ferryplan.lint(files["domain"], files["problem"]).errors:
        return None
    try:
        states, shortest = explore(read_task(files["domain"], files["problem"]))
    except Exception:  # the brute-force search does not explain what it cannot read
        return None
    return len(states), sum(map(len, states.values())), shortest


def call_tool(tool: str, files: Files, **more: Any) -> ToolReply:
    """Call a tool about a model."""
    return answer_call(tool, {**files, **more}, LIMITS)


def repair_by_answers(model: BrokenModel, calls: int) -> Iterator[Files]:
    """Yield the model after each call of a tool and the changes that its answer proposes."""
    files, tool = model.broken, "lint"
    for _ in range(calls):
        if tool == "lint":
            changed = make_lint_edits(files, call_tool("lint", files))
            # Without errors that have edits, another lint would say the same.
            tool = "lint" if changed != files else "check"
        else:
            changed = make_hinted_changes(files, call_tool("check", files, **model.puzzle).text)
        files = changed
        yield files


def make_lint_edits(files: Files, reply: ToolReply) -> Files:
    """Return a model with the edits of the errors that lint reports."""
    assert isinstance(reply, LintReply)
    groups = [
        [
            FileEdit(
                one.file.removeprefix("the "), one.start.line, one.start.column, one.end.line, one.end.column, one.text
            )
            for one in found.edits
        ]
        for found in reply.findings
        if found.severity == "error"
    ]
    chosen = choose_disjoint_edits(groups)
    return {name: apply_file_edits(text, [one for one in chosen if one.file == name]) for name, text in files.items()}


def make_hinted_changes(files: Files, report: str) -> Files:
    """Return a model with the changes that the hints of check propose; hints of other forms change nothing."""
    _, _, hints = report.partition("\nHints:\n")
    for hint in re.split(r"^\d+\. ", hints, flags=re.MULTILINE):
        line = " ".join(hint.split())
        for found in HINT.finditer(line):
            names = re.findall(r"'([^']+)'", found["where"]) or [""]
            file = "domain" if names[0] else "problem"
            for action in names:
                changed = change_part(files[file], found["part"], action, found["change"])
                files = {**files, file: changed}
    return files


def change_part(text: str, part: str, action: str, change: str) -> str:
    """Return a text in which a part (of an action, if one is named) is changed as a hint says."""
    start, end = find_part(text, part, action)
    expression = text[start:end]
    if found := re.fullmatch(r"remove (\(.*\))", change):
        new = replace_words(expression, found[1], "")
    elif found := re.fullmatch(r"write (\(.*\)) instead of (\(.*\))", change):
        new = replace_words(expression, found[2], found[1])
    elif (found := re.fullmatch(r"add (\(.*\))", change)) and " to (" not in change:
        is_list = re.match(r"\(\s*(and\b|:init\b)", expression)
        new = f"{expression[:-1]} {found[1]})" if is_list else f"(and {expression} {found[1]})"
    else:
        new = expression
    return text[:start] + new + text[end:]


def replace_words(text: str, old: str, new: str) -> str:
    """Return a text with the first place of a PDDL expression replaced, however it is spaced."""
    pattern = r"\s*".join(map(re.escape, re.findall(r"[()]|[^\s()]+", old))).replace(r"\s*\(", r"\s*\(")
    return re.sub(pattern, lambda _: new, text, count=1)


def find_part(text: str, part: str, action: str) -> tuple[int, int]:
    """Return the start and the end of the expression of a part."""
    found = re.search(rf"\(\s*:action\s+{re.escape(action)}\s", text) if action else None
    start = found.start() if found else 0
    keys = {"precondition": ":precondition", "effect": ":effect", "initial state": ":init", "goal": ":goal"}
    key = text.index(keys[part], start)
    begin = text.rindex("(", 0, key) if part == "initial state" else text.index("(", key)
    depth = 0
    for place in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return begin, place + 1
    raise ValueError(part)


def guess_by_verdicts(model: BrokenModel, calls: int, draw: random.Random) -> bool:
    """Return whether one of the random small changes, a call each, gets the answer yes."""
    files = model.broken
    changes = [*list_random_changes(files, draw)]
    for one in draw.sample(changes, min(calls, len(changes))):
        if call_tool("check", one, **model.puzzle, hint=0).status == "same":
            return True
    return False


def list_random_changes(files: Files, draw: random.Random) -> Iterator[Files]:
    """Yield models with one small change: those that repairs are made of, where the files can be read.

    In other files, a word is replaced by another word of the files, or removed.
    """
    sources = [Source(files[name], name) for name in ("domain", "problem")]
    try:
        edits = [*generate_small_edits(*sources, [])]
    except ferryplan.FerryplanError:
        edits = []
    for edit in edits:
        yield {**files, edit.file: edit.text}
    words = sorted({*re.findall(r"[^\s()]+", " ".join(files.values()))})
    for name, text in files.items():
        for found in re.finditer(r"[^\s()]+", text):
            for word in ("", draw.choice(words)):
                yield {**files, name: f"{text[: found.start()]}{word}{text[found.end() :]}"}


def main() -> None:
    """Repair all models, and print a table of the shares by kind."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--calls", type=int, default=3)
    options.add_argument("--guesses", type=int, default=10)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", default="")
    chosen = options.parse_args()
    sys.path.insert(0, str(ROOT / "tests"))
    draw = random.Random(chosen.seed)
    counts, shares, numbers = defaultdict[str, list[int]](list), defaultdict[str, list[float]](list), list[int]()
    for model in list_models():
        if chosen.only not in model.kind:
            continue
        wanted = measure_states(model.right)
        assert wanted is not None, model.name
        assert measure_states(model.broken) != wanted, (model.kind, model.name)
        states = [measure_states(files) for files in repair_by_answers(model, chosen.calls)]
        right = bool(states) and states[-1] == wanted
        numbers += [states.index(wanted) + 1] if right else []
        guesses = [guess_by_verdicts(model, chosen.calls, draw) for _ in range(chosen.guesses)]
        counts[model.kind].append(right)
        shares[model.kind].append(sum(guesses) / max(1, len(guesses)))
        print(f"{model.kind}, {model.name}: {'repaired' if right else 'not repaired'}", file=sys.stderr)
    rows = [
        (kind, f"{sum(some)} of {len(some)}", f"{sum(shares[kind]):.1f} of {len(some)}")
        for kind, some in counts.items()
    ]
    total = sum(map(len, counts.values()))
    repaired, guessed = sum(map(sum, counts.values())), sum(map(sum, shares.values()))
    rows.append(("all", f"{repaired} of {total}", f"{guessed:.1f} of {total}"))
    print(draw_markdown_table(Table(("fault", "repaired by the answers", "repaired by yes and no"), tuple(rows))))
    print(f"calls until repaired: {sum(numbers) / max(1, len(numbers)):.1f} on average")


if __name__ == "__main__":
    main()
