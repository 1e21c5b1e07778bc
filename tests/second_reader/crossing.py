"""River crossings, read from the text of a question and solved by brute force.

Travelers are bits of masks, in the order in which the text lists them. Every line of the exact part must be understood. The reader compares sentences
of the story about numbers, rules, the boat and positions with the exact part; it ignores all other sentences as color.
"""

from __future__ import annotations

import heapq
import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from second_reader import Question, Task, TextAnswer, UnreadError

MOST_STATES = 400_000
BOAT = -1
"""The boat as a scene of rules; the other scenes are the numbers of places."""
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
IRREGULAR = {
    "person": "people",
    "child": "children",
    "goose": "geese",
    "mouse": "mice",
    "sheep": "sheep",
    "deer": "deer",
    "ox": "oxen",
}
KINDS_OF = {"man": ("man", "husband", "single man")}
"""Nouns that cover several kinds."""


def plurals_of(noun: str) -> set[str]:
    """Return possible plurals of a noun."""
    if phrase := re.fullmatch(r"(.+?)( (?:of|in|with|on|from|for) .+)", noun):  # bags of beans, ladies in oils
        return {one + phrase[2] for one in plurals_of(phrase[1])} | _plurals_of_word(noun)
    return _plurals_of_word(noun)


def _plurals_of_word(noun: str) -> set[str]:
    first, _, last = noun.rpartition(" ")
    words = {
        last + "s",
        last + "es",
        re.sub("y$", "ies", last),
        re.sub("fe?$", "ves", last),
        re.sub("man$", "men", last),
    }
    words |= {last[: -len(one)] + more for one, more in IRREGULAR.items() if last.endswith(one)}
    return {f"{first} {word}".strip() for word in words if word != last or last in IRREGULAR}


def same_noun(one: str, other: str) -> bool:
    """Return whether two nouns are the same in the singular or the plural."""
    return one == other or one in plurals_of(other) or other in plurals_of(one)


def number_in(word: str) -> int:
    """Return the value of a number in words or digits."""
    word = word.lower()
    if word == "no":
        return 0
    return NUMBERS.index(word) if word in NUMBERS else int(word)


# Constraints of rules on travelers who are together


class Guard(NamedTuple):
    """A victim is with a threat only beside somebody of each of the `needed` groups.

    Never, if these are `None`.
    """

    victim: int
    threats: int
    guardians: tuple[int, ...] | None

    def holds(self, company: int) -> bool:
        """Return whether the company keeps the rule."""
        if not company & self.victim or not company & self.threats:
            return True
        return self.guardians is not None and all(company & one for one in self.guardians)


class Escort(NamedTuple):
    """A traveler is present only beside somebody of each of some groups."""

    who: int
    companions: tuple[int, ...]

    def holds(self, company: int) -> bool:
        """Return whether the company keeps the rule."""
        return not company & self.who or all(company & one for one in self.companions)


class Outnumber(NamedTuple):
    """If any of the `others` are present, the `threats` do not outnumber them."""

    threats: int
    others: int

    def holds(self, company: int) -> bool:
        """Return whether the company keeps the rule."""
        others = (company & self.others).bit_count()
        return not others or (company & self.threats).bit_count() <= others


class AtMost(NamedTuple):
    """At most a number of travelers of a group are together."""

    who: int
    number: int

    def holds(self, company: int) -> bool:
        """Return whether the company keeps the rule."""
        return (company & self.who).bit_count() <= self.number


class OnlyWithAll(NamedTuple):
    """A traveler is present only if all members of a group are."""

    who: int
    needed: int

    def holds(self, company: int) -> bool:
        """Return whether the company keeps the rule."""
        return not company & self.who or company & self.needed == self.needed


Constraint = Guard | Escort | Outnumber | AtMost | OnlyWithAll


class Rule(NamedTuple):
    """A rule: constraints on travelers who are together, and its scenes, as numbers of places or the boat."""

    constraints: frozenset[Constraint]
    scenes: frozenset[int]


class Deadline(NamedTuple):
    """A deadline: travelers who must not be at a place after more than a number of crossings."""

    who: int
    place: int
    crossings: int


class Vessel(NamedTuple):
    """A boat."""

    name: str
    capacity: int
    weight: int | None
    rowers: int


class State(NamedTuple):
    """The travelers at each place, the place of each boat, and the number of crossings if it matters."""

    companies: tuple[int, ...]
    boats: tuple[int, ...]
    clock: int


class Move(NamedTuple):
    """A crossing."""

    load: int
    origin: int
    destination: int
    boat: int


# Sentence patterns of rules

_GUARD = r"(?P<guards>.+) (?:is|are) there"
_THERE = r"(?P<needed>.+) (?:is|are) there, too"
_BOAT = r"(?:the|a) (?P<boat>[\w' -]+?)"
_NEXT = r"; the last .+ has no next one"
_NUMBER = r"(?P<number>\w+)"
RULES: Sequence[tuple[str, str]] = (
    ("shy", rf"(?P<victims>.+) is never with anybody else unless {_GUARD}"),
    ("shy", rf"(?P<victims>.+) may be with others only while {_GUARD}"),
    ("shy", rf"(?P<victims>.+) is never with anybody but (?P<except>.+) unless {_GUARD}"),
    ("shy", r"(?P<victims>.+) is never with anybody else"),
    ("shy", r"(?P<victims>.+) must always be alone"),
    ("guard", rf"(?P<victims>.+) (?:is|are) (?:never|not) with (?P<threats>.+) unless {_GUARD}"),
    ("guard", rf"No (?P<victims>.+) is with (?P<threats>.+) unless {_GUARD}"),
    ("guard", rf"(?P<victims>.+) must not be with (?P<threats>.+) unless {_GUARD}"),
    ("guard", rf"(?P<victims>.+) may be with (?P<threats>.+) only while {_GUARD}"),
    ("guard", r"(?P<victims>.+) is never with (?P<threats>.+)"),
    ("guard", r"(?P<victims>.+) must never be with (?P<threats>.+)"),
    ("chain", rf"No (?P<kind>.+) is with the next .+? in alphabetical order(?: unless {_GUARD})?{_NEXT}"),
    ("chain", rf"In alphabetical order, no (?P<kind>.+) may be with the next .+?(?: unless {_GUARD})?{_NEXT}"),
    (
        "outnumber",
        r"Wherever (?P<none>.+) is, (?P<some>.+?)(?: together)? never outnumbers? (?P<others>.+?)(?: together)?",
    ),
    ("outnumber", r"(?P<some>.+) never outnumber (?P<others>.+) where there are (?P<none>.+)"),
    (
        "outnumber",
        r"Where there is at least one (?P<none>.+), (?P<some>.+?)(?: together)? must not outnumber (?P<others>.+?)(?: together)?",
    ),
    ("at-most", rf"(?:No more than|At most) {_NUMBER} of (?P<some>.+) may be together"),
    ("at-most-one", r"No two of (?P<some>.+) may be together"),
    ("at-most-one", r"Only one of (?P<some>.+) may be there at a time"),
    ("at-most-one", r"(?P<some>.+) (?:must|may) not be together"),
    ("at-most", r"None of (?P<some>.+) may be there"),
    ("alone", rf"(?P<victims>.+) is never alone in {_BOAT}"),
    ("alone", r"(?P<victims>.+) must not cross alone"),
    ("escort", r"(?P<victims>.+) crosses only together with (?P<guards>.+)"),
    ("escort", rf"(?P<victims>.+) may cross only if (?P<guards>.+) (?:is|are) in {_BOAT}, too"),
    ("apart", r"(?P<victims>.+) never crosses together with (?P<threats>.+)"),
    ("apart", rf"(?P<victims>.+) must not be in {_BOAT} together with (?P<threats>.+)"),
    ("order", rf"(?P<victims>.+) may be at (?P<place>.+?) only if {_THERE}"),
    ("nothing", r"It does not matter when (?P<one>.+) (?:is|are) at (?P<place>.+), since nobody else must get there"),
    ("room", rf"At most {_NUMBER} may be at (?P<place>.+) at a time"),
    ("room", rf"There is room for at most {_NUMBER} at (?P<place>.+)"),
    ("room", r"Nobody may be at (?P<place>.+)"),
    ("room", rf"(?P<place>.+?) (?:each hold|holds) (?:at most {_NUMBER}(?: travelers?)?|nobody)"),
)
_COMPILED_RULES = [(kind, re.compile(pattern)) for kind, pattern in RULES]
IN_BOAT_ONLY = ("alone", "escort", "apart")
_DEADLINE = re.compile(rf"After more than {_NUMBER} crossings?, (?P<who>.+) must not be (?:at|on) (?P<place>.+)")
_LIMIT = re.compile(rf"(?:At most {_NUMBER} crossings? may be made|There are at most (?P<most>\w+) crossings?)")
_DEADLINE_LINE, _LIMIT_LINE = (re.compile(rf"{one.pattern}\.") for one in (_DEADLINE, _LIMIT))
GOAL = "The goal is reached at the end."
_ABOARD = re.compile(r" \(This rule (?:(?P<also>applies at all places and)|does not apply) in the boat\.\)$")
_ONLY = re.compile(r" \(This rule applies only (?:at (?P<places>.+?))?(?: and )?(?P<boat>in the boat)?\.\)$")


@dataclass
class Cast:
    """The travelers and places, with their names in sentences."""

    names: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    """The text's noun for each traveler, in the singular or the plural."""
    partners: list[int] = field(default_factory=list)
    """For each traveler, the mask of its partners."""
    places: list[str] = field(default_factory=list)

    @property
    def everyone(self) -> int:
        """The mask of all travelers."""
        return (1 << len(self.names)) - 1

    def member(self, name: str) -> int:
        """Return the mask of the traveler with a name. Raises UnreadError."""
        if name not in self.names:
            raise UnreadError(name)
        return 1 << self.names.index(name)

    def members(self, listed: str) -> int:
        """Return the mask of a list of names without articles."""
        return sum(map(self.member, listed.split(", ")))

    def place(self, called: str) -> int:
        """Return the number of a place by its name. Raises UnreadError."""
        name = re.sub("^(?:the|The) ", "", called)
        for one in (called, name):
            if one in self.places:
                return self.places.index(one)
        raise UnreadError(called)

    def places_called(self, called: str) -> frozenset[int]:
        """Return the numbers of the places in a list, or of all places that "an island" may mean."""
        copies = re.sub("^(?:an?|the) ", "", called)
        found = {number for number, name in enumerate(self.places) if re.fullmatch(rf"{re.escape(copies)} \d+", name)}
        if found:
            return frozenset(found)
        return frozenset(map(self.place, re.split(", | and ", called[:1].lower() + called[1:])))

    def of_kind(self, noun: str) -> int:
        """Return the mask of all travelers of a kind, or of one traveler by name.

        The kind may be in the singular or the plural. Raises UnreadError.
        """
        nouns = KINDS_OF.get(noun, (noun,))
        found = sum(1 << n for n, kind in enumerate(self.kinds) if any(same_noun(kind, one) for one in nouns))
        if not found and noun in self.names:
            return self.member(noun)
        if not found:
            raise UnreadError(noun)
        return found

    def group(self, phrase: str) -> int:
        """Return the mask of all possible referents of a noun phrase.

        Examples: "a dog", "the dogs", "all the dogs", "Anna".
        """
        if phrase in self.names:
            return self.member(phrase)
        return self.of_kind(re.sub("^(?:all the|[Tt]he|[Aa]n|[Aa]) ", "", phrase))

    def union(self, listed: str) -> int:
        """Return the mask of all travelers named by a list with "and" or "or"."""
        if listed == "everybody":
            return self.everyone
        groups = self.groups(listed)
        return _union(groups)

    def groups(self, listed: str) -> list[int]:
        """Return the mask of each noun in a list."""
        return [self.group(part) for part in re.split(", | and | or ", listed)]

    def others(self, listed: str, who: int) -> list[int]:
        """Return the mask of each noun in a list, relative to one traveler: "another dog", "its own master"."""
        found = []
        for part in re.split(", | and | or ", listed):
            if own := re.fullmatch("(?:its|his|her|their)(?: own)? (.+)", part):
                found.append(self.of_kind(own[1]) & self.partners[who.bit_length() - 1])
            elif another := re.fullmatch("another (.+)", part):
                found.append(self.of_kind(another[1]) & ~who)
            else:
                found.append(self.group(part) & ~who)
        return found

    # rules

    def constraints(self, kind: str, said: Mapping[str, str]) -> Iterator[Constraint]:
        """Yield the constraints that a sentence puts on travelers who are together."""
        match kind:
            case "shy" | "guard" | "apart" | "escort" | "alone":
                yield from self._about_victims(kind, said)
            case "chain":
                row = [*bits(self.of_kind(said["kind"]))]
                for before, after in itertools.pairwise(row):
                    yield from self._guard(after, before, self._needed(said.get("guards"), after))
            case "outnumber":
                some, others = self.union(said["some"]), self.union(said["others"])
                if others != self.union(said["none"]):
                    raise UnreadError(said["none"])
                yield Outnumber(some, others)
            case "at-most":
                yield AtMost(self.union(said["some"]), number_in(said.get("number") or "0"))
            case "at-most-one":
                yield AtMost(self.union(said["some"]), 1)
            case "order":
                for who in bits(self.union(said["victims"])):
                    yield OnlyWithAll(who, self.union(said["needed"]))
            case "nothing":
                return
            case "room":
                yield AtMost(self.everyone, number_in(said.get("number") or "0"))

    def _about_victims(self, kind: str, said: Mapping[str, str]) -> Iterator[Constraint]:
        for who in bits(self.union(said["victims"])):
            if kind == "alone":
                yield Escort(who, (self.everyone & ~who,))
            elif kind == "escort":
                yield Escort(who, self._needed(said["guards"], who) or ())
            else:
                needed = self._needed(said.get("guards"), who)
                if kind == "shy":
                    threats = (
                        self.everyone & ~who & ~_union(self.others(said["except"], who) if said.get("except") else ())
                    )
                else:
                    threats = _union(self.others(said["threats"], who))
                yield from self._guard(who, threats, needed)

    @staticmethod
    def _guard(who: int, threats: int, needed: tuple[int, ...] | None) -> Iterator[Guard]:
        """Yield the guard constraint, unless it is empty: a sole guardian is not a threat."""
        if needed is not None and len(needed) == 1:
            threats &= ~needed[0]
        if threats & ~who:
            yield Guard(who, threats & ~who, needed)

    def _needed(self, guards: str | None, who: int) -> tuple[int, ...] | None:
        """Return the groups that must each have somebody present.

        A list with "or" is one group, each noun of a list with "and" is a group of its own.
        """
        if guards is None:
            return None
        groups = self.others(guards, who)
        return tuple(groups) if " and " in guards else (_union(groups),)

    def rule(self, sentence: str, boat_rules: bool) -> Rule | None:
        """Return the rule of a sentence without its full stop, which may have several clauses.

        None if it is no rule.
        """
        clauses = [
            self._clause(clause, boat_rules) for clause in re.split("; (?!the last .+ has no next one)", sentence)
        ]
        told = [clause for clause in clauses if clause is not None]
        if len(told) < len(clauses):
            return None
        return Rule(frozenset().union(*(one.constraints for one in told)), told[0].scenes)

    def _clause(self, sentence: str, boat_rules: bool) -> Rule | None:
        everywhere = frozenset(range(len(self.places))) | ({BOAT} if boat_rules else frozenset[int]())
        for kind, pattern in _COMPILED_RULES:
            if found := pattern.fullmatch(sentence):
                said = {key: one for key, one in found.groupdict().items() if one is not None}
                try:
                    constraints = frozenset(self.constraints(kind, said))
                    scenes = everywhere
                    if kind in IN_BOAT_ONLY:
                        scenes = frozenset({BOAT})
                    elif kind in ("order", "room"):
                        scenes = self.places_called(said["place"])
                except UnreadError:
                    continue
                return Rule(constraints, scenes)
        return None

    def listed_rule(self, text: str, boat_rules: bool) -> Rule:
        """Return the rule of a line, with its scenes, which may stand at the end of the line.

        Raises UnreadError.
        """
        scenes: frozenset[int] | None = None
        places, also = frozenset(range(len(self.places))), frozenset({BOAT})
        if only := _ONLY.search(text):
            scenes = self.places_called(only["places"]) if only["places"] else frozenset()
            scenes |= also if only["boat"] else frozenset()
            text = text[: only.start()]
        elif aboard := _ABOARD.search(text):
            scenes = places | also if aboard["also"] else places
            text = text[: aboard.start()]
        rules = [self.rule(sentence, boat_rules) for sentence in re.split(r"\. (?=[A-Z])", text.removesuffix("."))]
        if None in rules:
            raise UnreadError(text)
        told = [rule for rule in rules if rule is not None]
        return Rule(
            frozenset().union(*(rule.constraints for rule in told)), told[0].scenes if scenes is None else scenes
        )


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, the lowest first."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


# The task

_TRAVELERS = re.compile(r"Travelers: (.+)\.")
_UNITS = re.compile(r"These belong together: (.+)\.")
_PLACES = re.compile(r"Places: (.+)\.")
_ROUTES = re.compile(r"Routes, in both directions: (.+)\. There are no others\.")
_ALIAS = re.compile(
    r"Below, (?:the (?P<vehicle>[\w ]+) counts as the boat, and \w+ it counts as rowing|"
    r"whatever takes the travelers across counts as the boat, and moving it counts as rowing)\."
)
_VESSEL = re.compile(
    r"(?P<boat>.+?) (?:carries at most (?P<capacity>\d+) travelers?|has room for all travelers)(?:, up to a total weight of (?P<weight>\d+))?, "
    r"and never crosses empty\. "
    r"(?:(?P<all>Everybody can row)(?P<which> the .+?)?|"
    r"Somebody in it must be able to row(?: the .+?)?, and only (?:these travelers can: (?P<rowers>.+)|(?:the )?(?P<rower>.+) can)|"
    r"(?P<none>Nobody can row)(?: the .+?)?, so it cannot cross)\."
)
_WEIGHTS = re.compile(r"Weights: (.+)\.")
_COSTS = re.compile(
    r"(?:Times: (?P<times>.+)\. A crossing takes as long as the slowest traveler in the boat needs|"
    r"Fees: (?P<fees>.+)\. A crossing costs the lowest fee among the travelers in the boat who can row(?: it)?)\. "
    r"The total is the sum over all crossings\."
)
_START = re.compile(r"At the start: (.+)\.")
_GOAL = re.compile(r"The goal: (.+)\.")
_MECHANICS = re.compile(
    r"In a crossing, (?:the boat|one boat) goes from one place to another\. Only travelers at the place where (?:the|that) boat is can get "
    r"in\. After the crossing, everybody in it gets out\. There is only one crossing at a time\."
)
_RULES = re.compile(
    r"These rules hold at every place, both when (?:the|a) boat has just left and when it has just landed, (and also|but not) in the "
    r"boat(?:, except where a rule says something else)?:"
)
_NO_RULES = "There are no other rules about who may be together."
_FORMAT = re.compile(
    r"a JSON list with one (?:list for each crossing, in order: the names of all travelers in the boat, rowers included\. The boat goes from one "
    r"place to the other each time, so leave directions out|object for each crossing, in order: \"aboard\" is the list of the names of all "
    r"travelers in the boat, rowers included(?P<ends>; \"from\" is the place that the boat leaves and \"to\" the place where it lands, each one of "
    r"(?P<places>.+?))?(?:; \"boat\" is the boat that crosses, one of (?P<boats>.+?))?)\. The names are (?P<names>.+)\. For example, "
    r"(?P<example>\[.+\]) stands for (?:one crossing|two crossings, the second one back)"
)


class CrossingTask(Task):
    """A river crossing as its text describes it."""

    @classmethod
    def recognizes(cls, question: Question) -> bool:
        """Return whether the exact part begins as that of a crossing."""
        return question.setting.startswith("- Travelers: ")

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.cast = Cast()
        self.routes: set[tuple[int, int]] = set()
        self.vessels: list[Vessel] = []
        self.amounts: list[int | None] = []
        self.slowest: bool | None = None
        """Whether a crossing costs the time of the slowest traveler, or else the fee of the cheapest rower; None without costs."""
        self.weights: list[int] = []
        self.rules: list[Rule] = []
        self.deadlines: list[Deadline] = []
        self.limit: int | None = None
        self.boat_rules = True
        self.goal: list[int | None] = []
        self.goal_boat: int | None = None
        self.start = State((), (), 0)
        for line in question.setting.splitlines():
            self._read_line(line)
        if not self.routes:
            self.routes = {*itertools.permutations(range(len(self.cast.places)), 2)}
        crossings = [one.crossings + 1 for one in self.deadlines]
        self.horizon = max([*crossings, *([] if self.limit is None else [self.limit])], default=0)
        self._by_scene = {
            scene: [one for rule in self.rules if scene in rule.scenes for one in rule.constraints]
            for scene in (*range(len(self.cast.places)), BOAT)
        }
        self._check_question()

    def faults_of_text(self) -> list[str]:
        """Return contradictions between the story and the exact part."""
        return [*Story(self).faults()]

    # reading

    def _read_line(self, line: str) -> None:
        if rule := re.fullmatch(r"  \d+\. (.+)", line):
            self.rules.append(self.cast.listed_rule(rule[1], self.boat_rules))
            return
        text = line.removeprefix("- ")
        readers: Sequence[tuple[re.Pattern[str], Callable[[re.Match[str]], None]]] = (
            (_TRAVELERS, self._read_travelers), (_UNITS, self._read_units), (_PLACES, self._read_places),
            (_ROUTES, self._read_routes), (_VESSEL, self._read_vessel), (_WEIGHTS, self._read_weights),
            (_COSTS, self._read_costs), (_START, self._read_start), (_GOAL, self._read_goal), (_RULES, self._read_scope),
            (_DEADLINE_LINE, self._read_deadline), (_LIMIT_LINE, self._read_limit),
        )  # fmt: skip
        for pattern, reader in readers:
            if line.startswith("- ") and (found := pattern.fullmatch(text)):
                reader(found)
                return
        if not line.startswith("- ") or not (text == _NO_RULES or _ALIAS.fullmatch(text) or _MECHANICS.fullmatch(text)):
            raise UnreadError(line)

    def _read_travelers(self, found: re.Match[str]) -> None:
        for group in found[1].split("; "):
            names, _, kind = group.partition(" (")
            for name in names.split(", "):
                self.cast.names.append(name)
                self.cast.kinds.append(kind.removesuffix(")") or name)
        self.cast.partners = [0] * len(self.cast.names)

    def _read_units(self, found: re.Match[str]) -> None:
        for unit in found[1].split("; "):
            masks = [self.cast.member(name) for name in unit.split(" and ")]
            for mask in masks:
                self.cast.partners[mask.bit_length() - 1] = sum(masks) & ~mask

    def _read_places(self, found: re.Match[str]) -> None:
        self.cast.places = found[1].split(", ")

    def _read_routes(self, found: re.Match[str]) -> None:
        for route in found[1].split(", "):
            ends = [self.cast.place(end) for end in route.split(" to ")]
            self.routes |= {(ends[0], ends[1]), (ends[1], ends[0])}

    def _read_vessel(self, found: re.Match[str]) -> None:
        cast = self.cast
        named = found["rowers"] or found["rower"]
        rowers = cast.everyone if found["all"] else cast.members(named) if named else 0
        weight = None if found["weight"] is None else int(found["weight"])
        capacity = int(found["capacity"] or len(cast.names))
        self.vessels.append(Vessel(re.sub("^The ", "", found["boat"]), capacity, weight, rowers))

    def _read_weights(self, found: re.Match[str]) -> None:
        told = dict(part.rsplit(" ", 1) for part in found[1].split(", "))
        self.weights = [int(told[name]) for name in self.cast.names]

    def _read_costs(self, found: re.Match[str]) -> None:
        self.slowest = found["times"] is not None
        told = {}
        for part in (found["times"] or found["fees"]).split(", "):
            name, amount, _ = part.rsplit(" ", 2)
            told[name] = int(amount)
        self.amounts = [told.get(name) for name in self.cast.names]

    def _whereabouts(self, text: str) -> tuple[list[int | None], dict[str, str]]:
        """Return the place of each traveler, None if unknown, and the places of all other named things."""
        where: list[int | None] = [None] * len(self.cast.names)
        rest = {}
        for part in text.split("; "):
            who, at, place = part.rpartition(" at ")
            if at and all(name in self.cast.names for name in who.split(", ")):
                for one in bits(self.cast.members(who)):
                    where[one.bit_length() - 1] = self.cast.place(place)
            else:
                rest[who if at else part.removesuffix(" anywhere")] = place if at else "anywhere"
        return where, rest

    def _read_start(self, found: re.Match[str]) -> None:
        where, boats = self._whereabouts(found[1])
        if None in where or len(boats) != len(self.vessels):
            raise UnreadError(found[0])
        named = {re.sub("^the ", "", boat): self.cast.place(place) for boat, place in boats.items()}
        companies = tuple(
            sum(1 << n for n, at in enumerate(where) if at == place) for place in range(len(self.cast.places))
        )
        self.start = State(companies, tuple(named[one.name] for one in self.vessels), 0)

    def _read_goal(self, found: re.Match[str]) -> None:
        self.goal, rest = self._whereabouts(found[1])
        others = rest.pop("the other travelers", None)
        if (None in self.goal) != (others == "anywhere") or len(rest) != 1:
            raise UnreadError(found[0])
        [(boat, place)] = rest.items()
        if boat != ("the boat" if len(self.vessels) == 1 else "all boats"):
            raise UnreadError(found[0])
        self.goal_boat = None if place == "anywhere" else self.cast.place(place)

    def _read_scope(self, found: re.Match[str]) -> None:
        self.boat_rules = found[1] == "and also"

    def _read_deadline(self, found: re.Match[str]) -> None:
        self.deadlines.append(
            Deadline(self.cast.union(found["who"]), self.cast.place(found["place"]), number_in(found["number"]))
        )

    def _read_limit(self, found: re.Match[str]) -> None:
        self.limit = number_in(found["number"] or found["most"])

    def _check_question(self) -> None:
        """Check that the question agrees with the text in the counted unit and the notation of moves."""
        question = self.question
        if question.counted and question.has_costs != (self.slowest is not None):
            raise UnreadError(f"the question counts {question.counted}")
        if question.form:
            found = _FORMAT.fullmatch(question.form)
            if found is None or found["names"].split(", ") != self.cast.names:
                raise UnreadError(question.form)
            if (found["places"] or ", ".join(self.cast.places)).split(", ") != self.cast.places:
                raise UnreadError(question.form)

    # the state space

    def carries(self, load: int, boat: int) -> bool:
        """Return whether a boat carries a load, and somebody in it can row."""
        vessel = self.vessels[boat]
        return load.bit_count() <= vessel.capacity and self._is_light(load, vessel) and bool(load & vessel.rowers)

    def _is_light(self, load: int, vessel: Vessel) -> bool:
        return vessel.weight is None or sum(self.weights[one.bit_length() - 1] for one in bits(load)) <= vessel.weight

    def keeps(self, company: int, scene: int) -> bool:
        """Return whether a company keeps the rules of a scene."""
        return all(one.holds(company) for one in self._by_scene[scene])

    def moved(self, state: State, move: Move) -> State:
        """Return the state after a crossing, legal or not."""
        companies = list(state.companies)
        companies[move.origin] &= ~move.load
        companies[move.destination] |= move.load
        boats = (*state.boats[: move.boat], move.destination, *state.boats[move.boat + 1 :])
        return State(tuple(companies), boats, min(state.clock + 1, self.horizon))

    def is_in_time(self, state: State, clock: int) -> bool:
        """Return whether a state keeps all deadlines after a number of crossings."""
        return not any(clock > one.crossings and state.companies[one.place] & one.who for one in self.deadlines)

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        """Yield the crossings that the rules allow."""
        if self.limit is not None and state.clock >= self.limit:
            return
        for boat, origin in enumerate(state.boats):
            here = [*bits(state.companies[origin])]
            for size in range(1, min(self.vessels[boat].capacity, len(here)) + 1):
                for some in itertools.combinations(here, size):
                    load = sum(some)
                    if not self.carries(load, boat) or not self.keeps(load, BOAT):
                        continue
                    if not self.keeps(state.companies[origin] & ~load, origin):
                        continue
                    for leaving, destination in self.routes:
                        if leaving == origin:
                            move = Move(load, origin, destination, boat)
                            after = self.moved(state, move)
                            if self.keeps(after.companies[destination], destination) and self.is_in_time(
                                after, state.clock + 1
                            ):
                                yield move, after

    def cost(self, move: Move) -> int:
        """Return the cost of a crossing: 1 where there are no costs."""
        if self.slowest is None:
            return 1
        amounts = [
            self.amounts[one.bit_length() - 1]
            for one in bits(move.load)
            if self.slowest or one & self.vessels[move.boat].rowers
        ]
        told = [amount for amount in amounts if amount is not None]
        return max(told) if self.slowest else min(told)

    def is_goal(self, state: State) -> bool:
        """Return whether all travelers and boats are at their goals."""
        there = all(at is None or state.companies[at] >> n & 1 for n, at in enumerate(self.goal))
        return there and (self.goal_boat is None or all(at == self.goal_boat for at in state.boats))

    # solving

    def best(self, start: State) -> tuple[tuple[int, int], int] | None:
        """Return the least total, of costs and then of moves, and the number of paths with it.

        None if there is no path.
        """
        totals: dict[State, tuple[int, int]] = {start: (0, 0)}
        ways = {start: 1}
        queue = [((0, 0), start)]
        least: tuple[int, int] | None = None
        found, done = 0, set[State]()
        while queue:
            total, state = heapq.heappop(queue)
            if least is not None and total > least:
                break
            if state in done:
                continue
            done.add(state)
            if len(done) > MOST_STATES:
                raise UnreadError(f"over {MOST_STATES} states")
            if self.is_goal(state):
                least, found = total, found + ways[state]
                continue
            for move, after in self.successors(state):
                reached = (total[0] + self.cost(move), total[1] + 1)
                if after not in totals or reached < totals[after]:
                    totals[after], ways[after] = reached, ways[state]
                    heapq.heappush(queue, (reached, after))
                elif reached == totals[after]:
                    ways[after] += ways[state]
        return None if least is None else (least, found)

    def solve(self) -> TextAnswer:
        """Return the answer, by a search of all reachable states."""
        best = self.best(self.start)
        if best is None:
            return TextAnswer("unsolvable", None, 0)
        return TextAnswer("solvable", best[0][0], best[1])

    # answers

    def read_move(self, data: Any, state: State) -> Move:
        """Return a crossing, given as JSON, in a state. Raises UnreadError."""
        told = data if isinstance(data, dict) else {"aboard": data}
        load = _union(map(self.cast.member, told["aboard"]))
        names = [vessel.name for vessel in self.vessels]
        boat = names.index(told["boat"]) if "boat" in told else 0
        origin = self.cast.place(told["from"]) if "from" in told else state.boats[boat]
        if "to" not in told and len(self.cast.places) > 2:
            raise UnreadError(str(data))
        return Move(load, origin, self.cast.place(told["to"]) if "to" in told else 1 - origin, boat)

    def write_move(self, move: Move) -> Any:
        """Return a crossing as JSON, in the form that the question requests."""
        aboard = [self.cast.names[one.bit_length() - 1] for one in bits(move.load)]
        data: dict[str, Any] = {"aboard": aboard}
        if len(self.cast.places) > 2:
            data |= {"from": self.cast.places[move.origin], "to": self.cast.places[move.destination]}
        if len(self.vessels) > 1:
            data["boat"] = self.vessels[move.boat].name
        return aboard if len(data) == 1 else data

    def fault_of_plan(self, plan: Any, best: bool) -> str:
        """Return why a plan is not a solution, or not a best one."""
        state, cost = self.start, 0
        for number, data in enumerate(plan, 1):
            move = self.read_move(data, state)
            if (move, self.moved(state, move)) not in [*self.successors(state)]:
                return f"crossing {number} is not allowed"
            state, cost = self.moved(state, move), cost + self.cost(move)
        if not self.is_goal(state):
            return "the goal is not reached"
        least = self.best(self.start)
        assert least is not None
        return f"its total is {cost}, not {least[0][0]}" if best and cost != least[0][0] else ""

    def _state_after_shown(self) -> State:
        state = self.start
        for data in self.question.shown or ():
            state = self.moved(state, self.read_move(data, state))
        return state

    def best_next(self) -> list[Any]:
        """Return the first crossings of all best continuations of the shown crossings."""
        state = self._state_after_shown()
        best = dict[Move, tuple[int, int]]()
        for move, after in self.successors(state):
            onward = self.best(after)
            if onward is not None:
                best[move] = (onward[0][0] + self.cost(move), onward[0][1] + 1)
        return [self.write_move(move) for move, total in best.items() if total == min(best.values())]

    def first_wrong(self) -> tuple[int | None, Collection[str]]:
        """Return the first crossing of the shown plan that breaks a rule, and all rules that it breaks."""
        state, plan = self.start, self.question.shown
        checks = {letter: self._check_of(text) for letter, text in self.question.letters.items()}
        for number, data in enumerate(plan, 1):
            move = self.read_move(data, state)
            broken = [letter for letter, check in checks.items() if check(state, move)]
            if broken:
                return number, broken
            state = self.moved(state, move)
        if self.is_goal(state):
            return None, []
        return len(plan), [letter for letter, text in self.question.letters.items() if text == GOAL]

    def _check_of(self, text: str) -> Callable[[State, Move], bool]:
        """Return the test whether a crossing breaks a lettered rule.

        Raises UnreadError for a rule that the text does not have.
        """
        if text == GOAL:
            return lambda state, move: False
        if text == "A traveler can get in only at the place where the boat is.":
            return lambda state, move: bool(move.load & ~state.companies[state.boats[move.boat]])
        if text == "The boat can go only along its routes.":
            return lambda state, move: (move.origin, move.destination) not in self.routes
        for number, vessel in enumerate(self.vessels):
            if check := self._check_of_vessel(text, number, vessel):
                return check
        if check := self._check_in_time(text):
            return check
        rule = self.cast.listed_rule(text, self.boat_rules)
        if rule not in self.rules:
            raise UnreadError(text)
        return self._check_of_rule(rule)

    def _check_of_vessel(self, text: str, number: int, vessel: Vessel) -> Callable[[State, Move], bool] | None:
        called = vessel.name
        if text == f"The {called} can leave only from the place where it is.":
            return lambda state, move: move.boat == number and move.origin != state.boats[number]
        if re.fullmatch(rf"The {re.escape(called)} carries at most {vessel.capacity} travelers?\.", text):
            return lambda state, move: move.boat == number and move.load.bit_count() > vessel.capacity
        if text == f"The {called} carries a weight of at most {vessel.weight}.":
            return lambda state, move: move.boat == number and not self._is_light(move.load, vessel)
        if text in (
            f"Somebody in the {called} must be able to row.",
            f"Somebody in the {called} must be able to row it.",
        ):
            return lambda state, move: move.boat == number and not move.load & vessel.rowers
        return None

    def _check_of_rule(self, rule: Rule) -> Callable[[State, Move], bool]:
        def breaks(state: State, move: Move) -> bool:
            after = self.moved(state, move)
            scenes = {place: after.companies[place] for place in (move.origin, move.destination)} | {BOAT: move.load}
            return any(
                not one.holds(scenes[scene]) for scene in scenes if scene in rule.scenes for one in rule.constraints
            )

        return breaks

    def _check_in_time(self, text: str) -> Callable[[State, Move], bool] | None:
        sentence = text.removesuffix(".")
        if found := _LIMIT.fullmatch(sentence):
            most = number_in(found["number"] or found["most"])
            return lambda state, move: state.clock >= most
        if found := _DEADLINE.fullmatch(sentence):
            last = Deadline(self.cast.union(found["who"]), self.cast.place(found["place"]), number_in(found["number"]))
            if last in self.deadlines:
                return lambda state, move: (
                    state.clock + 1 > last.crossings and bool(self.moved(state, move).companies[last.place] & last.who)
                )
            raise UnreadError(text)
        return None


# The story


class Story:
    """The story of a crossing, compared with the exact part."""

    def __init__(self, task: CrossingTask) -> None:
        self.task, self.cast = task, task.cast
        self.text = task.question.story.replace("\n", " ")
        self.sentences = re.split(r"(?<=[.?!]) (?=[A-Z0-9])", self.text)

    def faults(self) -> Iterator[str]:
        """Yield the sentences that contradict the exact part."""
        yield from self._faults_of_rules()
        for pattern, check in FACTS:
            for found in re.finditer(pattern, self.text):
                try:
                    right = check(self, found)
                except (UnreadError, ValueError):
                    right = False
                if not right:
                    yield f"story: {found[0]}"

    def _faults_of_rules(self) -> Iterator[str]:
        """Yield a fault if the story's rules, in the words of the list, differ from the exact ones."""
        told, deadlines, limits = list[Rule](), set[Deadline](), set[int]()
        for sentence in (one.removesuffix(".") for one in self.sentences):
            if sentence.startswith("This rule ") and told:
                told[-1] = told[-1]._replace(scenes=self._scenes(sentence))
            elif found := _DEADLINE.fullmatch(sentence):
                deadlines.add(
                    Deadline(self.cast.union(found["who"]), self.cast.place(found["place"]), number_in(found["number"]))
                )
            elif found := _LIMIT.fullmatch(sentence):
                limits.add(number_in(found["number"] or found["most"]))
            elif rule := self.cast.rule(sentence, self.task.boat_rules):
                told.append(rule)
        if told and _scoped(told) != _scoped(self.task.rules):
            yield f"story: its rules are not those of the list: {_scoped(told) ^ _scoped(self.task.rules)}"
        if deadlines and deadlines != {*self.task.deadlines}:
            yield "story: its deadlines are not those of the list"
        if limits and min(limits) != self.task.limit:
            yield "story: its limit is not that of the list"

    def _scenes(self, sentence: str) -> frozenset[int]:
        """Return the scenes of a rule from the sentence after it. Raises UnreadError."""
        places = frozenset(range(len(self.cast.places)))
        if re.fullmatch("This rule does not hold in the .+", sentence):
            return places
        if re.fullmatch("This rule holds in the .+, too", sentence):
            return places | {BOAT}
        if only := re.fullmatch(
            "This rule holds only (?:at (?P<places>.+?))?(?: and )?(?P<boat>in the [^,]+)?", sentence
        ):
            named = self.cast.places_called(only["places"]) if only["places"] else frozenset[int]()
            return named | {BOAT} if only["boat"] else named
        raise UnreadError(sentence)

    def counted(self, listed: str) -> int:
        """Return the mask of counted travelers: "two dogs and a cat". Raises UnreadError for wrong numbers."""
        found = 0
        for part in re.split(", | and ", listed):
            first, _, noun = part.partition(" ")
            single = first.lower() in ("a", "an")
            number = 1 if single or part in self.cast.names else number_in(first)
            mask = self.cast.group(part) if part in self.cast.names else self.cast.of_kind(noun)
            if mask.bit_count() != number:
                raise UnreadError(part)
            found |= mask
        return found

    def is_at(self, who: int, place: str) -> bool:
        """Return whether exactly these travelers are at a place at the start."""
        return self.task.start.companies[self.cast.place(place)] == who

    def must_be_at(self, who: int, place: str) -> bool:
        """Return whether exactly these travelers must end at a place."""
        at = self.cast.place(place)
        return sum(1 << n for n, end in enumerate(self.task.goal) if end == at) == who

    # facts

    def check_start(self, found: re.Match[str]) -> bool:
        """Check the positions at the start."""
        parts = re.findall(rf"(?:^| and )(.+?) (?:is|are) at the ({self._any_place()})(?=$| and |, )", found["start"])
        ends = re.findall(rf"(?:^| and |, )(.+?) must be at the ({self._any_place()})(?=$| and |, )", found["goal"])
        start = all(self.is_at(self.counted(re.sub("^(, |and )", "", who)), place) for who, place in parts)
        goal = all(self.must_be_at(self.cast.union(re.sub("^(, |and )", "", who)), place) for who, place in ends)
        return start and goal and bool(parts) and bool(ends)

    def _any_place(self) -> str:
        return "|".join(map(re.escape, sorted(self.cast.places, key=len, reverse=True)))

    def check_load(self, found: re.Match[str]) -> bool:
        """Check the capacity of the boats, if all carry the same number."""
        number = number_in(found["number"])
        vessels = self.task.vessels
        return len(vessels) > 1 or min(number, len(self.cast.names)) == vessels[0].capacity

    def check_rowers(self, found: re.Match[str]) -> bool:
        """Check the rowers: kinds, or a number of a kind."""
        if len(self.task.vessels) > 1:
            return True
        rest = self.task.vessels[0].rowers
        for part in re.split(", | and ", found["rowers"]) if found["rowers"] else ():
            some = re.fullmatch(r"(\w+) of (the .+)", part)
            who = self.cast.group(some[2] if some else part)
            if (who & rest).bit_count() != (number_in(some[1]) if some else who.bit_count()):
                return False
            rest &= ~who
        return rest == (0 if found["rowers"] else self.cast.everyone)

    def check_number(self, found: re.Match[str]) -> bool:
        """Check the number of travelers of a kind."""
        noun = found["noun"]
        kinds = [kind for kind in dict.fromkeys(self.cast.kinds) if noun == kind or noun in plurals_of(kind)]
        return all(self.cast.kinds.count(kind) == number_in(found["number"]) for kind in kinds)

    def check_pairs(self, found: re.Match[str]) -> bool:
        """Check the number of couples."""
        return sum(map(bool, self.cast.partners)) == 2 * number_in(found["number"])

    def check_islands(self, found: re.Match[str]) -> bool:
        """Check the number of islands."""
        islands = [place for place in self.cast.places if place.startswith("island")]
        return len(islands) == (number_in(found["number"]) if found["number"] else 1)

    def check_stops(self, found: re.Match[str]) -> bool:
        """Check the other stops of the boat: all places but two."""
        nouns = re.split(", | and ", found["stops"])
        stops = {
            number
            for number, place in enumerate(self.cast.places)
            for noun in (re.sub("^the ", "", one) for one in nouns)
            if place == noun or same_noun(re.sub(r" \d+$", "", place), noun)
        }
        return len(stops) == len(self.cast.places) - 2

    def check_sides(self, found: re.Match[str]) -> bool:
        """Check the goal of a kind."""
        return found["noun"] not in self.cast.kinds or self.must_be_at(self.cast.of_kind(found["noun"]), found["place"])

    def check_banks(self, found: re.Match[str]) -> bool:
        """Check the position of a kind at the start."""
        number = number_in(found["number"])
        who = self.cast.of_kind(found["noun"]) if number else 0
        return who.bit_count() == number and self.is_at(who, found["place"])

    def check_amounts(self, found: re.Match[str]) -> bool:
        """Check weights or times, one for each traveler."""
        amounts = [*map(int, re.findall(r"\d+", found["amounts"]))]
        return amounts == (self.task.weights or self.task.amounts)

    def check_total_weight(self, found: re.Match[str]) -> bool:
        """Check the weight that the boat carries."""
        return self.task.vessels[0].weight == int(found["number"])

    def check_fee(self, found: re.Match[str]) -> bool:
        """Check the fee of each traveler of a kind."""
        who = self.cast.of_kind(found["noun"]) if any(same_noun(found["noun"], kind) for kind in self.cast.kinds) else 0
        return all(self.task.amounts[one.bit_length() - 1] == int(found["number"]) for one in bits(who))

    def check_deadline(self, found: re.Match[str]) -> bool:
        """Check a deadline at the first place: the crossings after which somebody may still be there."""
        return Deadline(self.cast.group(found["who"]), 0, int(found["number"])) in self.task.deadlines

    def check_limit(self, found: re.Match[str]) -> bool:
        """Check the maximum number of crossings."""
        return self.task.limit == int(found["number"])

    def check_meal(self, found: re.Match[str]) -> bool:
        """Check that one traveler would eat another unless a guardian is present."""
        eaters, eaten = self.cast.group(found["eater"]), self.cast.group(found["eaten"])
        guards = [one for rule in self.task.rules for one in rule.constraints if isinstance(one, Guard)]
        return any({one.victim, one.threats} == {eaters, eaten} for one in guards)

    def check_scope(self, found: re.Match[str]) -> bool:
        """Check whether rules hold in the boat."""
        return not self.task.rules or self.task.boat_rules == bool(found.groupdict().get("everywhere"))


_WORD = r"\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
FACTS: Sequence[tuple[str, Callable[[Story, re.Match[str]], bool]]] = (
    (r"(?P<start>[^.]+)\. At the end, (?P<goal>[^.]+)\.", Story.check_start),
    (rf"carries at most (?P<number>{_WORD})\b", Story.check_load),
    (rf"has room for at most (?P<number>{_WORD})\b", Story.check_load),
    (r"carries at most \w+(?: people)?, and only (?P<rowers>[^.]+) can \w+ it\b", Story.check_rowers),
    (r"\bonly (?P<rowers>the [^.,]+) can row\.", Story.check_rowers),
    (r"\bOnly (?P<rowers>\d+ of the missionaries and \d+ of the cannibals) can row\.", Story.check_rowers),
    (r"\b[eE]verybody can (?:\w+ it|row)\b(?P<rowers>)", Story.check_rowers),
    (rf"(?i)(?<!at most )\b(?P<number>{_WORD}) (?P<noun>[a-z]+(?: [a-z]+)?)\b", Story.check_number),
    (rf"(?i)(?<!at most )\b(?P<number>{_WORD}) (?P<noun>[a-z]+)\b", Story.check_number),
    (r"\b(?P<number>\d+) (?:married|eloping) couples?\b", Story.check_pairs),
    (r"\bwith (?:an island|(?P<number>\d+) islands)\b", Story.check_islands),
    (r"\bmay also stop at the (?P<stops>[^.]+)\.", Story.check_stops),
    (r"\ball (?P<noun>\w+) to the (?P<place>\w+ bank)", Story.check_sides),
    (r"\b(?P<number>\d+) (?P<noun>hunters?|bears?) (?:is|are) on the (?P<place>\w+ bank)", Story.check_banks),
    (r"\bThey (?:weigh|take) (?P<amounts>[\d, and]+)", Story.check_amounts),
    (r"\btotal weight of at most (?P<number>\d+)", Story.check_total_weight),
    (r"\ba (?P<noun>\w+) (?:asks )?for (?P<number>\d+)", Story.check_fee),
    (
        r"\b[Tt]he (?P<who>\w+) (?:melts|goes bad) if it is still (?:there|on the left bank) after more than (?P<number>\d+) crossings?",
        Story.check_deadline,
    ),
    (r"\bAfter (?P<number>\d+) crossings? the tide comes in", Story.check_limit),
    (r"\b[Tt]he (?P<eater>\w+) would (?:eat|chase) the (?P<eaten>\w+)", Story.check_meal),
    (r"\bthing (?P<eater>[A-Z]) would eat thing (?P<eaten>[A-Z])\b", Story.check_meal),
    (r"(?P<everywhere>on land or in (?:the|a) boat)", Story.check_scope),
    (
        r"This rule does not hold in the boat\.|except in the boat|These rules do not hold in the boat\.",
        Story.check_scope,
    ),
    (r"In the [\w' -]+, only the rules about crossing hold\.", Story.check_scope),
)
"""Patterns of statements in stories besides their rules, each with its check."""


def _scoped(rules: Iterable[Rule]) -> set[tuple[Constraint, frozenset[int]]]:
    """Return the constraints of rules, each with its scenes."""
    return {(one, rule.scenes) for rule in rules for one in rule.constraints}


TASK = CrossingTask
