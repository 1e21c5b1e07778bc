"""All solutions, printed: as text, as Markdown, tersely, as JSON."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from markupsafe import escape

from ferryplan.domains.messages import format_message
from ferryplan.generator.answers import Counted, Tally
from ferryplan.generator.families import answering_of, family_of, teller_of
from ferryplan.generator.instance import Value
from ferryplan.generator.layout import HTML, MARKDOWN, Layout
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.templates import render, render_as
from ferryplan.generator.wording import Table, capital, told_number
from ferryplan.planner.questions.enumerating import AllSolutions, Listed, Number, enumerate_solutions
from ferryplan.planner.questions.narration import TEXT_WRITERS, as_json, reasons_of, verdict
from ferryplan.planner.status import Status
from ferryplan.planner.system.progress import Work, doing
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.telling import MOST_TOLD, Style, Wanted, on_a_line

if TYPE_CHECKING:
    from ferryplan.generator.answers import Hint

FORMATS = ("text", "markdown", "terse", "json", "html")
KEYS = ("puzzle", "parameters", "status", "engine", "moves", "cost", "unit", "optimal_solutions", "at_least", "unique", "classes", "within_slack",
        "solutions", "seconds", "notes", "proof", "variants")  # fmt: skip
KEYS_OF_ALIKE = ("puzzle", "parameters", "status", "engine", "dialect", "encoding", "moves", "plan", "seconds", "notes", "proof",
                 "optimal_solutions", "at_least", "unique", "answers", "further_clues", "solutions")  # fmt: skip
"""where all solutions have as many moves"""


Echo = Callable[[str], object]
Sink = tuple[str, Layout, Echo]
"""a format, how its text is laid out, and what takes an answer told so, piece by piece"""


@contextlib.contextmanager
def numbers_of_any_length() -> Iterator[None]:
    """Let numbers have as many digits as they have in the block: of solutions there may be so many that they are thousands."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


@numbers_of_any_length()
def tell_all(
    puzzle: PuzzleFile, parameters: Mapping[str, Value], wanted: Wanted, stop: Stopping, sinks: Sequence[Sink]
) -> Status:
    """Tell all solutions that are wanted to each sink; return the status of the answer. What was found until a search was broken off is told."""
    with Work(puzzle.title):
        doing(format_message("questions.counting-all-solutions"))
        found = stop.value(lambda: enumerate_solutions(puzzle, parameters))
    status: Status = "unknown"
    for form, text, take in sinks:
        told, pieces = replace(wanted, form=form), list[str]()
        if found is None:
            take(told.object(_unanswered(puzzle, parameters, stop.status)))
            continue
        laid_out = {"markdown": MARKDOWN, "html": HTML}.get(form, text)
        status = Telling(found, told, stop, laid_out, pieces.append if form == "html" else take).tell()
        if form == "html":
            take(render("narration/solutions.html.j2", {"title": found.instance.title, "answer": "".join(pieces)}))
    return status


class Telling:
    """All solutions, told."""

    def __init__(self, found: AllSolutions, wanted: Wanted, stop: Stopping, layout: Layout, echo: Echo) -> None:
        self.found, self.wanted, self.stop, self.layout, self._echo = found, wanted, stop, layout, echo
        self.ways, self.instance = found.cheapest, cast(Any, found.instance)
        self.teller, self.alike = teller_of(self.instance), family_of(self.instance).alike
        self.answering = answering_of(self.instance)
        self.numbers: list[Number] | None = [] if self.ways.count == 0 else None
        self.result = found.result()

    def tell(self) -> Status:
        """Print what is wanted; return the status of the answer."""
        wanted, ways, stop = self.wanted, self.ways, self.stop
        listed = stop.each(itertools.islice(self.found.each(wanted.up_to_symmetry, wanted.slack), wanted.most))
        as_found = wanted.stream and (wanted.form == "json" or ways.count is None)
        longer = bool(wanted.slack and wanted.counts and ways.total)
        told: list[Listed] = []
        if as_found:
            for one in listed:
                self._echo(self._one(one))
        else:  # first those that are told: should the time not suffice to count, they are there
            with Work(self.instance.title):
                doing(format_message("questions.listing-solutions"))
                told = [*listed]
        if wanted.counts and ways.count is None:
            stop.value(ways.count_all)
        if longer:
            self.numbers = self._count_longer()
        found = None if stop.status or ways.count != 0 else stop.value(self.found.proven)
        self.result = found or self.found.result(stop.status)
        if wanted.form == "json":
            self._tell_json(told)
        elif ways.count == 0:
            form = "text" if wanted.form == "html" else wanted.form
            text = self.layout.filled(verdict(self.result, form))
            if not self.alike:
                text = TEXT_WRITERS[form](self.result, Style(layout=self.layout))
            self._echo(escape(text) if wanted.form == "html" else text)
        else:
            self._echo(self._part("head", tallies=[] if as_found else self._tallies_told()))
            if not as_found:
                for one in told:
                    self._echo(self._one(one))
                self._echo(self._tail(told))
        return self.found.result().status

    def _count_longer(self) -> list[Number]:
        """Return how many solutions there are of each cost, as far as they could be counted, and show how far the count is."""
        numbers = list[Number]()
        with Work(self.instance.title):
            doing(format_message("questions.counting-longer-solutions"))
            for number in self.stop.each(self.found.numbers(self.wanted.slack)):
                numbers.append(number)
                found = sum(one.solutions for one in numbers)
                doing(format_message("questions.longer-solutions-so-far", count=found))
        return numbers

    def _tell_json(self, told: Sequence[Listed]) -> None:
        wanted, ways, status = self.wanted, self.ways, self.stop.status
        if not wanted.stream or ways.count == 0:
            self._echo(wanted.object(self._summary(told)))
        elif status or wanted.count:
            counts = {"optimal_solutions": ways.count, "at_least": ways.at_least}
            self._echo(on_a_line({"status": self.result.status, **counts, **self._longer([])}) + "\n")

    def _summary(self, told: Sequence[Listed]) -> dict[str, Any]:
        """Return the object that ``--all --format json`` prints."""
        ways, data = self.ways, as_json(self.result)
        total, listed = self.teller.total_as_json(ways.total), [self._as_json(one) for one in told]
        data |= {"moves": total.pop(self.teller.counted.many), **total}
        data |= {"optimal_solutions": ways.count, "at_least": ways.at_least, "classes": ways.classes}
        data |= {"unique": Counted(ways.count, ways.at_least).unique, **self._longer(listed), "solutions": listed}
        if self.answering:
            data["answers"] = self.answering.tallies_as_json(self._tallies())
            data["further_clues"] = [{"kind": clue.kind, "text": clue.says} for clue in self._further_clues(told)]
            if ways.count is None:
                data["notes"].append(format_message("questions.solutions-not-counted", reason=self._why_not_counted))
        keys = KEYS_OF_ALIKE if self.alike else KEYS
        return {self.teller.counted.many if key == "moves" else key: data[key] for key in keys if key in data}

    def _longer(self, listed: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Return what a program is told of longer solutions, if they are wanted."""
        if not self.wanted.slack:
            return {}
        numbers, known = self.numbers or (), self.numbers is not None and not self.stop.status
        by = "cost" if self.teller.unit else self.teller.counted.many
        sizes = sum(one.get("class_size", 1) for one in listed)
        plans, classes = sum(one.solutions for one in numbers), sum(one.classes for one in numbers)
        each = [
            {by: self.teller.price(one.cost), "solutions": one.solutions, "classes": one.classes} for one in numbers
        ]
        return {
            "within_slack": {
                "slack": self.wanted.slack,
                "solutions": plans if known else None,
                "at_least": max(self.ways.at_least, sizes, plans),
                "classes": classes if known else None,
                f"by_{by}": None if self.numbers is None else each,
            }
        }

    def _as_json(self, listed: Listed) -> dict[str, Any]:
        solution, size = listed.solution, {"class_size": listed.size} if self.wanted.up_to_symmetry else {}
        steps = solution.steps_as_json()
        for step, reason in zip(steps, self._reasons(listed), strict=False):
            step[self.teller.reasons_key] = reason["lines"]
        return {"number": listed.number, **size, **self.teller.total_as_json(solution.total), "steps": steps}

    def _reasons(self, listed: Listed) -> list[dict[str, Any]]:
        """Return why each step of a solution is right, if that is wanted."""
        return reasons_of(replace(self.result, solution=listed.solution)) if self.wanted.explain else []

    def _one(self, listed: Listed) -> str:
        """Return one of the solutions, with its number and, up to symmetry, for how many it stands; of longer ones, with its total."""
        wanted, solution = self.wanted, listed.solution
        if wanted.form == "json":
            return on_a_line(self._as_json(listed)) + "\n"
        lines = [self.teller.terse(step.move) for step in solution.steps] if wanted.form == "terse" else []
        return self._part(
            "solution",
            number=listed.number,
            size=told_number(listed.size) if wanted.up_to_symmetry else "",
            total=solution.told if wanted.slack else "",
            lines=lines,
            moves=[self.teller.move_as_json(step.before, step.move) for step in solution.steps] if lines else [],
            stream=wanted.stream,
            told="" if lines else self.layout(solution.table()),
            reasons=self._reasons(listed),
        )

    def _tail(self, told: Sequence[Listed]) -> str:
        """Return what is told after these solutions: how many more there are, and which clues would leave one only."""
        classes = self.wanted.up_to_symmetry
        known = self.ways.classes if classes else self.ways.at_least
        if self.numbers is not None:
            known = sum(one.classes if classes else one.solutions for one in self.numbers)
        expected = told if self.alike else self.stop.status or self.wanted.most == MOST_TOLD
        more = max(0, (known or 0) - len(told)) if expected else 0
        clues = dict[str, str]()
        for clue in self._further_clues(told):
            clues.setdefault(clue.kind, clue.says)
        return self._part("tail", more=told_number(more), kinds=" or ".join(clues), clues=[*clues.values()])

    def _further_clues(self, told: Sequence[Listed]) -> Sequence[Hint]:
        """Return clues each of which would leave one of all solutions only, where all are told and the puzzle has clues of its own."""
        if not self.answering or len(told) != self.ways.count:
            return ()
        return self.answering.find_further_clues([one.solution for one in told])

    def _tallies(self) -> tuple[Tally, ...] | None:
        """Return in how many solutions each answer to each question holds; None if that takes too long, or nothing is asked."""
        if not self.answering or not self.ways.count:
            return None
        answering = self.answering
        return self.stop.value(lambda: answering.tally(self.ways))

    def _tallies_told(self) -> list[str]:
        tallies = self._tallies()
        return self.answering.describe_tallies(tallies) if self.answering and tallies else []

    def _part(self, part: str, **more: object) -> str:
        """Return a part of what is told in words."""
        wanted, ways, teller, instance = self.wanted, self.ways, self.teller, self.instance
        counted = teller.unit or teller.counted
        least = None if ways.total is None else teller.price(ways.total.cost) if teller.unit else ways.total.moves
        rows = tuple(
            (str(teller.price(one.cost)), told_number(one.solutions), told_number(one.classes))
            for one in self.numbers or ()
        )
        heading = (capital(counted.many), *map(format_message, ("narration.solutions", "narration.up-to-symmetry")))
        context = {
            "part": part,
            "title": instance.title,
            "story": instance.story,
            "notes": "\n".join(f"{capital(note)}." for note in self.result.notes),
            "form": wanted.form,
            "count": "" if ways.count is None else told_number(ways.count),
            "at_least": told_number(ways.at_least),
            "classes": told_number(ways.classes or 0),
            "symmetry": ways.classes is not None,
            "rule": teller.rule,
            "least": "" if least is None else counted.counted(least),
            "costs": teller.unit is not None,
            "why": self._why_not_counted,
            "stopped": self.stop.told,
            "further": format_message(
                "questions.further", count=wanted.slack, noun=counted.one if wanted.slack == 1 else counted.many
            ),
            "numbers": self.layout(Table(heading, rows)) if rows else "",
        }
        told = render_as(wanted.form, f"{teller.narration}/solutions.j2", {**context, **more})
        return self.layout.filled(told) if wanted.form == "text" else told

    @property
    def _why_not_counted(self) -> str:
        if self.stop.status:
            return format_message("questions.stopped", when=self.stop.told)
        return format_message("questions.add-count")


def _unanswered(puzzle: PuzzleFile, parameters: Mapping[str, Value], status: str) -> dict[str, Any]:
    """Return the object that ``--all --format json`` prints where the puzzle was not even set up."""
    family = family_of(puzzle)
    lists: dict[str, Any] = {"answers": [], "further_clues": []} if family.alike else {"classes": None}
    return {
        "puzzle": puzzle.name,
        "parameters": {**parameters},
        "status": status,
        "engine": "clues" if family.alike else "rules",
        family.move.many: None,
        "optimal_solutions": None,
        "at_least": 0,
        "unique": None,
        **lists,
        "solutions": [],
    }
