"""`plan pose`: correct facts by brute force, complete wordings, and equal questions for equal seeds."""

from __future__ import annotations

import functools
import gzip
import hashlib
import itertools
import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import oracle
import pytest
from budget import scale
from conftest import RunCommand, assert_refused
from invented_puzzles import count_solutions, find_proof_fault, make_crossing, parse_puzzle
from support import CASES as CASE_FILES

from ferryplan import domains
from ferryplan.evaluation.posing.collection import QuestionCollection, make_invention_requests
from ferryplan.evaluation.posing.proven_instance import ProvenInstance
from ferryplan.evaluation.posing.question_kinds import QUESTION_KINDS, QuestionContent
from ferryplan.evaluation.posing.question_text import compose_question
from ferryplan.evaluation.posing.request_handling import pose_request
from ferryplan.evaluation.scoring.answer_files import read_questions
from ferryplan.evaluation.scoring.question_scoring import score
from ferryplan.evaluation.verbs.pose import ASK_KINDS
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import difficulty_of, instantiate, instantiate_smallest
from ferryplan.generator.puzzle import load, load_catalog, parse_puzzle_text

INVENTED = [
    "--invent", "crossing,grid,arithmetic,queens", "--number", "8", "--seed", "7", "--unsolvable", "0.5", "--split", "0.6",
]  # fmt: skip
ASKS = ["plan", "optimal-plan", "length", "solvable", "count", "next", "valid", "repair"]
COMMON = {"paraphrase": False, "language": "en", "pddl": False, "timeout": 60.0, "theme": None}
CASES = {
    "jealous-couples": (
        oracle.jealous_couples,
        [{"couples": couples, "capacity": seats} for couples, seats in ((2, 2), (2, 3), (3, 2), (3, 3), (4, 2))],
    ),
    "wolf-goat-cabbage": (oracle.wolf_goat_cabbage, [{}]),
    "bridge-torch": (oracle.bridge_torch, [{}, {"paces": [1, 3, 4]}]),
    "perishables": (oracle.perishables, [{}]),
    "swap": (oracle.swap, [{"hunters": 3, "bears": 1}]),
    "four-elopements": (oracle.four_elopements, [{"couples": 2}]),
}


@functools.cache
def questions(
    puzzle: str, parameters: str, number: int = 1, asks: tuple[str, ...] = tuple(ASKS)
) -> list[dict[str, Any]]:
    """Return the questions about an instance."""
    request = {"puzzle": puzzle, "parameters": json.loads(parameters), "ask": list(asks), "seed": "1", "number": number}
    return [json.loads(line) for line in pose_request({**request, **COMMON})["lines"]]


def test_question_wordings_and_verdicts_vary_between_puzzles_of_one_seed() -> None:
    """Under one seed, shown plans are neither all right nor all wrong, and the wordings are not all equal."""
    names = [
        "wolf-goat-cabbage",
        "swap",
        "four-elopements",
        "hanoi",
        "queens",
        "zebra",
        "jugs",
        "checkers",
        "ferry",
        "blocks",
    ]
    asked = {"ask": ["valid", "length"], "seed": "1", "number": 1, **COMMON, "paraphrase": True}
    rows = [
        json.loads(line)
        for name in names
        for line in pose_request({"puzzle": name, "parameters": {}, **asked})["lines"]
    ]
    right = [row["about"]["valid"] for row in rows if row["ask"] == "valid"]
    assert len(right) == 10
    assert 0 < sum(right) < 8
    assert len({row["question"].split("\n\n")[-2].split(" ")[0] for row in rows if row["ask"] == "length"}) > 1
    themes = {row["puzzle"]: row["theme"] for row in rows}
    assert len({*themes.values()}) > 2
    assert themes["hanoi"] is None, "planning tasks have no words of themes"


@dataclass(frozen=True)
class PosedInventions:
    """Requests for inventions of a kind, the questions about them, and the puzzles that were graded as questions."""

    requests: list[dict[str, Any]]
    rows: list[dict[str, Any]]
    graded_puzzles: list[str]


@functools.cache
def pose_inventions(kind: str, number: int, unsolvable_share: float) -> PosedInventions:
    graded_puzzles = list[str]()
    requests = list(make_invention_requests([kind], number, unsolvable_share))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "ferryplan.evaluation.posing.proven_instance.difficulty_of", lambda one: graded_puzzles.append(one.puzzle)
        )
        lines = [pose_request({**one, **COMMON, "ask": ["plan"], "seed": "3"})["lines"][0] for one in requests]
    return PosedInventions(requests, [json.loads(line) for line in lines], graded_puzzles)


@pytest.mark.parametrize("kind", ["crossing", "grid", "queens"])
def test_invented_puzzles_mostly_have_the_requested_difficulty(kind: str) -> None:
    """At least two fifths of the requests for most levels are met, and no level gets 60 % of the puzzles."""
    number = scale(5)
    posed = pose_inventions(kind, number, 0.0)
    wanted = [one["level"] for one in posed.requests]
    found = [row["difficulty"] for row in posed.rows]
    met = Counter(level for level, difficulty in zip(wanted, found, strict=True) if level == difficulty)
    assert sum(met[level] >= 0.4 * wanted.count(level) for level in range(1, 6)) >= 3
    assert max(Counter(found).values()) < 0.6 * number


def test_invention_changes_size_when_drafts_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Invention does not retry puzzles of one size that it already has; four queens have few puzzles."""
    words = domains.words
    few = {"queens": [{"sizes": {"size": [4, 4]}, "drafts": 5}] * 5}
    monkeypatch.setattr(domains, "words", lambda name: few if name == "levels" else words(name))
    found = QuestionCollection()
    for request in make_invention_requests(["queens"], 20, 0.0):
        after = 0
        for _ in range(10):
            made = pose_request({**request, **COMMON, "ask": ["plan"], "seed": "3", "after": after})
            if found.add_request_result(request, made) is not None:
                break
            after = made["tried"]
    assert len(found.lines) == 20


def test_unsolvable_draft_without_certificate_is_not_collected() -> None:
    (request,) = make_invention_requests(["queens"], 1, 1.0)
    made = pose_request({**request, **COMMON, "ask": ["plan"], "seed": "3"})
    assert made["certificate"]
    found = QuestionCollection()
    assert found.add_request_result(request, {**made, "certificate": None, "signature": "another"}) is None
    assert found.lines == []
    assert found.add_request_result(request, made) == made["lines"]


def test_initially_solved_puzzle_yields_no_questions() -> None:
    for name, parameters in (
        ("sudoku", {"givens": "1234341221434321"}),
        ("sliding-tiles", {"board": "1 _", "goal": "1 _"}),
    ):
        found = pose_request(
            {"puzzle": name, "parameters": parameters, "ask": ["plan", "solvable"], "seed": "1", "number": 1, **COMMON}
        )
        assert found["lines"] == []
        assert "the puzzle is already solved, so there is nothing to ask" in found["left_out"][0]


def situations(puzzle: oracle.Puzzle, moves: list[Any]) -> list[oracle.Situation] | int:
    """Return the states after the moves by the oracle's rules, or the number of the first illegal move."""
    reached = [puzzle.initial_situation()]
    for number, move in enumerate(moves, 1):
        load = frozenset(move["aboard"] if isinstance(move, dict) else move)
        to = move.get("to") if isinstance(move, dict) else None
        following = [
            then for aboard, there, then in puzzle.successors(reached[-1]) if aboard == load and to in (None, there)
        ]
        if len(following) != 1:
            return number
        reached += following
    return reached


def spent(puzzle: oracle.Puzzle, moves: list[Any]) -> int:
    return sum(puzzle.price_of_load(frozenset(move["aboard"] if isinstance(move, dict) else move)) for move in moves)


def number_of_best(puzzle: oracle.Puzzle) -> int:
    """Return the number of plans with the least total, by listing them."""
    least = puzzle.find_least_total()
    return 0 if least is None else sum(total == least[0] for total, _ in puzzle.find_plans(least[0]))


@pytest.mark.parametrize(
    ("name", "parameters"), [(name, json.dumps(one)) for name, (_, sets) in CASES.items() for one in sets]
)
def test_crossing_answers_and_optima_match_the_oracle(name: str, parameters: str) -> None:
    """Verdicts, optima, numbers of solutions and answers equal those of the oracle."""
    known = {key: tuple(one) if isinstance(one, list) else one for key, one in json.loads(parameters).items()}
    puzzle = CASES[name][0](**known)
    least = puzzle.find_least_total()
    found = {one["ask"]: one for one in questions(name, parameters)}
    assert {*found} >= {*ASKS} - ({"next", "valid", "repair"} if least is None else set())
    for one in found.values():
        assert one["verdict"] == ("unsolvable" if least is None else "solvable")
        assert one["optimum"] == (None if least is None else least[0])
        assert one["optimum_proven"]
        assert one["solutions"] == number_of_best(puzzle)
        assert one["unique"] == (one["solutions"] == 1)
    if least is None:
        assert [found[ask]["answer"] for ask in ("plan", "optimal-plan", "length", "count")] == [
            *["unsolvable"] * 3,
            "0",
        ]
        assert found["solvable"]["answer"].startswith("no")
        assert len(found["plan"]["proof"]["certificate"]) == 64
        return
    for ask in ("plan", "optimal-plan", "repair"):
        moves = json.loads(found[ask]["answer"])
        reached = situations(puzzle, moves)
        assert isinstance(reached, list)
        assert puzzle.is_goal(reached[-1])
        assert spent(puzzle, moves) == least[0]
    assert found["length"]["answer"] == f"{least[0]}"
    assert found["solvable"]["answer"].startswith("yes")
    assert found["count"]["answer"] == f"{found['count']['solutions']}"


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize(
    ("name", "parameters"), [("wolf-goat-cabbage", {}), ("bridge-torch", {}), ("jealous-couples", {"couples": 3})]
)
def test_best_moves_and_first_violations_match_the_oracle(name: str, parameters: Any, number: int) -> None:
    puzzle = CASES[name][0](**parameters)
    found = {one["ask"]: one for one in questions(name, json.dumps(parameters), number, ("next", "valid", "repair"))}
    about, least = found["next"]["about"], puzzle.find_least_total()
    assert least is not None
    plans = [[sorted(load) for load, _ in plan] for total, plan in puzzle.find_plans(least[0]) if total == least[0]]
    made = [sorted(move) for move in about["moves"]]
    best = {tuple(plan[len(made)]) for plan in plans if plan[: len(made)] == made}
    assert {tuple(sorted(move)) for move in about["best"]} == best
    assert tuple(sorted(json.loads(found["next"]["answer"]))) in best
    about, verdict = found["valid"]["about"], json.loads(found["valid"]["answer"])
    reached = situations(puzzle, about["moves"])
    wrong = reached if isinstance(reached, int) else None if puzzle.is_goal(reached[-1]) else len(about["moves"])
    assert verdict["valid"] == about["valid"] == (wrong is None)
    assert verdict.get("step") == about.get("step") == wrong
    if isinstance(reached, list) and wrong is not None:
        assert about["rules"][verdict["rule"]] == "The goal is reached at the end."
    shown = situations(puzzle, found["repair"]["about"]["moves"])
    assert isinstance(shown, int) or not puzzle.is_goal(shown[-1])


@pytest.mark.parametrize(
    ("kind", "number", "unsolvable_share"), [("crossing", scale(5), 0.0), ("grid", 2, 0.5), ("sudoku", 2, 0.5)]
)
def test_difficulty_of_invented_puzzle_is_not_recomputed_after_rewording(
    kind: str, number: int, unsolvable_share: float
) -> None:
    """A puzzle is graded once, before a theme rewords it; the reworded puzzle is not graded again."""
    posed = pose_inventions(kind, number, unsolvable_share)
    for request, row in zip(posed.requests, posed.rows, strict=True):
        expected = difficulty_of(instantiate(parse_puzzle_text(row["file"], row["puzzle"]), {})).level
        assert row["difficulty"] == (None if request["unsolvable"] else expected)
    assert posed.graded_puzzles == []


def test_question_kinds_match_the_command_line_choices() -> None:
    assert (*QUESTION_KINDS,) == ASK_KINDS


def test_pose_prints_a_line_for_each_instance(plan: RunCommand, plan_process: RunCommand) -> None:
    printed = plan("pose", "jealous-couples", "--couples", "2..4", "--capacity", "2")
    assert printed.returncode == 0
    lines = [json.loads(line) for line in printed.stdout.splitlines()]
    assert [one["optimum"] for one in lines] == [5, 11, None], "Fraley, Cooke and Detrick 1966"
    assert len({one["id"] for one in lines}) == 3
    again = plan_process(
        "pose", "jealous-couples", "--couples", "2..3", "--capacity", "2", environment={"PYTHONHASHSEED": "7"}
    )
    assert [json.loads(line) for line in again.stdout.splitlines()] == lines[:2]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("zebra", "--ask", "length"),
            "the question 'length' about zebra: the moves of a puzzle of the 'grid' family have no order; ask for 'plan' instead",
        ),
        (
            ("hanoi", "sudoku", "--discs", "3"),
            "--discs sets a parameter of a single puzzle; to use it, give only one puzzle",
        ),
        (
            ("--set", "river-crossing-study", "--sizes", "150..160"),
            "--sizes: the set 'river-crossing-study' has no puzzle of these sizes",
        ),
        (("hanoi", "--discs", "3", "--language", "xx"), "'xx'"),
        (("nosuch",), "there is no puzzle named 'nosuch'"),
    ],
)
def test_pose_rejects_invalid_arguments(plan: RunCommand, arguments: tuple[str, ...], says: str) -> None:
    assert_refused(plan("pose", *arguments), says)


def test_questions_include_the_file_of_a_custom_puzzle(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "crown.toml").write_text((CASE_FILES / "puzzles/crown.toml").read_text("utf-8"), "utf-8")
    asked = plan("pose", "crown.toml", "--ask", "plan,solvable", "-o", "q.jsonl")
    assert asked.returncode == 0, asked.stderr
    (tmp_path / "crown.toml").unlink()
    questions = [json.loads(line) for line in (tmp_path / "q.jsonl").read_text("utf-8").splitlines()]
    answers = "".join(json.dumps({key: one[key] for key in ("id", "answer")}) + "\n" for one in questions)
    (tmp_path / "a.jsonl").write_text(answers, "utf-8")
    assert plan("score", "q.jsonl", "a.jsonl").stdout.startswith("Score: 100.0% of 2 questions ")


@pytest.mark.parametrize("puzzle", ["family", "fox-goose-beans", "islands-farmer", "zebra"])
def test_obfuscated_question_contains_no_original_names(puzzle: str, plan: RunCommand) -> None:
    asked = json.loads(plan("pose", puzzle, "--obfuscate", "--seed", "4").stdout)
    told, instance = asked["question"].lower(), instantiate_smallest(load(puzzle), {})
    things = getattr(instance, "travellers", ()) or (*instance.items, *instance.spots)
    old = {word for one in things for word in re.findall(r"[a-z]{3,}", one.name.lower())} - {"house"}
    assert old
    assert not [word for word in old if re.search(rf"\b{word}", told)]
    assert asked["theme"] == "nonsense"


def test_pose_rejects_custom_planning_tasks(plan: RunCommand, tmp_path: Path) -> None:
    assert plan("new", "classical", "boxes").returncode == 0
    assert_refused(
        plan("pose", "./boxes"),
        "boxes/puzzle.toml: this planning task consists of several files; choose a puzzle in one file",
    )


def test_questions_about_planning_tasks_contain_no_pddl() -> None:
    """A question names each action with the same parameters in its rules and in the form of its answer."""
    wrong = list[str]()
    for puzzle in load_catalog():
        if puzzle.family != "classical":
            continue
        instance = ProvenInstance(instantiate_smallest(puzzle, {}))
        text = compose_question(instance, "plan", QuestionContent("[]"), "en", None)
        rules, _, form = text.partition("Write the solution as a JSON list")
        actions = dict(re.findall(r"\(([\w-]+)((?: \?\w+)*)\)", form))
        named = re.findall(r"\(([\w-]+)((?: \?\w+)+)\)", rules)
        if "(define" in text or not named or any(actions[name] != parameters for name, parameters in named):
            wrong.append(puzzle.name)
    assert wrong == []


def test_formalize_question_is_rejected_if_rules_exist_only_in_pddl() -> None:
    draft = ProvenInstance(replace(instantiate(load("hanoi"), {"discs": 2}), rules=()))
    assert "(define (domain hanoi)" in compose_question(draft, "plan", QuestionContent("[]"), "en", None)
    with pytest.raises(EncodingError, match="formalise: the puzzle states its rules only in PDDL"):
        compose_question(draft, "formalise", QuestionContent("[]"), "en", None)


def posed_into(folder: Path, *more: str, **environment: str) -> None:
    command = [sys.executable, "-m", "ferryplan", "pose", *INVENTED, "--certificates", *more, "-o", str(folder)]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def asked_for(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a set of two invented puzzles of each kind, one of them unsolvable, with certificates."""
    folder = tmp_path_factory.mktemp("posed") / "set"
    posed_into(folder)
    return folder


def rows_of(folder: Path) -> dict[str, list[dict[str, Any]]]:
    return {
        name: [json.loads(line) for line in (folder / f"{name}.jsonl").read_text().splitlines()]
        for name in ("train", "test")
    }


def test_invented_puzzles_match_brute_force_and_certificates(asked_for: Path) -> None:
    """Brute force confirms verdicts, optima, solution counts and answers; each certificate is a proof.

    The hash of each certificate equals the hash in its row.
    """
    rows = [row for rows in rows_of(asked_for).values() for row in rows]
    families = ("arithmetic", "board", "crossing", "grid")
    verdicts = ("solvable", "unsolvable")
    assert sorted((row["family"], row["verdict"]) for row in rows) == [*itertools.product(families, verdicts)]
    for row in rows:
        data = parse_puzzle(row["file"])
        if row["verdict"] == "unsolvable":
            assert count_solutions(data, 2) == 0
            proof = (asked_for / "certificates" / f"{row['proof']['certificate']}.json").read_text()
            assert hashlib.sha256(proof.encode()).hexdigest() == row["proof"]["certificate"]
            assert find_proof_fault(data, json.loads(proof)) == ""
            assert (row["answer"], row["optimum"], row["solutions"]) == ("unsolvable", None, 0)
        elif row["family"] == "crossing":
            puzzle = make_crossing(data)
            names = {name.lower(): name for name in puzzle.travellers}
            moves = [[names.get(name.lower(), name) for name in load] for load in json.loads(row["answer"])]
            assert row["optimum"] == len(moves) == puzzle.explore()[1]
            assert row["solutions"] == puzzle.count_shortest_plans()
        else:
            assert count_solutions(data, 2) == 1 == row["solutions"]
            assert row["unique"]


def test_certificates_are_embedded_when_printing_to_stdout(plan: RunCommand) -> None:
    asked = ("pose", "--invent", "grid,queens", "--number", "2", "--unsolvable", "1", "--seed", "2")
    posed = plan(*asked, "--certificates")
    rows = [json.loads(line) for line in posed.stdout.splitlines()]
    assert [row["verdict"] for row in rows] == ["unsolvable"] * 2, posed.stderr
    assert [find_proof_fault(parse_puzzle(row["file"]), row["proof"]["certificate"]) for row in rows] == [""] * 2
    assert all(score(row, row["answer"]).score == 1 for row in rows)
    hashes = plan(*asked).stdout
    for row, told in zip(rows, map(json.loads, hashes.splitlines()), strict=True):
        text = json.dumps(row["proof"]["certificate"], ensure_ascii=False)
        assert hashlib.sha256(text.encode()).hexdigest() == told["proof"]["certificate"]


def test_train_and_test_splits_share_no_puzzle(asked_for: Path) -> None:
    """No two puzzles of different splits have the same canonical form.

    The test computes the canonical forms of the files itself; files that differ in words only have equal forms.
    """
    found = rows_of(asked_for)
    assert all(row["split"] == name for name, rows in found.items() for row in rows)
    forms = {name: {wordless(parse_puzzle(row["file"])) for row in rows} for name, rows in found.items()}
    assert not forms["train"] & forms["test"]
    assert sum(map(len, forms.values())) == 8
    assert all(forms.values())


def wordless(data: dict[str, Any]) -> str:
    """Return the content of a file with each word replaced by the index of its first occurrence."""
    told = json.dumps(
        {key: one for key, one in data.items() if key not in ("title", "story", "name", "source", "says")}
    )
    seen: dict[str, int] = {}
    return re.sub(r"[A-Za-z]+", lambda word: f"{seen.setdefault(word[0], len(seen))}", told)


def test_pose_with_the_same_seed_writes_identical_files(asked_for: Path, tmp_path: Path) -> None:
    """The files do not depend on the hash seed or on the number of processes."""
    posed_into(tmp_path / "set", "--jobs", "2", PYTHONHASHSEED="5")
    files = {path.relative_to(asked_for): path.read_bytes() for path in asked_for.rglob("*") if path.is_file()}
    assert {
        path.relative_to(tmp_path / "set"): path.read_bytes()
        for path in (tmp_path / "set").rglob("*")
        if path.is_file()
    } == files


@pytest.mark.parametrize(
    "output", ["q.jsonl", "q.jsonl.gz", pytest.param("q.parquet", marks=pytest.mark.integrations), "q"]
)
def test_new_appends_different_questions_to_the_file(output: str, plan: RunCommand, tmp_path: Path) -> None:
    """Despite the equal seed, the new questions are about other puzzles; the first ones stay unchanged."""
    asked = ("pose", "--invent", "queens", "--seed", "4", "-o", output)
    assert plan(*asked).returncode == 0
    first = read_questions(str(tmp_path / output / "questions.jsonl" if output == "q" else tmp_path / output))
    added = plan(*asked, "--new")
    assert added.returncode == 0, added.stderr
    assert "wrote 2 questions" in added.stdout
    both = read_questions(str(tmp_path / output / "questions.jsonl" if output == "q" else tmp_path / output))
    assert [*both][:1] == [*first]
    assert [one.line() for one in both.values()][:1] == [one.line() for one in first.values()]
    assert len({wordless(parse_puzzle(one.file)) for one in both.values() if one.file}) == 2


def test_new_is_rejected_without_invent_and_output(plan: RunCommand) -> None:
    assert_refused(plan("pose", "hanoi", "--new"), "--new has no effect here; it applies only with --invent KIND")
    assert_refused(plan("pose", "--invent", "queens", "--new"), "--new has no effect here; it applies only with -o")


@pytest.mark.integrations
def test_data_card_has_valid_hugging_face_metadata(plan: RunCommand, tmp_path: Path) -> None:
    import yaml

    plan(
        "pose",
        "--invent",
        "queens",
        "--number",
        "8",
        "--seed",
        "7",
        "--unsolvable",
        "0.5",
        "--split",
        "0.6",
        "-o",
        "set",
    )
    head, _, text = (tmp_path / "set" / "README.md").read_text().removeprefix("---\n").partition("\n---\n")
    said = yaml.safe_load(head)
    files = {one["split"]: one["path"] for one in said["configs"][0]["data_files"]}
    assert files == {"train": "train.jsonl", "test": "test.jsonl"}
    assert (said["license"], said["size_categories"]) == ("mit", ["n<1K"])
    assert "plan pose --invent queens --number 8 --seed 7" in text
    assert "| verdict: unsolvable | 4 |" in text


def test_hanoi_questions_cite_theorem_as_proof_of_the_optimum(plan: RunCommand, tmp_path: Path) -> None:
    """Each question and the card name the theorem; questions that need a search are left out."""
    posed = plan("pose", "hanoi", "--discs", "11", "--ask", "length,plan,count,next,solvable", "-o", "towers")
    assert (
        "left out the question 'count' about hanoi with discs = 11: the puzzle has too many states to count its solutions"
        in posed.stderr
    )
    assert (
        "left out the question 'next' about hanoi with discs = 11: the puzzle has too many states to find all best moves"
        in posed.stderr
    )
    rows = [json.loads(line) for line in (tmp_path / "towers" / "questions.jsonl").read_text().splitlines()]
    assert [row["ask"] for row in rows] == ["length", "plan", "solvable"]
    for row in rows:
        assert (row["optimum"], row["optimum_proven"], row["solutions"], row["unique"]) == (2047, True, None, None)
        assert row["proof"]["theorem"].startswith("it takes 2^n - 1 moves: ")
        assert row["proof"]["replayed"] == 2047
    told = plan("hanoi", "--discs", "11", environment={"COLUMNS": "200"}).stdout
    assert "\n2047 actions. No solution is shorter, since it takes 2^n - 1 moves: " in told
    found = json.loads(plan("hanoi", "--discs", "11", "--format", "json").stdout)
    assert (found["status"], found["actions"], found["theorem"]) == ("optimal", 2047, rows[0]["proof"]["theorem"])
    assert found["notes"] == [], "nothing is searched"
    text = (tmp_path / "towers" / "README.md").read_text()
    assert "| a theorem and the replay of a plan (it takes 2^n - 1 moves: " in text


def test_output_file_types_contain_the_same_questions(plan: RunCommand, tmp_path: Path) -> None:
    """Text and compressed text contain the same questions."""
    asked = ("pose", "hanoi", "--discs", "1..3", "--ask", "length,plan")
    printed = plan(*asked).stdout
    for name in ("a.jsonl", "a.jsonl.gz", "b.jsonl.gz"):
        assert plan(*asked, "-o", name).returncode == 0
    assert (tmp_path / "a.jsonl").read_text() == printed
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()).decode() == printed
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


@pytest.mark.integrations
def test_parquet_output_contains_the_same_questions(plan: RunCommand, tmp_path: Path) -> None:
    import pyarrow.parquet

    asked = ("pose", "hanoi", "--discs", "1..3", "--ask", "length,plan")
    printed = plan(*asked).stdout
    assert plan(*asked, "-o", "a.parquet").returncode == 0
    rows = pyarrow.parquet.read_table(tmp_path / "a.parquet").to_pylist()
    expected = [json.loads(line) for line in printed.splitlines()]
    assert [row["id"] for row in rows] == [one["id"] for one in expected]
    assert [json.loads(row["parameters"]) for row in rows] == [one["parameters"] for one in expected]
    assert [row["optimum"] for row in rows] == [1, 1, 3, 3, 7, 7]


STUDY_SIZES = sorted({2, 5, 6, *[3, 4, 7, 8, 11, 16][: scale(1) - 1]})
"""sizes of the puzzles of the study: the last solvable crossing, the first unsolvable one, and some others"""


def test_puzzles_of_the_published_study_have_the_published_optima(plan: RunCommand) -> None:
    """The optima are the published ones.

    River crossings with a boat for 3 have no solution for N >= 6 (OEIS A356480).
    """
    asked = ("pose", "--set", "river-crossing-study", "--ask", "length", "--sizes")
    found: dict[str, list[int | None]] = {}
    for line in "".join(plan(*asked, f"{n}").stdout for n in STUDY_SIZES).splitlines():
        one = json.loads(line)
        found.setdefault(one["puzzle"], []).append(one["optimum"])
        assert one["answer"] == ("unsolvable" if one["optimum"] is None else f"{one['optimum']}")
    assert found == {
        "jealous-couples": [{2: 5, 3: 11, 4: 9, 5: 11}.get(n) for n in STUDY_SIZES],
        "hanoi": [2**n - 1 for n in STUDY_SIZES],
        "checkers": [(n + 1) ** 2 - 1 for n in STUDY_SIZES],
        "blocks": [n if n > 2 else 1 for n in STUDY_SIZES],
    }
