"""Sums of words, drawn: as the table of what is placed."""

from generator.placing.picture import svg

__all__ = ["svg"]
