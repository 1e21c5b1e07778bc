"""Puzzles made from a domain and a problem of any author.

If there is a sentence file (``domain.toml``) beside the domain, the puzzle uses its sentences.
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
from ferryplan.generator.files import find_domain, make_file_error, read_bytes, read_text
from ferryplan.generator.names import make_pddl_symbols
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
    """Return the puzzle for a problem and a domain, each given as a text or the name of a file.

    If no domain is given, it is the domain file in the folder of the problem file. Slips (mistakes such as a misspelled keyword) with one
    sensible fix are fixed in memory; ``notes`` of the puzzle names them. Raises PddlError for files that cannot be read or a missing
    domain, and PuzzleError for an invalid sentence file.
    """
    if not isinstance(problem, str) or not isinstance(domain, str | None):
        both = (problem if domain is None else domain, problem)
        texts = [Source(_read_pddl_text(one), one) if isinstance(one, str) else one for one in both]
        return make_fixed_pddl_puzzle(texts[0], texts[1])
    if domain is None:
        beside = find_domain(Path(problem))
        if beside is None and Path(problem).exists():
            raise PddlError(format_message("pddl.no-domain-beside"), file=problem, about="domain")
        domain = str(beside or problem)
    return make_fixed_pddl_puzzle(
        Source(_read_pddl_text(domain), domain), Source(_read_pddl_text(problem), problem), find_sentences_file(domain)
    )


def make_fixed_pddl_puzzle(domain: Source, problem: Source, sentences_path: Path = Path()) -> TaskFile:
    """Return the puzzle for a domain and a problem, after fixing slips in their texts.

    Slips (mistakes such as a misspelled keyword) with one sensible fix are fixed in memory; ``notes`` of the puzzle names them. The puzzle
    has the sentences of the sentence file, if it exists. Raises PddlError for texts that are not PDDL, and PuzzleError for an invalid
    sentence file.
    """
    fixed = fix_pddl_slips(domain, problem)
    return make_pddl_puzzle(fixed.domain, fixed.problem, sentences_path).add_notes(fixed.notes)


class FixedPddl(NamedTuple):
    """A domain and a problem after fixing slips, with notes for the user.

    Slips are mistakes such as a misspelled keyword. The notes describe the first slips and say how many there are.
    """

    domain: Source
    problem: Source
    notes: tuple[str, ...]


def fix_pddl_slips(domain: Source, problem: Source) -> FixedPddl:
    """Return a domain and a problem with their slips fixed; unchanged if ferryplan can read them."""
    files = fix_if_unreadable(domain, problem)
    texts = [Source(files.fixed_source(part).text, source.name) for part, source in files.sources.items()]
    if not files.slips:
        return FixedPddl(texts[0], texts[1], ())
    shown, number = [*files.slips], len(files.slips)
    if number > MAX_NOTES:
        # In reverse, the first slip of each kind comes last and stays.
        first = {slip.kind: (slip, place) for slip, place in reversed(files.slips)}
        shown = [one for one in files.slips if one in first.values()][:MAX_NOTES]
    notes = [describe_slip(slip, files.sources[slip.file_role], place) for slip, place in shown]
    if len(shown) < number:
        names = " ".join(shlex.quote(name) for name in dict.fromkeys([domain.name, problem.name]))
        notes.append(format_message("pddl.fixed-such-as", count=number, files=names))
    else:
        notes.append(format_message("pddl.fixed", count=number))
    return FixedPddl(texts[0], texts[1], tuple(notes))


def find_pddl_definitions(text: str) -> dict[str, str]:
    """Return the PDDL definitions in a text: the keys are ``domain``, ``problem`` or both.

    The values are the names that the text defines, empty if a definition has no name.
    """
    return {kind.lower(): name for kind, name in _DEFINITION.findall(_COMMENT.sub("", text))}


def list_problem_files(names: Iterable[str]) -> list[str]:
    """Return the names of problem files, given names of files and of folders with such files.

    The files of a folder are in alphabetical order. Raises PddlError for a folder without a problem.
    """
    found = list[str]()
    for name in names:
        files = map(str, sorted(Path(name).glob("*.pddl")))
        inside = [file for file in files if [*find_pddl_definitions(_read_pddl_text(file))] == ["problem"]]
        if not inside and Path(name).is_dir():
            raise PddlError(format_message("pddl.no-problem-in-folder"), file=name, about="problem")
        found += inside or [name]
    return found


def find_sentences_file(domain: str) -> Path:
    """Return the path of the sentence file that belongs to a domain file; it need not exist."""
    return Path(domain).with_suffix(".toml")


def make_pddl_puzzle(domain: Source, problem: Source, sentences_path: Path) -> TaskFile:
    """Return the puzzle for a domain and a problem, with the sentences of a file, if it exists.

    Raises PuzzleError for an invalid sentence file.
    """
    given_values: dict[str, Any] = {}
    sentences_name, positions = "", None
    if sentences_path.name != domains.PUZZLE and sentences_path.is_file():
        from ferryplan.generator.toml_positions import TomlPositions
        from ferryplan.generator.toml_reading import parse_toml_file

        sentences_name = str(sentences_path)
        text = read_text(sentences_path, sentences_name, ())
        positions = TomlPositions(text)
        given_values = dict(parse_toml_file(SentencesFile, text, positions, sentences_name).given_values())
    # The names are at the beginning; the rest of a file may have megabytes.
    called = find_pddl_definitions(domain.text[:100_000]) | find_pddl_definitions(problem.text[:100_000])
    title = called.get("problem") or Path(problem.name).stem
    [name] = make_pddl_symbols([title[:38]], "problem", set())
    if named := called.get("domain"):
        story = format_message("pddl.story-of-domain", name=named)
    else:
        story = format_message("pddl.story-of-file", file=domain.name)
    # A story is a template, so a brace in a name would begin an expression.
    given_values |= {"title": title, "story": story.replace("{", "("), "source": f"{problem.name}, {domain.name}"}
    return TaskFile(family="classical", name=name, **given_values).with_pddl_sources(
        domain, problem, sentences_name, positions
    )


def make_model_instance(domain: Source, problem: Source) -> TaskInstance:
    """Return the instance of a model, a domain and a problem without sentences.

    Raises PddlError for texts that are not PDDL.
    """
    return instantiate(make_pddl_puzzle(domain, problem, Path()), {})


def _read_pddl_text(name: str) -> str:
    """Return the text of a PDDL file, with line feeds as line ends.

    Raises PddlError for a file that cannot be read, or that is not in UTF-8.
    """
    try:
        return read_bytes(name, MAX_FILE_SIZE).decode().replace("\r\n", "\n")
    except OSError as error:
        raise make_file_error(PddlError, name, error) from error
    except UnicodeDecodeError as error:
        says = format_message("puzzles.not-utf8")
        raise PddlError(says, file=name, found="other bytes", expected="text in UTF-8") from error
