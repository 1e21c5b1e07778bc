"""Rewritings of models that keep their meaning.

They rename, remove types, add complements, split actions in two halves, and make actions take turns.
"""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable
from typing import Any

import pddl_oracle
from model_mutants import WordLists, find_section, print_list, walk_lists


class ModelRewriting:
    """A domain and a problem to be rewritten."""

    def __init__(self, domain: str, problem: str, draw: random.Random) -> None:
        self.domain: WordLists = pddl_oracle.parse(domain)
        self.problem: WordLists = pddl_oracle.parse(problem)
        self.draw = draw
        self.is_typed = any(part[0] == ":types" for part in self.domain)

    @property
    def texts(self) -> tuple[str, str]:
        return print_list(self.domain), print_list(self.problem)

    @property
    def actions(self) -> list[WordLists]:
        return [part for part in self.domain if part[0] == ":action"]

    @property
    def predicates(self) -> WordLists:
        if all(part[0] != ":predicates" for part in self.domain):
            self.domain.insert(3, [":predicates"])
        return find_section(self.domain, ":predicates")

    @property
    def init(self) -> WordLists:
        return find_section(self.problem, ":init")

    @property
    def list_typed_objects(self) -> list[tuple[str, str]]:
        """Return the objects and constants with their types."""
        parts = [part for part in (*self.domain, *self.problem) if part[0] in (":objects", ":constants")]
        return [one for part in parts for one in pddl_oracle.parse_typed_names(part[1:])]

    def _replace_words(self, names: dict[str, str]) -> None:
        for part in (self.domain, self.problem):
            for one in walk_lists(part):
                one[:] = [names.get(word, word) if isinstance(word, str) else word for word in one]

    def rename_predicates(self) -> None:
        """Give predicates, functions, actions and types arbitrary names."""
        names = [one[0] for part in self.domain if part[0] in (":predicates", ":functions") for one in part[1:]]
        names += [action[1] for action in self.actions] + [
            one for part in self.domain if part[0] == ":types" for one in part[1:]
        ]
        things = {name for name, _ in self.list_typed_objects}
        new = {
            name: f"x{number}q"
            for number, name in enumerate(dict.fromkeys(names))
            if name not in ("-", "object", "total-cost")
        }
        self._replace_words({name: one for name, one in new.items() if name not in things})

    def rename_objects(self) -> None:
        """Give objects arbitrary names, so that only the start, the goal and the actions show what they are."""
        names = [name for name, _ in self.list_typed_objects if not name[-1].isdigit()]
        self.draw.shuffle(names)
        self._replace_words({name: f"zz{chr(97 + number)}" for number, name in enumerate(names)})

    def rename_variables(self) -> None:
        """Rename variables and actions to words of another language."""
        actions = {action[1]: f"accion{number}" for number, action in enumerate(self.actions)}
        words = {
            word for one in walk_lists(self.domain) for word in one if isinstance(word, str) and word.startswith("?")
        }
        self._replace_words(actions | {word: f"{word}_es" for word in words})

    def shuffle_parts(self) -> None:
        for one in walk_lists(self.domain):
            if one and one[0] in ("and", "or"):
                one[1:] = self.draw.sample(one[1:], len(one) - 1)
        self.init[1:] = self.draw.sample(self.init[1:], len(self.init) - 1)
        actions = self.draw.sample(self.actions, len(self.actions))
        self.domain[:] = [part for part in self.domain if part[0] != ":action"] + actions

    def forget_types(self) -> None:
        """Replace types by unary facts."""
        if not self.is_typed:
            return
        above = dict(pddl_oracle.parse_typed_names(find_section(self.domain, ":types")[1:]))
        kinds = [*dict.fromkeys((*above, *(kind for kind in above.values() if kind != "object")))]
        facts = []
        for name, kind in self.list_typed_objects:
            while kind != "object":
                facts.append([f"is-{kind}", name])
                kind = above.get(kind, "object")
        self.init.extend(facts)

        def strip_types(variables: WordLists) -> tuple[WordLists, WordLists]:
            some = pddl_oracle.parse_typed_names(variables)
            return [name for name, _ in some], [[f"is-{kind}", name] for name, kind in some if kind != "object"]

        def replace_types(part: Any, joins: str = "imply") -> Any:
            if not isinstance(part, list) or not part:
                return part
            if part[0] in ("forall", "exists"):
                names, tests = strip_types(part[1])
                return [
                    part[0],
                    names,
                    [joins, ["and", *tests], replace_types(part[2], joins)]
                    if part[0] == "forall"
                    else ["and", *tests, replace_types(part[2])],
                ]
            return [replace_types(one, joins) for one in part]

        for action in self.actions:
            names, tests = strip_types(action[3])
            action[3], action[5], action[7] = (
                names,
                ["and", *tests, replace_types(action[5])],
                replace_types(action[7], "when"),
            )
        for part in self.domain:
            if part[0] == ":derived":
                names, tests = strip_types(part[1][1:])
                part[1], part[2] = (
                    [part[1][0], *names],
                    ["and", *tests, replace_types(part[2])] if tests else replace_types(part[2]),
                )
            elif part[0] in (":predicates", ":functions"):
                part[1:] = [[one[0], *strip_types(one[1:])[0]] for one in part[1:]]
            elif part[0] == ":constants":
                part[1:] = strip_types(part[1:])[0]
        self.predicates.extend([[f"is-{kind}", "?x"] for kind in kinds])
        objects = find_section(self.problem, ":objects")
        objects[1:] = strip_types(objects[1:])[0]
        self.domain.remove(find_section(self.domain, ":types"))
        self.is_typed = False

    def add_complements(self) -> None:
        """Add a complementary predicate for each predicate that changes.

        Preconditions use it instead of negation.
        """
        changing = {name for action in self.actions for name in pddl_oracle.find_changed_predicates(action[7])}
        above = dict(pddl_oracle.parse_typed_names(find_section(self.domain, ":types")[1:])) if self.is_typed else {}

        def list_objects_of_type(kind: str) -> list[str]:
            found = []
            for name, one in self.list_typed_objects:
                while one not in ("object", kind):
                    one = above.get(one, "object")
                found += [name] if one == kind else []
            return found

        for one in [one for one in self.predicates[1:] if one[0] in changing]:
            other = f"un{one[0]}"
            self.predicates.append([other, *one[1:]])
            choices = [list_objects_of_type(kind) for _, kind in pddl_oracle.parse_typed_names(one[1:])]
            self.init.extend(
                [[other, *some] for some in itertools.product(*choices) if [one[0], *some] not in self.init]
            )
            for action in self.actions:
                for part in [part for part in walk_lists(action[5]) if part[:1] == ["not"] and part[1][0] == one[0]]:
                    part[:] = [other, *part[1][1:]]
                for part in [part for part in walk_lists(action[7]) if part[:1] == ["and"]]:
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
        """After each action, require another action that permits the next one."""
        self.predicates.append(["handled"])
        for action in self.actions:
            action[5], action[7] = (
                ["and", ["handled"], action[5]],
                ["and", ["not", ["handled"]], *pddl_oracle.list_conjuncts(action[7])],
            )
        self.init.append(["handled"])
        self.domain.append(
            [":action", "go-on", ":parameters", [], ":precondition", ["not", ["handled"]], ":effect", ["handled"]]
        )

    def split_action(self) -> None:
        """Split an action in two: the first has its preconditions, the second its effects."""
        action = self.draw.choice(self.actions)
        names = pddl_oracle.parse_typed_names(action[3])
        doing = [f"doing-{action[1]}", *(name for name, _ in names)]
        self.predicates.extend([["idle"], [doing[0], *action[3]]])
        for one in self.actions:
            one[5] = ["and", ["idle"], one[5]]
        self.init.append(["idle"])
        second = copy.deepcopy(action)
        second[1] = f"end-{action[1]}"
        second[5], second[7] = ["and", doing], ["and", ["not", doing], ["idle"], *pddl_oracle.list_conjuncts(action[7])]
        action[7] = ["and", ["not", ["idle"]], doing]
        self.domain.append(second)

    def nest_preconditions(self) -> None:
        """Nest the preconditions of an action."""
        for action in self.actions:
            parts = pddl_oracle.list_conjuncts(action[5])
            half = len(parts) // 2
            action[5] = (
                ["not", ["or", *(["not", part] for part in parts[:half])]]
                if half and not parts[half:]
                else ["and", ["and", *parts[:half]], *parts[half:]]
            )


REWRITINGS: list[Callable[[ModelRewriting], None]] = [
    ModelRewriting.rename_predicates,
    ModelRewriting.rename_objects,
    ModelRewriting.rename_variables,
    ModelRewriting.shuffle_parts,
    ModelRewriting.forget_types,
    ModelRewriting.add_complements,
    ModelRewriting.take_turns,
    ModelRewriting.split_action,
    ModelRewriting.nest_preconditions,
]


def rewrite_model(
    domain: str, problem: str, rewritings: list[Callable[[ModelRewriting], None]], draw: random.Random
) -> tuple[str, str]:
    """Return a domain and a problem after a sequence of rewritings."""
    one = ModelRewriting(domain, problem, draw)
    for way in rewritings:
        way(one)
    find_section(one.domain, ":requirements")[1:] = [
        ":adl",
        ":typing",
        ":fluents",
        ":derived-predicates",
        ":action-costs",
    ]
    return one.texts
