"""PDDL of others as a puzzle: a domain and a problem, with the sentences that may stand beside the domain."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.generator.files import domain_beside, read_bytes, refuse_file, text_in
from ferryplan.generator.names import symbols
from ferryplan.generator.pddl.linting.findings import describe_slip
from ferryplan.generator.pddl.slips.fixing import fix_unreadable
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.puzzle_file import SentencesFile, TaskFile

LARGEST = 50_000_000
"""how many bytes a file of PDDL may have"""
MAX_NOTES = 3
"""Where there are more slips, so many kinds at most have a note each: the answer must not drown in them."""
_DEFINED = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\b\s*([^\s();]*)", re.IGNORECASE)
_COMMENT = re.compile(r";[^\n]*")


def pair(problem: str | Source, domain: str | Source | None = None) -> TaskFile:
    """Return the puzzle of a problem and a domain, each a text or the name of a file; without a domain, of the one beside the problem's file.

    Slips with one sensible fix are fixed in memory; ``notes`` of the puzzle names them.
    Raises PddlError for files that cannot be read, and where there is no domain, PuzzleError for sentences that are none.
    """
    if not isinstance(problem, str) or not isinstance(domain, str | None):
        both = (problem if domain is None else domain, problem)
        texts = [Source(_text_in(one), one) if isinstance(one, str) else one for one in both]
        return pair_of_texts(texts[0], texts[1])
    if domain is None:
        beside = domain_beside(Path(problem))
        if beside is None and Path(problem).exists():
            raise PddlError(format_message("pddl.no-domain-beside"), file=problem, about="domain")
        domain = str(beside or problem)
    return pair_of_texts(Source(_text_in(domain), domain), Source(_text_in(problem), problem), sentences_beside(domain))


def pair_of_texts(domain: Source, problem: Source, sentences: Path = Path()) -> TaskFile:
    """Return the puzzle of two texts, with the sentences in a file, if it is there.

    Slips with one sensible fix are fixed in memory; ``notes`` of the puzzle names them.
    Raises PddlError for what is no PDDL, PuzzleError for sentences that are none.
    """
    fixed = fix_texts(domain, problem)
    return of_texts(fixed.domain, fixed.problem, sentences).with_notes(fixed.notes)


class FixedTexts(NamedTuple):
    """Two texts with their slips fixed, and notes on the first slips and on how many there are."""

    domain: Source
    problem: Source
    notes: tuple[str, ...]


def fix_texts(domain: Source, problem: Source) -> FixedTexts:
    """Return a domain and a problem with their slips fixed; as they are if they can be read."""
    files = fix_unreadable(domain, problem)
    texts = [Source(files.fixed(part).text, source.name) for part, source in files.sources.items()]
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


def defined_in(text: str) -> dict[str, str]:
    """Return what a text defines, ``domain`` or ``problem``, or both, with the names; empty names where there are none."""
    return {kind.lower(): name for kind, name in _DEFINED.findall(_COMMENT.sub("", text))}


def problems_of(names: Iterable[str]) -> list[str]:
    """Return files of problems: of a folder those in it, in the order of their names. Raises PddlError for a folder without any."""
    found = list[str]()
    for name in names:
        files = map(str, sorted(Path(name).glob("*.pddl")))
        inside = [file for file in files if [*defined_in(_text_in(file))] == ["problem"]]
        if not inside and Path(name).is_dir():
            raise PddlError(format_message("pddl.no-problem-in-folder"), file=name, about="problem")
        found += inside or [name]
    return found


def sentences_beside(domain: str) -> Path:
    """Return where the sentences of a domain in a file are, if there are any."""
    return Path(domain).with_suffix(".toml")


def of_texts(domain: Source, problem: Source, sentences: Path) -> TaskFile:
    """Return the puzzle of two texts, with the sentences in a file, if it is there. Raises PuzzleError for one that is none."""
    said: dict[str, Any] = {}
    beside, positions = "", None
    if sentences.name != domains.PUZZLE and sentences.is_file():
        from ferryplan.generator.positions import Positions
        from ferryplan.generator.reading import table_in

        beside = str(sentences)
        text = text_in(sentences, beside, ())
        positions = Positions(text)
        said = dict(table_in(SentencesFile, text, positions, beside).said())
    # Names stand at the beginning; the rest of a file may have megabytes.
    called = defined_in(domain.text[:100_000]) | defined_in(problem.text[:100_000])
    title = called.get("problem") or Path(problem.name).stem
    [name] = symbols([title[:38]], "problem", set())
    if named := called.get("domain"):
        story = format_message("pddl.story-of-domain", name=named)
    else:
        story = format_message("pddl.story-of-file", file=domain.name)
    # A story is a template, in which a brace of a name would begin an expression.
    said |= {"title": title, "story": story.replace("{", "("), "source": f"{problem.name}, {domain.name}"}
    return TaskFile(family="classical", name=name, **said).of_pair(domain, problem, beside, positions)


def model_of(domain: Source, problem: Source) -> TaskInstance:
    """Return two texts as they are read, without sentences. Raises PddlError for what is no PDDL."""
    return instantiate(of_texts(domain, problem, Path()), {})


def _text_in(name: str) -> str:
    """Return the text of a file of PDDL, its lines ended by line feeds."""
    try:
        return read_bytes(name, LARGEST).decode().replace("\r\n", "\n")
    except OSError as error:
        raise refuse_file(PddlError, name, error) from error
    except UnicodeDecodeError as error:
        says = format_message("puzzles.not-utf8")
        raise PddlError(says, file=name, found="other bytes", expected="text in UTF-8") from error
