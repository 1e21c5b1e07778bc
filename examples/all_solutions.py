"""Count all solutions exactly, with and without those that differ only in names."""

from ferryplan import all_solutions

for couples in (2, 3, 4, 5):
    solutions = all_solutions("jealous-couples", couples=couples)
    classes = all_solutions("jealous-couples", couples=couples, up_to_symmetry=True)
    print(f"{couples} couples: {len(solutions):,} shortest solutions, {len(classes)} up to symmetry")
