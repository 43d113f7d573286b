"""Typed forms: `ptx.add(u32, d, a, b)` is `add.u32 d, a, b`, with the type as a value.

The type comes first and the destination after it, and `pred=` is the guard, as everywhere. If PTX
has no such instruction of the type but another that does the same, that one is written:

| Form | Type | PTX |
|---|---|---|
| `mov`, `selp` | `f16`, `bf16` / `f16x2`, `bf16x2`, `tf32` | `.b16` / `.b32` |
| `ld`, `st` | the same; `e4m3`, `e5m2` | the same; `.b8` |
| `and_`, `or_`, `xor`, `not_`, `shl` | any | `.b16`, `.b32`, `.b64`; not `shl`: `.pred` |
| `add`, `sub`, `mul`, `mad`, and `setp` with `<` | `b16`, `b32`, `b64` | `.s16`, `.s32`, `.s64` |
| `mul`, `mad` without `mode=` | integers | `.lo` |
| `mad` | `f32`, `f64` / halves | `mad.rn` / `fma.rn` |

A form for which PTX has nothing raises `TypeError`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, NoReturn, TypeVar, cast

from ptxpy.dialect import attribute
from ptxpy.dsl.shared_memory.addresses import address
from ptxpy.dsl.tracing.instructions import explicit, helper
from ptxpy.dsl.tracing.pending_results import PendingResult, value_type
from ptxpy.dsl.values.assignment import HALF_BITS
from ptxpy.dsl.values.operand_conversion import LoadedValue, Register, RegisterSlice
from ptxpy.dsl.values.operators import View, operation, style
from ptxpy.dsl.values.types import Type
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, USUAL_MODIFIERS, check_legality, completions, reach

_Function = TypeVar("_Function", bound=Callable[..., Any])

_BITS_PER_BYTE: Final = 8
_MODES: Final = ("lo", "hi", "wide")
_COMPARISONS: Final = (
    *("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"),
    *("equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"),
)
_SPACES: Final = (
    *("global", "shared", "shared::cta", "shared::cluster", "local"),
    *("param", "param::entry", "param::func", "const", "generic"),
)
_TO_INTEGER: Final = ("rni", "rzi", "rmi", "rpi")
_TO_FLOAT: Final = ("rn", "rz", "rm", "rp")
_FLOATS: Final = frozenset({"f16", "bf16", "tf32", "f32", "f64"})
_VECTORS: Final = (".v2", ".v4", ".v8")


def typed(
    *names: str, form: str, types: tuple[int, ...] = (0,)
) -> Callable[[_Function], _Function]:
    """Make a function a helper whose arguments at the positions `types` are types.

    A call that has something else there raises `TypeError`, which shows `form`, a right one.
    """

    def decorate(function: _Function) -> _Function:
        signature = inspect.signature(function)
        parameters = list(signature.parameters)
        wanted = [(at, parameters[at]) for at in types]

        @wraps(function)
        def checked(*arguments: Any, **options: Any) -> Any:
            # The type comes before the other checks: a call that lacks it has an argument too few
            # as well.
            for at, name in wanted:
                given = arguments[at] if at < len(arguments) else options.get(name)
                if not isinstance(given, Type) or given.fundamental not in TYPES:
                    raise TypeError(_not_a_type(names[0], form, given, arguments))
            # Python's own message would not show the form.
            try:
                signature.bind(*arguments, **options)
            except TypeError as error:
                path = f"ptx.{attribute(names[0])}"
                msg = f"{path} is called as {path}{form}: {error}"
                raise TypeError(msg) from None
            return function(*arguments, **options)

        return helper(*names)(cast("_Function", checked))

    return decorate


def _not_a_type(name: str, form: str, given: Any, arguments: tuple[Any, ...]) -> str:
    path = f"ptx.{attribute(name)}"
    shown = "it is called without one" if given is None else f"{given!r} is none"
    kinds = [value_type(each) for each in arguments]
    words = [f".{kind}" for kind in kinds if kind in TYPES and kind != "pred"]
    words += [f".b{TYPES[word[1:]].bits}" for word in words]

    def is_form(modifiers: tuple[str, ...]) -> bool:
        problem = check_legality(name, modifiers, None)
        return problem is None and reach(name, modifiers).fitting == len(modifiers)

    one = next(completions((), (*words, *USUAL_MODIFIERS), is_form), (".TYPE",))
    if "[" in form:  # an address has the type of no element
        one = (".global_", ".f32")
    return (
        f"{path} takes a type, {path}{form}, and {shown}; one instruction has its modifiers in "
        f"its name, {path}{''.join(one)}(…)"
    )


def no_form(name: str, kind: str, instead: str) -> NoReturn:
    """Raise `TypeError` for a type that a form does not have."""
    msg = f"PTX has no {name} of .{kind}: {instead}"
    raise TypeError(msg)


def is_integer(kind: str) -> bool:
    """Return whether a type is one of integers or untyped bits."""
    return TYPES[kind].kind in ("signed", "unsigned", "bits")


def signed(kind: str) -> str:
    """Return a type for arithmetic: untyped bits count as signed, as they do for operators."""
    return f"s{kind[1:]}" if TYPES[kind].kind == "bits" and TYPES[kind].fundamental else kind


def moved(name: str, kind: str) -> str:
    """Return the type with which an instruction moves registers of a type: bits for halves."""
    entry = TYPES[kind]
    if entry.bits <= _BITS_PER_BYTE and kind != "pred":
        wide = {"signed": "s16", "unsigned": "u16"}.get(entry.kind, "b16")
        no_form(name, kind, f"a byte is in a register of 16 bits, write {wide}")
    # `mov` and `selp` have no halves, whose bits they move (PTX ISA 9.7.9.2).
    return kind if entry.fundamental and not kind.startswith("f16") else f"b{entry.bits}"


def bitwise(name: str, kind: str, *, predicates: bool = True) -> str:
    """Return the type with which an instruction works on the bits of a type."""
    if kind == "pred":
        if predicates:
            return kind
        no_form(name, kind, "a predicate has no bits to shift")
    if TYPES[kind].bits <= _BITS_PER_BYTE:
        no_form(name, kind, "a byte is in a register of 16 bits, write b16")
    return f"b{TYPES[kind].bits}"


def constant(kind: str, value: Any) -> Any:
    """Return an operand for an instruction that moves a value of a type.

    A half is moved as bits, so a Python float becomes those of the nearest one. `TypeError` for a
    number that is none of the type.
    """
    if type(value) is float:
        if kind in HALF_BITS:
            return HALF_BITS[kind](value)
        if kind not in ("f32", "f64"):
            msg = f"{value} is not a constant of .{kind}"
            raise TypeError(msg)
    elif type(value) is int and TYPES[kind].kind == "float":
        msg = (
            f"{value} is not a constant of .{kind}: write {float(value)}, or move bits, b16 or b32"
        )
        raise TypeError(msg)
    return value


@typed("mov", form="(u32, d, a)")
def mov(dtype: Type, dst: Any, src: Any, *, pred: Any = None) -> None:
    """Emit `mov.dtype dst, src`; halves, constants too, are moved as bits."""
    kind = dtype.fundamental
    explicit(f"mov.{moved('mov', kind)}")(dst, constant(kind, src), when=pred)


@typed("add", form="(u32, d, a, b)")
def add(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `add.dtype dst, a, b`; of untyped bits `add.s32` and so on."""
    explicit(f"add.{signed(dtype.fundamental)}")(dst, a, b, when=pred)


@typed("sub", form="(u32, d, a, b)")
def sub(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `sub.dtype dst, a, b`; of untyped bits `sub.s32` and so on."""
    explicit(f"sub.{signed(dtype.fundamental)}")(dst, a, b, when=pred)


def _product(name: str, kind: str, mode: str | None) -> str:
    """Return the opcode of a product: integers have a mode, floats have none."""
    if mode is not None and mode not in _MODES:
        msg = f"the mode of {name} must be lo, hi or wide, got {mode!r}"
        raise ValueError(msg)
    if is_integer(kind):
        # The sign decides about the upper half of a product, and not about the lower one.
        if TYPES[kind].kind == "bits" and mode in ("hi", "wide"):
            size = kind[1:]
            no_form(f"{name}.{mode}", kind, f"it needs the sign, u{size} or s{size}")
        return f"{name}.{mode or 'lo'}.{signed(kind)}"
    if mode not in (None, "lo"):
        msg = f"{name} of .{kind} has no mode: {mode!r} is for integers"
        raise ValueError(msg)
    if name == "mul":
        return f"mul.{kind}"
    # PTX has `mad` for `.f32` and `.f64`; halves have `fma` alone.
    return f"mad.rn.{kind}" if kind in ("f32", "f64") else f"fma.rn.{kind}"


@typed("mul", form="(u32, d, a, b)")
def mul(
    dtype: Type, dst: Any, a: Any, b: Any, *, mode: str | None = None, pred: Any = None
) -> None:
    """Emit `mul.mode.dtype dst, a, b` of integers, `mul.dtype` of floats.

    `mode` is `lo`, which is meant without one, `hi` or `wide`; with `wide`, `dst` has twice the
    bits of `dtype`.
    """
    explicit(_product("mul", dtype.fundamental, mode))(dst, a, b, when=pred)


@helper("mad")
def mad(*args: Any, mode: str = "lo", pred: Any = None) -> Any:
    """Emit `mad.mode.dtype dst, a, b, c`: `ptx.mad(s32, dst, a, b, c)`, or `d = ptx.mad(a, b, c)`.

    Without a type, the first register says it, and the destination is returned: open, as that of
    an instruction. Untyped bits count as signed; of floats it is `mad.rn`, of halves `fma.rn`.
    """
    if args and isinstance(args[0], Type):
        if len(args) != 5:  # noqa: PLR2004 - type, destination, three sources
            msg = f"ptx.mad(s32, d, a, b, c) has five arguments, not {len(args)}"
            raise TypeError(msg)
        kind = args[0].fundamental
        if kind not in TYPES:
            no_form("mad", kind, "give a type of numbers")
        explicit(_product("mad", kind, mode))(*args[1:], when=pred)
        return None
    if len(args) != 3:  # noqa: PLR2004 - three sources
        msg = (
            f"ptx.mad must be ptx.mad(s32, d, a, b, c) or d = ptx.mad(a, b, c), got {len(args)} "
            "arguments; one instruction is ptx.mad.lo.s32(a, b, c)"
        )
        raise TypeError(msg)
    sources = [
        value.register() if isinstance(value, PendingResult | LoadedValue) else value
        for value in args
    ]
    kinds = [register_kind(value) for value in sources]
    kind = next((kind for kind in kinds if kind), "")
    if not kind:
        msg = "ptx.mad(a, b, c) needs a register for its type; write ptx.mad(s32, d, a, b, c)"
        raise TypeError(msg)
    return operation(_product("mad", kind, mode))(*sources, when=pred)


def register_kind(value: Any) -> str:
    """Return the type of a register or view, "" for anything else."""
    if isinstance(value, View):
        return value.type
    return value.declared if isinstance(value, Register) else ""


@typed("shl", form="(u32, d, a, b)")
def shl(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `shl.b32 dst, a, b`, or `.b16` or `.b64`: of the size of `dtype`."""
    kind = _shifted("shl", dtype.fundamental)
    explicit(f"shl.{bitwise('shl', kind)}")(dst, a, b, when=pred)


@typed("shr", form="(u32, d, a, b)")
def shr(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `shr.dtype dst, a, b`: of signed integers the sign comes in, of others zeros."""
    explicit(f"shr.{_shifted('shr', dtype.fundamental)}")(dst, a, b, when=pred)


def _shifted(name: str, kind: str) -> str:
    bitwise(name, kind, predicates=False)
    if not is_integer(kind):
        no_form(name, kind, f"it shifts bits, b{TYPES[kind].bits}")
    return kind


@typed("and", form="(b32, d, a, b)")
def and_(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `and.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`."""
    explicit(f"and.{bitwise('and', dtype.fundamental)}")(dst, a, b, when=pred)


@typed("or", form="(b32, d, a, b)")
def or_(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `or.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`."""
    explicit(f"or.{bitwise('or', dtype.fundamental)}")(dst, a, b, when=pred)


@typed("xor", "xor_", form="(b32, d, a, b)")
def xor_(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `xor.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`."""
    explicit(f"xor.{bitwise('xor', dtype.fundamental)}")(dst, a, b, when=pred)


@typed("not", form="(b32, d, a)")
def not_(dtype: Type, dst: Any, src: Any, *, pred: Any = None) -> None:
    """Emit `not.b32 dst, src`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`."""
    explicit(f"not.{bitwise('not', dtype.fundamental)}")(dst, src, when=pred)


@typed("setp", form="('lt', u32, p, a, b)", types=(1,))
def setp(
    cmp_op: str, dtype: Type, pred_out: Any, a: Any, b: Any, *, pred_negate: Any = None
) -> None:
    """Emit `setp.cmp_op.dtype pred_out, a, b`; `pred_negate` is the guard, as `pred=` elsewhere.

    Untyped bits are compared for `eq` and `ne` alone, except under a compiler's style, which counts
    them as signed numbers.
    """
    if cmp_op not in _COMPARISONS:
        msg = f"setp compares with {', '.join(_COMPARISONS)}, not with {cmp_op!r}"
        raise ValueError(msg)
    kind = dtype.fundamental
    if kind == "pred":
        no_form("setp", kind, "predicates are combined with and_, or_, xor and not_")
    if cmp_op not in ("eq", "ne"):
        if TYPES[kind].kind == "bits" and style().is_typed:
            size = TYPES[kind].bits
            no_form(f"setp.{cmp_op}", kind, f"it needs the sign, u{size} or s{size}")
        kind = signed(kind)
    explicit(f"setp.{cmp_op}.{kind}")(pred_out, a, b, when=pred_negate)


@typed("selp", form="(u32, d, a, b, p)")
def selp(
    dtype: Type,
    dst: Any,
    true_val: Any,
    false_val: Any,
    pred_reg: Any,
    *,
    pred: Any = None,
) -> None:
    """Emit `selp.dtype dst, true_val, false_val, pred_reg`; halves are selected as bits."""
    kind = dtype.fundamental
    if kind == "pred":
        no_form("selp", kind, "combine predicates with and_, or_ and not_")
    values = (constant(kind, true_val), constant(kind, false_val))
    explicit(f"selp.{moved('selp', kind)}")(dst, *values, pred_reg, when=pred)


def _roundings(target: str, source: str) -> tuple[str, ...]:
    """Return the roundings of which a conversion needs one, none if it needs none."""
    if is_integer(target):
        return () if is_integer(source) else _TO_INTEGER
    if is_integer(source):
        return _TO_FLOAT
    # A float that is not narrowed keeps its value, and `cvt` has no rounding for it.
    if source == target or TYPES[target].bits > TYPES[source].bits:
        return ()
    if target == "tf32":
        return ("rna", "rn", "rz")
    return ("rn", "rz") if target == "bf16" else _TO_FLOAT


@typed("cvt", form="(f32, s32, d, a, rounding='rn')", types=(0, 1))
def cvt(
    dst_type: Type,
    src_type: Type,
    dst: Any,
    src: Any,
    *,
    rounding: str | None = None,
    ftz: bool = False,
    sat: bool = False,
    pred: Any = None,
) -> None:
    """Emit `cvt.rounding.ftz.sat.dst_type.src_type dst, src`.

    If a value may not fit, PTX wants a rounding (PTX ISA 9.7.9.21): integers to floats and
    floats to narrower ones `rn`, `rz`, `rm` or `rp`; floats to integers `rni`, `rzi`, `rmi` or
    `rpi`; `ValueError` without one. Untyped bits are no numbers: `TypeError`.
    """
    target, source = dst_type.fundamental, src_type.fundamental
    for kind in (target, source):
        if TYPES[kind].kind in ("bits", "pred", "opaque"):
            instead = "give integers their sign, u32 or s32"
            if kind == "pred":
                instead = "select the value with selp, compare with setp"
            no_form("cvt", kind, instead)
    # Packed and 8-bit formats have roundings of their own, about which the table decides.
    plain = all(is_integer(kind) or kind in _FLOATS for kind in (target, source))
    wanted = _roundings(target, source) if plain else ()
    if rounding is not None:
        rounding = rounding.removeprefix(".")
    if wanted and rounding not in wanted:
        said = "without a rounding" if rounding is None else f"with the rounding {rounding!r}"
        msg = f"cvt.{target}.{source} {said}: give one, rounding={' or '.join(map(repr, wanted))}"
        raise ValueError(msg)
    words = ["cvt", rounding, "ftz" if ftz else None, "sat" if sat else None, target, source]
    explicit(".".join([word for word in words if word]))(dst, src, when=pred)


def _access(name: str, dtype: Type, space: str, cache: str | None) -> str:
    """Return the opcode of a load or store."""
    space = space.replace("__", "::")
    if space not in _SPACES:
        msg = f"{name} has the spaces {', '.join(_SPACES)}, not {space!r}"
        raise ValueError(msg)
    kind = dtype.fundamental
    entry = TYPES[kind]
    if kind == "pred":
        no_form(name, kind, "write selp and a number to memory, read it with setp")
    if entry.bits % 8 or entry.kind == "opaque":
        no_form(name, kind, "it accesses whole bytes")
    vectors = [word.name for word in dtype.specifiers if isinstance(word, n.Specifier)]
    words = [name]
    if space != "generic":
        words.append(space)
    if cache is not None:
        words.append(cache.removeprefix(".").replace("__", "::"))
    # `f32.v4` has its vector among the specifiers, and PTX writes it before the type.
    words += [word[1:] for word in vectors if word in _VECTORS]
    named = entry.fundamental and not kind.startswith("f16")
    words.append(kind if named else f"b{entry.bits}")
    return ".".join(words)


@typed("ld", form="(f32, d, [x])")
def ld(
    dtype: Type,
    dst: Any,
    addr: Any,
    *,
    space: str = "global",
    cache: str | None = None,
    pred: Any = None,
) -> None:
    """Emit `ld.space.cache.dtype dst, [addr]`.

    `addr` is a register, a name, an object in shared memory, `[x, 16]`, or a result of `ptx.addr`.
    `space` is a state space (`generic` for none), `cache` a cache operator with its qualifiers,
    `"ca"` or `"nc.L2::128B"`. Halves are read as `.b16`. With a vector type (`f32.v4`), `dst` is a
    tuple of registers.
    """
    explicit(_access("ld", dtype, space, cache))(dst, address(addr), when=pred)


@typed("st", form="(f32, [x], a)")
def st(
    dtype: Type,
    addr: Any,
    src: Any,
    *,
    space: str = "global",
    cache: str | None = None,
    pred: Any = None,
) -> None:
    """Emit `st.space.cache.dtype [addr], src`; arguments are those of `ld`."""
    kind = dtype.fundamental
    is_row = type(src) in (tuple, RegisterSlice)
    value = tuple(constant(kind, one) for one in src) if is_row else constant(kind, src)
    explicit(_access("st", dtype, space, cache))(address(addr), value, when=pred)
