# %% [markdown]
# # 2. State spaces
#
# *About ten minutes.*
#
# **You need** to know what a state, an action and a goal are (notebook 1), and Python's sets.
#
# **Afterwards you can** say what a state space is, explore one breadth-first with eight lines of your own, and
# explain why large ones cannot be explored.

# %%
import itertools

from ferryplan import all_solutions, generate, graph, space
from IPython.display import SVG

# %% [markdown]
# ## A state space on one page
#
# Each box below is a **state** of the puzzle of the wolf, the goat and the cabbage. It has a line of text for each
# bank, and the bank with the boat is shaded. Two boxes are joined if one **action** leads from one state to the other.
# In this puzzle, every action can be undone. The **start** is at the top, and the **goal** is green.

# %%
wolf = graph("wolf-goat-cabbage")
SVG(wolf.render("svg"))

# %% [markdown]
# A plan is a path from the start to the goal. To plan is to search for a path in a graph.
#
# Geffner and Bonet (2013, section 2.1) call this a **state model**. It has states; one of them is the start, and some
# are goals. In each state, some actions are applicable. Each action leads to one state, and has a cost (here always 1).
# A planning problem consists of nothing else.
#
# ## Counting by hand
#
# The farmer, the wolf, the goat and the cabbage are each on one of two banks. In how many of these 16 arrangements is
# everybody safe?


# %%
def is_safe(bank: set[str]) -> bool:
    return "farmer" in bank or not ({"wolf", "goat"} <= bank or {"goat", "cabbage"} <= bank)


everybody = {"farmer", "wolf", "goat", "cabbage"}
ways = [set(some) for size in range(5) for some in itertools.combinations(sorted(everybody), size)]
safe = [left for left in ways if is_safe(left) and is_safe(everybody - left)]
assert (len(ways), len(safe)) == (16, 10)
print(len(ways), "ways,", len(safe), "of them safe")

# %% [markdown]
# There are ten, as many as boxes in the picture. So in this puzzle, every safe state can be reached. In other puzzles,
# some cannot.
#
# ## Exploring
#
# A program need not draw the graph. It needs the start and the successors of each state, and `space` gives both.
# `successors` yields each applicable action with the state that it leads to.

# %%
river = space("wolf-goat-cabbage")
print(river.initial)
for action, after in river.successors(river.initial):
    print(action, after, sep="\n")

# %% [markdown]
# The rest is **breadth-first search**: it visits the start first, then all states that are one action away, then those
# that are two actions away, and so on.


# %%
def layers(space):
    """Yield the states that are 0, 1, 2, … actions away from the start."""
    layer, known = {space.initial}, {space.initial}
    while layer:
        yield layer
        layer = {after for state in layer for _, after in space.successors(state)} - known
        known |= layer


found = list(layers(river))
assert [len(layer) for layer in found] == [1, 1, 1, 2, 2, 1, 1, 1]
[len(layer) for layer in found]

# %% [markdown]
# Compare these numbers with the picture, row by row. Each state is in the layer of its distance from the start. So the
# first layer that contains a goal state gives the length of a shortest plan.

# %%
goal_layer = next(depth for depth, layer in enumerate(found) if any(map(river.is_goal, layer)))
assert goal_layer == wolf.distance(wolf.initial) == 7
goal_layer

# %% [markdown]
# The same function explores any puzzle, because nothing in it is about rivers. The function `graph`, which drew the
# picture, finds the same states, and computes the goal distance of each.

# %%
print(f"{'puzzle':22} {'states':>6} {'to the goal':>12} {'farthest':>9}")
for name in ["jugs", "gripper", "missionaries-cannibals", "hanoi", "rush-hour"]:
    found, states = list(layers(space(name))), graph(name)
    assert sum(map(len, found)) == len(states)
    assert all(states.distance(state) is not None for state in states)
    to_goal, farthest = states.distance(states.initial), len(found) - 1
    print(f"{name:22} {len(states):6,} {to_goal:12} {farthest:9}")

# %% [markdown]
# ## Lost states and many solutions
#
# In all of these puzzles, every state has a path to the goal. In Sokoban, where a warehouse keeper pushes boxes, this
# is different: a box in a corner stays there. In this small warehouse, three quarters of the states have no path to the
# goal. A planner should notice such states early.

# %%
sokoban = graph("sokoban")
lost = [state for state in sokoban if sokoban.distance(state) is None]
assert (len(sokoban), len(lost)) == (639, 481)
print(f"{len(lost)} of {len(sokoban)} states have no way to the goal")

# %% [markdown]
# Other puzzles have many shortest plans. Three jealous couples have 486, all of 11 crossings:

# %%
named = all_solutions("jealous-couples", couples=3)
without_names = all_solutions("jealous-couples", couples=3, up_to_symmetry=True)
assert (len(named), len(without_names)) == (486, 4)
print(len(named), "shortest plans; without names", len(without_names))

# %% [markdown]
# ## Symmetry
#
# Why are there 486 plans, but only 4 if names do not matter? Whatever couple A can do, couple B can do as well. States
# that differ only in names are *symmetric*, and one of them can stand for all. So 16 of the 40 states are left, and the
# graph fits on a page again.

# %%
assert len(graph("jealous-couples", couples=3)) == 40
three = graph("jealous-couples", couples=3, up_to_symmetry=True)
assert len(three) == 16
SVG(three.render("svg"))

# %% [markdown]
# Dashed boxes are *blind alleys*: you can only go back. Follow the blue lines: there are 2 · 2 = 4 shortest paths.
#
# ## Too many states
#
# State spaces grow quickly. In the towers of Hanoi, each disc is on one of three pegs, and the order on a peg is fixed:
# with $n$ discs there are $3^n$ states, and the shortest plan has $2^n - 1$ moves.

# %%
for discs in range(1, 8):
    facts = generate("hanoi", discs=discs).problem.count("(fits ")
    assert facts == discs * (discs - 1) // 2 + 3 * discs
    hanoi = graph("hanoi", discs=discs)
    states, moves = len(hanoi), hanoi.distance(hanoi.initial)
    assert (states, moves) == (3**discs, 2**discs - 1)
    print(f"{discs} discs: {facts:2} facts in the text, {states:5,} states, {moves:3} moves")

# %% [markdown]
# For 64 discs, the text would have 2,208 facts about what fits on what, and the graph
# 3,433,683,820,292,512,484,657,849,089,281 states. **A short text describes a huge graph.** Therefore planners do not
# build the whole graph. They generate a state only when they reach it, and try to reach few states. Notebook 3 shows
# how.

# %%
assert 64 * 63 // 2 + 3 * 64 == 2_208
assert 3**64 == 3_433_683_820_292_512_484_657_849_089_281

# %% [markdown]
# ## Exercises
#
# Replace the three dots with your answer and run the cell. If you are right, it prints nothing.
#
# **1.** On a 3 by 3 board, eight sliding tiles and the empty cell have 9! arrangements. From each of them, only half are
# reachable (Johnson and Story, 1879). How many tiles does a 2 by 3 board have, and how many states are reachable?

# %%
tiles = ...
reached = ...

if tiles is not ...:
    board = graph("sliding-tiles", board="1 2 3 / 4 5 _", goal="1 2 3 / 4 _ 5")
    assert tiles == 2 * 3 - 1, "Six cells, one of them empty."
    assert reached == len(board), "Half of the arrangements of six things."

# %% [markdown]
# **2.** A farmer crosses with a fox, a goose and a bag of beans. The fox eats the goose, and the goose eats the beans.
# How many states are reachable, and how many shortest plans are there? You can find the answer without a program.

# %%
states = ...
shortest_plans = ...

if states is not ...:
    fox = "fox-goose-beans"
    assert states == len(graph(fox)), "Which other puzzle is that, with other names?"
    assert shortest_plans == len(all_solutions(fox)), "Count the blue paths."

# %% [markdown]
# **3.** Write `count_states(space, most)`: the number of states that are at most `most` actions away from the start.

# %%


def count_states(space, most):
    return ...


tower = graph("hanoi", discs=5)
expected = [sum(tower.depth(state) <= most for state in tower) for most in (0, 1, 5, 31)]
counted = [count_states(space("hanoi", discs=5), most) for most in (0, 1, 5, 31)]
assert counted in ([...] * 4, expected), f"Found {counted}. The start counts."

# %% [markdown]
# ## To read on
#
# - H. Geffner and B. Bonet, *A Concise Introduction to Models and Methods for Automated Planning* (2013), chapter 2.
# - S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*, the chapter *Solving problems by searching*.
# - W. W. Johnson and W. E. Story, Notes on the "15" puzzle, *American Journal of Mathematics* 2 (1879) 397-404.
# - [Explore a state space](../state-spaces.md): everything that `plan graph` does.
#
# Next: [3. Searches and heuristics](3-searches-and-heuristics.py).
