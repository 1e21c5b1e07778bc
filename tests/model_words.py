"""Models in other words: in five languages, abbreviated or misspelled, with facts that say what else types say."""

from __future__ import annotations

import itertools
import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import pddl_oracle
from model_mutants import lists, section
from model_rewritings import Rewriting
from models import FOLDER, HOLES, MODELS, Model
from puzzle_models import CASES, Case

LANGUAGES = ("English", "German", "French", "Spanish", "Italian", "Portuguese")
WORDS = {
    english: (english, *others.split())
    for english, others in tomllib.loads((FOLDER / "words.toml").read_text()).items()
}
Spelling = Literal["whole", "short", "misspelled"]
SPELLINGS: Sequence[Spelling] = ("whole", "short", "misspelled")
FORMS = (*CASES, *MODELS)
SHORT = 4
"""how many letters are left of a word"""


def names_of(domain: str, problem: str) -> list[str]:
    """List the types, constants, objects, predicates, functions and actions that a model names."""
    parts = [*pddl_oracle.parse(domain)[2:], *pddl_oracle.parse(problem)[2:]]
    found = list[str]()
    for key, *content in parts:
        if key in (":types", ":constants", ":objects"):
            found += [word for word in content if word not in ("-", "object")]
        elif key in (":predicates", ":functions"):
            found += [one[0] for one in content if isinstance(one, list)]
        elif key == ":action":
            found.append(content[0])
    return [one for one in dict.fromkeys(found) if one != "total-cost"]


def misspell(word: str, draw: random.Random) -> str:
    """Exchange two letters of a long word, leave one out, or write one twice."""
    if len(word) < 5:
        return word
    at = draw.randrange(1, len(word) - 2)
    return draw.choice(
        [
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + word[at : at + 1] + word[at:],
        ]
    )


def rename(names: Sequence[str], language: str, spelling: Spelling, draw: random.Random) -> dict[str, str]:
    """Return what each of a model's names is called; whose name is taken keeps its English one."""
    number, said = LANGUAGES.index(language), dict[str, str]()

    def say(match: re.Match[str]) -> str:
        english = match[0]
        if english not in said:
            word = WORDS[english][number] if english in WORDS else english
            match spelling:
                case "whole":
                    said[english] = word
                case "short":
                    said[english] = word[:SHORT]
                case "misspelled":
                    said[english] = misspell(word, draw) if draw.random() < 0.5 else word
        return said[english]

    found = dict[str, str]()
    for name in names:
        renamed = re.sub("[a-z]+", say, name)
        found[name] = name if renamed in {*names, *found.values()} else renamed
    return found


@dataclass(frozen=True)
class WordedStyle:
    """A model of the tests, in other words."""

    form: str
    language: str = "English"
    spelling: Spelling = "whole"
    typed: bool = True

    @property
    def family(self) -> str:
        return self.form.split("-")[0] if self.form in CASES else "crossing"

    @cached_property
    def _rewriting(self) -> tuple[Rewriting, Mapping[str, str]]:
        domain, problem = MODELS[self.form].texts if self.form in MODELS else Model("", [], folder=self.form).texts
        model = Rewriting(domain, problem, random.Random(1))
        if not self.typed:
            model.forget_types()
        names = rename(names_of(*model.texts), self.language, self.spelling, random.Random(str(self)))
        for one in (*lists(model.domain[2:]), *lists(model.problem[3:])):
            one[:] = [names.get(word, word) if isinstance(word, str) else word for word in one]
        section(model.domain, ":requirements")[1:] = [":adl", ":typing", ":fluents", ":action-costs"]
        return model, names

    @property
    def texts(self) -> tuple[str, str]:
        return self._rewriting[0].texts

    @cached_property
    def judged(self) -> Model | Case:
        """What tells the situations of the model, and so judges it."""
        names = self._rewriting[1]
        if self.form in CASES:
            back = {said: name for name, said in names.items()}
            case = CASES[self.form]
            return case._replace(
                seen=lambda atoms: case.seen(frozenset(tuple(back.get(word, word) for word in atom) for atom in atoms))
            )
        model = MODELS[self.form]
        told = [
            " ".join(word if word in HOLES else names.get(word, word) for word in fact.replace(":", " : ").split())
            for fact in model.told
        ]
        roles = {names.get(name, name): role for name, role in model.names.items()}
        roles |= {
            names[one]: one for one in (*model.oracle.travellers, *model.oracle.places) if names.get(one, one) != one
        }
        return replace(
            model, told=told, names=roles, busy=tuple(names.get(one, one) for one in model.busy), written=self.texts
        )


def worded_styles(draw: random.Random) -> Iterator[WordedStyle]:
    """Yield styles without an end, of each form as many."""
    for form in itertools.cycle(FORMS):
        yield WordedStyle(form, draw.choice(LANGUAGES), draw.choice(SPELLINGS), draw.random() < 0.5)
