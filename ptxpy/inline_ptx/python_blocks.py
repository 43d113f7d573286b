"""The inline PTX of a Python file, which is parsed and not executed.

Triton's `inline_asm_elementwise`, `llvm.inline_asm` of MLIR and of the CuTe DSL, and `InlineAsm` of
llvmlite, with which Numba is extended. Texts and constraints are strings that `python_expressions`
can evaluate.
"""

from __future__ import annotations

import ast
import re
import warnings
from typing import TYPE_CHECKING, Final

from ptxpy.inline_ptx.blocks import (
    HOST,
    Arity,
    Block,
    Blocks,
    Lines,
    Operand,
    Run,
    Skipped,
    TemplatePositions,
    is_for_other_processor,
)
from ptxpy.inline_ptx.python_expressions import Offsets, Resolver, UnresolvedError
from ptxpy.inline_ptx.python_sites import has_sites, sites_of
from ptxpy.inline_ptx.python_types import function_types, list_length, result_types, triton_bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.inline_ptx.python_literals import Piece
    from ptxpy.inline_ptx.python_sites import Site

__all__ = ["find_python_blocks"]

ELEMENTWISE: Final = frozenset({"triton", "torch"})
"""The dialects whose calls are `inline_asm_elementwise`."""
UNPACKED: Final = "the text or the constraints are unpacked from a list or dictionary"
BY_LAYOUT: Final = "the numbers of operands depend on the layouts of tensors"
INCOMPLETE: Final = "the call has no text or no constraints"
TOO_DEEP: Final = "the text is computed too deep"
UNREADABLE: Final = "the file is not Python that this version of Python reads"


def find_python_blocks(source: bytes) -> Blocks:
    """Return the inline PTX of a Python file.

    A text with conditional expressions makes two blocks: where all conditions hold, and none.
    """
    # Parsing a large file takes a while, and most files have no inline PTX.
    if not has_sites(source):
        return Blocks((), ())
    text = source.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Python says of escape sequences
            tree = ast.parse(text)
    except SyntaxError as error:
        detail = str(error.msg)
        skipped = Skipped(error.lineno or 1, error.offset or 1, UNREADABLE, detail)
        return Blocks((), (skipped,), unreadable=True)
    except (ValueError, RecursionError, MemoryError):
        return Blocks((), (Skipped(1, 1, UNREADABLE),), unreadable=True)
    return _Finder(text).find(tree)


class _Finder:
    """The search for blocks in one file."""

    def __init__(self, text: str) -> None:
        self.lines = Lines(text)
        self.offsets = Offsets(self.lines)
        self.resolver = Resolver(text, self.offsets)

    def find(self, tree: ast.Module) -> Blocks:
        """Return the blocks of a file in the order of lines."""
        found: list[Block] = []
        skipped: list[Skipped] = []
        for site in sites_of(tree):
            line, column = self.lines.place(self.offsets.span(site.call)[0])
            # A text with `a if c else b` has two values: it is read once for each.
            for alternative in (True, False):
                self.resolver.choose(alternative=alternative)
                try:
                    block = self._block(site, line, column)
                    if is_for_other_processor(block):
                        raise UnresolvedError(HOST)  # noqa: TRY301 - as a text that is not known
                    found.append(block)
                except UnresolvedError as error:
                    skipped.append(Skipped(line, column, error.reason, error.detail))
                except RecursionError:
                    skipped.append(Skipped(line, column, TOO_DEEP))
                # Without a conditional expression both readings are the same.
                if not self.resolver.has_chosen:
                    break
        found.sort(key=lambda block: (block.line, block.column))
        return Blocks(tuple(dict.fromkeys(found)), tuple(sorted(dict.fromkeys(skipped))))

    def _block(self, site: Site, line: int, column: int) -> Block:
        arguments = site.arguments
        if "asm" not in arguments or "constraints" not in arguments:
            raise UnresolvedError(UNPACKED if site.unpacked else INCOMPLETE)
        if isinstance(arguments["constraints"], ast.Tuple):
            raise UnresolvedError(BY_LAYOUT)
        pieces = self.resolver.pieces(arguments["asm"], site.scope)
        template, positions = self._template(pieces)
        constraints = self.resolver.pieces(arguments["constraints"], site.scope)
        written, places = self._template(constraints)
        fallback = self.lines.place(self.offsets.span(arguments["constraints"])[0])
        outputs, inputs, clobbers = _operands(written, places)
        place = places.place(0) if written else fallback
        arity = Arity(None, None, line=place.line, column=place.column, constraints=written)
        arity, types = _call_of(site, arguments, arity)
        outputs = tuple(
            operand._replace(type=kind)
            for operand, kind in zip(
                outputs,
                types if len(types) == len(outputs) else [None] * len(outputs),
                strict=True,
            )
        )
        return Block(
            template=template,
            positions=positions,
            outputs=outputs,
            inputs=_with_values(inputs, site, arguments),
            clobbers=clobbers,
            volatile=_has_side_effects(site),
            dialect=site.dialect,
            line=line,
            column=column,
            open=site.conditional,
            arity=arity,
        )

    def _template(self, pieces: Sequence[Piece]) -> tuple[str, TemplatePositions]:
        """Return a text, with the places of its characters."""
        runs: list[Run] = []
        strings: list[int] = []
        length = 0
        for piece in pieces:
            if piece.begins:
                strings.append(length)
            if piece.text:
                runs.append(Run(length, *self.lines.place(piece.offset), advances=piece.advances))
                length += len(piece.text)
        if not runs:
            runs.append(Run(0, *(self.lines.place(pieces[0].offset) if pieces else (1, 1))))
        text = "".join(piece.text for piece in pieces)
        return text, TemplatePositions(tuple(runs), tuple(strings) or (0,))


_CONSTRAINT: Final = re.compile(r"(?:[^,{}]|\{[^{}]*\})+")


def _operands(
    written: str, places: TemplatePositions
) -> tuple[tuple[Operand, ...], tuple[Operand, ...], tuple[str, ...]]:
    """Return the outputs, inputs and clobbers in a string of LLVM's constraints."""
    outputs: list[Operand] = []
    inputs: list[Operand] = []
    clobbers: list[str] = []
    for match in _CONSTRAINT.finditer(written):
        text = match[0].strip()
        at = match.start() + len(match[0]) - len(match[0].lstrip())
        if text.startswith("~"):
            clobbers.append(text[1:].strip("{}"))
            # LLVM separates outputs and inputs only by the equals sign.
            continue
        operand = Operand(text, "", None, *places.place(at))
        (outputs if text.startswith("=") else inputs).append(operand)
    return tuple(outputs), tuple(inputs), tuple(clobbers)


def _call_of(
    site: Site, arguments: dict[str, ast.expr], arity: Arity
) -> tuple[Arity, tuple[str | None, ...]]:
    """Return the numbers of operands that a call passes, and the types of its results."""
    if site.dialect in ELEMENTWISE:
        return _of_triton(arguments, arity)
    if site.dialect == "numba":
        types, inputs = function_types(arguments.get("type"), site.scope)
    else:
        # An argument that is left out is as unknown as one that is computed.
        held = arguments.get("results")
        types = None if held is None else result_types(held, site.scope)
        inputs = list_length([arguments["operands"]]) if "operands" in arguments else None
    outputs = None if types is None else len(types)
    return arity._replace(outputs=outputs, inputs=inputs), types or ()


_REGISTER_BITS: Final = 32
_OF_BITS: Final = {32: "int32_t", 64: "int64_t"}


def _of_triton(
    arguments: dict[str, ast.expr], arity: Arity
) -> tuple[Arity, tuple[str | None, ...]]:
    """Return the arity of a call of Triton: `pack` elements are in registers of 32 bits or more."""
    inputs = list_length([arguments["args"]]) if "args" in arguments else None
    packed = arguments.get("pack")
    # A `pack` that is computed may be any number.
    pack = packed.value if isinstance(packed, ast.Constant) else None
    arity = arity._replace(inputs=inputs, at_least=pack != 1)
    dtype = arguments.get("dtype")
    if isinstance(dtype, ast.Constant) and isinstance(dtype.value, str):
        arity = arity._replace(wrong_type=dtype.value)
    bits = triton_bits(arguments.get("dtype"))
    if bits is None or not isinstance(pack, int) or not 0 < pack <= _REGISTER_BITS:
        return arity, ()
    types: list[str | None] = []
    for each in bits:
        if each is None:
            return arity, ()
        # Elements of less than 32 bits share a register, as many as fit and as `pack` has.
        in_register = max(1, min(_REGISTER_BITS // each, pack))
        types += [_OF_BITS.get(each * in_register)] * -(-pack // in_register)
    return arity._replace(outputs=len(types)), tuple(types)


def _has_side_effects(site: Site) -> bool:
    """Return whether the compiler must keep the code: also if that is not known."""
    is_elementwise = site.dialect in ELEMENTWISE
    held = site.arguments.get("is_pure" if is_elementwise else "side_effect")
    if held is None:
        return is_elementwise or site.unpacked  # Triton has no default
    if not isinstance(held, ast.Constant):
        return True
    return bool(held.value) is not is_elementwise


def _with_values(
    inputs: tuple[Operand, ...], site: Site, arguments: dict[str, ast.expr]
) -> tuple[Operand, ...]:
    """Return inputs with their expressions if each input has one."""
    held = arguments.get("args" if site.dialect in ELEMENTWISE else "operands")
    if not isinstance(held, ast.List | ast.Tuple) or len(held.elts) != len(inputs):
        return inputs
    if any(isinstance(each, ast.Starred) for each in held.elts):
        return inputs
    return tuple(
        # Only constants matter here: the rules for `n` ask whether an input is one.
        operand._replace(text=str(each.value)) if isinstance(each, ast.Constant) else operand
        for operand, each in zip(inputs, held.elts, strict=True)
    )
