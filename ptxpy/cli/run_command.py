"""`ptxpy run`: a kernel with arguments from the command line."""

from __future__ import annotations

import argparse
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.arguments import describe
from ptxpy.cli.console import say, show
from ptxpy.cli.failure import FINE, WRONG, Failure
from ptxpy.cli.function_names import HELP, only
from ptxpy.cli.run_listing import list_kernels
from ptxpy.cli.run_observing import add_options, is_wanted, observe
from ptxpy.cli.settings import add_settings, settings_of
from ptxpy.cli.sources import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.cli.parsers import Parser
    from ptxpy.dsl import Function
    from ptxpy.launch import Kernel
    from ptxpy.launch.kernel import LaunchOptions
    from ptxpy.launch.request import ModuleSource

MOST_STEPS: Final = 10_000_000
"""The steps of a launch, unless told otherwise: a loop without an end takes some minutes."""
MOST_OUTPUT: Final = 1 << 20
"""The bytes of `printf` that are shown, unless told otherwise."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe(
        parser,
        run,
        details="Without --grid, the kernels are listed with their parameters and an example "
        "command line for each. Arguments are numbers, null, and arrays dtype[shape]:fill with "
        "the fills zeros, ones, arange, random(seed), full(value) and @file.npy. A .py file is "
        "executed, as `python FILE.py` would be; its tensor maps, and parameters that are "
        "dimensions of its tensors, follow from the arrays.",
        example="ptxpy run saxpy.ptx --grid 4 --block 256 --arg 1024 --arg 2.0 "
        "--arg float32[1024]:arange --arg float32[1024]:ones --print 3[:8]",
    )
    parser.add_argument("file", metavar="FILE", help="PTX or Python (.py); - is standard input")
    parser.add_argument(
        "--kernel", metavar="NAME", help=f"the kernel, where there are several: {HELP}"
    )
    add_settings(parser)
    for name, what in (("grid", "blocks"), ("block", "threads of a block")):
        parser.add_argument(f"--{name}", metavar="X[,Y[,Z]]", type=_extents, help=what)
    parser.add_argument("--cluster", metavar="X[,Y[,Z]]", type=_extents, help="blocks of a cluster")
    parser.add_argument("--shared-bytes", metavar="N", type=int, help="dynamic shared memory")
    parser.add_argument(
        "--arg",
        dest="given",
        metavar="[NAME=]VALUE",
        action="append",
        default=[],
        help="an argument, by the parameter's name or in order",
    )
    parser.add_argument(
        "--print",
        dest="printed",
        metavar="NAME[PART]",
        action="append",
        default=[],
        help="an array, or a part of one, to print afterwards: y[:8]",
    )
    parser.add_argument("--device", metavar="NAME", help="cpu, cuda or cuda:1")
    parser.add_argument(
        "--max-steps",
        metavar="N",
        type=_limit,
        default=MOST_STEPS,
        help="on the CPU, stop a kernel that has not ended after N steps, none for any number; a "
        "step is a piece of code without a branch, for all threads that run it together (default: "
        f"{MOST_STEPS:,})",
    )
    parser.add_argument(
        "--max-output",
        metavar="BYTES",
        type=_limit,
        default=MOST_OUTPUT,
        help="on the CPU, show so many bytes of what printf writes, none for all (default: "
        f"{MOST_OUTPUT:,}, as much as the buffer of a device holds)",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="on the CPU, look for data races, missing waits and fences, and reads of memory that "
        "nothing has been written to, and end at the first",
    )
    parser.add_argument(
        "--strict=collect",
        dest="strict",
        action="store_const",
        const="collect",
        help="likewise, but go on behind them, and show all, each once",
    )
    add_options(parser)


def _extents(text: str) -> tuple[int, ...]:
    if re.fullmatch(r"\d{1,10}(?:,\d{1,10}){0,2}", text, re.ASCII) is None:
        message = f"{text!r} is no extent: 4, or 4,2, or 4,2,1"
        raise argparse.ArgumentTypeError(message)
    return tuple(map(int, text.split(",")))


def _limit(text: str) -> int | None:
    """Return a number from 1 on; None for no limit."""
    if text == "none":
        return None
    digits = text.replace(",", "").replace("_", "")
    if not digits.isascii() or not digits.isdigit() or not 1 <= int(digits[:30]) < 1 << 62:
        message = f"{text} is no number from 1 on, and not none"
        raise argparse.ArgumentTypeError(message)
    return int(digits)


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    from ptxpy.launch import Kernel  # noqa: PLC0415 - likewise
    from ptxpy.launch.arguments import LaunchError  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.launch.cuda import (  # noqa: PLC0415 - NumPy loads slowly
        CudaError,
        DriverMissingError,
        SourceError,
    )
    from ptxpy.launch.loading import elements_of  # noqa: PLC0415 - likewise
    from ptxpy.launch.request import ModuleSource  # noqa: PLC0415 - NumPy loads slowly

    loaded = load(options.file, settings_of(options))
    python = None
    if loaded.lines is not None:
        python = (loaded.name, loaded.source.decode("utf-8", "replace"), loaded.lines)
    source = ModuleSource(
        loaded.module,
        loaded.name,
        python=python,
        defaults=loaded.defaults,
        elements=elements_of(loaded.kernels),
    )
    if options.grid is None and not options.given:
        return list_kernels(options.file, source, loaded.kernels, options.settings)
    try:
        kernel = Kernel(source, _chosen(source, options.kernel))
        return _launch(kernel, options, loaded.kernels.get(kernel.name))
    except (LaunchError, CudaError, DriverMissingError) as error:
        raise Failure(str(error)) from None
    except SourceError as error:
        raise Failure(str(error), WRONG) from None


def _chosen(source: ModuleSource, name: str | None) -> str | None:
    """Return the symbol of the kernel that an option names."""
    symbols = [each.name.name for each in source.module.kernels if each.body is not None]
    return name if name is None or not symbols else only(symbols, name)


def _launch(kernel: Kernel, options: argparse.Namespace, written: Function | None) -> int:
    from ptxpy.cli.run_arguments import read_selection, short_name  # noqa: PLC0415

    arguments, grid = _arguments(kernel, options, written)
    short = {short_name(kernel.name, name): value for name, value in arguments.items()}
    numbered = {str(number): value for number, value in enumerate(arguments.values())}
    selections = [read_selection(text) for text in options.printed]
    for selection in selections:
        value = {**numbered, **short, **arguments}.get(selection.name)
        if not hasattr(value, "shape"):
            message = f"--print {selection.text}: {selection.name!r} is no array argument"
            raise Failure(message)
    how: LaunchOptions = {
        "grid": grid,
        "block": options.block,
        "cluster": options.cluster,
        "shared_bytes": options.shared_bytes,
        "device": options.device,
    }
    if is_wanted(options) and options.strict:
        message = "--strict does not go with options that record what a kernel does"
        raise Failure(message)
    status, faults = _run(kernel, options, tuple(arguments.values()), how)
    for selection in selections:
        value = {**numbered, **short, **arguments}[selection.name]
        show(f"{selection.text} = {_shown(value, selection.part)}")
    if faults:
        raise Failure(faults, WRONG)
    return status


def _run(
    kernel: Kernel, options: argparse.Namespace, values: tuple[Any, ...], how: LaunchOptions
) -> tuple[int, str]:
    """Run a kernel; return the exit status, and the faults behind which it went on."""
    from ptxpy.sim import EndlessError, SimulationError, UnsupportedError  # noqa: PLC0415

    try:
        with _limits(options):
            if is_wanted(options):
                return observe(kernel, options, values, how), ""
            kernel.launch(*values, **how, strict=options.strict)
    except EndlessError as error:
        first, _, rest = str(error).partition("\n")
        hint = "--max-steps N lets it run longer, --max-steps none for ever"
        message = f"{first}; {hint}\n{rest}"
        raise Failure(message, WRONG) from None
    except UnsupportedError as error:
        raise Failure(str(error), WRONG) from None
    except SimulationError as error:
        if not error.complete:
            raise Failure(str(error), WRONG) from None
        return WRONG, str(error)
    return FINE, ""


@contextmanager
def _limits(options: argparse.Namespace) -> Iterator[None]:
    """Limit a launch, and say so where that leaves out what it prints."""
    from ptxpy.sim import limited  # noqa: PLC0415 - NumPy loads slowly

    with limited(options.max_steps, options.max_output) as printed:
        try:
            yield
        finally:
            sys.stdout.flush()
            if printed.hidden:
                say(
                    f"printf wrote {printed.size:,} bytes, of which the first {printed.most:,} "
                    "are shown; --max-output none shows all"
                )


def _arguments(
    kernel: Kernel, options: argparse.Namespace, written: Function | None
) -> tuple[dict[str, Any], Any]:
    """Return the arguments of a launch by their names, in order, and its grid."""
    from ptxpy.cli.run_arguments import assign  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.cli.run_tensors import (  # noqa: PLC0415 - likewise
        completed,
        followed,
        grid_of,
        takes_tensors,
    )

    if written is None or not takes_tensors(written, kernel.signature):
        return assign(kernel.signature, options.given), options.grid
    found, env = completed(written, assign(kernel.signature, options.given, followed(written)))
    ordered = {parameter.name: found[parameter.name] for parameter in kernel.signature.parameters}
    grid = options.grid
    return ordered, grid_of(written, ordered, env) if grid is None else grid


def _shown(value: Any, index: tuple[int | slice, ...]) -> str:  # noqa: ANN401 - an array
    import numpy as np  # noqa: PLC0415 - loads slowly

    try:
        part = value[index]
    except IndexError as error:
        raise Failure(str(error)) from None
    return np.array2string(np.asarray(part), threshold=1000, separator=", ")
