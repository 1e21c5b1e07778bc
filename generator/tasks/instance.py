"""A planning task with every parameter fixed: two texts of PDDL, and what they mean together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ferryplan.generator.instance import AnyInstance, remembered
from ferryplan.generator.pddl.reader import read_both
from ferryplan.generator.pddl.syntax import Source, tokens
from ferryplan.generator.pddl.tree import Domain, Problem
from ferryplan.generator.tasks.puzzle_file import TaskFile


def keep_problem(problem: Problem) -> Problem:
    """Return a problem as it is."""
    return problem


@dataclass(frozen=True, slots=True, repr=False)
class TaskInstance(AnyInstance):
    """A domain and a problem, with the sentences in which they are told."""

    domain: Source
    problem: Source
    file: TaskFile = field(compare=False)
    """what its puzzle's file says"""
    rules: tuple[str, ...] = field(default=(), compare=False)
    """what the actions ask for and do, in sentences; none where its file does not say so"""
    theorem: str = field(default="", compare=False)
    """by which the plan of its puzzle's template is a best one; empty where there is none"""
    changed: Callable[[Problem], Problem] = field(default=keep_problem, compare=False)
    """what is done to the problem as it is read: for tasks in which one thing is changed"""

    def _repr_html_(self) -> str:
        """Return what Jupyter shows."""
        from ferryplan.generator.notebook import instance_as_html

        return instance_as_html(self, ())

    @remembered
    def trees(self) -> tuple[Domain, Problem]:
        """What the texts say. Raises PddlError for what is no PDDL, UnknownFormError for what is PDDL and not read here."""
        domain, problem = read_both(self.domain.text, self.problem.text, self.domain.name, self.problem.name)
        return domain, self.changed(problem)

    @property
    def pddl_names(self) -> tuple[str, str]:
        """The names of domain and problem."""
        domain, problem = self.trees
        return domain.name, problem.name

    @property
    def files(self) -> tuple[str, str]:
        """What errors call its domain and its problem."""
        return self.domain.name, self.problem.name

    @property
    def canonical(self) -> tuple[list[str], list[tuple[str, Any]]]:
        """What a fingerprint is of: the words of both texts."""
        texts = (("domain", self.domain.text), ("problem", self.problem.text))
        # Case, comments and layout make no difference to PDDL, so they make none to the fingerprint.
        words = [(key, [word.lower() for word, _ in tokens(text) if word[0] != ";"]) for key, text in texts]
        return ["ClassicalInstance"], [(key, " ".join(one)) for key, one in words]
