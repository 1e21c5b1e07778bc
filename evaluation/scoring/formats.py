"""The formats of a report on scores; the command line asks for them without importing what writes the report."""

from __future__ import annotations

FORMATS = ("text", "markdown", "csv", "json", "html", "jsonl")
