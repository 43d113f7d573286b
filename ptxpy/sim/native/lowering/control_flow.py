"""Branches, ends of threads and barriers: each ends a piece (PTX ISA 9.7.12 and 9.7.13)."""

from __future__ import annotations

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.site import Site
from ptxpy.sim.native.activations import EXIT
from ptxpy.sim.native.barriers import CLUSTER_BARRIER
from ptxpy.sim.native.layout import CLUSTER_TICKETS, REDUCTION_TICKETS
from ptxpy.sim.native.operands import Unsupported
from ptxpy.sim.native.vector_builder import Value
from ptxpy.sim.native.warp_translator import WarpTranslator, begins_behind, ends_piece

_IS_PENDING = -(1 << 31)
"""The bit of the ticket of a reduction whose result a lane has yet to get."""


@ends_piece("bra")
def _bra(writer: WarpTranslator, site: Site) -> None:
    operand = site.operands[0]
    if not isinstance(operand, n.Symbol):
        msg = "an indirect branch"
        raise Unsupported(msg)
    target = writer.piece_of(operand.name, site.level)
    guard = writer.guard(site)
    if guard is None:
        writer.jump(target)
    else:
        writer.branch(guard, target, writer.following)


@ends_piece("brx")
def _brx(writer: WarpTranslator, site: Site) -> None:
    index = writer.source(site, site.operands[0], "u4")
    targets = _targets_of(writer, site)
    guard = writer.guard(site)
    running = writer.running(guard)
    # The interpreter says which index is wrong.
    beyond = writer.compare("uge", index, writer.constant(len(targets), "i32"))
    writer.give_up(writer.any(writer.binary("and", running, beyond)))
    for number, target in enumerate(targets):
        chosen = writer.compare("eq", index, writer.constant(number, "i32"))
        writer.part(writer.binary("and", running, chosen), target)
    if guard is not None:
        writer.part(writer.running(writer.invert(guard)), writer.following)
    writer.emit("br label %dispatch")


def _targets_of(writer: WarpTranslator, site: Site) -> list[int]:
    """Return the pieces that a `.branchtargets` lists."""
    table, level = site.operands[1], site.level
    found = None
    if isinstance(table, n.Symbol):
        while found is None and level >= 0:
            found = writer.routine.target_lists.get((level, table.name))
            level = writer.routine.code.levels[level].outer
    if found is None:
        msg = "a brx.idx without its .branchtargets"
        raise Unsupported(msg)
    names: list[str] = []
    for target in found.targets:
        if isinstance(target, n.Symbol):
            names.append(target.name)
        elif isinstance(target, n.Ranged):
            # `.branchtargets L<4>;` names `L0` to `L3`.
            names += [f"{target.name.name}{k}" for k in range(int(target.count.value))]
    return [writer.piece_of(name, site.level) for name in names]


@ends_piece("ret", "exit")
def _leave(writer: WarpTranslator, site: Site) -> None:
    guard = writer.guard(site)
    target = writer.activation.back if site.node.opcode == "ret" else EXIT
    if guard is None:
        writer.jump(target)
    else:
        writer.branch(guard, target, writer.following)


@ends_piece("trap")
def _trap(writer: WarpTranslator, site: Site) -> None:
    # The interpreter runs the launch again, and says where and who.
    writer.give_up(writer.any(writer.running(writer.guard(site))))
    writer.jump(writer.following)


@ends_piece("bar", "barrier")
def _barrier(writer: WarpTranslator, site: Site) -> None:
    words, operands = site.modifiers, site.operands
    if ".warp" in words:
        mask = writer.source(site, operands[0], "u4")
        guard = writer.guard(site)
        writer.await_members(mask, guard)
        if writer.strict is not None:
            writer.strict.synchronise_warp(writer)
        writer.jump(writer.following)
        return
    if not writer.counts_threads:
        if writer.strict is not None:
            writer.strict.check_whole_warp(writer)
        writer.wait(writer.following)
        return
    guard = writer.guard(site)
    if ".cluster" in words:
        _cluster_barrier(writer, guard, waits=".wait" in words)
        return
    reduced = None
    if ".red" in words:
        # The destination comes first, and the predicate last.
        reduced, operands = operands[-1], operands[1:-1]
    zero = writer.constant(0, "i32")
    number, threads = (
        _uniform(writer, writer.source(site, operands[k], "u4") if len(operands) > k else zero,
                 guard)
        for k in (0, 1)
    )  # fmt: skip
    count = writer.population(writer.running(guard))
    # The barrier behind those of PTX is that of the cluster.
    beyond = writer.let(f"icmp uge i32 {number}, {CLUSTER_BARRIER}")
    writer.give_up(writer.let(f"and i1 {beyond}, {writer.let(f'icmp ne i32 {count}, 0')}"))
    if reduced is not None:
        holds = writer.source(site, reduced, "?")
        running = writer.running(guard)
        counts = [
            writer.population(writer.binary("and", running, each))
            for each in (holds, writer.invert(holds))
        ]
        writer.call_helper("barrier.contribute", f"i32 {number}, i32 {counts[0]}, i32 {counts[1]}")
    ticket = writer.call_helper("barrier.arrive", f"i32 {number}, i32 {threads}, i32 {count}")
    if reduced is not None:
        place = writer.let(f"getelementptr i8, ptr %frame, i64 {REDUCTION_TICKETS}")
        held = Value(writer.let(f"load <32 x i32>, ptr {place}, align 64"), "i32")
        marked = writer.splat(writer.let(f"or i32 {ticket}, {_IS_PENDING}"), "i32")
        kept = writer.select(running, marked, held)
        writer.emit(f"store <32 x i32> {kept.text}, ptr {place}, align 64")
    if ".arrive" in words:
        writer.jump(writer.following)
    else:
        writer.wait_at(writer.splat(ticket, "i32"), guard)


@begins_behind("bar", "barrier")
def _reduction(writer: WarpTranslator, site: Site) -> None:
    """Write the result of a reduction into the register of the lanes that wait for it."""
    if ".red" not in site.modifiers:
        return
    place = writer.let(f"getelementptr i8, ptr %frame, i64 {REDUCTION_TICKETS}")
    held = Value(writer.let(f"load <32 x i32>, ptr {place}, align 64"), "i32")
    zero = writer.constant(0, "i32")
    # A block behind a barrier may be the head of a loop, too.
    waits = writer.running(writer.compare("ne", held, zero))
    ticket = _uniform(writer, held, waits)
    kept = writer.select(waits, zero, held)
    writer.emit(f"store <32 x i32> {kept.text}, ptr {place}, align 64")
    found = writer.call_helper("barrier.result", f"i32 {ticket}")
    is_over = writer.let(f"icmp eq i64 {found}, -1")
    writer.give_up(writer.let(f"and i1 {is_over}, {writer.any(waits)}"))
    holds = writer.let(f"trunc i64 {found} to i32")
    fails = writer.let(f"trunc i64 {writer.let(f'lshr i64 {found}, 32')} to i32")
    target = site.operands[0]
    if site.has(".popc"):
        writer.assign(site, target, writer.splat(holds, "i32"), "u4", waits)
        return
    if site.has(".and"):
        result = writer.let(f"icmp eq i32 {fails}, 0")
    else:
        result = writer.let(f"icmp ne i32 {holds}, 0")
    writer.assign(site, target, writer.splat(result, "i1"), "?", waits)


def _uniform(writer: WarpTranslator, value: Value, guard: Value | None) -> str:
    """Return a value as a scalar; gives up where the lanes that run have several."""
    running = writer.running(guard)
    writer.declare("declare i32 @llvm.cttz.i32(i32, i1)")
    lane = writer.let(f"call i32 @llvm.cttz.i32(i32 {writer.bits(running)}, i1 false)")
    lane = writer.let(f"and i32 {lane}, 31")
    one = writer.let(f"extractelement <32 x i32> {value.text}, i32 {lane}")
    differs = writer.compare("ne", value, writer.splat(one, "i32"))
    writer.give_up(writer.any(writer.binary("and", differs, running)))
    return one


def _cluster_barrier(writer: WarpTranslator, guard: Value | None, *, waits: bool) -> None:
    """Write an arrival at the barrier of the cluster, or a wait there."""
    running = writer.running(guard)
    place = writer.let(f"getelementptr i8, ptr %frame, i64 {CLUSTER_TICKETS}")
    held = Value(writer.let(f"load <32 x i32>, ptr {place}, align 64"), "i32")
    none = writer.compare("eq", held, writer.constant(0, "i32"))
    # A second arrival, or a wait without one, is an error that the interpreter reports.
    wrong = none if waits else writer.invert(none)
    writer.give_up(writer.any(writer.binary("and", running, wrong)))
    if waits:
        kept = writer.select(running, writer.constant(0, "i32"), held)
        writer.emit(f"store <32 x i32> {kept.text}, ptr {place}, align 64")
        writer.wait_at(held, guard)
        return
    count = writer.population(running)
    ticket = writer.call_helper("barrier.arrive", f"i32 {CLUSTER_BARRIER}, i32 0, i32 {count}")
    kept = writer.select(running, writer.splat(ticket, "i32"), held)
    writer.emit(f"store <32 x i32> {kept.text}, ptr {place}, align 64")
    writer.jump(writer.following)
