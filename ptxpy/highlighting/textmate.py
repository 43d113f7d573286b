"""The rules as a TextMate grammar, by which VS Code, GitHub and others colour text."""

from __future__ import annotations

from typing import Any, Final

from ptxpy.highlighting.rules import rules

__all__ = ["SCOPES", "textmate_grammar"]

SCOPES: Final = {
    "comment": "comment.line.double-slash.ptx",
    "string": "string.quoted.double.ptx",
    "number": "constant.numeric.ptx",
    "opcode": "keyword.operator.word.opcode.ptx",
    "modifier": "entity.other.attribute-name.modifier.ptx",
    "type": "storage.type.ptx",
    "space": "storage.modifier.space.ptx",
    "directive": "keyword.control.directive.ptx",
    "register": "variable.other.register.ptx",
    "special": "variable.language.special-register.ptx",
    "label": "entity.name.label.ptx",
    "guard": "keyword.control.guard.ptx",
    "name": "entity.name.symbol.ptx",
    "operator": "keyword.operator.ptx",
    "punctuation": "punctuation.ptx",
}
"""The scope of each kind, of those that themes have colours for."""


def textmate_grammar() -> dict[str, Any]:
    """Return the grammar, to be written as JSON: `ptx.tmLanguage.json`."""
    patterns: list[dict[str, Any]] = []
    for rule in rules():
        if rule.pattern.startswith(r"/\*"):
            # TextMate matches line by line, so a comment of several lines has a begin and an end.
            block = {"name": "comment.block.ptx", "begin": r"/\*", "end": r"\*/"}
            patterns.append(block)
        else:
            patterns.append({"name": SCOPES[rule.kind], "match": rule.pattern})
    return {
        "name": "PTX",
        "scopeName": "source.ptx",
        "fileTypes": ["ptx"],
        "patterns": patterns,
    }
