"""The committed table: probes and agreement of each opcode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from isa_prover.probes import Probe


class Judged(Protocol):
    """A probe with both verdicts."""

    @property
    def probe(self) -> Probe:
        """What was judged."""

    @property
    def ptxas(self) -> str:
        """The message of ptxas, or an empty text."""

    @property
    def agrees(self) -> bool:
        """Whether both accept it, or neither does."""


def write_table(judged: Sequence[Judged], path: Path) -> None:
    """Write a Markdown table of all opcodes."""
    total: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    forms: dict[str, set[str]] = {}
    for item in judged:
        name = item.probe.form.name
        total[name] += 1
        agreed[name] += item.agrees
        accepted[name] += not item.ptxas
        forms.setdefault(name, set()).add(item.probe.form.syntax)
    lines = [
        "# Agreement with ptxas",
        "",
        "Written by `tools/prove_isa --table`; see ptxpy/isa/README.md.",
        "",
        "| Instruction | Forms | Probes | Accepted by ptxas | Agreement |",
        "|---|--:|--:|--:|--:|",
    ]
    for name in sorted(total):
        share = 100 * agreed[name] / total[name]
        lines.append(
            f"| `{name}` | {len(forms[name])} | {total[name]:,} | {accepted[name]:,} | "
            f"{share:.1f} % |"
        )
    count = sum(total.values())
    share = 100 * sum(agreed.values()) / max(1, count)
    lines.append(
        f"| all | {sum(map(len, forms.values()))} | {count:,} | {sum(accepted.values()):,} | "
        f"{share:.2f} % |"
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
