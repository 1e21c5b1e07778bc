"""Open files and files on disk, and the domains and problems that belong together."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from pygls import uris
from pygls.workspace import PositionCodec, Workspace

from ferryplan import SymbolTable, find_domain, find_symbols
from ferryplan.servers.language.positions import TextPositions

FileKind = Literal["domain", "problem", "puzzle", "other"]
MAX_FILES = 500
"""the largest number of files of a folder in which the server looks for problems"""
MAX_FILE_BYTES = 2_000_000
"""the size of a file on disk from which the server does not read it"""
_COMMENT = re.compile(r";[^\n]*")
_DEFINITION = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\s+([^\s()]+)", re.IGNORECASE)
_DOMAIN_NAME = re.compile(r"\(\s*:domain\s+([^\s()]+)", re.IGNORECASE)
_FAMILY = re.compile(r"^family\s*=", re.MULTILINE)
_HEAD_LENGTH = 20_000
"""the number of characters in which the names of a domain and a problem stand"""


class PddlHeader(NamedTuple):
    """What a text defines, in lower case."""

    kind: str
    """``domain``, ``problem``, or the empty text"""
    name: str
    domain_name: str
    """the domain of a problem"""


class PddlPair(NamedTuple):
    """A text with its counterpart: a problem and its domain, or a domain alone."""

    domain_uri: str | None
    domain: str | None
    problem_uri: str | None
    problem: str | None

    @property
    def uris(self) -> dict[str, str]:
        """The addresses of the files by their roles, ``domain`` and ``problem``."""
        known = {"domain": self.domain_uri, "problem": self.problem_uri}
        return {role: uri for role, uri in known.items() if uri is not None}

    @property
    def symbols(self) -> SymbolTable:
        """The names in the two texts."""
        return find_symbols(self.domain, self.problem)


class PddlWorkspace:
    """The texts that the editor shows and the files beside them."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    @property
    def codec(self) -> PositionCodec:
        """The units in which client and server count columns."""
        return self._workspace.position_codec

    def read(self, uri: str) -> str | None:
        """Return a file's text, as the editor has it or else as it is on disk; None if it cannot be read."""
        opened = self._workspace.text_documents.get(uri)
        if opened is not None:
            return str(opened.source)
        path = _find_path(uri)
        return None if path is None else _read_file(path)

    def _find_uri(self, path: Path) -> str:
        """Return the address of a file as the editor writes it, if the editor shows the file."""
        opened = (uri for uri in self._workspace.text_documents if _find_path(uri) == path)
        return next(opened, None) or uris.from_fs_path(str(path)) or ""

    def find_unchanged_path(self, uri: str) -> str | None:
        """Return the path of a file if the editor shows it as it is on disk; otherwise None."""
        path = _find_path(uri)
        return str(path) if path is not None and _read_file(path) == self.read(uri) else None

    def positions(self, uri: str) -> TextPositions:
        """Return the object that converts positions in a file; a file that cannot be read counts as empty."""
        return TextPositions(self.read(uri) or "", self.codec)

    def find_kind(self, uri: str) -> FileKind:
        """Return whether a file is a domain, a problem, a puzzle file or something else."""
        text = self.read(uri) or ""
        if uri.lower().endswith(".toml"):
            return "puzzle" if _FAMILY.search(text) else "other"
        match read_header(text).kind:
            case "domain":
                return "domain"
            case "problem":
                return "problem"
            case _:  # a text that somebody begins to write
                return "domain" if uri.lower().endswith(".pddl") else "other"

    def find_pair(self, uri: str) -> PddlPair:
        """Return a domain alone, or a problem with its domain if there is one."""
        text = self.read(uri) or ""
        if self.find_kind(uri) != "problem":
            return PddlPair(uri, text, None, None)
        domain = self.find_domain_of(uri, text)
        return PddlPair(domain, None if domain is None else self.read(domain), uri, text)

    def list_pairs(self, uri: str) -> list[PddlPair]:
        """Return the pairs of the domain to which a file belongs.

        The first is the pair of the file itself; then come the problems of the domain.
        """
        own = self.find_pair(uri)
        if own.domain_uri is None or own.domain is None:
            return [own]
        problems = [one for one in self.list_problems(own.domain_uri, own.domain) if one != own.problem_uri]
        others = [PddlPair(own.domain_uri, own.domain, one, self.read(one)) for one in problems]
        return [own, *others]

    def find_domain_of(self, uri: str, text: str) -> str | None:
        """Return the domain of a problem: an open file with its name, or else a file in the same folder.

        Files on disk are paired as `plan lint` does; if that file is another domain, another file with the right name
        is taken.
        """
        name = read_header(text).domain_name
        opened = (other for other in self._list_open(uri) if self._is_domain(other, name))
        path = _find_path(uri)
        paired = None if path is None else find_domain(path)
        paired_uri = None if paired is None else self._find_uri(paired)
        if (found := next(opened, None)) is not None:
            return found
        if paired_uri is None or (name and not self._is_domain(paired_uri, name)):
            return next((other for other in self._list_folder(uri) if self._is_domain(other, name)), paired_uri)
        return paired_uri

    def _is_domain(self, uri: str, name: str) -> bool:
        header = read_header(self.read(uri) or "")
        return (header.kind, header.name) == ("domain", name)

    def list_problems(self, uri: str, text: str) -> list[str]:
        """Return the problems of a domain: open files and files in the same folder."""
        names = dict.fromkeys([*self._list_open(uri), *self._list_folder(uri)])
        return [one for one in names if self._is_problem_of(one, text)]

    def list_open_problems(self, uri: str) -> list[str]:
        """Return the problems of a domain that the editor shows; none if the file is no domain."""
        text = self.read(uri) or ""
        return [one for one in self._list_open(uri) if self._is_problem_of(one, text)]

    def _is_problem_of(self, uri: str, domain: str) -> bool:
        """Return whether a file is a problem of the domain with a text."""
        header, other = read_header(domain), read_header(self.read(uri) or "")
        return header.kind == "domain" and other.kind == "problem" and other.domain_name == header.name

    def _list_open(self, uri: str) -> list[str]:
        """Return the other open PDDL files of the same folder; of unsaved files all that are unsaved."""
        folder = uri.rpartition("/")[0]
        return [one for one in self._workspace.text_documents if one != uri and one.rpartition("/")[0] == folder]

    def _list_folder(self, uri: str) -> Iterator[str]:
        """Yield the other PDDL files of the folder on disk."""
        path = _find_path(uri)
        if path is not None:
            for other in sorted(path.parent.glob("*.pddl"))[:MAX_FILES]:
                if other != path:
                    yield self._find_uri(other)


def read_header(text: str) -> PddlHeader:
    """Return what a text defines; all parts are empty if it defines nothing."""
    return _read_header(text[:_HEAD_LENGTH])


@functools.lru_cache(maxsize=MAX_FILES)
def _read_header(head: str) -> PddlHeader:
    """Read the beginning of a text once, because editors ask at each keystroke."""
    text = _COMMENT.sub("", head)
    found, named = _DEFINITION.search(text), _DOMAIN_NAME.search(text)
    if found is None:
        return PddlHeader("", "", "")
    return PddlHeader(found[1].lower(), found[2].lower(), named[1].lower() if named else "")


def _find_path(uri: str) -> Path | None:
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None


def _read_file(path: Path) -> str | None:
    try:
        state = path.stat()
        return _read_unchanged(path, state.st_mtime_ns, state.st_size)
    except OSError:
        return None


@functools.lru_cache(maxsize=MAX_FILES)
def _read_unchanged(path: Path, changed: int, size: int) -> str | None:
    """Read a file once for each time at which it was changed."""
    if size > MAX_FILE_BYTES:
        return None
    return path.read_bytes().decode("utf-8", errors="replace")


def find_definition_line(text: str) -> int:
    """Return the line, from 0, at which the definition of a text begins; 0 if it has none."""
    # comments become spaces, so that the positions stay
    found = _DEFINITION.search(_COMMENT.sub(lambda comment: " " * len(comment[0]), text[:_HEAD_LENGTH]))
    return text.count("\n", 0, found.start()) if found else 0
