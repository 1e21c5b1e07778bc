"""How many situations there are, layer by layer, and how far the farthest is."""

from ferryplan import instantiate, load, state_graph

for name in ("wolf-goat-cabbage", "fox-goose-beans", "perishables"):
    layers = state_graph(instantiate(load(name))).layers()
    print(
        f"{name}: {sum(layer.states for layer in layers)} situations; by crossings: {[layer.states for layer in layers]}"
    )
