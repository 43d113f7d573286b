"""Statements other than instructions: labels, scopes, comments, calls, tables.

Trivia that the style does not predict are given by `before=` (white space before the statement,
comments allowed) and `within=` (the gaps between its tokens), or by `ptx.blank` and `ptx.comment`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from ptxpy.dialect import NUMBER, split_opcode
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import Operation, guard_of
from ptxpy.dsl.tracing.trace import Body, RecordedStatement, TriviaRequest, record
from ptxpy.dsl.values.operand_conversion import Handle, Symbol, named, operand, operands, plain_name
from ptxpy.dsl.values.types import Type, name_node, number, specifier
from ptxpy.ir import nodes as n
from ptxpy.styles import ASM_BEGIN, ASM_END, LOOP_COMMENT_KINDS, Style, loop_comment

Gap = str | None
Gaps = n.Gaps | str | None


class LabelName(Handle):
    """A basic-block label of the function that is being traced."""

    __slots__ = ("number",)

    def __init__(self, block: int) -> None:
        """Take the block's number; `TypeError` for anything else."""
        if type(block) is not int or block < 0:
            msg = (
                f"a label must be a number of at least 0 or a name, got {block!r}; one with a name "
                'is placed with ptx.label("name") and given to ptx.bra as "name"'
            )
            raise TypeError(msg)
        self.number = block

    @property
    def name(self) -> str:
        """The exact name, by the style's rule."""
        return f"{trace.function_body().function.labels}{self.number}"

    def operand(self) -> n.Symbol:
        """Return the label as an operand."""
        # The numbering gives this number to no other label, and reports it if no label has it.
        trace.function_body().function.referenced_labels.add(self.number)
        return n.Symbol(self.name)

    def __enter__(self) -> None:
        """Place the label; the block has the statements after it, as one part to read."""
        trace.function_body().append(NumberedLabel(n.Label(self.name)))

    def __exit__(self, *_exception: object) -> None:
        """Emit nothing."""


class NumberedLabel(RecordedStatement):
    """A basic-block label that is placed by number, of which each function has one."""


class Labels:
    """The basic-block labels of the function that is being traced: `L[5]` is `$L__BB0_5`."""

    def __init__(self) -> None:
        """Start with no labels made."""
        self._made: dict[int, LabelName] = {}

    def __getitem__(self, block: int) -> LabelName:
        """Return the label of a block."""
        label = self._made.get(block)
        if label is None:
            label = LabelName(block)
            if len(self._made) < 4096:  # noqa: PLR2004 - enough for every function, bounded
                self._made[block] = label
        return label


def _cases(table: dict[Any, Any]) -> tuple[Any, ...]:
    """Return the labels of a dictionary for 0, 1, 2 and so on; `ValueError` for other numbers."""
    numbers = sorted(key for key in table if type(key) is int)
    if not numbers or numbers != [*range(len(numbers))]:
        msg = (
            f"a table of targets needs a label for each of 0, 1, 2, …; this one has {numbers}:"
            " write case = {0: L[5], 1: L[6]}, and subtract the first case from what brx.idx takes"
        )
        raise ValueError(msg)
    return tuple([table[number] for number in numbers])


def _name_of(value: Any) -> str:
    if isinstance(value, str):
        return name_node(value).name
    if isinstance(value, LabelName | Symbol):
        return value.name
    msg = f"not a name: {value!r}"
    raise TypeError(msg)


class CallOperation(Operation):
    """`call` and its modifiers."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> CallOperation: ...

    def _next(self, opcode: str, modifiers: tuple[str, ...]) -> Operation:
        """Return the call with one modifier more."""
        return CallOperation(opcode, modifiers)

    def __getitem__(self, modifiers: str) -> CallOperation:
        """Add modifiers as PTX spells them: `ptx.call[".1x"]`."""
        opcode, words = split_opcode(self.opcode + modifiers)
        return CallOperation(opcode, (*self.modifiers, *words))

    def __call__(  # type: ignore[override]
        self,
        target: Any,
        arguments: tuple[Any, ...] | None = None,
        *,
        returns: tuple[Any, ...] | None = None,
        prototype: Any = None,
        when: Any = None,
        unless: Any = None,
        before: Gap = None,
        within: Gaps = None,
    ) -> None:
        """Emit the call: `ptx.call.uni(f, (a, b), returns=(r,))`. `None` leaves a list out."""
        guard = None if when is None and unless is None else guard_of(when, unless)
        trace.function_body()
        record(
            n.Call(
                guard,
                self.modifiers,
                None if returns is None else operands(returns),
                operand(target),
                None if arguments is None else operands(arguments),
                None if prototype is None else n.Symbol(_name_of(prototype)),
            ),
            before,
            within,
        )


class Statements:
    """The statements in the namespace `ptx`."""

    call = CallOperation("call", ())

    # ----------------------------------------------------------------- layout

    def comment(
        self,
        text: str,
        *registers: Any,
        behind: bool = False,
        block: bool = False,
        mark: str = "// ",
        space: Gap = None,
    ) -> None:
        """Put a comment before the next statement, or, `behind`, on the line of the last one.

        `text` has no delimiters; names of registers are put after it, separated by commas. `mark`
        is `"// "`, `"//"`, `"/*"` or, for a line marker, `"#"`; `block` puts the comment after
        the one with which the style announces a basic block; `space` is the white space before
        the comment where the style does not predict it.
        """
        if not isinstance(text, str):
            msg = (
                f"a comment must be text, got {text!r}: "
                'ptx.comment("the sum in ", x) names a register'
            )
            raise TypeError(msg)
        if registers:
            text += ",".join([operand(register).name for register in registers])
        delimited = _delimited(text, mark)
        kind = "block" if block else "trailing" if behind else "line"
        trace.body().trivia.append(TriviaRequest(kind, delimited, space))

    def loop_comment(
        self,
        what: str,
        depth: int,
        block: Any = None,
        *,
        behind: bool = False,
        announced: bool = False,
        space: Gap = None,
    ) -> None:
        """Say like LLVM which loop a block belongs to: `ptx.loop_comment("in", 1, L[2])`.

        `what` is `in`, `header` or `inner` (the header of a loop without loops in it) for the
        block itself, `parent` or `child` for another loop; `announced` puts the comment after the
        one with which the style announces a basic block. `TraceError` for other words.
        """
        if what not in LOOP_COMMENT_KINDS or type(depth) is not int:
            msg = (
                f"ptx.loop_comment({what!r}, {depth!r}): a word comes first, one of "
                f"{' '.join(LOOP_COMMENT_KINDS)}, and then a depth, "
                'as in ptx.loop_comment("in", 1, L[2])'
            )
            raise trace.TraceError(msg)
        name = "" if block is None else _name_of(block).removeprefix("$L__")
        text = _delimited(loop_comment(what, depth, name), "// ")
        kind = "block" if announced else "trailing" if behind else "line"
        trace.body().trivia.append(TriviaRequest(kind, text, space))

    def position(self) -> None:
        """Request the comment after `.loc` that explains it, if the style does not write it."""
        trace.body().trivia.append(TriviaRequest("callers", ""))

    def blank(self, lines: int = 1) -> None:
        """Put blank lines before the next statement."""
        trace.body().trivia.append(TriviaRequest("blank", "\n" * lines))

    def layout(self, names: Mapping[str, str | tuple[str, str]]) -> None:
        r"""Give names to layout that recurs, for `before=` and `within=` anywhere in the module.

        With `ptx.layout({"fma": ("\n  ", "| |||")})`, which may be the last line of a program,
        `before="fma"` is `before="\n  ", within="| |||"`. `TraceError` in a function, and for the
        name of another layout.
        """
        body = trace.body()
        if body.function is not None:
            msg = "ptx.layout belongs to the module: write it behind the kernels"
            raise trace.TraceError(msg)
        body.module.add_gaps(names)

    def asm(
        self, *text: Any, newline: bool = False, begin: Gap = None, end: Gap = None
    ) -> AbstractContextManager[None]:
        """Mark the statements of the block as inline assembly, as compilers do.

        With `newline`, the text ends with a line break of its own. `begin` and `end`
        are the white space before the two marks, unless the style predicts it. `TypeError` for a
        text.
        """
        if text:
            msg = 'ptx.asm() marks the instructions of its block: text is written by ptx.raw("…")'
            raise TypeError(msg)
        return _Assembly(newline, begin, end)

    # ----------------------------------------------------------------- structure

    def label(self, name: Any, *, before: Gap = None, within: Gaps = None) -> None:
        """Place a label: `ptx.label(L[5])`, `ptx.label("done")`."""
        if isinstance(name, LabelName):
            trace.function_body().append(NumberedLabel(n.Label(name.name), before, within))
        else:
            record(n.Label(_name_of(name)), before, within)

    def scope(self, *, before: Gap = None, closing: Gap = None) -> AbstractContextManager[None]:
        """Put the statements of the block between braces."""
        return _Braces(self, before, closing)

    def scope_open(self, *, before: Gap = None) -> None:
        """Open a brace by hand, for more nested blocks than Python's limit lets `scope` open."""
        outer = trace.function_body()
        inner = outer.inner(outer.function, outer.scope and outer.scope.inner())
        outer.append(RecordedStatement(n.Scope(()), before, None, inner))
        # By its token, `scope_close` knows a body that it may close.
        inner.token = trace.enter(inner)

    def scope_close(self, *, closing: Gap = None) -> None:
        """Close what `scope_open` has opened; `TraceError` when nothing is open."""
        inner = trace.function_body()
        if inner.token is None:
            msg = "no scope is open here"
            raise trace.TraceError(msg)
        inner.closing = closing
        trace.leave(inner.token)
        inner.token = None

    @contextmanager
    def callseq(self, number: int | None = None) -> Iterator[None]:
        """Put a call sequence between braces, with the comments that compilers write there.

        Call sequences are numbered through the module; `number` sets the count.
        """
        outer = trace.function_body()
        module = outer.module
        module.sequence = module.sequence + 1 if number is None else number
        count = module.sequence
        with self.scope():
            trace.body().trivia.append(_sequence_mark(module.style, f"// callseq {count:d}, 0"))
            yield
        # The comment behind the closing brace belongs to the next statement outside.
        outer.trivia.append(_sequence_mark(module.style, f"// callseq {count:d}"))

    # ----------------------------------------------------------------- directives

    def loc(
        self,
        file_idx: Any,
        line: Any,
        col: Any = 0,
        *,
        function: Any = None,
        inlined_at: tuple[Any, Any, Any] | None = None,
        callers: tuple[tuple[int, int, int], ...] = (),
        before: Gap = None,
        within: Gaps = None,
    ) -> None:
        """Emit `.loc`; `function` is a label or `(label, offset)`, `inlined_at` its position.

        `col=None` leaves the column out, as some compilers do.
        `callers` are positions (file, line, column) that LLVM names in the comment after it.
        """
        inlined = None
        if inlined_at is not None:
            offset = None
            if type(function) is tuple:
                function, offset = function
                offset = operand(offset)
            inlined = n.InlinedAt(named(function), offset, *operands(inlined_at))  # type: ignore[arg-type]
        record(
            n.Location(
                operand(file_idx), operand(line), None if col is None else operand(col), inlined
            ),
            before,
            within,
        )
        if callers:
            trace.body().trivia.append(TriviaRequest("callers", "", None, callers))

    def pragma(self, value: str, *more: str, before: Gap = None, within: Gaps = None) -> None:
        """Emit `.pragma "nounroll";`."""
        record(n.Pragma(tuple(map(quoted, (value, *more)))), before, within)

    def targets(
        self, name: str, *targets: Any, kind: str, before: Gap = None, within: Gaps = None
    ) -> None:
        """Emit a table: `name: .branchtargets …;`, `kind` being `branch` or `call`.

        A dictionary stands for the labels that it has for 0, 1, 2 and so on:
        `case = {0: L[5], 1: L[6]}` and `ptx.targets("table", case, kind="branch")`.
        """
        if kind not in ("branch", "call"):
            msg = f"not a kind of table: {kind!r}"
            raise ValueError(msg)
        if len(targets) == 1 and isinstance(targets[0], dict):
            targets = _cases(targets[0])
        record(n.TargetList(_name_of(name), f".{kind}targets", operands(targets)), before, within)

    def prototype(
        self,
        name: str,
        parameters: tuple[Type, ...] | None = None,
        *,
        returns: tuple[Type, ...] | None = None,
        function: str = "_",
        directives: tuple[n.TuningDirective, ...] = (),
        before: Gap = None,
        within: Gaps = None,
    ) -> None:
        """Emit `name: .callprototype (returns) _ (parameters);`. Parameters are named `_`."""
        record(
            n.CallPrototype(
                _name_of(name),
                None if returns is None else tuple(parameter(t, "_") for t in returns),
                n.Symbol(plain_name(function)),
                None if parameters is None else tuple(parameter(t, "_") for t in parameters),
                directives,
            ),
            before,
            within,
        )

    def version(self, number: str, *, before: Gap = None, within: Gaps = None) -> None:
        """Emit `.version 9.0`."""
        check_version(number)
        if not NUMBER.match(number):
            msg = f"not a version: {number!r}"
            raise ValueError(msg)
        record(n.Version(number), before, within)

    def target(self, *names: str, before: Gap = None, within: Gaps = None) -> None:
        """Emit `.target sm_90a, debug`."""
        record(n.Target(tuple(map(plain_name, names))), before, within)

    def address_size(self, bits: Any, *, before: Gap = None, within: Gaps = None) -> None:
        """Emit `.address_size 64`."""
        record(n.AddressSize(operand(bits)), before, within)

    def file(
        self,
        index: Any,
        name: str,
        *details: Any,
        directory: str | None = None,
        before: Gap = None,
        within: Gaps = None,
    ) -> None:
        """Emit `.file 1 "kernel.cu"`; `details` are modification time and size.

        With a `directory`, as LLVM may write: `.file 1 "/src" "kernel.cl"`, which ptxas refuses.
        """
        place = None if directory is None else quoted(directory)
        record(n.File(operand(index), quoted(name), operands(details), place), before, within)

    def alias(self, name: str, target: Any, *, before: Gap = None, within: Gaps = None) -> None:
        """Emit `.alias name, target;`."""
        record(n.Alias(n.Symbol(plain_name(name)), n.Symbol(_name_of(target))), before, within)


# A kernel has thousands of blocks of inline assembly and of scopes, and a generator for each, as
# `@contextmanager` takes, is slower than the instructions in them.
class _Assembly(AbstractContextManager[None]):
    """A block whose statements are marked as inline assembly."""

    __slots__ = ("begin", "body", "end", "newline")
    body: Body

    def __init__(self, newline: bool, begin: Gap, end: Gap) -> None:  # noqa: FBT001
        """Take the arguments of `ptx.asm`."""
        self.newline = newline
        self.begin = begin
        self.end = end

    def __enter__(self) -> None:
        """Request the first mark."""
        self.body = trace.function_body()
        self.body.trivia.append(TriviaRequest("line", ASM_BEGIN, self.begin))

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Request the last mark."""
        if kind is not None:
            return
        body = self.body
        if trace.function_body() is not body:
            msg = "a block of inline assembly ends in the scope in which it begins"
            raise trace.TraceError(msg)
        if self.newline:
            body.trivia.append(TriviaRequest("blank", "\n"))
        body.trivia.append(TriviaRequest("line", ASM_END, self.end))


class _Braces(AbstractContextManager[None]):
    """A block whose statements are put between braces."""

    __slots__ = ("before", "closing", "inner", "statements")
    inner: Body

    def __init__(self, statements: Statements, before: Gap, closing: Gap) -> None:
        """Take the namespace that opens and closes braces, and the arguments of its `scope`."""
        self.statements = statements
        self.before = before
        self.closing = closing

    def __enter__(self) -> None:
        """Open the brace."""
        self.statements.scope_open(before=self.before)
        self.inner = trace.function_body()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Close the brace."""
        if kind is None:
            self.statements.scope_close(closing=self.closing)
        else:
            # Who catches the exception finds the outer body open.
            trace.leave(self.inner.token)


def check_version(version: Any) -> None:
    """Raise `TypeError` for a version of PTX that is no text: 8.10 would be the number 8.1."""
    if not isinstance(version, str):
        msg = f'a version of PTX is text: write version="{version}"'
        raise TypeError(msg)


def _delimited(text: str, mark: str) -> str:
    if mark in ("//", "// "):
        if "\n" in text:
            msg = "a // comment is one line"
            raise ValueError(msg)
        # A mark with a blank and no text behind it would leave white space at the end of the line.
        return mark + text if text else "//"
    if mark == "/*":
        if "*/" in text:
            msg = "a comment cannot hold its own end"
            raise ValueError(msg)
        return f"/*{text}*/"
    if mark == "#":
        if not text.endswith("\n") or "\n" in text[:-1]:
            msg = "a line marker is one line with its end"
            raise ValueError(msg)
        return "#" + text
    msg = f"not a comment's mark: {mark!r}"
    raise ValueError(msg)


def _sequence_mark(style: Style, comment: str) -> TriviaRequest:
    """Return the request for the comment of a call sequence, or for a blank in its place."""
    if style.numbers_calls:
        return TriviaRequest("trailing", comment, " ")
    return TriviaRequest("blank", " ")


def quoted(text: str) -> str:
    """Return a text that is allowed between quotes; `ValueError` for another."""
    if '"' in text:
        msg = "a PTX string cannot hold a quotation mark"
        raise ValueError(msg)
    return text


def parameter(kind: Type, name: str, space: str = ".param") -> n.Parameter:
    """Return a formal parameter; a name or space that the type brings along is kept."""
    specifiers = kind.specifiers
    if not n.space_of(specifiers):
        specifiers = (specifier(space), *specifiers)
    node = kind.parameter if kind.parameter is not None else n.Symbol(name)
    # A device function may take registers, which are named as such.
    if n.space_of(specifiers) == ".reg":
        node = n.Register(node.name)
    return n.Parameter(specifiers, n.Declarator(node, kind.count, kind.dimensions))


def directive(name: str, *values: int | n.Operand) -> n.TuningDirective:
    """Return a directive of a function header: `directive("maxntid", 128)`."""
    return n.TuningDirective(specifier("." + name).name, tuple(map(number, values)))


def pragma_directive(*strings: str) -> n.Pragma:
    """Return a pragma for the directives of a function header."""
    return n.Pragma(tuple(map(quoted, strings)))


L = Labels()
"""The basic-block labels of a function, by number: `L[2]`."""
