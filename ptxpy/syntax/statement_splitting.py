r"""Cutting a file into statements, heads of bodies, braces and comments.

A pattern matches one of them with the white space before it. It serves speed only: what it cuts is
parsed by the grammar and checked token by token. Every alternative is possessive, so that it
runs in linear time; the last one takes the rest of the file, so that nothing is ever skipped.
"""

from __future__ import annotations

import re
from functools import cache

from ptxpy.ir.patterns import compile_pattern

MARK = "\x01"
"""Stands for a register name in a statement's text."""

MARKS = MARK + "\x02\x03\x04\x05\x06\x07\x08\x0e\x0f" + "".join(map(chr, range(0xE000, 0xE040)))
"""The characters that can: one that the input does not have. Outside comments and strings none
of them can stand in PTX."""

_COMMENT = (
    r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/"
    r'|#[ \t]*+(?:line)?+[ \t]*+[0-9]++[ \t]++"[^"\n]*+"(?:[ \t]++[0-9]++)*+[ \t\r\f]*+\n'
)
_SPACE = r"[ \t\r\n\f\x1a\x00\ufeff]"
_GAP = rf"(?:{_SPACE}|{_COMMENT})*+"
_MARKED = rf"[{MARKS}]"
_NAME = r"[A-Za-z_$][A-Za-z0-9_$]*+"
_STRING = r'"[^"]*+"'
_INT = r"(?:0[xXbB][0-9a-fA-F]++U?+|[0-9]++U|[0-9]++(?!\.))(?![A-Za-z0-9_$])"
_FLOAT = r"(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][-+]?+[0-9]++)?+"
_WORD_END = r"(?![A-Za-z0-9_$:])"
_NUMBER = rf"(?:-{_GAP})?+{_INT}"

WHITE_SPACE = " \t\r\n\f\x1a\x00\ufeff"
"""The characters of white space; the byte-order mark and NUL come at the ends of real files."""

GAP = compile_pattern(_GAP)
"""White space and comments."""

COMMENT = compile_pattern(_COMMENT)
"""One comment."""

SPACE = compile_pattern(rf"{_SPACE}*+")
"""White space."""


def _flat(depth: int) -> str:
    """Braces that nest to a depth, and text without braces or semicolons between them."""
    plain = rf'[^;/"{{}}#]|/(?![/*])|{_COMMENT}|{_STRING}'
    inside = plain
    for _ in range(depth):
        inside = rf"{plain}|\{{(?:{inside})*+\}}"
    return rf"(?:{inside})*+"


_WORD = "[A-Za-z0-9_$]++"
_DATA_NAME = rf"(?:\.{_WORD}(?:::{_WORD}(?::[0-9]++(?![A-Za-z0-9_$]))?+)*+|{_NAME})"
_LOC = (
    rf"loc{_WORD_END}{_GAP}{_INT}(?:{_GAP}{_INT}){{1,2}}+"
    rf"(?:{_GAP},{_GAP}function_name{_GAP}{_DATA_NAME}(?:{_GAP}\+{_GAP}{_INT})?+"
    rf"{_GAP},{_GAP}inlined_at(?:{_GAP}{_INT}){{3}})?+"
)
_FILE = rf"file{_WORD_END}{_GAP}{_INT}{_GAP}{_STRING}(?:{_GAP},{_GAP}{_INT})*+"
_TARGET = rf"target{_WORD_END}{_GAP}{_NAME}(?:{_GAP},{_GAP}{_NAME})*+(?!\.[A-Za-z0-9_$])"
_DATUM = rf"(?:{_NUMBER}|{_DATA_NAME})(?:{_GAP}[-+]{_GAP}(?:{_NUMBER}|{_DATA_NAME}))*+"
_DATA = rf"[bus](?:8|16|32|64){_WORD_END}{_GAP}{_DATUM}(?:{_GAP},{_GAP}{_DATUM})*+"
_PRAGMA = rf"\.pragma{_GAP}{_STRING}(?:{_GAP},{_GAP}{_STRING})*+{_GAP};"
_HEAD = rf'(?:{_PRAGMA}|[^;{{/"#]|/(?![/*])|{_COMMENT}|{_STRING})*+[{{;]'

_MODULE_WORD = (
    r"\.(?:visible|extern|weak|common|entry|func|global|const|shared|local|param|reg|sreg|tex|align"
    rf"|attribute|section|file|loc|alias|version|target|address_size){_WORD_END}"
)
_UNBRACKETED = rf'[^;{{}}/"#()]|/(?![/*])|{_COMMENT}|{_STRING}'
_BRACKETED = rf"\((?:{_UNBRACKETED})*+\)"
for _ in range(2):
    _BRACKETED = rf"\((?:{_UNBRACKETED}|{_BRACKETED})*+\)"
_DECLARED = (
    rf"(?:{_GAP}\.attribute{_GAP}{_BRACKETED})*+"
    rf"(?:{_GAP}(?:{_PRAGMA}|(?!{_MODULE_WORD})\.[A-Za-z0-9_$:]*+"
    rf"|[%A-Za-z0-9_$]++(?!{_MODULE_WORD})|{_BRACKETED}|{_STRING}"
    rf'|[^;{{./"#%A-Za-z0-9_${WHITE_SPACE}]|/(?![/*])))*+'
    rf"(?:{_GAP}[{{;]|(?={_GAP}(?:{_MODULE_WORD}|\Z)))"
)
"""The head of a `.func`: where another item of a module follows, it may lack its semicolon."""

_KNOWN = (
    rf"{_SPACE}*+(?:"
    # an instruction without comments, braces, strings or colons: most of every file
    rf'[@A-Za-z_$][^;/"{{}}:#]*+;'
    rf"|{_COMMENT}"
    r"|[{}]"
    # a label, but not the name of a prototype or target list
    rf"|(?:%?{_NAME}|{_MARKED}){_GAP}:(?!:)(?!{_GAP}\.(?:callprototype|branchtargets|calltargets))"
    r"|\.(?:"
    rf"{_LOC}|{_FILE}|{_TARGET}|{_DATA}"
    rf"|version{_WORD_END}{_GAP}{_FLOAT}|address_size{_WORD_END}{_GAP}{_INT}"
    rf"|section{_WORD_END}{_GAP}\.[A-Za-z0-9_$:]++{_GAP}\{{"
    rf"|(?:(?:visible|extern|weak|common){_GAP}\.)*+(?:func{_WORD_END}{_DECLARED}|entry{_WORD_END}{_HEAD})"
    r")"
    rf"|[^{WHITE_SPACE}{{}}]{_flat(3)};"
)
_REST = rf"|[^{WHITE_SPACE}][\s\S]*+"


@cache
def item_pattern() -> re.Pattern[str]:
    """Match one item. Unmatched text can only be white space at the end of the file."""
    return compile_pattern(rf"{_KNOWN}{_REST})")


_ITEM_OR_END = compile_pattern(rf"{_KNOWN}{_REST}|\Z)")
"""One item, or that white space: to search for an item in it takes quadratic time."""

REGISTER_NAME = compile_pattern(r"%([A-Za-z0-9_$]++)")
"""A register's name; the group is the name without its percent sign."""


def statement_end(text: str, start: int) -> int:
    """Return the end of the statement at `start`, with braces to any depth.

    Slow, for what the pattern misses. Returns the length of the text if the statement has no end.
    """
    depth = 0
    for match in _PIECE.finditer(text, start):
        piece = match.group()
        if piece == "{":
            depth += 1
        elif piece == "}":
            depth -= 1
            if depth < 0:
                return match.end()
        elif piece == ";" and depth == 0:
            return match.end()
    return len(text)


@cache
def _known() -> re.Pattern[str]:
    return compile_pattern(_KNOWN + ")")


def is_whole(item: str) -> bool:
    """Return whether an item is one that the pattern knows, and not the rest of a file."""
    return _known().fullmatch(item) is not None


def _found(text: str) -> list[str]:
    """Return the items of a text without the white space at its end."""
    items = _ITEM_OR_END.findall(text)
    while items and not items[-1].strip(WHITE_SPACE):
        items.pop()
    return items


MOST_DEEP = 200
"""So many statements of a file may have braces that the pattern cannot follow."""


def cut_items(text: str) -> list[str]:
    """Cut a text into items; one whose braces nest deeply is cut by counting them."""
    items = _found(text)
    for _ in range(MOST_DEEP):
        last = items[-1] if items else ""
        start = len(last) - len(last.lstrip(WHITE_SPACE))
        if last[start : start + 1] in ("{", "}", "/", "#", ""):
            break
        if is_whole(last):
            break
        end = statement_end(last, start)
        if end >= len(last) or last[end - 1] != ";":
            break
        items[-1:] = [last[:end], *_found(last[end:])]
    return items


_PIECE = compile_pattern(rf"[;{{}}]|{_COMMENT}|{_STRING}")
