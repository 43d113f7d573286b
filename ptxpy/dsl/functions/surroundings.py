"""The surroundings of a trace: globals and closures that it may have read, and their contents.

A kernel is traced once and launched often. The names of modules that its body loads, the cells of
its closure, default arguments, and the contents of the containers, objects and modules found there
are remembered by identity, and so are those of the functions that are found among them: the trace
holds until one is replaced. They are found in the bytecode, not by watching the trace, so
that some may not have been read; a change of those costs a trace that would not have been needed.

Not followed: packages that are installed, but for the kernel's own; the standard library; and the
contents of files and of the environment. A value that the trace itself has changed, as a list to
which it appends, is left out.
"""

from __future__ import annotations

import builtins
import dis
import re
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from enum import Enum
from functools import cache, partial
from operator import attrgetter, is_, itemgetter
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MappingProxyType,
    MethodType,
    ModuleType,
)
from typing import Any, Final

from ptxpy.dsl.functions.definition import FunctionDefinition
from ptxpy.dsl.values.operand_conversion import TracedValue
from ptxpy.dsl.verification.bytecode import Words
from ptxpy.dsl.verification.value_identity import stored_attributes

MAX_ITEMS: Final = 4096
"""Items of a container that are remembered one by one."""

MAX_BYTES: Final = 1 << 16
"""Bytes of an array that are remembered."""

MAX_DEPTH: Final = 8
"""Containers and objects within each other that are followed."""

_NAMED: Final = {
    dis.opmap[name]: shift
    for name, shift in {"LOAD_GLOBAL": 1, "LOAD_NAME": 0, "LOAD_FROM_DICT_OR_GLOBALS": 0}.items()
    if name in dis.opmap
}
"""The instructions that load a name of a module, and the bits below its number."""

_IMPORT: Final = dis.opmap["IMPORT_NAME"]
_LOADING: Final = re.compile(b"[%b]" % re.escape(bytes([*_NAMED, _IMPORT])))

_SIMPLE: Final = (bool, int, str, bytes, type(None))
_UNFOLLOWED: Final = (*_SIMPLE, float, complex, Enum, CodeType, BuiltinFunctionType, TracedValue)

_HOLDERS: Final = frozenset({"argparse", "collections", "types"})
"""The modules of Python's library whose objects are followed as those of the kernel's own are."""

_BY_TEXT: Final = frozenset({"eval", "exec", "globals", "locals", "vars"})
"""The functions that load a name given as text."""

_WORD: Final = re.compile(r"[^\W\d]\w*")

_CACHED: Final = type(cache(len))
"""The class of what `functools.cache` and `lru_cache` make."""

_Read = Callable[[], Sequence[Any]]

_GONE: Final = (KeyError, ValueError, RuntimeError)
"""The errors of reading a name, or the content of a cell, that is not there any more."""


class _Watch:
    """A few values that are read together, with their earlier contents."""

    __slots__ = ("known", "read")

    def __init__(self, read: _Read) -> None:
        self.read = read
        self.known = tuple(read())

    def has_changed(self) -> bool:
        """Return whether a value is another; numbers and texts that are equal are the same."""
        try:
            now = tuple(self.read())
        except _GONE:
            return True
        known = self.known
        if len(now) != len(known):
            return True
        if all(map(is_, now, known)):
            return False
        if not all(map(_is_same, now, known)):
            return True
        # Equal values that are other objects are kept, for the quick comparison the next time.
        self.known = now
        return False


def _is_same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if kind is tuple:
        return len(one) == len(other) and all(map(_is_same, one, other))
    if kind in _SIMPLE:
        return bool(one == other)
    # NaN is not equal to itself, and its text is.
    return (kind is float or _is_scalar(kind)) and repr(one) == repr(other)


def _is_scalar(kind: type) -> bool:
    return kind.__module__ == "numpy" and hasattr(kind, "itemsize") and kind.__name__ != "ndarray"


class _NamesWatch(_Watch):
    """Names of a module that are read together."""

    __slots__ = ("names", "namespace")

    def __init__(self, namespace: dict[str, Any], names: list[str]) -> None:
        self.namespace = namespace
        self.names = names
        found = itemgetter(*names)
        # One name alone is not given as a tuple.
        super().__init__(
            partial(found, namespace) if len(names) > 1 else lambda: (found(namespace),)
        )

    def changed(self) -> Iterator[tuple[int, str]]:
        """Yield the keys of the names that stand for something else now."""
        for name, known in zip(self.names, self.known, strict=True):
            if not _is_same(self.namespace.get(name), known):
                yield id(self.namespace), name


class Surroundings:
    """A snapshot of the objects that some functions may read."""

    def __init__(
        self, roots: Iterable[Any], own: str, without: frozenset[Any] = frozenset()
    ) -> None:
        """Find the values that functions may read; `own` is the module of the kernel.

        `without` are the keys of values that are not to be remembered.
        """
        self._own = own.partition(".")[0]
        self._without = without
        self._seen: dict[int, Any] = {}
        self._names: dict[int, tuple[dict[str, Any], dict[str, None]]] = {}
        self.functions: list[FunctionType] = []
        """The functions that may have been called, the bodies of kernels among them."""
        self._cells: list[CellType] = []
        self._watches: dict[Any, _Watch] = {}
        for root in roots:
            self._visit(root, (), MAX_DEPTH)
        self._watch_functions()
        self._watched = (*self._watches.values(),)

    def has_changed(self) -> bool:
        """Return whether one of the values is another now.

        Each launch asks this: the loop calls no other function for values that are the same.
        """
        for watch in self._watched:
            known = watch.known
            try:
                now = watch.read()
            except _GONE:
                return True
            is_same = len(now) == len(known) and all(map(is_, now, known))
            if not is_same and watch.has_changed():
                return True
        return False

    def changed(self) -> frozenset[Any]:
        """Return the keys of the values that have changed."""
        found: set[Any] = set()
        for key, watch in self._watches.items():
            if isinstance(watch, _NamesWatch):
                found.update(watch.changed())
            elif watch.has_changed():
                found.add(key)
        return frozenset(found)

    # ----------------------------------------------------------------- finding

    def _watch(self, key: Any, read: _Read) -> None:
        if key not in self._without and key not in self._watches:
            self._watches[key] = _Watch(read)

    def _watch_functions(self) -> None:
        """Remember code and defaults of all functions together, and the names of each module."""
        functions, cells = self.functions, self._cells
        code, defaults, keywords = map(attrgetter, ("__code__", "__defaults__", "__kwdefaults__"))
        self._watch(
            "functions",
            lambda: [*map(code, functions), *map(defaults, functions), *map(keywords, functions)],
        )
        for cell in cells:
            self._watch(("cell", id(cell)), lambda cell=cell: (cell.cell_contents,))  # type: ignore[misc]
        for namespace, names in self._names.values():
            self._watch_names(namespace, names)

    def _watch_names(self, namespace: dict[str, Any], names: Iterable[str]) -> None:
        """Remember names of a namespace, and that those of builtins are not among them."""
        kept = [name for name in names if (id(namespace), name) not in self._without]
        here = [name for name in kept if name in namespace]
        if here:
            self._watches[id(namespace)] = _NamesWatch(namespace, here)
        missing = [name for name in kept if name not in namespace]
        if missing:
            keys = namespace.keys()
            self._watches[id(namespace), "missing"] = _Watch(lambda: (keys.isdisjoint(missing),))

    def _visit(self, value: Any, attributes: Iterable[str], depth: int) -> None:
        """Find the contents of a value; `attributes` are the names that its code loads."""
        if isinstance(value, ModuleType):
            self._visit_module(value, attributes, depth)
            return
        if not depth or id(value) in self._seen:
            return
        if isinstance(value, FunctionDefinition):
            self._seen[id(value)] = value
            self._visit(value.body, (), depth)
            return
        if isinstance(value, _UNFOLLOWED):
            return
        # The value is kept, or its identity might be given to another one.
        self._seen[id(value)] = value
        if isinstance(value, FunctionType):
            self._visit_function(value)
        elif isinstance(value, type):
            self._visit_class(value)
        else:
            for item in self._held(value):
                self._visit(item, attributes, depth - 1)

    def _visit_function(self, function: FunctionType) -> None:
        if not self._is_followed(function.__globals__.get("__name__") or ""):
            return
        self.functions.append(function)
        own = vars(function)
        if own:
            for value in self._items(own, lambda: [*own.values()]):
                self._visit(value, (), MAX_DEPTH)
        namespace = function.__globals__
        names = self._names.setdefault(id(namespace), (namespace, {}))[1]
        loaded, imported, attributes = _loaded_names(function.__code__)
        for module in imported:
            self._visit(sys.modules.get(module), attributes, MAX_DEPTH)
        for name in loaded:
            if name in namespace or hasattr(builtins, name):
                names[name] = None
                self._visit(namespace.get(name), attributes, MAX_DEPTH)
        for cell in function.__closure__ or ():
            if id(cell) not in self._seen:
                self._seen[id(cell)] = cell
                if _content(cell):
                    self._cells.append(cell)
                    self._visit(cell.cell_contents, attributes, MAX_DEPTH)
        self._visit(function.__defaults__, attributes, MAX_DEPTH)
        self._visit(function.__kwdefaults__, attributes, MAX_DEPTH)

    def _visit_module(self, module: ModuleType, attributes: Iterable[str], depth: int) -> None:
        namespace = vars(module)
        if not depth or not self._is_followed(module.__name__):
            return
        names = self._names.setdefault(id(namespace), (namespace, {}))[1]
        # The object of which an attribute is loaded is not followed: every name that the code has
        # may be one of this module.
        for name in attributes:
            if name in namespace and name not in names:
                names[name] = None
                self._visit(namespace[name], attributes, depth - 1)

    def _visit_class(self, kind: type) -> None:
        if not self._is_followed(kind.__module__):
            return
        held = vars(kind)
        names = [name for name in held if not (name.startswith("__") and name.endswith("__"))]
        # The number of attributes shows one that is new.
        self._watch(id(kind), lambda: [len(held), *[held.get(name) for name in names]])
        for name, value in held.items():
            inner = value
            if isinstance(value, staticmethod | classmethod):
                inner = value.__func__
            elif isinstance(value, property):
                inner = value.fget
            if name in names or isinstance(inner, FunctionType):
                self._visit(inner, (), MAX_DEPTH)
        for base in kind.__bases__:
            self._visit(base, (), MAX_DEPTH)

    def _held(self, value: Any) -> list[Any]:
        """Remember the contents of a container or an object, and return them."""
        kind = type(value)
        if isinstance(value, MethodType):
            return [value.__func__, value.__self__]
        if isinstance(value, partial):
            return [value.func, value.args, value.keywords]
        if isinstance(value, dict | MappingProxyType):
            items = self._items(value, lambda: [part for item in value.items() for part in item])
            return [*items, *self._attributes(value)]
        if isinstance(value, tuple | list | set | frozenset | deque):
            return [*self._items(value, lambda: [*value]), *self._attributes(value)]
        if kind is _CACHED:
            return [value.__wrapped__]
        if isinstance(value, ContextVar):
            return self._items(value, lambda: [value.get(None)])
        if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
            # An array of objects has their addresses, which say nothing of their contents.
            if value.nbytes <= MAX_BYTES and not value.dtype.hasobject:
                self._watch(id(value), lambda: (value.shape, str(value.dtype), value.tobytes()))
            return []
        if isinstance(value, array | bytearray):
            if memoryview(value).nbytes <= MAX_BYTES:
                self._watch(id(value), lambda: (bytes(value),))
            return []
        return self._attributes(value)

    def _attributes(self, value: Any) -> list[Any]:
        """Remember the attributes of an object and of its class, and return them."""
        kind = type(value)
        if self._is_followed(kind.__module__):
            self._visit_class(kind)
        elif kind.__module__ not in _HOLDERS:
            return []
        return self._items(
            value,
            lambda: [part for each in stored_attributes(value) for part in each],
            (id(value), "attributes"),
        )

    def _items(self, value: Any, read: Callable[[], Any], key: Any = None) -> list[Any]:
        """Remember the items of a value, and return them; none if there are too many."""
        found = list(read())
        key = id(value) if key is None else key
        if len(found) > MAX_ITEMS:
            self._watch(key, lambda: (len(value),))
            return []
        if type(value) is not tuple:  # what a tuple holds cannot be exchanged
            self._watch(key, read)
        return found

    def _is_followed(self, module: str) -> bool:
        """Return whether a module may change: it is no installed package, or the kernel's own."""
        root = module.partition(".")[0]
        # The package does not change while a program runs; its examples are followed if they are
        # what is traced.
        if root == "ptxpy":
            return self._own == root and module.startswith("ptxpy.examples")
        if root == self._own:
            return True
        if root in sys.stdlib_module_names:
            return False
        file = getattr(sys.modules.get(root), "__file__", None) or ""
        return "site-packages" not in file and "dist-packages" not in file


def _content(cell: CellType) -> bool:
    """Return whether a cell has a content."""
    try:
        cell.cell_contents  # noqa: B018 - it raises where there is none
    except ValueError:
        return False
    return True


def _loaded_names(code: CodeType) -> tuple[Iterable[str], Iterable[str], Iterable[str]]:
    """Return the names that a function and those in it load from their module, import, and have.

    Of a function that loads names by texts, those are all the words of its texts.
    """
    loaded: dict[str, None] = {}
    imported: dict[str, None] = {}
    names: dict[str, None] = {}
    words: dict[str, None] = {}
    for each in _codes(code):
        texts = [text for text in each.co_consts if type(text) is str]
        words.update(dict.fromkeys(word for text in texts for word in _WORD.findall(text)))
        names.update(dict.fromkeys((*each.co_names, *texts)))
        read = Words(each)
        # The few instructions that load a name are found by one search over the code.
        for match in _LOADING.finditer(read.opcodes):
            at = match.start()
            opcode, argument = read.opcodes[at], read.argument(at)
            if opcode == _IMPORT:
                imported[each.co_names[argument]] = None
            else:
                loaded[each.co_names[argument >> _NAMED[opcode]]] = None
    return loaded if _BY_TEXT.isdisjoint(loaded) else loaded | words, imported, names


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)
