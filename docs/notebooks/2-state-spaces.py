# %% [markdown]
# # 2. State spaces
#
# *About ten minutes.*
#
# **You need** to know what a state, an action and a goal are (notebook 1), and Python's sets.
#
# **Afterwards you can** say what a state space is, explore one breadth first with eight lines of your own, and
# tell why large ones cannot be explored.

# %%
import itertools

from ferryplan import all_solutions, generate, graph, space
from IPython.display import SVG

# %% [markdown]
# ## All of it on one page
#
# Every **state** of the wolf, the goat and the cabbage is a box below, each bank on a line, the farmer's boat shaded.
# Lines join two states if one **action** leads from one to the other, and here also back.
# The **start** is at the top, the **goal** is green.

# %%
wolf = graph("wolf-goat-cabbage")
SVG(wolf.render("svg"))

# %% [markdown]
# A plan is a way from the start to the goal. To plan is to look for a way in a graph.
#
# Geffner and Bonet (2013, section 2.1) call this a **state model**. It has states, one of them the start, some of
# them goals; in each state some actions can be taken; each leads to one state, and costs something (here always 1).
# Nothing else is needed to say what a planning problem is.
#
# ## Counting by hand
#
# Each of the four is on one of two banks. In how many ways is nobody eaten?


# %%
def is_safe(bank: set[str]) -> bool:
    return "farmer" in bank or not ({"wolf", "goat"} <= bank or {"goat", "cabbage"} <= bank)


everybody = {"farmer", "wolf", "goat", "cabbage"}
ways = [set(some) for size in range(5) for some in itertools.combinations(sorted(everybody), size)]
safe = [left for left in ways if is_safe(left) and is_safe(everybody - left)]
assert (len(ways), len(safe)) == (16, 10)
print(len(ways), "ways,", len(safe), "of them safe")

# %% [markdown]
# Ten: as many as there are boxes. So every safe state can be reached here. That is not always so.
#
# ## Exploring
#
# A program need not draw the graph. It needs the start, and what each state leads to: `space` gives both. Its
# `successors` yields each action that is possible in a state, with the state to which it leads.

# %%
river = space("wolf-goat-cabbage")
print(river.initial)
for action, after in river.successors(river.initial):
    print(action, after, sep="\n")

# %% [markdown]
# The rest is **breadth-first search**: first the start, then whatever is one action away, then two, …


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
# Compare these numbers with the picture, row by row. Each state is in the first layer in which it can be. So the first
# layer with a goal in it tells how long a shortest plan is.

# %%
goal_layer = next(depth for depth, layer in enumerate(found) if any(map(river.is_goal, layer)))
assert goal_layer == wolf.distance(wolf.initial) == 7
goal_layer

# %% [markdown]
# The same function explores any puzzle, since nothing in it is about rivers. `graph`, which also drew the picture, finds
# the same states, and knows how far each of them is from the goal.

# %%
print(f"{'puzzle':22} {'states':>6} {'to the goal':>12} {'farthest':>9}")
for name in ["jugs", "gripper", "missionaries-cannibals", "hanoi", "rush-hour"]:
    found, states = list(layers(space(name))), graph(name)
    assert sum(map(len, found)) == len(states)
    assert all(states.distance(state) is not None for state in states)
    to_goal, farthest = states.distance(states.initial), len(found) - 1
    print(f"{name:22} {len(states):6,} {to_goal:12} {farthest:9}")

# %% [markdown]
# ## Ways and dead ends
#
# In all of these the goal can be reached from every state. A warehouse keeper who pushes boxes is not so lucky: a box in a corner
# stays there. In three of four states of this small warehouse all is lost. A planner has to notice that, too.

# %%
sokoban = graph("sokoban")
lost = [state for state in sokoban if sokoban.distance(state) is None]
assert (len(sokoban), len(lost)) == (639, 481)
print(f"{len(lost)} of {len(sokoban)} states have no way to the goal")

# %% [markdown]
# Other puzzles have many best ways. Three jealous couples have 486 shortest plans, all of 11 crossings:

# %%
named = all_solutions("jealous-couples", couples=3)
without_names = all_solutions("jealous-couples", couples=3, up_to_symmetry=True)
assert (len(named), len(without_names)) == (486, 4)
print(len(named), "shortest plans; without names", len(without_names))

# %% [markdown]
# ## Symmetry
#
# Why 486, and only 4? Because names do not matter: whatever couple A can do, B can do. States that differ in names only
# may be taken for one. Of the 40 states, 16 are left, and the whole puzzle fits on a page again.

# %%
assert len(graph("jealous-couples", couples=3)) == 40
three = graph("jealous-couples", couples=3, up_to_symmetry=True)
assert len(three) == 16
SVG(three.render("svg"))

# %% [markdown]
# Dashed boxes are *dead ends*: one can only go back. Follow the blue lines: there are 2 · 2 = 4 shortest ways.
#
# ## Too many
#
# State spaces grow quickly. Of the towers of Hanoi each disc is on one of three pegs, and the smaller ones
# lie on the larger ones by themselves: with $n$ discs there are $3^n$ states, and the shortest plan has $2^n - 1$ moves.

# %%
for discs in range(1, 8):
    facts = generate("hanoi", discs=discs).problem.count("(fits ")
    assert facts == discs * (discs - 1) // 2 + 3 * discs
    hanoi = graph("hanoi", discs=discs)
    states, moves = len(hanoi), hanoi.distance(hanoi.initial)
    assert (states, moves) == (3**discs, 2**discs - 1)
    print(f"{discs} discs: {facts:2} facts in the text, {states:5,} states, {moves:3} moves")

# %% [markdown]
# For 64 discs the text would say in 2,208 facts what fits on what. The states would be
# 3,433,683,820,292,512,484,657,849,089,281. **A short text, a huge graph**: that is why planners search. They make a
# state only when they come to it, and try to come to few. How, is the matter of notebook 3.

# %%
assert 64 * 63 // 2 + 3 * 64 == 2_208
assert 3**64 == 3_433_683_820_292_512_484_657_849_089_281

# %% [markdown]
# ## Exercises
#
# Put your answer in the place of the three dots and run the cell. It is silent when you are right.
#
# **1.** On the 3 by 3 board of the sliding tiles, eight tiles and the empty cell can lie in 9! ways. Only half of them
# can be reached from any of them (Johnson and Story, 1879). How many tiles does the 2 by 3 board have, and how many of
# its states can be reached?

# %%
tiles = ...
reached = ...

if tiles is not ...:
    board = graph("sliding-tiles", board="1 2 3 / 4 5 _", goal="1 2 3 / 4 _ 5")
    assert tiles == 2 * 3 - 1, "Six cells, one of them empty."
    assert reached == len(board), "Half of the ways of six things to lie."

# %% [markdown]
# **2.** A fox, a goose and a bag of beans: the fox eats the goose, the goose eats the beans. How many states are within
# reach, and how many shortest plans are there? No program is needed.

# %%
states = ...
shortest_plans = ...

if states is not ...:
    fox = "fox-goose-beans"
    assert states == len(graph(fox)), "Which puzzle is that, in other words?"
    assert shortest_plans == len(all_solutions(fox)), "Count blue ways."

# %% [markdown]
# **3.** Write `count_states(space, most)`: how many states are at most so many actions away from the start.

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
# - [State spaces](../state-spaces.md): all that `plan graph` draws and tells.
#
# Next: [3. Searches and heuristics](3-searches-and-heuristics.py).
