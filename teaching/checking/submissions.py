"""A reader of submissions: students' models, in folders or archives.

A submission is a folder, an archive, or files with the submission's name as prefix. The reader limits the size and the
number of the files. It unpacks nothing to disk, follows no links, and opens only regular files. It recognizes domains
and problems by their text, whatever their file names are.
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
from ferryplan.generator.escaping import format_file_name
from ferryplan.generator.files import MAX_FILE_SIZE, read_bytes
from ferryplan.generator.tasks.pddl_puzzles import find_pddl_definitions
from ferryplan.generator.wording import join_phrases

MAX_FILES, MAX_BYTES, MAX_DEPTH = 1_000, 50_000_000, 8
"""The largest number of files in a submission, their largest total size in bytes, and the largest depth of nested folders."""
MAX_UNPACKED_BYTES = 1_000_000_000
"""The largest unpacked size of a tar file in bytes. Skipped members count, because reading unpacks them, too."""
ZIP_SIGNATURES = (b"PK\3\4", b"PK\5\6")
"""The first bytes of zip files."""
TAR_ENDINGS = (".tar", ".gz", ".tgz", ".bz2", ".tbz", ".tbz2", ".xz", ".txz")
"""The file name endings of tar files."""
ARCHIVE_ENDINGS = (".zip", ".rar", ".7z", *TAR_ENDINGS)
"""The file name endings of archives."""
DAMAGED_FILE_ERRORS = (
    OSError, EOFError, RuntimeError, ValueError, OverflowError,
    struct.error, zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError,
)  # fmt: skip
"""The exceptions that opening and reading a damaged or encrypted archive can raise."""
_IGNORED_NAME = re.compile(r"(^|/)(\.[^./]|__MACOSX(/|$)|~\$|#)|~$|\.(bak|orig|sw[a-p])$", re.IGNORECASE)
"""Matches names of hidden files, backups and files that operating systems add to archives."""
_OWNER_PREFIX = re.compile(r"(.+?_\d+)_.*|(.+)_[^_]*|(.*)", re.DOTALL)
"""Matches a file name; one of its groups is the name of the submission."""
_MOODLE_SUFFIX = re.compile(r"_assignsubmission_(file|onlinetext)_?$")
"""Matches the ending that Moodle adds to the name of a submission."""


def find_submissions(folder: Path) -> dict[str, list[Path]]:
    """Return the paths that belong to each submission in a folder, by the name of the submission.

    A submission is a folder, an archive, or PDDL files whose names begin with its name, such as ``ann_p01.pddl``. A
    number that a learning platform appends to the name is ignored. If an archive has the same name as another
    submission, its ending becomes part of its name. Raises PddlError if the folder has no submissions.
    """
    found, archives = dict[str, list[Path]](), dict[Path, str]()
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if _IGNORED_NAME.search(path.name):
            continue
        if path.is_dir():
            found.setdefault(_MOODLE_SUFFIX.sub("", format_file_name(path)), []).append(path)
        elif path.suffix.lower() == ".pddl":
            owner = _OWNER_PREFIX.fullmatch(format_file_name(path.with_suffix("")))
            assert owner is not None, "its last part fits everything"
            found.setdefault(_MOODLE_SUFFIX.sub("", owner[owner.lastindex or 0]), []).append(path)
        elif path.suffix.lower() in ARCHIVE_ENDINGS:
            archives[path] = _MOODLE_SUFFIX.sub("", format_file_name(_strip_archive_ending(path)))
    times = Counter([*found, *archives.values()])
    for path, name in archives.items():
        found.setdefault(name if times[name] == 1 else format_file_name(path), []).append(path)
    if not found:
        raise PddlError(format_message("check.no-submissions"), file=folder)
    return dict(sorted(found.items()))


def _strip_archive_ending(path: Path) -> Path:
    """Return the path of an archive without its ending, which may be double, such as ``.tar.gz``."""
    bare = path.with_suffix("")
    return bare.with_suffix("") if bare.suffix.lower() == ".tar" and path.suffix.lower() in TAR_ENDINGS else bare


def hash_file_stats(paths: Sequence[Path]) -> str:
    """Return a hash of the names, sizes and modification times of a submission's files.

    It changes if the submission changes.
    """
    every = sorted(found for path in paths for found in (path, *path.rglob("*")))
    told = [(f"{path}", found.st_size, found.st_mtime_ns) for path in every for found in [path.lstat()]]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def read_model(paths: Sequence[Path]) -> tuple[tuple[str, str], list[tuple[str, str]]]:
    """Return the domain and the problems of a submission, each as a pair of file name and text.

    ``paths`` are the folders, archives and files of the submission. Of files with equal texts, only the first counts. Raises PddlError if
    there is not exactly one domain, if there is no problem, and for files that exceed a limit or cannot be read.
    """
    found: dict[str, dict[str, str]] = {"domain": {}, "problem": {}}
    seen, size = set[str](), 0
    try:
        for name, mode, length, read in (one for path in paths for one in _walk_files(path, path.name)):
            if _IGNORED_NAME.search(name) or (length > MAX_FILE_SIZE and not name.lower().endswith(".pddl")):
                continue
            size += length
            wrong = {
                "check.link": stat.S_ISLNK(mode),
                "check.outside": not {"", ".."}.isdisjoint(name.split("/")),
                "check.same-name": name.casefold() in seen,
                "check.too-deep": name.count("/") > MAX_DEPTH,
                "check.too-many-files": len(seen) >= MAX_FILES,
                "check.too-large": size > MAX_BYTES or length > MAX_FILE_SIZE,
            }
            limits = {"check.too-deep": MAX_DEPTH, "check.too-many-files": f"{MAX_FILES:,}"}
            for key in (key for key, is_there in wrong.items() if is_there):
                raise PddlError(format_message(key, limit=limits.get(key)), file=name)
            seen.add(name.casefold())
            kind, text = _identify_pddl(name, read())
            if kind:
                found[kind].setdefault(text, name)
    except PddlError:
        raise
    except DAMAGED_FILE_ERRORS as error:
        why = f"{getattr(error, 'strerror', None) or error}".partition("\n")[0].rstrip(":")
        raise PddlError(format_message("check.unreadable-file", reason=why), file=paths[0].name) from None
    if not seen:
        raise PddlError(format_message("check.empty"))
    for kind, texts in found.items():
        if not texts:
            raise PddlError(format_message(f"check.no-{kind}", count=len(seen)))
    if len(found["domain"]) > 1:
        raise PddlError(format_message("check.several-domains", files=join_phrases([*found["domain"].values()])))
    [domain], problems = ([(name, text) for text, name in texts.items()] for texts in found.values())
    return domain, problems


def _identify_pddl(name: str, data: bytes) -> tuple[str, str]:
    """Return the kind of PDDL in a file (``domain``, ``problem``, or "" for neither) and its text.

    Raises PddlError for a file with both a domain and a problem, and for PDDL that is not in UTF-8.
    """
    try:
        text, readable = data.decode("utf-8-sig").replace("\r\n", "\n"), True
    except UnicodeDecodeError:
        text, readable = data.decode("latin-1"), False
    kinds = find_pddl_definitions(text)
    if not readable and (kinds or name.lower().endswith(".pddl")):
        raise PddlError(format_message("puzzles.not-utf8"), file=name)
    if len(kinds) > 1:
        raise PddlError(format_message("check.two-in-one"), file=name)
    return "".join(kinds), text


def _walk_files(path: Path, name: str) -> Iterator[tuple[str, int, int, Callable[[], bytes]]]:
    """Yield each file at a path, also inside folders and archives, with a function that reads it.

    Each tuple has the path within the submission, the mode bits (as in `os.stat`), the size in bytes, and a function
    that returns the bytes.
    """
    if path.is_symlink() or not (path.is_dir() or (path.is_file() and path.suffix.lower() in ARCHIVE_ENDINGS)):
        yield name, path.lstat().st_mode, path.lstat().st_size, partial(read_bytes, path, MAX_FILE_SIZE)
    elif path.is_dir():
        for inner in sorted(path.iterdir()):
            yield from _walk_files(inner, f"{name}/{inner.name}")
    elif _is_tar_file(path):
        yield from _walk_tar_files(path, name)
    else:
        with zipfile.ZipFile(path) as archive:
            for one in archive.infolist():
                if not one.is_dir():
                    inside = f"{name}/{one.filename}".replace("\\", "/")
                    yield inside, one.external_attr >> 16, one.file_size, partial(archive.read, one)


def _is_tar_file(path: Path) -> bool:
    """Return whether an archive has the ending of a tar file, and does not begin like a zip file."""
    with path.open("rb") as file:
        return path.suffix.lower() in TAR_ENDINGS and file.read(4) not in ZIP_SIGNATURES


def _walk_tar_files(path: Path, name: str) -> Iterator[tuple[str, int, int, Callable[[], bytes]]]:
    """Yield the files in a tar file, compressed or not, in the form that `_walk_files` describes.

    Raises PddlError for members that are not files, folders or links, and for tar files that are too large.
    """
    unpacked = 0
    with tarfile.open(path) as archive:
        for one in archive:
            inside = f"{name}/{one.name}".encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            unpacked += one.size
            if unpacked > MAX_UNPACKED_BYTES:
                raise PddlError(format_message("check.too-large"), file=inside)
            if one.issym() or one.islnk():
                yield inside, stat.S_IFLNK, 0, bytes
            elif one.isreg():
                yield inside, stat.S_IFREG, one.size, partial(_read_tar_member, archive, one)
            elif not one.isdir():
                raise PddlError(format_message("check.no-file"), file=inside)


def _read_tar_member(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    """Return the bytes of a file in a tar file."""
    file = archive.extractfile(member)
    return file.read() if file else b""
