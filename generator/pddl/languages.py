"""Requirements, and keywords of planning languages that are not read here: PDDL+, HDDL, contingent planning, parts of PDDL 1 and 3."""

from __future__ import annotations

from ferryplan.generator.pddl.syntax import Expression, MistakeError, Source, sentence

_OTHER_LANGUAGES = {
    ":process": ("pddl-plus", "pddl.pddl-plus"),
    ":event": ("pddl-plus", "pddl.pddl-plus"),
    ":task": ("hierarchical", "pddl.hierarchical"),
    ":method": ("hierarchical", "pddl.hierarchical"),
    ":htn": ("hierarchical", "pddl.hierarchical"),
    ":observe": ("contingent", "pddl.contingent"),
    "oneof": ("contingent", "pddl.contingent"),
    "unknown": ("contingent", "pddl.contingent"),
    "probabilistic": ("contingent", "pddl.probabilistic"),
}
"""keywords, each with its kind of finding and its message"""
KINDS = frozenset(kind for kind, _ in _OTHER_LANGUAGES.values())
"""kinds of findings that say of a whole file that it is in another language"""


def check_language(source: Source, where: Expression, keyword: str) -> None:
    """Raise MistakeError for a keyword of another language, UnknownFormError for one of PDDL that is not read here."""
    if keyword in _OTHER_LANGUAGES:
        kind, says = _OTHER_LANGUAGES[keyword]
        raise MistakeError(source, where, sentence(says, keyword=keyword), kind)
    if keyword == ":axiom":
        source.fail(where, "pddl.axiom")
    if keyword == ":constraints":
        source.refuse(where, "pddl.constraints")


def read_requirement(source: Source, word: Expression) -> str:
    """Return a requirement. One without its colon is a mistake: Fast Downward takes no such word either."""
    if not str(word).startswith(":"):
        source.fail(word, "pddl.requirement", found=word)
    return str(word)
