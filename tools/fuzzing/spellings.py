"""Texts for the grammar's terminals: a pool of edge cases, and random texts."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from random import Random

from fuzzing.lexing import is_token

NAMES = (
    "x", "foo", "a1", "_", "$", "$$", "_x", "x_", "__x__", "$L__BB0_1", "$L__tmp3", "L", "L_1",
    "BB0_2", "_Z3fooPf", "bar_param_0", "func_retval0", "retval0", "param0", "r", "r1", "f32",
    "reg", "ptx", "module", "kernel", "func", "var", "extern", "section", "smem", "types",
    "directive", "declarator", "self", "d", "print", "__import__", "__class__", "__builtins__",
    "lambda", "class", "None", "True", "import", "eval", "global_", "shared__cta", "match", "type",
    "inst", "special", "register", "comment", "sm_90a", "debug", "WARP_SZ", "generic", "mask",
    "version", "function_names", "calls", "call_x", "entry", "x" * 300,
)  # fmt: skip
"""Identifiers: compilers', Python's, the DSL's."""

REGISTERS = (
    "%r1", "%r2", "%r10", "%rd3", "%f4", "%fd5", "%p1", "%p2", "%rs6", "%h1", "%SP", "%tid",
    "%ntid", "%laneid", "%envreg3", "%clock64", "%r", "%r01", "%r007", "%r99999999999", "%1", "%_",
    "%$", "%class", "%ptx", "%call", "%r_1", "%__class__", "%print", "%L", "%reg", "%self", "%d",
)  # fmt: skip

OPCODES = (
    "mov.u32", "add.s32", "mad.lo.s32", "ld.global.v4.f32", "st.shared.u8", "setp.lt.s32",
    "and.b32", "or.pred", "cvt.rn.f16x2.f32", "shfl.sync.bfly.b32", "atom.global.add.u32",
    "bar.sync", "ldu.global.v2.u32", "cvta.to.u64",
    "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes", "fma.rn.f64",
    "bra.uni", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "wgmma.fence.sync.aligned",
    "tex.2d.v4.f32.s32", "x.y", "inst.add", "mro.x", "special.tid", "hex.b32", "comment.x",
    "label.u32", "_x.y", "x._y_", "a.b__c", "a.__b", "a.b::c:5", "$.$", "a.1", "not.b32",
    "lambda.x", "x.import", "ptx.y", "prmt.b32", "vote.sync.all.pred", "match.any.sync.b32",
    "tcgen05.ld.sync.aligned.32x32b.x2.b32", "isspacep.global", "v.x", "x.w",
    "sust.b.2d.b32.clamp",
)  # fmt: skip

MODIFIERS = (
    ".u32", ".s32", ".f32", ".f64", ".b8", ".pred", ".v2", ".lo", ".x", ".y", ".w", ".global",
    ".shared::cta", ".sync", ".rn", ".2d", ".a::b:3", ".0", ".$", "._", ".class", ".__class__",
    ".and", ".to", ".E", ".1e5x",
)  # fmt: skip

SPACES = (
    ".reg",
    ".global",
    ".shared",
    ".local",
    ".const",
    ".param",
    ".tex",
    ".sreg",
    ".param::entry",
)
TYPES = (
    ".u32", ".s32", ".b32", ".f32", ".u64", ".b64", ".f64", ".b8", ".u8", ".s8", ".b16", ".f16",
    ".bf16x2", ".pred", ".texref", ".samplerref", ".b128", ".e4m3",
)  # fmt: skip
SPECIFIERS = (".v2", ".v4", ".ptr", ".global", ".shared", ".u32", ".unified", ".x", ".surfref")
DIRECTIVES = (
    ".maxntid", ".reqntid", ".minnctapersm", ".maxnreg", ".noreturn", ".abi_preserve",
    ".explicitcluster", ".unknown", ".reqnctapercluster",
)  # fmt: skip
SECTIONS = (".debug_info", ".debug_abbrev", ".debug_str", ".nv_debug_ptx_txt", ".x")
COMPONENTS = (".x", ".y", ".z", ".w", ".r", ".g", ".b", ".a", ".value", "._", ".class", ".x1")
DATA = (".b8", ".b16", ".b32", ".b64", ".u8", ".s32")

STRINGS = (
    "", "x", "nounroll", "a.cu", "/usr/include/x y.h", "{", "}", ";", "//", "/* */", "\\", "\\n",
    "'", "'''", "\n", "a\nb", "print('x')", "__import__('os')", "%r1",
    "\N{RIGHT-TO-LEFT OVERRIDE}", "\x7f\x1b[31m", "\udcff\udc80", "\u2028", "é", "\\\\", "{0}",
    "%s", "\t", "\r\n", "#", "*/",
)  # fmt: skip

_LETTERS = string.ascii_letters + string.digits + "_$"


class Speller:
    """Spells terminals with random numbers of its own."""

    def __init__(self, rng: Random) -> None:
        """Take the random numbers."""
        self.rng = rng
        self._repeated: dict[str, list[str]] = {}

    def spell(self, terminal: str, rule: str) -> str:
        """Return a text for a terminal that stands in a rule."""
        seen = self._repeated.setdefault(f"{terminal} {rule}", [])
        if seen and self.rng.random() < 0.4:  # names are of interest where they recur
            return self.rng.choice(seen)
        make = _MAKERS[terminal]
        for _ in range(20):
            text = make(self.rng, rule)
            if is_token(terminal, text):
                seen.append(text)
                return text
        return _SAFE[terminal]


def _name(rng: Random, _rule: str = "") -> str:
    if rng.random() < 0.7:
        return rng.choice(NAMES)
    return rng.choice(string.ascii_letters + "_$") + _letters(rng, 6)


def _letters(rng: Random, most: int) -> str:
    return "".join(rng.choices(_LETTERS, k=rng.randint(0, most)))


def _register(rng: Random, _rule: str) -> str:
    chance = rng.random()
    if chance < 0.6:
        return rng.choice(REGISTERS)
    if chance < 0.9:
        return f"%{rng.choice(('r', 'rd', 'f', 'p', 'x', 'acc'))}{rng.randint(0, 12)}"
    return f"%{_name(rng)}"


def _dotted(rng: Random, rule: str) -> str:
    if rule == "component" and rng.random() < 0.97:
        return _name(rng) + rng.choice(COMPONENTS)
    if rng.random() < 0.7:
        return rng.choice(OPCODES)
    words = "".join(rng.choice(MODIFIERS) for _ in range(rng.randint(1, 4)))
    return _name(rng) + words


_DOTTED_WORDS: dict[str, Sequence[str]] = {
    "specifier": SPECIFIERS + TYPES,
    "type": TYPES,
    "directive": DIRECTIVES,
    "section_head": SECTIONS,
    "section_symbol": SECTIONS,
    "datum": SECTIONS,
    "unary": TYPES,
    "data": DATA,
    "attribute": (".managed", ".unified", ".x"),
    "component": COMPONENTS,
    "operand": COMPONENTS,
}


def _dot_name(rng: Random, rule: str) -> str:
    words = _DOTTED_WORDS.get(rule, MODIFIERS)
    if rng.random() < 0.03:
        words = MODIFIERS
    if rng.random() < 0.01:
        return "." + _letters(rng, 5)
    return rng.choice(words)


def _integer(rng: Random, _rule: str) -> str:
    chance = rng.random()
    if chance < 0.6:
        return str(rng.randint(0, 20))
    if chance < 0.8:
        return str(rng.getrandbits(rng.choice((8, 16, 32, 64, 70, 400))))
    return rng.choice(("0", "00", "010", "0U", "7U", "0777", "4294967295U", "9" * 30))


def _hexadecimal(rng: Random, _rule: str) -> str:
    chance = rng.random()
    if chance < 0.2:
        return f"0{rng.choice('bB')}{rng.getrandbits(9):b}{rng.choice(('', 'U'))}"
    if chance < 0.4:
        return rng.choice(["0x0", "0x00", "0X1f", "0xfFU"])
    return f"0{rng.choice('xxxX')}{_hex_digits(rng, rng.randint(1, 20))}{rng.choice(('', '', 'U'))}"


def _bits(rng: Random, _rule: str) -> str:
    chance = rng.random()
    if chance < 0.4:
        return f"0{rng.choice('fF')}{_hex_digits(rng, 8)}"
    if chance < 0.8:
        return f"0{rng.choice('dD')}{_hex_digits(rng, 16)}"
    return rng.choice(
        [
            "0f7F800000",
            "0fFFC00001",
            "0f80000000",
            "0f00000001",
            "0dFFF0000000000000",
            "0d8000000000000000",
            "0d7FF0000000000001",
        ]  # the numbers that are no numbers
    )


def _hex_digits(rng: Random, count: int) -> str:
    digits = rng.choice(("0123456789ABCDEF", "0123456789abcdef", string.hexdigits, "0"))
    return "".join(rng.choices(digits, k=count))


def _float(rng: Random, rule: str) -> str:
    if rule == "version" and rng.random() < 0.9:
        return f"{rng.randint(1, 9)}.{rng.randint(0, 8)}"
    whole, fraction = str(rng.randint(0, 300)), str(rng.randint(0, 300))
    exponent = f"{rng.choice('eE')}{rng.choice(('', '+', '-'))}{rng.randint(0, 400)}"
    forms = (f"{whole}.{fraction}", f"{whole}.", f".{fraction}", whole + exponent)
    return rng.choice((*forms, f"{whole}.{fraction}{exponent}", f".{fraction}{exponent}", "00.50"))


def _string(rng: Random, _rule: str) -> str:
    if rng.random() < 0.8:
        return f'"{rng.choice(STRINGS)}"'
    return '"' + "".join(rng.choices(string.printable.replace('"', ""), k=rng.randint(0, 20))) + '"'


def _one_of(*texts: str) -> Callable[[Random, str], str]:
    return lambda rng, _rule: rng.choice(texts)


_MAKERS: dict[str, Callable[[Random, str], str]] = {
    "IDENT": _name,
    "REGISTER": _register,
    "DOTTED": _dotted,
    "DOTNAME": _dot_name,
    "INT": _integer,
    "HEX": _hexadecimal,
    "BITS": _bits,
    "FLOAT": _float,
    "STRING": _string,
    "CALL": _one_of("call"),
    "DOTTED_CALL": _one_of("call.uni", "call.uni.x", "call.1", "call.class"),
    "LINKAGE": _one_of(".visible", ".extern", ".weak", ".common"),
    "FUNCTION": _one_of(".entry", ".func"),
    "TARGETS": _one_of(".branchtargets", ".calltargets"),
    "STATE_SPACE": _one_of(*SPACES),
    "CONSTANT_BANK": lambda rng, _rule: f".const[{rng.randint(0, 11)}]",
}
"""Generators of texts for the terminals with more than one spelling."""

_SAFE = {
    "IDENT":"x", "REGISTER":"%r1", "DOTTED":"mov.u32", "DOTNAME":".x", "INT":"1", "HEX":"0x1",
    "BITS":"0f3F800000", "FLOAT":"1.5", "STRING":'""',
}  # fmt: skip

SPELLED = frozenset(_MAKERS)
"""The terminals that a `Speller` can spell."""
