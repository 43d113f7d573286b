"""Python text as a tree, and a tree as text, for tests of passes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from ptxpy.pytree import tree as t

_OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.USub: "-",
    ast.Invert: "~",
}


class _Reader:
    """Turns the syntax tree of a text into the tree of the passes."""

    def __init__(self, text: str, files: Iterable[str]) -> None:
        self.lines = [line.encode() for line in text.splitlines()]
        self.files = {*files}

    def block(self, nodes: Sequence[ast.stmt]) -> t.Block:
        return [self.statement(node) for node in nodes]

    def statement(self, node: ast.stmt) -> t.Statement:
        match node:
            case ast.Assign(targets, value):
                self._declare(targets, value)
                return t.Assign([self.expression(each) for each in targets], self.expression(value))
            case ast.Expr(value):
                return t.Evaluate(self.expression(value))
            case ast.With(items, body):
                contexts = [
                    t.Context(
                        self.expression(item.context_expr), getattr(item.optional_vars, "id", "")
                    )
                    for item in items
                ]
                return t.With(contexts, self.block(body))
            case ast.For(target, ast.Call(_, [count]), body):
                return t.For(ast.unparse(target), int(ast.unparse(count)), self.block(body))
            case ast.FunctionDef():
                documentation = ast.get_docstring(node, clean=False) or ""
                return t.Define(
                    node.name,
                    [
                        t.Parameter(
                            each.arg,
                            None if each.annotation is None else ast.unparse(each.annotation),
                        )
                        for each in node.args.args
                    ],
                    self.block(node.body[bool(documentation) :]),
                    decorators=[self.expression(each) for each in node.decorator_list],
                    documentation=documentation,
                )
            case ast.Return(ast.expr() as value):
                return t.Return(self.expression(value))
            case ast.Pass():
                return t.Pass()
        return t.Evaluate(ast.unparse(node))

    def _declare(self, targets: Sequence[ast.expr], value: ast.expr) -> None:
        if isinstance(value, ast.Call) and ast.unparse(value.func) in ("reg.bulk", "reg.array"):
            for target in targets:
                self.files.update(
                    each.id for each in ast.walk(target) if isinstance(each, ast.Name)
                )

    def expression(self, node: ast.expr) -> t.Expression:
        match node:
            case ast.Constant(value):
                return self._constant(node, value)
            case ast.Name(name):
                return name
            case ast.Attribute(value, name):
                inner = self.expression(value)
                return f"{inner}.{name}" if isinstance(inner, str) else t.View(inner, name)
            case ast.Subscript(value, index):
                return self._subscript(self.expression(value), index)
            case ast.Call(function, arguments, keywords):
                given = [self.expression(each) for each in arguments]
                given += [
                    t.Keyword(each.arg, self.expression(each.value))
                    for each in keywords
                    if each.arg is not None
                ]
                return t.Call(self.expression(function), tuple(given))
            case ast.BinOp(left, operator, right) | ast.Compare(left, [operator], [right]):
                return t.Binary(
                    self.expression(left), _OPERATORS[type(operator)], self.expression(right)
                )
            case ast.UnaryOp(operator, operand):
                inner = self.expression(operand)
                if isinstance(operator, ast.USub) and isinstance(operand, ast.Constant):
                    if isinstance(inner, t.Hexadecimal):
                        return t.Hexadecimal(-inner.value)
                    return -inner if isinstance(inner, int) else f"-{inner}"
                return t.Unary(_OPERATORS[type(operator)], inner)
            case ast.Tuple(elements):
                return t.Tuple(tuple([self.expression(each) for each in elements]))
            case ast.List(elements):
                return t.List(tuple([self.expression(each) for each in elements]))
            case ast.Starred(value):
                return t.Star(self.expression(value))
            case ast.Dict(keys, values):
                pairs = zip(keys, values, strict=True)
                return t.Dictionary(
                    tuple([(self.expression(k), self.expression(v)) for k, v in pairs if k])
                )
        return ast.unparse(node)

    def _constant(self, node: ast.Constant, value: object) -> t.Expression:
        if type(value) is not int:
            line = self.lines[node.lineno - 1]
            if node.end_lineno == node.lineno and type(value) is float:
                return line[node.col_offset : node.end_col_offset].decode()
            return ast.unparse(node)
        start = self.lines[node.lineno - 1][node.col_offset :][:2]
        return t.Hexadecimal(value) if start == b"0x" else value

    def _subscript(self, base: t.Expression, index: ast.expr) -> t.Expression:
        if isinstance(base, str) and base in self.files:
            if isinstance(index, ast.Slice):
                start = 0 if index.lower is None else self.expression(index.lower)
                stop = None if index.upper is None else self.expression(index.upper)
                step = 1 if index.step is None else int(ast.unparse(index.step))
                return t.Slice(base, start, stop, step)
            return t.Register(base, self.expression(index))
        if isinstance(index, ast.Slice):
            return f"{base}[{ast.unparse(index)}]"
        return t.Element(base, self.expression(index))


def read(text: str, files: Iterable[str] = ()) -> t.Block:
    """Return the tree of a Python text; `files` are names of register files beside those in it."""
    return _Reader(text, files).block(ast.parse(text).body)


def write(block: Sequence[t.Statement]) -> str:
    """Return the text of a tree."""
    return "\n".join(_lines(block, 0)) + "\n"


def _lines(block: Sequence[t.Statement], depth: int) -> Iterable[str]:
    space = "    " * depth
    for statement in block:
        if isinstance(statement, t.Define):
            yield from (f"{space}@{_text(each)}" for each in statement.decorators)
        yield space + _head(statement)
        if isinstance(statement, t.Define) and statement.documentation:
            yield f'{space}    """{statement.documentation}"""'
        inner = t.statement_bodies(statement)
        if inner is not None:
            yield from _lines(inner, depth + 1)


def _head(statement: t.Statement) -> str:
    match statement:
        case t.Assign():
            return " = ".join(map(_bare, [*statement.targets, statement.value]))
        case t.Evaluate():
            return _text(statement.value)
        case t.Return():
            return f"return {_bare(statement.value)}"
        case t.With():
            contexts = [
                _text(each.value) + (f" as {each.name}" if each.name else "")
                for each in statement.contexts
            ]
            return f"with {', '.join(contexts)}:"
        case t.For():
            return f"for {statement.variable} in range({statement.count}):"
        case t.Define():
            parameters = [
                name if annotation is None else f"{name}: {_text(annotation)}"
                for name, annotation in statement.parameters
            ]
            return f"def {statement.name}({', '.join(parameters)}):"
        case t.Pass():
            return "pass"
        case t.Comment():
            return f"# {statement.text}"
    return ""


def _bare(expression: t.Expression) -> str:
    text = _text(expression)
    return text[1:-1] if isinstance(expression, t.Tuple) and len(expression.elements) > 1 else text


def _text(
    expression: t.Expression,
) -> str:
    match expression:
        case t.Hexadecimal(value):
            return f"-0x{-value:X}" if value < 0 else f"0x{value:X}"
        case t.Register(file, number):
            return f"{file}[{_text(number)}]"
        case t.Slice(file, start, stop, step):
            end = "" if stop is None else _text(stop)
            return f"{file}[{_text(start)}:{end}{'' if step == 1 else f':{step}'}]"
        case t.Element(base, index):
            return f"{_text(base)}[{_text(index)}]"
        case t.View(value, name):
            return f"{_part(value)}.{name}"
        case t.Call(function, arguments):
            return f"{_text(function)}({', '.join(map(_text, arguments))})"
        case t.Keyword(name, value):
            return f"{name}={_text(value)}"
        case t.Binary(left, operator, right):
            return f"{_part(left)} {operator} {_part(right)}"
        case t.Unary(operator, operand):
            return f"{operator}{_part(operand)}"
        case t.Tuple(elements):
            return f"({', '.join(map(_text, elements))}{',' if len(elements) == 1 else ''})"
        case t.List(elements):
            return f"[{', '.join(map(_text, elements))}]"
        case t.Star(value):
            return f"*{_text(value)}"
        case t.Dictionary(items):
            return "{" + ", ".join(f"{_text(k)}: {_text(v)}" for k, v in items) + "}"
    return str(expression)


def _part(expression: t.Expression) -> str:
    compound = isinstance(expression, t.Binary | t.Unary)
    return f"({_text(expression)})" if compound else _text(expression)
