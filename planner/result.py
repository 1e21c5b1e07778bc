"""The answers of `solve` and `validate`: status, plan or solution, and further findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.names import format_parameter_setting, has_plain_option
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.search.uniform_cost_search import TotalCost
from ferryplan.generator.solution_answers import CountedSolutions
from ferryplan.generator.wording import capitalize, format_parameter_value
from ferryplan.planner.status import Status

if TYPE_CHECKING:
    from ferryplan.generator.solution import Solution


@dataclass(frozen=True, slots=True)
class Answer(Renderable):
    """A planner's plan and status for PDDL whose solutions ferryplan cannot narrate.

    Ferryplan did not generate such PDDL, and its actions take time or its metric is maximized. The plan was executed on the
    PDDL to check it.
    """

    formats = ("text", "markdown", "terse", "json", "plan")
    renderer = "ferryplan.planner.questions.narration:render_answer"
    solution = None

    status: Status
    """The outcome: optimal, solved, valid, unsolvable, unknown, timeout or memory."""
    engine: str
    """The name of the engine."""
    plan: tuple[PlanAction, ...] = ()
    """The actions of the plan."""
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    """The seconds that each step of the run took, by the name of the step, such as ``solve``."""
    notes: tuple[str, ...] = ()
    """Remarks, such as omissions, or slips that were fixed."""
    cost: Fraction | None = None
    """The cost of the plan by the problem's metric; None if there is no metric, or the cost is not known."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof that an instance has no solution, from ferryplan's own search without an engine."""

    states: int
    """the number of states reached (or explored, if incomplete); for assignment puzzles, of placements tried"""
    complete: bool
    """whether all reachable states were explored"""
    goals_met: int = 0
    """the largest number of goal conditions that hold in any of these states"""
    contradiction: tuple[str, ...] = ()
    """the rules or clues that contradict each other, in words; empty if none are known"""
    smallest: bool = False
    """whether no smaller set of rules or clues is contradictory"""


class PuzzleVariant(NamedTuple):
    """A solvable variant of a puzzle: a parameter, its new value, and the cost of an optimal solution."""

    parameter: str
    value: ParameterValue
    total: TotalCost
    parameter_help: str
    """the help text of the parameter"""
    is_nearest: bool = True
    """whether all values nearer to the original value were tried, and none of them makes the puzzle solvable"""

    @property
    def nearness_note(self) -> str:
        """A clause stating that a value nearer to the original one may work, too; empty if all were tried."""
        return "" if self.is_nearest else format_message("questions.nearer-may-do")

    @property
    def option(self) -> str:
        """The new value as an option of the command line, such as ``--capacity 3``."""
        if isinstance(self.value, bool) and has_plain_option(self.parameter):
            name = self.parameter.replace("_", "-")
            return f"--{name}" if self.value else f"--no-{name}"
        return " ".join(format_parameter_setting(self.parameter, format_parameter_value(self.value)))

    @property
    def description(self) -> str:
        """The change in words: the parameter's help text, then the new value."""
        parameter = capitalize(self.parameter_help.partition(";")[0])
        return (
            format_message("questions.change-in-words", parameter=parameter, value=format_parameter_value(self.value))
            + self.nearness_note
        )


@dataclass(frozen=True, slots=True, repr=False)
class Result(Renderable):
    """The answer to a puzzle: its status, its solution, and further findings such as a proof.

    ``print`` shows the solution move by move. For a puzzle without a solution, it shows the proof and changes that would help.
    """

    formats = ("text", "markdown", "terse", "json", "plan", "svg", "timeline", "html", "png")
    open_formats = True
    renderer = "ferryplan.planner.result_formats:render_result"
    cell_renderer = "ferryplan.planner.pictures.result_drawing:render_jupyter_cell"

    instance: AnyInstance
    """The puzzle with a value for each of its parameters."""
    status: Status
    """The outcome: optimal, solved, valid, unsolvable, unknown, timeout or memory."""
    engine: str
    """The name of the engine; ``rules`` for the search without a planner."""
    dialect: str
    """The dialect of the PDDL that the engine got; empty if no PDDL was generated."""
    encoding: str
    """The encoding of the PDDL that the engine got; empty if no PDDL was generated."""
    solution: Solution[Any, Any] | None = None
    """The solution: each move replayed by the rules. None if none was found."""
    plan: tuple[PlanAction, ...] = ()
    """The plan as the engine returned it."""
    notes: tuple[str, ...] = ()
    """Remarks, such as omissions, or slips that were fixed."""
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    """The seconds spent on ``generate``, ``read``, ``solve`` and ``total``, and on ``ground`` and ``search`` if the engine reports them."""
    expanded: int | None = field(default=None, compare=False)
    """The number of states that the engine expanded; None if it does not report it."""
    theorem: str = ""
    """The theorem by which the solution is optimal; empty if a search proved it."""
    proof: Proof | None = None
    """The proof that there is no solution; None if there is a solution, or if no proof is known."""
    variants: tuple[PuzzleVariant, ...] = ()
    """Variants of an unsolvable puzzle that have a solution: one parameter changed as little as possible."""
    counted: CountedSolutions | None = None
    """The number of solutions, and the answers to the puzzle's questions; None if they were not counted."""
    backward: bool = False
    """Whether the plan was searched from the goal to the start."""
    undecided: str | None = None
    """The free parameter whose smallest working value was not found; ``instance`` then has the last value tried."""

    def __repr__(self) -> str:
        """Return a short description with the instance, the status and a summary of the solution."""
        told = None if self.solution is None else self.solution.summary
        return f"Result({self.instance!r}, status={self.status!r}, solution={told!r})"

    @property
    def parameters(self) -> dict[str, ParameterValue | None]:
        """The value of each parameter; None for a free parameter whose smallest working value is unknown.

        The value of a free parameter is the smallest with which the puzzle has a solution.
        """
        return {key: None if key == self.undecided else value for key, value in self.instance.parameters}

    def with_notes(self, *notes: str, **changed: Any) -> Result:
        """Return a copy of the result with notes added, and with the fields in ``changed`` replaced."""
        return replace(self, notes=(*self.notes, *notes), **changed)
