"""The language server in neovim, configured as in `docs/editors.md`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import post_models
import pytest
from post_models import PROBLEM
from processes import MAX_WAIT_SECONDS

pytestmark = pytest.mark.integrations
PAGE = Path(__file__).parents[2] / "docs" / "editors.md"
DOMAIN = post_models.DOMAIN.replace("(not (at ?t ?to))", "(not (att ?t ?to))")
"""a domain with a misspelled predicate"""
SCRIPT = """\
local found = {}
local function wait(condition, what)
  assert(vim.wait(SECONDS * 1000, condition, 20), what)
end
wait(function() return #vim.lsp.buf_get_clients(0) > 0 end, "no server")
wait(function() return #vim.diagnostic.get(0) > 0 end, "no diagnostics")
found.diagnostics = vim.diagnostic.get(0)
vim.api.nvim_win_set_cursor(0, {8, found.diagnostics[1].col})
local position = vim.lsp.util.make_position_params()
local request = vim.lsp.util.make_range_params()
request.context = {diagnostics = {}}
local actions = vim.lsp.buf_request_sync(0, "textDocument/codeAction", request, SECONDS * 1000)
for client, answer in pairs(actions) do
  for _, action in ipairs(answer.result) do
    local encoding = vim.lsp.get_client_by_id(client).offset_encoding
    vim.lsp.util.apply_workspace_edit(action.edit, encoding)
  end
end
wait(function() return #vim.diagnostic.get(0) == 0 end, "the finding stays")
found.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")
vim.cmd("write")
vim.cmd("edit p01.pddl")
wait(function() return #vim.lsp.buf_get_clients(0) > 0 end, "no server for the problem")
vim.api.nvim_win_set_cursor(0, {3, 10})
vim.lsp.buf.rename("located")
wait(function() return vim.api.nvim_buf_get_lines(0, 2, 3, false)[1]:find("located") end, "no renaming")
found.problem = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")
found.omnifunc = vim.bo.omnifunc
local file = assert(io.open("found.json", "w"))
file:write(vim.json.encode(found))
file:close()
vim.cmd("qall!")
"""


def read_configuration() -> str:
    """Return the block of the page that configures neovim."""
    found = re.search(r"```lua\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_neovim_works_with_the_configuration_on_the_page(tmp_path: Path) -> None:
    """Findings, their fixes and renaming work in a real editor, behind a line with emoji."""
    (tmp_path / "domain.pddl").write_text(DOMAIN, encoding="utf-8")
    (tmp_path / "p01.pddl").write_text(PROBLEM, encoding="utf-8")
    (tmp_path / "init.lua").write_text(read_configuration(), encoding="utf-8")
    (tmp_path / "script.lua").write_text(SCRIPT.replace("SECONDS", str(MAX_WAIT_SECONDS)), encoding="utf-8")
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "plan").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ferryplan "$@"\n')
    (programs / "plan").chmod(0o755)
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        environment[f"XDG_{name}_HOME"] = str(tmp_path / name.lower())
    script = (
        'lua local ok, why = pcall(dofile, "script.lua"); if not ok then io.stderr:write(why); vim.cmd("cquit") end'
    )
    run = subprocess.run(
        ["nvim", "--headless", "-n", "-i", "NONE", "-u", "init.lua", "domain.pddl", "-c", script],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=MAX_WAIT_SECONDS,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    (mistake,) = found["diagnostics"]
    assert (mistake["lnum"], mistake["col"]) == (7, DOMAIN.splitlines()[7].index("(att"))
    assert found["text"] == DOMAIN.replace("(att", "(at").rstrip("\n")
    assert found["problem"] == PROBLEM.replace("(at ", "(located ").rstrip("\n")
    assert found["omnifunc"] == "v:lua.vim.lsp.omnifunc"
