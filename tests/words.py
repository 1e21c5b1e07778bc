"""An oracle for sums of words, written apart from the program: every way to give the letters different digits is tried."""

from __future__ import annotations

import numpy as np


def solutions(text: str, base: int = 10, leading_zeros: bool = False) -> set[tuple[int, ...]]:
    """The digits of the letters, in the order in which they first occur, with which the sum comes out."""
    left, total = text.replace(" ", "").split("=")
    words = [(word, 1) for word in left.split("+")] + [(total, -1)]
    letters = list(dict.fromkeys("".join(word for word, _ in words)))
    worth = [
        sum(sign * base**place for word, sign in words for place, found in enumerate(reversed(word)) if found == letter)
        for letter in letters
    ]
    first = {word[0] for word, _ in words if len(word) > 1 and not leading_zeros}
    ways, sums = np.zeros((1, 0), dtype=np.int8), np.zeros(1, dtype=np.int64)
    for letter, weight in zip(letters, worth, strict=True):
        further = []
        for digit in range(int(letter in first), base):
            unused = np.flatnonzero((ways != digit).all(axis=1))
            column = np.full((len(unused), 1), digit, dtype=np.int8)
            further.append((np.hstack((ways[unused], column)), sums[unused] + weight * digit))
        ways = np.vstack([way for way, _ in further])
        sums = np.concatenate([value for _, value in further])
    return {tuple(map(int, way)) for way in ways[sums == 0]}
