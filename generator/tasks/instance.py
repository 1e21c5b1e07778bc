"""The instances of planning tasks: two PDDL texts, for values of a puzzle's parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ferryplan.generator.instance import AnyInstance, memoized_property
from ferryplan.generator.pddl.reader import read_task
from ferryplan.generator.pddl.syntax import Source, tokens_with_lines
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.tasks.puzzle_file import TaskFile


def keep_problem(problem: Problem) -> Problem:
    """Return the problem unchanged; the default of ``TaskInstance.change_problem``."""
    return problem


@dataclass(frozen=True, slots=True, repr=False)
class TaskInstance(AnyInstance):
    """A domain and a problem in PDDL, with the puzzle file that has sentences for them."""

    domain: Source
    problem: Source
    file: TaskFile = field(compare=False)
    """the puzzle file of the task"""
    rules: tuple[str, ...] = field(default=(), compare=False)
    """the preconditions and effects of the actions, as sentences; empty if the puzzle file has none"""
    theorem: str = field(default="", compare=False)
    """the theorem that proves the plan of the puzzle's template optimal; empty if there is none"""
    change_problem: Callable[[Problem], Problem] = field(default=keep_problem, compare=False)
    """a function that changes the problem after it is read, such as one that relaxes it"""

    def _repr_html_(self) -> str:
        """Return the HTML that Jupyter shows for the instance."""
        from ferryplan.generator.notebook import instance_as_html

        return instance_as_html(self, ())

    @memoized_property
    def syntax_trees(self) -> tuple[Domain, Problem]:
        """The syntax trees of the domain and of the problem.

        Raises PddlError for texts that are not PDDL, and UnsupportedPddlError for PDDL that ferryplan does not read.
        """
        domain, problem = read_task(self.domain.text, self.problem.text, self.domain.name, self.problem.name)
        return domain, self.change_problem(problem)

    @property
    def pddl_names(self) -> tuple[str, str]:
        """The names that the domain and the problem have in their PDDL definitions."""
        domain, problem = self.syntax_trees
        return domain.name, problem.name

    @property
    def file_labels(self) -> tuple[str, str]:
        """The names of the domain file and of the problem file in error messages."""
        return self.domain.name, self.problem.name

    @property
    def canonical(self) -> tuple[list[str], list[tuple[str, Any]]]:
        """The canonical form of the instance, from which its fingerprint is computed.

        It has the words of both PDDL texts, without comments, in lower case.
        """
        texts = (("domain", self.domain.text), ("problem", self.problem.text))
        # Case, comments and layout make no difference in PDDL, so they make none to the fingerprint.
        words = [(key, [word.lower() for word, _ in tokens_with_lines(text) if word[0] != ";"]) for key, text in texts]
        return ["ClassicalInstance"], [(key, " ".join(one)) for key, one in words]
