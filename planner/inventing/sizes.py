"""How large invented puzzles may be asked to be, by what is counted."""

SIZES = {
    "travelers": (2, 12),
    "crossings": (1, 99),
    "positions": (2, 10),
    "categories": (2, 8),
    "words": (3, 6),
    "box": (2, 4),
    "size": (4, 12),
}
"""the least and the most that can be asked for"""
