"""The printing of all solutions, as the search finds them: as text, Markdown, lines, JSON or HTML."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from markupsafe import escape

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import family_of, narrator_of, solution_answers_of
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.layout import HTML, MARKDOWN, Layout
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.solution_answers import AnswerTally, CountedSolutions
from ferryplan.generator.templates import render_escaped
from ferryplan.generator.wording import Table, capitalize, format_number
from ferryplan.planner.answer_formatting import MAX_LISTED, ListingOptions, ResultStyle, format_json_line
from ferryplan.planner.questions.narration import TEXT_WRITERS, explain_moves, format_verdict, result_as_json
from ferryplan.planner.questions.solution_enumeration import (
    AllSolutions,
    NumberedSolution,
    SolutionCount,
    enumerate_solutions,
)
from ferryplan.planner.questions.solution_pages import SolutionsPage
from ferryplan.planner.status import Status
from ferryplan.planner.system.progress import WorkProgress, show_step
from ferryplan.planner.system.stoppable import StoppableBlock

if TYPE_CHECKING:
    from ferryplan.generator.solution_answers import SuggestedClue

FORMATS = ("text", "markdown", "terse", "json", "html")
JSON_KEYS = (
    "puzzle",
    "parameters",
    "status",
    "engine",
    "moves",
    "cost",
    "unit",
    "optimal_solutions",
    "at_least",
    "unique",
    "classes",
    "within_slack",
    "solutions",
    "seconds",
    "notes",
    "proof",
    "variants",
)
"""the keys of the JSON object for all solutions, in their order"""
ASSIGNMENT_JSON_KEYS = (
    "puzzle",
    "parameters",
    "status",
    "engine",
    "dialect",
    "encoding",
    "moves",
    "plan",
    "seconds",
    "notes",
    "proof",
    "optimal_solutions",
    "at_least",
    "unique",
    "answers",
    "further_clues",
    "solutions",
)
"""the keys of this object for puzzles whose solutions all have the same number of moves"""

Echo = Callable[[str], object]
"""a function that takes a piece of the output"""
Sink = tuple[str, Layout, Echo]
"""an output format, the layout of its tables, and a function that takes the output piece by piece"""


@contextlib.contextmanager
def unlimited_int_digits() -> Iterator[None]:
    """Lift Python's limit on the digits of printed integers within the block.

    The number of solutions may have thousands of digits.
    """
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


@unlimited_int_digits()
def write_all_solutions(
    puzzle: PuzzleFile,
    parameters: Mapping[str, ParameterValue],
    options: ListingOptions,
    stop: StoppableBlock,
    sinks: Sequence[Sink],
) -> Status:
    """Write the solutions that the options select to each sink, and return the status of the answer.

    A sink is an output format with its destination. If ``stop`` stops the search, the solutions found until then are written.
    """
    with WorkProgress(puzzle.title):
        show_step(format_message("questions.counting-all-solutions"))
        found = stop.compute_unless_stopped(lambda: enumerate_solutions(puzzle, parameters))
    status: Status = "unknown"
    for form, text, take in sinks:
        told = replace(options, form=form)
        if found is None:
            take(told.format_json_answer(_answer_without_instance_as_json(puzzle, parameters, stop.status)))
            continue
        laid_out = {"markdown": MARKDOWN, "html": HTML}.get(form, text)
        writer = AllSolutionsWriter(found, told, stop, laid_out, take)
        status = writer.write()
        writer.finish_page(take)
    return status


class AllSolutionsWriter:
    """A writer of all solutions of a puzzle in one output format."""

    def __init__(
        self, all_solutions: AllSolutions, options: ListingOptions, stop: StoppableBlock, layout: Layout, echo: Echo
    ) -> None:
        self.all_solutions, self.options, self.stop, self.layout = all_solutions, options, stop, layout
        self.solutions, self.instance = all_solutions.cheapest, cast(Any, all_solutions.instance)
        self.narrator, self.has_equal_length = narrator_of(self.instance), family_of(self.instance).has_fixed_length
        self.answering = solution_answers_of(self.instance)
        self.counts_by_cost: list[SolutionCount] | None = [] if self.solutions.count == 0 else None
        self.result = all_solutions.to_result()
        self._page = SolutionsPage(all_solutions.instance.title) if options.form == "html" else None
        self._echo = self._page.pieces.append if self._page else echo

    def finish_page(self, take: Echo) -> None:
        """Pass the whole page to a function, if the format is HTML; the pieces alone are no page."""
        if self._page:
            take(self._page.render())

    def write(self) -> Status:
        """Write the solutions that the options select, and return the status of the answer."""
        wanted, ways, stop = self.options, self.solutions, self.stop
        listed = stop.iterate(
            itertools.islice(
                self.all_solutions.numbered_solutions(wanted.up_to_symmetry, wanted.slack), wanted.max_listed
            )
        )
        as_found = wanted.stream and (wanted.form == "json" or ways.count is None)
        longer = bool(wanted.slack and wanted.must_count and ways.total)
        told: list[NumberedSolution] = []
        if as_found:
            for one in listed:
                self._echo(self._format_solution(one))
        else:  # list before counting, so that the solutions are there even if the count runs out of time
            with WorkProgress(self.instance.title):
                show_step(format_message("questions.listing-solutions"))
                told = [*listed]
        if wanted.must_count and ways.count is None:
            stop.compute_unless_stopped(ways.count_remaining)
        if longer:
            self.counts_by_cost = self._count_longer_solutions()
        found = (
            None if stop.status or ways.count != 0 else stop.compute_unless_stopped(self.all_solutions.prove_unsolvable)
        )
        self.result = found or self.all_solutions.to_result(stop.status)
        if wanted.form == "json":
            self._write_json(told)
        elif ways.count == 0:
            form = "text" if wanted.form == "html" else wanted.form
            text = self.layout.wrap_text(format_verdict(self.result, form))
            if not self.has_equal_length:
                text = TEXT_WRITERS[form](self.result, ResultStyle(layout=self.layout))
            self._echo(escape(text) if wanted.form == "html" else text)
        else:
            self._echo(self._render_part("head", tallies=[] if as_found else self._describe_tallies()))
            if not as_found:
                for one in told:
                    self._echo(self._format_solution(one))
                self._echo(self._format_closing_part(told))
        return self.all_solutions.to_result().status

    def _count_longer_solutions(self) -> list[SolutionCount]:
        """Return the number of solutions with each cost, as far as the limits allow, and show progress."""
        numbers = list[SolutionCount]()
        with WorkProgress(self.instance.title):
            show_step(format_message("questions.counting-longer-solutions"))
            for number in self.stop.iterate(self.all_solutions.count_by_cost(self.options.slack)):
                numbers.append(number)
                found = sum(one.solutions for one in numbers)
                show_step(format_message("questions.longer-solutions-so-far", count=found))
        return numbers

    def _write_json(self, printed: Sequence[NumberedSolution]) -> None:
        """Write the answer as one JSON object or, after a stream of solutions, a line with their number."""
        wanted, ways, status = self.options, self.solutions, self.stop.status
        if not wanted.stream or ways.count == 0:
            self._echo(wanted.format_json_answer(self._summary_as_json(printed)))
        elif status or wanted.count:
            counts = {"optimal_solutions": ways.count, "at_least": ways.known_count}
            self._echo(
                format_json_line({"status": self.result.status, **counts, **self._longer_counts_as_json([])}) + "\n"
            )

    def _summary_as_json(self, printed: Sequence[NumberedSolution]) -> dict[str, Any]:
        """Return the JSON object that ``plan solve --all --format json`` prints, with the printed solutions."""
        ways, data = self.solutions, result_as_json(self.result)
        total, listed = self.narrator.total_cost_as_json(ways.total), [self._solution_as_json(one) for one in printed]
        data |= {"moves": total.pop(self.narrator.length_unit.many), **total}
        data |= {"optimal_solutions": ways.count, "at_least": ways.known_count, "classes": ways.classes}
        data |= {
            "unique": CountedSolutions(ways.count, ways.known_count).is_unique,
            **self._longer_counts_as_json(listed),
            "solutions": listed,
        }
        if self.answering:
            data["answers"] = self.answering.tallies_as_json(self._tally_answers())
            data["further_clues"] = [
                {"kind": clue.kind, "text": clue.says} for clue in self._find_further_clues(printed)
            ]
            if ways.count is None:
                data["notes"].append(
                    format_message("questions.solutions-not-counted", reason=self._missing_count_reason)
                )
        keys = ASSIGNMENT_JSON_KEYS if self.has_equal_length else JSON_KEYS
        return {self.narrator.length_unit.many if key == "moves" else key: data[key] for key in keys if key in data}

    def _longer_counts_as_json(self, listed: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Return the JSON key ``within_slack`` with the counts of longer solutions; empty without slack.

        ``listed`` are the solutions in the answer, as JSON objects.
        """
        if not self.options.slack:
            return {}
        numbers, known = self.counts_by_cost or (), self.counts_by_cost is not None and not self.stop.status
        by = "cost" if self.narrator.cost_unit else self.narrator.length_unit.many
        sizes = sum(one.get("class_size", 1) for one in listed)
        plans, classes = sum(one.solutions for one in numbers), sum(one.classes for one in numbers)
        each = [
            {by: self.narrator.scale_cost(one.cost), "solutions": one.solutions, "classes": one.classes}
            for one in numbers
        ]
        return {
            "within_slack": {
                "slack": self.options.slack,
                "solutions": plans if known else None,
                "at_least": max(self.solutions.known_count, sizes, plans),
                "classes": classes if known else None,
                f"by_{by}": None if self.counts_by_cost is None else each,
            }
        }

    def _solution_as_json(self, listed: NumberedSolution) -> dict[str, Any]:
        """Return a solution as a JSON object with its number, length, cost and steps."""
        solution, size = listed.solution, {"class_size": listed.class_size} if self.options.up_to_symmetry else {}
        steps = solution.steps_as_json()
        for step, reason in zip(steps, self._explain_steps(listed), strict=False):
            step[self.narrator.reasons_key] = reason["lines"]
        return {"number": listed.number, **size, **self.narrator.total_cost_as_json(solution.total), "steps": steps}

    def _explain_steps(self, listed: NumberedSolution) -> list[dict[str, Any]]:
        """Return a mapping with reasons for each step of a solution, as `explain_moves` does.

        The list is empty unless the options ask for explanations.
        """
        return explain_moves(replace(self.result, solution=listed.solution)) if self.options.explain else []

    def _format_solution(self, listed: NumberedSolution) -> str:
        """Return one solution in the output format, with its number.

        Up to symmetry, the text also has the size of the symmetry class, and with slack the total cost.
        """
        wanted, solution = self.options, listed.solution
        if wanted.form == "json":
            return format_json_line(self._solution_as_json(listed)) + "\n"
        lines = [self.narrator.format_move_line(step.move) for step in solution.steps] if wanted.form == "terse" else []
        told = "" if lines else self.layout(solution.to_table())
        text = self._render_part(
            "solution",
            number=listed.number,
            size=format_number(listed.class_size) if wanted.up_to_symmetry else "",
            total=solution.summary if wanted.slack else "",
            lines=lines,
            moves=[self.narrator.move_as_json(step.before, step.move) for step in solution.steps] if lines else [],
            stream=wanted.stream,
            told=told,
            reasons=self._explain_steps(listed),
        )
        picture = self.narrator.draw_board(solution.final) if self._page else ""
        return self._page.add_solution(text, told, picture) if self._page and picture else text

    def _format_closing_part(self, printed: Sequence[NumberedSolution]) -> str:
        """Return the text after the list: how many more solutions exist, and which clues would leave only one."""
        classes = self.options.up_to_symmetry
        known = self.solutions.classes if classes else self.solutions.known_count
        if self.counts_by_cost is not None:
            known = sum(one.classes if classes else one.solutions for one in self.counts_by_cost)
        expected = printed if self.has_equal_length else self.stop.status or self.options.max_listed == MAX_LISTED
        more = max(0, (known or 0) - len(printed)) if expected else 0
        clues = dict[str, str]()
        for clue in self._find_further_clues(printed):
            clues.setdefault(clue.kind, clue.says)
        return self._render_part("tail", more=format_number(more), kinds=" or ".join(clues), clues=[*clues.values()])

    def _find_further_clues(self, printed: Sequence[NumberedSolution]) -> Sequence[SuggestedClue]:
        """Return clues that would leave a single solution if one of them were added.

        The list is empty unless all solutions are printed and the puzzle has clues.
        """
        if not self.answering or len(printed) != self.solutions.count:
            return ()
        return self.answering.find_sufficient_clues([one.solution for one in printed])

    def _tally_answers(self) -> tuple[AnswerTally, ...] | None:
        """Return, for each of the puzzle's questions, how many solutions give each answer.

        None if counting takes too long, or if the puzzle asks no question.
        """
        if not self.answering or not self.solutions.count:
            return None
        answering = self.answering
        return self.stop.compute_unless_stopped(lambda: answering.tally_answers(self.solutions))

    def _describe_tallies(self) -> list[str]:
        """Return sentences on how many solutions give each answer to the puzzle's questions."""
        tallies = self._tally_answers()
        return self.answering.describe_tallies(tallies) if self.answering and tallies else []

    def _render_part(self, part: str, **more: object) -> str:
        """Return one part of the answer in words, from the family's template.

        ``part`` is ``head``, ``solution`` or ``tail``; ``more`` holds template variables of this part.
        """
        wanted, ways, narrator, instance = self.options, self.solutions, self.narrator, self.instance
        counted = narrator.cost_unit or narrator.length_unit
        further_noun = counted.one if wanted.slack == 1 else counted.many
        least = None
        if ways.total is not None:
            least = narrator.scale_cost(ways.total.cost) if narrator.cost_unit else ways.total.moves
        rows = tuple(
            (str(narrator.scale_cost(one.cost)), format_number(one.solutions), format_number(one.classes))
            for one in self.counts_by_cost or ()
        )
        heading = (capitalize(counted.many), *map(format_message, ("narration.solutions", "narration.up-to-symmetry")))
        context = {
            "part": part,
            "title": instance.title,
            "story": instance.story,
            "notes": "\n".join(f"{capitalize(note)}." for note in self.result.notes),
            "form": wanted.form,
            "count": "" if ways.count is None else format_number(ways.count),
            "at_least": format_number(ways.known_count),
            "classes": format_number(ways.classes or 0),
            "symmetry": ways.classes is not None,
            "rule": narrator.rule_noun,
            "least": "" if least is None else counted.format_count(least),
            "costs": narrator.cost_unit is not None,
            "why": self._missing_count_reason,
            "stopped": self.stop.stop_reason,
            "further": format_message("questions.further", count=wanted.slack, noun=further_noun),
            "numbers": self.layout(Table(heading, rows)) if rows else "",
        }
        told = render_escaped(wanted.form, f"{narrator.narration_folder}/solutions.j2", {**context, **more})
        return self.layout.wrap_text(told) if wanted.form == "text" else told

    @property
    def _missing_count_reason(self) -> str:
        """The reason why the number of solutions is unknown, in words."""
        if self.stop.status:
            return format_message("questions.stopped", when=self.stop.stop_reason)
        return format_message("questions.add-count")


def _answer_without_instance_as_json(
    puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue], status: str
) -> dict[str, Any]:
    """Return the JSON answer for a run that reached its limits before the instance was complete."""
    family = family_of(puzzle)
    lists: dict[str, Any] = {"answers": [], "further_clues": []} if family.has_fixed_length else {"classes": None}
    return {
        "puzzle": puzzle.name,
        "parameters": {**parameters},
        "status": status,
        "engine": "clues" if family.has_fixed_length else "rules",
        family.move_noun.many: None,
        "optimal_solutions": None,
        "at_least": 0,
        "unique": None,
        **lists,
        "solutions": [],
    }
