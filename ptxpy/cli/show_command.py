"""`ptxpy show`: the functions of a PTX file, with their resources and control flow."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from ptxpy import ir
from ptxpy._counts import format_count
from ptxpy._schema import SCHEMA
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, EXIT_UNABLE
from ptxpy.cli.console import printable, write_stderr, write_stdout
from ptxpy.cli.function_names import match_symbols, no_match_error
from ptxpy.cli.graph_drawing import MAX_DRAWN_BLOCKS, dot_lines, draw_graph
from ptxpy.cli.overview import abbreviate, block_json, show_blocks, show_overview, show_title
from ptxpy.cli.shared_options import add_settings, describe_command, settings_of
from ptxpy.cli.sources import load
from ptxpy.codegen import option_texts
from ptxpy.styles import explicit_options
from ptxpy.summaries import Summary, Survey

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ptxpy.analysis import Storage
    from ptxpy.cli.argument_parser import Parser
    from ptxpy.summaries import FlowSummary


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The overview of a function lists parameters with their offsets, directives, "
        "declared and live registers, memory, instructions by class, loops and calls. Words are "
        "registers of 32 bits. A .py file is executed, as by `ptxpy emit`, and lines are those "
        "of the Python.",
        examples=("ptxpy show kernel.ptx", "ptxpy show kernel.ptx --kernel gemm --graph"),
    )
    parser.add_argument(
        "file", metavar="FILE", help="PTX, or Python (FILE.py); - is standard input"
    )
    parser.add_argument(
        "--kernel",
        metavar="NAME",
        help="show only functions with this symbol or C++ name, with this number from 0, or with "
        "this text in their symbol or declaration",
    )
    add_settings(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--blocks",
        action="store_true",
        help="show a table of the basic blocks: lines, instructions, loop depth (* marks a loop "
        "header), live words at the beginning (in), at most, and at the end (out), live predicates",
    )
    form.add_argument(
        "--graph",
        action="store_true",
        help=f"draw the control flow of functions of up to {MAX_DRAWN_BLOCKS} blocks",
    )
    form.add_argument(
        "--dot", action="store_true", help="write the control flow for Graphviz (dot -Tsvg)"
    )
    form.add_argument(
        "--json",
        action="store_true",
        help="print everything in JSON; `ptxpy help json` describes its fields",
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    source = load(options.file, settings_of(options), options.kernel)
    survey = Survey(source.module, source.lines)
    found = list(survey.functions)
    # Lines of Python stand for those of PTX where the module comes from Python.
    if options.kernel is not None:
        symbols = [code.function.name.name for code, _ in found]
        fits = match_symbols(symbols, options.kernel)
        if not fits:
            raise no_match_error(symbols, options.kernel, "function", EXIT_PROBLEMS)
        found = [
            function for function, symbol in zip(found, symbols, strict=True) if symbol in fits
        ]
    summaries = [survey.summarize(*function) for function in found]
    if options.json:
        functions = _functions_json(summaries)
        facts = {
            "schema": SCHEMA,
            "file": files.plain(options.file),
            **_module_json(survey),
            "functions": functions,
        }
        write_stdout(json.dumps(facts, indent=2))
        return EXIT_OK
    if options.dot:
        for line in dot_lines(_flows(summaries)):
            write_stdout(line)
        return EXIT_OK
    write_stdout(_module(survey, source.name))
    if options.graph or options.blocks:
        return _show_flows(_flows(summaries), graph=options.graph)
    # A function that is declared before its definition is shown once.
    defined = {summary.name for summary in summaries if summary.body}
    for summary in summaries:
        if summary.body or summary.name not in defined:
            show_overview(summary)
    return EXIT_OK


def _flows(summaries: Iterable[Summary]) -> list[tuple[Summary, FlowSummary]]:
    return [(summary, summary.body.flow) for summary in summaries if summary.body]


def _show_flows(flows: Sequence[tuple[Summary, FlowSummary]], *, graph: bool) -> int:
    """Draw the control flow of functions, or print tables of their blocks."""
    status = EXIT_OK
    if not flows:
        write_stderr("ptxpy: no function with a body")
    for summary, flow in flows:
        if graph and len(flow.blocks) > MAX_DRAWN_BLOCKS:
            write_stderr(
                f"ptxpy: {abbreviate(printable(summary.name), 60)}: {len(flow.blocks):,} blocks "
                f"are too many to draw (at most {MAX_DRAWN_BLOCKS}); --blocks lists them, --dot "
                "writes them"
            )
            status = EXIT_UNABLE
            continue
        show_title(summary)
        if graph:
            for line in draw_graph(flow, sys.stdout.encoding):
                write_stdout(f"    {line}".rstrip())
        else:
            show_blocks(flow)
    return status


def _module(survey: Survey, name: str) -> str:
    """Describe a module in one line."""
    facts: list[str] = []
    for item in survey.module.body:
        if isinstance(item, ir.Version):
            facts.append(f"PTX {item.number}")
        elif isinstance(item, ir.Target):
            facts.append(", ".join(item.names))
    facts.append(f"style {survey.module.style}")
    kernels = len(survey.module.kernels)
    facts.append(format_count(kernels, "kernel"))
    facts.append(format_count(len(survey.functions) - kernels, "function"))
    sizes = [storage.size for storage in survey.shared if storage.size is not None]
    if sizes:
        facts.append(f"{format_count(sum(sizes), 'byte')} of shared memory outside functions")
    if len(sizes) < len(survey.shared):
        facts.append("dynamic shared memory")
    options = option_texts(survey.module.options)
    layout = f"\n    laid out with {', '.join(options)}" if options else ""
    return f"{name}: {', '.join(facts)}{layout}"


def _module_json(survey: Survey) -> dict[str, Any]:
    body = survey.module.body
    return {
        "version": next((item.number for item in body if isinstance(item, ir.Version)), None),
        "target": [name for item in body if isinstance(item, ir.Target) for name in item.names],
        "style": survey.module.style,
        "style_options": dict(explicit_options(survey.module.options)),
        "shared": [_storage_json(storage) for storage in survey.shared],
    }


def _functions_json(summaries: Iterable[Summary]) -> list[dict[str, Any]]:
    return [
        {
            "kind": summary.kind,
            "name": summary.name,
            "signature": summary.signature,
            "declared": summary.body is None,
            "line": summary.line,
            "returns": [_storage_json(storage) for storage in summary.returns],
            "parameters": [_storage_json(storage) for storage in summary.parameters],
            "directives": list(summary.directives),
            **_body_json(summary),
        }
        for summary in summaries
    ]


def _body_json(summary: Summary) -> dict[str, Any]:
    body = summary.body
    if body is None:
        return {}
    major, minor = body.needs.version
    return {
        "registers": body.registers,
        "most_live": body.flow.most._asdict(),
        "shared": [_storage_json(storage) for storage in body.shared],
        "local": [_storage_json(storage) for storage in body.local],
        "instructions": body.instructions,
        "mix": [{**sort._asdict(), "count": number} for sort, number in body.mix.items()],
        "features": body.features,
        "calls": {name: number for name, number in body.calls.items() if name},
        "calls_through_pointers": body.calls.get("", 0),
        "needs": {"version": f"{major}.{minor}", "targets": body.needs.listed},
        "loops": [{"header": to, "from": end} for end, to in body.flow.loops.back_edges],
        "blocks": [block_json(block) for block in body.flow.blocks],
    }


def _storage_json(storage: Storage) -> dict[str, Any]:
    return {**storage._asdict(), "dimensions": list(storage.dimensions)}
