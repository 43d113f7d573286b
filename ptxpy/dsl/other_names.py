"""Names of other languages that people write, and the notation for each here.

They are for messages alone and are no names of this language. A test follows each.
"""

from __future__ import annotations

from typing import Final

from ptxpy import isa

__all__ = [
    "FUNCTIONS",
    "INCOMPLETE",
    "LOOP_NAMES",
    "NAMES",
    "advice_for",
    "registers_advice",
    "shared_memory_advice",
]


def _table(text: str) -> dict[str, str]:
    """Return the lines of a text, `names: what to write`, by name."""
    found: dict[str, str] = {}
    for line in text.strip().replace("\n  ", " ").splitlines():  # a long line goes on indented
        names, _, advice = line.partition(": ")
        found.update(dict.fromkeys(names.split(), advice))
    return found


FUNCTIONS: Final = _table("""
sqrt: ptx.sqrt.rn.f32({x})
rsqrt: ptx.rsqrt.approx.f32({x})
exp: ptx.ex2.approx.f32({x} * ptx.LOG2E)
exp2: ptx.ex2.approx.f32({x})
log: ptx.lg2.approx.f32({x}) * ptx.LN2
log2: ptx.lg2.approx.f32({x})
pow: ptx.ex2.approx.f32(ptx.lg2.approx.f32({x}) * {y})
sin: ptx.sin.approx.f32({x})
cos: ptx.cos.approx.f32({x})
tanh: ptx.tanh.approx.f32({x})
abs: ptx.abs.f32({x})
max: {x}.max({y})
min: {x}.min({y})
fabs: ptx.abs.f32({x})
absolute: ptx.abs.f32({x})
floor: ptx.cvt.rmi.f32.f32({x})
ceil: ptx.cvt.rpi.f32.f32({x})
trunc: ptx.cvt.rzi.f32.f32({x})
round: ptx.cvt.rni.f32.f32({x})
rint: ptx.cvt.rni.f32.f32({x})
fma: ptx.fma.rn.f32({x}, {y}, {z})
copysign: ptx.copysign.f32({y}, {x})
maximum: {x}.max({y})
minimum: {x}.min({y})
fmax: {x}.max({y})
fmin: {x}.min({y})
fmod: {x} - {y} * ptx.cvt.rzi.f32.f32({x} / {y})
""")
"""Functions of `math`, NumPy and C with their instructions, for operands `x`, `y` and `z`."""

NAMES: Final = _table("""
elif else_if elseif: with ptx.else_(), ptx.if_(p): … behind the block of the if_
then: with ptx.if_(p): …
while: with ptx.block() as block, ptx.loop(): block.leave(unless=p) and then what the loop does
for range arange loop_range: for i in ptx.range_(0, n): …
break: with ptx.block() as block: around the loop, and block.leave(when=p) in it; without an end
  of its own the loop is with ptx.loop(): …
continue: with ptx.block() as rest: around what is skipped, and rest.leave(when=p) in it
return: ptx.ret()
where select ternary cond sel: ptx.selp.f32(a, b, p), of the type of a and b
syncthreads sync_threads sync thread_barrier barrier_sync cta_sync: ptx.bar.sync(0)
syncwarp sync_warp warp_sync: ptx.bar.warp.sync(-1)
threadfence thread_fence memory_fence: ptx.fence.acq_rel.gpu()
threadfence_block: ptx.fence.acq_rel.cta()
threadfence_system: ptx.fence.acq_rel.sys()
threadIdx thread_idx thread_id threadidx local_id: ptx.special.tid.x()
blockIdx block_idx block_id program_id blockidx: ptx.special.ctaid.x()
blockDim block_dim blockdim: ptx.special.ntid.x()
gridDim grid_dim num_programs: ptx.special.nctaid.x()
warpSize warp_size: 32, a number
lane lane_id lane_idx laneId: ptx.special.laneid()
warp_id warpId warp_idx: ptx.special.tid.x() >> 5
global_id global_idx get_global_id grid: ptx.mad.lo.u32(ptx.special.ctaid.x(),
  ptx.special.ntid.x(), ptx.special.tid.x())
load read ldg: ptx.ld.global_.f32([address]), of the type
store write stg: ptx.st.global_.f32([address], value), of the type
lds: ptx.ld.shared.f32([address])
sts: ptx.st.shared.f32([address], value)
atomicAdd atomic_add atomicadd: ptx.atom.global_.add.f32([address], value), or ptx.red.… where
  the old value is not read
atomicSub atomic_sub: ptx.atom.global_.add.s32([address], -value), with the sign turned
atomicMax atomic_max: ptx.atom.global_.max.u32([address], value)
atomicMin atomic_min: ptx.atom.global_.min.u32([address], value)
atomicExch atomic_xchg: ptx.atom.global_.exch.b32([address], value)
atomicAnd atomic_and: ptx.atom.global_.and_.b32([address], value)
atomicOr atomic_or: ptx.atom.global_.or_.b32([address], value)
atomicXor atomic_xor: ptx.atom.global_.xor.b32([address], value)
atomicCAS atomic_cas: ptx.atom.global_.cas.b32([address], compare, value)
shfl_down_sync shfl_down: ptx.shfl.sync.down.b32(x, 1, 31, -1), which reads the next lane
shfl_up_sync shfl_up: ptx.shfl.sync.up.b32(x, 1, 0, -1)
shfl_xor_sync shfl_xor: ptx.shfl.sync.bfly.b32(x, 1, 31, -1)
shfl_sync shuffle: ptx.shfl.sync.idx.b32(x, 0, 31, -1)
ballot ballot_sync: ptx.vote.sync.ballot.b32(p, -1)
any any_sync: ptx.vote.sync.any.pred(p, -1)
all all_sync: ptx.vote.sync.all.pred(p, -1)
popcount popcll: ptx.popc.b32(x)
mulhi umulhi mul_hi: ptx.mul.hi.u32(a, b)
mod remainder: a % b, or ptx.rem.u32(a, b)
and_then logical_and land: p & q
logical_or lor: p | q
logical_not lnot: ~p
bitcast reinterpret as_type view: ptx.mov.b32(x).f32
convert astype to: ptx.cvt.rn.f32.u32(x), of the types to and from
const constant scalar let full: reg.scalar(f32, 0.0), of a type and a first value (from ptxpy
  import reg)
shared smem shared_memory shared_array: smem.alloc(f32, 32), of a type and a shape (from ptxpy
  import smem)
array: reg.array(f32, 8), or smem.alloc(f32, 32) for shared memory
zeros local_array: reg.array(f32, 8) and acc[i] = 0.0 for each
pointer global_ptr ptr data_ptr: px, = ptx.global_ptrs(x)
params arg args get_param: ptx.param(u32, "n")
assert device_assert static_assert: with ptx.unless(p): ptx.trap()
dot matmul: ptx.mma… or ptx.wgmma.mma_async(…)
print: ptx.comment(…) for a note in the PTX; kernel.trace(…) shows what threads compute
assign: x.set(value), on a register that is declared to change
if_else: with ptx.if_(p): … and with ptx.else_(): …
clock: ptx.special.clock()
pi: ptx.PI
""")
"""What to write for names after `ptx.`; `_` around a name and `f` of C's functions do not count."""

LOOP_NAMES: Final = _table("""
break_ exit stop end quit leave_when: with ptx.block() as block: around the loop, and
  block.leave(when=p) in it; without an end of its own the loop is with ptx.loop(): …
continue_ next skip: with ptx.block() as rest: around what is skipped, and rest.leave(when=p) in
  it
else_ orelse otherwise: with ptx.else_(): … behind the block
elif_ elseif: with ptx.else_(), ptx.if_(p): … behind the block of the if_
while_: loop.again(when=p) at the end of the block
""")
"""What to write for attributes of a block or a loop."""

INCOMPLETE: Final = _table("""
bar: ptx.bar.sync(0)
barrier: ptx.bar.sync(0)
membar: ptx.membar.gl()
fence: ptx.fence.acq_rel.gpu()
shfl: ptx.shfl.sync.down.b32(x, 1, 31, -1)
vote: ptx.vote.sync.ballot.b32(p, -1)
cvta: ptx.cvta.to.global_.u64(address)
""")
"""The usual meaning of an instruction whose modifiers are left out."""


def advice_for(name: str) -> str:
    """Return what to write for a name that is tried as an instruction; empty if it is unknown."""
    plain = name.strip("_")
    found = NAMES.get(plain, "")
    if found:
        return found
    function = FUNCTIONS.get(plain) or FUNCTIONS.get(plain.removesuffix("f"))
    if function:
        return function.format(x="x", y="y", z="z")
    register, _, part = plain.partition("_")
    known = isa.lookup("%" + plain) or isa.lookup("%" + register)
    if known is None or (part and part not in known.components and plain != known.name[1:]):
        return ""
    component = f".{part or known.components[0]}" if known.components else ""
    return f"ptx.special.{known.name[1:]}{component}()"


def registers_advice(name: str) -> str:
    """Return what to write for an attribute of `reg` that it does not have."""
    kind = {"float": "f32", "int": "s32", "bool": "pred", "double": "f64"}.get(name, name)
    entry = isa.TYPES.get(kind)
    if entry is None:
        return "reg.scalar(f32, 0.0) or, for several, reg.array(f32, 8)"
    value = {"float": "0.0", "pred": "True"}.get(entry.kind, "0")
    return f"reg.scalar({kind}, {value}) or, for several, reg.array({kind}, 8)"


def shared_memory_advice(name: str) -> str:
    """Return what to write for an attribute of `smem` that it does not have."""
    kind = name if name in isa.TYPES and isa.TYPES[name].bits > 1 else "f32"
    return (
        f"smem.alloc({kind}, 32), of a type and a shape; s[i] reads an element, s[i] = v writes it"
    )
