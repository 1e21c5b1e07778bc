"""Error recovery: read a domain and a problem in spite of mistakes, and report one finding per cause.

If a declaration is misspelled, every use of the name is an error. The finding is then at the declaration, provided
that nothing uses the misspelled name.
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
from ferryplan.generator.errors import find_similar_names
from ferryplan.generator.pddl.languages import LANGUAGE_KINDS as OTHER_LANGUAGES
from ferryplan.generator.pddl.linting.findings import (
    Finding,
    NameDeclaration,
    find_declarations,
    make_finding,
    make_finding_from_text,
    slip_to_finding,
)
from ferryplan.generator.pddl.linting.parentheses import (
    MAX_FILE_LENGTH,
    PddlToken,
    balance_parentheses,
    find_sections,
    tokenize_source,
)
from ferryplan.generator.pddl.reader import parse_domain, parse_problem
from ferryplan.generator.pddl.slips.fixing import FixedFiles, fix_slips
from ferryplan.generator.pddl.slips.slip import Slip
from ferryplan.generator.pddl.syntax import (
    MistakeError,
    MisusedNameError,
    Source,
    UnsupportedPddlError,
    line_and_column,
)
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.wording import choose_verb, format_count, join_phrases

REFUSED_REPETITIONS: dict[str, list[str]] = domains.words("linting")["refused-repetitions"]
"""for each kind of repeated declaration, the planners that refuse it; ``constant`` is for an object that
repeats a constant"""
_SUGGESTION = re.compile(r"; did you mean '([^']+)'")


def read_with_findings(domain: Source, problem: Source | None) -> tuple[Domain | None, Problem | None, list[Finding]]:
    """Read a domain and a problem in spite of mistakes; return them with the findings.

    The domain and the problem consist of the parts without mistakes. Each of them is None if it cannot be read at
    all.
    """
    written = [domain] if problem is None else [domain, problem]
    readable = not _drop_unsupported_forms(_read_past_mistakes(domain, problem)[2])
    findings = [make_finding("byte-order-mark", source, (1, 1)) for source in written if source.has_byte_order_mark]
    files = fix_slips(domain, problem, all_kinds=not readable)
    if not readable and _drop_unsupported_forms(_read_fixed_files(files)[2]):
        # Texts that can be read, as they are or with their slips fixed, may look as if their parentheses were
        # misplaced: if all is on one line, for example.
        written, misplaced = _balance_files(written)
        findings += misplaced
        files = fix_slips(written[0], [*written, None][1], all_kinds=True) if misplaced else files
    findings += _make_slip_findings(files)
    texts = [files.fixed_source(part) for part in files.sources]
    first, second, mistakes = _read_fixed_files(files)
    names = [*find_declarations(first, second)] if first is not None else []
    rest = _MistakeConverter(mistakes, names, texts).make_findings()
    findings += [_locate_in_original(one, files) for one in rest]
    return first, second, findings


_MERGED_SLIPS = ("glued-dash", "missing-colon", "missing-question-mark", "own-parent")
"""the kinds of slips that come from one habit, and therefore share a finding regardless of the names in them"""


def _make_slip_findings(files: FixedFiles) -> Iterator[Finding]:
    """Yield the findings for slips, one for all occurrences of the same slip in a file."""
    groups = defaultdict[Hashable, list[tuple[Slip, tuple[int, int]]]](list)
    for slip, place in files.slips:
        names = () if slip.kind in _MERGED_SLIPS else tuple(slip.message_words.items())
        groups[slip.kind, slip.file_role, names].append((slip, place))
    for (slip, place), *others in groups.values():
        finding = slip_to_finding(slip, files.sources[slip.file_role], place)
        lines = [str(line) for line in sorted({line for _, (line, _) in others} - {place[0]})]
        words = {"finding": finding.message, "times": len(others) + 1, "lines": join_phrases(lines)}
        if lines:
            finding = replace(finding, message=format_message("lint.also-on-lines", count=len(lines), **words))
        elif others:
            finding = replace(
                finding, message=format_message("lint.times", finding=finding.message, count=len(others) + 1)
            )
        yield finding


def _drop_unsupported_forms(mistakes: Sequence[MistakeError]) -> list[MistakeError]:
    return [one for one in mistakes if not isinstance(one, UnsupportedPddlError)]


def _balance_files(sources: Sequence[Source]) -> tuple[list[Source], list[Finding]]:
    """Return files with balanced parentheses, and the findings about the parentheses that were changed."""
    mended = [balance_parentheses(source) for source in sources]
    return [source for source, _ in mended], [one for _, more in mended for one in more]


def _locate_in_original(finding: Finding, files: FixedFiles) -> Finding:
    """Return a finding about a fixed file with its place in the original file."""
    part = next(part for part, source in files.sources.items() if source.name == finding.file)
    if not finding.line or not files.slips:
        return finding
    line, column = files.original_location(part, finding.line, finding.column)
    return replace(finding, line=line, column=column)


def _read_fixed_files(files: FixedFiles) -> tuple[Domain | None, Problem | None, list[MistakeError]]:
    """Read the domain and the problem in fixed files in spite of mistakes; return them with the mistakes."""
    texts = [files.fixed_source(part) for part in files.sources]
    return _read_past_mistakes(texts[0], [*texts, None][1])


def _read_past_mistakes(
    domain: Source, problem: Source | None
) -> tuple[Domain | None, Problem | None, list[MistakeError]]:
    """Read a domain and a problem in spite of mistakes; return them with the mistakes."""
    mistakes = list[MistakeError]()
    first, second = None, None
    try:
        first = parse_domain(Source(domain.text, domain.name, mistakes))
        if problem is not None:
            second = parse_problem(Source(problem.text, problem.name, mistakes), first)
    except MistakeError as error:  # nothing after it can be read
        mistakes.append(error)
    return first, second, mistakes


class _MistakeConverter:
    """Converts the reader's mistakes to findings, one finding for all mistakes with the same cause."""

    def __init__(
        self, mistakes: Sequence[MistakeError], declarations: Sequence[NameDeclaration], sources: Sequence[Source]
    ) -> None:
        self.mistakes, self.declarations = mistakes, declarations
        self.broken_lines = {error.line for error in mistakes if not isinstance(error, MisusedNameError)}
        small = [one for one in sources if mistakes and len(one.text) <= MAX_FILE_LENGTH]
        self.tokens = {source.name: tokenize_source(source) for source in small}
        self.token_counts = Counter(token.text for tokens in self.tokens.values() for token in tokens)

    def make_findings(self) -> Iterator[Finding]:
        """Yield one finding for all mistakes with the same cause."""
        groups: dict[Hashable, list[MistakeError]] = {}
        for one in self.mistakes:
            alike: Hashable = (one.source.name, one.kind, "" if one.kind in OTHER_LANGUAGES else one.explanation)
            if isinstance(one, MisusedNameError):
                alike = one.name_kind, one.name, one.term_count, *self._list_tokens_around_variable(one)[:1]
            groups.setdefault(alike, []).append(one)
        missing = defaultdict[tuple[str, int], list[MistakeError]](list)
        for one, *others in groups.values():
            kind = one.kind
            if isinstance(one, MisusedNameError):
                if (name := self._find_only_declaration(one)) and line_and_column(name.where)[0] in self.broken_lines:
                    continue  # the declaration cannot be read
                if others and (cause := self._find_cause(one, len(others) + 1)):
                    yield cause
                    continue
                if others and (listed := self._find_parameters_keyword(one)):
                    missing[one.source.name, listed.start] += [one, *others]
                    continue
                kind = "undeclared" if one.term_count is None else "arity"
            meant = _SUGGESTION.search(one.explanation)
            says = format_message("lint.times", finding=one.explanation, count=len(others) + 1)
            yield make_finding_from_text(
                one.source, one.where, kind, says if others else one.explanation, meant[1] if meant else ""
            )
        for some in missing.values():
            if (listed := self._find_parameters_keyword(some[0])) is not None:
                names = list(dict.fromkeys(one.name for one in some if isinstance(one, MisusedNameError)))
                words = {"names": join_phrases([f"'{name}'" for name in names]), "times": len(some)}
                words |= {"is": choose_verb(len(names)), "them": choose_verb(len(names), "it", "them")}
                where = listed.line, listed.column
                yield make_finding("no-parameter", some[0].source, where, " ".join(names), **words)

    def _find_parameters_keyword(self, mistake: MistakeError) -> PddlToken | None:
        """Return the ``:parameters`` keyword of the action in which a variable is misused.

        Returns None if the mistake does not concern a variable.
        """
        section = self._list_tokens_around_variable(mistake) if isinstance(mistake, MisusedNameError) else ()
        return next((token for token in section if token.text == ":parameters"), None)

    def _list_declarations(self, what: str) -> list[NameDeclaration]:
        return [one for one in self.declarations if one.kind in ((what, "constant") if what == "object" else (what,))]

    def _find_only_declaration(self, one: MisusedNameError) -> NameDeclaration | None:
        """Return the only declaration of a name that is used with a wrong number of terms.

        Returns None if the name has several declarations or none.
        """
        names = (
            []
            if one.term_count is None
            else [name for name in self._list_declarations(one.name_kind) if name.name == one.name]
        )
        return names[0] if len(names) == 1 else None

    def _list_tokens_around_variable(self, one: MisusedNameError) -> list[PddlToken]:
        """Return the tokens of the section in which a variable is misused; none for other mistakes."""
        if one.name_kind != "variable":
            return []
        tokens = self.tokens.get(one.source.name, [])
        before = (part for part in find_sections(tokens) if not part.start or tokens[part.start].line <= one.line)
        return tokens[[*before][-1]]

    def _find_cause(self, first_misuse: MisusedNameError, mistake_count: int) -> Finding | None:
        """Return a finding at the declaration that causes several mistakes; None if no declaration does.

        ``first_misuse`` is the first of the mistakes, and ``mistake_count`` is their number.
        """
        names, used, section = (
            self._list_declarations(first_misuse.name_kind),
            self.token_counts,
            self._list_tokens_around_variable(first_misuse),
        )
        words: dict[str, Any] = {"name": first_misuse.name, "times": mistake_count}
        if first_misuse.term_count is not None:
            pairs = (pair for tokens in self.tokens.values() for pair in itertools.pairwise(tokens))
            uses = sum(1 for pair in pairs if (pair[0].text, pair[1].text) == ("(", first_misuse.name))
            name = self._find_only_declaration(first_misuse)
            if name is None or uses != mistake_count + 1:
                return None
            words |= {
                "arguments": format_count(first_misuse.term_count, "argument"),
                "parameters": format_count(first_misuse.term_count, "parameter"),
            }
            return make_finding("arity-declared", name.source, name.where, **words)
        if first_misuse.name_kind == "variable":
            used = Counter(token.text for token in section)
            variables = (token for token in section if token.text[0] == "?")
            names = [
                NameDeclaration("variable", each.text, first_misuse.source, (each.line, each.column))
                for each in variables
            ]
        close = find_similar_names(first_misuse.name, (name.name for name in names if used[name.name] == 1))
        if close:
            name = next(name for name in names if name.name == close[0])
            told = {"declared": name.name, "what": first_misuse.name_kind, **words}
            return make_finding("declared-otherwise", name.source, name.where, first_misuse.name, **told)
        return None


def find_repeated_declarations(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield findings about repeated declarations, one for all repeated objects of a file.

    Objects that are repeated with other types are left out, because the reader reports them.
    """
    seen = set[tuple[str, str]]()
    objects = (*domain.constants, *(problem.objects if problem is not None else ()))
    kinds = {(one.name, one.types) for one in objects}
    two_types = {name for name, times in Counter(name for name, _ in kinds).items() if times > 1}
    constants = {one.name for one in domain.constants}
    again = dict[tuple[str, str], list[NameDeclaration]]()
    for one in find_declarations(domain, problem):
        what = "object" if one.kind == "constant" else one.kind
        if what in ("predicate", "function", "action"):
            parameters = format_count(len(one.parameters), "parameter")
            what = format_message("lint.declaration", what=what, name=one.name, parameters=parameters)
        reported = what == "object" and one.name in two_types
        if (what, one.name) in seen and what != "type" and not reported:
            again.setdefault((what, one.source.name), []).append(one)
        seen.add((what, one.name))
    for (what, _), some in again.items():
        kind = some[0].kind
        if what == "object":
            names = list(dict.fromkeys(f"'{one.name}'" for one in some))
            what = f"object{'s' * (len(names) > 1)} {join_phrases(names)}"
            kind = "constant" if all(one.kind == "object" and one.name in constants for one in some) else "object"
        tools = REFUSED_REPETITIONS[kind]
        plural = what.startswith("objects")
        words = {"what": what, "is": "are" if plural else "is", "tools": join_phrases(tools)}
        words |= {"refuse": choose_verb(len(tools), "refuses", "refuse")}
        yield make_finding("repeated", some[0].source, some[0].where, **words)
