"""Unusual names and stories.

They have words of PDDL and of the templates, other scripts, and names that are equal as PDDL names.
"""

from __future__ import annotations

from hypothesis import strategies as st

__all__ = ["names", "prose", "unique"]

WORDS = (
    # of PDDL, and of the tools that read it
    "and", "=", "not", "number", "at", "or", "imply", "object", "define", "problem", "total-cost", "start", "after", "increase", "all",
    # of the templates
    "boat", "place", "boat-at", "ready", "departed", "landed", "nobody", "away", "n0", "moment-0", "zero", "plus-1", "level", "rows", "route",
    "load-1-wolf", "count-wolf", "cross-1", "safe", "with-wolf", "lone-wolf", "before", "late", "tick-1", "unsafe", "land", "other", "elsewhere",
    "value", "category", "turn", "next", "possible", "placed", "must-be-with", "place-wolf", "is-house", "next-to", "question", "done",
    # equal once they are letters, digits and hyphens
    "wolf", "Wolf", "WOLF", "wölf", "wolf 2", "wolf-2", "w-olf", "-wolf-", "a b", "a-b", "a_b", "man", "man-wife", "wife", "wife of man-wife",
    # other scripts
    "Ωμέγα", "山羊", "狼", "ذئب", "волк", "🐺", "é", "ß", "ﬁ", "Ǆ", "२", "١",
    # characters that end, quote or comment in some format
    ")", "(", "a)(b", ";", "a;b", '"', "it's", "\\", "\\n", "%", "{0}", "{}", "{", "}", "<b>", "&amp;", "`", "|", "*", "#", "--", "?x", ":goal", "$x",
    # numbers, and long ones
    "2", "-1", "0", "3rd", "1e9", "long " * 10 + "name", "x" * 60,
)  # fmt: skip
"""names that a puzzle file may have; none of them has expressions"""

plain_words = st.sampled_from(["goat", "fox", "ant", "bee", "cat", "dog", "elk", "owl", "rat", "yak"])
names = st.one_of(plain_words, st.sampled_from(WORDS))
prose = st.one_of(
    st.just("A story."),
    st.sampled_from(WORDS).filter(lambda word: "{" not in word),
    st.lists(st.sampled_from([*WORDS[:20], ";", ")", "(define (domain x)", "\n", "\n\n; puzzle: family\n", "\t"]), max_size=6).map(
        lambda words: " ".join(["It is so:", *words])
    ),
)  # fmt: skip
"""possible stories, titles and sources"""


def unique(number: int) -> st.SearchStrategy[list[str]]:
    """Return a strategy for lists of `number` different names."""
    return st.lists(names, min_size=number, max_size=number, unique=True)
