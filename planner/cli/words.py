"""The texts of the help pages, from `help.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

HELP: dict[str, Any] = tomllib.loads(Path(__file__).with_name("help.toml").read_text(encoding="utf-8"))
VERBS: dict[str, Any] = {verb: words for group in HELP["verbs"].values() for verb, words in group.items()}
"""The module of each verb, imported when the verb is used, and the texts of its help page."""
