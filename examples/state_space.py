"""How many situations there are, layer by layer, and how far the farthest is."""

from collections import Counter

from generator import CrossingSpace, instantiate, load
from generator.search.breadth_first import explore

for name in ("wolf-goat-cabbage", "fox-goose-beans", "perishables"):
    space = CrossingSpace(instantiate(load(name), {}))
    layers = Counter(explore(space).depths.values())
    print(f"{name}: {sum(layers.values())} situations; by crossings: {[layers[depth] for depth in sorted(layers)]}")
