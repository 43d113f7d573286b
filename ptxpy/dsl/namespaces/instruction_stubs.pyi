"""Every instruction and helper of `ptx`, for editors and type checkers; by tools/generate_stubs."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

from ptxpy.dsl.helpers.barrier_slots import BarrierArray as _BarrierArray
from ptxpy.dsl.helpers.notations import Pipe as _Pipe
from ptxpy.dsl.helpers.pipelines import NamedBarrier as _NamedBarrier, PipelineState as _PipelineState
from ptxpy.dsl.tracing.instructions import Operation
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import Register as _Register, Symbol as _Symbol

class Instruction(Operation):
    """An instruction with some of its modifiers."""

    def __call__(
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult:
        """Emit the instruction; `when` or `unless` is its guard. Returns the destination.

        `default` is what the destination holds where the guard is false.
        """

class Abs(Instruction):
    """Take the absolute value. (PTX ISA, 9.7.3.9)

        abs{.ftz}.f32 d, a  # PTX 1.0
        abs.f64 d, a  # PTX 1.0

    Take the absolute value of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.6)

        abs{.ftz}.f16 d, a  # PTX 6.5, sm_53
        abs{.ftz}.f16x2 d, a  # PTX 6.5, sm_53
        abs.bf16 d, a  # PTX 7.0, sm_80
        abs.bf16x2 d, a  # PTX 7.0, sm_80

    Take the absolute value of an integer. (PTX ISA, 9.7.1.10)

        abs.type d, a  # PTX 1.0
    """

    bf16: Abs
    bf16x2: Abs
    f16: Abs
    f16x2: Abs
    f32: Abs
    f64: Abs
    ftz: Abs
    s16: Abs
    s32: Abs
    s64: Abs

class Activemask(Instruction):
    """Get a mask of the active threads of the warp. (PTX ISA, 9.7.13.11)

        activemask.b32 d  # PTX 6.2, sm_30
    """

    b32: Activemask

class Add(Instruction):
    """Emit `add.dtype dst, a, b`; of untyped bits `add.s32` and so on.

    Add two numbers, or two pairs of them. (PTX ISA, 9.7.3.3)

        add{.rnd}{.ftz}{.sat}.f32 d, a, b  # PTX 1.0
        add{.rnd}{.ftz}.f32x2 d, a, b  # PTX 8.6, sm_100
        add{.rnd}.f64 d, a, b  # PTX 1.0

    Add two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.1)

        add{.rnd}{.ftz}{.sat}.f16 d, a, b  # PTX 4.2, sm_53
        add{.rnd}{.ftz}{.sat}.f16x2 d, a, b  # PTX 4.2, sm_53
        add{.rnd}.bf16 d, a, b  # PTX 7.8, sm_90
        add{.rnd}.bf16x2 d, a, b  # PTX 7.8, sm_90

    Widen the first number to the type of the second and add them. (PTX ISA, 9.7.5.1)

        add{.rnd}{.sat}.f32.atype d, a, c  # PTX 8.6, sm_100
        add{.rnd}{.satfinite}.type.atype d, a, c  # PTX 9.4, sm_100a or sm_103a

    Add two integers. (PTX ISA, 9.7.1.1)

        add.type d, a, b  # PTX 1.0
        add{.sat}.s32 d, a, b  # PTX 1.0
        add{.sat}.type d, a, b  # PTX 8.0, sm_90
        add.sat.u32 d, a, b  # PTX 9.2, sm_107f or sm_120f
        add{.sat}.type d, a, b  # PTX 9.2, sm_107f or sm_120f

    Add two integers and keep the carry. (PTX ISA, 9.7.2.1)

        add.cc.type d, a, b  # PTX 1.2
        add.cc.type d, a, b  # PTX 4.3, sm_20
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        a: Any,
        b: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    bf16: AddOperation
    bf16x2: AddOperation
    cc: AddOperation
    e2m1x4: AddOperation
    e4m3x4: AddOperation
    e5m2x4: AddOperation
    f16: AddOperation
    f16x2: AddOperation
    f32: AddOperation
    f32x2: AddOperation
    f64: AddOperation
    ftz: AddOperation
    rm: AddOperation
    rn: AddOperation
    rp: AddOperation
    rz: AddOperation
    s16: AddOperation
    s16x2: AddOperation
    s32: AddOperation
    s64: AddOperation
    s8x4: AddOperation
    sat: AddOperation
    satfinite: AddOperation
    u16: AddOperation
    u16x2: AddOperation
    u32: AddOperation
    u64: AddOperation
    u8x4: AddOperation

class AddOperation(Add):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Addc(Instruction):
    """Add two integers and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.2)

        addc{.cc}.type d, a, b  # PTX 1.2
        addc.type d, a, b  # PTX 1.2
        addc.sat.s32 d, a, b  # PTX 1.2
    """

    cc: Addc
    s16: Addc
    s32: Addc
    s64: Addc
    sat: Addc
    u16: Addc
    u32: Addc
    u64: Addc

class Alloca(Instruction):
    """Allocate memory on the stack. (PTX ISA, 9.7.17.3)

        alloca.type ptr, size{, immAlign}  # PTX 7.3, sm_52
    """

    u32: Alloca
    u64: Alloca

class And(Instruction):
    """Emit `and.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

    Bitwise and. (PTX ISA, 9.7.8.1)

        and.type d, a, b  # PTX 1.0
        and.pred d, {!}a, {!}b  # PTX 1.0
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        a: Any,
        b: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    b16: AndOperation
    b32: AndOperation
    b64: AndOperation
    pred: AndOperation

class AndOperation(And):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class ApplypriorityAsyncBulkTensor(Instruction):
    """Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)

        applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority [tensorMap, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.1d{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.dim{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords]  # PTX 9.4, sm_107f
    """

    L2__evict_normal: ApplypriorityAsyncBulkTensor
    _1d: ApplypriorityAsyncBulkTensor
    _2d: ApplypriorityAsyncBulkTensor
    _3d: ApplypriorityAsyncBulkTensor
    _4d: ApplypriorityAsyncBulkTensor
    _5d: ApplypriorityAsyncBulkTensor
    bulk_group: ApplypriorityAsyncBulkTensor
    global_: ApplypriorityAsyncBulkTensor
    im2col: ApplypriorityAsyncBulkTensor
    im2col__w: ApplypriorityAsyncBulkTensor
    im2col__w__128: ApplypriorityAsyncBulkTensor
    im2col_no_offs: ApplypriorityAsyncBulkTensor
    im2col_no_offs__w: ApplypriorityAsyncBulkTensor
    override__global_address: ApplypriorityAsyncBulkTensor
    override__global_dim: ApplypriorityAsyncBulkTensor
    override__global_dim_stride: ApplypriorityAsyncBulkTensor
    tile: ApplypriorityAsyncBulkTensor
    tile__gather4: ApplypriorityAsyncBulkTensor

class ApplypriorityAsyncBulk(Instruction):
    """Give a stretch of memory another priority, not waiting (9.4). (PTX ISA, 9.7.9.16)

        applypriority.async.bulk{.global}.completion_mechanism.level::eviction_priority [a], size  # PTX 9.4, sm_107f
    """

    L2__evict_normal: ApplypriorityAsyncBulk
    bulk_group: ApplypriorityAsyncBulk
    global_: ApplypriorityAsyncBulk
    @property
    def tensor(self) -> ApplypriorityAsyncBulkTensor:
        """Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)

            applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority [tensorMap, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.1d{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.dim{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords]  # PTX 9.4, sm_107f
        """



class ApplypriorityAsync(Instruction):
    """Give a stretch of memory another priority, not waiting (9.4). (PTX ISA, 9.7.9.16)

        applypriority.async.bulk{.global}.completion_mechanism.level::eviction_priority [a], size  # PTX 9.4, sm_107f

    Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)

        applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority [tensorMap, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.1d{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.dim{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords]  # PTX 9.4, sm_107f
    """

    @property
    def bulk(self) -> ApplypriorityAsyncBulk:
        """Give a stretch of memory another priority, not waiting (9.4). (PTX ISA, 9.7.9.16)

            applypriority.async.bulk{.global}.completion_mechanism.level::eviction_priority [a], size  # PTX 9.4, sm_107f

        Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)

            applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority [tensorMap, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.1d{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.dim{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords]  # PTX 9.4, sm_107f
        """



class Applypriority(Instruction):
    """Give a stretch of memory another priority in a cache. (PTX ISA, 9.7.9.16)

        applypriority{.global}.level::eviction_priority [a], size  # PTX 7.4, sm_80
    """

    L2__evict_normal: Applypriority
    global_: Applypriority
    @property
    def async_(self) -> ApplypriorityAsync:
        """Give a stretch of memory another priority, not waiting (9.4). (PTX ISA, 9.7.9.16)

            applypriority.async.bulk{.global}.completion_mechanism.level::eviction_priority [a], size  # PTX 9.4, sm_107f

        Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)

            applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority [tensorMap, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.1d{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.dim{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords]  # PTX 9.4, sm_107f
        """



class Atom(Instruction):
    """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)

        atom{.sem}{.scope}{.space}.op{.L2::cache_hint}.type d, [a], b{, cache-policy}  # PTX 1.1, sm_11
        atom{.sem}{.scope}{.space}.cas.type d, [a], b, c  # PTX 1.1, sm_11
        atom{.sem}{.scope}{.space}.cas.b16 d, [a], b, c  # PTX 6.3, sm_70
        atom{.sem}{.scope}{.space}.cas.b128 d, [a], b, c  # PTX 8.3, sm_90
        atom{.sem}{.scope}{.space}.exch{.L2::cache_hint}.b128 d, [a], b{, cache-policy}  # PTX 8.3, sm_90
        atom{.sem}{.scope}{.space}.add.noftz{.L2::cache_hint}.type d, [a], b{, cache-policy}
        … (10 forms; see ptxpy isa atom)
    """

    L2__cache_hint: Atom
    acq_rel: Atom
    acquire: Atom
    add: Atom
    and_: Atom
    b128: Atom
    b16: Atom
    b32: Atom
    b64: Atom
    bf16: Atom
    bf16x2: Atom
    cas: Atom
    cluster: Atom
    cta: Atom
    dec: Atom
    exch: Atom
    f16: Atom
    f16x2: Atom
    f32: Atom
    f64: Atom
    global_: Atom
    gpu: Atom
    inc: Atom
    max: Atom
    min: Atom
    noftz: Atom
    or_: Atom
    relaxed: Atom
    release: Atom
    s32: Atom
    s64: Atom
    shared: Atom
    shared__cluster: Atom
    shared__cta: Atom
    sys: Atom
    u32: Atom
    u64: Atom
    v2: Atom
    v4: Atom
    v8: Atom
    xor: Atom

class BarWarpSync(Instruction):
    """Wait for the threads of the warp that a mask names. (PTX ISA, 9.7.13.2)

        bar.warp.sync membermask  # PTX 6.0, sm_30
    """


class BarWarp(Instruction):
    """Wait for the threads of the warp that a mask names. (PTX ISA, 9.7.13.2)

        bar.warp.sync membermask  # PTX 6.0, sm_30
    """

    @property
    def sync(self) -> BarWarpSync:
        """Wait for the threads of the warp that a mask names. (PTX ISA, 9.7.13.2)

            bar.warp.sync membermask  # PTX 6.0, sm_30
        """



class BarSync(Bar):
    """Wait at the barrier of the block with the number `n`, by default 0: `bar.sync n;`.

    With `count`, a multiple of 32, that number of threads meet there: `bar.sync n, count;`.
    `options` are those of any instruction. Without operands, a module of a compiler's style gets
    `bar.sync;`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        n: Any = 0,
        count: Any = None,
        *,
        pred: Any = None,
        **options: Any,
    ) -> PendingResult: ...

class Bar(Instruction):
    """The same as an aligned barrier, which all threads of the block must execute. (PTX ISA, 9.7.13.1)

        bar{.cta}.sync a{, b}  # PTX 1.0
        bar{.cta}.arrive a, b  # PTX 2.0, sm_20
        bar{.cta}.red.popc.u32 d, a{, b}, {!}c  # PTX 2.0, sm_20
        bar{.cta}.red.op.pred p, a{, b}, {!}c  # PTX 2.0, sm_20
    """

    and_: Bar
    arrive: Bar
    cta: Bar
    or_: Bar
    popc: Bar
    pred: Bar
    red: Bar
    u32: Bar
    @property
    def sync(self) -> BarSync:
        """Wait at the barrier of the block with the number `n`, by default 0: `bar.sync n;`.

        With `count`, a multiple of 32, that number of threads meet there: `bar.sync n, count;`.
        `options` are those of any instruction. Without operands, a module of a compiler's style gets
        `bar.sync;`.
        """


    @property
    def warp(self) -> BarWarp:
        """Wait for the threads of the warp that a mask names. (PTX ISA, 9.7.13.2)

            bar.warp.sync membermask  # PTX 6.0, sm_30
        """



class BarrierCluster(Instruction):
    """Arrive at the barrier of the cluster, or wait at it. (PTX ISA, 9.7.13.3)

        barrier.cluster.arrive{.sem}{.aligned}  # PTX 7.8, sm_90
        barrier.cluster.wait{.acquire}{.aligned}  # PTX 7.8, sm_90
    """

    acquire: BarrierCluster
    aligned: BarrierCluster
    arrive: BarrierCluster
    relaxed: BarrierCluster
    release: BarrierCluster
    wait: BarrierCluster

class Barrier(Instruction):
    """Wait or arrive at one of the sixteen barriers of the block, or reduce across it. (PTX ISA, 9.7.13.1)

        barrier{.cta}.sync{.aligned} a{, b}  # PTX 6.0, sm_30
        barrier{.cta}.arrive{.aligned} a, b  # PTX 6.0, sm_30
        barrier{.cta}.red.popc{.aligned}.u32 d, a{, b}, {!}c  # PTX 6.0, sm_30
        barrier{.cta}.red.op{.aligned}.pred p, a{, b}, {!}c  # PTX 6.0, sm_30
    """

    aligned: Barrier
    and_: Barrier
    arrive: Barrier
    cta: Barrier
    or_: Barrier
    popc: Barrier
    pred: Barrier
    red: Barrier
    sync: Barrier
    u32: Barrier
    @property
    def cluster(self) -> BarrierCluster:
        """Arrive at the barrier of the cluster, or wait at it. (PTX ISA, 9.7.13.3)

            barrier.cluster.arrive{.sem}{.aligned}  # PTX 7.8, sm_90
            barrier.cluster.wait{.acquire}{.aligned}  # PTX 7.8, sm_90
        """



class Bfe(Instruction):
    """Extract a field of bits, with zeros or its sign above it. (PTX ISA, 9.7.1.19)

        bfe.type d, a, b, c  # PTX 2.0, sm_20
    """

    s32: Bfe
    s64: Bfe
    u32: Bfe
    u64: Bfe

class Bfi(Instruction):
    """Insert a field of bits into another value. (PTX ISA, 9.7.1.20)

        bfi.type f, a, b, c, d  # PTX 2.0, sm_20
    """

    b32: Bfi
    b64: Bfi

class Bfind(Instruction):
    """Find the highest bit that is not like the sign. (PTX ISA, 9.7.1.16)

        bfind.type d, a  # PTX 2.0, sm_20
        bfind.shiftamt.type d, a  # PTX 2.0, sm_20
    """

    s32: Bfind
    s64: Bfind
    shiftamt: Bfind
    u32: Bfind
    u64: Bfind

class Bmsk(Instruction):
    """Make a mask of ones from a bit position and a width. (PTX ISA, 9.7.1.22)

        bmsk.mode.b32 d, a, b  # PTX 7.6, sm_70
    """

    b32: Bmsk
    clamp: Bmsk
    wrap: Bmsk

class Bra(Instruction):
    """Branch to a label: `bra label;`. `options` are those of any instruction.

    Branch to a label. (PTX ISA, 9.7.12.3)

        bra{.uni} tgt  # PTX 1.0
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        label: Any,
        *,
        pred: Any = None,
        **options: Any,
    ) -> PendingResult: ...
    uni: BraOperation

class BraOperation(Bra):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Brev(Instruction):
    """Reverse the order of the bits. (PTX ISA, 9.7.1.18)

        brev.type d, a  # PTX 2.0, sm_20
    """

    b32: Brev
    b64: Brev

class Brkpt(Instruction):
    """Suspend execution at a breakpoint. (PTX ISA, 9.7.19.1)

        brkpt  # PTX 1.0, sm_11
    """


class BrxIdx(Instruction):
    """Branch to a label of a list, by an index. (PTX ISA, 9.7.12.4)

        brx.idx{.uni} index, tlist  # PTX 6.0, sm_30
    """

    uni: BrxIdx

class Brx(Instruction):
    """Branch to a label of a list, by an index. (PTX ISA, 9.7.12.4)

        brx.idx{.uni} index, tlist  # PTX 6.0, sm_30
    """

    @property
    def idx(self) -> BrxIdx:
        """Branch to a label of a list, by an index. (PTX ISA, 9.7.12.4)

            brx.idx{.uni} index, tlist  # PTX 6.0, sm_30
        """



class Call(Instruction):
    """Call a function, by its name or through a pointer. (PTX ISA, 9.7.12.5)

        call{.uni} func  # PTX 1.0
        call{.uni} fptr, flist  # PTX 2.1, sm_20
        call{.uni} fptr, fproto  # PTX 2.1, sm_20
    """

    uni: Call

class Clmad(Instruction):
    """Multiply without carries, keeping half of the product, and add without carries. (PTX ISA, 9.7.1)

        clmad.mode.u64 d, a, b, c  # PTX 9.3, sm_80
    """

    hi: Clmad
    lo: Clmad
    u64: Clmad

class ClusterlaunchcontrolTry_cancel(Instruction):
    """Ask that a cluster which has not started be cancelled. (PTX ISA, 9.7.13.17)

        clusterlaunchcontrol.try_cancel.async{.space}.completion_mechanism{.multicast::cluster::all}.b128 [addr], [mbar]  # PTX 8.6, sm_100
    """

    async_: ClusterlaunchcontrolTry_cancel
    b128: ClusterlaunchcontrolTry_cancel
    mbarrier__complete_tx__bytes: ClusterlaunchcontrolTry_cancel
    multicast__cluster__all: ClusterlaunchcontrolTry_cancel
    shared__cta: ClusterlaunchcontrolTry_cancel

class ClusterlaunchcontrolQuery_cancel(Instruction):
    """Decode the response of such a request. (PTX ISA, 9.7.13.18)

        clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 isCanceled, try_cancel_response  # PTX 8.6, sm_100
        clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 dims, try_cancel_response  # PTX 8.6, sm_100
        clusterlaunchcontrol.query_cancel.get_first_ctaid::dimension.b32.b128 reg, try_cancel_response  # PTX 8.6, sm_100
    """

    b128: ClusterlaunchcontrolQuery_cancel
    b32: ClusterlaunchcontrolQuery_cancel
    get_first_ctaid: ClusterlaunchcontrolQuery_cancel
    get_first_ctaid__x: ClusterlaunchcontrolQuery_cancel
    get_first_ctaid__y: ClusterlaunchcontrolQuery_cancel
    get_first_ctaid__z: ClusterlaunchcontrolQuery_cancel
    is_canceled: ClusterlaunchcontrolQuery_cancel
    pred: ClusterlaunchcontrolQuery_cancel
    v4: ClusterlaunchcontrolQuery_cancel

class Clusterlaunchcontrol(Instruction):
    """Ask that a cluster which has not started be cancelled. (PTX ISA, 9.7.13.17)

        clusterlaunchcontrol.try_cancel.async{.space}.completion_mechanism{.multicast::cluster::all}.b128 [addr], [mbar]  # PTX 8.6, sm_100

    Decode the response of such a request. (PTX ISA, 9.7.13.18)

        clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 isCanceled, try_cancel_response  # PTX 8.6, sm_100
        clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 dims, try_cancel_response  # PTX 8.6, sm_100
        clusterlaunchcontrol.query_cancel.get_first_ctaid::dimension.b32.b128 reg, try_cancel_response  # PTX 8.6, sm_100
    """

    @property
    def query_cancel(self) -> ClusterlaunchcontrolQuery_cancel:
        """Decode the response of such a request. (PTX ISA, 9.7.13.18)

            clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 isCanceled, try_cancel_response  # PTX 8.6, sm_100
            clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 dims, try_cancel_response  # PTX 8.6, sm_100
            clusterlaunchcontrol.query_cancel.get_first_ctaid::dimension.b32.b128 reg, try_cancel_response  # PTX 8.6, sm_100
        """


    @property
    def try_cancel(self) -> ClusterlaunchcontrolTry_cancel:
        """Ask that a cluster which has not started be cancelled. (PTX ISA, 9.7.13.17)

            clusterlaunchcontrol.try_cancel.async{.space}.completion_mechanism{.multicast::cluster::all}.b128 [addr], [mbar]  # PTX 8.6, sm_100
        """



class Clz(Instruction):
    """Count the zeros above the highest bit that is one. (PTX ISA, 9.7.1.15)

        clz.type d, a  # PTX 2.0, sm_20
    """

    b32: Clz
    b64: Clz

class Cnot(Instruction):
    """Logical negation as in C: 1 for zero, else 0. (PTX ISA, 9.7.8.5)

        cnot.type d, a  # PTX 1.0
    """

    b16: Cnot
    b32: Cnot
    b64: Cnot

class Copysign(Instruction):
    """Give the second number the sign of the first. (PTX ISA, 9.7.3.2)

        copysign.type d, a, b  # PTX 2.0, sm_20
    """

    f32: Copysign
    f64: Copysign

class Cos(Instruction):
    """Take the cosine of an angle in radians. (PTX ISA, 9.7.3.19)

        cos.approx{.ftz}.f32 d, a  # PTX 1.4
        cos.f32 d, a  # PTX 1.0; until PTX 1.4
    """

    approx: Cos
    f32: Cos
    ftz: Cos

class CpAsyncCommit_group(Instruction):
    """Make a group of the copies started so far by cp.async. (PTX ISA, 9.7.9.25.3.2)

        cp.async.commit_group  # PTX 7.0, sm_80
    """


class CpAsyncWait_group(Instruction):
    """Wait until at most `n` groups of copies are in flight: `cp.async.wait_group n;`.

    `options` are those of any instruction.

    Wait until at most N groups of cp.async are pending. (PTX ISA, 9.7.9.25.3.3)

        cp.async.wait_group N  # PTX 7.0, sm_80
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        n: Any,
        *,
        pred: Any = None,
        **options: Any,
    ) -> PendingResult: ...

class CpAsyncWait_groupOperation(CpAsyncWait_group):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class CpAsyncWait_all(Instruction):
    """Wait for all copies started by cp.async. (PTX ISA, 9.7.9.25.3.3)

        cp.async.wait_all  # PTX 7.0, sm_80
    """


class CpAsyncMbarrierArrive(Instruction):
    """Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)

        cp.async.mbarrier.arrive{.noinc}{.space}.b64 [addr]  # PTX 7.0, sm_80
    """

    b64: CpAsyncMbarrierArrive
    noinc: CpAsyncMbarrierArrive
    shared: CpAsyncMbarrierArrive
    shared__cta: CpAsyncMbarrierArrive

class CpAsyncMbarrier(Instruction):
    """Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)

        cp.async.mbarrier.arrive{.noinc}{.space}.b64 [addr]  # PTX 7.0, sm_80
    """

    @property
    def arrive(self) -> CpAsyncMbarrierArrive:
        """Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)

            cp.async.mbarrier.arrive{.noinc}{.space}.b64 [addr]  # PTX 7.0, sm_80
        """



class CpAsyncBulkPrefetchTensor(Instruction):
    """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)

        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint} [tensorMap, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last [tensorMap, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint}.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}.L2::evict_last .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
        … (8 forms; see ptxpy isa cp.async.bulk.prefetch.tensor)
    """

    L2: CpAsyncBulkPrefetchTensor
    L2__cache_hint: CpAsyncBulkPrefetchTensor
    L2__evict_last: CpAsyncBulkPrefetchTensor
    _1d: CpAsyncBulkPrefetchTensor
    _2d: CpAsyncBulkPrefetchTensor
    _3d: CpAsyncBulkPrefetchTensor
    _4d: CpAsyncBulkPrefetchTensor
    _5d: CpAsyncBulkPrefetchTensor
    global_: CpAsyncBulkPrefetchTensor
    im2col: CpAsyncBulkPrefetchTensor
    im2col__w: CpAsyncBulkPrefetchTensor
    im2col__w__128: CpAsyncBulkPrefetchTensor
    override__global_address: CpAsyncBulkPrefetchTensor
    override__global_dim: CpAsyncBulkPrefetchTensor
    override__global_dim_stride: CpAsyncBulkPrefetchTensor
    tile: CpAsyncBulkPrefetchTensor
    tile__gather4: CpAsyncBulkPrefetchTensor

class CpAsyncBulkPrefetch(Instruction):
    """Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)

        cp.async.bulk.prefetch.L2.src{.L2::cache_hint} [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.L2.src{.L2::evict_last} [srcMem], size  # PTX 8.0, sm_90
    """

    L2: CpAsyncBulkPrefetch
    L2__cache_hint: CpAsyncBulkPrefetch
    L2__evict_last: CpAsyncBulkPrefetch
    global_: CpAsyncBulkPrefetch
    @property
    def tensor(self) -> CpAsyncBulkPrefetchTensor:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)

            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint} [tensorMap, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last [tensorMap, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint}.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}.L2::evict_last .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
            … (8 forms; see ptxpy isa cp.async.bulk.prefetch.tensor)
        """



class CpAsyncBulkTensorGather4_2d(Instruction):
    """Load four rows of a matrix (PTX 8.6, sm_100): a column and four rows.

    Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorIm2col_3d(Instruction):
    """Load pixels by an im2col map of rank 3: 3 coordinates, then offsets.

    Emits `cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorIm2col_4d(Instruction):
    """Load pixels by an im2col map of rank 4: 4 coordinates, then offsets.

    Emits `cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorIm2col_5d(Instruction):
    """Load pixels by an im2col map of rank 5: 5 coordinates, then offsets.

    Emits `cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorScatter4_2d(Instruction):
    """Store four rows of shared memory to four rows of a matrix: a column and four rows.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group` (PTX 8.6,
    sm_100a). It is waited for as a group: `TypeError` for an mbarrier.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorStore_1d(Instruction):
    """Store a box of shared memory to a tensor of rank 1.

    Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorStore_2d(Instruction):
    """Store a box of shared memory to a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorStore_3d(Instruction):
    """Store a box of shared memory to a tensor of rank 3.

    Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorStore_4d(Instruction):
    """Store a box of shared memory to a tensor of rank 4.

    Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorStore_5d(Instruction):
    """Store a box of shared memory to a tensor of rank 5.

    Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTensor_1dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTensor_1dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 1.

    Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTensor_1d(Instruction):
    """Load a box of a tensor of rank 1 into shared memory.

    Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsyncBulkTensorTensor_1dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsyncBulkTensorTensor_1dStore:
        """Store a box of shared memory to a tensor of rank 1.

        Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsyncBulkTensorTensor_2dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTensor_2dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTensor_2d(Instruction):
    """Load a box of a tensor of rank 2 into shared memory.

    Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsyncBulkTensorTensor_2dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsyncBulkTensorTensor_2dStore:
        """Store a box of shared memory to a tensor of rank 2.

        Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsyncBulkTensorTensor_3dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTensor_3dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 3.

    Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTensor_3d(Instruction):
    """Load a box of a tensor of rank 3 into shared memory.

    Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsyncBulkTensorTensor_3dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsyncBulkTensorTensor_3dStore:
        """Store a box of shared memory to a tensor of rank 3.

        Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsyncBulkTensorTensor_4dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.4d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTensor_4dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 4.

    Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTensor_4d(Instruction):
    """Load a box of a tensor of rank 4 into shared memory.

    Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsyncBulkTensorTensor_4dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.4d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsyncBulkTensorTensor_4dStore:
        """Store a box of shared memory to a tensor of rank 4.

        Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsyncBulkTensorTensor_5dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.5d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTensor_5dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 5.

    Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTensor_5d(Instruction):
    """Load a box of a tensor of rank 5 into shared memory.

    Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsyncBulkTensorTensor_5dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.5d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsyncBulkTensorTensor_5dStore:
        """Store a box of shared memory to a tensor of rank 5.

        Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsyncBulkTensorTile_1d(Instruction):
    """Load a box of a tensor of rank 1.

    Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTile_2d(Instruction):
    """Load a box of a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes`, with
    `.multicast::cluster` for a mask of CTAs, `.cta_group::2` (sm_100a) for a pair, and
    `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTile_3d(Instruction):
    """Load a box of a tensor of rank 3.

    Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTile_4d(Instruction):
    """Load a box of a tensor of rank 4.

    Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensorTile_5d(Instruction):
    """Load a box of a tensor of rank 5.

    Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensor(Instruction):
    """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)

        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} [dstMem], [tensorMap, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint}.override::global_address [dstMem], [tensorMap, gAddrToOverride, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.1d.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim [dstMem], [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [mbar] {, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.tensor.dim.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim_stride [dstMem], [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [mbar]{, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        … (8 forms; see ptxpy isa cp.async.bulk.tensor)
    """

    L2__cache_hint: CpAsyncBulkTensor
    _1d: CpAsyncBulkTensor
    _2d: CpAsyncBulkTensor
    _3d: CpAsyncBulkTensor
    _4d: CpAsyncBulkTensor
    _5d: CpAsyncBulkTensor
    bulk_group: CpAsyncBulkTensor
    cta_group__1: CpAsyncBulkTensor
    cta_group__2: CpAsyncBulkTensor
    global_: CpAsyncBulkTensor
    im2col: CpAsyncBulkTensor
    im2col__w: CpAsyncBulkTensor
    im2col__w__128: CpAsyncBulkTensor
    im2col_no_offs: CpAsyncBulkTensor
    im2col_no_offs__w: CpAsyncBulkTensor
    mbarrier__complete_tx__bytes: CpAsyncBulkTensor
    mbarrier__report__disabled: CpAsyncBulkTensor
    mbarrier__report__validity__per_16bytes__8: CpAsyncBulkTensor
    mbarrier__report__validity__per_16bytes__80: CpAsyncBulkTensor
    mbarrier__report__validity__per_16bytes__8000: CpAsyncBulkTensor
    mbarrier__report__validity__per_16bytes__80000000: CpAsyncBulkTensor
    mbarrier__report__validity__per_element__ff: CpAsyncBulkTensor
    multicast__cluster: CpAsyncBulkTensor
    multicast__cluster__16b: CpAsyncBulkTensor
    multicast__cluster__32b: CpAsyncBulkTensor
    override__global_address: CpAsyncBulkTensor
    override__global_dim: CpAsyncBulkTensor
    override__global_dim_stride: CpAsyncBulkTensor
    shared__cluster: CpAsyncBulkTensor
    shared__cta: CpAsyncBulkTensor
    tile: CpAsyncBulkTensor
    tile__gather4: CpAsyncBulkTensor
    tile__scatter4: CpAsyncBulkTensor
    @property
    def gather4_2d(self) -> CpAsyncBulkTensorGather4_2d:
        """Load four rows of a matrix (PTX 8.6, sm_100): a column and four rows.

        Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def im2col_3d(self) -> CpAsyncBulkTensorIm2col_3d:
        """Load pixels by an im2col map of rank 3: 3 coordinates, then offsets.

        Emits `cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def im2col_4d(self) -> CpAsyncBulkTensorIm2col_4d:
        """Load pixels by an im2col map of rank 4: 4 coordinates, then offsets.

        Emits `cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def im2col_5d(self) -> CpAsyncBulkTensorIm2col_5d:
        """Load pixels by an im2col map of rank 5: 5 coordinates, then offsets.

        Emits `cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def scatter4_2d(self) -> CpAsyncBulkTensorScatter4_2d:
        """Store four rows of shared memory to four rows of a matrix: a column and four rows.

        Emits `cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group` (PTX 8.6,
        sm_100a). It is waited for as a group: `TypeError` for an mbarrier.
        """


    @property
    def store_1d(self) -> CpAsyncBulkTensorStore_1d:
        """Store a box of shared memory to a tensor of rank 1.

        Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """


    @property
    def store_2d(self) -> CpAsyncBulkTensorStore_2d:
        """Store a box of shared memory to a tensor of rank 2.

        Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """


    @property
    def store_3d(self) -> CpAsyncBulkTensorStore_3d:
        """Store a box of shared memory to a tensor of rank 3.

        Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """


    @property
    def store_4d(self) -> CpAsyncBulkTensorStore_4d:
        """Store a box of shared memory to a tensor of rank 4.

        Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """


    @property
    def store_5d(self) -> CpAsyncBulkTensorStore_5d:
        """Store a box of shared memory to a tensor of rank 5.

        Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """


    @property
    def tensor_1d(self) -> CpAsyncBulkTensorTensor_1d:
        """Load a box of a tensor of rank 1 into shared memory.

        Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_2d(self) -> CpAsyncBulkTensorTensor_2d:
        """Load a box of a tensor of rank 2 into shared memory.

        Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_3d(self) -> CpAsyncBulkTensorTensor_3d:
        """Load a box of a tensor of rank 3 into shared memory.

        Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_4d(self) -> CpAsyncBulkTensorTensor_4d:
        """Load a box of a tensor of rank 4 into shared memory.

        Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_5d(self) -> CpAsyncBulkTensorTensor_5d:
        """Load a box of a tensor of rank 5 into shared memory.

        Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tile_1d(self) -> CpAsyncBulkTensorTile_1d:
        """Load a box of a tensor of rank 1.

        Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def tile_2d(self) -> CpAsyncBulkTensorTile_2d:
        """Load a box of a tensor of rank 2.

        Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes`, with
        `.multicast::cluster` for a mask of CTAs, `.cta_group::2` (sm_100a) for a pair, and
        `.L2::cache_hint` for a cache policy.
        """


    @property
    def tile_3d(self) -> CpAsyncBulkTensorTile_3d:
        """Load a box of a tensor of rank 3.

        Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def tile_4d(self) -> CpAsyncBulkTensorTile_4d:
        """Load a box of a tensor of rank 4.

        Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def tile_5d(self) -> CpAsyncBulkTensorTile_5d:
        """Load a box of a tensor of rank 5.

        Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """



class CpAsyncBulkCommit_group(Instruction):
    """Make a group of the bulk operations started so far. (PTX ISA, 9.7.9.25.6.1)

        cp.async.bulk.commit_group  # PTX 8.0, sm_90
    """


class CpAsyncBulkWait_group(Instruction):
    """Wait until at most `n` groups of stores are in flight.

    Emits `cp.async.bulk.wait_group n;`, or with `read` `cp.async.bulk.wait_group.read n;`: the
    memory that the copies read may be written again, while they may still be writing. `options` are
    those of any instruction.

    Wait until at most N groups of bulk operations are pending. (PTX ISA, 9.7.9.25.6.2)

        cp.async.bulk.wait_group{.read} N  # PTX 8.0, sm_90
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        n: int,
        *,
        read: bool = False,
        pred: Any = None,
        **options: Any,
    ) -> PendingResult: ...
    read: CpAsyncBulkWait_groupOperation

class CpAsyncBulkWait_groupOperation(CpAsyncBulkWait_group):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class CpAsyncBulkTensor_1dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensor_1dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 1.

    Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensor_1d(Instruction):
    """Load a box of a tensor of rank 1 into shared memory.

    Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsyncBulkTensor_1dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsyncBulkTensor_1dStore:
        """Store a box of shared memory to a tensor of rank 1.

        Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsyncBulkTensor_2dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensor_2dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensor_2d(Instruction):
    """Load a box of a tensor of rank 2 into shared memory.

    Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsyncBulkTensor_2dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsyncBulkTensor_2dStore:
        """Store a box of shared memory to a tensor of rank 2.

        Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsyncBulkTensor_3dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensor_3dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 3.

    Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensor_3d(Instruction):
    """Load a box of a tensor of rank 3 into shared memory.

    Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsyncBulkTensor_3dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsyncBulkTensor_3dStore:
        """Store a box of shared memory to a tensor of rank 3.

        Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsyncBulkTensor_4dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.4d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensor_4dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 4.

    Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensor_4d(Instruction):
    """Load a box of a tensor of rank 4 into shared memory.

    Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsyncBulkTensor_4dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.4d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsyncBulkTensor_4dStore:
        """Store a box of shared memory to a tensor of rank 4.

        Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsyncBulkTensor_5dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.5d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensor_5dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 5.

    Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncBulkTensor_5d(Instruction):
    """Load a box of a tensor of rank 5 into shared memory.

    Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsyncBulkTensor_5dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.5d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsyncBulkTensor_5dStore:
        """Store a box of shared memory to a tensor of rank 5.

        Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsyncBulk(Instruction):
    """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)

        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint} .ignore_oob.type [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.multicast}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.multicast} {.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        … (10 forms; see ptxpy isa cp.async.bulk)
    """

    L2__cache_hint: CpAsyncBulk
    b128: CpAsyncBulk
    bulk_group: CpAsyncBulk
    cluster: CpAsyncBulk
    cp_mask: CpAsyncBulk
    cta: CpAsyncBulk
    global_: CpAsyncBulk
    gpu: CpAsyncBulk
    ignore_oob: CpAsyncBulk
    mbarrier__complete_tx__bytes: CpAsyncBulk
    mbarrier__report__disabled: CpAsyncBulk
    mbarrier__report__validity__per_16bytes__8: CpAsyncBulk
    mbarrier__report__validity__per_16bytes__80: CpAsyncBulk
    mbarrier__report__validity__per_16bytes__8000: CpAsyncBulk
    mbarrier__report__validity__per_16bytes__80000000: CpAsyncBulk
    mbarrier__report__validity__per_element__ff: CpAsyncBulk
    multicast__cluster: CpAsyncBulk
    multicast__cluster__16b: CpAsyncBulk
    multicast__cluster__32b: CpAsyncBulk
    relaxed: CpAsyncBulk
    shared__cluster: CpAsyncBulk
    shared__cta: CpAsyncBulk
    sys: CpAsyncBulk
    weak: CpAsyncBulk
    @property
    def commit_group(self) -> CpAsyncBulkCommit_group:
        """Make a group of the bulk operations started so far. (PTX ISA, 9.7.9.25.6.1)

            cp.async.bulk.commit_group  # PTX 8.0, sm_90
        """


    @property
    def prefetch(self) -> CpAsyncBulkPrefetch:
        """Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)

            cp.async.bulk.prefetch.L2.src{.L2::cache_hint} [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.L2.src{.L2::evict_last} [srcMem], size  # PTX 8.0, sm_90

        Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)

            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint} [tensorMap, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last [tensorMap, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint}.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}.L2::evict_last .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
            … (8 forms; see ptxpy isa cp.async.bulk.prefetch.tensor)
        """


    @property
    def tensor(self) -> CpAsyncBulkTensor:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)

            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} [dstMem], [tensorMap, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint}.override::global_address [dstMem], [tensorMap, gAddrToOverride, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.1d.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim [dstMem], [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [mbar] {, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.tensor.dim.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim_stride [dstMem], [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [mbar]{, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            … (8 forms; see ptxpy isa cp.async.bulk.tensor)
        """


    @property
    def tensor_1d(self) -> CpAsyncBulkTensor_1d:
        """Load a box of a tensor of rank 1 into shared memory.

        Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_2d(self) -> CpAsyncBulkTensor_2d:
        """Load a box of a tensor of rank 2 into shared memory.

        Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_3d(self) -> CpAsyncBulkTensor_3d:
        """Load a box of a tensor of rank 3 into shared memory.

        Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_4d(self) -> CpAsyncBulkTensor_4d:
        """Load a box of a tensor of rank 4 into shared memory.

        Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_5d(self) -> CpAsyncBulkTensor_5d:
        """Load a box of a tensor of rank 5 into shared memory.

        Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def wait_group(self) -> CpAsyncBulkWait_group:
        """Wait until at most `n` groups of stores are in flight.

        Emits `cp.async.bulk.wait_group n;`, or with `read` `cp.async.bulk.wait_group.read n;`: the
        memory that the copies read may be written again, while they may still be writing. `options` are
        those of any instruction.

        Wait until at most N groups of bulk operations are pending. (PTX ISA, 9.7.9.25.6.2)

            cp.async.bulk.wait_group{.read} N  # PTX 8.0, sm_90
        """



class CpAsyncCa(CpAsync):
    """Start a copy of 4, 8 or 16 bytes from global to shared memory, through L1.

    Emits `cp.async.ca.shared.global [smem_dst], [global_src], byte_count;`. The addresses are as
    for `cg`, and multiples of `byte_count`; `src_size` is as there.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        smem_dst: Any,
        global_src: Any,
        byte_count: int,
        *,
        src_size: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsyncCg(CpAsync):
    """Start a copy of 16 bytes from global to shared memory, which L1 does not keep.

    Emits `cp.async.cg.shared.global [smem_dst], [global_src], 16;`. The addresses are registers,
    results of `ptx.addr`, or an object in shared memory; both are multiples of 16. With
    `src_size`, a number or a register, that many bytes are read and the rest is filled with zeros.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        smem_dst: Any,
        global_src: Any,
        byte_count: int,
        *,
        src_size: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync(Instruction):
    """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)

        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 4{, src-size-4}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 8{, src-size-8}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.cop.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16{, src-size-16}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], cp-size, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80
        cp.async.cg.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80
    """

    L2__128B: CpAsync
    L2__256B: CpAsync
    L2__64B: CpAsync
    L2__cache_hint: CpAsync
    global_: CpAsync
    shared: CpAsync
    shared__cta: CpAsync
    @property
    def bulk(self) -> CpAsyncBulk:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)

            cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint} .ignore_oob.type [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.multicast}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.multicast} {.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            … (10 forms; see ptxpy isa cp.async.bulk)

        Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)

            cp.async.bulk.prefetch.L2.src{.L2::cache_hint} [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.L2.src{.L2::evict_last} [srcMem], size  # PTX 8.0, sm_90

        Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)

            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} [dstMem], [tensorMap, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint}.override::global_address [dstMem], [tensorMap, gAddrToOverride, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.1d.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim [dstMem], [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [mbar] {, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.tensor.dim.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim_stride [dstMem], [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [mbar]{, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            … (8 forms; see ptxpy isa cp.async.bulk.tensor)

        Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)

            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint} [tensorMap, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last [tensorMap, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint}.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}.L2::evict_last .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
            … (8 forms; see ptxpy isa cp.async.bulk.prefetch.tensor)

        Make a group of the bulk operations started so far. (PTX ISA, 9.7.9.25.6.1)

            cp.async.bulk.commit_group  # PTX 8.0, sm_90

        Wait until at most N groups of bulk operations are pending. (PTX ISA, 9.7.9.25.6.2)

            cp.async.bulk.wait_group{.read} N  # PTX 8.0, sm_90
        """


    @property
    def ca(self) -> CpAsyncCa:
        """Start a copy of 4, 8 or 16 bytes from global to shared memory, through L1.

        Emits `cp.async.ca.shared.global [smem_dst], [global_src], byte_count;`. The addresses are as
        for `cg`, and multiples of `byte_count`; `src_size` is as there.
        """


    @property
    def cg(self) -> CpAsyncCg:
        """Start a copy of 16 bytes from global to shared memory, which L1 does not keep.

        Emits `cp.async.cg.shared.global [smem_dst], [global_src], 16;`. The addresses are registers,
        results of `ptx.addr`, or an object in shared memory; both are multiples of 16. With
        `src_size`, a number or a register, that many bytes are read and the rest is filled with zeros.
        """


    @property
    def commit_group(self) -> CpAsyncCommit_group:
        """Make a group of the copies started so far by cp.async. (PTX ISA, 9.7.9.25.3.2)

            cp.async.commit_group  # PTX 7.0, sm_80
        """


    @property
    def mbarrier(self) -> CpAsyncMbarrier:
        """Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)

            cp.async.mbarrier.arrive{.noinc}{.space}.b64 [addr]  # PTX 7.0, sm_80
        """


    @property
    def wait_all(self) -> CpAsyncWait_all:
        """Wait for all copies started by cp.async. (PTX ISA, 9.7.9.25.3.3)

            cp.async.wait_all  # PTX 7.0, sm_80
        """


    @property
    def wait_group(self) -> CpAsyncWait_group:
        """Wait until at most `n` groups of copies are in flight: `cp.async.wait_group n;`.

        `options` are those of any instruction.

        Wait until at most N groups of cp.async are pending. (PTX ISA, 9.7.9.25.3.3)

            cp.async.wait_group N  # PTX 7.0, sm_80
        """



class CpReduceAsyncBulkTensor(Instruction):
    """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f
    """

    L2__cache_hint: CpReduceAsyncBulkTensor
    _1d: CpReduceAsyncBulkTensor
    _2d: CpReduceAsyncBulkTensor
    _3d: CpReduceAsyncBulkTensor
    _4d: CpReduceAsyncBulkTensor
    _5d: CpReduceAsyncBulkTensor
    add: CpReduceAsyncBulkTensor
    and_: CpReduceAsyncBulkTensor
    bulk_group: CpReduceAsyncBulkTensor
    dec: CpReduceAsyncBulkTensor
    global_: CpReduceAsyncBulkTensor
    im2col_no_offs: CpReduceAsyncBulkTensor
    im2col_no_offs__w: CpReduceAsyncBulkTensor
    inc: CpReduceAsyncBulkTensor
    max: CpReduceAsyncBulkTensor
    min: CpReduceAsyncBulkTensor
    or_: CpReduceAsyncBulkTensor
    override__global_address: CpReduceAsyncBulkTensor
    override__global_dim: CpReduceAsyncBulkTensor
    override__global_dim_stride: CpReduceAsyncBulkTensor
    shared__cta: CpReduceAsyncBulkTensor
    tile: CpReduceAsyncBulkTensor
    tile__scatter4: CpReduceAsyncBulkTensor
    xor: CpReduceAsyncBulkTensor

class CpReduceAsyncBulk(Instruction):
    """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
    """

    L2__cache_hint: CpReduceAsyncBulk
    add: CpReduceAsyncBulk
    and_: CpReduceAsyncBulk
    b32: CpReduceAsyncBulk
    b64: CpReduceAsyncBulk
    bf16: CpReduceAsyncBulk
    bulk_group: CpReduceAsyncBulk
    cluster: CpReduceAsyncBulk
    cta: CpReduceAsyncBulk
    dec: CpReduceAsyncBulk
    f16: CpReduceAsyncBulk
    f32: CpReduceAsyncBulk
    f64: CpReduceAsyncBulk
    global_: CpReduceAsyncBulk
    gpu: CpReduceAsyncBulk
    inc: CpReduceAsyncBulk
    max: CpReduceAsyncBulk
    mbarrier__complete_tx__bytes: CpReduceAsyncBulk
    min: CpReduceAsyncBulk
    noftz: CpReduceAsyncBulk
    or_: CpReduceAsyncBulk
    relaxed: CpReduceAsyncBulk
    s32: CpReduceAsyncBulk
    s64: CpReduceAsyncBulk
    shared__cluster: CpReduceAsyncBulk
    shared__cta: CpReduceAsyncBulk
    sys: CpReduceAsyncBulk
    u32: CpReduceAsyncBulk
    u64: CpReduceAsyncBulk
    xor: CpReduceAsyncBulk
    @property
    def tensor(self) -> CpReduceAsyncBulkTensor:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f
        """



class CpReduceAsync(Instruction):
    """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90

    Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f
    """

    @property
    def bulk(self) -> CpReduceAsyncBulk:
        """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90

        Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f
        """



class CpReduce(Instruction):
    """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90

    Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f
    """

    @property
    def async_(self) -> CpReduceAsync:
        """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90

        Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f
        """



class CpAsync_bulkCommit_group(Instruction):
    """Close the group of the stores since the last one: `cp.async.bulk.commit_group;`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorGather4_2d(Instruction):
    """Load four rows of a matrix (PTX 8.6, sm_100): a column and four rows.

    Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorIm2col_3d(Instruction):
    """Load pixels by an im2col map of rank 3: 3 coordinates, then offsets.

    Emits `cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorIm2col_4d(Instruction):
    """Load pixels by an im2col map of rank 4: 4 coordinates, then offsets.

    Emits `cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorIm2col_5d(Instruction):
    """Load pixels by an im2col map of rank 5: 5 coordinates, then offsets.

    Emits `cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorScatter4_2d(Instruction):
    """Store four rows of shared memory to four rows of a matrix: a column and four rows.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group` (PTX 8.6,
    sm_100a). It is waited for as a group: `TypeError` for an mbarrier.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorStore_1d(Instruction):
    """Store a box of shared memory to a tensor of rank 1.

    Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorStore_2d(Instruction):
    """Store a box of shared memory to a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorStore_3d(Instruction):
    """Store a box of shared memory to a tensor of rank 3.

    Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorStore_4d(Instruction):
    """Store a box of shared memory to a tensor of rank 4.

    Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorStore_5d(Instruction):
    """Store a box of shared memory to a tensor of rank 5.

    Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTensor_1dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTensor_1dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 1.

    Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTensor_1d(Instruction):
    """Load a box of a tensor of rank 1 into shared memory.

    Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsync_bulkTensorTensor_1dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsync_bulkTensorTensor_1dStore:
        """Store a box of shared memory to a tensor of rank 1.

        Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsync_bulkTensorTensor_2dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTensor_2dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTensor_2d(Instruction):
    """Load a box of a tensor of rank 2 into shared memory.

    Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsync_bulkTensorTensor_2dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsync_bulkTensorTensor_2dStore:
        """Store a box of shared memory to a tensor of rank 2.

        Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsync_bulkTensorTensor_3dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTensor_3dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 3.

    Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTensor_3d(Instruction):
    """Load a box of a tensor of rank 3 into shared memory.

    Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsync_bulkTensorTensor_3dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsync_bulkTensorTensor_3dStore:
        """Store a box of shared memory to a tensor of rank 3.

        Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsync_bulkTensorTensor_4dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.4d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTensor_4dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 4.

    Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTensor_4d(Instruction):
    """Load a box of a tensor of rank 4 into shared memory.

    Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsync_bulkTensorTensor_4dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.4d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsync_bulkTensorTensor_4dStore:
        """Store a box of shared memory to a tensor of rank 4.

        Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsync_bulkTensorTensor_5dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.5d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTensor_5dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 5.

    Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTensor_5d(Instruction):
    """Load a box of a tensor of rank 5 into shared memory.

    Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsync_bulkTensorTensor_5dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.5d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsync_bulkTensorTensor_5dStore:
        """Store a box of shared memory to a tensor of rank 5.

        Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsync_bulkTensorTile_1d(Instruction):
    """Load a box of a tensor of rank 1.

    Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTile_2d(Instruction):
    """Load a box of a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes`, with
    `.multicast::cluster` for a mask of CTAs, `.cta_group::2` (sm_100a) for a pair, and
    `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTile_3d(Instruction):
    """Load a box of a tensor of rank 3.

    Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTile_4d(Instruction):
    """Load a box of a tensor of rank 4.

    Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensorTile_5d(Instruction):
    """Load a box of a tensor of rank 5.

    Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensor(Instruction):
    """Helpers: cp.async_bulk.tensor.gather4_2d, cp.async_bulk.tensor.im2col_3d, cp.async_bulk.tensor.im2col_4d, cp.async_bulk.tensor.im2col_5d, cp.async_bulk.tensor.scatter4_2d, cp.async_bulk.tensor.store_1d, cp.async_bulk.tensor.store_2d, cp.async_bulk.tensor.store_3d, cp.async_bulk.tensor.store_4d, cp.async_bulk.tensor.store_5d, cp.async_bulk.tensor.tensor_1d, cp.async_bulk.tensor.tensor_1d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_1d.store, cp.async_bulk.tensor.tensor_2d, cp.async_bulk.tensor.tensor_2d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_2d.store, cp.async_bulk.tensor.tensor_3d, cp.async_bulk.tensor.tensor_3d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_3d.store, cp.async_bulk.tensor.tensor_4d, cp.async_bulk.tensor.tensor_4d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_4d.store, cp.async_bulk.tensor.tensor_5d, cp.async_bulk.tensor.tensor_5d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_5d.store, cp.async_bulk.tensor.tile_1d, cp.async_bulk.tensor.tile_2d, cp.async_bulk.tensor.tile_3d, cp.async_bulk.tensor.tile_4d, cp.async_bulk.tensor.tile_5d.
    """

    @property
    def gather4_2d(self) -> CpAsync_bulkTensorGather4_2d:
        """Load four rows of a matrix (PTX 8.6, sm_100): a column and four rows.

        Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def im2col_3d(self) -> CpAsync_bulkTensorIm2col_3d:
        """Load pixels by an im2col map of rank 3: 3 coordinates, then offsets.

        Emits `cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def im2col_4d(self) -> CpAsync_bulkTensorIm2col_4d:
        """Load pixels by an im2col map of rank 4: 4 coordinates, then offsets.

        Emits `cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def im2col_5d(self) -> CpAsync_bulkTensorIm2col_5d:
        """Load pixels by an im2col map of rank 5: 5 coordinates, then offsets.

        Emits `cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def scatter4_2d(self) -> CpAsync_bulkTensorScatter4_2d:
        """Store four rows of shared memory to four rows of a matrix: a column and four rows.

        Emits `cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group` (PTX 8.6,
        sm_100a). It is waited for as a group: `TypeError` for an mbarrier.
        """


    @property
    def store_1d(self) -> CpAsync_bulkTensorStore_1d:
        """Store a box of shared memory to a tensor of rank 1.

        Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """


    @property
    def store_2d(self) -> CpAsync_bulkTensorStore_2d:
        """Store a box of shared memory to a tensor of rank 2.

        Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """


    @property
    def store_3d(self) -> CpAsync_bulkTensorStore_3d:
        """Store a box of shared memory to a tensor of rank 3.

        Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """


    @property
    def store_4d(self) -> CpAsync_bulkTensorStore_4d:
        """Store a box of shared memory to a tensor of rank 4.

        Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """


    @property
    def store_5d(self) -> CpAsync_bulkTensorStore_5d:
        """Store a box of shared memory to a tensor of rank 5.

        Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """


    @property
    def tensor_1d(self) -> CpAsync_bulkTensorTensor_1d:
        """Load a box of a tensor of rank 1 into shared memory.

        Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_2d(self) -> CpAsync_bulkTensorTensor_2d:
        """Load a box of a tensor of rank 2 into shared memory.

        Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_3d(self) -> CpAsync_bulkTensorTensor_3d:
        """Load a box of a tensor of rank 3 into shared memory.

        Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_4d(self) -> CpAsync_bulkTensorTensor_4d:
        """Load a box of a tensor of rank 4 into shared memory.

        Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_5d(self) -> CpAsync_bulkTensorTensor_5d:
        """Load a box of a tensor of rank 5 into shared memory.

        Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tile_1d(self) -> CpAsync_bulkTensorTile_1d:
        """Load a box of a tensor of rank 1.

        Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def tile_2d(self) -> CpAsync_bulkTensorTile_2d:
        """Load a box of a tensor of rank 2.

        Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes`, with
        `.multicast::cluster` for a mask of CTAs, `.cta_group::2` (sm_100a) for a pair, and
        `.L2::cache_hint` for a cache policy.
        """


    @property
    def tile_3d(self) -> CpAsync_bulkTensorTile_3d:
        """Load a box of a tensor of rank 3.

        Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def tile_4d(self) -> CpAsync_bulkTensorTile_4d:
        """Load a box of a tensor of rank 4.

        Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """


    @property
    def tile_5d(self) -> CpAsync_bulkTensorTile_5d:
        """Load a box of a tensor of rank 5.

        Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes`,
        with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
        """



class CpAsync_bulkTensor_1dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensor_1dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 1.

    Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensor_1d(Instruction):
    """Load a box of a tensor of rank 1 into shared memory.

    Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsync_bulkTensor_1dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsync_bulkTensor_1dStore:
        """Store a box of shared memory to a tensor of rank 1.

        Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsync_bulkTensor_2dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensor_2dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensor_2d(Instruction):
    """Load a box of a tensor of rank 2 into shared memory.

    Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsync_bulkTensor_2dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsync_bulkTensor_2dStore:
        """Store a box of shared memory to a tensor of rank 2.

        Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsync_bulkTensor_3dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensor_3dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 3.

    Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensor_3d(Instruction):
    """Load a box of a tensor of rank 3 into shared memory.

    Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsync_bulkTensor_3dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsync_bulkTensor_3dStore:
        """Store a box of shared memory to a tensor of rank 3.

        Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsync_bulkTensor_4dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.4d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensor_4dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 4.

    Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensor_4d(Instruction):
    """Load a box of a tensor of rank 4 into shared memory.

    Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsync_bulkTensor_4dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.4d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsync_bulkTensor_4dStore:
        """Store a box of shared memory to a tensor of rank 4.

        Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsync_bulkTensor_5dShared_cta_global_tile(Instruction):
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.5d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensor_5dStore(Instruction):
    """Store a box of shared memory to a tensor of rank 5.

    Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        pred: Any = None,
    ) -> None: ...

class CpAsync_bulkTensor_5d(Instruction):
    """Load a box of a tensor of rank 5 into shared memory.

    Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None: ...
    @property
    def shared_cta_global_tile(self) -> CpAsync_bulkTensor_5dShared_cta_global_tile:
        """Load a box into the shared memory of this CTA.

        Emits `cp.async.bulk.tensor.5d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
        that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
        """


    @property
    def store(self) -> CpAsync_bulkTensor_5dStore:
        """Store a box of shared memory to a tensor of rank 5.

        Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
        """



class CpAsync_bulkWait_group(Instruction):
    """Wait until at most `n` groups of stores are in flight.

    Emits `cp.async.bulk.wait_group n;`, or with `read` `cp.async.bulk.wait_group.read n;`: the
    memory that the copies read may be written again, while they may still be writing. `options` are
    those of any instruction.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        n: int,
        *,
        read: bool = False,
        pred: Any = None,
        **options: Any,
    ) -> PendingResult: ...

class CpAsync_bulk(Instruction):
    """Helpers: cp.async_bulk.commit_group, cp.async_bulk.tensor.gather4_2d, cp.async_bulk.tensor.im2col_3d, cp.async_bulk.tensor.im2col_4d, cp.async_bulk.tensor.im2col_5d, cp.async_bulk.tensor.scatter4_2d, cp.async_bulk.tensor.store_1d, cp.async_bulk.tensor.store_2d, cp.async_bulk.tensor.store_3d, cp.async_bulk.tensor.store_4d, cp.async_bulk.tensor.store_5d, cp.async_bulk.tensor.tensor_1d, cp.async_bulk.tensor.tensor_1d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_1d.store, cp.async_bulk.tensor.tensor_2d, cp.async_bulk.tensor.tensor_2d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_2d.store, cp.async_bulk.tensor.tensor_3d, cp.async_bulk.tensor.tensor_3d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_3d.store, cp.async_bulk.tensor.tensor_4d, cp.async_bulk.tensor.tensor_4d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_4d.store, cp.async_bulk.tensor.tensor_5d, cp.async_bulk.tensor.tensor_5d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_5d.store, cp.async_bulk.tensor.tile_1d, cp.async_bulk.tensor.tile_2d, cp.async_bulk.tensor.tile_3d, cp.async_bulk.tensor.tile_4d, cp.async_bulk.tensor.tile_5d, cp.async_bulk.tensor_1d, cp.async_bulk.tensor_1d.shared_cta_global_tile, cp.async_bulk.tensor_1d.store, cp.async_bulk.tensor_2d, cp.async_bulk.tensor_2d.shared_cta_global_tile, cp.async_bulk.tensor_2d.store, cp.async_bulk.tensor_3d, cp.async_bulk.tensor_3d.shared_cta_global_tile, cp.async_bulk.tensor_3d.store, cp.async_bulk.tensor_4d, cp.async_bulk.tensor_4d.shared_cta_global_tile, cp.async_bulk.tensor_4d.store, cp.async_bulk.tensor_5d, cp.async_bulk.tensor_5d.shared_cta_global_tile, cp.async_bulk.tensor_5d.store, cp.async_bulk.wait_group.
    """

    @property
    def commit_group(self) -> CpAsync_bulkCommit_group:
        """Close the group of the stores since the last one: `cp.async.bulk.commit_group;`.
        """


    @property
    def tensor(self) -> CpAsync_bulkTensor:
        """Helpers: cp.async_bulk.tensor.gather4_2d, cp.async_bulk.tensor.im2col_3d, cp.async_bulk.tensor.im2col_4d, cp.async_bulk.tensor.im2col_5d, cp.async_bulk.tensor.scatter4_2d, cp.async_bulk.tensor.store_1d, cp.async_bulk.tensor.store_2d, cp.async_bulk.tensor.store_3d, cp.async_bulk.tensor.store_4d, cp.async_bulk.tensor.store_5d, cp.async_bulk.tensor.tensor_1d, cp.async_bulk.tensor.tensor_1d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_1d.store, cp.async_bulk.tensor.tensor_2d, cp.async_bulk.tensor.tensor_2d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_2d.store, cp.async_bulk.tensor.tensor_3d, cp.async_bulk.tensor.tensor_3d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_3d.store, cp.async_bulk.tensor.tensor_4d, cp.async_bulk.tensor.tensor_4d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_4d.store, cp.async_bulk.tensor.tensor_5d, cp.async_bulk.tensor.tensor_5d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_5d.store, cp.async_bulk.tensor.tile_1d, cp.async_bulk.tensor.tile_2d, cp.async_bulk.tensor.tile_3d, cp.async_bulk.tensor.tile_4d, cp.async_bulk.tensor.tile_5d.
        """


    @property
    def tensor_1d(self) -> CpAsync_bulkTensor_1d:
        """Load a box of a tensor of rank 1 into shared memory.

        Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_2d(self) -> CpAsync_bulkTensor_2d:
        """Load a box of a tensor of rank 2 into shared memory.

        Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_3d(self) -> CpAsync_bulkTensor_3d:
        """Load a box of a tensor of rank 3 into shared memory.

        Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_4d(self) -> CpAsync_bulkTensor_4d:
        """Load a box of a tensor of rank 4 into shared memory.

        Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def tensor_5d(self) -> CpAsync_bulkTensor_5d:
        """Load a box of a tensor of rank 5 into shared memory.

        Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
        CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
        """


    @property
    def wait_group(self) -> CpAsync_bulkWait_group:
        """Wait until at most `n` groups of stores are in flight.

        Emits `cp.async.bulk.wait_group n;`, or with `read` `cp.async.bulk.wait_group.read n;`: the
        memory that the copies read may be written again, while they may still be writing. `options` are
        those of any instruction.
        """



class Cp(Instruction):
    """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)

        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 4{, src-size-4}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 8{, src-size-8}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.cop.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16{, src-size-16}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], cp-size, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80
        cp.async.cg.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80

    Make a group of the copies started so far by cp.async. (PTX ISA, 9.7.9.25.3.2)

        cp.async.commit_group  # PTX 7.0, sm_80

    Wait until at most N groups of cp.async are pending. (PTX ISA, 9.7.9.25.3.3)

        cp.async.wait_group N  # PTX 7.0, sm_80

    Wait for all copies started by cp.async. (PTX ISA, 9.7.9.25.3.3)

        cp.async.wait_all  # PTX 7.0, sm_80

    Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)

        cp.async.mbarrier.arrive{.noinc}{.space}.b64 [addr]  # PTX 7.0, sm_80

    Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)

        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint} .ignore_oob.type [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.multicast}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.multicast} {.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        … (10 forms; see ptxpy isa cp.async.bulk)

    Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90

    Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)

        cp.async.bulk.prefetch.L2.src{.L2::cache_hint} [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.L2.src{.L2::evict_last} [srcMem], size  # PTX 8.0, sm_90

    Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)

        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} [dstMem], [tensorMap, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint}.override::global_address [dstMem], [tensorMap, gAddrToOverride, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.1d.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim [dstMem], [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [mbar] {, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.tensor.dim.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim_stride [dstMem], [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [mbar]{, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        … (8 forms; see ptxpy isa cp.async.bulk.tensor)

    Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f

    Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)

        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint} [tensorMap, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last [tensorMap, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint}.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}.L2::evict_last .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
        … (8 forms; see ptxpy isa cp.async.bulk.prefetch.tensor)

    Make a group of the bulk operations started so far. (PTX ISA, 9.7.9.25.6.1)

        cp.async.bulk.commit_group  # PTX 8.0, sm_90

    Wait until at most N groups of bulk operations are pending. (PTX ISA, 9.7.9.25.6.2)

        cp.async.bulk.wait_group{.read} N  # PTX 8.0, sm_90
    """

    @property
    def async_(self) -> CpAsync:
        """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)

            cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 4{, src-size-4}{, cache-policy}  # PTX 7.0, sm_80
            cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 8{, src-size-8}{, cache-policy}  # PTX 7.0, sm_80
            cp.async.cop.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16{, src-size-16}{, cache-policy}  # PTX 7.0, sm_80
            cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], cp-size, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80
            cp.async.cg.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80

        Make a group of the copies started so far by cp.async. (PTX ISA, 9.7.9.25.3.2)

            cp.async.commit_group  # PTX 7.0, sm_80

        Wait until at most N groups of cp.async are pending. (PTX ISA, 9.7.9.25.3.3)

            cp.async.wait_group N  # PTX 7.0, sm_80

        Wait for all copies started by cp.async. (PTX ISA, 9.7.9.25.3.3)

            cp.async.wait_all  # PTX 7.0, sm_80

        Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)

            cp.async.mbarrier.arrive{.noinc}{.space}.b64 [addr]  # PTX 7.0, sm_80

        Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)

            cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint} .ignore_oob.type [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.multicast}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.multicast} {.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            … (10 forms; see ptxpy isa cp.async.bulk)

        Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)

            cp.async.bulk.prefetch.L2.src{.L2::cache_hint} [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.L2.src{.L2::evict_last} [srcMem], size  # PTX 8.0, sm_90

        Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)

            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} [dstMem], [tensorMap, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint}.override::global_address [dstMem], [tensorMap, gAddrToOverride, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.1d.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim [dstMem], [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [mbar] {, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.tensor.dim.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim_stride [dstMem], [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [mbar]{, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            … (8 forms; see ptxpy isa cp.async.bulk.tensor)

        Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)

            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint} [tensorMap, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last [tensorMap, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint}.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}.L2::evict_last .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
            … (8 forms; see ptxpy isa cp.async.bulk.prefetch.tensor)

        Make a group of the bulk operations started so far. (PTX ISA, 9.7.9.25.6.1)

            cp.async.bulk.commit_group  # PTX 8.0, sm_90

        Wait until at most N groups of bulk operations are pending. (PTX ISA, 9.7.9.25.6.2)

            cp.async.bulk.wait_group{.read} N  # PTX 8.0, sm_90
        """


    @property
    def async_bulk(self) -> CpAsync_bulk:
        """Helpers: cp.async_bulk.commit_group, cp.async_bulk.tensor.gather4_2d, cp.async_bulk.tensor.im2col_3d, cp.async_bulk.tensor.im2col_4d, cp.async_bulk.tensor.im2col_5d, cp.async_bulk.tensor.scatter4_2d, cp.async_bulk.tensor.store_1d, cp.async_bulk.tensor.store_2d, cp.async_bulk.tensor.store_3d, cp.async_bulk.tensor.store_4d, cp.async_bulk.tensor.store_5d, cp.async_bulk.tensor.tensor_1d, cp.async_bulk.tensor.tensor_1d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_1d.store, cp.async_bulk.tensor.tensor_2d, cp.async_bulk.tensor.tensor_2d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_2d.store, cp.async_bulk.tensor.tensor_3d, cp.async_bulk.tensor.tensor_3d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_3d.store, cp.async_bulk.tensor.tensor_4d, cp.async_bulk.tensor.tensor_4d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_4d.store, cp.async_bulk.tensor.tensor_5d, cp.async_bulk.tensor.tensor_5d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_5d.store, cp.async_bulk.tensor.tile_1d, cp.async_bulk.tensor.tile_2d, cp.async_bulk.tensor.tile_3d, cp.async_bulk.tensor.tile_4d, cp.async_bulk.tensor.tile_5d, cp.async_bulk.tensor_1d, cp.async_bulk.tensor_1d.shared_cta_global_tile, cp.async_bulk.tensor_1d.store, cp.async_bulk.tensor_2d, cp.async_bulk.tensor_2d.shared_cta_global_tile, cp.async_bulk.tensor_2d.store, cp.async_bulk.tensor_3d, cp.async_bulk.tensor_3d.shared_cta_global_tile, cp.async_bulk.tensor_3d.store, cp.async_bulk.tensor_4d, cp.async_bulk.tensor_4d.shared_cta_global_tile, cp.async_bulk.tensor_4d.store, cp.async_bulk.tensor_5d, cp.async_bulk.tensor_5d.shared_cta_global_tile, cp.async_bulk.tensor_5d.store, cp.async_bulk.wait_group.
        """


    @property
    def reduce(self) -> CpReduce:
        """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90

        Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f
        """



class CreatepolicyRange(Instruction):
    """Make a cache policy for a range of addresses. (PTX ISA, 9.7.9.18)

        createpolicy.range{.global}.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [a], primary-size, total-size  # PTX 7.4, sm_80
        createpolicy.range.fabric.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [endpoint, offset], primary-size, total-size  # PTX 9.4, sm_100
    """

    L2__evict_first: CreatepolicyRange
    L2__evict_last: CreatepolicyRange
    L2__evict_normal: CreatepolicyRange
    L2__evict_unchanged: CreatepolicyRange
    b64: CreatepolicyRange
    fabric: CreatepolicyRange
    global_: CreatepolicyRange

class CreatepolicyFractional(Instruction):
    """Make a cache policy for a share of all addresses. (PTX ISA, 9.7.9.18)

        createpolicy.fractional.level::primary_priority{.level::secondary_priority}.b64 cache-policy{, fraction}  # PTX 7.4, sm_80
    """

    L2__evict_first: CreatepolicyFractional
    L2__evict_last: CreatepolicyFractional
    L2__evict_normal: CreatepolicyFractional
    L2__evict_unchanged: CreatepolicyFractional
    b64: CreatepolicyFractional

class CreatepolicyCvt(Instruction):
    """Make a cache policy of an access property of the CUDA runtime. (PTX ISA, 9.7.9.18)

        createpolicy.cvt.L2.b64 cache-policy, access-property  # PTX 7.4, sm_80
    """

    L2: CreatepolicyCvt
    b64: CreatepolicyCvt

class Createpolicy(Instruction):
    """Make a cache policy for a range of addresses. (PTX ISA, 9.7.9.18)

        createpolicy.range{.global}.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [a], primary-size, total-size  # PTX 7.4, sm_80
        createpolicy.range.fabric.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [endpoint, offset], primary-size, total-size  # PTX 9.4, sm_100

    Make a cache policy for a share of all addresses. (PTX ISA, 9.7.9.18)

        createpolicy.fractional.level::primary_priority{.level::secondary_priority}.b64 cache-policy{, fraction}  # PTX 7.4, sm_80

    Make a cache policy of an access property of the CUDA runtime. (PTX ISA, 9.7.9.18)

        createpolicy.cvt.L2.b64 cache-policy, access-property  # PTX 7.4, sm_80
    """

    @property
    def cvt(self) -> CreatepolicyCvt:
        """Make a cache policy of an access property of the CUDA runtime. (PTX ISA, 9.7.9.18)

            createpolicy.cvt.L2.b64 cache-policy, access-property  # PTX 7.4, sm_80
        """


    @property
    def fractional(self) -> CreatepolicyFractional:
        """Make a cache policy for a share of all addresses. (PTX ISA, 9.7.9.18)

            createpolicy.fractional.level::primary_priority{.level::secondary_priority}.b64 cache-policy{, fraction}  # PTX 7.4, sm_80
        """


    @property
    def range(self) -> CreatepolicyRange:
        """Make a cache policy for a range of addresses. (PTX ISA, 9.7.9.18)

            createpolicy.range{.global}.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [a], primary-size, total-size  # PTX 7.4, sm_80
            createpolicy.range.fabric.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [endpoint, offset], primary-size, total-size  # PTX 9.4, sm_100
        """



class CvtPack(Instruction):
    """Convert two integers to a smaller type, saturated, and pack them into one. (PTX ISA, 9.7.9.22)

        cvt.pack.sat.convertType.abType d, a, b  # PTX 6.5, sm_72
        cvt.pack.sat.convertType.abType.cType d, a, b, c  # PTX 6.5, sm_72
    """

    b32: CvtPack
    s16: CvtPack
    s2: CvtPack
    s32: CvtPack
    s4: CvtPack
    s8: CvtPack
    sat: CvtPack
    u16: CvtPack
    u2: CvtPack
    u4: CvtPack
    u8: CvtPack

class Cvt(Instruction):
    """Emit `cvt.rounding.ftz.sat.dst_type.src_type dst, src`.

    If a value may not fit, PTX wants a rounding (PTX ISA 9.7.9.21): integers to floats and
    floats to narrower ones `rn`, `rz`, `rm` or `rp`; floats to integers `rni`, `rzi`, `rmi` or
    `rpi`; `ValueError` without one. Untyped bits are no numbers: `TypeError`.

    Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)

        cvt{.sat}.dtype.atype d, a  # PTX 1.0
        cvt.irnd{.ftz}{.sat}.dtype.atype d, a  # PTX 1.0
        cvt.frnd{.ftz}{.sat}.dtype.atype d, a  # PTX 1.0
        cvt{.irnd}{.ftz}{.sat}.f32.f32 d, a  # PTX 1.0
        cvt{.irnd}{.sat}.f16.f16 d, a  # PTX 1.0
        cvt{.irnd}{.sat}.f64.f64 d, a  # PTX 1.0
        … (50 forms; see ptxpy isa cvt)
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst_type: Any,
        src_type: Any,
        dst: Any,
        src: Any,
        *,
        rounding: str | None = None,
        ftz: bool = False,
        sat: bool = False,
        pred: Any = None,
    ) -> None: ...
    bf16: CvtOperation
    bf16x2: CvtOperation
    e2m1x2: CvtOperation
    e2m1x4: CvtOperation
    e2m3x2: CvtOperation
    e2m3x4: CvtOperation
    e3m2x2: CvtOperation
    e3m2x4: CvtOperation
    e4m3x2: CvtOperation
    e4m3x4: CvtOperation
    e5m2x2: CvtOperation
    e5m2x4: CvtOperation
    f16: CvtOperation
    f16x2: CvtOperation
    f32: CvtOperation
    f64: CvtOperation
    ftz: CvtOperation
    relu: CvtOperation
    rm: CvtOperation
    rmi: CvtOperation
    rn: CvtOperation
    rna: CvtOperation
    rni: CvtOperation
    rp: CvtOperation
    rpi: CvtOperation
    rs: CvtOperation
    rz: CvtOperation
    rzi: CvtOperation
    s16: CvtOperation
    s2f6x2: CvtOperation
    s32: CvtOperation
    s64: CvtOperation
    s8: CvtOperation
    sat: CvtOperation
    satfinite: CvtOperation
    scaled__n2__ue8m0: CvtOperation
    tf32: CvtOperation
    u16: CvtOperation
    u32: CvtOperation
    u64: CvtOperation
    u8: CvtOperation
    ue8m0x2: CvtOperation
    @property
    def pack(self) -> CvtPack:
        """Convert two integers to a smaller type, saturated, and pack them into one. (PTX ISA, 9.7.9.22)

            cvt.pack.sat.convertType.abType d, a, b  # PTX 6.5, sm_72
            cvt.pack.sat.convertType.abType.cType d, a, b, c  # PTX 6.5, sm_72
        """



class CvtOperation(Cvt):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class CvtaTo(Instruction):
    """Convert a generic address to an address in a state space. (PTX ISA, 9.7.9.20)

        cvta.to.space.size p, a  # PTX 2.0, sm_20
    """

    const: CvtaTo
    global_: CvtaTo
    local: CvtaTo
    param: CvtaTo
    param__entry: CvtaTo
    shared: CvtaTo
    shared__cluster: CvtaTo
    shared__cta: CvtaTo
    u32: CvtaTo
    u64: CvtaTo

class CvtaParam(Cvta):
    """Emit `cvta.param.u64 dst, src`: the generic address of a kernel parameter (PTX 7.7).

    Returns the destination, which is open when none is given.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        src: Any,
        dst: Any = None,
    ) -> Any: ...

class CvtaTo_global(Instruction):
    """Emit `cvta.to.global.u64 dst, src`: a generic address becomes one of global memory.

    Returns the destination, which is open when none is given.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        src: Any,
        dst: Any = None,
    ) -> Any: ...

class Cvta(Instruction):
    """Convert an address in a state space to a generic address, or back. (PTX ISA, 9.7.9.20)

        cvta.space.size p, a  # PTX 2.0, sm_20
    """

    const: Cvta
    global_: Cvta
    local: Cvta
    param__entry: Cvta
    shared: Cvta
    shared__cluster: Cvta
    shared__cta: Cvta
    u32: Cvta
    u64: Cvta
    @property
    def param(self) -> CvtaParam:
        """Emit `cvta.param.u64 dst, src`: the generic address of a kernel parameter (PTX 7.7).

        Returns the destination, which is open when none is given.
        """


    @property
    def to(self) -> CvtaTo:
        """Convert a generic address to an address in a state space. (PTX ISA, 9.7.9.20)

            cvta.to.space.size p, a  # PTX 2.0, sm_20
        """


    @property
    def to_global(self) -> CvtaTo_global:
        """Emit `cvta.to.global.u64 dst, src`: a generic address becomes one of global memory.

        Returns the destination, which is open when none is given.
        """



class Discard(Instruction):
    """Drop a stretch of memory from a cache without writing it back. (PTX ISA, 9.7.9.17)

        discard{.global}.level [a], size  # PTX 7.4, sm_80
    """

    L2: Discard
    global_: Discard

class Div(Instruction):
    """Divide the first number by the second. (PTX ISA, 9.7.3.8)

        div.approx{.ftz}.f32 d, a, b  # PTX 1.4
        div.full{.ftz}.f32 d, a, b  # PTX 1.4
        div.rnd{.ftz}.f32 d, a, b  # PTX 1.4, sm_20
        div.rnd.f64 d, a, b  # PTX 1.0
        div.f32 d, a, b  # PTX 1.0; until PTX 1.4
        div.f64 d, a, b  # PTX 1.0; until PTX 1.4

    Divide an integer by another. (PTX ISA, 9.7.1.8)

        div.type d, a, b  # PTX 1.0
    """

    approx: Div
    f32: Div
    f64: Div
    ftz: Div
    full: Div
    rm: Div
    rn: Div
    rp: Div
    rz: Div
    s16: Div
    s32: Div
    s64: Div
    u16: Div
    u32: Div
    u64: Div

class Dp2a(Instruction):
    """Add the dot product of two halves and two bytes to an integer. (PTX ISA, 9.7.1.24)

        dp2a.mode.atype.btype d, a, b, c  # PTX 5.0, sm_61
    """

    hi: Dp2a
    lo: Dp2a
    s32: Dp2a
    u32: Dp2a

class Dp4a(Instruction):
    """Add the dot product of four pairs of bytes to an integer. (PTX ISA, 9.7.1.23)

        dp4a.atype.btype d, a, b, c  # PTX 5.0, sm_61
    """

    s32: Dp4a
    u32: Dp4a

class ElectSync(Instruction):
    """Choose one of the threads of the warp that a mask names. (PTX ISA, 9.7.13.14)

        elect.sync d|p, membermask  # PTX 8.0, sm_90
    """


class Elect(Instruction):
    """Choose one of the threads of the warp that a mask names. (PTX ISA, 9.7.13.14)

        elect.sync d|p, membermask  # PTX 8.0, sm_90
    """

    @property
    def sync(self) -> ElectSync:
        """Choose one of the threads of the warp that a mask names. (PTX ISA, 9.7.13.14)

            elect.sync d|p, membermask  # PTX 8.0, sm_90
        """



class Ex2(Instruction):
    """Raise 2 to a power. (PTX ISA, 9.7.3.21)

        ex2.approx{.ftz}.f32 d, a  # PTX 1.4
        ex2.f32 d, a  # PTX 1.0; until PTX 1.4

    Raise 2 to a power, in half precision or bfloat16, or so for a pair. (PTX ISA, 9.7.4.10)

        ex2.approx.atype d, a  # PTX 7.0, sm_75
        ex2.approx.ftz.btype d, a  # PTX 7.8, sm_90
    """

    approx: Ex2
    bf16: Ex2
    bf16x2: Ex2
    f16: Ex2
    f16x2: Ex2
    f32: Ex2
    ftz: Ex2

class Exit(Instruction):
    """End the thread. (PTX ISA, 9.7.12.7)

        exit  # PTX 1.0
    """


class FabricTry_get(Instruction):
    """Copy from a fabric handle to shared memory, asynchronously (9.3). (PTX ISA, 9.7.10.5.1)

        fabric.try_get.async.dst.completion_mechanism.report_mechanism{.sem}{.scope}{.L2::cache_hint}.b128 [dstMem], [endpoint, offset], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
    """

    L2__cache_hint: FabricTry_get
    async_: FabricTry_get
    b128: FabricTry_get
    mbarrier__complete_tx__bytes: FabricTry_get
    mbarrier__report__fabric: FabricTry_get
    relaxed: FabricTry_get
    shared__cta: FabricTry_get
    sys: FabricTry_get

class FabricTry_put(Instruction):
    """Copy from shared memory to a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.2)

        fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism{.cp_mask}{.sem}{.scope} {.L2::cache_hint}.b128 [endpoint, offset], [srcMem], size, [mbar]{, byteMask}{, cache-policy}  # PTX 9.3, sm_100
        fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.b128 [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
    """

    L2__cache_hint: FabricTry_put
    async_: FabricTry_put
    b128: FabricTry_put
    counted__bytes: FabricTry_put
    cp_mask: FabricTry_put
    mbarrier__complete_tx__16B: FabricTry_put
    mbarrier__report__fabric: FabricTry_put
    multimem: FabricTry_put
    relaxed: FabricTry_put
    shared__cta: FabricTry_put
    sys: FabricTry_put

class FabricTry_red(Instruction):
    """Reduce from shared memory into a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.3)

        fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism{.sem}{.scope} {.L2::cache_hint}.op.type [endpoint, offset], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
        fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.op.type [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
    """

    L2__cache_hint: FabricTry_red
    add: FabricTry_red
    and_: FabricTry_red
    async_: FabricTry_red
    b32: FabricTry_red
    b64: FabricTry_red
    bf16: FabricTry_red
    counted__bytes: FabricTry_red
    f16: FabricTry_red
    f32: FabricTry_red
    f64: FabricTry_red
    max: FabricTry_red
    mbarrier__complete_tx__16B: FabricTry_red
    mbarrier__report__fabric: FabricTry_red
    min: FabricTry_red
    multimem: FabricTry_red
    or_: FabricTry_red
    relaxed: FabricTry_red
    s32: FabricTry_red
    s64: FabricTry_red
    shared__cta: FabricTry_red
    sys: FabricTry_red
    u32: FabricTry_red
    u64: FabricTry_red
    xor: FabricTry_red

class FabricTry_pullred(Instruction):
    """Reduce from all places of a handle to shared memory (9.3). (PTX ISA, 9.7.10.5.4)

        fabric.try_pullred.async.multimem.dst.completion_mechanism.report_mechanism{.sem}{.scope} .op{.acc_prec}.type.sync [dstMem], [endpoint, offset], size, [mbar], membermask  # PTX 9.3, sm_100
    """

    acc__f16: FabricTry_pullred
    acc__f32: FabricTry_pullred
    add: FabricTry_pullred
    and_: FabricTry_pullred
    async_: FabricTry_pullred
    b32: FabricTry_pullred
    b64: FabricTry_pullred
    bf16: FabricTry_pullred
    e4m3: FabricTry_pullred
    e5m2: FabricTry_pullred
    f16: FabricTry_pullred
    f32: FabricTry_pullred
    max: FabricTry_pullred
    mbarrier__complete_tx__bytes: FabricTry_pullred
    mbarrier__report__fabric: FabricTry_pullred
    min: FabricTry_pullred
    multimem: FabricTry_pullred
    or_: FabricTry_pullred
    relaxed: FabricTry_pullred
    s32: FabricTry_pullred
    s64: FabricTry_pullred
    shared__cta: FabricTry_pullred
    sync: FabricTry_pullred
    sys: FabricTry_pullred
    u32: FabricTry_pullred
    u64: FabricTry_pullred
    xor: FabricTry_pullred

class FabricSubmit(Instruction):
    """Have the fabric operations of the thread carried out (9.3). (PTX ISA, 9.7.10.5.5)

        fabric.submit{.op_restrict}  # PTX 9.3, sm_100
        fabric.submit.commit_group  # PTX 9.5, sm_100
    """

    commit_group: FabricSubmit
    op_restrict__fetching: FabricSubmit

class FabricWait(Instruction):
    """Wait until submitted operations have read shared memory (9.3). (PTX ISA, 9.7.10.5.6)

        fabric.wait.sync_restrict::reads  # PTX 9.3, sm_100
        fabric.wait.sync_restrict::reads N  # PTX 9.3, sm_100
    """

    sync_restrict__reads: FabricWait

class FabricTry_atom(Instruction):
    """Do an atomic operation on a fabric handle, asynchronously (9.4). (PTX ISA, 9.7.11.5.10)

        fabric.try_atom.async.dst.completion_mechanism.report_mechanism.sem.scope{.L2::cache_hint} .op.type [endpoint, offset], [dstMem], [srcMem], [mbar]{, cache-policy}  # PTX 9.4, sm_100
    """

    L2__cache_hint: FabricTry_atom
    add: FabricTry_atom
    and_: FabricTry_atom
    async_: FabricTry_atom
    b128: FabricTry_atom
    b32: FabricTry_atom
    b64: FabricTry_atom
    bf16x2: FabricTry_atom
    cas: FabricTry_atom
    exch: FabricTry_atom
    f16x2: FabricTry_atom
    f32: FabricTry_atom
    f64: FabricTry_atom
    max: FabricTry_atom
    mbarrier__complete_tx__16B: FabricTry_atom
    mbarrier__report__fabric: FabricTry_atom
    min: FabricTry_atom
    or_: FabricTry_atom
    relaxed: FabricTry_atom
    s32: FabricTry_atom
    s64: FabricTry_atom
    shared__cta: FabricTry_atom
    sys: FabricTry_atom
    u32: FabricTry_atom
    u64: FabricTry_atom
    xor: FabricTry_atom

class Fabric(Instruction):
    """Copy from a fabric handle to shared memory, asynchronously (9.3). (PTX ISA, 9.7.10.5.1)

        fabric.try_get.async.dst.completion_mechanism.report_mechanism{.sem}{.scope}{.L2::cache_hint}.b128 [dstMem], [endpoint, offset], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100

    Copy from shared memory to a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.2)

        fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism{.cp_mask}{.sem}{.scope} {.L2::cache_hint}.b128 [endpoint, offset], [srcMem], size, [mbar]{, byteMask}{, cache-policy}  # PTX 9.3, sm_100
        fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.b128 [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100

    Reduce from shared memory into a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.3)

        fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism{.sem}{.scope} {.L2::cache_hint}.op.type [endpoint, offset], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
        fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.op.type [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100

    Reduce from all places of a handle to shared memory (9.3). (PTX ISA, 9.7.10.5.4)

        fabric.try_pullred.async.multimem.dst.completion_mechanism.report_mechanism{.sem}{.scope} .op{.acc_prec}.type.sync [dstMem], [endpoint, offset], size, [mbar], membermask  # PTX 9.3, sm_100

    Have the fabric operations of the thread carried out (9.3). (PTX ISA, 9.7.10.5.5)

        fabric.submit{.op_restrict}  # PTX 9.3, sm_100
        fabric.submit.commit_group  # PTX 9.5, sm_100

    Wait until submitted operations have read shared memory (9.3). (PTX ISA, 9.7.10.5.6)

        fabric.wait.sync_restrict::reads  # PTX 9.3, sm_100
        fabric.wait.sync_restrict::reads N  # PTX 9.3, sm_100

    Do an atomic operation on a fabric handle, asynchronously (9.4). (PTX ISA, 9.7.11.5.10)

        fabric.try_atom.async.dst.completion_mechanism.report_mechanism.sem.scope{.L2::cache_hint} .op.type [endpoint, offset], [dstMem], [srcMem], [mbar]{, cache-policy}  # PTX 9.4, sm_100
    """

    @property
    def submit(self) -> FabricSubmit:
        """Have the fabric operations of the thread carried out (9.3). (PTX ISA, 9.7.10.5.5)

            fabric.submit{.op_restrict}  # PTX 9.3, sm_100
            fabric.submit.commit_group  # PTX 9.5, sm_100
        """


    @property
    def try_atom(self) -> FabricTry_atom:
        """Do an atomic operation on a fabric handle, asynchronously (9.4). (PTX ISA, 9.7.11.5.10)

            fabric.try_atom.async.dst.completion_mechanism.report_mechanism.sem.scope{.L2::cache_hint} .op.type [endpoint, offset], [dstMem], [srcMem], [mbar]{, cache-policy}  # PTX 9.4, sm_100
        """


    @property
    def try_get(self) -> FabricTry_get:
        """Copy from a fabric handle to shared memory, asynchronously (9.3). (PTX ISA, 9.7.10.5.1)

            fabric.try_get.async.dst.completion_mechanism.report_mechanism{.sem}{.scope}{.L2::cache_hint}.b128 [dstMem], [endpoint, offset], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
        """


    @property
    def try_pullred(self) -> FabricTry_pullred:
        """Reduce from all places of a handle to shared memory (9.3). (PTX ISA, 9.7.10.5.4)

            fabric.try_pullred.async.multimem.dst.completion_mechanism.report_mechanism{.sem}{.scope} .op{.acc_prec}.type.sync [dstMem], [endpoint, offset], size, [mbar], membermask  # PTX 9.3, sm_100
        """


    @property
    def try_put(self) -> FabricTry_put:
        """Copy from shared memory to a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.2)

            fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism{.cp_mask}{.sem}{.scope} {.L2::cache_hint}.b128 [endpoint, offset], [srcMem], size, [mbar]{, byteMask}{, cache-policy}  # PTX 9.3, sm_100
            fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.b128 [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
        """


    @property
    def try_red(self) -> FabricTry_red:
        """Reduce from shared memory into a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.3)

            fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism{.sem}{.scope} {.L2::cache_hint}.op.type [endpoint, offset], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
            fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.op.type [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
        """


    @property
    def wait(self) -> FabricWait:
        """Wait until submitted operations have read shared memory (9.3). (PTX ISA, 9.7.10.5.6)

            fabric.wait.sync_restrict::reads  # PTX 9.3, sm_100
            fabric.wait.sync_restrict::reads N  # PTX 9.3, sm_100
        """



class FenceProxy(Instruction):
    """Order memory accesses that go through different proxies. (PTX ISA, 9.7.13.4)

        fence.proxy.alias  # PTX 7.5, sm_70
        fence.proxy.alias.sem.sys  # PTX 9.4, sm_90
        fence.proxy.async{.space}  # PTX 8.0, sm_90
        fence.proxy.tensormap::generic.release.scope  # PTX 8.3, sm_90
        fence.proxy.tensormap::generic.acquire.scope [addr], size  # PTX 8.3, sm_90
        fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster  # PTX 8.6, sm_90
        … (9 forms; see ptxpy isa fence.proxy)
    """

    acq_rel: FenceProxy
    acquire: FenceProxy
    alias: FenceProxy
    async_: FenceProxy
    async__generic: FenceProxy
    cluster: FenceProxy
    cta: FenceProxy
    fabric__fabric: FenceProxy
    fabric__generic: FenceProxy
    generic__fabric: FenceProxy
    global_: FenceProxy
    gpu: FenceProxy
    release: FenceProxy
    shared__cluster: FenceProxy
    shared__cta: FenceProxy
    sync_restrict__shared__cluster: FenceProxy
    sync_restrict__shared__cluster__read: FenceProxy
    sync_restrict__shared__cta: FenceProxy
    sys: FenceProxy
    tensormap__generic: FenceProxy

class FenceMbarrier_init(Fence):
    """Release `mbarrier.init` of this thread to the cluster.

    Emits `fence.mbarrier_init.release.cluster;`. A barrier of the cluster follows:
    `ptx.cluster.sync()`. PTX 8.0, sm_90.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        pred: Any = None,
    ) -> None: ...

class FenceProxy_async(Instruction):
    """Order this thread's ordinary accesses with those of asynchronous copies and `wgmma`.

    Emits `fence.proxy.async;`: all state spaces. PTX 8.0, sm_90.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        pred: Any = None,
    ) -> None: ...

class FenceProxy_async_generic_acquire_shared_cluster(Instruction):
    """Let ordinary accesses see the asynchronous writes to the cluster's shared memory: acquire.

    Emits `fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;`. The
    instruction table says from which PTX version on it exists: later than the other fences here.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        pred: Any = None,
    ) -> None: ...

class FenceProxy_async_shared_cta(Instruction):
    """Order ordinary accesses to the block's shared memory with asynchronous ones.

    Emits `fence.proxy.async.shared::cta;`. Its place is between the threads' stores to a tile and
    the barrier after which one thread starts the store by TMA. PTX 8.0, sm_90.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        pred: Any = None,
    ) -> None: ...

class Fence(Instruction):
    """Order memory accesses: those before the fence happen before those behind it. (PTX ISA, 9.7.13.4)

        fence{.sem}.scope  # PTX 6.0, sm_70
        fence.acquire.sync_restrict::shared::cluster.cluster  # PTX 8.6, sm_90
        fence.release.sync_restrict::shared::cta.cluster  # PTX 8.6, sm_90
        fence.release.alias.sync_restrict::read.sys  # PTX 9.5, sm_90
        fence.mbarrier_init.release.cluster  # PTX 8.0, sm_90
    """

    acq_rel: Fence
    acquire: Fence
    alias: Fence
    cluster: Fence
    cta: Fence
    gpu: Fence
    release: Fence
    sc: Fence
    sync_restrict__read: Fence
    sync_restrict__shared__cluster: Fence
    sync_restrict__shared__cta: Fence
    sys: Fence
    @property
    def mbarrier_init(self) -> FenceMbarrier_init:
        """Release `mbarrier.init` of this thread to the cluster.

        Emits `fence.mbarrier_init.release.cluster;`. A barrier of the cluster follows:
        `ptx.cluster.sync()`. PTX 8.0, sm_90.
        """


    @property
    def proxy(self) -> FenceProxy:
        """Order memory accesses that go through different proxies. (PTX ISA, 9.7.13.4)

            fence.proxy.alias  # PTX 7.5, sm_70
            fence.proxy.alias.sem.sys  # PTX 9.4, sm_90
            fence.proxy.async{.space}  # PTX 8.0, sm_90
            fence.proxy.tensormap::generic.release.scope  # PTX 8.3, sm_90
            fence.proxy.tensormap::generic.acquire.scope [addr], size  # PTX 8.3, sm_90
            fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster  # PTX 8.6, sm_90
            … (9 forms; see ptxpy isa fence.proxy)
        """


    @property
    def proxy_async(self) -> FenceProxy_async:
        """Order this thread's ordinary accesses with those of asynchronous copies and `wgmma`.

        Emits `fence.proxy.async;`: all state spaces. PTX 8.0, sm_90.
        """


    @property
    def proxy_async_generic_acquire_shared_cluster(self) -> FenceProxy_async_generic_acquire_shared_cluster:
        """Let ordinary accesses see the asynchronous writes to the cluster's shared memory: acquire.

        Emits `fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;`. The
        instruction table says from which PTX version on it exists: later than the other fences here.
        """


    @property
    def proxy_async_shared_cta(self) -> FenceProxy_async_shared_cta:
        """Order ordinary accesses to the block's shared memory with asynchronous ones.

        Emits `fence.proxy.async.shared::cta;`. Its place is between the threads' stores to a tile and
        the barrier after which one thread starts the store by TMA. PTX 8.0, sm_90.
        """



class Fma(Instruction):
    """Multiply two numbers and add a third, rounding once. (PTX ISA, 9.7.3.6)

        fma.rnd{.ftz}{.sat}.f32 d, a, b, c  # PTX 2.0, sm_20
        fma.rnd{.ftz}.f32x2 d, a, b, c  # PTX 8.6, sm_100
        fma.rnd.f64 d, a, b, c  # PTX 1.4

    Multiply two halves or bfloat16s and add a third, rounding once. (PTX ISA, 9.7.4.4)

        fma.rnd{.ftz}{.sat}.f16 d, a, b, c  # PTX 4.2, sm_53
        fma.rnd{.ftz}{.sat}.f16x2 d, a, b, c  # PTX 4.2, sm_53
        fma.rnd{.ftz}.relu.f16 d, a, b, c  # PTX 7.0, sm_80
        fma.rnd{.ftz}.relu.f16x2 d, a, b, c  # PTX 7.0, sm_80
        fma.rnd{.relu}.bf16 d, a, b, c  # PTX 7.0, sm_80
        fma.rnd{.relu}.bf16x2 d, a, b, c  # PTX 7.0, sm_80
        … (12 forms; see ptxpy isa fma)

    Widen two numbers to the type of the third, multiply them and add the third. (PTX ISA, 9.7.5.3)

        fma.rnd{.sat}.f32.abtype d, a, b, c  # PTX 8.6, sm_100
    """

    bf16: Fma
    bf16x2: Fma
    f16: Fma
    f16x2: Fma
    f32: Fma
    f32x2: Fma
    f64: Fma
    ftz: Fma
    oob: Fma
    relu: Fma
    rm: Fma
    rn: Fma
    rp: Fma
    rz: Fma
    sat: Fma

class Fns(Instruction):
    """Find the n-th bit that is one, above or below a given bit. (PTX ISA, 9.7.1.17)

        fns.b32 d, mask, base, offset  # PTX 6.0, sm_30
    """

    b32: Fns

class Getctarank(Instruction):
    """Get the rank of the CTA that an address in shared memory belongs to. (PTX ISA, 9.7.9.24)

        getctarank{.space}.type d, a  # PTX 7.8, sm_90
    """

    s32: Getctarank
    s64: Getctarank
    shared__cluster: Getctarank
    u32: Getctarank
    u64: Getctarank

class Griddepcontrol(Instruction):
    """Let dependent grids start, or wait for those that this one depends on. (PTX ISA, 9.7.13.13)

        griddepcontrol.action  # PTX 7.8, sm_90
    """

    launch_dependents: Griddepcontrol
    wait: Griddepcontrol

class Isspacep(Instruction):
    """Ask whether a generic address is in a state space. (PTX ISA, 9.7.9.19)

        isspacep.space p, a  # PTX 2.0, sm_20
    """

    const: Isspacep
    global_: Isspacep
    local: Isspacep
    param: Isspacep
    param__entry: Isspacep
    shared: Isspacep
    shared__cluster: Isspacep
    shared__cta: Isspacep

class Istypep(Instruction):
    """Test whether an address is that of an opaque variable of a type. (PTX ISA, 9.7.10.6)

        istypep.type p, a  # PTX 4.0, sm_30
    """

    samplerref: Istypep
    surfref: Istypep
    texref: Istypep

class LdGlobal(Instruction):
    """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)

        ld.global{.cop}.nc{.level2::eviction_priority}{.level::cache_hint}{.level::prefetch_size} {.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 3.1, sm_32
        ld.global.nc{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 3.1, sm_32
    """

    L1__evict_first: LdGlobal
    L1__evict_last: LdGlobal
    L1__evict_normal: LdGlobal
    L1__evict_unchanged: LdGlobal
    L1__no_allocate: LdGlobal
    L2__128B: LdGlobal
    L2__256B: LdGlobal
    L2__64B: LdGlobal
    L2__cache_hint: LdGlobal
    L2__evict_first: LdGlobal
    L2__evict_last: LdGlobal
    L2__evict_normal: LdGlobal
    b128: LdGlobal
    b16: LdGlobal
    b32: LdGlobal
    b64: LdGlobal
    b8: LdGlobal
    ca: LdGlobal
    cg: LdGlobal
    cs: LdGlobal
    f32: LdGlobal
    f64: LdGlobal
    nc: LdGlobal
    s16: LdGlobal
    s32: LdGlobal
    s64: LdGlobal
    s8: LdGlobal
    u16: LdGlobal
    u32: LdGlobal
    u64: LdGlobal
    u8: LdGlobal
    v2: LdGlobal
    v4: LdGlobal
    v8: LdGlobal

class Ld(Instruction):
    """Emit `ld.space.cache.dtype dst, [addr]`.

    `addr` is a register, a name, an object in shared memory, `[x, 16]`, or a result of `ptx.addr`.
    `space` is a state space (`generic` for none), `cache` a cache operator with its qualifiers,
    `"ca"` or `"nc.L2::128B"`. Halves are read as `.b16`. With a vector type (`f32.v4`), `dst` is a
    tuple of registers.

    Load from memory. (PTX ISA, 9.7.9.8)

        ld{.weak}{.ss}{.cop}{.level2::eviction_priority}{.level::cache_hint}{.level::prefetch_size} {.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
        ld{.weak}{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
        ld.volatile{.ss}{.level2::eviction_priority}{.level::prefetch_size}{.vec}.type d, [a]{.unified}  # PTX 1.0
        ld.relaxed.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
        ld.acquire.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
        ld.mmio.sem.sys{.global}.type d, [a]{.unified}  # PTX 8.2, sm_70
        … (7 forms; see ptxpy isa ld)
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        addr: Any,
        *,
        space: str = 'global',
        cache: str | None = None,
        pred: Any = None,
    ) -> None: ...
    L1__evict_first: LdOperation
    L1__evict_last: LdOperation
    L1__evict_normal: LdOperation
    L1__evict_unchanged: LdOperation
    L1__no_allocate: LdOperation
    L2__128B: LdOperation
    L2__256B: LdOperation
    L2__64B: LdOperation
    L2__cache_hint: LdOperation
    L2__evict_first: LdOperation
    L2__evict_last: LdOperation
    L2__evict_normal: LdOperation
    acquire: LdOperation
    b128: LdOperation
    b16: LdOperation
    b32: LdOperation
    b64: LdOperation
    b8: LdOperation
    ca: LdOperation
    cg: LdOperation
    cluster: LdOperation
    const: LdOperation
    cs: LdOperation
    cta: LdOperation
    cv: LdOperation
    f32: LdOperation
    f64: LdOperation
    gpu: LdOperation
    local: LdOperation
    lu: LdOperation
    mmio: LdOperation
    nc: LdOperation
    param: LdOperation
    param__entry: LdOperation
    param__func: LdOperation
    proxy__readonly: LdOperation
    relaxed: LdOperation
    s16: LdOperation
    s32: LdOperation
    s64: LdOperation
    s8: LdOperation
    shared: LdOperation
    shared__cluster: LdOperation
    shared__cta: LdOperation
    sys: LdOperation
    u16: LdOperation
    u32: LdOperation
    u64: LdOperation
    u8: LdOperation
    v2: LdOperation
    v4: LdOperation
    v8: LdOperation
    volatile: LdOperation
    weak: LdOperation
    @property
    def global_(self) -> LdGlobal:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)

            ld.global{.cop}.nc{.level2::eviction_priority}{.level::cache_hint}{.level::prefetch_size} {.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 3.1, sm_32
            ld.global.nc{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 3.1, sm_32
        """



class LdOperation(Ld):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Ldmatrix(Instruction):
    """Load matrices of a warp: `ldmatrix.sync.aligned.m8n8.x4{.trans}.shared.b16 {…}, [src]`.

    Lane 8 * i + r gives the address of row r of matrix i, a multiple of 16 (PTX ISA 9.7.14.5.15).

    Args:
        dst: One register of 32 bits for each matrix.
        src: An address in shared memory: a register, `[register, offset]`, an array.
        layout: `"x1"`, `"x2"` or `"x4"`, with a shape before and `trans` after if wanted:
            `"m8n8.x4.trans"`, `"m16n16.x2.trans"`.
        trans: Whether each matrix is transposed.
        pred: A guard.

    Load matrices from shared memory, as fragments for mma. (PTX ISA, 9.7.14.5.15)

        ldmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16 r, [p]  # PTX 6.5, sm_75
        ldmatrix.sync.aligned.m16n16.num.trans{.ss}.b8 r, [p]  # PTX 8.6, sm_100f or sm_110f or sm_120f
        ldmatrix.sync.aligned.m16n16.num.trans{.ss}.dst_fmt.src_fmt r, [p]  # PTX 8.6, sm_100f or sm_110f or sm_120f
        ldmatrix.sync.aligned.m8n16.num{.ss}.dst_fmt.src_fmt r, [p]  # PTX 8.6, sm_100f or sm_110f or sm_120f
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        dst: Any,
        src: Any,
        layout: str = 'x4',
        trans: bool = False,
        pred: Any = None,
    ) -> None: ...
    aligned: LdmatrixOperation
    b16: LdmatrixOperation
    b4x16_p64: LdmatrixOperation
    b6x16_p32: LdmatrixOperation
    b8: LdmatrixOperation
    b8x16: LdmatrixOperation
    m16n16: LdmatrixOperation
    m8n16: LdmatrixOperation
    m8n8: LdmatrixOperation
    shared: LdmatrixOperation
    shared__cta: LdmatrixOperation
    sync: LdmatrixOperation
    trans: LdmatrixOperation
    x1: LdmatrixOperation
    x2: LdmatrixOperation
    x4: LdmatrixOperation

class LdmatrixOperation(Ldmatrix):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Ldu(Instruction):
    """Load from an address in global memory that is the same for the whole warp. (PTX ISA, 9.7.9.10)

        ldu{.ss}{.vec}.type d, [a]{.unified}  # PTX 2.0, sm_20
    """

    b128: Ldu
    b16: Ldu
    b32: Ldu
    b64: Ldu
    b8: Ldu
    f32: Ldu
    f64: Ldu
    global_: Ldu
    s16: Ldu
    s32: Ldu
    s64: Ldu
    s8: Ldu
    u16: Ldu
    u32: Ldu
    u64: Ldu
    u8: Ldu
    v2: Ldu
    v4: Ldu

class Lg2(Instruction):
    """Take the logarithm to base 2. (PTX ISA, 9.7.3.20)

        lg2.approx{.ftz}.f32 d, a  # PTX 1.4
        lg2.f32 d, a  # PTX 1.0; until PTX 1.4
    """

    approx: Lg2
    f32: Lg2
    ftz: Lg2

class Lop3(Instruction):
    """Any logical operation on three inputs, given by its table of truth. (PTX ISA, 9.7.8.6)

        lop3.b32 d, a, b, c, immLut  # PTX 4.3, sm_50
        lop3.BoolOp.b32 d|p, a, b, c, immLut, {!}q  # PTX 8.2, sm_70
    """

    and_: Lop3
    b32: Lop3
    or_: Lop3

class Mad(Instruction):
    """Emit `mad.mode.dtype dst, a, b, c`: `ptx.mad(s32, dst, a, b, c)`, or `d = ptx.mad(a, b, c)`.

    Without a type, the first register says it, and the destination is returned: open, as that of
    an instruction. Untyped bits count as signed; of floats it is `mad.rn`, of halves `fma.rn`.

    Multiply two numbers and add a third, for sm_20 and higher rounding once as fma does. (PTX ISA, 9.7.3.7)

        mad.rnd{.ftz}{.sat}.f32 d, a, b, c  # PTX 1.0, sm_20
        mad.rnd.f64 d, a, b, c  # PTX 1.0
        mad{.ftz}{.sat}.f32 d, a, b, c  # PTX 1.0; until PTX 3.2, sm_20
        mad.f64 d, a, b, c  # PTX 1.0; until PTX 1.4

    Multiply two integers and add a third, keeping the low or high half or all of it. (PTX ISA, 9.7.1.4)

        mad.mode.type d, a, b, c  # PTX 1.0
        mad.wide.type d, a, b, c  # PTX 1.0
        mad.hi.sat.s32 d, a, b, c  # PTX 1.0

    Multiply two integers, add a third to half of the product, and keep the carry. (PTX ISA, 9.7.2.5)

        mad.mode.cc.type d, a, b, c  # PTX 3.0, sm_20
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *args: Any,
        mode: str = 'lo',
        pred: Any = None,
    ) -> Any: ...
    cc: MadOperation
    f32: MadOperation
    f64: MadOperation
    ftz: MadOperation
    hi: MadOperation
    lo: MadOperation
    rm: MadOperation
    rn: MadOperation
    rp: MadOperation
    rz: MadOperation
    s16: MadOperation
    s32: MadOperation
    s64: MadOperation
    sat: MadOperation
    u16: MadOperation
    u32: MadOperation
    u64: MadOperation
    wide: MadOperation

class MadOperation(Mad):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Mad24(Instruction):
    """Multiply the low 24 bits of two integers and add a third to 32 bits of it. (PTX ISA, 9.7.1.6)

        mad24.mode.type d, a, b, c  # PTX 1.0
        mad24.hi.sat.s32 d, a, b, c  # PTX 1.0
    """

    hi: Mad24
    lo: Mad24
    s32: Mad24
    sat: Mad24
    u32: Mad24

class Madc(Instruction):
    """Multiply two integers, add a third and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.6)

        madc.mode{.cc}.type d, a, b, c  # PTX 3.0, sm_20
        madc.mode.type d, a, b, c  # PTX 3.0, sm_20
        madc.hi.sat.s32 d, a, b, c  # PTX 3.0, sm_20
    """

    cc: Madc
    hi: Madc
    lo: Madc
    s16: Madc
    s32: Madc
    s64: Madc
    sat: Madc
    u16: Madc
    u32: Madc
    u64: Madc

class Mapa(Instruction):
    """Map an address in shared memory to that of the same variable in another CTA. (PTX ISA, 9.7.9.23)

        mapa{.space}.type d, a, b  # PTX 7.8, sm_90
    """

    s32: Mapa
    s64: Mapa
    shared__cluster: Mapa
    u32: Mapa
    u64: Mapa

class Match(Instruction):
    """Find the threads of a warp that have the same value. (PTX ISA, 9.7.13.10)

        match.any.sync.type d, a, membermask  # PTX 6.0, sm_70
        match.all.sync.type d{|p}, a, membermask  # PTX 6.0, sm_70
    """

    all: Match
    any: Match
    b32: Match
    b64: Match
    sync: Match

class Max(Instruction):
    """Take the largest of two or three numbers. (PTX ISA, 9.7.3.12)

        max{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b  # PTX 1.0
        max{.ftz}{.NaN}{.abs}.f32 d, a, b, c  # PTX 8.8, sm_100
        max.f64 d, a, b  # PTX 1.0

    Take the larger of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.8)

        max{.ftz}{.NaN}{.xorsign.abs}.f16 d, a, b  # PTX 7.0, sm_80
        max{.ftz}{.NaN}{.xorsign.abs}.f16x2 d, a, b  # PTX 7.0, sm_80
        max{.NaN}{.xorsign.abs}.bf16 d, a, b  # PTX 7.0, sm_80
        max{.NaN}{.xorsign.abs}.bf16x2 d, a, b  # PTX 7.0, sm_80

    Take the larger of two integers. (PTX ISA, 9.7.1.13)

        max.atype d, a, b  # PTX 1.0
        max{.relu}.s32 d, a, b  # PTX 1.0
        max.u16x2 d, a, b  # PTX 8.0, sm_90
        max{.relu}.s16x2 d, a, b  # PTX 8.0, sm_90
        max.u8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
        max{.relu}.s8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
    """

    NaN: Max
    abs: Max
    bf16: Max
    bf16x2: Max
    f16: Max
    f16x2: Max
    f32: Max
    f64: Max
    ftz: Max
    relu: Max
    s16: Max
    s16x2: Max
    s32: Max
    s64: Max
    s8x4: Max
    u16: Max
    u16x2: Max
    u32: Max
    u64: Max
    u8x4: Max
    xorsign: Max

class MbarrierInit(Instruction):
    """Initialise an mbarrier that awaits `count` arrivals in each phase.

    Emits `mbarrier.init.shared::cta.b64 [mbar], count;`. One thread does it, and others see it
    after a barrier of the block, or of the cluster with `ptx.fence.mbarrier_init()` before it.

    Make a barrier object in shared memory that awaits a number of arrivals. (PTX ISA, 9.7.13.15.9)

        mbarrier.init{.layout}{.space}.b64 [addr], count  # PTX 7.0, sm_80
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        mbar: Any,
        count: int,
        *,
        pred: Any = None,
    ) -> None: ...
    b64: MbarrierInitOperation
    layout__v0: MbarrierInitOperation
    layout__v1: MbarrierInitOperation
    shared: MbarrierInitOperation
    shared__cta: MbarrierInitOperation

class MbarrierInitOperation(MbarrierInit):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class MbarrierInval(Instruction):
    """End an mbarrier, so that its memory may serve another purpose.

    Emits `mbarrier.inval.shared::cta.b64 [mbar];`.

    End a barrier object, so that its memory may serve another purpose. (PTX ISA, 9.7.13.15.10)

        mbarrier.inval{.space}.b64 [addr]  # PTX 7.0, sm_80
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        mbar: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    b64: MbarrierInvalOperation
    shared: MbarrierInvalOperation
    shared__cta: MbarrierInvalOperation

class MbarrierInvalOperation(MbarrierInval):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class MbarrierExpect_tx(Instruction):
    """Let the phase wait for `tx_count` bytes more; this is no arrival.

    Emits `mbarrier.expect_tx.shared::cta.b64 [mbar], tx_count;`.

    Raise the count of bytes that the current phase waits for. (PTX ISA, 9.7.13.15.11)

        mbarrier.expect_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
        mbarrier.expect_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        mbar: Any,
        tx_count: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    b64: MbarrierExpect_txOperation
    cluster: MbarrierExpect_txOperation
    cta: MbarrierExpect_txOperation
    multicast__cluster__32b: MbarrierExpect_txOperation
    relaxed: MbarrierExpect_txOperation
    shared: MbarrierExpect_txOperation
    shared__cluster: MbarrierExpect_txOperation
    shared__cta: MbarrierExpect_txOperation

class MbarrierExpect_txOperation(MbarrierExpect_tx):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class MbarrierComplete_tx(Instruction):
    """Count bytes as done, as the end of an asynchronous copy would. (PTX ISA, 9.7.13.15.12)

        mbarrier.complete_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
        mbarrier.complete_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f
    """

    b64: MbarrierComplete_tx
    cluster: MbarrierComplete_tx
    cta: MbarrierComplete_tx
    multicast__cluster__32b: MbarrierComplete_tx
    relaxed: MbarrierComplete_tx
    shared: MbarrierComplete_tx
    shared__cluster: MbarrierComplete_tx
    shared__cta: MbarrierComplete_tx

class MbarrierArrive(Instruction):
    """Arrive once, and return the state of the phase, b64, which `try_wait` takes.

    Emits `mbarrier.arrive.shared::cta.b64 state, [mbar];`.

    Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)

        mbarrier.arrive{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.1, sm_80
        mbarrier.arrive.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
        mbarrier.arrive.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.1, sm_80
        … (10 forms; see ptxpy isa mbarrier.arrive)
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        mbar: Any,
        *,
        pred: Any = None,
    ) -> PendingResult: ...
    b64: MbarrierArriveOperation
    cluster: MbarrierArriveOperation
    cta: MbarrierArriveOperation
    expect_tx: MbarrierArriveOperation
    multicast__cluster__32b: MbarrierArriveOperation
    noComplete: MbarrierArriveOperation
    relaxed: MbarrierArriveOperation
    release: MbarrierArriveOperation
    shared: MbarrierArriveOperation
    shared__cluster: MbarrierArriveOperation
    shared__cta: MbarrierArriveOperation

class MbarrierArriveOperation(MbarrierArrive):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class MbarrierArrive_drop(Instruction):
    """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)

        mbarrier.arrive_drop{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive_drop{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive_drop.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive_drop.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
        mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.0, sm_80
        … (10 forms; see ptxpy isa mbarrier.arrive_drop)
    """

    b64: MbarrierArrive_drop
    cluster: MbarrierArrive_drop
    cta: MbarrierArrive_drop
    expect_tx: MbarrierArrive_drop
    multicast__cluster__32b: MbarrierArrive_drop
    noComplete: MbarrierArrive_drop
    relaxed: MbarrierArrive_drop
    release: MbarrierArrive_drop
    shared: MbarrierArrive_drop
    shared__cluster: MbarrierArrive_drop
    shared__cta: MbarrierArrive_drop

class MbarrierTest_wait(Instruction):
    """Test whether a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

        mbarrier.test_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state  # PTX 7.0, sm_80
        mbarrier.test_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 7.1, sm_80
        mbarrier.test_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state  # PTX 9.3, sm_90
        mbarrier.test_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity  # PTX 9.3, sm_90
        mbarrier.test_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 9.3, sm_90
    """

    acquire: MbarrierTest_wait
    b64: MbarrierTest_wait
    cluster: MbarrierTest_wait
    cta: MbarrierTest_wait
    parity: MbarrierTest_wait
    phase_type__conditional: MbarrierTest_wait
    phase_type__primary: MbarrierTest_wait
    relaxed: MbarrierTest_wait
    shared: MbarrierTest_wait
    shared__cta: MbarrierTest_wait

class MbarrierTry_wait(Instruction):
    """Wait for some time, and return a predicate that says whether the phase is complete.

    `phase` is the parity of the phase, 0 or 1; with `parity=False`, the state that `arrive` of
    that phase has returned.

    Emits `mbarrier.try_wait.parity.shared::cta.b64 p, [mbar], phase;`, without `.parity` for a
    state.

    Wait for some time until a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

        mbarrier.try_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state{, suspendTimeHint}  # PTX 7.8, sm_90
        mbarrier.try_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 7.8, sm_90
        mbarrier.try_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state{, suspendTimeHint}  # PTX 9.3, sm_90
        mbarrier.try_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90
        mbarrier.try_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        mbar: Any,
        phase: Any,
        *,
        parity: bool = True,
        pred: Any = None,
    ) -> PendingResult: ...
    acquire: MbarrierTry_waitOperation
    b64: MbarrierTry_waitOperation
    cluster: MbarrierTry_waitOperation
    cta: MbarrierTry_waitOperation
    parity: MbarrierTry_waitOperation
    phase_type__conditional: MbarrierTry_waitOperation
    phase_type__primary: MbarrierTry_waitOperation
    relaxed: MbarrierTry_waitOperation
    shared: MbarrierTry_waitOperation
    shared__cta: MbarrierTry_waitOperation

class MbarrierTry_waitOperation(MbarrierTry_wait):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class MbarrierPending_count(Instruction):
    """Get the count of pending arrivals out of a state. (PTX ISA, 9.7.13.15.17)

        mbarrier.pending_count{.layout::v0}.b64 count, state  # PTX 7.0, sm_80
    """

    b64: MbarrierPending_count
    layout__v0: MbarrierPending_count

class MbarrierCheck_layout(Instruction):
    """Test which layout a barrier object has. (PTX ISA, 9.7.14.16.21)

        mbarrier.check_layout.layout{.space}.b64 p, [addr]  # PTX 9.3, sm_90
    """

    b64: MbarrierCheck_layout
    layout__v0: MbarrierCheck_layout
    layout__v1: MbarrierCheck_layout
    shared: MbarrierCheck_layout
    shared__cta: MbarrierCheck_layout

class MbarrierArray(Instruction):
    """Return `count` mbarriers at `base + byte_offset`; nothing is emitted.

    `base` is a register with an address in shared memory (`smem.base()`), the result of
    `smem.alloc` or `smem.mbarrier`, or the name of a variable. `ValueError` for an offset that is
    no multiple of 8.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        base: Any,
        byte_offset: int,
        count: int,
    ) -> _BarrierArray: ...

class MbarrierArrive_expect_tx(Instruction):
    """Let the phase wait for `tx_count` bytes more, arrive, and return the state.

    Emits `mbarrier.arrive.expect_tx.shared::cta.b64 state, [mbar], tx_count;`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        mbar: Any,
        tx_count: Any,
        *,
        pred: Any = None,
    ) -> PendingResult: ...

class MbarrierWait(Instruction):
    """Wait until the phase of parity `phase`, 0 or 1, is complete.

    Emits, with a label that has the next number,

        WAIT:
            mbarrier.try_wait.parity.shared::cta.b64 p, [mbar], phase;
            @!p bra WAIT;

    with `mbarrier.test_wait` before sm_90, which has no `try_wait`, and with `pred` a branch before
    it that skips it if `pred` is false.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        mbar: Any,
        phase: Any,
        *,
        pred: Any = None,
    ) -> None: ...

class Mbarrier(Instruction):
    """Make a barrier object in shared memory that awaits a number of arrivals. (PTX ISA, 9.7.13.15.9)

        mbarrier.init{.layout}{.space}.b64 [addr], count  # PTX 7.0, sm_80

    End a barrier object, so that its memory may serve another purpose. (PTX ISA, 9.7.13.15.10)

        mbarrier.inval{.space}.b64 [addr]  # PTX 7.0, sm_80

    Raise the count of bytes that the current phase waits for. (PTX ISA, 9.7.13.15.11)

        mbarrier.expect_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
        mbarrier.expect_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f

    Count bytes as done, as the end of an asynchronous copy would. (PTX ISA, 9.7.13.15.12)

        mbarrier.complete_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
        mbarrier.complete_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f

    Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)

        mbarrier.arrive{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.1, sm_80
        mbarrier.arrive.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
        mbarrier.arrive.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.1, sm_80
        … (10 forms; see ptxpy isa mbarrier.arrive)

    Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)

        mbarrier.arrive_drop{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive_drop{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive_drop.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive_drop.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
        mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.0, sm_80
        … (10 forms; see ptxpy isa mbarrier.arrive_drop)

    Test whether a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

        mbarrier.test_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state  # PTX 7.0, sm_80
        mbarrier.test_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 7.1, sm_80
        mbarrier.test_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state  # PTX 9.3, sm_90
        mbarrier.test_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity  # PTX 9.3, sm_90
        mbarrier.test_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 9.3, sm_90

    Wait for some time until a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

        mbarrier.try_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state{, suspendTimeHint}  # PTX 7.8, sm_90
        mbarrier.try_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 7.8, sm_90
        mbarrier.try_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state{, suspendTimeHint}  # PTX 9.3, sm_90
        mbarrier.try_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90
        mbarrier.try_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90

    Get the count of pending arrivals out of a state. (PTX ISA, 9.7.13.15.17)

        mbarrier.pending_count{.layout::v0}.b64 count, state  # PTX 7.0, sm_80

    Test which layout a barrier object has. (PTX ISA, 9.7.14.16.21)

        mbarrier.check_layout.layout{.space}.b64 p, [addr]  # PTX 9.3, sm_90
    """

    @property
    def array(self) -> MbarrierArray:
        """Return `count` mbarriers at `base + byte_offset`; nothing is emitted.

        `base` is a register with an address in shared memory (`smem.base()`), the result of
        `smem.alloc` or `smem.mbarrier`, or the name of a variable. `ValueError` for an offset that is
        no multiple of 8.
        """


    @property
    def arrive(self) -> MbarrierArrive:
        """Arrive once, and return the state of the phase, b64, which `try_wait` takes.

        Emits `mbarrier.arrive.shared::cta.b64 state, [mbar];`.

        Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)

            mbarrier.arrive{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
            mbarrier.arrive{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.1, sm_80
            mbarrier.arrive.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
            mbarrier.arrive.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
            mbarrier.arrive.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
            mbarrier.arrive.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.1, sm_80
            … (10 forms; see ptxpy isa mbarrier.arrive)
        """


    @property
    def arrive_drop(self) -> MbarrierArrive_drop:
        """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)

            mbarrier.arrive_drop{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
            mbarrier.arrive_drop{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.0, sm_80
            mbarrier.arrive_drop.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
            mbarrier.arrive_drop.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
            mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
            mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.0, sm_80
            … (10 forms; see ptxpy isa mbarrier.arrive_drop)
        """


    @property
    def arrive_expect_tx(self) -> MbarrierArrive_expect_tx:
        """Let the phase wait for `tx_count` bytes more, arrive, and return the state.

        Emits `mbarrier.arrive.expect_tx.shared::cta.b64 state, [mbar], tx_count;`.
        """


    @property
    def check_layout(self) -> MbarrierCheck_layout:
        """Test which layout a barrier object has. (PTX ISA, 9.7.14.16.21)

            mbarrier.check_layout.layout{.space}.b64 p, [addr]  # PTX 9.3, sm_90
        """


    @property
    def complete_tx(self) -> MbarrierComplete_tx:
        """Count bytes as done, as the end of an asynchronous copy would. (PTX ISA, 9.7.13.15.12)

            mbarrier.complete_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
            mbarrier.complete_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f
        """


    @property
    def expect_tx(self) -> MbarrierExpect_tx:
        """Let the phase wait for `tx_count` bytes more; this is no arrival.

        Emits `mbarrier.expect_tx.shared::cta.b64 [mbar], tx_count;`.

        Raise the count of bytes that the current phase waits for. (PTX ISA, 9.7.13.15.11)

            mbarrier.expect_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
            mbarrier.expect_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f
        """


    @property
    def init(self) -> MbarrierInit:
        """Initialise an mbarrier that awaits `count` arrivals in each phase.

        Emits `mbarrier.init.shared::cta.b64 [mbar], count;`. One thread does it, and others see it
        after a barrier of the block, or of the cluster with `ptx.fence.mbarrier_init()` before it.

        Make a barrier object in shared memory that awaits a number of arrivals. (PTX ISA, 9.7.13.15.9)

            mbarrier.init{.layout}{.space}.b64 [addr], count  # PTX 7.0, sm_80
        """


    @property
    def inval(self) -> MbarrierInval:
        """End an mbarrier, so that its memory may serve another purpose.

        Emits `mbarrier.inval.shared::cta.b64 [mbar];`.

        End a barrier object, so that its memory may serve another purpose. (PTX ISA, 9.7.13.15.10)

            mbarrier.inval{.space}.b64 [addr]  # PTX 7.0, sm_80
        """


    @property
    def pending_count(self) -> MbarrierPending_count:
        """Get the count of pending arrivals out of a state. (PTX ISA, 9.7.13.15.17)

            mbarrier.pending_count{.layout::v0}.b64 count, state  # PTX 7.0, sm_80
        """


    @property
    def test_wait(self) -> MbarrierTest_wait:
        """Test whether a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

            mbarrier.test_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state  # PTX 7.0, sm_80
            mbarrier.test_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 7.1, sm_80
            mbarrier.test_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state  # PTX 9.3, sm_90
            mbarrier.test_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity  # PTX 9.3, sm_90
            mbarrier.test_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 9.3, sm_90
        """


    @property
    def try_wait(self) -> MbarrierTry_wait:
        """Wait for some time, and return a predicate that says whether the phase is complete.

        `phase` is the parity of the phase, 0 or 1; with `parity=False`, the state that `arrive` of
        that phase has returned.

        Emits `mbarrier.try_wait.parity.shared::cta.b64 p, [mbar], phase;`, without `.parity` for a
        state.

        Wait for some time until a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

            mbarrier.try_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state{, suspendTimeHint}  # PTX 7.8, sm_90
            mbarrier.try_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 7.8, sm_90
            mbarrier.try_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state{, suspendTimeHint}  # PTX 9.3, sm_90
            mbarrier.try_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90
            mbarrier.try_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90
        """


    @property
    def wait(self) -> MbarrierWait:
        """Wait until the phase of parity `phase`, 0 or 1, is complete.

        Emits, with a label that has the next number,

            WAIT:
                mbarrier.try_wait.parity.shared::cta.b64 p, [mbar], phase;
                @!p bra WAIT;

        with `mbarrier.test_wait` before sm_90, which has no `try_wait`, and with `pred` a branch before
        it that skips it if `pred` is false.
        """



class Membar(Instruction):
    """Order memory accesses, in the words of old: a sequentially consistent fence. (PTX ISA, 9.7.13.4)

        membar.level  # PTX 1.4
        membar.proxy.proxykind  # PTX 7.5, sm_60
    """

    alias: Membar
    async_: Membar
    cta: Membar
    gl: Membar
    proxy: Membar
    sys: Membar

class Min(Instruction):
    """Take the smallest of two or three numbers. (PTX ISA, 9.7.3.11)

        min{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b  # PTX 1.0
        min{.ftz}{.NaN}{.abs}.f32 d, a, b, c  # PTX 8.8, sm_100
        min.f64 d, a, b  # PTX 1.0

    Take the smaller of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.7)

        min{.ftz}{.NaN}{.xorsign.abs}.f16 d, a, b  # PTX 7.0, sm_80
        min{.ftz}{.NaN}{.xorsign.abs}.f16x2 d, a, b  # PTX 7.0, sm_80
        min{.NaN}{.xorsign.abs}.bf16 d, a, b  # PTX 7.0, sm_80
        min{.NaN}{.xorsign.abs}.bf16x2 d, a, b  # PTX 7.0, sm_80

    Take the smaller of two integers. (PTX ISA, 9.7.1.12)

        min.atype d, a, b  # PTX 1.0
        min{.relu}.s32 d, a, b  # PTX 1.0
        min.u16x2 d, a, b  # PTX 8.0, sm_90
        min{.relu}.s16x2 d, a, b  # PTX 8.0, sm_90
        min.u8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
        min{.relu}.s8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
    """

    NaN: Min
    abs: Min
    bf16: Min
    bf16x2: Min
    f16: Min
    f16x2: Min
    f32: Min
    f64: Min
    ftz: Min
    relu: Min
    s16: Min
    s16x2: Min
    s32: Min
    s64: Min
    s8x4: Min
    u16: Min
    u16x2: Min
    u32: Min
    u64: Min
    u8x4: Min
    xorsign: Min

class MmaSp(Instruction):
    """Multiply a sparse matrix by a dense one and add a third, in a warp's registers. (PTX ISA, 9.7.14.6.3)

        mma.spvariant.sync.aligned.shape.row.col.dtype.f16.f16.ctype d, a, b, c, e, f  # PTX 7.1, sm_80
        mma.spvariant.sync.aligned.shape.row.col.f32.bf16.bf16.f32 d, a, b, c, e, f  # PTX 7.1, sm_80
        mma.spvariant.sync.aligned.shape.row.col.f32.tf32.tf32.f32 d, a, b, c, e, f  # PTX 7.1, sm_80
        mma.spvariant.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32 d, a, b, c, e, f  # PTX 7.1, sm_80
        mma.spvariant.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32 d, a, b, c, e, f  # PTX 7.1, sm_80
        mma.spvariant.sync.aligned.m16n8k64.row.col.f32.f8type.f8type.f32 d, a, b, c, e, f  # PTX 8.4, sm_89
        … (11 forms; see ptxpy isa mma.sp)
    """

    aligned: MmaSp
    bf16: MmaSp
    block_scale: MmaSp
    col: MmaSp
    e2m1: MmaSp
    e2m3: MmaSp
    e3m2: MmaSp
    e4m3: MmaSp
    e5m2: MmaSp
    f16: MmaSp
    f32: MmaSp
    kind__f8f6f4: MmaSp
    kind__mxf4: MmaSp
    kind__mxf4nvf4: MmaSp
    kind__mxf8f6f4: MmaSp
    m16n8k128: MmaSp
    m16n8k16: MmaSp
    m16n8k32: MmaSp
    m16n8k64: MmaSp
    m16n8k8: MmaSp
    row: MmaSp
    s32: MmaSp
    s4: MmaSp
    s8: MmaSp
    satfinite: MmaSp
    scale_vec__1X: MmaSp
    scale_vec__2X: MmaSp
    scale_vec__4X: MmaSp
    sync: MmaSp
    tf32: MmaSp
    u4: MmaSp
    u8: MmaSp
    ue4m3: MmaSp
    ue8m0: MmaSp

class MmaSync(Mma):
    """Emit D = A * B + C of a warp: `mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32`.

    Args:
        shape: `(m, n, k)`.
        dtype_d: The type of the elements of D.
        dtype_a: And of A.
        dtype_b: And of B.
        dtype_c: And of C.
        d: The registers, as many as the shape and the type want: `InstructionError` for others.
        a: Those of A; halves are packed by twos, bytes by fours.
        b: Those of B.
        c: Those of C, which may be those of D; numbers are constants.
        a_layout: `"row"` but for m8n8k4.
        b_layout: `"col"` but for m8n8k4.
        pred: A guard.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        shape: tuple[int, int, int],
        dtype_d: Any,
        dtype_a: Any,
        dtype_b: Any,
        dtype_c: Any,
        d: Any,
        a: Any,
        b: Any,
        c: Any,
        a_layout: str = 'row',
        b_layout: str = 'col',
        pred: Any = None,
    ) -> None: ...

class Mma(Instruction):
    """Multiply two matrices and add a third, all of them in a warp's registers. (PTX ISA, 9.7.14.5.14)

        mma.sync.aligned.m8n8k4.alayout.blayout.dtype.f16.f16.ctype d, a, b, c  # PTX 6.4, sm_70
        mma.sync.aligned.m16n8k8.row.col.dtype.f16.f16.ctype d, a, b, c  # PTX 6.5, sm_75
        mma.sync.aligned.m16n8k16.row.col.dtype.f16.f16.ctype d, a, b, c  # PTX 6.5, sm_75
        mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
        mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
        mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 d, a, b, c  # PTX 7.0, sm_80
        … (16 forms; see ptxpy isa mma)
    """

    aligned: Mma
    and_: Mma
    b1: Mma
    bf16: Mma
    block_scale: Mma
    col: Mma
    e2m1: Mma
    e2m3: Mma
    e3m2: Mma
    e4m3: Mma
    e5m2: Mma
    f16: Mma
    f32: Mma
    f64: Mma
    kind__f8f6f4: Mma
    kind__mxf4: Mma
    kind__mxf4nvf4: Mma
    kind__mxf8f6f4: Mma
    m16n8k128: Mma
    m16n8k16: Mma
    m16n8k256: Mma
    m16n8k32: Mma
    m16n8k4: Mma
    m16n8k64: Mma
    m16n8k8: Mma
    m8n8k128: Mma
    m8n8k16: Mma
    m8n8k32: Mma
    m8n8k4: Mma
    popc: Mma
    rm: Mma
    rn: Mma
    row: Mma
    rp: Mma
    rz: Mma
    s32: Mma
    s4: Mma
    s8: Mma
    satfinite: Mma
    scale_vec__1X: Mma
    scale_vec__2X: Mma
    scale_vec__4X: Mma
    tf32: Mma
    u4: Mma
    u8: Mma
    ue4m3: Mma
    ue8m0: Mma
    xor: Mma
    @property
    def sp(self) -> MmaSp:
        """Multiply a sparse matrix by a dense one and add a third, in a warp's registers. (PTX ISA, 9.7.14.6.3)

            mma.spvariant.sync.aligned.shape.row.col.dtype.f16.f16.ctype d, a, b, c, e, f  # PTX 7.1, sm_80
            mma.spvariant.sync.aligned.shape.row.col.f32.bf16.bf16.f32 d, a, b, c, e, f  # PTX 7.1, sm_80
            mma.spvariant.sync.aligned.shape.row.col.f32.tf32.tf32.f32 d, a, b, c, e, f  # PTX 7.1, sm_80
            mma.spvariant.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32 d, a, b, c, e, f  # PTX 7.1, sm_80
            mma.spvariant.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32 d, a, b, c, e, f  # PTX 7.1, sm_80
            mma.spvariant.sync.aligned.m16n8k64.row.col.f32.f8type.f8type.f32 d, a, b, c, e, f  # PTX 8.4, sm_89
            … (11 forms; see ptxpy isa mma.sp)
        """


    @property
    def sync(self) -> MmaSync:
        """Emit D = A * B + C of a warp: `mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32`.

        Args:
            shape: `(m, n, k)`.
            dtype_d: The type of the elements of D.
            dtype_a: And of A.
            dtype_b: And of B.
            dtype_c: And of C.
            d: The registers, as many as the shape and the type want: `InstructionError` for others.
            a: Those of A; halves are packed by twos, bytes by fours.
            b: Those of B.
            c: Those of C, which may be those of D; numbers are constants.
            a_layout: `"row"` but for m8n8k4.
            b_layout: `"col"` but for m8n8k4.
            pred: A guard.
        """



class Mov(Instruction):
    """Emit `mov.dtype dst, src`; halves, constants too, are moved as bits.

    Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)

        mov.type d, a  # PTX 1.0
        mov.type d, fname  # PTX 2.1
        mov.type d, a  # PTX 1.0
        mov.type d, {!}a  # PTX 1.0
        mov.type d, a  # PTX 8.3, sm_70
        mov.vec.type d, a  # PTX 1.0

    Pack a vector of registers into a wider one, or unpack it. (PTX ISA, 9.7.9.4)

        mov.b16 d, a  # PTX 1.0
        mov.b32 d, a  # PTX 1.0
        mov.b64 d, a  # PTX 1.0
        mov.b128 d, a  # PTX 8.3, sm_70
        mov.b16 d, a  # PTX 1.0
        mov.b32 d, a  # PTX 1.0
        … (8 forms; see ptxpy isa mov)
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        src: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    b128: MovOperation
    b16: MovOperation
    b32: MovOperation
    b64: MovOperation
    f32: MovOperation
    f64: MovOperation
    pred: MovOperation
    s16: MovOperation
    s32: MovOperation
    s64: MovOperation
    u16: MovOperation
    u32: MovOperation
    u64: MovOperation
    v2: MovOperation
    v4: MovOperation

class MovOperation(Mov):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Movmatrix(Instruction):
    """Transpose a matrix in the registers of a warp. (PTX ISA, 9.7.14.5.17)

        movmatrix.sync.aligned.m8n8.trans.b16 d, a  # PTX 7.8, sm_75
    """

    aligned: Movmatrix
    b16: Movmatrix
    m8n8: Movmatrix
    sync: Movmatrix
    trans: Movmatrix

class Mul(Instruction):
    """Emit `mul.mode.dtype dst, a, b` of integers, `mul.dtype` of floats.

    `mode` is `lo`, which is meant without one, `hi` or `wide`; with `wide`, `dst` has twice the
    bits of `dtype`.

    Multiply two numbers, or two pairs of them. (PTX ISA, 9.7.3.5)

        mul{.rnd}{.ftz}{.sat}.f32 d, a, b  # PTX 1.0
        mul{.rnd}{.ftz}.f32x2 d, a, b  # PTX 8.6, sm_100
        mul{.rnd}.f64 d, a, b  # PTX 1.0

    Multiply two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.3)

        mul{.rnd}{.ftz}{.sat}.f16 d, a, b  # PTX 4.2, sm_53
        mul{.rnd}{.ftz}{.sat}.f16x2 d, a, b  # PTX 4.2, sm_53
        mul{.rnd}.bf16 d, a, b  # PTX 7.8, sm_90
        mul{.rnd}.bf16x2 d, a, b  # PTX 7.8, sm_90

    Multiply two integers, keeping the low or high half of the product or all of it. (PTX ISA, 9.7.1.3)

        mul.mode.type d, a, b  # PTX 1.0
        mul.wide.type d, a, b  # PTX 1.0
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        a: Any,
        b: Any,
        *,
        mode: str | None = None,
        pred: Any = None,
    ) -> None: ...
    bf16: MulOperation
    bf16x2: MulOperation
    f16: MulOperation
    f16x2: MulOperation
    f32: MulOperation
    f32x2: MulOperation
    f64: MulOperation
    ftz: MulOperation
    hi: MulOperation
    lo: MulOperation
    rm: MulOperation
    rn: MulOperation
    rp: MulOperation
    rz: MulOperation
    s16: MulOperation
    s32: MulOperation
    s64: MulOperation
    sat: MulOperation
    u16: MulOperation
    u32: MulOperation
    u64: MulOperation
    wide: MulOperation

class MulOperation(Mul):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Mul24(Instruction):
    """Multiply the low 24 bits of two integers, keeping the low or high 32 bits. (PTX ISA, 9.7.1.5)

        mul24.mode.type d, a, b  # PTX 1.0
    """

    hi: Mul24
    lo: Mul24
    s32: Mul24
    u32: Mul24

class MultimemCpAsyncBulk(Instruction):
    """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

        multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
        multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
    """

    b128: MultimemCpAsyncBulk
    bulk_group: MultimemCpAsyncBulk
    cluster: MultimemCpAsyncBulk
    cp_mask: MultimemCpAsyncBulk
    cta: MultimemCpAsyncBulk
    global_: MultimemCpAsyncBulk
    gpu: MultimemCpAsyncBulk
    relaxed: MultimemCpAsyncBulk
    shared__cta: MultimemCpAsyncBulk
    sys: MultimemCpAsyncBulk
    weak: MultimemCpAsyncBulk

class MultimemCpAsync(Instruction):
    """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

        multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
        multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
    """

    @property
    def bulk(self) -> MultimemCpAsyncBulk:
        """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

            multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
            multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
        """



class MultimemCpReduceAsyncBulk(Instruction):
    """Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
    """

    add: MultimemCpReduceAsyncBulk
    and_: MultimemCpReduceAsyncBulk
    b32: MultimemCpReduceAsyncBulk
    b64: MultimemCpReduceAsyncBulk
    bf16: MultimemCpReduceAsyncBulk
    bulk_group: MultimemCpReduceAsyncBulk
    cluster: MultimemCpReduceAsyncBulk
    cta: MultimemCpReduceAsyncBulk
    dec: MultimemCpReduceAsyncBulk
    f16: MultimemCpReduceAsyncBulk
    f32: MultimemCpReduceAsyncBulk
    f64: MultimemCpReduceAsyncBulk
    global_: MultimemCpReduceAsyncBulk
    gpu: MultimemCpReduceAsyncBulk
    inc: MultimemCpReduceAsyncBulk
    max: MultimemCpReduceAsyncBulk
    min: MultimemCpReduceAsyncBulk
    noftz: MultimemCpReduceAsyncBulk
    or_: MultimemCpReduceAsyncBulk
    relaxed: MultimemCpReduceAsyncBulk
    s32: MultimemCpReduceAsyncBulk
    s64: MultimemCpReduceAsyncBulk
    shared__cta: MultimemCpReduceAsyncBulk
    sys: MultimemCpReduceAsyncBulk
    u32: MultimemCpReduceAsyncBulk
    u64: MultimemCpReduceAsyncBulk
    xor: MultimemCpReduceAsyncBulk

class MultimemCpReduceAsync(Instruction):
    """Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
    """

    @property
    def bulk(self) -> MultimemCpReduceAsyncBulk:
        """Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

            multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
            multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        """



class MultimemCpReduce(Instruction):
    """Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
    """

    @property
    def async_(self) -> MultimemCpReduceAsync:
        """Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

            multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
            multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        """



class MultimemCp(Instruction):
    """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

        multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
        multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90

    Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
    """

    @property
    def async_(self) -> MultimemCpAsync:
        """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

            multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
            multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
        """


    @property
    def reduce(self) -> MultimemCpReduce:
        """Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

            multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
            multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        """



class MultimemLd_reduce(Instruction):
    """Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)

        multimem.ld_reduce{.weak}{.ss}.op.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce.ldsem.scope{.ss}.op.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce{.weak}{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce.ldsem.scope{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90
    """

    acc__f16: MultimemLd_reduce
    acc__f32: MultimemLd_reduce
    acquire: MultimemLd_reduce
    add: MultimemLd_reduce
    and_: MultimemLd_reduce
    b32: MultimemLd_reduce
    b64: MultimemLd_reduce
    bf16: MultimemLd_reduce
    bf16x2: MultimemLd_reduce
    cluster: MultimemLd_reduce
    cta: MultimemLd_reduce
    e4m3: MultimemLd_reduce
    e4m3x2: MultimemLd_reduce
    e4m3x4: MultimemLd_reduce
    e5m2: MultimemLd_reduce
    e5m2x2: MultimemLd_reduce
    e5m2x4: MultimemLd_reduce
    f16: MultimemLd_reduce
    f16x2: MultimemLd_reduce
    f32: MultimemLd_reduce
    f64: MultimemLd_reduce
    global_: MultimemLd_reduce
    gpu: MultimemLd_reduce
    max: MultimemLd_reduce
    min: MultimemLd_reduce
    or_: MultimemLd_reduce
    relaxed: MultimemLd_reduce
    s32: MultimemLd_reduce
    s64: MultimemLd_reduce
    sys: MultimemLd_reduce
    u32: MultimemLd_reduce
    u64: MultimemLd_reduce
    v2: MultimemLd_reduce
    v4: MultimemLd_reduce
    v8: MultimemLd_reduce
    weak: MultimemLd_reduce
    xor: MultimemLd_reduce

class MultimemStAsync(Instruction):
    """Store to all places of a multimem address without waiting. (PTX ISA, 9.7.9.12)

        multimem.st.async.release.scope{.ss}.type [a], b  # PTX 9.3, sm_100
    """

    b16: MultimemStAsync
    b32: MultimemStAsync
    b64: MultimemStAsync
    b8: MultimemStAsync
    f32: MultimemStAsync
    f64: MultimemStAsync
    global_: MultimemStAsync
    gpu: MultimemStAsync
    release: MultimemStAsync
    s16: MultimemStAsync
    s32: MultimemStAsync
    s64: MultimemStAsync
    s8: MultimemStAsync
    sys: MultimemStAsync
    u16: MultimemStAsync
    u32: MultimemStAsync
    u64: MultimemStAsync
    u8: MultimemStAsync

class MultimemSt(Instruction):
    """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)

        multimem.st{.weak}{.ss}.type [a], b  # PTX 8.1, sm_90
        multimem.st.stsem.scope{.ss}.type [a], b  # PTX 8.1, sm_90
        multimem.st{.weak}{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90
        multimem.st.stsem.scope{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90
    """

    b32: MultimemSt
    b64: MultimemSt
    bf16: MultimemSt
    bf16x2: MultimemSt
    cluster: MultimemSt
    cta: MultimemSt
    e4m3: MultimemSt
    e4m3x2: MultimemSt
    e4m3x4: MultimemSt
    e5m2: MultimemSt
    e5m2x2: MultimemSt
    e5m2x4: MultimemSt
    f16: MultimemSt
    f16x2: MultimemSt
    f32: MultimemSt
    f64: MultimemSt
    global_: MultimemSt
    gpu: MultimemSt
    relaxed: MultimemSt
    release: MultimemSt
    s32: MultimemSt
    s64: MultimemSt
    sys: MultimemSt
    u32: MultimemSt
    u64: MultimemSt
    v2: MultimemSt
    v4: MultimemSt
    v8: MultimemSt
    weak: MultimemSt
    @property
    def async_(self) -> MultimemStAsync:
        """Store to all places of a multimem address without waiting. (PTX ISA, 9.7.9.12)

            multimem.st.async.release.scope{.ss}.type [a], b  # PTX 9.3, sm_100
        """



class MultimemRedAsync(Instruction):
    """Reduce a value into all places of a multimem address, not waiting. (PTX ISA, 9.7.13.9)

        multimem.red.async.release.scope{.ss}.add.type [a], b  # PTX 9.3, sm_100
    """

    add: MultimemRedAsync
    global_: MultimemRedAsync
    gpu: MultimemRedAsync
    release: MultimemRedAsync
    s32: MultimemRedAsync
    sys: MultimemRedAsync
    u32: MultimemRedAsync
    u64: MultimemRedAsync

class MultimemRed(Instruction):
    """Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)

        multimem.red{.ss}.op.type [a], b  # PTX 8.1, sm_90
        multimem.red.redsem.scope{.ss}.op.type [a], b  # PTX 8.1, sm_90
        multimem.red{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90
        multimem.red.redsem.scope{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90
    """

    add: MultimemRed
    and_: MultimemRed
    b32: MultimemRed
    b64: MultimemRed
    bf16: MultimemRed
    bf16x2: MultimemRed
    cluster: MultimemRed
    cta: MultimemRed
    f16: MultimemRed
    f16x2: MultimemRed
    f32: MultimemRed
    f64: MultimemRed
    global_: MultimemRed
    gpu: MultimemRed
    max: MultimemRed
    min: MultimemRed
    or_: MultimemRed
    relaxed: MultimemRed
    release: MultimemRed
    s32: MultimemRed
    s64: MultimemRed
    sys: MultimemRed
    u32: MultimemRed
    u64: MultimemRed
    v2: MultimemRed
    v4: MultimemRed
    v8: MultimemRed
    xor: MultimemRed
    @property
    def async_(self) -> MultimemRedAsync:
        """Reduce a value into all places of a multimem address, not waiting. (PTX ISA, 9.7.13.9)

            multimem.red.async.release.scope{.ss}.add.type [a], b  # PTX 9.3, sm_100
        """



class Multimem(Instruction):
    """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

        multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
        multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90

    Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90

    Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)

        multimem.ld_reduce{.weak}{.ss}.op.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce.ldsem.scope{.ss}.op.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce{.weak}{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce.ldsem.scope{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90

    Store to all places of a multimem address. (PTX ISA, 9.7.9.14)

        multimem.st{.weak}{.ss}.type [a], b  # PTX 8.1, sm_90
        multimem.st.stsem.scope{.ss}.type [a], b  # PTX 8.1, sm_90
        multimem.st{.weak}{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90
        multimem.st.stsem.scope{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90

    Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)

        multimem.red{.ss}.op.type [a], b  # PTX 8.1, sm_90
        multimem.red.redsem.scope{.ss}.op.type [a], b  # PTX 8.1, sm_90
        multimem.red{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90
        multimem.red.redsem.scope{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90

    Store to all places of a multimem address without waiting. (PTX ISA, 9.7.9.12)

        multimem.st.async.release.scope{.ss}.type [a], b  # PTX 9.3, sm_100

    Reduce a value into all places of a multimem address, not waiting. (PTX ISA, 9.7.13.9)

        multimem.red.async.release.scope{.ss}.add.type [a], b  # PTX 9.3, sm_100
    """

    @property
    def cp(self) -> MultimemCp:
        """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

            multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
            multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90

        Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

            multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
            multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        """


    @property
    def ld_reduce(self) -> MultimemLd_reduce:
        """Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)

            multimem.ld_reduce{.weak}{.ss}.op.type d, [a]  # PTX 8.1, sm_90
            multimem.ld_reduce.ldsem.scope{.ss}.op.type d, [a]  # PTX 8.1, sm_90
            multimem.ld_reduce{.weak}{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90
            multimem.ld_reduce.ldsem.scope{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90
        """


    @property
    def red(self) -> MultimemRed:
        """Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)

            multimem.red{.ss}.op.type [a], b  # PTX 8.1, sm_90
            multimem.red.redsem.scope{.ss}.op.type [a], b  # PTX 8.1, sm_90
            multimem.red{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90
            multimem.red.redsem.scope{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90

        Reduce a value into all places of a multimem address, not waiting. (PTX ISA, 9.7.13.9)

            multimem.red.async.release.scope{.ss}.add.type [a], b  # PTX 9.3, sm_100
        """


    @property
    def st(self) -> MultimemSt:
        """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)

            multimem.st{.weak}{.ss}.type [a], b  # PTX 8.1, sm_90
            multimem.st.stsem.scope{.ss}.type [a], b  # PTX 8.1, sm_90
            multimem.st{.weak}{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90
            multimem.st.stsem.scope{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90

        Store to all places of a multimem address without waiting. (PTX ISA, 9.7.9.12)

            multimem.st.async.release.scope{.ss}.type [a], b  # PTX 9.3, sm_100
        """



class Nanosleep(Instruction):
    """Suspend the thread for about so many nanoseconds. (PTX ISA, 9.7.19.2)

        nanosleep.u32 t  # PTX 6.2, sm_70
    """

    u32: Nanosleep

class Neg(Instruction):
    """Change the sign. (PTX ISA, 9.7.3.10)

        neg{.ftz}.f32 d, a  # PTX 1.0
        neg.f64 d, a  # PTX 1.0

    Change the sign of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.5)

        neg{.ftz}.f16 d, a  # PTX 6.0, sm_53
        neg{.ftz}.f16x2 d, a  # PTX 6.0, sm_53
        neg.bf16 d, a  # PTX 7.0, sm_80
        neg.bf16x2 d, a  # PTX 7.0, sm_80

    Negate an integer. (PTX ISA, 9.7.1.11)

        neg.type d, a  # PTX 1.0
        neg.s8x4 d, a  # PTX 9.2, sm_107f or sm_120f
    """

    bf16: Neg
    bf16x2: Neg
    f16: Neg
    f16x2: Neg
    f32: Neg
    f64: Neg
    ftz: Neg
    s16: Neg
    s32: Neg
    s64: Neg
    s8x4: Neg

class Not(Instruction):
    """Emit `not.b32 dst, src`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

    Bitwise negation: one's complement. (PTX ISA, 9.7.8.4)

        not.type d, a  # PTX 1.0
        not.pred d, {!}a  # PTX 1.0
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        src: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    b16: NotOperation
    b32: NotOperation
    b64: NotOperation
    pred: NotOperation

class NotOperation(Not):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Or(Instruction):
    """Emit `or.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

    Bitwise or. (PTX ISA, 9.7.8.2)

        or.type d, a, b  # PTX 1.0
        or.pred d, {!}a, {!}b  # PTX 1.0
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        a: Any,
        b: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    b16: OrOperation
    b32: OrOperation
    b64: OrOperation
    pred: OrOperation

class OrOperation(Or):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Pmevent(Instruction):
    """Trigger performance monitor events, one by its number or several by a mask. (PTX ISA, 9.7.19.3)

        pmevent a  # PTX 1.4
        pmevent.mask a  # PTX 3.0, sm_20
    """

    mask: Pmevent

class Popc(Instruction):
    """Count the bits that are one. (PTX ISA, 9.7.1.14)

        popc.type d, a  # PTX 2.0, sm_20
    """

    b32: Popc
    b64: Popc

class Prefetch(Instruction):
    """Bring memory near into a cache. (PTX ISA, 9.7.9.15)

        prefetch{.space}.level [a]  # PTX 2.0, sm_20
        prefetch{.global}.level::eviction_priority [a]  # PTX 7.4, sm_80
        prefetch{.tensormap_space}.tensormap [a]  # PTX 8.0, sm_90
        prefetch{.global}.L1::32B.valid_addr [a]  # PTX 9.4, sm_90
    """

    L1: Prefetch
    L1__32B: Prefetch
    L2: Prefetch
    L2__evict_last: Prefetch
    L2__evict_normal: Prefetch
    const: Prefetch
    global_: Prefetch
    local: Prefetch
    param: Prefetch
    tensormap: Prefetch
    valid_addr: Prefetch

class Prefetchu(Instruction):
    """Bring memory near into the uniform cache. (PTX ISA, 9.7.9.15)

        prefetchu.L1 [a]  # PTX 2.0, sm_20
    """

    L1: Prefetchu

class Prmt(Instruction):
    """Pick four bytes out of two registers. (PTX ISA, 9.7.9.7)

        prmt.b32{.mode} d, a, b, c  # PTX 2.0, sm_20
    """

    b32: Prmt
    b4e: Prmt
    ecl: Prmt
    ecr: Prmt
    f4e: Prmt
    rc16: Prmt
    rc8: Prmt

class RcpApproxFtzF64(Instruction):
    """Take the reciprocal to about 20 bits of the mantissa. (PTX ISA, 9.7.3.14)

        rcp.approx.ftz.f64 d, a  # PTX 2.1, sm_20
    """


class RcpApproxFtz(Instruction):
    """Take the reciprocal to about 20 bits of the mantissa. (PTX ISA, 9.7.3.14)

        rcp.approx.ftz.f64 d, a  # PTX 2.1, sm_20
    """

    @property
    def f64(self) -> RcpApproxFtzF64:
        """Take the reciprocal to about 20 bits of the mantissa. (PTX ISA, 9.7.3.14)

            rcp.approx.ftz.f64 d, a  # PTX 2.1, sm_20
        """



class RcpApprox(Instruction):
    """Take the reciprocal to about 20 bits of the mantissa. (PTX ISA, 9.7.3.14)

        rcp.approx.ftz.f64 d, a  # PTX 2.1, sm_20
    """

    @property
    def ftz(self) -> RcpApproxFtz:
        """Take the reciprocal to about 20 bits of the mantissa. (PTX ISA, 9.7.3.14)

            rcp.approx.ftz.f64 d, a  # PTX 2.1, sm_20
        """



class Rcp(Instruction):
    """Take the reciprocal. (PTX ISA, 9.7.3.13)

        rcp.approx{.ftz}.f32 d, a  # PTX 1.4
        rcp.rnd{.ftz}.f32 d, a  # PTX 1.4, sm_20
        rcp.rnd{.ftz}.f64 d, a  # PTX 1.4
        rcp.f32 d, a  # PTX 1.0; until PTX 1.4
    """

    f32: Rcp
    f64: Rcp
    ftz: Rcp
    rm: Rcp
    rn: Rcp
    rp: Rcp
    rz: Rcp
    @property
    def approx(self) -> RcpApprox:
        """Take the reciprocal to about 20 bits of the mantissa. (PTX ISA, 9.7.3.14)

            rcp.approx.ftz.f64 d, a  # PTX 2.1, sm_20
        """



class RedAsync(Instruction):
    """Start a reduction in memory that is performed some time later. (PTX ISA, 9.7.13.7)

        red.async.sem.scope{.ss}.completion_mechanism.op.type [a], b, [mbar]  # PTX 8.1, sm_90
        red.async{.mmio}.sem.scope{.ss}.op.type [a], b  # PTX 8.1, sm_100
    """

    add: RedAsync
    and_: RedAsync
    b32: RedAsync
    cluster: RedAsync
    dec: RedAsync
    global_: RedAsync
    gpu: RedAsync
    inc: RedAsync
    max: RedAsync
    mbarrier__complete_tx__bytes: RedAsync
    min: RedAsync
    mmio: RedAsync
    or_: RedAsync
    relaxed: RedAsync
    release: RedAsync
    s32: RedAsync
    s64: RedAsync
    shared__cluster: RedAsync
    sys: RedAsync
    u32: RedAsync
    u64: RedAsync
    xor: RedAsync

class Red(Instruction):
    """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)

        red{.sem}{.scope}{.space}.op{.L2::cache_hint}.type [a], b{, cache-policy}  # PTX 1.1, sm_11
        red{.sem}{.scope}{.space}.add.noftz{.L2::cache_hint}.type [a], b{, cache-policy}
        red{.sem}{.scope}{.space}.add.noftz{.L2::cache_hint}.f32 [a], b{, cache-policy}  # PTX 9.4, sm_90
        red{.sem}{.scope}{.global}.add{.noftz}{.L2::cache_hint}.vec_32_bit.f32 [a], b{, cache-policy}  # PTX 8.1, sm_90
        red{.sem}{.scope}{.global}.op.noftz{.L2::cache_hint}.vec_16_bit.half_word_type [a], b{, cache-policy}  # PTX 8.1, sm_90
        red{.sem}{.scope}{.global}.op.noftz{.L2::cache_hint}.vec_32_bit.packed_type [a], b{, cache-policy}  # PTX 8.1, sm_90
    """

    L2__cache_hint: Red
    add: Red
    and_: Red
    b32: Red
    b64: Red
    bf16: Red
    bf16x2: Red
    cluster: Red
    cta: Red
    dec: Red
    f16: Red
    f16x2: Red
    f32: Red
    f64: Red
    global_: Red
    gpu: Red
    inc: Red
    max: Red
    min: Red
    noftz: Red
    or_: Red
    relaxed: Red
    release: Red
    s32: Red
    s64: Red
    shared: Red
    shared__cluster: Red
    shared__cta: Red
    sys: Red
    u32: Red
    u64: Red
    v2: Red
    v4: Red
    v8: Red
    xor: Red
    @property
    def async_(self) -> RedAsync:
        """Start a reduction in memory that is performed some time later. (PTX ISA, 9.7.13.7)

            red.async.sem.scope{.ss}.completion_mechanism.op.type [a], b, [mbar]  # PTX 8.1, sm_90
            red.async{.mmio}.sem.scope{.ss}.op.type [a], b  # PTX 8.1, sm_100
        """



class ReduxSync(Instruction):
    """Reduce values of the threads of the warp that a mask names. (PTX ISA, 9.7.13.12)

        redux.sync.op.type dst, src, membermask  # PTX 7.0, sm_80
        redux.sync.op.b32 dst, src, membermask  # PTX 7.0, sm_80
        redux.sync.op{.abs}{.NaN}.f32 dst, src, membermask  # PTX 8.6, sm_100f
    """

    NaN: ReduxSync
    abs: ReduxSync
    add: ReduxSync
    and_: ReduxSync
    b32: ReduxSync
    f32: ReduxSync
    max: ReduxSync
    min: ReduxSync
    or_: ReduxSync
    s32: ReduxSync
    u32: ReduxSync
    xor: ReduxSync

class Redux(Instruction):
    """Reduce values of the threads of the warp that a mask names. (PTX ISA, 9.7.13.12)

        redux.sync.op.type dst, src, membermask  # PTX 7.0, sm_80
        redux.sync.op.b32 dst, src, membermask  # PTX 7.0, sm_80
        redux.sync.op{.abs}{.NaN}.f32 dst, src, membermask  # PTX 8.6, sm_100f
    """

    @property
    def sync(self) -> ReduxSync:
        """Reduce values of the threads of the warp that a mask names. (PTX ISA, 9.7.13.12)

            redux.sync.op.type dst, src, membermask  # PTX 7.0, sm_80
            redux.sync.op.b32 dst, src, membermask  # PTX 7.0, sm_80
            redux.sync.op{.abs}{.NaN}.f32 dst, src, membermask  # PTX 8.6, sm_100f
        """



class Rem(Instruction):
    """Take the remainder of an integer division. (PTX ISA, 9.7.1.9)

        rem.type d, a, b  # PTX 1.0
    """

    s16: Rem
    s32: Rem
    s64: Rem
    u16: Rem
    u32: Rem
    u64: Rem

class Ret(Instruction):
    """Return from a function. (PTX ISA, 9.7.12.6)

        ret{.uni}  # PTX 1.0
    """

    uni: Ret

class RsqrtApproxFtzF64(Instruction):
    """Take the reciprocal of the square root to about 20 bits. (PTX ISA, 9.7.3.17)

        rsqrt.approx.ftz.f64 d, a  # PTX 4.0, sm_20
    """


class RsqrtApproxFtz(Instruction):
    """Take the reciprocal of the square root to about 20 bits. (PTX ISA, 9.7.3.17)

        rsqrt.approx.ftz.f64 d, a  # PTX 4.0, sm_20
    """

    @property
    def f64(self) -> RsqrtApproxFtzF64:
        """Take the reciprocal of the square root to about 20 bits. (PTX ISA, 9.7.3.17)

            rsqrt.approx.ftz.f64 d, a  # PTX 4.0, sm_20
        """



class RsqrtApprox(Instruction):
    """Take the reciprocal of the square root to about 20 bits. (PTX ISA, 9.7.3.17)

        rsqrt.approx.ftz.f64 d, a  # PTX 4.0, sm_20
    """

    @property
    def ftz(self) -> RsqrtApproxFtz:
        """Take the reciprocal of the square root to about 20 bits. (PTX ISA, 9.7.3.17)

            rsqrt.approx.ftz.f64 d, a  # PTX 4.0, sm_20
        """



class Rsqrt(Instruction):
    """Take the reciprocal of the square root. (PTX ISA, 9.7.3.16)

        rsqrt.approx{.ftz}.f32 d, a  # PTX 1.4
        rsqrt.approx.f64 d, a  # PTX 1.4
        rsqrt.f32 d, a  # PTX 1.0; until PTX 1.4
        rsqrt.f64 d, a  # PTX 1.0; until PTX 1.4
    """

    f32: Rsqrt
    f64: Rsqrt
    ftz: Rsqrt
    @property
    def approx(self) -> RsqrtApprox:
        """Take the reciprocal of the square root to about 20 bits. (PTX ISA, 9.7.3.17)

            rsqrt.approx.ftz.f64 d, a  # PTX 4.0, sm_20
        """



class Sad(Instruction):
    """Add the absolute difference of two integers to a third. (PTX ISA, 9.7.1.7)

        sad.type d, a, b, c  # PTX 1.0
    """

    s16: Sad
    s32: Sad
    s64: Sad
    u16: Sad
    u32: Sad
    u64: Sad

class Selp(Instruction):
    """Emit `selp.dtype dst, true_val, false_val, pred_reg`; halves are selected as bits.

    Select one of two values by a predicate. (PTX ISA, 9.7.6.3)

        selp.type d, a, b, {!}c  # PTX 1.0
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        true_val: Any,
        false_val: Any,
        pred_reg: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    b16: SelpOperation
    b32: SelpOperation
    b64: SelpOperation
    f32: SelpOperation
    f64: SelpOperation
    s16: SelpOperation
    s32: SelpOperation
    s64: SelpOperation
    u16: SelpOperation
    u32: SelpOperation
    u64: SelpOperation

class SelpOperation(Selp):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Set(Instruction):
    """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)

        set.CmpOp.dtype.stype d, a, b  # PTX 1.0
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c  # PTX 1.0
        set.CmpOp.dtype.stype d, a, b  # PTX 1.0
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c  # PTX 1.0
        set.CmpOp.dtype.stype d, a, b  # PTX 1.0
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c  # PTX 1.0
        … (8 forms; see ptxpy isa set)

    Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)

        set.CmpOp.dtype.stype d, a, b
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c
        set.CmpOp.dtype.stype d, a, b
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c
        set.CmpOp.dtype.stype d, a, b
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c
        … (18 forms; see ptxpy isa set)
    """

    and_: Set
    b16: Set
    b32: Set
    b64: Set
    bf16: Set
    bf16x2: Set
    eq: Set
    equ: Set
    f16: Set
    f16x2: Set
    f32: Set
    f64: Set
    ftz: Set
    ge: Set
    geu: Set
    gt: Set
    gtu: Set
    hi: Set
    hs: Set
    le: Set
    leu: Set
    lo: Set
    ls: Set
    lt: Set
    ltu: Set
    nan: Set
    ne: Set
    neu: Set
    num: Set
    or_: Set
    s16: Set
    s32: Set
    s64: Set
    u16: Set
    u32: Set
    u64: Set
    xor: Set

class Setmaxnreg(Instruction):
    """Emit `setmaxnreg.inc.sync.aligned.u32 count`, or `.dec` (PTX ISA 9.7.19.5).

    `ValueError` unless `count`, the registers of a thread, is a multiple of 8 from 24 to 256.

    Ask for more registers a thread of the warp, or give some back. (PTX ISA, 9.7.19.5)

        setmaxnreg.action.sync.aligned.type imm-reg-count  # PTX 8.0, sm_90a or sm_100f or sm_110f or sm_120f
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        count: int,
        *,
        inc: bool = True,
        pred: Any = None,
    ) -> None: ...
    aligned: SetmaxnregOperation
    dec: SetmaxnregOperation
    inc: SetmaxnregOperation
    s32: SetmaxnregOperation
    sync: SetmaxnregOperation
    u32: SetmaxnregOperation

class SetmaxnregOperation(Setmaxnreg):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Setp(Instruction):
    """Emit `setp.cmp_op.dtype pred_out, a, b`; `pred_negate` is the guard, as `pred=` elsewhere.

    Untyped bits are compared for `eq` and `ne` alone, except under a compiler's style, which counts
    them as signed numbers.

    Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)

        setp.CmpOp.type p{|q}, a, b  # PTX 1.0
        setp.CmpOp.BoolOp.type p{|q}, a, b, {!}c  # PTX 1.0
        setp.CmpOp.type p{|q}, a, b  # PTX 1.0
        setp.CmpOp.BoolOp.type p{|q}, a, b, {!}c  # PTX 1.0
        setp.CmpOp.type p{|q}, a, b  # PTX 1.0
        setp.CmpOp.BoolOp.type p{|q}, a, b, {!}c  # PTX 1.0
        … (8 forms; see ptxpy isa setp)

    Compare two half-precision values, join a predicate, and write one of each result. (PTX ISA, 9.7.7.2)

        setp.CmpOp{.ftz}.f16 p, a, b  # PTX 4.2, sm_53
        setp.CmpOp.BoolOp{.ftz}.f16 p, a, b, {!}c  # PTX 4.2, sm_53
        setp.CmpOp{.ftz}.f16x2 p{|q}, a, b  # PTX 4.2, sm_53
        setp.CmpOp.BoolOp{.ftz}.f16x2 p{|q}, a, b, {!}c  # PTX 4.2, sm_53
        setp.CmpOp.bf16 p, a, b  # PTX 7.8, sm_90
        setp.CmpOp.BoolOp.bf16 p, a, b, {!}c  # PTX 7.8, sm_90
        … (8 forms; see ptxpy isa setp)
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        cmp_op: str,
        dtype: Any,
        pred_out: Any,
        a: Any,
        b: Any,
        *,
        pred_negate: Any = None,
    ) -> None: ...
    and_: SetpOperation
    b16: SetpOperation
    b32: SetpOperation
    b64: SetpOperation
    bf16: SetpOperation
    bf16x2: SetpOperation
    eq: SetpOperation
    equ: SetpOperation
    f16: SetpOperation
    f16x2: SetpOperation
    f32: SetpOperation
    f64: SetpOperation
    ftz: SetpOperation
    ge: SetpOperation
    geu: SetpOperation
    gt: SetpOperation
    gtu: SetpOperation
    hi: SetpOperation
    hs: SetpOperation
    le: SetpOperation
    leu: SetpOperation
    lo: SetpOperation
    ls: SetpOperation
    lt: SetpOperation
    ltu: SetpOperation
    nan: SetpOperation
    ne: SetpOperation
    neu: SetpOperation
    num: SetpOperation
    or_: SetpOperation
    s16: SetpOperation
    s32: SetpOperation
    s64: SetpOperation
    u16: SetpOperation
    u32: SetpOperation
    u64: SetpOperation
    xor: SetpOperation

class SetpOperation(Setp):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Shf(Instruction):
    """Funnel shift: shift the 64 bits of two registers and keep 32 of them. (PTX ISA, 9.7.8.7)

        shf.l.mode.b32 d, a, b, c  # PTX 3.1, sm_32
        shf.r.mode.b32 d, a, b, c  # PTX 3.1, sm_32
    """

    b32: Shf
    clamp: Shf
    l: Shf
    r: Shf
    wrap: Shf

class ShflSync(Instruction):
    """Exchange a register with another thread of those of the warp that take part. (PTX ISA, 9.7.9.6)

        shfl.sync.mode.b32 d{|p}, a, b, c, membermask  # PTX 6.0, sm_30
    """

    b32: ShflSync
    bfly: ShflSync
    down: ShflSync
    idx: ShflSync
    up: ShflSync

class ShflClamp(Instruction):
    """Return the operand c of `shfl.sync`, with which segments of lanes shuffle apart.

    Args:
        width: Lanes of a segment: 1, 2, 4, 8, 16 or 32.
        up: Whether the mode is `.up`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        width: int,
        *,
        up: bool = False,
    ) -> int: ...

class Shfl(Instruction):
    """Exchange a register with another thread of the warp (deprecated: see shfl.sync). (PTX ISA, 9.7.9.5)

        shfl.mode.b32 d{|p}, a, b, c  # PTX 3.0, sm_30; until PTX 6.4, sm_70
    """

    b32: Shfl
    bfly: Shfl
    down: Shfl
    idx: Shfl
    up: Shfl
    @property
    def clamp(self) -> ShflClamp:
        """Return the operand c of `shfl.sync`, with which segments of lanes shuffle apart.

        Args:
            width: Lanes of a segment: 1, 2, 4, 8, 16 or 32.
            up: Whether the mode is `.up`.
        """


    @property
    def sync(self) -> ShflSync:
        """Exchange a register with another thread of those of the warp that take part. (PTX ISA, 9.7.9.6)

            shfl.sync.mode.b32 d{|p}, a, b, c, membermask  # PTX 6.0, sm_30
        """



class Shl(Instruction):
    """Emit `shl.b32 dst, a, b`, or `.b16` or `.b64`: of the size of `dtype`.

    Shift left; amounts of the width and more give 0. (PTX ISA, 9.7.8.8)

        shl.type d, a, b  # PTX 1.0
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        a: Any,
        b: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    b16: ShlOperation
    b32: ShlOperation
    b64: ShlOperation

class ShlOperation(Shl):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Shr(Instruction):
    """Emit `shr.dtype dst, a, b`: of signed integers the sign comes in, of others zeros.

    Shift right, with the sign filled in for signed types. (PTX ISA, 9.7.8.9)

        shr.type d, a, b  # PTX 1.0
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        a: Any,
        b: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    b16: ShrOperation
    b32: ShrOperation
    b64: ShrOperation
    s16: ShrOperation
    s32: ShrOperation
    s64: ShrOperation
    u16: ShrOperation
    u32: ShrOperation
    u64: ShrOperation

class ShrOperation(Shr):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Sin(Instruction):
    """Take the sine of an angle in radians. (PTX ISA, 9.7.3.18)

        sin.approx{.ftz}.f32 d, a  # PTX 1.4
        sin.f32 d, a  # PTX 1.0; until PTX 1.4
    """

    approx: Sin
    f32: Sin
    ftz: Sin

class Slct(Instruction):
    """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)

        slct.dtype.s32 d, a, b, c  # PTX 1.0
        slct{.ftz}.dtype.f32 d, a, b, c  # PTX 1.0
    """

    b16: Slct
    b32: Slct
    b64: Slct
    f32: Slct
    f64: Slct
    ftz: Slct
    s16: Slct
    s32: Slct
    s64: Slct
    u16: Slct
    u32: Slct
    u64: Slct

class Spcompress(Instruction):
    """Keep two of every four elements, and say which (9.4). (PTX ISA, 9.7.9)

        spcompress.elemsize.idxsize.spfactor.num mdata, cdata, data, spdesc  # PTX 9.4, sm_107a
    """

    b16: Spcompress
    b2: Spcompress
    b4: Spcompress
    b8: Spcompress
    x1: Spcompress
    x16: Spcompress
    x2: Spcompress
    x32: Spcompress
    x4: Spcompress
    x64: Spcompress
    x8: Spcompress

class Spdecompress(Instruction):
    """Put elements back where they were, with zeros between them (9.4). (PTX ISA, 9.7.9)

        spdecompress.elemsize.idxsize.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
        spdecompress.elemsize.idxsize.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
        spdecompress.elemsize.b4.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
        spdecompress.elemsize.b4.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
    """

    b16: Spdecompress
    b2: Spdecompress
    b4: Spdecompress
    b8: Spdecompress
    x1: Spdecompress
    x16: Spdecompress
    x2: Spdecompress
    x32: Spdecompress
    x4: Spdecompress
    x64: Spdecompress
    x8: Spdecompress

class Sqrt(Instruction):
    """Take the square root. (PTX ISA, 9.7.3.15)

        sqrt.approx{.ftz}.f32 d, a  # PTX 1.4
        sqrt.rnd{.ftz}.f32 d, a  # PTX 1.4, sm_20
        sqrt.rnd.f64 d, a  # PTX 1.0
        sqrt.f32 d, a  # PTX 1.0; until PTX 1.4
        sqrt.f64 d, a  # PTX 1.0; until PTX 1.4
    """

    approx: Sqrt
    f32: Sqrt
    f64: Sqrt
    ftz: Sqrt
    rm: Sqrt
    rn: Sqrt
    rp: Sqrt
    rz: Sqrt

class StAsync(Instruction):
    """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)

        st.async{.weak}{.ss}.completion_mechanism{.vec}.type [a], b, [mbar]  # PTX 8.1, sm_90
        st.async{.mmio}.release.scope{.ss}.type [a], b  # PTX 8.7, sm_100
        st.async{.weak}{.ss}.type [a], b  # PTX 8.1, sm_90
        st.async.scope{.ss}.type [a], b  # PTX 8.1, sm_100
    """

    b128: StAsync
    b16: StAsync
    b32: StAsync
    b64: StAsync
    b8: StAsync
    f32: StAsync
    f64: StAsync
    global_: StAsync
    gpu: StAsync
    mbarrier__complete_tx__bytes: StAsync
    mmio: StAsync
    release: StAsync
    s16: StAsync
    s32: StAsync
    s64: StAsync
    s8: StAsync
    shared: StAsync
    shared__cluster: StAsync
    shared__cta: StAsync
    sys: StAsync
    u16: StAsync
    u32: StAsync
    u64: StAsync
    u8: StAsync
    v2: StAsync
    v4: StAsync
    weak: StAsync

class StBulk(Instruction):
    """Fill shared memory with zeros. (PTX ISA, 9.7.9.13)

        st.bulk{.weak}{.shared::cta} [a], size, initval  # PTX 8.6, sm_100
        st.bulk{.weak}{.shared::cta} [a], size, initval  # PTX 9.0, sm_100
    """

    shared__cta: StBulk
    weak: StBulk

class St(Instruction):
    """Emit `st.space.cache.dtype [addr], src`; arguments are those of `ld`.

    Store to memory. (PTX ISA, 9.7.9.11)

        st{.weak}{.ss}{.cop}{.level2::eviction_priority}{.level::cache_hint}{.vec}.type [a], b{, cache-policy}  # PTX 1.0
        st{.weak}{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.vec}.type [a], b{, cache-policy}  # PTX 1.0
        st.volatile{.ss}{.level2::eviction_priority}{.vec}.type [a], b  # PTX 1.0
        st.relaxed.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.vec}.type [a], b{, cache-policy}  # PTX 1.0
        st.release.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.vec}.type [a], b{, cache-policy}  # PTX 1.0
        st.mmio.sem.sys{.global}.type [a], b  # PTX 8.2, sm_70
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        addr: Any,
        src: Any,
        *,
        space: str = 'global',
        cache: str | None = None,
        pred: Any = None,
    ) -> None: ...
    L1__evict_first: StOperation
    L1__evict_last: StOperation
    L1__evict_normal: StOperation
    L1__evict_unchanged: StOperation
    L1__no_allocate: StOperation
    L2__cache_hint: StOperation
    L2__evict_first: StOperation
    L2__evict_last: StOperation
    L2__evict_normal: StOperation
    b128: StOperation
    b16: StOperation
    b32: StOperation
    b64: StOperation
    b8: StOperation
    cg: StOperation
    cluster: StOperation
    cs: StOperation
    cta: StOperation
    f32: StOperation
    f64: StOperation
    global_: StOperation
    gpu: StOperation
    local: StOperation
    mmio: StOperation
    param: StOperation
    param__func: StOperation
    relaxed: StOperation
    release: StOperation
    s16: StOperation
    s32: StOperation
    s64: StOperation
    s8: StOperation
    shared: StOperation
    shared__cluster: StOperation
    shared__cta: StOperation
    sys: StOperation
    u16: StOperation
    u32: StOperation
    u64: StOperation
    u8: StOperation
    v2: StOperation
    v4: StOperation
    v8: StOperation
    volatile: StOperation
    wb: StOperation
    weak: StOperation
    wt: StOperation
    @property
    def async_(self) -> StAsync:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)

            st.async{.weak}{.ss}.completion_mechanism{.vec}.type [a], b, [mbar]  # PTX 8.1, sm_90
            st.async{.mmio}.release.scope{.ss}.type [a], b  # PTX 8.7, sm_100
            st.async{.weak}{.ss}.type [a], b  # PTX 8.1, sm_90
            st.async.scope{.ss}.type [a], b  # PTX 8.1, sm_100
        """


    @property
    def bulk(self) -> StBulk:
        """Fill shared memory with zeros. (PTX ISA, 9.7.9.13)

            st.bulk{.weak}{.shared::cta} [a], size, initval  # PTX 8.6, sm_100
            st.bulk{.weak}{.shared::cta} [a], size, initval  # PTX 9.0, sm_100
        """



class StOperation(St):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Stackrestore(Instruction):
    """Set the stack pointer from a register. (PTX ISA, 9.7.17.2)

        stackrestore.type a  # PTX 7.3, sm_52
    """

    u32: Stackrestore
    u64: Stackrestore

class Stacksave(Instruction):
    """Copy the stack pointer to a register. (PTX ISA, 9.7.17.1)

        stacksave.type d  # PTX 7.3, sm_52
    """

    u32: Stacksave
    u64: Stacksave

class Stmatrix(Instruction):
    """Store matrices of a warp: `stmatrix.sync.aligned.m8n8.x4{.trans}.shared.b16 [smem], {…}`.

    Lane 8 * i + r gives the address of row r of matrix i, a multiple of 16 (PTX ISA 9.7.14.5.16).

    Args:
        smem: An address in shared memory: a register, `[register, offset]`, an array.
        regs: One register of 32 bits for each matrix.
        layout: `"x1"`, `"x2"` or `"x4"`, with `trans` after if wanted: `"x4.trans"`.
        trans: Whether each matrix is transposed.
        shape: `"m8n8"` of b16, or on sm_100a `"m16n8"` of b8, which is always transposed.
        pred: A guard.

    Store fragments of mma as matrices in shared memory. (PTX ISA, 9.7.14.5.16)

        stmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16 [p], r  # PTX 7.8, sm_90
        stmatrix.sync.aligned.m16n8.num.trans{.ss}.b8 [p], r  # PTX 8.6, sm_100f or sm_110f or sm_120f
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        smem: Any,
        regs: Any,
        layout: str = 'x4',
        trans: bool = False,
        shape: str = 'm8n8',
        pred: Any = None,
    ) -> None: ...
    aligned: StmatrixOperation
    b16: StmatrixOperation
    b8: StmatrixOperation
    m16n8: StmatrixOperation
    m8n8: StmatrixOperation
    shared: StmatrixOperation
    shared__cta: StmatrixOperation
    sync: StmatrixOperation
    trans: StmatrixOperation
    x1: StmatrixOperation
    x2: StmatrixOperation
    x4: StmatrixOperation

class StmatrixOperation(Stmatrix):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Sub(Instruction):
    """Emit `sub.dtype dst, a, b`; of untyped bits `sub.s32` and so on.

    Subtract the second number from the first, or so for two pairs of them. (PTX ISA, 9.7.3.4)

        sub{.rnd}{.ftz}{.sat}.f32 d, a, b  # PTX 1.0
        sub{.rnd}{.ftz}.f32x2 d, a, b  # PTX 8.6, sm_100
        sub{.rnd}.f64 d, a, b  # PTX 1.0

    Subtract the second half or bfloat16 from the first, or so for two pairs. (PTX ISA, 9.7.4.2)

        sub{.rnd}{.ftz}{.sat}.f16 d, a, b  # PTX 4.2, sm_53
        sub{.rnd}{.ftz}{.sat}.f16x2 d, a, b  # PTX 4.2, sm_53
        sub{.rnd}.bf16 d, a, b  # PTX 7.8, sm_90
        sub{.rnd}.bf16x2 d, a, b  # PTX 7.8, sm_90

    Widen the first number to the type of the second and subtract the second. (PTX ISA, 9.7.5.2)

        sub{.rnd}{.sat}.f32.atype d, a, c  # PTX 8.6, sm_100
        sub{.rnd}{.satfinite}.type.atype d, a, c  # PTX 9.4, sm_100a or sm_103a

    Subtract an integer from another. (PTX ISA, 9.7.1.2)

        sub.type d, a, b  # PTX 1.0
        sub{.sat}.s32 d, a, b  # PTX 1.0
        sub{.sat}.type d, a, b  # PTX 9.2, sm_107f or sm_120f

    Subtract an integer from another and keep the borrow. (PTX ISA, 9.7.2.3)

        sub.cc.type d, a, b  # PTX 1.3
        sub.cc.type d, a, b  # PTX 4.3, sm_20
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        a: Any,
        b: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    bf16: SubOperation
    bf16x2: SubOperation
    cc: SubOperation
    e2m1x4: SubOperation
    e4m3x4: SubOperation
    e5m2x4: SubOperation
    f16: SubOperation
    f16x2: SubOperation
    f32: SubOperation
    f32x2: SubOperation
    f64: SubOperation
    ftz: SubOperation
    rm: SubOperation
    rn: SubOperation
    rp: SubOperation
    rz: SubOperation
    s16: SubOperation
    s32: SubOperation
    s64: SubOperation
    s8x4: SubOperation
    sat: SubOperation
    satfinite: SubOperation
    u16: SubOperation
    u32: SubOperation
    u64: SubOperation
    u8x4: SubOperation

class SubOperation(Sub):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Subc(Instruction):
    """Subtract an integer and the borrow from another, and keep the new borrow if told. (PTX ISA, 9.7.2.4)

        subc{.cc}.type d, a, b  # PTX 1.3
        subc.type d, a, b  # PTX 1.3
        subc.sat.s32 d, a, b  # PTX 1.3
    """

    cc: Subc
    s16: Subc
    s32: Subc
    s64: Subc
    sat: Subc
    u16: Subc
    u32: Subc
    u64: Subc

class Suld(Instruction):
    """Load from a surface. (PTX ISA, 9.7.11.1)

        suld.b.geom{.cop}{.vec}.dtype.clamp d, [var-a, b]  # PTX 1.5
        suld.b.geom{.cop}{.vec}.dtype.clamp d, [a, b]  # PTX 1.5
    """

    _1d: Suld
    _2d: Suld
    _3d: Suld
    a1d: Suld
    a2d: Suld
    b: Suld
    b16: Suld
    b32: Suld
    b64: Suld
    b8: Suld
    ca: Suld
    cg: Suld
    clamp: Suld
    cs: Suld
    cv: Suld
    trap: Suld
    v2: Suld
    v4: Suld
    zero: Suld

class Suq(Instruction):
    """Query an attribute of a surface. (PTX ISA, 9.7.11.4)

        suq.query.b32 d, [var-a]  # PTX 1.5
        suq.query.b32 d, [a]  # PTX 1.5
    """

    array_size: Suq
    b32: Suq
    channel_data_type: Suq
    channel_order: Suq
    depth: Suq
    height: Suq
    memory_layout: Suq
    width: Suq

class Sured(Instruction):
    """Reduce into a surface. (PTX ISA, 9.7.11.3)

        sured.b.op.geom.ctype.clamp [var-a, b], c  # PTX 2.0, sm_20
        sured.b.op.geom.ctype.clamp [a, b], c  # PTX 2.0, sm_20
        sured.p.op.geom.ctype.clamp [var-a, b], c  # PTX 2.0, sm_20
        sured.p.op.geom.ctype.clamp [a, b], c  # PTX 2.0, sm_20
    """

    _1d: Sured
    _2d: Sured
    _3d: Sured
    add: Sured
    and_: Sured
    b: Sured
    b32: Sured
    b64: Sured
    clamp: Sured
    max: Sured
    min: Sured
    or_: Sured
    p: Sured
    s32: Sured
    s64: Sured
    trap: Sured
    u32: Sured
    u64: Sured
    zero: Sured

class Sust(Instruction):
    """Store to a surface. (PTX ISA, 9.7.11.2)

        sust.b.geom{.cop}{.vec}.ctype.clamp [var-a, b], c  # PTX 1.5
        sust.b.geom{.cop}{.vec}.ctype.clamp [a, b], c  # PTX 1.5
        sust.p.geom{.cop}{.vec}.b32.clamp [var-a, b], c  # PTX 1.5
        sust.p.geom{.cop}{.vec}.b32.clamp [a, b], c  # PTX 1.5
    """

    _1d: Sust
    _2d: Sust
    _3d: Sust
    a1d: Sust
    a2d: Sust
    b: Sust
    b16: Sust
    b32: Sust
    b64: Sust
    b8: Sust
    cg: Sust
    clamp: Sust
    cs: Sust
    p: Sust
    trap: Sust
    v2: Sust
    v4: Sust
    wb: Sust
    wt: Sust
    zero: Sust

class Szext(Instruction):
    """Extend the low bits of a value, as many as told, by zeros or their sign. (PTX ISA, 9.7.1.21)

        szext.mode.type d, a, b  # PTX 7.6, sm_70
    """

    clamp: Szext
    s32: Szext
    u32: Szext
    wrap: Szext

class Tanh(Instruction):
    """Take the hyperbolic tangent. (PTX ISA, 9.7.3.22)

        tanh.approx.f32 d, a  # PTX 7.0, sm_75

    Take the hyperbolic tangent of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.9)

        tanh.approx.type d, a  # PTX 7.0, sm_75
    """

    approx: Tanh
    bf16: Tanh
    bf16x2: Tanh
    f16: Tanh
    f16x2: Tanh
    f32: Tanh

class Tcgen05Alloc(Instruction):
    """Allocate columns of tensor memory, as a warp, which blocks until there are enough.

    Emits `tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_addr], ncols`. Allocations
    are noted in the order of the text: `TraceError` for more than 512 columns, for more than the
    allocation before, and after `relinquish_alloc_permit` (PTX ISA 9.7.16.7.1).

    Args:
        tmem_addr: The place in shared memory that gets the address, 32 bits.
        ncols: 32, 64, 128, 256 or 512, or a register.
        cta_group: 1, or 2 for a pair of CTAs.
        pred: A guard.

    Allocate columns of tensor memory and write their address. (PTX ISA, 9.7.16.7.1)

        tcgen05.alloc.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 8.6, sm_100f or sm_110f
        tcgen05.alloc.exclusive.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 9.4, sm_100f or sm_110f
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        tmem_addr: Any,
        ncols: Any,
        *,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...
    aligned: Tcgen05AllocOperation
    b32: Tcgen05AllocOperation
    cta_group__1: Tcgen05AllocOperation
    cta_group__2: Tcgen05AllocOperation
    exclusive: Tcgen05AllocOperation
    shared__cta: Tcgen05AllocOperation
    sync: Tcgen05AllocOperation

class Tcgen05AllocOperation(Tcgen05Alloc):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Tcgen05Dealloc(Instruction):
    """Free an allocation, as a warp: `tcgen05.dealloc.cta_group::1.sync.aligned.b32`.

    `taddr` is a register with the address that `alloc` has written, and `ncols` the number that it
    had; `TraceError` unless an allocation of that size is live.

    Give allocated columns of tensor memory back. (PTX ISA, 9.7.16.7.1)

        tcgen05.dealloc.cta_group.sync.aligned.b32 taddr, nCols  # PTX 8.6, sm_100f or sm_110f
        tcgen05.dealloc.exclusive.cta_group.sync.aligned.b32 taddr, nCols  # PTX 9.4, sm_100f or sm_110f
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        taddr: Any,
        ncols: Any,
        *,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...
    aligned: Tcgen05DeallocOperation
    b32: Tcgen05DeallocOperation
    cta_group__1: Tcgen05DeallocOperation
    cta_group__2: Tcgen05DeallocOperation
    exclusive: Tcgen05DeallocOperation
    sync: Tcgen05DeallocOperation

class Tcgen05DeallocOperation(Tcgen05Dealloc):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Tcgen05Relinquish_alloc_permit(Instruction):
    """Say that this CTA allocates no more: `tcgen05.relinquish_alloc_permit…sync.aligned`.

    Give up a block's right to allocate tensor memory. (PTX ISA, 9.7.16.7.1)

        tcgen05.relinquish_alloc_permit.cta_group.sync.aligned  # PTX 8.6, sm_100f or sm_110f
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...
    aligned: Tcgen05Relinquish_alloc_permitOperation
    cta_group__1: Tcgen05Relinquish_alloc_permitOperation
    cta_group__2: Tcgen05Relinquish_alloc_permitOperation
    sync: Tcgen05Relinquish_alloc_permitOperation

class Tcgen05Relinquish_alloc_permitOperation(Tcgen05Relinquish_alloc_permit):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Tcgen05LdRedSpcompress(Instruction):
    """Load with a reduction and that choice of elements. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.red.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}{.NaN}.f32.b2 meta, r, redval, [taddr]  # PTX 9.4, sm_107a
    """

    NaN: Tcgen05LdRedSpcompress
    _32x32b: Tcgen05LdRedSpcompress
    abs: Tcgen05LdRedSpcompress
    aligned: Tcgen05LdRedSpcompress
    b2: Tcgen05LdRedSpcompress
    f32: Tcgen05LdRedSpcompress
    max: Tcgen05LdRedSpcompress
    min: Tcgen05LdRedSpcompress
    sync: Tcgen05LdRedSpcompress
    x128: Tcgen05LdRedSpcompress
    x16: Tcgen05LdRedSpcompress
    x32: Tcgen05LdRedSpcompress
    x4: Tcgen05LdRedSpcompress
    x64: Tcgen05LdRedSpcompress
    x8: Tcgen05LdRedSpcompress

class Tcgen05LdRed(Instruction):
    """Load from tensor memory and find the least or greatest of the elements. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.red.sync.aligned.shape3.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape4.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape3.num.redOp.type r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape4.num.redOp.type r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f
    """

    NaN: Tcgen05LdRed
    _16x32bx2: Tcgen05LdRed
    _32x32b: Tcgen05LdRed
    abs: Tcgen05LdRed
    aligned: Tcgen05LdRed
    f32: Tcgen05LdRed
    max: Tcgen05LdRed
    min: Tcgen05LdRed
    s32: Tcgen05LdRed
    sync: Tcgen05LdRed
    u32: Tcgen05LdRed
    x128: Tcgen05LdRed
    x16: Tcgen05LdRed
    x2: Tcgen05LdRed
    x32: Tcgen05LdRed
    x4: Tcgen05LdRed
    x64: Tcgen05LdRed
    x8: Tcgen05LdRed
    @property
    def spcompress(self) -> Tcgen05LdRedSpcompress:
        """Load with a reduction and that choice of elements. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.red.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}{.NaN}.f32.b2 meta, r, redval, [taddr]  # PTX 9.4, sm_107a
        """



class Tcgen05LdSpcompress(Instruction):
    """Load from tensor memory and keep two of each four elements. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}.f32.b2 meta, r, [taddr]  # PTX 9.4, sm_107a
    """

    _32x32b: Tcgen05LdSpcompress
    abs: Tcgen05LdSpcompress
    aligned: Tcgen05LdSpcompress
    b2: Tcgen05LdSpcompress
    f32: Tcgen05LdSpcompress
    max: Tcgen05LdSpcompress
    min: Tcgen05LdSpcompress
    sync: Tcgen05LdSpcompress
    x128: Tcgen05LdSpcompress
    x16: Tcgen05LdSpcompress
    x32: Tcgen05LdSpcompress
    x4: Tcgen05LdSpcompress
    x64: Tcgen05LdSpcompress
    x8: Tcgen05LdSpcompress

class Tcgen05Ld(Instruction):
    """Load from tensor memory: `tcgen05.ld.sync.aligned.16x128b.x1{.pack::16b}.b32 {…}, [taddr]`.

    The registers can be read after `ptx.tcgen05.wait_ld`.

    Args:
        dst_regs: `count` registers of 32 bits, twice as many for 16x128b, four times for 16x256b.
        taddr: A register with the address in tensor memory, `[register, columns]` for an offset.
        shape: `"16x64b"`, `"16x128b"`, `"16x256b"` or `"32x32b"`.
        count: A power of two up to 128; with 16x128b to 64, with 16x256b to 32.
        dtype: `"b32"`.
        pack: Whether two elements of 16 bits come to one register.
        pred: A guard.

    Load from tensor memory into registers, asynchronously, as a warp. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.sync.aligned.shape1.num{.pack}.b32 r, [taddr]  # PTX 8.6, sm_100f or sm_110f
        tcgen05.ld.sync.aligned.shape2.num{.pack}.b32 r, [taddr], immHalfSplitoff  # PTX 8.6, sm_100f or sm_110f
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst_regs: Any,
        taddr: Any,
        *,
        shape: str = '16x128b',
        count: int = 1,
        dtype: str = 'b32',
        pack: bool = False,
        pred: Any = None,
    ) -> None: ...
    _16x128b: Tcgen05LdOperation
    _16x256b: Tcgen05LdOperation
    _16x32bx2: Tcgen05LdOperation
    _16x64b: Tcgen05LdOperation
    _32x32b: Tcgen05LdOperation
    aligned: Tcgen05LdOperation
    b32: Tcgen05LdOperation
    pack__16b: Tcgen05LdOperation
    sync: Tcgen05LdOperation
    x1: Tcgen05LdOperation
    x128: Tcgen05LdOperation
    x16: Tcgen05LdOperation
    x2: Tcgen05LdOperation
    x32: Tcgen05LdOperation
    x4: Tcgen05LdOperation
    x64: Tcgen05LdOperation
    x8: Tcgen05LdOperation
    @property
    def red(self) -> Tcgen05LdRed:
        """Load from tensor memory and find the least or greatest of the elements. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.red.sync.aligned.shape3.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
            tcgen05.ld.red.sync.aligned.shape4.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f
            tcgen05.ld.red.sync.aligned.shape3.num.redOp.type r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
            tcgen05.ld.red.sync.aligned.shape4.num.redOp.type r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f

        Load with a reduction and that choice of elements. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.red.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}{.NaN}.f32.b2 meta, r, redval, [taddr]  # PTX 9.4, sm_107a
        """


    @property
    def spcompress(self) -> Tcgen05LdSpcompress:
        """Load from tensor memory and keep two of each four elements. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}.f32.b2 meta, r, [taddr]  # PTX 9.4, sm_107a
        """



class Tcgen05LdOperation(Tcgen05Ld):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Tcgen05St(Instruction):
    """Store to tensor memory: `tcgen05.st.sync.aligned.16x128b.x1{.unpack::16b}.b32 [taddr], {…}`.

    It is done after `ptx.tcgen05.wait_st`. The arguments are as those of `ptx.tcgen05.ld`;
    `unpack` makes two elements of a register.

    Store registers to tensor memory, asynchronously, as a warp. (PTX ISA, 9.7.16.8.4)

        tcgen05.st.sync.aligned.shape1.num{.unpack}.b32 [taddr], r  # PTX 8.6, sm_100f or sm_110f
        tcgen05.st.sync.aligned.shape2.num{.unpack}.b32 [taddr], immHalfSplitoff, r  # PTX 8.6, sm_100f or sm_110f
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        taddr: Any,
        src_regs: Any,
        *,
        shape: str = '16x128b',
        count: int = 1,
        dtype: str = 'b32',
        unpack: bool = False,
        pred: Any = None,
    ) -> None: ...
    _16x128b: Tcgen05StOperation
    _16x256b: Tcgen05StOperation
    _16x32bx2: Tcgen05StOperation
    _16x64b: Tcgen05StOperation
    _32x32b: Tcgen05StOperation
    aligned: Tcgen05StOperation
    b32: Tcgen05StOperation
    sync: Tcgen05StOperation
    unpack__16b: Tcgen05StOperation
    x1: Tcgen05StOperation
    x128: Tcgen05StOperation
    x16: Tcgen05StOperation
    x2: Tcgen05StOperation
    x32: Tcgen05StOperation
    x4: Tcgen05StOperation
    x64: Tcgen05StOperation
    x8: Tcgen05StOperation

class Tcgen05StOperation(Tcgen05St):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Tcgen05Wait(Instruction):
    """Wait until the thread's loads from tensor memory, or its stores, are done. (PTX ISA, 9.7.16.8.5)

        tcgen05.wait_operation.sync.aligned  # PTX 8.6, sm_100f or sm_110f
    """

    aligned: Tcgen05Wait
    sync: Tcgen05Wait

class Tcgen05Cp(Instruction):
    """Copy from shared to tensor memory: `tcgen05.cp.cta_group::1.128x256b [taddr], src`.

    Args:
        taddr: A register with the address in tensor memory.
        src: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`, whose
            descriptor is made as `ptx.tcgen05.descriptor` does.
        cta_group: 1, or 2 for a pair of CTAs.
        size: `"128x256b"`, `"4x256b"`, `"128x128b"`, `"64x128b.warpx2::02_13"`,
            `"64x128b.warpx2::01_23"` or `"32x128b.warpx4"`; a format may be after it, as in
            `"128x128b.b8x16.b4x16_p64"`.
        src_is_addr: True if `src` must be a tile, False if it must be a descriptor.
        pred: A guard.

    Start a copy from shared memory to tensor memory. (PTX ISA, 9.7.16.9.2)

        tcgen05.cp.cta_group.shape{.multicast}{.dst_fmt.src_fmt} [taddr], s-desc  # PTX 8.6, sm_100f or sm_110f
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        taddr: Any,
        src: Any,
        *,
        cta_group: int = 1,
        size: str = '128x256b',
        src_is_addr: bool | None = None,
        pred: Any = None,
    ) -> None: ...
    _128x128b: Tcgen05CpOperation
    _128x256b: Tcgen05CpOperation
    _32x128b: Tcgen05CpOperation
    _4x256b: Tcgen05CpOperation
    _64x128b: Tcgen05CpOperation
    b4x16_p64: Tcgen05CpOperation
    b6x16_p32: Tcgen05CpOperation
    b8x16: Tcgen05CpOperation
    cta_group__1: Tcgen05CpOperation
    cta_group__2: Tcgen05CpOperation
    warpx2__01_23: Tcgen05CpOperation
    warpx2__02_13: Tcgen05CpOperation
    warpx4: Tcgen05CpOperation

class Tcgen05CpOperation(Tcgen05Cp):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Tcgen05Shift(Instruction):
    """Move rows of tensor memory down by one: `tcgen05.shift.cta_group::1.down [taddr]`.

    Start shifting rows of tensor memory down by one. (PTX ISA, 9.7.16.9.3)

        tcgen05.shift.cta_group.down [taddr]  # PTX 8.6, sm_100a or sm_103a or sm_107a or sm_110a
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        taddr: Any,
        *,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None: ...
    cta_group__1: Tcgen05ShiftOperation
    cta_group__2: Tcgen05ShiftOperation
    down: Tcgen05ShiftOperation

class Tcgen05ShiftOperation(Tcgen05Shift):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Tcgen05MmaSp(Instruction):
    """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)

        tcgen05.mma.sp.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
    """

    ashift: Tcgen05MmaSp
    block16: Tcgen05MmaSp
    block32: Tcgen05MmaSp
    block_scale: Tcgen05MmaSp
    collector__a__discard: Tcgen05MmaSp
    collector__a__fill: Tcgen05MmaSp
    collector__a__lastuse: Tcgen05MmaSp
    collector__a__use: Tcgen05MmaSp
    collector__b__discard: Tcgen05MmaSp
    collector__b__fill: Tcgen05MmaSp
    collector__b__lastuse: Tcgen05MmaSp
    collector__b__use: Tcgen05MmaSp
    cta_group__1: Tcgen05MmaSp
    cta_group__2: Tcgen05MmaSp
    kind__f16: Tcgen05MmaSp
    kind__f8f6f4: Tcgen05MmaSp
    kind__i8: Tcgen05MmaSp
    kind__mxf4: Tcgen05MmaSp
    kind__mxf4nvf4: Tcgen05MmaSp
    kind__mxf8f6f4: Tcgen05MmaSp
    kind__tf32: Tcgen05MmaSp
    kind__ti16: Tcgen05MmaSp
    scale_vec__1X: Tcgen05MmaSp
    scale_vec__2X: Tcgen05MmaSp
    scale_vec__4X: Tcgen05MmaSp

class Tcgen05MmaWsSp(Instruction):
    """Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.4)

        tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
    """

    collector__b0__discard: Tcgen05MmaWsSp
    collector__b0__fill: Tcgen05MmaWsSp
    collector__b0__lastuse: Tcgen05MmaWsSp
    collector__b0__use: Tcgen05MmaWsSp
    collector__b1__discard: Tcgen05MmaWsSp
    collector__b1__fill: Tcgen05MmaWsSp
    collector__b1__lastuse: Tcgen05MmaWsSp
    collector__b1__use: Tcgen05MmaWsSp
    collector__b2__discard: Tcgen05MmaWsSp
    collector__b2__fill: Tcgen05MmaWsSp
    collector__b2__lastuse: Tcgen05MmaWsSp
    collector__b2__use: Tcgen05MmaWsSp
    collector__b3__discard: Tcgen05MmaWsSp
    collector__b3__fill: Tcgen05MmaWsSp
    collector__b3__lastuse: Tcgen05MmaWsSp
    collector__b3__use: Tcgen05MmaWsSp
    cta_group__1: Tcgen05MmaWsSp
    kind__f16: Tcgen05MmaWsSp
    kind__f8f6f4: Tcgen05MmaWsSp
    kind__i8: Tcgen05MmaWsSp
    kind__tf32: Tcgen05MmaWsSp
    kind__ti16: Tcgen05MmaWsSp

class Tcgen05MmaWs(Instruction):
    """Start a product D = A*B+D that keeps B, the weights, in a buffer. (PTX ISA, 9.7.16.10.9.3)

        tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
    """

    collector__b0__discard: Tcgen05MmaWs
    collector__b0__fill: Tcgen05MmaWs
    collector__b0__lastuse: Tcgen05MmaWs
    collector__b0__use: Tcgen05MmaWs
    collector__b1__discard: Tcgen05MmaWs
    collector__b1__fill: Tcgen05MmaWs
    collector__b1__lastuse: Tcgen05MmaWs
    collector__b1__use: Tcgen05MmaWs
    collector__b2__discard: Tcgen05MmaWs
    collector__b2__fill: Tcgen05MmaWs
    collector__b2__lastuse: Tcgen05MmaWs
    collector__b2__use: Tcgen05MmaWs
    collector__b3__discard: Tcgen05MmaWs
    collector__b3__fill: Tcgen05MmaWs
    collector__b3__lastuse: Tcgen05MmaWs
    collector__b3__use: Tcgen05MmaWs
    cta_group__1: Tcgen05MmaWs
    kind__f16: Tcgen05MmaWs
    kind__f8f6f4: Tcgen05MmaWs
    kind__i8: Tcgen05MmaWs
    kind__tf32: Tcgen05MmaWs
    kind__ti16: Tcgen05MmaWs
    @property
    def sp(self) -> Tcgen05MmaWsSp:
        """Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.4)

            tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
        """



class Tcgen05Mma(Instruction):
    """Start D = A * B, or D += A * B: `tcgen05.mma{.sp}.cta_group::1.kind::f16 [d], a, b, i, p`.

    Before it come the instructions that make the descriptor of each matrix that is a tile of shared
    memory, `mov.b32` for an address in tensor memory that is not of type b32, and `setp.ne.b32` for
    a `scale_d` of 32 bits.

    Args:
        d_tmem: A register with the address of D in tensor memory.
        a_desc: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`; with
            `a_is_tmem` a register with an address in tensor memory.
        b_desc: A descriptor, or a tile.
        idesc: The instruction descriptor, a number or a register (`make_instr_desc`).
        cta_group: 1, or 2 for a pair of CTAs.
        kind: `"f16"`, `"tf32"`, `"f8f6f4"` or `"i8"`.
        enable_input_d: Whether D is added: a bool, or a predicate register.
        scale_d: The same as a number in a register; it takes precedence over `enable_input_d`.
        sparse: Whether A is sparse.
        ashift: Whether the rows of A in tensor memory are shifted by one.
        collector_a: The use of the collector for A: `"fill"`, `"use"`, `"lastuse"` or `"discard"`.
        a_is_tmem: Whether A is in tensor memory.
        sparse_metadata: A register with the address of the metadata in tensor memory.
        pred_operand: A predicate register, in place of `enable_input_d`.
        scale_c: From 0 to 15: D is multiplied by 2 ** -scale_c; of kind f16 and tf32.
        pred: A guard.

    Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)

        tcgen05.mma.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
        tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
        … (8 forms; see ptxpy isa tcgen05.mma)
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        d_tmem: Any,
        a_desc: Any,
        b_desc: Any,
        idesc: Any,
        *,
        cta_group: int = 1,
        kind: str = 'f16',
        enable_input_d: Any = True,
        scale_d: Any = None,
        sparse: bool = False,
        ashift: bool = False,
        collector_a: str | None = None,
        a_is_tmem: bool = False,
        sparse_metadata: Any = None,
        pred_operand: Any = None,
        scale_c: int | None = None,
        pred: Any = None,
    ) -> None: ...
    ashift: Tcgen05MmaOperation
    block16: Tcgen05MmaOperation
    block32: Tcgen05MmaOperation
    block_scale: Tcgen05MmaOperation
    collector__a__discard: Tcgen05MmaOperation
    collector__a__fill: Tcgen05MmaOperation
    collector__a__lastuse: Tcgen05MmaOperation
    collector__a__use: Tcgen05MmaOperation
    collector__b__discard: Tcgen05MmaOperation
    collector__b__fill: Tcgen05MmaOperation
    collector__b__lastuse: Tcgen05MmaOperation
    collector__b__use: Tcgen05MmaOperation
    cta_group__1: Tcgen05MmaOperation
    cta_group__2: Tcgen05MmaOperation
    decompress__lut__b: Tcgen05MmaOperation
    kind__f16: Tcgen05MmaOperation
    kind__f8f6f4: Tcgen05MmaOperation
    kind__i8: Tcgen05MmaOperation
    kind__mxf4: Tcgen05MmaOperation
    kind__mxf4nvf4: Tcgen05MmaOperation
    kind__mxf8f6f4: Tcgen05MmaOperation
    kind__tf32: Tcgen05MmaOperation
    kind__ti16: Tcgen05MmaOperation
    scale_vec__1X: Tcgen05MmaOperation
    scale_vec__2X: Tcgen05MmaOperation
    scale_vec__4X: Tcgen05MmaOperation
    @property
    def sp(self) -> Tcgen05MmaSp:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)

            tcgen05.mma.sp.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.sp.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        """


    @property
    def ws(self) -> Tcgen05MmaWs:
        """Start a product D = A*B+D that keeps B, the weights, in a buffer. (PTX ISA, 9.7.16.10.9.3)

            tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f

        Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.4)

            tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
        """



class Tcgen05MmaOperation(Tcgen05Mma):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Tcgen05Fence(Instruction):
    """Order tcgen05 operations with those of other threads around a barrier. (PTX ISA, 9.7.16.11.1)

        tcgen05.fence_operation  # PTX 8.6, sm_100f or sm_110f
    """


class Tcgen05Commit(Instruction):
    """Let an mbarrier count one arrival once the thread's operations so far are done.

    Emits `tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mbar]`, and
    with `multicast` `.multicast::cluster` and the mask after it; `mov.b16` before it for a number.

    Args:
        mbar: An mbarrier, or an address.
        cta_group: As that of the operations.
        multicast: Whether the mbarriers at the same place in several CTAs count it.
        multicast_mask: Those CTAs: a bit for each rank in the cluster, a number or a register of
            16 bits.
        space: `"cluster"` for an address in shared memory, `""` for a generic one.
        pred: A guard.

    Let a barrier object track the thread's operations so far. (PTX ISA, 9.7.16.12.1)

        tcgen05.commit.cta_group.completion_mechanism{.sync_restrict}{.shared::cluster}{.multicast}.b64 [mbar]{, ctaMask}  # PTX 8.6, sm_100f or sm_110f
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        mbar: Any,
        *,
        cta_group: int = 1,
        multicast: bool = False,
        multicast_mask: Any = None,
        space: str = 'cluster',
        pred: Any = None,
    ) -> None: ...
    b64: Tcgen05CommitOperation
    cta_group__1: Tcgen05CommitOperation
    cta_group__2: Tcgen05CommitOperation
    mbarrier__arrive__one: Tcgen05CommitOperation
    multicast__cluster: Tcgen05CommitOperation
    multicast__cluster__16b: Tcgen05CommitOperation
    multicast__cluster__32b: Tcgen05CommitOperation
    shared__cluster: Tcgen05CommitOperation
    sync_restrict__shared__read__mma__a: Tcgen05CommitOperation

class Tcgen05CommitOperation(Tcgen05Commit):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Tcgen05Auto_descriptor(Instruction):
    """Return a b64 register with the descriptor of a tile as `smem.wgmma_tile` lays it out.

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed. The tile has rows
    and columns: of an array with stages it is one stage. For a place within a tile, add a sixteenth
    of the bytes of `ptx.wgmma.k_offset`. `TypeError` for anything but such a tile.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        tile: Any,
    ) -> _Register: ...

class Tcgen05Descriptor(Instruction):
    """Return a b64 register with a descriptor for `tcgen05` (PTX ISA 9.7.16.4.1).

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

    Args:
        smem_addr: An array in shared memory or a stage of one, a name, or a register.
        byte_offset: Bytes that are added to the address.
        stride_bytes: From 8 rows to the next 8, a multiple of 16.
        leading_bytes: Bytes, a multiple of 16.
        swizzle: `"NONE"`, `"32B"`, `"64B"`, `"128B"` or `"128B_BASE32B"`.
        version: 1.
        base_offset: 0 if the swizzle's pattern begins at a multiple of 8 of its rows.
        lbo_mode: 0 if `leading_bytes` is an offset.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        smem_addr: Any,
        *,
        byte_offset: int = 0,
        stride_bytes: int,
        leading_bytes: int = 16,
        swizzle: str = '128B',
        version: int = 1,
        base_offset: int = 0,
        lbo_mode: int = 0,
    ) -> _Register: ...

class Tcgen05Descriptor_bits(Instruction):
    """Return a descriptor of these fields without its address; nothing is emitted.

    The arguments are those of `descriptor`; the version may be 0, too.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        stride_bytes: int = 0,
        leading_bytes: int = 0,
        swizzle: str = 'NONE',
        base_offset: int = 0,
        lbo_mode: int = 0,
        version: int = 1,
    ) -> int: ...

class Tcgen05Fence_after_thread_sync(Instruction):
    """Emit `tcgen05.fence::after_thread_sync`: after a barrier, before its results are used.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        pred: Any = None,
    ) -> None: ...

class Tcgen05Fence_before_thread_sync(Instruction):
    """Emit `tcgen05.fence::before_thread_sync`: before a barrier that others wait at.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        pred: Any = None,
    ) -> None: ...

class Tcgen05Make_block_scale_instr_desc(Instruction):
    """Return the instruction descriptor of a product with block scaling; nothing is emitted.

    Args:
        kind: `"mxf8f6f4"`, `"mxf4"` or `"mxf4nvf4"`.
        m: Rows of D: 128, or 256 for a pair of CTAs.
        n: Columns of D: a multiple of 8 up to 256.
        dtype_a: e4m3, e5m2, e2m3, e3m2 or e2m1, of which the last alone for mxf4 and mxf4nvf4.
        dtype_b: The same; that of A without it.
        scale_type: `"ue8m0"`, a power of two; `"ue4m3"` for mxf4nvf4.
        a_scale_id: The byte of a word at which the scale factors of A begin for this product: 0 to
            3 for mxf8f6f4 and with a `k` of 96, 0 or 2 for the others.
        b_scale_id: The same for B.
        a_major: `"K"`, or `"MN"` for elements of 8 bits.
        b_major: The same.
        scale_a: 1, or -1 for a negated A.
        scale_b: The same for B.
        sparse: Whether A is sparse.
        k: Elements along K: 96 for the longer products of dense matrices that mxf4 and mxf4nvf4
            have on sm_103; by default 32 for mxf8f6f4 and 64 for the others, twice that if sparse.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        kind: str = 'mxf8f6f4',
        *,
        m: int,
        n: int,
        dtype_a: Any,
        dtype_b: Any = None,
        scale_type: str = 'ue8m0',
        a_scale_id: int = 0,
        b_scale_id: int = 0,
        a_major: str | int = 'K',
        b_major: str | int = 'K',
        scale_a: int = 1,
        scale_b: int = 1,
        sparse: bool = False,
        k: int | None = None,
    ) -> int: ...

class Tcgen05Make_instr_desc(Instruction):
    """Return the instruction descriptor of `tcgen05.mma`, 32 bits; nothing is emitted.

    Args:
        kind: `"f16"` (of f16 and bf16), `"tf32"`, `"f8f6f4"` or `"i8"`.
        m: Rows of D: 64, 128 or 256; 32 for `tcgen05.mma.ws`.
        n: Columns of D: a multiple of 8 up to 256.
        dtype_d: f16, f32 or s32, a type or its name.
        dtype_a: f16, bf16, tf32, e4m3, e5m2, e2m3, e3m2, e2m1, s8 or u8.
        dtype_b: The same; that of A without it.
        a_major: `"K"` or `"MN"`.
        b_major: The same.
        scale_a: 1, or -1 for a negated A; not of integers.
        scale_b: The same for B.
        saturate: Whether sums of integers are kept within s32.
        sparse: Whether A is sparse.
        sparsity_selector: Which of 4 parts of the metadata a sparse A has.
        max_shift: For `tcgen05.mma.ws`, how far B is shifted at most: 0 for none, 1, 2, 3 for 8,
            16, 32 rows.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        kind: str,
        *,
        m: int,
        n: int,
        dtype_d: Any,
        dtype_a: Any,
        dtype_b: Any = None,
        a_major: str | int = 'K',
        b_major: str | int = 'K',
        scale_a: int = 1,
        scale_b: int = 1,
        saturate: bool = False,
        sparse: bool = False,
        sparsity_selector: int = 0,
        max_shift: int = 0,
    ) -> int: ...

class Tcgen05Make_instr_desc_f16bf16_f32(Instruction):
    """Return the instruction descriptor of a product of f16 or bf16 with a D of f32.

    The arguments are those of `make_instr_desc`; a product of 128 x 256 in bf16 is 0x8400490.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        m: int = 128,
        n: int = 256,
        ab_dtype: str = 'bf16',
        a_major: str = 'K',
        b_major: str = 'K',
        scale_a: int = 1,
        scale_b: int = 1,
        saturate: bool = False,
        sparse: bool = False,
        max_shift: int = 0,
    ) -> int: ...

class Tcgen05Masked_descriptor(Instruction):
    """Return a b64 register: `(smem_addr + byte_offset & mask) >> 4 | const_bits`.

    Emits `and.b32`, `shr.u32`, `cvt.u64.u32`, `or.b64` after the address is computed. The constant
    is that of K-major tiles in stripes of 128 bytes.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        smem_addr: Any,
        *,
        byte_offset: int = 0,
        mask: int = 262128,
        const_bits: int = 4611756662049538048,
    ) -> _Register: ...

class Tcgen05Mma_block_scale(Instruction):
    """Start D = A * B or D += A * B with scale factors of the blocks of A and B.

    Emits `tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 [d], a, b, i, [sa], [sb], p`,
    and before it the instructions that make the descriptor of each matrix that is a tile of shared
    memory, and `mov.b32` for an address in tensor memory that is not of type b32.

    Args:
        d_tmem: A register with the address of D in tensor memory.
        a_desc: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`; with
            `a_is_tmem` a register with an address in tensor memory.
        b_desc: A descriptor, or a tile.
        idesc: The instruction descriptor, a number or a register (`make_block_scale_instr_desc`).
        scale_a_tmem: A register with the address of the scale factors of A in tensor memory;
            `[register, columns]` for an offset to one of type b32.
        scale_b_tmem: The same for B.
        cta_group: 1, or 2 for a pair of CTAs.
        kind: `"mxf8f6f4"`, `"mxf4"` or `"mxf4nvf4"`.
        scale_vec: `"block32"`, or `"block16"` of mxf4nvf4: how many elements along K share a
            factor; or as PTX ISA 8.7 says it, `"scale_vec::1X"`, `"scale_vec::2X"`,
            `"scale_vec::4X"`: how many factors a row has in a product.
        enable_input_d: Whether D is added: a bool, or a predicate register.
        a_is_tmem: Whether A is in tensor memory.
        pred: A guard.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        d_tmem: Any,
        a_desc: Any,
        b_desc: Any,
        idesc: Any,
        scale_a_tmem: Any,
        scale_b_tmem: Any,
        *,
        cta_group: int = 1,
        kind: str = 'mxf8f6f4',
        scale_vec: str = 'block32',
        enable_input_d: Any = True,
        a_is_tmem: bool = False,
        pred: Any = None,
    ) -> None: ...

class Tcgen05Wait_ld(Instruction):
    """Wait for the thread's loads: `tcgen05.wait::ld.sync.aligned`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        pred: Any = None,
    ) -> None: ...

class Tcgen05Wait_st(Instruction):
    """Wait for the thread's stores: `tcgen05.wait::st.sync.aligned`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        pred: Any = None,
    ) -> None: ...

class Tcgen05(Instruction):
    """Allocate columns of tensor memory and write their address. (PTX ISA, 9.7.16.7.1)

        tcgen05.alloc.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 8.6, sm_100f or sm_110f
        tcgen05.alloc.exclusive.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 9.4, sm_100f or sm_110f

    Give allocated columns of tensor memory back. (PTX ISA, 9.7.16.7.1)

        tcgen05.dealloc.cta_group.sync.aligned.b32 taddr, nCols  # PTX 8.6, sm_100f or sm_110f
        tcgen05.dealloc.exclusive.cta_group.sync.aligned.b32 taddr, nCols  # PTX 9.4, sm_100f or sm_110f

    Give up a block's right to allocate tensor memory. (PTX ISA, 9.7.16.7.1)

        tcgen05.relinquish_alloc_permit.cta_group.sync.aligned  # PTX 8.6, sm_100f or sm_110f

    Load from tensor memory into registers, asynchronously, as a warp. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.sync.aligned.shape1.num{.pack}.b32 r, [taddr]  # PTX 8.6, sm_100f or sm_110f
        tcgen05.ld.sync.aligned.shape2.num{.pack}.b32 r, [taddr], immHalfSplitoff  # PTX 8.6, sm_100f or sm_110f

    Load from tensor memory and find the least or greatest of the elements. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.red.sync.aligned.shape3.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape4.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape3.num.redOp.type r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape4.num.redOp.type r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f

    Load from tensor memory and keep two of each four elements. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}.f32.b2 meta, r, [taddr]  # PTX 9.4, sm_107a

    Load with a reduction and that choice of elements. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.red.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}{.NaN}.f32.b2 meta, r, redval, [taddr]  # PTX 9.4, sm_107a

    Store registers to tensor memory, asynchronously, as a warp. (PTX ISA, 9.7.16.8.4)

        tcgen05.st.sync.aligned.shape1.num{.unpack}.b32 [taddr], r  # PTX 8.6, sm_100f or sm_110f
        tcgen05.st.sync.aligned.shape2.num{.unpack}.b32 [taddr], immHalfSplitoff, r  # PTX 8.6, sm_100f or sm_110f

    Wait until the thread's loads from tensor memory, or its stores, are done. (PTX ISA, 9.7.16.8.5)

        tcgen05.wait_operation.sync.aligned  # PTX 8.6, sm_100f or sm_110f

    Start a copy from shared memory to tensor memory. (PTX ISA, 9.7.16.9.2)

        tcgen05.cp.cta_group.shape{.multicast}{.dst_fmt.src_fmt} [taddr], s-desc  # PTX 8.6, sm_100f or sm_110f

    Start shifting rows of tensor memory down by one. (PTX ISA, 9.7.16.9.3)

        tcgen05.shift.cta_group.down [taddr]  # PTX 8.6, sm_100a or sm_103a or sm_107a or sm_110a

    Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)

        tcgen05.mma.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
        tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
        … (8 forms; see ptxpy isa tcgen05.mma)

    Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)

        tcgen05.mma.sp.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f

    Start a product D = A*B+D that keeps B, the weights, in a buffer. (PTX ISA, 9.7.16.10.9.3)

        tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f

    Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.4)

        tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f

    Order tcgen05 operations with those of other threads around a barrier. (PTX ISA, 9.7.16.11.1)

        tcgen05.fence_operation  # PTX 8.6, sm_100f or sm_110f

    Let a barrier object track the thread's operations so far. (PTX ISA, 9.7.16.12.1)

        tcgen05.commit.cta_group.completion_mechanism{.sync_restrict}{.shared::cluster}{.multicast}.b64 [mbar]{, ctaMask}  # PTX 8.6, sm_100f or sm_110f
    """

    BLACKWELL_MASKED_DESC_B128: int
    @property
    def alloc(self) -> Tcgen05Alloc:
        """Allocate columns of tensor memory, as a warp, which blocks until there are enough.

        Emits `tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_addr], ncols`. Allocations
        are noted in the order of the text: `TraceError` for more than 512 columns, for more than the
        allocation before, and after `relinquish_alloc_permit` (PTX ISA 9.7.16.7.1).

        Args:
            tmem_addr: The place in shared memory that gets the address, 32 bits.
            ncols: 32, 64, 128, 256 or 512, or a register.
            cta_group: 1, or 2 for a pair of CTAs.
            pred: A guard.

        Allocate columns of tensor memory and write their address. (PTX ISA, 9.7.16.7.1)

            tcgen05.alloc.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 8.6, sm_100f or sm_110f
            tcgen05.alloc.exclusive.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 9.4, sm_100f or sm_110f
        """


    @property
    def auto_descriptor(self) -> Tcgen05Auto_descriptor:
        """Return a b64 register with the descriptor of a tile as `smem.wgmma_tile` lays it out.

        Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed. The tile has rows
        and columns: of an array with stages it is one stage. For a place within a tile, add a sixteenth
        of the bytes of `ptx.wgmma.k_offset`. `TypeError` for anything but such a tile.
        """


    @property
    def commit(self) -> Tcgen05Commit:
        """Let an mbarrier count one arrival once the thread's operations so far are done.

        Emits `tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mbar]`, and
        with `multicast` `.multicast::cluster` and the mask after it; `mov.b16` before it for a number.

        Args:
            mbar: An mbarrier, or an address.
            cta_group: As that of the operations.
            multicast: Whether the mbarriers at the same place in several CTAs count it.
            multicast_mask: Those CTAs: a bit for each rank in the cluster, a number or a register of
                16 bits.
            space: `"cluster"` for an address in shared memory, `""` for a generic one.
            pred: A guard.

        Let a barrier object track the thread's operations so far. (PTX ISA, 9.7.16.12.1)

            tcgen05.commit.cta_group.completion_mechanism{.sync_restrict}{.shared::cluster}{.multicast}.b64 [mbar]{, ctaMask}  # PTX 8.6, sm_100f or sm_110f
        """


    @property
    def cp(self) -> Tcgen05Cp:
        """Copy from shared to tensor memory: `tcgen05.cp.cta_group::1.128x256b [taddr], src`.

        Args:
            taddr: A register with the address in tensor memory.
            src: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`, whose
                descriptor is made as `ptx.tcgen05.descriptor` does.
            cta_group: 1, or 2 for a pair of CTAs.
            size: `"128x256b"`, `"4x256b"`, `"128x128b"`, `"64x128b.warpx2::02_13"`,
                `"64x128b.warpx2::01_23"` or `"32x128b.warpx4"`; a format may be after it, as in
                `"128x128b.b8x16.b4x16_p64"`.
            src_is_addr: True if `src` must be a tile, False if it must be a descriptor.
            pred: A guard.

        Start a copy from shared memory to tensor memory. (PTX ISA, 9.7.16.9.2)

            tcgen05.cp.cta_group.shape{.multicast}{.dst_fmt.src_fmt} [taddr], s-desc  # PTX 8.6, sm_100f or sm_110f
        """


    @property
    def dealloc(self) -> Tcgen05Dealloc:
        """Free an allocation, as a warp: `tcgen05.dealloc.cta_group::1.sync.aligned.b32`.

        `taddr` is a register with the address that `alloc` has written, and `ncols` the number that it
        had; `TraceError` unless an allocation of that size is live.

        Give allocated columns of tensor memory back. (PTX ISA, 9.7.16.7.1)

            tcgen05.dealloc.cta_group.sync.aligned.b32 taddr, nCols  # PTX 8.6, sm_100f or sm_110f
            tcgen05.dealloc.exclusive.cta_group.sync.aligned.b32 taddr, nCols  # PTX 9.4, sm_100f or sm_110f
        """


    @property
    def descriptor(self) -> Tcgen05Descriptor:
        """Return a b64 register with a descriptor for `tcgen05` (PTX ISA 9.7.16.4.1).

        Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

        Args:
            smem_addr: An array in shared memory or a stage of one, a name, or a register.
            byte_offset: Bytes that are added to the address.
            stride_bytes: From 8 rows to the next 8, a multiple of 16.
            leading_bytes: Bytes, a multiple of 16.
            swizzle: `"NONE"`, `"32B"`, `"64B"`, `"128B"` or `"128B_BASE32B"`.
            version: 1.
            base_offset: 0 if the swizzle's pattern begins at a multiple of 8 of its rows.
            lbo_mode: 0 if `leading_bytes` is an offset.
        """


    @property
    def descriptor_bits(self) -> Tcgen05Descriptor_bits:
        """Return a descriptor of these fields without its address; nothing is emitted.

        The arguments are those of `descriptor`; the version may be 0, too.
        """


    @property
    def fence(self) -> Tcgen05Fence:
        """Order tcgen05 operations with those of other threads around a barrier. (PTX ISA, 9.7.16.11.1)

            tcgen05.fence_operation  # PTX 8.6, sm_100f or sm_110f
        """


    @property
    def fence_after_thread_sync(self) -> Tcgen05Fence_after_thread_sync:
        """Emit `tcgen05.fence::after_thread_sync`: after a barrier, before its results are used.
        """


    @property
    def fence_before_thread_sync(self) -> Tcgen05Fence_before_thread_sync:
        """Emit `tcgen05.fence::before_thread_sync`: before a barrier that others wait at.
        """


    @property
    def ld(self) -> Tcgen05Ld:
        """Load from tensor memory: `tcgen05.ld.sync.aligned.16x128b.x1{.pack::16b}.b32 {…}, [taddr]`.

        The registers can be read after `ptx.tcgen05.wait_ld`.

        Args:
            dst_regs: `count` registers of 32 bits, twice as many for 16x128b, four times for 16x256b.
            taddr: A register with the address in tensor memory, `[register, columns]` for an offset.
            shape: `"16x64b"`, `"16x128b"`, `"16x256b"` or `"32x32b"`.
            count: A power of two up to 128; with 16x128b to 64, with 16x256b to 32.
            dtype: `"b32"`.
            pack: Whether two elements of 16 bits come to one register.
            pred: A guard.

        Load from tensor memory into registers, asynchronously, as a warp. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.sync.aligned.shape1.num{.pack}.b32 r, [taddr]  # PTX 8.6, sm_100f or sm_110f
            tcgen05.ld.sync.aligned.shape2.num{.pack}.b32 r, [taddr], immHalfSplitoff  # PTX 8.6, sm_100f or sm_110f

        Load from tensor memory and find the least or greatest of the elements. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.red.sync.aligned.shape3.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
            tcgen05.ld.red.sync.aligned.shape4.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f
            tcgen05.ld.red.sync.aligned.shape3.num.redOp.type r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
            tcgen05.ld.red.sync.aligned.shape4.num.redOp.type r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f

        Load from tensor memory and keep two of each four elements. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}.f32.b2 meta, r, [taddr]  # PTX 9.4, sm_107a

        Load with a reduction and that choice of elements. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.red.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}{.NaN}.f32.b2 meta, r, redval, [taddr]  # PTX 9.4, sm_107a
        """


    @property
    def make_block_scale_instr_desc(self) -> Tcgen05Make_block_scale_instr_desc:
        """Return the instruction descriptor of a product with block scaling; nothing is emitted.

        Args:
            kind: `"mxf8f6f4"`, `"mxf4"` or `"mxf4nvf4"`.
            m: Rows of D: 128, or 256 for a pair of CTAs.
            n: Columns of D: a multiple of 8 up to 256.
            dtype_a: e4m3, e5m2, e2m3, e3m2 or e2m1, of which the last alone for mxf4 and mxf4nvf4.
            dtype_b: The same; that of A without it.
            scale_type: `"ue8m0"`, a power of two; `"ue4m3"` for mxf4nvf4.
            a_scale_id: The byte of a word at which the scale factors of A begin for this product: 0 to
                3 for mxf8f6f4 and with a `k` of 96, 0 or 2 for the others.
            b_scale_id: The same for B.
            a_major: `"K"`, or `"MN"` for elements of 8 bits.
            b_major: The same.
            scale_a: 1, or -1 for a negated A.
            scale_b: The same for B.
            sparse: Whether A is sparse.
            k: Elements along K: 96 for the longer products of dense matrices that mxf4 and mxf4nvf4
                have on sm_103; by default 32 for mxf8f6f4 and 64 for the others, twice that if sparse.
        """


    @property
    def make_instr_desc(self) -> Tcgen05Make_instr_desc:
        """Return the instruction descriptor of `tcgen05.mma`, 32 bits; nothing is emitted.

        Args:
            kind: `"f16"` (of f16 and bf16), `"tf32"`, `"f8f6f4"` or `"i8"`.
            m: Rows of D: 64, 128 or 256; 32 for `tcgen05.mma.ws`.
            n: Columns of D: a multiple of 8 up to 256.
            dtype_d: f16, f32 or s32, a type or its name.
            dtype_a: f16, bf16, tf32, e4m3, e5m2, e2m3, e3m2, e2m1, s8 or u8.
            dtype_b: The same; that of A without it.
            a_major: `"K"` or `"MN"`.
            b_major: The same.
            scale_a: 1, or -1 for a negated A; not of integers.
            scale_b: The same for B.
            saturate: Whether sums of integers are kept within s32.
            sparse: Whether A is sparse.
            sparsity_selector: Which of 4 parts of the metadata a sparse A has.
            max_shift: For `tcgen05.mma.ws`, how far B is shifted at most: 0 for none, 1, 2, 3 for 8,
                16, 32 rows.
        """


    @property
    def make_instr_desc_f16bf16_f32(self) -> Tcgen05Make_instr_desc_f16bf16_f32:
        """Return the instruction descriptor of a product of f16 or bf16 with a D of f32.

        The arguments are those of `make_instr_desc`; a product of 128 x 256 in bf16 is 0x8400490.
        """


    @property
    def masked_descriptor(self) -> Tcgen05Masked_descriptor:
        """Return a b64 register: `(smem_addr + byte_offset & mask) >> 4 | const_bits`.

        Emits `and.b32`, `shr.u32`, `cvt.u64.u32`, `or.b64` after the address is computed. The constant
        is that of K-major tiles in stripes of 128 bytes.
        """


    @property
    def mma(self) -> Tcgen05Mma:
        """Start D = A * B, or D += A * B: `tcgen05.mma{.sp}.cta_group::1.kind::f16 [d], a, b, i, p`.

        Before it come the instructions that make the descriptor of each matrix that is a tile of shared
        memory, `mov.b32` for an address in tensor memory that is not of type b32, and `setp.ne.b32` for
        a `scale_d` of 32 bits.

        Args:
            d_tmem: A register with the address of D in tensor memory.
            a_desc: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`; with
                `a_is_tmem` a register with an address in tensor memory.
            b_desc: A descriptor, or a tile.
            idesc: The instruction descriptor, a number or a register (`make_instr_desc`).
            cta_group: 1, or 2 for a pair of CTAs.
            kind: `"f16"`, `"tf32"`, `"f8f6f4"` or `"i8"`.
            enable_input_d: Whether D is added: a bool, or a predicate register.
            scale_d: The same as a number in a register; it takes precedence over `enable_input_d`.
            sparse: Whether A is sparse.
            ashift: Whether the rows of A in tensor memory are shifted by one.
            collector_a: The use of the collector for A: `"fill"`, `"use"`, `"lastuse"` or `"discard"`.
            a_is_tmem: Whether A is in tensor memory.
            sparse_metadata: A register with the address of the metadata in tensor memory.
            pred_operand: A predicate register, in place of `enable_input_d`.
            scale_c: From 0 to 15: D is multiplied by 2 ** -scale_c; of kind f16 and tf32.
            pred: A guard.

        Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)

            tcgen05.mma.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
            tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
            … (8 forms; see ptxpy isa tcgen05.mma)

        Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)

            tcgen05.mma.sp.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.sp.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f

        Start a product D = A*B+D that keeps B, the weights, in a buffer. (PTX ISA, 9.7.16.10.9.3)

            tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f

        Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.4)

            tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
        """


    @property
    def mma_block_scale(self) -> Tcgen05Mma_block_scale:
        """Start D = A * B or D += A * B with scale factors of the blocks of A and B.

        Emits `tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 [d], a, b, i, [sa], [sb], p`,
        and before it the instructions that make the descriptor of each matrix that is a tile of shared
        memory, and `mov.b32` for an address in tensor memory that is not of type b32.

        Args:
            d_tmem: A register with the address of D in tensor memory.
            a_desc: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`; with
                `a_is_tmem` a register with an address in tensor memory.
            b_desc: A descriptor, or a tile.
            idesc: The instruction descriptor, a number or a register (`make_block_scale_instr_desc`).
            scale_a_tmem: A register with the address of the scale factors of A in tensor memory;
                `[register, columns]` for an offset to one of type b32.
            scale_b_tmem: The same for B.
            cta_group: 1, or 2 for a pair of CTAs.
            kind: `"mxf8f6f4"`, `"mxf4"` or `"mxf4nvf4"`.
            scale_vec: `"block32"`, or `"block16"` of mxf4nvf4: how many elements along K share a
                factor; or as PTX ISA 8.7 says it, `"scale_vec::1X"`, `"scale_vec::2X"`,
                `"scale_vec::4X"`: how many factors a row has in a product.
            enable_input_d: Whether D is added: a bool, or a predicate register.
            a_is_tmem: Whether A is in tensor memory.
            pred: A guard.
        """


    @property
    def relinquish_alloc_permit(self) -> Tcgen05Relinquish_alloc_permit:
        """Say that this CTA allocates no more: `tcgen05.relinquish_alloc_permit…sync.aligned`.

        Give up a block's right to allocate tensor memory. (PTX ISA, 9.7.16.7.1)

            tcgen05.relinquish_alloc_permit.cta_group.sync.aligned  # PTX 8.6, sm_100f or sm_110f
        """


    @property
    def shift(self) -> Tcgen05Shift:
        """Move rows of tensor memory down by one: `tcgen05.shift.cta_group::1.down [taddr]`.

        Start shifting rows of tensor memory down by one. (PTX ISA, 9.7.16.9.3)

            tcgen05.shift.cta_group.down [taddr]  # PTX 8.6, sm_100a or sm_103a or sm_107a or sm_110a
        """


    @property
    def st(self) -> Tcgen05St:
        """Store to tensor memory: `tcgen05.st.sync.aligned.16x128b.x1{.unpack::16b}.b32 [taddr], {…}`.

        It is done after `ptx.tcgen05.wait_st`. The arguments are as those of `ptx.tcgen05.ld`;
        `unpack` makes two elements of a register.

        Store registers to tensor memory, asynchronously, as a warp. (PTX ISA, 9.7.16.8.4)

            tcgen05.st.sync.aligned.shape1.num{.unpack}.b32 [taddr], r  # PTX 8.6, sm_100f or sm_110f
            tcgen05.st.sync.aligned.shape2.num{.unpack}.b32 [taddr], immHalfSplitoff, r  # PTX 8.6, sm_100f or sm_110f
        """


    @property
    def wait(self) -> Tcgen05Wait:
        """Wait until the thread's loads from tensor memory, or its stores, are done. (PTX ISA, 9.7.16.8.5)

            tcgen05.wait_operation.sync.aligned  # PTX 8.6, sm_100f or sm_110f
        """


    @property
    def wait_ld(self) -> Tcgen05Wait_ld:
        """Wait for the thread's loads: `tcgen05.wait::ld.sync.aligned`.
        """


    @property
    def wait_st(self) -> Tcgen05Wait_st:
        """Wait for the thread's stores: `tcgen05.wait::st.sync.aligned`.
        """



class TensormapReplace(Instruction):
    """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)

        tensormap.replace.mode.global_address{.ss}.b1024.b64 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.rank{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.field2{.ss}.b1024.b32 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.global_stride{.ss}.b1024.b64 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.field3{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.elemtype{.ss}.b1024.b32 [addr], new_val  # PTX 8.7, sm_100f or sm_110f or sm_120f
        … (7 forms; see ptxpy isa tensormap.replace)
    """

    b1024: TensormapReplace
    b32: TensormapReplace
    b64: TensormapReplace
    box_dim: TensormapReplace
    element_stride: TensormapReplace
    elemtype: TensormapReplace
    fill_mode: TensormapReplace
    global_: TensormapReplace
    global_address: TensormapReplace
    global_dim: TensormapReplace
    global_stride: TensormapReplace
    interleave_layout: TensormapReplace
    rank: TensormapReplace
    shared__cta: TensormapReplace
    swizzle_atomicity: TensormapReplace
    swizzle_mode: TensormapReplace
    tile: TensormapReplace

class TensormapCp_fenceproxy(Instruction):
    """Copy a tensor-map object and make the copy visible to its proxy. (PTX ISA, 9.7.13.16)

        tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned [dst], [src], size  # PTX 8.3, sm_90
    """

    aligned: TensormapCp_fenceproxy
    cluster: TensormapCp_fenceproxy
    cta: TensormapCp_fenceproxy
    global_: TensormapCp_fenceproxy
    gpu: TensormapCp_fenceproxy
    release: TensormapCp_fenceproxy
    shared__cta: TensormapCp_fenceproxy
    sync: TensormapCp_fenceproxy
    sys: TensormapCp_fenceproxy
    tensormap__generic: TensormapCp_fenceproxy

class TensormapCode(Instruction):
    """Return the number of a value that `tensormap.replace` takes.

    Args:
        field: `"elemtype"`, `"interleave_layout"`, `"swizzle_mode"`, `"swizzle_atomicity"` or
            `"fill_mode"`.
        name: The value: `"bf16"` of an elemtype, `"128B"` of a swizzle_mode.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        field: str,
        name: str,
    ) -> int: ...

class Tensormap(Instruction):
    """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)

        tensormap.replace.mode.global_address{.ss}.b1024.b64 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.rank{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.field2{.ss}.b1024.b32 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.global_stride{.ss}.b1024.b64 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.field3{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.elemtype{.ss}.b1024.b32 [addr], new_val  # PTX 8.7, sm_100f or sm_110f or sm_120f
        … (7 forms; see ptxpy isa tensormap.replace)

    Copy a tensor-map object and make the copy visible to its proxy. (PTX ISA, 9.7.13.16)

        tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned [dst], [src], size  # PTX 8.3, sm_90
    """

    @property
    def code(self) -> TensormapCode:
        """Return the number of a value that `tensormap.replace` takes.

        Args:
            field: `"elemtype"`, `"interleave_layout"`, `"swizzle_mode"`, `"swizzle_atomicity"` or
                `"fill_mode"`.
            name: The value: `"bf16"` of an elemtype, `"128B"` of a swizzle_mode.
        """


    @property
    def cp_fenceproxy(self) -> TensormapCp_fenceproxy:
        """Copy a tensor-map object and make the copy visible to its proxy. (PTX ISA, 9.7.13.16)

            tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned [dst], [src], size  # PTX 8.3, sm_90
        """


    @property
    def replace(self) -> TensormapReplace:
        """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)

            tensormap.replace.mode.global_address{.ss}.b1024.b64 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
            tensormap.replace.mode.rank{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
            tensormap.replace.mode.field2{.ss}.b1024.b32 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
            tensormap.replace.mode.global_stride{.ss}.b1024.b64 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
            tensormap.replace.mode.field3{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
            tensormap.replace.mode.elemtype{.ss}.b1024.b32 [addr], new_val  # PTX 8.7, sm_100f or sm_110f or sm_120f
            … (7 forms; see ptxpy isa tensormap.replace)
        """



class Testp(Instruction):
    """Test whether a number is finite, infinite, a number, a NaN, normal or subnormal. (PTX ISA, 9.7.3.1)

        testp{.op}.type p, a  # PTX 2.0, sm_20
    """

    f32: Testp
    f64: Testp
    finite: Testp
    infinite: Testp
    normal: Testp
    notanumber: Testp
    number: Testp
    subnormal: Testp

class Tex(Instruction):
    """Fetch from a texture. (PTX ISA, 9.7.10.3)

        tex.geom.v4.dtype.ctype d{|p}, [var-a, c]{, e}{, f}  # PTX 1.0
        tex.geom.v4.dtype.ctype d{|p}, [a, c]{, e}{, f}  # PTX 1.0
        tex.geom.v4.dtype.ctype d{|p}, [var-a, var-b, c]{, e}{, f}  # PTX 1.0
        tex.geom.v4.dtype.ctype d{|p}, [a, b, c]{, e}{, f}  # PTX 1.0
        tex.geom.v2.f16x2.ctype d{|p}, [var-a, c]{, e}{, f}  # PTX 1.0
        tex.geom.v2.f16x2.ctype d{|p}, [a, c]{, e}{, f}  # PTX 1.0
        … (32 forms; see ptxpy isa tex)
    """

    _1d: Tex
    _2d: Tex
    _2dms: Tex
    _3d: Tex
    a1d: Tex
    a2d: Tex
    a2dms: Tex
    acube: Tex
    base: Tex
    cube: Tex
    f16: Tex
    f16x2: Tex
    f32: Tex
    grad: Tex
    level: Tex
    s32: Tex
    u32: Tex
    v2: Tex
    v4: Tex

class Tld4(Instruction):
    """Fetch one component of the four texels around a point of a texture. (PTX ISA, 9.7.10.4)

        tld4.comp.geom.v4.dtype.f32 d{|p}, [var-a, c]{, e}{, f}  # PTX 2.2, sm_20
        tld4.comp.geom.v4.dtype.f32 d{|p}, [a, c]{, e}{, f}  # PTX 2.2, sm_20
        tld4.comp.geom.v4.dtype.f32 d{|p}, [var-a, var-b, c]{, e}{, f}  # PTX 2.2, sm_20
        tld4.comp.geom.v4.dtype.f32 d{|p}, [a, b, c]{, e}{, f}  # PTX 2.2, sm_20
    """

    _2d: Tld4
    a: Tld4
    a2d: Tld4
    acube: Tld4
    b: Tld4
    cube: Tld4
    f32: Tld4
    g: Tld4
    r: Tld4
    s32: Tld4
    u32: Tld4
    v4: Tld4

class Trap(Instruction):
    """Abort execution and raise an interrupt. (PTX ISA, 9.7.19.4)

        trap  # PTX 1.0
    """


class Txq(Instruction):
    """Query an attribute of a texture or sampler. (PTX ISA, 9.7.10.5)

        txq.tquery.b32 d, [var-a]  # PTX 1.5
        txq.tquery.b32 d, [a]  # PTX 1.5
        txq.level.tlquery.b32 d, [a], lod  # PTX 4.3, sm_30
        txq.squery.b32 d, [a]  # PTX 1.5
        txq.squery.b32 d, [b]  # PTX 1.5
        txq.force_unnormalized_coords.b32 d, [b]  # PTX 2.2
    """

    addr_mode_0: Txq
    addr_mode_1: Txq
    addr_mode_2: Txq
    array_size: Txq
    b32: Txq
    channel_data_type: Txq
    channel_order: Txq
    depth: Txq
    filter_mode: Txq
    force_unnormalized_coords: Txq
    height: Txq
    level: Txq
    normalized_coords: Txq
    num_mipmap_levels: Txq
    num_samples: Txq
    width: Txq

class Vabsdiff(Instruction):
    """Take the absolute difference of two values or parts of registers. (PTX ISA, 9.7.18.1.1)

        vabsdiff.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vabsdiff.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vabsdiff.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    add: Vabsdiff
    max: Vabsdiff
    min: Vabsdiff
    s32: Vabsdiff
    sat: Vabsdiff
    u32: Vabsdiff

class Vabsdiff2(Instruction):
    """Take the absolute differences of two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vabsdiff2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vabsdiff2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vabsdiff2
    s32: Vabsdiff2
    sat: Vabsdiff2
    u32: Vabsdiff2

class Vabsdiff4(Instruction):
    """Take the absolute differences of four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vabsdiff4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vabsdiff4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vabsdiff4
    s32: Vabsdiff4
    sat: Vabsdiff4
    u32: Vabsdiff4

class Vadd(Instruction):
    """Add two values or parts of registers. (PTX ISA, 9.7.18.1.1)

        vadd.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vadd.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vadd.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    add: Vadd
    max: Vadd
    min: Vadd
    s32: Vadd
    sat: Vadd
    u32: Vadd

class Vadd2(Instruction):
    """Add two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vadd2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vadd2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vadd2
    s32: Vadd2
    sat: Vadd2
    u32: Vadd2

class Vadd4(Instruction):
    """Add four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vadd4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vadd4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vadd4
    s32: Vadd4
    sat: Vadd4
    u32: Vadd4

class Vavrg2(Instruction):
    """Average two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vavrg2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vavrg2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vavrg2
    s32: Vavrg2
    sat: Vavrg2
    u32: Vavrg2

class Vavrg4(Instruction):
    """Average four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vavrg4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vavrg4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vavrg4
    s32: Vavrg4
    sat: Vavrg4
    u32: Vavrg4

class Vmad(Instruction):
    """Multiply two values or parts of registers, add a third, and scale the sum. (PTX ISA, 9.7.18.1.3)

        vmad.dtype.atype.btype{.sat}{.scale} d, {-}a{.asel}, {-}b{.bsel}, {-}c  # PTX 2.0, sm_20
        vmad.dtype.atype.btype.po{.sat}{.scale} d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    po: Vmad
    s32: Vmad
    sat: Vmad
    shr15: Vmad
    shr7: Vmad
    u32: Vmad

class Vmax(Instruction):
    """Take the larger of two values or parts of registers. (PTX ISA, 9.7.18.1.1)

        vmax.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vmax.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vmax.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    add: Vmax
    max: Vmax
    min: Vmax
    s32: Vmax
    sat: Vmax
    u32: Vmax

class Vmax2(Instruction):
    """Take the larger of two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vmax2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vmax2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vmax2
    s32: Vmax2
    sat: Vmax2
    u32: Vmax2

class Vmax4(Instruction):
    """Take the larger of four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vmax4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vmax4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vmax4
    s32: Vmax4
    sat: Vmax4
    u32: Vmax4

class Vmin(Instruction):
    """Take the smaller of two values or parts of registers. (PTX ISA, 9.7.18.1.1)

        vmin.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vmin.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vmin.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    add: Vmin
    max: Vmin
    min: Vmin
    s32: Vmin
    sat: Vmin
    u32: Vmin

class Vmin2(Instruction):
    """Take the smaller of two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vmin2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vmin2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vmin2
    s32: Vmin2
    sat: Vmin2
    u32: Vmin2

class Vmin4(Instruction):
    """Take the smaller of four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vmin4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vmin4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vmin4
    s32: Vmin4
    sat: Vmin4
    u32: Vmin4

class VoteSync(Instruction):
    """Combine a predicate of the threads of the warp that a mask names. (PTX ISA, 9.7.13.9)

        vote.sync.mode.pred d, {!}a, membermask  # PTX 6.0, sm_30
        vote.sync.ballot.b32 d, {!}a, membermask  # PTX 6.0, sm_30
    """

    all: VoteSync
    any: VoteSync
    b32: VoteSync
    ballot: VoteSync
    pred: VoteSync
    uni: VoteSync

class Vote(Instruction):
    """Combine a predicate of all active threads of the warp. (PTX ISA, 9.7.13.8)

        vote.mode.pred d, {!}a  # PTX 1.2, sm_12; until PTX 6.4, sm_70
        vote.ballot.b32 d, {!}a  # PTX 2.0, sm_20; until PTX 6.4, sm_70
    """

    all: Vote
    any: Vote
    b32: Vote
    ballot: Vote
    pred: Vote
    uni: Vote
    @property
    def sync(self) -> VoteSync:
        """Combine a predicate of the threads of the warp that a mask names. (PTX ISA, 9.7.13.9)

            vote.sync.mode.pred d, {!}a, membermask  # PTX 6.0, sm_30
            vote.sync.ballot.b32 d, {!}a, membermask  # PTX 6.0, sm_30
        """



class Vset(Instruction):
    """Compare two values or parts of registers. (PTX ISA, 9.7.18.1.4)

        vset.atype.btype.cmp d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vset.atype.btype.cmp.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vset.atype.btype.cmp d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    add: Vset
    eq: Vset
    ge: Vset
    gt: Vset
    le: Vset
    lt: Vset
    max: Vset
    min: Vset
    ne: Vset
    s32: Vset
    u32: Vset

class Vset2(Instruction):
    """Compare two pairs of halves. (PTX ISA, 9.7.18.2.2)

        vset2.atype.btype.cmp d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vset2.atype.btype.cmp.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vset2
    eq: Vset2
    ge: Vset2
    gt: Vset2
    le: Vset2
    lt: Vset2
    ne: Vset2
    s32: Vset2
    u32: Vset2

class Vset4(Instruction):
    """Compare four pairs of bytes. (PTX ISA, 9.7.18.2.4)

        vset4.atype.btype.cmp d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vset4.atype.btype.cmp.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vset4
    eq: Vset4
    ge: Vset4
    gt: Vset4
    le: Vset4
    lt: Vset4
    ne: Vset4
    s32: Vset4
    u32: Vset4

class Vshl(Instruction):
    """Shift a value or part of a register left. (PTX ISA, 9.7.18.1.2)

        vshl.dtype.atype.u32{.sat}.mode d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vshl.dtype.atype.u32{.sat}.mode.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vshl.dtype.atype.u32{.sat}.mode d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    add: Vshl
    clamp: Vshl
    max: Vshl
    min: Vshl
    s32: Vshl
    sat: Vshl
    u32: Vshl
    wrap: Vshl

class Vshr(Instruction):
    """Shift a value or part of a register right. (PTX ISA, 9.7.18.1.2)

        vshr.dtype.atype.u32{.sat}.mode d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vshr.dtype.atype.u32{.sat}.mode.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vshr.dtype.atype.u32{.sat}.mode d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    add: Vshr
    clamp: Vshr
    max: Vshr
    min: Vshr
    s32: Vshr
    sat: Vshr
    u32: Vshr
    wrap: Vshr

class Vsub(Instruction):
    """Subtract a value or part of a register from another. (PTX ISA, 9.7.18.1.1)

        vsub.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vsub.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vsub.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    add: Vsub
    max: Vsub
    min: Vsub
    s32: Vsub
    sat: Vsub
    u32: Vsub

class Vsub2(Instruction):
    """Subtract two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vsub2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vsub2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vsub2
    s32: Vsub2
    sat: Vsub2
    u32: Vsub2

class Vsub4(Instruction):
    """Subtract four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vsub4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vsub4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    add: Vsub4
    s32: Vsub4
    sat: Vsub4
    u32: Vsub4

class WgmmaMma_asyncSp(Instruction):
    """Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.15.6.3)

        wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
        … (10 forms; see ptxpy isa wgmma.mma_async.sp)
    """

    aligned: WgmmaMma_asyncSp
    bf16: WgmmaMma_asyncSp
    e4m3: WgmmaMma_asyncSp
    e5m2: WgmmaMma_asyncSp
    f16: WgmmaMma_asyncSp
    f32: WgmmaMma_asyncSp
    m64n104k16: WgmmaMma_asyncSp
    m64n104k32: WgmmaMma_asyncSp
    m64n104k64: WgmmaMma_asyncSp
    m64n112k16: WgmmaMma_asyncSp
    m64n112k32: WgmmaMma_asyncSp
    m64n112k64: WgmmaMma_asyncSp
    m64n120k16: WgmmaMma_asyncSp
    m64n120k32: WgmmaMma_asyncSp
    m64n120k64: WgmmaMma_asyncSp
    m64n128k16: WgmmaMma_asyncSp
    m64n128k32: WgmmaMma_asyncSp
    m64n128k64: WgmmaMma_asyncSp
    m64n136k16: WgmmaMma_asyncSp
    m64n136k32: WgmmaMma_asyncSp
    m64n136k64: WgmmaMma_asyncSp
    m64n144k16: WgmmaMma_asyncSp
    m64n144k32: WgmmaMma_asyncSp
    m64n144k64: WgmmaMma_asyncSp
    m64n152k16: WgmmaMma_asyncSp
    m64n152k32: WgmmaMma_asyncSp
    m64n152k64: WgmmaMma_asyncSp
    m64n160k16: WgmmaMma_asyncSp
    m64n160k32: WgmmaMma_asyncSp
    m64n160k64: WgmmaMma_asyncSp
    m64n168k16: WgmmaMma_asyncSp
    m64n168k32: WgmmaMma_asyncSp
    m64n168k64: WgmmaMma_asyncSp
    m64n16k16: WgmmaMma_asyncSp
    m64n16k32: WgmmaMma_asyncSp
    m64n16k64: WgmmaMma_asyncSp
    m64n176k16: WgmmaMma_asyncSp
    m64n176k32: WgmmaMma_asyncSp
    m64n176k64: WgmmaMma_asyncSp
    m64n184k16: WgmmaMma_asyncSp
    m64n184k32: WgmmaMma_asyncSp
    m64n184k64: WgmmaMma_asyncSp
    m64n192k16: WgmmaMma_asyncSp
    m64n192k32: WgmmaMma_asyncSp
    m64n192k64: WgmmaMma_asyncSp
    m64n200k16: WgmmaMma_asyncSp
    m64n200k32: WgmmaMma_asyncSp
    m64n200k64: WgmmaMma_asyncSp
    m64n208k16: WgmmaMma_asyncSp
    m64n208k32: WgmmaMma_asyncSp
    m64n208k64: WgmmaMma_asyncSp
    m64n216k16: WgmmaMma_asyncSp
    m64n216k32: WgmmaMma_asyncSp
    m64n216k64: WgmmaMma_asyncSp
    m64n224k16: WgmmaMma_asyncSp
    m64n224k32: WgmmaMma_asyncSp
    m64n224k64: WgmmaMma_asyncSp
    m64n232k16: WgmmaMma_asyncSp
    m64n232k32: WgmmaMma_asyncSp
    m64n232k64: WgmmaMma_asyncSp
    m64n240k16: WgmmaMma_asyncSp
    m64n240k32: WgmmaMma_asyncSp
    m64n240k64: WgmmaMma_asyncSp
    m64n248k16: WgmmaMma_asyncSp
    m64n248k32: WgmmaMma_asyncSp
    m64n248k64: WgmmaMma_asyncSp
    m64n24k16: WgmmaMma_asyncSp
    m64n24k32: WgmmaMma_asyncSp
    m64n24k64: WgmmaMma_asyncSp
    m64n256k16: WgmmaMma_asyncSp
    m64n256k32: WgmmaMma_asyncSp
    m64n256k64: WgmmaMma_asyncSp
    m64n32k16: WgmmaMma_asyncSp
    m64n32k32: WgmmaMma_asyncSp
    m64n32k64: WgmmaMma_asyncSp
    m64n40k16: WgmmaMma_asyncSp
    m64n40k32: WgmmaMma_asyncSp
    m64n40k64: WgmmaMma_asyncSp
    m64n48k16: WgmmaMma_asyncSp
    m64n48k32: WgmmaMma_asyncSp
    m64n48k64: WgmmaMma_asyncSp
    m64n56k16: WgmmaMma_asyncSp
    m64n56k32: WgmmaMma_asyncSp
    m64n56k64: WgmmaMma_asyncSp
    m64n64k16: WgmmaMma_asyncSp
    m64n64k32: WgmmaMma_asyncSp
    m64n64k64: WgmmaMma_asyncSp
    m64n72k16: WgmmaMma_asyncSp
    m64n72k32: WgmmaMma_asyncSp
    m64n72k64: WgmmaMma_asyncSp
    m64n80k16: WgmmaMma_asyncSp
    m64n80k32: WgmmaMma_asyncSp
    m64n80k64: WgmmaMma_asyncSp
    m64n88k16: WgmmaMma_asyncSp
    m64n88k32: WgmmaMma_asyncSp
    m64n88k64: WgmmaMma_asyncSp
    m64n8k16: WgmmaMma_asyncSp
    m64n8k32: WgmmaMma_asyncSp
    m64n8k64: WgmmaMma_asyncSp
    m64n96k16: WgmmaMma_asyncSp
    m64n96k32: WgmmaMma_asyncSp
    m64n96k64: WgmmaMma_asyncSp
    s32: WgmmaMma_asyncSp
    s8: WgmmaMma_asyncSp
    satfinite: WgmmaMma_asyncSp
    sync: WgmmaMma_asyncSp
    tf32: WgmmaMma_asyncSp
    u8: WgmmaMma_asyncSp

class WgmmaMma_async(Instruction):
    """Start D = A * B, or D += A * B, of a warpgroup's matrices: `wgmma.mma_async.sync.aligned…`.

    Before it come the instructions that make the descriptor of an `a` or `b` that is an array:
    `mov.u32`, `bfe.u32`, `cvt.u64.u32`, `or.b64`.

    Args:
        shape: `(64, n, k)`: n is a multiple of 8 up to 256, k as many elements as have 32 bytes.
        dtype_d: f32, f16 or s32.
        dtype_a: f16, bf16, tf32, e4m3, e5m2, s8 or u8.
        dtype_b: The same; only of e4m3 and e5m2, and of s8 and u8, can it differ from `dtype_a`.
        d: The accumulator as `reg.wgmma_frag` declares it: n / 2 registers, of f16 n / 4. Register
            i of thread t of the warpgroup is row 16 * (t // 32) + t % 32 // 4 + 8 * (i // 2 % 2)
            and column 8 * (i // 4) + 2 * (t % 4) + i % 2 (PTX ISA 9.7.15.5.1).
        a: An array in shared memory or a stage of one (`smem.wgmma_tile`, or `smem.alloc` with a
            swizzle), a descriptor in a register of 64 bits, or four registers with A itself.
        b: The same without the four registers.
        scale_d: Whether D is added: a bool, 0 or 1 are an immediate, else a predicate register.
        scale_a: 1, or -1 for a negated A; not of integers.
        scale_b: The same for B.
        trans_a: 1 if A is MN-major; of f16 and bf16 alone.
        trans_b: The same for B: 1 for rows of (K, N), 0 for rows of (N, K).
        a_k_offset: Bytes from the start of A to the part for this product. `ptx.wgmma.k_offset`
            returns their number for an index along K.
        b_k_offset: The same for B.
        pred: A guard.

    Raises `ValueError` or `TypeError` for a tile, an offset or a register that the product cannot
    take.

    Start a product D = A*B+D of matrices that a warpgroup waits for later. (PTX ISA, 9.7.15.5.2)

        wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
        … (12 forms; see ptxpy isa wgmma.mma_async)
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        shape: tuple[int, int, int],
        dtype_d: Any,
        dtype_a: Any,
        dtype_b: Any,
        d: Any,
        a: Any,
        b: Any,
        scale_d: Any = False,
        scale_a: int = 1,
        scale_b: int = 1,
        trans_a: int = 0,
        trans_b: int = 0,
        a_k_offset: int = 0,
        b_k_offset: int = 0,
        pred: Any = None,
    ) -> None: ...
    aligned: WgmmaMma_asyncOperation
    and_: WgmmaMma_asyncOperation
    b1: WgmmaMma_asyncOperation
    bf16: WgmmaMma_asyncOperation
    e4m3: WgmmaMma_asyncOperation
    e5m2: WgmmaMma_asyncOperation
    f16: WgmmaMma_asyncOperation
    f32: WgmmaMma_asyncOperation
    m64n104k16: WgmmaMma_asyncOperation
    m64n104k32: WgmmaMma_asyncOperation
    m64n104k8: WgmmaMma_asyncOperation
    m64n112k16: WgmmaMma_asyncOperation
    m64n112k256: WgmmaMma_asyncOperation
    m64n112k32: WgmmaMma_asyncOperation
    m64n112k8: WgmmaMma_asyncOperation
    m64n120k16: WgmmaMma_asyncOperation
    m64n120k32: WgmmaMma_asyncOperation
    m64n120k8: WgmmaMma_asyncOperation
    m64n128k16: WgmmaMma_asyncOperation
    m64n128k256: WgmmaMma_asyncOperation
    m64n128k32: WgmmaMma_asyncOperation
    m64n128k8: WgmmaMma_asyncOperation
    m64n136k16: WgmmaMma_asyncOperation
    m64n136k32: WgmmaMma_asyncOperation
    m64n136k8: WgmmaMma_asyncOperation
    m64n144k16: WgmmaMma_asyncOperation
    m64n144k256: WgmmaMma_asyncOperation
    m64n144k32: WgmmaMma_asyncOperation
    m64n144k8: WgmmaMma_asyncOperation
    m64n152k16: WgmmaMma_asyncOperation
    m64n152k32: WgmmaMma_asyncOperation
    m64n152k8: WgmmaMma_asyncOperation
    m64n160k16: WgmmaMma_asyncOperation
    m64n160k256: WgmmaMma_asyncOperation
    m64n160k32: WgmmaMma_asyncOperation
    m64n160k8: WgmmaMma_asyncOperation
    m64n168k16: WgmmaMma_asyncOperation
    m64n168k32: WgmmaMma_asyncOperation
    m64n168k8: WgmmaMma_asyncOperation
    m64n16k16: WgmmaMma_asyncOperation
    m64n16k256: WgmmaMma_asyncOperation
    m64n16k32: WgmmaMma_asyncOperation
    m64n16k8: WgmmaMma_asyncOperation
    m64n176k16: WgmmaMma_asyncOperation
    m64n176k256: WgmmaMma_asyncOperation
    m64n176k32: WgmmaMma_asyncOperation
    m64n176k8: WgmmaMma_asyncOperation
    m64n184k16: WgmmaMma_asyncOperation
    m64n184k32: WgmmaMma_asyncOperation
    m64n184k8: WgmmaMma_asyncOperation
    m64n192k16: WgmmaMma_asyncOperation
    m64n192k256: WgmmaMma_asyncOperation
    m64n192k32: WgmmaMma_asyncOperation
    m64n192k8: WgmmaMma_asyncOperation
    m64n200k16: WgmmaMma_asyncOperation
    m64n200k32: WgmmaMma_asyncOperation
    m64n200k8: WgmmaMma_asyncOperation
    m64n208k16: WgmmaMma_asyncOperation
    m64n208k256: WgmmaMma_asyncOperation
    m64n208k32: WgmmaMma_asyncOperation
    m64n208k8: WgmmaMma_asyncOperation
    m64n216k16: WgmmaMma_asyncOperation
    m64n216k32: WgmmaMma_asyncOperation
    m64n216k8: WgmmaMma_asyncOperation
    m64n224k16: WgmmaMma_asyncOperation
    m64n224k256: WgmmaMma_asyncOperation
    m64n224k32: WgmmaMma_asyncOperation
    m64n224k8: WgmmaMma_asyncOperation
    m64n232k16: WgmmaMma_asyncOperation
    m64n232k32: WgmmaMma_asyncOperation
    m64n232k8: WgmmaMma_asyncOperation
    m64n240k16: WgmmaMma_asyncOperation
    m64n240k256: WgmmaMma_asyncOperation
    m64n240k32: WgmmaMma_asyncOperation
    m64n240k8: WgmmaMma_asyncOperation
    m64n248k16: WgmmaMma_asyncOperation
    m64n248k32: WgmmaMma_asyncOperation
    m64n248k8: WgmmaMma_asyncOperation
    m64n24k16: WgmmaMma_asyncOperation
    m64n24k256: WgmmaMma_asyncOperation
    m64n24k32: WgmmaMma_asyncOperation
    m64n24k8: WgmmaMma_asyncOperation
    m64n256k16: WgmmaMma_asyncOperation
    m64n256k256: WgmmaMma_asyncOperation
    m64n256k32: WgmmaMma_asyncOperation
    m64n256k8: WgmmaMma_asyncOperation
    m64n32k16: WgmmaMma_asyncOperation
    m64n32k256: WgmmaMma_asyncOperation
    m64n32k32: WgmmaMma_asyncOperation
    m64n32k8: WgmmaMma_asyncOperation
    m64n40k16: WgmmaMma_asyncOperation
    m64n40k32: WgmmaMma_asyncOperation
    m64n40k8: WgmmaMma_asyncOperation
    m64n48k16: WgmmaMma_asyncOperation
    m64n48k256: WgmmaMma_asyncOperation
    m64n48k32: WgmmaMma_asyncOperation
    m64n48k8: WgmmaMma_asyncOperation
    m64n56k16: WgmmaMma_asyncOperation
    m64n56k32: WgmmaMma_asyncOperation
    m64n56k8: WgmmaMma_asyncOperation
    m64n64k16: WgmmaMma_asyncOperation
    m64n64k256: WgmmaMma_asyncOperation
    m64n64k32: WgmmaMma_asyncOperation
    m64n64k8: WgmmaMma_asyncOperation
    m64n72k16: WgmmaMma_asyncOperation
    m64n72k32: WgmmaMma_asyncOperation
    m64n72k8: WgmmaMma_asyncOperation
    m64n80k16: WgmmaMma_asyncOperation
    m64n80k256: WgmmaMma_asyncOperation
    m64n80k32: WgmmaMma_asyncOperation
    m64n80k8: WgmmaMma_asyncOperation
    m64n88k16: WgmmaMma_asyncOperation
    m64n88k32: WgmmaMma_asyncOperation
    m64n88k8: WgmmaMma_asyncOperation
    m64n8k16: WgmmaMma_asyncOperation
    m64n8k256: WgmmaMma_asyncOperation
    m64n8k32: WgmmaMma_asyncOperation
    m64n8k8: WgmmaMma_asyncOperation
    m64n96k16: WgmmaMma_asyncOperation
    m64n96k256: WgmmaMma_asyncOperation
    m64n96k32: WgmmaMma_asyncOperation
    m64n96k8: WgmmaMma_asyncOperation
    popc: WgmmaMma_asyncOperation
    s32: WgmmaMma_asyncOperation
    s8: WgmmaMma_asyncOperation
    satfinite: WgmmaMma_asyncOperation
    sync: WgmmaMma_asyncOperation
    tf32: WgmmaMma_asyncOperation
    u8: WgmmaMma_asyncOperation
    @property
    def sp(self) -> WgmmaMma_asyncSp:
        """Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.15.6.3)

            wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
            … (10 forms; see ptxpy isa wgmma.mma_async.sp)
        """



class WgmmaMma_asyncOperation(WgmmaMma_async):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class WgmmaFence(Instruction):
    """Emit `wgmma.fence.sync.aligned`: before the first product that reads written registers.

    Order a warpgroup's accesses to registers before its products. (PTX ISA, 9.7.15.7.1)

        wgmma.fence.sync{.aligned}  # PTX 8.0, sm_90a
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        pred: Any = None,
    ) -> None: ...
    aligned: WgmmaFenceOperation
    sync: WgmmaFenceOperation

class WgmmaFenceOperation(WgmmaFence):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class WgmmaCommit_group(Instruction):
    """Emit `wgmma.commit_group.sync.aligned`: the products started so far are a group.

    Put all products started so far into a group of their own. (PTX ISA, 9.7.15.7.2)

        wgmma.commit_group.sync{.aligned}  # PTX 8.0, sm_90a
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        pred: Any = None,
    ) -> None: ...
    aligned: WgmmaCommit_groupOperation
    sync: WgmmaCommit_groupOperation

class WgmmaCommit_groupOperation(WgmmaCommit_group):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class WgmmaWait_group(Instruction):
    """Emit `wgmma.wait_group.sync.aligned n`: wait until at most `n` groups are pending.

    Wait until at most N of the latest groups are pending. (PTX ISA, 9.7.15.7.3)

        wgmma.wait_group.sync{.aligned} N  # PTX 8.0, sm_90a
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        n: int,
        *,
        pred: Any = None,
    ) -> None: ...
    aligned: WgmmaWait_groupOperation
    sync: WgmmaWait_groupOperation

class WgmmaWait_groupOperation(WgmmaWait_group):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class WgmmaAuto_descriptor(Instruction):
    """Return a b64 register with the descriptor of a tile as `smem.wgmma_tile` lays it out.

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

    Args:
        smem_base: The start of the tile: an array or a stage of one, or a register.
        dtype: The type of the elements.
        shape: Rows, and elements of a row, as `smem.wgmma_tile` takes them.
        major: `"K"` or 0, `"MN"` or 1: as trans_a or trans_b of the product.

    `ValueError` for a shape without a layout, or an array with another swizzle.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        smem_base: Any,
        *,
        dtype: Any,
        shape: tuple[int, int],
        major: str | int,
    ) -> _Register: ...

class WgmmaDescriptor_bits(Instruction):
    """Return a descriptor of these fields without its address; nothing is emitted.

    Args:
        leading_byte_offset: Bytes, a multiple of 16.
        stride_byte_offset: Bytes, a multiple of 16.
        swizzle: 0 or `"NONE"`, 1 or `"128B"`, 2 or `"64B"`, 3 or `"32B"`.
        base_offset: As for `make_descriptor`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        leading_byte_offset: int = 0,
        stride_byte_offset: int = 0,
        swizzle: int | str = 0,
        base_offset: int = 0,
    ) -> int: ...

class WgmmaK_offset(Instruction):
    """Return the bytes from a tile's start to an element; nothing is emitted.

    It is the `a_k_offset` or `b_k_offset` of a product that begins at index `k` along K, and at row
    `m_or_n` of A or column of B. `major` is for arrays that are not of `smem.wgmma_tile`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        tile: Any,
        k: int,
        m_or_n: int = 0,
        *,
        major: str | int | None = None,
    ) -> int: ...

class WgmmaMake_descriptor(Instruction):
    """Return a b64 register with a descriptor of these fields (PTX ISA 9.7.15.5.1.2).

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

    Args:
        smem_base: An array in shared memory or a stage of one, a name, or a register.
        leading_byte_offset: Bytes, a multiple of 16.
        stride_byte_offset: Bytes, a multiple of 16.
        swizzle: 0 or `"NONE"`, 1 or `"128B"`, 2 or `"64B"`, 3 or `"32B"`.
        base_offset: 0 if the swizzle's pattern begins at a multiple of 8 of its rows, else
            bits 7 to 9 of the address of its start.
        addr_byte_offset: Bytes that are added to the address.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        smem_base: Any,
        *,
        leading_byte_offset: int,
        stride_byte_offset: int,
        swizzle: int | str = 0,
        base_offset: int = 0,
        addr_byte_offset: int = 0,
    ) -> _Register: ...

class WgmmaMasked_descriptor(Instruction):
    """Return a b64 register: `(smem_addr + byte_offset & mask) >> 4 | const_bits`.

    Emits `and.b32`, `shr.u32`, `cvt.u64.u32`, `or.b64` after the address is computed. The constant
    is that of K-major tiles in stripes of 128 bytes. The mask keeps addresses of whole lines of
    128 bytes: for a step within a line give 0x3FFF0.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        smem_addr: Any,
        *,
        byte_offset: int = 0,
        mask: int = 262016,
        const_bits: int = 4611686293305360384,
    ) -> _Register: ...

class Wgmma(Instruction):
    """Start a product D = A*B+D of matrices that a warpgroup waits for later. (PTX ISA, 9.7.15.5.2)

        wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
        … (12 forms; see ptxpy isa wgmma.mma_async)

    Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.15.6.3)

        wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
        … (10 forms; see ptxpy isa wgmma.mma_async.sp)

    Order a warpgroup's accesses to registers before its products. (PTX ISA, 9.7.15.7.1)

        wgmma.fence.sync{.aligned}  # PTX 8.0, sm_90a

    Put all products started so far into a group of their own. (PTX ISA, 9.7.15.7.2)

        wgmma.commit_group.sync{.aligned}  # PTX 8.0, sm_90a

    Wait until at most N of the latest groups are pending. (PTX ISA, 9.7.15.7.3)

        wgmma.wait_group.sync{.aligned} N  # PTX 8.0, sm_90a
    """

    SWIZZLE_NONE: int
    SWIZZLE_128B: int
    SWIZZLE_64B: int
    SWIZZLE_32B: int
    MASKED_DESC_B128: int
    @property
    def auto_descriptor(self) -> WgmmaAuto_descriptor:
        """Return a b64 register with the descriptor of a tile as `smem.wgmma_tile` lays it out.

        Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

        Args:
            smem_base: The start of the tile: an array or a stage of one, or a register.
            dtype: The type of the elements.
            shape: Rows, and elements of a row, as `smem.wgmma_tile` takes them.
            major: `"K"` or 0, `"MN"` or 1: as trans_a or trans_b of the product.

        `ValueError` for a shape without a layout, or an array with another swizzle.
        """


    @property
    def commit_group(self) -> WgmmaCommit_group:
        """Emit `wgmma.commit_group.sync.aligned`: the products started so far are a group.

        Put all products started so far into a group of their own. (PTX ISA, 9.7.15.7.2)

            wgmma.commit_group.sync{.aligned}  # PTX 8.0, sm_90a
        """


    @property
    def descriptor_bits(self) -> WgmmaDescriptor_bits:
        """Return a descriptor of these fields without its address; nothing is emitted.

        Args:
            leading_byte_offset: Bytes, a multiple of 16.
            stride_byte_offset: Bytes, a multiple of 16.
            swizzle: 0 or `"NONE"`, 1 or `"128B"`, 2 or `"64B"`, 3 or `"32B"`.
            base_offset: As for `make_descriptor`.
        """


    @property
    def fence(self) -> WgmmaFence:
        """Emit `wgmma.fence.sync.aligned`: before the first product that reads written registers.

        Order a warpgroup's accesses to registers before its products. (PTX ISA, 9.7.15.7.1)

            wgmma.fence.sync{.aligned}  # PTX 8.0, sm_90a
        """


    @property
    def k_offset(self) -> WgmmaK_offset:
        """Return the bytes from a tile's start to an element; nothing is emitted.

        It is the `a_k_offset` or `b_k_offset` of a product that begins at index `k` along K, and at row
        `m_or_n` of A or column of B. `major` is for arrays that are not of `smem.wgmma_tile`.
        """


    @property
    def make_descriptor(self) -> WgmmaMake_descriptor:
        """Return a b64 register with a descriptor of these fields (PTX ISA 9.7.15.5.1.2).

        Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

        Args:
            smem_base: An array in shared memory or a stage of one, a name, or a register.
            leading_byte_offset: Bytes, a multiple of 16.
            stride_byte_offset: Bytes, a multiple of 16.
            swizzle: 0 or `"NONE"`, 1 or `"128B"`, 2 or `"64B"`, 3 or `"32B"`.
            base_offset: 0 if the swizzle's pattern begins at a multiple of 8 of its rows, else
                bits 7 to 9 of the address of its start.
            addr_byte_offset: Bytes that are added to the address.
        """


    @property
    def masked_descriptor(self) -> WgmmaMasked_descriptor:
        """Return a b64 register: `(smem_addr + byte_offset & mask) >> 4 | const_bits`.

        Emits `and.b32`, `shr.u32`, `cvt.u64.u32`, `or.b64` after the address is computed. The constant
        is that of K-major tiles in stripes of 128 bytes. The mask keeps addresses of whole lines of
        128 bytes: for a step within a line give 0x3FFF0.
        """


    @property
    def mma_async(self) -> WgmmaMma_async:
        """Start D = A * B, or D += A * B, of a warpgroup's matrices: `wgmma.mma_async.sync.aligned…`.

        Before it come the instructions that make the descriptor of an `a` or `b` that is an array:
        `mov.u32`, `bfe.u32`, `cvt.u64.u32`, `or.b64`.

        Args:
            shape: `(64, n, k)`: n is a multiple of 8 up to 256, k as many elements as have 32 bytes.
            dtype_d: f32, f16 or s32.
            dtype_a: f16, bf16, tf32, e4m3, e5m2, s8 or u8.
            dtype_b: The same; only of e4m3 and e5m2, and of s8 and u8, can it differ from `dtype_a`.
            d: The accumulator as `reg.wgmma_frag` declares it: n / 2 registers, of f16 n / 4. Register
                i of thread t of the warpgroup is row 16 * (t // 32) + t % 32 // 4 + 8 * (i // 2 % 2)
                and column 8 * (i // 4) + 2 * (t % 4) + i % 2 (PTX ISA 9.7.15.5.1).
            a: An array in shared memory or a stage of one (`smem.wgmma_tile`, or `smem.alloc` with a
                swizzle), a descriptor in a register of 64 bits, or four registers with A itself.
            b: The same without the four registers.
            scale_d: Whether D is added: a bool, 0 or 1 are an immediate, else a predicate register.
            scale_a: 1, or -1 for a negated A; not of integers.
            scale_b: The same for B.
            trans_a: 1 if A is MN-major; of f16 and bf16 alone.
            trans_b: The same for B: 1 for rows of (K, N), 0 for rows of (N, K).
            a_k_offset: Bytes from the start of A to the part for this product. `ptx.wgmma.k_offset`
                returns their number for an index along K.
            b_k_offset: The same for B.
            pred: A guard.

        Raises `ValueError` or `TypeError` for a tile, an offset or a register that the product cannot
        take.

        Start a product D = A*B+D of matrices that a warpgroup waits for later. (PTX ISA, 9.7.15.5.2)

            wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
            wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
            wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
            wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
            wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
            wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
            … (12 forms; see ptxpy isa wgmma.mma_async)

        Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.15.6.3)

            wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
            … (10 forms; see ptxpy isa wgmma.mma_async.sp)
        """


    @property
    def wait_group(self) -> WgmmaWait_group:
        """Emit `wgmma.wait_group.sync.aligned n`: wait until at most `n` groups are pending.

        Wait until at most N of the latest groups are pending. (PTX ISA, 9.7.15.7.3)

            wgmma.wait_group.sync{.aligned} N  # PTX 8.0, sm_90a
        """



class WmmaLoad(Instruction):
    """Load a matrix from memory into the fragments of a warp's threads. (PTX ISA, 9.7.14.4.3)

        wmma.load.a.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.b.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.c.sync{.aligned}.layout.shape{.ss}.ctype r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.a.sync.aligned.layout.shape{.ss}.atype r, [p]{, stride}  # PTX 6.3, sm_72
        wmma.load.b.sync.aligned.layout.shape{.ss}.btype r, [p]{, stride}  # PTX 6.3, sm_72
        wmma.load.c.sync.aligned.layout.shape{.ss}.s32 r, [p]{, stride}  # PTX 6.3, sm_72
        … (19 forms; see ptxpy isa wmma.load)
    """

    a: WmmaLoad
    aligned: WmmaLoad
    b: WmmaLoad
    b1: WmmaLoad
    bf16: WmmaLoad
    c: WmmaLoad
    col: WmmaLoad
    f16: WmmaLoad
    f32: WmmaLoad
    f64: WmmaLoad
    global_: WmmaLoad
    m16n16k16: WmmaLoad
    m16n16k8: WmmaLoad
    m32n8k16: WmmaLoad
    m8n32k16: WmmaLoad
    m8n8k128: WmmaLoad
    m8n8k32: WmmaLoad
    m8n8k4: WmmaLoad
    row: WmmaLoad
    s32: WmmaLoad
    s4: WmmaLoad
    s8: WmmaLoad
    shared: WmmaLoad
    shared__cta: WmmaLoad
    sync: WmmaLoad
    tf32: WmmaLoad
    u4: WmmaLoad
    u8: WmmaLoad

class WmmaStore(Instruction):
    """Store the fragments of a warp's threads as a matrix in memory. (PTX ISA, 9.7.14.4.4)

        wmma.store.d.sync{.aligned}.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.0, sm_70
        wmma.store.d.sync.aligned.layout.shape{.ss}.s32 [p], r{, stride}  # PTX 6.3, sm_72
        wmma.store.d.sync.aligned.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.3, sm_75
        wmma.store.d.sync.aligned.layout.m16n16k8{.ss}.f32 [p], r{, stride}  # PTX 7.0, sm_80
        wmma.store.d.sync.aligned.layout.m8n8k4{.ss}.f64 [p], r{, stride}  # PTX 7.0, sm_80
    """

    aligned: WmmaStore
    col: WmmaStore
    d: WmmaStore
    f16: WmmaStore
    f32: WmmaStore
    f64: WmmaStore
    global_: WmmaStore
    m16n16k16: WmmaStore
    m16n16k8: WmmaStore
    m32n8k16: WmmaStore
    m8n32k16: WmmaStore
    m8n8k128: WmmaStore
    m8n8k32: WmmaStore
    m8n8k4: WmmaStore
    row: WmmaStore
    s32: WmmaStore
    shared: WmmaStore
    shared__cta: WmmaStore
    sync: WmmaStore

class WmmaMma(Instruction):
    """Multiply two matrices and add a third, all of them in a warp's fragments. (PTX ISA, 9.7.14.4.5)

        wmma.mma.sync{.aligned}.alayout.blayout.shape.dtype.ctype{.satfinite} d, a, b, c  # PTX 6.0, sm_70
        wmma.mma.sync.aligned.alayout.blayout.shape.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_72
        wmma.mma.sync.aligned.alayout.blayout.shape.f32.bf16.bf16.f32 d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.alayout.blayout.m16n16k8.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.alayout.blayout.shape.f64.f64.f64.f64{.rnd} d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.row.col.m8n8k32.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_75
        … (7 forms; see ptxpy isa wmma.mma)
    """

    aligned: WmmaMma
    and_: WmmaMma
    b1: WmmaMma
    bf16: WmmaMma
    col: WmmaMma
    f16: WmmaMma
    f32: WmmaMma
    f64: WmmaMma
    m16n16k16: WmmaMma
    m16n16k8: WmmaMma
    m32n8k16: WmmaMma
    m8n32k16: WmmaMma
    m8n8k128: WmmaMma
    m8n8k32: WmmaMma
    m8n8k4: WmmaMma
    popc: WmmaMma
    rm: WmmaMma
    rn: WmmaMma
    row: WmmaMma
    rp: WmmaMma
    rz: WmmaMma
    s32: WmmaMma
    s4: WmmaMma
    s8: WmmaMma
    satfinite: WmmaMma
    sync: WmmaMma
    tf32: WmmaMma
    u4: WmmaMma
    u8: WmmaMma
    xor: WmmaMma

class Wmma(Instruction):
    """Load a matrix from memory into the fragments of a warp's threads. (PTX ISA, 9.7.14.4.3)

        wmma.load.a.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.b.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.c.sync{.aligned}.layout.shape{.ss}.ctype r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.a.sync.aligned.layout.shape{.ss}.atype r, [p]{, stride}  # PTX 6.3, sm_72
        wmma.load.b.sync.aligned.layout.shape{.ss}.btype r, [p]{, stride}  # PTX 6.3, sm_72
        wmma.load.c.sync.aligned.layout.shape{.ss}.s32 r, [p]{, stride}  # PTX 6.3, sm_72
        … (19 forms; see ptxpy isa wmma.load)

    Store the fragments of a warp's threads as a matrix in memory. (PTX ISA, 9.7.14.4.4)

        wmma.store.d.sync{.aligned}.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.0, sm_70
        wmma.store.d.sync.aligned.layout.shape{.ss}.s32 [p], r{, stride}  # PTX 6.3, sm_72
        wmma.store.d.sync.aligned.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.3, sm_75
        wmma.store.d.sync.aligned.layout.m16n16k8{.ss}.f32 [p], r{, stride}  # PTX 7.0, sm_80
        wmma.store.d.sync.aligned.layout.m8n8k4{.ss}.f64 [p], r{, stride}  # PTX 7.0, sm_80

    Multiply two matrices and add a third, all of them in a warp's fragments. (PTX ISA, 9.7.14.4.5)

        wmma.mma.sync{.aligned}.alayout.blayout.shape.dtype.ctype{.satfinite} d, a, b, c  # PTX 6.0, sm_70
        wmma.mma.sync.aligned.alayout.blayout.shape.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_72
        wmma.mma.sync.aligned.alayout.blayout.shape.f32.bf16.bf16.f32 d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.alayout.blayout.m16n16k8.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.alayout.blayout.shape.f64.f64.f64.f64{.rnd} d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.row.col.m8n8k32.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_75
        … (7 forms; see ptxpy isa wmma.mma)
    """

    @property
    def load(self) -> WmmaLoad:
        """Load a matrix from memory into the fragments of a warp's threads. (PTX ISA, 9.7.14.4.3)

            wmma.load.a.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
            wmma.load.b.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
            wmma.load.c.sync{.aligned}.layout.shape{.ss}.ctype r, [p]{, stride}  # PTX 6.0, sm_70
            wmma.load.a.sync.aligned.layout.shape{.ss}.atype r, [p]{, stride}  # PTX 6.3, sm_72
            wmma.load.b.sync.aligned.layout.shape{.ss}.btype r, [p]{, stride}  # PTX 6.3, sm_72
            wmma.load.c.sync.aligned.layout.shape{.ss}.s32 r, [p]{, stride}  # PTX 6.3, sm_72
            … (19 forms; see ptxpy isa wmma.load)
        """


    @property
    def mma(self) -> WmmaMma:
        """Multiply two matrices and add a third, all of them in a warp's fragments. (PTX ISA, 9.7.14.4.5)

            wmma.mma.sync{.aligned}.alayout.blayout.shape.dtype.ctype{.satfinite} d, a, b, c  # PTX 6.0, sm_70
            wmma.mma.sync.aligned.alayout.blayout.shape.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_72
            wmma.mma.sync.aligned.alayout.blayout.shape.f32.bf16.bf16.f32 d, a, b, c  # PTX 7.0, sm_80
            wmma.mma.sync.aligned.alayout.blayout.m16n16k8.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
            wmma.mma.sync.aligned.alayout.blayout.shape.f64.f64.f64.f64{.rnd} d, a, b, c  # PTX 7.0, sm_80
            wmma.mma.sync.aligned.row.col.m8n8k32.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_75
            … (7 forms; see ptxpy isa wmma.mma)
        """


    @property
    def store(self) -> WmmaStore:
        """Store the fragments of a warp's threads as a matrix in memory. (PTX ISA, 9.7.14.4.4)

            wmma.store.d.sync{.aligned}.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.0, sm_70
            wmma.store.d.sync.aligned.layout.shape{.ss}.s32 [p], r{, stride}  # PTX 6.3, sm_72
            wmma.store.d.sync.aligned.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.3, sm_75
            wmma.store.d.sync.aligned.layout.m16n16k8{.ss}.f32 [p], r{, stride}  # PTX 7.0, sm_80
            wmma.store.d.sync.aligned.layout.m8n8k4{.ss}.f64 [p], r{, stride}  # PTX 7.0, sm_80
        """



class Xor(Instruction):
    """Emit `xor.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

    Bitwise exclusive or. (PTX ISA, 9.7.8.3)

        xor.type d, a, b  # PTX 1.0
        xor.pred d, {!}a, {!}b  # PTX 1.0
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        a: Any,
        b: Any,
        *,
        pred: Any = None,
    ) -> None: ...
    b16: XorOperation
    b32: XorOperation
    b64: XorOperation
    pred: XorOperation

class XorOperation(Xor):
    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *operands: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: Any = None,
    ) -> PendingResult: ...

class Addr(Instruction):
    """Return the operand `[base]` or `[base+offset]`; nothing is emitted.

    `base` is a register, a name, a variable, or an object in shared memory; `offset` a number of
    bytes. `TypeError` for an offset in a register: PTX adds none.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        base: Any,
        offset: Any = None,
    ) -> Any: ...

class Advance(Instruction):
    """Let a stage go on to the next one of a ring, and its phase change after the last one.

    Emits as `ptx.wrap`, with the registers of `stage` and `phase` in the places of the results:
    `ptx.advance(stage, 4, phase)`. Both are registers that are declared to change, as
    `stage = reg.scalar(u32, 0)`; `TypeError` for a value.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        stage: Any,
        stages: Any,
        phase: Any = None,
    ) -> None: ...

class Cdiv(Instruction):
    """Return the quotient of a number that is not negative and a constant, rounded up.

    That is the number of blocks of `divisor` elements which hold `x` elements. Emits
    `add.s32 a, x, divisor - 1` and `sdiv` of the sum; for an unsigned number, `add.u32` and `udiv`.
    The sum must not overflow.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        x: Any,
        divisor: int,
    ) -> PendingResult: ...

class ClusterArrive(Instruction):
    """Arrive at the barrier of the cluster; the earlier writes of this thread are released.

    Emits `barrier.cluster.arrive;`, or with `.aligned`, if all threads of the warp execute it.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        aligned: bool = False,
        pred: Any = None,
    ) -> None: ...

class ClusterArrive_multicast(Instruction):
    """Arrive at the mbarriers at the same place in the CTAs whose ranks are bits of `mask`.

    Up to PTX 9.3 no instruction does this. For a number as the mask, the instructions of
    `arrive_remote` are emitted for each of its bits, in order; for a register, once, in a loop over
    the bits that are set (`brev`, `clz`).
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        bar_addr: Any,
        mask: Any,
        count: Any = 1,
        *,
        pred: Any = None,
    ) -> None: ...

class ClusterArrive_remote(Instruction):
    """Arrive at the mbarrier at the same place in another CTA of the cluster.

    Emits

        mapa.shared::cluster.u32 remote, bar_addr, cta_id;
        mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote], count;

    The earlier writes of this thread are released to the cluster. A thread that waits there must
    use `mbarrier.try_wait.parity.acquire.cluster`, unless it only fills the memory again by TMA.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        bar_addr: Any,
        cta_id: Any,
        count: Any = 1,
        *,
        pred: Any = None,
    ) -> None: ...

class ClusterMap_shared_u32(Instruction):
    """Return the address that the same place has in the shared memory of CTA `cta_id`.

    Emits `mapa.shared::cluster.u32 d, bar_addr, cta_id;`. `bar_addr` is anything in shared memory;
    a `mov` or `add` comes before unless it is a register.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        bar_addr: Any,
        cta_id: Any,
        *,
        pred: Any = None,
    ) -> PendingResult: ...

class ClusterRank(Instruction):
    """Return a predicate that is true in the CTA with the rank `cta_rank` in its cluster.

    Emits `mov.u32 r, %cluster_ctarank;` and `setp.eq.u32 p, r, cta_rank;`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        cta_rank: Any,
    ) -> PendingResult: ...

class ClusterSync(Instruction):
    """Arrive at the barrier of the cluster and wait: `arrive` and `wait`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        aligned: bool = False,
        pred: Any = None,
    ) -> None: ...

class ClusterWait(Instruction):
    """Wait until all threads of the cluster have arrived, and acquire their released writes.

    Emits `barrier.cluster.wait;`, or with `.aligned`, if all threads of the warp execute it.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        aligned: bool = False,
        pred: Any = None,
    ) -> None: ...

class Cluster(Instruction):
    """Helpers: cluster.arrive, cluster.arrive_multicast, cluster.arrive_remote, cluster.map_shared_u32, cluster.rank, cluster.sync, cluster.wait.
    """

    @property
    def arrive(self) -> ClusterArrive:
        """Arrive at the barrier of the cluster; the earlier writes of this thread are released.

        Emits `barrier.cluster.arrive;`, or with `.aligned`, if all threads of the warp execute it.
        """


    @property
    def arrive_multicast(self) -> ClusterArrive_multicast:
        """Arrive at the mbarriers at the same place in the CTAs whose ranks are bits of `mask`.

        Up to PTX 9.3 no instruction does this. For a number as the mask, the instructions of
        `arrive_remote` are emitted for each of its bits, in order; for a register, once, in a loop over
        the bits that are set (`brev`, `clz`).
        """


    @property
    def arrive_remote(self) -> ClusterArrive_remote:
        """Arrive at the mbarrier at the same place in another CTA of the cluster.

        Emits

            mapa.shared::cluster.u32 remote, bar_addr, cta_id;
            mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote], count;

        The earlier writes of this thread are released to the cluster. A thread that waits there must
        use `mbarrier.try_wait.parity.acquire.cluster`, unless it only fills the memory again by TMA.
        """


    @property
    def map_shared_u32(self) -> ClusterMap_shared_u32:
        """Return the address that the same place has in the shared memory of CTA `cta_id`.

        Emits `mapa.shared::cluster.u32 d, bar_addr, cta_id;`. `bar_addr` is anything in shared memory;
        a `mov` or `add` comes before unless it is a register.
        """


    @property
    def rank(self) -> ClusterRank:
        """Return a predicate that is true in the CTA with the rank `cta_rank` in its cluster.

        Emits `mov.u32 r, %cluster_ctarank;` and `setp.eq.u32 p, r, cta_rank;`.
        """


    @property
    def sync(self) -> ClusterSync:
        """Arrive at the barrier of the cluster and wait: `arrive` and `wait`.
        """


    @property
    def wait(self) -> ClusterWait:
        """Wait until all threads of the cluster have arrived, and acquire their released writes.

        Emits `barrier.cluster.wait;`, or with `.aligned`, if all threads of the warp execute it.
        """



class Ctaid_x(Instruction):
    """Emit `mov.u32` of `%ctaid.x`; the destination is open.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
    ) -> PendingResult: ...

class Ctaid_y(Instruction):
    """Emit `mov.u32` of `%ctaid.y`; the destination is open.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
    ) -> PendingResult: ...

class Elect_sync(Instruction):
    """Emit `elect.sync dst|pred_out, membermask` (PTX ISA 9.7.13.14).

    One of the lanes in `membermask` gets a true `pred_out`, and all get its number in `dst`, which
    may be `"_"`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        pred_out: Any,
        membermask: Any,
    ) -> None: ...

class Expr(Instruction):
    """Show that the instructions of a block belong together; nothing is added to the PTX.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
    ) -> AbstractContextManager[None]: ...

class File_(Instruction):
    """Emit `.file file_idx "filename"` in the module, also from inside a kernel.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        file_idx: int,
        filename: str,
    ) -> None: ...

class Global_ptrs(Instruction):
    """Return the global addresses of tensors, or of parameters with addresses.

    Emits for each `ld.param.u64` and `cvta.to.global.u64`; the registers are 64 bits wide.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *params: Any,
    ) -> tuple[_Register, ...]: ...

class Kloop(Instruction):
    """Run `body()` `total` times on the device, `unroll` copies of it per iteration.

    `total` is a Python integer or a register of 32 or 64 bits, `unroll` at least 1. `body` takes
    no arguments and is traced `unroll` times for the loop, and for the remaining iterations: once
    more, in a loop of its own, for a register; `total % unroll` times for a Python integer. With a
    register, in which a negative number means no iteration:

    ```
    mov.u32 left, total;
    setp.lt.u32 %p, left, unroll;
    @%p bra REST;
    kloop: …                            // the body, unroll times
    sub.u32 left, left, unroll;
    setp.ge.u32 %q, left, unroll;
    @%q bra kloop;
    REST: setp.lt.u32 %p, left, 1;
    @%p bra END;
    ONE: …                              // the body
    sub.u32 left, left, 1;
    setp.ge.u32 %q, left, 1;
    @%q bra ONE;
    END:
    ```

    With an integer, only the part from `kloop` to its branch is emitted, after
    `mov.u32 left, total - total % unroll`, and no loop at all if it would run once. `loop_label` is
    the label; a second loop of the name has `kloop_2`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        total: Any,
        *,
        unroll: int,
        body: Any,
        loop_label: str = 'kloop',
    ) -> None: ...

class Lut(Instruction):
    """Return the table of truth that `lop3` takes: `ptx.lut(lambda a, b, c: a & b | c)` is 0xEA.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        function: Any,
    ) -> int: ...

class Named_barrier(Instruction):
    """Return one of the 16 barriers of the CTA; nothing is emitted.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        barrier_id: Any,
        *,
        count: Any = None,
    ) -> _NamedBarrier: ...

class Param(Instruction):
    """Read a parameter of the kernel by its name; return the register.

    `ValueError` for a name that no parameter has.

    Emits `ld.param` of the type; for an array, such as a tensor map, `mov` of its address. `dst` is
    the register that it is written to, a fresh one without it. Raises `TypeError` for a type of
    another size than the parameter's.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        name: Any = None,
        dst: Any = None,
    ) -> Any: ...

class Pipe(Instruction):
    """Begin a chain, in which each instruction reads first the result of the one before it.

    `ptx.pipe(r[1]).add.s32(r[2], -8).and_.b32(r[3], 7)` is `add.s32 %r2, %r1, -8` and
    `and.b32 %r3, %r2, 7`: one instruction a call, in order.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        src: Any,
    ) -> _Pipe: ...

class Pipeline(Instruction):
    """Return the state of a pipeline; without registers, two are set to 0 by `mov.u32`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        n_stages: int,
        *,
        cursor: Any = None,
        phase: Any = None,
    ) -> _PipelineState: ...

class Printf(Instruction):
    """Print from a kernel: `ptx.printf("thread %u has %f\\n", tid, x)`.

    `text` is that of C's `printf`, and each value a register or a number: 32 bits for `%d`, `%i`,
    `%u`, `%x`, `%o`, `%c`, and 64 for `%lld`, `%llu`, `%llx`; `.f32` or `.f64` for `%f`, `%e`,
    `%g`, `%a`; 64 bits for `%p`; a Python string, or the generic address of one, for `%s`. Floats
    are widened to `.f64`, halves too, 16-bit integers to 32 bits, and a predicate is 0 or 1, as C
    does it. Declares the text and `vprintf` before the functions, and emits:

    ```
    .local .align 8 .b8 printf_values[16];
    st.local.b32 [printf_values], tid;
    cvt.f64.f32 t, x;
    st.local.f64 [printf_values+8], t;
    cvta.global.u64 a, printf_text_0;
    cvta.local.u64 b, printf_values;
    call.uni (retval0), vprintf, (a, b);
    ```

    `TypeError` for a value that its conversion does not take, or another number of values;
    `ValueError` for a conversion that the device's `printf` does not have.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        text: str,
        *values: Any,
        pred: Any = None,
    ) -> None: ...

class Range_(Instruction):
    """Count in a register on the device: `for k in ptx.range_(0, n, 64): …` traces its body once.

    ```
    mov.s32 k, start;
    TOP: setp.ge.s32 %p, k, stop;     // setp.le for a negative step
    @%p bra END;
    …                                  // the body
    add.s32 k, k, step;
    bra.uni TOP;
    END:
    ```

    `ptx.range_(n)` is `ptx.range_(0, n)`. Each of the three is a Python integer or a register. The
    counter has the type of the registers `stop` and `start`, else of `step`, and is an s32 where
    all are integers; of untyped registers a view says the sign, except under a compiler's style,
    which counts them as signed. A step in a signed register may be negative when the kernel runs:
    two more instructions, `setp.lt.s32 %q, step, 0` before the loop and
    `@%q setp.le.s32 %p, k, stop` in it. One that is not negative is a `.u32`, also with bounds of
    `.s32`. A step in a register must not be 0, and `stop + step` must be a number of the type.

    The counter belongs to the loop: `TraceError` if it is read after the loop, or written in it,
    and if the body writes the register of the stop or the step, or the stop is `n - 8` of an
    unsigned n that nothing has compared before: `n.max(8) - 8` is none below 0. `ValueError` for a
    step of 0, or one that leads out of the type; `TypeError` for values that cannot count, and for
    numbers that are asked for otherwise than by `for`.

    `break` and `return` end Python's loop, not the device's, and leave it half written, which the
    tracer refuses: branch out of a `ptx.block` with `leave`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        start: Any,
        stop: Any = None,
        step: Any = 1,
    ) -> Iterable[_Register]: ...

class Sdiv(Instruction):
    """Return the quotient of a signed number and a constant, rounded towards zero as in C.

    Emits for 2**k, here 4 (for 2 without the first line), and for another divisor, here 10:

    ```
    shr.s32 a, x, 31;    mul.hi.s32 a, x, 1717986919;
    shr.u32 b, a, 30;    shr.u32 b, a, 31;
    add.s32 c, x, b;     shr.s32 c, a, 2;
    shr.s32 d, c, 2;     add.s32 d, c, b;
    ```

    By 7 it needs an `add.s32` more, and by -4 a `neg.s32`. `x` is a register of 32 or 64 bits;
    `TypeError` for an unsigned one. `ValueError` for a divisor of 0, 1 or -1, or out of the range.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        x: Any,
        divisor: int,
    ) -> PendingResult: ...

class Sdivrem(Instruction):
    """Return quotient and remainder of a signed number and 2**k: `q, r = ptx.sdivrem(x, 4)`.

    Emits the instructions of `sdiv` and, with its sum, the `and` and the `sub` of `srem`.
    `ValueError` for another divisor: its remainder is `x - q * divisor`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        x: Any,
        divisor: int,
    ) -> tuple[PendingResult, PendingResult]: ...

class Setmaxnreg_dec(Instruction):
    """Emit `setmaxnreg.dec.sync.aligned.u32 reg_count`: give registers back.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        reg_count: int,
        *,
        pred: Any = None,
    ) -> None: ...

class Setmaxnreg_inc(Instruction):
    """Emit `setmaxnreg.inc.sync.aligned.u32 reg_count`: ask for registers.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        reg_count: int,
        *,
        pred: Any = None,
    ) -> None: ...

class Sreg(Instruction):
    """Emit `mov.u32` of a special register, `.u64` or `.pred` of those that are so wide.

    `ptx.sreg("%clusterid.x")`, with or without the percent sign; the destination is open. Other
    instructions than `mov` cannot read a special register (PTX ISA 10). `ValueError` for a name
    that PTX does not have.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        name: str,
    ) -> PendingResult: ...

class Srem(Instruction):
    """Return the remainder of a signed number and a constant, with the sign of the number.

    Emits as `sdiv`, and `mul.lo.s32 e, d, 10; sub.s32 f, x, e` after it; for 2**k an `and.b32` in
    the place of the last shift and the product:

    ```
    shr.s32 a, x, 31;
    shr.u32 b, a, 30;
    add.s32 c, x, b;
    and.b32 d, c, -4;
    sub.s32 e, x, d;
    ```
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        x: Any,
        divisor: int,
    ) -> PendingResult: ...

class Stmatrix_x4_trans_f32_bf16(Instruction):
    """Round the accumulator of a warpgroup to bf16 and store it transposed in shared memory.

    Element (m, n) of D comes to byte `2 * (n * row_stride + m)` after `smem_base`: a column of D
    is a row there. For each 16 columns it emits four `cvt.rn.bf16x2.f32` and
    `stmatrix.sync.aligned.m8n8.x4.trans.shared.b16`, after ten instructions for the address.

    Args:
        frag: A thread's part of D in f32: 8 registers for each 16 columns.
        smem_base: An array or an address, a multiple of 16.
        lane: The thread's number in its warpgroup, a register; in a warp that has 16 rows alone,
            that in the warp.
        row_stride: Elements of bf16 from a row in shared memory to the next: a multiple of 8, of
            which 8 more than a multiple of 64 (72 for 64 rows of D) has no bank conflicts.
        tmp_bf16: Not needed, since one instruction rounds two elements; nothing is written there.
        tmp_pack: Four registers of 32 bits for the elements; fresh ones without it.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        *,
        frag: Any,
        smem_base: Any,
        lane: Any,
        row_stride: int,
        tmp_bf16: list[Any] | None = None,
        tmp_pack: list[Any] | None = None,
    ) -> None: ...

class Strunc(Instruction):
    """Return a signed number without its remainder by 2**k: the multiple that is next towards zero.

    Emits the instructions of `srem` but for the last one. `ValueError` for another multiple.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        x: Any,
        multiple: int,
    ) -> PendingResult: ...

class TmaLoad(Instruction):
    """Load a box into shared memory; the rank is the number of coordinates, innermost first.

    Emits `cp.async.bulk.tensor.Nd.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coords}], [mbar];`, with `.multicast::cluster` for a mask of CTAs in `multicast`,
    `.cta_group::2` for a `cta_group` of 2, and `.L2::cache_hint` for a cache policy of 64 bits.
    With `.cta_group::2` the mbarrier may be that of the other CTA of the pair.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        mbar: Any,
        *,
        multicast: Any = None,
        cta_group: int = 1,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class TmaLoad_1d(Instruction):
    """Load a box of a tensor of rank 1, as `ptx.tma.load` does.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        mbar: Any,
        *,
        multicast: Any = None,
        cta_group: int = 1,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class TmaLoad_2d(Instruction):
    """Load a box of a tensor of rank 2, as `ptx.tma.load` does.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        mbar: Any,
        *,
        multicast: Any = None,
        cta_group: int = 1,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class TmaLoad_3d(Instruction):
    """Load a box by a map of rank 3, at `row` and `col`, or at three coordinates.

    Emits what `ptx.tma.load` does, and before it `shr.s32 c, col, 6;` where `col` is a register.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        row: Any = None,
        col: Any = None,
        mbar: Any = None,
        coords: tuple[Any, ...] | None = None,
        *,
        pred: Any = None,
    ) -> None: ...

class TmaLoad_3d_multicast(Instruction):
    """Load a box by a map of rank 3 into all CTAs of the cluster whose ranks are bits of `mask`.

    Emits what `ptx.tma.load` with `multicast` does. `issuer` is the rank of the CTA that does it,
    a number or a register, or a predicate that is true there; `ptx.cluster.rank` is emitted for a
    rank, and `and.pred` where `pred` is given too.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        row: Any = None,
        col: Any = None,
        mbar: Any = None,
        mask: Any = None,
        coords: tuple[Any, ...] | None = None,
        *,
        issuer: Any = None,
        pred: Any = None,
    ) -> None: ...

class TmaLoad_4d(Instruction):
    """Load a box of a tensor of rank 4, as `ptx.tma.load` does.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        mbar: Any,
        *,
        multicast: Any = None,
        cta_group: int = 1,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class TmaLoad_5d(Instruction):
    """Load a box of a tensor of rank 5, as `ptx.tma.load` does.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        mbar: Any,
        *,
        multicast: Any = None,
        cta_group: int = 1,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class TmaPrefetch(Instruction):
    """Bring a tensor map near, before the first copy: `prefetch.tensormap [desc];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        desc: Any,
        *,
        pred: Any = None,
    ) -> None: ...

class TmaReduce_add(Instruction):
    """Add a box of shared memory to a tensor, each element atomically.

    Emits `cp.reduce.async.bulk.tensor.Nd.global.shared::cta.add.bulk_group
    [dst, {coords}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class TmaStore(Instruction):
    """Store a box of shared memory; the rank is the number of coordinates, innermost first.

    Emits `cp.async.bulk.tensor.Nd.global.shared::cta.bulk_group [dst, {coords}], [src];`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class TmaStore_1d(Instruction):
    """Store a box to a tensor of rank 1, as `ptx.tma.store` does.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class TmaStore_2d(Instruction):
    """Store a box to a tensor of rank 2, as `ptx.tma.store` does.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class TmaStore_3d(Instruction):
    """Store a box by a map of rank 3, at `row` and `col`, or at three coordinates.

    Emits what `ptx.tma.store` does, and before it `shr.s32 c, col, 6;` where `col` is a register.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        row: Any = None,
        col: Any = None,
        coords: tuple[Any, ...] | None = None,
        *,
        pred: Any = None,
    ) -> None: ...

class TmaStore_4d(Instruction):
    """Store a box to a tensor of rank 4, as `ptx.tma.store` does.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class TmaStore_5d(Instruction):
    """Store a box to a tensor of rank 5, as `ptx.tma.store` does.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        *,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None: ...

class Tma(Instruction):
    """Helpers: tma.load, tma.load_1d, tma.load_2d, tma.load_3d, tma.load_3d_multicast, tma.load_4d, tma.load_5d, tma.prefetch, tma.reduce_add, tma.store, tma.store_1d, tma.store_2d, tma.store_3d, tma.store_4d, tma.store_5d.
    """

    @property
    def load(self) -> TmaLoad:
        """Load a box into shared memory; the rank is the number of coordinates, innermost first.

        Emits `cp.async.bulk.tensor.Nd.shared::cluster.global.mbarrier::complete_tx::bytes
        [dst], [src, {coords}], [mbar];`, with `.multicast::cluster` for a mask of CTAs in `multicast`,
        `.cta_group::2` for a `cta_group` of 2, and `.L2::cache_hint` for a cache policy of 64 bits.
        With `.cta_group::2` the mbarrier may be that of the other CTA of the pair.
        """


    @property
    def load_1d(self) -> TmaLoad_1d:
        """Load a box of a tensor of rank 1, as `ptx.tma.load` does.
        """


    @property
    def load_2d(self) -> TmaLoad_2d:
        """Load a box of a tensor of rank 2, as `ptx.tma.load` does.
        """


    @property
    def load_3d(self) -> TmaLoad_3d:
        """Load a box by a map of rank 3, at `row` and `col`, or at three coordinates.

        Emits what `ptx.tma.load` does, and before it `shr.s32 c, col, 6;` where `col` is a register.
        """


    @property
    def load_3d_multicast(self) -> TmaLoad_3d_multicast:
        """Load a box by a map of rank 3 into all CTAs of the cluster whose ranks are bits of `mask`.

        Emits what `ptx.tma.load` with `multicast` does. `issuer` is the rank of the CTA that does it,
        a number or a register, or a predicate that is true there; `ptx.cluster.rank` is emitted for a
        rank, and `and.pred` where `pred` is given too.
        """


    @property
    def load_4d(self) -> TmaLoad_4d:
        """Load a box of a tensor of rank 4, as `ptx.tma.load` does.
        """


    @property
    def load_5d(self) -> TmaLoad_5d:
        """Load a box of a tensor of rank 5, as `ptx.tma.load` does.
        """


    @property
    def prefetch(self) -> TmaPrefetch:
        """Bring a tensor map near, before the first copy: `prefetch.tensormap [desc];`.
        """


    @property
    def reduce_add(self) -> TmaReduce_add:
        """Add a box of shared memory to a tensor, each element atomically.

        Emits `cp.reduce.async.bulk.tensor.Nd.global.shared::cta.add.bulk_group
        [dst, {coords}], [src];`.
        """


    @property
    def store(self) -> TmaStore:
        """Store a box of shared memory; the rank is the number of coordinates, innermost first.

        Emits `cp.async.bulk.tensor.Nd.global.shared::cta.bulk_group [dst, {coords}], [src];`.
        """


    @property
    def store_1d(self) -> TmaStore_1d:
        """Store a box to a tensor of rank 1, as `ptx.tma.store` does.
        """


    @property
    def store_2d(self) -> TmaStore_2d:
        """Store a box to a tensor of rank 2, as `ptx.tma.store` does.
        """


    @property
    def store_3d(self) -> TmaStore_3d:
        """Store a box by a map of rank 3, at `row` and `col`, or at three coordinates.

        Emits what `ptx.tma.store` does, and before it `shr.s32 c, col, 6;` where `col` is a register.
        """


    @property
    def store_4d(self) -> TmaStore_4d:
        """Store a box to a tensor of rank 4, as `ptx.tma.store` does.
        """


    @property
    def store_5d(self) -> TmaStore_5d:
        """Store a box to a tensor of rank 5, as `ptx.tma.store` does.
        """



class Udiv(Instruction):
    """Return the quotient of an unsigned number and a constant.

    Emits for 10, and with `wide=False`:

    ```
    mul.wide.u32 a, x, -858993459;    mul.hi.u32 a, x, -858993459;
    shr.u64 b, a, 35;                 shr.u32 b, a, 3;
    cvt.u32.u64 c, b;
    ```

    By 7 and its like an addition makes up for a bit that the multiplier lacks. Numbers of 16 and of
    64 bits have no wide product. `x` is a register; `TypeError` for a signed one. `ValueError` for
    a divisor of 0 or 1, or out of the range.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        x: Any,
        divisor: int,
        *,
        wide: bool = True,
    ) -> PendingResult: ...

class Urem(Instruction):
    """Return the remainder of an unsigned number and a constant.

    Emits as `udiv`, and `mul.lo.s32 d, c, 10; sub.s32 e, x, d` after it; for 2**k one `and.b32`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        x: Any,
        divisor: int,
        *,
        wide: bool = True,
    ) -> PendingResult: ...

class Var(Instruction):
    """Declare a variable in the open scope: `ptx.var("shared", b8, "tile", size=1024, align=128)`.

    `size` is the number of elements of an array. Returns the variable, which is an operand:
    `[v]` or `ptx.addr(v)` is its address. `linking` (`visible`, `extern`, …) is for variables of
    the module: `TraceError` inside a function (PTX ISA 11.6).
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        state_space: str,
        dtype: Any,
        name: str,
        *,
        size: int | None = None,
        align: int | None = None,
        linking: str | None = None,
    ) -> _Symbol: ...

class WarpReduce_max(Instruction):
    """Return the maximum over groups of `width` lanes: as `reduce_sum`, with `max`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        val: Any,
        *,
        width: int = 32,
    ) -> Any: ...

class WarpReduce_min(Instruction):
    """Return the minimum over groups of `width` lanes: as `reduce_sum`, with `min`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        val: Any,
        *,
        width: int = 32,
    ) -> Any: ...

class WarpReduce_sum(Instruction):
    """Add up a register over groups of `width` lanes, and return the register with the sum.

    That is `val` itself if it is declared to change, or if the call is a statement of its own; the
    result of a call with a value is a fresh register, and the value stays as it is. Emits for each
    distance from `width / 2` down to 1, with a fresh register `t`:

    ```
    shfl.sync.bfly.b32 t, val, distance, 31, -1;
    add.f32 val, val, t;
    ```

    With a fresh register for the sum, the first `add` writes it, and the next lines read it.
    64 bits go in two halves, with `mov.b64 {lo, hi}, val` before and `mov.b64 t, {lo, hi}` after.
    All 32 lanes must take part. Untyped registers count as signed;
    `r[1].f32` says otherwise.
    `width` is a power of two from 2 to 32 (`ValueError`), `val` a register of 32 or 64 bits
    (`TypeError`).
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        val: Any,
        *,
        width: int = 32,
    ) -> Any: ...

class Warp(Instruction):
    """Helpers: warp.reduce_max, warp.reduce_min, warp.reduce_sum.
    """

    @property
    def reduce_max(self) -> WarpReduce_max:
        """Return the maximum over groups of `width` lanes: as `reduce_sum`, with `max`.
        """


    @property
    def reduce_min(self) -> WarpReduce_min:
        """Return the minimum over groups of `width` lanes: as `reduce_sum`, with `min`.
        """


    @property
    def reduce_sum(self) -> WarpReduce_sum:
        """Add up a register over groups of `width` lanes, and return the register with the sum.

        That is `val` itself if it is declared to change, or if the call is a statement of its own; the
        result of a call with a value is a fresh register, and the value stays as it is. Emits for each
        distance from `width / 2` down to 1, with a fresh register `t`:

        ```
        shfl.sync.bfly.b32 t, val, distance, 31, -1;
        add.f32 val, val, t;
        ```

        With a fresh register for the sum, the first `add` writes it, and the next lines read it.
        64 bits go in two halves, with `mov.b64 {lo, hi}, val` before and `mov.b64 t, {lo, hi}` after.
        All 32 lanes must take part. Untyped registers count as signed;
        `r[1].f32` says otherwise.
        `width` is a power of two from 2 to 32 (`ValueError`), `val` a register of 32 or 64 bits
        (`TypeError`).
        """



class Wrap(Instruction):
    """Return the stage after one of a ring, and the phase if one is given.

    `stage, phase = ptx.wrap(stage, 4, phase)`, or `stage = ptx.wrap(stage, 4)`. Emits, the last
    two for a phase:

    ```
    add.s32 a, stage, 1;
    setp.eq.s32 p, a, 4;
    selp.b32 next_stage, 0, a, p;
    selp.u32 b, 1, 0, p;
    xor.b32 next_phase, phase, b;
    ```

    `stages` is a number or a register. Stage and phase are registers of 32 bits, which stay as they
    are: in a loop of the device use `ptx.advance`. `TypeError` for anything else.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        stage: Any,
        stages: Any,
        phase: Any = None,
    ) -> Any: ...

class Xor_(Instruction):
    """Emit `xor.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.
    """

    def __call__(  # type: ignore[override, unused-ignore]
        self,
        dtype: Any,
        dst: Any,
        a: Any,
        b: Any,
        *,
        pred: Any = None,
    ) -> None: ...

class InstructionStubs:
    """The instructions by opcode, and the helpers."""

    @property
    def abs(self) -> Abs:
        """Take the absolute value. (PTX ISA, 9.7.3.9)

            abs{.ftz}.f32 d, a  # PTX 1.0
            abs.f64 d, a  # PTX 1.0

        Take the absolute value of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.6)

            abs{.ftz}.f16 d, a  # PTX 6.5, sm_53
            abs{.ftz}.f16x2 d, a  # PTX 6.5, sm_53
            abs.bf16 d, a  # PTX 7.0, sm_80
            abs.bf16x2 d, a  # PTX 7.0, sm_80

        Take the absolute value of an integer. (PTX ISA, 9.7.1.10)

            abs.type d, a  # PTX 1.0
        """



    @property
    def activemask(self) -> Activemask:
        """Get a mask of the active threads of the warp. (PTX ISA, 9.7.13.11)

            activemask.b32 d  # PTX 6.2, sm_30
        """



    @property
    def add(self) -> Add:
        """Emit `add.dtype dst, a, b`; of untyped bits `add.s32` and so on.

        Add two numbers, or two pairs of them. (PTX ISA, 9.7.3.3)

            add{.rnd}{.ftz}{.sat}.f32 d, a, b  # PTX 1.0
            add{.rnd}{.ftz}.f32x2 d, a, b  # PTX 8.6, sm_100
            add{.rnd}.f64 d, a, b  # PTX 1.0

        Add two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.1)

            add{.rnd}{.ftz}{.sat}.f16 d, a, b  # PTX 4.2, sm_53
            add{.rnd}{.ftz}{.sat}.f16x2 d, a, b  # PTX 4.2, sm_53
            add{.rnd}.bf16 d, a, b  # PTX 7.8, sm_90
            add{.rnd}.bf16x2 d, a, b  # PTX 7.8, sm_90

        Widen the first number to the type of the second and add them. (PTX ISA, 9.7.5.1)

            add{.rnd}{.sat}.f32.atype d, a, c  # PTX 8.6, sm_100
            add{.rnd}{.satfinite}.type.atype d, a, c  # PTX 9.4, sm_100a or sm_103a

        Add two integers. (PTX ISA, 9.7.1.1)

            add.type d, a, b  # PTX 1.0
            add{.sat}.s32 d, a, b  # PTX 1.0
            add{.sat}.type d, a, b  # PTX 8.0, sm_90
            add.sat.u32 d, a, b  # PTX 9.2, sm_107f or sm_120f
            add{.sat}.type d, a, b  # PTX 9.2, sm_107f or sm_120f

        Add two integers and keep the carry. (PTX ISA, 9.7.2.1)

            add.cc.type d, a, b  # PTX 1.2
            add.cc.type d, a, b  # PTX 4.3, sm_20
        """



    @property
    def addc(self) -> Addc:
        """Add two integers and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.2)

            addc{.cc}.type d, a, b  # PTX 1.2
            addc.type d, a, b  # PTX 1.2
            addc.sat.s32 d, a, b  # PTX 1.2
        """



    @property
    def alloca(self) -> Alloca:
        """Allocate memory on the stack. (PTX ISA, 9.7.17.3)

            alloca.type ptr, size{, immAlign}  # PTX 7.3, sm_52
        """



    @property
    def and_(self) -> And:
        """Emit `and.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

        Bitwise and. (PTX ISA, 9.7.8.1)

            and.type d, a, b  # PTX 1.0
            and.pred d, {!}a, {!}b  # PTX 1.0
        """



    @property
    def applypriority(self) -> Applypriority:
        """Give a stretch of memory another priority in a cache. (PTX ISA, 9.7.9.16)

            applypriority{.global}.level::eviction_priority [a], size  # PTX 7.4, sm_80

        Give a stretch of memory another priority, not waiting (9.4). (PTX ISA, 9.7.9.16)

            applypriority.async.bulk{.global}.completion_mechanism.level::eviction_priority [a], size  # PTX 9.4, sm_107f

        Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)

            applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority [tensorMap, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.1d{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
            applypriority.async.bulk.tensor.dim{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords]  # PTX 9.4, sm_107f
        """



    @property
    def atom(self) -> Atom:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)

            atom{.sem}{.scope}{.space}.op{.L2::cache_hint}.type d, [a], b{, cache-policy}  # PTX 1.1, sm_11
            atom{.sem}{.scope}{.space}.cas.type d, [a], b, c  # PTX 1.1, sm_11
            atom{.sem}{.scope}{.space}.cas.b16 d, [a], b, c  # PTX 6.3, sm_70
            atom{.sem}{.scope}{.space}.cas.b128 d, [a], b, c  # PTX 8.3, sm_90
            atom{.sem}{.scope}{.space}.exch{.L2::cache_hint}.b128 d, [a], b{, cache-policy}  # PTX 8.3, sm_90
            atom{.sem}{.scope}{.space}.add.noftz{.L2::cache_hint}.type d, [a], b{, cache-policy}
            … (10 forms; see ptxpy isa atom)
        """



    @property
    def bar(self) -> Bar:
        """The same as an aligned barrier, which all threads of the block must execute. (PTX ISA, 9.7.13.1)

            bar{.cta}.sync a{, b}  # PTX 1.0
            bar{.cta}.arrive a, b  # PTX 2.0, sm_20
            bar{.cta}.red.popc.u32 d, a{, b}, {!}c  # PTX 2.0, sm_20
            bar{.cta}.red.op.pred p, a{, b}, {!}c  # PTX 2.0, sm_20

        Wait for the threads of the warp that a mask names. (PTX ISA, 9.7.13.2)

            bar.warp.sync membermask  # PTX 6.0, sm_30
        """



    @property
    def barrier(self) -> Barrier:
        """Wait or arrive at one of the sixteen barriers of the block, or reduce across it. (PTX ISA, 9.7.13.1)

            barrier{.cta}.sync{.aligned} a{, b}  # PTX 6.0, sm_30
            barrier{.cta}.arrive{.aligned} a, b  # PTX 6.0, sm_30
            barrier{.cta}.red.popc{.aligned}.u32 d, a{, b}, {!}c  # PTX 6.0, sm_30
            barrier{.cta}.red.op{.aligned}.pred p, a{, b}, {!}c  # PTX 6.0, sm_30

        Arrive at the barrier of the cluster, or wait at it. (PTX ISA, 9.7.13.3)

            barrier.cluster.arrive{.sem}{.aligned}  # PTX 7.8, sm_90
            barrier.cluster.wait{.acquire}{.aligned}  # PTX 7.8, sm_90
        """



    @property
    def bfe(self) -> Bfe:
        """Extract a field of bits, with zeros or its sign above it. (PTX ISA, 9.7.1.19)

            bfe.type d, a, b, c  # PTX 2.0, sm_20
        """



    @property
    def bfi(self) -> Bfi:
        """Insert a field of bits into another value. (PTX ISA, 9.7.1.20)

            bfi.type f, a, b, c, d  # PTX 2.0, sm_20
        """



    @property
    def bfind(self) -> Bfind:
        """Find the highest bit that is not like the sign. (PTX ISA, 9.7.1.16)

            bfind.type d, a  # PTX 2.0, sm_20
            bfind.shiftamt.type d, a  # PTX 2.0, sm_20
        """



    @property
    def bmsk(self) -> Bmsk:
        """Make a mask of ones from a bit position and a width. (PTX ISA, 9.7.1.22)

            bmsk.mode.b32 d, a, b  # PTX 7.6, sm_70
        """



    @property
    def bra(self) -> Bra:
        """Branch to a label: `bra label;`. `options` are those of any instruction.

        Branch to a label. (PTX ISA, 9.7.12.3)

            bra{.uni} tgt  # PTX 1.0
        """



    @property
    def brev(self) -> Brev:
        """Reverse the order of the bits. (PTX ISA, 9.7.1.18)

            brev.type d, a  # PTX 2.0, sm_20
        """



    @property
    def brkpt(self) -> Brkpt:
        """Suspend execution at a breakpoint. (PTX ISA, 9.7.19.1)

            brkpt  # PTX 1.0, sm_11
        """



    @property
    def brx(self) -> Brx:
        """Branch to a label of a list, by an index. (PTX ISA, 9.7.12.4)

            brx.idx{.uni} index, tlist  # PTX 6.0, sm_30
        """



    @property
    def clmad(self) -> Clmad:
        """Multiply without carries, keeping half of the product, and add without carries. (PTX ISA, 9.7.1)

            clmad.mode.u64 d, a, b, c  # PTX 9.3, sm_80
        """



    @property
    def clusterlaunchcontrol(self) -> Clusterlaunchcontrol:
        """Ask that a cluster which has not started be cancelled. (PTX ISA, 9.7.13.17)

            clusterlaunchcontrol.try_cancel.async{.space}.completion_mechanism{.multicast::cluster::all}.b128 [addr], [mbar]  # PTX 8.6, sm_100

        Decode the response of such a request. (PTX ISA, 9.7.13.18)

            clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 isCanceled, try_cancel_response  # PTX 8.6, sm_100
            clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 dims, try_cancel_response  # PTX 8.6, sm_100
            clusterlaunchcontrol.query_cancel.get_first_ctaid::dimension.b32.b128 reg, try_cancel_response  # PTX 8.6, sm_100
        """



    @property
    def clz(self) -> Clz:
        """Count the zeros above the highest bit that is one. (PTX ISA, 9.7.1.15)

            clz.type d, a  # PTX 2.0, sm_20
        """



    @property
    def cnot(self) -> Cnot:
        """Logical negation as in C: 1 for zero, else 0. (PTX ISA, 9.7.8.5)

            cnot.type d, a  # PTX 1.0
        """



    @property
    def copysign(self) -> Copysign:
        """Give the second number the sign of the first. (PTX ISA, 9.7.3.2)

            copysign.type d, a, b  # PTX 2.0, sm_20
        """



    @property
    def cos(self) -> Cos:
        """Take the cosine of an angle in radians. (PTX ISA, 9.7.3.19)

            cos.approx{.ftz}.f32 d, a  # PTX 1.4
            cos.f32 d, a  # PTX 1.0; until PTX 1.4
        """



    @property
    def cp(self) -> Cp:
        """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)

            cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 4{, src-size-4}{, cache-policy}  # PTX 7.0, sm_80
            cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 8{, src-size-8}{, cache-policy}  # PTX 7.0, sm_80
            cp.async.cop.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16{, src-size-16}{, cache-policy}  # PTX 7.0, sm_80
            cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], cp-size, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80
            cp.async.cg.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80

        Make a group of the copies started so far by cp.async. (PTX ISA, 9.7.9.25.3.2)

            cp.async.commit_group  # PTX 7.0, sm_80

        Wait until at most N groups of cp.async are pending. (PTX ISA, 9.7.9.25.3.3)

            cp.async.wait_group N  # PTX 7.0, sm_80

        Wait for all copies started by cp.async. (PTX ISA, 9.7.9.25.3.3)

            cp.async.wait_all  # PTX 7.0, sm_80

        Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)

            cp.async.mbarrier.arrive{.noinc}{.space}.b64 [addr]  # PTX 7.0, sm_80

        Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)

            cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint} .ignore_oob.type [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
            cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.multicast}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.multicast} {.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            … (10 forms; see ptxpy isa cp.async.bulk)

        Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90

        Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)

            cp.async.bulk.prefetch.L2.src{.L2::cache_hint} [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.L2.src{.L2::evict_last} [srcMem], size  # PTX 8.0, sm_90

        Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)

            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} [dstMem], [tensorMap, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint}.override::global_address [dstMem], [tensorMap, gAddrToOverride, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.1d.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim [dstMem], [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [mbar] {, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.tensor.dim.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim_stride [dstMem], [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [mbar]{, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            … (8 forms; see ptxpy isa cp.async.bulk.tensor)

        Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
            cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
            cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f

        Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)

            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint} [tensorMap, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last [tensorMap, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint}.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
            cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]{, cache-policy}  # PTX 9.4, sm_107f
            cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}.L2::evict_last .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
            … (8 forms; see ptxpy isa cp.async.bulk.prefetch.tensor)

        Make a group of the bulk operations started so far. (PTX ISA, 9.7.9.25.6.1)

            cp.async.bulk.commit_group  # PTX 8.0, sm_90

        Wait until at most N groups of bulk operations are pending. (PTX ISA, 9.7.9.25.6.2)

            cp.async.bulk.wait_group{.read} N  # PTX 8.0, sm_90
        """



    @property
    def createpolicy(self) -> Createpolicy:
        """Make a cache policy for a range of addresses. (PTX ISA, 9.7.9.18)

            createpolicy.range{.global}.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [a], primary-size, total-size  # PTX 7.4, sm_80
            createpolicy.range.fabric.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [endpoint, offset], primary-size, total-size  # PTX 9.4, sm_100

        Make a cache policy for a share of all addresses. (PTX ISA, 9.7.9.18)

            createpolicy.fractional.level::primary_priority{.level::secondary_priority}.b64 cache-policy{, fraction}  # PTX 7.4, sm_80

        Make a cache policy of an access property of the CUDA runtime. (PTX ISA, 9.7.9.18)

            createpolicy.cvt.L2.b64 cache-policy, access-property  # PTX 7.4, sm_80
        """



    @property
    def cvt(self) -> Cvt:
        """Emit `cvt.rounding.ftz.sat.dst_type.src_type dst, src`.

        If a value may not fit, PTX wants a rounding (PTX ISA 9.7.9.21): integers to floats and
        floats to narrower ones `rn`, `rz`, `rm` or `rp`; floats to integers `rni`, `rzi`, `rmi` or
        `rpi`; `ValueError` without one. Untyped bits are no numbers: `TypeError`.

        Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)

            cvt{.sat}.dtype.atype d, a  # PTX 1.0
            cvt.irnd{.ftz}{.sat}.dtype.atype d, a  # PTX 1.0
            cvt.frnd{.ftz}{.sat}.dtype.atype d, a  # PTX 1.0
            cvt{.irnd}{.ftz}{.sat}.f32.f32 d, a  # PTX 1.0
            cvt{.irnd}{.sat}.f16.f16 d, a  # PTX 1.0
            cvt{.irnd}{.sat}.f64.f64 d, a  # PTX 1.0
            … (50 forms; see ptxpy isa cvt)

        Convert two integers to a smaller type, saturated, and pack them into one. (PTX ISA, 9.7.9.22)

            cvt.pack.sat.convertType.abType d, a, b  # PTX 6.5, sm_72
            cvt.pack.sat.convertType.abType.cType d, a, b, c  # PTX 6.5, sm_72
        """



    @property
    def cvta(self) -> Cvta:
        """Convert an address in a state space to a generic address, or back. (PTX ISA, 9.7.9.20)

            cvta.space.size p, a  # PTX 2.0, sm_20

        Convert a generic address to an address in a state space. (PTX ISA, 9.7.9.20)

            cvta.to.space.size p, a  # PTX 2.0, sm_20
        """



    @property
    def discard(self) -> Discard:
        """Drop a stretch of memory from a cache without writing it back. (PTX ISA, 9.7.9.17)

            discard{.global}.level [a], size  # PTX 7.4, sm_80
        """



    @property
    def div(self) -> Div:
        """Divide the first number by the second. (PTX ISA, 9.7.3.8)

            div.approx{.ftz}.f32 d, a, b  # PTX 1.4
            div.full{.ftz}.f32 d, a, b  # PTX 1.4
            div.rnd{.ftz}.f32 d, a, b  # PTX 1.4, sm_20
            div.rnd.f64 d, a, b  # PTX 1.0
            div.f32 d, a, b  # PTX 1.0; until PTX 1.4
            div.f64 d, a, b  # PTX 1.0; until PTX 1.4

        Divide an integer by another. (PTX ISA, 9.7.1.8)

            div.type d, a, b  # PTX 1.0
        """



    @property
    def dp2a(self) -> Dp2a:
        """Add the dot product of two halves and two bytes to an integer. (PTX ISA, 9.7.1.24)

            dp2a.mode.atype.btype d, a, b, c  # PTX 5.0, sm_61
        """



    @property
    def dp4a(self) -> Dp4a:
        """Add the dot product of four pairs of bytes to an integer. (PTX ISA, 9.7.1.23)

            dp4a.atype.btype d, a, b, c  # PTX 5.0, sm_61
        """



    @property
    def elect(self) -> Elect:
        """Choose one of the threads of the warp that a mask names. (PTX ISA, 9.7.13.14)

            elect.sync d|p, membermask  # PTX 8.0, sm_90
        """



    @property
    def ex2(self) -> Ex2:
        """Raise 2 to a power. (PTX ISA, 9.7.3.21)

            ex2.approx{.ftz}.f32 d, a  # PTX 1.4
            ex2.f32 d, a  # PTX 1.0; until PTX 1.4

        Raise 2 to a power, in half precision or bfloat16, or so for a pair. (PTX ISA, 9.7.4.10)

            ex2.approx.atype d, a  # PTX 7.0, sm_75
            ex2.approx.ftz.btype d, a  # PTX 7.8, sm_90
        """



    @property
    def exit(self) -> Exit:
        """End the thread. (PTX ISA, 9.7.12.7)

            exit  # PTX 1.0
        """



    @property
    def fabric(self) -> Fabric:
        """Copy from a fabric handle to shared memory, asynchronously (9.3). (PTX ISA, 9.7.10.5.1)

            fabric.try_get.async.dst.completion_mechanism.report_mechanism{.sem}{.scope}{.L2::cache_hint}.b128 [dstMem], [endpoint, offset], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100

        Copy from shared memory to a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.2)

            fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism{.cp_mask}{.sem}{.scope} {.L2::cache_hint}.b128 [endpoint, offset], [srcMem], size, [mbar]{, byteMask}{, cache-policy}  # PTX 9.3, sm_100
            fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.b128 [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100

        Reduce from shared memory into a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.3)

            fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism{.sem}{.scope} {.L2::cache_hint}.op.type [endpoint, offset], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
            fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.op.type [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100

        Reduce from all places of a handle to shared memory (9.3). (PTX ISA, 9.7.10.5.4)

            fabric.try_pullred.async.multimem.dst.completion_mechanism.report_mechanism{.sem}{.scope} .op{.acc_prec}.type.sync [dstMem], [endpoint, offset], size, [mbar], membermask  # PTX 9.3, sm_100

        Have the fabric operations of the thread carried out (9.3). (PTX ISA, 9.7.10.5.5)

            fabric.submit{.op_restrict}  # PTX 9.3, sm_100
            fabric.submit.commit_group  # PTX 9.5, sm_100

        Wait until submitted operations have read shared memory (9.3). (PTX ISA, 9.7.10.5.6)

            fabric.wait.sync_restrict::reads  # PTX 9.3, sm_100
            fabric.wait.sync_restrict::reads N  # PTX 9.3, sm_100

        Do an atomic operation on a fabric handle, asynchronously (9.4). (PTX ISA, 9.7.11.5.10)

            fabric.try_atom.async.dst.completion_mechanism.report_mechanism.sem.scope{.L2::cache_hint} .op.type [endpoint, offset], [dstMem], [srcMem], [mbar]{, cache-policy}  # PTX 9.4, sm_100
        """



    @property
    def fence(self) -> Fence:
        """Order memory accesses: those before the fence happen before those behind it. (PTX ISA, 9.7.13.4)

            fence{.sem}.scope  # PTX 6.0, sm_70
            fence.acquire.sync_restrict::shared::cluster.cluster  # PTX 8.6, sm_90
            fence.release.sync_restrict::shared::cta.cluster  # PTX 8.6, sm_90
            fence.release.alias.sync_restrict::read.sys  # PTX 9.5, sm_90
            fence.mbarrier_init.release.cluster  # PTX 8.0, sm_90

        Order memory accesses that go through different proxies. (PTX ISA, 9.7.13.4)

            fence.proxy.alias  # PTX 7.5, sm_70
            fence.proxy.alias.sem.sys  # PTX 9.4, sm_90
            fence.proxy.async{.space}  # PTX 8.0, sm_90
            fence.proxy.tensormap::generic.release.scope  # PTX 8.3, sm_90
            fence.proxy.tensormap::generic.acquire.scope [addr], size  # PTX 8.3, sm_90
            fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster  # PTX 8.6, sm_90
            … (9 forms; see ptxpy isa fence.proxy)
        """



    @property
    def fma(self) -> Fma:
        """Multiply two numbers and add a third, rounding once. (PTX ISA, 9.7.3.6)

            fma.rnd{.ftz}{.sat}.f32 d, a, b, c  # PTX 2.0, sm_20
            fma.rnd{.ftz}.f32x2 d, a, b, c  # PTX 8.6, sm_100
            fma.rnd.f64 d, a, b, c  # PTX 1.4

        Multiply two halves or bfloat16s and add a third, rounding once. (PTX ISA, 9.7.4.4)

            fma.rnd{.ftz}{.sat}.f16 d, a, b, c  # PTX 4.2, sm_53
            fma.rnd{.ftz}{.sat}.f16x2 d, a, b, c  # PTX 4.2, sm_53
            fma.rnd{.ftz}.relu.f16 d, a, b, c  # PTX 7.0, sm_80
            fma.rnd{.ftz}.relu.f16x2 d, a, b, c  # PTX 7.0, sm_80
            fma.rnd{.relu}.bf16 d, a, b, c  # PTX 7.0, sm_80
            fma.rnd{.relu}.bf16x2 d, a, b, c  # PTX 7.0, sm_80
            … (12 forms; see ptxpy isa fma)

        Widen two numbers to the type of the third, multiply them and add the third. (PTX ISA, 9.7.5.3)

            fma.rnd{.sat}.f32.abtype d, a, b, c  # PTX 8.6, sm_100
        """



    @property
    def fns(self) -> Fns:
        """Find the n-th bit that is one, above or below a given bit. (PTX ISA, 9.7.1.17)

            fns.b32 d, mask, base, offset  # PTX 6.0, sm_30
        """



    @property
    def getctarank(self) -> Getctarank:
        """Get the rank of the CTA that an address in shared memory belongs to. (PTX ISA, 9.7.9.24)

            getctarank{.space}.type d, a  # PTX 7.8, sm_90
        """



    @property
    def griddepcontrol(self) -> Griddepcontrol:
        """Let dependent grids start, or wait for those that this one depends on. (PTX ISA, 9.7.13.13)

            griddepcontrol.action  # PTX 7.8, sm_90
        """



    @property
    def isspacep(self) -> Isspacep:
        """Ask whether a generic address is in a state space. (PTX ISA, 9.7.9.19)

            isspacep.space p, a  # PTX 2.0, sm_20
        """



    @property
    def istypep(self) -> Istypep:
        """Test whether an address is that of an opaque variable of a type. (PTX ISA, 9.7.10.6)

            istypep.type p, a  # PTX 4.0, sm_30
        """



    @property
    def ld(self) -> Ld:
        """Emit `ld.space.cache.dtype dst, [addr]`.

        `addr` is a register, a name, an object in shared memory, `[x, 16]`, or a result of `ptx.addr`.
        `space` is a state space (`generic` for none), `cache` a cache operator with its qualifiers,
        `"ca"` or `"nc.L2::128B"`. Halves are read as `.b16`. With a vector type (`f32.v4`), `dst` is a
        tuple of registers.

        Load from memory. (PTX ISA, 9.7.9.8)

            ld{.weak}{.ss}{.cop}{.level2::eviction_priority}{.level::cache_hint}{.level::prefetch_size} {.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
            ld{.weak}{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
            ld.volatile{.ss}{.level2::eviction_priority}{.level::prefetch_size}{.vec}.type d, [a]{.unified}  # PTX 1.0
            ld.relaxed.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
            ld.acquire.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
            ld.mmio.sem.sys{.global}.type d, [a]{.unified}  # PTX 8.2, sm_70
            … (7 forms; see ptxpy isa ld)

        With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)

            ld.global{.cop}.nc{.level2::eviction_priority}{.level::cache_hint}{.level::prefetch_size} {.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 3.1, sm_32
            ld.global.nc{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 3.1, sm_32
        """



    @property
    def ldmatrix(self) -> Ldmatrix:
        """Load matrices of a warp: `ldmatrix.sync.aligned.m8n8.x4{.trans}.shared.b16 {…}, [src]`.

        Lane 8 * i + r gives the address of row r of matrix i, a multiple of 16 (PTX ISA 9.7.14.5.15).

        Args:
            dst: One register of 32 bits for each matrix.
            src: An address in shared memory: a register, `[register, offset]`, an array.
            layout: `"x1"`, `"x2"` or `"x4"`, with a shape before and `trans` after if wanted:
                `"m8n8.x4.trans"`, `"m16n16.x2.trans"`.
            trans: Whether each matrix is transposed.
            pred: A guard.

        Load matrices from shared memory, as fragments for mma. (PTX ISA, 9.7.14.5.15)

            ldmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16 r, [p]  # PTX 6.5, sm_75
            ldmatrix.sync.aligned.m16n16.num.trans{.ss}.b8 r, [p]  # PTX 8.6, sm_100f or sm_110f or sm_120f
            ldmatrix.sync.aligned.m16n16.num.trans{.ss}.dst_fmt.src_fmt r, [p]  # PTX 8.6, sm_100f or sm_110f or sm_120f
            ldmatrix.sync.aligned.m8n16.num{.ss}.dst_fmt.src_fmt r, [p]  # PTX 8.6, sm_100f or sm_110f or sm_120f
        """



    @property
    def ldu(self) -> Ldu:
        """Load from an address in global memory that is the same for the whole warp. (PTX ISA, 9.7.9.10)

            ldu{.ss}{.vec}.type d, [a]{.unified}  # PTX 2.0, sm_20
        """



    @property
    def lg2(self) -> Lg2:
        """Take the logarithm to base 2. (PTX ISA, 9.7.3.20)

            lg2.approx{.ftz}.f32 d, a  # PTX 1.4
            lg2.f32 d, a  # PTX 1.0; until PTX 1.4
        """



    @property
    def lop3(self) -> Lop3:
        """Any logical operation on three inputs, given by its table of truth. (PTX ISA, 9.7.8.6)

            lop3.b32 d, a, b, c, immLut  # PTX 4.3, sm_50
            lop3.BoolOp.b32 d|p, a, b, c, immLut, {!}q  # PTX 8.2, sm_70
        """



    @property
    def mad(self) -> Mad:
        """Emit `mad.mode.dtype dst, a, b, c`: `ptx.mad(s32, dst, a, b, c)`, or `d = ptx.mad(a, b, c)`.

        Without a type, the first register says it, and the destination is returned: open, as that of
        an instruction. Untyped bits count as signed; of floats it is `mad.rn`, of halves `fma.rn`.

        Multiply two numbers and add a third, for sm_20 and higher rounding once as fma does. (PTX ISA, 9.7.3.7)

            mad.rnd{.ftz}{.sat}.f32 d, a, b, c  # PTX 1.0, sm_20
            mad.rnd.f64 d, a, b, c  # PTX 1.0
            mad{.ftz}{.sat}.f32 d, a, b, c  # PTX 1.0; until PTX 3.2, sm_20
            mad.f64 d, a, b, c  # PTX 1.0; until PTX 1.4

        Multiply two integers and add a third, keeping the low or high half or all of it. (PTX ISA, 9.7.1.4)

            mad.mode.type d, a, b, c  # PTX 1.0
            mad.wide.type d, a, b, c  # PTX 1.0
            mad.hi.sat.s32 d, a, b, c  # PTX 1.0

        Multiply two integers, add a third to half of the product, and keep the carry. (PTX ISA, 9.7.2.5)

            mad.mode.cc.type d, a, b, c  # PTX 3.0, sm_20
        """



    @property
    def mad24(self) -> Mad24:
        """Multiply the low 24 bits of two integers and add a third to 32 bits of it. (PTX ISA, 9.7.1.6)

            mad24.mode.type d, a, b, c  # PTX 1.0
            mad24.hi.sat.s32 d, a, b, c  # PTX 1.0
        """



    @property
    def madc(self) -> Madc:
        """Multiply two integers, add a third and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.6)

            madc.mode{.cc}.type d, a, b, c  # PTX 3.0, sm_20
            madc.mode.type d, a, b, c  # PTX 3.0, sm_20
            madc.hi.sat.s32 d, a, b, c  # PTX 3.0, sm_20
        """



    @property
    def mapa(self) -> Mapa:
        """Map an address in shared memory to that of the same variable in another CTA. (PTX ISA, 9.7.9.23)

            mapa{.space}.type d, a, b  # PTX 7.8, sm_90
        """



    @property
    def match(self) -> Match:
        """Find the threads of a warp that have the same value. (PTX ISA, 9.7.13.10)

            match.any.sync.type d, a, membermask  # PTX 6.0, sm_70
            match.all.sync.type d{|p}, a, membermask  # PTX 6.0, sm_70
        """



    @property
    def max(self) -> Max:
        """Take the largest of two or three numbers. (PTX ISA, 9.7.3.12)

            max{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b  # PTX 1.0
            max{.ftz}{.NaN}{.abs}.f32 d, a, b, c  # PTX 8.8, sm_100
            max.f64 d, a, b  # PTX 1.0

        Take the larger of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.8)

            max{.ftz}{.NaN}{.xorsign.abs}.f16 d, a, b  # PTX 7.0, sm_80
            max{.ftz}{.NaN}{.xorsign.abs}.f16x2 d, a, b  # PTX 7.0, sm_80
            max{.NaN}{.xorsign.abs}.bf16 d, a, b  # PTX 7.0, sm_80
            max{.NaN}{.xorsign.abs}.bf16x2 d, a, b  # PTX 7.0, sm_80

        Take the larger of two integers. (PTX ISA, 9.7.1.13)

            max.atype d, a, b  # PTX 1.0
            max{.relu}.s32 d, a, b  # PTX 1.0
            max.u16x2 d, a, b  # PTX 8.0, sm_90
            max{.relu}.s16x2 d, a, b  # PTX 8.0, sm_90
            max.u8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
            max{.relu}.s8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
        """



    @property
    def mbarrier(self) -> Mbarrier:
        """Make a barrier object in shared memory that awaits a number of arrivals. (PTX ISA, 9.7.13.15.9)

            mbarrier.init{.layout}{.space}.b64 [addr], count  # PTX 7.0, sm_80

        End a barrier object, so that its memory may serve another purpose. (PTX ISA, 9.7.13.15.10)

            mbarrier.inval{.space}.b64 [addr]  # PTX 7.0, sm_80

        Raise the count of bytes that the current phase waits for. (PTX ISA, 9.7.13.15.11)

            mbarrier.expect_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
            mbarrier.expect_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f

        Count bytes as done, as the end of an asynchronous copy would. (PTX ISA, 9.7.13.15.12)

            mbarrier.complete_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
            mbarrier.complete_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f

        Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)

            mbarrier.arrive{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
            mbarrier.arrive{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.1, sm_80
            mbarrier.arrive.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
            mbarrier.arrive.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
            mbarrier.arrive.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
            mbarrier.arrive.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.1, sm_80
            … (10 forms; see ptxpy isa mbarrier.arrive)

        Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)

            mbarrier.arrive_drop{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
            mbarrier.arrive_drop{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.0, sm_80
            mbarrier.arrive_drop.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
            mbarrier.arrive_drop.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
            mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
            mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.0, sm_80
            … (10 forms; see ptxpy isa mbarrier.arrive_drop)

        Test whether a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

            mbarrier.test_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state  # PTX 7.0, sm_80
            mbarrier.test_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 7.1, sm_80
            mbarrier.test_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state  # PTX 9.3, sm_90
            mbarrier.test_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity  # PTX 9.3, sm_90
            mbarrier.test_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 9.3, sm_90

        Wait for some time until a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

            mbarrier.try_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state{, suspendTimeHint}  # PTX 7.8, sm_90
            mbarrier.try_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 7.8, sm_90
            mbarrier.try_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state{, suspendTimeHint}  # PTX 9.3, sm_90
            mbarrier.try_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90
            mbarrier.try_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90

        Get the count of pending arrivals out of a state. (PTX ISA, 9.7.13.15.17)

            mbarrier.pending_count{.layout::v0}.b64 count, state  # PTX 7.0, sm_80

        Test which layout a barrier object has. (PTX ISA, 9.7.14.16.21)

            mbarrier.check_layout.layout{.space}.b64 p, [addr]  # PTX 9.3, sm_90
        """



    @property
    def membar(self) -> Membar:
        """Order memory accesses, in the words of old: a sequentially consistent fence. (PTX ISA, 9.7.13.4)

            membar.level  # PTX 1.4
            membar.proxy.proxykind  # PTX 7.5, sm_60
        """



    @property
    def min(self) -> Min:
        """Take the smallest of two or three numbers. (PTX ISA, 9.7.3.11)

            min{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b  # PTX 1.0
            min{.ftz}{.NaN}{.abs}.f32 d, a, b, c  # PTX 8.8, sm_100
            min.f64 d, a, b  # PTX 1.0

        Take the smaller of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.7)

            min{.ftz}{.NaN}{.xorsign.abs}.f16 d, a, b  # PTX 7.0, sm_80
            min{.ftz}{.NaN}{.xorsign.abs}.f16x2 d, a, b  # PTX 7.0, sm_80
            min{.NaN}{.xorsign.abs}.bf16 d, a, b  # PTX 7.0, sm_80
            min{.NaN}{.xorsign.abs}.bf16x2 d, a, b  # PTX 7.0, sm_80

        Take the smaller of two integers. (PTX ISA, 9.7.1.12)

            min.atype d, a, b  # PTX 1.0
            min{.relu}.s32 d, a, b  # PTX 1.0
            min.u16x2 d, a, b  # PTX 8.0, sm_90
            min{.relu}.s16x2 d, a, b  # PTX 8.0, sm_90
            min.u8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
            min{.relu}.s8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
        """



    @property
    def mma(self) -> Mma:
        """Multiply two matrices and add a third, all of them in a warp's registers. (PTX ISA, 9.7.14.5.14)

            mma.sync.aligned.m8n8k4.alayout.blayout.dtype.f16.f16.ctype d, a, b, c  # PTX 6.4, sm_70
            mma.sync.aligned.m16n8k8.row.col.dtype.f16.f16.ctype d, a, b, c  # PTX 6.5, sm_75
            mma.sync.aligned.m16n8k16.row.col.dtype.f16.f16.ctype d, a, b, c  # PTX 6.5, sm_75
            mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
            mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
            mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 d, a, b, c  # PTX 7.0, sm_80
            … (16 forms; see ptxpy isa mma)

        Multiply a sparse matrix by a dense one and add a third, in a warp's registers. (PTX ISA, 9.7.14.6.3)

            mma.spvariant.sync.aligned.shape.row.col.dtype.f16.f16.ctype d, a, b, c, e, f  # PTX 7.1, sm_80
            mma.spvariant.sync.aligned.shape.row.col.f32.bf16.bf16.f32 d, a, b, c, e, f  # PTX 7.1, sm_80
            mma.spvariant.sync.aligned.shape.row.col.f32.tf32.tf32.f32 d, a, b, c, e, f  # PTX 7.1, sm_80
            mma.spvariant.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32 d, a, b, c, e, f  # PTX 7.1, sm_80
            mma.spvariant.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32 d, a, b, c, e, f  # PTX 7.1, sm_80
            mma.spvariant.sync.aligned.m16n8k64.row.col.f32.f8type.f8type.f32 d, a, b, c, e, f  # PTX 8.4, sm_89
            … (11 forms; see ptxpy isa mma.sp)
        """



    @property
    def mov(self) -> Mov:
        """Emit `mov.dtype dst, src`; halves, constants too, are moved as bits.

        Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)

            mov.type d, a  # PTX 1.0
            mov.type d, fname  # PTX 2.1
            mov.type d, a  # PTX 1.0
            mov.type d, {!}a  # PTX 1.0
            mov.type d, a  # PTX 8.3, sm_70
            mov.vec.type d, a  # PTX 1.0

        Pack a vector of registers into a wider one, or unpack it. (PTX ISA, 9.7.9.4)

            mov.b16 d, a  # PTX 1.0
            mov.b32 d, a  # PTX 1.0
            mov.b64 d, a  # PTX 1.0
            mov.b128 d, a  # PTX 8.3, sm_70
            mov.b16 d, a  # PTX 1.0
            mov.b32 d, a  # PTX 1.0
            … (8 forms; see ptxpy isa mov)
        """



    @property
    def movmatrix(self) -> Movmatrix:
        """Transpose a matrix in the registers of a warp. (PTX ISA, 9.7.14.5.17)

            movmatrix.sync.aligned.m8n8.trans.b16 d, a  # PTX 7.8, sm_75
        """



    @property
    def mul(self) -> Mul:
        """Emit `mul.mode.dtype dst, a, b` of integers, `mul.dtype` of floats.

        `mode` is `lo`, which is meant without one, `hi` or `wide`; with `wide`, `dst` has twice the
        bits of `dtype`.

        Multiply two numbers, or two pairs of them. (PTX ISA, 9.7.3.5)

            mul{.rnd}{.ftz}{.sat}.f32 d, a, b  # PTX 1.0
            mul{.rnd}{.ftz}.f32x2 d, a, b  # PTX 8.6, sm_100
            mul{.rnd}.f64 d, a, b  # PTX 1.0

        Multiply two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.3)

            mul{.rnd}{.ftz}{.sat}.f16 d, a, b  # PTX 4.2, sm_53
            mul{.rnd}{.ftz}{.sat}.f16x2 d, a, b  # PTX 4.2, sm_53
            mul{.rnd}.bf16 d, a, b  # PTX 7.8, sm_90
            mul{.rnd}.bf16x2 d, a, b  # PTX 7.8, sm_90

        Multiply two integers, keeping the low or high half of the product or all of it. (PTX ISA, 9.7.1.3)

            mul.mode.type d, a, b  # PTX 1.0
            mul.wide.type d, a, b  # PTX 1.0
        """



    @property
    def mul24(self) -> Mul24:
        """Multiply the low 24 bits of two integers, keeping the low or high 32 bits. (PTX ISA, 9.7.1.5)

            mul24.mode.type d, a, b  # PTX 1.0
        """



    @property
    def multimem(self) -> Multimem:
        """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

            multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
            multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90

        Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

            multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
            multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90

        Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)

            multimem.ld_reduce{.weak}{.ss}.op.type d, [a]  # PTX 8.1, sm_90
            multimem.ld_reduce.ldsem.scope{.ss}.op.type d, [a]  # PTX 8.1, sm_90
            multimem.ld_reduce{.weak}{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90
            multimem.ld_reduce.ldsem.scope{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90

        Store to all places of a multimem address. (PTX ISA, 9.7.9.14)

            multimem.st{.weak}{.ss}.type [a], b  # PTX 8.1, sm_90
            multimem.st.stsem.scope{.ss}.type [a], b  # PTX 8.1, sm_90
            multimem.st{.weak}{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90
            multimem.st.stsem.scope{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90

        Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)

            multimem.red{.ss}.op.type [a], b  # PTX 8.1, sm_90
            multimem.red.redsem.scope{.ss}.op.type [a], b  # PTX 8.1, sm_90
            multimem.red{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90
            multimem.red.redsem.scope{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90

        Store to all places of a multimem address without waiting. (PTX ISA, 9.7.9.12)

            multimem.st.async.release.scope{.ss}.type [a], b  # PTX 9.3, sm_100

        Reduce a value into all places of a multimem address, not waiting. (PTX ISA, 9.7.13.9)

            multimem.red.async.release.scope{.ss}.add.type [a], b  # PTX 9.3, sm_100
        """



    @property
    def nanosleep(self) -> Nanosleep:
        """Suspend the thread for about so many nanoseconds. (PTX ISA, 9.7.19.2)

            nanosleep.u32 t  # PTX 6.2, sm_70
        """



    @property
    def neg(self) -> Neg:
        """Change the sign. (PTX ISA, 9.7.3.10)

            neg{.ftz}.f32 d, a  # PTX 1.0
            neg.f64 d, a  # PTX 1.0

        Change the sign of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.5)

            neg{.ftz}.f16 d, a  # PTX 6.0, sm_53
            neg{.ftz}.f16x2 d, a  # PTX 6.0, sm_53
            neg.bf16 d, a  # PTX 7.0, sm_80
            neg.bf16x2 d, a  # PTX 7.0, sm_80

        Negate an integer. (PTX ISA, 9.7.1.11)

            neg.type d, a  # PTX 1.0
            neg.s8x4 d, a  # PTX 9.2, sm_107f or sm_120f
        """



    @property
    def not_(self) -> Not:
        """Emit `not.b32 dst, src`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

        Bitwise negation: one's complement. (PTX ISA, 9.7.8.4)

            not.type d, a  # PTX 1.0
            not.pred d, {!}a  # PTX 1.0
        """



    @property
    def or_(self) -> Or:
        """Emit `or.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

        Bitwise or. (PTX ISA, 9.7.8.2)

            or.type d, a, b  # PTX 1.0
            or.pred d, {!}a, {!}b  # PTX 1.0
        """



    @property
    def pmevent(self) -> Pmevent:
        """Trigger performance monitor events, one by its number or several by a mask. (PTX ISA, 9.7.19.3)

            pmevent a  # PTX 1.4
            pmevent.mask a  # PTX 3.0, sm_20
        """



    @property
    def popc(self) -> Popc:
        """Count the bits that are one. (PTX ISA, 9.7.1.14)

            popc.type d, a  # PTX 2.0, sm_20
        """



    @property
    def prefetch(self) -> Prefetch:
        """Bring memory near into a cache. (PTX ISA, 9.7.9.15)

            prefetch{.space}.level [a]  # PTX 2.0, sm_20
            prefetch{.global}.level::eviction_priority [a]  # PTX 7.4, sm_80
            prefetch{.tensormap_space}.tensormap [a]  # PTX 8.0, sm_90
            prefetch{.global}.L1::32B.valid_addr [a]  # PTX 9.4, sm_90
        """



    @property
    def prefetchu(self) -> Prefetchu:
        """Bring memory near into the uniform cache. (PTX ISA, 9.7.9.15)

            prefetchu.L1 [a]  # PTX 2.0, sm_20
        """



    @property
    def prmt(self) -> Prmt:
        """Pick four bytes out of two registers. (PTX ISA, 9.7.9.7)

            prmt.b32{.mode} d, a, b, c  # PTX 2.0, sm_20
        """



    @property
    def rcp(self) -> Rcp:
        """Take the reciprocal. (PTX ISA, 9.7.3.13)

            rcp.approx{.ftz}.f32 d, a  # PTX 1.4
            rcp.rnd{.ftz}.f32 d, a  # PTX 1.4, sm_20
            rcp.rnd{.ftz}.f64 d, a  # PTX 1.4
            rcp.f32 d, a  # PTX 1.0; until PTX 1.4

        Take the reciprocal to about 20 bits of the mantissa. (PTX ISA, 9.7.3.14)

            rcp.approx.ftz.f64 d, a  # PTX 2.1, sm_20
        """



    @property
    def red(self) -> Red:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)

            red{.sem}{.scope}{.space}.op{.L2::cache_hint}.type [a], b{, cache-policy}  # PTX 1.1, sm_11
            red{.sem}{.scope}{.space}.add.noftz{.L2::cache_hint}.type [a], b{, cache-policy}
            red{.sem}{.scope}{.space}.add.noftz{.L2::cache_hint}.f32 [a], b{, cache-policy}  # PTX 9.4, sm_90
            red{.sem}{.scope}{.global}.add{.noftz}{.L2::cache_hint}.vec_32_bit.f32 [a], b{, cache-policy}  # PTX 8.1, sm_90
            red{.sem}{.scope}{.global}.op.noftz{.L2::cache_hint}.vec_16_bit.half_word_type [a], b{, cache-policy}  # PTX 8.1, sm_90
            red{.sem}{.scope}{.global}.op.noftz{.L2::cache_hint}.vec_32_bit.packed_type [a], b{, cache-policy}  # PTX 8.1, sm_90

        Start a reduction in memory that is performed some time later. (PTX ISA, 9.7.13.7)

            red.async.sem.scope{.ss}.completion_mechanism.op.type [a], b, [mbar]  # PTX 8.1, sm_90
            red.async{.mmio}.sem.scope{.ss}.op.type [a], b  # PTX 8.1, sm_100
        """



    @property
    def redux(self) -> Redux:
        """Reduce values of the threads of the warp that a mask names. (PTX ISA, 9.7.13.12)

            redux.sync.op.type dst, src, membermask  # PTX 7.0, sm_80
            redux.sync.op.b32 dst, src, membermask  # PTX 7.0, sm_80
            redux.sync.op{.abs}{.NaN}.f32 dst, src, membermask  # PTX 8.6, sm_100f
        """



    @property
    def rem(self) -> Rem:
        """Take the remainder of an integer division. (PTX ISA, 9.7.1.9)

            rem.type d, a, b  # PTX 1.0
        """



    @property
    def ret(self) -> Ret:
        """Return from a function. (PTX ISA, 9.7.12.6)

            ret{.uni}  # PTX 1.0
        """



    @property
    def rsqrt(self) -> Rsqrt:
        """Take the reciprocal of the square root. (PTX ISA, 9.7.3.16)

            rsqrt.approx{.ftz}.f32 d, a  # PTX 1.4
            rsqrt.approx.f64 d, a  # PTX 1.4
            rsqrt.f32 d, a  # PTX 1.0; until PTX 1.4
            rsqrt.f64 d, a  # PTX 1.0; until PTX 1.4

        Take the reciprocal of the square root to about 20 bits. (PTX ISA, 9.7.3.17)

            rsqrt.approx.ftz.f64 d, a  # PTX 4.0, sm_20
        """



    @property
    def sad(self) -> Sad:
        """Add the absolute difference of two integers to a third. (PTX ISA, 9.7.1.7)

            sad.type d, a, b, c  # PTX 1.0
        """



    @property
    def selp(self) -> Selp:
        """Emit `selp.dtype dst, true_val, false_val, pred_reg`; halves are selected as bits.

        Select one of two values by a predicate. (PTX ISA, 9.7.6.3)

            selp.type d, a, b, {!}c  # PTX 1.0
        """



    @property
    def set(self) -> Set:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)

            set.CmpOp.dtype.stype d, a, b  # PTX 1.0
            set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c  # PTX 1.0
            set.CmpOp.dtype.stype d, a, b  # PTX 1.0
            set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c  # PTX 1.0
            set.CmpOp.dtype.stype d, a, b  # PTX 1.0
            set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c  # PTX 1.0
            … (8 forms; see ptxpy isa set)

        Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)

            set.CmpOp.dtype.stype d, a, b
            set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c
            set.CmpOp.dtype.stype d, a, b
            set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c
            set.CmpOp.dtype.stype d, a, b
            set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c
            … (18 forms; see ptxpy isa set)
        """



    @property
    def setmaxnreg(self) -> Setmaxnreg:
        """Emit `setmaxnreg.inc.sync.aligned.u32 count`, or `.dec` (PTX ISA 9.7.19.5).

        `ValueError` unless `count`, the registers of a thread, is a multiple of 8 from 24 to 256.

        Ask for more registers a thread of the warp, or give some back. (PTX ISA, 9.7.19.5)

            setmaxnreg.action.sync.aligned.type imm-reg-count  # PTX 8.0, sm_90a or sm_100f or sm_110f or sm_120f
        """



    @property
    def setp(self) -> Setp:
        """Emit `setp.cmp_op.dtype pred_out, a, b`; `pred_negate` is the guard, as `pred=` elsewhere.

        Untyped bits are compared for `eq` and `ne` alone, except under a compiler's style, which counts
        them as signed numbers.

        Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)

            setp.CmpOp.type p{|q}, a, b  # PTX 1.0
            setp.CmpOp.BoolOp.type p{|q}, a, b, {!}c  # PTX 1.0
            setp.CmpOp.type p{|q}, a, b  # PTX 1.0
            setp.CmpOp.BoolOp.type p{|q}, a, b, {!}c  # PTX 1.0
            setp.CmpOp.type p{|q}, a, b  # PTX 1.0
            setp.CmpOp.BoolOp.type p{|q}, a, b, {!}c  # PTX 1.0
            … (8 forms; see ptxpy isa setp)

        Compare two half-precision values, join a predicate, and write one of each result. (PTX ISA, 9.7.7.2)

            setp.CmpOp{.ftz}.f16 p, a, b  # PTX 4.2, sm_53
            setp.CmpOp.BoolOp{.ftz}.f16 p, a, b, {!}c  # PTX 4.2, sm_53
            setp.CmpOp{.ftz}.f16x2 p{|q}, a, b  # PTX 4.2, sm_53
            setp.CmpOp.BoolOp{.ftz}.f16x2 p{|q}, a, b, {!}c  # PTX 4.2, sm_53
            setp.CmpOp.bf16 p, a, b  # PTX 7.8, sm_90
            setp.CmpOp.BoolOp.bf16 p, a, b, {!}c  # PTX 7.8, sm_90
            … (8 forms; see ptxpy isa setp)
        """



    @property
    def shf(self) -> Shf:
        """Funnel shift: shift the 64 bits of two registers and keep 32 of them. (PTX ISA, 9.7.8.7)

            shf.l.mode.b32 d, a, b, c  # PTX 3.1, sm_32
            shf.r.mode.b32 d, a, b, c  # PTX 3.1, sm_32
        """



    @property
    def shfl(self) -> Shfl:
        """Exchange a register with another thread of the warp (deprecated: see shfl.sync). (PTX ISA, 9.7.9.5)

            shfl.mode.b32 d{|p}, a, b, c  # PTX 3.0, sm_30; until PTX 6.4, sm_70

        Exchange a register with another thread of those of the warp that take part. (PTX ISA, 9.7.9.6)

            shfl.sync.mode.b32 d{|p}, a, b, c, membermask  # PTX 6.0, sm_30
        """



    @property
    def shl(self) -> Shl:
        """Emit `shl.b32 dst, a, b`, or `.b16` or `.b64`: of the size of `dtype`.

        Shift left; amounts of the width and more give 0. (PTX ISA, 9.7.8.8)

            shl.type d, a, b  # PTX 1.0
        """



    @property
    def shr(self) -> Shr:
        """Emit `shr.dtype dst, a, b`: of signed integers the sign comes in, of others zeros.

        Shift right, with the sign filled in for signed types. (PTX ISA, 9.7.8.9)

            shr.type d, a, b  # PTX 1.0
        """



    @property
    def sin(self) -> Sin:
        """Take the sine of an angle in radians. (PTX ISA, 9.7.3.18)

            sin.approx{.ftz}.f32 d, a  # PTX 1.4
            sin.f32 d, a  # PTX 1.0; until PTX 1.4
        """



    @property
    def slct(self) -> Slct:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)

            slct.dtype.s32 d, a, b, c  # PTX 1.0
            slct{.ftz}.dtype.f32 d, a, b, c  # PTX 1.0
        """



    @property
    def spcompress(self) -> Spcompress:
        """Keep two of every four elements, and say which (9.4). (PTX ISA, 9.7.9)

            spcompress.elemsize.idxsize.spfactor.num mdata, cdata, data, spdesc  # PTX 9.4, sm_107a
        """



    @property
    def spdecompress(self) -> Spdecompress:
        """Put elements back where they were, with zeros between them (9.4). (PTX ISA, 9.7.9)

            spdecompress.elemsize.idxsize.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
            spdecompress.elemsize.idxsize.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
            spdecompress.elemsize.b4.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
            spdecompress.elemsize.b4.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
        """



    @property
    def sqrt(self) -> Sqrt:
        """Take the square root. (PTX ISA, 9.7.3.15)

            sqrt.approx{.ftz}.f32 d, a  # PTX 1.4
            sqrt.rnd{.ftz}.f32 d, a  # PTX 1.4, sm_20
            sqrt.rnd.f64 d, a  # PTX 1.0
            sqrt.f32 d, a  # PTX 1.0; until PTX 1.4
            sqrt.f64 d, a  # PTX 1.0; until PTX 1.4
        """



    @property
    def st(self) -> St:
        """Emit `st.space.cache.dtype [addr], src`; arguments are those of `ld`.

        Store to memory. (PTX ISA, 9.7.9.11)

            st{.weak}{.ss}{.cop}{.level2::eviction_priority}{.level::cache_hint}{.vec}.type [a], b{, cache-policy}  # PTX 1.0
            st{.weak}{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.vec}.type [a], b{, cache-policy}  # PTX 1.0
            st.volatile{.ss}{.level2::eviction_priority}{.vec}.type [a], b  # PTX 1.0
            st.relaxed.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.vec}.type [a], b{, cache-policy}  # PTX 1.0
            st.release.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.vec}.type [a], b{, cache-policy}  # PTX 1.0
            st.mmio.sem.sys{.global}.type [a], b  # PTX 8.2, sm_70

        Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)

            st.async{.weak}{.ss}.completion_mechanism{.vec}.type [a], b, [mbar]  # PTX 8.1, sm_90
            st.async{.mmio}.release.scope{.ss}.type [a], b  # PTX 8.7, sm_100
            st.async{.weak}{.ss}.type [a], b  # PTX 8.1, sm_90
            st.async.scope{.ss}.type [a], b  # PTX 8.1, sm_100

        Fill shared memory with zeros. (PTX ISA, 9.7.9.13)

            st.bulk{.weak}{.shared::cta} [a], size, initval  # PTX 8.6, sm_100
            st.bulk{.weak}{.shared::cta} [a], size, initval  # PTX 9.0, sm_100
        """



    @property
    def stackrestore(self) -> Stackrestore:
        """Set the stack pointer from a register. (PTX ISA, 9.7.17.2)

            stackrestore.type a  # PTX 7.3, sm_52
        """



    @property
    def stacksave(self) -> Stacksave:
        """Copy the stack pointer to a register. (PTX ISA, 9.7.17.1)

            stacksave.type d  # PTX 7.3, sm_52
        """



    @property
    def stmatrix(self) -> Stmatrix:
        """Store matrices of a warp: `stmatrix.sync.aligned.m8n8.x4{.trans}.shared.b16 [smem], {…}`.

        Lane 8 * i + r gives the address of row r of matrix i, a multiple of 16 (PTX ISA 9.7.14.5.16).

        Args:
            smem: An address in shared memory: a register, `[register, offset]`, an array.
            regs: One register of 32 bits for each matrix.
            layout: `"x1"`, `"x2"` or `"x4"`, with `trans` after if wanted: `"x4.trans"`.
            trans: Whether each matrix is transposed.
            shape: `"m8n8"` of b16, or on sm_100a `"m16n8"` of b8, which is always transposed.
            pred: A guard.

        Store fragments of mma as matrices in shared memory. (PTX ISA, 9.7.14.5.16)

            stmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16 [p], r  # PTX 7.8, sm_90
            stmatrix.sync.aligned.m16n8.num.trans{.ss}.b8 [p], r  # PTX 8.6, sm_100f or sm_110f or sm_120f
        """



    @property
    def sub(self) -> Sub:
        """Emit `sub.dtype dst, a, b`; of untyped bits `sub.s32` and so on.

        Subtract the second number from the first, or so for two pairs of them. (PTX ISA, 9.7.3.4)

            sub{.rnd}{.ftz}{.sat}.f32 d, a, b  # PTX 1.0
            sub{.rnd}{.ftz}.f32x2 d, a, b  # PTX 8.6, sm_100
            sub{.rnd}.f64 d, a, b  # PTX 1.0

        Subtract the second half or bfloat16 from the first, or so for two pairs. (PTX ISA, 9.7.4.2)

            sub{.rnd}{.ftz}{.sat}.f16 d, a, b  # PTX 4.2, sm_53
            sub{.rnd}{.ftz}{.sat}.f16x2 d, a, b  # PTX 4.2, sm_53
            sub{.rnd}.bf16 d, a, b  # PTX 7.8, sm_90
            sub{.rnd}.bf16x2 d, a, b  # PTX 7.8, sm_90

        Widen the first number to the type of the second and subtract the second. (PTX ISA, 9.7.5.2)

            sub{.rnd}{.sat}.f32.atype d, a, c  # PTX 8.6, sm_100
            sub{.rnd}{.satfinite}.type.atype d, a, c  # PTX 9.4, sm_100a or sm_103a

        Subtract an integer from another. (PTX ISA, 9.7.1.2)

            sub.type d, a, b  # PTX 1.0
            sub{.sat}.s32 d, a, b  # PTX 1.0
            sub{.sat}.type d, a, b  # PTX 9.2, sm_107f or sm_120f

        Subtract an integer from another and keep the borrow. (PTX ISA, 9.7.2.3)

            sub.cc.type d, a, b  # PTX 1.3
            sub.cc.type d, a, b  # PTX 4.3, sm_20
        """



    @property
    def subc(self) -> Subc:
        """Subtract an integer and the borrow from another, and keep the new borrow if told. (PTX ISA, 9.7.2.4)

            subc{.cc}.type d, a, b  # PTX 1.3
            subc.type d, a, b  # PTX 1.3
            subc.sat.s32 d, a, b  # PTX 1.3
        """



    @property
    def suld(self) -> Suld:
        """Load from a surface. (PTX ISA, 9.7.11.1)

            suld.b.geom{.cop}{.vec}.dtype.clamp d, [var-a, b]  # PTX 1.5
            suld.b.geom{.cop}{.vec}.dtype.clamp d, [a, b]  # PTX 1.5
        """



    @property
    def suq(self) -> Suq:
        """Query an attribute of a surface. (PTX ISA, 9.7.11.4)

            suq.query.b32 d, [var-a]  # PTX 1.5
            suq.query.b32 d, [a]  # PTX 1.5
        """



    @property
    def sured(self) -> Sured:
        """Reduce into a surface. (PTX ISA, 9.7.11.3)

            sured.b.op.geom.ctype.clamp [var-a, b], c  # PTX 2.0, sm_20
            sured.b.op.geom.ctype.clamp [a, b], c  # PTX 2.0, sm_20
            sured.p.op.geom.ctype.clamp [var-a, b], c  # PTX 2.0, sm_20
            sured.p.op.geom.ctype.clamp [a, b], c  # PTX 2.0, sm_20
        """



    @property
    def sust(self) -> Sust:
        """Store to a surface. (PTX ISA, 9.7.11.2)

            sust.b.geom{.cop}{.vec}.ctype.clamp [var-a, b], c  # PTX 1.5
            sust.b.geom{.cop}{.vec}.ctype.clamp [a, b], c  # PTX 1.5
            sust.p.geom{.cop}{.vec}.b32.clamp [var-a, b], c  # PTX 1.5
            sust.p.geom{.cop}{.vec}.b32.clamp [a, b], c  # PTX 1.5
        """



    @property
    def szext(self) -> Szext:
        """Extend the low bits of a value, as many as told, by zeros or their sign. (PTX ISA, 9.7.1.21)

            szext.mode.type d, a, b  # PTX 7.6, sm_70
        """



    @property
    def tanh(self) -> Tanh:
        """Take the hyperbolic tangent. (PTX ISA, 9.7.3.22)

            tanh.approx.f32 d, a  # PTX 7.0, sm_75

        Take the hyperbolic tangent of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.9)

            tanh.approx.type d, a  # PTX 7.0, sm_75
        """



    @property
    def tcgen05(self) -> Tcgen05:
        """Allocate columns of tensor memory and write their address. (PTX ISA, 9.7.16.7.1)

            tcgen05.alloc.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 8.6, sm_100f or sm_110f
            tcgen05.alloc.exclusive.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 9.4, sm_100f or sm_110f

        Give allocated columns of tensor memory back. (PTX ISA, 9.7.16.7.1)

            tcgen05.dealloc.cta_group.sync.aligned.b32 taddr, nCols  # PTX 8.6, sm_100f or sm_110f
            tcgen05.dealloc.exclusive.cta_group.sync.aligned.b32 taddr, nCols  # PTX 9.4, sm_100f or sm_110f

        Give up a block's right to allocate tensor memory. (PTX ISA, 9.7.16.7.1)

            tcgen05.relinquish_alloc_permit.cta_group.sync.aligned  # PTX 8.6, sm_100f or sm_110f

        Load from tensor memory into registers, asynchronously, as a warp. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.sync.aligned.shape1.num{.pack}.b32 r, [taddr]  # PTX 8.6, sm_100f or sm_110f
            tcgen05.ld.sync.aligned.shape2.num{.pack}.b32 r, [taddr], immHalfSplitoff  # PTX 8.6, sm_100f or sm_110f

        Load from tensor memory and find the least or greatest of the elements. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.red.sync.aligned.shape3.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
            tcgen05.ld.red.sync.aligned.shape4.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f
            tcgen05.ld.red.sync.aligned.shape3.num.redOp.type r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
            tcgen05.ld.red.sync.aligned.shape4.num.redOp.type r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f

        Load from tensor memory and keep two of each four elements. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}.f32.b2 meta, r, [taddr]  # PTX 9.4, sm_107a

        Load with a reduction and that choice of elements. (PTX ISA, 9.7.16.8.3)

            tcgen05.ld.red.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}{.NaN}.f32.b2 meta, r, redval, [taddr]  # PTX 9.4, sm_107a

        Store registers to tensor memory, asynchronously, as a warp. (PTX ISA, 9.7.16.8.4)

            tcgen05.st.sync.aligned.shape1.num{.unpack}.b32 [taddr], r  # PTX 8.6, sm_100f or sm_110f
            tcgen05.st.sync.aligned.shape2.num{.unpack}.b32 [taddr], immHalfSplitoff, r  # PTX 8.6, sm_100f or sm_110f

        Wait until the thread's loads from tensor memory, or its stores, are done. (PTX ISA, 9.7.16.8.5)

            tcgen05.wait_operation.sync.aligned  # PTX 8.6, sm_100f or sm_110f

        Start a copy from shared memory to tensor memory. (PTX ISA, 9.7.16.9.2)

            tcgen05.cp.cta_group.shape{.multicast}{.dst_fmt.src_fmt} [taddr], s-desc  # PTX 8.6, sm_100f or sm_110f

        Start shifting rows of tensor memory down by one. (PTX ISA, 9.7.16.9.3)

            tcgen05.shift.cta_group.down [taddr]  # PTX 8.6, sm_100a or sm_103a or sm_107a or sm_110a

        Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)

            tcgen05.mma.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
            tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
            … (8 forms; see ptxpy isa tcgen05.mma)

        Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)

            tcgen05.mma.sp.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.sp.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f

        Start a product D = A*B+D that keeps B, the weights, in a buffer. (PTX ISA, 9.7.16.10.9.3)

            tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f

        Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.4)

            tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
            tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f

        Order tcgen05 operations with those of other threads around a barrier. (PTX ISA, 9.7.16.11.1)

            tcgen05.fence_operation  # PTX 8.6, sm_100f or sm_110f

        Let a barrier object track the thread's operations so far. (PTX ISA, 9.7.16.12.1)

            tcgen05.commit.cta_group.completion_mechanism{.sync_restrict}{.shared::cluster}{.multicast}.b64 [mbar]{, ctaMask}  # PTX 8.6, sm_100f or sm_110f
        """



    @property
    def tensormap(self) -> Tensormap:
        """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)

            tensormap.replace.mode.global_address{.ss}.b1024.b64 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
            tensormap.replace.mode.rank{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
            tensormap.replace.mode.field2{.ss}.b1024.b32 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
            tensormap.replace.mode.global_stride{.ss}.b1024.b64 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
            tensormap.replace.mode.field3{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
            tensormap.replace.mode.elemtype{.ss}.b1024.b32 [addr], new_val  # PTX 8.7, sm_100f or sm_110f or sm_120f
            … (7 forms; see ptxpy isa tensormap.replace)

        Copy a tensor-map object and make the copy visible to its proxy. (PTX ISA, 9.7.13.16)

            tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned [dst], [src], size  # PTX 8.3, sm_90
        """



    @property
    def testp(self) -> Testp:
        """Test whether a number is finite, infinite, a number, a NaN, normal or subnormal. (PTX ISA, 9.7.3.1)

            testp{.op}.type p, a  # PTX 2.0, sm_20
        """



    @property
    def tex(self) -> Tex:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)

            tex.geom.v4.dtype.ctype d{|p}, [var-a, c]{, e}{, f}  # PTX 1.0
            tex.geom.v4.dtype.ctype d{|p}, [a, c]{, e}{, f}  # PTX 1.0
            tex.geom.v4.dtype.ctype d{|p}, [var-a, var-b, c]{, e}{, f}  # PTX 1.0
            tex.geom.v4.dtype.ctype d{|p}, [a, b, c]{, e}{, f}  # PTX 1.0
            tex.geom.v2.f16x2.ctype d{|p}, [var-a, c]{, e}{, f}  # PTX 1.0
            tex.geom.v2.f16x2.ctype d{|p}, [a, c]{, e}{, f}  # PTX 1.0
            … (32 forms; see ptxpy isa tex)
        """



    @property
    def tld4(self) -> Tld4:
        """Fetch one component of the four texels around a point of a texture. (PTX ISA, 9.7.10.4)

            tld4.comp.geom.v4.dtype.f32 d{|p}, [var-a, c]{, e}{, f}  # PTX 2.2, sm_20
            tld4.comp.geom.v4.dtype.f32 d{|p}, [a, c]{, e}{, f}  # PTX 2.2, sm_20
            tld4.comp.geom.v4.dtype.f32 d{|p}, [var-a, var-b, c]{, e}{, f}  # PTX 2.2, sm_20
            tld4.comp.geom.v4.dtype.f32 d{|p}, [a, b, c]{, e}{, f}  # PTX 2.2, sm_20
        """



    @property
    def trap(self) -> Trap:
        """Abort execution and raise an interrupt. (PTX ISA, 9.7.19.4)

            trap  # PTX 1.0
        """



    @property
    def txq(self) -> Txq:
        """Query an attribute of a texture or sampler. (PTX ISA, 9.7.10.5)

            txq.tquery.b32 d, [var-a]  # PTX 1.5
            txq.tquery.b32 d, [a]  # PTX 1.5
            txq.level.tlquery.b32 d, [a], lod  # PTX 4.3, sm_30
            txq.squery.b32 d, [a]  # PTX 1.5
            txq.squery.b32 d, [b]  # PTX 1.5
            txq.force_unnormalized_coords.b32 d, [b]  # PTX 2.2
        """



    @property
    def vabsdiff(self) -> Vabsdiff:
        """Take the absolute difference of two values or parts of registers. (PTX ISA, 9.7.18.1.1)

            vabsdiff.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
            vabsdiff.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
            vabsdiff.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        """



    @property
    def vabsdiff2(self) -> Vabsdiff2:
        """Take the absolute differences of two pairs of halves. (PTX ISA, 9.7.18.2.1)

            vabsdiff2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vabsdiff2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vabsdiff4(self) -> Vabsdiff4:
        """Take the absolute differences of four pairs of bytes. (PTX ISA, 9.7.18.2.3)

            vabsdiff4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vabsdiff4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vadd(self) -> Vadd:
        """Add two values or parts of registers. (PTX ISA, 9.7.18.1.1)

            vadd.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
            vadd.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
            vadd.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        """



    @property
    def vadd2(self) -> Vadd2:
        """Add two pairs of halves. (PTX ISA, 9.7.18.2.1)

            vadd2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vadd2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vadd4(self) -> Vadd4:
        """Add four pairs of bytes. (PTX ISA, 9.7.18.2.3)

            vadd4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vadd4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vavrg2(self) -> Vavrg2:
        """Average two pairs of halves. (PTX ISA, 9.7.18.2.1)

            vavrg2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vavrg2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vavrg4(self) -> Vavrg4:
        """Average four pairs of bytes. (PTX ISA, 9.7.18.2.3)

            vavrg4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vavrg4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vmad(self) -> Vmad:
        """Multiply two values or parts of registers, add a third, and scale the sum. (PTX ISA, 9.7.18.1.3)

            vmad.dtype.atype.btype{.sat}{.scale} d, {-}a{.asel}, {-}b{.bsel}, {-}c  # PTX 2.0, sm_20
            vmad.dtype.atype.btype.po{.sat}{.scale} d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        """



    @property
    def vmax(self) -> Vmax:
        """Take the larger of two values or parts of registers. (PTX ISA, 9.7.18.1.1)

            vmax.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
            vmax.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
            vmax.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        """



    @property
    def vmax2(self) -> Vmax2:
        """Take the larger of two pairs of halves. (PTX ISA, 9.7.18.2.1)

            vmax2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vmax2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vmax4(self) -> Vmax4:
        """Take the larger of four pairs of bytes. (PTX ISA, 9.7.18.2.3)

            vmax4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vmax4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vmin(self) -> Vmin:
        """Take the smaller of two values or parts of registers. (PTX ISA, 9.7.18.1.1)

            vmin.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
            vmin.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
            vmin.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        """



    @property
    def vmin2(self) -> Vmin2:
        """Take the smaller of two pairs of halves. (PTX ISA, 9.7.18.2.1)

            vmin2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vmin2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vmin4(self) -> Vmin4:
        """Take the smaller of four pairs of bytes. (PTX ISA, 9.7.18.2.3)

            vmin4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vmin4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vote(self) -> Vote:
        """Combine a predicate of all active threads of the warp. (PTX ISA, 9.7.13.8)

            vote.mode.pred d, {!}a  # PTX 1.2, sm_12; until PTX 6.4, sm_70
            vote.ballot.b32 d, {!}a  # PTX 2.0, sm_20; until PTX 6.4, sm_70

        Combine a predicate of the threads of the warp that a mask names. (PTX ISA, 9.7.13.9)

            vote.sync.mode.pred d, {!}a, membermask  # PTX 6.0, sm_30
            vote.sync.ballot.b32 d, {!}a, membermask  # PTX 6.0, sm_30
        """



    @property
    def vset(self) -> Vset:
        """Compare two values or parts of registers. (PTX ISA, 9.7.18.1.4)

            vset.atype.btype.cmp d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
            vset.atype.btype.cmp.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
            vset.atype.btype.cmp d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        """



    @property
    def vset2(self) -> Vset2:
        """Compare two pairs of halves. (PTX ISA, 9.7.18.2.2)

            vset2.atype.btype.cmp d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vset2.atype.btype.cmp.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vset4(self) -> Vset4:
        """Compare four pairs of bytes. (PTX ISA, 9.7.18.2.4)

            vset4.atype.btype.cmp d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vset4.atype.btype.cmp.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vshl(self) -> Vshl:
        """Shift a value or part of a register left. (PTX ISA, 9.7.18.1.2)

            vshl.dtype.atype.u32{.sat}.mode d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
            vshl.dtype.atype.u32{.sat}.mode.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
            vshl.dtype.atype.u32{.sat}.mode d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        """



    @property
    def vshr(self) -> Vshr:
        """Shift a value or part of a register right. (PTX ISA, 9.7.18.1.2)

            vshr.dtype.atype.u32{.sat}.mode d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
            vshr.dtype.atype.u32{.sat}.mode.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
            vshr.dtype.atype.u32{.sat}.mode d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        """



    @property
    def vsub(self) -> Vsub:
        """Subtract a value or part of a register from another. (PTX ISA, 9.7.18.1.1)

            vsub.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
            vsub.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
            vsub.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        """



    @property
    def vsub2(self) -> Vsub2:
        """Subtract two pairs of halves. (PTX ISA, 9.7.18.2.1)

            vsub2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vsub2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def vsub4(self) -> Vsub4:
        """Subtract four pairs of bytes. (PTX ISA, 9.7.18.2.3)

            vsub4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
            vsub4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        """



    @property
    def wgmma(self) -> Wgmma:
        """Start a product D = A*B+D of matrices that a warpgroup waits for later. (PTX ISA, 9.7.15.5.2)

            wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
            wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
            wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
            wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
            wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
            wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
            … (12 forms; see ptxpy isa wgmma.mma_async)

        Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.15.6.3)

            wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
            wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
            … (10 forms; see ptxpy isa wgmma.mma_async.sp)

        Order a warpgroup's accesses to registers before its products. (PTX ISA, 9.7.15.7.1)

            wgmma.fence.sync{.aligned}  # PTX 8.0, sm_90a

        Put all products started so far into a group of their own. (PTX ISA, 9.7.15.7.2)

            wgmma.commit_group.sync{.aligned}  # PTX 8.0, sm_90a

        Wait until at most N of the latest groups are pending. (PTX ISA, 9.7.15.7.3)

            wgmma.wait_group.sync{.aligned} N  # PTX 8.0, sm_90a
        """



    @property
    def wmma(self) -> Wmma:
        """Load a matrix from memory into the fragments of a warp's threads. (PTX ISA, 9.7.14.4.3)

            wmma.load.a.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
            wmma.load.b.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
            wmma.load.c.sync{.aligned}.layout.shape{.ss}.ctype r, [p]{, stride}  # PTX 6.0, sm_70
            wmma.load.a.sync.aligned.layout.shape{.ss}.atype r, [p]{, stride}  # PTX 6.3, sm_72
            wmma.load.b.sync.aligned.layout.shape{.ss}.btype r, [p]{, stride}  # PTX 6.3, sm_72
            wmma.load.c.sync.aligned.layout.shape{.ss}.s32 r, [p]{, stride}  # PTX 6.3, sm_72
            … (19 forms; see ptxpy isa wmma.load)

        Store the fragments of a warp's threads as a matrix in memory. (PTX ISA, 9.7.14.4.4)

            wmma.store.d.sync{.aligned}.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.0, sm_70
            wmma.store.d.sync.aligned.layout.shape{.ss}.s32 [p], r{, stride}  # PTX 6.3, sm_72
            wmma.store.d.sync.aligned.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.3, sm_75
            wmma.store.d.sync.aligned.layout.m16n16k8{.ss}.f32 [p], r{, stride}  # PTX 7.0, sm_80
            wmma.store.d.sync.aligned.layout.m8n8k4{.ss}.f64 [p], r{, stride}  # PTX 7.0, sm_80

        Multiply two matrices and add a third, all of them in a warp's fragments. (PTX ISA, 9.7.14.4.5)

            wmma.mma.sync{.aligned}.alayout.blayout.shape.dtype.ctype{.satfinite} d, a, b, c  # PTX 6.0, sm_70
            wmma.mma.sync.aligned.alayout.blayout.shape.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_72
            wmma.mma.sync.aligned.alayout.blayout.shape.f32.bf16.bf16.f32 d, a, b, c  # PTX 7.0, sm_80
            wmma.mma.sync.aligned.alayout.blayout.m16n16k8.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
            wmma.mma.sync.aligned.alayout.blayout.shape.f64.f64.f64.f64{.rnd} d, a, b, c  # PTX 7.0, sm_80
            wmma.mma.sync.aligned.row.col.m8n8k32.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_75
            … (7 forms; see ptxpy isa wmma.mma)
        """



    @property
    def xor(self) -> Xor:
        """Emit `xor.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

        Bitwise exclusive or. (PTX ISA, 9.7.8.3)

            xor.type d, a, b  # PTX 1.0
            xor.pred d, {!}a, {!}b  # PTX 1.0
        """



    @property
    def addr(self) -> Addr:
        """Return the operand `[base]` or `[base+offset]`; nothing is emitted.

        `base` is a register, a name, a variable, or an object in shared memory; `offset` a number of
        bytes. `TypeError` for an offset in a register: PTX adds none.
        """



    @property
    def advance(self) -> Advance:
        """Let a stage go on to the next one of a ring, and its phase change after the last one.

        Emits as `ptx.wrap`, with the registers of `stage` and `phase` in the places of the results:
        `ptx.advance(stage, 4, phase)`. Both are registers that are declared to change, as
        `stage = reg.scalar(u32, 0)`; `TypeError` for a value.
        """



    @property
    def cdiv(self) -> Cdiv:
        """Return the quotient of a number that is not negative and a constant, rounded up.

        That is the number of blocks of `divisor` elements which hold `x` elements. Emits
        `add.s32 a, x, divisor - 1` and `sdiv` of the sum; for an unsigned number, `add.u32` and `udiv`.
        The sum must not overflow.
        """



    @property
    def cluster(self) -> Cluster:
        """Helpers: cluster.arrive, cluster.arrive_multicast, cluster.arrive_remote, cluster.map_shared_u32, cluster.rank, cluster.sync, cluster.wait.
        """



    @property
    def ctaid_x(self) -> Ctaid_x:
        """Emit `mov.u32` of `%ctaid.x`; the destination is open.
        """



    @property
    def ctaid_y(self) -> Ctaid_y:
        """Emit `mov.u32` of `%ctaid.y`; the destination is open.
        """



    @property
    def elect_sync(self) -> Elect_sync:
        """Emit `elect.sync dst|pred_out, membermask` (PTX ISA 9.7.13.14).

        One of the lanes in `membermask` gets a true `pred_out`, and all get its number in `dst`, which
        may be `"_"`.
        """



    @property
    def expr(self) -> Expr:
        """Show that the instructions of a block belong together; nothing is added to the PTX.
        """



    @property
    def file_(self) -> File_:
        """Emit `.file file_idx "filename"` in the module, also from inside a kernel.
        """



    @property
    def global_ptrs(self) -> Global_ptrs:
        """Return the global addresses of tensors, or of parameters with addresses.

        Emits for each `ld.param.u64` and `cvta.to.global.u64`; the registers are 64 bits wide.
        """



    @property
    def kloop(self) -> Kloop:
        """Run `body()` `total` times on the device, `unroll` copies of it per iteration.

        `total` is a Python integer or a register of 32 or 64 bits, `unroll` at least 1. `body` takes
        no arguments and is traced `unroll` times for the loop, and for the remaining iterations: once
        more, in a loop of its own, for a register; `total % unroll` times for a Python integer. With a
        register, in which a negative number means no iteration:

        ```
        mov.u32 left, total;
        setp.lt.u32 %p, left, unroll;
        @%p bra REST;
        kloop: …                            // the body, unroll times
        sub.u32 left, left, unroll;
        setp.ge.u32 %q, left, unroll;
        @%q bra kloop;
        REST: setp.lt.u32 %p, left, 1;
        @%p bra END;
        ONE: …                              // the body
        sub.u32 left, left, 1;
        setp.ge.u32 %q, left, 1;
        @%q bra ONE;
        END:
        ```

        With an integer, only the part from `kloop` to its branch is emitted, after
        `mov.u32 left, total - total % unroll`, and no loop at all if it would run once. `loop_label` is
        the label; a second loop of the name has `kloop_2`.
        """



    @property
    def lut(self) -> Lut:
        """Return the table of truth that `lop3` takes: `ptx.lut(lambda a, b, c: a & b | c)` is 0xEA.
        """



    @property
    def named_barrier(self) -> Named_barrier:
        """Return one of the 16 barriers of the CTA; nothing is emitted.
        """



    @property
    def param(self) -> Param:
        """Read a parameter of the kernel by its name; return the register.

        `ValueError` for a name that no parameter has.

        Emits `ld.param` of the type; for an array, such as a tensor map, `mov` of its address. `dst` is
        the register that it is written to, a fresh one without it. Raises `TypeError` for a type of
        another size than the parameter's.
        """



    @property
    def pipe(self) -> Pipe:
        """Begin a chain, in which each instruction reads first the result of the one before it.

        `ptx.pipe(r[1]).add.s32(r[2], -8).and_.b32(r[3], 7)` is `add.s32 %r2, %r1, -8` and
        `and.b32 %r3, %r2, 7`: one instruction a call, in order.
        """



    @property
    def pipeline(self) -> Pipeline:
        """Return the state of a pipeline; without registers, two are set to 0 by `mov.u32`.
        """



    @property
    def printf(self) -> Printf:
        """Print from a kernel: `ptx.printf("thread %u has %f\\n", tid, x)`.

        `text` is that of C's `printf`, and each value a register or a number: 32 bits for `%d`, `%i`,
        `%u`, `%x`, `%o`, `%c`, and 64 for `%lld`, `%llu`, `%llx`; `.f32` or `.f64` for `%f`, `%e`,
        `%g`, `%a`; 64 bits for `%p`; a Python string, or the generic address of one, for `%s`. Floats
        are widened to `.f64`, halves too, 16-bit integers to 32 bits, and a predicate is 0 or 1, as C
        does it. Declares the text and `vprintf` before the functions, and emits:

        ```
        .local .align 8 .b8 printf_values[16];
        st.local.b32 [printf_values], tid;
        cvt.f64.f32 t, x;
        st.local.f64 [printf_values+8], t;
        cvta.global.u64 a, printf_text_0;
        cvta.local.u64 b, printf_values;
        call.uni (retval0), vprintf, (a, b);
        ```

        `TypeError` for a value that its conversion does not take, or another number of values;
        `ValueError` for a conversion that the device's `printf` does not have.
        """



    @property
    def range_(self) -> Range_:
        """Count in a register on the device: `for k in ptx.range_(0, n, 64): …` traces its body once.

        ```
        mov.s32 k, start;
        TOP: setp.ge.s32 %p, k, stop;     // setp.le for a negative step
        @%p bra END;
        …                                  // the body
        add.s32 k, k, step;
        bra.uni TOP;
        END:
        ```

        `ptx.range_(n)` is `ptx.range_(0, n)`. Each of the three is a Python integer or a register. The
        counter has the type of the registers `stop` and `start`, else of `step`, and is an s32 where
        all are integers; of untyped registers a view says the sign, except under a compiler's style,
        which counts them as signed. A step in a signed register may be negative when the kernel runs:
        two more instructions, `setp.lt.s32 %q, step, 0` before the loop and
        `@%q setp.le.s32 %p, k, stop` in it. One that is not negative is a `.u32`, also with bounds of
        `.s32`. A step in a register must not be 0, and `stop + step` must be a number of the type.

        The counter belongs to the loop: `TraceError` if it is read after the loop, or written in it,
        and if the body writes the register of the stop or the step, or the stop is `n - 8` of an
        unsigned n that nothing has compared before: `n.max(8) - 8` is none below 0. `ValueError` for a
        step of 0, or one that leads out of the type; `TypeError` for values that cannot count, and for
        numbers that are asked for otherwise than by `for`.

        `break` and `return` end Python's loop, not the device's, and leave it half written, which the
        tracer refuses: branch out of a `ptx.block` with `leave`.
        """



    @property
    def sdiv(self) -> Sdiv:
        """Return the quotient of a signed number and a constant, rounded towards zero as in C.

        Emits for 2**k, here 4 (for 2 without the first line), and for another divisor, here 10:

        ```
        shr.s32 a, x, 31;    mul.hi.s32 a, x, 1717986919;
        shr.u32 b, a, 30;    shr.u32 b, a, 31;
        add.s32 c, x, b;     shr.s32 c, a, 2;
        shr.s32 d, c, 2;     add.s32 d, c, b;
        ```

        By 7 it needs an `add.s32` more, and by -4 a `neg.s32`. `x` is a register of 32 or 64 bits;
        `TypeError` for an unsigned one. `ValueError` for a divisor of 0, 1 or -1, or out of the range.
        """



    @property
    def sdivrem(self) -> Sdivrem:
        """Return quotient and remainder of a signed number and 2**k: `q, r = ptx.sdivrem(x, 4)`.

        Emits the instructions of `sdiv` and, with its sum, the `and` and the `sub` of `srem`.
        `ValueError` for another divisor: its remainder is `x - q * divisor`.
        """



    @property
    def setmaxnreg_dec(self) -> Setmaxnreg_dec:
        """Emit `setmaxnreg.dec.sync.aligned.u32 reg_count`: give registers back.
        """



    @property
    def setmaxnreg_inc(self) -> Setmaxnreg_inc:
        """Emit `setmaxnreg.inc.sync.aligned.u32 reg_count`: ask for registers.
        """



    @property
    def sreg(self) -> Sreg:
        """Emit `mov.u32` of a special register, `.u64` or `.pred` of those that are so wide.

        `ptx.sreg("%clusterid.x")`, with or without the percent sign; the destination is open. Other
        instructions than `mov` cannot read a special register (PTX ISA 10). `ValueError` for a name
        that PTX does not have.
        """



    @property
    def srem(self) -> Srem:
        """Return the remainder of a signed number and a constant, with the sign of the number.

        Emits as `sdiv`, and `mul.lo.s32 e, d, 10; sub.s32 f, x, e` after it; for 2**k an `and.b32` in
        the place of the last shift and the product:

        ```
        shr.s32 a, x, 31;
        shr.u32 b, a, 30;
        add.s32 c, x, b;
        and.b32 d, c, -4;
        sub.s32 e, x, d;
        ```
        """



    @property
    def stmatrix_x4_trans_f32_bf16(self) -> Stmatrix_x4_trans_f32_bf16:
        """Round the accumulator of a warpgroup to bf16 and store it transposed in shared memory.

        Element (m, n) of D comes to byte `2 * (n * row_stride + m)` after `smem_base`: a column of D
        is a row there. For each 16 columns it emits four `cvt.rn.bf16x2.f32` and
        `stmatrix.sync.aligned.m8n8.x4.trans.shared.b16`, after ten instructions for the address.

        Args:
            frag: A thread's part of D in f32: 8 registers for each 16 columns.
            smem_base: An array or an address, a multiple of 16.
            lane: The thread's number in its warpgroup, a register; in a warp that has 16 rows alone,
                that in the warp.
            row_stride: Elements of bf16 from a row in shared memory to the next: a multiple of 8, of
                which 8 more than a multiple of 64 (72 for 64 rows of D) has no bank conflicts.
            tmp_bf16: Not needed, since one instruction rounds two elements; nothing is written there.
            tmp_pack: Four registers of 32 bits for the elements; fresh ones without it.
        """



    @property
    def strunc(self) -> Strunc:
        """Return a signed number without its remainder by 2**k: the multiple that is next towards zero.

        Emits the instructions of `srem` but for the last one. `ValueError` for another multiple.
        """



    @property
    def tma(self) -> Tma:
        """Helpers: tma.load, tma.load_1d, tma.load_2d, tma.load_3d, tma.load_3d_multicast, tma.load_4d, tma.load_5d, tma.prefetch, tma.reduce_add, tma.store, tma.store_1d, tma.store_2d, tma.store_3d, tma.store_4d, tma.store_5d.
        """



    @property
    def udiv(self) -> Udiv:
        """Return the quotient of an unsigned number and a constant.

        Emits for 10, and with `wide=False`:

        ```
        mul.wide.u32 a, x, -858993459;    mul.hi.u32 a, x, -858993459;
        shr.u64 b, a, 35;                 shr.u32 b, a, 3;
        cvt.u32.u64 c, b;
        ```

        By 7 and its like an addition makes up for a bit that the multiplier lacks. Numbers of 16 and of
        64 bits have no wide product. `x` is a register; `TypeError` for a signed one. `ValueError` for
        a divisor of 0 or 1, or out of the range.
        """



    @property
    def urem(self) -> Urem:
        """Return the remainder of an unsigned number and a constant.

        Emits as `udiv`, and `mul.lo.s32 d, c, 10; sub.s32 e, x, d` after it; for 2**k one `and.b32`.
        """



    @property
    def var(self) -> Var:
        """Declare a variable in the open scope: `ptx.var("shared", b8, "tile", size=1024, align=128)`.

        `size` is the number of elements of an array. Returns the variable, which is an operand:
        `[v]` or `ptx.addr(v)` is its address. `linking` (`visible`, `extern`, …) is for variables of
        the module: `TraceError` inside a function (PTX ISA 11.6).
        """



    @property
    def warp(self) -> Warp:
        """Helpers: warp.reduce_max, warp.reduce_min, warp.reduce_sum.
        """



    @property
    def wrap(self) -> Wrap:
        """Return the stage after one of a ring, and the phase if one is given.

        `stage, phase = ptx.wrap(stage, 4, phase)`, or `stage = ptx.wrap(stage, 4)`. Emits, the last
        two for a phase:

        ```
        add.s32 a, stage, 1;
        setp.eq.s32 p, a, 4;
        selp.b32 next_stage, 0, a, p;
        selp.u32 b, 1, 0, p;
        xor.b32 next_phase, phase, b;
        ```

        `stages` is a number or a register. Stage and phase are registers of 32 bits, which stay as they
        are: in a loop of the device use `ptx.advance`. `TypeError` for anything else.
        """



    @property
    def xor_(self) -> Xor_:
        """Emit `xor.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.
        """



    def __getattr__(self, name: str) -> Operation: ...
    def __getitem__(self, text: str) -> Operation: ...
