"""What the server answers about PTX."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language_server.conftest import Editor, lsp, position

KERNEL = """\
.version 8.0
.target sm_90a
.address_size 64

.extern .shared .align 16 .b8 tile[];

.visible .entry scale(.param .u64 data, .param .f32 factor)
{
	.reg .pred %p<2>;
	.reg .f32 %f<4>;
	.reg .b32 %r<5>;
	.reg .b64 %rd<4>;

	ld.param.u64 %rd1, [data];
	ld.param.f32 %f1, [factor];
	mov.u32 %r1, %tid.x;
	setp.gt.u32 %p1, %r1, 31;
	@%p1 bra $done;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd3, %rd1, %rd2;
	ld.global.f32 %f2, [%rd3];
	mul.f32 %f3, %f2, %f1;
	st.global.f32 [%rd3], %f3;
$done:
	ret;
}
"""


def at(mark: str, text: str = KERNEL, shift: int = 0) -> str:
    """Return a text with `^` before a piece of it."""
    place = text.index(mark) + shift
    return f"{text[:place]}^{text[place:]}"


@pytest.mark.parametrize(
    ("mark", "shift", "parts"),
    [
        ("mul.wide", 1, ["mul.wide.type d, a, b\n", "since PTX 1.0", "9.7.1.3"]),
        ("%tid", 1, ["thread in the CTA", "`.u32`", ".x .y .z"]),
        (".extern", 1, ["11.6.1"]),
        (
            "%rd3,",
            1,
            [".reg .b64 %rd3", "written in line 20", "read 2 times", "live before lines 21 to 23"],
        ),
        ("[factor", 1, ["parameter"]),
        ("$done;", 1, ["label in line 24, 1 use"]),
        ("31", 0, ["`31` = `0x1f`"]),
        (".b64", 1, ["64 bits"]),
        (".reg", 1, ["state space"]),
        ("sm_90a", 1, ["**sm_90a** target, since PTX 8.0", "this architecture alone"]),
    ],
)
def test_hover(editor: Editor, mark: str, shift: int, parts: list[str]) -> None:
    """Syntax, meaning, versions; of a register its type, its definition and where it is live."""
    shown = editor.hover(at(mark, shift=shift))
    assert [part for part in parts if part not in shown] == []


def test_hover_says_what_the_file_lacks(editor: Editor) -> None:
    """An instruction that is newer than the file says so."""
    text = KERNEL.replace("ret;", "tcgen05.wait::ld.sync.aligned;")
    assert "needs sm_10" in editor.hover(at("tcgen05", text, 2))


def test_lines_of_sources(editor: Editor, tmp_path: Path) -> None:
    """Of a `.loc` hover shows the source and its line, and the definition opens it."""
    (tmp_path / "src").mkdir()
    source = tmp_path / "src" / "scale.cu"
    source.write_text("// one\n")
    text = KERNEL.replace("\tmul.f32", "\t.loc 1 1^2 3\n\t.loc 7 12 3\n\tmul.f32")
    uri, place = editor.open(text + '.file 1 "src/scale.cu"\n', folder=tmp_path)
    assert editor.ask("hover", uri, place).contents.value == "`src/scale.cu`, line 12"
    (found,) = editor.ask("definition", uri, place)
    assert (found.uri, found.range.start.line) == (source.as_uri(), 11)
    beyond = lsp.Position(place.line + 1, place.character)
    assert editor.ask("definition", uri, beyond) == []
    assert editor.ask("hover", uri, beyond) is None
    source.unlink()
    assert editor.ask("definition", uri, place) == []


def test_nothing_is_shown_of_comments(editor: Editor) -> None:
    """Words in comments are no instructions."""
    assert editor.hover("// add.s3^2\n") == ""


@pytest.mark.parametrize(
    ("typed", "some", "none"),
    [
        ("\tad^\n", ["add", "addc"], ["sub"]),
        ("\tmad.lo.^\n", [".s32", ".u64"], [".f32", ".lo"]),
        ("\tmad.lo.s^\n", [".s16", ".s32", ".s64"], [".u32"]),
        ("\t@%p1 b^\n", ["bra"], ["add"]),
        ("\t@%p1 bra ^\n", ["$done"], ["data", "%r1"]),
        ("\tmov.u32 %r2, %nt^\n", ["%ntid"], ["%tid"]),
        ("\tmov.u32 %r2, %tid.^\n", [".x", ".y", ".z"], [".w"]),
        ("\tadd.s32 %r^\n", ["%r1", "%rd3"], ["%f1"]),
        ("\tadd.s32 %r2, ^\n", ["%r1", "%rd3", "data"], ["$done"]),
        ("\t@^\n", ["%p1"], ["%r1", "data", "add"]),
        ("\t@!%^\n", ["%p1"], ["%r1", "%tid"]),
        ("\tld.param.u64 %rd1, [^\n", ["data", "factor", "tile", "%rd3"], ["$done", "%p1"]),
        ("\t.reg ^\n", [".pred", ".b32"], [".loc", ".shared"]),
        ("\t.reg .b^\n", [".b32"], [".f32", ".branchtargets"]),
        ("\t.reg .b32 ^\n", [], [".f32"]),
        ("\t.sh^\n", [".shared"], [".version"]),
        ("\t// ad^\n", [], ["add"]),
    ],
)
def test_completion(editor: Editor, typed: str, some: list[str], none: list[str]) -> None:
    """A half-written instruction between whole ones is completed, though it has no semicolon."""
    words = editor.words(KERNEL.replace("\tmul.f32", f"{typed}\tmul.f32"))
    assert [word for word in some if word not in words] == []
    assert [word for word in none if word in words] == []


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("add.s32 %r2, %", ["%r1"]),
        ("mul.f32 %f3, %", ["%f1", "%f2"]),
        ("mul.f32 %f3, ", ["%f1", "%f2"]),
        ("ld.param.u64 %rd1, [", ["data", "factor", "tile"]),
        ("add.s64 %rd1, %", ["%rd1", "%rd2", "%rd3"]),
    ],
)
def test_registers_that_fit_come_first(editor: Editor, typed: str, first: list[str]) -> None:
    """Those of the size and the kind that the instruction names stand before others."""
    words = editor.words(KERNEL.replace("\tmul.f32", f"\t{typed}^\n\tmul.f32", 1))
    assert words[: len(first)] == first


NEIGHBOURS = """.version 9.0
.target sm_90
.address_size 64
.entry a() {
	.reg .f32 %f<30>;
	add.f32 %f21, %f20, %f20;
	ret;
}
.entry b() {
	.reg .f32 %f<5>;
	add.f32 %f2, %f1, %f^;
	ret;
}
.entry c() {
	.reg .f32 %g<5>;
	.reg .b32 %big<9000>;
	add.f32 %f1, %f1, %f1;
	add.s32 %big7, %big7, HERE;
	ret;
}
"""


def test_registers_of_a_function_are_its_own(editor: Editor) -> None:
    """All that it declares are proposed, those that it mentions first, and none of neighbours."""
    assert editor.words(NEIGHBOURS) == ["%f1", "%f2", "%f0", "%f3", "%f4"]
    typed = NEIGHBOURS.replace("^", "0")
    words = editor.words(typed.replace("HERE", "%^"))
    assert words[:2] == ["%big7", "%big0"]
    assert "%f1" not in words
    assert editor.words(typed.replace("HERE", "%big899^")) == [
        *("%big899", *(f"%big899{k}" for k in range(10)))
    ]


def test_completion_outside_of_functions(editor: Editor) -> None:
    """There are directives there, targets and versions, and no opcodes."""
    assert ".entry" in (words := editor.words(KERNEL + "^"))
    assert "add" not in words
    assert "sm_100a" in editor.words(".version 8.0\n.target sm_1^\n")
    assert "8.5" in editor.words(".version 8.^\n.target sm_90\n")


def test_a_proposal_is_described(editor: Editor) -> None:
    """Its description is sent once the editor asks for it."""
    uri, place = editor.open(KERNEL.replace("\tmul.f32", "\tmad.^\n\tmul.f32"))
    items = editor.ask("completion", uri, place).items
    wide = next(item for item in items if item.label == ".wide")
    assert wide.documentation is None
    done = editor.wait(editor.client.completion_item_resolve_async(wide))
    assert "mad.wide.type d, a, b, c\n" in done.documentation.value
    assert wide.text_edit.range.start.character == 4


def test_signatures(editor: Editor) -> None:
    """The operand that is written is marked, and says what it must be."""
    uri, place = editor.open(KERNEL.replace("\tmul.f32", "\tmad.lo.s32 %r2, %r1, ^\n\tmul.f32"))
    found = editor.ask("signature_help", uri, place)
    assert found.signatures[0].label == "mad.lo.s32 d, a, b, c"
    assert found.active_parameter == 2
    assert "s32" in found.signatures[0].parameters[2].documentation


def lines(found: list[object]) -> list[int]:
    """Return the lines of locations, from 1."""
    return sorted(each.range.start.line + 1 for each in found)  # type: ignore[attr-defined]


def test_definitions_and_references(editor: Editor) -> None:
    """A register is defined where it is written; labels and parameters where they are declared."""
    uri, place = editor.open(at("%rd3], %f3", shift=1))
    assert lines(editor.ask("definition", uri, place)) == [20]
    assert lines(editor.ask("declaration", uri, place)) == [12]
    context = lsp.ReferenceContext(include_declaration=True)
    assert lines(editor.ask("references", uri, place, context=context)) == [12, 20, 21, 23]
    context = lsp.ReferenceContext(include_declaration=False)
    assert lines(editor.ask("references", uri, place, context=context)) == [20, 21, 23]
    uri, place = editor.open(at("data]", shift=1))
    assert lines(editor.ask("definition", uri, place)) == [7]
    kinds = [
        each.kind for each in editor.ask("document_highlight", *editor.open(at("%f2,", shift=1)))
    ]
    assert kinds == [lsp.DocumentHighlightKind.Write, lsp.DocumentHighlightKind.Read]


SCOPES = """\
.version 8.0
.target sm_90
.entry first()
{
	.reg .b32 x;
	mov.u32 x, 1;
	{
		.reg .b32 x;
		mov.u32 x, 2;
		add.s32 x, x, x;
	}
	add.s32 x, x, 3;
	ret;
}
.entry second()
{
	.reg .b32 x;
	mov.u32 x, 4;
	ret;
}
"""


def test_scopes(editor: Editor) -> None:
    """A name means the declaration of its scope."""
    context = lsp.ReferenceContext(include_declaration=False)
    for mark, expected in (("x, 2", [9, 10, 10, 10]), ("x, 3", [6, 12, 12]), ("x, 4", [18])):
        uri, place = editor.open(at(mark, SCOPES))
        assert lines(editor.ask("references", uri, place, context=context)) == expected


def renamed(editor: Editor, text: str, new: str, suffix: str = ".ptx") -> str:
    """Open a text, rename what is at `^`, and return the new text."""
    uri, place = editor.open(text, suffix)
    if suffix != ".ptx":
        editor.checked(uri)
    edits = editor.ask("rename", uri, place, new_name=new).changes[uri]
    return applied(text.replace("^", "", 1), edits)


def applied(text: str, edits: list[object]) -> str:
    """Return a text after edits."""
    rows = text.split("\n")
    starts = [sum(len(row) + 1 for row in rows[:line]) for line in range(len(rows) + 1)]

    def offset(place: object) -> int:
        row = rows[place.line].encode("utf-16-le")  # type: ignore[attr-defined]
        before = row[: 2 * place.character].decode("utf-16-le")  # type: ignore[attr-defined]
        return starts[place.line] + len(before)  # type: ignore[attr-defined]

    spans = [(offset(e.range.start), offset(e.range.end), e.new_text) for e in edits]  # type: ignore[attr-defined]
    for start, end, new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def test_rename(editor: Editor) -> None:
    """All that means the name is changed; a register of a range gets a declaration."""
    assert renamed(editor, at("data]"), "base") == KERNEL.replace("data", "base")
    text = renamed(editor, at("%f3;"), "%product")
    expected = KERNEL.replace("%f3", "%product")
    declared = "\t.reg .f32 %f<4>;"
    assert text == expected.replace(declared, f"{declared}\n\t.reg .f32 %product;")
    assert renamed(editor, at("%rd<4>"), "%address") == KERNEL.replace("%rd", "%address")
    inner = renamed(editor, at("x, 2", SCOPES), "y")
    assert inner.count("y") == SCOPES.count("y") + 5


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("%tid", "special register"),
        ("a b", "is no name"),
        ("factor", "declared already, in line 7"),
        ("%r1", "declared already, in line 11"),
    ],
)
def test_names_that_are_refused(editor: Editor, new: str, message: str) -> None:
    """The reason reaches the user."""
    with pytest.raises(Exception, match=message):
        renamed(editor, at("data]"), new)


def test_outline_and_folds(editor: Editor) -> None:
    """Functions with what they declare; bodies and comments fold."""
    uri, _ = editor.open("// one\n// two\n// three\n" + KERNEL)
    found = editor.ask("document_symbol", uri)
    assert [each.name for each in found] == ["tile", "scale"]
    assert [each.name for each in found[1].children] == ["data", "factor", "$done"]
    folds = editor.ask("folding_range", uri)
    assert [(each.start_line, each.end_line) for each in folds] == [(0, 2), (9, 28)]


def test_a_file_with_errors_keeps_its_functions(editor: Editor) -> None:
    """A function without its brace ends where the next begins."""
    broken = SCOPES.replace("\tret;\n}\n.entry second", "\tret\n.entry second").replace(
        "mov.u32 x, 4;", "mov.u32 x, (4"
    )
    uri, _ = editor.open(broken)
    assert [each.name for each in editor.ask("document_symbol", uri)] == ["first", "second"]
    assert "declared in line 16" in editor.hover(at("x, (4", broken))


def test_diagnostics_follow_edits(editor: Editor) -> None:
    """They come by themselves, with the codes of the check."""
    uri, _ = editor.open(KERNEL)
    assert editor.checked(uri) == []
    place = position(KERNEL, KERNEL.index("mul.f32"))
    end = lsp.Position(place.line, place.character + 7)
    editor.change(uri, place, end, "mull.f32")
    found = editor.checked(uri)
    assert [each.code for each in found] == ["PTX010"]
    assert found[0].range == lsp.Range(place, lsp.Position(place.line, place.character + 4))
    editor.change(uri, place, lsp.Position(end.line, end.character + 1), "mul.f32")
    assert editor.checked(uri) == []


def test_positions_count_units_of_utf_16(editor: Editor) -> None:
    """A character beyond U+FFFF has two, also where edits are counted."""
    text = KERNEL.replace("ret;", "/* \N{ROCKET} */ ret; // \N{ROCKET}\n")
    uri, place = editor.open(at("ret;", text))
    found = editor.ask("hover", uri, place)
    assert found.range.start.character == place.character == 10
    editor.change(uri, place, lsp.Position(place.line, place.character + 4), "exxit;")
    found = [each for each in editor.checked(uri) if each.code != "PTX003"]
    assert [(each.code, each.range.start) for each in found] == [("PTX010", place)]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends(editor: Editor, end: str) -> None:
    """Lines end as the protocol says."""
    text = KERNEL.replace("\n", end)
    uri, _ = editor.open(text)
    found = editor.ask("hover", uri, lsp.Position(18, 2))
    assert "mul.wide" in found.contents.value


def tokens(editor: Editor, uri: str) -> list[tuple[int, int, int, str]]:
    """Return the tokens of a document: line, column, length, type."""
    legend = editor.capabilities.semantic_tokens_provider.legend.token_types
    asked = lsp.SemanticTokensParams(lsp.TextDocumentIdentifier(uri))
    return decoded(
        editor.wait(editor.client.text_document_semantic_tokens_full_async(asked)).data, legend
    )


def decoded(data: list[int], legend: list[str]) -> list[tuple[int, int, int, str]]:
    """Return the tokens that numbers stand for."""
    line = column = 0
    found = []
    for k in range(0, len(data), 5):
        line += data[k]
        column = data[k + 1] + (0 if data[k] else column)
        found.append((line, column, data[k + 2], legend[data[k + 3]]))
    return found


def test_colours(editor: Editor) -> None:
    """Opcodes, modifiers and types are told apart, and an edit sends what has changed."""
    uri, _ = editor.open(KERNEL)
    found = tokens(editor, uri)
    row = [each[1:] for each in found if each[0] == 18]
    assert row == [
        (1, 3, "keyword"),
        (4, 5, "modifier"),
        (9, 4, "type"),
        (14, 4, "variable"),
        (20, 3, "variable"),
        (25, 1, "number"),
    ]
    full = editor.wait(
        editor.client.text_document_semantic_tokens_full_async(
            lsp.SemanticTokensParams(lsp.TextDocumentIdentifier(uri))
        )
    )
    editor.change(uri, lsp.Position(18, 1), lsp.Position(18, 1), "// ")
    delta = editor.wait(
        editor.client.text_document_semantic_tokens_full_delta_async(
            lsp.SemanticTokensDeltaParams(lsp.TextDocumentIdentifier(uri), full.result_id)
        )
    )
    data = [*full.data]
    for edit in delta.edits:
        data[edit.start : edit.start + edit.delete_count] = edit.data or []
    again, _ = editor.open(KERNEL.replace("\tmul.wide", "\t// mul.wide"))
    legend = editor.capabilities.semantic_tokens_provider.legend.token_types
    assert decoded(data, legend) == tokens(editor, again)
    some = editor.wait(
        editor.client.text_document_semantic_tokens_range_async(
            lsp.SemanticTokensRangeParams(
                lsp.TextDocumentIdentifier(uri), lsp.Range(lsp.Position(20, 0), lsp.Position(22, 0))
            )
        )
    )
    assert {*decoded(some.data, legend)} <= {*decoded(data, legend)}
    assert len(some.data) > 20


def test_inlays(editor: Editor) -> None:
    """Mangled names and descriptors are explained beside them."""
    kernel = Path(__file__).parents[2] / "corpus" / "nvcc" / "saxpy.sm_90a.ptx"
    uri, _ = editor.open(kernel.read_text())
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(100, 0))
    found = editor.ask("inlay_hint", uri, range=whole)
    assert [each.label for each in found] == ["saxpy(int, float, float const*, float*)"]
    blackwell = Path(__file__).parents[2] / "corpus" / "nvcc"
    path = next(
        path for path in sorted(blackwell.glob("*.ptx")) if "tcgen05.mma" in path.read_text()
    )
    uri, _ = editor.open(path.read_text())
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(100000, 0))
    labels = [each.label for each in editor.ask("inlay_hint", uri, range=whole)]
    assert any(label.startswith("m=128 n=") and "dtype_a=" in label for label in labels), labels
