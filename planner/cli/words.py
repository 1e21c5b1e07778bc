"""What is said of the verbs, by what one wants, and of their options: `help.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

HELP: dict[str, Any] = tomllib.loads(Path(__file__).with_name("help.toml").read_text(encoding="utf-8"))
VERBS: dict[str, Any] = {verb: words for group in HELP["verbs"].values() for verb, words in group.items()}
"""For each verb the module that has it, imported when the verb is asked for, and what its page says."""
