"""Compile the modules that ferryplan usually needs, in the archives of the runtime folder; runs in Pyodide.

Compiling takes half of the time in which ferryplan starts. Compiled modules are larger than their texts, so the other
modules stay as they are.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import zipfile
from importlib import _bootstrap_external  # the functions that write compiled files

LIBRARY_ROOT, PACKAGES_ROOT = "/lib/python314.zip", "/lib/python3.14/site-packages"
"""where Python finds the modules of the standard library and of the packages"""
UNUSED = re.compile(
    r"""
    ( _android_support | _apple_support | _ios_support | _pydatetime | _pyio | _pyrepl | antigravity | bdb | cProfile | doctest
    | ensurepip | ftplib | http/cookiejar | http/server | idlelib | imaplib | logging/config | logging/handlers | mailbox
    | multiprocessing/dummy | nturl2path | optparse | pdb | pickletools | poplib
    | profile | pstats | pyclbr | pydoc | pydoc_data | smtplib | socketserver | tabnanny | this | timeit | trace | turtle
    | unittest | venv | webbrowser | wsgiref | xml | xmlrpc
    )(\.py|/.*)
    | encodings/( big5 | cp(?!437) | euc | gb | hp_ | hz | iso2022 | iso8859_(?!1\.) | johab | koi8 | kz | mac_ | palmos
    | ptcp | shift_ | tis ).*
    | ferryplan/servers/.* | pydantic/(v1/.*|mypy\.py) | rich/_unicode_data/unicode( \d | 1[0-6] )-.* | click/testing\.py
    | .*\.dist-info/sboms/.*
    """,
    re.VERBOSE,
)
"""files that are left out, because nothing in the runtime folder imports them"""
WITH_DOCSTRINGS = ("ferryplan/", "pyodide/", "_pyodide/")
"""the packages whose compiled modules keep their docstrings and assertions"""


def find_imported_files(root: str) -> set[str]:
    """Return the paths of the imported modules below a folder or in an archive, relative to it."""
    files = {getattr(module, "__file__", None) or "" for module in [*sys.modules.values()]}
    return {file.removeprefix(f"{root}/") for file in files if file.startswith(f"{root}/") and file.endswith(".py")}


def compile_archive(source: str, target: str, root: str) -> None:
    """Write an archive anew, with compiled modules in place of those that are imported now.

    ``root`` is where Python finds the modules of the archive.
    """
    imported = find_imported_files(root)
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for entry in old.infolist():
            name, data = entry.filename, old.read(entry)
            if UNUSED.fullmatch(name):
                continue
            if name in imported:
                level = 0 if name.startswith(WITH_DOCSTRINGS) else 2
                code = compile(data, f"{root}/{name}", "exec", dont_inherit=True, optimize=level)
                data = _bootstrap_external._code_to_hash_pyc(code, importlib.util.source_hash(data), False)
                name += "c"
            new.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
