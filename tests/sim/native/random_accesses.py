"""Small random kernels that access memory, with barriers, divergence and atomic operations."""

from __future__ import annotations

from random import Random
from typing import Final

__all__ = ["random_kernel"]

_FRAME: Final = """\
.version 8.6
.target sm_90
.address_size 64
.shared .align 16 .b8 tile[1024];
.visible .entry kernel(.param .u64 data, .param .u64 out)
{
    .reg .pred %p<9>;
    .reg .b16 %h<9>;
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    ld.param.u64 %rd1, [data];
    ld.param.u64 %rd2, [out];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %ctaid.x;
    shr.u32 %r2, %r0, 5;
    and.b32 %r3, %r0, 31;
    mov.u32 %r4, tile;
    mov.u32 %r20, 0;
    mov.u64 %rd5, tile;
    cvta.shared.u64 %rd5, %rd5;
    setp.lt.u32 %p0, %r0, 32;
    setp.eq.u32 %p1, %r0, 0;
    and.b32 %r5, %r0, 1;
    setp.eq.u32 %p2, %r5, 0;
    setp.eq.u32 %p3, %r1, 0;
    setp.lt.u32 %p4, %r3, 16;
    setp.lt.u32 %p5, %r0, 0;
"""
_GUARDS: Final = ("%p0", "!%p0", "%p1", "%p2", "%p3", "%p4", "!%p4", "%p5")
_SIZES: Final = {"u8": 1, "u16": 2, "u32": 4, "v2.u32": 8, "v4.u32": 16}
_ATOMICS: Final = ("add.u32", "exch.b32", "inc.u32", "min.s32")
_SPACES: Final = ("shared", "shared", "global", "global", "generic shared", "generic global")


class _Kernel:
    """Writes the body of a kernel."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._labels = 0
        self.lines: list[str] = []
        sizes = random.choice((("u32",), ("u32",), ("u16", "u32"), ("u8", "u32"), tuple(_SIZES)))
        self._sizes = sizes
        self._adds = random.choice((("add.u32",), ("add.u32",), ("max.u32",), _ATOMICS))
        self._follows_data = random.random() < 0.3
        """Whether what is loaded decides what is accessed."""
        self._returning = ("atom",) if random.random() < 0.2 else ()

    def _index(self) -> None:
        """Write the index of an element to `%r6`: often one that each thread has alone."""
        random = self._random
        kind = random.randrange(9 + 2 * self._follows_data)
        lines = {
            0: ("xor.b32 %r6, %r0, 32;",),
            1: ("xor.b32 %r6, %r0, 1;",),
            2: (f"mov.u32 %r6, {random.randrange(4)};",),
            3: ("mov.u32 %r6, %r2;",),
            4: ("shr.u32 %r6, %r0, 1;",),
            5: (f"add.u32 %r6, %r0, {random.randrange(3)};", "and.b32 %r6, %r6, 63;"),
            6: ("mov.u32 %r6, %r3;",),
            7: ("mul.lo.u32 %r6, %r0, 2;", "and.b32 %r6, %r6, 63;"),
            9: ("and.b32 %r6, %r20, 63;",),
        }.get(kind, ("mov.u32 %r6, %r0;",))
        self.lines += lines

    def _address(self, size: int) -> str:
        """Write the address of the next access; return it with its state space."""
        random = self._random
        space = random.choice(_SPACES)
        self._index()
        self.lines.append(f"mul.lo.u32 %r7, %r6, {size};")
        if space == "shared":
            self.lines.append("add.u32 %r7, %r7, %r4;")
            return ".shared [%r7]"
        if space == "generic shared":
            self.lines += ["cvt.u64.u32 %rd7, %r7;", "add.u64 %rd7, %rd7, %rd5;"]
            return " [%rd7]"
        if random.random() < 0.7:
            self.lines += [f"mad.lo.u32 %r7, %r1, {64 * size}, %r7;"]
        base = random.choice(("%rd1", "%rd2"))
        self.lines += ["cvt.u64.u32 %rd7, %r7;", f"add.u64 %rd7, %rd7, {base};"]
        return ".global [%rd7]" if space == "global" else " [%rd7]"

    def _guard(self) -> str:
        random = self._random
        return f"@{random.choice(_GUARDS)} " if random.random() < 0.25 else ""

    def access(self) -> None:
        """Write a load, a store or an atomic operation."""
        random = self._random
        action = random.choice(("ld", "ld", "st", "st", "red", "nc", *self._returning))
        type_ = "u32" if action in ("red", "atom") else random.choice(self._sizes)
        space, _, address = self._address(_SIZES[type_]).partition(" ")
        guard = self._guard()
        vector, _, scalar = type_.rpartition(".")
        vector = f".{vector}" if vector else ""
        register = {"u8": "%h1", "u16": "%h1"}.get(scalar, "%r21")
        count = int(vector[2:] or 1) if vector else 1
        listed = f"{{{', '.join(['%r21', '%r22', '%r23', '%r24'][:count])}}}"
        operand = listed if vector else register
        operation = random.choice(self._adds)
        if action == "red" and operation != "exch.b32":
            self.lines.append(f"{guard}red{space}.{operation} {address}, 1;")
        elif action in ("red", "atom"):
            self.lines.append(f"{guard}atom{space}.{operation} %r25, {address}, 1;")
            if action == "atom":
                self.lines.append("add.u32 %r20, %r20, %r25;")
        elif action == "st":
            value = random.choice(("%r0", "%r20", "%r0", "7"))
            targets = ["%r21", "%r22", "%r23", "%r24"][:count]
            self.lines += [f"mov.u32 {each}, {value};" for each in targets]
            self.lines.append("cvt.u16.u32 %h1, %r21;")
            self.lines.append(f"{guard}st{space}{vector}.{scalar} {address}, {operand};")
        else:
            suffix = ".nc" if action == "nc" and space == ".global" else ""
            self.lines += [f"mov.u32 %r2{k}, 0;" for k in range(1, 5)] + ["mov.u16 %h1, 0;"]
            self.lines.append(f"{guard}ld{space}{suffix}{vector}.{scalar} {operand}, {address};")
            if register == "%h1" and not vector:
                self.lines.append("cvt.u32.u16 %r21, %h1;")
            self.lines.append("add.u32 %r20, %r20, %r21;")

    def _label(self) -> str:
        self._labels += 1
        return f"L{self._labels}"

    def statement(self, depth: int) -> None:
        """Write a statement, which may have others inside."""
        random = self._random
        kind = random.random()
        if kind < 0.5 or depth > 2:
            self.access()
        elif kind < 0.7:
            self.lines.append("bar.sync 0;")
        elif kind < 0.8:
            self.lines.append("bar.warp.sync -1;")
        elif kind < 0.83:
            mask = random.choice(("-1", "0xffff", "%r8"))
            self.lines.append("mov.u32 %r8, 0xffff;")
            self.lines.append(f"bar.warp.sync {mask};")
        elif kind < 0.87:
            self.lines.append("shfl.sync.bfly.b32 %r21, %r20, 1, 31, -1;")
            self.lines.append("add.u32 %r20, %r20, %r21;")
        elif kind < 0.9:
            self.lines.append(f"{self._guard()}ret;" if depth else "bar.sync 0;")
        elif kind < 0.94:
            loop, counter = self._label(), f"%r{10 + depth}"
            self.lines += [f"mov.u32 {counter}, 0;", f"{loop}:"]
            self.block(depth + 1)
            self.lines += [
                f"add.u32 {counter}, {counter}, 1;", f"setp.lt.u32 %p8, {counter}, 2;",
                f"@%p8 bra {loop};",
            ]  # fmt: skip
        else:
            over = self._label()
            self.lines.append(f"@{random.choice(_GUARDS)} bra {over};")
            self.block(depth + 1)
            self.lines.append(f"{over}:")

    def block(self, depth: int) -> None:
        """Write some statements."""
        for _ in range(self._random.randrange(1, 9 - 2 * depth)):
            self.statement(depth)


def random_kernel(random: Random) -> str:
    """Return a kernel, for up to two CTAs of up to 96 threads and arrays of 4,096 words."""
    kernel = _Kernel(random)
    # Half of the kernels begin with a shared memory that has contents.
    if random.random() < 0.7:
        for half in range(4):
            kernel.lines += [
                f"mad.lo.u32 %r7, %r0, 4, {256 * half};", "add.u32 %r7, %r7, %r4;",
                "setp.lt.u32 %p8, %r0, 64;", "@%p8 st.shared.u32 [%r7], 0;",
            ]  # fmt: skip
        kernel.lines.append("bar.sync 0;")
    kernel.block(0)
    body = "".join(f"    {line}\n" for line in kernel.lines)
    store = (
        "    mad.lo.u32 %r7, %r1, 96, %r0;\n    mul.wide.u32 %rd7, %r7, 4;\n"
        "    add.u64 %rd7, %rd7, %rd2;\n    st.global.u32 [%rd7+8192], %r20;\n"
    )
    return f"{_FRAME}{body}{store}    ret;\n}}\n"
