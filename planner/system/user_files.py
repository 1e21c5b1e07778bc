"""The user's files: reading of input files as a whole, and writing of output files, all or none.

Files are written into folders that are new, empty, or left by an earlier run.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, ParameterError
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.files import make_file_error, read_bytes
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.system.installation import install_command
from ferryplan.planner.system.interrupts import hold_signals
from ferryplan.planner.system.limits import defer_timeout

MAX_INPUT_BYTES = 50_000_000
TEXT_ENDINGS = (".txt", ".text", ".csv", ".level", ".xsb", ".sok")
"""endings of names by which a parameter value is recognized as the name of a text file"""
SCRATCH_BYTES = 8
SCRATCH_NAME = re.compile(rf"\.plan-[0-9a-f]{{{2 * SCRATCH_BYTES}}}")
"""the names of temporary files, which get their final names when all files of a command are written"""
MAX_VALUE_BYTES = 10_000
"""the largest size, in bytes, of a file that holds the value of a parameter"""


def check_packages(feature: str, *names: str, key: str | None = None) -> None:
    """Raise OutputError for the first of the named packages that is not installed.

    ``feature`` is the format or the feature that needs the packages, for the message; ``key`` is the option that
    requests it.
    """
    for name in names:
        if importlib.util.find_spec(name.replace("-", "_")) is None:
            says = format_message("system.package-missing", user=feature, package=name, command=install_command(name))
            raise OutputError(says, key=key, found=f"no {name}", expected=f"{name} installed")


def read_text(path: str, failure: type[FerryplanError], max_bytes: int = MAX_INPUT_BYTES) -> str:
    """Return the text of a file, or of standard input for ``-``.

    Raises an error of the class ``failure``, or of its subclass for missing files, if the text cannot be read.
    """
    try:
        return (_read_standard_input() if path == "-" else read_bytes(path, max_bytes)).decode()
    except OSError as error:
        raise make_file_error(failure, path, error) from error
    except UnicodeDecodeError as error:
        says = format_message("puzzles.not-utf8")
        raise failure(says, file=path, found="other bytes", expected="text in UTF-8") from error


def _read_standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError(0, "it is closed")
    data = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
    if len(data) > MAX_INPUT_BYTES:
        raise OSError(0, format_message("puzzles.file-too-large", most=MAX_INPUT_BYTES))
    return data


def read_text_or_file(text: str, puzzle: str, key: str, line_separator: str | None = None) -> str:
    """Return the content of the file that a parameter value names; without such a file, the value itself.

    The words of the file are joined by spaces or, with ``line_separator``, its lines are joined by this separator.
    Raises ParameterError for a file that cannot be read; the error names the puzzle and the parameter ``key``.
    """
    if text == "-" or not os.path.exists(text):
        if text.lower().endswith(TEXT_ENDINGS):
            says = format_message("system.no-such-file", path=text)
            raise ParameterError(says, where=puzzle, key=key, found=f"'{text}'", expected="an existing file, or a text")
        return text
    try:
        found = read_text(text, ParameterError, MAX_VALUE_BYTES).removeprefix("\ufeff")
    except ParameterError as error:
        raise ParameterError(
            str(error), where=puzzle, key=key, found=error.found, expected=error.expected
        ) from error.__cause__
    return (
        " ".join(found.split())
        if line_separator is None
        else line_separator.join(map(str.rstrip, found.rstrip().splitlines()))
    )


class OutputError(FerryplanError, OSError):
    """A file or folder cannot be written.

    >>> from ferryplan import OutputError
    >>> issubclass(OutputError, OSError)
    True
    """

    __module__ = "ferryplan"


class FolderNotEmptyError(OutputError):
    """A folder for output is not empty: it contains files that the command must not replace."""

    option_advice = format_message("system.force-into-folder")


def cannot_write_error(path: str | Path, reason: object) -> OutputError:
    """Return the OutputError for a file that cannot be written, with the reason."""
    return OutputError(format_message("system.cannot-write", reason=reason), file=path)


@contextlib.contextmanager
def raise_output_errors(path: Path) -> Iterator[None]:
    """Turn errors of the operating system in this ``with`` block into OutputErrors about a path."""
    try:
        yield
    except OutputError:
        raise
    except (OSError, ValueError) as error:
        raise cannot_write_error(path, getattr(error, "strerror", None) or error) from None


def remove_scratch_files(folder: Path) -> None:
    """Remove the temporary files that a run leaves in a folder if it is killed while it writes there."""
    for path in folder.rglob(".plan-*"):
        if SCRATCH_NAME.fullmatch(path.name) and path.is_file():
            path.unlink(missing_ok=True)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write text files into a folder and its subfolders, all or none; missing folders are created.

    ``files`` maps names, relative to the folder, to texts.
    """
    paths = {folder / name: encode_text(text) for name, text in files.items()}
    with make_folders(folder, *(path.parent for path in paths)):
        write_all_or_none(paths)


@contextlib.contextmanager
def make_folders(*folders: Path) -> Iterator[None]:
    """Create the folders that this ``with`` block writes into; if it fails, remove the new, empty ones.

    Raises OutputError for a folder that cannot be created.
    """
    made = list[Path]()
    try:
        for folder in folders:
            for each in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
                with raise_output_errors(folder):
                    each.mkdir(exist_ok=True)
                made.append(each)
            with raise_output_errors(folder):  # it may be a file
                folder.mkdir(exist_ok=True)
        yield
    except BaseException:
        for each in reversed(made):
            with contextlib.suppress(OSError):  # somebody has put something there
                each.rmdir()
        raise


FILE_ENDING = re.compile(
    r"\.(csv|dot|gif|graphml|gz|html?|ipynb|jpg|jsonl?|log|markdown|md|parquet|pddl|pdf|plan|png|ps|py|rst|svg|tar|tex|tgz"
    r"|toml|tsv|txt|xlsx?|xml|ya?ml|zip)",
    re.IGNORECASE,
)
"""matches the endings by which a name is that of a file rather than of a folder"""


def looks_like_file(path: Path) -> bool:
    """Return whether a path has a file ending such as ``.html`` and is not an existing folder."""
    return FILE_ENDING.fullmatch(path.suffix) is not None and not path.is_dir()


def check_folder_name(folder: Path) -> None:
    """Raise OutputError if the name of a new folder for output ends as that of a file, such as ``.html``."""
    if looks_like_file(folder):
        says = format_message("system.file-name-for-folder", ending=folder.suffix)
        raise OutputError(says, file=folder, found=f"'{folder.suffix}'", expected="a folder")


def check_output_folder(folder: Path, force: bool, journal: Path | None = None) -> None:
    """Raise OutputError if the path of an output folder is a file or a folder that is not empty.

    With ``force``, it never fails. If the ``journal`` of an earlier run exists, the folder may contain files:
    ``rewrite_files`` checks that these files are from that run. A new folder must not have the name of a file, such as
    ``page.html``.
    """
    check_folder_name(folder)
    if force or not folder.exists() or (folder.is_dir() and (has_journal(journal) or not any(folder.iterdir()))):
        return
    says = format_message("system.folder-not-empty")
    raise FolderNotEmptyError(says, file=folder, found="files", expected="a new or an empty folder")


def has_journal(journal: Path | None) -> bool:
    """Return whether the journal of an earlier run exists."""
    return journal is not None and journal.is_file() and journal.stat().st_size > 0


def rewrite_files(folder: Path, files: Mapping[str, str], force: bool) -> None:
    """Write text files into a folder that may contain these files from an earlier run.

    ``files`` maps names, relative to the folder, to texts. Raises OutputError if the folder contains any other file,
    unless ``force`` is set. The files are written as by ``write_files``.
    """
    remove_scratch_files(folder)
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    if not force and (others := sorted(there - files.keys())):
        says = format_message("system.other-files", files=join_phrases(others[:5]))
        raise FolderNotEmptyError(
            says, file=folder, found=join_phrases(others[:5]), expected="files of this command only"
        )
    write_files(folder, files)


def write_all_or_none(files: Mapping[Path, bytes], keep_permissions: bool = False) -> None:
    """Write files into existing folders, all or none; ``files`` maps paths to contents.

    ``keep_permissions`` keeps those of the files that are replaced; otherwise, all files have the permissions of new
    files.
    """
    with defer_timeout(), hold_signals():
        scratch = {path: path.parent / f".plan-{secrets.token_hex(SCRATCH_BYTES)}" for path in files}
        try:
            for path, data in files.items():
                with raise_output_errors(path):
                    check_writable_path(path)
                    with scratch[path].open("xb") as file:
                        file.write(data)
                    if keep_permissions and path.exists():
                        shutil.copymode(path, scratch[path])
            for path in files:
                scratch[path].replace(path)
        finally:
            for path in files:
                with contextlib.suppress(OSError):
                    scratch[path].unlink()


def check_writable_path(path: Path) -> None:
    """Raise OutputError if no file can be written at a path.

    The reason is that the parent folder is missing, or that the path is a folder, a device or a pipe.
    """
    with raise_output_errors(path):
        if not path.parent.is_dir():
            raise cannot_write_error(path, format_message("system.no-folder", folder=path.parent))
        if path.exists() and not path.is_file():
            raise cannot_write_error(
                path, format_message("puzzles.is-folder" if path.is_dir() else "system.is-no-file")
            )
