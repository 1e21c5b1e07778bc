"""The public result of `pose`: a sequence of questions, which can be rendered and saved."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ferryplan.evaluation.posing.collection import QuestionCollection
from ferryplan.evaluation.posing.proven_instance import hash_json_text
from ferryplan.evaluation.posing.question_files import encode_questions, find_file_ending, make_folder_files
from ferryplan.evaluation.scoring.question import Question, parse_question
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.planner.answer_formatting import format_json
from ferryplan.planner.system.file_replacement import write_or_replace_files
from ferryplan.planner.system.user_files import check_output_folder, check_packages, check_writable_path, rewrite_files


@dataclass(frozen=True, slots=True, repr=False)
class QuestionSet(RenderableSequence[Question]):
    """A sequence of questions about puzzles, each with a right answer and its proof."""

    formats = ("jsonl", "json")
    renderer = "ferryplan.evaluation.posing.question_set:render_questions"

    questions: tuple[Question, ...] = field(hash=False)
    """The questions."""
    command: str
    """The call that poses the same questions again."""
    certificates: bool
    """Whether the questions contain certificates of unsolvability."""
    collection: QuestionCollection = field(compare=False)
    """The collection that holds the questions as lines, with their certificates."""

    @classmethod
    def from_lines(
        cls, lines: Sequence[str], command: str, certificates: bool, collection: QuestionCollection
    ) -> QuestionSet:
        """Make a set of the questions in lines of JSON.

        ``command`` is the call that poses the questions again; ``certificates`` says whether they contain certificates;
        ``collection`` holds the lines.
        """
        return cls(tuple(parse_question(line, "question") for line in lines), command, certificates, collection)

    @property
    def items(self) -> tuple[Question, ...]:
        """The questions in the order of the requests."""
        return self.questions

    def __repr__(self) -> str:
        """Return a short description with the number of questions."""
        return f"QuestionSet(questions={len(self)})"

    def __str__(self) -> str:
        """Return the questions as the lines of JSON that the command prints."""
        return self.render("jsonl").removesuffix("\n")

    @property
    def left_out(self) -> tuple[str, ...]:
        """The reasons why requested questions are missing, without duplicates."""
        return tuple(self.collection.left_out)

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Write the questions into a file (.jsonl, .jsonl.gz, .parquet), or into a folder with a data card.

        A folder also gets the certificates, if the questions contain them. Raises OutputError if the path cannot be written, or if it exists and
        ``overwrite`` does not allow to replace it.
        """
        where, form = Path(path), find_file_ending(Path(path))
        if form == ".parquet":
            check_packages("a .parquet file", "pyarrow")
        lines = [one.line() for one in self]
        if form:
            check_writable_path(where)
            write_or_replace_files({where: encode_questions(lines, form)}, overwrite)
            return
        check_output_folder(where, overwrite)
        found = replace(self.collection, lines=[*map(_replace_certificate_by_hash, lines)])
        rewrite_files(where, make_folder_files(found, self.command, self.certificates), overwrite)


def render_questions(question_set: QuestionSet, form: str) -> str:
    """Return questions as lines of JSON (``jsonl``), or as one JSON object (``json``)."""
    if form == "json":
        return format_json({"questions": [json.loads(one.line()) for one in question_set]})
    return "".join(one.line() for one in question_set)


def _replace_certificate_by_hash(line: str) -> str:
    """Return a question's line with the hash of its certificate in place of the certificate."""
    told: dict[str, Any] = json.loads(line)
    if isinstance(certificate := told["proof"].get("certificate"), Mapping):
        told["proof"]["certificate"] = hash_json_text(certificate)
    return json.dumps(told, ensure_ascii=False) + "\n"
