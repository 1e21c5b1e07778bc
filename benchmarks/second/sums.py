"""Sums of words for CP-SAT of OR-Tools, which counts solutions up to a bound."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ortools.sat.python import cp_model

from second.reading import UndecidedError


def make_sum_counter(said: str, base: int, leading_zeros: bool) -> tuple[int, Callable[[int, Mapping[str, str]], int]]:
    """Return the number of letters in some equations, and a function that counts solutions."""
    model, letters, given = cp_model.CpModel(), dict[str, Any](), dict[str, int]()

    def word_value(word: str) -> tuple[Any, int]:
        """Return an expression for the value of a word, and the largest value that it can have."""
        total: Any = 0
        marks = word.split(":") if ":" in word else [*word]
        for place, mark in enumerate(marks):
            if mark.isdigit():
                total = total * base + int(mark)
                continue
            if mark not in letters:
                letters[mark] = model.new_int_var(0, base - 1, mark)
            if place == 0 and len(marks) > 1 and not leading_zeros:
                model.add(letters[mark] != 0)
            total = total * base + letters[mark]
        return total, base ** len(marks) - 1

    def value_of_side(terms: str) -> Any:
        """Return an expression for the value of one side of an equation."""
        total: Any = 0
        for sign, term in re.findall(r"([+\-]?)\s*([^+\-]+)", terms):
            words = [word_value(word) for word in re.split(r"\s+[Xx]\s+|\s*[*×]\s*", term.strip())]
            product, bound = words[0]
            for factor, most in words[1:]:
                bound *= most
                if bound >= 2**62:
                    raise UndecidedError("a product too large for 64 bits")
                result = model.new_int_var(0, bound, "")
                parts = [model.new_int_var(0, limit, "") for limit in (bound // most, most)]
                model.add(parts[0] == product)
                model.add(parts[1] == factor)
                model.add_multiplication_equality(result, parts)
                product = result
            if bound >= 2**62:
                raise UndecidedError("a number too large for 64 bits")
            total = total - product if sign == "-" else total + product
        return total

    for equation in re.split(r"[;,]", re.sub(r"[−–]", "-", said)):
        left, right = (part.strip().upper() for part in equation.split("="))
        if len(left) == 1 and right.isdigit():
            given[left] = int(right)
        else:
            model.add(value_of_side(left) == value_of_side(right))
    for letter, digit in given.items():
        model.add(letters[letter] == digit)
    model.add_all_different(letters.values())

    def count_solutions(most: int, told: Mapping[str, str]) -> int:
        fixed = model.clone()
        for letter, digit in told.items():
            fixed.add(fixed.get_int_var_from_proto_index(letters[letter].index) == int(digit))
        solver, found = cp_model.CpSolver(), _SolutionCounter(most)
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.solve(fixed, found)
        return found.number

    return len(letters), count_solutions


class _SolutionCounter(cp_model.CpSolverSolutionCallback):
    """Counts solutions, and stops the search at ``most`` solutions."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most, self.number = most, 0

    def on_solution_callback(self) -> None:
        self.number += 1
        if self.number == self.most:
            self.stop_search()
