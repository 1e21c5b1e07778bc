"""Facts and actions of a planning task in words, from the sentences of a file or from PDDL names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError, format_suggestion
from ferryplan.generator.expressions import fill_template, find_expression_names
from ferryplan.generator.pddl.expressions import (
    Atom,
    Condition,
    Equal,
    Function,
    Not,
    NumericComparison,
    NumericConstant,
    TypedName,
)
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import Fact
from ferryplan.generator.pddl.syntax_tree import Action, Domain, DurativeAction, Signature
from ferryplan.generator.puzzle_file import ErrorDiagnostic
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.puzzle_file import SentencesFile

_PREPOSITION_LIST = (
    "at in on into onto inside within above below under over behind before after beside near by from to of with via"
)
PREPOSITIONS = frozenset(_PREPOSITION_LIST.split())
"""words that may stand between the two objects of a predicate, or before the argument for a parameter of that name"""
_WORD_SEPARATOR = re.compile(r"(?<![0-9])[-_]|[-_](?![0-9])")
MAX_SENTENCE_LENGTH = 400
"""the largest number of characters of a sentence"""


def name_to_words(name: str) -> str:
    """Return the words in a PDDL name: ``fuel-level`` is "fuel level".

    Hyphens between digits stay, as in ``p1-2``.
    """
    return " ".join(_WORD_SEPARATOR.sub(" ", name).split()) or name


def choose_distinct_words(words_by_name: Mapping[str, str], followers: Iterable[str]) -> dict[str, str]:
    """Return the words for each PDDL name, or the name itself if its words would be ambiguous.

    Words are ambiguous if another name has the same words. They are also ambiguous if they begin with the words of a
    shorter name and may continue with one of the ``followers``, phrases that may follow a name. For example,
    ``pick-up`` is ambiguous beside ``pick`` if ``up`` is a follower.
    """
    many = Counter(words_by_name.values())
    known = {tuple(words.split()) for words in words_by_name.values()}
    whole = {tuple(words.split()) for words in followers}
    begun = {words[:size] for words in whole for size in range(1, len(words))}

    def is_ambiguous(words: tuple[str, ...]) -> bool:
        rests = (words[size:] for size in range(1, len(words)) if words[:size] in known)
        return any(rest in begun or rest[:size] in whole for rest in rests for size in range(1, len(rest) + 1))

    return {
        name: name if many[words] > 1 or is_ambiguous(tuple(words.split())) else words
        for name, words in words_by_name.items()
    }


def _choose_words_for_names(names: Iterable[str], followers: Iterable[str]) -> dict[str, str]:
    """Return distinct words for PDDL names; see `choose_distinct_words`."""
    return choose_distinct_words({name: name_to_words(name) for name in names}, followers)


class TaskSentences:
    """The words for the predicates, actions and objects of a planning task.

    No two names have the same words: names whose words would be equal, such as ``a-b`` and ``a_b``, stay unchanged.
    """

    def __init__(self, file: SentencesFile, domain: Domain, objects: Iterable[TypedName] = ()) -> None:
        self.file = file
        named = {
            one.name: file.objects.get(one.name) or name_to_words(one.name) for one in (*domain.constants, *objects)
        }
        parameters = {
            name_to_words(one.name.removeprefix("?")) for action in domain.actions for one in action.parameters
        }
        behind = [*named.values(), *(parameters & PREPOSITIONS)]
        self._object_words = choose_distinct_words(named, behind) | file.objects
        self._action_words = _choose_words_for_names((one.name for one in domain.actions), behind)
        self._predicate_words = _choose_words_for_names(
            (one.name for one in (*domain.predicates, *domain.functions)), behind
        )
        self._type_words = _choose_words_for_names((one.name for one in domain.types), ())
        # In reverse, the first of several actions with one name and the same number of parameters comes last
        # and stays, as in `Task`.
        self.action_parameters = {(one.name, len(one.parameters)): one.parameters for one in reversed(domain.actions)}
        self.predicate_parameters = {
            (one.name, len(one.parameters)): one.parameters for one in (*domain.functions, *domain.predicates)
        }

    def object_phrase(self, object_name: str) -> str:
        """Return the words for an object, given by its PDDL name."""
        return self._object_words.get(object_name) or name_to_words(object_name)

    def predicate_phrase(self, predicate_name: str) -> str:
        """Return the words for a predicate or a function, given by its PDDL name."""
        return self._predicate_words.get(predicate_name) or name_to_words(predicate_name)

    def type_phrase(self, type_name: str) -> str:
        """Return the words for a type of objects, given by its PDDL name."""
        return self._type_words.get(type_name) or name_to_words(type_name)

    def describe_action(self, move: GroundAction) -> str:
        """Return an action in a few words, from the file's sentence or from names.

        If names of parameters are prepositions, they stand before the objects: "load p1 onto t1".
        """
        name, arguments = move
        parameters = self.action_parameters.get((name, len(arguments)), ())
        if (template := self.file.actions.get(name)) is not None and len(parameters) == len(arguments):
            return self._fill_sentence(template, parameters, arguments)
        told = self._action_words.get(name) or name_to_words(name)
        for number, argument in enumerate(arguments):
            word = name_to_words(parameters[number].name.removeprefix("?")) if number < len(parameters) else ""
            told += (
                f" {word} {self.object_phrase(argument)}"
                if word in PREPOSITIONS
                else f"{',' * (number > 0)} {self.object_phrase(argument)}"
            )
        return told

    def abbreviate_action(self, move: GroundAction) -> str:
        """Return an action as its name and the objects that its sentence mentions.

        The other objects are often counters, such as the number of balls that a room then holds.
        """
        name, arguments = move
        parameters = self.action_parameters.get((name, len(arguments)), ())
        template = self.file.actions.get(name)
        if template is None or len(parameters) != len(arguments):
            return " ".join((name, *arguments))
        used = find_expression_names(template, template=True)
        told = zip(parameters, arguments, strict=True)
        return " ".join((name, *(one for known, one in told if _template_variable_name(known.name) in used)))

    def describe_fact(self, fact: Fact) -> str:
        """Return a sentence saying that a fact holds."""
        return self._describe_by_template(fact, self.file.predicates)

    def is_described(self, predicate: str) -> bool:
        """Return whether facts of a predicate are described; an empty sentence in the file hides them."""
        return self.file.predicates.get(predicate) != ""

    def describe_facts(self, facts: Iterable[Fact]) -> list[str]:
        """Return a sentence for each of the facts, sorted, without the facts of hidden predicates."""
        return [self.describe_fact(fact) for fact in sorted(facts) if self.is_described(fact[0])]

    def describe_missing_fact(self, fact: Fact) -> str:
        """Return a sentence saying that a fact does not hold.

        If the file has no sentence for the fact, the sentence has the fact in PDDL.
        """
        if fact[0] in self.file.breaches:
            return self._describe_by_template(fact, self.file.breaches)
        if fact[0] in self.file.predicates:
            return format_message("tasks.not-the-case", fact=self.describe_fact(fact))
        return _describe_missing_pddl_fact(fact)

    def describe_value(self, fact: Fact, value: Fraction) -> str:
        """Return a sentence about the value of a function; ``fact`` is the function with its arguments."""
        return f"{self.describe_fact(fact)} is {NumericConstant(value)}"

    def describe_unmet_condition(self, condition: Condition) -> str:
        """Return a sentence saying that a condition without variables does not hold."""
        match condition:
            case Atom(predicate, terms):
                return self.describe_missing_fact((predicate, *terms))
            case Not(Atom(predicate, terms)):
                return self.describe_fact((predicate, *terms))
            case Not(Equal(left, _)):
                return format_message("planning.same-objects", object=self.object_phrase(left))
            case Equal(left, right):
                return format_message(
                    "planning.other-object", first=self.object_phrase(left), second=self.object_phrase(right)
                )
            case NumericComparison(sign, Function(name, terms), NumericConstant() as number):
                return format_message(
                    _COMPARISON_MESSAGES[sign], function=self.describe_fact((name, *terms)), number=number
                )
        return format_message("tasks.does-not-hold", fact=condition)

    def _describe_by_template(self, fact: Fact, templates: Mapping[str, str]) -> str:
        """Return a fact in words, from the template for its predicate, or from PDDL names without a template.

        ``templates`` maps predicates to templates.
        """
        name, *arguments = fact
        parameters = self.predicate_parameters.get((name, len(arguments)), ())
        if (template := templates.get(name)) and len(parameters) == len(arguments):
            return self._fill_sentence(template, parameters, arguments)
        words, called = self.predicate_phrase(name), [self.object_phrase(argument) for argument in arguments]
        if len(called) == 2 and words.split()[-1] in PREPOSITIONS:
            return f"{called[0]} {words} {called[1]}"
        return " ".join((words, ", ".join(called))) if called else words

    def _fill_sentence(self, template: str, parameters: Sequence[TypedName], arguments: Sequence[str]) -> str:
        """Return a template, filled with the words for objects in place of the parameters."""
        names = {
            _template_variable_name(one.name): self.object_phrase(argument)
            for one, argument in zip(parameters, arguments, strict=True)
        }
        return fill_template(template, names, MAX_SENTENCE_LENGTH)

    def find_mistakes(self, has_parameters: bool) -> Iterator[ErrorDiagnostic]:
        """Yield mistakes in the file's sentences: unknown parameters, actions and predicates.

        If ``has_parameters`` is true, the puzzle has parameters. Then unknown actions and predicates are no mistakes,
        because the task may have them for other values of the parameters.
        """
        tables = (
            ("actions", self.file.actions, self.action_parameters),
            ("predicates", self.file.predicates, self.predicate_parameters),
            ("breaches", self.file.breaches, self.predicate_parameters),
        )
        for table, templates, known in tables:
            for name, template in templates.items():
                declared = [parameters for (one, _), parameters in known.items() if one == name]
                if not declared and not has_parameters:
                    says = format_message(f"tasks.unknown-{'action' if table == 'actions' else 'predicate'}", name=name)
                    yield ErrorDiagnostic(f"{table}.{name}", says + format_suggestion(name, {one for one, _ in known}))
                for parameters in declared:
                    try:
                        find_expression_names(
                            template, [_template_variable_name(one.name) for one in parameters], template=True
                        )
                    except PuzzleError as error:
                        yield ErrorDiagnostic(f"{table}.{name}", str(error))


def sentences_of(instance: TaskInstance) -> TaskSentences:
    """Return the sentences of an instance. Raises PddlError as ``TaskInstance.syntax_trees`` does."""
    domain, problem = instance.syntax_trees
    return TaskSentences(instance.file, domain, problem.objects)


def make_default_sentences(domain: Domain) -> SentencesFile:
    """Return a file of default sentences for a domain, as a starting point for authors.

    The sentences are made from the names in the domain.
    """
    declared = (*domain.actions, *domain.predicates, *domain.functions)
    named = {
        parameter.name: f"{{{{ {_template_variable_name(parameter.name)} }}}}"
        for one in declared
        for parameter in one.parameters
    }
    made, own = TaskSentences(SentencesFile(objects=named), domain), TaskSentences(SentencesFile(), domain)

    def list_signatures(
        signatures: Sequence[Action | DurativeAction | Signature],
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        return ((one.name, tuple(parameter.name for parameter in one.parameters)) for one in signatures)

    return SentencesFile(
        actions={
            name: made.describe_action(GroundAction(name, names)) for name, names in list_signatures(domain.actions)
        },
        predicates={
            name: made.describe_fact((name, *names))
            for name, names in list_signatures((*domain.predicates, *domain.functions))
        },
        breaches={
            name: _describe_missing_pddl_fact((name, *(named[parameter] for parameter in names)))
            for name, names in list_signatures(domain.predicates)
        },
        objects={one.name: own.object_phrase(one.name) for one in domain.constants},
    )


_COMPARISON_MESSAGES = {
    "=": "planning.not-equal",
    "<": "planning.not-below",
    "<=": "planning.not-at-most",
    ">": "planning.not-above",
    ">=": "planning.not-at-least",
}


def _describe_missing_pddl_fact(fact: Fact) -> str:
    """Return a sentence saying that a fact, written in PDDL, does not hold."""
    return format_message("tasks.does-not-hold", fact=f"({' '.join(fact)})")


def _template_variable_name(parameter: str) -> str:
    """Return the name of a PDDL parameter as a variable of sentence templates: ``from_place``."""
    return parameter.removeprefix("?").replace("-", "_")
