"""A kernel is traced again when something that its trace has read is another."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ptxpy import Tile, kernel, ptx, u32

HEAD = """
from array import array
from collections import ChainMap, UserDict
from contextvars import ContextVar
from functools import cache, partial
from types import SimpleNamespace
import numpy as np
from ptxpy import Tile, kernel, ptx, u32

NUMBER = 1
TABLE = {"number": 1, "more": [1, 2]}
FIELDS = SimpleNamespace(number=1, inner=SimpleNamespace(number=1))
ROW = np.array([1, 2], np.int64)
CHOSEN = None

class Policy:
    number = 1
    @property
    def doubled(self): return self.number * 2
    @staticmethod
    def plain(): return NUMBER
    def __init__(self): self.own = 1

POLICY = Policy()

class Derived(Policy): pass
class Named(dict): number = 1
USER = UserDict(number=1)
CHAIN = ChainMap({"number": 1}, {"number": 2})
NAMED = Named(number=1)
BYTES = bytearray([1])
NUMBERS = array("i", [1])
LARGE = np.ones(5000)
CONTEXT = ContextVar("CONTEXT", default=1)

def marked(): return marked.number * marked.fields["number"]
marked.number, marked.fields = 1, {"number": 1}
def helper(): return NUMBER
def outer(given=TABLE): return given["number"]
def deep(): return [helper() for _ in range(1)][0]
def called(): return CHOSEN() if CHOSEN else 1
@cache
def cached(): return 1
def keyed(*, given=None): return (given or TABLE)["number"]
part = partial(helper)

@kernel(arch="sm_80", out_specs=(Tile(1, u32),), grid=1, block=lambda: 1)
def k(out):
    po, = ptx.global_ptrs(out)
    ptx.st.global_.u32([po], {expression})
    ptx.ret()
"""


def cell(expression: str) -> dict[str, Any]:
    """Return the names of a notebook whose first cell has a kernel."""
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(HEAD.replace("{expression}", expression), names)  # noqa: S102 - our own text
    return names


CHANGES = [
    ("NUMBER", "NUMBER = 7"),
    ("helper()", "NUMBER = 7"),
    ("deep()", "NUMBER = 7"),
    ("part()", "NUMBER = 7"),
    ("(lambda: NUMBER)()", "NUMBER = 7"),
    ("[NUMBER for _ in range(1)][0]", "NUMBER = 7"),
    ("Policy.plain()", "NUMBER = 7"),
    ("helper()", "def helper(): return 7"),
    ("deep()", "def helper(): return 7"),
    ("deep()", "def deep(): return 7"),
    ("helper()", "helper.__code__ = (lambda: 7).__code__"),
    ("outer()", "outer.__defaults__ = ({'number': 7},)"),
    ("keyed()", "keyed.__kwdefaults__ = {'given': {'number': 7}}"),
    ("keyed()", "keyed.__kwdefaults__['given'] = {'number': 7}"),
    ("cached()", "@cache\ndef cached(): return 7"),
    ("called()", "CHOSEN = lambda: 7"),
    ("TABLE['number']", "TABLE['number'] = 7"),
    ("TABLE['more'][0]", "TABLE['more'][0] = 7"),
    ("TABLE.get('less', 1)", "TABLE['less'] = 7"),
    ("len(TABLE['more']) - 1", "TABLE['more'] += [0] * 6"),
    ("outer()", "TABLE['number'] = 7"),
    ("FIELDS.number", "FIELDS.number = 7"),
    ("FIELDS.inner.number", "FIELDS.inner.number = 7"),
    ("POLICY.own", "POLICY.own = 7"),
    ("Policy.number", "Policy.number = 7"),
    ("POLICY.doubled // 2", "Policy.number = 7"),
    ("POLICY.doubled // 2", "Policy.doubled = property(lambda self: 14)"),
    ("int(ROW[0])", "ROW[0] = 7"),
    ("globals()['NUMBER']", "NUMBER = 7"),
    ("eval('NUMBER + 0')", "NUMBER = 7"),
    ("vars(Policy)['number']", "Policy.number = 7"),
    ("Derived.number", "Derived.number = 7"),
    ("Derived.number", "Policy.number = 7"),
    ("marked()", "marked.number = 7"),
    ("marked()", "marked.fields['number'] = 7"),
    ("USER['number']", "USER['number'] = 7"),
    ("CHAIN['number']", "CHAIN.maps[0]['number'] = 7"),
    ("NAMED.number", "NAMED.number = 7"),
    ("NAMED['number']", "NAMED['number'] = 7"),
    ("BYTES[0]", "BYTES[0] = 7"),
    ("NUMBERS[0]", "NUMBERS[0] = 7"),
    ("int(LARGE[0])", "LARGE[0] = 7"),
    ("CONTEXT.get()", "CONTEXT.set(7)"),
    ("max(1, 0)", "def max(*_): return 7"),
]


@pytest.mark.parametrize(("expression", "change"), CHANGES)
def test_a_change_is_traced(expression: str, change: str) -> None:
    """The kernel is another after the next cell, and stays as it is without one."""
    names = cell(expression)
    k = names["k"]
    assert k(device="cpu")[0] == 1
    before = k.bind()
    assert k.bind() is before
    exec(change, names)  # noqa: S102
    assert k(device="cpu")[0] == 7
    assert k.bind() is not before
    assert k.bind() is k.bind()


def test_the_other_ways_to_launch() -> None:
    """A launch of all parameters, one with a configuration that is kept, and the text."""
    names = cell("NUMBER")
    k, out = names["k"], np.zeros(1, np.uint32)
    kept = k[1, 1]
    kept(out, device="cpu")
    assert out[0] == 1
    names["NUMBER"] = 7
    kept(out, device="cpu")
    assert out[0] == 7
    names["NUMBER"] = 8
    k.launch(out, grid=1, block=1, device="cpu")
    assert out[0] == 8
    names["NUMBER"] = 9
    assert ", 9;" in k.ptx()


def test_a_size_that_a_lambda_reads() -> None:
    """The block of the decorator."""
    names = cell("1")
    exec(  # noqa: S102
        "THREADS = 32\n@kernel(arch='sm_80', out_specs=(Tile(1, u32),), grid=1,"
        "block=lambda: THREADS)\ndef sized(out): ptx.ret()",
        names,
    )
    assert names["sized"].bind().defaults.block == 32
    names["THREADS"] = 64
    assert names["sized"].bind().defaults.block == 64


def test_equal_numbers_are_the_same() -> None:
    """A global that is set to an equal number, text or tuple is no change; -0.0 is one."""
    names = cell("len(str(NUMBER))")
    for one, other in (
        (10**9, 10**9 + 1 - 1),
        ("ab", "".join("ab")),
        ((1, "ab"), (1, "".join("ab"))),
    ):
        names["NUMBER"] = one
        before = names["k"].bind()
        names["NUMBER"] = other
        assert names["k"].bind() is before
    names["NUMBER"] = 0.0
    before = names["k"].bind()
    names["NUMBER"] = -0.0
    assert names["k"].bind() is not before


def test_what_the_trace_itself_changes() -> None:
    """A list that a trace appends to, and a number that it counts, do not ask for another."""
    names = cell("count()")
    exec(  # noqa: S102
        "SEEN, ROUNDS = [], 0\ndef count():\n    global ROUNDS\n    ROUNDS += 1\n"
        "    SEEN.append(NUMBER)\n    return NUMBER",
        names,
    )
    k = names["k"]
    assert k.bind() is k.bind()
    assert names["SEEN"] == [1]
    names["SEEN"].append(5)
    k.bind()
    assert names["ROUNDS"] == 1
    names["NUMBER"] = 7
    k.bind()
    assert names["SEEN"] == [1, 5, 7]


def test_what_the_trace_does_not_read() -> None:
    """Names of the module that no function of the trace loads are nobody's business."""
    names = cell("helper()")
    before = names["k"].bind()
    names.update(x=np.zeros(9), out=3, global_=4, TABLE={}, POLICY=None)
    assert names["k"].bind() is before


def closure() -> tuple[Any, Callable[[int], None]]:
    """Return a kernel, and what changes the variable that it has of the function around it."""
    number = 1

    def inner() -> int:
        return number

    @kernel(arch="sm_80", out_specs=(Tile(1, u32),), grid=1, block=1)
    def k(out: Any) -> None:
        (po,) = ptx.global_ptrs(out)
        ptx.st.global_.u32([po], inner())
        ptx.ret()

    def change(to: int) -> None:
        nonlocal number
        number = to

    return k, change


def test_a_closure() -> None:
    """A variable of the function around the kernel, read by a helper there."""
    k, change = closure()
    assert k(device="cpu")[0] == 1
    change(7)
    assert k(device="cpu")[0] == 7


def test_a_module() -> None:
    """An attribute of a module of the user, also of one that is imported in the body."""
    made = ModuleType("settings_of_a_user")
    made.number = 1  # type: ignore[attr-defined]
    sys.modules[made.__name__] = made
    try:
        for expression in ("settings.number", "__import__('sys') and from_import()"):
            names = cell(expression)
            names["settings"] = made
            exec(  # noqa: S102
                "def from_import():\n    from settings_of_a_user import number\n    return number",
                names,
            )
            made.number = 1  # type: ignore[attr-defined]
            assert names["k"](device="cpu")[0] == 1
            made.number = 7  # type: ignore[attr-defined]
            assert names["k"](device="cpu")[0] == 7
    finally:
        del sys.modules[made.__name__]


def test_a_template_parameter_that_is_a_function() -> None:
    """What the function reads is what the trace has read."""
    names = cell("1")
    exec(  # noqa: S102
        "@kernel(arch='sm_80', out_specs=(Tile(1, u32),), grid=1, block=1)\n"
        "def given(out, *, of):\n    ptx.st.global_.u32([ptx.global_ptrs(out)[0]], of())\n"
        "    ptx.ret()",
        names,
    )
    assert names["given"](of=names["helper"], device="cpu")[0] == 1
    names["NUMBER"] = 7
    assert names["given"](of=names["helper"], device="cpu")[0] == 7


def test_the_price() -> None:
    """Looking costs a few microseconds, a small part of a launch."""
    names = cell("deep() + outer() - called() + POLICY.own - FIELDS.number")
    surroundings = names["k"].bind().surroundings
    least = 1.0
    for _ in range(5):
        start = time.process_time()
        for _ in range(1000):
            surroundings.has_changed()
        least = min(least, (time.process_time() - start) / 1000)
    assert least < 50e-6
