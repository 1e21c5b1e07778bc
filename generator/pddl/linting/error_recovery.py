"""Error recovery: read a domain and a problem in spite of mistakes, and report one finding per cause.

If a declaration is misspelled, every use of the name is an error. The finding is then at the declaration, provided
that nothing uses the misspelled name.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import differ_in_numbers, find_similar_names, find_suggestions
from ferryplan.generator.file_edits import FileEdit, join_edits
from ferryplan.generator.pddl.languages import LANGUAGE_KINDS as OTHER_LANGUAGES
from ferryplan.generator.pddl.linting.argument_corrections import ArgumentCorrector, suggest_corrections
from ferryplan.generator.pddl.linting.declaration_edits import DeclarationEditor, rename_uses
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
from ferryplan.generator.pddl.linting.recovered_files import EditSteps, locate_in_original
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


@dataclass(frozen=True)
class RecoveredTask:
    """A domain and a problem that were read in spite of mistakes, and the findings about the mistakes.

    The domain and the problem consist of the parts without mistakes. Each of them is None if it cannot be read at
    all.
    """

    domain: Domain | None
    problem: Problem | None
    findings: list[Finding]
    steps: Mapping[str, EditSteps]
    """by the name of a file: the steps from its text to the text that was read"""

    def locate(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield findings about the texts that were read, with their places in the original files."""
        return (locate_in_original(one, self.steps) for one in findings)


def read_with_findings(domain: Source, problem: Source | None) -> RecoveredTask:
    """Read a domain and a problem in spite of mistakes; return them with the findings."""
    written = [domain] if problem is None else [domain, problem]
    read = _read_past_mistakes(domain, problem)
    readable = not _drop_unsupported_forms(read[2])
    findings = [make_finding("byte-order-mark", source, (1, 1)) for source in written if source.has_byte_order_mark]
    files = fix_slips(domain, problem, all_kinds=not readable)
    steps = {source.name: EditSteps(source, ()) for source in written}
    if files.slips:
        read = _read_fixed_files(files)
    if not readable and _drop_unsupported_forms(read[2]):
        # Texts that can be read, as they are or with their slips fixed, may look as if their parentheses were
        # misplaced: if all is on one line, for example.
        balanced = [balance_parentheses(source) for source in written]
        misplaced = [finding for _, found in balanced for finding in found]
        findings += misplaced
        if misplaced:
            steps = {one.name: EditSteps(one, (step,)) for one, (step, _) in zip(written, balanced, strict=True)}
            texts = [replace(one, text=step.text) for one, (step, _) in zip(written, balanced, strict=True)]
            files = fix_slips(texts[0], [*texts, None][1], all_kinds=True)
            read = _read_fixed_files(files)
    findings += [locate_in_original(one, steps) for one in _make_slip_findings(files)]
    if files.slips:
        for part, source in files.sources.items():
            own = steps[source.name]
            steps[source.name] = replace(own, steps=(*own.steps, files.texts[part]))
    first, second, mistakes = read
    names = [*find_declarations(first, second)] if first is not None else []
    declaring = DeclarationEditor(first, second) if first is not None else None
    rest = _MistakeConverter(mistakes, names, [*map(files.fixed_source, files.sources)], declaring).make_findings()
    findings += [locate_in_original(one, steps) for one in rest]
    return RecoveredTask(first, second, findings, steps)


_MERGED_SLIPS = ("glued-dash", "missing-colon", "missing-question-mark", "own-parent")
"""the kinds of slips that come from one habit, and therefore share a finding regardless of the names in them"""


def _make_slip_findings(files: FixedFiles) -> Iterator[Finding]:
    """Yield the findings for slips, one for all occurrences of the same slip in a file."""
    groups = defaultdict[Hashable, list[tuple[Slip, tuple[int, int], tuple[FileEdit, ...]]]](list)
    for (slip, place), edits in zip(files.slips, files.original_edits, strict=True):
        names = () if slip.kind in _MERGED_SLIPS else tuple(slip.message_words.items())
        groups[slip.kind, slip.file_role, names].append((slip, place, edits))
    for some in groups.values():
        (slip, place, _), *others = some
        finding = slip_to_finding(
            slip, files.sources[slip.file_role], place, [edit for *_, edits in some for edit in edits]
        )
        lines = [str(line) for line in sorted({line for _, (line, _), _ in others} - {place[0]})]
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
        self,
        mistakes: Sequence[MistakeError],
        declarations: Sequence[NameDeclaration],
        sources: Sequence[Source],
        declaring: DeclarationEditor | None,
    ) -> None:
        self.mistakes, self.declarations, self.declaring = mistakes, declarations, declaring
        self.corrector = ArgumentCorrector(declaring.domain, declaring.problem) if declaring is not None else None
        self.broken_lines = {error.line for error in mistakes if not isinstance(error, MisusedNameError)}
        self._sources = [one for one in sources if mistakes and len(one.text) <= MAX_FILE_LENGTH]

    @functools.cached_property
    def tokens(self) -> dict[str, list[PddlToken]]:
        """The tokens of each file by its name."""
        return {source.name: tokenize_source(source) for source in self._sources}

    @functools.cached_property
    def token_counts(self) -> Counter[str]:
        """The number of occurrences of each token in all files."""
        return Counter(token.text for tokens in self.tokens.values() for token in tokens)

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
                if others and (cause := self._find_cause([one, *others])):
                    yield cause
                    continue
                if others and (listed := self._find_parameters_keyword(one)):
                    missing[one.source.name, listed.start] += [one, *others]
                    continue
                if one.term_count is not None:
                    yield self._make_arity_finding([one, *others])
                    continue
                kind = "undeclared"
            fix, edits = self._find_fix([one, *others])
            says = format_message("lint.times", finding=one.explanation, count=len(others) + 1)
            yield make_finding_from_text(one.source, one.where, kind, says, fix, edits)
        for some in missing.values():
            if (listed := self._find_parameters_keyword(some[0])) is not None:
                names = list(dict.fromkeys(one.name for one in some if isinstance(one, MisusedNameError)))
                words = {"names": join_phrases([f"'{name}'" for name in names]), "times": len(some)}
                words |= {"is": choose_verb(len(names)), "them": choose_verb(len(names), "it", "them")}
                where = listed.line, listed.column
                fix, edits = " ".join(names), tuple[FileEdit, ...]()
                if self.declaring is not None:
                    uses = {one.name: one.where for one in reversed(some) if isinstance(one, MisusedNameError)}
                    ordered = [(name, uses[name]) for name in names]
                    declared, edits = self.declaring.declare_parameters(some[0].source, ordered)
                    fix = format_message("lint.fix-declare", declaration=declared)
                yield make_finding("no-parameter", some[0].source, where, fix, edits, **words)

    def _make_arity_finding(self, mistakes: Sequence[MistakeError]) -> Finding:
        """Report all uses of a predicate or function with the same wrong number of arguments as one finding.

        It has edits if there is only one sensible correction at each place.
        """
        first, label, edits = mistakes[0], "", list[FileEdit]()
        choices = (
            [self.corrector.list_corrections(one.source, one.where) for one in mistakes] if self.corrector else [[]]
        )
        if all(len(some) == 1 for some in choices):
            label, edits = choices[0][0].atom, [edit for [one] in choices for edit in one.edits]
        finding = f"{first.explanation}{suggest_corrections([one.atom for one in choices[0]])}"
        says = format_message("lint.times", finding=finding, count=len(mistakes))
        return make_finding_from_text(first.source, first.where, "arity", says, label, edits)

    def _find_fix(self, mistakes: Sequence[MistakeError]) -> tuple[str, tuple[FileEdit, ...]]:
        """Return the label and the edits of the fix for mistakes with the same cause.

        A misspelled name is written as its only similar name, unless the two differ in a number. A name without a
        similar one is declared.
        """
        one = mistakes[0]
        meant = find_suggestions(one.explanation)
        if meant:
            edits = join_edits(
                edit for mistake in mistakes for edit in rename_uses(mistake.source, [mistake.where], meant[0])
            )
            return meant[0], edits if len(meant) == 1 and self._may_replace(meant[0], one) else ()
        if not isinstance(one, MisusedNameError) or self.declaring is None:
            return "", ()
        match one.name_kind:
            case "predicate" | "function":
                declared, edits = self.declaring.declare_signature(one.source, one.where, one.name_kind)
            case "object":
                uses = [(mistake.source, mistake.where) for mistake in mistakes]
                declared, edits = self.declaring.declare_object(one.name, uses)
            case "type":
                declared, edits = self.declaring.declare_type(one.name)
            case _:
                declared, edits = self.declaring.declare_parameters(one.source, [(one.name, one.where)])
        return format_message("lint.fix-declare", declaration=declared) if edits else "", edits

    def _may_replace(self, name: str, mistake: MistakeError) -> bool:
        """Return whether a name may be meant: it differs not only in a number, and takes as many terms."""
        if not isinstance(mistake, MisusedNameError) or self.declaring is None:
            return True
        has_terms = mistake.name_kind in ("predicate", "function")
        fits = not has_terms or self.declaring.has_signature(name, mistake.where)
        return fits and not differ_in_numbers(name, mistake.name)

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

    def _find_cause(self, misuses: Sequence[MistakeError]) -> Finding | None:
        """Return a finding at the declaration that causes several mistakes; None if no declaration does."""
        first = misuses[0]
        assert isinstance(first, MisusedNameError)
        if first.term_count is not None:
            return self._find_wrong_declaration(first, misuses)
        names, used = self._list_declarations(first.name_kind), self.token_counts
        if first.name_kind == "variable":
            section = self._list_tokens_around_variable(first)
            used = Counter(token.text for token in section)
            variables = (token for token in section if token.text[0] == "?")
            names = [
                NameDeclaration("variable", each.text, first.source, (each.line, each.column)) for each in variables
            ]
        close = find_similar_names(first.name, (name.name for name in names if used[name.name] == 1))
        if close and not differ_in_numbers(first.name, close[0]):
            name = next(name for name in names if name.name == close[0])
            told = {"declared": name.name, "what": first.name_kind, "name": first.name, "times": len(misuses)}
            edits = rename_uses(name.source, [name.where], first.name)
            return make_finding("declared-otherwise", name.source, name.where, first.name, edits, **told)
        return None

    def _find_wrong_declaration(self, first: MisusedNameError, misuses: Sequence[MistakeError]) -> Finding | None:
        """Return a finding if no use of a name has as many arguments as its declaration has parameters."""
        pairs = (pair for tokens in self.tokens.values() for pair in itertools.pairwise(tokens))
        uses = sum(1 for pair in pairs if (pair[0].text, pair[1].text) == ("(", first.name))
        name = self._find_only_declaration(first)
        if name is None or uses != len(misuses) + 1 or first.term_count is None:
            return None
        words = {
            "name": name.name,
            "times": len(misuses),
            "arguments": format_count(first.term_count, "argument"),
            "parameters": format_count(first.term_count, "parameter"),
        }
        fix, edits = "", tuple[FileEdit, ...]()
        if self.declaring is not None:
            places = [(one.source, one.where) for one in misuses]
            fix, edits = self.declaring.change_parameters(name.where, places)
        return make_finding("arity-declared", name.source, name.where, fix, edits, **words)
