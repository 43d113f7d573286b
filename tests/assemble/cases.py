"""The cases of a data file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ptxpy.assemble import Assembly, Resources

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]

HEADER = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .b32 %r<4>; .reg .b64 %rd<4>;
"""
SMALL = f"{HEADER}ret;\n}}\n"


class Case(NamedTuple):
    """A case: `=== title`, the text, `---`, and what is expected of it."""

    title: str
    text: str
    expected: list[str]


def cases(name: str) -> list[Case]:
    """Return the cases of a file beside this one."""
    content = (FOLDER / name).read_text(encoding="utf-8")
    found = []
    for block in re.split(r"^=== ", content, flags=re.MULTILINE)[1:]:
        title, _, rest = block.partition("\n")
        text, _, expected = rest.partition("---\n")
        found.append(
            Case(title, text, expected.rstrip("\n").split("\n") if expected.strip() else [])
        )
    return found


def needs(name: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield a file of the corpus, and the rows of what its kernels need, of a data file."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    for block in re.split(r"\n(?=corpus/)", text)[1:]:
        source, *rows = block.strip().split("\n")
        yield source, [row.split() for row in rows]


def check_needs(assembly: Assembly, expected: list[list[str]]) -> None:
    """Assert that the kernels need what the rows say; `*` is any number."""
    found = {read_resources.name: _row(read_resources) for read_resources in assembly.kernels}
    assert found.keys() == {row[-1] for row in expected}
    for row in expected:
        cells = zip(row, found[row[-1]], strict=True)
        assert row == ["*" if want == "*" else have for want, have in cells]


def _row(read_resources: Resources) -> list[str]:
    """Return the row of the data file for a kernel."""
    name, kernel, *numbers = read_resources
    return [
        "kernel" if kernel else "function",
        *("-" if number is None else str(number) for number in numbers),
        name,
    ]


def spilling(count: int) -> str:
    """Return a kernel that has many values alive at once."""
    body = [f".reg .b32 %v<{count}>;", "ld.param.u64 %rd1, [p];"]
    body += [f"ld.volatile.global.u32 %v{i}, [%rd1+{4 * i}];" for i in range(count)]
    body += [f"st.volatile.global.u32 [%rd1+{4 * i}], %v{i};" for i in range(count)]
    return "\n".join([HEADER.rstrip(), *body, "ret;", "}"])
