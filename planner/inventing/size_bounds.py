"""The smallest and the largest sizes of invented puzzles that a user may request."""

SIZE_BOUNDS = {
    "travelers": (2, 12),
    "crossings": (1, 99),
    "positions": (2, 10),
    "categories": (2, 8),
    "words": (3, 6),
    "box": (2, 4),
    "size": (4, 12),
}
"""the smallest and the largest number that a user may request, by the counted thing"""
