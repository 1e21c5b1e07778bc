"""Requirements, and keywords of planning languages that are not read here: PDDL+, HDDL, contingent planning, parts of PDDL 1 and 3."""

from __future__ import annotations

from ferryplan.generator.pddl.syntax import Expression, MistakeError, Source

_CERTAIN = "what is certain: no contingent planning is known here"
_TASKS = "a domain without tasks and methods: no HDDL is read here"
_OTHER_LANGUAGES = {
    ":process": ("pddl-plus", "a domain without processes: no PDDL+ is read here"),
    ":event": ("pddl-plus", "a domain without events: no PDDL+ is read here"),
    ":task": ("hierarchical", _TASKS),
    ":method": ("hierarchical", _TASKS),
    ":htn": ("hierarchical", _TASKS),
    ":observe": ("contingent", "an action that senses nothing: no contingent planning is known here"),
    "oneof": ("contingent", _CERTAIN),
    "unknown": ("contingent", _CERTAIN),
    "probabilistic": ("contingent", _CERTAIN),
}
"""keywords, each with the kind of finding that it is, and what is expected in its place"""
KINDS = frozenset(kind for kind, _ in _OTHER_LANGUAGES.values())
"""kinds of findings that say of a whole file that it is in another language"""


def check_language(source: Source, where: Expression, keyword: str) -> None:
    """Raise MistakeError for a keyword of another language, UnknownFormError for one of PDDL that is not read here."""
    if keyword in _OTHER_LANGUAGES:
        kind, expected = _OTHER_LANGUAGES[keyword]
        raise MistakeError(source, where, f"found '{keyword}', expected {expected}", kind)
    if keyword == ":axiom":
        source.fail(where, "':axiom', the axioms of the nineties", "'(:derived (NAME ?x …) CONDITION)' in its place")
    if keyword == ":constraints":
        source.refuse(where, "':constraints'", "a file without trajectory constraints, which are not known here")


def read_requirement(source: Source, word: Expression) -> str:
    """Return a requirement. One without its colon is a mistake: Fast Downward takes no such word either."""
    if not str(word).startswith(":"):
        source.fail(word, word, "a requirement, such as ':strips'")
    return str(word)
