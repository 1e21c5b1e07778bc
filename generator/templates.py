"""The Jinja environment for templates of PDDL, narrations and pictures, and for puzzle files' texts.

Puzzle files may come from strangers. For their ``{{ … }}``, Jinja is only the parser: `ferryplan.generator.expressions` checks the syntax tree
and evaluates it without generating code, so a text can neither access Python nor exhaust the memory.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import jinja2
import jinja2.compiler
import platformdirs
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.loaders import split_template_path
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import escape

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.escaping import Markdown, escape_context, escape_latex
from ferryplan.generator.files import MAX_FILE_SIZE


class TemplateCache(FileSystemBytecodeCache):
    """A cache of compiled templates in a folder, so that later runs need not compile them again.

    A compiled template is used only if the template's text, this module and the version of Jinja are still the same. If Python may not write compiled
    modules, or the folder cannot be written, nothing is stored.
    """

    def get_source_checksum(self, source: str) -> str:
        """Return a checksum of a template's text, this module and Jinja's compiler, as the cache's key."""
        compiler = os.stat(jinja2.compiler.__file__)
        # This module may be installed as bytecode only, so its file is not always text.
        made_by = Path(__file__).read_bytes(), compiler.st_mtime_ns, compiler.st_size
        return super().get_source_checksum(f"{made_by} {source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a compiled template from the folder into a bucket, if there is a readable one."""
        try:
            super().load_bytecode(bucket)
        except (OSError, EOFError, pickle.UnpicklingError):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the compiled template of a bucket in the folder, if this is allowed and possible."""
        with contextlib.suppress(OSError):
            if not sys.dont_write_bytecode:
                Path(self.directory).mkdir(parents=True, exist_ok=True)
                super().dump_bytecode(bucket)


_SCRIPT_COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)


class TemplateLoader(jinja2.FileSystemLoader):
    """A loader of templates from a list of folders, which refuses templates that may be unsafe.

    Unsafe templates are those that are too large, and links to files outside their folder. Scripts lose the lines that
    are comments, which would be a tenth of each page.
    """

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return a template's text, its path, and a function that says whether the text is still up to date.

        Raises TemplateNotFound for a missing or refused template, with the reason.
        """
        pieces = split_template_path(template)
        for folder in map(Path, self.searchpath):
            if (path := folder.joinpath(*pieces)).is_file():
                check_template_file(path, folder)
                break
        text, file_name, is_current = super().get_source(environment, template)
        return _SCRIPT_COMMENT.sub("", text) if template.endswith(".js") else text, file_name, is_current


def check_template_file(path: Path, folder: Path) -> None:
    """Raise TemplateNotFound for a template that is too large or is a link to a file outside its folder.

    The folder may come from a stranger, whose templates must not copy other files of the machine into the output.
    """
    if not path.resolve().is_relative_to(folder.resolve()):
        says = format_message("puzzles.template-leads-out", path=path, folder=folder)
        raise jinja2.TemplateNotFound(path.name, says)
    if path.is_file() and path.stat().st_size > MAX_FILE_SIZE:
        says = format_message("puzzles.template-too-large", path=path, most=MAX_FILE_SIZE)
        raise jinja2.TemplateNotFound(path.name, says)


def find_template_cache_folder() -> str:
    """Return the path of the folder for compiled templates.

    The path is empty for a user without a home folder. The folder is in the user's cache folder rather than in the installation, because uninstalling
    removes only files that the installation created.
    """
    try:
        folder = Path(platformdirs.user_cache_dir("ferryplan", appauthor=False), "templates")
    except RuntimeError:  # new versions of platformdirs; in old ones, the folder begins with ~
        return ""
    return str(folder) if folder.is_absolute() else ""


@functools.cache
def get_template_environment(
    root: Path = domains.FOLDER, kind: type[jinja2.Environment] = ImmutableSandboxedEnvironment
) -> jinja2.Environment:
    """Return the Jinja environment, which loads templates by paths such as ``family/dialect/name.j2``.

    The environment looks in the folder ``root`` first, then in ferryplan's folder ``domains``. ``kind`` is the class of the environment, by default
    sandboxed. Equal arguments give the same environment.
    """
    kept = find_template_cache_folder()
    pattern = f"%s.{sys.implementation.cache_tag}.template"
    made = kind(
        loader=TemplateLoader([root, domains.FOLDER]),
        bytecode_cache=TemplateCache(kept, pattern) if kept and root == domains.FOLDER else None,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=jinja2.select_autoescape((".html.j2", ".svg.j2"), default=False, default_for_string=False),
    )
    made.filters |= {"each": _format_each, "pairwise": itertools.pairwise}
    return made


def _format_each(items: Iterable[str | Sequence[str]], pattern: str, separator: str = " ") -> str:
    """Return the texts that a pattern such as ``(at {0} ?from)`` gives for each item, joined into one.

    An item that is a sequence fills ``{0}``, ``{1}`` and so on with its parts. This is the filter ``each`` in templates.
    """
    return separator.join(pattern.format(*([item] if isinstance(item, str) else item)) for item in items)


def render_escaped(form: str, template: str, context: Mapping[str, object]) -> str:
    """Render a template with all texts of the context escaped for an output format, and return the text.

    ``form`` is ``markdown``, ``html`` or ``latex``; in other formats, nothing is escaped. Texts that are already marked as being in the format stay
    the same. ``context`` are the values of the template's variables.
    """
    match form:
        case "markdown":
            return Markdown(render_template(template, escape_context(context)))
        case "html":
            return render_template(template, escape_context(context, escape))
        case "latex":
            return render_template(template, escape_context(context, escape_latex))
    return render_template(template, context)


def render_template(template: str, context: Mapping[str, object], root: Path = domains.FOLDER) -> str:
    """Render a template with the given values of its variables, and return the text.

    ``template`` is the template's path in the folder ``root``, or in ferryplan's folder ``domains``.
    """
    return get_template_environment(root).get_template(template).render(context)
