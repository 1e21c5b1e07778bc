"""A domain and a problem read past their mistakes, each mistake told once, where it was most likely made.

A name that is misspelt where it is declared makes every use of it a mistake; told is the declaration, if nothing else uses it.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import near
from ferryplan.generator.pddl.languages import KINDS as OTHER_LANGUAGES
from ferryplan.generator.pddl.linting.findings import Declared, Finding, at, declared, finding_of_slip, found
from ferryplan.generator.pddl.linting.parentheses import LARGEST, Token, balanced, sections_of, tokens_of
from ferryplan.generator.pddl.reader import domain_of, problem_of
from ferryplan.generator.pddl.slips.fixing import FixedFiles, fix_slips
from ferryplan.generator.pddl.slips.slip import Slip
from ferryplan.generator.pddl.syntax import MistakeError, MisusedError, Source, UnknownFormError, position
from ferryplan.generator.pddl.tree import Domain, Problem
from ferryplan.generator.wording import agreeing, count, listing

REFUSED_REPETITIONS: dict[str, list[str]] = domains.words("linting")["refused-repetitions"]
"""the planners that refuse what is declared twice, by what it is; of an object also that it is a constant"""
_MEANT = re.compile(r"; did you mean '([^']+)'")


def read(domain: Source, problem: Source | None) -> tuple[Domain | None, Problem | None, list[Finding]]:
    """Return what two texts say as far as it can be read, and what is wrong with them."""
    written = [domain] if problem is None else [domain, problem]
    readable = not _errors(_read_past_mistakes(domain, problem)[2])
    findings = [found("byte-order-mark", source, (1, 1)) for source in written if source.has_mark]
    files = fix_slips(domain, problem, all_kinds=not readable)
    if not readable and _errors(_read_fixed(files)[2]):
        # Texts that can be read, as they are or with their slips fixed, may look as if their parentheses were misplaced: all on one line,
        # for example.
        written, misplaced = _with_parentheses(written)
        findings += misplaced
        files = fix_slips(written[0], [*written, None][1], all_kinds=True) if misplaced else files
    findings += _findings_of_slips(files)
    texts = [files.fixed(part) for part in files.sources]
    first, second, mistakes = _read_fixed(files)
    names = [*declared(first, second)] if first is not None else []
    rest = _Told(mistakes, names, texts).findings()
    findings += [_where_written(one, files) for one in rest]
    return first, second, findings


_ALIKE = ("glued-dash", "missing-colon", "missing-question-mark", "own-parent")
"""slips that are one habit, whatever the names are in which they stand"""


def _findings_of_slips(files: FixedFiles) -> Iterator[Finding]:
    """Yield the slips of two files, one finding for all that are the same slip in one file."""
    groups = defaultdict[Hashable, list[tuple[Slip, tuple[int, int]]]](list)
    for slip, place in files.slips:
        names = () if slip.kind in _ALIKE else tuple(slip.words.items())
        groups[slip.kind, slip.part, names].append((slip, place))
    for (slip, place), *others in groups.values():
        finding = finding_of_slip(slip, files.sources[slip.part], place)
        lines = [str(line) for line in sorted({line for _, (line, _) in others} - {place[0]})]
        words = {"finding": finding.says, "times": len(others) + 1, "lines": listing(lines)}
        if lines:
            finding = replace(finding, says=format_message("lint.also-on-lines", count=len(lines), **words))
        elif others:
            finding = replace(finding, says=format_message("lint.times", finding=finding.says, count=len(others) + 1))
        yield finding


def _errors(mistakes: Sequence[MistakeError]) -> list[MistakeError]:
    return [one for one in mistakes if not isinstance(one, UnknownFormError)]


def _with_parentheses(sources: Sequence[Source]) -> tuple[list[Source], list[Finding]]:
    """Return files whose parentheses match, with what had to be changed."""
    mended = [balanced(source) for source in sources]
    return [source for source, _ in mended], [one for _, more in mended for one in more]


def _where_written(one: Finding, files: FixedFiles) -> Finding:
    """Return a finding in a fixed file with its place in the file as it was written."""
    part = next(part for part, source in files.sources.items() if source.name == one.file)
    if not one.line or not files.slips:
        return one
    line, column = files.original_place(part, one.line, one.column)
    return replace(one, line=line, column=column)


def _read_fixed(files: FixedFiles) -> tuple[Domain | None, Problem | None, list[MistakeError]]:
    """Return what fixed files say as far as they can be read, and the mistakes in them."""
    texts = [files.fixed(part) for part in files.sources]
    return _read_past_mistakes(texts[0], [*texts, None][1])


def _read_past_mistakes(
    domain: Source, problem: Source | None
) -> tuple[Domain | None, Problem | None, list[MistakeError]]:
    """Return what two texts say as far as they can be read, and the mistakes in them."""
    mistakes = list[MistakeError]()
    first, second = None, None
    try:
        first = domain_of(Source(domain.text, domain.name, mistakes))
        if problem is not None:
            second = problem_of(Source(problem.text, problem.name, mistakes), first)
    except MistakeError as error:  # behind which nothing can be read
        mistakes.append(error)
    return first, second, mistakes


class _Told:
    """What mistakes come to."""

    def __init__(self, mistakes: Sequence[MistakeError], names: Sequence[Declared], sources: Sequence[Source]) -> None:
        self.mistakes, self.names = mistakes, names
        self.broken = {error.line for error in mistakes if not isinstance(error, MisusedError)}
        small = [one for one in sources if mistakes and len(one.text) <= LARGEST]
        self.tokens = {source.name: tokens_of(source) for source in small}
        self.used = Counter(token.text for tokens in self.tokens.values() for token in tokens)

    def findings(self) -> Iterator[Finding]:
        """Yield one finding for all mistakes that come from the same one."""
        groups: dict[Hashable, list[MistakeError]] = {}
        for one in self.mistakes:
            alike: Hashable = (one.source.name, one.kind, "" if one.kind in OTHER_LANGUAGES else one.told)
            if isinstance(one, MisusedError):
                alike = one.what, one.name, one.terms, *self._section(one)[:1]
            groups.setdefault(alike, []).append(one)
        missing = defaultdict[tuple[str, int], list[MistakeError]](list)
        for one, *others in groups.values():
            kind = one.kind
            if isinstance(one, MisusedError):
                if (name := self._declared_once(one)) and position(name.where)[0] in self.broken:
                    continue  # it is the declaration that cannot be read
                if others and (cause := self._cause(one, len(others) + 1)):
                    yield cause
                    continue
                if others and (listed := self._parameters(one)):
                    missing[one.source.name, listed.start] += [one, *others]
                    continue
                kind = "undeclared" if one.terms is None else "arity"
            meant = _MEANT.search(one.told)
            says = format_message("lint.times", finding=one.told, count=len(others) + 1)
            yield at(one.source, one.where, kind, says if others else one.told, meant[1] if meant else "")
        for some in missing.values():
            if (listed := self._parameters(some[0])) is not None:
                names = list(dict.fromkeys(one.name for one in some if isinstance(one, MisusedError)))
                words = {"names": listing([f"'{name}'" for name in names]), "times": len(some)}
                words |= {"is": agreeing(len(names)), "them": agreeing(len(names), "it", "them")}
                where = listed.line, listed.column
                yield found("no-parameter", some[0].source, where, " ".join(names), **words)

    def _parameters(self, one: MistakeError) -> Token | None:
        """Return the keyword of the parameters that lack a variable; None of other names."""
        section = self._section(one) if isinstance(one, MisusedError) else ()
        return next((token for token in section if token.text == ":parameters"), None)

    def _declared(self, what: str) -> list[Declared]:
        return [one for one in self.names if one.what in ((what, "constant") if what == "object" else (what,))]

    def _declared_once(self, one: MisusedError) -> Declared | None:
        """Return where a name is declared that is used with other parameters."""
        names = [] if one.terms is None else [name for name in self._declared(one.what) if name.name == one.name]
        return names[0] if len(names) == 1 else None

    def _section(self, one: MisusedError) -> list[Token]:
        """Return the section of its file in which a variable is misused; nothing of other names."""
        if one.what != "variable":
            return []
        tokens = self.tokens.get(one.source.name, [])
        before = (part for part in sections_of(tokens) if not part.start or tokens[part.start].line <= one.line)
        return tokens[[*before][-1]]

    def _cause(self, one: MisusedError, times: int) -> Finding | None:
        """Return what is told of the declaration that several mistakes come from, None if they do not."""
        names, used, section = self._declared(one.what), self.used, self._section(one)
        words: dict[str, Any] = {"name": one.name, "times": times}
        if one.terms is not None:
            pairs = (pair for tokens in self.tokens.values() for pair in itertools.pairwise(tokens))
            uses = sum(1 for pair in pairs if (pair[0].text, pair[1].text) == ("(", one.name))
            name = self._declared_once(one)
            if name is None or uses != times + 1:
                return None
            words |= {"arguments": count(one.terms, "argument"), "parameters": count(one.terms, "parameter")}
            return found("arity-declared", name.source, name.where, **words)
        if one.what == "variable":
            used = Counter(token.text for token in section)
            variables = (token for token in section if token.text[0] == "?")
            names = [Declared("variable", each.text, one.source, (each.line, each.column)) for each in variables]
        close = near(one.name, (name.name for name in names if used[name.name] == 1))
        if close:
            name = next(name for name in names if name.name == close[0])
            told = {"declared": name.name, "what": one.what, **words}
            return found("declared-otherwise", name.source, name.where, one.name, **told)
        return None


def repeated(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield what is declared twice, all objects of a file together; objects with the same types only, as the reader reports others."""
    seen = set[tuple[str, str]]()
    objects = (*domain.constants, *(problem.objects if problem is not None else ()))
    kinds = {(one.name, one.types) for one in objects}
    two_types = {name for name, times in Counter(name for name, _ in kinds).items() if times > 1}
    constants = {one.name for one in domain.constants}
    again = dict[tuple[str, str], list[Declared]]()
    for one in declared(domain, problem):
        what = "object" if one.what == "constant" else one.what
        if what in ("predicate", "function", "action"):
            parameters = count(len(one.parameters), "parameter")
            what = format_message("lint.declaration", what=what, name=one.name, parameters=parameters)
        reported = what == "object" and one.name in two_types
        if (what, one.name) in seen and what != "type" and not reported:
            again.setdefault((what, one.source.name), []).append(one)
        seen.add((what, one.name))
    for (what, _), some in again.items():
        kind = some[0].what
        if what == "object":
            names = list(dict.fromkeys(f"'{one.name}'" for one in some))
            what = f"object{'s' * (len(names) > 1)} {listing(names)}"
            kind = "constant" if all(one.what == "object" and one.name in constants for one in some) else "object"
        tools = REFUSED_REPETITIONS[kind]
        plural = what.startswith("objects")
        words = {"what": what, "is": "are" if plural else "is", "tools": listing(tools)}
        words |= {"refuse": agreeing(len(tools), "refuses", "refuse")}
        yield found("repeated", some[0].source, some[0].where, **words)
