# %% [markdown]
# # 5. Your own model
#
# *About ten minutes.*
#
# **You need** to be able to read PDDL (notebook 1).
#
# **Afterwards you can** write a model, find out whether it says what you mean, and read the scenario that
# shows where it does not.

# %%
import subprocess
import sys
from pathlib import Path

from ferryplan import load, solve
from IPython.display import Markdown


def plan(*words: str) -> str:
    """Return what the command `plan` prints, as in a terminal."""
    command = [sys.executable, "-m", "ferryplan", *words]
    return subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8").stdout


# %% [markdown]
# ## A model
#
# To *model* is to decide what to speak of. Here is a student's domain for the wolf, the goat and the cabbage. There is
# no farmer in it: the farmer is the boat. And a crossing takes three actions: `board`, `row`, `leave`.

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
# Three helpers save the files, ask the planner, and hold the model against the puzzle.


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


assert solved(DOMAIN, PROBLEM).solution.told == "17 actions"
Markdown(check(DOMAIN, PROBLEM))

# %% [markdown]
# The same puzzle, though names, types and actions are others than those of notebook 1. What is compared is what one can
# *do*: each situation must allow the same crossings in both, and the goals must hold in the same situations. (That is
# called *bisimulation*, after Milner and Park.)
#
# ## A planner solves what you wrote
#
# Another student forgot that the goat eats the cabbage. The planner does not mind. It finds a plan, and is content.

# %%
forgetful = PROBLEM.replace(" (eats goat cabbage)", "")
result = solved(DOMAIN, forgetful)
assert result.status == "optimal"
assert result.solution.told == "11 actions"
print(result.status, "with", result.solution.told)

# %% [markdown]
# *Optimal*, and six actions less than before! It proves nothing about the river. It is a shortest plan of a **different
# puzzle**. To see that by reading plans takes patience; a planner may even find a right plan in a wrong model, by
# accident. So ask for the difference:

# %%
report = check(DOMAIN, forgetful)
assert "The cabbage is not with the goat unless" in report
Markdown(report)

# %% [markdown]
# That is a **scenario**: what happens from the start on, and what the model then allows or forbids. It is the shortest
# there is. It does not say where the mistake is, but it is a test that one can carry out by hand: *who is left behind, and
# why does no precondition forbid it?*

# %% [markdown]
# ## Three more
#
# **Too much is allowed.** Here nobody looks whether the boat is full.

# %%
crowded = DOMAIN.replace("(on ?x ?b) (not (full)))", "(on ?x ?b))")
report = check(crowded, PROBLEM)
assert "3 are in the boat" in report
Markdown(report)

# %% [markdown]
# **Too little is allowed.** Here wolves eat cabbages as well. A model that forbids too much may have no plan at all, and
# then a planner's answer says nothing of the reason. The scenario does: which crossing should be possible?

# %%
strict = PROBLEM.replace("(eats goat cabbage)", "(eats goat cabbage) (eats wolf cabbage)")
assert solved(DOMAIN, strict).status == "unsolvable"
report = check(DOMAIN, strict)
assert "Something that the puzzle allows is forbidden" in report
Markdown(report)

# %% [markdown]
# Think first. Then there are hints of three sizes. The first says where to look, the third what to write: it was tried,
# and mends the model.

# %%
for hint in (1, 3):
    print(check(DOMAIN, strict, "--hint", str(hint)).strip().splitlines()[-1])

# %% [markdown]
# **It ends too early.** Here the goal does not say where the goat should be. The table tells the story until the two goals
# differ: after five crossings, with the goat still on the left bank.

# %%
early = PROBLEM.replace("(on goat east) ", "")
report = check(DOMAIN, early)
assert "The goal of the model holds too early" in report
Markdown(report)

# %% [markdown]
# ## Slips of the pen
#
# What cannot be read at all is told with line and column, before anything is compared. `plan lint` also tells what is
# legal and odd: a parameter that is never used, an action that can never be taken.

# %%
save(DOMAIN.replace("(on ?x ?b) (not (full))", "(onn ?x ?b) (not (full))"), PROBLEM)
slip = plan("lint", "domain.pddl")
assert "did you mean 'on'?" in slip
print(slip)

# %% [markdown]
# ## How to work
#
# 1. Write down in words what a state tells, and what each action needs and changes.
# 2. Write the domain, and the *smallest* problem that makes sense. `plan lint`.
# 3. Solve it, and read the plan. Is it shorter than you thought? Then a precondition is missing, or a part of the goal.
#    Is there none? Then something is forbidden that should not be.
# 4. Hold it against something that was made by somebody else. `plan check` knows the puzzles of the catalogue.
#
# ## Exercises
#
# Put your answer in the place of the three dots and run the cell. It is silent when you are right.
#
# **1.** Here one of the effects is missing. Read the scenario, then write the effect of `leave` as it should be.

# %%
broken = DOMAIN.replace("(on ?x ?b) (not (aboard ?x))", "(on ?x ?b)")
Markdown(check(broken, PROBLEM))

# %%
effect = ...  # a text: "(and (on ?x ?b) (not (full)))", and more

if effect is not ...:
    report = check(broken.replace("(and (on ?x ?b) (not (full)))", effect), PROBLEM)
    assert "the same as the puzzle" in report, report

# %% [markdown]
# **2.** Is the model still the same as the puzzle? Guess before you run the cell: `True` or `False` for each.

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
        assert guess == ("the same as the puzzle" in report), f"Not so, that {what}:\n{report}"

# %% [markdown]
# **3.** In the first two of these the model is another text, and the same puzzle. Find a change of your own that
# is another text, and the same: a name, an action that is split, a fact that is said otherwise.

# %%
own_domain, own_problem = ..., ...

if own_domain is not ...:
    assert (own_domain, own_problem) != (DOMAIN, PROBLEM), "Change something."
    report = check(own_domain, own_problem)
    assert "the same as the puzzle" in report, report

# %% [markdown]
# ## To read on
#
# - R. Milner, *Communication and Concurrency* (1989): when two systems do the same.
# - T. McCluskey, T. Vaquero and M. Vallati, Engineering knowledge for automated planning: towards a notion of quality,
#   *K-CAP* 2017: what makes a model a good one.
# - [Check a model](../checking-models.md): hints, rubrics, a whole course at once. [Lint](../linting.md).
#
# Next: [6. Proofs of unsolvability](6-proofs-of-unsolvability.py).
