"""River crossings for clingo, which lists all reachable states and moves."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import clingo

from second.graph import Graph
from second.reading import Line, UndecidedError, evaluate, letter_name, parameter_values, read_puzzle_file, render_text

ENCODING = (Path(__file__).parent / "crossing.lp").read_text(encoding="utf-8")
MAX_TRAVELERS = 15
"""The largest number of travelers, because every set of travelers is enumerated."""
LARGEST = 2**31 - 1
ROLES = ("victims", "threats", "others", "kinds")


class Crossing:
    """A crossing as facts for clingo, with numbers for travelers, places and boats."""

    def __init__(self, line: Line) -> None:
        self.file = read_puzzle_file(line)
        self.values = parameter_values(self.file, line)
        self.people, self.homes = list[str](), dict[str, list[int]]()
        self.facts, self.limits, self.deadlines = list[str](), list[int](), list[int]()
        self._add_places()
        self._add_kinds()
        self._add_boats()
        for number, rule in enumerate(self.file.get("rules", [])):
            self._add_rule(number, rule)

    def _evaluate(self, said: Any, **more: Any) -> int:
        return int(evaluate(said, {**self.values, **more}))

    def _add_fact(self, name: str, *arguments: object) -> None:
        self.facts.append(f"{name}({','.join(map(str, arguments))})." if arguments else f"{name}.")

    def _add_places(self) -> None:
        self.places = list[str]()
        for table in self.file["places"]:
            count = self._evaluate(table.get("count", 1))
            self.homes[table["name"]] = [*range(len(self.places), len(self.places) + count)]
            self.places += [table["name"]] if count == 1 else [f"{table['name']} {n + 1}" for n in range(count)]
            if "holds" in table:
                for place in self.homes[table["name"]]:
                    self._add_fact("holds", place, self._evaluate(table["holds"]))
        every = range(len(self.places))
        links = {(one, other) for one in every for other in every}
        if routes := self.file.get("routes"):
            ways = [route["between"] for route in routes if evaluate(route.get("when", True), self.values)]
            links = {(a, b) for one, other in ways for a in self.homes[one] for b in self.homes[other]}
        for place in every:
            self._add_fact("place", place)
        for one, other in {*links, *((b, a) for a, b in links)}:
            if one != other:
                self._add_fact("link", one, other)

    def _add_kinds(self) -> None:
        self.kinds = [table["name"] for table in self.file["kinds"]]
        members = dict[str, list[str]]()
        start, goal = self.file["start"], self.file["goal"]
        self.first = list[int]()
        for kind, table in enumerate(self.file["kinds"]):
            count, rows = self._evaluate(table.get("count", 1)), evaluate(table.get("rows", True), self.values)
            names = members[table["name"]] = []
            if pair := table.get("paired_with"):
                self._add_fact("pair", kind, self.kinds.index(pair))
            for index in range(count):
                own: dict[str, Any] = {
                    "index": index, "number": index + 1, "letter": letter_name(index), "count": count, "name": table["name"]
                }  # fmt: skip
                if pair:
                    own["partner"] = members[pair][index]
                names.append(render_text(table.get("names", "{{ name }}"), {**self.values, **own}))
                who = len(self.people)
                self.people.append(names[-1])
                self._add_fact("kind", who, kind, index)
                if rows is True or (rows is not False and index < int(rows)):
                    self._add_fact("rower", who, kind)
                for amount, usual in (("pace", 1), ("fee", 0), ("weight", 0)):
                    self._add_fact(amount, who, self._evaluate_amount(table.get(amount, usual), index, own))
                self.first.append(self.homes[start.get("kinds", {}).get(table["name"], start.get("everyone"))][0])
                wanted = goal.get("kinds", {}).get(table["name"], goal.get("everyone"))
                if wanted is not None:
                    self._add_fact("wants", who, self.homes[wanted][0])

    def _evaluate_amount(self, said: Any, index: int, own: dict[str, Any]) -> int:
        value = evaluate(said, {**self.values, **own})
        return int(value[index] if isinstance(value, list) else value)

    def _add_boats(self) -> None:
        common, vessels = self.file["boat"], self.file.get("boats", [])
        if self._evaluate(common.get("count", 1)) > 1:
            raise UndecidedError("several boats at once")
        self.boats = [vessel["name"] for vessel in vessels]
        for number, vessel in enumerate(vessels or [{}]):
            self._add_fact("seats", number, self._evaluate(vessel.get("capacity", common["capacity"])))
            weight = vessel.get("weight", common.get("weight"))
            if weight is not None:
                self._add_fact("bears", number, self._evaluate(weight))
            for kind in vessel.get("rowers", self.kinds):
                self.facts.append(f"rows({number},I) :- rower(I,{self.kinds.index(kind)}).")
        if evaluate(common.get("rules", True), self.values):
            self._add_fact("boat_rules")
        if "boat" in self.file["goal"]:
            self._add_fact("harbour", self.homes[self.file["goal"]["boat"]][0])
        self._add_fact("pays", self.file.get("cost", {}).get("crossing", "nothing"))

    def _add_rule(self, number: int, rule: dict[str, Any]) -> None:
        kind = rule["rule"].replace("-", "_")
        if kind == "limit":
            self.limits.append(self._evaluate(rule["crossings"]))
            return
        if kind == "deadline":
            last = self._evaluate(rule["crossings"])
            self.deadlines.append(last)
            for name in rule["kinds"]:
                place = self.homes[rule["place"]][0]
                self.facts.append(f"deadline({number},I,{place},{last}) :- kind(I,{self.kinds.index(name)},_).")
            return
        self._add_fact("rule", number, kind)
        roles = {role: rule[role] for role in ROLES if role in rule}
        if kind in ("first", "last"):
            roles["others"] = rule.get("before" if kind == "first" else "after", "everyone")
        roles["keepers"] = rule.get("guardians") or rule.get("companions") or [
            name for name in [rule.get("guardian")] if name
        ]  # fmt: skip
        for role, names in roles.items():
            if names == "everyone":
                self._add_fact("everyone", number, role)
            else:
                for name in names:
                    self._add_fact("role", number, role, self.kinds.index(name))
        if rule.get("needed") == "all":
            self._add_fact("needs_all", number)
        if rule.get("chain"):
            self._add_fact("chain", number)
        if "number" in rule:
            self._add_fact("most", number, self._evaluate(rule["number"]))
        for where in rule.get("where") or []:
            for spot in [where] if where in ("place", "boat") else self.homes[where]:
                self._add_fact("where", number, spot)

    def explore(self) -> Graph:
        """Return the graph of all reachable states, as clingo finds it.

        Raises UndecidedError for crossings that are too large, and for deadlines with islands.
        """
        boats, base = max(1, len(self.boats)), len(self.places)
        people = len(self.people)
        if people > MAX_TRAVELERS or base ** (people + boats) > LARGEST:
            raise UndecidedError(f"{people} travellers, {base} places")
        digits = [base**index for index in range(people + boats)]
        for number, digit in enumerate(digits):
            self._add_fact(*(("digit", number, digit) if number < people else ("mast", number - people, digit)))
        harbour = self.homes[self.file["start"]["boat"]][0]
        start = sum(digit * at for digit, at in zip(digits, [*self.first, *[harbour] * boats], strict=True))
        self._add_fact("start", start)
        for place in range(base):
            self._add_fact("at_first", place, sum(1 << who for who, at in enumerate(self.first) if at == place))
        if self.deadlines and base > 2:
            raise UndecidedError("deadlines and islands")
        limit = min(self.limits, default=None)
        horizon = max((last + 1 for last in self.deadlines), default=0) if limit is None else limit
        for made in range(horizon):
            self._add_fact("onward", made, made + 1)
        if limit is None:
            self._add_fact("onward", horizon, horizon)
        control = clingo.Control(["--warn=none", "-c", f"travellers={people}", "-c", f"places={base}"])
        control.add("base", [], ENCODING + "\n".join(self.facts))
        control.ground([("base", [])])

        def read_atoms(name: str, size: int) -> list[list[int]]:
            atoms = [*control.symbolic_atoms.by_signature(name, size)]
            assert all(atom.is_fact for atom in atoms), name
            return [[argument.number for argument in atom.symbol.arguments] for atom in atoms]

        price = {(boat, load): cost for boat, load, cost in read_atoms("price", 3)}
        edges = dict[Any, Any]()
        for made, state, boat, load, to, then, after, *_ in read_atoms("move", 10):
            edges.setdefault((made, state), {})[boat, load, to] = price[boat, load], (then, after)
        return Graph((0, start), {(made, state) for made, state in read_atoms("goal", 2)}, edges)


class ReachableCrossing:
    """A crossing with its graph of reachable states; moves have the form of answers."""

    def __init__(self, line: Line) -> None:
        self.crossing = Crossing(line)
        self.graph = self.crossing.explore()
        self.optimum = self.graph.optimum

    def count_solutions(self, most: int) -> int | None:
        """Return the number of optimal solutions; there is no limit."""
        return self.graph.solution_count

    def run_moves(self, moves: Any) -> tuple[int, bool]:
        """Return how many moves are allowed one after the other, and whether they reach the goal.

        Raises ValueError or KeyError for unknown names.
        """
        made, state = self.graph.follow_moves(self._to_labels(moves))
        return made, state in self.graph.goals

    def cost_of_moves(self, moves: Any) -> int:
        """Return the cost of a sequence of allowed moves."""
        total, state = 0, self.graph.start
        for label in self._to_labels(moves):
            cost, state = self.graph.edges[state][label]
            total += cost
        return total

    def are_best_moves(self, moves: Any, following: Any) -> bool:
        """Return whether ``following`` are exactly the optimal next moves after ``moves``."""
        _, state = self.graph.follow_moves(self._to_labels(moves))
        told = {self._to_labels([*moves, one])[-1] for one in following}
        return told == {*self.graph.best_moves(state)}

    def _to_labels(self, moves: Any) -> list[tuple[int, int, int]]:
        """Return the moves as labels of the graph: the boat, the mask of its passengers, the destination.

        A move without a destination goes to the other one of two places.
        """
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
def _make_reachable_crossing(puzzle: str) -> ReachableCrossing:
    return ReachableCrossing(json.loads(puzzle))


def find_reachable_crossing(line: Line) -> ReachableCrossing:
    """Return the crossing of a question; questions about the same puzzle share it."""
    return _make_reachable_crossing(json.dumps({key: line.get(key) for key in ("puzzle", "file", "parameters")}))
