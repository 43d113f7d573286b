"""Functions that compiled kernels call: accesses of memory, atomic operations, the scheduler.

They are LLVM IR, written here for the types that a kernel needs, and compiled once for all kernels.
An access takes the addresses of 32 lanes. It remembers the allocation that it was in last, so that
one comparison of all addresses is enough as a rule; neighbouring addresses are one vector, and one
address of all lanes is one scalar. An address outside of all allocations is left out and noted: the
interpreter then runs the launch again, and finds the fault.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.native.layout import CONTEXT, FRAME_HEAD, PCS, STARTS, STATE
from ptxpy.sim.native.vector_builder import BITS, LANES, suffix, vector

__all__ = [
    "GENERIC", "LOCAL", "SHARED", "WRITES", "access_name", "atomic_name", "function_text",
    "signature",
]  # fmt: skip

WRITES: Final = 1
GENERIC: Final = 2
SHARED: Final = 4
LOCAL: Final = 8
"""What an access is, as bits of its `flags`."""

_BITS_OF_TYPE: Final = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "float": 32, "double": 64}
_FORMAL: Final = (
    "ptr %c, ptr %site, i64 %base, i64 %low, i64 %limit, <32 x i64> %a, i32 %m, i32 %flags"
)
_TYPES: Final = "ptr, ptr, i64, i64, i64, <32 x i64>, i32, i32"


def access_name(opcode: str, type_: str, count: int) -> str:
    """Return the name of the function of an access: `load.i32.4`."""
    return f"{opcode}.{type_}.{count}"


def atomic_name(operation: str, type_: str) -> str:
    """Return the name of the function of an atomic operation: `atomic.umax.i32`."""
    return f"atomic.{operation}.{type_}"


def _result(type_: str, count: int) -> str:
    kind = vector(type_)
    return kind if count == 1 else "{ " + ", ".join([kind] * count) + " }"


def signature(name: str) -> tuple[str, str]:
    """Return the type of the result of a function, and the types of its arguments."""
    opcode, operation, *rest = name.split(".")
    if opcode == "atomic":
        kind = vector(rest[0])
        return kind, f"{_TYPES}, {kind}" + (f", {kind}" if operation == "cas" else "")
    kind, count = vector(operation), int(rest[0])
    if opcode == "store":
        return "void", _TYPES + f", {kind}" * count
    return _result(operation, count), _TYPES


@cache
def function_text(name: str) -> str:
    """Return the LLVM IR of a function of the run-time, with its declarations."""
    if name == "locate":
        return _LOCATE
    if name == "run_ctas":
        return _SCHEDULER
    opcode, operation, *rest = name.split(".")
    if opcode == "atomic":
        return _atomic(name, operation, rest[0])
    return (_load if opcode == "load" else _store)(name, operation, int(rest[0]))


def _iota(step: int, type_: str = "i64") -> str:
    return "<" + ", ".join(f"{type_} {step * lane}" for lane in range(LANES)) + ">"


def _checks(size: int, rest: str = "parts:\n  br label %general\n") -> str:
    """Return the lines that tell rows of addresses from others, up to the pointers of each lane.

    They go on at `fast` for neighbouring addresses of all lanes, at `one` for one address of all,
    and for others with the lines of `rest`, which may end at `general`.
    """
    return f"""
entry:
  %mask = bitcast i32 %m to <32 x i1>
  %places = alloca <32 x i64>, align 64
  %out = xor <32 x i1> %mask, splat (i1 true)
  %first = extractelement <32 x i64> %a, i64 0
  %first.0 = insertelement <32 x i64> poison, i64 %first, i64 0
  %firsts = shufflevector <32 x i64> %first.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %steps = sub <32 x i64> %a, %firsts
  %offset = sub i64 %first, %low
  %inside = icmp ult i64 %offset, %limit
  %end = add i64 %offset, {(LANES - 1) * size}
  %whole = icmp ult i64 %end, %limit
  %odd = and i64 %first, {size - 1}
  %even = icmp eq i64 %odd, 0
  %good = and i1 %inside, %even
  %all = icmp eq i32 %m, -1
  %row = icmp eq <32 x i64> %steps, {_iota(size)}
  %row.bits = bitcast <32 x i1> %row to i32
  %is.row = icmp eq i32 %row.bits, -1
  %near.1 = and i1 %is.row, %all
  %near.2 = and i1 %good, %whole
  %near = and i1 %near.1, %near.2
  %host = add i64 %base, %first
  %p = inttoptr i64 %host to ptr
  br i1 %near, label %fast, label %other
other:
  %same = icmp eq <32 x i64> %steps, zeroinitializer
  %same.out = or <32 x i1> %same, %out
  %same.bits = bitcast <32 x i1> %same.out to i32
  %is.same = icmp eq i32 %same.bits, -1
  %lane.0 = trunc i32 %m to i1
  %one.1 = and i1 %is.same, %lane.0
  %one.2 = and i1 %one.1, %good
  br i1 %one.2, label %one, label %parts
{rest}general:
  %low.0 = insertelement <32 x i64> poison, i64 %low, i64 0
  %lows = shufflevector <32 x i64> %low.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %limit.0 = insertelement <32 x i64> poison, i64 %limit, i64 0
  %limits = shufflevector <32 x i64> %limit.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %offsets = sub <32 x i64> %a, %lows
  %in = icmp ult <32 x i64> %offsets, %limits
  %odds = and <32 x i64> %a, splat (i64 {size - 1})
  %evens = icmp eq <32 x i64> %odds, zeroinitializer
  %ok = and <32 x i1> %in, %evens
  %ok.out = or <32 x i1> %ok, %out
  %ok.bits = bitcast <32 x i1> %ok.out to i32
  %fine = icmp eq i32 %ok.bits, -1
  br i1 %fine, label %known, label %search
known:
  %base.0 = insertelement <32 x i64> poison, i64 %base, i64 0
  %bases = shufflevector <32 x i64> %base.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %hosts.known = add <32 x i64> %a, %bases
  br label %each
search:
  store <32 x i64> %a, ptr %places, align 64
  %m.found = call i32 @locate(ptr %c, ptr %site, ptr %places, i32 %m, i64 {size}, i32 %flags)
  %hosts.found = load <32 x i64>, ptr %places, align 64
  br label %each
each:
  %hosts = phi <32 x i64> [ %hosts.known, %known ], [ %hosts.found, %search ]
  %m.each = phi i32 [ %m, %known ], [ %m.found, %search ]
  %mask.each = bitcast i32 %m.each to <32 x i1>
"""


_ATTRIBUTES: Final = "noinline nounwind"


def _load(name: str, type_: str, count: int) -> str:
    bytes_ = BITS[type_] // 8
    kind, result = vector(type_), _result(type_, count)

    def returned(values: list[str], word: str) -> str:
        if count == 1:
            return f"  ret {kind} {values[0]}\n"
        text, held = "", "poison"
        for k, value in enumerate(values):
            text += f"  %{word}.r{k} = insertvalue {result} {held}, {kind} {value}, {k}\n"
            held = f"%{word}.r{k}"
        return text + f"  ret {result} {held}\n"

    wide = vector(type_, LANES * count)
    fast = f"fast:\n  %row.value = load {wide}, ptr %p, align {bytes_}\n"
    values = ["%row.value"]
    if count > 1:
        values = [f"%row.{k}" for k in range(count)]
        for k, value in enumerate(values):
            picked = ", ".join(f"i32 {count * lane + k}" for lane in range(LANES))
            fast += (
                f"  {value}p = shufflevector {wide} %row.value, {wide} poison, "
                f"<32 x i32> <{picked}>\n"
            )
        values = [f"{value}p" for value in values]
    fast += returned(values, "fast")
    one, values = "one:\n", []
    for k in range(count):
        one += (
            f"  %q{k} = getelementptr i8, ptr %p, i64 {k * bytes_}\n"
            f"  %s{k} = load {type_}, ptr %q{k}, align {bytes_}\n"
            f"  %i{k} = insertelement {kind} poison, {type_} %s{k}, i64 0\n"
            f"  %b{k} = shufflevector {kind} %i{k}, {kind} poison, <32 x i32> zeroinitializer\n"
        )
        values.append(f"%b{k}")
    one += returned(values, "one")
    gather = f"llvm.masked.gather.{suffix(type_)}.v32p0"
    each, values = "", []
    for k in range(count):
        each += (
            f"  %h{k} = add <32 x i64> %hosts, splat (i64 {k * bytes_})\n"
            f"  %hp{k} = inttoptr <32 x i64> %h{k} to <32 x ptr>\n"
            f"  %g{k} = call {kind} @{gather}(<32 x ptr> %hp{k}, i32 {bytes_}, "
            f"<32 x i1> %mask.each, {kind} zeroinitializer)\n"
        )
        values.append(f"%g{k}")
    each += returned(values, "each")
    declared = f"declare {kind} @{gather}(<32 x ptr>, i32, <32 x i1>, {kind})\n"
    if count > 1:
        body = _checks(bytes_ * count) + each + fast + one
    else:
        body = _checks(bytes_, _halves_test(bytes_)) + each + fast + one + _halves(type_)
    head = f'define {result} @"{name}"({_FORMAL}) {_ATTRIBUTES}'
    return f"{head} {{{body}}}\n{declared}{_LOCATE_DECLARED}"


def _halves_test(size: int) -> str:
    """Return the lines that go on at `halves` if each half of the warp has a row or one address.

    A warp of a block that is 16 threads wide has two rows.
    """
    picked = ", ".join(f"i32 {16 * (lane // 16)}" for lane in range(LANES))
    iota = ", ".join(f"i64 {size * (lane % 16)}" for lane in range(LANES))
    text = f"""parts:
  %starts = shufflevector <32 x i64> %a, <32 x i64> poison, <32 x i32> <{picked}>
  %h.steps = sub <32 x i64> %a, %starts
  %h.row = icmp eq <32 x i64> %h.steps, <{iota}>
  %h.row.bits = bitcast <32 x i1> %h.row to i32
  %h.same = icmp eq <32 x i64> %h.steps, zeroinitializer
  %h.same.bits = bitcast <32 x i1> %h.same to i32
  %second = extractelement <32 x i64> %a, i64 16
  %h.p1.host = add i64 %base, %second
  %h.p1 = inttoptr i64 %h.p1.host to ptr
"""
    good = "%all"
    for half, (first, mask) in enumerate((("%first", 0xFFFF), ("%second", 0xFFFF0000))):
        text += f"""  %h{half}.r = and i32 %h.row.bits, {mask}
  %h{half}.is.row = icmp eq i32 %h{half}.r, {mask}
  %h{half}.s = and i32 %h.same.bits, {mask}
  %h{half}.is.same = icmp eq i32 %h{half}.s, {mask}
  %h{half}.one = or i1 %h{half}.is.row, %h{half}.is.same
  %h{half}.offset = sub i64 {first}, %low
  %h{half}.in = icmp ult i64 %h{half}.offset, %limit
  %h{half}.end = add i64 %h{half}.offset, {15 * size}
  %h{half}.end.in = icmp ult i64 %h{half}.end, %limit
  %h{half}.whole = or i1 %h{half}.end.in, %h{half}.is.same
  %h{half}.odd = and i64 {first}, {size - 1}
  %h{half}.even = icmp eq i64 %h{half}.odd, 0
  %h{half}.g0 = and i1 {good}, %h{half}.one
  %h{half}.g1 = and i1 %h{half}.g0, %h{half}.in
  %h{half}.g2 = and i1 %h{half}.g1, %h{half}.whole
  %h{half}.g3 = and i1 %h{half}.g2, %h{half}.even
"""
        good = f"%h{half}.g3"
    return text + f"  br i1 {good}, label %halves, label %general\n"


def _halves(type_: str) -> str:
    """Return the lines that load a row or one element for each half of the warp."""
    kind, half = vector(type_), vector(type_, 16)
    bytes_ = BITS[type_] // 8
    text = "halves:\n  br label %half0\n"
    for number, pointer in enumerate(("%p", "%h.p1")):
        after = f"half{number + 1}"
        text += f"""half{number}:
  br i1 %h{number}.is.same, label %single{number}, label %row{number}
single{number}:
  %x{number} = load {type_}, ptr {pointer}, align {bytes_}
  %x{number}.0 = insertelement {half} poison, {type_} %x{number}, i64 0
  %x{number}.all = shufflevector {half} %x{number}.0, {half} poison, <16 x i32> zeroinitializer
  br label %{after}.from{number}
row{number}:
  %y{number} = load {half}, ptr {pointer}, align {bytes_}
  br label %{after}.from{number}
{after}.from{number}:
  %half.{number} = phi {half} [ %x{number}.all, %single{number} ], [ %y{number}, %row{number} ]
  br label %{after}
"""
    both = ", ".join(f"i32 {lane}" for lane in range(LANES))
    return text + f"""half2:
  %whole.warp = shufflevector {half} %half.0, {half} %half.1, <32 x i32> <{both}>
  ret {kind} %whole.warp
"""


_LOCATE_DECLARED: Final = "declare i32 @locate(ptr, ptr, ptr, i32, i64, i32)\n"


def _store(name: str, type_: str, count: int) -> str:
    bytes_ = BITS[type_] // 8
    kind = vector(type_)
    formal = _FORMAL + "".join(f", {kind} %x{k}" for k in range(count))
    fast = "fast:\n"
    if count == 1:
        fast += f"  store {kind} %x0, ptr %p, align {bytes_}\n"
    else:
        # Elements of one lane are neighbours in memory: pairs of registers are joined, then pairs
        # of pairs.
        held = [f"%x{k}" for k in range(count)]
        wide = LANES
        while len(held) > 1:
            joined = []
            for k in range(0, len(held), 2):
                both = ", ".join(f"i32 {each}" for each in range(2 * wide))
                name_ = f"%j{wide}.{k}"
                fast += (
                    f"  {name_} = shufflevector {vector(type_, wide)} {held[k]}, "
                    f"{vector(type_, wide)} {held[k + 1]}, <{2 * wide} x i32> <{both}>\n"
                )
                joined.append(name_)
            held, wide = joined, 2 * wide
        order = ", ".join(f"i32 {LANES * k + lane}" for lane in range(LANES) for k in range(count))
        whole = vector(type_, wide)
        fast += (
            f"  %whole.row = shufflevector {whole} {held[0]}, {whole} poison, "
            f"<{wide} x i32> <{order}>\n"
            f"  store {whole} %whole.row, ptr %p, align {bytes_}\n"
        )
    fast += "  ret void\n"
    scatter = f"llvm.masked.scatter.{suffix(type_)}.v32p0"
    each = ""
    for k in range(count):
        each += (
            f"  %h{k} = add <32 x i64> %hosts, splat (i64 {k * bytes_})\n"
            f"  %hp{k} = inttoptr <32 x i64> %h{k} to <32 x ptr>\n"
            f"  call void @{scatter}({kind} %x{k}, <32 x ptr> %hp{k}, i32 {bytes_}, "
            f"<32 x i1> %mask.each)\n"
        )
    each += "  ret void\n"
    one = "one:\n  br label %general\n"
    body = _checks(bytes_ * count) + each + fast + one
    declared = f"declare void @{scatter}({kind}, <32 x ptr>, i32, <32 x i1>)\n"
    return f'define void @"{name}"({formal}) {_ATTRIBUTES} {{{body}}}\n{declared}{_LOCATE_DECLARED}'


_PLAIN: Final = frozenset({"add", "and", "or", "xor", "fadd"})


def _step(operation: str, type_: str) -> str:
    """Return the lines that compute `%new` from `%old`, `%x` and `%y`."""
    if operation in _PLAIN:
        return f"  %new = {operation} {type_} %old, %x\n"
    if operation == "exch":
        return f"  %new = select i1 true, {type_} %x, {type_} %x\n"
    if operation == "cas":
        compared = f"  %is = icmp eq {type_} %old, %x\n"
        return f"{compared}  %new = select i1 %is, {type_} %y, {type_} %old\n"
    if operation in ("min", "max", "umin", "umax"):
        sign = "u" if operation[0] == "u" else "s"
        word = "lt" if operation.endswith("min") else "gt"
        compared = f"  %is = icmp {sign}{word} {type_} %x, %old\n"
        return f"{compared}  %new = select i1 %is, {type_} %x, {type_} %old\n"
    if operation == "inc":
        return (
            f"  %is = icmp uge {type_} %old, %x\n  %more = add {type_} %old, 1\n"
            f"  %new = select i1 %is, {type_} 0, {type_} %more\n"
        )
    return (
        f"  %is.0 = icmp eq {type_} %old, 0\n  %is.1 = icmp ugt {type_} %old, %x\n"
        f"  %is = or i1 %is.0, %is.1\n  %less = sub {type_} %old, 1\n"
        f"  %new = select i1 %is, {type_} %x, {type_} %less\n"
    )


def _atomic(name: str, operation: str, type_: str) -> str:
    kind, bytes_ = vector(type_), BITS[type_] // 8
    second = operation == "cas"
    formal = _FORMAL + f", {kind} %xs" + (f", {kind} %ys" if second else "")
    loop = f"""  %px = alloca {kind}, align 64
  %py = alloca {kind}, align 64
  %po = alloca {kind}, align 64
  store <32 x i64> %hosts, ptr %places, align 64
  store {kind} %xs, ptr %px, align 64
  store {kind} {"%ys" if second else "%xs"}, ptr %py, align 64
  store {kind} zeroinitializer, ptr %po, align 64
  br label %head
head:
  %rest = phi i32 [ %m.each, %each ], [ %left, %turn ]
  %none = icmp eq i32 %rest, 0
  br i1 %none, label %done, label %turn
turn:
  %lane = call i32 @llvm.cttz.i32(i32 %rest, i1 true)
  %less.1 = sub i32 %rest, 1
  %left = and i32 %rest, %less.1
  %hp = getelementptr i64, ptr %places, i32 %lane
  %at = load i64, ptr %hp
  %atp = inttoptr i64 %at to ptr
  %xp = getelementptr {type_}, ptr %px, i32 %lane
  %x = load {type_}, ptr %xp
  %yp = getelementptr {type_}, ptr %py, i32 %lane
  %y = load {type_}, ptr %yp
  %old = load {type_}, ptr %atp, align {bytes_}
{_step(operation, type_)}  store {type_} %new, ptr %atp, align {bytes_}
  %op = getelementptr {type_}, ptr %po, i32 %lane
  store {type_} %old, ptr %op
  br label %head
done:
  %olds = load {kind}, ptr %po, align 64
  ret {kind} %olds
fast:
  br label %general
one:
  br label %general
"""
    body = _checks(bytes_) + loop
    return (
        f'define {kind} @"{name}"({formal}) {_ATTRIBUTES} {{{body}}}\n'
        f"declare i32 @llvm.cttz.i32(i32, i1)\n{_LOCATE_DECLARED}"
    )


def _word(name: str, field: str, type_: str = "i64") -> str:
    return (
        f"  %{name}.p = getelementptr i8, ptr %c, i64 {CONTEXT[field]}\n"
        f"  %{name} = load {type_}, ptr %{name}.p\n"
    )


_LOCATE: Final = f"""
define i32 @locate(ptr %c, ptr %site, ptr %places, i32 %m, i64 %size, i32 %flags)
    noinline nounwind cold {{
entry:
{_word("ranges", "ranges", "ptr")}{_word("count", "range_count")}{_word("memory", "memory")}
{_word("shared", "shared")}{_word("shared.bytes", "shared_bytes")}
{_word("local", "local")}{_word("local.bytes", "local_bytes")}{_word("first", "first_thread")}
  %fault = getelementptr i8, ptr %c, i64 {CONTEXT["fault"]}
  %below = sub i64 %size, 1
  %w.0 = and i32 %flags, {WRITES}
  %writes = icmp ne i32 %w.0, 0
  %g.0 = and i32 %flags, {GENERIC}
  %generic = icmp ne i32 %g.0, 0
  %s.0 = and i32 %flags, {SHARED}
  %is.shared = icmp ne i32 %s.0, 0
  %l.0 = and i32 %flags, {LOCAL}
  %is.local = icmp ne i32 %l.0, 0
  br label %head
head:
  %rest = phi i32 [ %m, %entry ], [ %left, %next ]
  %good = phi i32 [ %m, %entry ], [ %good.next, %next ]
  %none = icmp eq i32 %rest, 0
  br i1 %none, label %done, label %turn
turn:
  %lane = call i32 @llvm.cttz.i32(i32 %rest, i1 true)
  %less = sub i32 %rest, 1
  %left = and i32 %rest, %less
  %p = getelementptr i64, ptr %places, i32 %lane
  %a = load i64, ptr %p
  %odd = and i64 %a, %below
  %even = icmp eq i64 %odd, 0
  br i1 %even, label %spaces, label %bad
spaces:
  br i1 %is.shared, label %in.shared, label %not.shared
not.shared:
  br i1 %is.local, label %in.local, label %not.local
not.local:
  br i1 %generic, label %window, label %in.global
window:
  %above = icmp uge i64 %a, {LOCAL_WINDOW}
  br i1 %above, label %in.local, label %window.2
window.2:
  %above.2 = icmp uge i64 %a, {SHARED_WINDOW}
  br i1 %above.2, label %in.shared, label %in.global
in.shared:
  %so = phi i64 [ 0, %spaces ], [ {SHARED_WINDOW}, %window.2 ]
  %sa = sub i64 %a, %so
  %s.upper = lshr i64 %sa, 32
  %s.carry = icmp eq i64 %s.upper, 1
  %s.low = and i64 %sa, 4294967295
  %s.at = select i1 %s.carry, i64 %s.low, i64 %sa
  %s.end = add i64 %s.at, %size
  %s.in.0 = icmp ule i64 %s.end, %shared.bytes
  %s.in.1 = icmp ult i64 %s.at, %s.end
  %s.in = and i1 %s.in.0, %s.in.1
  %s.host = add i64 %shared, %s.at
  br i1 %s.in, label %found, label %bad
in.local:
  %lo = phi i64 [ 0, %not.shared ], [ {LOCAL_WINDOW}, %window ]
  %la = sub i64 %a, %lo
  %l.upper = lshr i64 %la, 32
  %l.carry = icmp eq i64 %l.upper, 1
  %l.low = and i64 %la, 4294967295
  %l.at = select i1 %l.carry, i64 %l.low, i64 %la
  %l.end = add i64 %l.at, %size
  %l.in.0 = icmp ule i64 %l.end, %local.bytes
  %l.in.1 = icmp ult i64 %l.at, %l.end
  %l.in = and i1 %l.in.0, %l.in.1
  %wide = zext i32 %lane to i64
  %thread = add i64 %first, %wide
  %l.skip = mul i64 %thread, %local.bytes
  %l.start = add i64 %local, %l.skip
  %l.host = add i64 %l.start, %l.at
  br i1 %l.in, label %found, label %bad
in.global:
  br label %halve
halve:
  %lo.0 = phi i64 [ 0, %in.global ], [ %lo.next, %halved ]
  %hi.0 = phi i64 [ %count, %in.global ], [ %hi.next, %halved ]
  %apart = icmp ult i64 %lo.0, %hi.0
  br i1 %apart, label %halved, label %chosen
halved:
  %both = add i64 %lo.0, %hi.0
  %mid = lshr i64 %both, 1
  %mid.3 = mul i64 %mid, 3
  %mid.p = getelementptr i64, ptr %ranges, i64 %mid.3
  %mid.start = load i64, ptr %mid.p
  %is.behind = icmp ule i64 %mid.start, %a
  %mid.1 = add i64 %mid, 1
  %lo.next = select i1 %is.behind, i64 %mid.1, i64 %lo.0
  %hi.next = select i1 %is.behind, i64 %hi.0, i64 %mid
  br label %halve
chosen:
  %any = icmp ne i64 %lo.0, 0
  br i1 %any, label %range, label %bad
range:
  %index = sub i64 %lo.0, 1
  %index.3 = mul i64 %index, 3
  %start.p = getelementptr i64, ptr %ranges, i64 %index.3
  %start = load i64, ptr %start.p
  %stop.p = getelementptr i64, ptr %start.p, i64 1
  %stop = load i64, ptr %stop.p
  %kind.p = getelementptr i64, ptr %start.p, i64 2
  %kind = load i64, ptr %kind.p
  %g.offset = sub i64 %a, %start
  %g.bytes = sub i64 %stop, %start
  %g.end = add i64 %g.offset, %size
  %g.in = icmp ule i64 %g.end, %g.bytes
  %w.bit = and i64 %kind, 1
  %writable = icmp ne i64 %w.bit, 0
  %reads = xor i1 %writes, true
  %allowed = or i1 %writable, %reads
  %g.ok = and i1 %g.in, %allowed
  br i1 %g.ok, label %keep, label %bad
keep:
  %marked = or i64 %kind, 2
  %kind.new = select i1 %writes, i64 %marked, i64 %kind
  store i64 %kind.new, ptr %kind.p
  store i64 %start, ptr %site
  %limit.p = getelementptr i64, ptr %site, i64 1
  %room = sub i64 %g.bytes, %size
  %limit = add i64 %room, 1
  store i64 %limit, ptr %limit.p
  %g.host = add i64 %memory, %a
  br label %found
found:
  %host = phi i64 [ %s.host, %in.shared ], [ %l.host, %in.local ], [ %g.host, %keep ]
  store i64 %host, ptr %p
  br label %next
bad:
  store i64 1, ptr %fault
  %bit = shl i32 1, %lane
  %but = xor i32 %bit, -1
  %good.less = and i32 %good, %but
  br label %next
next:
  %good.next = phi i32 [ %good, %found ], [ %good.less, %bad ]
  br label %head
done:
  ret i32 %good
}}
declare i32 @llvm.cttz.i32(i32, i1)
"""


def _coordinates() -> str:
    text = ""
    rest = "%cta"
    for axis in "xyz":
        text += _word(f"n{axis}", f"nctaid.{axis}", "i32")
        text += f"  %n{axis}.w = zext i32 %n{axis} to i64\n"
        text += f"  %id{axis} = urem i64 {rest}, %n{axis}.w\n"
        text += f"  %rest{axis} = udiv i64 {rest}, %n{axis}.w\n"
        text += f"  %id{axis}.t = trunc i64 %id{axis} to i32\n"
        text += f"  %id{axis}.p = getelementptr i8, ptr %c, i64 {CONTEXT[f'ctaid.{axis}']}\n"
        text += f"  store i32 %id{axis}.t, ptr %id{axis}.p\n"
        rest = f"%rest{axis}"
    return text


DONE: Final = 0
FAULTED: Final = 1
GAVE_UP: Final = 2
LOST_PATIENCE: Final = 3
ASKS: Final = 4

_SCHEDULER: Final = f"""
define i32 @run_ctas(ptr %c, ptr %run, i64 %stop) nounwind {{
entry:
{_word("frames", "frames", "ptr")}{_word("frame.bytes", "frame_bytes")}{_word("warps", "warps")}
{_word("shared", "shared", "ptr")}{_word("shared.bytes", "shared_bytes")}
{_word("local", "local", "ptr")}{_word("local.bytes", "local_bytes")}
{_word("threads", "threads")}{_word("resumes", "resumes")}
  %local.all = mul i64 %local.bytes, %threads
  %saved.bytes = sub i64 %frame.bytes, {FRAME_HEAD}
  %cta.p = getelementptr i8, ptr %c, i64 {CONTEXT["cta"]}
  %first.p = getelementptr i8, ptr %c, i64 {CONTEXT["first_thread"]}
  %fault.p = getelementptr i8, ptr %c, i64 {CONTEXT["fault"]}
  %yields.p = getelementptr i8, ptr %c, i64 {CONTEXT["yields"]}
  %quantum.p = getelementptr i8, ptr %c, i64 {CONTEXT["quantum"]}
  %resumed = icmp ne i64 %resumes, 0
  store i64 0, ptr %resumes.p
  br i1 %resumed, label %round, label %cta.head
cta.head:
  %cta = load i64, ptr %cta.p
  %more = icmp ult i64 %cta, %stop
  br i1 %more, label %cta.begin, label %done
cta.begin:
{_coordinates()}
  call void @llvm.memset.p0.i64(ptr %shared, i8 0, i64 %shared.bytes, i1 false)
  call void @llvm.memset.p0.i64(ptr %local, i8 0, i64 %local.all, i1 false)
  store i64 0, ptr %yields.p
  br label %init
init:
  %w.i = phi i64 [ 0, %cta.begin ], [ %w.i.next, %init ]
  %f.i.offset = mul i64 %w.i, %frame.bytes
  %f.i = getelementptr i8, ptr %frames, i64 %f.i.offset
  %s.i = getelementptr i8, ptr %f.i, i64 {STATE}
  store i32 0, ptr %s.i
  %pcs.i = getelementptr i8, ptr %f.i, i64 {PCS}
  %starts.i = getelementptr i8, ptr %f.i, i64 {STARTS}
  %starts = load <32 x i32>, ptr %starts.i, align 64
  store <32 x i32> %starts, ptr %pcs.i, align 64
  %saved.i = getelementptr i8, ptr %f.i, i64 {FRAME_HEAD}
  call void @llvm.memset.p0.i64(ptr %saved.i, i8 0, i64 %saved.bytes, i1 false)
  %w.i.next = add i64 %w.i, 1
  %w.i.more = icmp ult i64 %w.i.next, %warps
  br i1 %w.i.more, label %init, label %round
round:
  br label %warp
warp:
  %w = phi i64 [ 0, %round ], [ %w.next, %warp.next ]
  %ready = phi i64 [ 0, %round ], [ %ready.next, %warp.next ]
  %waiting = phi i64 [ 0, %round ], [ %waiting.next, %warp.next ]
  %f.offset = mul i64 %w, %frame.bytes
  %f = getelementptr i8, ptr %frames, i64 %f.offset
  %s = getelementptr i8, ptr %f, i64 {STATE}
  %state = load i32, ptr %s
  %is.ready = icmp eq i32 %state, 0
  br i1 %is.ready, label %runs, label %warp.next
runs:
  %thread = mul i64 %w, {LANES}
  store i64 %thread, ptr %first.p
  %why = call i32 %run(ptr %c, ptr %f)
  store i32 %why, ptr %s
  %fault = load i64, ptr %fault.p
  %is.fault = icmp ne i64 %fault, 0
  br i1 %is.fault, label %faulted, label %judged
judged:
  %gives.up = icmp eq i32 %why, 3
  br i1 %gives.up, label %gave.up, label %warp.next
warp.next:
  %now = phi i32 [ %state, %warp ], [ %why, %judged ]
  %now.ready = icmp eq i32 %now, 0
  %now.waits = icmp eq i32 %now, 1
  %ready.1 = zext i1 %now.ready to i64
  %waiting.1 = zext i1 %now.waits to i64
  %ready.next = add i64 %ready, %ready.1
  %waiting.next = add i64 %waiting, %waiting.1
  %w.next = add i64 %w, 1
  %w.more = icmp ult i64 %w.next, %warps
  br i1 %w.more, label %warp, label %over
over:
  %some.ready = icmp ne i64 %ready.next, 0
  br i1 %some.ready, label %yielded, label %settled
yielded:
  %yields = load i64, ptr %yields.p
  %yields.1 = add i64 %yields, 1
  store i64 %yields.1, ptr %yields.p
{_word("patience", "patience")}
  %lost = icmp ugt i64 %yields.1, %patience
  br i1 %lost, label %lost.patience, label %ask
ask:
  %quantum = load i64, ptr %quantum.p
  %quantum.1 = sub i64 %quantum, 1
  store i64 %quantum.1, ptr %quantum.p
  %asks = icmp slt i64 %quantum.1, 0
  br i1 %asks, label %asked, label %round
asked:
  store i64 1, ptr %resumes.p
  ret i32 {ASKS}
settled:
  %some.wait = icmp ne i64 %waiting.next, 0
  br i1 %some.wait, label %release, label %cta.end
release:
  %w.r = phi i64 [ 0, %settled ], [ %w.r.next, %release ]
  %f.r.offset = mul i64 %w.r, %frame.bytes
  %f.r = getelementptr i8, ptr %frames, i64 %f.r.offset
  %s.r = getelementptr i8, ptr %f.r, i64 {STATE}
  %state.r = load i32, ptr %s.r
  %waits.r = icmp eq i32 %state.r, 1
  %state.new = select i1 %waits.r, i32 0, i32 %state.r
  store i32 %state.new, ptr %s.r
  %w.r.next = add i64 %w.r, 1
  %w.r.more = icmp ult i64 %w.r.next, %warps
  br i1 %w.r.more, label %release, label %released
released:
  store i64 0, ptr %yields.p
  br label %round
cta.end:
  %cta.now = load i64, ptr %cta.p
  %cta.next = add i64 %cta.now, 1
  store i64 %cta.next, ptr %cta.p
  %quantum.c = load i64, ptr %quantum.p
  %quantum.c.1 = sub i64 %quantum.c, 1
  store i64 %quantum.c.1, ptr %quantum.p
  %asks.c = icmp slt i64 %quantum.c.1, 0
  br i1 %asks.c, label %asked.c, label %cta.head
asked.c:
  ret i32 {ASKS}
done:
  ret i32 {DONE}
faulted:
  ret i32 {FAULTED}
gave.up:
  ret i32 {GAVE_UP}
lost.patience:
  ret i32 {LOST_PATIENCE}
}}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""
