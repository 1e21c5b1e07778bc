"""Models rewritten so that they mean the same: other names, no types, complements, actions in two halves, turns."""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable
from typing import Any

import pddl_oracle
from model_mutants import Lists, lists, printed, section


class Rewriting:
    """A domain and a problem that are rewritten."""

    def __init__(self, domain: str, problem: str, draw: random.Random) -> None:
        self.domain: Lists = pddl_oracle.parse(domain)
        self.problem: Lists = pddl_oracle.parse(problem)
        self.draw = draw
        self.typed = any(part[0] == ":types" for part in self.domain)

    @property
    def texts(self) -> tuple[str, str]:
        return printed(self.domain), printed(self.problem)

    @property
    def actions(self) -> list[Lists]:
        return [part for part in self.domain if part[0] == ":action"]

    @property
    def predicates(self) -> Lists:
        if all(part[0] != ":predicates" for part in self.domain):
            self.domain.insert(3, [":predicates"])
        return section(self.domain, ":predicates")

    @property
    def init(self) -> Lists:
        return section(self.problem, ":init")

    @property
    def things(self) -> list[tuple[str, str]]:
        """The objects and constants with their types."""
        parts = [part for part in (*self.domain, *self.problem) if part[0] in (":objects", ":constants")]
        return [one for part in parts for one in pddl_oracle.typed(part[1:])]

    def _replace(self, names: dict[str, str]) -> None:
        for part in (self.domain, self.problem):
            for one in lists(part):
                one[:] = [names.get(word, word) if isinstance(word, str) else word for word in one]

    def rename_predicates(self) -> None:
        """Predicates, actions and types are called anything, functions as well."""
        names = [one[0] for part in self.domain if part[0] in (":predicates", ":functions") for one in part[1:]]
        names += [action[1] for action in self.actions] + [
            one for part in self.domain if part[0] == ":types" for one in part[1:]
        ]
        things = {name for name, _ in self.things}
        new = {
            name: f"x{number}q"
            for number, name in enumerate(dict.fromkeys(names))
            if name not in ("-", "object", "total-cost")
        }
        self._replace({name: one for name, one in new.items() if name not in things})

    def rename_objects(self) -> None:
        """Objects are called anything; what they are is told by the start, the goal and what happens."""
        names = [name for name, _ in self.things if not name[-1].isdigit()]
        self.draw.shuffle(names)
        self._replace({name: f"zz{chr(97 + number)}" for number, name in enumerate(names)})

    def translate(self) -> None:
        """Variables and actions in another language."""
        actions = {action[1]: f"accion{number}" for number, action in enumerate(self.actions)}
        words = {word for one in lists(self.domain) for word in one if isinstance(word, str) and word.startswith("?")}
        self._replace(actions | {word: f"{word}_es" for word in words})

    def reorder(self) -> None:
        for one in lists(self.domain):
            if one and one[0] in ("and", "or"):
                one[1:] = self.draw.sample(one[1:], len(one) - 1)
        self.init[1:] = self.draw.sample(self.init[1:], len(self.init) - 1)
        actions = self.draw.sample(self.actions, len(self.actions))
        self.domain[:] = [part for part in self.domain if part[0] != ":action"] + actions

    def forget_types(self) -> None:
        """What is of a type is told by facts instead."""
        if not self.typed:
            return
        above = dict(pddl_oracle.typed(section(self.domain, ":types")[1:]))
        kinds = [*dict.fromkeys((*above, *(kind for kind in above.values() if kind != "object")))]
        facts = []
        for name, kind in self.things:
            while kind != "object":
                facts.append([f"is-{kind}", name])
                kind = above.get(kind, "object")
        self.init.extend(facts)

        def plain(variables: Lists) -> tuple[Lists, Lists]:
            some = pddl_oracle.typed(variables)
            return [name for name, _ in some], [[f"is-{kind}", name] for name, kind in some if kind != "object"]

        def without(part: Any, joins: str = "imply") -> Any:
            if not isinstance(part, list) or not part:
                return part
            if part[0] in ("forall", "exists"):
                names, tests = plain(part[1])
                return [
                    part[0],
                    names,
                    [joins, ["and", *tests], without(part[2], joins)]
                    if part[0] == "forall"
                    else ["and", *tests, without(part[2])],
                ]
            return [without(one, joins) for one in part]

        for action in self.actions:
            names, tests = plain(action[3])
            action[3], action[5], action[7] = names, ["and", *tests, without(action[5])], without(action[7], "when")
        for part in self.domain:
            if part[0] == ":derived":
                names, tests = plain(part[1][1:])
                part[1], part[2] = (
                    [part[1][0], *names],
                    ["and", *tests, without(part[2])] if tests else without(part[2]),
                )
            elif part[0] in (":predicates", ":functions"):
                part[1:] = [[one[0], *plain(one[1:])[0]] for one in part[1:]]
            elif part[0] == ":constants":
                part[1:] = plain(part[1:])[0]
        self.predicates.extend([[f"is-{kind}", "?x"] for kind in kinds])
        objects = section(self.problem, ":objects")
        objects[1:] = plain(objects[1:])[0]
        self.domain.remove(section(self.domain, ":types"))
        self.typed = False

    def complement(self) -> None:
        """A fact for what does not hold, for each predicate that changes; it is asked for instead of what is not so."""
        changing = {name for action in self.actions for name in pddl_oracle.changed(action[7])}
        above = dict(pddl_oracle.typed(section(self.domain, ":types")[1:])) if self.typed else {}

        def of(kind: str) -> list[str]:
            found = []
            for name, one in self.things:
                while one not in ("object", kind):
                    one = above.get(one, "object")
                found += [name] if one == kind else []
            return found

        for one in [one for one in self.predicates[1:] if one[0] in changing]:
            other = f"un{one[0]}"
            self.predicates.append([other, *one[1:]])
            choices = [of(kind) for _, kind in pddl_oracle.typed(one[1:])]
            self.init.extend(
                [[other, *some] for some in itertools.product(*choices) if [one[0], *some] not in self.init]
            )
            for action in self.actions:
                for part in [part for part in lists(action[5]) if part[:1] == ["not"] and part[1][0] == one[0]]:
                    part[:] = [other, *part[1][1:]]
                for part in [part for part in lists(action[7]) if part[:1] == ["and"]]:
                    part[1:] += [
                        [other, *effect[1][1:]] if effect[0] == "not" else ["not", [other, *effect[1:]]]
                        for effect in part[1:]
                        if (effect[1] if effect[0] == "not" else effect)[0] == one[0]
                    ]
                if action[7][0] == one[0] or (action[7][0] == "not" and action[7][1][0] == one[0]):
                    effect = action[7]
                    action[7] = [
                        "and",
                        effect,
                        [other, *effect[1][1:]] if effect[0] == "not" else ["not", [other, *effect[1:]]],
                    ]

    def take_turns(self) -> None:
        """After each action comes one that says that the next may begin."""
        self.predicates.append(["handled"])
        for action in self.actions:
            action[5], action[7] = (
                ["and", ["handled"], action[5]],
                ["and", ["not", ["handled"]], *pddl_oracle.conjuncts(action[7])],
            )
        self.init.append(["handled"])
        self.domain.append(
            [":action", "go-on", ":parameters", [], ":precondition", ["not", ["handled"]], ":effect", ["handled"]]
        )

    def halve(self) -> None:
        """An action in two: what is asked, then what comes about."""
        action = self.draw.choice(self.actions)
        names = pddl_oracle.typed(action[3])
        doing = [f"doing-{action[1]}", *(name for name, _ in names)]
        self.predicates.extend([["idle"], [doing[0], *action[3]]])
        for one in self.actions:
            one[5] = ["and", ["idle"], one[5]]
        self.init.append(["idle"])
        second = copy.deepcopy(action)
        second[1] = f"end-{action[1]}"
        second[5], second[7] = ["and", doing], ["and", ["not", doing], ["idle"], *pddl_oracle.conjuncts(action[7])]
        action[7] = ["and", ["not", ["idle"]], doing]
        self.domain.append(second)

    def merge(self) -> None:
        """What an action asks, nested."""
        for action in self.actions:
            parts = pddl_oracle.conjuncts(action[5])
            half = len(parts) // 2
            action[5] = (
                ["not", ["or", *(["not", part] for part in parts[:half])]]
                if half and not parts[half:]
                else ["and", ["and", *parts[:half]], *parts[half:]]
            )


WAYS: list[Callable[[Rewriting], None]] = [
    Rewriting.rename_predicates, Rewriting.rename_objects, Rewriting.translate, Rewriting.reorder, Rewriting.forget_types,
    Rewriting.complement, Rewriting.take_turns, Rewriting.halve, Rewriting.merge,
]  # fmt: skip


def rewritten(
    domain: str, problem: str, ways: list[Callable[[Rewriting], None]], draw: random.Random
) -> tuple[str, str]:
    """A domain and a problem, rewritten in these ways, one after the other."""
    one = Rewriting(domain, problem, draw)
    for way in ways:
        way(one)
    section(one.domain, ":requirements")[1:] = [":adl", ":typing", ":fluents", ":derived-predicates", ":action-costs"]
    return one.texts
