"""Count the states of puzzles by their distance from the start."""

from ferryplan import graph

for name in ("wolf-goat-cabbage", "fox-goose-beans", "perishables"):
    layers = [layer["states"] for layer in graph(name).numbers["layers"]]
    print(f"{name}: {sum(layers)} states; by crossings: {layers}")
