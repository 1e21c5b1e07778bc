"""Write a puzzle file, and solve it for several values of its parameter."""

from pathlib import Path

from ferryplan import solve

Path("hens.toml").write_text(
    """
family = "crossing"
name = "hens"
title = "The hens and the dog"
story = "A girl, a dog and {{ hens }} hens come to a brook. The raft carries 2."
source = "An example."

[parameters.hens]
type = "integer"
default = 1
minimum = 1
maximum = 5
help = "number of hens"

[[places]]
name = "near bank"
[[places]]
name = "far bank"

[[kinds]]
name = "girl"
plural = "girls"
[[kinds]]
name = "hen"
plural = "hens"
count = "hens"
names = "Hen {{ number }}"
rows = false
[[kinds]]
name = "dog"
plural = "dogs"
rows = false

[boat]
capacity = 2

[[rules]]
rule = "guard"
says = "The dog is with no hen unless the girl is there."
victims = ["hen"]
threats = ["dog"]
guardian = "girl"

[start]
boat = "near bank"
everyone = "near bank"
[goal]
everyone = "far bank"
""",
    encoding="utf-8",
)
for hens in (1, 2, 3):
    result = solve("hens.toml", hens=hens)
    crossings = "no way across" if result.solution is None else f"{len(result.solution.steps)} crossings"
    print(f"{hens} hens: {result.status}, {crossings}")
