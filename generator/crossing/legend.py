"""Expansion of abbreviations in an answer that defines them, for example by ``F = farmer, W = wolf``."""

from __future__ import annotations

import re

from ferryplan.generator.crossing.crossing_names import CrossingNames

_SIGN = r"[A-Za-z]\w{0,2}"
_SEPARATOR = r"\s{0,3}(?:=|:|for|is|be|stands\sfor|means|denotes)\s{0,3}(?:the\s)?"


def expand_abbreviations(text: str, names: CrossingNames) -> str:
    """Return a text with the full names in place of the abbreviations that it defines: ``F = farmer``."""
    if "=" not in text and "(" not in text and not re.search(r"\b(?:be|for|stands|denotes|means)\b|:", text):
        return text
    full = "|".join(re.escape(name) for name in names.abbreviable_names)
    if not full:
        return text
    pattern = re.compile(
        rf"(?<!\w)({_SIGN}){_SEPARATOR}({full})(?!\w)|({full})\s?\(({_SIGN})\)|(?<=[,;d]\s)([A-Z])\sthe\s({full})(?!\w)",
        re.IGNORECASE,
    )
    legend = dict[str, str]()
    for one in pattern.finditer(text):
        sign, name = (one[4], one[3]) if one[4] else (one[1] or one[5], one[2] or one[6])
        if sign.casefold() != name.casefold() and not sign.islower() and sign not in names.place_lookup:
            legend.setdefault(sign, name)
    if not legend or all(
        names.traveler_lookup.canonical_name(sign) == names.traveler_lookup.canonical_name(name)
        for sign, name in legend.items()
    ):
        return text
    signs = "|".join(re.escape(sign) for sign in sorted(legend, key=len, reverse=True))
    rest = pattern.sub(" ", text)
    rest = re.sub(rf"\b(?:{signs}){{2,4}}\b", lambda run: " + ".join(re.findall(signs, run[0])), rest)
    return re.sub(rf"(?<![\w'])(?:{signs})(?![\w'])", lambda sign: legend[sign[0]], rest)
