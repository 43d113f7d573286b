r"""Statement splitting: a file is cut into statements, heads of bodies, braces and comments.

One pattern matches one such piece, with the white space before it. It serves speed only: a piece
is parsed by the grammar and checked token by token. Every alternative is possessive, so that it
runs in linear time; the last one takes the rest of the file, so that nothing is ever skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from ptxpy.ir import compile_pattern
from ptxpy.syntax.terminal_patterns import (
    COMMENT,
    DIRECTIVE_WORDS,
    DOTNAME,
    FLOAT,
    FUNCTION_WORDS,
    HEX,
    IDENT,
    LINE_MARKER,
    LINKAGE_WORDS,
    REGISTER,
    SPACES_CHARACTERS,
    STATE_SPACE_WORDS,
    STRING,
    TARGETS_WORDS,
)

MARK = "\x01"
"""Stands for a register name in a statement's text."""

MARKS = MARK + "\x02\x03\x04\x05\x06\x07\x08\x0e\x0f" + "".join(map(chr, range(0xE000, 0xE040)))
"""The characters that `MARK` is chosen from: the first one that the input does not have. Outside
comments and strings, PTX has none."""


def _any_of(words: Iterable[str]) -> str:
    """Return the pattern of any of some words with dots."""
    return rf"\.(?:{'|'.join(word.removeprefix('.') for word in words)})"


_COMMENT = rf"{COMMENT}|{LINE_MARKER}"
_SPACE = f"[{SPACES_CHARACTERS}]"
_GAP = rf"(?:{_SPACE}|{_COMMENT})*+"
_MARKED = rf"[{MARKS}]"
_NUMBER_END = r"(?![A-Za-z0-9_$])"
_INTEGER = rf"(?:{HEX}|[0-9]++(?:U|(?!\.)){_NUMBER_END})"
_FLOAT = rf"(?:{FLOAT.removesuffix(_NUMBER_END)}|[0-9]++)"
_WORD_END = r"(?![A-Za-z0-9_$:])"
_NUMBER = rf"(?:-{_GAP})?+{_INTEGER}"

WHITE_SPACE = SPACES_CHARACTERS
"""The characters of white space; the byte-order mark and NUL come at the ends of real files."""


_COMMON_SPACE = " \t\r\n"
_RARE_SPACE = "".join(sorted({*WHITE_SPACE} - {*_COMMON_SPACE}))


@cache
def gap_pattern() -> re.Pattern[str]:
    """Return the pattern of white space and comments."""
    return compile_pattern(_GAP)


@cache
def comment_pattern() -> re.Pattern[str]:
    """Return the pattern of one comment."""
    return compile_pattern(_COMMENT)


@cache
def space_pattern() -> re.Pattern[str]:
    """Return the pattern of white space."""
    return compile_pattern(rf"{_SPACE}*+")


def _nested(depth: int) -> str:
    """Return the pattern of text without a semicolon whose braces nest to at most a depth."""
    plain = rf'[^;/"{{}}#]|/(?![/*])|{_COMMENT}|{STRING}'
    inside = plain
    for _ in range(depth):
        inside = rf"{plain}|\{{(?:{inside})*+\}}"
    return rf"(?:{inside})*+"


_DATA_NAME = rf"(?:{DOTNAME}|{IDENT})"
_LOC = (
    rf"loc{_WORD_END}{_GAP}{_INTEGER}(?:{_GAP}{_INTEGER}){{1,2}}+"
    rf"(?:{_GAP},{_GAP}function_name{_GAP}{_DATA_NAME}(?:{_GAP}\+{_GAP}{_INTEGER})?+"
    rf"{_GAP},{_GAP}inlined_at(?:{_GAP}{_INTEGER}){{3}})?+"
)
_FILE = rf"file{_WORD_END}{_GAP}{_INTEGER}(?:{_GAP}{STRING}){{1,2}}+(?:{_GAP},{_GAP}{_INTEGER})*+"
_TARGET = rf"target{_WORD_END}{_GAP}{IDENT}(?:{_GAP},{_GAP}{IDENT})*+(?!\.[A-Za-z0-9_$])"
_DATUM = rf"(?:{_NUMBER}|{_DATA_NAME})(?:{_GAP}[-+]{_GAP}(?:{_NUMBER}|{_DATA_NAME}))*+"
_DATA = rf"[bus](?:8|16|32|64){_WORD_END}{_GAP}{_DATUM}(?:{_GAP},{_GAP}{_DATUM})*+"
_PRAGMA = rf"\.pragma{_GAP}{STRING}(?:{_GAP},{_GAP}{STRING})*+{_GAP};"
_HEAD = rf'(?:{_PRAGMA}|[^;{{/"#]|/(?![/*])|{_COMMENT}|{STRING})*+[{{;]'

_STATEMENT_WORDS = (".pragma", ".callprototype")
"""Directives that begin statements of a function, too."""
_MODULE_WORDS = (*LINKAGE_WORDS, *FUNCTION_WORDS, *STATE_SPACE_WORDS, *DIRECTIVE_WORDS)
_MODULE_WORD = (
    rf"{_any_of(word for word in _MODULE_WORDS if word not in _STATEMENT_WORDS)}{_WORD_END}"
)
_UNPARENTHESISED = rf'[^;{{}}/"#()]|/(?![/*])|{_COMMENT}|{STRING}'
_PARENTHESISED = rf"\((?:{_UNPARENTHESISED})*+\)"
for _ in range(2):
    _PARENTHESISED = rf"\((?:{_UNPARENTHESISED}|{_PARENTHESISED})*+\)"
_FUNC_HEAD = (
    rf"(?:{_GAP}\.attribute{_GAP}{_PARENTHESISED})*+"
    rf"(?:{_GAP}(?:{_PRAGMA}|(?!{_MODULE_WORD})\.[A-Za-z0-9_$:]*+"
    rf"|{_INTEGER}(?![%A-Za-z0-9_$])|[%A-Za-z0-9_$]++(?!{_MODULE_WORD})|{_PARENTHESISED}|{STRING}"
    rf'|[^;{{./"#%A-Za-z0-9_${WHITE_SPACE}]|/(?![/*])))*+'
    rf"(?:{_GAP}[{{;]|(?={_GAP}(?:{_MODULE_WORD}|\Z)))"
)
"""The head of a `.func`, which may lack its semicolon where another module statement follows."""

_LABELLED = _any_of((".callprototype", *TARGETS_WORDS))
_LINKAGE = rf"(?:{_any_of(LINKAGE_WORDS).removeprefix(chr(92)+'.')}{_GAP}\.)*+"

_KNOWN = (
    rf"{_SPACE}*+(?:"
    # an instruction without comments, braces, strings or colons: most of every file
    rf'[@A-Za-z_$][^;/"{{}}:#]*+;'
    rf"|{_COMMENT}"
    r"|[{}]"
    # a label, but not the name of a prototype or target list
    rf"|(?:%?{IDENT}|{_MARKED}){_GAP}:(?!:)(?!{_GAP}{_LABELLED})"
    r"|\.(?:"
    rf"{_LOC}|{_FILE}|{_TARGET}|{_DATA}"
    rf"|version{_WORD_END}{_GAP}{_FLOAT}|address_size{_WORD_END}{_GAP}{_INTEGER}"
    rf"|section{_WORD_END}{_GAP}\.[A-Za-z0-9_$:]++{_GAP}\{{"
    rf"|{_LINKAGE}(?:func{_WORD_END}{_FUNC_HEAD}|entry{_WORD_END}{_HEAD})"
    r")"
    rf"|[^{WHITE_SPACE}{{}}]{_nested(3)};"
)
_REST = rf"|[^{WHITE_SPACE}][\s\S]*+"


@cache
def statement_pattern() -> re.Pattern[str]:
    """Return the pattern of one piece; white space at the end does not match it."""
    return compile_pattern(rf"{_KNOWN}{_REST})")


@cache
def _statement_or_end() -> re.Pattern[str]:
    """Return the pattern of one piece, or of the white space at the end.

    Without the second, a search in that white space would take quadratic time.
    """
    return compile_pattern(rf"{_KNOWN}{_REST}|\Z)")


_DEBUG_DIRECTIVES = (".loc", ".file", ".section")
"""Directives of debug information, without which a file has no lines of data either."""


@cache
def _common_or_end(*, has_debug: bool) -> re.Pattern[str]:
    """Return the same pattern for pieces as compilers write them: compiled in 3 ms, and not in 13.

    Without the directives of debug information it is compiled in half of that. Statements have
    plain numbers and white space, comments only in the heads of kernels, and braces that do not
    nest. In a file without errors it matches the same pieces as the other pattern.
    """
    space = f"[{_COMMON_SPACE}]*+"
    # What follows is looked at behind comments to the end of the line, and block comments never.
    ends_before = f"(?!(?:[{_COMMON_SPACE}]|//[^\\n]*+)*+(?:/\\*|#|{{}}))".format
    number = r"[0-9]++(?![A-Za-z0-9_$.])"
    datum = rf"(?:-?{number}|{_DATA_NAME})"
    linkage = rf"(?:{_any_of(LINKAGE_WORDS).removeprefix(chr(92) + '.')}{space}\.)*+"
    parameters = r'\((?:[^;{}/"#()]|//[^\n]*+)*+\)'
    debug = (
        rf"loc{space}{number}{space}{number}(?:{space}{number})?+"
        rf"(?:{space},{space}function_name{space}{_DATA_NAME}(?:{space}\+{space}{number})?+"
        rf"{space},{space}inlined_at{space}{number}{space}{number}{space}{number})?+"
        rf"{ends_before('[0-9,]')}"
        rf"|file{space}{number}(?:{space}{STRING}){{1,2}}+(?:{space},{space}{number})*+"
        rf"{ends_before('[,' + chr(34) + ']')}"
        rf"|[bus](?:8|16|32|64){space}{datum}(?:{space}[-+]{space}{datum})?+"
        rf"(?:{space},{space}{datum})*+{ends_before('[-+,]')}"
        rf"|section{space}\.[A-Za-z0-9_$:]++{space}\{{|"
    )
    directives = (
        rf"{debug if has_debug else ''}"
        rf"target{space}{IDENT}(?:{space},{space}{IDENT})*+(?!\.){ends_before(',')}"
        rf"|version{space}[0-9]++\.[0-9]++{_NUMBER_END}|address_size{space}{number}"
        rf"|{linkage}(?:func(?:{space}(?:(?!{_MODULE_WORD})\.[A-Za-z0-9_$:]++"
        rf"|[%A-Za-z0-9_$]++(?!\.)|{parameters}))*+{space}[{{;]"
        r'|entry(?:[^;{/"#]|//[^\n]*+)*+[{;])'
    )
    # A directive of another form is left to the other pattern.
    begun = (
        rf"\.(?:{linkage}(?:func|entry)|loc|file|target|[bus](?:8|16|32|64)|version|address_size"
        r"|section)(?![A-Za-z0-9_$:])"
    )
    return compile_pattern(
        rf"{_SPACE}*+(?:"
        r'[@A-Za-z_$][^;/"{}:#]*+;'
        r"|//[^\n]*+"
        r"|[{}]"
        rf"|{IDENT}{space}:(?!:){ends_before(_LABELLED)}"
        rf"|\.(?:{directives})"
        rf'|(?!{begun})[.@A-Za-z_$%](?:[^;/"{{}}#]|\{{[^;/"{{}}#]*+\}}|{STRING})*+;'
        rf"{_REST}|\Z)"
    )


@cache
def register_pattern() -> re.Pattern[str]:
    """Return the pattern of a register; its group is the name without the percent sign."""
    return compile_pattern(f"%({REGISTER.removeprefix('%')})")


def statement_end(text: str, start: int) -> int:
    """Return the end of the statement at `start`, with braces to any depth.

    Slow, for what `statement_pattern` misses. Returns the length of the text when the statement
    does not end.
    """
    depth = 0
    for match in _brace_or_end().finditer(text, start):
        piece = match.group()
        if piece == "{":
            depth += 1
        elif piece == "}":
            depth -= 1
            # A brace that closes more than was opened belongs to the body around the statement.
            if depth < 0:
                return match.end()
        elif piece == ";" and depth == 0:
            return match.end()
    return len(text)


@cache
def _known() -> re.Pattern[str]:
    return compile_pattern(_KNOWN + ")")


def is_whole(piece: str) -> bool:
    """Return whether a piece is a statement, comment or brace, and not the rest of a file."""
    return _known().fullmatch(piece) is not None


def _find_pieces(text: str) -> list[str]:
    """Return the pieces of a text without the white space at its end."""
    if any(character in text for character in _RARE_SPACE):
        return _without_end(_statement_or_end().findall(text))
    has_debug = any(word in text for word in _DEBUG_DIRECTIVES)
    pieces = _without_end(_common_or_end(has_debug=has_debug).findall(text))
    # The last piece may be the rest of the file, from an uncommon statement on.
    if pieces and not _end_pattern().fullmatch(pieces[-1].strip(WHITE_SPACE)):
        pieces += _without_end(_statement_or_end().findall(pieces.pop()))
    return pieces


def _without_end(pieces: list[str]) -> list[str]:
    # The end of the text matches as an empty piece, and so does white space before it.
    while pieces and not pieces[-1].strip(WHITE_SPACE):
        pieces.pop()
    return pieces


@cache
def _end_pattern() -> re.Pattern[str]:
    """Return the pattern of the ends of most files: a brace, a comment, the name of a source."""
    return compile_pattern(r'\}|//[^\n]*|\.file[ \t]+[0-9]+[ \t]+"[^"\n]*"')


MAX_DEEPLY_BRACED_STATEMENTS = 200
"""The most statements of a file that are split by counting braces, as these nest deeper than the
pattern of a statement matches."""


def split_statements(text: str) -> list[str]:
    """Split a text into pieces; a statement with deeply nested braces ends where they balance."""
    pieces = _find_pieces(text)
    # Each round reads the rest of the file again, so there is a bound on rounds.
    for _ in range(MAX_DEEPLY_BRACED_STATEMENTS):
        last = pieces[-1] if pieces else ""
        start = len(last) - len(last.lstrip(WHITE_SPACE))
        if last[start : start + 1] in ("{", "}", "/", "#", ""):
            break
        if is_whole(last):
            break
        end = statement_end(last, start)
        if end >= len(last) or last[end - 1] != ";":
            break
        pieces[-1:] = [last[:end], *_find_pieces(last[end:])]
    return pieces


@cache
def _brace_or_end() -> re.Pattern[str]:
    """Return the pattern of a brace, a semicolon, or a comment or string that may hide one."""
    return compile_pattern(rf"[;{{}}]|{_COMMENT}|{STRING}")
