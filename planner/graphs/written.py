"""How JSON, DOT and GraphML are written, whatever the states of a graph are: in pieces, so that even the largest takes little memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

__all__ = ["DOT_STYLE", "Key", "escaped", "graphml_pieces", "json_pieces", "look_of", "quoted"]

DOT_STYLE = (
    '  node [shape=box, style=rounded, fontname="Helvetica", fontsize=11];\n'
    '  edge [fontname="Helvetica", fontsize=9];\n'
)  # fmt: skip


def json_pieces(
    head: Mapping[str, Any], nodes: Iterable[Mapping[str, Any]], links: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield one object: what the head has, then nodes and links; a line for each node and link."""
    yield json.dumps(head, ensure_ascii=False, indent=2).removesuffix("\n}")
    yield ',\n  "nodes": ['
    yield from _lines(nodes)
    yield '],\n  "links": ['
    yield from _lines(links)
    yield "]\n}\n"


def _lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    separator = "\n    "
    for row in rows:
        yield separator + json.dumps(row, ensure_ascii=False)
        separator = ",\n    "
    yield "\n  " if separator.startswith(",") else ""


def look_of(*, framed: bool = False, optimal: bool = False, dead_end: bool = False) -> str:
    """Return the attributes in DOT of a state or a link: framed twice, in blue, grey and dashed."""
    looks = {
        ", peripheries=2": framed,
        ', color="#0072b2", penwidth=2': optimal,
        ', style="rounded,dashed", fontcolor="#777777", color="#999999"': dead_end,
    }
    return "".join(look for look, holds in looks.items() if holds)


def quoted(text: str) -> str:
    """Return a text as DOT has it."""
    return f'"{escaped(text)}"'


def escaped(text: str) -> str:
    """Return a text as DOT has it between quotation marks, where the entities of HTML stand for characters."""
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')


class Key(NamedTuple):
    """An attribute that GraphML declares."""

    holder: str
    name: str
    kind: str


GRAPH_KEYS = (Key("graph", "puzzle", "string"), Key("graph", "partial", "boolean"))


def graphml_pieces(
    head: Mapping[str, Any],
    nodes: Iterable[Mapping[str, Any]],
    links: Iterable[Mapping[str, Any]],
    keys: tuple[Key, ...],
    *,
    directed: bool,
) -> Iterator[str]:
    """Yield a graph in GraphML, with the keys of nodes (each has an ``id``) and links (``from``, ``to``) as attributes; what is null is left out."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for key in (*GRAPH_KEYS, *keys):
        yield f'  <key id="{key.holder}-{key.name}" for="{key.holder}" attr.name="{key.name}" attr.type="{key.kind}"/>\n'
    yield f'  <graph edgedefault="{"directed" if directed else "undirected"}">\n'
    yield "".join(_data(GRAPH_KEYS, head)) + "\n"
    of_nodes, of_links = ([key for key in keys if key.holder == holder] for holder in ("node", "edge"))
    for node in nodes:
        yield f'    <node id="s{node["id"]}">{"".join(_data(of_nodes, node))}</node>\n'
    for link in links:
        yield f'    <edge source="s{link["from"]}" target="s{link["to"]}">{"".join(_data(of_links, link))}</edge>\n'
    yield "  </graph>\n</graphml>\n"


def _data(keys: Iterable[Key], row: Mapping[str, Any]) -> Iterator[str]:
    for key in keys:
        value = row.get(key.name)
        if value is not None:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            yield f'<data key="{key.holder}-{key.name}">{escape(text)}</data>'
