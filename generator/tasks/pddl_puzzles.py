"""A domain and a problem of any author as a puzzle.

If there is a sentence file beside the domain, the puzzle uses its sentences.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.generator.files import find_domain, read_bytes, read_text, refuse_file
from ferryplan.generator.names import make_symbols
from ferryplan.generator.pddl.linting.findings import describe_slip
from ferryplan.generator.pddl.slips.fixing import fix_if_unreadable
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.puzzle_file import SentencesFile, TaskFile

MAX_FILE_SIZE = 50_000_000
"""the largest size of a PDDL file in bytes"""
MAX_NOTES = 3
"""The largest number of notes on slips, with one slip of each kind, so that the notes do not hide the answer."""
_DEFINITION = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\b\s*([^\s();]*)", re.IGNORECASE)
_COMMENT = re.compile(r";[^\n]*")


def load_pddl_puzzle(problem: str | Source, domain: str | Source | None = None) -> TaskFile:
    """Return the puzzle of a problem and a domain, each a text or the name of a file.

    Without a domain, it is the domain beside the problem's file. Slips with one sensible fix are fixed in memory; ``notes`` of the puzzle
    names them. Raises PddlError for files that cannot be read or a missing domain, and PuzzleError for an invalid sentence file.
    """
    if not isinstance(problem, str) or not isinstance(domain, str | None):
        both = (problem if domain is None else domain, problem)
        texts = [Source(_read_pddl_text(one), one) if isinstance(one, str) else one for one in both]
        return make_fixed_puzzle(texts[0], texts[1])
    if domain is None:
        beside = find_domain(Path(problem))
        if beside is None and Path(problem).exists():
            raise PddlError(format_message("pddl.no-domain-beside"), file=problem, about="domain")
        domain = str(beside or problem)
    return make_fixed_puzzle(
        Source(_read_pddl_text(domain), domain), Source(_read_pddl_text(problem), problem), find_sentences_file(domain)
    )


def make_fixed_puzzle(domain: Source, problem: Source, sentences: Path = Path()) -> TaskFile:
    """Return the puzzle of two texts, with the sentence file, if it exists.

    Slips with one sensible fix are fixed in memory; ``notes`` of the puzzle names them.
    Raises PddlError for texts that are not PDDL, and PuzzleError for an invalid sentence file.
    """
    fixed = fix_texts(domain, problem)
    return make_puzzle(fixed.domain, fixed.problem, sentences).with_notes(fixed.notes)


class FixedTexts(NamedTuple):
    """Two texts after fixing slips, with notes on the first slips and on their number."""

    domain: Source
    problem: Source
    notes: tuple[str, ...]


def fix_texts(domain: Source, problem: Source) -> FixedTexts:
    """Return a domain and a problem with their slips fixed; unchanged if they can be read."""
    files = fix_if_unreadable(domain, problem)
    texts = [Source(files.fixed_source(part).text, source.name) for part, source in files.sources.items()]
    if not files.slips:
        return FixedTexts(texts[0], texts[1], ())
    shown, number = [*files.slips], len(files.slips)
    if number > MAX_NOTES:
        # In reverse, the first slip of each kind comes last and stays.
        first = {slip.kind: (slip, place) for slip, place in reversed(files.slips)}
        shown = [one for one in files.slips if one in first.values()][:MAX_NOTES]
    notes = [describe_slip(slip, files.sources[slip.part], place) for slip, place in shown]
    if len(shown) < number:
        names = " ".join(shlex.quote(name) for name in dict.fromkeys([domain.name, problem.name]))
        notes.append(format_message("pddl.fixed-such-as", count=number, files=names))
    else:
        notes.append(format_message("pddl.fixed", count=number))
    return FixedTexts(texts[0], texts[1], tuple(notes))


def find_definitions(text: str) -> dict[str, str]:
    """Return the definitions in a text, ``domain`` or ``problem`` or both, each with its name or ""."""
    return {kind.lower(): name for kind, name in _DEFINITION.findall(_COMMENT.sub("", text))}


def list_problem_files(names: Iterable[str]) -> list[str]:
    """Return the names of problem files for names of files and folders.

    The files of a folder are in alphabetical order. Raises PddlError for a folder without a problem.
    """
    found = list[str]()
    for name in names:
        files = map(str, sorted(Path(name).glob("*.pddl")))
        inside = [file for file in files if [*find_definitions(_read_pddl_text(file))] == ["problem"]]
        if not inside and Path(name).is_dir():
            raise PddlError(format_message("pddl.no-problem-in-folder"), file=name, about="problem")
        found += inside or [name]
    return found


def find_sentences_file(domain: str) -> Path:
    """Return the path at which the sentence file of a domain is expected."""
    return Path(domain).with_suffix(".toml")


def make_puzzle(domain: Source, problem: Source, sentences: Path) -> TaskFile:
    """Return the puzzle of two texts, with the sentence file, if it exists.

    Raises PuzzleError for an invalid sentence file.
    """
    given_values: dict[str, Any] = {}
    sentences_name, positions = "", None
    if sentences.name != domains.PUZZLE and sentences.is_file():
        from ferryplan.generator.toml_positions import TomlPositions
        from ferryplan.generator.toml_reading import read_table

        sentences_name = str(sentences)
        text = read_text(sentences, sentences_name, ())
        positions = TomlPositions(text)
        given_values = dict(read_table(SentencesFile, text, positions, sentences_name).given_values())
    # The names are at the beginning; the rest of a file may have megabytes.
    called = find_definitions(domain.text[:100_000]) | find_definitions(problem.text[:100_000])
    title = called.get("problem") or Path(problem.name).stem
    [name] = make_symbols([title[:38]], "problem", set())
    if named := called.get("domain"):
        story = format_message("pddl.story-of-domain", name=named)
    else:
        story = format_message("pddl.story-of-file", file=domain.name)
    # A story is a template, so a brace in a name would begin an expression.
    given_values |= {"title": title, "story": story.replace("{", "("), "source": f"{problem.name}, {domain.name}"}
    return TaskFile(family="classical", name=name, **given_values).with_pddl_sources(
        domain, problem, sentences_name, positions
    )


def make_model(domain: Source, problem: Source) -> TaskInstance:
    """Return the instance of two texts, without sentences. Raises PddlError for texts that are not PDDL."""
    return instantiate(make_puzzle(domain, problem, Path()), {})


def _read_pddl_text(name: str) -> str:
    """Return the text of a PDDL file, with line feeds as line ends."""
    try:
        return read_bytes(name, MAX_FILE_SIZE).decode().replace("\r\n", "\n")
    except OSError as error:
        raise refuse_file(PddlError, name, error) from error
    except UnicodeDecodeError as error:
        says = format_message("puzzles.not-utf8")
        raise PddlError(says, file=name, found="other bytes", expected="text in UTF-8") from error
