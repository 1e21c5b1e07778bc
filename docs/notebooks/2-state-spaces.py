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
# Each box below is a **state** of the wolf, the goat and the cabbage, with a line for each bank; the bank with the boat
# is shaded. A line joins two states if one **action** leads from one to the other, and here also back.
# The **start** is at the top, and the **goal** is green.

# %%
wolf = graph("wolf-goat-cabbage")
SVG(wolf.render("svg"))

# %% [markdown]
# A plan is a path from the start to the goal. To plan is to search for a path in a graph.
#
# Geffner and Bonet (2013, section 2.1) call this a **state model**. It has states, one of them the start, some of them
# goals. In each state some actions are applicable; each leads to one state and has a cost (here always 1).
# That is all a planning problem needs.
#
# ## Counting by hand
#
# Each of the four is on one of two banks. In how many of these ways is everybody safe?


# %%
def is_safe(bank: set[str]) -> bool:
    return "farmer" in bank or not ({"wolf", "goat"} <= bank or {"goat", "cabbage"} <= bank)


everybody = {"farmer", "wolf", "goat", "cabbage"}
ways = [set(some) for size in range(5) for some in itertools.combinations(sorted(everybody), size)]
safe = [left for left in ways if is_safe(left) and is_safe(everybody - left)]
assert (len(ways), len(safe)) == (16, 10)
print(len(ways), "ways,", len(safe), "of them safe")

# %% [markdown]
# Ten, the number of boxes. So here every safe state is reachable. In other puzzles, some are not.
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
# The rest is **breadth-first search**: first the start, then all states one action away, then two, …


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
# Compare these numbers with the picture, row by row. Each state is in the earliest layer possible. So the first layer
# with a goal gives the length of a shortest plan.

# %%
goal_layer = next(depth for depth, layer in enumerate(found) if any(map(river.is_goal, layer)))
assert goal_layer == wolf.distance(wolf.initial) == 7
goal_layer

# %% [markdown]
# The same function explores any puzzle, because nothing in it is about rivers. `graph`, which drew the picture, finds
# the same states, and knows the goal distance of each.

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
# In all of these puzzles, every state has a path to the goal. A warehouse keeper who pushes boxes is less lucky: a box in
# a corner stays there. In this small warehouse, three of four states are lost. A planner has to notice that.

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
# Why 486, and why only 4 without names? Because whatever couple A can do, couple B can do. States that differ only in
# names are *symmetric*, and one of them stands for all. 16 of the 40 states are left, and the puzzle fits on a page again.

# %%
assert len(graph("jealous-couples", couples=3)) == 40
three = graph("jealous-couples", couples=3, up_to_symmetry=True)
assert len(three) == 16
SVG(three.render("svg"))

# %% [markdown]
# Dashed boxes are *dead ends*: you can only go back. Follow the blue lines: there are 2 · 2 = 4 shortest paths.
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
# 3,433,683,820,292,512,484,657,849,089,281 states. **A short text, a huge graph**: that is why planners search. They
# generate a state only when they reach it, and try to reach few. Notebook 3 shows how.

# %%
assert 64 * 63 // 2 + 3 * 64 == 2_208
assert 3**64 == 3_433_683_820_292_512_484_657_849_089_281

# %% [markdown]
# ## Exercises
#
# Replace the three dots by your answer and run the cell. If you are right, it prints nothing.
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
# **2.** A fox, a goose and a bag of beans: the fox eats the goose, the goose eats the beans. How many states are
# reachable, and how many shortest plans are there? You need no program.

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
