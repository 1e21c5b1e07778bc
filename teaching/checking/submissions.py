"""What was handed in: folders, archives, or files with names in front, of which the PDDL is read within bounds.

Nothing is unpacked, no link is followed, nothing but files is opened. What a file is, its text says, not its name.
"""

from __future__ import annotations

import hashlib
import lzma
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.generator.escaping import name_of_file
from ferryplan.generator.files import LARGEST_FILE, read_bytes
from ferryplan.generator.tasks.pairs import defined_in
from ferryplan.generator.wording import listing

MOST_FILES, MOST_BYTES, DEEPEST = 1_000, 50_000_000, 8
"""how many files a submission may have, how many bytes together, in how many folders within each other"""
MOST_UNPACKED = 1_000_000_000
"""how many bytes a tar file may come to: what is passed over has to be unpacked as well"""
ZIPPED = (b"PK\3\4", b"PK\5\6")
"""how zip files begin"""
TAPES = (".tar", ".gz", ".tgz", ".bz2", ".tbz", ".tbz2", ".xz", ".txz")
"""the endings of tar files"""
ARCHIVES = (".zip", ".rar", ".7z", *TAPES)
DAMAGED = (
    OSError, EOFError, RuntimeError, ValueError, OverflowError,
    struct.error, zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError,
)  # fmt: skip
"""what opening and reading a damaged or encrypted archive raises"""
_LEFT_ASIDE = re.compile(r"(^|/)(\.[^./]|__MACOSX(/|$)|~\$|#)|~$|\.(bak|orig|sw[a-p])$", re.IGNORECASE)
_OWNER = re.compile(r"(.+?_\d+)_.*|(.+)_[^_]*|(.*)", re.DOTALL)
_OF_MOODLE = re.compile(r"_assignsubmission_(file|onlinetext)_?$")


def submissions(folder: Path) -> dict[str, list[Path]]:
    """Return what each has handed in, by name: a folder, an archive, or files of PDDL with the name in front (``ann_p01.pddl``).

    So learning platforms have it, some with a number behind the name. Where an archive is called as another submission is, its ending
    belongs to its name. Raises PddlError for a folder without any.
    """
    found, archives = dict[str, list[Path]](), dict[Path, str]()
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if _LEFT_ASIDE.search(path.name):
            continue
        if path.is_dir():
            found.setdefault(_OF_MOODLE.sub("", name_of_file(path)), []).append(path)
        elif path.suffix.lower() == ".pddl":
            owner = _OWNER.fullmatch(name_of_file(path.with_suffix("")))
            assert owner is not None, "its last part fits everything"
            found.setdefault(_OF_MOODLE.sub("", owner[owner.lastindex or 0]), []).append(path)
        elif path.suffix.lower() in ARCHIVES:
            archives[path] = _OF_MOODLE.sub("", name_of_file(_without_ending(path)))
    times = Counter([*found, *archives.values()])
    for path, name in archives.items():
        found.setdefault(name if times[name] == 1 else name_of_file(path), []).append(path)
    if not found:
        raise PddlError(format_message("check.no-submissions"), file=folder)
    return dict(sorted(found.items()))


def _without_ending(path: Path) -> Path:
    """Return the path of an archive without its ending, which may be a double one: ``.tar.gz``."""
    bare = path.with_suffix("")
    return bare.with_suffix("") if bare.suffix.lower() == ".tar" and path.suffix.lower() in TAPES else bare


def stamp(paths: Sequence[Path]) -> str:
    """Return what is another where files that were handed in have changed: of their names, sizes and times."""
    every = sorted(found for path in paths for found in (path, *path.rglob("*")))
    told = [(f"{path}", found.st_size, found.st_mtime_ns) for path in every for found in [path.lstat()]]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def model_in(paths: Sequence[Path]) -> tuple[tuple[str, str], list[tuple[str, str]]]:
    """Return the domain of a submission and its problems, as names and texts, in the order of their names; of equal texts the first.

    Raises PddlError for what is no such thing, or is beyond all bounds.
    """
    found: dict[str, dict[str, str]] = {"domain": {}, "problem": {}}
    seen, size = set[str](), 0
    try:
        for name, mode, length, read in (one for path in paths for one in _files(path, path.name)):
            if _LEFT_ASIDE.search(name) or (length > LARGEST_FILE and not name.lower().endswith(".pddl")):
                continue
            size += length
            wrong = {
                "check.link": stat.S_ISLNK(mode),
                "check.outside": not {"", ".."}.isdisjoint(name.split("/")),
                "check.same-name": name.casefold() in seen,
                "check.too-deep": name.count("/") > DEEPEST,
                "check.too-many-files": len(seen) >= MOST_FILES,
                "check.too-large": size > MOST_BYTES or length > LARGEST_FILE,
            }
            limits = {"check.too-deep": DEEPEST, "check.too-many-files": f"{MOST_FILES:,}"}
            for key in (key for key, is_there in wrong.items() if is_there):
                raise PddlError(format_message(key, limit=limits.get(key)), file=name)
            seen.add(name.casefold())
            kind, text = _defined(name, read())
            if kind:
                found[kind].setdefault(text, name)
    except PddlError:
        raise
    except DAMAGED as error:
        why = f"{getattr(error, 'strerror', None) or error}".partition("\n")[0].rstrip(":")
        raise PddlError(format_message("check.unreadable-file", reason=why), file=paths[0].name) from None
    if not seen:
        raise PddlError(format_message("check.empty"))
    for kind, texts in found.items():
        if not texts:
            raise PddlError(format_message(f"check.no-{kind}", count=len(seen)))
    if len(found["domain"]) > 1:
        raise PddlError(format_message("check.several-domains", files=listing([*found["domain"].values()])))
    [domain], problems = ([(name, text) for text, name in texts.items()] for texts in found.values())
    return domain, problems


def _defined(name: str, data: bytes) -> tuple[str, str]:
    """Return what a file is: ``domain``, ``problem`` or nothing, and its text. Raises PddlError for both, and for what is not in UTF-8."""
    try:
        text, readable = data.decode("utf-8-sig").replace("\r\n", "\n"), True
    except UnicodeDecodeError:
        text, readable = data.decode("latin-1"), False
    kinds = defined_in(text)
    if not readable and (kinds or name.lower().endswith(".pddl")):
        raise PddlError(format_message("puzzles.not-utf8"), file=name)
    if len(kinds) > 1:
        raise PddlError(format_message("check.two-in-one"), file=name)
    return "".join(kinds), text


def _files(path: Path, name: str) -> Iterator[tuple[str, int, int, Callable[[], bytes]]]:
    """Yield of the files at a path the names, modes and sizes, and what reads each; folders and archives are opened."""
    if path.is_symlink() or not (path.is_dir() or (path.is_file() and path.suffix.lower() in ARCHIVES)):
        yield name, path.lstat().st_mode, path.lstat().st_size, partial(read_bytes, path, LARGEST_FILE)
    elif path.is_dir():
        for inner in sorted(path.iterdir()):
            yield from _files(inner, f"{name}/{inner.name}")
    elif _is_tape(path):
        yield from _files_of_tape(path, name)
    else:
        with zipfile.ZipFile(path) as archive:
            for one in archive.infolist():
                if not one.is_dir():
                    inside = f"{name}/{one.filename}".replace("\\", "/")
                    yield inside, one.external_attr >> 16, one.file_size, partial(archive.read, one)


def _is_tape(path: Path) -> bool:
    """Return whether an archive is to be read as a tar file; what begins as a zip file is one, whatever its name."""
    with path.open("rb") as file:
        return path.suffix.lower() in TAPES and file.read(4) not in ZIPPED


def _files_of_tape(path: Path, name: str) -> Iterator[tuple[str, int, int, Callable[[], bytes]]]:
    """Yield the files in a tar file, compressed or not, as `_files` does. Raises PddlError for what is neither a file nor a link."""
    unpacked = 0
    with tarfile.open(path) as archive:
        for one in archive:
            inside = f"{name}/{one.name}".encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            unpacked += one.size
            if unpacked > MOST_UNPACKED:
                raise PddlError(format_message("check.too-large"), file=inside)
            if one.issym() or one.islnk():
                yield inside, stat.S_IFLNK, 0, bytes
            elif one.isreg():
                yield inside, stat.S_IFREG, one.size, partial(_read_member, archive, one)
            elif not one.isdir():
                raise PddlError(format_message("check.no-file"), file=inside)


def _read_member(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(member)
    return file.read() if file else b""
