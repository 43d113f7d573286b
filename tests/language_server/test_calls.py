"""The hierarchy of calls."""

from __future__ import annotations

from typing import Any

from tests.language_server.conftest import Editor, lsp
from tests.language_server.test_server import at, lines

CALLS = """\
.version 8.0
.target sm_90
.extern .func (.param .b32 r) outer(.param .b32 x);
.func (.reg .b32 r) half(.reg .b32 x)
{
	shr.u32 r, x, 1;
	ret;
}
.func twice(.reg .b32 x)
{
	.reg .b32 %r<4>;
	// call (%r1), half, (x);
	call (%r1), half, (x);
	call.uni (%r1), half, (%r1);
	ret;
}
.visible .entry kernel()
{
	.reg .b32 %r<4>;
	.reg .b64 %rd<4>;
	.param .b32 half_size;
	list: .calltargets twice, half;
	mov.u64 %rd1, twice;
	@%p1 call twice, (%r1);
	call %rd1, (%r1), list;
	call (%r2), outer, (%r1);
	call (%r2), missing, (%r1);
	ret;
}
"""
OTHER = """\
.version 8.0
.target sm_90
.visible .func (.param .b32 r) outer(.param .b32 x)
{
	ret;
}
.func half()
{
	ret;
}
"""


def prepared(editor: Editor, text: str) -> Any:
    """Open a text and return the function at `^`; None for none."""
    uri, place = editor.open(text)
    asked = lsp.CallHierarchyPrepareParams(lsp.TextDocumentIdentifier(uri), place)
    found = editor.wait(editor.client.text_document_prepare_call_hierarchy_async(asked))
    return found[0] if found else None


def incoming(editor: Editor, item: Any) -> dict[str, list[int]]:
    """Return the functions that call one, with the lines of their calls."""
    asked = lsp.CallHierarchyIncomingCallsParams(item)
    found = editor.wait(editor.client.call_hierarchy_incoming_calls_async(asked))
    return {each.from_.name: _lines(each.from_ranges) for each in found}


def _lines(found: list[Any]) -> list[int]:
    return lines([lsp.Location("", each) for each in found])


def test_calls(editor: Editor) -> None:
    """Calls by name and through a list of targets, in both directions; comments are none."""
    half = prepared(editor, at("half(", CALLS, 1))
    assert (half.name, half.detail, half.range.start.line) == ("half", ".func", 3)
    assert incoming(editor, half) == {"twice": [13, 14], "kernel": [25]}
    twice = prepared(editor, at("twice, (", CALLS, 1))
    assert incoming(editor, twice) == {"kernel": [24, 25]}
    kernel = prepared(editor, at("kernel", CALLS))
    assert incoming(editor, kernel) == {}
    asked = lsp.CallHierarchyOutgoingCallsParams(kernel)
    found = editor.wait(editor.client.call_hierarchy_outgoing_calls_async(asked))
    assert {each.to.name: _lines(each.from_ranges) for each in found} == {
        "twice": [24, 25],
        "half": [25],
        "outer": [26],
    }
    assert prepared(editor, at("%r1), half, (x", CALLS)) is None


def test_calls_between_documents(editor: Editor) -> None:
    """An external function is the one that another open document defines."""
    other, _ = editor.open(OTHER)
    outer = prepared(editor, at("outer, (", CALLS))
    assert (outer.uri, outer.range.start.line) == (other, 2)
    assert incoming(editor, outer)["kernel"] == [26]
    # Functions that no linker knows are different ones, though their names are alike.
    assert incoming(editor, prepared(editor, at("half(", OTHER))) == {}
