"""The configuration of the site: the pages of `docs/` and of the families, and the Python reference.

    pip install -e '.[docs]'
    sphinx-build -W -c docs . build/site

The sources are the Markdown files that people read in the repository, so the source folder is the whole repository.
When Sphinx reads the pages, this module adds the parts that only the site needs: the table of contents, and the
docstrings of the reference.
"""

from __future__ import annotations

import inspect
import re
from importlib import metadata
from pathlib import Path

from pygments.lexers.lisp import SchemeLexer
from sphinx.application import Sphinx

import ferryplan

project = "ferryplan"
author = "the authors of ferryplan"
version = release = metadata.version("ferryplan")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "docs/index"
include_patterns = ["docs/**.md", "domains/*/README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
# Folders without pages are skipped, because some of them are large.
exclude_patterns = [
    ".*",
    "benchmarks",
    "build",
    "dist",
    "editors",
    "evaluation",
    "examples",
    "generator",
    "planner",
    "servers",
    "src",
    "suite",
    "teaching",
    "tests",
]

html_theme = "furo"
html_title = "ferryplan"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_copyright = False
html_show_sphinx = False

# Anchors are made as on GitHub, so that links work in both places.
myst_heading_anchors = 4

# Names in docstrings are in single backticks.
default_role = "code"
autodoc_member_order = "bysource"
# These aliases are shown by their names, because their definitions fill several lines.
autodoc_type_aliases = {"PuzzleSource": "PuzzleSource"}
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

CONTENTS = {
    "Play and invent": "puzzles trying site writing-puzzles inventing all-solutions why difficulty river-crossing-study",
    "Benchmark planners": "dialects planners engines plans your-own-pddl editors formatting hooks cluster trusted-tasks performance",
    "Teach planning": "teaching checking-models grading linting searches state-spaces exercises textbook-pddl notebooks/README",
    "Python and agents": "python reference agents extending adding-a-family",
    "Look up": "answers json glossary exit-codes /CHANGELOG",
    "Write puzzle files": " ".join(
        f"/domains/{family}/README" for family in ("crossing", "grid", "arithmetic", "board", "classical", "themes")
    ),
    "Contribute": "/CONTRIBUTING architecture",
}
"""The pages of each section of the table of contents."""

NAMES = re.compile(r"^`\w+`(?:,\s`\w+`)*$", re.MULTILINE)
"""A paragraph of the reference that lists public names."""


def add_site_parts(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the table of contents to the first page, and the docstrings to the reference."""
    if page == root_doc:
        source[0] += "".join(
            f"\n```{{toctree}}\n:caption: {caption}\n:hidden:\n\n" + "\n".join(pages.split()) + "\n```\n"
            for caption, pages in CONTENTS.items()
        )
    elif page == "docs/reference":
        source[0] = NAMES.sub(lambda names: "\n".join(map(document_name, re.findall(r"\w+", names[0]))), source[0])


def document_name(name: str) -> str:
    """Return the directive that documents a public name."""
    if inspect.isclass(getattr(ferryplan, name)):
        lines = [f".. autoclass:: ferryplan.{name}", "   :members:", "   :exclude-members: __init__, __new__"]
    else:
        lines = [f".. autofunction:: ferryplan.{name}"]
    return "\n".join(["```{eval-rst}", *lines, "```"])


def redirect_root(app: Sphinx, error: Exception | None) -> None:
    """Write a page that redirects from the root of the site to its first page."""
    if error is None and app.builder.name == "html":
        target = f'<!doctype html><meta charset="utf-8"><title>ferryplan</title><meta http-equiv="refresh" content="0; url={root_doc}.html">\n'
        (Path(app.outdir) / "index.html").write_text(target, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Register the functions of this module with Sphinx."""
    app.add_lexer("pddl", SchemeLexer)
    app.connect("source-read", add_site_parts)
    # Sphinx does not notice changes of the table of contents, which is in this file.
    app.connect("env-get-outdated", lambda *_: [root_doc])
    app.connect("build-finished", redirect_root)
