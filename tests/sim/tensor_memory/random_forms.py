"""Forms of `tcgen05.mma` at random, of those that PTX ISA 9.7.16.2 and 9.7.16.10 allow."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.sim.tensor_memory import images
from tests.sim.tensor_memory.product_forms import Form

__all__ = ["random_form"]

I8_COLUMNS = (8, 16, 24, *range(32, 257, 16))
SUB_BYTE = ("e2m1", "e2m3", "e3m2")
USES = ("fill", "use", "lastuse", "discard")


class Draw:
    """Choices at random."""

    def __init__(self, seed: int) -> None:
        """Begin with a seed."""
        self.random = np.random.default_rng(seed)

    def of(self, *choices: Any) -> Any:
        """Return one of some choices."""
        return choices[self.random.integers(len(choices))]

    def toss(self) -> bool:
        """Return one of both."""
        return bool(self.random.integers(2))

    def rarely(self) -> bool:
        """Return whether something that few products have is to be."""
        return bool(self.random.random() < 0.25)


def swizzle(draw: Draw, major: str, octets: int, *, wide: bool) -> str:
    """Return a swizzle of a matrix with so many bytes along K; `wide` for elements of 32 bits."""
    if major == "M":
        return "128B_BASE32B" if wide else str(draw.of(*images.WIDTHS))
    fitting = [name for name, width in images.WIDTHS.items() if width >= octets]
    return str(draw.of("NONE", *fitting))


def majors(draw: Draw, kind: str, types: tuple[str, str], *, in_tensor_memory: bool) -> str:
    """Return whether A and B are K-major or not."""
    fixed = ["mxf4" in kind or type_ in SUB_BYTE for type_ in types]
    fixed[0] |= in_tensor_memory
    return "".join("K" if each else draw.of("K", "M") for each in fixed)


def shape(draw: Draw, kind: str, *, group: int, ws: bool, sparse: bool) -> tuple[int, int]:
    """Return the numbers of rows and of columns."""
    if ws:
        return draw.of(32, 64, 128), draw.of(*((64, 128) if sparse else (64, 128, 256)))
    columns: tuple[int, ...] = tuple(range(8 * group, 257, 8 * group))
    if kind.startswith("mx"):
        rows = (128,) if group == 1 else (256,) if sparse else (128, 256)
        return draw.of(*rows), draw.of(*columns)
    if kind == "i8":
        columns = I8_COLUMNS if group == 1 else tuple(range(32, 257, 32))
    return draw.of(64, 128) * group, draw.of(*columns)


def plain_parts(draw: Draw, kind: str, form: dict[str, Any]) -> None:
    """Draw what only products without block scaling have."""
    if kind == "i8":
        form["saturates"] = draw.rarely()
    if form.get("ws"):
        if draw.rarely():
            skips, spans, runs = (int(draw.random.integers(1 << bits)) for bits in (32, 4, 16))
            form["mask"] = skips | spans << 32 | 1 << 39 | runs << 40
        return
    form["lane"] = draw.of(0, 16) if form["m"] == 64 and form["group"] == 1 else 0
    form["disables"] = draw.rarely()
    if kind in ("f16", "tf32") and draw.rarely():
        form["scale_d"] = int(draw.random.integers(6))
    if form["in_tensor_memory"] and form["m"] == 128 * form["group"]:
        form["shifted"] = draw.rarely()
    if form["sparse"] and kind in ("f16", "tf32"):
        form["selector"] = draw.of(0, 1)


def scaled_parts(draw: Draw, kind: str, form: dict[str, Any]) -> None:
    """Draw what only products with block scaling have."""
    blocks = form["blocks"]
    if kind != "mxf8f6f4" and form["vector"].startswith("block") and not form["sparse"]:
        form["long"] = draw.rarely()
    if form.get("long"):
        form["blocks"] = blocks * 3 // 2
        form["ids"] = draw.of(0, 2), draw.of(0, 2)
        if form["group"] == 2 and form["m"] == 128:
            form["n"] = min(form["n"], 128)
    else:
        first = range(0, 4, blocks)
        form["ids"] = draw.of(*first), draw.of(*first)


def collector(draw: Draw, form: dict[str, Any]) -> str:
    """Return the use of a collector buffer, or nothing."""
    if draw.toss():
        return ""
    buffer = draw.of("b0", "b1", "b2", "b3") if form.get("ws") else "a"
    uses = USES[2:] if form.get("shifted") else USES
    return f"{buffer}::{draw.of(*uses)}"


def random_form(seed: int, plain: list[Any], scaled: list[Any]) -> Form:
    """Return a form.

    Args:
        seed: The same number gives the same form.
        plain: Kinds without block scaling, with the types of A, B and D.
        scaled: Kinds with it: types of A and B, the modifier, factors in a row, their type.
    """
    draw = Draw(seed)
    kind, a, b, *rest = draw.of(*plain, *scaled)
    form: dict[str, Any] = {
        "in_tensor_memory": draw.toss(),
        "sparse": draw.toss(),
    }
    form["ws"] = not kind.startswith("mx") and draw.rarely()
    form["group"] = 1 if form["ws"] else draw.of(1, 2)
    form["m"], form["n"] = shape(
        draw, kind, group=form["group"], ws=form["ws"], sparse=form["sparse"]
    )
    if kind.startswith("mx"):
        form["vector"], form["blocks"], form["scale_type"] = rest
        scaled_parts(draw, kind, form)
    else:
        (form["d"],) = rest
        plain_parts(draw, kind, form)
    held = majors(draw, kind, (a, b), in_tensor_memory=form["in_tensor_memory"])
    if held[1] == "M" and kind not in ("f16", "tf32"):
        form["n"] += -form["n"] % (16 * form["group"])
    octets = 48 if form.get("long") else 32
    form["majors"] = held
    form["swizzles"] = (
        swizzle(draw, held[0], octets, wide=kind == "tf32"),
        swizzle(draw, held[1], octets * (1 + form["sparse"]), wide=kind == "tf32"),
    )
    form["negated"] = 0 if kind == "i8" else draw.of(0, 0, 1, 2, 3)
    form["collector"] = collector(draw, form)
    form["times"] = draw.of(1, 1, 2)
    form["adds"] = draw.toss()
    return Form(kind, a, b, **form)
