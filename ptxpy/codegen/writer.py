"""Statements of Python, each with the remarks before it and the arguments for its layout.

A remark is a comment, blank lines or the end of inline assembly, read from a gap. An argument gives
the white space that no style predicts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ptxpy._records import NamedTuple
from ptxpy.codegen.declarations import gaps_expression
from ptxpy.codegen.operand_expressions import Scope, names_label
from ptxpy.dialect import block_number, vocabulary
from ptxpy.ir import compile_pattern
from ptxpy.ir import nodes as n
from ptxpy.pytree import quoted
from ptxpy.pytree import tree as t
from ptxpy.styles import (
    StatementKind,
    TriviaPredictor,
    classify_comment,
    classify_statement,
    parse_loop_comment,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.codegen.identifiers import Namer
    from ptxpy.codegen.program_writer import ProgramBuilder
    from ptxpy.ir import AnyStatement

_COMMENT = compile_pattern(r"// %bb\.\d++:(?= ++//)|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|#[^\n]*+\n")
_LOOKAHEAD = 4


class Remark(NamedTuple):
    """One comment or run of blank lines before a statement."""

    kind: StatementKind
    """`COMMENT`, `ASM`, `ASM_END`; `END` stands for blank lines."""
    text: str
    """The comment with its delimiters; for blank lines, line breaks."""
    behind: bool
    """Whether it is on the line of the statement before."""
    space: str | None
    """The white space before it, when the style does not predict it."""
    block: bool = False
    """Whether it comes after the comment that the style puts before a basic block."""


def explain(
    layout: TriviaPredictor, gap: str, kind: StatementKind, node: n.Node | None
) -> tuple[list[Remark], str | None]:
    """Take a gap apart; return remarks and the white space before the statement, if odd.

    The predictor is not moved; call its `advance_over_comments` with the gap afterwards.
    """
    # Comments change what the predictor expects next, so that it runs ahead here, and back.
    saved = layout.save()
    remarks: list[Remark] = []
    comments = [match.span() for match in _COMMENT.finditer(gap)]
    position = 0
    index = 0
    before: str | None = None
    announced = layout.predict_block_comment(kind, node) if len(comments) > 1 else ""
    if announced and gap.startswith(announced):
        index = sum(end <= len(announced) for _, end in comments)
        if index < len(comments) and gap[
            len(announced) : comments[index][0]
        ] == layout.predict_trailing_space(announced):
            start, position = comments[index]
            remarks.append(
                Remark(
                    StatementKind.COMMENT, gap[start:position], behind=False, space=None, block=True
                )
            )
            layout.advance(StatementKind.COMMENT, layout.previous, trailing=True)
            index += 1
        else:
            announced, index = "", 0
    else:
        announced = ""
    while True:
        rest = gap[position:]
        written = "" if announced else gap[:position]
        predicted = layout.predict_rest(written, kind, node)[len(announced) :]
        if rest == predicted:
            break
        if index == len(comments):
            before = _final(remarks, rest, predicted)
            break
        index = _next(layout, gap, comments, position, index, remarks)
        position = comments[index][1]
        index += 1
    layout.restore(saved)
    return remarks, before


def _next(
    layout: TriviaPredictor,
    gap: str,
    comments: list[tuple[int, int]],
    position: int,
    index: int,
    remarks: list[Remark],
) -> int:
    """Take the next comment that has to be said; return its index."""
    # A style may predict some comments: the next one to say is the first that it does not expect.
    for candidate in range(index, min(index + _LOOKAHEAD, len(comments))):
        start, end = comments[candidate]
        text = gap[start:end]
        kind = classify_comment(text)
        if gap[position:start] == layout.predict(kind, None):
            remarks.append(Remark(kind, text, behind=False, space=None))
            layout.advance(kind, layout.previous)
            return candidate
    start, end = comments[index]
    text = gap[start:end]
    kind = classify_comment(text)
    space: str | None = gap[position:start]
    behind = False
    predicted = layout.predict(kind, None)
    if kind is StatementKind.COMMENT and space == layout.predict_trailing_space(gap[:position]):
        space, behind = None, True
    elif space is not None and _blank(space, predicted):
        remarks.append(_blank_remark(space, predicted))
        space = None
    remarks.append(Remark(kind, text, behind=behind, space=space))
    layout.advance(kind, layout.previous, trailing=behind)
    return index


def _blank(space: str, predicted: str) -> bool:
    """Whether white space is as predicted, with blank lines before it."""
    return (
        predicted != "" and space.endswith(predicted) and space[: -len(predicted)].strip("\n") == ""
    )


def _blank_remark(space: str, predicted: str) -> Remark:
    return Remark(StatementKind.END, space[: -len(predicted)], behind=False, space=None)


def _final(remarks: list[Remark], rest: str, predicted: str) -> str | None:
    if _blank(rest, predicted):
        remarks.append(_blank_remark(rest, predicted))
        return None
    return rest


_NAMED_ROW = compile_pattern(r"(%[A-Za-z]+[0-9]+(?:,%[A-Za-z]+[0-9]+){3,})\Z")
_ROW = 4


class AssemblyRegion(Protocol):
    """The object that is told where a block of inline assembly begins and ends."""

    def begin(self, space: str | None) -> None:
        """Begin a block; `space` is the white space before its mark if not predicted."""

    def end(self, space: str | None) -> None:
        """End the block; `space` is the white space before its mark if not predicted."""


class Writer:
    """Writes statements, in order, into a block of Python."""

    def __init__(self, program: ProgramBuilder, scope: Scope, namer: Namer) -> None:
        """Take the program, the meanings of its names, and the source of local names."""
        self.program = program
        self.layout = program.layout
        self.scope = scope
        self.namer = namer
        self.block: t.Block = []
        """The block into which the next statement goes."""
        self.depth = 1
        """The indentation of the block."""
        self.skip: str | None = None
        """A comment that `callseq` has said already; empty if just a space is left."""
        self.region: AssemblyRegion | None = None
        self.behind: Callable[[], None] | None = None
        """The function to call as soon as a block of inline assembly has ended."""
        self.expected: frozenset[str] = frozenset()
        """Labels that the tracer will number as they are; none inside scopes."""

    # ----------------------------------------------------------------- statements

    def write(self, statement: t.Statement) -> None:
        """Write a statement."""
        self.block.append(statement)

    def call(self, call: t.Call, layout: Sequence[t.Keyword] = ()) -> None:
        """Write a call, with its layout arguments."""
        self.write(t.Evaluate(call._replace(arguments=(*call.arguments, *layout))))

    def assign(self, target: t.Expression, call: t.Call, layout: Sequence[t.Keyword] = ()) -> None:
        """Write a call whose value has a name, with its layout arguments."""
        self.write(t.Assign([target], call._replace(arguments=(*call.arguments, *layout))))

    def use(self, *names: str) -> None:
        """Note names of the DSL that the program imports."""
        self.program.uses.update(names)

    # ----------------------------------------------------------------- layout

    def lead(
        self, gap: str | None, kind: StatementKind, node: n.Node | None
    ) -> tuple[t.Keyword, ...]:
        """Write the remarks before a statement; return its `before=` argument, if it needs one."""
        layout = self.layout
        if gap is None:
            layout.advance_over_comments(layout.predict(kind, node))
            return ()
        # Of a comment that has been said already, the space before it is left.
        if not self.skip and self.skip is not None:
            self.skip, gap = None, gap.removeprefix(" ")
        remarks, before = explain(layout, gap, kind, node)
        for remark in remarks:
            self.remark(remark)
        layout.advance_over_comments(gap)
        return () if before is None else (t.Keyword("before", quoted(before)),)

    def remark(self, remark: Remark) -> None:
        """Write one comment or blank line, or open or close a block of inline assembly."""
        if self.skip is not None:
            skip, self.skip = self.skip, None
            if remark.text == skip:
                return
        if remark.kind is StatementKind.END:
            count = len(remark.text)
            self.call(t.Call(vocabulary.BLANK, () if count == 1 else (count,)))
        elif remark.kind is StatementKind.ASM and self.region is not None:
            self.region.begin(remark.space)
        elif remark.kind is StatementKind.ASM_END and self.region is not None:
            self.region.end(remark.space)
            self.behind_assembly()
        elif remark.behind and self._is_position(remark):
            self.call(t.Call(vocabulary.POSITION))
        else:
            self.call(comment_call(remark, self.scope))

    def behind_assembly(self) -> None:
        """Call the function that waits for the end of a block of inline assembly, once."""
        behind, self.behind = self.behind, None
        if behind is not None:
            behind()

    def label_argument(self, name: str, *, exposed: bool) -> tuple[t.Expression, ...]:
        """Return the number or name of a label, or nothing where the tracer finds it itself.

        One that is exposed is named elsewhere, too, so that its number is written.
        """
        number = block_number(name, self.scope.labels)
        if number is None:
            return (quoted(name),)
        return () if name in self.expected and not exposed else (number,)

    def passed(self, node: AnyStatement) -> None:
        """Pass a statement that has been written as a part of control flow."""
        self.layout.advance(classify_statement(node), node)

    def _is_position(self, remark: Remark) -> bool:
        layout = self.layout
        return (
            remark.space is None
            and layout.style.describe_location is not None
            and type(layout.previous) is n.Location
            and remark.text == layout.predict_location_comment(())
        )

    @staticmethod
    def layout_arguments(
        before: tuple[t.Keyword, ...], within: n.Gaps | None
    ) -> tuple[t.Keyword, ...]:
        """Return the arguments for a statement's layout."""
        return before if within is None else (*before, t.Keyword("within", gaps_expression(within)))


def comment_call(remark: Remark, scope: Scope) -> t.Call:
    """Return the call that puts a comment."""
    text = remark.text
    mark: list[t.Expression] = []
    registers: list[t.Expression] = []
    if text.startswith("// "):
        loop = _loop_comment(remark, scope)
        if loop is not None:
            return loop
        row = _NAMED_ROW.search(text)
        if row is not None:
            named = _register_list(row[1].split(","), scope)
            if named is not None:
                text, registers = text[: row.start()], named
    if text.startswith("//"):
        body = text[2:]
        # `// x` is the usual form; `//x` has to say its mark.
        if body.startswith(" ") and body != " ":
            body = body[1:]
        elif body:
            mark = [t.Keyword("mark", quoted("//"))]
    elif text.startswith("#"):
        body, mark = text[1:], [t.Keyword("mark", quoted("#"))]
    else:
        body, mark = text[2:-2], [t.Keyword("mark", quoted("/*"))]
    return t.Call(
        vocabulary.COMMENT,
        (quoted(body), *registers, *_place(remark, "block"), *mark, *_space(remark)),
    )


def _place(remark: Remark, block: str) -> list[t.Expression]:
    """Return the argument for the place of a comment, if it needs one."""
    if remark.behind:
        return [t.Keyword("behind", "True")]
    return [t.Keyword(block, "True")] if remark.block else []


def _space(remark: Remark) -> list[t.Expression]:
    return [] if remark.space is None else [t.Keyword("space", quoted(remark.space))]


def _loop_comment(remark: Remark, scope: Scope) -> t.Call | None:
    """Return the call that puts one of LLVM's comments on loops, if it is one."""
    loop = parse_loop_comment(remark.text[3:])
    if loop is None:
        return None
    what, depth, block = loop
    label: list[t.Expression] = [scope.symbol("$L__" + block)] if block else []
    if label and not names_label(label[0]):
        return None
    return t.Call(
        vocabulary.LOOP_COMMENT,
        (quoted(what), depth, *label, *_place(remark, "announced"), *_space(remark)),
    )


def _register_list(names: list[str], scope: Scope) -> list[t.Expression] | None:
    """Return the registers of a comment as arguments, those in a row as slices."""
    rows: list[list[str]] = []
    following = ""
    for name in names:
        stem = name.rstrip("0123456789")
        number = int(name[len(stem) :])
        if name != following or not rows:
            rows.append([])
        rows[-1].append(name)
        following = f"{stem}{number + 1}"
    arguments: list[t.Expression] = []
    for row in rows:
        named = scope.vector([n.Register(name) for name in row])
        if named is not None:
            arguments.append(t.Star(named))
        elif len(row) < _ROW:
            arguments += [scope.register(name) for name in row]
        else:
            return None
    # A register without a Python name is a string, and would read as more text of the comment.
    quotes = any(
        type(part) is str and '"' in part for each in arguments for part in t.walk_expression(each)
    )
    return None if quotes else arguments
