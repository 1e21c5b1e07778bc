"""Questions and answers in files and in rows of tables."""

from __future__ import annotations

import json
from typing import Any

import pytest
from known_questions import FARMER

from ferryplan.evaluation.scoring import answer_files as files
from ferryplan.evaluation.scoring.answer_files import AnswerFileError, read_answers, read_questions
from ferryplan.evaluation.scoring.table_rows import restore_question_object, to_python_value


def test_question_objects_are_restored_from_table_rows() -> None:
    row = {
        "id": "1", "parameters": {"couples": 3.0, "x": None, "deep": {"y": None, "z": [{"w": None, "v": 2.0}]}},
        "proof": '{"states": 5, "hash": null}',
        "optimum": float("nan"), "seed": None, "file": None, "pddl": None, "split": float("nan"),
        "about": {"answers": '{"1": "A"}', "moves": '[["a"]]', "valid": None, "said": "plain"}, "question": "{not JSON", "share": 0.5,
    }  # fmt: skip
    assert restore_question_object(row) == {
        "id": "1", "parameters": {"couples": 3, "deep": {"z": [{"v": 2}]}}, "proof": {"states": 5}, "optimum": None, "seed": None,
        "about": {"answers": {"1": "A"}, "moves": [["a"]], "said": "plain"}, "question": "{not JSON", "share": 0.5,
    }  # fmt: skip
    assert type(restore_question_object(row)["parameters"]["couples"]) is int
    assert restore_question_object({"parameters": "{broken", "about": None}) == {"parameters": "{broken"}
    with pytest.raises(TypeError):
        to_python_value(object())


def test_missing_repeated_and_unknown_answers_are_listed(tmp_path: Any) -> None:
    """Each missing, repeated or unknown answer is listed once.

    Missing answers are in the order of the questions, repeated and unknown ones in the order of the answers.
    """
    (tmp_path / "q.jsonl").write_text("".join(json.dumps({**FARMER, "id": known}) + "\n\n" for known in "cabd"))
    asked = read_questions(str(tmp_path / "q.jsonl"))
    assert [*asked] == [*"cabd"]
    rows = [("y", 1), ("b", 1), ("z", 2), ("b", 2), ("y", 3), ("b", 3), (5, 0)]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps({"id": known, "answer": one}) + "\n" for known, one in rows))
    found = read_answers(str(tmp_path / "a.jsonl"), asked)
    assert found.given == {"y": 3, "b": 3, "z": 2, "5": 0}
    assert (found.missing, found.repeated, found.unknown) == ([*"cad"], ["b", "y"], ["y", "z", "5"])


def test_malformed_answer_is_reported_with_its_line(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    for bad in ("[1]", '{"id": 1}', '{"answer": 1}', "7", "{"):
        path.write_text(f'{{"id": 1, "answer": 2}}\n\n{bad}\n')
        with pytest.raises(AnswerFileError, match=r"a\.jsonl:3: "):
            read_answers(str(path), {})
    path.write_bytes(b"\xef\xbb\xbf" + '{"id": "ä", "answer": 2}'.encode())
    assert read_answers(str(path), {}).given == {"ä": 2}, "with a byte order mark"
    with pytest.raises(AnswerFileError, match=r"nowhere: cannot be read: No such file or directory;"):
        read_answers(str(tmp_path / "nowhere"), {})
    path.write_text('{"id": 1, "answer": 2}\n' * 3)
    monkeypatch.setattr(files, "MAX_FILE_SIZE", 10)
    with pytest.raises(AnswerFileError, match="cannot be read"):
        read_answers(str(path), {})
