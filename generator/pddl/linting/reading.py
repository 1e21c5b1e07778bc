"""A domain and a problem read past their mistakes, each mistake told once, where it was most likely made.

A name that is misspelt where it is declared makes every use of it a mistake; told is the declaration, if nothing else uses it.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from generator.errors import near
from generator.pddl.expressions import Typed
from generator.pddl.linting.findings import Finding, at, found
from generator.pddl.linting.parentheses import LARGEST, balanced, sections_of, tokens_of
from generator.pddl.reader import domain_of, problem_of
from generator.pddl.syntax import Group, MistakeError, MisusedError, Place, Source, Word
from generator.pddl.tree import Domain, Problem, Signature

_MEANT = re.compile(r"; did you mean '([^']+)'")


def read(domain: Source, problem: Source | None) -> tuple[Domain | None, Problem | None, list[Finding]]:
    """Return what two texts say as far as it can be read, and what is wrong with them."""
    findings, mistakes = list[Finding](), list[MistakeError]()
    first, second = None, None

    def tolerant(source: Source) -> Source:
        mended, more = balanced(source)
        findings.extend(more)
        return Source(mended.text, source.name, mistakes)

    try:
        first = domain_of(tolerant(domain))
        second = problem_of(tolerant(problem), first) if problem is not None else None
    except MistakeError as error:  # behind which nothing can be read
        mistakes.append(error)
    findings += _Told(mistakes, first, second, [one for one in (domain, problem) if one is not None]).findings()
    return first, second, findings


class _Told:
    """What mistakes come to."""

    def __init__(
        self,
        mistakes: Sequence[MistakeError],
        domain: Domain | None,
        problem: Problem | None,
        sources: Sequence[Source],
    ) -> None:
        self.mistakes = mistakes
        self.broken = {error.line for error in mistakes if not isinstance(error, MisusedError)}
        small = [one for one in sources if mistakes and len(one.text) <= LARGEST]
        self.tokens = {source.name: tokens_of(source) for source in small}
        self.used = Counter(token.text for tokens in self.tokens.values() for token in tokens)
        self.declared = dict[str, list[tuple[str, Source, Place]]]()
        """names, by what they are names of, with where they are declared"""
        if domain is not None:
            self._declare("type", domain.types, domain.source)
            self._declare("predicate", domain.predicates, domain.source)
            self._declare("function", domain.functions, domain.source)
            self._declare("object", domain.constants, domain.source)
        if problem is not None:
            self._declare("object", problem.objects, problem.source)

    def _declare(self, what: str, some: Sequence[Typed | Signature], source: Source) -> None:
        self.declared.setdefault(what, []).extend((one.name, source, one.written) for one in some)

    def findings(self) -> Iterator[Finding]:
        """Yield one finding for all mistakes that come from the same one."""
        groups: dict[object, list[MistakeError]] = {}
        for one in self.mistakes:
            key = (one.what, one.name, one.terms, self._section(one)) if isinstance(one, MisusedError) else id(one)
            groups.setdefault(key, []).append(one)
        for group in groups.values():
            one = group[0]
            if isinstance(one, MisusedError) and (place := self._declared_once(one)) and place.line in self.broken:
                continue  # it is the declaration that cannot be read
            kind = one.kind
            if isinstance(one, MisusedError):
                kind = "undeclared" if one.terms is None else "arity"
                if len(group) > 1 and (cause := self._cause(one, len(group))):
                    yield cause
                    continue
            meant = _MEANT.search(one.told)
            times = f" ({len(group)} times)" if len(group) > 1 else ""
            yield at(one.source, one.where, kind, f"{one.told}{times}", meant[1] if meant else "")

    def _declared_once(self, one: MisusedError) -> Word | Group | None:
        """Return where a name is declared that is used with other parameters."""
        declared = self.declared.get(one.what, ()) if one.terms is not None else ()
        places = [where for name, _, where in declared if name == one.name and isinstance(where, Word | Group)]
        return places[0] if len(places) == 1 else None

    def _section(self, one: MisusedError) -> int:
        """Return in which section of its file a variable is misused; 0 for other names."""
        tokens = self.tokens.get(one.source.name, ())
        if one.what != "variable" or not tokens:
            return 0
        return max(
            int(part.start) for part in sections_of(tokens) if part.start == 0 or tokens[part.start].line <= one.line
        )

    def _cause(self, one: MisusedError, times: int) -> Finding | None:
        """Return what is told of the declaration that several mistakes come from, None if they do not."""
        declared, used = self.declared.get(one.what, []), self.used
        words: dict[str, Any] = {"name": one.name, "times": times}
        if one.what == "variable":
            tokens, start = self.tokens[one.source.name], self._section(one)
            section = next(tokens[part] for part in sections_of(tokens) if part.start == start)
            used = Counter(token.text for token in section)
            declared = [
                (token.text, one.source, (token.line, token.column)) for token in section if token.text[0] == "?"
            ]
        if one.terms is not None:
            pairs = (pair for tokens in self.tokens.values() for pair in itertools.pairwise(tokens))
            uses = sum(1 for pair in pairs if (pair[0].text, pair[1].text) == ("(", one.name))
            place = self._declared_once(one)
            if place is None or uses != times + 1:
                return None
            source = next(source for _, source, where in declared if where is place)
            return found("arity-declared", source, place, terms=one.terms, **words)
        close = near(one.name, (name for name, _, _ in declared if used[name] == 1))
        if close:
            source, where = next((source, where) for name, source, where in declared if name == close[0])
            return found("declared-otherwise", source, where, one.name, declared=close[0], what=one.what, **words)
        if one.what == "variable" and (
            listed := next((token for token in section if token.text == ":parameters"), None)
        ):
            return found("no-parameter", one.source, (listed.line, listed.column), one.name, **words)
        return None


def repeated(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield what is declared twice."""
    names = [("object", one.name, one.written, domain.source) for one in domain.constants]
    if problem is not None:
        names += [("object", one.name, one.written, problem.source) for one in problem.objects]
    for what, some in (("predicate", domain.predicates), ("function", domain.functions), ("action", domain.actions)):
        names += [
            (f"{what} with {len(one.parameters)} parameters", one.name, one.written, domain.source) for one in some
        ]
    seen = set[tuple[str, str]]()
    for what, name, where, source in names:
        if (what, name) in seen:
            yield found("repeated", source, where, what=what, name=name)
        seen.add((what, name))
