"""A persistent matrix product, C = A B^T: one warp group loads, others multiply.

A is (m, k) and B (n, k), both K-major, and come by TMA into a ring of stages. The CTAs of a cluster
stand one below the other, each loads a part of B and sends it to all. C is (m, n) in 32 bits.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["Gemm", "Kind"]


class Kind(NamedTuple):
    """Types of a product."""

    a: str
    b: str
    size: int
    """Bytes of an element."""
    sum: str = "f32"

    @property
    def depth(self) -> int:
        """K of an instruction, which is 32 bytes."""
        return 32 // self.size

    @property
    def immediates(self) -> str:
        """What follows the scale of D: signs, and majors where there is a choice."""
        if self.sum == "s32":
            return ""
        return ", 1, 1, 0, 0" if self.size == 2 else ", 1, 1"


_MODES: Final = {128: 1, 64: 2, 32: 3}
_ROWS: Final = 64
"""Rows of a warp group."""


class Gemm(NamedTuple):
    """How a kernel is made."""

    kind: Kind = Kind("bf16", "bf16", 2)
    columns: int = 256
    """Of a tile."""
    consumers: int = 2
    """Warp groups that multiply."""
    stages: int = 4
    cluster: int = 2
    swizzle: int = 128
    """Bytes of a row of a stage."""

    @property
    def rows(self) -> int:
        """Rows of a tile."""
        return _ROWS * self.consumers

    @property
    def box(self) -> int:
        """Elements of a row of a stage."""
        return self.swizzle // self.kind.size

    @property
    def part(self) -> int:
        """Rows of B that a CTA of a cluster loads."""
        return self.columns // self.cluster

    @property
    def block(self) -> int:
        """Threads of a CTA."""
        return 128 * (1 + self.consumers)

    @property
    def shared(self) -> int:
        """Bytes of dynamic shared memory."""
        return self._barriers + 16 * self.stages

    @property
    def _size_a(self) -> int:
        return -(-self.rows * self.swizzle // 1024) * 1024

    @property
    def _size_b(self) -> int:
        return -(-self.columns * self.swizzle // 1024) * 1024

    @property
    def _barriers(self) -> int:
        return self.stages * (self._size_a + self._size_b)

    def ptx(self) -> str:
        """Return the module, with the kernel `gemm(map_a, map_b, c, m, n, k)`."""
        return _MODULE.format(
            block=self.block,
            cluster=f".reqnctapercluster {self.cluster}, 1, 1\n" if self.cluster > 1 else "",
            size=self.cluster,
            registers=self.columns // 2,
            setup=self._setup(),
            barriers=self._barriers,
            stages=self.stages,
            producer=self._producer(),
            consumer=self._consumer(),
            rows=self.rows,
            below=self.rows * self.cluster,
            columns=self.columns,
            box=self.box,
            whole=self._stores(guarded=False),
            guarded=self._stores(guarded=True),
        )

    def _setup(self) -> str:
        lines = []
        for stage in range(self.stages):
            at = self._barriers + 16 * stage
            lines.append(f"mbarrier.init.shared::cta.b64 [%smem+{at}], 1;")
            lines.append(
                f"mbarrier.init.shared::cta.b64 [%smem+{at + 8}], {self.consumers * self.cluster};"
            )
        return "\n    ".join(lines)

    def _producer(self) -> str:
        multicast = ".multicast::cluster" if self.cluster > 1 else ""
        mask = f", {(1 << self.cluster) - 1}" if self.cluster > 1 else ""
        load = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        return f"""
    mad.lo.u32 %to_a, %stage, {self._size_a}, %smem;
    mad.lo.u32 %to_b, %stage, {self._size_b}, %smem;
    mad.lo.u32 %to_b, %rank, {self.part * self.swizzle}, %to_b;
    add.u32 %to_b, %to_b, {self.stages * self._size_a};
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%full],
        {(self.rows + self.columns) * self.swizzle};
    {load} [%to_a], [%map_a, {{%at_k, %row}}], [%full];
    mad.lo.u32 %part, %rank, {self.part}, %column;
    {load}{multicast} [%to_b], [%map_b, {{%at_k, %part}}], [%full]{mask};"""

    def _consumer(self) -> str:
        stride, mode = 8 * self.swizzle >> 4, _MODES[self.swizzle]
        constant = f"{mode << 62 | stride << 32 | 1 << 16:#x}"
        kind = self.kind
        listed = ", ".join(f"%d{i}" for i in range(self.columns // 2))
        form = f"wgmma.mma_async.sync.aligned.m64n{self.columns}k{kind.depth}"
        products = []
        for step in range(self.swizzle // 32):
            products.append(
                f"{form}.{kind.sum}.{kind.a}.{kind.b} {{{listed}}}, %desc_a, %desc_b, "
                f"{'1' if step else '%more'}{kind.immediates};"
            )
            products.append("add.u64 %desc_a, %desc_a, 2;\n    add.u64 %desc_b, %desc_b, 2;")
        text = "\n    ".join(products[:-1])
        release = "\n    ".join(
            f"mapa.shared::cluster.u32 %remote, %empty, {rank};\n    "
            "@%elected mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%remote];"
            for rank in range(self.cluster)
        )
        if self.cluster == 1:
            release = "@%elected mbarrier.arrive.release.cta.shared::cta.b64 _, [%empty];"
        return f"""
    mad.lo.u32 %to_a, %stage, {self._size_a}, %smem;
    mad.lo.u32 %to_a, %group, {_ROWS * self.swizzle}, %to_a;
    mad.lo.u32 %to_b, %stage, {self._size_b}, %smem;
    add.u32 %to_b, %to_b, {self.stages * self._size_a};
    and.b32 %to_a, %to_a, 0x3FFFF;
    and.b32 %to_b, %to_b, 0x3FFFF;
    shr.u32 %to_a, %to_a, 4;
    shr.u32 %to_b, %to_b, 4;
    cvt.u64.u32 %desc_a, %to_a;
    cvt.u64.u32 %desc_b, %to_b;
    or.b64 %desc_a, %desc_a, {constant};
    or.b64 %desc_b, %desc_b, {constant};
    wgmma.fence.sync.aligned;
    {text}
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    {release}"""

    def _stores(self, *, guarded: bool) -> str:
        """Return the stores of a tile, with tests whether its elements are within C."""
        lines = []
        for half, (row, out) in enumerate((("%upper", "%out"), ("%lower", "%out_8"))):
            for block in range(self.columns // 8):
                guard = ""
                if guarded:
                    lines.append(f"add.u32 %at, %first, {8 * block};")
                    lines.append(f"setp.lt.and.u32 %inside, %at, %n, {row};")
                    guard = "@%inside "
                i = 4 * block + 2 * half
                store = f"st.global.v2.b32 [{out}+{32 * block}], {{%d{i}, %d{i + 1}}};"
                lines.append(f"{guard}{store}")
        return "\n    ".join(lines)


_MODULE: Final = """\
.version 8.0
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 memory[];
.visible .entry gemm(.param .align 64 .b8 a[128], .param .align 64 .b8 b[128], .param .u64 c,
    .param .u32 m, .param .u32 n, .param .u32 k)
.reqntid {block}, 1, 1
{cluster}{{
    .reg .pred %p, %elected, %more, %inside, %upper, %lower, %whole;
    .reg .b32 %d<{registers}>;
    .reg .b32 %smem, %thread, %group, %rank, %stage, %phase, %full, %empty, %remote, %bars;
    .reg .b32 %m, %n, %k, %tile, %tiles, %across, %step, %row, %column, %at_k, %part;
    .reg .b32 %to_a, %to_b, %first, %at, %x, %y, %parity;
    .reg .b64 %map_a, %map_b, %c, %desc_a, %desc_b, %out, %out_8, %wide;

    mov.b64 %map_a, a;
    cvta.param.u64 %map_a, %map_a;
    mov.b64 %map_b, b;
    cvta.param.u64 %map_b, %map_b;
    ld.param.u64 %c, [c];
    cvta.to.global.u64 %c, %c;
    ld.param.u32 %m, [m];
    ld.param.u32 %n, [n];
    ld.param.u32 %k, [k];
    mov.u32 %smem, memory;
    add.u32 %bars, %smem, {barriers};
    mov.u32 %thread, %tid.x;
    mov.u32 %rank, %cluster_ctarank;
    setp.ne.u32 %p, %thread, 0;
    @%p bra READY;
    prefetch.tensormap [%map_a];
    prefetch.tensormap [%map_b];
    {setup}
    fence.mbarrier_init.release.cluster;
READY:
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;

    // Tiles that follow each other are below each other; a cluster takes {size} at a time.
    add.u32 %x, %m, {below} - 1;
    div.u32 %across, %x, {below};
    add.u32 %x, %n, {columns} - 1;
    div.u32 %x, %x, {columns};
    mul.lo.u32 %tiles, %across, %x;
    mov.u32 %tile, %ctaid.x;
    div.u32 %tile, %tile, {size};
    mov.u32 %stage, 0;
    mov.u32 %phase, 0;
    shr.u32 %group, %thread, 7;
    setp.ne.u32 %p, %group, 0;
    @%p bra CONSUMER;

    setmaxnreg.dec.sync.aligned.u32 40;
    setp.ge.u32 %p, %thread, 32;
    @%p bra DONE;
    elect.sync _|%elected, -1;
    @!%elected bra DONE;
LOAD_TILE:
    setp.ge.u32 %p, %tile, %tiles;
    @%p bra DONE;
    div.u32 %column, %tile, %across;
    rem.u32 %row, %tile, %across;
    mad.lo.u32 %row, %row, {size}, %rank;
    mul.lo.u32 %row, %row, {rows};
    mul.lo.u32 %column, %column, {columns};
    mov.u32 %at_k, 0;
LOAD:
    mad.lo.u32 %full, %stage, 16, %bars;
    add.u32 %empty, %full, 8;
    xor.b32 %parity, %phase, 1;
FREE:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [%empty], %parity;
    @!%p bra FREE;{producer}
    add.u32 %stage, %stage, 1;
    setp.eq.u32 %p, %stage, {stages};
    @%p xor.b32 %phase, %phase, 1;
    @%p mov.u32 %stage, 0;
    add.u32 %at_k, %at_k, {box};
    setp.lt.u32 %p, %at_k, %k;
    @%p bra LOAD;
    mov.u32 %x, %nctaid.x;
    div.u32 %x, %x, {size};
    add.u32 %tile, %tile, %x;
    bra LOAD_TILE;

CONSUMER:
    setmaxnreg.inc.sync.aligned.u32 232;
    sub.u32 %group, %group, 1;
    and.b32 %x, %thread, 127;
    setp.eq.u32 %elected, %x, 0;
TILE:
    setp.ge.u32 %p, %tile, %tiles;
    @%p bra DONE;
    mov.u32 %at_k, 0;
MULTIPLY:
    setp.ne.u32 %more, %at_k, 0;
    mad.lo.u32 %full, %stage, 16, %bars;
    add.u32 %empty, %full, 8;
FILLED:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [%full], %phase;
    @!%p bra FILLED;{consumer}
    add.u32 %stage, %stage, 1;
    setp.eq.u32 %p, %stage, {stages};
    @%p xor.b32 %phase, %phase, 1;
    @%p mov.u32 %stage, 0;
    add.u32 %at_k, %at_k, {box};
    setp.lt.u32 %p, %at_k, %k;
    @%p bra MULTIPLY;

    div.u32 %column, %tile, %across;
    rem.u32 %row, %tile, %across;
    mad.lo.u32 %row, %row, {size}, %rank;
    mul.lo.u32 %row, %row, {rows};
    mul.lo.u32 %column, %column, {columns};
    add.u32 %y, %column, {columns};
    setp.le.u32 %whole, %y, %n;
    add.u32 %y, %row, {rows};
    setp.le.and.u32 %whole, %y, %m, %whole;
    // Of each 8 columns, and of each 8 rows of the 16 of a warp, a thread holds two neighbours.
    mov.u32 %x, %laneid;
    and.b32 %y, %x, 3;
    mad.lo.u32 %first, %y, 2, %column;
    shr.u32 %y, %x, 2;
    and.b32 %x, %thread, 96;
    shr.u32 %x, %x, 1;
    add.u32 %y, %y, %x;
    mad.lo.u32 %y, %group, 64, %y;
    add.u32 %row, %row, %y;
    setp.lt.u32 %upper, %row, %m;
    add.u32 %y, %row, 8;
    setp.lt.u32 %lower, %y, %m;
    mul.wide.u32 %wide, %row, %n;
    cvt.u64.u32 %out, %first;
    add.u64 %wide, %wide, %out;
    shl.b64 %wide, %wide, 2;
    add.u64 %out, %c, %wide;
    mul.wide.u32 %wide, %n, 32;
    add.u64 %out_8, %out, %wide;
    @!%whole bra GUARDED;
    {whole}
    bra NEXT;
GUARDED:
    {guarded}
NEXT:
    mov.u32 %x, %nctaid.x;
    div.u32 %x, %x, {size};
    add.u32 %tile, %tile, %x;
    bra TILE;

DONE:
    // No CTA may leave while another still arrives at its barriers.
    barrier.cluster.arrive.release;
    barrier.cluster.wait.acquire;
    ret;
}}
"""
