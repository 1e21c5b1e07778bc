"""Write the rules of a crossing as tables for the C++ program: the legal loads and the safe companies.

    python crossing_tables.py couples 6 1 2 [TIMES]     couples, islands, capacity
    python crossing_tables.py family 2 2 2 [TIMES]      sons, daughters, capacity

A company is the set of travelers at one place, as a bit mask. TIMES is the number of times that the C++ program repeats
the exploration. This script imports nothing of ferryplan, so the comparison is independent.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable


def make_couples_rules(number: int) -> tuple[int, int, Callable[[int], bool]]:
    """Return the number of travelers, the mask of the rowers, and a test whether a company is safe.

    The husbands have the lowest bits; their wives follow in the same order.
    """

    def is_safe(company: int) -> bool:
        husbands, wives = company & (1 << number) - 1, company >> number
        return not husbands or not wives & ~husbands

    return 2 * number, (1 << 2 * number) - 1, is_safe


def make_family_rules(sons: int, daughters: int) -> tuple[int, int, Callable[[int], bool]]:
    """Return the same three values for the family.

    The bits are those of the father, the mother, the policeman, the thief, the sons and the daughters.
    """
    father, mother, policeman, thief = 1, 2, 4, 8
    boys = (1 << sons) - 1 << 4
    girls = (1 << daughters) - 1 << 4 + sons

    def is_safe(company: int) -> bool:
        if company & father and company & girls and not company & mother:
            return False
        if company & mother and company & boys and not company & father:
            return False
        return not (company & thief and company != thief and not company & policeman)

    return 4 + sons + daughters, father | mother | policeman, is_safe


def main() -> None:
    """Print the tables of one crossing."""
    puzzle, *numbers = sys.argv[1:]
    first, second, capacity, times = (int(number) for number in [*numbers, "1"][:4])
    travellers, rowers, is_safe = make_couples_rules(first) if puzzle == "couples" else make_family_rules(first, second)
    places = 2 + (second if puzzle == "couples" else 0)
    routes = [*itertools.permutations(range(places), 2)]
    loads = [
        load for load in range(1, 1 << travellers) if load.bit_count() <= capacity and load & rowers and is_safe(load)
    ]
    print(travellers, places, times)
    print(len(routes), *itertools.chain(*routes))
    print(len(loads), *loads)
    print("".join("01"[is_safe(company)] for company in range(1 << travellers)))


if __name__ == "__main__":
    main()
