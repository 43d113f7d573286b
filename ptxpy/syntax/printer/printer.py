"""From the IR to PTX text: every token from structure, every gap from layout or style."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.ir import Tokens, compile_pattern, operand_tokens, tokens
from ptxpy.ir import nodes as n
from ptxpy.isa import TERMINATORS
from ptxpy.styles import (
    ASM_STATES,
    StatementKind,
    Style,
    TriviaPredictor,
    classify_item,
    classify_statement,
    find_style,
    is_gap,
    join,
    restore_line_ends,
    stable_gaps,
    style_of,
    summarise_module,
)


def print_module(module: n.Module) -> str:
    """Return the text of a module."""
    return "".join(_printed(module, None))


def print_part(node: Any) -> str:  # noqa: ANN401 - whatever a caller has
    """Return the text of a statement or an operand by itself; `TypeError` for anything else."""
    if not isinstance(node, n.Node):
        msg = f"not a node: {type(node).__name__}"
        raise TypeError(msg)
    if "before" not in node.fields:
        operand: Any = node
        return _operand_printer(find_style("plain").statement_gaps)(operand)
    # A run of a module's statements tells this as it prints them.
    if type(node) is n.Instruction and type(node.operands) is not tuple:
        raise TypeError(node.operands)
    printer = _Printer(n.Module("plain", ()))
    printer.parts.clear()
    printer._statement(node.replace(before=None), classify_statement(node))  # noqa: SLF001
    return "".join(printer.parts).strip()


class Marks(NamedTuple):
    """Where statements begin, by ordinal."""

    parts: list[int]
    """How many pieces of text come before the first token of a statement."""
    asm: list[bool]
    """Whether it is in a block of inline assembly, which has gaps of its own."""


def marked_parts(module: n.Module) -> tuple[list[str], Marks]:
    """Return the text of a module in pieces, and where in them its statements begin."""
    marks = Marks([], [])
    return _printed(module, marks), marks


def _printed(module: n.Module, marks: Marks | None) -> list[str]:
    """Return the text of a module in pieces, with its own line ends."""
    parts = _Printer(module, marks).parts
    options = module.options
    if options.newline == "\n" and options.blank_line is None:
        return parts
    # A blank line at the very beginning has no line feed before it.
    begins = True
    for position, part in enumerate(parts):
        if "\n" in part:
            parts[position] = restore_line_ends(part, options, begins_line=begins)
        begins = begins and not part
    return parts


class _Printer:
    """Prints one module into a list of pieces of text."""

    def __init__(self, module: n.Module, marks: Marks | None = None) -> None:
        style = style_of(module)
        self.style = style
        self.layout = TriviaPredictor(style, summarise_module(module.body))
        self.parts: list[str] = []
        self.marks = marks
        self.instruction = instruction_printer(style, asm=False)
        self.instructions = run_printer(style)
        self.asm_instruction = instruction_printer(style, asm=True)
        self.even = stable_gaps(style) if _is_usual(style) else {}
        self.of_debug = _debug_printers(style)
        self._body(module.body, classify_item)
        self._gap(module.closing, StatementKind.END, None)

    def _gap(self, explicit: str | None, kind: StatementKind, node: n.Node | None) -> None:
        """Print the gap before a statement or brace."""
        if explicit is not None and explicit not in KNOWN_GAPS:
            check_gap(explicit, node)
        gap = self.layout.predict(kind, node) if explicit is None else explicit
        self.parts.append(gap)
        self.layout.advance_over_comments(gap)

    def _body(
        self, body: Sequence[n.Node], classify_statement: Callable[[n.Node], StatementKind]
    ) -> None:
        layout = self.layout
        layout.previous = None
        # A debug section, and a caller that wants the places of statements, need every statement
        # alone.
        even = {} if self.marks is not None or layout.section_gaps is not None else self.even
        node: Any
        rest = iter(body)
        for node in rest:
            lead = even.get(layout.state)
            if lead is not None and type(node) is n.Instruction:
                last, node = self.instructions(  # noqa: PLW2901 - read on
                    node, rest, lead, self.parts
                )
                if last is not None:
                    layout.previous = last
                    layout.has_trailing_comment = False
                if node is None:
                    break
            self._statement(node, classify_statement(node))

    def _statement(
        self,
        node: Any,  # noqa: ANN401 - told apart by its class
        kind: StatementKind,
    ) -> None:
        """Print a statement, the gap before it, and its body."""
        layout = self.layout
        parts = self.parts
        gap, within = node.before, getattr(node, "within", None)
        # The node says the gap, else the table of the style, else a function of the style that
        # looks at the node.
        if gap is None:
            gap = self.style.rows[layout.state][0][kind]
            if gap is None:
                gap = layout.predict(kind, node)
        elif gap not in KNOWN_GAPS:
            check_gap(gap, node)
        if not gap and type(layout.previous) in _OPEN_ENDED and tokens(node)[0][1][0] in _WORD:
            gap = "\n"  # an inserted statement must not grow into the one before it
        parts.append(gap)
        layout.advance_over_comments(gap)
        if self.marks is not None:
            self.marks.parts.append(len(parts))
            self.marks.asm.append(layout.state in ASM_STATES)
        if type(node) is n.Instruction and within is None:
            asm = layout.state in ASM_STATES
            parts.append((self.asm_instruction if asm else self.instruction)(node))
            layout.advance(kind, node)
            return
        text = None
        if within is None and type(node) in self.of_debug and layout.state not in ASM_STATES:
            text = self.of_debug[type(node)](node)
        if text is None:
            self._tokens(node, within)
        else:
            parts.append(text)
        layout.advance(kind, node)
        if type(node) in _BODIES and node.body is not None:
            if type(node) is n.Section:
                self.layout.enter_section(node.name, node.body)
            end = _BODIES[type(node)]
            self._body(node.body or (), classify_statement)
            self._gap(node.closing, end, node)
            self.parts.append("}")
            self.layout.advance(end, node)

    def _tokens(self, node: n.Node, within: n.Gaps | None) -> None:
        """Print a statement up to its opening brace."""
        if type(node) is n.Instruction:
            _check_modifiers(node.opcode, node.modifiers)
        spelled = tokens(node)
        check_tokens(spelled, node)
        if within is not None and not KNOWN_GAPS.issuperset(within):
            for gap in within:
                check_gap(gap, node)
        if within is None or len(within) != len(spelled) - 1:
            within = self.style.predict_inner_gaps(spelled, asm=self.layout.asm)
        parts = self.parts
        parts.append(spelled[0][1])
        for gap, (_, text) in zip(within, spelled[1:], strict=True):
            if gap:
                parts.append(gap)
            parts.append(text)


_OPEN_ENDED: frozenset[type] = frozenset(
    {n.Location, n.Data, n.File, n.Version, n.Target, n.AddressSize}
)
"""Statements without a semicolon."""

_WORD = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$")

_BODIES: Final[dict[Any, StatementKind]] = {
    n.Scope: StatementKind.SCOPE_END,
    n.Function: StatementKind.FUNCTION_END,
    n.Section: StatementKind.SECTION_END,
}


_Head: TypeAlias = tuple[str, str, Callable[[n.Operand], str]]


def run_printer(
    style: Style,
) -> Callable[[Any, Iterator[Any], str, list[str]], tuple[Any, Any]]:
    """Return a function that prints instructions in a row which nothing sets apart.

    It takes the first one, the statements after it, the gap between them and where to put the
    text; it returns the last one that it has printed, and the first statement that it has not.
    Branches, statements with layout of their own, and other statements are not printed; None is
    for the end.
    """
    plain = style.statement_gaps
    guarded = plain["guarded"]
    guard_text = _operand_printer(plain)
    head_of = _heads(style, guard_text, asm=False)
    heads: dict[tuple[str, tuple[str, ...]], _Head] = {}

    known = KNOWN_NAMES

    def print_run(
        node: Any,  # noqa: ANN401 - a statement: told apart by its very class
        rest: Iterator[Any],
        lead: str,
        parts: list[str],
    ) -> tuple[Any, Any]:
        last = None
        append = parts.append
        instruction, names = n.Instruction, _NAMES
        while True:
            if type(node) is not instruction:
                return last, node
            guard, opcode, modifiers, operands, before, within = node
            # After a terminator the state of the layout changes, and so does the gap of the next
            # statement.
            if before is not None or within is not None or opcode in TERMINATORS:
                return last, node
            last = node
            found = heads.get((opcode, modifiers))
            if found is None:
                found = heads[opcode, modifiers] = head_of(opcode, modifiers)
            head, comma, text_of = found
            mark = lead
            if guard is not None:
                mark = f"{lead}{'@!' if guard[1] else '@'}{guard_text(guard[0])}{guarded}"
            # Registers, symbols and literals have their text as their first field. Nearly all
            # instructions have two or three operands, for which no list is made.
            count = len(operands)
            if type(operands) is not tuple:
                raise TypeError(operands)
            if count == 3:  # noqa: PLR2004 - see above
                a, b, c = operands
                append(
                    f"{mark}{head}{a[0] if type(a) in names and a[0] in known else text_of(a)}"
                    f"{comma}{b[0] if type(b) in names and b[0] in known else text_of(b)}"
                    f"{comma}{c[0] if type(c) in names and c[0] in known else text_of(c)};"
                )
            elif count == 2:  # noqa: PLR2004 - see above
                a, b = operands
                append(
                    f"{mark}{head}{a[0] if type(a) in names and a[0] in known else text_of(a)}"
                    f"{comma}{b[0] if type(b) in names and b[0] in known else text_of(b)};"
                )
            elif count:
                texts = [
                    item[0] if type(item) in names and item[0] in known else text_of(item)
                    for item in operands
                ]
                append(f"{mark}{head}{comma.join(texts)};")
            else:
                append(f"{mark}{opcode}{''.join(modifiers)};")
            node = next(rest, None)
            if node is None:
                return last, None

    return print_run


def _check_modifiers(opcode: str, modifiers: tuple[str, ...]) -> None:
    """Raise an error for an opcode or modifiers that would be printed as something else."""
    if type(opcode) is str and _OPCODE.fullmatch(opcode) is None:
        msg = f"{opcode!r} is no opcode: it has to be one token of PTX, without modifiers"
        raise ValueError(msg)
    if type(modifiers) is not tuple:
        msg = f"modifiers of {opcode}: {modifiers!r} is no tuple"
        raise TypeError(msg)
    for modifier in modifiers:
        if modifier[:1] != ".":
            msg = f"{modifier!r} of {opcode} is no modifier: write {'.' + modifier!r}, with its dot"
            raise ValueError(msg)
        if _MODIFIER.fullmatch(modifier) is None:
            msg = f"{modifier!r} of {opcode} is no modifier: it has to be one token of PTX"
            raise ValueError(msg)


_OPCODE: Final = re.compile(r"[\w$%]+")
_MODIFIER: Final = re.compile(r"\.[\w:$]+")


def _heads(
    style: Style, guard_text: Callable[[n.Operand], str], *, asm: bool
) -> Callable[[str, tuple[str, ...]], _Head]:
    plain = style.assembly_gaps if asm else style.statement_gaps

    def head_of(opcode: str, modifiers: tuple[str, ...]) -> _Head:
        _check_modifiers(opcode, modifiers)
        table = style.instruction_gaps(opcode, modifiers, asm=asm)
        return (
            opcode + "".join(modifiers) + table["operands"],
            "," + table["operand"],
            guard_text if table is plain else _operand_printer(table),
        )

    return head_of


def instruction_printer(style: Style, *, asm: bool) -> Callable[[n.Instruction], str]:
    """Return a function that prints an instruction as the style lays it out, guard included."""
    if not _is_usual(style):
        return _token_printer(style, asm=asm)
    plain = style.assembly_gaps if asm else style.statement_gaps
    guarded = plain["guarded"]
    guard_text = _operand_printer(plain)
    head_of = _heads(style, guard_text, asm=asm)
    heads: dict[tuple[str, tuple[str, ...]], _Head] = {}

    def print_instruction(node: n.Instruction) -> str:
        guard, opcode, modifiers, operands, _, _ = node
        found = heads.get((opcode, modifiers))
        if found is None:
            found = heads[opcode, modifiers] = head_of(opcode, modifiers)
        head, comma, operand_text = found
        if operands:
            text = f"{head}{comma.join(map(operand_text, operands))};"
        else:
            text = opcode + "".join(modifiers) + ";"
        if guard is None:
            return text
        mark = "@!" if guard.negated else "@"
        return mark + guard_text(guard.register) + guarded + text

    return print_instruction


def _debug_printers(style: Style) -> dict[type, Callable[[Any], str | None]]:
    """Return functions that print the lines of debug information, of which there are most.

    They are by the class of the node, and return None for a node that is printed by its tokens.
    """
    if not _is_usual(style):
        return {}
    get = style.statement_gaps.get
    first, following = get("data", ""), "," + get("data.next", "")
    file, blank = get("location.file", ""), get("location", "")

    def print_data(node: n.Data) -> str | None:
        text = _joined(following, node.values)
        return None if text is None else f"{node.type}{first}{text}"

    def print_location(node: n.Location) -> str | None:
        column, inlined = node.column, node.inlined
        if column is None or (inlined is not None and inlined.offset is not None):
            return None
        text = _joined(blank, (node.file, node.line, column))
        if text is None or inlined is None:
            return None if text is None else f".loc{file}{text}"
        function = _joined(blank, (inlined.function,))
        place = _joined(blank, (inlined.file, inlined.line, inlined.column))
        if function is None or place is None:
            return None
        return (
            f".loc{file}{text},{blank}function_name{blank}{function},"
            f"{blank}inlined_at{blank}{place}"
        )

    return {n.Data: print_data, n.Location: print_location}


def _joined(separator: str, operands: tuple[Any, ...]) -> str | None:
    """Return the text of operands; None if one is compound, or may have a sign, a token itself."""
    if not _NAMES.issuperset(map(type, operands)):
        return None
    text = separator.join(check_names(operands))
    return None if "-" in text else text


_TIGHT = ("semicolon", "comma", "guard", "unary")


def _is_usual(style: Style) -> bool:
    """Whether instructions can be printed by pieces: gaps as in all styles without options."""
    tables = (style.statement_gaps, style.assembly_gaps)
    return not style.tab_stop and not any(table.get(role) for table in tables for role in _TIGHT)


def _token_printer(style: Style, *, asm: bool) -> Callable[[n.Instruction], str]:
    """Return a function that prints an instruction token by token."""

    def print_instruction(node: n.Instruction) -> str:
        _check_modifiers(node.opcode, node.modifiers)
        # Tab stops make a gap depend on the column, so on the lengths of all tokens before it.
        spelled = tokens(node)
        check_tokens(spelled, node)
        return join(spelled, style.predict_inner_gaps(spelled, asm=asm))

    return print_instruction


_NAMES = frozenset({n.Register, n.Symbol, n.Literal})


def _operand_printer(table: Mapping[str, str]) -> Callable[[n.Operand], str]:
    get = table.get
    opening = "[" + get("address.base", "")
    plus = get("offset", "") + "+" + get("offset.value", "")
    closing = get("address.close", "") + "]"
    brace, unbrace = "{" + get("vector.first", ""), get("vector.close", "") + "}"
    comma = get("comma", "") + "," + get("element", "")

    def operand_text(operand: Any) -> str:  # noqa: ANN401 - told apart by its very class
        cls = type(operand)
        if cls in _NAMES:
            text = operand[0]
            return text if text in KNOWN_NAMES else check_name(operand)
        if cls is n.Address:
            base, offset, coordinates = operand
            if not coordinates and type(base) in _NAMES:
                if base[0] not in KNOWN_NAMES:
                    check_name(base)
                if offset is not None and type(offset) in _NAMES and offset[0] not in KNOWN_NAMES:
                    check_name(offset)
                if offset is None:
                    return f"{opening}{base[0]}{closing}"
                # A negative literal is two tokens, and a style may put a gap between them.
                if type(offset) is n.Literal and offset[0][0] != "-":
                    return f"{opening}{base[0]}{plus}{offset[0]}{closing}"
        elif cls is n.Vector and type(operand[0]) is not tuple:
            raise TypeError(operand)
        elif cls is n.Vector and operand[0] and _are_names(operand[0]):
            return brace + comma.join(check_names(operand[0])) + unbrace
        spelled = operand_tokens(operand)
        check_tokens(spelled, operand)
        return "".join(
            [
                get(role, "") + text if position else text
                for position, (role, text) in enumerate(spelled)
            ]
        )

    return operand_text


def _are_names(operands: tuple[Any, ...]) -> bool:
    """Whether operands have their text as their first field, and no sign before it."""
    return all(type(operand) in _NAMES and operand[0][0] != "-" for operand in operands)


# ---------------------------------------------------------------- the texts of nodes

# A pass may put any text into a node. What is more than one token would be another statement, or
# another operand, than the tree says: it is refused, in a sentence, and not printed. Each text is
# looked at once, as a kernel has few names and many statements.

KNOWN_NAMES: Final[set[str]] = set()
"""The names and numbers that have been looked at: one token each."""
_KNOWN_TOKENS: Final[set[str]] = set()
KNOWN_GAPS: Final[set[str]] = set()
"""The gaps that have been looked at."""
MAX_KNOWN: Final = 200_000
"""The most texts that are kept."""

MAX_DEPTH: Final = 63
"""The brackets in brackets of an operand, which is the first of 64 levels in text."""
TOO_DEEP: Final = f"an expression nested deeper than {MAX_DEPTH + 1}"
"""The message for one."""

_TEXT: Final = itemgetter(1)
_NAME: Final = compile_pattern(
    r"""-?[^-+\s;,:|{}\[\]()<>/"'@!&*^~=\\\0]++|-?[0-9][0-9.]*+[eE][-+][0-9]++"""
)
"""A name, or a number, which may have a sign and an exponent with one."""
_TOKEN: Final = compile_pattern(
    r"""[^\s;,|{}\[\]()<>/"'@!&*^~=?\\\0]++|"[^"]*+"|[-;,|{}\[\]()<>@!&*^~=?+/%:]"""
    r"""|<<|>>|<=|>=|==|!=|&&|\|\||@!|\.const\[[0-9]++\]"""
)
"""A token: a word, a text in quotes, an operator or another sign."""


def check_name(node: Any) -> str:  # noqa: ANN401 - a register, a symbol or a literal
    """Return the text of an operand that is one token; `ValueError` for any other.

    Raises `TypeError` if the operand holds no text.
    """
    text = node[0]
    if _NAME.fullmatch(text) is None:
        msg = f"{text!r} is no {type(node).__name__.lower()}: it has to be one token of PTX"
        raise ValueError(msg)
    _keep(KNOWN_NAMES, text)
    return str(text)


def check_names(operands: Sequence[Any]) -> list[str]:
    """Return the texts of operands, each of which is one token; raises as `check_name`."""
    texts = [operand[0] for operand in operands]
    if not KNOWN_NAMES.issuperset(texts):
        for operand in operands:
            check_name(operand)
    return texts


def check_tokens(spelled: Tokens, node: n.Node) -> None:
    """Raise `ValueError` for a text among the tokens of a node that is not one token.

    So it does for an expression that nests deeper than one of PTX text can.
    """
    texts = [*map(_TEXT, spelled)]
    # Each bracket that is opened is closed as well, so that few statements can be too deep.
    is_short = len(texts) <= 2 * MAX_DEPTH or texts.count("(") <= MAX_DEPTH
    if is_short and _KNOWN_TOKENS.issuperset(texts):
        return
    depth = 0
    for text in texts:
        if _TOKEN.fullmatch(text) is None:
            msg = f"{text!r} in a node {type(node).__name__} has to be one token of PTX"
            raise ValueError(msg)
        _keep(_KNOWN_TOKENS, text)
        depth += (text == "(") - (text == ")")
        if depth > MAX_DEPTH:
            raise ValueError(TOO_DEEP)


def check_gap(gap: str, node: n.Node | None) -> None:
    """Raise `ValueError` for a gap that has something besides white space and comments."""
    if not is_gap(gap):
        kind = "the end" if node is None else f"a node {type(node).__name__}"
        msg = f"{gap!r} at {kind}: a gap may only contain white space and comments"
        raise ValueError(msg)
    _keep(KNOWN_GAPS, gap)


def _keep(known: set[str], text: str) -> None:
    if len(known) >= MAX_KNOWN:
        known.clear()
    known.add(text)
