"""The manifest and the service worker, with which a browser installs the site and opens it offline."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping

from ferryplan.generator.templates import render_template

MANIFEST_NAME, WORKER_NAME, ICON_NAME = "site.webmanifest", "service-worker.js", "icon.svg"


def make_offline_files(files: Mapping[str, bytes], kept_at_once: Iterable[str] | None = None) -> dict[str, str]:
    """Return the texts of the manifest, the icon and the service worker by file name.

    ``files`` maps the names of the site's files, relative to its folder, to their contents. The name of the service
    worker's store is made from their contents, so a changed site gets a new store. The service worker keeps the files
    ``kept_at_once``, by default all, when the site is opened; others when they are loaded for the first time.
    """
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(content).digest())
    values = {"version": digest.hexdigest()[:16], "files": sorted(files if kept_at_once is None else kept_at_once)}
    manifest = {
        "name": "ferryplan puzzles",
        "short_name": "ferryplan",
        "start_url": "index.html",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#0b5f9e",
        "icons": [{"src": ICON_NAME, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    return {
        MANIFEST_NAME: json.dumps(manifest, indent=1) + "\n",
        ICON_NAME: render_template("website/icon.svg.j2", {}),
        WORKER_NAME: render_template("website/service-worker.js.j2", values),
    }
