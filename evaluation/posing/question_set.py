"""Questions that were posed: a sequence, with what was left out, as a text and as files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ferryplan.evaluation.posing.collection import Collection
from ferryplan.evaluation.posing.draft import hash_of
from ferryplan.evaluation.posing.folder import ending, file_of, folder_of
from ferryplan.evaluation.scoring.question import Question, question_in
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.planner.system.files import check_free, check_packages, check_place, write_again
from ferryplan.planner.system.replacing import replace_all
from ferryplan.planner.telling import json_text


@dataclass(frozen=True, slots=True, repr=False)
class QuestionSet(RenderableSequence[Question]):
    """Questions about puzzles: a sequence, each with a right answer and its proof."""

    formats = ("jsonl", "json")
    renderer = "ferryplan.evaluation.posing.question_set:render_questions"

    questions: tuple[Question, ...] = field(hash=False)
    """The questions."""
    command: str
    """the call that poses the same again"""
    certificates: bool
    """whether certificates that there is no solution are in the questions"""
    collection: Collection = field(compare=False)
    """the set as it was gathered"""

    @classmethod
    def of_lines(cls, lines: Sequence[str], command: str, certificates: bool, collection: Collection) -> QuestionSet:
        """Return the questions in lines of JSON."""
        return cls(tuple(question_in(line, "question") for line in lines), command, certificates, collection)

    @property
    def items(self) -> tuple[Question, ...]:
        """The questions in the order in which they were asked for."""
        return self.questions

    def __repr__(self) -> str:
        """Return the number of questions."""
        return f"QuestionSet(questions={len(self)})"

    def __str__(self) -> str:
        """Return the lines of JSON that the command line prints."""
        return self.render("jsonl").removesuffix("\n")

    @property
    def left_out(self) -> tuple[str, ...]:
        """Why some of what was asked for is not here, each reason once."""
        return tuple(self.collection.left_out)

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Write the questions into a file (.jsonl, .jsonl.gz, .parquet), or into a folder with a data card and the certificates.

        Raises OutputError where that cannot be written, or holds something else that ``overwrite`` does not replace.
        """
        where, form = Path(path), ending(Path(path))
        if form == ".parquet":
            check_packages("a .parquet file", "pyarrow")
        lines = [one.line() for one in self]
        if form:
            check_place(where)
            replace_all({where: file_of(lines, form)}, overwrite)
            return
        check_free(where, overwrite)
        found = replace(self.collection, lines=[*map(_with_hash, lines)])
        write_again(where, folder_of(found, self.command, self.certificates), overwrite)


def render_questions(found: QuestionSet, form: str) -> str:
    """Return questions as lines of JSON, or as one object with all of them."""
    if form == "json":
        return json_text({"questions": [json.loads(one.line()) for one in found]})
    return "".join(one.line() for one in found)


def _with_hash(line: str) -> str:
    """Return a line with the hash of its certificate in place of the certificate."""
    told: dict[str, Any] = json.loads(line)
    if isinstance(certificate := told["proof"].get("certificate"), Mapping):
        told["proof"]["certificate"] = hash_of(certificate)
    return json.dumps(told, ensure_ascii=False) + "\n"
