# %% [markdown]
# # 3. Searches and heuristics
#
# *About ten minutes.*
#
# **You need** to know what a state space is, and breadth-first search (notebook 2).
#
# **Afterwards you can** write best-first search in fifteen lines, compute a heuristic by hand, and say what
# *admissible* means and why it matters.

# %%
import heapq
import itertools
import json
import math

from ferryplan import command, graph, instantiate, search, space
from IPython.display import SVG


def plan(line: str) -> str:
    """Return what the command `plan` prints, as in a terminal: plan search elevator"""
    return command(line).output


instantiate("elevator")

# %% [markdown]
# ## One search for all
#
# To *expand* a state means to compute its successors. The **frontier** is the set of states that a search has found and
# not yet expanded. The search expands one of them after the other. Searches differ only in which state comes next. Here
# it is the state with the lowest value of a function `f`. The function gets the state and `g`, the number of actions
# that led to it. (`space` gives the start and the successors, as in notebook 2.)


# %%
def best_first(space, f):
    """Return the number of actions of the plan found first, and that of states expanded."""
    least, expanded, ticket = {space.initial: 0}, 0, itertools.count()
    frontier = [(f(space.initial, 0), next(ticket), space.initial, 0)]
    while frontier:
        _, _, state, g = heapq.heappop(frontier)
        if g > least[state]:
            continue  # a shorter way was found since
        if space.is_goal(state):
            return g, expanded
        expanded += 1
        for _, after in space.successors(state):
            if g + 1 < least.get(after, math.inf):
                least[after] = g + 1
                heapq.heappush(frontier, (f(after, g + 1), next(ticket), after, g + 1))


# %% [markdown]
# Which `f` is best? A **heuristic** helps: it is a function `h` that quickly estimates how far a state is from the
# goal. Our first heuristic counts the goal conditions that do not hold yet. Here these are the passengers whom the
# elevator has not served.

# %%
lift = space("elevator")


def goal_count(state):
    return lift.goals - lift.goals_met(state)


searches = {
    "uniform cost": lambda state, g: g,
    "A*": lambda state, g: (g + goal_count(state), goal_count(state)),  # if equal, the lower h
    "greedy": lambda state, g: goal_count(state),
}
found = {name: best_first(lift, f) for name, f in searches.items()}
assert found == {"uniform cost": (11, 126), "A*": (11, 112), "greedy": (12, 28)}
for name, (actions, expanded) in found.items():
    print(f"{name:12} a plan of {actions} actions, {expanded:3} states expanded")

# %% [markdown]
# - **Uniform-cost search** (Dijkstra) has f = g: it expands the states that are nearest to the start first, in all
#   directions.
# - **A\*** (Hart, Nilsson and Raphael, 1968) has f = g + h: it adds the estimate of the way ahead. If `h` never exceeds
#   the true distance, it is **admissible**, and the first plan that A\* finds is a shortest one.
# - **Greedy search** has f = h. It is fast, and its plan may be longer.
#
# Counting goals helps little here: A\* saves only 14 of 126 expansions. It needs a better heuristic.

# %% [markdown]
# ## Where heuristics come from
#
# Heuristics come from easier problems. The best-known easier problem, the *delete relaxation*, ignores what actions
# delete: a fact that has become true stays true forever. In the next cell, a robot in the kitchen has to fetch a cup
# from the garden.

# %%
START, GOAL = {"robot in kitchen", "cup in garden"}, {"cup in kitchen"}
ACTIONS = {  # name: precondition, what it adds, what it deletes
    "go out": ({"robot in kitchen"}, {"robot in garden"}, {"robot in kitchen"}),
    "go in": ({"robot in garden"}, {"robot in kitchen"}, {"robot in garden"}),
    "pick up": ({"robot in garden", "cup in garden"}, {"holds cup"}, {"cup in garden"}),
    "put down": ({"robot in kitchen", "holds cup"}, {"cup in kitchen"}, {"holds cup"}),
}


def relaxed_layers(facts, goal):
    """Yield the facts that can hold after 0, 1, 2, … steps if nothing is deleted."""
    yield facts
    while not goal <= facts:
        facts = facts.union(*(adds for needs, adds, _ in ACTIONS.values() if needs <= facts))
        yield facts


reached = list(relaxed_layers(START, GOAL))
for step, (before, now) in enumerate(itertools.pairwise([set(), *reached])):
    print(f"step {step}: new is {', '.join(sorted(now - before))}")
assert len(reached) - 1 == 3

# %% [markdown]
# The number of the last step is the heuristic **h-max**: 3. The true distance is 4: go out, pick up, go in, put down.
# In the easier problem, a robot that has gone to the garden is also still in the kitchen, so it need not go back. h-max
# never counts more steps than the true problem needs, so it is admissible.
#
# **h-add** adds up the costs of the single goal facts, as if no action served two of them. It is not admissible, but
# often nearer to the true distance. **h-FF** counts the actions of a plan for the easier problem. **LM-cut** finds
# groups of actions such that every plan of the easier problem contains one of each group, and counts the groups; it is
# admissible.
#
# ## Watch a search
#
# `search` has eleven algorithms and ten heuristics. With `trace=True`, it lists each expansion. Here `h` is h-add, and
# `h*` is the true distance. A\* next expands the state for which f = g + h is lowest.

# %%
watched = search("wolf-goat-cabbage", algorithm="astar", heuristic="hadd", trace=True)
print(str(watched).split("\n\n")[1])

# %% [markdown]
# In the last lines, h is greater than h\*, so h-add is not admissible. A\* found a shortest plan nevertheless, but it
# cannot guarantee that.
#
# (`watched.render("html")` returns an HTML page that shows the expansions one by one on the graph.)
#
# `search` also takes your own function as the heuristic. It cannot know whether the function is admissible, so you
# declare it.

# %%


def on_the_left(state):
    """Return half the number of those who are still on the left bank."""
    return len(state.places["left-bank"]) / 2


run = search("wolf-goat-cabbage", heuristic=on_the_left, admissible=True)
assert run.status == "optimal"
print(run.verdict)

# %% [markdown]
# Is it admissible? A crossing takes at most two travelers from the left bank, so four need at least two crossings.
#
# ## Compare searches

# %%
asked = "search elevator --compare --algorithm bfs,astar,gbfs"
asked += " --heuristic goal-count,hmax,hadd,hff,lmcut"
runs = json.loads(plan(f"{asked} --format json"))["runs"]
for run in runs:
    how = f"{run['algorithm']} {run['heuristic'] or ''}"
    told = f"{run['expanded']:3} expanded, {run['moves']} actions, {run['status']:7}"
    print(f"{how:17} {told} {1000 * run['seconds']:4.0f} ms")

# %%
expanded = {(run["algorithm"], run["heuristic"]): run["expanded"] for run in runs}
assert expanded["bfs", None] == 118
assert expanded["astar", "hmax"] == 98
assert expanded["astar", "lmcut"] == 11
SVG(plan(f"{asked} --format svg"))

# %% [markdown]
# Breadth-first search expands 118 of the 135 states. A\* with LM-cut expands 11, one for each action of the plan. It
# never takes a wrong turn, and it *proves* that no plan is shorter. (`solved` means that the search found a plan, but
# did not prove that it is a shortest one.)
#
# But look at the times, too: LM-cut takes longer for each state than the other heuristics. That is worthwhile if there
# are many states.
#
# ## Compare h with h\*
#
# In a small state space, the true distance h\* of every state can be computed. In the pictures below, each disc stands
# for the states with the same h and h\*. Discs above the line stand for states in which `h` is greater than the true
# distance. The first picture shows h-max, the second h-add.

# %%
SVG(plan("search elevator --landscape --heuristic hmax --format svg"))

# %%
SVG(plan("search elevator --landscape --heuristic hadd --format svg"))

# %% [markdown]
# No disc of h-max is above the line, because it is admissible. But most discs are far below the line, so h-max gives
# little information. The next cell prints the numbers for all 135 states.

# %%
known = {"hmax": (20, 0), "hadd": (71, 44), "hff": (111, 0), "lmcut": (111, 0)}
for heuristic, (exact, over) in known.items():
    told = json.loads(plan(f"search elevator --landscape --heuristic {heuristic} --format json"))
    numbers = told["numbers"]
    assert (numbers["exact"], numbers["inadmissible"]) == (exact, over)
    print(f"{heuristic:6} is exact in {exact:3} states and too large in {over:2}")

# %% [markdown]
# h-FF is never too large in this puzzle, but nothing guarantees that. For three jealous couples, it is too large in
# some states. (LM-cut is never too large, in any puzzle.)

# %%
told = json.loads(plan("search jealous-couples --landscape --heuristic hff --format json"))
assert told["numbers"]["inadmissible"] == 5
told["inadmissible"][0]

# %% [markdown]
# ## Exercises
#
# Replace the three dots with your answer and run the cell. If you are right, it prints nothing.
#
# **1.** The robot should also end up in the garden: `{"cup in kitchen", "robot in garden"}`. What are h-max and
# h-add of the start, and what is the true distance? Compute them by hand, with the layers above.

# %%
h_max, h_add, h_star = ..., ..., ...


def last_step(goal):
    return len(list(relaxed_layers(START, goal))) - 1


if h_max is not ...:
    both = GOAL | {"robot in garden"}
    assert h_max == last_step(both), "h-max: the step at which the whole goal can hold."
    assert h_add == sum(last_step({fact}) for fact in both), (
        "h-add: add up the goals, each by itself."
    )
    assert h_star == len(ACTIONS) + 1, "h*: in the true problem, actions delete facts."

# %% [markdown]
# **2.** Find a search and a heuristic that expand at most 15 states of the elevator and *prove* that the plan is
# optimal. Choose another heuristic than LM-cut. (`print(plan("search --help"))` lists all of them.)

# %%
algorithm, heuristic = ..., ...

if algorithm is not ...:
    run = search("elevator", algorithm=algorithm, heuristic=heuristic)
    assert heuristic not in ("lmcut", "perfect"), "Another one."
    assert run.status == "optimal", f"{run.status}: is it A*, and the heuristic admissible?"
    assert run.expanded <= 15, f"{run.expanded} states were expanded."

# %% [markdown]
# **3.** Write an admissible heuristic for the towers of Hanoi with 5 discs. With it, A\* should expand fewer states
# than uniform-cost search. `state.facts` has the facts that hold: `("on", "disc-5", "peg-1")` says that the largest
# disc is on the first peg. The goal is the tower on `peg-3`. Each disc that is not where it should be needs at least
# one move …

# %%
tower, states = space("hanoi", discs=5), graph("hanoi", discs=5)


def h(state):
    return ...


if h(tower.initial) is not ...:
    both = [(h(state), states.distance(state)) for state in states]
    too_much = [(estimate, true) for estimate, true in both if estimate > true]
    assert not too_much, f"Not admissible: (h, h*) is {too_much[0]} somewhere."
    _, without = best_first(tower, lambda state, g: g)
    _, informed = best_first(tower, lambda state, g: (g + h(state), h(state)))
    assert informed < without, f"{informed} states are expanded, {without} without."

# %% [markdown]
# ## To read on
#
# - S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*, the chapter *Solving problems by searching*.
# - H. Geffner and B. Bonet, *A Concise Introduction to Models and Methods for Automated Planning* (2013), chapter 2.
# - P. Hart, N. Nilsson and B. Raphael, A formal basis for the heuristic determination of minimum cost paths, *IEEE
#   Transactions on Systems Science and Cybernetics* 4 (1968) 100-107.
# - B. Bonet and H. Geffner, Planning as heuristic search, *Artificial Intelligence* 129 (2001) 5-33: h-max and h-add.
# - J. Hoffmann and B. Nebel, The FF planning system, *Journal of Artificial Intelligence Research* 14 (2001) 253-302.
# - M. Helmert and C. Domshlak, Landmarks, critical paths and abstractions, *ICAPS* 2009: LM-cut.
# - [Watch and compare searches](../searches.md): everything that `plan search` does.
#
# Next: [4. Dialects and engines](4-dialects-and-engines.py).
