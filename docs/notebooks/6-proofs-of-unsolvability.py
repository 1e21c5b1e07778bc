# %% [markdown]
# # 6. Proofs of unsolvability
#
# *About ten minutes.*
#
# **You need** to know what a state space is (notebook 2), and Python's sets.
#
# **Afterwards you can** explain how to prove that there is no plan, and check such a proof with twenty lines of your
# own that do not depend on the program that found it.

# %%
import itertools

from ferryplan import graph, why
from IPython.display import SVG

# %% [markdown]
# ## When a planner finds no plan
#
# It is easy to check a plan: carry it out. But if a planner says that there is no plan, it may be right, or it may have
# a bug.
#
# Four married couples come to a river with a boat for two. No wife may be with another man unless her husband is there, on
# land or in the boat. Can they get across?

# %%
answer = why("jealous-couples", couples=4, capacity=2)
assert answer.status == "unsolvable"
print(answer.status)
for change in answer.changes:
    print(f"{change.change_text:18} {change.total.moves} crossings")

# %% [markdown]
# The list shows which changes would make the puzzle solvable. The picture shows all reachable states, up to symmetry.
# No box is green, so no goal state is reachable.

# %%
four = graph("jealous-couples", couples=4, capacity=2, up_to_symmetry=True)
assert not four.goals
SVG(four.render("svg"))

# %% [markdown]
# The picture looks convincing. But it was drawn by the same program that says that there is no plan. How can you be
# *sure* without searching yourself?
#
# ## A trap
#
# Imagine a set of states such that
#
# 1. the start is in it,
# 2. no goal is in it,
# 3. every action that is applicable in a state of the set leads to a state of the set.
#
# Such a set is a trap: the start is inside, the goals are outside, and no action leads out. So there is no plan. Such a
# set is called an *inductive set* (Eriksson, Röger and Helmert, 2017) or, in program verification, an *invariant*. The
# set is the proof, and anybody can check it.

# %%
certificate = answer.certificate
assert len(certificate["states"]) == 44
print(certificate["claim"])
certificate["states"][17]

# %% [markdown]
# ## A checker of twenty lines
#
# To check the proof, you need only the rules. The first function says which groups are allowed: `Aw` is married to `A`,
# and a group on a bank or in the boat is allowed if every wife in it is content.

# %%
PEOPLE = frozenset(f"{couple}{wife}" for couple in "ABCD" for wife in ("", "w"))


def content(company: frozenset[str]) -> bool:
    wives, men = ({one for one in company if ("w" in one) == female} for female in (True, False))
    return not men or all(wife[0] in men for wife in wives)


# %% [markdown]
# The second function yields the allowed crossings. A state says who is on the left bank, and whether the boat is there.
# One or two people cross, and the groups on both banks and in the boat must be content.


# %%
def crossings(left: frozenset[str], boat_left: bool, seats: int = 2):
    """Yield the states to which one crossing leads."""
    here = left if boat_left else PEOPLE - left
    for size in range(1, seats + 1):
        for aboard in map(frozenset, itertools.combinations(here, size)):
            after = left - aboard if boat_left else left | aboard
            if all(map(content, (aboard, after, PEOPLE - after))):
                yield after, not boat_left


# %% [markdown]
# The third function checks the three conditions. It returns the one that fails, if any.


# %%
def fault(listed, seats: int = 2) -> str | None:
    """Return why a list of states is no trap, or None if it is one: then there is no plan."""
    states = {(frozenset(one["places"]["left-bank"]), one["boat"] == "left-bank") for one in listed}
    if (PEOPLE, True) not in states:
        return "1. the start is not in it"
    if any(not left for left, _ in states):
        return "2. a goal is in it"
    if any(after not in states for state in states for after in crossings(*state, seats)):
        return "3. one can leave it"
    return None


assert fault(certificate["states"]) is None
print("Nothing is wrong with it. There is no plan.")

# %% [markdown]
# You have checked this proof yourself, so you need not trust ferryplan or a planner. You only need to trust that your
# own lines express the rules of the puzzle.
#
# ## Test the checker
#
# A checker that accepts everything would also have accepted this proof. So damage the certificate, and see whether the
# checker notices.

# %%
states = certificate["states"]
damaged = {
    "nothing at all": [],
    "without the start": states[1:],
    "with the goal": [*states, {"boat": "right-bank", "places": {"left-bank": []}}],
}
for how, listed in damaged.items():
    assert fault(listed)
    print(f"{how:18} {fault(listed)}")
assert all(fault(states[:number] + states[number + 1 :]) for number in range(len(states)))

# %% [markdown]
# The last line of the cell leaves out each of the 44 states in turn. The checker notices every time, so the proof needs
# all of its states.
#
# ## A short proof for many states
#
# A set can be listed state by state. It can also be *described*, and then the proof can be short, even if there are
# very many states. Sam Loyd is said to have offered 1,000 dollars for a solution of the fifteen puzzle with two tiles
# swapped. The small puzzle with eight tiles has 181,440 reachable states. This sentence is true in all of them:
#
# > The number of pairs of tiles in the wrong order is even.
#
# Read the tiles row by row. If a tile slides sideways, their order does not change. If a tile slides up or down, it
# passes two others, so the number of pairs in the wrong order changes by 2 or stays the same. Therefore it stays even.
# On the board with two tiles swapped, it is odd (Johnson and Story, 1879).


# %%
def wrong_pairs(board) -> int:
    tiles = [tile for tile in board if tile.isdigit()]
    return sum(one > other for one, other in itertools.combinations(tiles, 2))


def slides(board):
    """Yield the boards that one slide makes of a board, its rows one after the other: 123456 78"""
    empty = board.index(" ")
    for cell in range(9):
        if abs(cell // 3 - empty // 3) + abs(cell % 3 - empty % 3) == 1:
            swapped = list(board)
            swapped[cell], swapped[empty] = swapped[empty], swapped[cell]
            yield swapped


every_hundredth = itertools.islice(itertools.permutations("12345678 "), 0, None, 100)
for board in every_hundredth:
    assert all(wrong_pairs(after) % 2 == wrong_pairs(board) % 2 for after in slides(board))
assert wrong_pairs("12345678 ") % 2 == 0
assert wrong_pairs("12345687 ") % 2 == 1

# %% [markdown]
# ## Proofs for assignment puzzles
#
# In an assignment puzzle, values are placed one by one. Its certificate is a tree: take one *item*, such as the queen
# of a row, and try all *spots* (here: squares) where the item can be placed. Each spot either breaks a rule at once, or
# leads to a smaller tree for the next item. The next cell shows the tree for three queens on a board of 3 by 3 squares.

# %%
queens = why("queens", queens=3).certificate
queens["tree"]

# %% [markdown]
# The check walks down the tree. Each row has one queen, and `placed` maps the earlier rows to the columns of their
# queens.


# %%
def attack(placed: dict[int, int]) -> bool:
    pairs = itertools.combinations(placed.items(), 2)
    return any(x == y or abs(x - y) == abs(row - other) for (row, x), (other, y) in pairs)


def proves(node, placed: dict[int, int]) -> bool:
    row = int(node["item"].removeprefix("row "))
    further = {spot: placed | {row: int(spot)} for spot in node["spots"]}
    return set(further) == {"1", "2", "3"} and all(
        attack(further[spot]) if isinstance(reason, str) else proves(reason, further[spot])
        for spot, reason in node["spots"].items()
    )


assert proves(queens["tree"], {})

# %% [markdown]
# ## Exercises
#
# Replace the three dots with your answer and run the cell. If you are right, it prints nothing.
#
# **1.** Suppose that the boat carries three, and somebody shows the same 44 states as a proof. Which of the three
# conditions fails? The list of changes above may help.

# %%
condition = ...  # 1, 2 or 3

assert condition is ... or fault(states, seats=3).startswith(str(condition)), (
    "With three seats there is a plan. Where does it lead?"
)

# %% [markdown]
# **2.** Make a certificate of your own. What is the *smallest* trap that contains the start? Write a function that finds it,
# given a function like `crossings`. (You wrote something similar in notebook 2.)

# %%


def trap(start, following):
    """Return the smallest set that contains the start and all successors of its states."""
    return ...


found = trap((PEOPLE, True), crossings)
if found is not ...:
    names = {True: "left-bank", False: "right-bank"}
    own = [{"boat": names[boat_left], "places": {"left-bank": left}} for left, boat_left in found]
    assert fault(own) is None, fault(own)
    assert len(own) == len(states), f"{len(own)} states, expected {len(states)}."

# %% [markdown]
# **3.** Which of these boards can be solved? Write `True` or `False` for each. Count pairs instead of searching.

# %%
orderly = {"1234567 8": ..., "21345678 ": ..., "87654321 ": ..., "3 1245678": ...}

for board, guess in orderly.items():
    assert guess in (..., wrong_pairs(board) % 2 == 0), (
        f"{board!r}: {wrong_pairs(board)} wrong pairs"
    )

# %% [markdown]
# ## To read on
#
# - S. Eriksson, G. Röger and M. Helmert, Unsolvability certificates for classical planning, *ICAPS* 2017, 88-97.
# - I. Pressman and D. Singmaster, "The jealous husbands" and "The missionaries and cannibals", *Mathematical Gazette* 73
#   (1989) 73-81.
# - W. W. Johnson and W. E. Story, Notes on the "15" puzzle, *American Journal of Mathematics* 2 (1879) 397-404.
# - [Find out why there is no solution](../why.md): `plan why --certificate` writes such proofs for any puzzle.
#
# This was the last notebook. [Plan your lessons](../teaching.md) has more for a course.
