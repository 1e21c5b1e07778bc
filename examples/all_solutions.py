"""Count all solutions exactly, and list those that differ in more than names."""

from ferryplan import enumerate_solutions, load

for couples in (2, 3, 4, 5):
    solutions = enumerate_solutions(load("jealous-couples"), {"couples": couples})
    classes = [*solutions.each(up_to_symmetry=True)]
    print(f"{couples} couples: {solutions.cheapest.count:,} shortest solutions, {len(classes)} without names")
