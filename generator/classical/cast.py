"""Of what the states of a planning task consist, as a model of it may show them: each time one of several facts that exclude one another."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.cast import Cast, Named, Seen, Situation, Stated, Wrong
from ferryplan.generator.classical.strategy import ClassicalStrategy
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.pddl.grounding import NOTHING, GroundAction
from ferryplan.generator.pddl.mutexes import cover
from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.pddl.variants import Layout, UncodedError
from ferryplan.generator.space import Breach
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.wording import listing

Written: TypeAlias = Callable[[Fact], Stated]
Group: TypeAlias = Sequence[Fact | None]  # facts of which one holds; None where none may


class TaskCast(Cast[State, GroundAction]):
    """The facts of a task that are told, in groups."""

    takes_steps = True

    def __init__(self, space: TaskSpace, groups: Sequence[Group], written: Written, lying: str = "") -> None:
        """``written`` says how a fact is looked for. Of things that lie on one another, by the predicate ``lying``, it is told what carries them."""
        self._space, self._groups, self._lying = space, groups, lying
        self.stated = [[written(fact) if fact else None for fact in group] for group in groups]
        self.sorts = range(len(groups))
        self._values = {fact: (role, value) for role, group in enumerate(groups) for value, fact in enumerate(group)}
        self._start = [group.index(None) if None in group else -1 for group in groups]
        self.values = [[self._named(fact, group) for fact in group] for group in groups]
        self.roles = [self._role(group[0], some[0]) for group, some in zip(groups, self.values, strict=True)]
        self.goal = self._situation(space.goal_facts, [-1] * len(groups))

    def _role(self, fact: Fact | None, value: Named) -> Named:
        """Return the question which fact of a group holds, by its first; without a sentence of its own, a fact is quoted."""
        has_sentence = not fact or fact[0] in self._space.sentences.file.predicates
        key = "check.whether" if has_sentence else "check.whether-it-holds"
        return value._replace(called=format_message(key, fact=value.called))

    def _named(self, fact: Fact | None, group: Group) -> Named:
        tells = self._space.sentences.fact
        if fact:
            return Named(" ".join(fact), tells(fact), ())
        facts = [one for one in group if one]
        if len(facts) == 1:
            return Named("none", self._space.sentences.lacking(facts[0]), ())
        return Named("none", format_message("check.none-of", facts="; ".join(map(tells, facts))), ())

    def _situation(self, facts: Iterable[Fact], none: Sequence[int]) -> Situation:
        below, found = {fact[1]: fact[2] for fact in facts if fact[0] == self._lying}, [*none]
        # A stack is no higher than the number of things that lie on something, so this many steps lead to
        # its foot, where `get` stays.
        carried = ((self._lying, one, reduce(lambda at, _: below.get(at, at), below, one)) for one in below)
        for fact in (*facts, *carried):
            if fact in self._values:
                role, found[role] = self._values[fact]
        return tuple(found)

    def describe_values(self, role: int, values: Sequence[str]) -> str:
        """Return the facts of a group that hold at the same time."""
        return listing(values)

    def sought(self, role: int) -> str:
        """Return one of the facts between which a model must tell."""
        return self.roles[role].called

    def situation(self, state: State) -> Situation:
        """Return which fact of each group holds."""
        return self._situation(state.facts, self._start)

    def state(self, situation: Situation) -> State:
        """Return what is told of a situation: these facts alone."""
        return State(frozenset(fact for group, n in zip(self._groups, situation, strict=True) if (fact := group[n])))

    def seen(self, values: Sequence[Sequence[int]]) -> Seen:
        """Return what is seen where each role has these values. Without a value something is under way."""
        situation = tuple([some[0] for some in values]) if all(len(some) == 1 for some in values) else None
        return Seen(situation, situation is not None, any(len(some) > 1 for some in values))

    def wrong(self, state: State, situation: Situation) -> Wrong:
        """Return the first condition of an action without which that would lead to a situation; if there is none, what changes."""
        for action in self._space.untimed:
            for lack in ClassicalStrategy(self._space).lacks(action, state):
                if self.situation(self._space.after(state, lack.move)) == situation:
                    found = self._space.in_words(lack.unheld)
                    rule = format_message("check.required-condition", action=action.name, condition=lack.condition)
                    return Wrong("rule-missing", Breach(rule, found))
        new = [self.values[n][one].called for n, one in enumerate(situation) if one != self.situation(state)[n]]
        return Wrong("no-move", Breach(format_message("check.unchanged"), "; ".join(new)))

    def lacking(self, move: GroundAction, made: Sequence[GroundAction]) -> str:
        """Return whether an action is never possible, or too seldom."""
        return "rule-too-strong" if any(one.name == move.name for one in made) else "move-missing"


def casts(instance: TaskInstance) -> list[TaskCast]:
    """Return the ways to say the facts of a task: as they are; as its pictures are, with numbers that are counted, cells by row and column, what
    lies in a stack by its foot; with a predicate for each type of objects. Raises EncodingError where models are not compared."""
    space, pictures = instance.once(TaskSpace), instance.file.pictures
    if why := _why_incomparable(instance, space):
        raise EncodingError(format_message("check.incomparable", reason=why), where=instance.puzzle)
    try:
        groups = [*_groups(space, Layout(space.within_reach[0], space.initial.facts, ()))]
    except UncodedError:
        reason = format_message("check.too-many-cases")
        raise EncodingError(format_message("check.incomparable", reason=reason), where=instance.puzzle) from None
    found, kind = [TaskCast(space, groups, lambda fact: Stated(fact[0], fact[1:]))], pictures.kind if pictures else ""
    shows = [(shown, fact.lower().split()) for shown in (pictures.shows if pictures else ()) for fact in shown.facts]
    counted = {fact[0]: fact.index(f"?{shown.times}") for shown, fact in shows if f"?{shown.times}" in fact}
    # `$^` matches in no name, so only the cells of a grid are split into row and column.
    part = re.compile("[a-z]+[0-9]+" if kind == "grid" else "$^")

    def written(fact: Fact) -> Stated:
        place = counted.get(fact[0], len(fact))
        objects = [part.findall(one) or [one] for one in fact[1:place] + fact[place + 1 :]]
        amount = space.ranks[fact[place]][0] if place < len(fact) else None
        return Stated(fact[0], tuple(itertools.chain(*objects)), amount)

    found += [TaskCast(space, groups, written)] * bool(counted or kind == "grid")
    if mixed := _mixed_predicates(space, groups):
        found.append(TaskCast(space, groups, lambda fact: _stated_by_type(space, fact, mixed)))
    places = space.objects[pictures.places.lower()] if pictures and kind == "stacks" else ()
    for name in (fact[0] for shown, fact in shows if fact[1:] == [f"?{shown.thing}", f"?{shown.at}"]):
        things = {fact[1]: None for group in groups for fact in group if fact and fact[0] == name}
        if places and things.keys().isdisjoint(places):
            feet: list[Group] = [[(name, one, at) for at in places] for one in things]
            others = [group for group in groups if all(fact is None or fact[0] != name for fact in group)]
            found.append(TaskCast(space, [*feet, *others], written, name))
    return found


def _mixed_predicates(space: TaskSpace, groups: Sequence[Group]) -> set[str]:
    """Return the predicates that are told of objects of several types in the same place: a disc lies on a disc or on a peg."""
    types = defaultdict[tuple[str, int], set[str]](set)
    for fact in (fact for group in groups for fact in group if fact):
        for place, name in enumerate(fact[1:]):
            types[fact[0], place].add(_type_of(space, name))
    return {name for (name, _), some in types.items() if len(some) > 1}


def _stated_by_type(space: TaskSpace, fact: Fact, mixed: Collection[str]) -> Stated:
    """Return a fact as a model says it that has a predicate for each type of objects."""
    types = [_type_of(space, name) for name in fact[2:]] if fact[0] in mixed else []
    return Stated("-".join((fact[0], *types)), fact[1:])


def _type_of(space: TaskSpace, name: str) -> str:
    objects = (*space.domain.constants, *space.problem.objects)
    return next(one.types[0] for one in objects if one.name == name)


def _why_incomparable(instance: TaskInstance, space: TaskSpace) -> str:
    """Return why models are not compared with a task whose states are more than the facts that hold; the empty text if they are."""
    if instance.file.incomparable:
        return instance.file.incomparable
    if space.in_time:
        return format_message("check.with-durations")
    if space.derived_predicates:
        return format_message("check.with-derived", names=listing(sorted(space.derived_predicates)))
    costs = {name for name, *_ in space.counters}
    if functions := [
        one.name for one in space.domain.functions if not space.never_changes(one.name) and one.name not in costs
    ]:
        return format_message("check.with-numbers", names=listing(functions))
    return ""


def _groups(space: TaskSpace, layout: Layout) -> Iterator[Group]:
    """Yield groups of facts that are told, and others like them, with None where none may hold: those of which one always holds come first."""
    told = {fact for fact in layout.facts if space.sentences.tells(fact[0])}
    parts = [group & told for group in layout.groups]
    steady = [part for part in parts if len(part & space.initial.facts) == 1]
    # Facts of a group exclude each other: if one holds at the start, and no action deletes one without adding one,
    # then one always holds. Conditional effects are not analyzed: an action that has them rules out every group.
    for one in space.within_reach[0]:
        steady = [part for part in steady if one.rest[1] is NOTHING and (not part & one.deleted or part & one.added)]
    first = [part for part in cover(told, steady) if frozenset(part) in steady]
    known = {fact[0] for fact in told}
    shaped = [
        (
            one.name,
            [dict.fromkeys(thing for kind in each.types for thing in space.objects[kind]) for each in one.parameters],
        )
        for one in space.domain.predicates
        if one.name in known
    ]
    left = [fact for name, some in shaped for way in itertools.product(*some) if (fact := (name, *way)) not in told]
    for part in (*first, *cover(told.difference(*first), parts)):
        # What all facts of a group share, such as the thing whose place they tell, finds the facts out of
        # reach that belong to the group: a model may have them, too.
        common = frozenset.intersection(*map(frozenset, part))
        shapes = {frozenset(both for both in enumerate(fact) if both[0] == 0 or both[1] in common) for fact in part}
        like = [fact for fact in left if any(shape <= {*enumerate(fact)} for shape in shapes)]
        left = [fact for fact in left if fact not in like]
        yield [*part, *like, *([] if part in first else [None])]
