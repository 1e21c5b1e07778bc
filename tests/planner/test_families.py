"""Every family of puzzles with every verb: correct answers and rejections."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from budget import draw_cases
from conftest import RunCommand, assert_invalid, assert_refused

from ferryplan import domains, solve
from ferryplan.generator.errors import FamilyError
from ferryplan.generator.families import FAMILIES
from ferryplan.generator.puzzle import load
from ferryplan.planner.cli.verbs import load_verbs
from ferryplan.planner.questions.solution_enumeration import enumerate_solutions
from ferryplan.planner.result_formats import FORMATS

PUZZLES = {
    "crossing": "wolf-goat-cabbage",
    "board": "queens",
    "grid": "four-houses",
    "arithmetic": "send-more-money",
    "classical": "gripper",
}
"""One small puzzle of each family."""
PLACING = [family for family in FAMILIES if family not in ("crossing", "classical")]
ARGUMENTS = {
    "solve": "{puzzle}",
    "generate": "{puzzle} -o folder",
    "sentences": "written/domain.pddl",
    "new": "classical made",
    "site": "{puzzle} -o site-{family}",
    "validate": "written/p01.pddl written.plan",
    "narrate": "written/p01.pddl written.plan",
    "list": "--family {family}",
    "show": "{puzzle}",
    "lint": "{puzzle}",
    "format": "written",
    "schema": "--family {family}",
    "compare": "{puzzle} --engines pyperplan",
    "engines": "",
    "completion": "bash",
    "why": "{puzzle}",
    "graph": "{puzzle}",
    "check": "{puzzle} --problem written/p01.pddl",
    "exercise": "{puzzle} --kind plan -o exercise",
    "explore": "{puzzle}",
    "search": "{puzzle} --algorithm gbfs --heuristic goal-count",
    "suite": "{puzzle} -o suites",
    "invent": "{invented} --seed 1 --engine none",
    "pose": "{puzzle}",
    "score": "asked.jsonl answers.jsonl",
}
"""The arguments of each verb for a puzzle."""
INVENTED = {
    "crossing": "crossing",
    "board": "queens",
    "grid": "grid --positions 3 --categories 3",
    "arithmetic": "arithmetic",
    "classical": "classical",
}
ANSWERED = dict.fromkeys(ARGUMENTS, 0)
EXPECTED: dict[str, dict[str, int]] = {
    "crossing": ANSWERED,
    "board": ANSWERED,
    "grid": ANSWERED,
    "arithmetic": ANSWERED,
    "classical": {**ANSWERED, "invent": 30},
}
"""The exit code of each verb for each family."""
SOLUTION = {
    "type": "object",
    "additionalProperties": False,
    "required": [
        "puzzle", "parameters", "question", "status", "engine", "dialect", "encoding", "placements", "steps", "plan", "solutions", "unique",
        "answers", "expanded", "seconds", "notes",
    ],
    "properties": {
        "puzzle": {"type": "string"},
        "parameters": {"type": "object"},
        "question": {
            "type": "object",
            "additionalProperties": False,
            "required": ["rules"],
            "properties": {
                "rules": {"type": "array", "items": {"type": "string"}, "minItems": 1},
                "board": {"type": "array", "items": {"type": "string"}},
                "boxes": {"type": "array", "items": {"type": "string"}},
                "positions": {"type": "array", "items": {"type": "string"}},
                "categories": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
            },
        },
        "status": {"enum": ["solved", "unsolvable", "unknown", "timeout", "memory", "error", "valid"]},
        "engine": {"type": "string"},
        "dialect": {"enum": ["strips", "adl"]},
        "encoding": {"const": "named"},
        "placements": {"type": ["integer", "null"]},
        "plan": {"type": "array", "items": {"type": "string", "pattern": "^[(].*[)]$"}},
        "steps": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["number", "item", "group", "spot", "clues", "text"],
                "properties": {
                    "number": {"type": "integer"},
                    "item": {"type": "string"},
                    "group": {"type": "string"},
                    "spot": {"type": "string"},
                    "clues": {"type": "array", "items": {"type": "string"}},
                    "text": {"type": "string"},
                },
            },
        },
        "solutions": {"type": ["integer", "null"]},
        "unique": {"type": ["boolean", "null"]},
        "answers": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["question", "answer", "solutions_by_answer"],
                "properties": {
                    "question": {"type": ["string", "null"]},
                    "answer": {"type": "string"},
                    "solutions_by_answer": {"type": ["object", "null"], "additionalProperties": {"type": "integer"}},
                },
            },
        },
        "expanded": {"type": ["integer", "null"]},
        "seconds": {"type": "object", "additionalProperties": {"type": "number"}},
        "notes": {"type": "array", "items": {"type": "string"}},
        "proof": {
            "type": "object",
            "additionalProperties": False,
            "required": ["nodes", "complete", "contradictory_clues", "contradiction_is_smallest"],
            "properties": {
                "nodes": {"type": "integer"},
                "complete": {"type": "boolean"},
                "contradictory_clues": {"type": "array", "items": {"type": "string"}},
                "contradiction_is_smallest": {"type": "boolean"},
            },
        },
    },
}  # fmt: skip
"""The schema of the output of `--format json` for assignment puzzles."""


SERVERS = {"lsp", "mcp"}
"""verbs that are about no puzzle, and that need an extra; `tests/servers` runs them"""


def written(plan: RunCommand, puzzle: str, dialect: str = "strips", engine: str = "pyperplan") -> list[str]:
    """Write PDDL and a plan for it; return the arguments of `validate` and `narrate`."""
    assert plan("generate", puzzle, "--dialect", dialect, "-o", "written").returncode == 0
    run = plan("solve", puzzle, "--dialect", dialect, "--engine", engine, "-o", "written.plan")
    assert run.returncode == 0, run.stderr
    return ["written/p01.pddl", "written.plan"]


def test_expected_exit_codes_cover_every_puzzle_family_and_verb() -> None:
    assert set(EXPECTED) == set(PUZZLES) == set(FAMILIES)
    for family, codes in EXPECTED.items():
        assert set(codes) == set(ARGUMENTS) == set(load_verbs()) - SERVERS
        assert load(PUZZLES[family]).family == family
    folders = {path.relative_to(domains.FOLDER).parts[0] for path in domains.puzzle_files().values()}
    assert folders == set(FAMILIES)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_verb_exits_as_expected_for_every_puzzle_family(family: str, plan: RunCommand, tmp_path: Path) -> None:
    puzzle = PUZZLES[family]
    written(plan, puzzle)
    (tmp_path / "asked.jsonl").write_text(line := plan("pose", puzzle).stdout)
    (tmp_path / "answers.jsonl").write_text(line)
    runs = {
        verb: plan(verb, *arguments.format(puzzle=puzzle, family=family, invented=INVENTED[family]).split())
        for verb, arguments in ARGUMENTS.items()
        if family == next(iter(FAMILIES)) or "{" in arguments or "written" in arguments
    }
    assert {
        verb: (run.returncode, run.stderr) for verb, run in runs.items() if run.returncode != EXPECTED[family][verb]
    } == {}
    answered = {verb: run for verb, run in runs.items() if run.returncode == 0}
    assert {verb: run.stderr for verb, run in answered.items() if run.stderr} == {}
    assert {verb for verb, run in answered.items() if not run.stdout} <= {"generate"}
    assert (tmp_path / "folder" / "p01.pddl").exists()


@pytest.mark.parametrize("family", PLACING)
def test_output_formats_of_assignment_puzzles_agree(family: str, plan: RunCommand, tmp_path: Path) -> None:
    """The output formats of an assignment puzzle agree.

    The files conform to their formats, and the plan among them is narrated as the same solution.
    """
    puzzle = PUZZLES[family]
    paths = {form: tmp_path / f"answer{FORMATS[form]}" for form in FORMATS}
    run = plan(puzzle, *(word for path in paths.values() for word in ("-o", path.name)))
    assert run.returncode == 0, run.stderr
    told_first, *told_later = run.stdout.splitlines()
    first, *later = (path.name for path in paths.values())
    assert re.fullmatch(rf"{re.escape(first)}: \d+ placements, found by Pyperplan\. .+", told_first)
    assert told_later == [f"{name}: written." for name in later]
    texts = {form: path.read_text() for form, path in paths.items()}
    data = json.loads(texts["json"])
    jsonschema.validate(data, SOLUTION)
    assert data["status"] == "solved"
    assert data["placements"] == len(data["steps"])
    assert [step["number"] for step in data["steps"]] == list(range(1, data["placements"] + 1))
    assert len({step["item"] for step in data["steps"]}) == data["placements"]
    assert data["answers"]
    assert "proof" not in data
    for form in ("text", "markdown", "html"):
        words = " ".join(texts[form].split())
        assert all(told(step["text"], form) in words for step in data["steps"])
        assert all(told(answer["answer"], form) in words for answer in data["answers"])
    assert texts["terse"].splitlines() == [f"{step['item']}: {step['spot']}" for step in data["steps"]]
    assert texts["svg"].startswith("<svg")
    (tmp_path / "answer").mkdir()
    assert plan("generate", puzzle, "-o", "answer").returncode == 0
    for form in FORMATS:
        run = plan("narrate", "answer/p01.pddl", "answer.plan", "--format", form)
        assert (run.returncode, run.stderr) == (0, "")
        if form == "json":
            again = json.loads(run.stdout)
            jsonschema.validate(again, SOLUTION)
            assert (again["status"], again["steps"], again["answers"]) == ("valid", data["steps"], data["answers"])
        elif form in ("terse", "svg"):
            assert run.stdout == texts[form]
        elif form == "timeline":
            assert re.findall('data-item="([^"]+)"', run.stdout) == [step["item"] for step in data["steps"]]
        else:
            assert all(told(step["text"], form) in run.stdout for step in data["steps"]) or form == "plan"


@pytest.mark.parametrize("family", FAMILIES)
def test_unknown_engine_is_rejected_in_every_family(family: str, plan: RunCommand) -> None:
    run = plan(PUZZLES[family], "--engine", "nobody")
    assert (run.returncode, run.stdout) == (30, "")
    assert (
        "neither ferryplan nor unified-planning has an engine named 'nobody'; expected one of pyperplan" in run.stderr
    )
    run = plan(PUZZLES[family], "--engine", "nobody", "--format", "json")
    data = json.loads(run.stdout)
    assert (run.returncode, data["status"], data["steps"]) == (30, "error", [])


@pytest.mark.parametrize("family", PLACING)
def test_explanations_appear_in_every_format(family: str, plan: RunCommand) -> None:
    asked = (PUZZLES[family], "--engine", "rules")
    data = json.loads(plan(*asked, "--explain", "--format", "json").stdout)
    lines = [line for step in data["steps"] for line in step["ruled_out"]]
    assert lines
    if steps := data.get("explanation"):
        lines = [line for step in steps for line in (step["text"], *step["lines"])]
        assert [step["number"] for step in steps] == [*range(1, len(steps) + 1)]
        found = {one["item"]: one["spot"] for step in steps for one in step["placed"]}
        assert found == {step["item"]: step["spot"] for step in data["steps"]}
    assert bool(steps) == (family == "grid")
    heading = "Step by step" if steps else "Reasons for each placement"
    for form in ("text", "markdown", "html"):
        run = plan(*asked, "--explain", "--format", form)
        assert run.stderr == ""
        assert [line for line in lines if told(line, form) not in run.stdout] == []
        assert heading in run.stdout
    assert heading not in plan(*asked).stdout


def test_explanations_rule_out_the_squares_that_are_attacked(plan: RunCommand) -> None:
    data = json.loads(plan("queens", "--engine", "rules", "--explain", "--format", "json").stdout)
    columns = [int(step["spot"]) for step in data["steps"]]
    for row, step in enumerate(data["steps"]):
        told_out, told_left = set[int](), set[int]()
        for line in step["ruled_out"]:
            columns_said, ruled_out, _ = line.partition(" would break this rule: ")
            told_here = told_out if ruled_out else told_left
            told_here |= {int(number) for number in re.findall("[0-9]", columns_said)}
        attacked = {
            column
            for column in range(1, 9)
            if any(there == column or abs(there - column) == row - above for above, there in enumerate(columns[:row]))
        }
        assert (told_out, told_left) == (attacked, {*range(1, 9)} - attacked - {columns[row]})


@pytest.mark.parametrize("family", PLACING)
def test_assignment_puzzles_are_solved_and_counted_in_python(family: str) -> None:
    puzzle = load(PUZZLES[family])
    assert solve(puzzle, {}, engine="rules").status == "solved"
    assert (
        len([*enumerate_solutions(puzzle, {}).numbered_solutions()])
        == {"board": 92, "grid": 1, "arithmetic": 1}[family]
    )
    with pytest.raises(FamilyError, match=r"^backward: its start and its goal cannot be swapped$"):
        solve(puzzle, {}, backward=True)


@pytest.mark.notebooks
@pytest.mark.parametrize("family", PLACING)
def test_notebooks_show_assignment_puzzles_and_their_results(family: str) -> None:
    from IPython.core.formatters import DisplayFormatter

    puzzle = load(PUZZLES[family])
    result = solve(puzzle, {}, engine="rules")
    last = result.render("text").splitlines()[-1]
    for shown, words in (
        (result, last),
        (result.solution, "<svg"),
        (result.instance, result.instance.clues[0].says),
        (puzzle, puzzle.title),
    ):
        data, _ = DisplayFormatter().format(shown)
        page = ElementTree.fromstring(data["text/html"])
        assert words in "\n".join([data["text/html"], *page.itertext()])
        assert "<script" not in data["text/html"]


def told(text: str, form: str) -> str:
    """Return a sentence as a format escapes it."""
    return text.replace("&", "&amp;").replace("'", "&#39;") if form == "html" else text


ANSWERS = {
    # Life International, 17 December 1962, and the issue of 25 March 1963
    "zebra": ["The Norwegian drinks water.", "The Japanese owns the zebra."],
    # the version with beer and the German, as it is usually printed: the German keeps the fish
    "einstein": ["The German"],
    # H. E. Dudeney, Strand Magazine 68 (1924), 97 and 214
    "send-more-money": ["SEND + MORE = MONEY is 9567 + 1085 = 10652."],
}


@pytest.mark.parametrize("puzzle", ANSWERS)
def test_answers_match_published_answers(puzzle: str, plan: RunCommand) -> None:
    found = json.loads(plan(puzzle, "--engine", "rules", "--format", "json").stdout)["answers"]
    assert len(found) == len(ANSWERS[puzzle])
    assert all(one["answer"].startswith(answer) for one, answer in zip(found, ANSWERS[puzzle], strict=True))
    assert all(one["solutions_by_answer"] in (None, {one["answer"]: 1}) for one in found)


def test_easy_sudoku_is_explained_without_search(plan: RunCommand) -> None:
    """An easy sudoku is explained without search: each sentence has a reason.

    `tests/generator/test_board.py` shows that its cells follow from one another.
    """
    run = plan("sudoku", "--engine", "rules", "--format", "json")
    texts = [step["text"] for step in json.loads(run.stdout)["steps"]]
    assert len(texts) == 51
    assert all(re.search("no other (digit|cell)", text) for text in texts)


NUMBERS = {
    "four-houses": 1,
    "queens --queens 6": 4,  # OEIS A000170
    "queens --queens 3": 0,
    "cryptarithm --sum TWO+TWO=FOUR": 7,
    "sudoku --givens 1.....3..1.....2": 1,
}
"""The number of solutions of each puzzle."""


@pytest.mark.parametrize("asked", NUMBERS)
def test_all_solutions_are_listed_in_every_format(asked: str, plan: RunCommand) -> None:
    number = NUMBERS[asked]

    def run(*options: str) -> str:
        answer = plan(*asked.split(), *options)
        assert (answer.returncode, answer.stderr) == (0 if number else 10, "")
        return answer.stdout

    counted = "1 solution." if number == 1 else f"{number} solutions."
    whole = json.loads(run("--all", "--format", "json"))
    assert whole["status"] == ("solved" if number else "unsolvable")
    assert whole["optimal_solutions"] == len(whole["solutions"]) == number
    assert len({distinct(one) for one in whole["solutions"]}) == number
    lines = run("--stream", "--format", "json")
    if not number:
        assert json.loads(lines)["status"] == "unsolvable"
        for form in ("text", "markdown", "terse"):
            assert "There is no solution." in run("--all", "--format", form) == run("--stream", "--format", form)
        return
    streamed = [json.loads(line) for line in lines.splitlines()]
    assert streamed == whole["solutions"]
    head = json.loads(run("--limit", "1", "--format", "json"))
    (first,) = head["solutions"]
    assert first == streamed[0]
    assert (head["optimal_solutions"], head["at_least"], head["unique"]) == (None, 1, None)
    assert [json.loads(line) for line in run("--limit", "1", "--stream", "--format", "json").splitlines()] == [first]
    for form, pattern in {"text": r"^Solution \d+$", "markdown": r"^## Solution \d+$", "terse": r"^\d+: "}.items():
        told_all = run("--all", "--format", form)
        assert run("--limit", "1", "--format", form).startswith("At least 1 solution; add --count to count all.\n")
        told_first = run("--count", "--limit", "1", "--format", form)
        assert told_all.startswith(counted)
        assert told_first.startswith(counted)
        assert len(re.findall(pattern, told_all, re.MULTILINE)) == number
        assert len(re.findall(pattern, told_first, re.MULTILINE)) == 1
        assert told_first.rstrip().endswith("not shown.") == (number > 1)
        streamed_text = run("--stream", "--format", form)
        assert len(re.findall(pattern, streamed_text, re.MULTILINE)) == number
        assert streamed_text.splitlines()[-1].startswith(counted)


def distinct(solution: dict[str, Any]) -> frozenset[tuple[str, str, str]]:
    """Return the placements of a solution without their order."""
    return frozenset((step["group"], step["item"], step["spot"]) for step in solution["steps"])


def test_all_queens_solutions_match_brute_force(plan: RunCommand) -> None:
    from board_puzzles import list_queen_placements

    found = json.loads(plan("queens", "--all", "--format", "json").stdout)["solutions"]
    columns = {
        tuple(int(re.findall(r"\d+", step["spot"])[0]) - 1 for step in sorted(one["steps"], key=row)) for one in found
    }
    assert columns == list_queen_placements(8)


def row(step: dict[str, Any]) -> int:
    """Return the row of a queen."""
    return int(re.findall(r"\d+", step["item"])[0])


FAST_DOWNWARD = [("fast-downward", "strips"), ("fast-downward", "adl")]


@pytest.mark.parametrize("dialect", ["strips", "adl"])
@pytest.mark.parametrize("family", PLACING)
def test_assignment_puzzles_are_generated_in_both_dialects(family: str, dialect: str, plan: RunCommand) -> None:
    run = plan("generate", PUZZLES[family], "--dialect", dialect)
    assert (run.returncode, run.stderr) == (0, "")
    assert f"(define (domain {PUZZLES[family]}-{dialect})" in run.stdout
    assert f"(:domain {PUZZLES[family]}-{dialect})" in run.stdout


@pytest.mark.parametrize(
    ("family", "engine", "dialect"),
    [
        *((family, "pyperplan", "strips") for family in PLACING),
        *(
            pytest.param(*case, marks=pytest.mark.engines)
            for case in draw_cases([(family, *one) for one in FAST_DOWNWARD for family in PLACING], 3)
        ),
    ],
)
def test_plans_of_engines_are_valid(family: str, engine: str, dialect: str, plan: RunCommand) -> None:
    """Plans of engines are valid according to `validate`, which reads only the files."""
    arguments = written(plan, PUZZLES[family], dialect, engine)
    run = plan("validate", *arguments)
    assert (run.returncode, run.stderr) == (0, "")
    assert "valid: " in run.stdout


EXCHANGED = {
    # the items with exchanged positions, whether this breaks a rule or a clue, and the message
    "queens": (r"\(place (row-2|row-3) (\S+)", "rule", r"diagonal|column"),
    "four-houses": (r"\(place-(ada|cleo) (\S+?)[ )]", "clue", r"^Ada lives at one end of the row"),
    "send-more-money": (r"\(place-(s|m) (digit-\S+?)[ )]", "rule", r"column|word|digit|sum|0"),
}


@pytest.mark.parametrize("puzzle", EXCHANGED)
def test_plan_with_two_swapped_positions_is_reported_to_break_a_clue(
    puzzle: str, plan: RunCommand, tmp_path: Path
) -> None:
    problem, path = written(plan, puzzle)
    pattern, broken, clue = EXCHANGED[puzzle]
    text = (tmp_path / path).read_text()
    one, other = (match.span(2) for match in re.finditer(pattern, text))
    swapped = text[: one[0]] + text[slice(*other)] + text[one[1] : other[0]] + text[slice(*one)] + text[other[1] :]
    (tmp_path / path).write_text(swapped)
    for verb in ("validate", "narrate"):
        assert_invalid(plan(verb, problem, path), f'breaks the {broken} "')
    run = plan("validate", problem, path, "--format", "json")
    data = json.loads(run.stdout)
    assert (run.returncode, data["valid"]) == (14, False)
    assert data["rule"] in data["message"]
    assert data["violation"] in data["message"]
    assert f"placement {data['placement']}: " in data["message"]
    assert re.search(clue, data["rule"]), data["rule"]
    says = [one["text"] for one in json.loads(plan("show", puzzle, "--format", "json").stdout)["clues"]]
    assert data["rule"] in says


WITHOUT = {
    "board": ["queens", "--queens", "3"],
    "grid": ["no.toml"],
    "arithmetic": ["cryptarithm", "--sum", "A+A=BBB"],
}
"""Puzzles without a solution."""


@pytest.mark.parametrize("family", PLACING)
def test_unsolvable_puzzle_is_reported_in_every_format(family: str, plan: RunCommand, tmp_path: Path) -> None:
    text = (domains.FOLDER / "grid" / "four-houses.toml").read_text()
    more = '[[clues]]\nclue = "at"\nsays = "In the second house they keep a cat."\nvalue = "cat"\nposition = 2\n\n[[questions]]'
    (tmp_path / "no.toml").write_text(text.replace("[[questions]]", more, 1))
    paths = {form: tmp_path / f"answer{FORMATS[form]}" for form in FORMATS}
    run = plan(*WITHOUT[family], *(word for path in paths.values() for word in ("-o", path.name)))
    assert run.returncode == 10, run.stderr
    first, *later = (path.name for path in paths.values())
    assert run.stdout == f"{first}: There is no solution.\n" + "".join(f"{name}: written.\n" for name in later)
    texts = {form: path.read_text() for form, path in paths.items()}
    assert all("There is no solution." in text for form, text in texts.items() if form != "json")
    data = json.loads(texts["json"])
    jsonschema.validate(data, SOLUTION)
    assert (data["status"], data["placements"], data["steps"], data["answers"]) == ("unsolvable", None, [], [])
    assert data["proof"]["complete"]
    if family == "grid":
        assert data["proof"]["contradictory_clues"] == [
            "In the first house they keep a cat.",
            "In the second house they keep a cat.",
        ]
        assert data["proof"]["contradiction_is_smallest"]
        assert all(
            clue in texts[form]
            for form in ("text", "markdown", "html")
            for clue in data["proof"]["contradictory_clues"]
        )
    assert all(line.startswith(";") for line in texts["plan"].splitlines())
    again = plan(*WITHOUT[family], environment={"COLUMNS": ""})
    assert (again.returncode, again.stderr) == (10, "")
    assert again.stdout == texts["text"]


FALSE = {
    "{puzzle} --couples 3": "--couples",
    "{puzzle} --capacity 2": "--capacity",
    "{puzzle} --engine aries --dialect adl": "aries",
    "{puzzle} --dialect temporal": "temporal",
    "{puzzle} --dialect numeric": "numeric",
    "{puzzle} --encoding counted": "counted",
    "{puzzle} --format picture": "picture",
    "{puzzle} --timeout 0": "0",
    "{puzzle} --all --engine pyperplan": "--engine",
    "{puzzle} --all -o all.svg": ".svg",
    "{puzzle} --all --format svg": "svg",
    "{puzzle} --limit 0": "0",
    "{puzzle} --up-to-symmetry": "--up-to-symmetry",
    "{puzzle} --slack 2": "--slack",
    "{puzzle} -o nowhere/answer.txt": "nowhere",
    "{puzzle} -o answer.odd": ".odd",
    "{puzzle} --backward": "backward",
    "generate {puzzle} --dialect axioms": "axioms",
    "generate {puzzle} --encoding counted": "counted",
    "generate {puzzle} --backward": "backward",
    "compare {puzzle} --couples 2": "--couples",
    "show {puzzle} --format svg": "svg",
}
"""Options that do not apply to assignment puzzles, with the name in the error message."""


@pytest.mark.parametrize("family", PLACING)
def test_assignment_puzzles_reject_inapplicable_options(family: str, plan: RunCommand, tmp_path: Path) -> None:
    for asked, found in FALSE.items():
        assert_refused(plan(*asked.format(puzzle=PUZZLES[family]).split()), found)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "asked",
    [
        "queens --queens 0",
        "queens --queens -4",
        "queens --queens 31",
        "queens --queens many",
        "sudoku --givens 123",
        "sudoku --givens 11..............",
        "sudoku --givens 9...............",
        "cryptarithm --sum A",
        "cryptarithm --sum A+B",
        "cryptarithm --sum A+1.5=B",
        "cryptarithm --sum ABCDEF+GHIJKL=MNOPQR",
        "cryptarithm --base 1",
        "cryptarithm --base 99999999999999999999",
    ],
)
def test_invalid_parameter_values_are_rejected(asked: str, plan: RunCommand) -> None:
    for verb in ("solve", "generate", "show"):
        assert_refused(plan(verb, *asked.split()))


def test_validate_rejects_incomplete_repeated_and_malformed_placements(plan: RunCommand, tmp_path: Path) -> None:
    problem, path = written(plan, "queens")
    lines = (tmp_path / path).read_text().splitlines()
    actions = [line for line in lines if line.startswith("(")]
    for changed, said in {
        "\n".join(actions[:-1]): "is not placed",
        "\n".join([*actions, actions[0]]): "row 1 is placed a second time",
        "(place row-9 column-1)": "the arguments do not match (place ?row - row ?column - column",
        "(place row-1 column-9 rising-9 falling-8 row-2)": "the problem has no object 'column-9'",
        "(place row-1": "",
    }.items():
        (tmp_path / path).write_text(changed + "\n")
        (assert_invalid if said else assert_refused)(plan("validate", problem, path), said)
