"""Facts and actions in words: by the sentences of a file, or made of their names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError, nearest
from ferryplan.generator.expressions import fill, names_in
from ferryplan.generator.pddl.expressions import Atom, Comparison, Condition, Equal, Function, Not, Number, Typed
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import Fact
from ferryplan.generator.pddl.tree import Action, Domain, DurativeAction, Signature
from ferryplan.generator.puzzle_file import Mistake
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.puzzle_file import SentencesFile

_BETWEEN = (
    "at in on into onto inside within above below under over behind before after beside near by from to of with via"
)
BETWEEN = frozenset(_BETWEEN.split())
"""words that stand between the two that a predicate is about, or before what a parameter of that name is"""
_JOINED = re.compile(r"(?<![0-9])[-_]|[-_](?![0-9])")
LONGEST = 400
"""how long a sentence of a file may be"""


def plain(name: str) -> str:
    """Return a name of PDDL as words: ``fuel-level`` is fuel level; what stands between digits stays, as in ``p1-2``."""
    return " ".join(_JOINED.sub(" ", name).split()) or name


def distinct_words(named: Mapping[str, str], followers: Iterable[str]) -> dict[str, str]:
    """Return the words of each name, or the name itself where its words could be taken for something else.

    That is so where another name has the same words, and where a shorter one has their beginning and what may stand behind it goes on
    like the rest: ``pick-up x`` beside ``pick up-x``.
    """
    many = Counter(named.values())
    known = {tuple(words.split()) for words in named.values()}
    whole = {tuple(words.split()) for words in followers}
    begun = {words[:size] for words in whole for size in range(1, len(words))}

    def is_ambiguous(words: tuple[str, ...]) -> bool:
        rests = (words[size:] for size in range(1, len(words)) if words[:size] in known)
        return any(rest in begun or rest[:size] in whole for rest in rests for size in range(1, len(rest) + 1))

    return {
        name: name if many[words] > 1 or is_ambiguous(tuple(words.split())) else words for name, words in named.items()
    }


def _words_of(names: Iterable[str], followers: Iterable[str]) -> dict[str, str]:
    return distinct_words({name: plain(name) for name in names}, followers)


class Sentences:
    """The words for a domain, and for the objects of a problem.

    No two names have the same words: those that would, such as ``a-b`` and ``a_b``, stay as they are written.
    """

    def __init__(self, file: SentencesFile, domain: Domain, objects: Iterable[Typed] = ()) -> None:
        self.file = file
        named = {one.name: file.objects.get(one.name) or plain(one.name) for one in (*domain.constants, *objects)}
        parameters = {plain(one.name.removeprefix("?")) for action in domain.actions for one in action.parameters}
        behind = [*named.values(), *(parameters & BETWEEN)]
        self._objects = distinct_words(named, behind) | file.objects
        self._actions = _words_of((one.name for one in domain.actions), behind)
        self._predicates = _words_of((one.name for one in (*domain.predicates, *domain.functions)), behind)
        self._types = _words_of((one.name for one in domain.types), ())
        # In reverse, the first of several actions with one name and as many parameters comes last and
        # stays, as in `Task`.
        self.actions = {(one.name, len(one.parameters)): one.parameters for one in reversed(domain.actions)}
        self.predicates = {
            (one.name, len(one.parameters)): one.parameters for one in (*domain.functions, *domain.predicates)
        }

    def object(self, name: str) -> str:
        """Return what an object is called."""
        return self._objects.get(name) or plain(name)

    def predicate(self, name: str) -> str:
        """Return what a predicate or a function is called."""
        return self._predicates.get(name) or plain(name)

    def type(self, name: str) -> str:
        """Return what the objects of a type are called."""
        return self._types.get(name) or plain(name)

    def action(self, move: GroundAction) -> str:
        """Return an action in a few words, its arguments where the names of its parameters say that they belong."""
        name, arguments = move
        parameters = self.actions.get((name, len(arguments)), ())
        if (template := self.file.actions.get(name)) is not None and len(parameters) == len(arguments):
            return self._filled(template, parameters, arguments)
        told = self._actions.get(name) or plain(name)
        for number, argument in enumerate(arguments):
            word = plain(parameters[number].name.removeprefix("?")) if number < len(parameters) else ""
            told += (
                f" {word} {self.object(argument)}"
                if word in BETWEEN
                else f"{',' * (number > 0)} {self.object(argument)}"
            )
        return told

    def fact(self, fact: Fact) -> str:
        """Return in words that a fact holds."""
        return self._told(fact, self.file.predicates)

    def tells(self, predicate: str) -> bool:
        """Whether states are told with the facts of a predicate: an empty sentence leaves them out."""
        return self.file.predicates.get(predicate) != ""

    def changes(self, facts: Iterable[Fact]) -> list[str]:
        """Return those of some facts in words that are told, sorted."""
        return [self.fact(fact) for fact in sorted(facts) if self.tells(fact[0])]

    def lacking(self, fact: Fact) -> str:
        """Return in words that a fact does not hold; a fact without a sentence of its own is shown as PDDL."""
        if fact[0] in self.file.breaches:
            return self._told(fact, self.file.breaches)
        if fact[0] in self.file.predicates:
            return format_message("tasks.not-the-case", fact=self.fact(fact))
        return _describe_missing_fact(fact)

    def value(self, fact: Fact, value: Fraction) -> str:
        """Return in words what the value of a function is."""
        return f"{self.fact(fact)} is {Number(value)}"

    def unheld(self, condition: Condition) -> str:
        """Return in words that a condition without variables does not hold."""
        match condition:
            case Atom(predicate, terms):
                return self.lacking((predicate, *terms))
            case Not(Atom(predicate, terms)):
                return self.fact((predicate, *terms))
            case Not(Equal(left, _)):
                return format_message("planning.same-objects", object=self.object(left))
            case Equal(left, right):
                return format_message("planning.other-object", first=self.object(left), second=self.object(right))
            case Comparison(sign, Function(name, terms), Number() as number):
                return format_message(_COMPARED[sign], function=self.fact((name, *terms)), number=number)
        return format_message("tasks.does-not-hold", fact=condition)

    def _told(self, fact: Fact, templates: Mapping[str, str]) -> str:
        name, *arguments = fact
        parameters = self.predicates.get((name, len(arguments)), ())
        if (template := templates.get(name)) and len(parameters) == len(arguments):
            return self._filled(template, parameters, arguments)
        words, called = self.predicate(name), [self.object(argument) for argument in arguments]
        if len(called) == 2 and words.split()[-1] in BETWEEN:
            return f"{called[0]} {words} {called[1]}"
        return " ".join((words, ", ".join(called))) if called else words

    def _filled(self, template: str, parameters: Sequence[Typed], arguments: Sequence[str]) -> str:
        names = {_key(one.name): self.object(argument) for one, argument in zip(parameters, arguments, strict=True)}
        return fill(template, names, LONGEST)

    def mistakes(self, varying: bool) -> Iterator[Mistake]:
        """Yield the sentences that name what is no parameter, and those for what the domain does not have, unless domains are ``varying``."""
        tables = (
            ("actions", self.file.actions, self.actions),
            ("predicates", self.file.predicates, self.predicates),
            ("breaches", self.file.breaches, self.predicates),
        )
        for table, templates, known in tables:
            for name, template in templates.items():
                declared = [parameters for (one, _), parameters in known.items() if one == name]
                if not declared and not varying:
                    says = format_message(f"tasks.unknown-{'action' if table == 'actions' else 'predicate'}", name=name)
                    yield Mistake(f"{table}.{name}", says + nearest(name, {one for one, _ in known}))
                for parameters in declared:
                    try:
                        names_in(template, [_key(one.name) for one in parameters], template=True)
                    except PuzzleError as error:
                        yield Mistake(f"{table}.{name}", str(error))


def sentences_of(instance: TaskInstance) -> Sentences:
    """Return the words for an instance. Raises as ``TaskInstance.trees``."""
    domain, problem = instance.trees
    return Sentences(instance.file, domain, problem.objects)


def start_of(domain: Domain) -> SentencesFile:
    """Return sentences to start from: those that are made of the names."""
    declared = (*domain.actions, *domain.predicates, *domain.functions)
    named = {parameter.name: f"{{{{ {_key(parameter.name)} }}}}" for one in declared for parameter in one.parameters}
    made, own = Sentences(SentencesFile(objects=named), domain), Sentences(SentencesFile(), domain)

    def listed(of: Sequence[Action | DurativeAction | Signature]) -> Iterator[tuple[str, tuple[str, ...]]]:
        return ((one.name, tuple(parameter.name for parameter in one.parameters)) for one in of)

    return SentencesFile(
        actions={name: made.action(GroundAction(name, names)) for name, names in listed(domain.actions)},
        predicates={name: made.fact((name, *names)) for name, names in listed((*domain.predicates, *domain.functions))},
        breaches={
            name: _describe_missing_fact((name, *(named[parameter] for parameter in names)))
            for name, names in listed(domain.predicates)
        },
        objects={one.name: own.object(one.name) for one in domain.constants},
    )


_COMPARED = {
    "=": "planning.not-equal",
    "<": "planning.not-below",
    "<=": "planning.not-at-most",
    ">": "planning.not-above",
    ">=": "planning.not-at-least",
}


def _describe_missing_fact(fact: Fact) -> str:
    """Return a sentence that says that a fact, written in PDDL, does not hold."""
    return format_message("tasks.does-not-hold", fact=f"({' '.join(fact)})")


def _key(parameter: str) -> str:
    """Return what stands for a parameter in a sentence."""
    return parameter.removeprefix("?").replace("-", "_")
