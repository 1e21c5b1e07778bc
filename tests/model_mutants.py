"""Models with one change each, as students' mistakes are: the domain or the problem, by its lists of words."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import pddl_oracle

LOGIC = (
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
Lists = list[Any]
MOST_DRAWN = 20
"""how often an action is drawn until it has room for a mistake"""


def lists(part: Any) -> Iterator[Lists]:
    """A list and all within it, the outer ones first."""
    if isinstance(part, list):
        yield part
        for one in part:
            yield from lists(one)


def printed(part: Any) -> str:
    """A list as a text."""
    return f"({' '.join(map(printed, part))})" if isinstance(part, list) else part


def section(whole: Lists, name: str) -> Lists:
    """The part of a domain or a problem that begins so."""
    return next(part for part in whole if part[0] == name)


class Draft:
    """A domain and a problem in which something is changed."""

    def __init__(self, domain: str, problem: str, draw: random.Random) -> None:
        self.domain: Lists = pddl_oracle.parse(domain)
        self.problem: Lists = pddl_oracle.parse(problem)
        self.draw = draw
        self.actions = [part for part in self.domain if part[0] == ":action"]
        self.action = draw.choice(self.actions)
        self.variables = [word for word in self.action[3] if word.startswith("?")]
        self.init, self.goal = section(self.problem, ":init"), section(self.problem, ":goal")
        self.objects = [name for name, _ in pddl_oracle.typed(section(self.problem, ":objects")[1:])]

    @property
    def texts(self) -> tuple[str, str]:
        return printed(self.domain), printed(self.problem)

    def atoms(self, part: Lists) -> list[Lists]:
        """The atoms in a condition or an effect, functions among them."""
        return [
            one for one in lists(part) if one and isinstance(one[0], str) and one[0] not in LOGIC and one[0][0] != "?"
        ]

    def _one_of(self, part: Lists, fits: Callable[[Lists], bool]) -> tuple[Lists, int]:
        """A list that joins some, and the place of one in it that fits. Raises IndexError where there is none."""
        joined = [one for one in lists(part) if one and one[0] in ("and", "or")]
        return self.draw.choice([(one, place) for one in joined for place in range(1, len(one)) if fits(one[place])])

    def drop_a_condition(self) -> None:
        one, place = self._one_of(self.action[5], lambda part: True)
        del one[place]

    def drop_an_effect(self) -> None:
        one, place = self._one_of(self.action[7], lambda part: part[0] != "not")
        del one[place]

    def forget_a_delete(self) -> None:
        one, place = self._one_of(self.action[7], lambda part: part[0] == "not")
        del one[place]

    def negate(self) -> None:
        one = self.draw.choice(
            [one for one in self.atoms(self.action[5]) if ["=", *one[:1]] and one[0] in self._predicates()]
        )
        one[:] = ["not", [*one]]

    def _predicates(self) -> set[str]:
        return {one[0] for part in self.domain if part[0] == ":predicates" for one in part[1:]}

    def swap_variables(self) -> None:
        place = self.draw.choice((5, 7))
        one = self.draw.choice([one for one in self.atoms(self.action[place]) if len({*one[1:]}) > 1])
        first, second = self.draw.sample(range(1, len(one)), 2)
        one[first], one[second] = one[second], one[first]

    def take_another_variable(self) -> None:
        place = self.draw.choice((5, 7))
        one = self.draw.choice([one for one in self.atoms(self.action[place]) if len(one) > 1])
        one[self.draw.randrange(1, len(one))] = self.draw.choice(self.variables)

    def drop_an_action(self) -> None:
        self.domain.remove(self.action)

    def go_one_way(self) -> None:
        """An action is for one object only, where it is written for any."""
        parts = [part for part in (*self.domain, *self.problem) if part[0] in (":constants", ":objects")]
        kinds = dict(one for part in parts for one in pddl_oracle.typed(part[1:]))
        variable, kind = self.draw.choice(pddl_oracle.typed(self.action[3]))
        fixed = self.draw.choice([one for one in self.objects if kinds[one] == kind])
        self._name_in_domain(fixed, kind)
        self.action[5] = ["and", ["=", variable, fixed], *pddl_oracle.conjuncts(self.action[5])]

    def _name_in_domain(self, name: str, kind: str) -> None:
        """Make a constant of an object."""
        objects = section(self.problem, ":objects")
        left = [one for one in pddl_oracle.typed(objects[1:]) if one[0] != name]
        typed = any(part[0] == ":types" for part in self.domain)
        objects[1:] = [word for one, of in left for word in ((one, "-", of) if typed else (one,))]
        if all(part[0] != ":constants" for part in self.domain):
            declared = (n for n, part in enumerate(self.domain) if part[0] in (":predicates", ":functions"))
            self.domain.insert(next(declared), [":constants"])
        section(self.domain, ":constants")[1:1] = [name, "-", kind] if typed else [name]

    def change_a_number(self) -> None:
        numbered = [
            (one, place)
            for part in (self.action[5], self.action[7])
            for one in lists(part)
            for place in range(1, len(one))
            if isinstance(one[place], str) and one[place].isdigit()
        ]
        one, place = self.draw.choice(numbered)
        one[place] = str(int(one[place]) + self.draw.choice((-1, 1)))

    def add_a_thing(self) -> None:
        """One more seat, animal: like another of which little is said at the start."""
        objects = section(self.problem, ":objects")
        said = {one: sum(one in words for fact in self.init[1:] for words in lists(fact)) for one in self.objects}
        one = self.draw.choice([one for one in self.objects if said[one] <= 2])
        objects.insert(objects.index(one), "spare")
        for fact in [fact for fact in self.init[1:] if any(one in words for words in lists(fact))]:
            self.init.append(copy.deepcopy(fact))
            for words in lists(self.init[-1]):
                words[:] = ["spare" if word == one else word for word in words]

    def forget_a_fact(self) -> None:
        del self.init[self.draw.randrange(1, len(self.init))]

    def mistake_a_fact(self) -> None:
        self._mistaken([fact for fact in self.init[1:] if len(fact) > 1 and fact[0] != "="])

    def mistake_the_goal(self) -> None:
        self._mistaken([one for one in self.atoms(self.goal[1]) if len(one) > 1])

    def _mistaken(self, facts: list[Lists]) -> None:
        fact = self.draw.choice(facts)
        fact[self.draw.randrange(1, len(fact))] = self.draw.choice(self.objects)

    def forget_a_goal(self) -> None:
        one, place = self._one_of(self.goal[1], lambda part: True)
        del one[place]


CHANGES = [
    Draft.drop_a_condition, Draft.drop_a_condition, Draft.drop_a_condition, Draft.drop_an_effect, Draft.forget_a_delete, Draft.negate,
    Draft.swap_variables, Draft.take_another_variable, Draft.drop_an_action, Draft.change_a_number, Draft.add_a_thing, Draft.forget_a_fact,
    Draft.mistake_a_fact, Draft.mistake_the_goal, Draft.forget_a_goal,
]  # fmt: skip
MISTAKES = {
    "rule forgotten": Draft.drop_a_condition,
    "rule turned around": Draft.negate,
    "add forgotten": Draft.drop_an_effect,
    "delete forgotten": Draft.forget_a_delete,
    "arguments exchanged": Draft.swap_variables,
    "wrong variable": Draft.take_another_variable,
    "action missing": Draft.drop_an_action,
    "only one way": Draft.go_one_way,
    "wrong number": Draft.change_a_number,
    "one more of a kind": Draft.add_a_thing,
    "start incomplete": Draft.forget_a_fact,
    "start wrong": Draft.mistake_a_fact,
    "goal wrong": Draft.mistake_the_goal,
    "goal too weak": Draft.forget_a_goal,
}
"""the usual mistakes of students"""


def mutants(domain: str, problem: str, draw: random.Random) -> Iterator[tuple[str, str, str]]:
    """Endlessly: what was changed, a domain and a problem with that change; no text twice."""
    seen = {Draft(domain, problem, draw).texts}
    while True:
        draft = Draft(domain, problem, draw)
        change = draw.choice(CHANGES)
        try:
            change(draft)
        except (IndexError, ValueError):  # there is nothing of the kind
            continue
        if draft.texts not in seen:
            seen.add(draft.texts)
            yield (change.__name__, *draft.texts)


def mistaken(domain: str, problem: str, mistake: str, draw: random.Random) -> tuple[str, str] | None:
    """A domain and a problem with a mistake; None where there is no room for it."""
    draft = Draft(domain, problem, draw)
    before = draft.texts
    for _ in range(MOST_DRAWN):
        try:
            MISTAKES[mistake](draft)
        except (IndexError, ValueError):  # this action has nothing of the kind
            draft = Draft(domain, problem, draw)
        else:
            if draft.texts != before:
                return draft.texts
    return None
