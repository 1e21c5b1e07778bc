"""The conversion of answers with markup (LaTeX, Markdown, XML) and special characters to plain text.

Special characters include emoji and lookalikes: letters of other alphabets that look like Latin letters. The conversion keeps the order of the
words, and puts each item of a list on a line of its own.
"""

from __future__ import annotations

import re

from ferryplan import domains

_SIGN_TABLE = str.maketrans(
    "\u2018\u2019\u02bc\u201c\u201d\u201e\xab\xbb\xa0\u202f\u2009\0\u2010\u2011\u2012\u2013\u2014\u2212\uff0c\u3001\uff1b\uff1a\u3002\uff08\uff09",
    "'''" + '"' * 5 + " " * 4 + "-" * 6 + ",,;:.()",
)
_ARROWS = {
    "\u2192": "\u21d2\u27f6\u279c\u2794\u27a1\u21e8\u27f9\u279e\u2b95\u21fe\U0001f812\U0001f846",
    "\u2190": "\u21d0\u27f5\u2b05\u21e6\u27f8\u21fd",
}
_CHARACTER_TABLE: dict[int, int | str | None] = {
    **_SIGN_TABLE,
    **{ord(one): arrow for arrow, same in _ARROWS.items() for one in same},
    **{0xFF10 + digit: str(digit) for digit in range(10)},
    **dict.fromkeys(map(ord, "\u200b\u200c\u2060\ufeff\ufe0f\u20e3")),
}
_ALPHABETS = re.compile(r"[\u0250-\u02af\u0370-\u03ff\u0400-\u052f]")
_LETTERS = re.compile(r"[^\W\d_]++")
_LATIN = re.compile(r"[A-Za-z]")
_BOLD = re.compile(r"(?<![\w*])(\*\*|__)(?=[^\s*_])([^*_\n]{1,200}?)(?<=[^\s])\1(?![\w*])")
_COMMAND_PATTERN = re.compile(r"\\([A-Za-z]{1,30})\*?(?:\[[^\[\]\n]{0,20}\](?=\{))?|\\(.)", re.DOTALL)
_ENVIRONMENT = re.compile(
    r"\\(?:begin|end)\s?\{\w{1,20}\*?\}(?:\{[|clr ]{0,60}\})?|\\(?:hline|midrule|toprule|bottomrule)\b"
)
_IN_TEXT = re.compile(
    r"\\(?:text|mathrm|mathbf|mathit|mathsf|textbf|textit|textrm|texttt|emph|mbox|operatorname)\s?\{([^{}]*)\}"
)
_TAG_PATTERN = re.compile(r"<(/?)([A-Za-z][\w-]{0,30})(?:\s[^<>\n]{0,200})?/?>")
_COMMAND_SIGNS = {
    **dict.fromkeys(
        ("rightarrow", "to", "Rightarrow", "longrightarrow", "Longrightarrow", "xrightarrow", "mapsto"), "\u2192"
    ),
    **dict.fromkeys(("leftarrow", "gets", "Leftarrow", "longleftarrow", "Longleftarrow", "xleftarrow"), "\u2190"),
    **dict.fromkeys(("emptyset", "varnothing"), "\u2205"),
    **dict.fromkeys(("cup", "land", "wedge"), "+"),
    "times": "\xd7",
    "cdot": "\xb7",
    "mid": "|",
    "vert": "|",
}
_IGNORED_COMMANDS = frozenset(
    [
        "left",
        "right",
        "big",
        "Big",
        "bigg",
        "Bigg",
        "quad",
        "qquad",
        "displaystyle",
        "langle",
        "rangle",
        "lbrace",
        "rbrace",
        "phantom",
        "hspace",
        "vspace",
        "item",
        "itemize",
        "enumerate",
        "textstyle",
        "ldots",
        "dots",
        "cdots",
        "bigl",
        "bigr",
        "Bigl",
        "Bigr",
    ]
)


def to_plain_text(text: str) -> str:
    """Return a text without markup, and with only one kind each of quotes, blanks, dashes and arrows.

    Lookalike letters become Latin letters. LaTeX boxes, and tags around an answer or a thought, stay, so that the answer can be found.
    """
    text = text.translate(_CHARACTER_TABLE)
    if not text.isascii() and _ALPHABETS.search(text):
        text = _LETTERS.sub(_to_latin, text)
    if "\\" in text:
        text = _strip_latex(text)
    if "<" in text:
        text = _TAG_PATTERN.sub(_replace_tag, text)
    if "&" in text:
        text = text.replace("&rarr;", "\u2192").replace("&larr;", "\u2190").replace("&amp;", "&").replace("&nbsp;", " ")
    return _BOLD.sub(r"\2", text) if "**" in text or "__" in text else text


def _to_latin(word: re.Match[str]) -> str:
    """Return the matched word with Latin letters in place of lookalike letters.

    A word stays the same if it has three letters or more and none of them is Latin.
    """
    if word[0].isascii():
        return word[0]
    letters: dict[str, str] = domains.words("notation")["lookalikes"]
    latin = "".join(letters.get(letter, letter) for letter in word[0])
    return latin if latin.isascii() and (_LATIN.search(word[0]) or len(word[0]) < 3) else word[0]


def _strip_latex(text: str) -> str:
    """Return a text with plain characters for LaTeX commands, and with a line for each row of a matrix."""
    if "\\begin" in text:
        # An ampersand separates cells only between the columns of an array.
        text = re.sub(r"(?<!\\)&", " ", text)
    text = _IN_TEXT.sub(r"\1", _IN_TEXT.sub(r"\1", text.replace("\\\\\n", "\n")))
    return _COMMAND_PATTERN.sub(_replace_command, _ENVIRONMENT.sub("\n", text)).replace("$", "")


def _replace_command(found: re.Match[str]) -> str:
    name, sign = found[1], found[2]
    if name is not None:
        return _COMMAND_SIGNS.get(name, " " if name in _IGNORED_COMMANDS else found[0])
    if sign in "\\\n":
        return "\n"
    # A backslash before a quote or a letter of JSON's escapes is data, not LaTeX.
    return " " if sign in ",;:! ()[]" else sign if sign in "{}_&%#$" else found[0]


def _replace_tag(tag: re.Match[str]) -> str:
    """Return the text that replaces a matched XML or HTML tag; an unknown tag stays the same.

    A tag around an item of a list becomes a line break and a bullet; tags around other parts become line breaks or vanish.
    """
    words, name = domains.words("notation")["tags"], tag[2].lower()
    if name in words["inline"]:
        return ""
    if name in words["items"]:
        return "\n" if tag[1] else "\n- "
    return "\n" if name in words["around"] else tag[0]
