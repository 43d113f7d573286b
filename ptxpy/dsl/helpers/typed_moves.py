"""Conversions, loads and stores with the type as a value: `ptx.ld(f32, d, [x], space="shared")`."""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.helpers.typed_forms import constant, explicit, is_integer, kind_of, no_form, typed
from ptxpy.dsl.shared_memory.addresses import address
from ptxpy.dsl.values.types import Type
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

_SPACES: Final = (
    *("global", "shared", "shared::cta", "shared::cluster", "local"),
    *("param", "param::entry", "param::func", "const", "generic"),
)
_TO_INTEGER: Final = ("rni", "rzi", "rmi", "rpi")
_TO_FLOAT: Final = ("rn", "rz", "rm", "rp")
_FLOATS: Final = frozenset({"f16", "bf16", "tf32", "f32", "f64"})
_VECTORS: Final = (".v2", ".v4", ".v8")


def _roundings(target: str, source: str) -> tuple[str, ...]:
    """Return the roundings of which a conversion needs one, none if it needs none."""
    if is_integer(target):
        return () if is_integer(source) else _TO_INTEGER
    if is_integer(source):
        return _TO_FLOAT
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

    Where a value may not fit, PTX wants a rounding (PTX ISA 9.7.9.21): integers to floats and
    floats to narrower ones `rn`, `rz`, `rm` or `rp`; floats to integers `rni`, `rzi`, `rmi` or
    `rpi`; `ValueError` without one. Untyped bits are no numbers: `TypeError`.
    """
    target, source = kind_of(dst_type), kind_of(src_type)
    for kind in (target, source):
        if TYPES[kind].kind in ("bits", "pred", "opaque"):
            instead = "give integers their sign, u32 or s32"
            if kind == "pred":
                instead = "select the value with selp, compare with setp"
            no_form("cvt", kind, instead)
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
    kind = kind_of(dtype)
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

    `addr` is a register, a name, an object in shared memory, `[x, 16]`, or what `ptx.addr`
    returns. `space` is a state space (`generic` for none), `cache` a cache operator and what
    belongs to it, `"ca"` or `"nc.L2::128B"`. Halves are read as `.b16`. With a vector type
    (`f32.v4`), `dst` is a tuple of registers.
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
    kind = kind_of(dtype)
    value = tuple(constant(kind, one) for one in src) if type(src) is tuple else constant(kind, src)
    explicit(_access("st", dtype, space, cache))(address(addr), value, when=pred)
