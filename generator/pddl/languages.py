"""Checks for requirements, and for keywords of planning languages that ferryplan does not read.

These languages are PDDL+, HDDL, contingent and probabilistic planning, and parts of PDDL 1 and 3.
"""

from __future__ import annotations

from ferryplan.generator.pddl.syntax import MistakeError, Source, SyntaxNode, format_pddl_message

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
"""keywords of other languages, each with its kind of finding and the key of its message"""
LANGUAGE_KINDS = frozenset(kind for kind, _ in _OTHER_LANGUAGES.values())
"""the kinds of findings that say that a whole file is in another language"""


def check_language(source: Source, where: SyntaxNode, keyword: str) -> None:
    """Raise an error if a keyword belongs to another language or to PDDL that ferryplan does not read.

    Raises MistakeError for another language and for ``:axiom``, UnsupportedPddlError for ``:constraints``.
    """
    if keyword in _OTHER_LANGUAGES:
        kind, says = _OTHER_LANGUAGES[keyword]
        raise MistakeError(source, where, format_pddl_message(says, keyword=keyword), kind)
    if keyword == ":axiom":
        source.fail(where, "pddl.axiom")
    if keyword == ":constraints":
        source.fail_unsupported(where, "pddl.constraints")


def read_requirement(source: Source, word: SyntaxNode) -> str:
    """Return a requirement, such as ``:strips``. Raises MistakeError if it lacks its colon.

    Fast Downward does not accept a requirement without its colon, either.
    """
    if not str(word).startswith(":"):
        source.fail(word, "pddl.requirement", found=word)
    return str(word)
