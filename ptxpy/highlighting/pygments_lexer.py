"""The lexer of PTX for Pygments, which finds it by the entry point of the package.

Pygments has a lexer of the alias `ptx` of its own, with a fixed list of words; this one, `ptxpy`,
knows all of the instruction table.
"""

from __future__ import annotations

from typing import ClassVar, Final

from pygments.lexer import RegexLexer
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from ptxpy.highlighting.rules import rules

__all__ = ["PtxLexer"]

_TOKENS: Final = {
    "comment": Comment,
    "string": String,
    "number": Number,
    "opcode": Keyword,
    "modifier": Name.Attribute,
    "type": Keyword.Type,
    "space": Keyword.Namespace,
    "directive": Keyword.Declaration,
    "register": Name.Variable,
    "special": Name.Builtin,
    "label": Name.Label,
    "guard": Name.Decorator,
    "name": Name,
    "operator": Operator,
    "punctuation": Punctuation,
}


class PtxLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """PTX, by the instruction table of ptxpy."""

    name = "PTX (ptxpy)"
    aliases: ClassVar = ["ptxpy"]
    filenames: ClassVar = ["*.ptx"]
    mimetypes: ClassVar = ["text/x-ptx"]
    url = "https://docs.nvidia.com/cuda/parallel-thread-execution/"
    priority = 0.1
    """More than that of the lexer of Pygments itself, for files named `*.ptx`."""
    tokens: ClassVar = {
        "root": [
            (r"\s+", Whitespace),
            *((rule.pattern, _TOKENS[rule.kind]) for rule in rules()),
        ]
    }
