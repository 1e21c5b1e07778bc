"""PDDL names in words: different actions or facts never get the same words."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

from conftest import RunCommand
from hypothesis import given
from hypothesis import strategies as st

from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.reader import read_task
from ferryplan.generator.tasks.puzzle_file import SentencesFile
from ferryplan.generator.tasks.task_sentences import TaskSentences, name_to_words

WORDS = st.lists(st.sampled_from(["pick", "up", "x", "on", "a", "b", "1"]), min_size=1, max_size=3)
NAMES = st.builds(
    lambda words, marks: "".join(map("".join, itertools.zip_longest(words, marks[: len(words) - 1], fillvalue=""))),
    WORDS.filter(lambda words: words[0] != "1"),
    st.lists(st.sampled_from(["-", "_"]), min_size=2, max_size=2),
)


def pddl(actions: list[tuple[str, int]], predicates: list[tuple[str, int]], objects: list[str]) -> tuple[str, str]:
    """Return a domain whose actions and predicates have the given arities, and a problem with objects."""
    variables = ["?what ?on", "?what", ""]
    declared = " ".join(f"({name} {variables[2 - arity]})" for name, arity in predicates)
    schemas = " ".join(
        f"(:action {name} :parameters ({variables[2 - arity]}) :precondition (start) :effect (not (start)))"
        for name, arity in actions
    )
    return (
        f"(define (domain d) (:predicates (start) {declared}) {schemas})",
        f"(define (problem p) (:domain d) (:objects {' '.join(objects)}) (:init (start)) (:goal (start)))",
    )


def arities(names: list[str]) -> st.SearchStrategy[list[tuple[str, int]]]:
    return st.tuples(*(st.tuples(st.just(name), st.integers(0, 2)) for name in names)).map(list)


@given(st.data())
def test_different_actions_and_facts_have_different_words(data: st.DataObject) -> None:
    unlike = st.lists(NAMES, min_size=1, max_size=4, unique=True)
    actions = data.draw(unlike.flatmap(arities))
    predicates = data.draw(unlike.flatmap(arities))
    objects = data.draw(unlike)
    domain, problem = read_task(*pddl(actions, predicates, objects), "domain", "problem")
    sentences = TaskSentences(SentencesFile(), domain, problem.objects)
    names = [sentences.object_phrase(name) for name in objects]
    assert len({*names}) == len(objects)
    told = [
        sentences.describe_action(GroundAction(name, chosen))
        for name, arity in actions
        for chosen in itertools.product(objects, repeat=arity)
    ]
    assert len({*told}) == len(told), sorted(told)
    for wanted in (0, 1):
        facts = [
            sentences.describe_fact((name, *chosen))
            for name, arity in predicates
            if arity == wanted
            for chosen in itertools.product(objects, repeat=arity)
        ]
        assert len({*facts}) == len(facts), sorted(facts)


def test_pddl_names_become_plain_words_if_no_two_are_confused() -> None:
    domain, problem = read_task(
        *pddl([("pick-up", 1), ("put_down", 1)], [("is-on", 2)], ["red-ball", "blue_ball", "p1-2"]), "domain", "problem"
    )
    sentences = TaskSentences(SentencesFile(), domain, problem.objects)
    assert sentences.describe_action(GroundAction("pick-up", ("red-ball",))) == "pick up red ball"
    assert sentences.describe_action(GroundAction("put_down", ("blue_ball",))) == "put down blue ball"
    assert sentences.describe_fact(("is-on", "p1-2", "red-ball")) == "p1-2 is on red ball"
    assert name_to_words("fuel-level") == "fuel level"


DOMAIN = """
(define (domain lamps) (:predicates (on ?x) (is-red ?x) (is_red ?x))
  (:action do-it :parameters (?x) :precondition (is-red ?x) :effect (is_red ?x))
  (:action do_it :parameters (?x) :precondition (is_red ?x) :effect (on ?x)))
"""
PROBLEM = """
(define (problem two) (:domain lamps) (:objects a-b a_b) (:init (is-red a-b) (is-red a_b)) (:goal (and (on a-b) (on a_b))))
"""


def test_names_that_differ_in_a_hyphen_stay_distinct(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "p.pddl").write_text(PROBLEM)
    (tmp_path / "sas_plan").write_text("(do-it a-b)\n(do_it a-b)\n(do-it a_b)\n(do_it a_b)\n")
    steps = json.loads(plan("narrate", "p.pddl", "sas_plan", "--format", "json").stdout)["steps"]
    assert [step["text"] for step in steps] == ["Do-it a-b.", "Do_it a-b.", "Do-it a_b.", "Do_it a_b."]
    for form in ("text", "markdown", "html"):
        told = plan("narrate", "p.pddl", "sas_plan", "--format", form).stdout.replace("\\_", "_")
        assert all(words in told for words in ("Do-it a-b", "Do_it a-b", "is_red a_b")), form
    graph = plan("graph", "p.pddl", "--format", "json").stdout
    assert {"do-it a-b", "do_it a_b"} <= {word.lower() for word in json_texts(json.loads(graph))}


def json_texts(data: object) -> set[str]:
    """Return all texts in a JSON value."""
    if isinstance(data, dict):
        return set[str]().union(*map(json_texts, data.values()))
    if isinstance(data, list):
        return set[str]().union(*map(json_texts, data))
    return {data.rstrip(".")} if isinstance(data, str) else set()
