"""Count all solutions exactly, and list those that differ in more than names."""

from ferryplan import all_solutions

for couples in (2, 3, 4, 5):
    solutions = all_solutions("jealous-couples", couples=couples)
    classes = all_solutions("jealous-couples", couples=couples, up_to_symmetry=True)
    print(f"{couples} couples: {len(solutions):,} shortest solutions, {len(classes)} without names")
