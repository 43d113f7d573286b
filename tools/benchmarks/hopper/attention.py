"""Attention, forward, with an online softmax: one warp group loads, others multiply.

Q, K, V and the output are (heads, length, 64) halves. A CTA takes rows of one head; keys and values
come by TMA into a ring. Scores stay in registers: the weights are operand A of the second product,
and the values, whose rows are along K, are MN-major.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["Attention"]

_WIDTH: Final = 64
"""Of a head: a row is 128 bytes, which is the swizzle."""
_ROWS: Final = 64
"""Rows of a warp group."""
_K_MAJOR: Final = 1 << 62 | 64 << 32 | 1 << 16
_LOAD: Final = "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes"


class Attention(NamedTuple):
    """How a kernel is made."""

    keys: int = 128
    """Of a step."""
    consumers: int = 2
    """Warp groups that multiply."""
    stages: int = 2
    causal: bool = False

    @property
    def rows(self) -> int:
        """Rows of a CTA."""
        return _ROWS * self.consumers

    @property
    def block(self) -> int:
        """Threads of a CTA."""
        return 128 * (1 + self.consumers)

    @property
    def shared(self) -> int:
        """Bytes of dynamic shared memory."""
        return self._barriers + 8 + 24 * self.stages

    @property
    def _tile(self) -> int:
        return self.keys * 128

    @property
    def _barriers(self) -> int:
        return self.rows * 128 + 2 * self.stages * self._tile

    @property
    def _scores(self) -> int:
        """Registers of scores of a thread: one for each two keys, of two rows."""
        return self.keys // 2

    def ptx(self) -> str:
        """Return the module: `attention(q, k, v, out, length, scale)`.

        The scale is that of the scores times log2(e).
        """
        return _MODULE.format(
            block=self.block,
            setup=self._setup(),
            barriers=self._barriers,
            rows=self.rows,
            keys=self.keys,
            tile=self._tile,
            pair=2 * self._tile,
            stages=self.stages,
            query_bytes=self.rows * 128,
            load=_LOAD,
            scores=self._scores,
            last=self._last(),
            zeros=_zeros(),
            constant=f"{_K_MAJOR:#x}",
            step=self._step(),
            finish=self._finish(),
        )

    def _last(self) -> str:
        """Return how the end of the keys that a CTA sees is found."""
        if not self.causal:
            return "mov.u32 %last, %length;"
        return f"add.u32 %last, %row, {self.rows};\n    min.u32 %last, %last, %length;"

    def _setup(self) -> str:
        lines = [f"mbarrier.init.shared::cta.b64 [%smem+{self._barriers}], 1;"]
        for stage in range(self.stages):
            at = self._barriers + 8 + 24 * stage
            for number, count in enumerate((1, 1, self.consumers)):
                lines.append(f"mbarrier.init.shared::cta.b64 [%smem+{at + 8 * number}], {count};")
        return "\n    ".join(lines)

    def _step(self) -> str:
        """Return what a warp group does with some keys and values."""
        scores = ", ".join(f"%s{i}" for i in range(self._scores))
        out = ", ".join(f"%o{i}" for i in range(_WIDTH // 2))
        first = f"wgmma.mma_async.sync.aligned.m64n{self.keys}k16.f32.f16.f16 {{{scores}}}"
        second = f"wgmma.mma_async.sync.aligned.m64n{_WIDTH}k16.f32.f16.f16 {{{out}}}"
        lines = ["wgmma.fence.sync.aligned;", "mov.u64 %desc, %query;"]
        for step in range(_WIDTH // 16):
            lines.append(f"{first}, %desc, %key, {int(step > 0)}, 1, 1, 0, 0;")
            lines += ["add.u64 %desc, %desc, 2;", "add.u64 %key, %key, 2;"]
        lines += ["wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned 0;"]
        lines += self._masked()
        for half in range(2):
            lines += self._softmax(half)
        for i in range(_WIDTH // 2):
            lines.append(f"mul.f32 %o{i}, %o{i}, %correction{i // 2 % 2};")
        for i in range(self._scores // 2):
            lines.append(f"cvt.rn.f16x2.f32 %w{i}, %s{2 * i + 1}, %s{2 * i};")
        lines += _wait("%full_v", "%phase", "VALUES")
        lines.append("wgmma.fence.sync.aligned;")
        for step in range(self.keys // 16):
            weights = ", ".join(f"%w{4 * step + i}" for i in range(4))
            lines.append(f"{second}, {{{weights}}}, %value, 1, 1, 1, 1;")
            lines.append("add.u64 %value, %value, 128;")
        lines += ["wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned 0;"]
        return "\n    ".join(lines)

    def _masked(self) -> list[str]:
        """Return how scores of keys that a row does not see become -inf."""
        lines = ["add.u32 %x, %key_row, " + f"{self.keys};", "setp.gt.u32 %edge, %x, %length;"]
        if self.causal:
            lines.append("setp.gt.or.u32 %edge, %x, %row_of_group, %edge;")
        lines += ["@!%edge bra SEEN;", "add.u32 %x, %key_row, %pair;"]
        for block in range(self.keys // 8):
            for second in range(2):
                lines.append(f"add.u32 %at, %x, {8 * block + second};")
                lines.append("setp.ge.u32 %hidden, %at, %length;")
                for half in range(2):
                    score = f"%s{4 * block + 2 * half + second}"
                    if self.causal:
                        row = ("%upper", "%lower")[half]
                        lines.append(f"setp.gt.or.u32 %p, %at, {row}, %hidden;")
                        lines.append(f"selp.f32 {score}, 0fFF800000, {score}, %p;")
                    else:
                        lines.append(f"selp.f32 {score}, 0fFF800000, {score}, %hidden;")
        return [*lines, "SEEN:"]

    def _softmax(self, half: int) -> list[str]:
        """Return the weights of one of the two rows of a thread, in the place of its scores."""
        own = [4 * b + 2 * half + i for b in range(self.keys // 8) for i in range(2)]
        peak, correction, norm = f"%peak{half}", f"%correction{half}", f"%norm{half}"
        lines = [f"mov.f32 %new, {peak};"]
        lines += [f"max.f32 %new, %new, %s{i};" for i in own]
        for lane in (1, 2):
            lines.append(f"shfl.sync.bfly.b32 %f, %new, {lane}, 31, -1;")
            lines.append("max.f32 %new, %new, %f;")
        lines += [
            f"sub.f32 {correction}, {peak}, %new;",
            f"mul.f32 {correction}, {correction}, %scale;",
            f"ex2.approx.ftz.f32 {correction}, {correction};",
            f"mov.f32 {peak}, %new;",
            f"mul.f32 {norm}, {norm}, {correction};",
            "mul.f32 %new, %new, %scale;",
            "neg.f32 %new, %new;",
        ]
        for i in own:
            lines += [
                f"fma.rn.f32 %s{i}, %s{i}, %scale, %new;",
                f"ex2.approx.ftz.f32 %s{i}, %s{i};",
                f"add.f32 {norm}, {norm}, %s{i};",
            ]
        return lines

    def _finish(self) -> str:
        """Return the stores of the rows of a warp group."""
        lines = []
        for half, (row, out) in enumerate((("%upper", "%out"), ("%lower", "%out_8"))):
            norm = f"%norm{half}"
            for lane in (1, 2):
                lines.append(f"shfl.sync.bfly.b32 %f, {norm}, {lane}, 31, -1;")
                lines.append(f"add.f32 {norm}, {norm}, %f;")
            lines.append(f"rcp.approx.ftz.f32 %f, {norm};")
            lines.append(f"setp.lt.u32 %p, {row}, %length;")
            for block in range(_WIDTH // 8):
                i = 4 * block + 2 * half
                lines += [
                    f"mul.f32 %o{i}, %o{i}, %f;",
                    f"mul.f32 %o{i + 1}, %o{i + 1}, %f;",
                    f"cvt.rn.f16x2.f32 %x, %o{i + 1}, %o{i};",
                    f"@%p st.global.b32 [{out}+{16 * block}], %x;",
                ]
        return "\n    ".join(lines)


def _zeros() -> str:
    lines = [f"mov.f32 %o{i}, 0f00000000;" for i in range(_WIDTH // 2)]
    for half in range(2):
        lines += [f"mov.f32 %norm{half}, 0f00000000;", f"mov.f32 %peak{half}, 0fFF800000;"]
    return "\n    ".join(lines)


def _wait(barrier: str, phase: str, label: str) -> list[str]:
    return [
        f"{label}:",
        f"mbarrier.try_wait.parity.shared::cta.b64 %p, [{barrier}], {phase};",
        f"@!%p bra {label};",
    ]


_MODULE: Final = """\
.version 8.0
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 memory[];
.visible .entry attention(.param .align 64 .b8 q[128], .param .align 64 .b8 k[128],
    .param .align 64 .b8 v[128], .param .u64 out, .param .u32 length, .param .f32 scale)
.reqntid {block}, 1, 1
{{
    .reg .pred %p, %edge, %hidden, %first;
    .reg .f32 %s<{scores}>, %o<32>, %peak<2>, %correction<2>, %norm<2>, %new, %f, %scale;
    .reg .b32 %w<{scores}>;
    .reg .b32 %smem, %thread, %group, %bars, %full_k, %full_v, %empty, %stage, %phase, %parity;
    .reg .b32 %length, %last, %row, %row_of_group, %key_row, %head, %upper, %lower, %pair;
    .reg .b32 %to, %x, %y, %at;
    .reg .b64 %map_q, %map_k, %map_v, %base, %query, %key, %value, %desc, %out, %out_8, %wide;

    mov.b64 %map_q, q;
    cvta.param.u64 %map_q, %map_q;
    mov.b64 %map_k, k;
    cvta.param.u64 %map_k, %map_k;
    mov.b64 %map_v, v;
    cvta.param.u64 %map_v, %map_v;
    ld.param.u64 %base, [out];
    cvta.to.global.u64 %base, %base;
    ld.param.u32 %length, [length];
    ld.param.f32 %scale, [scale];
    mov.u32 %smem, memory;
    add.u32 %bars, %smem, {barriers};
    mov.u32 %thread, %tid.x;
    mov.u32 %head, %ctaid.y;
    mov.u32 %row, %ctaid.x;
    mul.lo.u32 %row, %row, {rows};
    {last}
    setp.ne.u32 %p, %thread, 0;
    @%p bra READY;
    {setup}
    fence.mbarrier_init.release.cluster;
READY:
    bar.sync 0;
    mov.u32 %stage, 0;
    mov.u32 %phase, 0;
    mov.u32 %key_row, 0;
    shr.u32 %group, %thread, 7;
    setp.ne.u32 %p, %group, 0;
    @%p bra CONSUMER;

    setmaxnreg.dec.sync.aligned.u32 24;
    setp.ne.u32 %p, %thread, 0;
    @%p bra DONE;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%bars], {query_bytes};
    {load} [%smem], [%map_q, {{0, %row, %head}}], [%bars];
LOAD:
    mad.lo.u32 %full_k, %stage, 24, %bars;
    add.u32 %full_k, %full_k, 8;
    add.u32 %full_v, %full_k, 8;
    add.u32 %empty, %full_k, 16;
    xor.b32 %parity, %phase, 1;
FREE:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [%empty], %parity;
    @!%p bra FREE;
    mad.lo.u32 %to, %stage, {pair}, %smem;
    add.u32 %to, %to, {query_bytes};
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%full_k], {tile};
    {load} [%to], [%map_k, {{0, %key_row, %head}}], [%full_k];
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%full_v], {tile};
    {load} [%to+{tile}], [%map_v, {{0, %key_row, %head}}], [%full_v];
    add.u32 %stage, %stage, 1;
    setp.eq.u32 %p, %stage, {stages};
    @%p xor.b32 %phase, %phase, 1;
    @%p mov.u32 %stage, 0;
    add.u32 %key_row, %key_row, {keys};
    setp.lt.u32 %p, %key_row, %last;
    @%p bra LOAD;
    bra DONE;

CONSUMER:
    setmaxnreg.inc.sync.aligned.u32 240;
    sub.u32 %group, %group, 1;
    mad.lo.u32 %row_of_group, %group, 64, %row;
    // Of each 8 keys, and of each 8 rows of the 16 of a warp, a thread holds two neighbours.
    mov.u32 %x, %laneid;
    and.b32 %pair, %x, 3;
    shl.b32 %pair, %pair, 1;
    shr.u32 %y, %x, 2;
    and.b32 %x, %thread, 96;
    shr.u32 %x, %x, 1;
    add.u32 %y, %y, %x;
    add.u32 %upper, %row_of_group, %y;
    add.u32 %lower, %upper, 8;
    mad.lo.u32 %x, %head, %length, %upper;
    mul.wide.u32 %wide, %x, 128;
    add.u64 %out, %base, %wide;
    mul.wide.u32 %wide, %pair, 2;
    add.u64 %out, %out, %wide;
    add.u64 %out_8, %out, 1024;
    {zeros}
    and.b32 %x, %smem, 0x3FFFF;
    mad.lo.u32 %y, %group, 8192, %x;
    shr.u32 %y, %y, 4;
    cvt.u64.u32 %query, %y;
    or.b64 %query, %query, {constant};
QUERY:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [%bars], 0;
    @!%p bra QUERY;
STEP:
    mad.lo.u32 %full_k, %stage, 24, %bars;
    add.u32 %full_k, %full_k, 8;
    add.u32 %full_v, %full_k, 8;
    add.u32 %empty, %full_k, 16;
    mad.lo.u32 %to, %stage, {pair}, %smem;
    add.u32 %to, %to, {query_bytes};
    and.b32 %to, %to, 0x3FFFF;
    shr.u32 %x, %to, 4;
    cvt.u64.u32 %key, %x;
    or.b64 %key, %key, {constant};
    add.u64 %value, %key, {tile} >> 4;
KEYS:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [%full_k], %phase;
    @!%p bra KEYS;
    {step}
    and.b32 %x, %thread, 127;
    setp.eq.u32 %first, %x, 0;
    @%first mbarrier.arrive.release.cta.shared::cta.b64 _, [%empty];
    add.u32 %stage, %stage, 1;
    setp.eq.u32 %p, %stage, {stages};
    @%p xor.b32 %phase, %phase, 1;
    @%p mov.u32 %stage, 0;
    add.u32 %key_row, %key_row, {keys};
    setp.lt.u32 %p, %key_row, %last;
    @%p bra STEP;
    {finish}
DONE:
    ret;
}}
"""
