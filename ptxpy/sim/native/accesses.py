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


def _checks(size: int, result: str, shape: str) -> str:
    """Return the lines that tell rows of addresses from others, up to the pointers of each lane.

    A complete warp goes on at the lines of `shape`, which may end at `fast`, or at `other`: there
    the lanes that run go on at `one` if all have one address, else at `general`. Where no lane
    runs, the lines return a zero of the type of the result.
    """
    nothing = "void" if result == "void" else f"{result} zeroinitializer"
    return f"""
entry:
  %places = alloca <32 x i64>, align 64
  %mask = bitcast i32 %m to <32 x i1>
  %all = icmp eq i32 %m, -1
  %first = extractelement <32 x i64> %a, i64 0
  %host = add i64 %base, %first
  %p = inttoptr i64 %host to ptr
  br i1 %all, label %shape, label %other
shape:
{shape}other:
  %nobody = icmp eq i32 %m, 0
  br i1 %nobody, label %nothing, label %some
nothing:
  ret {nothing}
some:
{_splat("firsts", "%first")}  %steps = sub <32 x i64> %a, %firsts
  %steps.here = select <32 x i1> %mask, <32 x i64> %steps, <32 x i64> zeroinitializer
  %steps.any = call i64 @{_ANY}(<32 x i64> %steps.here)
  %is.same = icmp eq i64 %steps.any, 0
  %one.offset = sub i64 %first, %low
  %one.inside = icmp ult i64 %one.offset, %limit
  %one.odd = and i64 %first, {size - 1}
  %one.even = icmp eq i64 %one.odd, 0
  %lane.0 = trunc i32 %m to i1
  %one.1 = and i1 %is.same, %lane.0
  %one.2 = and i1 %one.inside, %one.even
  %one.3 = and i1 %one.1, %one.2
  br i1 %one.3, label %one, label %general
general:
{_splat("lows", "%low")}{_splat("limits", "%limit")}  %offsets = sub <32 x i64> %a, %lows
  %out = icmp uge <32 x i64> %offsets, %limits
  %outs = sext <32 x i1> %out to <32 x i64>
  %odds = and <32 x i64> %a, splat (i64 {size - 1})
  %wrong = or <32 x i64> %outs, %odds
  %wrong.here = select <32 x i1> %mask, <32 x i64> %wrong, <32 x i64> zeroinitializer
  %wrong.any = call i64 @{_ANY}(<32 x i64> %wrong.here)
  %fine = icmp eq i64 %wrong.any, 0
  br i1 %fine, label %known, label %search
known:
{_splat("bases", "%base")}  %hosts.known = add <32 x i64> %a, %bases
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


_ANY: Final = "llvm.vector.reduce.or.v32i64"
"""The test of conditions of lanes: words of which one is not 0. LLVM packs conditions of 64-bit
words to bits in a dozen instructions, and has one that tests a word."""
_ANY_DECLARED: Final = f"declare i64 @{_ANY}(<32 x i64>)\n"


def _splat(name: str, scalar: str) -> str:
    return (
        f"  %{name}.0 = insertelement <32 x i64> poison, i64 {scalar}, i64 0\n"
        f"  %{name} = shufflevector <32 x i64> %{name}.0, <32 x i64> poison, "
        "<32 x i32> zeroinitializer\n"
    )


def _row_test(size: int) -> str:
    """Return the lines that go on at `fast` for neighbouring addresses, else at `other`."""
    return f"""{_splat("starts", "%first")}  %rows = add <32 x i64> %starts, {_iota(size)}
  %unlike = xor <32 x i64> %rows, %a
  %unlike.any = call i64 @{_ANY}(<32 x i64> %unlike)
  %alike = icmp eq i64 %unlike.any, 0
  %offset = sub i64 %first, %low
  %inside = icmp ult i64 %offset, %limit
  %end = add i64 %offset, {(LANES - 1) * size}
  %whole = icmp ult i64 %end, %limit
  %odd = and i64 %first, {size - 1}
  %even = icmp eq i64 %odd, 0
  %near.1 = and i1 %inside, %whole
  %near.2 = and i1 %near.1, %even
  %near = and i1 %near.2, %alike
  br i1 %near, label %fast, label %other
"""


def _halves_test(size: int, *, writes: bool) -> str:
    """Return the lines that go on at `fast` if each half of the warp has a row, or at `other`.

    A warp of a block that is 16 threads wide has two rows. Loads may have one address in a half.
    """
    half = LANES // 2
    picked = ", ".join(f"i32 {half * (lane // half)}" for lane in range(LANES))
    steps = "<" + ", ".join(f"i64 {size * (lane % half)}" for lane in range(LANES)) + ">"
    text = f"""  %second = extractelement <32 x i64> %a, i64 {half}
  %second.host = add i64 %base, %second
  %p.1 = inttoptr i64 %second.host to ptr
  %starts = shufflevector <32 x i64> %a, <32 x i64> poison, <32 x i32> <{picked}>
"""
    if writes:
        text += f"  %rows = add <32 x i64> %starts, {steps}\n"
    else:
        # The second lane of a half says what all of them have: rows have a step, others none.
        text += f"""  %next.0 = extractelement <32 x i64> %a, i64 1
  %next.1 = extractelement <32 x i64> %a, i64 {half + 1}
  %is.row.0 = icmp ne i64 %first, %next.0
  %is.row.1 = icmp ne i64 %second, %next.1
  %steps.0 = sext i1 %is.row.0 to i64
  %steps.1 = sext i1 %is.row.1 to i64
  %steps.2 = insertelement <32 x i64> poison, i64 %steps.0, i64 0
  %steps.3 = insertelement <32 x i64> %steps.2, i64 %steps.1, i64 {half}
  %stepping = shufflevector <32 x i64> %steps.3, <32 x i64> poison, <32 x i32> <{picked}>
  %steps.here.0 = and <32 x i64> %stepping, {steps}
  %rows = add <32 x i64> %starts, %steps.here.0
"""
    text += f"""  %unlike = xor <32 x i64> %rows, %a
  %unlike.any = call i64 @{_ANY}(<32 x i64> %unlike)
  %good = icmp eq i64 %unlike.any, 0
  %either = or i64 %first, %second
  %odd = and i64 %either, {size - 1}
  %even = icmp eq i64 %odd, 0
  %good.0 = and i1 %good, %even
"""
    for number, first in enumerate(("%first", "%second")):
        length = f"{(half - 1) * size}"
        if not writes:
            text += f"  %length.{number} = and i64 %steps.{number}, {length}\n"
            length = f"%length.{number}"
        text += f"""  %offset.{number} = sub i64 {first}, %low
  %inside.{number} = icmp ult i64 %offset.{number}, %limit
  %end.{number} = add i64 %offset.{number}, {length}
  %whole.{number} = icmp ult i64 %end.{number}, %limit
  %both.{number} = and i1 %inside.{number}, %whole.{number}
  %good.{number + 1} = and i1 %good.{number}, %both.{number}
"""
    return text + "  br i1 %good.2, label %fast, label %other\n"


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
    if count == 1:
        fast = f"fast:\n{_halves(type_)}"
    shape = _halves_test(bytes_, writes=False) if count == 1 else _row_test(bytes_ * count)
    checks = _checks(bytes_ * count, result, shape)
    head = f'define {result} @"{name}"({_FORMAL}) {_ATTRIBUTES}'
    return f"{head} {{{checks}{each}{fast}{one}}}\n{declared}{_DECLARED}"


def _halves(type_: str) -> str:
    """Return the lines that load a row or one element for each half of the warp."""
    kind, half = vector(type_), vector(type_, LANES // 2)
    bytes_ = BITS[type_] // 8
    text = "  br label %half.0\n"
    for number, pointer in enumerate(("%p", "%p.1")):
        after = f"half.{number + 1}"
        joined = _joined(half, number - 1) if number else ""
        text += f"""half.{number}:
{joined}  br i1 %is.row.{number}, label %row.{number}, label %single.{number}
single.{number}:
  %x{number} = load {type_}, ptr {pointer}, align {bytes_}
  %x{number}.0 = insertelement {half} poison, {type_} %x{number}, i64 0
  %x{number}.all = shufflevector {half} %x{number}.0, {half} poison, <16 x i32> zeroinitializer
  br label %{after}
row.{number}:
  %y{number} = load {half}, ptr {pointer}, align {bytes_}
  br label %{after}
"""
    both = ", ".join(f"i32 {lane}" for lane in range(LANES))
    return text + f"""half.2:
{_joined(half, 1)}  %both.halves = shufflevector {half} %h0, {half} %h1, <32 x i32> <{both}>
  ret {kind} %both.halves
"""


def _joined(half: str, number: int) -> str:
    return (
        f"  %h{number} = phi {half} [ %x{number}.all, %single.{number} ], "
        f"[ %y{number}, %row.{number} ]\n"
    )


_DECLARED: Final = f"declare i32 @locate(ptr, ptr, ptr, i32, i64, i32)\n{_ANY_DECLARED}"


def _store(name: str, type_: str, count: int) -> str:
    bytes_ = BITS[type_] // 8
    kind = vector(type_)
    formal = _FORMAL + "".join(f", {kind} %x{k}" for k in range(count))
    fast = "fast:\n"
    if count == 1:
        half = vector(type_, LANES // 2)
        for number, pointer in enumerate(("%p", "%p.1")):
            picked = ", ".join(f"i32 {LANES // 2 * number + k}" for k in range(LANES // 2))
            fast += (
                f"  %h{number} = shufflevector {kind} %x0, {kind} poison, <16 x i32> <{picked}>\n"
                f"  store {half} %h{number}, ptr {pointer}, align {bytes_}\n"
            )
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
    shape = _halves_test(bytes_, writes=True) if count == 1 else _row_test(bytes_ * count)
    checks = _checks(bytes_ * count, "void", shape)
    declared = f"declare void @{scatter}({kind}, <32 x ptr>, i32, <32 x i1>)\n"
    head = f'define void @"{name}"({formal}) {_ATTRIBUTES}'
    return f"{head} {{{checks}{each}{fast}{one}}}\n{declared}{_DECLARED}"


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
one:
  br label %general
"""
    checks = _checks(bytes_, kind, "  br label %other\n")
    return (
        f'define {kind} @"{name}"({formal}) {_ATTRIBUTES} {{{checks}{loop}}}\n'
        f"declare i32 @llvm.cttz.i32(i32, i1)\n{_DECLARED}"
    )
