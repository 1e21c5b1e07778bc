"""Writes the rules of a crossing as tables, for the C++ program: which loads are legal, which companies safe.

    python crossing_tables.py couples 6 1 2 [TIMES]     couples, islands, capacity
    python crossing_tables.py family 2 2 2 [TIMES]      sons, daughters, capacity

Stands on its own: nothing here comes from the program that the tables are compared with. TIMES is how often the
C++ program does all of it.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable


def couples(number: int) -> tuple[int, int, Callable[[int], bool]]:
    """Return how many travelers there are, the mask of those who row, and whether a company is safe: husbands first, then their wives."""

    def safe(company: int) -> bool:
        husbands, wives = company & (1 << number) - 1, company >> number
        return not husbands or not wives & ~husbands

    return 2 * number, (1 << 2 * number) - 1, safe


def family(sons: int, daughters: int) -> tuple[int, int, Callable[[int], bool]]:
    """Return the same of the family: father, mother, policeman, thief, then sons, then daughters."""
    father, mother, policeman, thief = 1, 2, 4, 8
    boys = (1 << sons) - 1 << 4
    girls = (1 << daughters) - 1 << 4 + sons

    def safe(company: int) -> bool:
        if company & father and company & girls and not company & mother:
            return False
        if company & mother and company & boys and not company & father:
            return False
        return not (company & thief and company != thief and not company & policeman)

    return 4 + sons + daughters, father | mother | policeman, safe


def main() -> None:
    """Print the tables of one crossing."""
    puzzle, *numbers = sys.argv[1:]
    first, second, capacity, times = (int(number) for number in [*numbers, "1"][:4])
    travellers, rowers, safe = couples(first) if puzzle == "couples" else family(first, second)
    places = 2 + (second if puzzle == "couples" else 0)
    routes = [*itertools.permutations(range(places), 2)]
    loads = [
        load for load in range(1, 1 << travellers) if load.bit_count() <= capacity and load & rowers and safe(load)
    ]
    print(travellers, places, times)
    print(len(routes), *itertools.chain(*routes))
    print(len(loads), *loads)
    print("".join("01"[safe(company)] for company in range(1 << travellers)))


if __name__ == "__main__":
    main()
