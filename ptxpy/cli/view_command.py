"""`ptxpy view`: a page with Python, PTX and machine code side by side."""

from __future__ import annotations

import argparse
from math import prod
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import format_count, printable, write_stderr
from ptxpy.cli.launch_options import (
    add_launch_options,
    add_limits,
    limits,
    module_source,
    prepare,
    select_kernel,
    step_limit_reached,
)
from ptxpy.cli.observation import block_index
from ptxpy.cli.shared_options import add_settings, describe_command, settings_of
from ptxpy.cli.sources import load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.captures import CapturedLaunch
    from ptxpy.cli.argument_parser import Parser
    from ptxpy.cli.launch_options import Launch
    from ptxpy.cli.sources import Source
    from ptxpy.codegen import SourceFile
    from ptxpy.launch_request import LaunchRequest
    from ptxpy.sim import Trace
    from ptxpy.view import Run, ShownProgram

Index: TypeAlias = "int | tuple[int, ...]"
_T = TypeVar("_T")


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The page is one file, which needs no network: columns of the source, Python, PTX "
        "and SASS in step, live registers and diagnostics of each line, an overview, and control "
        "flow. SASS takes nvdisasm, which `pip install 'ptxpy[view]'` has. Of a captured launch, "
        "it has the counts, values and timeline of a replay too; with --run and the arguments that "
        "`ptxpy run` takes, those of a run in the simulator.",
        example="ptxpy view saxpy.ptx --run --grid 4 --block 256 --arg 1024 --arg 2.0 "
        "--arg float32[1024]:arange --arg float32[1024]:ones",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="PTX, Python (.py), a binary that holds PTX, or a captured launch (.zip)",
    )
    parser.add_argument(
        "-o", dest="output", metavar="OUT.html", help="the page (default: FILE with .html)"
    )
    parser.add_argument("--force", action="store_true", help="overwrite OUT.html if it exists")
    parser.add_argument(
        "--kernel",
        metavar="NAME",
        help="of a binary, the PTX that has the kernel; with --run, the kernel to run",
    )
    parser.add_argument(
        "--arch", metavar="TARGET", help="the target of the machine code (default: the file's)"
    )
    parser.add_argument(
        "--no-sass", action="store_true", help="leave the machine code out, which is made by ptxas"
    )
    parser.add_argument(
        "--source",
        metavar="DIR",
        help="the folder of the source files that .file names; without it, source code beside FILE "
        "is taken",
    )
    add_settings(parser)
    group = parser.add_argument_group("running the kernel in the simulator")
    group.add_argument(
        "--run", action="store_true", dest="is_run", help="show the counts and timeline of a run"
    )
    group.add_argument(
        "--ctas",
        metavar="X[,Y[,Z]]",
        nargs="+",
        type=block_index,
        help="the blocks of the timeline (default: the first 16); values are of the first of them",
    )
    add_launch_options(group)
    add_limits(group)


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    from ptxpy.syntax import emit  # noqa: PLC0415 - loads slowly
    from ptxpy.view import MachineCode, machine_code, page, page_data  # noqa: PLC0415

    captured = _captured(options.file)
    is_captured = captured is not None
    given = [
        f"--{name.replace('_', '-')}"
        for name in ("grid", "block", "cluster", "shared_bytes")
        if getattr(options, name) is not None
    ]
    given += ["--arg"] if options.given else []
    if options.ctas and not options.is_run and not is_captured:
        message = "--ctas needs --run"
        raise CommandError(message)
    if options.source is not None and not Path(options.source).is_dir():
        message = f"--source {printable(options.source)}: there is no such folder"
        raise CommandError(message)
    # A captured launch has its own grid and arguments.
    if is_captured and (options.is_run or given):
        message = f"{'--run' if options.is_run else given[0]} cannot be given: "
        message += f"{printable(options.file)} is a captured launch, which is replayed"
        raise CommandError(message)
    if given and not options.is_run:
        message = f"{given[0]} needs --run"
        raise CommandError(message)
    if options.is_run and not given:
        message = "--run needs --grid, --block and --arg; `ptxpy run FILE` shows an example"
        raise CommandError(message)
    source = load(options.file, settings_of(options), options.kernel)
    output = files.Output.checked(_output(options), force=options.force, source=options.file)
    text = emit(source.module)
    machine = (
        MachineCode((), "--no-sass leaves it out")
        if options.no_sass
        else machine_code(text.encode("utf-8", "surrogateescape"), options.arch)
    )
    if captured is not None:
        observed = _replayed(captured, options.ctas)
    else:
        observed = _observed(source, options) if options.is_run else None
    sources = _sources(source, options)
    data = page_data(source.module, source.name, _program(source), machine, observed, sources)
    output.write(page(data["name"], data).encode("utf-8", "replace"))
    if machine.reason:
        write_stderr(f"ptxpy: without machine code: {machine.reason}")
    lines = format_count(text.count("\n") + 1, "line")
    write_stderr(f"{files.display(_output(options))}: {lines} of PTX")
    return EXIT_OK


def _output(options: argparse.Namespace) -> str:
    """Return the name of the page."""
    if options.output is not None:
        return str(options.output)
    if options.file == files.STANDARD:
        message = "name the page of standard input: -o OUT.html"
        raise CommandError(message)
    # The page is written to the working folder: that of a binary may not be ours.
    binary, word = files.split(options.file)
    name = Path(binary).name if not word else f"{Path(binary).stem}.{Path(word).name}"
    return str(Path(name).with_suffix(".html"))


def _captured(name: str) -> CapturedLaunch | None:
    if not name.endswith(".zip"):
        return None
    from ptxpy.captures import is_capture, load_capture  # noqa: PLC0415 - only for zip files

    return load_capture(name) if is_capture(name) else None


_SOURCE_CODE: Final = frozenset(
    {".c", ".cc", ".cl", ".cpp", ".cu", ".cuh", ".cxx", ".f90", ".h", ".hh", ".hpp", ".inl"}
    | {".jl", ".mojo", ".py", ".rs"}
)
"""The suffixes of files that are taken without `--source`: the page may be sent to others."""


def _sources(source: Source, options: argparse.Namespace) -> dict[int, SourceFile]:
    """Return the sources of a module, and say which are in the page."""
    from ptxpy.codegen import source_names, sources_of  # noqa: PLC0415 - loads slowly

    named = source_names(source.module)
    if options.source is None and (options.file == files.STANDARD or source.lines is not None):
        return {}
    folder = Path(options.source or Path(files.split(options.file)[0]).parent)
    found = sources_of(source.module, folder)
    if options.source is None:
        found = {
            number: each
            for number, each in found.items()
            if Path(named[number]).suffix.lower() in _SOURCE_CODE
        }
    elif not found:
        names = ", ".join(sorted({PurePosixPath(name).name for name in named.values()}))
        reason = f"it has none of {printable(names)}" if names else "the PTX has no .file"
        write_stderr(f"ptxpy: without a source: --source {printable(options.source)}: {reason}")
    return found


def _replayed(captured: CapturedLaunch, ctas: Sequence[Index] | None) -> Run | None:
    """Return a replay as the page shows it; None if the launch cannot be replayed."""
    from ptxpy.sim import SimulationError, UnsupportedError, observe  # noqa: PLC0415
    from ptxpy.view import Run  # noqa: PLC0415

    def replay(observed: Callable[[LaunchRequest], _T]) -> _T:
        found: list[_T] = []
        captured.replay(run=lambda request: found.append(observed(request)))
        return found[0]

    def traced(request: LaunchRequest) -> Trace:
        threads = _warp_leaders(request.geometry.block)
        return observe.trace(request, threads=threads, cta=_first(ctas), limit=_MAX_VALUES)

    try:
        # Each observer has a replay of its own, since a replay runs one observer.
        return Run(
            replay(observe.profile),
            replay(lambda request: observe.timeline(request, ctas=ctas)),
            replay(traced),
        )
    except (SimulationError, UnsupportedError) as error:
        write_stderr(f"ptxpy: without a run: {str(error).splitlines()[0]}")
        return None


_MAX_VALUES: Final = 20_000
"""The most instructions whose values are recorded."""
_WARP: Final = 32


def _warp_leaders(block: tuple[int, int, int]) -> list[int]:
    """Return the first thread of each warp: warps may have parts of their own to play."""
    return list(range(0, prod(block), _WARP))


def _first(ctas: Sequence[Index] | None) -> Index:
    return ctas[0] if ctas else 0


def _program(source: Source) -> ShownProgram | None:
    """Return the Python of a module: its own, or the one that `ptxpy import` writes."""
    from ptxpy.codegen import ProofError, to_python  # noqa: PLC0415 - loads slowly
    from ptxpy.dsl import trace_python  # noqa: PLC0415 - loads slowly
    from ptxpy.view import ShownProgram  # noqa: PLC0415

    if source.lines is not None:
        return ShownProgram(source.name, source.source.decode("utf-8", "replace"), source.lines)
    name = f"{Path(source.name).stem}.py"
    try:
        text = to_python(source.module)
    except ProofError as error:
        write_stderr(f"ptxpy: without Python: {str(error).splitlines()[0]}")
        return None
    return ShownProgram(name, text, trace_python(text, filename=name).lines)


def _observed(source: Source, options: argparse.Namespace) -> Run:
    """Run a kernel, with fresh arguments for each observer."""
    from ptxpy.launch import Kernel  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.launch.cuda import SourceError  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.launch_request import LaunchError  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.view import Run  # noqa: PLC0415 - loads slowly

    try:
        module = module_source(source)
        kernel = Kernel(module, select_kernel(module, options.kernel))
        function = source.kernels.get(kernel.name)

        def run(observed: Callable[[Launch], _T]) -> _T:
            return _limited(options, lambda: observed(prepare(kernel, options, function)))

        # Each run has fresh arguments, since a kernel may change its arrays.
        profile = run(lambda each: kernel.profile(*each.arguments.values(), **each.options))
        timeline = run(
            lambda each: kernel.timeline(
                *each.arguments.values(), ctas=options.ctas, **each.options
            )
        )
        geometry = timeline.geometry
        threads = [0] if geometry is None else _warp_leaders(geometry.block)
        trace = run(
            lambda each: kernel.trace(
                *each.arguments.values(),
                threads=threads,
                cta=_first(options.ctas),
                limit=_MAX_VALUES,
                **each.options,
            )
        )
    except LaunchError as error:
        raise CommandError(str(error)) from None
    except SourceError as error:
        raise CommandError(str(error), EXIT_PROBLEMS) from None
    return Run(profile, timeline, trace)


def _limited(options: argparse.Namespace, run: Callable[[], _T]) -> _T:
    from ptxpy.sim import SimulationError, StepLimitExceededError, UnsupportedError  # noqa: PLC0415

    try:
        with limits(options):
            return run()
    except StepLimitExceededError as error:
        raise step_limit_reached(error) from None
    except (UnsupportedError, SimulationError) as error:
        raise CommandError(str(error), EXIT_PROBLEMS) from None
