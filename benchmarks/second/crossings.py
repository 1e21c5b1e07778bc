"""River crossings for clingo: the facts of a puzzle file; clingo writes down all that can be reached."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import clingo

from second.graph import Graph
from second.reading import Line, UndecidedError, expression, file_of, letters, text, values_of

ENCODING = (Path(__file__).parent / "crossing.lp").read_text(encoding="utf-8")
MOST = 15
"""so many travelers: each company is looked at"""
LARGEST = 2**31 - 1
ROLES = ("victims", "threats", "others", "kinds")


class Crossing:
    """A puzzle with its travelers, places and boats by number."""

    def __init__(self, line: Line) -> None:
        self.file = file_of(line)
        self.values = values_of(self.file, line)
        self.people, self.homes = list[str](), dict[str, list[int]]()
        self.facts, self.limits, self.deadlines = list[str](), list[int](), list[int]()
        self._places()
        self._kinds()
        self._boats()
        for number, rule in enumerate(self.file.get("rules", [])):
            self._rule(number, rule)

    def _value(self, said: Any, **more: Any) -> int:
        return int(expression(said, {**self.values, **more}))

    def _say(self, name: str, *arguments: object) -> None:
        self.facts.append(f"{name}({','.join(map(str, arguments))})." if arguments else f"{name}.")

    def _places(self) -> None:
        self.places = list[str]()
        for table in self.file["places"]:
            count = self._value(table.get("count", 1))
            self.homes[table["name"]] = [*range(len(self.places), len(self.places) + count)]
            self.places += [table["name"]] if count == 1 else [f"{table['name']} {n + 1}" for n in range(count)]
            if "holds" in table:
                for place in self.homes[table["name"]]:
                    self._say("holds", place, self._value(table["holds"]))
        every = range(len(self.places))
        links = {(one, other) for one in every for other in every}
        if routes := self.file.get("routes"):
            ways = [route["between"] for route in routes if expression(route.get("when", True), self.values)]
            links = {(a, b) for one, other in ways for a in self.homes[one] for b in self.homes[other]}
        for place in every:
            self._say("place", place)
        for one, other in {*links, *((b, a) for a, b in links)}:
            if one != other:
                self._say("link", one, other)

    def _kinds(self) -> None:
        self.kinds = [table["name"] for table in self.file["kinds"]]
        members = dict[str, list[str]]()
        start, goal = self.file["start"], self.file["goal"]
        self.first = list[int]()
        for kind, table in enumerate(self.file["kinds"]):
            count, rows = self._value(table.get("count", 1)), expression(table.get("rows", True), self.values)
            names = members[table["name"]] = []
            if pair := table.get("paired_with"):
                self._say("pair", kind, self.kinds.index(pair))
            for index in range(count):
                own: dict[str, Any] = {
                    "index": index, "number": index + 1, "letter": letters(index), "count": count, "name": table["name"]
                }  # fmt: skip
                if pair:
                    own["partner"] = members[pair][index]
                names.append(text(table.get("names", "{{ name }}"), {**self.values, **own}))
                who = len(self.people)
                self.people.append(names[-1])
                self._say("kind", who, kind, index)
                if rows is True or (rows is not False and index < int(rows)):
                    self._say("rower", who, kind)
                for amount, usual in (("pace", 1), ("fee", 0), ("weight", 0)):
                    self._say(amount, who, self._amount(table.get(amount, usual), index, own))
                self.first.append(self.homes[start.get("kinds", {}).get(table["name"], start.get("everyone"))][0])
                wanted = goal.get("kinds", {}).get(table["name"], goal.get("everyone"))
                if wanted is not None:
                    self._say("wants", who, self.homes[wanted][0])

    def _amount(self, said: Any, index: int, own: dict[str, Any]) -> int:
        value = expression(said, {**self.values, **own})
        return int(value[index] if isinstance(value, list) else value)

    def _boats(self) -> None:
        common, vessels = self.file["boat"], self.file.get("boats", [])
        if self._value(common.get("count", 1)) > 1:
            raise UndecidedError("several boats at once")
        self.boats = [vessel["name"] for vessel in vessels]
        for number, vessel in enumerate(vessels or [{}]):
            self._say("seats", number, self._value(vessel.get("capacity", common["capacity"])))
            weight = vessel.get("weight", common.get("weight"))
            if weight is not None:
                self._say("bears", number, self._value(weight))
            for kind in vessel.get("rowers", self.kinds):
                self.facts.append(f"rows({number},I) :- rower(I,{self.kinds.index(kind)}).")
        if expression(common.get("rules", True), self.values):
            self._say("boat_rules")
        if "boat" in self.file["goal"]:
            self._say("harbour", self.homes[self.file["goal"]["boat"]][0])
        self._say("pays", self.file.get("cost", {}).get("crossing", "nothing"))

    def _rule(self, number: int, rule: dict[str, Any]) -> None:
        kind = rule["rule"].replace("-", "_")
        if kind == "limit":
            self.limits.append(self._value(rule["crossings"]))
            return
        if kind == "deadline":
            last = self._value(rule["crossings"])
            self.deadlines.append(last)
            for name in rule["kinds"]:
                place = self.homes[rule["place"]][0]
                self.facts.append(f"deadline({number},I,{place},{last}) :- kind(I,{self.kinds.index(name)},_).")
            return
        self._say("rule", number, kind)
        roles = {role: rule[role] for role in ROLES if role in rule}
        if kind in ("first", "last"):
            roles["others"] = rule.get("before" if kind == "first" else "after", "everyone")
        roles["keepers"] = rule.get("guardians") or rule.get("companions") or [
            name for name in [rule.get("guardian")] if name
        ]  # fmt: skip
        for role, names in roles.items():
            if names == "everyone":
                self._say("everyone", number, role)
            else:
                for name in names:
                    self._say("role", number, role, self.kinds.index(name))
        if rule.get("needed") == "all":
            self._say("needs_all", number)
        if rule.get("chain"):
            self._say("chain", number)
        if "number" in rule:
            self._say("most", number, self._value(rule["number"]))
        for where in rule.get("where") or []:
            for spot in [where] if where in ("place", "boat") else self.homes[where]:
                self._say("where", number, spot)

    def graph(self) -> Graph:
        """All that can be reached, as clingo finds it."""
        boats, base = max(1, len(self.boats)), len(self.places)
        people = len(self.people)
        if people > MOST or base ** (people + boats) > LARGEST:
            raise UndecidedError(f"{people} travellers, {base} places")
        digits = [base**index for index in range(people + boats)]
        for number, digit in enumerate(digits):
            self._say(*(("digit", number, digit) if number < people else ("mast", number - people, digit)))
        harbour = self.homes[self.file["start"]["boat"]][0]
        start = sum(digit * at for digit, at in zip(digits, [*self.first, *[harbour] * boats], strict=True))
        self._say("start", start)
        for place in range(base):
            self._say("at_first", place, sum(1 << who for who, at in enumerate(self.first) if at == place))
        if self.deadlines and base > 2:
            raise UndecidedError("deadlines and islands")
        limit = min(self.limits, default=None)
        horizon = max((last + 1 for last in self.deadlines), default=0) if limit is None else limit
        for made in range(horizon):
            self._say("onward", made, made + 1)
        if limit is None:
            self._say("onward", horizon, horizon)
        control = clingo.Control(["--warn=none", "-c", f"travellers={people}", "-c", f"places={base}"])
        control.add("base", [], ENCODING + "\n".join(self.facts))
        control.ground([("base", [])])

        def found(name: str, size: int) -> list[list[int]]:
            atoms = [*control.symbolic_atoms.by_signature(name, size)]
            assert all(atom.is_fact for atom in atoms), name
            return [[argument.number for argument in atom.symbol.arguments] for atom in atoms]

        price = {(boat, load): cost for boat, load, cost in found("price", 3)}
        edges = dict[Any, Any]()
        for made, state, boat, load, to, then, after, *_ in found("move", 10):
            edges.setdefault((made, state), {})[boat, load, to] = price[boat, load], (then, after)
        return Graph((0, start), {(made, state) for made, state in found("goal", 2)}, edges)


class Reached:
    """A crossing with all that can be reached in it, as clingo finds it; moves are as answers spell them."""

    def __init__(self, line: Line) -> None:
        self.crossing = Crossing(line)
        self.graph = self.crossing.graph()
        self.optimum = self.graph.optimum

    def solutions(self, most: int) -> int | None:
        """How many best solutions there are, all counted."""
        return self.graph.ways

    def run(self, moves: Any) -> tuple[int, bool]:
        """How many moves are allowed, one after the other, and whether the goal is reached behind them. Raises ValueError, KeyError."""
        made, state = self.graph.walk(self._labels(moves))
        return made, state in self.graph.goals

    def cost(self, moves: Any) -> int:
        """What moves cost that are allowed."""
        total, state = 0, self.graph.start
        for label in self._labels(moves):
            cost, state = self.graph.edges[state][label]
            total += cost
        return total

    def best(self, moves: Any, following: Any) -> bool:
        """Whether the moves that follow, each by itself, are the best ones after those made."""
        _, state = self.graph.walk(self._labels(moves))
        told = {self._labels([*moves, one])[-1] for one in following}
        return told == {*self.graph.best(state)}

    def _labels(self, moves: Any) -> list[tuple[int, int, int]]:
        """The moves as the graph has them: the boat, who is aboard, and where it goes, of two places the other one."""
        one, state, found = self.crossing, self.graph.start, list[tuple[int, int, int]]()
        for move in moves:
            said = move if isinstance(move, dict) else {"aboard": move}
            load = sum(1 << one.people.index(name) for name in {*said["aboard"]})
            boat = one.boats.index(said["boat"]) if len(one.boats) > 1 else 0
            here = state[1] // len(one.places) ** (len(one.people) + boat) % len(one.places)
            found.append((boat, load, one.places.index(said["to"]) if "to" in said else 1 - here))
            state = self.graph.edges.get(state, {}).get(found[-1], (0, state))[1]
        return found


@functools.lru_cache(64)
def _known(puzzle: str) -> Reached:
    return Reached(json.loads(puzzle))


def of(line: Line) -> Reached:
    """The crossing of a question; the same again for questions about the same puzzle."""
    return _known(json.dumps({key: line.get(key) for key in ("puzzle", "file", "parameters")}))
