# %% [markdown]
# # 4. Dialects and engines
#
# *About ten minutes.*
#
# **You need** to be able to read a PDDL domain (notebook 1).
#
# **Afterwards you can** say what STRIPS, ADL, derived predicates, numbers and costs are, choose a dialect that a planner
# takes, and tell what a planner's answer promises.

# %%
from ferryplan import DialectError, MissingEngineError, engines, generate, instantiate, solve

print(instantiate("missionaries-cannibals").story)

# %% [markdown]
# ## One puzzle, six dialects
#
# PDDL has grown since 1998. Each planner takes a part of it, a *dialect*. Here is the same puzzle in all six that this
# program writes: how many actions it needs, and how long domain and problem are.

# %%
for dialect in ["strips", "adl", "axioms", "numeric", "costs", "temporal"]:
    pddl = generate("missionaries-cannibals", dialect=dialect)
    actions = pddl.domain.count("(:action") + pddl.domain.count("(:durative-action")
    lines = (pddl.domain + pddl.problem).splitlines()
    written = sum(not line.strip().startswith(";") for line in lines if line.strip())
    print(f"{dialect:9} {actions:2} actions, {written:3} lines")

# %% [markdown]
# - **STRIPS** (Fikes and Nilsson, 1971): a precondition is a list of facts that hold. There is no *or* and no *for all*,
#   so there is an action for each way in which a bank can be safe.
# - **ADL** (Pednault, 1989) adds what logic has: *not*, *or*, *for all*, *there is*, and effects with conditions.
# - **Axioms**, or *derived predicates*, say what follows from the facts. The rule stands once, by itself:

# %%
domain = generate("wolf-goat-cabbage", dialect="axioms").domain
print(domain[domain.index("  ; A victim") : domain.index("  (:action cross-1")])

# %% [markdown]
# - **Numeric** planning counts: functions have numbers, and effects raise or lower them.

# %%
domain = generate("missionaries-cannibals", dialect="numeric").domain
print(domain[domain.index("  (:action cross-2-cannibal") :].split("\n\n")[0])

# %% [markdown]
# - **Temporal** actions take time, and may overlap. **Costs** come below.
#
# ## Who takes what
#
# A planner is called an *engine* here. pyperplan comes along, and is written to be read. Others are there once they are
# installed, each with one command that the table names.

# %%
known = {engine.name: engine for engine in engines()}
for name, engine in known.items():
    print(f"{name:18} {', '.join(engine.takes):31} {engine.missing or 'is installed'}")

# %% [markdown]
# An engine that is asked for what it does not know should say so, rather than guess.

# %%
try:
    solve("wolf-goat-cabbage", engine="pyperplan", dialect="axioms")
except DialectError as error:
    print(error)

# %% [markdown]
# Now each dialect with an engine that takes it. Where one is not installed, the line says what is missing.

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
# All find 7 crossings: the dialects mean the same. The last word differs. `optimal` is a *proof* that fewer do not suffice.
# `solved` is a plan, and nothing is promised. An engine that promises nothing is called *satisficing*; it may be the only
# one that comes to an end on a large problem.
#
# ## Named or counted
#
# Married couples come to a river; each husband is jealous of the others. To a planner each couple has a name, so that
# text and states grow with each of them. But all couples are alike: they can just be counted. How a puzzle is put into
# PDDL is called its *encoding*, and often matters more than the planner.

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
# ## The fewest is not the cheapest
#
# Four people want to cross a bridge at night, with one torch. Two can walk at a time, at the pace of the slower one.
# They need 1, 2, 5 and 10 minutes. All plans with five crossings are equally *short*; which is the *quickest*?

# %%
result = solve("bridge-torch", engine="pyperplan")
assert result.solution.told == "17 minutes in 5 crossings"
result

# %% [markdown]
# In the dialect `costs` an action says what it costs, and the problem has a **metric**:

# %%
costly = generate("bridge-torch", dialect="costs")
for line in (costly.domain + costly.problem).splitlines():
    if "total-cost" in line:
        print(line.strip())

# %% [markdown]
# But pyperplan knows no costs, and has proved 17 minutes to be the least. How? It was given plain STRIPS in which a
# crossing takes *more actions* the longer it lasts, three for each minute. The shortest plan is then the quickest.

# %%
assert len(result.plan) == 3 * 17
print(result.dialect, "with a plan of", len(result.plan), "actions")

# %% [markdown]
# That is the art of encoding: to say more in a language than it was made for. It has a price, as has every dialect; see
# [Dialects and encodings](../dialects.md).
#
# ## Exercises
#
# Put your answer in the place of the three dots and run the cell. It is silent when you are right.
#
# **1.** You want derived predicates, and a proof that the plan is a shortest one. Name an engine.

# %%
engine = ...

if engine is not ...:
    assert engine in known, f"Expected one of {', '.join(known)}."
    assert "axioms" in known[engine].takes, "It does not take derived predicates."
    assert known[engine].optimal, "It takes derived predicates, but promises nothing."

# %% [markdown]
# **2.** The four on the bridge reason: let the fastest bring the others over, one by one. How many minutes does that take?

# %%
minutes = ...
paces = [1, 2, 5, 10]

assert minutes in (..., sum(paces[1:]) + paces[0] * (len(paces) - 2)), (
    "There and back, twice, and there."
)

# %% [markdown]
# **3.** Missionaries and cannibals: with names, three of each can be on two banks in 2⁶ = 64 ways, the boat left aside. In how many, if
# they are only counted?

# %%
ways = ...

counts = {(m, c) for m in range(4) for c in range(4)}
assert ways in (..., len(counts)), "How many of each can be on the left bank?"

# %% [markdown]
# ## To read on
#
# - M. Ghallab, D. Nau and P. Traverso, *Automated Planning: Theory and Practice* (2004), chapter 2.
# - P. Haslum, N. Lipovetzky, D. Magazzeni and C. Muise, *An Introduction to the Planning Domain Definition Language*
#   (2019): all the dialects.
# - R. Fikes and N. Nilsson, STRIPS, *Artificial Intelligence* 2 (1971) 189-208.
# - E. Pednault, ADL, *KR* 1989, 324-332.
# - G. Rote, Crossing the bridge at night, *Bulletin of the EATCS* 78 (2002) 241-246.
# - [Planners](../planners.md), and [what each makes of each puzzle](../engines.md).
#
# Next: [5. Your own model](5-your-own-model.py).
