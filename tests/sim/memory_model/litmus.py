"""Litmus tests as text: read, written as kernels, and their outcomes compared."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

from ptxpy.launch import load
from ptxpy.sim.memory_model import Outcome, Rules, outcomes
from ptxpy.syntax import parse, positions

FRAME: Final = """\
.version 8.6
.target sm_90
.address_size 64
.global .align 4 .u32 x;
.global .align 4 .u32 y;
.global .align 4 .u32 z;
.global .align 8 .b32 v[2];
.visible .entry kernel()
{
    .reg .pred %p<4>;
    .reg .b32 %r<8>;
    .reg .b32 %thread;
    .reg .b32 %cta;
    .reg .pred %is;
    .shared .align 4 .u32 s;
    .shared .align 4 .u32 t;
    .shared .align 8 .b64 m;
    mov.u32 %thread, %tid.x;
    mov.u32 %cta, %ctaid.x;
"""
WARP: Final = 32
_THREAD: Final = re.compile(r"(\d+)@(\d+): (.*)")
_REGISTER: Final = re.compile(r"%r\d")


class Litmus(NamedTuple):
    """A litmus test."""

    name: str
    is_allowed: bool
    is_racy: bool
    condition: str
    source: str
    why: str
    threads: tuple[tuple[int, int, str], ...]
    """The number, the CTA and the statements of each thread."""

    @property
    def shape(self) -> tuple[int, int]:
        """How many CTAs there are, and how many threads each has."""
        ctas = [cta for _, cta, _ in self.threads]
        return max(ctas) + 1, max(ctas.count(cta) for cta in ctas)

    def lanes(self) -> dict[int, int]:
        """Return the number of the thread of each lane of the simulator."""
        found: dict[int, int] = {}
        used: dict[int, int] = {}
        for number, cta, _ in self.threads:
            found[cta * WARP + used.get(cta, 0)] = number
            used[cta] = used.get(cta, 0) + 1
        return found

    def kernel(self) -> str:
        """Return the test as a kernel in PTX."""
        text = FRAME
        if any("[m]" in body for _, _, body in self.threads):
            text += "    setp.eq.u32 %is, %thread, 0;\n"
            text += "    @%is mbarrier.init.shared::cta.b64 [m], 1;\n    bar.sync 0;\n"
        for lane, number in self.lanes().items():
            text += f"    setp.eq.u32 %is, %thread, {lane % WARP};\n"
            text += f"    setp.eq.and.u32 %is, %cta, {lane // WARP}, %is;\n"
            text += f"    @%is bra T{number};\n"
        text += "    bra END;\n"
        for number, _, body in self.threads:
            lines = [each.strip() for each in body.split(";") if each.strip()]
            own = [re.sub(r"\bAGAIN\b", f"AGAIN{number}", each) for each in lines]
            text += f"T{number}:\n" + "".join(f"    {each};\n" for each in own)
            text += "    bra END;\n"
        return text + "END:\n    ret;\n}\n"

    def found(self, rules: Rules = Rules()) -> list[tuple[dict[str, int], bool]]:  # noqa: B008
        """Return all outcomes as values of registers and memory, and whether they are racy."""
        text = self.kernel()
        ctas, threads = self.shape
        kernel = load(text)
        request = kernel.request(grid=ctas, block=threads, cluster=ctas)
        lines = text.split("\n")
        places = positions(parse(text))
        lanes = self.lanes()
        found = []
        for outcome in outcomes(request, rules):
            values: dict[str, int] = {}
            seen: dict[tuple[int, int], int] = {}
            for read in outcome.reads:
                line = lines[places.place(read.at).line - 1]
                registers = _REGISTER.findall(line.partition("[")[0])
                key = read.thread, read.at
                element = seen.get(key, 0)
                seen[key] = element + 1
                if registers:
                    name = registers[element % len(registers)][1:]
                    values[f"{lanes[read.thread]}:{name}"] = read.value
            values |= self._memory(outcome)
            found.append((values, outcome.is_racy))
        return found

    def _memory(self, outcome: Outcome) -> dict[str, int]:
        """Return the last values of the variables in global memory, which lie in their order."""
        places = [
            (location, value) for location, value in outcome.memory if location[0] == "global"
        ]
        names = [name for name in "xyz" if any(f"[{name}]" in body for _, _, body in self.threads)]
        shared = [
            name for name in names if sum(f"[{name}]" in body for _, _, body in self.threads) > 1
        ]
        if len(places) != len(shared):
            return {}
        return {name: value for name, (_, value) in zip(shared, places, strict=True)}

    def is_met(self, values: dict[str, int]) -> bool:
        """Return whether an outcome meets the condition."""
        return all(
            values.get(name) == int(value)
            for name, _, value in (word.partition("=") for word in self.condition.split())
        )


def read_tests() -> dict[str, Litmus]:
    """Return all litmus tests by name."""
    text = (Path(__file__).parent / "litmus.txt").read_text(encoding="utf-8")
    found = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        head, why, *rest = part.strip().split("\n")
        name, verdict, condition, source = (each.strip() for each in head.split(" | "))
        threads = tuple(
            (int(match[1]), int(match[2]), match[3])
            for line in rest
            if (match := _THREAD.fullmatch(line.strip()))
        )
        words = verdict.split()
        assert words[0] in ("allowed", "forbidden"), name
        assert name not in found, name
        found[name] = Litmus(
            name, words[0] == "allowed", "racy" in words, condition, source, why, threads
        )
    return found
