# %% [markdown]
# # 4. Dialects and engines
#
# *About ten minutes.*
#
# **You need** to be able to read a PDDL domain (notebook 1).
#
# **Afterwards you can** say what STRIPS, ADL, derived predicates, numbers and costs are, choose a dialect that a
# planner supports, and say what a planner's answer promises.

# %%
from ferryplan import DialectError, MissingEngineError, engines, generate, instantiate, solve

print(instantiate("missionaries-cannibals").story)

# %% [markdown]
# ## One puzzle, six dialects
#
# PDDL has grown since 1998, and most planners support only a part of it. We call such a part a *dialect*. ferryplan
# writes six of them. For each, the next cell generates the same puzzle, and prints the number of actions and the length
# of domain and problem.

# %%
for dialect in ["strips", "adl", "axioms", "numeric", "costs", "temporal"]:
    pddl = generate("missionaries-cannibals", dialect=dialect)
    actions = pddl.domain.count("(:action") + pddl.domain.count("(:durative-action")
    lines = (pddl.domain + pddl.problem).splitlines()
    written = sum(not line.strip().startswith(";") for line in lines if line.strip())
    print(f"{dialect:9} {actions:2} actions, {written:3} lines")

# %% [markdown]
# - **STRIPS** (Fikes and Nilsson, 1971): a precondition is a list of facts that must hold. There is no *or* and no *for
#   all*, so there is a separate action for each way in which a bank can be safe.
# - **ADL** (Pednault, 1989) adds logic: *not*, *or*, *for all*, *there is*, and conditional effects.
# - **Axioms** (also called *derived predicates*) say what follows from the facts. So the rule of the puzzle appears
#   once, outside the actions:

# %%
domain = generate("wolf-goat-cabbage", dialect="axioms").domain
print(domain[domain.index("  ; A victim") : domain.index("  (:action cross-1")])

# %% [markdown]
# - **Numeric** planning counts: functions have numbers as values, and effects increase or decrease them.

# %%
domain = generate("missionaries-cannibals", dialect="numeric").domain
print(domain[domain.index("  (:action cross-2-cannibal") :].split("\n\n")[0])

# %% [markdown]
# - **Temporal** planning has actions that take time and may overlap. The **costs** dialect is explained below.
#
# ## Which planner supports what
#
# ferryplan calls a planner an *engine*. The engine pyperplan comes with ferryplan. The table says how to install the
# others.

# %%
known = {engine.name: engine for engine in engines()}
for name, engine in known.items():
    print(f"{name:18} {', '.join(engine.takes):31} {engine.missing or 'is installed'}")

# %% [markdown]
# An engine that does not support a dialect should say so.

# %%
try:
    solve("wolf-goat-cabbage", engine="pyperplan", dialect="axioms")
except DialectError as error:
    print(error)

# %% [markdown]
# The next cell tries each dialect with an engine that supports it. If the engine is not installed, the line says what
# is missing.

# %%
chosen = {"strips": "pyperplan", "adl": "pyperplan", "costs": "fast-downward-opt"}
chosen |= {"axioms": "symk", "numeric": "tamer"}
for dialect, engine in chosen.items():
    try:
        result = solve("wolf-goat-cabbage", engine=engine, dialect=dialect)
        assert len(result.solution.steps) == 7
        print(f"{dialect:8} {engine:18} {len(result.solution.steps)} crossings, {result.status}")
    except MissingEngineError as error:
        print(f"{dialect:8} {error}")

# %% [markdown]
# All engines find 7 crossings, because all dialects describe the same puzzle. But the last word of the lines differs.
# `optimal` means that the engine has *proven* that fewer crossings do not suffice. `solved` means that the engine has
# found a plan that may not be optimal. A planner that does not guarantee optimal plans is called *satisficing*. On a
# large problem, only such planners may find a plan in time.
#
# ## Named or counted
#
# Married couples come to a river, and each husband is jealous of the others. If each couple has a name, the PDDL gets
# longer, and the number of states grows, with every couple. But the couples are interchangeable, so it is enough to
# count them. The way in which PDDL represents a puzzle is called its *encoding*. It often matters more than the
# planner.

# %%
growth = {}
for number, capacity in [(3, 2), (4, 3), (5, 3)]:
    for encoding in ["named", "counted"]:
        how = {"dialect": "strips", "encoding": encoding, "couples": number, "capacity": capacity}
        result = solve("jealous-couples", engine="pyperplan", **how)
        characters = len(generate("jealous-couples", **how).domain)
        growth[number, encoding] = characters, result.expanded
        told = f"domain of {characters:6,} characters, {result.expanded:5,} states expanded"
        print(f"{number} couples {encoding:8} {told}")

# %%
assert growth[5, "named"][1] > 3 * growth[5, "counted"][1]
assert growth[3, "counted"][0] == growth[5, "counted"][0] < growth[5, "named"][0]

# %% [markdown]
# ## The shortest plan is not always the cheapest
#
# Four people want to cross a bridge at night with one torch. Two can walk at a time, at the pace of the slower one.
# Alone, they need 1, 2, 5 and 10 minutes. All plans with five crossings have the same *length*. Which of them is the
# *quickest*?

# %%
result = solve("bridge-torch", engine="pyperplan")
assert result.solution.summary == "17 minutes in 5 crossings"
result

# %% [markdown]
# In the `costs` dialect, actions have costs, and the problem has a **metric**:

# %%
costly = generate("bridge-torch", dialect="costs")
for line in (costly.domain + costly.problem).splitlines():
    if "total-cost" in line:
        print(line.strip())

# %% [markdown]
# pyperplan does not support costs. How did it prove that no plan takes less than 17 minutes? ferryplan gave it plain
# STRIPS in which a crossing consists of several actions, three for each minute that it lasts. So the plan with the
# fewest actions is the quickest.

# %%
assert len(result.plan) == 3 * 17
print(result.dialect, "with a plan of", len(result.plan), "actions")

# %% [markdown]
# So an encoding can express things for which a dialect has no words. But each dialect has disadvantages, too; see
# [Generate PDDL](../dialects.md).
#
# ## Exercises
#
# Replace the three dots with your answer and run the cell. If you are right, it prints nothing.
#
# **1.** You need derived predicates, and a proof that the plan is optimal. Name an engine.

# %%
engine = ...

if engine is not ...:
    assert engine in known, f"Expected one of {', '.join(known)}."
    assert "axioms" in known[engine].takes, "It does not support derived predicates."
    assert known[engine].optimal, "It supports derived predicates, but does not prove optimality."

# %% [markdown]
# **2.** Somebody suggests that the fastest person brings the others over the bridge, one by one. How many minutes does
# that take?

# %%
minutes = ...
paces = [1, 2, 5, 10]

assert minutes in (..., sum(paces[1:]) + paces[0] * (len(paces) - 2)), (
    "Over and back twice, and over once more."
)

# %% [markdown]
# **3.** With names, three missionaries and three cannibals can be on two banks in 2⁶ = 64 ways (without the boat). How many
# ways are there if they are only counted?

# %%
ways = ...

counts = {(m, c) for m in range(4) for c in range(4)}
assert ways in (..., len(counts)), "How many of each kind can be on the left bank?"

# %% [markdown]
# ## To read on
#
# - M. Ghallab, D. Nau and P. Traverso, *Automated Planning: Theory and Practice* (2004), chapter 2.
# - P. Haslum, N. Lipovetzky, D. Magazzeni and C. Muise, *An Introduction to the Planning Domain Definition Language*
#   (2019): all the dialects.
# - R. Fikes and N. Nilsson, STRIPS, *Artificial Intelligence* 2 (1971) 189-208.
# - E. Pednault, ADL, *KR* 1989, 324-332.
# - G. Rote, Crossing the bridge at night, *Bulletin of the EATCS* 78 (2002) 241-246.
# - [Run and compare planners](../planners.md), and [results](../engines.md).
#
# Next: [5. Your own model](5-your-own-model.py).
