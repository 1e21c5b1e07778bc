# %% [markdown]
# # 1. From a puzzle to PDDL
#
# *About ten minutes.*
#
# **You need** some Python, and no knowledge of planning.
#
# **Afterwards you can** read a small PDDL domain and problem, explain what a state, an action, a precondition and an
# effect are, and check whether a list of actions is a plan.
#
# Run the cells from top to bottom.

# %%
from pathlib import Path

from ferryplan import PddlError, PlanError, generate, instantiate, solve, validate

instantiate("wolf-goat-cabbage")

# %% [markdown]
# ## A plan
#
# The puzzle is about 1,200 years old. Solve it on paper before you run the next cell.
#
# A *planner* is a program that finds a list of actions that leads from a start to a goal. You describe the problem, and
# the planner finds the actions. The default planner here is pyperplan; it knows nothing about wolves.

# %%
result = solve("wolf-goat-cabbage", engine="pyperplan")
assert len(result.solution.steps) == 7
result

# %% [markdown]
# ## What the planner reads
#
# A planner reads two texts in the *Planning Domain Definition Language*, PDDL. The first one, the **domain**, says
# what can be true and what can be done, in every puzzle of this kind.

# %%
pddl = generate("wolf-goat-cabbage", dialect="adl", style="textbook")
print(pddl.domain)

# %% [markdown]
# Read it from the top:
#
# - **Predicates** say what can be true: `(at goat left-bank)` is a *fact*. A **state** is the set of facts that hold;
#   a fact that is not in the set does not hold (the *closed-world assumption*).
# - **Actions** say what can be done. `?x` stands for any traveler, so `cross` is an *action schema*.
# - The **precondition** says in which states the action is *applicable*. Here, the farmer and `?x` must be on the bank
#   that they leave, and nobody on that bank may eat another one afterwards (`forall`, `imply`).
# - The **effect** says which facts no longer hold, written `(not …)`, and which facts hold from now on. All other facts
#   stay the same.
#
# The second text, the **problem**, lists the objects, the facts at the start, and the goal.

# %%
print(pddl.problem)

# %% [markdown]
# If you put objects in place of `?x`, `?from` and `?to`, you get a *ground* action. With 4 travelers and 2 banks, there
# are 4 · 2 · 2 = 16 ways to fill in the schema. Half of them would cross from a bank to itself.

# %%
travellers, banks = ["farmer", "wolf", "goat", "cabbage"], ["left-bank", "right-bank"]
ways = [(x, here, there) for x in travellers for here in banks for there in banks]
ground = [f"(cross {x} {here} {there})" for x, here, there in ways if here != there]
assert (len(ways), len(ground)) == (16, 8)
ground

# %% [markdown]
# ## Is it a plan?
#
# A list of ground actions is a **plan** if each action is applicable when its turn comes, and the goal holds at the
# end. To check this, you need no search: carry out the actions, one after the other. `validate` does that. If the list
# is no plan, it raises an error that names the first wrong action.


# %%
def verdict(plan: str) -> str:
    try:
        checked = validate(pddl, plan)
    except (PddlError, PlanError) as error:
        return str(error)
    return f"{checked.status}: {len(checked.plan)} actions"


print(verdict("(cross wolf left-bank right-bank)"))
print(verdict("(cross goat left-bank right-bank)"))

# %% [markdown]
# Both are wrong, in different ways. In the first, a *precondition* does not hold: the goat would stay with the cabbage.
# In the second, every action is applicable, but the *goal* is not reached.
#
# The next cell writes the crossings of the picture above as actions. (When the farmer crosses alone, `?x` is the
# farmer.)

# %%
plan = """
(cross goat left-bank right-bank)
(cross farmer right-bank left-bank)
(cross cabbage left-bank right-bank)
(cross goat right-bank left-bank)
(cross wolf left-bank right-bank)
(cross farmer right-bank left-bank)
(cross goat left-bank right-bank)
"""
assert verdict(plan) == "valid: 7 actions"
print(verdict(plan))

# %% [markdown]
# ## Your own files
#
# PDDL is plain text. Save it, and any planner can read it. In the next cell, ferryplan knows nothing about the puzzle
# except these two files, so it shows the facts of each state.

# %%
folder = Path("river")
folder.mkdir(exist_ok=True)
(folder / "domain.pddl").write_text(pddl.domain, encoding="utf-8")
(folder / "p01.pddl").write_text(pddl.problem, encoding="utf-8")

own = solve("river/p01.pddl", engine="pyperplan")
assert own.status == "optimal"  # the planner proved that fewer actions do not suffice
own

# %% [markdown]
# One domain serves many problems. If a mouse comes along, only the problem changes. The mouse eats nothing, and nothing
# eats it. Each crossing takes one passenger, so the plan needs two more crossings.

# %%
problem = pddl.problem.replace("wolf goat cabbage -", "wolf goat cabbage mouse -")
for bank in banks:
    problem = problem.replace(f"(at cabbage {bank})", f"(at cabbage {bank}) (at mouse {bank})")
(folder / "p02.pddl").write_text(problem, encoding="utf-8")

mouse = solve("river/p02.pddl", engine="pyperplan")
assert len(mouse.solution.steps) == 9
print(mouse.render("plan"))

# %% [markdown]
# This PDDL is short enough for a slide. ferryplan can also write it with comments, and in other *dialects* of PDDL.
# Notebook 4 shows these.
#
# ## Exercises
#
# Replace the three dots with your answer and run the cell. If you are right, it prints nothing.
#
# **1.** There is another plan with seven crossings. Write it down.

# %%
another_plan = ...

assert another_plan is ... or verdict(another_plan) == "valid: 7 actions", verdict(another_plan)
assert another_plan is ... or another_plan.split() != plan.split(), "That is the plan from above."

# %% [markdown]
# **2.** Each of the four travelers is on one of two banks. How many *states* does the domain have in which everybody is
# in exactly one place? (Ignore for now who eats whom.)

# %%
number_of_states = ...

assert number_of_states in (..., len(banks) ** len(travellers)), (
    "Each traveler has the same two choices."
)

# %% [markdown]
# **3.** Suppose that wolves eat cabbages, too. Which fact must you add to `:init`? Is there still a plan? Before you
# run the cell, think about the first crossing: whom can the farmer take with him?

# %%
fact = ...  # a text, such as "(eats goat wolf)"
still_solvable = ...  # True or False

if fact is not ...:
    (folder / "p03.pddl").write_text(
        pddl.problem.replace("(eats wolf goat)", f"(eats wolf goat) {fact}"), encoding="utf-8"
    )
    hungry = solve("river/p03.pddl", engine="pyperplan")
    assert fact.split() == ["(eats", "wolf", "cabbage)"], "The eater comes first, then the eaten."
    assert still_solvable == (hungry.solution is not None), (
        "Which two could stay on the first bank?"
    )

# %% [markdown]
# ## To read on
#
# - The puzzle: Alcuin of York, *Propositiones ad acuendos juvenes*, XVIII, about 800.
# - H. Geffner and B. Bonet, *A Concise Introduction to Models and Methods for Automated Planning* (2013), chapter 2.
# - M. Ghallab, D. Nau and P. Traverso, *Automated Planning: Theory and Practice* (2004), chapter 2.
# - P. Haslum, N. Lipovetzky, D. Magazzeni and C. Muise, *An Introduction to the Planning Domain Definition Language*
#   (2019).
#
# Next: [2. State spaces](2-state-spaces.py).
