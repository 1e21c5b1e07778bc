"""Phrases that made the program hard to understand, and that no text for users may contain."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PHRASES: list[dict[str, Any]] = tomllib.loads((ROOT / "tests/cases/phrases.toml").read_text(encoding="utf-8"))["phrase"]
TEXTS = (
    "*.md",
    "docs/**/*.md",
    "domains/**/*.md",
    "domains/**/*.j2",
    "domains/messages/*.toml",
    "planner/cli/help.toml",
)
CODE = {
    ".pddl.j2": r"\{\{.*?\}\}|\{%.*?%\}|^[^;#\n]*;|^[^;#\n]*$",
    ".toml.j2": r"\{\{.*?\}\}|\{%.*?%\}|^[\w-]+ = |^\[.*?\]$",
    ".j2": r"\{\{.*?\}\}|\{%.*?%\}",
    ".md": r"^```.*?^```|`[^`\n]+`",
    ".toml": r"^[\w-]+ = |\{\w[^{}\s]*\}",
}
"""patterns of text that is not prose, by file ending: code, names in backticks, tags of templates, PDDL, keys, slots"""


def read_prose(path: Path) -> str:
    """Return the prose of a file on one line."""
    code = next(pattern for ending, pattern in CODE.items() if path.name.endswith(ending))
    return " ".join(re.sub(code, "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL).split())


def find_phrase(pattern: str, prose: str) -> list[str]:
    """Return each occurrence of a phrase in prose, with the words around it."""
    return [
        prose[max(0, found.start() - 40) : found.end() + 40] for found in re.finditer(pattern, prose, re.IGNORECASE)
    ]


@pytest.fixture(scope="module")
def prose() -> dict[str, str]:
    """The prose of each text for users, by its path."""
    paths = [path for pattern in TEXTS for path in sorted(ROOT.glob(pattern))]
    assert len(paths) > 150
    return {str(path.relative_to(ROOT)): read_prose(path) for path in paths}


def test_texts_contain_no_banned_phrase(prose: dict[str, str]) -> None:
    found = [
        f"{path}: {where}; write {phrase['write']}"
        for phrase in PHRASES
        for path, text in prose.items()
        if path not in phrase.get("except", [])
        for where in find_phrase(phrase["pattern"], text)
    ]
    assert not found


def test_banned_phrase_patterns_match_their_examples() -> None:
    assert [phrase["example"] for phrase in PHRASES if not find_phrase(phrase["pattern"], phrase["example"])] == []


def test_banned_phrase_patterns_accept_a_plain_sentence() -> None:
    plain = "The search explored all 14 reachable states; none of them satisfies the goal."
    assert [phrase["example"] for phrase in PHRASES if find_phrase(phrase["pattern"], plain)] == []
