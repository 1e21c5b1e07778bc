"""Templates and their cache: it never returns another text or another way of compiling."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ferryplan.generator import templates
from ferryplan.generator.templates import TemplateCache

Render = Callable[[], str]


@pytest.fixture
def render(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Render:
    """Return a function that renders a template, compiled as in a new process or from the cache."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "kept").mkdir()
    (tmp_path / "a.j2").write_text("{{ word }} and more")

    def rendered() -> str:
        made = templates.get_template_environment.__wrapped__()
        made.loader.searchpath = [str(tmp_path)]
        made.bytecode_cache = TemplateCache(str(tmp_path / "kept"), "%s.template")
        return str(made.get_template("a.j2").render(word="this"))

    return rendered


def kept(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_ino for path in (folder / "kept").iterdir()}


def test_a_template_is_compiled_once(render: Render, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert render() == "this and more"
    assert len(kept(tmp_path)) == 1
    monkeypatch.setattr("jinja2.environment.Environment.compile", None)
    assert render() == "this and more"


def test_changed_template_is_compiled_again(render: Render, tmp_path: Path) -> None:
    render()
    (tmp_path / "a.j2").write_text("{{ word }} and less")
    assert render() == "this and less"
    assert render() == "this and less"


@pytest.mark.parametrize("what", ["templates", "jinja"])
def test_changed_compiler_invalidates_the_template_cache(
    render: Render, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    render()
    before, module = kept(tmp_path), templates if what == "templates" else templates.jinja2.compiler
    changed = Path(shutil.copy(str(module.__file__), tmp_path / "changed.py"))
    changed.write_text(changed.read_text() + "# changed\n")
    monkeypatch.setattr(module, "__file__", str(changed))
    assert render() == "this and more"
    assert kept(tmp_path) != before


@pytest.mark.parametrize("damage", [b"", b"j2", b"all wrong", None])
def test_damaged_cache_entry_is_compiled_again(render: Render, tmp_path: Path, damage: bytes | None) -> None:
    render()
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    lengths = {*range(min(64, len(whole))), *range(0, len(whole), 16), len(whole) - 1}
    for text in [damage] if damage is not None else (whole[:length] for length in sorted(lengths)):
        file.write_bytes(text)
        assert render() == "this and more"


def test_rendering_works_without_a_template_cache(
    render: Render, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kept").rmdir()
    (tmp_path / "kept").write_text("a file")
    assert render() == "this and more"
    (tmp_path / "kept").unlink()
    (tmp_path / "kept").mkdir()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert render() == "this and more"
    assert not kept(tmp_path)


def test_template_cache_folder_is_created_on_demand(render: Render, tmp_path: Path) -> None:
    (tmp_path / "kept").rmdir()
    assert render() == "this and more"
    assert len(kept(tmp_path)) == 1


def test_compiled_templates_are_kept_in_the_user_s_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert templates.find_template_cache_folder() == str(tmp_path / "ferryplan" / "templates")


def test_user_without_home_has_no_template_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home folder has no template cache.

    A container may run under a number that no user has. Then `~` stays `~`, which is no folder to create.
    """
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    assert templates.find_template_cache_folder() == ""
    assert templates.get_template_environment.__wrapped__().bytecode_cache is None


def test_scripts_lose_the_lines_that_are_comments(tmp_path: Path) -> None:
    text = '// What it does.\nconst here = "http://there";  // why\n\n  // How.\nf(`${2 // 1\n}`);\n'
    for name in ("a.js", "a.j2"):
        (tmp_path / name).write_text(text)
    made = templates.get_template_environment(tmp_path)
    assert made.get_template("a.js").render() == 'const here = "http://there";  // why\nf(`${2 // 1\n}`);\n'
    assert made.get_template("a.j2").render() == text
