"""Models with one injected mistake, as students make it.

The mistake changes the nested word lists of the domain or the problem.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import pddl_oracle

LOGIC_WORDS = (
    "and",
    "or",
    "not",
    "imply",
    "forall",
    "exists",
    "when",
    "increase",
    "decrease",
    "assign",
    "<",
    "<=",
    ">",
    ">=",
    "=",
    "+",
    "-",
    "*",
)
WordLists = list[Any]
MAX_DRAWS = 20
"""the number of random actions tried for a mistake"""


def walk_lists(part: Any) -> Iterator[WordLists]:
    """Yield a list and all lists within it, the outer ones first."""
    if isinstance(part, list):
        yield part
        for one in part:
            yield from walk_lists(one)


def print_list(part: Any) -> str:
    """Return a nested list as text."""
    return f"({' '.join(map(print_list, part))})" if isinstance(part, list) else part


def find_section(whole: WordLists, name: str) -> WordLists:
    """Return the section of a domain or a problem with a name."""
    return next(part for part in whole if part[0] == name)


class ModelDraft:
    """A domain and a problem to be changed."""

    def __init__(self, domain: str, problem: str, draw: random.Random) -> None:
        self.domain: WordLists = pddl_oracle.parse(domain)
        self.problem: WordLists = pddl_oracle.parse(problem)
        self.draw = draw
        self.actions = [part for part in self.domain if part[0] == ":action"]
        self.action = draw.choice(self.actions)
        self.variables = [word for word in self.action[3] if word.startswith("?")]
        self.init, self.goal = find_section(self.problem, ":init"), find_section(self.problem, ":goal")
        self.objects = [name for name, _ in pddl_oracle.parse_typed_names(find_section(self.problem, ":objects")[1:])]

    @property
    def texts(self) -> tuple[str, str]:
        return print_list(self.domain), print_list(self.problem)

    def find_atoms(self, part: WordLists) -> list[WordLists]:
        """Return the atoms and function terms in a condition or an effect."""
        return [
            one
            for one in walk_lists(part)
            if one and isinstance(one[0], str) and one[0] not in LOGIC_WORDS and one[0][0] != "?"
        ]

    def _choose_part(self, part: WordLists, is_suitable: Callable[[WordLists], bool]) -> tuple[WordLists, int]:
        """Return a list with several parts and the index of a suitable part in it.

        Raises IndexError if there is none.
        """
        joined = [one for one in walk_lists(part) if one and one[0] in ("and", "or")]
        return self.draw.choice(
            [(one, place) for one in joined for place in range(1, len(one)) if is_suitable(one[place])]
        )

    def drop_a_condition(self) -> None:
        one, place = self._choose_part(self.action[5], lambda part: True)
        del one[place]

    def drop_an_effect(self) -> None:
        one, place = self._choose_part(self.action[7], lambda part: part[0] != "not")
        del one[place]

    def forget_a_delete(self) -> None:
        one, place = self._choose_part(self.action[7], lambda part: part[0] == "not")
        del one[place]

    def negate(self) -> None:
        one = self.draw.choice(
            [one for one in self.find_atoms(self.action[5]) if ["=", *one[:1]] and one[0] in self._list_predicates()]
        )
        one[:] = ["not", [*one]]

    def _list_predicates(self) -> set[str]:
        return {one[0] for part in self.domain if part[0] == ":predicates" for one in part[1:]}

    def swap_variables(self) -> None:
        place = self.draw.choice((5, 7))
        one = self.draw.choice([one for one in self.find_atoms(self.action[place]) if len({*one[1:]}) > 1])
        first, second = self.draw.sample(range(1, len(one)), 2)
        one[first], one[second] = one[second], one[first]

    def take_another_variable(self) -> None:
        place = self.draw.choice((5, 7))
        one = self.draw.choice([one for one in self.find_atoms(self.action[place]) if len(one) > 1])
        one[self.draw.randrange(1, len(one))] = self.draw.choice(self.variables)

    def drop_an_action(self) -> None:
        self.domain.remove(self.action)

    def go_one_way(self) -> None:
        """Restrict an action to one object, where it is written for any object."""
        parts = [part for part in (*self.domain, *self.problem) if part[0] in (":constants", ":objects")]
        kinds = dict(one for part in parts for one in pddl_oracle.parse_typed_names(part[1:]))
        variable, kind = self.draw.choice(pddl_oracle.parse_typed_names(self.action[3]))
        fixed = self.draw.choice([one for one in self.objects if kinds[one] == kind])
        self._make_constant(fixed, kind)
        self.action[5] = ["and", ["=", variable, fixed], *pddl_oracle.list_conjuncts(self.action[5])]

    def _make_constant(self, name: str, kind: str) -> None:
        """Turn an object into a constant."""
        objects = find_section(self.problem, ":objects")
        left = [one for one in pddl_oracle.parse_typed_names(objects[1:]) if one[0] != name]
        typed = any(part[0] == ":types" for part in self.domain)
        objects[1:] = [word for one, of in left for word in ((one, "-", of) if typed else (one,))]
        if all(part[0] != ":constants" for part in self.domain):
            declared = (n for n, part in enumerate(self.domain) if part[0] in (":predicates", ":functions"))
            self.domain.insert(next(declared), [":constants"])
        find_section(self.domain, ":constants")[1:1] = [name, "-", kind] if typed else [name]

    def change_a_number(self) -> None:
        numbered = [
            (one, place)
            for part in (self.action[5], self.action[7])
            for one in walk_lists(part)
            for place in range(1, len(one))
            if isinstance(one[place], str) and one[place].isdigit()
        ]
        one, place = self.draw.choice(numbered)
        one[place] = str(int(one[place]) + self.draw.choice((-1, 1)))

    def add_a_thing(self) -> None:
        """Add one more object, such as a seat or an animal: a copy of an object with few facts at the start."""
        objects = find_section(self.problem, ":objects")
        said = {one: sum(one in words for fact in self.init[1:] for words in walk_lists(fact)) for one in self.objects}
        one = self.draw.choice([one for one in self.objects if said[one] <= 2])
        objects.insert(objects.index(one), "spare")
        for fact in [fact for fact in self.init[1:] if any(one in words for words in walk_lists(fact))]:
            self.init.append(copy.deepcopy(fact))
            for words in walk_lists(self.init[-1]):
                words[:] = ["spare" if word == one else word for word in words]

    def forget_a_fact(self) -> None:
        del self.init[self.draw.randrange(1, len(self.init))]

    def mistake_a_fact(self) -> None:
        self._replace_argument([fact for fact in self.init[1:] if len(fact) > 1 and fact[0] != "="])

    def mistake_the_goal(self) -> None:
        self._replace_argument([one for one in self.find_atoms(self.goal[1]) if len(one) > 1])

    def _replace_argument(self, facts: list[WordLists]) -> None:
        fact = self.draw.choice(facts)
        fact[self.draw.randrange(1, len(fact))] = self.draw.choice(self.objects)

    def forget_a_goal(self) -> None:
        one, place = self._choose_part(self.goal[1], lambda part: True)
        del one[place]


MODEL_CHANGES = [
    ModelDraft.drop_a_condition,
    ModelDraft.drop_a_condition,
    ModelDraft.drop_a_condition,
    ModelDraft.drop_an_effect,
    ModelDraft.forget_a_delete,
    ModelDraft.negate,
    ModelDraft.swap_variables,
    ModelDraft.take_another_variable,
    ModelDraft.drop_an_action,
    ModelDraft.change_a_number,
    ModelDraft.add_a_thing,
    ModelDraft.forget_a_fact,
    ModelDraft.mistake_a_fact,
    ModelDraft.mistake_the_goal,
    ModelDraft.forget_a_goal,
]
MISTAKES = {
    "rule forgotten": ModelDraft.drop_a_condition,
    "rule turned around": ModelDraft.negate,
    "add forgotten": ModelDraft.drop_an_effect,
    "delete forgotten": ModelDraft.forget_a_delete,
    "arguments exchanged": ModelDraft.swap_variables,
    "wrong variable": ModelDraft.take_another_variable,
    "action missing": ModelDraft.drop_an_action,
    "only one way": ModelDraft.go_one_way,
    "wrong number": ModelDraft.change_a_number,
    "one more of a kind": ModelDraft.add_a_thing,
    "start incomplete": ModelDraft.forget_a_fact,
    "start wrong": ModelDraft.mistake_a_fact,
    "goal wrong": ModelDraft.mistake_the_goal,
    "goal too weak": ModelDraft.forget_a_goal,
}
"""the usual mistakes of students"""


def generate_mutants(domain: str, problem: str, draw: random.Random) -> Iterator[tuple[str, str, str]]:
    """Yield mutants without end, each with the name of the change, a domain and a problem.

    No text occurs twice.
    """
    seen = {ModelDraft(domain, problem, draw).texts}
    while True:
        draft = ModelDraft(domain, problem, draw)
        change = draw.choice(MODEL_CHANGES)
        try:
            change(draft)
        except (IndexError, ValueError):  # the draft has no part that this change applies to
            continue
        if draft.texts not in seen:
            seen.add(draft.texts)
            yield (change.__name__, *draft.texts)


def insert_mistake(domain: str, problem: str, mistake: str, draw: random.Random) -> tuple[str, str] | None:
    """Return a domain and a problem with a mistake; None if no action tried has room for it."""
    draft = ModelDraft(domain, problem, draw)
    before = draft.texts
    for _ in range(MAX_DRAWS):
        try:
            MISTAKES[mistake](draft)
        except (IndexError, ValueError):  # this action has no part that the mistake applies to
            draft = ModelDraft(domain, problem, draw)
        else:
            if draft.texts != before:
                return draft.texts
    return None
