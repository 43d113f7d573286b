"""Accesses of memory and atomic operations as functions of LLVM IR, for each type of element.

An access takes the addresses of 32 lanes. It remembers the allocation that it was in last, so that
one comparison of all addresses is enough as a rule; neighbouring addresses are one vector, and one
address of all lanes is one scalar. An address outside of all allocations is left out and noted: the
interpreter then runs the launch again, and finds the fault.
"""

from __future__ import annotations

from typing import Final

from ptxpy.sim.native.vector_builder import BITS, LANES, suffix, vector

__all__ = ["access_name", "access_text", "atomic_name", "signature"]

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


def access_text(name: str) -> str:
    """Return the LLVM IR of an access or an atomic operation, with its declarations."""
    opcode, operation, *rest = name.split(".")
    if opcode == "atomic":
        return _atomic(name, operation, rest[0])
    return (_load if opcode == "load" else _store)(name, operation, int(rest[0]))


def _iota(step: int, type_: str = "i64") -> str:
    return "<" + ", ".join(f"{type_} {step * lane}" for lane in range(LANES)) + ">"


def _checks(size: int, result: str, rest: str = "parts:\n  br label %general\n") -> str:
    """Return the lines that tell rows of addresses from others, up to the pointers of each lane.

    They go on at `fast` for neighbouring addresses of all lanes, at `one` for one address of all,
    and for others with the lines of `rest`, which may end at `general`. Where no lane runs, they
    return a zero of the type of the result.
    """
    nothing = "void" if result == "void" else f"{result} zeroinitializer"
    return f"""
entry:
  %mask = bitcast i32 %m to <32 x i1>
  %places = alloca <32 x i64>, align 64
  %nobody = icmp eq i32 %m, 0
  br i1 %nobody, label %nothing, label %some
nothing:
  ret {nothing}
some:
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


_EACH: Final = """  %is.whole = icmp eq i32 %m.each, -1
  br i1 %is.whole, label %whole.warp, label %some.lanes
"""
_MASKS: Final = {"whole.warp": "splat (i1 true)", "some.lanes": "%mask.each"}
"""The masks of accesses lane by lane: without AVX-512, LLVM branches on each bit of others."""

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
    each = _EACH
    for word, mask in _MASKS.items():
        each += f"{word}:\n"
        values = []
        for k in range(count):
            each += (
                f"  %{word}.h{k} = add <32 x i64> %hosts, splat (i64 {k * bytes_})\n"
                f"  %{word}.p{k} = inttoptr <32 x i64> %{word}.h{k} to <32 x ptr>\n"
                f"  %{word}.g{k} = call {kind} @{gather}(<32 x ptr> %{word}.p{k}, i32 {bytes_}, "
                f"<32 x i1> {mask}, {kind} zeroinitializer)\n"
            )
            values.append(f"%{word}.g{k}")
        each += returned(values, word)
    declared = f"declare {kind} @{gather}(<32 x ptr>, i32, <32 x i1>, {kind})\n"
    if count > 1:
        body = _checks(bytes_ * count, result) + each + fast + one
    else:
        body = _checks(bytes_, result, _halves_test(bytes_)) + each + fast + one + _halves(type_)
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
  %both.halves = shufflevector {half} %half.0, {half} %half.1, <32 x i32> <{both}>
  ret {kind} %both.halves
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
    each = _EACH
    for word, mask in _MASKS.items():
        each += f"{word}:\n"
        for k in range(count):
            each += (
                f"  %{word}.h{k} = add <32 x i64> %hosts, splat (i64 {k * bytes_})\n"
                f"  %{word}.p{k} = inttoptr <32 x i64> %{word}.h{k} to <32 x ptr>\n"
                f"  call void @{scatter}({kind} %x{k}, <32 x ptr> %{word}.p{k}, i32 {bytes_}, "
                f"<32 x i1> {mask})\n"
            )
        each += "  ret void\n"
    one = "one:\n  br label %general\n"
    body = _checks(bytes_ * count, "void") + each + fast + one
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
    body = _checks(bytes_, kind) + loop
    return (
        f'define {kind} @"{name}"({formal}) {_ATTRIBUTES} {{{body}}}\n'
        f"declare i32 @llvm.cttz.i32(i32, i1)\n{_LOCATE_DECLARED}"
    )
