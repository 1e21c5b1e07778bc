"""The formats of a score report, separate so that the command line need not import the report."""

from __future__ import annotations

SCORE_FORMATS = ("text", "markdown", "csv", "json", "html", "jsonl")
"""The formats of a score report, the default first."""
