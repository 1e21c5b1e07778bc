"""The web site as files in a folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.escaping import encode_text
from ferryplan.planner.puzzle_catalog import puzzles
from ferryplan.planner.system.user_files import check_output_folder, write_files
from ferryplan.planner.website.levels import list_levels
from ferryplan.planner.website.offline import MANIFEST_NAME, make_offline_files
from ferryplan.planner.website.site_pages import PageLink, order_levels, render_catalog_page, render_level_pages

CATALOG_NAME, LEVEL_FOLDER = "index.html", "play"


def make_site_files(references: Sequence[str], tools: Sequence[PageLink] = ()) -> dict[str, str]:
    """Return the texts of the site's files by name.

    ``references`` are the names of puzzles in the catalog and the paths of puzzle files; without any, the site has
    all puzzles of the catalog.

    The files are the catalog page, a page for each level, and the files of `make_offline_files`. ``tools`` are links
    from the catalog page to further parts of the site. Raises the errors of `list_levels`, and EncodingError if no
    puzzle can be played on a page.
    """
    levels = order_levels([*list_levels(references or [entry.name for entry in puzzles()])])
    if not levels:
        raise EncodingError(format_message("commands.site-empty"))
    pages = {f"{LEVEL_FOLDER}/{name}": page for name, page in render_level_pages(levels).items()}
    files = {CATALOG_NAME: render_catalog_page(levels, tools), **pages}
    return files | make_offline_files({name: encode_text(text) for name, text in files.items()})


def check_site_folder(folder: Path, force: bool) -> None:
    """Raise OutputError if a folder contains files and no site, unless ``force`` is set."""
    check_output_folder(folder, force or (folder / MANIFEST_NAME).is_file())


def write_site(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a site into a folder, all or none, and remove the pages of former levels."""
    write_files(folder, files)
    for path in (folder / LEVEL_FOLDER).glob("*.html"):
        if f"{LEVEL_FOLDER}/{path.name}" not in files:
            path.unlink()
