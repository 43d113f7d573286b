"""The pass `strip`: a module without its debug information."""

from __future__ import annotations

import re
from typing import Any, Final

from ptxpy.ir import AnyStatement, children, statements
from ptxpy.ir import nodes as n
from ptxpy.passes.edits import edit_statements, remove_comments

__all__ = ["strip"]

_DEBUG_LABEL: Final = re.compile(r"(?:\$L__|L|\.L)?(?:tmp|func_begin|func_end)[0-9][0-9_]*\Z")
"""The labels that NVVM and LLVM define for debug sections."""

_SOURCE_LINE: Final = re.compile(r"//(.*?):[0-9]+(?: |\Z)", re.DOTALL)
"""A line of source code quoted by `nvcc --source-in-ptx`, with the name of its file."""


def strip(module: n.Module, *, comments: bool = True) -> n.Module:
    """Return a module without debug information.

    Removes `.loc`, `.file`, the sections `.debug_*`, the word `debug` of `.target`, labels used by
    debug sections only, and the lines of source code that `nvcc --source-in-ptx` quotes. `.pragma`
    stays. The meaning of the code does not change; ptxas optimises it if `debug` was removed.

    Args:
        module: The module.
        comments: Whether other comments stay. Comments that the module's style writes, such as the
            header of the producer, always stay.
    """
    files = frozenset(item.name for item in module.body if type(item) is n.File)
    module = _without_comments(module, files, others=not comments)
    return edit_statements(module, _removals(module))


def _removals(module: n.Module) -> dict[int, tuple[AnyStatement, ...]]:
    """Return the edits that remove debug information, by ordinal."""
    edits: dict[int, tuple[AnyStatement, ...]] = {}
    labels: list[tuple[int, str]] = []
    code = _Uses()
    debug = _Uses()
    inner = 0
    """The number of following statements that are items of a debug section."""
    for ordinal, node in enumerate(statements(module)):
        # `statements` yields a section right before its items, so that counting passes these.
        if inner:
            inner -= 1
            debug.add(node)
        elif isinstance(node, n.Label):
            labels.append((ordinal, node.name))
        elif isinstance(node, n.Location | n.File):
            edits[ordinal] = ()
            debug.add(node)
        elif isinstance(node, n.Section) and node.name.startswith(".debug_"):
            edits[ordinal] = ()
            inner = len(node.body)
        elif isinstance(node, n.Target):
            names = tuple(name for name in node.names if name != "debug")
            # A `.target` of nothing but `debug` would be left without any name.
            if names and names != node.names:
                edits[ordinal] = (node.replace(names=names, within=None),)
        else:
            code.add(node)
    # Labels are judged last, since branches and debug sections may come behind them.
    for ordinal, name in labels:
        if (_DEBUG_LABEL.match(name) or debug.has(name)) and not code.has(name):
            edits[ordinal] = ()
    return edits


class _Uses:
    """The names that statements use."""

    def __init__(self) -> None:
        self._choose_names: set[str] = set()
        self._stems: set[str] = set()

    def add(self, statement: Any) -> None:  # noqa: ANN401
        """Add the names in a statement, without those in its body."""
        if isinstance(statement, n.Scope | n.Function | n.Section):
            return
        stack: list[n.Node] = [statement]
        while stack:
            node = stack.pop()
            if type(node) is n.Ranged:
                self._stems.add(node.name.name)
            elif type(node) is n.Symbol or type(node) is n.Register:
                self._choose_names.add(node.name)
            else:
                stack.extend(children(node))

    def has(self, name: str) -> bool:
        """Whether a name is used, alone or in a range: `L3` in `L<4>`."""
        return name in self._choose_names or (
            bool(self._stems) and name.rstrip("0123456789") in self._stems
        )


def _without_comments(module: n.Module, files: frozenset[str], *, others: bool) -> n.Module:
    """Return a module without quoted lines of source, or with `others` without any comments."""

    def unwanted(comment: str) -> bool:
        quoted = _SOURCE_LINE.match(comment)
        return others or (quoted is not None and quoted[1] in files)

    # Without a declared file, no comment can quote a line of it.
    if not files and not others:
        return module
    edits: dict[int, tuple[AnyStatement, ...]] = {}
    for ordinal, node in enumerate(statements(module)):
        changes: dict[str, object] = {}
        for field in ("before", "within", "closing"):
            gap = getattr(node, field, None)
            if type(gap) is tuple:
                changes[field] = tuple(
                    [remove_comments(part, unwanted) if part else "" for part in gap]
                )
            elif gap is not None:
                changes[field] = remove_comments(gap, unwanted)
        same = all(getattr(node, field) == value for field, value in changes.items())
        cleaned = node if same else node.replace(**changes)
        if cleaned is not node:
            edits[ordinal] = (cleaned,)
    module = edit_statements(module, edits)
    if module.closing is not None:
        closing = remove_comments(module.closing, unwanted)
        if closing != module.closing:
            module = module.replace(closing=closing)
    return module
