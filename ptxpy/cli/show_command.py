"""`ptxpy show`: what is in a PTX file."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from ptxpy import ir
from ptxpy.cli import files
from ptxpy.cli.arguments import describe
from ptxpy.cli.blocks import block_json, show_blocks
from ptxpy.cli.console import counted, printable, say, show
from ptxpy.cli.dot import dot_lines
from ptxpy.cli.failure import FINE, UNABLE, WRONG
from ptxpy.cli.function_names import matching, none_of
from ptxpy.cli.graph import MOST_BLOCKS, draw
from ptxpy.cli.overview import middle, show_overview, show_title
from ptxpy.cli.settings import add_settings, settings_of
from ptxpy.cli.sources import load
from ptxpy.cli.summary import Summary, Survey
from ptxpy.codegen.options import option_texts
from ptxpy.styles.options import explicit_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ptxpy.analysis.storage import Storage
    from ptxpy.cli.flow import Flow
    from ptxpy.cli.parsers import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe(
        parser,
        run,
        details="For each: parameters with their offsets, directives, registers declared and "
        "live, memory, instructions by kind, loops, calls. Words are registers of 32 bits. A "
        ".py file is executed, as `ptxpy emit` does, and lines are those of the Python.",
        example="ptxpy show kernel.ptx --kernel gemm --graph",
    )
    parser.add_argument(
        "file", metavar="FILE", help="PTX, or Python (FILE.py); - is standard input"
    )
    parser.add_argument(
        "--kernel",
        metavar="NAME",
        help="show one function only, by its symbol or its name in C++, or those with this in "
        "their symbol or declaration, or that of this number, from 0",
    )
    add_settings(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--blocks",
        action="store_true",
        help="show a table of the basic blocks: lines, instructions, loop depth (* begins a loop), "
        "words live at the beginning (in), at most, and at the end (out), predicates at most",
    )
    form.add_argument(
        "--graph",
        action="store_true",
        help=f"draw the control flow of functions of up to {MOST_BLOCKS} blocks",
    )
    form.add_argument(
        "--dot", action="store_true", help="write the control flow for Graphviz (dot -Tsvg)"
    )
    form.add_argument("--json", action="store_true", help="print everything in JSON")


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    source = load(options.file, settings_of(options))
    survey = Survey(source.module, source.lines)
    summaries = _chosen(survey, options.kernel)
    if options.json:
        functions = _functions_json(summaries)
        facts = {"file": files.plain(options.file), **_module_json(survey), "functions": functions}
        show(json.dumps(facts, indent=2))
        return FINE
    if options.dot:
        for line in dot_lines(_flows(summaries)):
            show(line)
        return FINE
    show(_module(survey, source.name))
    if options.graph or options.blocks:
        return _show_flows(_flows(summaries), graph=options.graph)
    defined = {summary.name for summary in summaries if summary.body}
    for summary in summaries:
        if summary.body or summary.name not in defined:
            show_overview(summary)
    return FINE


def _chosen(survey: Survey, name: str | None) -> list[Summary]:
    """Return the functions of that name, else those that have it in theirs; without one, all."""
    found = list(survey.functions)
    if name is not None:
        symbols = [code.function.name.name for code, _ in found]
        fits = matching(symbols, name)
        if not fits:
            raise none_of(symbols, name, "function", WRONG)
        found = [
            function for function, symbol in zip(found, symbols, strict=True) if symbol in fits
        ]
    return [survey.summarize(*function) for function in found]


def _flows(summaries: Iterable[Summary]) -> list[tuple[Summary, Flow]]:
    return [(summary, summary.body.flow) for summary in summaries if summary.body]


def _show_flows(flows: Sequence[tuple[Summary, Flow]], *, graph: bool) -> int:
    """Draw the control flow of functions, or print tables of their blocks."""
    status = FINE
    if not flows:
        say("ptxpy: no function with a body")
    for summary, flow in flows:
        if graph and len(flow.blocks) > MOST_BLOCKS:
            say(
                f"ptxpy: {middle(printable(summary.name), 60)}: {len(flow.blocks):,} blocks are "
                f"too many to draw (at most {MOST_BLOCKS}); --blocks lists them, --dot writes them"
            )
            status = UNABLE
            continue
        show_title(summary)
        if graph:
            for line in draw(flow, sys.stdout.encoding):
                show(f"    {line}".rstrip())
        else:
            show_blocks(flow)
    return status


def _module(survey: Survey, name: str) -> str:
    """Describe a module in a line."""
    facts: list[str] = []
    for item in survey.module.body:
        if isinstance(item, ir.Version):
            facts.append(f"PTX {item.number}")
        elif isinstance(item, ir.Target):
            facts.append(", ".join(item.names))
    facts.append(f"style {survey.module.style}")
    kernels = len(survey.module.kernels)
    facts.append(counted(kernels, "kernel"))
    facts.append(counted(len(survey.functions) - kernels, "function"))
    sizes = [storage.size for storage in survey.shared if storage.size is not None]
    if sizes:
        facts.append(f"{counted(sum(sizes), 'byte')} of shared memory outside functions")
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
