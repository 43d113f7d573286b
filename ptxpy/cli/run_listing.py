"""What `ptxpy run` says of the kernels of a file: what they take, and a command line for each."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Final

from ptxpy.cli.console import counted, paint, printable, say, show
from ptxpy.cli.failure import FINE, Failure
from ptxpy.lift.symbols import demangled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.dsl import Function
    from ptxpy.ir import nodes as n
    from ptxpy.launch.request import ModuleSource

__all__ = ["list_kernels"]

_LONGEST: Final = 60
"""Characters of a symbol that a command line has; for a longer one it has a number."""


def list_kernels(
    file: str, source: ModuleSource, written: Mapping[str, Function], settings: Sequence[str]
) -> int:
    """List the kernels with their parameters and a command line that launches each.

    Args:
        file: The file that holds them.
        source: Its module.
        written: Those that are written in Python, by symbol.
        settings: What `--set` gave, which the command lines repeat.
    """
    from ptxpy.cli.run_arguments import short_name  # noqa: PLC0415
    from ptxpy.cli.run_examples import Kernel, declaration, propose  # noqa: PLC0415
    from ptxpy.launch.arguments import (  # noqa: PLC0415 - NumPy loads slowly
        LaunchError,
        describe_type,
        signature_of,
    )

    kernels = [each for each in source.module.kernels if each.body is not None]
    names = _names(kernels)
    for function, name in zip(kernels, names, strict=True):
        try:
            signature = signature_of(source.module, function)
        except LaunchError as error:
            raise Failure(str(error)) from None
        show(f"kernel {paint(printable(signature.name), 'bold', sys.stdout)}")
        declared = declaration(signature)
        if declared:
            show(f"    {declared}")
        for number, parameter in enumerate(signature.parameters):
            title = printable(short_name(signature.name, parameter.name))
            show(f"    {number:3}  {describe_type(parameter):12} {title}")
        made = Kernel(source, function, signature, written.get(signature.name))
        proposal = propose(made)
        if proposal.words:
            chosen = ["--kernel", name] if len(kernels) > 1 else []
            given = [word for setting in settings for word in ("--set", setting)]
            words = ["ptxpy", "run", file, *chosen, *given, *proposal.words]
            show(f"    {printable(shlex.join(words))}")
        for note in proposal.notes:
            show(f"    {note}")
    say(counted(len(kernels), "kernel"))
    return FINE


def _names(kernels: Sequence[n.Function]) -> list[str]:
    """Return for each kernel a name that means it alone: a number, where C++ makes long ones."""
    symbols = [kernel.name.name for kernel in kernels]
    short = [demangled(symbol).name for symbol in symbols]
    names = []
    for number, (symbol, name) in enumerate(zip(symbols, short, strict=True)):
        known = str(number) if len(symbol) > _LONGEST and str(number) not in symbols else symbol
        names.append(name if short.count(name) == 1 and name not in symbols else known)
    return names
