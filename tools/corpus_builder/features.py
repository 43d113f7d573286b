"""Which parts of the language a PTX file shows, found by regular expressions.

The list answers one question: does the corpus hold at least one file with X? The
expressions are therefore loose where that is harmless. Most see the text without
its comments and with empty strings, so that C++ quoted in a comment counts for
nothing.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property


class Text:
    """The bytes of a file in the two forms that features look at."""

    _SKIPPED = re.compile(rb'"[^"\n]*"|//[^\n]*|/\*.*?\*/', re.DOTALL)

    def __init__(self, raw: bytes) -> None:
        """Take the whole file."""
        self.raw = raw

    @cached_property
    def code(self) -> bytes:
        """Without comments, and with every string empty."""
        return self._SKIPPED.sub(lambda m: b'""' if m[0][:1] == b'"' else b"", self.raw)

    @cached_property
    def isa(self) -> tuple[int, int]:
        """The version directive, (0, 0) without one."""
        found = re.search(rb"\.version\s+(\d+)\.(\d+)", self.code)
        return (int(found[1]), int(found[2])) if found else (0, 0)


@dataclass(frozen=True, slots=True)
class Feature:
    """A named property of a file; `required` ones must be in the committed corpus."""

    name: str
    holds: Callable[[Text], object]
    required: bool = True


def _code(name: str, expression: bytes, *, required: bool = True) -> Feature:
    """A feature that is a match in the code."""
    pattern = re.compile(expression, re.MULTILINE)
    return Feature(name, lambda text: pattern.search(text.code), required)


def _raw(name: str, expression: bytes, *, required: bool = True) -> Feature:
    """A feature that is a match anywhere, comments and strings included."""
    pattern = re.compile(expression, re.MULTILINE)
    return Feature(name, lambda text: pattern.search(text.raw), required)


_OPERAND_START = rb"(?:^|(?<=[\s,|{(]))"
_OPERAND_END = rb"(?=[\s,|});])"
_KEYWORD = (
    rb"(?:False|None|True|as|assert|async|await|break|class|continue|def|del|elif|else"
    rb"|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|pass|raise|return"
    rb"|try|while|with|yield)"
)
_HAS_ENTRY = re.compile(rb"\.entry\b")
_HAS_FUNC = re.compile(rb"\.func\b")
_FILE_THEN_NO_CODE = re.compile(
    rb"^[ \t]*\.file[ \t](?![\s\S]*?^[ \t]*(?:ret|exit|bra|mov)\b)", re.MULTILINE
)

_DEBUG = (
    *(
        _code(f"section-{name.replace('_', '-')}", rb"\.section\s+\.%s\b" % name.encode())
        for name in (
            "debug_abbrev",
            "debug_info",
            "debug_loc",
            "debug_macinfo",
            "debug_pubnames",
            "debug_str",
        )
    ),
    _code("section-brace-on-same-line", rb"\.section[ \t]+[.\w]+[ \t]*\{"),
    _code("section-brace-on-next-line", rb"\.section[ \t]+[.\w]+[ \t]*\n[ \t]*\{"),
    _raw("section-byte-a-line-with-comment", rb"^[ \t]*\.b8[ \t]+\d+[ \t]*//"),
    _code("section-byte-list", rb"^[ \t]*\.b8[ \t]+\d+[ \t]*,[ \t]*\d+"),
    _code("section-label", rb"^[ \t]*\.b(?:8|32)[^\n]*\n+[$\w]+:"),
    _code("section-reference-to-section", rb"\.b32[ \t]+\.debug_\w+"),
    _code("section-reference-with-offset", rb"\.b32[ \t]+\.debug_\w+[ \t]*\+[ \t]*\d+"),
    _code("section-reference-to-label", rb"\.b64[ \t]+\$?L\w+"),
    _code("file", rb"^[ \t]*\.file[ \t]+\d"),
    Feature("file-at-end", lambda text: _FILE_THEN_NO_CODE.search(text.code)),
    _code("loc", rb"^[ \t]*\.loc[ \t]+\d"),
    _code("loc-inlined-at", rb"\.loc[^\n]*\binlined_at\b"),
    _code("target-debug", rb"^[ \t]*\.target[^\n]*\bdebug\b"),
    _raw("source-in-comments", rb"^[ \t]*//[^\n]*\.(?:cu|cuh|h|hpp|py):\d+"),
)
_CALLS = (
    _raw("callseq", rb"\{[ \t]*//[ \t]*callseq[ \t]+\d+"),
    _code("call-over-several-lines", rb"^[ \t]*(?:@!?\S+[ \t]+)?call(?:\.uni)?\b[^;\n]*\n"),
    _code("call-on-one-line", rb"^[ \t]*(?:@!?\S+[ \t]+)?call(?:\.uni)?\b[^;\n]*;"),
    _code("call-indirect", rb"\bcall(?:\.uni)?\s*(?:\([^)]*\)\s*,\s*)?%"),
    _code("callprototype", rb"\.callprototype\b"),
    _code("branchtargets", rb"\.branchtargets\b"),
    _code("brx-idx", rb"\bbrx\.idx\b"),
    _code("calltargets", rb"\.calltargets\b"),
    _code("alias", rb"^[ \t]*\.alias\b"),
    _code("noreturn", rb"\.noreturn\b"),
    _code("weak", rb"\.weak\b"),
    _code("common", rb"\.common\b"),
    _code("extern", rb"\.extern\b"),
    _code("array-return-parameter", rb"\.func\s*\(\s*\.param[^)]*\[\d+\]\s*\)"),
    _code("abi-preserve", rb"\.abi_preserve\b"),
)
_DATA = (
    _code("initialiser-generic", rb"\bgeneric\([^)]*\)"),
    _code("initialiser-generic-with-offset", rb"\bgeneric\([^)]*\)[ \t]*\+[ \t]*\d"),
    _code("initialiser-nested", rb"=\s*\{\s*\{"),
    _code("initialiser-mask", rb"(?:\bmask|\b0[xX][Ff]+0*)[ \t]*\("),
    _code("initialiser-hex-doubles", rb"\{[^{}]*\b0[dD][0-9A-Fa-f]{16}[ \t]*,"),
    _code("initialiser-byte-string", rb"\.b8[ \t]+[\w$]+\[\d+\]\s*=\s*\{\s*\d+\s*,"),
    _code("attribute-managed", rb"\.attribute\(\s*\.managed"),
    _code("attribute-unified", rb"\.attribute\(\s*\.unified"),
    _code("texref", rb"\.texref\b"),
    _code("samplerref", rb"\.samplerref\b"),
    _code("surfref", rb"\.surfref\b"),
    _code("b128", rb"\.b128\b"),
    _raw("line-over-1000-characters", rb"^[^\n]{1001}"),
    _code("shared-extern", rb"\.extern[ \t]+\.shared\b"),
    _code("constant-table", rb"\.const\b[^;=]*="),
    _code("local-array", rb"^[ \t]*\.local\b"),
)
_ENTRIES = (
    _code("parameter-ptr-state-space", rb"\.ptr[ \t]*\.(?:global|shared|const|local)[ \t]*\.align"),
    _code("parameter-ptr-generic", rb"\.ptr[ \t]*\.align"),
    _code("parameter-aligned-bytes", rb"\.param[ \t]+\.align[ \t]+64[ \t]+\.b8[ \t]+[\w$]+\[\d+\]"),
    _code("maxntid", rb"\.maxntid\b"),
    _code("maxntid-in-2-d", rb"\.maxntid[ \t]+\d+[ \t]*,[ \t]*\d+"),
    _code("reqntid", rb"\.reqntid\b"),
    _code("minnctapersm", rb"\.minnctapersm\b"),
    _code("maxnreg", rb"\.maxnreg\b"),
    _code("explicitcluster", rb"\.explicitcluster\b"),
    _code("reqnctapercluster", rb"\.reqnctapercluster\b"),
    _code("maxclusterrank", rb"\.maxclusterrank\b"),
    _code("entry-without-parentheses", rb"\.entry[ \t]+[\w$]+\s*[{.]"),
)
_OPERANDS = (
    _code("address-plus-minus", rb"\[[%\w$]+[ \t]*\+[ \t]*-\d"),
    _code("address-with-coordinates", rb"\[[^][{},;]+,\s*\{[^{}]*,[^{}]*\}\s*\]"),
    _code("address-with-three-parts", rb"\[[^][{},;]+,\s*\{[^{}]*\}\s*,[^][{}]+\]"),
    _code("pair-of-destinations", rb"%\w+[ \t]*\|[ \t]*%?\w+"),
    _code("sink", _OPERAND_START + rb"_" + _OPERAND_END),
    _code("sink-in-vector", rb"\{[^{};]*(?:\b_\s*,|,\s*_\s*\})"),
    _code("literal-hex-unsigned", rb"\b0[xX][0-9A-Fa-f]+U\b"),
    _code("literal-binary", rb"\b0[bB][01]+U?\b"),
    _code("literal-octal", rb"(?<![\w.$%\"])0[0-7]+U?(?![\w.$])"),
    _code("constant-expression", rb"\(\s*-?\d\w*\s*[-+*/%&|^<>]+\s*-?\d\w*\s*\)"),
    _code("literal-0f", rb"\b0f[0-9A-Fa-f]{8}\b"),
    _code("literal-0F", rb"\b0F[0-9A-Fa-f]{8}\b"),
    _code("literal-0d", rb"\b0d[0-9A-Fa-f]{16}\b"),
    _code("literal-0D", rb"\b0D[0-9A-Fa-f]{16}\b", required=False),
    _code("literal-with-exponent", rb"(?<![\w$])\d+\.\d*[eE][-+]?\d+"),
    _code("guard-negated", rb"@!%?\w+"),
    _code("operand-negated", rb",\s*!%?\w+"),
    _code("modifier-with-double-colon", rb"\.\w+::\w+"),
    _code("modifier-vector", rb"\.v[248]\.\w+"),
    _code("special-clock64", rb"%clock64\b"),
    _code("special-envreg", rb"%envreg\d+"),
    _code("special-warp-sz", rb"\bWARP_SZ\b"),
)
_SHAPE = (
    _raw("inline-assembly", rb"//[ \t]*begin inline asm"),
    _code("several-statements-on-a-line", rb"^[ \t]*[a-z@][^;\n]*;[ \t]*[a-z@][^;\n]*;"),
    _code("space-before-semicolon", rb"[^\s;][ \t]+;"),
    _code("scope-with-registers", rb"^[ \t]+\{\s*\.reg\b|[;:]\s*\{\s*\.reg\b"),
    _code("scope-with-label", rb"\{\s*\.reg[^{}]*?[;\s][A-Za-z_]\w*:[^:]"),
    _code("declaration-after-instruction", rb"[;{}]\s*[a-z@][^;{}]*;\s*\.reg\b"),
    _raw("block-comment", rb"/\*"),
    _code("parameters-on-one-line", rb"\.entry[ \t]+[\w$]+[ \t]*\([ \t]*\.param\b"),
    _code("several-registers-declared", rb"\.reg[ \t]+\.\w+[ \t]+[%$\w]+[ \t]*,"),
    _code("register-without-percent", rb"\.reg[ \t]+\.\w+[ \t]+[A-Za-z_$]"),
)
_NAMES = (
    _code("name-of-basic-block", rb"\$L__BB\d+_\d+"),
    _code("name-with-dollar", rb"[A-Za-z0-9]\$[A-Za-z0-9]"),
    _code("name-temp", rb"__\$temp\d"),
    _code("name-stack-pointer", rb"%SP\b"),
    _code("name-local-stack-pointer", rb"%SPL\b"),
    _code("name-over-200-characters", rb"[\w$]{201}"),
    _code("name-is-python-keyword", rb"(?<![\w.$\"])%?" + _KEYWORD + rb"(?![\w.$])"),
)
_PRAGMAS = (
    _raw("pragma-nounroll", rb'\.pragma[ \t]+"nounroll"'),
    _raw("pragma-used-bytes-mask", rb'\.pragma[ \t]+"used_bytes_mask'),
    _raw("pragma-frequency", rb'\.pragma[ \t]+"frequency'),
)
_FILES = (
    Feature("no-address-size", lambda text: b".address_size" not in text.code),
    Feature("functions-only", lambda text: _functions_only(text.code)),
    Feature("no-final-newline", lambda text: not text.raw.endswith(b"\n")),
    Feature("byte-order-mark", lambda text: text.raw.startswith(b"\xef\xbb\xbf")),
    Feature("crlf", lambda text: b"\r\n" in text.raw),
    Feature("trailing-nul", lambda text: text.raw.endswith(b"\0")),
    Feature("isa-1.4", lambda text: text.isa == (1, 4)),
    Feature("isa-before-7.0", lambda text: text.isa < (7, 0)),
    Feature("isa-before-8.0", lambda text: text.isa < (8, 0)),
    Feature("isa-after-9.0", lambda text: text.isa > (9, 0)),
    Feature("over-100-kB", lambda text: len(text.raw) > 100_000),
    Feature("over-500-kB", lambda text: len(text.raw) > 500_000),
    Feature("over-2-MB", lambda text: len(text.raw) > 2_000_000, required=False),
    Feature("over-10-MB", lambda text: len(text.raw) > 10_000_000, required=False),
)
_INSTRUCTIONS = (
    _code("wmma", rb"\bwmma\."),
    _code("mma", rb"\bmma\.sync"),
    _code("mma-sparse", rb"\bmma\.sp\b"),
    _code("ldmatrix", rb"\bldmatrix\."),
    _code("stmatrix", rb"\bstmatrix\."),
    _code("cp-async", rb"\bcp\.async\.c[ag]\b"),
    _code("cp-async-bulk", rb"\bcp\.async\.bulk\."),
    _code("cp-async-bulk-tensor", rb"\bcp\.async\.bulk\.tensor\."),
    _code("mbarrier", rb"\bmbarrier\."),
    _code("wgmma", rb"\bwgmma\.mma_async"),
    _code("setmaxnreg", rb"\bsetmaxnreg\."),
    _code("cluster", rb"\bbarrier\.cluster\."),
    _code("tcgen05", rb"\btcgen05\.mma"),
    _code("griddepcontrol", rb"\bgriddepcontrol\."),
    _code("redux", rb"\bredux\."),
    _code("tex", rb"\btex\.\d"),
    _code("surface", rb"\bsu(?:ld|st)\."),
    _code("video", rb"\bv(?:add|sub|absdiff|min|max|set|shl|shr|mad)\w*\."),
    _code("dp4a", rb"\bdp[42]a\."),
    _code("atom-vector", rb"\b(?:atom|red)\.[\w.:]*\.v[248]\b"),
)

FEATURES: tuple[Feature, ...] = (
    *_DEBUG,
    *_CALLS,
    *_DATA,
    *_ENTRIES,
    *_OPERANDS,
    *_SHAPE,
    *_NAMES,
    *_PRAGMAS,
    *_FILES,
    *_INSTRUCTIONS,
)
REQUIRED = frozenset(feature.name for feature in FEATURES if feature.required)


def detect(data: bytes) -> tuple[str, ...]:
    """Names of the features of the file with content `data`, sorted."""
    text = Text(data)
    return tuple(sorted(feature.name for feature in FEATURES if feature.holds(text)))


def _functions_only(code: bytes) -> bool:
    return bool(_HAS_FUNC.search(code)) and not _HAS_ENTRY.search(code)
