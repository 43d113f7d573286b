"""`ptx.printf`: formatted output from a kernel, by the device's `vprintf`."""

from __future__ import annotations

import re
from typing import Any, Final

from ptxpy.dialect import sequence_of, signature_of
from ptxpy.dsl.control_flow.blocks import ControlFlow
from ptxpy.dsl.namespaces.statements import Statements, parameter
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart, value_type
from ptxpy.dsl.tracing.trace import RecordedStatement
from ptxpy.dsl.values.operand_conversion import Handle, plain
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.types import fundamental, number
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, Type

MAX_VALUES: Final = 32
"""The most values of one `printf` (CUDA C++ Programming Guide, formatted output)."""

_CONVERSION: Final = re.compile(
    r"%(?P<shape>[-+ #0]*(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d+)?)?)"
    r"(?P<length>hh|h|ll|l|z|j|t)?(?P<type>.?)",
    re.DOTALL,
)
_INTEGERS: Final = "diouxXc"
_FLOATS: Final = "fFeEgGaA"
_LONG: Final = ("l", "ll", "z", "j", "t")
"""The length modifiers of 64-bit integers, as the device's `printf` reads them."""

_TEXTS: Final = "printf_text_"
"""The start of the names of variables that hold texts."""


@helper("printf")
def printf(text: str, *values: Any, pred: Any = None) -> None:
    r"""Print from a kernel: `ptx.printf("thread %u has %f\n", tid, x)`.

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
    if not isinstance(text, str):
        msg = f'ptx.printf takes its text first, ptx.printf("x is %d\\n", x), not {text!r}'
        raise TypeError(msg)
    body = trace.function_body()
    wanted = _conversions(text)
    if len(wanted) != len(values):
        msg = (
            f"ptx.printf: {text!r} converts {len(wanted)} value{'s' * (len(wanted) != 1)}, and "
            f"{len(values)} {'is' if len(values) == 1 else 'are'} given"
        )
        raise TypeError(msg)
    if len(values) > MAX_VALUES:
        msg = f"ptx.printf prints at most {MAX_VALUES} values at once, not {len(values)}"
        raise ValueError(msg)
    if pred is not None:
        # The call is made of many instructions, which one branch skips.
        with ControlFlow().if_(pred):
            printf(text, *values)
        return
    converted = [_converted(*pair) for pair in zip(wanted, values, strict=True)]
    offsets, end = [], 0
    for kind, _ in converted:
        size = TYPES[kind].bits // 8
        # Each value is aligned to its size, as in the structure that `vprintf` reads.
        offsets.append(-(-end // size) * size)
        end = offsets[-1] + size
    function = _declare_vprintf(body.module)
    # The braces keep names and memory of one call apart from those of all others.
    with Statements().scope():
        buffer = n.Symbol("printf_values")
        if values:
            declarator = n.Declarator(buffer, None, (n.Dimension(number(end)),))
            specifiers = (n.Specifier(".local"), n.Align(number(8)), n.Specifier(".b8"))
            trace.record(n.Variable((), specifiers, (declarator,)), None, None)
        for (kind, value), offset in zip(converted, offsets, strict=True):
            place = n.Address(buffer, number(offset) if offset else None, ())
            operation(f"st.local.{kind}")(place, value)
        printed = operation("cvta.global.u64")(_text(body.module, text)).register()
        # Without values, `vprintf` gets a null pointer.
        listed: Any = n.Literal("0")
        if values:
            listed = operation("cvta.local.u64")(buffer).register().node
        arguments: list[tuple[Any, str]] = [(printed.node, "b64"), (listed, "b64")]
        signature = signature_of(function)
        assert signature is not None  # noqa: S101 - it takes and gives scalars
        form = body.module.style.call_form
        for node in sequence_of(form, function.name, signature, arguments):
            trace.record(node, None, None)


def _conversions(text: str) -> list[str]:
    """Return the conversions of a text that take a value, `*` before that which it shapes."""
    found = []
    for match in _CONVERSION.finditer(text):
        kind = match["type"]
        if match[0] == "%%":
            continue
        if not kind or kind not in _INTEGERS + _FLOATS + "ps":
            msg = (
                f"ptx.printf: {match[0]!r} in {text!r} is no conversion of the device's printf, "
                "which has d i u o x X c f F e E g G a A p s; a percent sign is %%"
            )
            raise ValueError(msg)
        found += ["*"] * ((match["width"] == "*") + (match["precision"] == "*"))
        found.append("%" + (match["length"] or "") + kind)
    return found


def _converted(conversion: str, value: Any) -> tuple[str, Any]:
    """Return how a value is stored for a conversion: the type, and the operand."""
    value = plain(value)
    if conversion[-1] == "s" and isinstance(value, str):
        return "b64", operation("cvta.global.u64")(_text(trace.function_body().module, value))
    if isinstance(value, bool | int | float):
        return _constant(conversion, value)
    if not isinstance(value, Handle | PendingResult | ResultPart):
        msg = f"ptx.printf: {conversion} takes a register or a number, not {value!r}"
        raise TypeError(msg)
    entry = TYPES.get(value_type(value))
    if entry is None:
        msg = f"ptx.printf: the value of {conversion} must have a known type, got {value!r}"
        raise TypeError(msg)
    convert = _float if conversion[-1] in _FLOATS else _integer
    return convert(conversion, value, entry)


def _float(conversion: str, value: Any, entry: Type) -> tuple[str, Any]:
    """Return how a register is stored for a conversion of a float, always as `.f64`."""
    if entry.name in ("f16", "bf16"):
        value, entry = operation(f"cvt.f32.{entry.name}")(value), TYPES["f32"]
    if entry.name == "f32":
        value, entry = operation("cvt.f64.f32")(value), TYPES["f64"]
    if entry.name == "f64":
        return "f64", value
    advice = f"write %{'ll' * (entry.bits == 64)}{'u' if entry.kind == 'unsigned' else 'd'}"  # noqa: PLR2004
    if entry.kind == "bits" and entry.bits in (32, 64):
        advice = f"give the view x.f{entry.bits} of its bits, or {advice}"
    msg = f"ptx.printf: {conversion} takes a .f32 or .f64 value, not a .{entry.name}: {advice}"
    raise TypeError(msg)


def _integer(conversion: str, value: Any, entry: Type) -> tuple[str, Any]:
    """Return how a register is stored for a conversion of an integer or an address."""
    kind, bits = conversion[-1], _bits(conversion)
    if entry.bits == bits and entry.kind != "float":
        return f"b{bits}", value
    if bits == 32:  # noqa: PLR2004
        if entry.kind == "pred":
            # C passes a truth value as an int, 0 or 1.
            return "b32", operation("selp.b32")(1, 0, value)
        if entry.bits == 16 and entry.kind in ("signed", "unsigned"):  # noqa: PLR2004
            return "b32", operation(f"cvt.{entry.name[0]}32.{entry.name}")(value)
    if entry.kind == "float":
        advice = "write %f"
    elif kind in "ps" or entry.bits not in (32, 64):
        advice = "convert it with ptx.cvt"
    else:
        advice = f"write %{'ll' * (entry.bits == 64)}{kind}"  # noqa: PLR2004
    msg = f"ptx.printf: {conversion} takes {bits} bits of an integer, not a .{entry.name}: {advice}"
    raise TypeError(msg)


def _bits(conversion: str) -> int:
    """Return the number of bits that a conversion of an integer or an address takes."""
    return 64 if conversion[1:-1] in _LONG or conversion[-1] in "ps" else 32


def _constant(conversion: str, value: float) -> tuple[str, Any]:
    """Return how a number is stored for a conversion."""
    kind = conversion[-1]
    if kind in _FLOATS:
        return "f64", float(value)
    if isinstance(value, float):
        msg = f"ptx.printf: {conversion} takes an integer, not {value!r}: write %f"
        raise TypeError(msg)
    bits = _bits(conversion)
    if not -1 << bits - 1 <= value < 1 << bits:
        advice = f": write %ll{kind}" if bits == 32 and kind in _INTEGERS else ""  # noqa: PLR2004
        msg = f"ptx.printf: {conversion} takes {bits} bits, which {value} does not fit{advice}"
        raise TypeError(msg)
    return f"b{bits}", int(value)


def _text(module: Any, text: str) -> n.Symbol:
    """Return the variable of the module that holds a text, declared before the functions."""
    # A text of C ends in a 0.
    data = n.Vector(tuple(n.Literal(str(byte)) for byte in (*text.encode(), 0)))
    names = set()
    for statement in module.body.statements:
        if type(statement.node) is n.Variable:
            for declarator in statement.node.declarators:
                names.add(declarator.name.name)
                # Equal texts share a variable.
                if declarator.initializer == data and declarator.name.name.startswith(_TEXTS):
                    return n.Symbol(declarator.name.name)
    count = 0
    while f"{_TEXTS}{count}" in names:
        count += 1
    symbol = n.Symbol(f"{_TEXTS}{count}")
    declarator = n.Declarator(symbol, None, (n.Dimension(number(len(data.elements))),), data)
    specifiers = (n.Specifier(".global"), n.Align(number(1)), n.Specifier(".b8"))
    _declare(module, n.Variable((), specifiers, (declarator,)))
    return symbol


def _declare_vprintf(module: Any) -> n.Function:
    """Return the declaration of `vprintf`, which is put before the functions unless it is there."""
    for statement in module.body.statements:
        node = statement.node
        if type(node) is n.Function and node.name.name == "vprintf":
            return node
    b64, b32 = fundamental("b64"), fundamental("b32")
    node = n.Function(
        (".extern",),
        ".func",
        (),
        (parameter(b32, "func_retval0"),),
        n.Symbol("vprintf"),
        tuple(parameter(b64, f"vprintf_param_{at}") for at in range(2)),
        (),
        None,
    )
    _declare(module, node)
    return node


def _declare(module: Any, node: Any) -> None:
    """Record a declaration before the first function with a body."""
    at = next(at for at, each in enumerate(module.body.statements) if each.body is not None)
    module.body.insert(at, RecordedStatement(node))
    if module.body.scope is not None:
        module.body.scope.record(node)
