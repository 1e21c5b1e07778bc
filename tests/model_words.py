"""Models with other names: in five languages, abbreviated or misspelled.

Facts may repeat what types express.
"""

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
from model_mutants import find_section, walk_lists
from model_rewritings import ModelRewriting
from puzzle_models import CASES, ModelCase
from student_models import FOLDER, HOLES, MODELS, StudentModel

LANGUAGES = ("English", "German", "French", "Spanish", "Italian", "Portuguese")
WORDS = {
    english: (english, *others.split())
    for english, others in tomllib.loads((FOLDER / "words.toml").read_text()).items()
}
Spelling = Literal["whole", "short", "misspelled"]
SPELLINGS: Sequence[Spelling] = ("whole", "short", "misspelled")
MODEL_FORMS = (*CASES, *MODELS)
SHORT_WORD_LENGTH = 4
"""the number of letters in an abbreviation"""


def list_names(domain: str, problem: str) -> list[str]:
    """Return the types, constants, objects, predicates, functions and actions that a model names."""
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
    """Return a long word with two letters exchanged, one left out, or one doubled."""
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


def translate_names(names: Sequence[str], language: str, spelling: Spelling, draw: random.Random) -> dict[str, str]:
    """Return the new name of each name in a model; a name whose translation is taken stays English."""
    number, said = LANGUAGES.index(language), dict[str, str]()

    def translate_word(match: re.Match[str]) -> str:
        english = match[0]
        if english not in said:
            word = WORDS[english][number] if english in WORDS else english
            match spelling:
                case "whole":
                    said[english] = word
                case "short":
                    said[english] = word[:SHORT_WORD_LENGTH]
                case "misspelled":
                    said[english] = misspell(word, draw) if draw.random() < 0.5 else word
        return said[english]

    found = dict[str, str]()
    for name in names:
        renamed = re.sub("[a-z]+", translate_word, name)
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
    def _rewriting(self) -> tuple[ModelRewriting, Mapping[str, str]]:
        domain, problem = (
            MODELS[self.form].texts if self.form in MODELS else StudentModel("", [], folder=self.form).texts
        )
        model = ModelRewriting(domain, problem, random.Random(1))
        if not self.typed:
            model.forget_types()
        names = translate_names(list_names(*model.texts), self.language, self.spelling, random.Random(str(self)))
        for one in (*walk_lists(model.domain[2:]), *walk_lists(model.problem[3:])):
            one[:] = [names.get(word, word) if isinstance(word, str) else word for word in one]
        find_section(model.domain, ":requirements")[1:] = [":adl", ":typing", ":fluents", ":action-costs"]
        return model, names

    @property
    def texts(self) -> tuple[str, str]:
        return self._rewriting[0].texts

    @cached_property
    def judge(self) -> StudentModel | ModelCase:
        """Return the interpretation of the model's facts, which judges the model."""
        names = self._rewriting[1]
        if self.form in CASES:
            back = {said: name for name, said in names.items()}
            case = CASES[self.form]
            return case._replace(
                observe=lambda atoms: case.observe(
                    frozenset(tuple(back.get(word, word) for word in atom) for atom in atoms)
                )
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


def generate_worded_styles(draw: random.Random) -> Iterator[WordedStyle]:
    """Yield random styles without end, equally many of each form."""
    for form in itertools.cycle(MODEL_FORMS):
        yield WordedStyle(form, draw.choice(LANGUAGES), draw.choice(SPELLINGS), draw.random() < 0.5)
