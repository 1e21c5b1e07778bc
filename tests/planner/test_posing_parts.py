"""The parts of which sets of questions are made: shares, splits, what is left out, and what is said of an instance that was searched."""

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

import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan import domains
from ferryplan.evaluation.posing import draft as drafts
from ferryplan.evaluation.posing import kinds, tasks
from ferryplan.evaluation.posing.collection import Collection, inventions
from ferryplan.evaluation.posing.draft import GOAL_RULE, Draft, hash_of
from ferryplan.evaluation.posing.folder import card, ending, file_of, folder_of
from ferryplan.evaluation.posing.tasks import is_for_training, posed
from ferryplan.evaluation.posing.wording import languages
from ferryplan.evaluation.scoring.question import Question, id_of, question_in
from ferryplan.evaluation.scoring.score import unreadable
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import EncodingError, FerryplanError
from ferryplan.generator.families import instantiate, instantiate_smallest
from ferryplan.generator.inventing.identity import signature_of
from ferryplan.generator.puzzle import load, read

SIGNATURES = [hashlib.sha256(f"{number}".encode()).hexdigest() for number in range(2_000)]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8, 0.9])
def test_training_split_has_the_share_that_is_asked_for(share: float) -> None:
    """Of 2,000 hashes as many as a binomial distribution gives, within four standard deviations; those of a smaller share are among them."""
    chosen = {one for one in SIGNATURES if is_for_training(one, share)}
    deviation = (2_000 * share * (1 - share)) ** 0.5
    assert abs(len(chosen) - 2_000 * share) < 4 * deviation
    assert {one for one in SIGNATURES if is_for_training(one, share / 2)} < chosen


def test_training_split_has_nothing_or_all_at_the_ends() -> None:
    ends = ["0" * 64, "f" * 64]
    assert not any(is_for_training(one, 0.0) for one in (*SIGNATURES, *ends))
    assert all(is_for_training(one, 1.0) for one in (*SIGNATURES, *ends))
    assert [is_for_training(one, 0.5) for one in ("7" + "f" * 63, "8" + "0" * 63)] == [True, False]


@settings(max_examples=60)
@given(st.integers(1, 4), st.integers(0, 60), st.integers(0, 20))
def test_a_share_of_each_kind_is_unsolvable(number_of_kinds: int, number: int, twentieths: int) -> None:
    """Of each kind within one of the share, and of all; each level as often as each other, among both; the kinds in turn."""
    names = ["crossing", "grid", "queens", "sudoku"][:number_of_kinds]
    share = Fraction(twentieths, 20)
    requests = [*inventions(names, number, float(share))]
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


def test_invented_puzzle_that_is_there_already_is_made_anew() -> None:
    found = Collection()
    assert found.add(_invention(1), _found("s", "a"))
    assert found.add(_invention(2), _found("s", "b")) is None
    assert found.add(_invention(2), _found("t", "b"))
    assert [json.loads(line)["id"] for line in found.lines] == ["a", "b"]
    assert not found.left_out
    may_repeat = Collection(repeats=True)
    assert may_repeat.add(_invention(1), _found("s", "a"))
    assert may_repeat.add(_invention(2), _found("s", "b"))


def test_puzzle_that_is_another_but_for_names_is_left_out_and_told() -> None:
    found = Collection(repeats=True)
    first, second = ({"puzzle": name, "parameters": {"size": 3}} for name in ("one", "two"))
    assert found.add(first, _found("s", "a"))
    assert found.add(first, _found("s", "b")), "more about the same puzzle"
    assert found.add(second, _found("s", "c")) == []
    assert found.add({"puzzle": "one", "parameters": {"size": 4}}, _found("s", "d")) == []
    assert [*found.left_out] == [
        "two with size = 3: the set already contains the same puzzle with other names",
        "one with size = 4: the set already contains the same puzzle with other names",
    ]
    assert found.add(second, _found("", left_out=["two: the proof takes more than 1 s"])) == []
    assert len(found.lines) == 2
    assert len(found.left_out) == 3


def test_unsolvable_puzzle_without_a_certificate_is_made_anew() -> None:
    found = Collection()
    assert found.add(_invention(1, unsolvable=True), _found("s", "a")) is None
    kept = _found("s", "a", certificate={"claim": "none"}, hash="h")
    assert found.add(_invention(1, unsolvable=True), kept) == kept["lines"]
    assert found.certificates == {"h": {"claim": "none"}}
    assert "certificate" not in json.loads(found.lines[0])["proof"]
    inside = Collection(certified=True)
    inside.add(_invention(1, unsolvable=True), kept)
    assert json.loads(inside.lines[0])["proof"]["certificate"] == {"claim": "none"}
    inside.add(_invention(2), _found("t", "b"))
    assert "certificate" not in json.loads(inside.lines[1])["proof"]


def test_a_line_stands_in_a_set_once() -> None:
    found = Collection()
    assert len(found.add(_invention(1), _found("s", "a", "a", "b")) or ()) == 2
    assert found.add(_invention(1), _found("s", "b", "c")) == _found("s", "c")["lines"]
    assert len(found.lines) == 3


def test_each_puzzle_stands_in_the_split_of_its_signature() -> None:
    found = Collection(split=0.7)
    for number, signature in enumerate(SIGNATURES[:300]):
        found.add(_invention(number), _found(signature, f"{number}", f"{number} again"))
    split = {one["id"]: one["split"] for one in map(json.loads, found.lines)}
    assert all(split[f"{n}"] == split[f"{n} again"] for n in range(300))
    assert {signature for n, signature in enumerate(SIGNATURES[:300]) if split[f"{n}"] == "train"} == {
        one for one in SIGNATURES[:300] if int(one[:16], 16) / 16**16 < 0.7
    }
    told = [{**json.loads(_rows(1).lines[0]), **json.loads(line)} for line in found.lines]
    found.lines[:] = [json.dumps(one) + "\n" for one in told]
    files = folder_of(found, "plan pose", False)
    assert [*files] == ["train.jsonl", "test.jsonl", "README.md"]
    for name in ("train", "test"):
        assert {json.loads(line)["split"] for line in files[f"{name}.jsonl"].splitlines()} == {name}
    assert "split" not in json.loads(_unsplit().lines[0])


def _unsplit() -> Collection:
    found = Collection()
    found.add(_invention(1), _found("s", "a"))
    return found


def _rows(number: int, **more: Any) -> Collection:
    row = {"family": "grid", "ask": "plan", "verdict": "solvable", "difficulty": None, "proof": {"search": "depth first"},
           "optimum_proven": True, "optimum": None, "puzzle": "p", "parameters": {}}  # fmt: skip
    return Collection(lines=[json.dumps({**row, "id": f"{n}", **more}) + "\n" for n in range(number)])


@pytest.mark.parametrize(
    ("number", "size"), [(999, "n<1K"), (1_000, "1K<n<10K"), (9_999, "1K<n<10K"), (10_000, "10K<n<100K")]
)
def test_card_tells_the_size_as_hugging_face_does(number: int, size: str) -> None:
    assert f"size_categories: [{size}]" in card(_rows(number), "plan pose", False)


def test_card_counts_what_is_not_certified_and_not_proven() -> None:
    lines = _rows(3, verdict="unsolvable", proof={"search": "breadth first", "no_certificate": "too large"}).lines
    lines += _rows(2, verdict="unsolvable", proof={"search": "breadth first", "certificate": "h"}).lines
    lines += _rows(4, optimum=7).lines + _rows(1, optimum_proven=False).lines
    told = card(Collection(lines=lines, left_out={"why not": None}), "plan pose", True)
    assert "3 of the unsolvable questions have no certificate" in told
    assert "The optimum of 1 question is not proven" in told
    assert "| verdict: unsolvable | 5 |" in told
    assert "| breadth first | 5 |" in told
    assert told.count("- p `{}`: 7\n") == 3, "three values that can be looked up"
    assert "- why not" in told
    assert "holds the certificates" in told
    assert "`--certificates` writes them" in card(_rows(1), "plan pose", False)
    assert "have no certificate" not in card(_rows(1), "plan pose", False)


def test_certificates_are_files_by_their_hash_only_where_they_are_kept() -> None:
    data = {"claim": "ö"}
    found = Collection(lines=_rows(1).lines, certificates={hash_of(data): data})
    kept = folder_of(found, "plan pose", True)
    [name] = [one for one in kept if one.startswith("certificates/")]
    assert hashlib.sha256(kept[name].encode()).hexdigest() == Path(name).stem
    assert json.loads(kept[name]) == data
    assert [*folder_of(found, "plan pose", False)] == ["questions.jsonl", "README.md"]


def test_files_have_a_form_by_their_ending() -> None:
    forms = {
        "a.jsonl": ".jsonl",
        "a.b.jsonl.gz": ".jsonl.gz",
        "a.parquet": ".parquet",
        "a": "",
        "jsonl": "",
        "a.json": "",
    }
    assert {name: ending(Path(name)) for name in forms} == forms
    lines = ['{"id": "1", "about": {"a": [1]}}\n', '{"id": "2", "file": "ü"}\n']
    assert file_of(lines, ".jsonl").decode() == "".join(lines) == gzip.decompress(file_of(lines, ".jsonl.gz")).decode()
    assert file_of(lines, ".jsonl.gz")[4:8] == bytes(4), "no time of writing"
    rows = pyarrow.parquet.read_table(io.BytesIO(file_of(lines, ".parquet"))).to_pylist()
    assert rows == [{"id": "1", "about": '{"a": [1]}', "file": None}, {"id": "2", "about": None, "file": "ü"}]


# --- what is said of an instance


def _draft(name: str, **parameters: Any) -> Draft:
    return Draft(instantiate_smallest(load(name), parameters))


def test_solutions_are_not_counted_of_what_takes_more_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """The farmer's puzzle has ten states and two shortest solutions; a search up to symmetry looks at no more than the ten."""
    assert _draft("wolf-goat-cabbage").solutions == 2
    monkeypatch.setattr(drafts, "MOST_COUNTED", 3)
    assert _draft("wolf-goat-cabbage").solutions is None
    assert _draft("jealous-couples", couples=4, capacity=2).solutions == 0, "known without counting"


def test_no_certificate_is_made_of_too_many_states(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = _draft("jealous-couples", couples=4, capacity=2)
    assert lost.certificate is not None
    assert lost.proof["certificate"] == hash_of(lost.certificate)
    assert "no_certificate" not in lost.proof
    monkeypatch.setattr(drafts, "MOST_COUNTED", 10)
    larger = _draft("jealous-couples", couples=4, capacity=2)
    assert "certificate" not in larger.proof
    assert "too many for a certificate (the limit is 10)" in larger.proof["no_certificate"]
    with pytest.raises(EncodingError, match="reachable states, too many for a certificate"):
        _ = larger.certificate
    assert _draft("wolf-goat-cabbage").certificate is None
    monkeypatch.setattr(drafts, "MOST_COUNTED", lost.proof["states"])
    assert "certificate" not in _draft("jealous-couples", couples=4, capacity=2).proof, "states with names count"


@pytest.mark.parametrize(("complete", "goal"), [(False, False), (True, True), (False, True)])
def test_nothing_is_called_unsolvable_before_all_is_searched(
    complete: bool, goal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One search that finds nothing is not enough: another looks at everything within reach, and finds no goal."""
    reach = SimpleNamespace(complete=complete, goal=goal, orbits=5, tried=5)
    strategy = SimpleNamespace(
        best=lambda: SimpleNamespace(moves=None, total=None, expanded=5, theorem=""), reach=lambda most, wanted: reach
    )
    monkeypatch.setattr(drafts, "strategy_of", lambda instance: strategy)
    with pytest.raises(AssertionError):
        _ = _draft("wolf-goat-cabbage").moves
    reach.complete, reach.goal = True, False
    assert _draft("wolf-goat-cabbage").moves is None


def test_all_within_reach_is_searched_without_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    original: Callable[..., Any] = drafts.strategy_of

    def strategy_of(instance: Any) -> Any:
        strategy = original(instance)

        def reach(most: int, wanted: Any) -> Any:
            asked.append(most)
            return strategy.reach(most, wanted)

        return SimpleNamespace(best=strategy.best, reach=reach)

    monkeypatch.setattr(drafts, "strategy_of", strategy_of)
    assert _draft("jealous-couples", couples=4, capacity=2).moves is None
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
def test_proof_names_the_search(draft: Draft, search: str, counted: str) -> None:
    assert draft.proof["search"] == search
    assert draft.proof[counted] > 0
    assert {"states", "nodes"} & {*draft.proof} == {counted}


def test_draft_tells_optimum_difficulty_and_rules() -> None:
    """7 crossings (Alcuin), 17 minutes (Rote, EATCS Bulletin 78), nothing where there is no solution."""
    farmer, torch, lost = (
        _draft("wolf-goat-cabbage"),
        _draft("bridge-torch"),
        _draft("jealous-couples", couples=4, capacity=2),
    )
    assert [one.optimum for one in (farmer, torch, lost)] == [7, 17, None]
    assert [one.total is None for one in (farmer, torch, lost)] == [False, False, True]
    assert lost.difficulty is None
    assert farmer.difficulty in range(1, 6)
    assert farmer.rules[-1] == GOAL_RULE
    assert GOAL_RULE not in _draft("queens", queens=4).rules


def test_shown_plans_are_right_as_often_as_is_meant() -> None:
    """Three in ten right; of the others one in five ends too soon; each fault says the first step at which it goes wrong."""
    farmer, seen, lengths = _draft("wolf-goat-cabbage"), Counter[str](), set[int]()
    first = set[str]()
    assert farmer.moves is not None
    for seed in range(300):
        about = kinds.valid(farmer, Draw(f"{seed}")).about
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


def test_next_move_is_asked_from_every_state_of_a_best_way() -> None:
    lengths = Counter(
        len(kinds.next_move(_draft("wolf-goat-cabbage"), Draw(f"{seed}")).about["moves"]) for seed in range(40)
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
def test_what_makes_no_sense_is_not_asked(name: str, kind: str) -> None:
    """The fewest moves of puzzles whose moves come in any order, the questions of a puzzle that has none."""
    draft = _draft(name, **({"queens": 4} if name == "queens" else {}))
    with pytest.raises(EncodingError):
        kinds.KINDS[kind](draft, Draw("1"))


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
def test_answers_are_asked_only_where_all_solutions_agree(clue: str, value: str, answer: str | None) -> None:
    """There are two solutions, since nobody says who lives left; without a clue about pets, there are four, which answer differently."""
    text = PETS.replace("KIND", clue).replace("VALUE", value)
    draft = Draft(instantiate(read(text, "pets"), {}), text)
    assert draft.solutions == (4 if answer is None else 2)
    if answer is None:
        with pytest.raises(EncodingError, match="several solutions"):
            kinds.answer(draft, Draw("1"))
    else:
        assert answer in kinds.answer(draft, Draw("1")).about["answers"]["1"]


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


def test_limits_of_time_leave_questions_out() -> None:
    found = posed(
        _request(puzzle="jealous-couples", parameters={"couples": 9, "islands": 1, "capacity": 3}, timeout=0.05)
    )
    assert found["lines"] == []
    assert any("the proof takes more than 0.05 s" in why for why in found["left_out"])


def test_one_kind_that_cannot_be_asked_leaves_the_others() -> None:
    found = posed(_request(ask=["plan", "answer", "length"]))
    assert [json.loads(line)["ask"] for line in found["lines"]] == ["plan", "length"]
    assert len(found["left_out"]) == 1


def test_pddl_stands_in_a_question_only_where_it_is_asked_for() -> None:
    [plain], [more] = (posed(_request(pddl=wanted))["lines"] for wanted in (False, True))
    assert "pddl" not in json.loads(plain)
    assert json.loads(more)["pddl"]["domain"].startswith(";") or "(define" in json.loads(more)["pddl"]["domain"]


def test_lines_are_read_back_and_named_by_their_words() -> None:
    [line] = posed(_request())["lines"]
    asked = question_in(line, "here")
    assert asked.line() == line
    assert asked.id == id_of(asked.question) == hashlib.sha256(asked.question.encode()).hexdigest()[:16]
    assert asked.seed == "1"
    assert (asked.unique, asked.solutions) == (False, 2)
    assert isinstance(asked, Question)


def test_theme_that_is_asked_for_is_told() -> None:
    found = posed(_request(theme="opera"))
    told = json.loads(found["lines"][0])
    assert told["theme"] == "opera"
    assert "wolf" not in told["question"].lower()
    assert json.loads(posed(_request())["lines"][0])["theme"] is None


def test_languages_are_folders_with_wordings() -> None:
    assert "en" in languages()
    assert [*languages()] == sorted(languages())


def test_puzzle_without_a_solution_is_asked_for_its_answers_all_the_same() -> None:
    text = PETS.replace("KIND", "same").replace("VALUE", "cat")
    clue = text[text.index("{ clue") : text.index("]\nquestions")]
    contrary = text.replace(clue, f"{clue}, {clue.replace('same', 'different')}")
    asked = kinds.answer(Draft(instantiate(read(contrary, "pets"), {}), contrary), Draw("1"))
    assert (asked.answer, asked.about) == ("unsolvable", {"answers": {}})


def test_wordings_are_drawn_only_where_they_are_to_be() -> None:
    first = domains.words("questions/en/asks")["length"]["asks"]
    assert len(first) > 1
    plain, *others = (posed(_request(ask=["length"], seed=seed))["lines"][0] for seed in "12")
    endings = [json.loads(line)["question"].split("\n\n")[-2] for line in (plain, *others)]
    assert len({*endings}) == 1
    drawn = [json.loads(posed(_request(ask=["length"], seed=seed, paraphrase=True))["lines"][0]) for seed in "12345"]
    assert len({row["question"].split("\n\n")[-2].split(" ")[0] for row in drawn}) > 1
    assert len({row["theme"] for row in drawn}) > 1, "themes are drawn, too"
    told = [posed(_request(seed=seed, paraphrase=True, theme="opera"))["lines"][0] for seed in "12"]
    assert {json.loads(line)["theme"] for line in told} == {"opera"}


def test_signature_is_that_of_the_puzzle_whose_names_do_not_matter() -> None:
    found = posed(_request())
    assert found["signature"] == signature_of(instantiate(load("wolf-goat-cabbage"), {}))
    assert found["signature"] == posed(_request(puzzle="fox-goose-beans"))["signature"]
    assert (found["tried"], found["certificate"], found["left_out"]) == (0, None, [])
    [request] = inventions(["queens"], 1, 0.0)
    made = posed(_request(**request))
    [asked] = map(json.loads, made["lines"])
    assert made["signature"] == signature_of(instantiate(read(asked["file"], asked["puzzle"]), {}))
    assert made["tried"] >= 1


class StopError(FerryplanError):
    """Ends what a test does not need."""


@pytest.mark.parametrize("level", range(1, 6))
def test_puzzles_are_wished_as_their_level_says(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind has five levels, which say how large a puzzle is, and whether it may have parts that do not matter."""
    wished = list[tuple[Any, ...]]()

    def stop(asked: Any, number: int, after: int, most: int | None) -> None:
        wished.append((asked, number, after, most))
        raise StopError("enough")

    monkeypatch.setattr(tasks, "invented", stop)
    for kind in ("crossing", "grid", "sudoku", "queens", "arithmetic"):
        how = domains.words("levels")[kind]
        assert len(how) == 5
        request = _request(invent=kind, number=4, unsolvable=level == 2, level=level, after=0)
        assert posed(request)["left_out"] == ["enough"]
        asked, number, after, most = wished[-1]
        wishes = asked.wishes
        assert (asked.kind, number, after, most) == (kind, 4, 0, how[level - 1]["drafts"])
        assert (asked.twins, wishes.difficulty) == (level == 2, level)
        sizes = {what: [some.start, some.stop - 1] for what, some in wishes.sizes.items()}
        assert sizes == how[level - 1].get("sizes", {})
        loose = how[level - 1].get("loose", False)
        assert (wishes.minimal, wishes.solutions) == (not loose, how[level - 1].get("several", 1) if loose else 1)
        posed({**request, "after": 7})
        assert wished[-1][2:] == (7, 0), "of its size there may be no other"
        posed({**request, "after": 7, "exact": True})
        assert wished[-1][2:] == (7, None)
    posed({**_request(invent="grid", unsolvable=False, level=None, after=0), "seed": "any"})
    assert wished[-1][0].wishes.difficulty is None


def test_no_question_is_asked_whose_own_answer_is_not_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "score", lambda question, answer: unreadable("anything"))
    found = posed(_request(ask=["plan", "length"]))
    assert found["lines"] == []
    assert all(
        "ferryplan's scoring rejects ferryplan's own answer" in why and "please report it with seed 1," in why
        for why in found["left_out"]
    )
    assert len(found["left_out"]) == 2


def test_time_that_it_takes_to_draw_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    def rest(request: Any) -> None:
        time.sleep(3)

    monkeypatch.setattr(tasks, "_draft", rest)
    assert posed(_request(timeout=0.05))["left_out"] == ["wolf-goat-cabbage: the proof takes more than 0.05 s"]


def test_one_answer_that_is_left_open_is_enough_to_ask_nothing() -> None:
    """Who keeps the cat is told, who drinks tea is not."""
    text = PETS.replace("KIND", "same").replace("VALUE", "cat")
    text = text.replace('["cat", "dog"] }]', '["cat", "dog"] }, { name = "drink", values = ["tea", "milk"] }]')
    more = text.replace(
        "questions = [", 'questions = [{ value = "tea", category = "person", asks = "Who drinks tea?" }, '
    )
    assert more != text
    assert kinds.answer(Draft(instantiate(read(text, "pets"), {}), text), Draw("1")).about["answers"]
    with pytest.raises(EncodingError, match="several solutions"):
        kinds.answer(Draft(instantiate(read(more, "pets"), {}), more), Draw("1"))


def test_steps_are_asked_for_only_where_moves_have_an_order() -> None:
    """Where a plan fails first is said of crossings; of queens, which come in any order, only which rule is broken."""
    farmer, queens = (
        {one["ask"]: one["question"] for one in map(json.loads, posed(_request(ask=["valid"], **more))["lines"])}
        for more in ({}, {"puzzle": "queens", "parameters": {"queens": 5}})
    )
    assert '"step": ' in farmer["valid"]
    assert '"step": ' not in queens["valid"]
    assert '"rule": ' in farmer["valid"]
    assert '"rule": ' in queens["valid"]


@pytest.mark.parametrize("theme", [None, "opera"])
def test_model_that_is_asked_for_is_that_of_the_puzzle_in_its_words(theme: str | None) -> None:
    """Of the catalogue's puzzle, or of its file as a theme tells it."""
    found = posed(_request(ask=["formalise"], theme=theme))
    [asked] = map(json.loads, found["lines"])
    assert asked["answer"].count("(define (") == 2
    assert ("(at wolf " in asked["answer"]) is (theme is None)
    assert ("wolf" in asked["answer"]) is (theme is None), (
        "no name of the puzzle's own, in no comment and no domain's name"
    )
    domain, used = re.findall(r"\(:?domain ([^)]+)\)", asked["answer"])
    assert domain == used
