"""Random planning tasks with templates.

The numbers and facts of the PDDL depend on parameters; the files have sentences and pictures.
"""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st
from pddl_oracle import parse

from strategies.assignment import heading
from strategies.files import PuzzleText, toml
from strategies.tasks import FACTS, OBJECTS, PREDICATES, TYPES, tasks
from strategies.texts import names
from strategies.wording import Wording

__all__ = ["classical_files"]

LABELS = names.filter(lambda name: "{" not in name)


@st.composite
def classical_files(draw: st.DrawFn) -> PuzzleText:
    """Draw a puzzle file with its templates.

    Its plain ``domain`` and ``problem`` are the PDDL that they make.
    """
    wording, drawn = Wording(draw, counts=False), draw(tasks())
    plain = {**heading(draw, "classical"), "domain": drawn.domain, "problem": drawn.problem}
    domain = _numbers(wording, drawn.domain)
    initial = re.search(r"(?<=\(:init ).*", drawn.problem)
    assert initial is not None
    facts = "\n".join(_fact(draw, wording, fact) for fact in re.findall(r"\([^()]*\)", initial[0]) if fact in FACTS)
    values = re.findall(r"\(=.*?\) \d\)", initial[0])
    problem = drawn.problem.replace(initial[0], f"{facts}\n{_numbers(wording, ' '.join(values))})")
    problem = problem.replace("(problem drawn-1)", "(problem {{ problem_name }})")
    if wording.values and draw(st.booleans()):
        key = draw(st.sampled_from([*wording.values]))
        problem = f"{{% if {wording.condition(False)} %}}{{{{ refuse('{key}', 'found it') }}}}{{% endif %}}\n{problem}"
    said = {
        **{key: plain[key] for key in ("family", "name", "title", "story", "source")},
        **_sentences(draw, drawn.domain),
    }
    if drawn.costs and draw(st.booleans()):
        said["cost"] = {"unit": draw(LABELS), "units": draw(LABELS)}
    if draw(st.booleans()):
        said["pictures"] = _pictures(draw, drawn.domain)
    if draw(st.booleans()):
        said["incomparable"] = draw(LABELS)
    if draw(st.booleans()):
        said["any_order"] = draw(st.booleans())
    if draw(st.booleans()):
        said["rules"] = draw(st.lists(LABELS, min_size=1, max_size=3))
    plain |= {"actions": said["actions"], "objects": said["objects"]}
    templates = {"domain.pddl.j2": domain, "problem.pddl.j2": problem}
    return PuzzleText(toml({**said, "parameters": wording.tables}), wording.given, plain, templates)


def _numbers(wording: Wording, text: str) -> str:
    """Return the text with some of its numbers as expressions."""

    def said(found: re.Match[str]) -> str:
        number = wording.number(int(found[0]))
        return f"{{{{ {number} }}}}" if isinstance(number, str) else str(number)

    return re.sub(r"(?<= )\d+(?=\))", said, text)


def _fact(draw: st.DrawFn, wording: Wording, fact: str) -> str:
    """Draw a template for a fact of the start, followed by a fact that does not hold.

    The fact is there by a condition, by its number in a list, or as a row of a text.
    """
    kind = draw(st.sampled_from(["so", "if", "else", "list", "text"]))
    match kind:
        case "if":
            return f"{{% if {wording.condition(True)} %}}\n{fact}\n{{% endif %}}"
        case "else":
            return f"{{% if {wording.condition(False)} %}}{draw(st.sampled_from(FACTS))}{{% else %}}{fact}{{% endif %}}"
        case "list" if wording.free_lists:
            known = draw(st.permutations([fact, *draw(st.lists(st.sampled_from(FACTS), max_size=2))]))
            key = wording.new_list([known.index(fact)])
            return f"{{% for one in {key} %}}{{{{ {known}[one] }}}}\n{{% endfor %}}"
        case "text" if "rows" not in wording.tables:
            wording.tables["rows"] = {"type": "text", "default": "; / (", "help": "the facts, without parentheses"}
            wording.given["rows"] = wording.values["rows"] = fact[1:-1]
            return '{{ rows.split("/") | each("({0})") }}'
    return fact


def _sentences(draw: st.DrawFn, domain: str) -> dict[str, Any]:
    """Draw sentences for some actions, predicates and objects."""
    actions = {part[1]: part[3][::3] for part in parse(domain) if part[0] == ":action"}
    predicates = {name: [f"?a{place}" for place in range(len(kinds))] for name, kinds in PREDICATES.items()}

    def some(known: dict[str, list[str]]) -> dict[str, str]:
        chosen = draw(st.lists(st.sampled_from([*known]), unique=True))
        return {
            name: " ".join([draw(LABELS), *(f"{{{{ {one[1:]} }}}}" for one in draw(st.permutations(known[name])))])
            for name in chosen
        }

    objects = draw(st.lists(st.sampled_from([name for alike in OBJECTS.values() for name in alike]), unique=True))
    untold = draw(st.lists(st.sampled_from([*predicates]), max_size=1))
    return {
        "actions": some(actions), "predicates": some(predicates) | dict.fromkeys(untold, ""), "breaches": some(predicates),
        "objects": {name: draw(LABELS) for name in objects},
    }  # fmt: skip


SHAPES = ["tile", "disc", "ring", "bar", "crate", "person", "knight", "lamp", "water", "target", "note", "exit"]


def _pictures(draw: st.DrawFn, domain: str) -> dict[str, Any]:
    """Draw pictures of the facts, and gestures for the actions."""
    shown = list[dict[str, Any]]()
    for number, shape in enumerate(draw(st.lists(st.sampled_from(SHAPES), max_size=3, unique=True))):
        chosen = draw(
            st.lists(
                st.sampled_from(["at-spot ?thing ?spot", "near ?spot ?other", "on ?thing", "held ?thing"]),
                min_size=1,
                max_size=3,
            )
        )
        variables = sorted({word[1:] for fact in chosen for word in fact.split() if word[0] == "?"})
        variable = st.sampled_from(variables)
        table = {"facts": chosen, "at": draw(variable), "shape": shape}
        optional = {
            "thing": variable, "says": LABELS | variable.map("{{{{ {} }}}}".format),
            "colour": st.integers(0, 7) | variable, "times": variable, "wide": st.booleans(), "wanted": st.booleans(),
            "name": st.just(f"entry-{number}"), "joined": st.booleans(), "most": st.just(["near ?spot ?other"]),
            "inside": st.sampled_from([one["name"] for one in shown if "name" in one] or ["entry-9"]),
        }  # fmt: skip
        shown.append(table | draw(st.fixed_dictionaries({}, optional=optional)))
        if shown[-1].get("inside") == "entry-9":
            del shown[-1]["inside"]
    named = [one["name"] for one in shown if "name" in one]
    gestures = dict[str, str]()
    for part in parse(domain):
        if part[0] == ":action" and draw(st.booleans()):
            parameters = [one[1:] for one in part[3] if one[0] == "?"]
            end = st.sampled_from([*parameters, *named, "bell"])
            gestures[part[1]] = draw(st.builds("{} -> {}".format, end, end | st.just("*")) | end)
    optional = {
        "upwards": st.booleans(), "named": st.booleans(), "rightwards": st.booleans(), "walls": st.booleans(),
        "ground": st.sampled_from(["cell", "lamp", "hole", "none"]),
    }  # fmt: skip
    if named:
        optional["steer"] = st.sampled_from(named)
    return {
        "kind": draw(st.sampled_from(["grid", "stacks", "places", "vessels"])), "places": draw(st.sampled_from(TYPES)),
        **draw(st.fixed_dictionaries({}, optional=optional)), "fixtures": ["bell"], "gestures": gestures,
        "refusals": {name: draw(LABELS) for name in gestures}, "shows": shown,
    }  # fmt: skip
