"""The answer to one question about an instance of whatever family: how it ended, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.answers import Counted
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.names import has_plain_option, spell_setting
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.wording import capital, told_value
from ferryplan.planner.status import Status

if TYPE_CHECKING:
    from ferryplan.generator.solution import Solution


@dataclass(frozen=True, slots=True)
class Answer(Renderable):
    """The answer of a planner to PDDL that ferryplan did not generate and whose states it cannot narrate.

    Such PDDL has actions that take time, or a metric that is maximized. The plan was carried out on the PDDL.
    """

    formats = ("text", "markdown", "terse", "json", "plan")
    renderer = "ferryplan.planner.questions.narration:render_answer"
    solution = None

    status: Status
    """The outcome: optimal, solved, valid, unsolvable, unknown, timeout or memory."""
    engine: str
    """The name of the engine."""
    plan: tuple[Action, ...] = ()
    """The actions of the plan."""
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    """The seconds that each step took, by its name."""
    notes: tuple[str, ...] = ()
    """Remarks, such as what was left out, or slips that were fixed."""
    cost: Fraction | None = None
    """The cost of the plan by the problem's metric; None if there is no metric, or the cost is not known."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the rules say, independently of the engine, about an instance without a plan."""

    states: int
    """how many states can be reached, or were looked at if not complete; where things are placed, how many placements were tried"""
    complete: bool
    """whether these are all"""
    goals_met: int = 0
    """the most conditions of the goal that hold in any of these states"""
    contradiction: tuple[str, ...] = ()
    """rules that cannot all be kept, where the puzzle has such of its own"""
    smallest: bool = False
    """whether no fewer contradict each other"""


class Variant(NamedTuple):
    """One parameter changed, and the least total then."""

    parameter: str
    value: Value
    total: Total
    means: str
    """what the parameter says of itself"""
    nearest: bool = True
    """whether all nearer values were tried, as far as they were explored"""

    @property
    def doubt(self) -> str:
        """What follows the change where a nearer value may do as well; else the empty text."""
        return "" if self.nearest else format_message("questions.nearer-may-do")

    @property
    def option(self) -> str:
        """The change as an option of the command line."""
        if isinstance(self.value, bool) and has_plain_option(self.parameter):
            name = self.parameter.replace("_", "-")
            return f"--{name}" if self.value else f"--no-{name}"
        return " ".join(spell_setting(self.parameter, told_value(self.value)))

    @property
    def words(self) -> str:
        """The change in words."""
        parameter = capital(self.means.partition(";")[0])
        return (
            format_message("questions.change-in-words", parameter=parameter, value=told_value(self.value)) + self.doubt
        )


@dataclass(frozen=True, slots=True, repr=False)
class Result(Renderable):
    """The answer to a puzzle: its status, the solution, and what else is known.

    ``print`` shows the solution move by move. For a puzzle without a solution, it shows how that is proven and which changes would help.
    """

    formats = ("text", "markdown", "terse", "json", "plan", "svg", "timeline", "html", "png")
    open_formats = True
    renderer = "ferryplan.planner.formats:render_result"
    cell_renderer = "ferryplan.planner.pictures.drawing:render_cell"

    instance: AnyInstance
    """The puzzle with a value for each of its parameters."""
    status: Status
    """The outcome: optimal, solved, valid, unsolvable, unknown, timeout or memory."""
    engine: str
    """The name of the engine; ``rules`` for the search without a planner."""
    dialect: str
    """The dialect of the PDDL that the engine took; empty without PDDL."""
    encoding: str
    """The encoding of that PDDL; empty without PDDL."""
    solution: Solution[Any, Any] | None = None
    """The solution: each move replayed by the rules. None if none was found."""
    plan: tuple[Action, ...] = ()
    """The plan as the engine returned it."""
    notes: tuple[str, ...] = ()
    """Remarks, such as what was left out, or slips that were fixed."""
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    """The seconds spent on ``generate``, ``read``, ``solve`` and ``total``, and on ``ground`` and ``search`` if the engine reports them."""
    expanded: int | None = field(default=None, compare=False)
    """The number of states that the engine expanded; None if it does not say."""
    theorem: str = ""
    """The theorem by which the solution is optimal; empty if a search proved it."""
    proof: Proof | None = None
    """The proof that there is no solution; None if there is one, or none was found."""
    variants: tuple[Variant, ...] = ()
    """The smallest changes of a parameter that make the puzzle solvable."""
    counted: Counted | None = None
    """The number of solutions, and the answers to the puzzle's questions; None if nobody counted."""
    backward: bool = False
    """Whether start and goal were exchanged."""
    undecided: str | None = None
    """The free parameter whose smallest working value was not found; ``instance`` then has the last value tried."""

    def __repr__(self) -> str:
        """Return what was asked, and what came of it."""
        told = None if self.solution is None else self.solution.told
        return f"Result({self.instance!r}, status={self.status!r}, solution={told!r})"

    @property
    def parameters(self) -> dict[str, Value | None]:
        """The value of each parameter; None for a free one whose smallest working value was not found."""
        return {key: None if key == self.undecided else value for key, value in self.instance.parameters}

    def noted(self, *notes: str, **changed: Any) -> Result:
        """Return the result with further notes, and with other fields changed."""
        return replace(self, notes=(*self.notes, *notes), **changed)
