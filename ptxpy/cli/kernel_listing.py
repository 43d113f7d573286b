"""The list of kernels that `ptxpy run FILE` prints: parameters, and an example command line."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Final

from ptxpy.cli.command_errors import EXIT_OK, CommandError
from ptxpy.cli.console import format_count, paint, printable, write_stderr, write_stdout
from ptxpy.demangle import demangled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.dsl import Function
    from ptxpy.ir import nodes as n
    from ptxpy.launch_request import ModuleSource

__all__ = ["list_kernels"]

_MAX_SYMBOL_CHARACTERS: Final = 60
"""Characters of a symbol in an example command line; a longer one is replaced by its number."""


def list_kernels(
    file: str, source: ModuleSource, written: Mapping[str, Function], settings: Sequence[str]
) -> int:
    """List the kernels with their parameters and a command line that launches each.

    Args:
        file: The file with the kernels.
        source: Its module.
        written: The traced functions of kernels written in Python, by symbol.
        settings: The values of `--set`, which the command lines repeat.
    """
    from ptxpy.cli.argument_values import short_name  # noqa: PLC0415
    from ptxpy.cli.command_proposals import (  # noqa: PLC0415
        KernelToRun,
        declaration,
        propose_command,
    )
    from ptxpy.launch_request import (  # noqa: PLC0415 - NumPy loads slowly
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
            raise CommandError(str(error)) from None
        write_stdout(f"kernel {paint(printable(signature.name), 'bold', sys.stdout)}")
        declared = declaration(signature)
        if declared:
            write_stdout(f"    {declared}")
        for number, parameter in enumerate(signature.parameters):
            title = printable(short_name(signature.name, parameter.name))
            write_stdout(f"    {number:3}  {describe_type(parameter):12} {title}")
        made = KernelToRun(source, function, signature, written.get(signature.name))
        proposal = propose_command(made)
        if proposal.words:
            chosen = ["--kernel", name] if len(kernels) > 1 else []
            given = [word for setting in settings for word in ("--set", setting)]
            words = ["ptxpy", "run", file, *chosen, *given, *proposal.words]
            write_stdout(f"    {printable(shlex.join(words))}")
        for note in proposal.notes:
            write_stdout(f"    {note}")
    write_stderr(format_count(len(kernels), "kernel"))
    return EXIT_OK


def _names(kernels: Sequence[n.Function]) -> list[str]:
    """Return a unique name for each kernel: short name, symbol, or a number for a long symbol."""
    symbols = [kernel.name.name for kernel in kernels]
    short = [demangled(symbol).name for symbol in symbols]
    names = []
    for number, (symbol, name) in enumerate(zip(symbols, short, strict=True)):
        known = (
            str(number)
            if len(symbol) > _MAX_SYMBOL_CHARACTERS and str(number) not in symbols
            else symbol
        )
        names.append(name if short.count(name) == 1 and name not in symbols else known)
    return names
