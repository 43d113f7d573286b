"""The verdicts of ptxas on statements, many in one run.

ptxas goes on after an error and names the line of each, so a module with a statement a line and a
wrong one at the end gives a verdict on all of them without any code being generated. What passes
is then assembled for real.
"""

from __future__ import annotations

import re
import resource
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from isa_prover.context import HEAD_LINES, KERNEL_LINES, module

_ERROR: Final = re.compile(r"line (\d+); (?:error|fatal)\s*: (.*)")
_HARMLESS: Final = ""
_POISON: Final = "ptxpy_no_such_instruction;"
_OLDEST: Final = 75
_TIMEOUT: Final = 100
_MEMORY: Final = 4 << 30
"""Bytes: some near-misses make ptxas take all memory that there is."""
_UNCALLED: Final = "Function call sequence invalid"
"""Said of a parameter that no call takes: not about the statement."""


def architecture(target: str) -> str:
    """Return the architecture to assemble for: the target's own, unless ptxas has given it up."""
    name = target.partition(",")[0]
    number = int(re.sub(r"\D", "", name))
    return f"sm_{_OLDEST}" if number < _OLDEST else name


def judge(
    ptxas: Path, version: str, target: str, statements: list[str], *, assemble: bool
) -> list[str]:
    """Return the first error of ptxas for each statement, or None.

    With ``assemble``, what the front end lets pass is assembled too.
    """
    verdicts = [""] * len(statements)
    pending = list(range(len(statements)))
    while pending:
        told = _run(ptxas, version, target, [*(statements[i] for i in pending), _POISON])
        end = told.pop(len(pending), None)
        for index, message in told.items():
            if 0 <= index < len(pending):
                verdicts[pending[index]] = message
        if end is not None:
            break
        # ptxas did not recover from this syntax error: the statements after it are still undecided.
        last = max((index for index in told if index >= 0), default=None)
        if last is not None:
            pending = pending[last + 1 :]
        elif len(pending) == 1:
            verdicts[pending[0]] = f"ptxas crashes: {told.get(-1, '')}".rstrip(": ")
            break
        else:
            half = len(pending) // 2
            for part in (pending[:half], pending[half:]):
                told_part = judge(
                    ptxas, version, target, [statements[i] for i in part], assemble=False
                )
                for index, message in zip(part, told_part, strict=True):
                    verdicts[index] = message
            break
    if assemble:
        _assemble(ptxas, version, target, statements, verdicts)
    return verdicts


def _assemble(
    ptxas: Path, version: str, target: str, statements: list[str], verdicts: list[str]
) -> None:
    """Assemble the remaining statements, by bisection if one of them fails."""
    stack = [[index for index, verdict in enumerate(verdicts) if not verdict]]
    while stack:
        group = stack.pop()
        if not group:
            continue
        told = _run(ptxas, version, target, [statements[index] for index in group], code=True)
        if not told:
            continue
        named = {group[index]: text for index, text in told.items() if 0 <= index < len(group)}
        if named:
            for index, text in named.items():
                verdicts[index] = text
            stack.append([index for index in group if index not in named])
        elif len(group) == 1:
            verdicts[group[0]] = told[-1]
        else:
            half = len(group) // 2
            stack += [group[:half], group[half:]]


def _run(
    ptxas: Path, version: str, target: str, statements: list[str], *, code: bool = False
) -> dict[int, str]:
    """Return the messages of ptxas by statement; messages without a statement are under -1."""
    text = module(version, target, [_HARMLESS, *statements])
    with TemporaryDirectory() as folder:
        source = Path(folder, "probes.ptx")
        source.write_text(text, encoding="utf-8")
        command = [str(ptxas), "-arch", architecture(target), "-O0"]
        try:
            done = subprocess.run(
                [*command, str(source), "-o", str(source.with_suffix(".cubin"))],
                capture_output=True,
                text=True,
                check=False,
                timeout=_TIMEOUT,
                preexec_fn=_limit,  # one thread runs here
            )
        except subprocess.TimeoutExpired:
            return {-1: "timeout"}
    if done.returncode == 0:
        return {}
    return _sorted_out(done.stdout + done.stderr, code=code)


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _sorted_out(output: str, *, code: bool) -> dict[int, str]:
    """Return the messages by statement, without those that the first, valid statement causes."""
    said: dict[int, str] = {}
    around: set[str] = set()
    errors = _ERROR.findall(output)
    if errors and all(_UNCALLED in message for _, message in errors):
        return {}
    for number, message in errors:
        if _UNCALLED in message:
            continue
        index, line = divmod(int(number) - 1 - HEAD_LINES, KERNEL_LINES)
        if index < 1:
            around.add(message)
        elif line == 1 or message not in around:
            said.setdefault(index - 1, message)
    if not said or code:
        said.setdefault(-1, output.strip()[-200:] or "nothing said")
    return said
