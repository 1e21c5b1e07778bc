"""Count the states of puzzles, layer by layer, and see how far the farthest is."""

from ferryplan import graph

for name in ("wolf-goat-cabbage", "fox-goose-beans", "perishables"):
    layers = [layer["states"] for layer in graph(name).numbers["layers"]]
    print(f"{name}: {sum(layers)} states; by crossings: {layers}")
