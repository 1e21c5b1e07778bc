# %% [markdown]
# # 1. From a puzzle to PDDL
#
# *About ten minutes.*
#
# **You need** some Python. Nothing is asked about planning.
#
# **Afterwards you can** read a small PDDL domain and problem, say what a state, an action, a precondition and an
# effect are, and tell a plan from a list of actions that is none.
#
# Run the cells from top to bottom.

# %%
from pathlib import Path

from ferryplan import PddlError, PlanError, generate, instantiate, solve, validate

instantiate("wolf-goat-cabbage")

# %% [markdown]
# ## A plan
#
# The puzzle is some 1,200 years old. Solve it on paper before you run the next cell.
#
# A *planner* is a program that finds a list of actions which leads from where we are to where we want to be.
# It is not told how. The default planner here is pyperplan; it knows nothing of wolves.

# %%
result = solve("wolf-goat-cabbage", engine="pyperplan")
assert len(result.solution.steps) == 7
result

# %% [markdown]
# ## What the planner was given
#
# A planner reads two texts in the *Planning Domain Definition Language*, PDDL. The first one, the **domain**, says
# what may be so and what can be done, for every puzzle of this kind.

# %%
pddl = generate("wolf-goat-cabbage", dialect="adl", style="textbook")
print(pddl.domain)

# %% [markdown]
# Read it from the top:
#
# - **Predicates** say what may be so: `(at goat left-bank)` is a *fact*. A **state** is the set of the facts that
#   hold; what is not in the set does not hold (the *closed-world assumption*).
# - **Actions** say what can be done. `?x` stands for any traveller, so `cross` is an *action schema*.
# - The **precondition** says in which states the action can be taken. Here: the farmer and `?x` are on the bank
#   that they leave, and whoever stays behind does not eat anybody (`forall`, `imply`).
# - The **effect** says which facts stop being so, `(not …)`, and which begin. All others stay as they are.
#
# The second text, the **problem**, says who is there, what holds at the start, and what should hold in the end.

# %%
print(pddl.problem)

# %% [markdown]
# Where `?x`, `?from` and `?to` are replaced by objects there is a *ground* action. There are 4 travellers and
# 2 banks, so 4 · 2 · 2 = 16 ways to fill in the schema. Half of them would cross from a bank to itself.

# %%
travellers, banks = ["farmer", "wolf", "goat", "cabbage"], ["left-bank", "right-bank"]
ways = [(x, here, there) for x in travellers for here in banks for there in banks]
ground = [f"(cross {x} {here} {there})" for x, here, there in ways if here != there]
assert (len(ways), len(ground)) == (16, 8)
ground

# %% [markdown]
# ## Is it a plan?
#
# A list of ground actions is a **plan** if each can be taken where it stands, and the goal holds after the last.
# Checking that takes no search: carry out the actions, one after the other. `validate` does that, and raises an error
# that names the first action at fault.


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
# Both are wrong, and in different ways. In the first, a *precondition* does not hold: the goat would be left with
# the cabbage. In the second everything can be done, but the *goal* is not reached.
#
# Now the crossings of the picture above, as actions. (When the farmer crosses alone, `?x` is the farmer.)

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
# PDDL is plain text: what you save, any planner can read. And the two files stand for a puzzle of their own. Nothing
# but these files is known now, so what is drawn are the facts of each state.

# %%
folder = Path("river")
folder.mkdir(exist_ok=True)
(folder / "domain.pddl").write_text(pddl.domain, encoding="utf-8")
(folder / "p01.pddl").write_text(pddl.problem, encoding="utf-8")

own = solve("river/p01.pddl", engine="pyperplan")
assert own.status == "optimal"  # it has proved that fewer actions do not suffice
own

# %% [markdown]
# One domain, many problems: only the problem has to change when a mouse comes along. It eats nothing, and nothing
# eats it. Each crossing takes one passenger, so two more crossings are needed.

# %%
problem = pddl.problem.replace("wolf goat cabbage -", "wolf goat cabbage mouse -")
for bank in banks:
    problem = problem.replace(f"(at cabbage {bank})", f"(at cabbage {bank}) (at mouse {bank})")
(folder / "p02.pddl").write_text(problem, encoding="utf-8")

mouse = solve("river/p02.pddl", engine="pyperplan")
assert len(mouse.solution.steps) == 9
print(mouse.render("plan"))

# %% [markdown]
# This is the shortest PDDL, for a slide. The program also writes it with comments, and in other *dialects* of PDDL: see
# notebook 4.
#
# ## Exercises
#
# Put your answer in the place of the three dots and run the cell. It is silent when you are right.
#
# **1.** The plan is not the only one with seven crossings. Write down another.

# %%
another_plan = ...

assert another_plan is ... or verdict(another_plan) == "valid: 7 actions", verdict(another_plan)
assert another_plan is ... or another_plan.split() != plan.split(), "That is the plan from above."

# %% [markdown]
# **2.** In which number of *states*, as the domain describes them, is nobody in two places, and everybody in one?
# Each of the four is on one of two banks. (Never mind for now who eats whom.)

# %%
number_of_states = ...

assert number_of_states in (..., len(banks) ** len(travellers)), "Each has the same choice."

# %% [markdown]
# **3.** What if wolves ate cabbages, too? Write the fact that is to be added to `:init`. Is there still a plan?
# Think first: with whom can the farmer leave?

# %%
fact = ...  # a text, such as "(eats goat wolf)"
still_solvable = ...  # True or False

if fact is not ...:
    (folder / "p03.pddl").write_text(
        pddl.problem.replace("(eats wolf goat)", f"(eats wolf goat) {fact}"), encoding="utf-8"
    )
    hungry = solve("river/p03.pddl", engine="pyperplan")
    assert fact.split() == ["(eats", "wolf", "cabbage)"], "Who eats, then who is eaten."
    assert still_solvable == (hungry.solution is not None), "Who could stay on the first bank?"

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
