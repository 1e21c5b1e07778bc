"""The one Jinja environment: PDDL templates, narration templates, pictures; and the texts of puzzle files with their ``{{ … }}``.

What stands in puzzle files comes from strangers. Jinja only parses it; its syntax tree is checked before anything is computed
(`ferryplan.generator.expressions`), and no code is made of it, so there is no way to Python, and none to much memory.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import pickle
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
from ferryplan.generator.escaping import Markdown, all_escaped, in_latex
from ferryplan.generator.files import LARGEST_FILE


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates, kept in a folder: each serves its own text, this module and this version of Jinja only.

    Where Python may not keep compiled modules, or the folder cannot be written, nothing is kept.
    """

    def get_source_checksum(self, source: str) -> str:
        """Return what is another for any other text, and for another way to compile it."""
        compiler = os.stat(jinja2.compiler.__file__)
        made_by = Path(__file__).read_text(encoding="utf-8"), compiler.st_mtime_ns, compiler.st_size
        return super().get_source_checksum(f"{made_by} {source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a compiled template, if there is one that can be read."""
        try:
            super().load_bytecode(bucket)
        except (OSError, EOFError, pickle.UnpicklingError):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template, if that is wanted and possible."""
        with contextlib.suppress(OSError):
            if not sys.dont_write_bytecode:
                Path(self.directory).mkdir(parents=True, exist_ok=True)
                super().dump_bytecode(bucket)


class TemplateLoader(jinja2.FileSystemLoader):
    """Templates below some folders. A template that links out of its folder, or that is too large, does not count as one."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return a template's text, its path, and whether it is still up to date. Raises TemplateNotFound, with the reason."""
        pieces = split_template_path(template)
        for folder in map(Path, self.searchpath):
            if (path := folder.joinpath(*pieces)).is_file():
                check_template(path, folder)
                break
        return super().get_source(environment, template)


def check_template(path: Path, folder: Path) -> None:
    """Raise TemplateNotFound for a template that leads out of its folder by a link, and for one that is too large to read.

    The folder may come from a stranger: its templates must not copy other files of the machine into their output.
    """
    if not path.resolve().is_relative_to(folder.resolve()):
        says = format_message("puzzles.template-leads-out", path=path, folder=folder)
        raise jinja2.TemplateNotFound(path.name, says)
    if path.is_file() and path.stat().st_size > LARGEST_FILE:
        says = format_message("puzzles.template-too-large", path=path, most=LARGEST_FILE)
        raise jinja2.TemplateNotFound(path.name, says)


def find_cache_folder() -> str:
    """Return the folder in which compiled templates are kept; the empty text for a user without a home.

    It is the user's cache and not the installation, from which uninstalling removes only what it has put there.
    """
    try:
        folder = Path(platformdirs.user_cache_dir("ferryplan", appauthor=False), "templates")
    except RuntimeError:  # in new versions of platformdirs; in old ones the folder begins with ~
        return ""
    return str(folder) if folder.is_absolute() else ""


@functools.cache
def environment(
    root: Path = domains.FOLDER, kind: type[jinja2.Environment] = ImmutableSandboxedEnvironment
) -> jinja2.Environment:
    """Return the environment, with templates loadable by ``family/dialect/name.j2``: from a root folder, then from that of all families."""
    kept = find_cache_folder()
    pattern = f"%s.{sys.implementation.cache_tag}.template"
    made = kind(
        loader=TemplateLoader([root, domains.FOLDER]),
        bytecode_cache=CompiledTemplates(kept, pattern) if kept and root == domains.FOLDER else None,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=jinja2.select_autoescape((".html.j2", ".svg.j2"), default=False, default_for_string=False),
    )
    made.filters |= {"each": _each, "pairwise": itertools.pairwise}
    return made


def _each(items: Iterable[str | Sequence[str]], pattern: str, separator: str = " ") -> str:
    """Return the pattern, such as ``(at {0} ?from)``, filled with each item, or with each item's parts, and joined."""
    return separator.join(pattern.format(*([item] if isinstance(item, str) else item)) for item in items)


def render_as(form: str, template: str, context: Mapping[str, object]) -> str:
    """Return the same for a form in which results are told: in Markdown, HTML and LaTeX all texts are escaped that are none of it yet."""
    match form:
        case "markdown":
            return Markdown(render(template, all_escaped(context)))
        case "html":
            return render(template, all_escaped(context, escape))
        case "latex":
            return render(template, all_escaped(context, in_latex))
    return render(template, context)


def render(template: str, context: Mapping[str, object], root: Path = domains.FOLDER) -> str:
    """Return the template's text for a context; ``template`` is a path below the root folder, or below ``domains``."""
    return environment(root).get_template(template).render(context)
