"""Edits for wrong numbers of arguments, arguments of wrong types, and numbered names that are not declared."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from budget import draw_cases, scale
from edited_texts import Texts, check_edits, generate_texts
from public_style_tasks import LIFTS, LOGISTICS, OBSERVING, ROOMS, TASKS
from support import CASES
from truck_model import DOMAIN, PROBLEM

from ferryplan.generator.pddl.linting.findings import Finding
from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner.pddl_lint import lint_texts

TRUCKS = Texts(DOMAIN, PROBLEM)
KINDS = {"arity", "arity-declared", "wrong-type", "wrong-type-of-name", "wrong-type-of-parameter", "wrong-type-above"}


def lint_errors(texts: Texts) -> list[Finding]:
    return [one for one in texts.lint(style=False) if one.severity == "error"]


RESTORED = [
    # one argument too many: it fits no parameter, or it stands there twice
    (TRUCKS, "(road ?from ?to)", "(road ?from ?to ?t)", "arity", "(road ?from ?to)"),
    (TRUCKS, "(road ?from ?to)", "(road ?from ?from ?to)", "arity", "(road ?from ?to)"),
    (TRUCKS, "(empty van)", "(empty van home)", "arity", "(empty van)"),
    (ROOMS, "(not (free ?h))", "(not (free ?h ?h))", "arity", "(free ?h)"),
    # one too few: only one name in scope has the type
    (TRUCKS, "(in ?c ?t)\n", "(in ?c)\n", "arity", "(in ?c ?t)"),
    (TRUCKS, "(not (in ?c ?t))", "(not (in ?t))", "arity", "(in ?c ?t)"),
    # a function has one value
    (LIFTS, "(travel low high)", "(travel high)", "arity", "(travel low high)"),
    # an effect deletes what the precondition requires, and adds what it does not
    (LIFTS, "(not (lift-at ?l ?from))", "(not (lift-at ?l))", "arity", "(lift-at ?l ?from)"),
    (LIFTS, "(lift-at ?l ?to) (inc", "(lift-at ?l) (inc", "arity", "(lift-at ?l ?to)"),
    (LIFTS, ":precondition (lift-at ?l ?from)", ":precondition (lift-at ?l)", "arity", "(lift-at ?l ?from)"),
    (OBSERVING, "(at end (points ?s ?new))", "(at end (points ?s))", "arity", "(points ?s ?new)"),
    (ROOMS, "(not (holds ?h ?b))", "(not (holds ?h))", "arity", "(holds ?h ?b)"),
    # the declaration has a parameter that no use has
    (TRUCKS, "(road ?p ?q - place)", "(road ?p ?q - place ?t - truck)", "arity-declared", "(road ?p ?q - place)"),
    # another name in scope has the type
    (TRUCKS, "(in ?c ?t)\n", "(in ?c ?p)\n", "wrong-type", "?t"),
    (LOGISTICS, "(in-city ?to ?c)", "(in-city ?to ?t)", "wrong-type", "?c"),
    (OBSERVING, "(pictured ?d ?m))", "(pictured ?d ?s))", "wrong-type", "?m"),
    # all uses of a name need another type
    (TRUCKS, "van - truck", "van - parcel", "wrong-type", "declare van - truck"),
    (OBSERVING, "(?s - satellite ?new ?old - direction)", "(?s - satellite ?new ?old - mode)", "wrong-type-of-name", "direction"),
    (LIFTS, "(?l - lift ?from ?to - floor)", "(?l - floor ?from ?to - floor)", "wrong-type-of-name", "lift"),
    # a parameter refuses names that are declared at several places
    (LOGISTICS, "(in ?p - package ?v - vehicle)", "(in ?p - package ?v - package)", "wrong-type-of-parameter", "vehicle"),
    (LOGISTICS, "(at ?x - thing ?l", "(at ?x - package ?l", "wrong-type-of-parameter", "thing"),
    (LIFTS, "(travel ?a ?b - floor)", "(travel ?a ?b - lift)", "wrong-type-of-parameter", "floor"),
]  # fmt: skip
"""tasks with what is written there and what is written instead, and the finding with the label of its edits"""


@pytest.mark.parametrize(("clean", "old", "new", "kind", "fix"), RESTORED)
def test_edits_of_arguments_bring_back_the_only_sensible_text(
    clean: Texts, old: str, new: str, kind: str, fix: str
) -> None:
    broken = clean.replace(old, new)
    [(finding, edited)] = check_edits(broken, lint_errors(broken))
    assert (finding.kind, finding.fix) == (kind, fix)
    assert edited.words == clean.words


OTHER_MODELS = [
    # the most specific type that all uses accept
    (LOGISTICS, "?t - truck ?from ?to - location", "?t - city ?from ?to - location", "?t - thing ?from ?to - location"),
    (TRUCKS, "(?t - truck ?from ?to - place)", "(?from ?t ?to - place)", "(?from - place ?t - thing ?to - place)"),
    # a type that its uses show to be below another one
    (LOGISTICS, "(:types truck plane - vehicle\n", "(:types plane - object truck - vehicle\n", "(:types plane - thing truck - vehicle"),
    (LOGISTICS, "package vehicle - thing\n", "vehicle - thing package - object\n", "vehicle - thing package - thing"),
    (TRUCKS, "parcel - thing\n          place)", "parcel thing place)", "(:types truck parcel - thing thing place)"),
    # the declaration lacks a parameter that all uses have
    (LIFTS, "(inside ?p - passenger ?l - lift)", "(inside ?p - passenger)", "(inside ?p - passenger ?lift - lift)"),
]  # fmt: skip


@pytest.mark.parametrize(("clean", "old", "new", "expected"), OTHER_MODELS)
def test_edits_of_types_and_parameters_lead_to_a_model_without_errors(
    clean: Texts, old: str, new: str, expected: str
) -> None:
    broken = clean.replace(old, new)
    [(_, edited)] = check_edits(broken, lint_errors(broken))
    assert expected in edited.domain
    assert not lint_errors(edited)


def test_parameter_without_another_use_is_the_missing_argument() -> None:
    broken = LIFTS.replace(
        "?f - floor)\n    :precondition (and (inside", "?f ?home - floor)\n    :precondition (and (inside"
    )
    broken = broken.replace("(wants ?p ?f))", "(wants ?p))")
    [(finding, _)] = check_edits(broken, lint_errors(broken))
    assert finding.fix == "(wants ?p ?home)"


UNDECIDED = [
    (TRUCKS, "(at box home)", "(at box)", "; did you mean '(at box home)' or '(at box shop)'?"),
    (LIFTS, "(travel ?from ?to)", "(travel ?from)", "; did you mean '(travel ?to ?from)' or '(travel ?from ?to)'?"),
    (ROOMS, "(free ?h)) (holds ?h ?b)", "(free ?h)) (holds ?h)", "; did you mean '(holds ?b ?h)', '(holds ?r ?h)', '(holds ?h ?b)' or 1 more?"),
    (OBSERVING, "(pictured moon infrared)", "(pictured moon sun)", "; did you mean 'infrared' or 'visible'?"),
    (TRUCKS, "(in ?c ?t)\n", "(in ?c ?c)\n", "; did you mean '?t'?"),
    (LIFTS, "(waits ann middle)", "(waits slow middle)", "; did you mean 'ann' or 'bob'?"),
]  # fmt: skip


@pytest.mark.parametrize(("clean", "old", "new", "hint"), UNDECIDED)
def test_messages_name_the_arguments_that_may_be_meant(clean: Texts, old: str, new: str, hint: str) -> None:
    found = lint_errors(clean.replace(old, new))
    assert [one.message.partition(";")[2] for one in found] == [hint[1:]]
    assert all(bool(one.edits) == (" or " not in hint) for one in found)


def test_use_and_declaration_are_named_if_either_may_be_wrong() -> None:
    broken = LIFTS.replace("slow fast - lift ann", "slow fast boss - lift ann").replace(
        "(waits bob high)", "(waits boss high)"
    )
    [found] = lint_errors(broken)
    assert found.message.endswith("; did you mean 'boss - passenger', 'ann' or 'bob'?")
    assert not found.edits


def test_several_uses_get_edits_together_or_not_at_all() -> None:
    effect = "(not (lift-at ?l ?from)) (lift-at ?l ?to)"
    broken = LIFTS.replace(effect, effect.replace(" ?from", "").replace(" ?to", ""))
    [(found, edited)] = check_edits(broken, lint_errors(broken))
    assert (len(found.edits), edited) == (2, LIFTS)
    # now the lift may go in both directions
    broken = broken.replace(":precondition (lift-at ?l ?from)", ":precondition (lift-at ?l)")
    [found] = lint_errors(broken)
    assert (found.kind, found.edits) == ("arity", ())


def test_keyword_of_objects_gets_no_type() -> None:
    broken = TRUCKS.replace("van - truck\n", "van\n").replace("box crate - parcel\n", "box crate\n")
    broken = broken.replace("home shop - place)", "home shop)")
    [(_, edited)] = check_edits(broken, lint_errors(broken))
    assert "(:objects van - truck box crate - thing home shop - place)" in " ".join(edited.problem.split())


SERIES = [
    ("(ball b2)", "(ball b2) (ball b3)", "b3"),
    ("(lies-in b2 hall)", "(lies-in b2 hall) (lies-in b10 hall)", "b10"),
]


@pytest.mark.parametrize(("old", "new", "name"), SERIES)
def test_numbered_name_is_declared_beside_its_series(old: str, new: str, name: str) -> None:
    broken = Texts(ROOMS.domain, ROOMS.problem.replace("kitchen", "b").replace(old, new))
    [(finding, edited)] = check_edits(broken, lint_errors(broken))
    assert finding.message == f"object '{name}' is not declared"
    assert f"b1 b2 {name})" in edited.problem


def test_object_of_a_series_gets_the_type_of_the_series() -> None:
    problem = LOGISTICS.problem.replace("letter", "p1").replace("parcel", "p2")
    broken = Texts(LOGISTICS.domain, problem.replace("(at p2 depot)", "(at p2 depot) (at p3 depot)"))
    [(finding, _)] = check_edits(broken, lint_errors(broken))
    assert finding.fix == "declare p3 - package"  # not `thing`, which is all that the use shows


def test_name_that_differs_in_a_number_is_only_advice() -> None:
    broken = TRUCKS.replace("(at box shop)", "(at box2 shop)")
    [found] = lint_errors(broken)
    assert (found.fix, found.edits) == ("box", ())
    assert found.message.endswith("did you mean 'box'?")


def test_numbered_names_in_plans_are_not_exchanged() -> None:
    sources = (Source(DOMAIN, "domain"), Source(PROBLEM.replace("van", "van1"), "problem"))
    [found] = lint_texts(*sources, Source("(drive van2 home shop)\n", "plan"), with_style=False)
    assert (found.kind, found.edits) == ("plan", ())


def read_models() -> Iterator[Texts]:
    """Yield the models of students, those in public style, and the PDDL of puzzles, without comments."""
    folders = sorted(folder for folder in (CASES / "models").iterdir() if folder.is_dir())
    students = (
        Texts(*((one / name).read_text(encoding="utf-8") for name in ("domain.pddl", "p01.pddl"))) for one in folders
    )
    for texts in (*students, *TASKS.values(), TRUCKS, *generate_texts()):
        yield Texts(*(re.sub(r";[^\n]*", "", text) for text in texts))


ATOM = re.compile(
    r"\((?!and|or|not|define|domain|problem|increase|decrease|assign)([a-z][\w-]*)((?: \??[a-z][\w-]*)+)\)"
)
"""an atom or a function with arguments, on one line"""


def seed_wrong_argument(texts: Texts, draw: random.Random) -> Texts:
    """Return a task in which an atom of an action or of the problem lacks an argument, or has another or one more."""
    which = draw.randrange(2)
    text = texts[which]
    begin = re.search(r"\(:(action|durative-action|init)", text)
    assert begin
    atom = draw.choice([*ATOM.finditer(text, begin.start())])
    if which == 0:
        names = re.findall(r"\?[a-z][\w-]*", text[text.rindex("(:", 0, atom.start()) : atom.start()])
    else:
        objects = re.search(r"\(:objects([^)]*)\)", text)
        names = re.sub(r" - [\w-]+", "", objects[1]).split() if objects else []
    terms = atom[2].split()
    at = draw.randrange(len(terms))
    match draw.randrange(3):
        case 0:
            del terms[at]
        case 1:
            terms.insert(at, draw.choice([*names, *terms]))
        case _:
            terms[at] = draw.choice([*names, *terms])
    changed = f"{text[: atom.start()]}({' '.join([atom[1], *terms])}){text[atom.end() :]}"
    return texts._replace(**{texts._fields[which]: changed})


def seed_wrong_type(texts: Texts, draw: random.Random) -> Texts:
    """Return a task in which names or parameters are declared with another type."""
    types = re.search(r"\(:types([^)]*)\)", texts.domain)
    if types is None:
        return texts
    both = "\f".join(texts)
    place = draw.choice([*re.finditer(r"(?<= - )[a-z][\w-]*", both[types.end() :])])
    other = draw.choice(re.findall(r"[a-z][\w-]*", types[1]))
    start, end = types.end() + place.start(), types.end() + place.end()
    return Texts(*f"{both[:start]}{other}{both[end:]}".split("\f"))


@pytest.mark.parametrize("seed_fault", [seed_wrong_argument, seed_wrong_type])
def test_edits_of_seeded_faults_remove_their_findings_and_mostly_the_faults(
    seed_fault: Callable[[Texts, random.Random], Texts],
) -> None:
    """Few faults lead to another model without errors: where the clean text is not the most likely one."""
    draw, counts = random.Random(seed_fault.__name__), Counter[str]()
    for clean in draw_cases([*read_models()], 12):
        for broken in (seed_fault(clean, draw) for _ in range(scale(6))):
            for finding, edited in check_edits(broken, lint_errors(broken)):
                if finding.kind in KINDS:
                    counts["edited"] += 1
                    counts["restored"] += edited.words == clean.words
    assert counts["edited"] >= 20, counts
    assert counts["restored"] >= 0.9 * counts["edited"], counts
