"""Every form of `tcgen05.mma`, each with its operands in random places, against a reference."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from ptxpy import SimulationError
from ptxpy.launch import Kernel, load
from tests.patience import some_of
from tests.sim.tensor_memory.harness import run, run_one, text
from tests.sim.tensor_memory.product_forms import METADATA, Form, image
from tests.sim.tensor_memory.random_forms import random_form
from tests.sim.tensor_memory.test_products import F8F6F4, same

SCALED = [
    ("mxf8f6f4", "e4m3", "e5m2", "scale_vec::1X", 1, "ue8m0"),
    ("mxf8f6f4", "e2m1", "e4m3", "block32", 1, "ue8m0"),
    ("mxf8f6f4", "e3m2", "e2m3", "", 1, "ue8m0"),
    ("mxf4", "e2m1", "e2m1", "scale_vec::2X", 2, "ue8m0"),
    ("mxf4", "e2m1", "e2m1", "block32", 2, "ue8m0"),
    ("mxf4", "e2m1", "e2m1", "", 2, "ue8m0"),
    ("mxf4nvf4", "e2m1", "e2m1", "scale_vec::2X", 2, "ue8m0"),
    ("mxf4nvf4", "e2m1", "e2m1", "block32", 2, "ue8m0"),
    ("mxf4nvf4", "e2m1", "e2m1", "scale_vec::4X", 4, "ue4m3"),
    ("mxf4nvf4", "e2m1", "e2m1", "block16", 4, "ue8m0"),
    ("mxf4nvf4", "e2m1", "e2m1", "block16", 4, "ue4m3"),
]
"""Kinds with block scaling: types of A and B, the modifier, factors in a row, their type."""
PLAIN = [
    ("f16", "f16", "f16", "f32"),
    ("f16", "f16", "f16", "f16"),
    ("f16", "bf16", "bf16", "f32"),
    ("tf32", "tf32", "tf32", "f32"),
    ("f8f6f4", "e4m3", "e2m1", "f32"),
    ("f8f6f4", "e3m2", "e5m2", "f16"),
    ("f8f6f4", "e2m3", "e2m3", "f32"),
    ("i8", "s8", "u8", "s32"),
    ("i8", "u8", "s8", "s32"),
]
"""Kinds without: types of A, B and D."""


def shapes() -> list[Form]:
    """Return every kind with every number of rows, dense and sparse, A in each memory."""
    found = []
    for (kind, a, b, d), sparse, in_tensor_memory in product(PLAIN, (False, True), (False, True)):
        form: dict[str, Any] = {"d": d, "sparse": sparse, "in_tensor_memory": in_tensor_memory}
        found += [
            Form(kind, a, b, m=64, n=24, **form),
            Form(kind, a, b, m=64, n=8, lane=16, **form),
            Form(kind, a, b, m=128, n=48, **form),
            Form(kind, a, b, m=128, n=64, group=2, **form),
            Form(kind, a, b, m=256, n=32, group=2, **form),
            Form(kind, a, b, m=32, n=128, ws=True, **form),
            Form(kind, a, b, m=64, n=64, ws=True, **form),
            Form(kind, a, b, m=128, n=64, ws=True, **form),
        ]
    return found


def scales() -> list[Form]:
    """Return every kind with block scaling, for one CTA and two."""
    found = []
    for kind, a, b, vector, blocks, type_ in SCALED:
        last = 4 - blocks
        form: dict[str, Any] = {
            "vector": vector,
            "blocks": blocks,
            "scale_type": type_,
            "ids": (last, 0),
        }
        for sparse, in_tensor_memory in product((False, True), (False, True)):
            more = {**form, "sparse": sparse, "in_tensor_memory": in_tensor_memory}
            found += [
                Form(kind, a, b, m=128, n=40, **more),
                Form(kind, a, b, m=256, n=208, group=2, **{**more, "ids": (0, last)}),
            ]
            if not sparse:
                found.append(Form(kind, a, b, m=128, n=96, group=2, **more))
    return found


LONG = [
    Form(
        kind, "e2m1", "e2m1", long=True, vector=vector, blocks=blocks, scale_type=type_, ids=ids,
        swizzles=(swizzle, "128B"), absolute=absolute, in_tensor_memory=in_tensor_memory,
        m=shape[0], n=shape[1], group=shape[2],
    )
    for kind, vector, blocks, type_ in (
        ("mxf4", "block32", 3, "ue8m0"),
        ("mxf4nvf4", "block32", 3, "ue8m0"),
        ("mxf4nvf4", "block16", 6, "ue8m0"),
        ("mxf4nvf4", "block16", 6, "ue4m3"),
    )
    for ids, swizzle, absolute, in_tensor_memory, shape in (
        ((0, 0), "NONE", (0, 0), False, (128, 72, 1)),
        ((2, 0), "64B", (0, 0), False, (128, 256, 1)),
        ((0, 2), "128B", (96, 0), False, (128, 16, 1)),
        ((2, 0), "128B", (112, 112), False, (128, 128, 1)),
        ((0, 0), "128B", (0, 96), False, (128, 40, 1)),
        ((2, 2), "128B", (96, 112), False, (256, 144, 2)),
        ((0, 0), "NONE", (0, 0), True, (128, 16, 1)),
        ((2, 2), "128B", (0, 112), True, (256, 144, 2)),
        ((0, 2), "128B", (112, 96), False, (128, 96, 2)),
    )
]  # fmt: skip

SOME_SHAPES: tuple[dict[str, Any], ...] = (
    {"m": 64, "n": 16, "lane": 16},
    {"m": 128, "n": 64, "ws": True},
    {"m": 64, "n": 64, "ws": True},
    {"m": 256, "n": 32, "group": 2},
    {"m": 128, "n": 32, "group": 2},
)

VARIANTS = [
    *(
        Form("f8f6f4", a, b, in_tensor_memory=True, d="f16" if a < b else "f32")
        for a, b in product(F8F6F4, F8F6F4)
    ),
    *(Form("i8", a, b, d="s32", saturates=True) for a, b in product(("s8", "u8"), ("s8", "u8"))),
    *(Form("i8", "s8", "s8", d="s32", group=2, n=n, m=m) for n in (32, 256) for m in (128, 256)),
    *(
        Form(
            "f8f6f4", "e4m3", "e5m2", majors=majors, swizzles=(name, name), sparse=sparse, n=n,
            group=group,
        )
        for majors in ("KM", "MK", "MM")
        for name in ("NONE", "32B", "64B", "128B")
        for sparse in (False, True)
        for n, group in ((32, 1), (64, 2))
        if not (sparse and majors[1] == "K" and name == "32B")
    ),
    *(
        Form("i8", "u8", "s8", d="s32", majors=majors, swizzles=(name, name))
        for majors in ("KM", "MK", "MM")
        for name in ("NONE", "32B", "64B", "128B")
    ),
    *(
        Form("tf32", "tf32", "tf32", majors=majors, swizzles=names, sparse=sparse, n=64)
        for majors, names in (
            ("KM", ("128B", "128B_BASE32B")),
            ("MK", ("128B_BASE32B", "64B")),
            ("MM", ("128B_BASE32B", "128B_BASE32B")),
        )
        for sparse in (False, True)
    ),
    *(
        Form(
            kind, a, b, negated=negated, sparse=sparse, in_tensor_memory=sparse, vector="",
            blocks=blocks, n=16,
        )
        for kind, a, b, blocks in (
            ("f16", "bf16", "bf16", 0),
            ("tf32", "tf32", "tf32", 0),
            ("f8f6f4", "e5m2", "e3m2", 0),
            ("mxf8f6f4", "e5m2", "e3m2", 1),
            ("mxf4", "e2m1", "e2m1", 2),
        )
        for negated in (1, 2, 3)
        for sparse in (False, True)
    ),
    *(
        Form(kind, a, a, d=d, scale_d=scale, group=group, sparse=sparse)
        for kind, a, d in (("f16", "f16", "f16"), ("f16", "bf16", "f32"), ("tf32", "tf32", "f32"))
        for scale in (0, 1, 15)
        for group in (1, 2)
        for sparse in (False, True)
    ),
    *(
        Form(kind, a, b, d=d, disables=True, group=group, m=m, lane=lane, sparse=sparse)
        for kind, a, b, d in PLAIN
        for group, m, lane in ((1, 64, 16), (1, 128, 0), (2, 128, 0), (2, 256, 0))
        for sparse in (False, True)
    ),
    *(
        Form(kind, a, b, d=d, shifted=True, in_tensor_memory=True, group=group, m=128 * group,
             sparse=sparse, collector=collector)
        for (kind, a, b, d), collector in product(PLAIN, ("", "a::lastuse", "a::discard"))
        for group in (1, 2)
        for sparse in (False, True)
        if not collector or kind == "f16"
    ),
    *(
        Form(kind, a, b, d=d, times=3, sparse=sparse, in_tensor_memory=sparse, saturates=d == "s32",
             scale_d=scale, **shape)
        for kind, a, b, d in PLAIN
        for sparse in (False, True)
        for scale in ((None, 1) if kind in ("f16", "tf32") else (None,))
        for shape in SOME_SHAPES
        if not (scale and "ws" in shape)
    ),
    *(
        Form(kind, a, b, vector=vector, blocks=blocks, scale_type=type_, times=2)
        for kind, a, b, vector, blocks, type_ in SCALED
    ),
    *(
        Form("f16", "bf16", "bf16", predicate=predicate, adds=predicate[0] == "!", ws=ws,
             n=64)
        for predicate in ("%p4", "!%p4")
        for ws in (False, True)
    ),
    *(Form(kind, a, b, d=d, adds=False, sparse=sparse) for kind, a, b, d in PLAIN
      for sparse in (False, True)),
    *(Form(kind, a, a, sparse=True, selector=1) for kind, a in (("f16", "bf16"), ("tf32", "tf32"))),
]  # fmt: skip

MASKS = [
    Form(kind, a, b, d=d, ws=True, m=m, n=n, mask=mask, sparse=sparse, in_tensor_memory=sparse)
    for kind, a, b, d in (
        ("f16", "f16", "f16", "f32"), ("tf32", "tf32", "tf32", "f32"), ("i8", "s8", "s8", "s32"),
        ("f8f6f4", "e4m3", "e2m1", "f16"),
    )
    for m, n in ((32, 128), (64, 64), (128, 64))
    for mask in (
        0x0000000F00000000,
        0x0003048500000000 | 0x07020100,
        0x0008028A00000000 | 0x01050902,
        0x00FF008F00000000,
        0x001FFF8000000000 | 0x1F00FF07,
    )
    for sparse in (False, True)
]  # fmt: skip

COLLECTORS = [
    Form("f16", "f16", "f16", collector=f"{buffer}::{use}", ws=ws, n=64, sparse=sparse)
    for ws, buffers in ((False, ("a",)), (True, ("b0", "b1", "b2", "b3")))
    for buffer in buffers
    for use in ("fill", "use", "lastuse", "discard")
    for sparse in (False, True)
]


BATCH = 32
"""Forms that are compiled as one kernel, most of which is the same for all of them."""


def target_of(form: Form) -> str:
    """Return the target that has a form."""
    return "sm_103a" if form.long else "sm_100a"


def batches(forms: Iterable[Form]) -> list[Any]:
    """Return a parameter for each form: forms with the same target and `.cta_group`, and which."""
    found = []
    for target, group in product(("sm_100a", "sm_103a"), (1, 2)):
        alike = [each for each in forms if (target_of(each), each.group) == (target, group)]
        for at in range(0, len(alike), BATCH):
            batch = tuple(alike[at : at + BATCH])
            found += [
                pytest.param(batch, number, id=str(form)) for number, form in enumerate(batch)
            ]
    return found


made_of = lru_cache(BATCH)(image)


def body_of(form: Form) -> list[str]:
    """Return a product; one that uses what a buffer keeps follows one that fills it."""
    body = list(made_of(form).body)
    if form in COLLECTORS and form.collector.endswith("use"):
        name = form.name.replace(form.collector.split("::")[1], "fill", 1)
        filling = f"add.u32 %r21, %r7, 256; {name}{body[-1][len(form.name):]}"
        body[-1:] = [filling, "mov.b32 %r21, %r7;", body[-1]]
    return body


@lru_cache(1)
def kernel_of(forms: tuple[Form, ...]) -> Kernel:
    """Return the kernel of a batch, a body for each form."""
    bodies = [body_of(form) for form in forms]
    return load(text(bodies, group=forms[0].group, target=target_of(forms[0])))


def found_of(forms: tuple[Form, ...], number: int, *, strict: bool = False) -> Any:
    """Return tensor memory behind one form of a batch."""
    kernel, made, group = kernel_of(forms), made_of(forms[number]), forms[0].group
    return run_one(kernel, number, made.memory, made.cells, group=group, strict=strict)


@pytest.mark.parametrize(
    ("forms", "number"),
    some_of(batches(dict.fromkeys([*shapes(), *scales(), *LONG, *VARIANTS, *MASKS])), 2),
)
def test_form(forms: tuple[Form, ...], number: int) -> None:
    """D is what the reference has, and every other cell is as before."""
    same(found_of(forms, number), made_of(forms[number]).wanted)


RANDOM = dict.fromkeys(random_form(seed, PLAIN, SCALED) for seed in range(120))


@pytest.mark.parametrize(("forms", "number"), some_of(batches(RANDOM), 2))
def test_form_at_random(forms: tuple[Form, ...], number: int) -> None:
    """So is that of forms at random, in strict mode as well."""
    form = forms[number]
    found = found_of(forms, number, strict=not form.collector.endswith("use"))
    same(found, made_of(form).wanted)


def test_forms_are_not_fewer() -> None:
    """Those at random are different ones."""
    assert len(RANDOM) == 120


@pytest.mark.parametrize(("m", "lane", "wrong"), [(64, 16, 0), (64, 0, 16), (128, 0, 16)])
@pytest.mark.parametrize("a", ["f16", "e4m3"])
def test_metadata_at_another_lane(a: str, m: int, lane: int, wrong: int) -> None:
    """Metadata are at the lane of D."""
    made = image(Form("f16" if a == "f16" else "f8f6f4", a, a, m=m, lane=lane, sparse=True))
    right, elsewhere = (f"add.u32 %r23, %r7, {METADATA + (each << 16)};" for each in (lane, wrong))
    body = [elsewhere if line == right else line for line in made.body]
    assert body != made.body
    text = f"metadata of A is at lane {wrong} of tensor memory, and D at lane {lane}"
    with pytest.raises(SimulationError, match=text):
        run(body, made.memory, made.cells)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (Form("f8f6f4", "e4m3", "e2m1", majors="KM"), "bit 16 is 1: B of e2m1 is MN-major"),
        (Form("f8f6f4", "e3m2", "e4m3", majors="MK"), "bit 15 is 1: A of e3m2 is MN-major"),
        (
            Form("mxf8f6f4", "e2m3", "e5m2", majors="MK", vector="block32", blocks=1),
            "bit 15 is 1: A of e2m3 is MN-major",
        ),
        (Form("f8f6f4", "e4m3", "e4m3", majors="KM", n=24), "say 24 columns; .* multiple of 16"),
        (Form("i8", "s8", "s8", d="s32", majors="MM", n=8), "say 8 columns; .* multiple of 16"),
        (
            Form("f8f6f4", "e4m3", "e4m3", majors="KM", n=48, group=2),
            "say 48 columns; .* multiple of 32",
        ),
        (
            Form("tf32", "tf32", "tf32", majors="KM", swizzles=("NONE", "128B")),
            "of B: bits 61 to 63, the swizzle, are not 1: a matrix of 32-bit elements",
        ),
        (
            Form("tf32", "tf32", "tf32", majors="MK", swizzles=("NONE", "128B")),
            "of A: bits 61 to 63, the swizzle, are not 1: a matrix of 32-bit elements",
        ),
    ],
)
def test_matrices_along_m_or_n(form: Form, text: str) -> None:
    """Matrices that must be K-major, or have more columns, or another swizzle, are errors."""
    made = image(form)
    with pytest.raises(SimulationError, match=text):
        run(made.body, made.memory, made.cells, group=form.group)


def test_shifted_halves() -> None:
    """A is shifted in products of 128 rows and more."""
    made = image(Form("f16", "f16", "f16", m=64, shifted=True, in_tensor_memory=True))
    text = r"M, say 64 rows; kind::f16 with .cta_group::1 and .ashift has 128"
    with pytest.raises(SimulationError, match=text):
        run(made.body, made.memory, made.cells)


@pytest.mark.parametrize(("forms", "number"), batches(COLLECTORS))
def test_collector(forms: tuple[Form, ...], number: int) -> None:
    """A matrix that a buffer keeps is the one that is in memory."""
    found = found_of(forms, number, strict=True)
    made = made_of(forms[number])
    found[:, :, 256:300] = made.wanted[:, :, 256:300]
    found[:, :, 300:320] = made.wanted[:, :, 300:320]
    same(found, made.wanted)
