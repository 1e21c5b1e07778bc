"""Texts with syntax of Markdown, HTML, SVG, DOT, GraphML and PDDL: shown literally, without effect."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx
import pddl_oracle
import pytest
from markdown_it import MarkdownIt

from ferryplan import instantiate, load, solve
from ferryplan.generator.dialects import DIALECTS
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.escaping import escape_markdown
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import generate, list_encodings
from ferryplan.planner.cli.command_line import run_command_line
from ferryplan.planner.engines.session import Session
from ferryplan.planner.result_formats import FORMATS

NAMES = [
    "<b>bold</b>",
    "a|b*c*",
    "`code`",
    "[l](http://x.y)",
    "\"q\" & 'p'",
    "back\\n ; (a)",
    "&lt;i&gt;_em_",
    "# h <!-- --> ]]>",
    "~~no~~ {x} %s",
]
STORY = (
    "# A heading\n- an item\n1. another\n> a quote\n    some code\n\n```\nfence\n```\n<img src=x onerror=alert(1)> </script></svg> ]]> &amp; $x$\n"
    "===\n| a | b |\n|---|---|\n; (:action evil)\n(:init) [x]: http://x.y \"it\" 'is'"
)
Name = Callable[[int], str]


def told(story: str, title: str) -> str:
    return f"title = {json.dumps(title)}\nstory = {json.dumps(story)}\nsource = {json.dumps(story)}\n"


def crossing(name: Name, story: str, title: str) -> str:
    rower, wolf, goat = (json.dumps(name(number)) for number in range(3))
    left, right = (json.dumps(name(number)) for number in (3, 4))
    kinds = "".join(
        f"[[kinds]]\nname = {one}\nplural = {one}\nrows = {rows}\n"
        for one, rows in ((rower, "true"), (wolf, "false"), (goat, "false"))
    )
    return (
        f'family = "crossing"\nname = "hostile"\n{told(story, title)}[[places]]\nname = {left}\n[[places]]\nname = {right}\n{kinds}'
        f'[boat]\ncapacity = 2\n[[rules]]\nrule = "guard"\nsays = {json.dumps(name(5))}\nvictims = [{goat}]\nthreats = [{wolf}]\nguardian = {rower}\n'
        f"[start]\nboat = {left}\neveryone = {left}\n[goal]\neveryone = {right}\n"
    )  # fmt: skip


def grid(name: Name, story: str, title: str) -> str:
    one, two, three, four = (json.dumps(name(number)) for number in range(4))
    return (
        f'family = "grid"\nname = "hostile"\n{told(story, title)}[positions]\nname = {json.dumps(name(4))}\n'
        f'plural = {json.dumps(name(5))}\ncount = 2\n'
        f"[[categories]]\nname = {json.dumps(name(6))}\nvalues = [{one}, {two}]\n"
        f"[[categories]]\nname = {json.dumps(name(7))}\nvalues = [{three}, {four}]\n"
        f'[[clues]]\nclue = "left-of"\nvalue = {one}\nof = {two}\n[[clues]]\nclue = "same"\nvalues = [{one}, {four}]\nsays = {json.dumps(name(8))}\n'
        f'[[questions]]\nasks = {json.dumps(name(8))}\nvalue = {four}\ncategory = {json.dumps(name(6))}\nanswer = "{{{{ found }}}} it is"\n'
    )  # fmt: skip


def board(name: Name, story: str, title: str) -> str:
    return f'family = "board"\nname = "hostile"\n{told(story, title)}[board]\nkind = "queens"\nsize = 4\n'


def arithmetic(name: Name, story: str, title: str) -> str:
    return f'family = "arithmetic"\nname = "hostile"\n{told(story, title)}[sum]\ntext = "AS + A = MOM"\n'


FAMILIES = {"crossing": crossing, "grid": grid, "board": board, "arithmetic": arithmetic}


def tame(text: str) -> str:
    return re.sub(r"[^\s\w]", "x", text).replace("_", "x")


@pytest.fixture(params=FAMILIES, scope="module")
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the paths of a hostile puzzle and of a puzzle of the same shape with harmless texts."""
    made = {}
    for kind, change in (("hostile", str), ("tame", tame)):
        names = [change(name) for name in NAMES]
        text = FAMILIES[request.param](names.__getitem__, STORY if kind == "hostile" else "x", names[1])
        path = tmp_path_factory.mktemp(kind) / "hostile.toml"
        path.write_text(text)
        made[kind] = path
    return made


@pytest.fixture(scope="module")
def results(files: dict[str, Path], worker: Session) -> dict[str, Any]:
    return {kind: solve(load(path), session=worker) for kind, path in files.items()}


class Page(HTMLParser):
    """The parsed content of a page: its elements with the names of their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: Counter[tuple[str, ...]] = Counter()
        self.text = ""
        self.raw = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements[(tag, *sorted(key for key, _ in attributes))] += 1

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("form", ["html", "svg", "timeline"])
def test_hostile_texts_add_no_elements_to_pictures(form: str, results: dict[str, Any]) -> None:
    pages = {kind: result.render(form, explain=form == "html") for kind, result in results.items()}
    assert set(Page(pages["hostile"]).elements) == set(Page(pages["tame"]).elements)
    for kind, page in pages.items():
        if form != "html":
            assert {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(page).iter()} == {
                element.tag.rpartition("}")[2] for element in ElementTree.fromstring(pages["tame"]).iter()
            }, kind
    count = {kind: page.count("<script") for kind, page in pages.items()}
    assert count["hostile"] == count["tame"]
    title = results["hostile"].instance.title
    if form == "html":
        assert title in Page(pages["hostile"]).text


def tokens(text: str) -> Iterator[Any]:
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        yield token
        yield from token.children or ()


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explained"])
def test_hostile_texts_add_no_markup_to_markdown(explain: bool, results: dict[str, Any]) -> None:
    texts = {kind: result.render("markdown", explain=explain) for kind, result in results.items()}
    counts = {kind: Counter(token.type for token in tokens(text)) for kind, text in texts.items()}
    # The longer story has more of them.
    once = (
        "text",
        "text_special",
        "softbreak",
        "paragraph_open",
        "paragraph_close",
        "inline",
    )
    for kept in counts.values():
        for one in once:
            kept.pop(one, None)
    assert counts["hostile"] == counts["tame"]
    shown = "".join(token.content for token in tokens(texts["hostile"]) if token.type in ("text", "text_special"))
    assert results["hostile"].instance.title in shown
    assert "<img src=x onerror=alert(1)>" in shown


@pytest.mark.parametrize("text", [*NAMES, *STORY.split("\n"), STORY])
def test_escaped_text_renders_as_a_plain_paragraph(text: str) -> None:
    found = list(tokens(f"{escape_markdown(text)}\n"))
    assert {token.type for token in found} <= {
        "paragraph_open",
        "paragraph_close",
        "inline",
        "text",
        "text_special",
        "softbreak",
    }
    shown = "".join(token.content for token in found if token.type in ("text", "text_special"))
    assert shown == re.sub(r"\n+|^[ \t]+", "", text, flags=re.MULTILINE).replace("&amp;", "&").replace(
        "&lt;", "<"
    ).replace("&gt;", ">")


def output(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert run_command_line(arguments) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_hostile_texts_keep_graph_formats_valid(files: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    path = str(files["hostile"])
    data = json.loads(output(["graph", path, "--format", "json"], capsys))
    graph = networkx.parse_graphml(output(["graph", path, "--format", "graphml"], capsys))
    assert len(graph) == len(data["nodes"])
    pages = {kind: output(["graph", str(file), "--format", "html"], capsys) for kind, file in files.items()}
    assert set(Page(pages["hostile"]).elements) == set(Page(pages["tame"]).elements)
    ElementTree.fromstring(output(["graph", path, "--format", "svg"], capsys))


@pytest.mark.integrations
def test_graphviz_draws_hostile_texts(
    files: dict[str, Path], results: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    told = output(["graph", str(files["hostile"]), "--format", "dot"], capsys)
    drawn = subprocess.run(["dot", "-Tsvg"], input=told, capture_output=True, text=True, check=True)
    texts = "".join(ElementTree.fromstring(drawn.stdout).itertext())
    if results["hostile"].instance.family in ("crossing", "grid"):
        assert any(name in texts.replace("\xa0", " ") for name in NAMES[:3])


def test_hostile_texts_keep_generated_pddl_valid(files: dict[str, Path]) -> None:
    puzzle = load(files["hostile"])
    instance = instantiate_smallest(puzzle, {})
    written = 0
    for dialect in DIALECTS:
        for encoding in list_encodings(dialect, puzzle.family):
            try:
                pddl = generate(instance, dialect, encoding)
            except EncodingError:
                continue
            for text in (pddl.domain, pddl.problem):
                code = "\n".join(line.partition(";")[0] for line in text.splitlines()).strip()
                assert code.startswith("(define (")
                assert re.fullmatch(r"[a-z0-9 \n()?:=<>+*/.-]+", code)
                assert "evil" not in code
                depth = 0
                for character in code:
                    depth += {"(": 1, ")": -1}.get(character, 0)
                    assert depth >= 0
                assert depth == 0
            pddl_oracle.parse(pddl.domain)
            written += 1
    assert written


def test_hostile_texts_render_in_every_format(results: dict[str, Any]) -> None:
    for form in FORMATS:
        told = results["hostile"].render(form)
        assert "\x1b" not in told
        if form == "json":
            json.loads(told)


def test_hostile_puzzle_texts_are_loaded_unchanged(files: dict[str, Path]) -> None:
    """The hostile texts reach the instance; otherwise, the tests above would prove nothing."""
    instance = instantiate(load(files["hostile"]), {})
    assert instance.title == NAMES[1]
    assert "onerror" in instance.story
