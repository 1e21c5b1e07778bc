"""The parts of question sets: shares, splits, omitted questions, and facts about searched instances."""

from __future__ import annotations

import gzip
import hashlib
import io
import itertools
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from budget import scale
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan import domains
from ferryplan.evaluation.posing import proven_instance as drafts
from ferryplan.evaluation.posing import question_kinds, request_handling
from ferryplan.evaluation.posing.collection import QuestionCollection, make_invention_requests
from ferryplan.evaluation.posing.proven_instance import GOAL_RULE, ProvenInstance, hash_json_text
from ferryplan.evaluation.posing.question_files import (
    encode_questions,
    find_file_ending,
    make_folder_files,
    render_data_card,
)
from ferryplan.evaluation.posing.question_text import list_languages
from ferryplan.evaluation.posing.request_handling import is_for_training, pose_request
from ferryplan.evaluation.scoring.answer_score import make_not_found_score
from ferryplan.evaluation.scoring.question import Question, make_question_id, parse_question
from ferryplan.generator.errors import EncodingError, FerryplanError
from ferryplan.generator.families import instantiate, instantiate_smallest
from ferryplan.generator.inventing.identity import structure_signature
from ferryplan.generator.puzzle import load, parse_puzzle_text
from ferryplan.generator.seeded_random import SeededRandom

SIGNATURES = [hashlib.sha256(f"{number}".encode()).hexdigest() for number in range(2_000)]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8, 0.9])
def test_training_split_has_the_requested_share(share: float) -> None:
    """The number of chosen hashes among 2,000 is within four standard deviations of its binomial mean.

    The hashes that a smaller share chooses are a subset.
    """
    chosen = {one for one in SIGNATURES if is_for_training(one, share)}
    deviation = (2_000 * share * (1 - share)) ** 0.5
    assert abs(len(chosen) - 2_000 * share) < 4 * deviation
    assert {one for one in SIGNATURES if is_for_training(one, share / 2)} < chosen


def test_training_share_0_selects_no_puzzle_and_1_selects_all() -> None:
    ends = ["0" * 64, "f" * 64]
    assert not any(is_for_training(one, 0.0) for one in (*SIGNATURES, *ends))
    assert all(is_for_training(one, 1.0) for one in (*SIGNATURES, *ends))
    assert [is_for_training(one, 0.5) for one in ("7" + "f" * 63, "8" + "0" * 63)] == [True, False]


@settings(max_examples=scale(30))
@given(st.integers(1, 4), st.integers(0, 60), st.integers(0, 20))
def test_requested_share_of_each_kind_is_unsolvable(number_of_kinds: int, number: int, twentieths: int) -> None:
    """The unsolvable share of each kind deviates by less than one puzzle.

    Among solvable and among unsolvable puzzles, each level occurs equally often. The kinds alternate.
    """
    names = ["crossing", "grid", "queens", "sudoku"][:number_of_kinds]
    share = Fraction(twentieths, 20)
    requests = [*make_invention_requests(names, number, float(share))]
    assert [one["invent"] for one in requests] == [*itertools.islice(itertools.cycle(names), number)]
    assert [one["number"] for one in requests] == [*range(1, number + 1)]
    assert {one["after"] for one in requests} <= {0}
    for name in names:
        own = [one for one in requests if one["invent"] == name]
        assert abs(sum(one["unsolvable"] for one in own) - share * len(own)) < 1
        for none in (True, False):
            levels = [one["level"] for one in own if one["unsolvable"] is none]
            assert levels == [*itertools.islice(itertools.cycle(range(1, 6)), len(levels))]
    if number % number_of_kinds == 0:
        assert abs(sum(one["unsolvable"] for one in requests) - share * number) < 1


def _found(signature: str, *texts: str, **more: Any) -> dict[str, Any]:
    lines = [json.dumps({"id": text, "proof": {"search": "none"}}) + "\n" for text in texts]
    return {"signature": signature, "lines": lines, "left_out": [], "certificate": None, "hash": "", **more}


def _invention(number: int, unsolvable: bool = False) -> dict[str, Any]:
    return {"invent": "grid", "number": number, "unsolvable": unsolvable}


def test_duplicate_invented_puzzle_is_not_collected() -> None:
    found = QuestionCollection()
    assert found.add_request_result(_invention(1), _found("s", "a"))
    assert found.add_request_result(_invention(2), _found("s", "b")) is None
    assert found.add_request_result(_invention(2), _found("t", "b"))
    assert [json.loads(line)["id"] for line in found.lines] == ["a", "b"]
    assert not found.left_out
    may_repeat = QuestionCollection(allows_repeats=True)
    assert may_repeat.add_request_result(_invention(1), _found("s", "a"))
    assert may_repeat.add_request_result(_invention(2), _found("s", "b"))


def test_same_puzzle_with_other_names_is_left_out_with_a_reason() -> None:
    found = QuestionCollection(allows_repeats=True)
    first, second = ({"puzzle": name, "parameters": {"size": 3}} for name in ("one", "two"))
    assert found.add_request_result(first, _found("s", "a"))
    assert found.add_request_result(first, _found("s", "b")), "more about the same puzzle"
    assert found.add_request_result(second, _found("s", "c")) == []
    assert found.add_request_result({"puzzle": "one", "parameters": {"size": 4}}, _found("s", "d")) == []
    assert [*found.left_out] == [
        "two with size = 3: the set already contains the same puzzle with other names",
        "one with size = 4: the set already contains the same puzzle with other names",
    ]
    assert found.add_request_result(second, _found("", left_out=["two: the proof takes more than 1 s"])) == []
    assert len(found.lines) == 2
    assert len(found.left_out) == 3


def test_unsolvable_invention_without_certificate_is_not_collected() -> None:
    found = QuestionCollection()
    assert found.add_request_result(_invention(1, unsolvable=True), _found("s", "a")) is None
    kept = _found("s", "a", certificate={"claim": "none"}, hash="h")
    assert found.add_request_result(_invention(1, unsolvable=True), kept) == kept["lines"]
    assert found.certificates == {"h": {"claim": "none"}}
    assert "certificate" not in json.loads(found.lines[0])["proof"]
    inside = QuestionCollection(includes_certificates=True)
    inside.add_request_result(_invention(1, unsolvable=True), kept)
    assert json.loads(inside.lines[0])["proof"]["certificate"] == {"claim": "none"}
    inside.add_request_result(_invention(2), _found("t", "b"))
    assert "certificate" not in json.loads(inside.lines[1])["proof"]


def test_duplicate_question_is_collected_only_once() -> None:
    found = QuestionCollection()
    assert len(found.add_request_result(_invention(1), _found("s", "a", "a", "b")) or ()) == 2
    assert found.add_request_result(_invention(1), _found("s", "b", "c")) == _found("s", "c")["lines"]
    assert len(found.lines) == 3


def test_puzzle_signature_determines_training_or_test_split() -> None:
    found = QuestionCollection(training_share=0.7)
    for number, signature in enumerate(SIGNATURES[:300]):
        found.add_request_result(_invention(number), _found(signature, f"{number}", f"{number} again"))
    split = {one["id"]: one["split"] for one in map(json.loads, found.lines)}
    assert all(split[f"{n}"] == split[f"{n} again"] for n in range(300))
    assert {signature for n, signature in enumerate(SIGNATURES[:300]) if split[f"{n}"] == "train"} == {
        one for one in SIGNATURES[:300] if int(one[:16], 16) / 16**16 < 0.7
    }
    told = [{**json.loads(_rows(1).lines[0]), **json.loads(line)} for line in found.lines]
    found.lines[:] = [json.dumps(one) + "\n" for one in told]
    files = make_folder_files(found, "plan pose", False)
    assert [*files] == ["train.jsonl", "test.jsonl", "README.md"]
    for name in ("train", "test"):
        assert {json.loads(line)["split"] for line in files[f"{name}.jsonl"].splitlines()} == {name}
    assert "split" not in json.loads(_unsplit().lines[0])


def _unsplit() -> QuestionCollection:
    found = QuestionCollection()
    found.add_request_result(_invention(1), _found("s", "a"))
    return found


def _rows(number: int, **more: Any) -> QuestionCollection:
    row = {"family": "grid", "ask": "plan", "verdict": "solvable", "difficulty": None, "proof": {"search": "depth first"},
           "optimum_proven": True, "optimum": None, "puzzle": "p", "parameters": {}}  # fmt: skip
    return QuestionCollection(lines=[json.dumps({**row, "id": f"{n}", **more}) + "\n" for n in range(number)])


@pytest.mark.parametrize(
    ("number", "size"), [(999, "n<1K"), (1_000, "1K<n<10K"), (9_999, "1K<n<10K"), (10_000, "10K<n<100K")]
)
def test_data_card_states_the_hugging_face_size_category(number: int, size: str) -> None:
    assert f"size_categories: [{size}]" in render_data_card(_rows(number), "plan pose", False)


def test_data_card_counts_missing_certificates_and_proofs() -> None:
    lines = _rows(3, verdict="unsolvable", proof={"search": "breadth first", "no_certificate": "too large"}).lines
    lines += _rows(2, verdict="unsolvable", proof={"search": "breadth first", "certificate": "h"}).lines
    lines += _rows(4, optimum=7).lines + _rows(1, optimum_proven=False).lines
    told = render_data_card(QuestionCollection(lines=lines, left_out={"why not": None}), "plan pose", True)
    assert "3 of the unsolvable questions have no certificate" in told
    assert "The optimum of 1 question is not proven" in told
    assert "| verdict: unsolvable | 5 |" in told
    assert "| breadth first | 5 |" in told
    assert told.count("- p `{}`: 7\n") == 3, "three values that can be looked up"
    assert "- why not" in told
    assert "holds the certificates" in told
    assert "`--certificates` writes them" in render_data_card(_rows(1), "plan pose", False)
    assert "have no certificate" not in render_data_card(_rows(1), "plan pose", False)


def test_certificate_files_are_named_by_hash_if_requested() -> None:
    data = {"claim": "ö"}
    found = QuestionCollection(lines=_rows(1).lines, certificates={hash_json_text(data): data})
    kept = make_folder_files(found, "plan pose", True)
    [name] = [one for one in kept if one.startswith("certificates/")]
    assert hashlib.sha256(kept[name].encode()).hexdigest() == Path(name).stem
    assert json.loads(kept[name]) == data
    assert [*make_folder_files(found, "plan pose", False)] == ["questions.jsonl", "README.md"]


LINES_OF_TWO_QUESTIONS = ['{"id": "1", "about": {"a": [1]}}\n', '{"id": "2", "file": "ü"}\n']


def test_file_suffix_determines_the_question_format() -> None:
    forms = {
        "a.jsonl": ".jsonl",
        "a.b.jsonl.gz": ".jsonl.gz",
        "a.parquet": ".parquet",
        "a": "",
        "jsonl": "",
        "a.json": "",
    }
    assert {name: find_file_ending(Path(name)) for name in forms} == forms
    lines = LINES_OF_TWO_QUESTIONS
    assert (
        encode_questions(lines, ".jsonl").decode()
        == "".join(lines)
        == gzip.decompress(encode_questions(lines, ".jsonl.gz")).decode()
    )
    assert encode_questions(lines, ".jsonl.gz")[4:8] == bytes(4), "no time of writing"


@pytest.mark.integrations
def test_questions_in_parquet_are_rows_with_objects_as_text() -> None:
    import pyarrow.parquet

    encoded = encode_questions(LINES_OF_TWO_QUESTIONS, ".parquet")
    rows = pyarrow.parquet.read_table(io.BytesIO(encoded)).to_pylist()
    assert rows == [{"id": "1", "about": '{"a": [1]}', "file": None}, {"id": "2", "about": None, "file": "ü"}]


# --- facts about an instance


def _draft(name: str, **parameters: Any) -> ProvenInstance:
    return ProvenInstance(instantiate_smallest(load(name), parameters))


def test_solutions_are_not_counted_above_the_state_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The farmer's puzzle has ten states and two shortest solutions.

    A search up to symmetry visits at most these ten states.
    """
    assert _draft("wolf-goat-cabbage").solution_count == 2
    monkeypatch.setattr(drafts, "MAX_COUNTED_STATES", 3)
    assert _draft("wolf-goat-cabbage").solution_count is None
    assert _draft("jealous-couples", couples=4, capacity=2).solution_count == 0, "known without counting"


def test_certificate_is_omitted_above_the_state_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = _draft("jealous-couples", couples=4, capacity=2)
    assert lost.certificate is not None
    assert lost.proof["certificate"] == hash_json_text(lost.certificate)
    assert "no_certificate" not in lost.proof
    monkeypatch.setattr(drafts, "MAX_COUNTED_STATES", 10)
    larger = _draft("jealous-couples", couples=4, capacity=2)
    assert "certificate" not in larger.proof
    assert "too many for a certificate (the limit is 10)" in larger.proof["no_certificate"]
    with pytest.raises(EncodingError, match="reachable states, too many for a certificate"):
        _ = larger.certificate
    assert _draft("wolf-goat-cabbage").certificate is None
    monkeypatch.setattr(drafts, "MAX_COUNTED_STATES", lost.proof["states"])
    assert "certificate" not in _draft("jealous-couples", couples=4, capacity=2).proof, "states with names count"


@pytest.mark.parametrize(("complete", "goal"), [(False, False), (True, True), (False, True)])
def test_unsolvable_requires_a_complete_second_search(
    complete: bool, goal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed search is not enough for the verdict "unsolvable".

    A second search must visit all reachable states and find no goal state.
    """
    reach = SimpleNamespace(complete=complete, goal_reached=goal, orbit_count=5, state_count=5)
    strategy = SimpleNamespace(
        find_best_solution=lambda: SimpleNamespace(moves=None, total=None, expanded=5, theorem=""),
        explore_to_goal=lambda max_states, keep: reach,
    )
    monkeypatch.setattr(drafts, "strategy_of", lambda instance: strategy)
    with pytest.raises(AssertionError):
        _ = _draft("wolf-goat-cabbage").optimal_moves
    reach.complete, reach.goal_reached = True, False
    assert _draft("wolf-goat-cabbage").optimal_moves is None


def test_unsolvability_check_of_a_question_ignores_the_state_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    original: Callable[..., Any] = drafts.strategy_of

    def strategy_of(instance: Any) -> Any:
        strategy = original(instance)

        def explore_to_goal(max_states: int, wanted: Any) -> Any:
            asked.append(max_states)
            return strategy.explore_to_goal(max_states, wanted)

        return SimpleNamespace(find_best_solution=strategy.find_best_solution, explore_to_goal=explore_to_goal)

    monkeypatch.setattr(drafts, "strategy_of", strategy_of)
    assert _draft("jealous-couples", couples=4, capacity=2).optimal_moves is None
    assert asked == [sys.maxsize]


@pytest.mark.parametrize(
    ("draft", "search", "counted"),
    [
        (_draft("wolf-goat-cabbage"), "best first, up to symmetry", "states"),
        (_draft("bridge-torch"), "least cost first, up to symmetry", "states"),
        (_draft("jealous-couples", couples=4, capacity=2), "breadth first, up to symmetry", "states"),
        (_draft("queens", queens=5), "depth first, with propagation", "nodes"),
    ],
    ids=["fewest", "costs", "unsolvable", "placing"],
)
def test_proof_of_an_optimum_names_the_search_algorithm(draft: ProvenInstance, search: str, counted: str) -> None:
    assert draft.proof["search"] == search
    assert draft.proof[counted] > 0
    assert {"states", "nodes"} & {*draft.proof} == {counted}


def test_proven_instance_has_optimum_difficulty_and_breakable_rules() -> None:
    """The optima are 7 crossings (Alcuin), 17 minutes (Rote, EATCS Bulletin 78), and none if unsolvable."""
    farmer, torch, lost = (
        _draft("wolf-goat-cabbage"),
        _draft("bridge-torch"),
        _draft("jealous-couples", couples=4, capacity=2),
    )
    assert [one.optimum for one in (farmer, torch, lost)] == [7, 17, None]
    assert [one.optimal_total is None for one in (farmer, torch, lost)] == [False, False, True]
    assert lost.difficulty is None
    assert farmer.difficulty in range(1, 6)
    assert farmer.breakable_rules[-1] == GOAL_RULE
    assert GOAL_RULE not in _draft("queens", queens=4).breakable_rules


def test_shown_plans_are_valid_with_the_intended_frequency() -> None:
    """Three in ten shown plans are right, and one in five of the wrong plans ends too soon.

    The data of each wrong plan names the first wrong step.
    """
    farmer, seen, lengths = _draft("wolf-goat-cabbage"), Counter[str](), set[int]()
    first = set[str]()
    assert farmer.optimal_moves is not None
    for seed in range(300):
        about = question_kinds.ask_whether_valid(farmer, SeededRandom(f"{seed}")).about
        seen["right" if about["valid"] else "goal" if about["rules"][about["right"][0]] == GOAL_RULE else "rule"] += 1
        assert [*about["rules"]] == [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(about["rules"])]]
        if about.get("step") == 1:
            first.add(json.dumps(about["moves"][0]))
        if not about["valid"] and about["rules"][about["right"][0]] == GOAL_RULE:
            lengths.add(len(about["moves"]))
        assert about.get("step") is None if about["valid"] else 1 <= about["step"] <= len(about["moves"])
    assert lengths == {*range(1, 7)}, "it may end after any crossing but the last"
    assert len(first) > 3, "not always the same mistake"
    assert abs(seen["right"] - 90) < 4 * (300 * 0.3 * 0.7) ** 0.5
    assert abs(seen["goal"] - 42) < 4 * (300 * 0.14 * 0.86) ** 0.5


def test_next_move_question_uses_every_state_before_goal() -> None:
    lengths = Counter(
        len(question_kinds.ask_for_next_move(_draft("wolf-goat-cabbage"), SeededRandom(f"{seed}")).about["moves"])
        for seed in range(40)
    )
    assert {*lengths} == {*range(7)}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("queens", "optimal-plan"),
        ("queens", "length"),
        ("queens", "next"),
        ("lights-out", "next"),
        ("wolf-goat-cabbage", "answer"),
    ],
)
def test_inapplicable_question_kind_is_rejected(name: str, kind: str) -> None:
    """A puzzle with unordered moves has no question about the fewest moves.

    A puzzle without questions of its own has none to pose.
    """
    draft = _draft(name, **({"queens": 4} if name == "queens" else {}))
    with pytest.raises(EncodingError):
        question_kinds.QUESTION_KINDS[kind](draft, SeededRandom("1"))


PETS = """family = "grid"
name = "pets"
title = "Pets"
source = "Own."
story = "Two people with a pet each live side by side."
positions = { name = "house", plural = "houses", count = 2 }
categories = [{ name = "person", values = ["Ada", "Ben"] }, { name = "pet", values = ["cat", "dog"] }]
clues = [{ clue = "KIND", values = ["Ada", "VALUE"], says = "As it is." }]
questions = [{ value = "cat", category = "person", asks = "Who keeps the cat?" }]
"""


@pytest.mark.parametrize(
    ("clue", "value", "answer"), [("same", "cat", "Ada"), ("different", "cat", "Ben"), ("next-to", "Ben", None)]
)
def test_answer_question_requires_agreement_of_all_solutions(clue: str, value: str, answer: str | None) -> None:
    """There are two solutions, since no clue says who lives on the left.

    Without a clue about pets there are four solutions, which give different answers.
    """
    text = PETS.replace("KIND", clue).replace("VALUE", value)
    draft = ProvenInstance(instantiate(parse_puzzle_text(text, "pets"), {}), text)
    assert draft.solution_count == (4 if answer is None else 2)
    if answer is None:
        with pytest.raises(EncodingError, match="several solutions"):
            question_kinds.ask_puzzle_questions(draft, SeededRandom("1"))
    else:
        assert answer in question_kinds.ask_puzzle_questions(draft, SeededRandom("1")).about["answers"]["1"]


def _request(**more: Any) -> dict[str, Any]:
    common = {
        "ask": ["plan"],
        "seed": "1",
        "number": 1,
        "paraphrase": False,
        "language": "en",
        "pddl": False,
        "theme": None,
    }
    return {**common, "timeout": 60.0, "puzzle": "wolf-goat-cabbage", "parameters": {}, **more}


def test_questions_are_left_out_if_the_optimality_proof_times_out() -> None:
    found = pose_request(
        _request(puzzle="jealous-couples", parameters={"couples": 9, "islands": 1, "capacity": 3}, timeout=0.05)
    )
    assert found["lines"] == []
    assert any("the proof takes more than 0.05 s" in why for why in found["left_out"])


def test_inapplicable_kind_does_not_affect_other_kinds() -> None:
    found = pose_request(_request(ask=["plan", "answer", "length"]))
    assert [json.loads(line)["ask"] for line in found["lines"]] == ["plan", "length"]
    assert len(found["left_out"]) == 1


def test_question_includes_pddl_only_on_request() -> None:
    [plain], [more] = (pose_request(_request(pddl=wanted))["lines"] for wanted in (False, True))
    assert "pddl" not in json.loads(plain)
    assert json.loads(more)["pddl"]["domain"].startswith(";") or "(define" in json.loads(more)["pddl"]["domain"]


def test_question_round_trips_and_has_id_from_text() -> None:
    [line] = pose_request(_request())["lines"]
    asked = parse_question(line, "here")
    assert asked.line() == line
    assert asked.id == make_question_id(asked.question) == hashlib.sha256(asked.question.encode()).hexdigest()[:16]
    assert asked.seed == "1"
    assert (asked.unique, asked.solutions) == (False, 2)
    assert isinstance(asked, Question)


def test_question_uses_the_requested_theme() -> None:
    found = pose_request(_request(theme="opera"))
    told = json.loads(found["lines"][0])
    assert told["theme"] == "opera"
    assert "wolf" not in told["question"].lower()
    assert json.loads(pose_request(_request())["lines"][0])["theme"] is None


def test_languages_are_sorted_and_include_english() -> None:
    assert "en" in list_languages()
    assert [*list_languages()] == sorted(list_languages())


def test_answer_question_about_contradictory_clues_expects_unsolvable() -> None:
    text = PETS.replace("KIND", "same").replace("VALUE", "cat")
    clue = text[text.index("{ clue") : text.index("]\nquestions")]
    contrary = text.replace(clue, f"{clue}, {clue.replace('same', 'different')}")
    asked = question_kinds.ask_puzzle_questions(
        ProvenInstance(instantiate(parse_puzzle_text(contrary, "pets"), {}), contrary), SeededRandom("1")
    )
    assert (asked.answer, asked.about) == ("unsolvable", {"answers": {}})


def test_wording_and_theme_vary_only_with_paraphrase() -> None:
    first = domains.words("questions/en/asks")["length"]["asks"]
    assert len(first) > 1
    plain, *others = (pose_request(_request(ask=["length"], seed=seed))["lines"][0] for seed in "12")
    endings = [json.loads(line)["question"].split("\n\n")[-2] for line in (plain, *others)]
    assert len({*endings}) == 1
    drawn = [
        json.loads(pose_request(_request(ask=["length"], seed=seed, paraphrase=True))["lines"][0]) for seed in "12345"
    ]
    assert len({row["question"].split("\n\n")[-2].split(" ")[0] for row in drawn}) > 1
    assert len({row["theme"] for row in drawn}) > 1, "themes are drawn, too"
    told = [pose_request(_request(seed=seed, paraphrase=True, theme="opera"))["lines"][0] for seed in "12"]
    assert {json.loads(line)["theme"] for line in told} == {"opera"}


def test_signature_does_not_depend_on_names() -> None:
    found = pose_request(_request())
    assert found["signature"] == structure_signature(instantiate(load("wolf-goat-cabbage"), {}))
    assert found["signature"] == pose_request(_request(puzzle="fox-goose-beans"))["signature"]
    assert (found["tried"], found["certificate"], found["left_out"]) == (0, None, [])
    [request] = make_invention_requests(["queens"], 1, 0.0)
    made = pose_request(_request(**request))
    [asked] = map(json.loads, made["lines"])
    assert made["signature"] == structure_signature(instantiate(parse_puzzle_text(asked["file"], asked["puzzle"]), {}))
    assert made["tried"] >= 1


class StopError(FerryplanError):
    """An error that ends the parts of a run that a test does not need."""


@pytest.mark.parametrize("level", range(1, 6))
def test_invention_request_has_the_size_of_its_difficulty_level(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind has five levels, which fix the size of a puzzle and whether it may have irrelevant parts."""
    wished = list[tuple[Any, ...]]()

    def stop(asked: Any, number: int, after: int, max_drafts: int | None) -> None:
        wished.append((asked, number, after, max_drafts))
        raise StopError("enough")

    monkeypatch.setattr(request_handling, "make_invention", stop)
    for kind in ("crossing", "grid", "sudoku", "queens", "arithmetic"):
        how = domains.words("levels")[kind]
        assert len(how) == 5
        request = _request(invent=kind, number=4, unsolvable=level == 2, level=level, after=0)
        assert pose_request(request)["left_out"] == ["enough"]
        asked, number, after, most = wished[-1]
        wishes = asked.wishes
        assert (asked.kind, number, after, most) == (kind, 4, 0, how[level - 1]["drafts"])
        assert (asked.twins, wishes.difficulty) == (level == 2, level)
        sizes = {what: [some.start, some.stop - 1] for what, some in wishes.sizes.items()}
        assert sizes == how[level - 1].get("sizes", {})
        loose = how[level - 1].get("loose", False)
        assert (wishes.minimal, wishes.solutions) == (not loose, how[level - 1].get("several", 1) if loose else 1)
        pose_request({**request, "after": 7})
        assert wished[-1][2:] == (7, 0), "of its size there may be no other"
        pose_request({**request, "after": 7, "exact": True})
        assert wished[-1][2:] == (7, None)
    pose_request({**_request(invent="grid", unsolvable=False, level=None, after=0), "seed": "any"})
    assert wished[-1][0].wishes.difficulty is None


def test_question_is_left_out_if_its_expected_answer_is_scored_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_handling, "score", lambda question, answer: make_not_found_score("anything"))
    found = pose_request(_request(ask=["plan", "length"]))
    assert found["lines"] == []
    assert all(
        "ferryplan's scoring rejects ferryplan's own answer" in why and "please report it with seed 1," in why
        for why in found["left_out"]
    )
    assert len(found["left_out"]) == 2


def test_timeout_includes_loading_the_puzzle_instance(monkeypatch: pytest.MonkeyPatch) -> None:
    def rest(request: Any) -> None:
        time.sleep(3)

    monkeypatch.setattr(request_handling, "_load_instance", rest)
    assert pose_request(_request(timeout=0.05))["left_out"] == ["wolf-goat-cabbage: the proof takes more than 0.05 s"]


def test_answer_question_is_rejected_if_one_part_is_ambiguous() -> None:
    """The clues determine who keeps the cat, but not who drinks tea."""
    text = PETS.replace("KIND", "same").replace("VALUE", "cat")
    text = text.replace('["cat", "dog"] }]', '["cat", "dog"] }, { name = "drink", values = ["tea", "milk"] }]')
    more = text.replace(
        "questions = [", 'questions = [{ value = "tea", category = "person", asks = "Who drinks tea?" }, '
    )
    assert more != text
    assert question_kinds.ask_puzzle_questions(
        ProvenInstance(instantiate(parse_puzzle_text(text, "pets"), {}), text), SeededRandom("1")
    ).about["answers"]
    with pytest.raises(EncodingError, match="several solutions"):
        question_kinds.ask_puzzle_questions(
            ProvenInstance(instantiate(parse_puzzle_text(more, "pets"), {}), more), SeededRandom("1")
        )


def test_valid_question_asks_for_step_only_with_ordered_moves() -> None:
    """Questions about crossings ask for the first failing step; those about queens ask only for the rule.

    The moves of queens may come in any order.
    """
    farmer, queens = (
        {one["ask"]: one["question"] for one in map(json.loads, pose_request(_request(ask=["valid"], **more))["lines"])}
        for more in ({}, {"puzzle": "queens", "parameters": {"queens": 5}})
    )
    assert '"step": ' in farmer["valid"]
    assert '"step": ' not in queens["valid"]
    assert '"rule": ' in farmer["valid"]
    assert '"rule": ' in queens["valid"]


@pytest.mark.parametrize("theme", [None, "opera"])
def test_formalize_answer_uses_the_names_of_the_theme(theme: str | None) -> None:
    """The names are those of the catalog puzzle or of its file with the theme."""
    found = pose_request(_request(ask=["formalise"], theme=theme))
    [asked] = map(json.loads, found["lines"])
    assert asked["answer"].count("(define (") == 2
    assert ("(at wolf " in asked["answer"]) is (theme is None)
    assert ("wolf" in asked["answer"]) is (theme is None), (
        "no name of the puzzle's own, in no comment and no domain's name"
    )
    domain, used = re.findall(r"\(:?domain ([^)]+)\)", asked["answer"])
    assert domain == used
