"""The fuzzer itself: it repeats what it did, knows the whole grammar, and finds planted faults."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from fuzzing import (
    cli,
    edit,
    edited,
    emitted,
    grammar,
    laws,
    lexing,
    locality,
    minimise,
    mutation,
    reach,
    reference,
    renamed,
    respace,
    rewrite,
    runner,
    spacing,
    spellings,
)
from fuzzing.cases import KINDS, BrokenLawError, Case, Outcome
from fuzzing.cli import main
from fuzzing.runner import CASES_PER_CHUNK, run, run_case
from fuzzing.sources import ROOT, corpus, identity_cases, small_file

import ptxpy
from ptxpy import dsl
from ptxpy.dsl.lowering import label_numbering as numbering
from ptxpy.dsl.namespaces.statements import LabelName
from ptxpy.ir import nodes as n
from ptxpy.lift import structure

PTX = b".version 9.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n\tret;\n}\n"


def test_a_seed_gives_the_same_cases() -> None:
    """A case follows from kind, seed and number alone."""
    for make in (grammar.random_module, mutation.mutated):
        case = Case("grammar", 3, 7)
        assert make(case.generator()) == make(case.generator())
    texts = {grammar.random_module(Case("grammar", 3, i).generator()) for i in range(20)}
    assert len(texts) > 15


def test_kinds_alternate() -> None:
    """A mixed run has cases of every kind."""
    assert {outcome.case.kind for outcome in run("all", 5, 16)} == set(KINDS)


def test_every_rule_is_used() -> None:
    """Random modules use every rule of the grammar, and every terminal."""
    known = grammar.rules()
    terminals = {
        s.name for each in known.expansions.values() for e in each for s in e if s.terminal
    }
    seen: set[str] = set()
    for number in range(400):
        text = grammar.random_module(Case("grammar", 1, number).generator())
        seen.update(token.terminal for token in lexing.tokens(text))
    assert terminals - seen == set()


@pytest.mark.parametrize("terminal", sorted(spellings.SPELLED))
def test_spellings(terminal: str) -> None:
    """What is spelled for a terminal is one token of it."""
    speller = spellings.Speller(Random(1))  # noqa: S311 - repeatable
    for rule in ("", "specifier", "version", "data", "type"):
        for _ in range(50):
            assert lexing.is_token(terminal, speller.spell(terminal, rule))


def test_joined_tokens_stay_apart() -> None:
    """Joined tokens are read as the same tokens."""
    for number in range(50):
        rng = Case("respace", 2, number).generator()
        source = small_file(rng).decode("utf-8", "surrogateescape")
        expected = lexing.tokens(source)
        for density in (0.0, 0.5, 1.0):
            assert lexing.tokens(spacing.join(expected, rng, density)) == expected


def test_lexing() -> None:
    """Pieces add up to the text; pairs that merge are known."""
    text = "ld.u32 /*a*/ %r1,x; // b\n"
    assert "".join(piece.text for piece in lexing.pieces(text)) == text
    assert [token.text for token in lexing.tokens(text)] == ["ld.u32", "%r1", ",", "x", ";"]
    assert lexing.merge(lexing.Token("IDENT", "a"), lexing.Token("INT", "1"))
    assert not lexing.merge(lexing.Token("IDENT", "a"), lexing.Token("COMMA", ","))


def test_sources() -> None:
    """There is something to mutate, and something to edit."""
    assert len(corpus(12_000)) > 100
    assert len(identity_cases()) > 1000
    editable = [path for path in corpus(12_000)[::10] if edit.program(path).instructions]
    assert len(editable) > 5


# --------------------------------------------------------------------------- planted faults


@pytest.mark.parametrize("kind", ["grammar", "mutation", "respace"])
def test_an_emitter_that_drops_a_byte_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law that text comes back has teeth."""
    accepted = next(outcome.case for outcome in run(kind, 1, 100) if outcome.accepted)
    real = ptxpy.emit_bytes
    monkeypatch.setattr(ptxpy, "emit_bytes", lambda module: real(module)[:-1])
    finding = run_case(accepted).finding
    assert finding is not None
    assert finding.law == laws.EMITTED


def test_a_crash_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that is no syntax error is a finding."""

    def crash(_source: bytes) -> n.Module:
        raise RecursionError

    monkeypatch.setattr(ptxpy, "parse", crash)
    finding = run_case(Case("grammar", 1, 1)).finding
    assert finding is not None
    assert finding.law == laws.ONLY_SYNTAX_ERRORS


def test_a_hang_is_found() -> None:
    """A case that does not end is ended."""

    def forever() -> None:
        with laws.time_limit(0.05):
            while True:
                pass

    with pytest.raises(BrokenLawError, match="ends in time"):
        forever()


def test_a_law_about_rejection_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Lark's verdict is asked for and compared."""
    assert laws.check(PTX, compare=True, prove=True)
    assert not laws.check(PTX[:-3], compare=True, prove=True)
    monkeypatch.setattr(reference, "items", lambda _text: None)
    with pytest.raises(BrokenLawError, match=laws.ACCEPTED):
        laws.check(PTX, compare=True, prove=False)


def test_an_edit_that_changes_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of locality has teeth."""
    path = next(path for path in corpus(12_000) if len(edit.program(path).instructions) > 5)
    chosen = edit.program(path)
    line = next(line for line in chosen.instructions if not line.odd)
    real = ptxpy.emit
    monkeypatch.setattr(ptxpy, "emit", lambda module: real(module).replace("ret;", "ret ;"))

    def edit_often() -> None:
        for number in range(20):
            edit.check_edit(chosen, line, Case("edit", 1, number).generator())

    with pytest.raises(BrokenLawError):
        edit_often()


@pytest.mark.parametrize(
    "kind",
    [
        locality.number_changed,
        locality.operator_changed,
        locality.margin_changed,
        locality.put_in,
        locality.nested,
        locality.deleted,
    ],
    ids=lambda kind: kind.__name__,
)
def test_an_edit_of_a_statement_that_changes_too_much_is_found(
    kind: Callable[[edited.Program, edited.Statement, Random], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So has the law of statements that nest values, for each kind of edit."""
    chosen = edited.program((ROOT / "corpus" / "nvcc" / "saxpy.sm_80.ptx").read_bytes(), 0)

    def edit_all() -> None:
        for number, statement in enumerate(chosen.statements):
            kind(chosen, statement, Case("edit", 1, number).generator())

    edit_all()
    real = emitted.emitted

    def changed(traced: dsl.Traced) -> emitted.Emitted:
        found = real(traced)
        last = max(at for at, piece in enumerate(found.pieces) if piece.text[0] == "ret;")
        found.pieces[last] = found.pieces[last]._replace(text=("exit;",))
        return found

    monkeypatch.setattr(edited, "emitted", changed)
    with pytest.raises(BrokenLawError):
        edit_all()


def test_what_is_spaced_otherwise_has_the_same_nodes() -> None:
    """The comparison of re-spaced text with its source sees another token."""
    respace.check_respaced(PTX, PTX.replace(b"\n", b" "))
    with pytest.raises(BrokenLawError, match=respace.SAME_NODES):
        respace.check_respaced(PTX, PTX.replace(b"ret", b"exit"))
    with pytest.raises(BrokenLawError, match=respace.STILL_PTX):
        respace.check_respaced(PTX, PTX.replace(b"ret;", b"ret"))


def test_minimise() -> None:
    """What does not matter is left out."""
    text = b"a b\nc X d\ne Y f\ng"
    assert minimise.minimise(text, lambda t: b"X" in t and b"Y" in t) == b"XY"


# --------------------------------------------------------------------------- the tool


def test_the_tool_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Findings are counted, saved and shown, and the status says so."""
    arguments = ["--kind", "grammar", "--cases", "3", "-j", "1", "--keep", str(tmp_path)]
    real = ptxpy.emit_bytes
    monkeypatch.setattr(ptxpy, "emit_bytes", lambda module: real(module) + b" ")
    assert cli.main(arguments) == 1
    shown = capsys.readouterr().out
    assert "it does not hold that what is accepted is emitted as it was" in shown
    saved = sorted(path.name for path in tmp_path.iterdir())
    assert any(name.endswith(".small.ptx") for name in saved)
    assert any(name.endswith(".txt") for name in saved)
    monkeypatch.undo()
    assert cli.main(["--kind", "edit", "--cases", "3", "-j", "1", "--keep", str(tmp_path)]) == 0


def test_a_finding_is_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command that a finding prints runs that case alone."""
    real = ptxpy.emit_bytes
    monkeypatch.setattr(ptxpy, "emit_bytes", lambda module: real(module) + b" ")
    monkeypatch.setattr("fuzzing.cli.time.time", lambda: 20_000.5 * 86_400)
    keep = ["-j", "1", "--keep", str(tmp_path)]
    assert cli.main(["--cases", "2", "--seed", "today", *keep]) == 1
    shown = capsys.readouterr().out
    assert "2 cases of seed 20000 in " in shown
    again = [line for line in shown.splitlines() if "again: tools/fuzz " in line][-1].split()[2:]
    assert again == ["--kind", "grammar", "--seed", "20000", "--case", "1"]
    assert cli.main([*again, *keep]) == 1
    assert "1 case of seed 20000 in " in capsys.readouterr().out
    monkeypatch.undo()
    assert cli.main([*again, *keep]) == 0


def test_a_label_that_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A branch that reaches another statement after an edit is a finding."""
    monkeypatch.setattr(structure, "_exposed", lambda _body, _written: frozenset())
    monkeypatch.setattr(LabelName, "operand", lambda label: n.Symbol(label.name))
    monkeypatch.setattr(numbering, "_is_jump", lambda _draft: False)
    chosen = rewrite.program((ROOT / "tests/lift/cases/branch_to_block_end.ptx").read_bytes(), 0)
    assert chosen is not None

    def edit_often() -> None:
        for number in range(60):
            rewrite.check_rewrite(chosen, Case("rewrite", 1, number).generator())

    with pytest.raises(BrokenLawError, match=rewrite.KEPT):
        edit_often()


def test_every_editable_line_is_an_instruction() -> None:
    """Lines that are edited are statements that call `ptx`."""
    chosen = edit.program(corpus(12_000)[0])
    for line in chosen.instructions:
        text = "\n".join(chosen.lines[line.first : line.last + 1]).strip()
        ast.parse(text)
        assert "ptx" in text


_VALUES = """{
add.s32 %r1, %r9, 1;
mul.lo.s32 %r2, %r1, 3;
st.shared.b32 [%r8], %r2;
}"""


@pytest.mark.parametrize(
    ("body", "is_same"),
    [
        (_VALUES, True),
        (_VALUES.replace("%r1,", "%r7,"), True),
        (_VALUES.replace("%r1,", "%r2,", 1), False),  # the product reads another value
        (_VALUES.replace("%r1, %r9", "%r8, %r9").replace("%r1,", "%r8,"), False),  # %r8 is lost
        (_VALUES.replace("], %r2", "], %r1"), False),
        (_VALUES.replace("%r9", "%r7"), False),
        (_VALUES.replace("mul", "mad"), False),
    ],
)
def test_values_may_be_in_other_registers(body: str, is_same: bool) -> None:
    """What is read must be the value that was read."""
    head = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k()\n"
    before, after = (
        reach.said(ptxpy.parse(head + text), lambda _number: False) for text in (_VALUES, body)
    )
    assert renamed.same_values(before, after, (frozenset(), frozenset())) is is_same


def die_of_case_3(portion: list[Case]) -> list[Outcome]:
    """Accept all cases; the process dies of one."""
    if any(case.number == 3 for case in portion):
        os._exit(1)
    return [Outcome(case, accepted=True, finding=None) for case in portion]


def test_a_case_that_kills_its_process_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run goes on, and all others have their outcomes."""
    monkeypatch.setattr(runner, "_run_chunk", die_of_case_3)
    monkeypatch.setattr(runner, "CASES_PER_CHUNK", 5)
    outcomes = [*runner.run("grammar", 1, 20, jobs=2)]
    assert [outcome.case.number for outcome in outcomes] == [*range(20)]
    (found,) = (outcome for outcome in outcomes if outcome.finding is not None)
    assert found.case.number == 3
    assert found.finding is not None
    assert found.finding.law == "the process survives"


def test_a_budget_of_time_ends_the_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What has begun is counted, and nothing more begins."""
    given = ["--kind", "mutation", "--cases", "100000", "--seconds", "1", "-j", "1"]
    assert main([*given, "--keep", str(tmp_path)]) == 0
    done = int(capsys.readouterr().out.splitlines()[-1].partition(" cases")[0].replace(",", ""))
    assert 0 < done < 100_000
    assert done % CASES_PER_CHUNK == 0
