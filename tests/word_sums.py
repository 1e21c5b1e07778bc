"""An independent oracle for sums of words that tries all assignments of different digits."""

from __future__ import annotations

import re

import numpy as np


def solve_word_sum(text: str, base: int = 10, leading_zeros: bool = False) -> set[tuple[int, ...]]:
    """Return the digits of the letters, in order of first occurrence, that solve all equations.

    Digits stand for themselves. Numbers are positive as written, but a difference may be negative.
    """
    text = re.sub(r"(?<=\w)\s+[xX]\s+(?=\w)", "*", text)
    if re.search(r"[^\w\s+=]|\d|=.*\+", text):
        return _solve_by_trial(text, base, leading_zeros)
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


def _solve_by_trial(text: str, base: int, leading_zeros: bool) -> set[tuple[int, ...]]:
    """Solve equations of any kind by evaluating them for each assignment."""
    letters = list(dict.fromkeys(re.findall(r"[^\W\d]", text)))
    first = {word[0] for word in re.findall(r"\w+", text) if len(word) > 1 and not leading_zeros}
    ways = np.zeros((1, 0), dtype=np.int8)
    for letter in letters:
        digits = range(int(letter in first), base)
        unused = [(ways[(ways != digit).all(axis=1)], digit) for digit in digits]
        ways = np.vstack([np.hstack((rest, np.full((len(rest), 1), digit, dtype=np.int8))) for rest, digit in unused])
    known = {letter: ways[:, column].astype(np.int64) for column, letter in enumerate(letters)}
    holds = np.ones(len(ways), dtype=bool)
    for equation in re.split("[;,]", text):
        left, right = (_evaluate_side(side, known, base) for side in equation.split("="))
        holds &= left == right
    return {tuple(map(int, way)) for way in ways[holds]}


def _evaluate_side(side: str, known: dict[str, np.ndarray], base: int) -> np.ndarray | int:
    value, sign, product = 0, 1, 1
    for mark in re.findall(r"\w+|[+*×−-]", side):
        if mark in "+-−":
            value, sign, product = value + sign * product, (1 if mark == "+" else -1), 1
        elif mark not in "*×":
            number = 0
            for one in mark:
                number = number * base + (int(one) if one.isdigit() else known[one])
            product = product * number
    return value + sign * product
