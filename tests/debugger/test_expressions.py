"""Expressions: values, places, and what is wrong with them."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy.debugger.expressions import Expression, ExpressionError, Place, Typed


class Threads:
    """Four threads with a few registers, and memory that holds its own addresses."""

    count = 4

    def register(self, name: str, lane: int | None) -> Typed | None:
        """Return a register."""
        held = {
            "%r1": Typed("u32", np.array([1, 2, 3, 0xFFFFFFFF], np.uint32)),
            "%s1": Typed("s32", np.array([1, 2, 3, 0xFFFFFFFF], np.uint32)),
            "%f1": Typed("f32", np.array([1, 2.5, -1, 0], np.float32).view("u4")),
            "%rd1": Typed("b64", np.array([1 << 63, 0, 1, 2], np.uint64)),
            "%p1": Typed("pred", np.array([True, False, True, False])),
            "%h1": Typed("f16x2", np.array([0x3C004000] * 4, np.uint32)),
            "%tid.x": Typed("u32", np.arange(4, dtype=np.uint32)),
            "i$2": Typed("u32", np.arange(4, dtype=np.uint32)),
        }
        found = held.get(name) or held.get(f"%{name}")
        if found is None or lane is None:
            return found
        return Typed(found.type, np.repeat(found.bits[lane % 4], 4))

    def is_register(self, name: str) -> bool:
        """Return whether a name is that of a register."""
        return self.register(name, None) is not None

    def variable(self, name: str) -> Place | None:
        """Return a variable."""
        return Place("global", np.full(4, 64), "u32") if name == "x" else None

    def array(self, name: str) -> Place | None:
        """Return the same variable as an array."""
        return self.variable(name)

    def load(self, place: Place) -> Typed:
        """Return the addresses themselves."""
        if (place.addresses > 1 << 20).any():
            message = "no memory is there"
            raise ExpressionError(message)
        return Typed(place.type, place.addresses.astype(np.uint64))

    def known(self) -> list[str]:
        """Return the names."""
        return ["%r1", "%rd1", "x"]


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("%r1", "1 2 3 4294967295"),
        ("r1", "1 2 3 4294967295"),
        ("%r1.s32", "1 2 3 -1"),
        ("%s1", "1 2 3 -1"),
        ("%r1[2]", "3 3 3 3"),
        ("%r1 + 1", "2 3 4 4294967296"),
        ("-%s1 * 2", "-2 -4 -6 2"),
        ("%f1", "1 2.5 -1 0"),
        ("%f1.b32", "0x3f800000 0x40200000 0xbf800000 0"),
        ("%f1 * 2", "2 5 -2 0"),
        ("%f1 / 0", "inf inf -inf nan"),
        ("%rd1", "0x8000000000000000 0 1 2"),
        ("%rd1 + 1", "9223372036854775809 1 2 3"),
        ("%rd1 == 0x8000000000000000", "true false false false"),
        ("%p1", "true false true false"),
        ("!%p1", "false true false true"),
        ("%p1 && %tid.x > 1", "false false true false"),
        ("%p1 || tid.x == 1", "true true true false"),
        ("not p1 and r1 > 2", "false false false true"),
        ("1 < %tid.x <= 3", "false false true true"),
        ("%h1", "(2, 1) (2, 1) (2, 1) (2, 1)"),
        ("i$2 % 2", "0 1 0 1"),
        ("i$2 %r1", "0 1 2 3"),
        ("%tid.x % 3", "0 1 2 0"),
        ("~%s1", "-2 -3 -4 0"),
        ("%r1 << 4 | 1", "17 33 49 68719476721"),
        ("%r1 >> 1 & 1", "0 1 1 1"),
        ("7 // 2 ^ 1", "2 2 2 2"),
        ("-" * 61 + "1", "-1 -1 -1 -1"),
        ("x", "64 64 64 64"),
        ("x[3]", "76 76 76 76"),
        ("x[%tid.x]", "64 68 72 76"),
        ("x[1].f32", "9.52883e-44 9.52883e-44 9.52883e-44 9.52883e-44"),
        ("x.u64[1]", "72 72 72 72"),
        ("shared[0x40].u32", "64 64 64 64"),
        ("shared[0x40 + %tid.x * 4].b16", "64 68 72 76"),
        ("global[x].u32", "64 64 64 64"),
        ("shared[16].u32[2]", "24 24 24 24"),
    ],
)
def test_values(text: str, texts: str) -> None:
    """In each of four threads."""
    found = Expression(text).evaluate(Threads())
    shown = [found.text(k) for k in range(4)]
    assert " ".join(shown) == texts


@pytest.mark.parametrize(
    ("text", "message", "caret"),
    [
        ("%r2", "no register, parameter or variable %r2; did you mean", 0),
        ("1 + nothing", "no register, parameter or variable nothing", 4),
        ("%r1 +", "this is no expression", 0),
        ("", "an expression is expected", None),
        ("%r1.f33", "no type or component .f33; did you mean", 0),
        ("%r1[32]", "a warp has the lanes 0 to 31", 4),
        ("%r1[%tid.x]", "is for a lane of a register", 0),
        ("shared[%f1]", "an address is an integer", 7),
        ("shared[1 << 30]", "no memory is there", 0),
        ("%r1 // 0", "a division by 0", 0),
        ("%r1 << 64", "a shift is by 0 to 63", 0),
        ("%f1 & 1", "this operator is for integers", 0),
        ("2 ** 3", "this operator is not known here", 0),
        ("9 << 99999999999", "a shift is by 0 to 63", 0),
        ("18446744073709551616", "only numbers of at most 64 bits", 0),
        ("'text'", "only numbers of at most 64 bits", 0),
        ("__import__('os')", "an expression has names, numbers", 0),
        ("[1][0]", r"\[ \] is for a lane", 0),
        ("(lambda: 1)()", "this is no expression", None),
        ("%r1.__class__", "no type or component .__class__", 0),
        ("x if %p1 else x", "this is no expression", None),
        ("(" * 90, "this is no expression", None),
        ("1 + " * 130 + "1", "more than 500 characters", None),
    ],
)
def test_errors(text: str, message: str, caret: int | None) -> None:
    """Nothing is executed, and a caret shows the place."""
    with pytest.raises(ExpressionError, match=message) as error:
        Expression(text).evaluate(Threads())
    if caret is not None:
        _, shown, mark = str(error.value).rsplit("\n", 2)
        assert shown.strip() == text.strip()
        assert mark == " " * (4 + caret) + "^"


def test_places() -> None:
    """Memory that can be watched."""
    place = Expression("x[2].f16").place(Threads())
    assert place is not None
    assert (place.space, place.addresses.tolist(), place.type) == ("global", [72] * 4, "f16")
    assert Expression("%r1").place(Threads()) is None
    assert Expression("x + 1").place(Threads()) is None
