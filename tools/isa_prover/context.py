"""The context of a probe: registers of every type, variables of every space, a label."""

from __future__ import annotations

from typing import Final

from ptxpy.isa.types import TYPES

REGISTER_TYPES: Final = (
    *(
        name
        for name, kind in TYPES.items()
        if kind.fundamental and kind.kind != "opaque" and name != "f16x2"
    ),
    "f16x2",
)
"""The types that registers are declared with."""

COUNT: Final = 260
"""Registers of each common type: the widest vectors of tcgen05.ld have 128."""

_COMMON: Final = frozenset({"b32", "f32", "b64", "u32", "s32", "f16x2"})

REGISTERS: Final = " ".join(
    f".reg .{name} %{name}_<{COUNT if name in _COMMON else 40}>;" for name in REGISTER_TYPES
)
"""The declarations of all registers."""

SPACES: Final = {
    ".global": "g_v",
    ".shared": "s_v",
    ".const": "c_v",
    ".local": "l_v",
    ".param": "p_v",
    ".param::entry": "p_v",
    ".param::func": "q_v",
}
"""A variable of each state space."""

OPAQUE: Final = {"texref": "tex_v", "samplerref": "smp_v", "surfref": "srf_v"}

MODULE: Final = (
    ".global .align 1024 .b8 g_v[4096]; .shared .align 1024 .b8 s_v[4096]; "
    ".const .align 1024 .b8 c_v[4096]; .global .texref tex_v; .global .surfref srf_v; "
    ".func f_v() { ret; }"
)
SAMPLER: Final = " .global .samplerref smp_v;"

HEAD_LINES: Final = 3
KERNEL_LINES: Final = 3


def kernel(number: int, statement: str) -> str:
    """Return a kernel that has the statement on its second line."""
    return (
        f".entry k{number}(.param .align 64 .b8 p_v[128]) {{ {REGISTERS} "
        ".local .align 64 .b8 l_v[128]; .param .align 64 .b8 q_v[128]; "
        f"T_v: .branchtargets L_v;\n{statement}\nL_v: ret; }}"
    )


def module(version: str, target: str, statements: list[str]) -> str:
    """Return a module: `HEAD_LINES` of head, then `KERNEL_LINES` a statement.

    Samplers of their own exist only where the target says `texmode_independent`.
    """
    size = ".address_size 64 " if tuple(map(int, version.split("."))) >= (2, 3) else ""
    sampler = SAMPLER if "texmode_independent" in target else ""
    kernels = [kernel(index, text) for index, text in enumerate(statements)]
    head = f".version {version}\n.target {target}\n{size}{MODULE}{sampler}\n"
    return head + "\n".join(kernels) + "\n"
