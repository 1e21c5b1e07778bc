"""Build the notebooks of the documentation as a JupyterLite site, which runs them in the browser without a network.

The programs that build it are those of `lab.txt`; they are installed once, into `build/lab-tools`. The kernel runs in a
Pyodide of its own, with the whole standard library, because IPython imports modules that the runtime folder leaves out.
Its lock file lists the wheels of `wheels.txt` and `lab-wheels.txt`, the kernel's and ferryplan's own, so the kernel
loads them when it starts, and asks no other host.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import runtime

NOTEBOOKS = runtime.ROOT / "docs" / "notebooks"
TOOLS = runtime.ROOT / "build" / "lab-tools"
REQUIREMENTS, WHEEL_LIST = runtime.SITE / "lab.txt", "lab-wheels.txt"
APPS = ("tree", "notebooks")
"""the list of the notebooks, and the page of one; the app `lab` shows both at once, which takes a wide screen"""
FIRST_PAGE = "lab/tree/index.html"
"""the address of the list of notebooks in the site"""
KERNEL = "@jupyterlite/pyodide-kernel-extension"
KERNEL_WHEELS = ("ipykernel", "piplite", "pyodide_kernel")
"""the distributions that the kernel's extension brings and every notebook needs"""
PYODIDE_ENVIRONMENT = {"HOME": "/home/pyodide", "PYTHONHASHSEED": "0", "PYDANTIC_DISABLE_PLUGINS": "__all__"}
"""the environment of Python: pyperplan finds the same plan on each run only with a fixed hash seed"""
NOTEBOOK_METADATA = {
    "kernelspec": {"name": "python", "display_name": "Python (Pyodide)", "language": "python"},
    "language_info": {
        "codemirror_mode": {"name": "python", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
        "version": "3.8",
    },
}
"""what Jupyter writes into a notebook when its Python has started; if it were missing, the notebook would count as
changed, and the browser would ask before each visitor leaves the page"""
SETTINGS = {
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},  # light or dark, as the visitor's system
    "@jupyterlab/filebrowser-extension:browser": {
        "singleClickNavigation": True,  # a finger cannot double-click
        "showLastModifiedColumn": False,  # it has the time of the build
    },
    "@jupyterlab/notebook-extension:tracker": {"codeCellConfig": {"lineWrap": True}},  # for narrow screens
}
"""settings of Jupyter that differ from its own"""
DISABLED_EXTENSIONS = (
    "@jupyter-notebook/notebook-extension:trusted",  # the button *Not Trusted* covers menus of a narrow screen
    "@jupyter-notebook/tree-extension:file-actions",  # the buttons appear at a touch, and move the list from the finger
)
"""parts of Jupyter that are switched off"""
SITE_STYLE = """<style>
nav.site { display: flex; gap: 1.5rem; align-items: center; height: 2.5rem; padding: 0 1rem; font: 1rem sans-serif;
  background: var(--jp-layout-color1, Canvas); }
nav.site a { padding: 0.5rem 0; color: var(--jp-ui-font-color1, CanvasText); text-decoration: underline; }
body > #main { top: 2.5rem !important; bottom: 0; height: auto; }
</style>
"""
SITE_LINKS = """
<nav class="site" aria-label="Site"><a href="../../index.html">ferryplan</a> <a href="../tree/index.html">Notebooks</a></nav>
"""
"""the way back from Jupyter's pages to the site, above all that Jupyter shows"""
LINK = re.compile(r"\[([^\]]*)\]\(([^):#]+)\)")
"""a link of Markdown to another file"""


def install_tools() -> None:
    """Install the programs of `lab.txt` into a virtual environment, unless they are there already."""
    stamp = TOOLS / "lab.txt"
    if stamp.is_file() and stamp.read_bytes() == REQUIREMENTS.read_bytes():
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", TOOLS], check=True)
    _install_requirements()
    for extension in (TOOLS / "share" / "jupyter" / "labextensions").iterdir():
        if extension.name != KERNEL.split("/")[0]:  # the build would copy each of them into the lab
            shutil.rmtree(extension)
    shutil.copy2(REQUIREMENTS, stamp)


def _install_requirements() -> None:
    """Install the packages of `lab.txt` with uv, which takes seconds, or with pip if uv is missing or fails."""
    target = ["--quiet", "--requirement", REQUIREMENTS]
    if importlib.util.find_spec("uv"):
        uv = [sys.executable, "-m", "uv", "pip", "install", "--system-certs", "--python", _find_tool("python")]
        if not subprocess.run([*uv, *target]).returncode:
            return
    pip = [sys.executable, "-m", "pip", "--python", _find_tool("python"), "install"]
    subprocess.run([*pip, *target], check=True)


def _find_tool(name: str) -> Path:
    """Return the path of a program in the virtual environment that builds the notebooks."""
    return TOOLS / ("Scripts" if sys.platform == "win32" else "bin") / name


def list_lab_wheels() -> list[Path]:
    """Return the files of the wheels that the lab ships, without ferryplan's own."""
    pinned = [*runtime.read_pinned_wheels(), *runtime.read_pinned_wheels(WHEEL_LIST)]
    folder = TOOLS / "share" / "jupyter" / "labextensions" / KERNEL / "static" / "pypi"
    kernel = [path for name in KERNEL_WHEELS for path in folder.glob(f"{name}-*.whl")]
    return [*(runtime.DOWNLOADS / wheel.file for wheel in pinned), *kernel]


def lay_out_pyodide(folder: Path) -> list[str]:
    """Lay out Pyodide with all wheels and their lock file, and return the names of the packages in the lock file."""
    folder.mkdir(parents=True)
    for name in runtime.PYODIDE_FILES:
        shutil.copy2(runtime.PYODIDE / name, folder)
    with tempfile.TemporaryDirectory() as build:
        for wheel in [*list_lab_wheels(), runtime.build_own_wheel(Path(build))]:
            if "linux" in wheel.name:  # without its C files, such a wheel has Python code only
                pure = "-".join([*wheel.name.split("-")[:2], "py3-none-any.whl"])
                runtime.join_wheels([wheel], folder / pure)
            else:
                shutil.copy2(wheel, folder)
    packages = {package["name"]: package for package in map(describe_wheel, sorted(folder.glob("*.whl")))}
    lock = json.loads((runtime.PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": packages}) + "\n", encoding="utf-8")
    return [*packages]


def describe_wheel(path: Path) -> dict[str, Any]:
    """Return the entry that tells Pyodide where to find a wheel, for its lock file.

    It names no dependencies, because the kernel loads all packages of the lock file.
    """
    name, version, *_ = path.name.split("-")
    return {
        "name": name.replace("_", "-").lower(),
        "version": version,
        "file_name": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "imports": [],
        "depends": [],
        "unvendored_tests": False,
    }


def convert_notebooks(folder: Path) -> None:
    """Write each notebook of the documentation as a file that JupyterLite opens."""
    folder.mkdir(parents=True)
    sources = [Path(shutil.copy2(source, folder)) for source in sorted(NOTEBOOKS.glob("*.py"))]
    # One call for all, because jupytext takes seconds to start. It writes each notebook beside its source.
    subprocess.run([_find_tool("jupytext"), "--quiet", "--to", "ipynb", *sources], check=True)
    for source in sources:
        source.unlink()
        target = source.with_suffix(".ipynb")
        notebook = json.loads(target.read_text(encoding="utf-8"))
        notebook["metadata"] = NOTEBOOK_METADATA
        for number, cell in enumerate(notebook["cells"]):
            cell["id"] = f"cell-{number}"  # jupytext draws a new one for each run
            if cell["cell_type"] == "markdown":
                cell["source"] = [LINK.sub(_adapt_link, line) for line in cell["source"]]
        target.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _adapt_link(match: re.Match[str]) -> str:
    """Return a link between notebooks with the new name; of a link to another page only the text remains."""
    text, target = match.groups()
    path = Path(target)
    return f"[{text}]({path.stem}.ipynb)" if path.suffix == ".py" and path.name == target else text


def add_site_links(page: Path) -> None:
    """Add links to the site at the top of a page of Jupyter."""
    text = page.read_text(encoding="utf-8").replace("</head>", f"{SITE_STYLE}</head>", 1)
    page.write_text(re.sub(r"<body[^>]*>", rf"\g<0>{SITE_LINKS}", text, count=1), encoding="utf-8")


def build_lab(folder: Path) -> None:
    """Build the lab into a new folder."""
    install_tools()
    runtime.download_wheels()
    runtime.download_wheels(WHEEL_LIST)
    with tempfile.TemporaryDirectory() as name:
        lite = Path(name)
        packages = lay_out_pyodide(lite / "static" / "pyodide")
        convert_notebooks(lite / "files")
        kernel = {
            "disablePyPIFallback": True,
            "loadPyodideOptions": {"env": PYODIDE_ENVIRONMENT, "packages": packages},
        }
        config = {
            "appName": "ferryplan notebooks",
            "appUrl": "./tree",
            "faviconUrl": "./notebooks/favicon.ico",
            "disabledExtensions": DISABLED_EXTENSIONS,
            "litePluginSettings": {f"{KERNEL}:kernel": kernel},
        }
        runtime_config = {"jupyter-lite-schema-version": 0, "jupyter-config-data": config}
        (lite / "jupyter-lite.json").write_text(json.dumps(runtime_config), encoding="utf-8")
        (lite / "overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
        command = [_find_tool("jupyter"), "lite", "build", "--lite-dir", lite, "--output-dir", folder.resolve()]
        apps = [part for app in APPS for part in ("--apps", app)]
        options = [*apps, "--no-sourcemaps", "--no-unused-shared-packages", "--no-libarchive"]
        built = subprocess.run([*command, *options], cwd=lite, capture_output=True, text=True)
        if built.returncode:
            raise runtime.RuntimeFolderError(f"jupyter lite build failed: {built.stdout}{built.stderr}")
    for app in APPS:
        add_site_links(folder / app / "index.html")
