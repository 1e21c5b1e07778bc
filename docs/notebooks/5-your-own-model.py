# %% [markdown]
# # 5. Your own model
#
# *About ten minutes.*
#
# **You need** to be able to read PDDL (notebook 1).
#
# **Afterwards you can** write a model, find out whether it describes the puzzle that you want, and read a scenario that
# shows where it does not.

# %%
from pathlib import Path

from ferryplan import command, load, solve
from IPython.display import Markdown


def plan(*words: str) -> str:
    """Return what the command `plan` prints, as in a terminal."""
    return command(words).output


# %% [markdown]
# ## A model
#
# To *model* a puzzle means to decide what the PDDL represents, and how. Here is a student's model of the wolf, the goat
# and the cabbage. The farmer does not appear in it, because he is always where the boat is. A crossing takes three
# actions: `board`, `row`, `leave`.

# %%
DOMAIN = """(define (domain river)
  (:requirements :strips :typing :negative-preconditions :universal-preconditions :equality)
  (:types animal bank)
  (:predicates (on ?x - animal ?b - bank) (boat-at ?b - bank) (aboard ?x - animal) (full)
    (eats ?x ?y - animal))
  (:action board
    :parameters (?x - animal ?b - bank)
    :precondition (and (boat-at ?b) (on ?x ?b) (not (full)))
    :effect (and (not (on ?x ?b)) (aboard ?x) (full)))
  (:action leave
    :parameters (?x - animal ?b - bank)
    :precondition (and (boat-at ?b) (aboard ?x))
    :effect (and (on ?x ?b) (not (aboard ?x)) (not (full))))
  (:action row
    :parameters (?a ?b - bank)
    :precondition (and (boat-at ?a) (not (= ?a ?b))
      (forall (?x ?y - animal) (not (and (eats ?x ?y) (on ?x ?a) (on ?y ?a)))))
    :effect (and (not (boat-at ?a)) (boat-at ?b))))
"""
PROBLEM = """(define (problem across)
  (:domain river)
  (:objects wolf goat cabbage - animal west east - bank)
  (:init (on wolf west) (on goat west) (on cabbage west) (boat-at west)
    (eats wolf goat) (eats goat cabbage))
  (:goal (and (on wolf east) (on goat east) (on cabbage east))))
"""

# %% [markdown]
# Three functions save the files, run the planner, and compare the model with the puzzle.


# %%
def save(domain: str, problem: str) -> None:
    Path("domain.pddl").write_text(domain, encoding="utf-8")
    Path("p01.pddl").write_text(problem, encoding="utf-8")


def solved(domain: str, problem: str):
    save(domain, problem)
    return solve(load("./p01.pddl"), engine="pyperplan")


def check(domain: str, problem: str, *more: str) -> str:
    save(domain, problem)
    asked = ["check", "wolf-goat-cabbage", "--problem", "p01.pddl", "--format", "markdown"]
    return plan(*asked, *more)


assert solved(DOMAIN, PROBLEM).solution.summary == "17 actions"
Markdown(check(DOMAIN, PROBLEM))

# %% [markdown]
# The model describes the same puzzle, although names, types and actions differ from those of notebook 1. `check`
# compares what you can *do*: each state must allow the same crossings in the model and in the puzzle, and the goals
# must hold in the same states. (Two systems for which this is true are called *bisimilar*, after Milner and Park.)
#
# ## A planner solves what you wrote
#
# Another student forgot that the goat eats the cabbage. The planner finds a plan nevertheless.

# %%
forgetful = PROBLEM.replace(" (eats goat cabbage)", "")
result = solved(DOMAIN, forgetful)
assert result.status == "optimal"
assert result.solution.summary == "11 actions"
print(result.status, "with", result.solution.summary)

# %% [markdown]
# The plan is *optimal*, and has six actions fewer than before. But it is a shortest plan for a **different puzzle**. It
# is hard to see this in a plan. With a wrong model, a planner may even find a correct plan by accident. So ask for the
# difference:

# %%
report = check(DOMAIN, forgetful)
assert "The cabbage is not with the goat unless" in report
Markdown(report)

# %% [markdown]
# This is a **scenario**: some steps from the start, and then what the model wrongly allows or forbids. It is as short
# as possible. It does not say where the mistake is, but you can carry it out by hand and ask: *who stays behind, and
# why does no precondition forbid it?*

# %% [markdown]
# ## Three more mistakes
#
# **The model allows too much.** Here no precondition checks whether the boat is full.

# %%
crowded = DOMAIN.replace("(on ?x ?b) (not (full)))", "(on ?x ?b))")
report = check(crowded, PROBLEM)
assert "3 travelers are in the boat" in report
Markdown(report)

# %% [markdown]
# **The model allows too little.** Here wolves eat cabbages as well. A model that forbids too much may have no plan at
# all, and a planner does not say why. The scenario shows a crossing that should be possible.

# %%
strict = PROBLEM.replace("(eats goat cabbage)", "(eats goat cabbage) (eats wolf cabbage)")
assert solved(DOMAIN, strict).status == "unsolvable"
report = check(DOMAIN, strict)
assert "The model forbids a move that the puzzle allows" in report
Markdown(report)

# %% [markdown]
# Try to find the mistake yourself. If you need help, there are three levels of hints. The first says where to look, and
# the third says what to write. `check` has tried that change, and found that it corrects the model.

# %%
for hint in (1, 3):
    print(check(DOMAIN, strict, "--hint", str(hint)).strip().splitlines()[-1])

# %% [markdown]
# **The goal is too weak.** Here the goal does not say where the goat should be. The table shows the crossings until the
# goal of the model holds, but that of the puzzle does not: after five crossings, the goat is still on the left bank.

# %%
early = PROBLEM.replace("(on goat east) ", "")
report = check(DOMAIN, early)
assert "The model's goal holds before the puzzle is solved" in report
Markdown(report)

# %% [markdown]
# ## Mistakes in the PDDL
#
# If the PDDL itself has a mistake, ferryplan reports it with line and column before it compares anything. `plan lint`
# also reports what is allowed but probably wrong, such as a parameter that is never used, or an action that is never
# applicable.

# %%
save(DOMAIN.replace("(on ?x ?b) (not (full))", "(onn ?x ?b) (not (full))"), PROBLEM)
slip = plan("lint", "domain.pddl")
assert "did you mean 'on'?" in slip
print(slip)

# %% [markdown]
# ## How to work
#
# 1. Write down in words what a state contains, and what each action requires and changes.
# 2. Write the domain, and the *smallest* problem that makes sense. Run `plan lint`.
# 3. Solve it, and read the plan. If it is shorter than you expected, a precondition or a part of the goal is missing.
#    If there is no plan, the model forbids too much.
# 4. Compare the model with one that somebody else made. `plan check` compares it with a puzzle of the catalog.
#
# ## Exercises
#
# Replace the three dots with your answer and run the cell. If you are right, it prints nothing.
#
# **1.** Here an effect is missing. Read the scenario, then write the complete effect of `leave`.

# %%
broken = DOMAIN.replace("(on ?x ?b) (not (aboard ?x))", "(on ?x ?b)")
Markdown(check(broken, PROBLEM))

# %%
effect = ...  # a text: "(and (on ?x ?b) (not (full)))", and more

if effect is not ...:
    report = check(broken.replace("(and (on ?x ?b) (not (full)))", effect), PROBLEM)
    assert "equivalent to the puzzle" in report, report

# %% [markdown]
# **2.** Three changes to the model: is it still equivalent to the puzzle after each of them? Guess before you run the
# cell. Write `True` or `False` for each change.

# %%
guesses = {
    "the cabbage eats the goat, and not the other way round": ...,
    "the goal also says (boat-at east)": ...,
    "the rule speaks of the bank ?b instead of ?a": ...,
}

changed = [
    (DOMAIN, PROBLEM.replace("(eats goat cabbage)", "(eats cabbage goat)")),
    (DOMAIN, PROBLEM.replace("(on cabbage east)", "(on cabbage east) (boat-at east)")),
    (DOMAIN.replace("(on ?x ?a) (on ?y ?a)", "(on ?x ?b) (on ?y ?b)"), PROBLEM),
]
for (what, guess), model in zip(guesses.items(), changed, strict=True):
    if guess is not ...:
        report = check(*model)
        assert guess == ("equivalent to the puzzle" in report), f"Not so, that {what}:\n{report}"

# %% [markdown]
# **3.** Change the model without changing its meaning: rename something, split an action, or express a fact in another way.

# %%
own_domain, own_problem = ..., ...

if own_domain is not ...:
    assert (own_domain, own_problem) != (DOMAIN, PROBLEM), "Change something."
    report = check(own_domain, own_problem)
    assert "equivalent to the puzzle" in report, report

# %% [markdown]
# ## To read on
#
# - R. Milner, *Communication and Concurrency* (1989): when two systems do the same.
# - T. McCluskey, T. Vaquero and M. Vallati, Engineering knowledge for automated planning: towards a notion of quality,
#   *K-CAP* 2017: what makes a model a good one.
# - [Check a model](../checking-models.md), [grade a course](../grading.md), and [find mistakes in PDDL](../linting.md).
#
# Next: [6. Proofs of unsolvability](6-proofs-of-unsolvability.py).
