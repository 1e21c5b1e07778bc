"""Numbers and conditions in puzzle files, as literals or as expressions over parameters."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from strategies.texts import names

__all__ = ["Wording"]

KEYS = ("n", "size", "more", "class", "x2", "rest_of_it", "range", "kwargs", "boats", "capacity")


class Wording:
    """The parameters of one file, and ways to express values by them.

    With ``counts``, the lengths of lists express values, too.
    """

    def __init__(self, draw: st.DrawFn, counts: bool = True) -> None:
        self.draw, self.counts = draw, counts
        self.tables: dict[str, dict[str, Any]] = {}
        """the parameters, as the file declares them"""
        self.given: dict[str, Any] = {}
        self.values: dict[str, Any] = {}
        for key in draw(st.lists(st.sampled_from(KEYS), max_size=3, unique=True)):
            self._declare(key)

    def _declare(self, key: str) -> None:
        kind = self.draw(st.sampled_from(["integer", "boolean", "integer", "list", "text"]))
        table: dict[str, Any] = {"type": kind, "help": self.draw(st.sampled_from(["how many", "it's; (so)"]))}
        values: dict[str, st.SearchStrategy[Any]] = {
            "integer": st.integers(0, 6),
            "boolean": st.booleans(),
            "list": st.lists(st.integers(0, 5), max_size=4),
            "text": names,
        }
        default, value = self.draw(values[kind]), self.draw(values[kind])
        if kind == "integer":
            table |= {"minimum": 0, "maximum": self.draw(st.integers(6, 9))}
            earlier = [other for other in self.values if isinstance(self.values[other], int)]
            if earlier and self.draw(st.integers(0, 4)) == 0:  # the default is that of a parameter before it
                default, value = f"{earlier[0]} + 0", int(self.values[earlier[0]])
        elif kind == "list":
            table |= {"minimum": 0, "maximum": 9, "shortest": 0, "longest": self.draw(st.integers(4, 6))}
        elif kind == "text" and self.draw(st.booleans()):
            table["longest"] = 100
        self.tables[key] = {**table, "default": default}
        if default != value and not (kind == "integer" and isinstance(default, str)):
            self.given[key] = value
        self.values[key] = value

    @property
    def free_lists(self) -> list[str]:
        """Return the names of lists that are not declared yet."""
        return [key for key in ("paces", "list", "numbers", "weights") if key not in self.tables]

    def new_list(self, numbers: list[int]) -> str:
        """Declare a list and return its name."""
        key = self.draw(st.sampled_from(self.free_lists))
        least = min([0, *numbers])
        self.tables[key] = {
            "type": "list", "default": [least], "minimum": least, "maximum": 99, "shortest": 0, "longest": 9, "help": "the numbers",
        }  # fmt: skip
        self.given[key] = self.values[key] = numbers
        return key

    def number(self, value: int) -> int | str:
        """Return a number in a form that the file may have."""
        whole = [key for key, known in self.values.items() if isinstance(known, int) and not isinstance(known, bool)]
        choices = [f"{key} + {value - self.values[key]}" for key in whole if self.values[key] <= value]
        choices += [f"{key} - {self.values[key] - value}" for key in whole if self.values[key] > value]
        choices += [
            f"{key} * {value // self.values[key]}"
            for key in whole
            if self.values[key] and value % self.values[key] == 0
        ]
        choices += [
            f"{key}_count + {value - len(known)}"
            for key, known in self.values.items()
            if self.counts and isinstance(known, list) and len(known) <= value
        ]
        choices += [
            f"{value} if {key} else {value + 1}" if self.values[key] else f"{value + 1} if {key} else {value}"
            for key, known in self.values.items()
            if isinstance(known, bool)
        ]
        return self._said(value, choices)

    def condition(self, value: bool) -> bool | str:
        """Return a condition in a form that the file may have."""
        choices = []
        for key, known in self.values.items():
            if isinstance(known, bool):
                choices.append(key if known == value else f"not {key}")
            elif isinstance(known, int):
                choices.append(f"{key} {'==' if value else '!='} {known}")
        return self._said(value, choices)

    def prose(self, text: str) -> str:
        """Return a story that may name a parameter."""
        named = [f"{text} {{{{ {key} }}}}" for key in self.values]
        return str(self._said(text, named if "{" not in text else []))

    def _said(self, value: Any, choices: list[str]) -> Any:
        if choices and self.draw(st.booleans()):
            return self.draw(st.sampled_from(choices))
        return value
