"""The reference of the Python API: which names there are; Sphinx reads their docstrings."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from textwrap import indent
from types import ModuleType
from typing import Any, Final

from manual.paths import ROOT, files

__all__ = ["api_pages", "documented", "literal", "public_modules"]

_HIDDEN: Final = frozenset({"ptxpy.cli", "ptxpy.examples", "ptxpy.interposer"})
"""Packages that are commands or programs, not called by others."""


@cache
def public_modules() -> list[str]:
    """Return `ptxpy` and the modules and packages in it that say which names are public."""
    found = ["ptxpy"]
    for path in sorted(files()):
        parts = path.split("/")
        if parts[0] != "ptxpy" or not path.endswith(".py"):
            continue
        is_package = len(parts) == 3 and parts[2] == "__init__.py"
        if not is_package and len(parts) != 2:
            continue
        name = f"ptxpy.{parts[1].removesuffix('.py')}"
        if "._" not in name and name not in _HIDDEN and hasattr(import_module(name), "__all__"):
            found.append(name)
    return found


def api_pages() -> dict[str, str]:
    """Return a page for each public module, one of the helpers of `ptx`, and their list.

    An object that several modules have is described where it is found first, the others lead there.
    """
    homes: dict[int, str] = {}
    pages = {f"api/{module}.rst": _module(module, homes) for module in public_modules()}
    pages["api/ptx-helpers.rst"] = _helpers()
    names = "\n".join(f"   {module}" for module in (*public_modules(), "ptx-helpers"))
    text = (
        "The public names of ptxpy, with their signatures. What ``ptx.`` has beside instructions "
        "is in :doc:`ptx-helpers`; instructions are in :doc:`/instructions/index`."
    )
    pages["api/index.rst"] = (
        f"{_title('Python API')}\n{text}\n\n.. toctree::\n   :maxdepth: 1\n\n{names}\n"
    )
    return pages


def documented(module: str) -> list[tuple[str, Any]]:
    """Return the public names of a module, with what each stands for."""
    found = import_module(module)
    return [(name, getattr(found, name)) for name in sorted(found.__all__, key=str.lower)]


def _title(text: str, mark: str = "=") -> str:
    return f"{text}\n{mark * len(text)}\n"


def _module(module: str, homes: dict[int, str]) -> str:
    is_module = isinstance(import_module(module), ModuleType)
    parts = [_title(module)]
    if is_module:
        parts.append(f".. py:module:: {module}\n")
    parts.append(f"{literal(_docstring(module))}\n")
    elsewhere = []
    for name, value in documented(module):
        full = f"{module}.{name}"
        if isinstance(value, ModuleType):
            elsewhere.append(f"- ``{name}``: the module ``{value.__name__}``\n")
        elif _is_described_once(value) and id(value) in homes:
            elsewhere.append(f"- ``{name}``: :py:obj:`{homes[id(value)]}`\n")
        elif is_module and full not in public_modules():
            homes.setdefault(id(value), full)
            parts.append(_object(full, value))
        elif inspect.isroutine(value) or inspect.isclass(value):
            homes.setdefault(id(value), full)
            parts.append(_unnamed(full, value))
        else:
            parts.append(_data(full, value))
    if elsewhere:
        parts.append(_title("Described elsewhere", "-") + "\n" + "".join(elsewhere))
    return "\n".join(parts)


def _docstring(module: str) -> str:
    """Return the docstring of a file, as a module may stand for an object of the same name."""
    path = f"{module.replace('.', '/')}.py"
    file = path if path in files() else f"{module.replace('.', '/')}/__init__.py"
    return ast.get_docstring(ast.parse((ROOT / file).read_text(encoding="utf-8"))) or ""


def _is_described_once(value: object) -> bool:
    return inspect.isclass(value) or inspect.isroutine(value)


def _object(full: str, value: object) -> str:
    if inspect.isclass(value):
        kind = "exception" if issubclass(value, BaseException) else "class"
        return f".. auto{kind}:: {full}\n   :members:\n   :show-inheritance:\n"
    if inspect.isroutine(value):
        return f".. autofunction:: {full}\n"
    return _data(full, value)


def _data(full: str, value: object) -> str:
    """Return what a value is; its class speaks for it, as its attributes may be anything."""
    kind = type(value)
    lines = [f".. py:data:: {full}", f"   :type: {kind.__name__}", ""]
    if kind.__module__.startswith("ptxpy"):
        first = (inspect.getdoc(kind) or "").partition("\n\n")[0]
        lines += [f"   {line}" for line in literal(first).splitlines()]
    return "\n".join(lines) + "\n"


_FENCE: Final = re.compile(r"^( *)```\w*\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
_CODE: Final = re.compile(r"``.+?``|:\w[\w:]*:`[^`]+`|`[^`]+`_|`([^`]+)`", re.DOTALL)


def literal(text: str) -> str:
    """Return a docstring with single backticks as reStructuredText that has code there.

    Tables and blocks of code of Markdown stay as they are written.
    """
    text = _FENCE.sub(lambda block: "::\n\n" + indent(block[2], "    "), text)
    found = _CODE.sub(lambda code: f"``{code[1].strip()}``\\ " if code[1] else code[0], text)
    return re.sub(
        r"(?m)(?:^\|.*\n?)+", lambda rows: "::\n\n" + indent(rows[0], "    ") + "\n", found
    )


def _helpers() -> str:
    parts = [
        _title("Helpers of ptx"),
        "Each is called in a kernel, and writes one or several instructions.\n",
        *_each_helper(),
    ]
    return "\n".join(parts)


def _each_helper() -> Iterator[str]:
    import_module("ptxpy.dsl")
    helpers = import_module("ptxpy.dsl.tracing.instructions").HELPERS
    for name in sorted(helpers):
        yield _unnamed(f"ptx.{name}", helpers[name])


def _unnamed(name: str, value: Any) -> str:  # noqa: ANN401 - a function, a method or a class
    """Return what describes an object under a public name that is no path to it."""
    inner = getattr(value, "__func__", value)
    if inspect.isclass(inner):
        path = f"{inner.__module__}.{inner.__qualname__}"
        return f"{_title(name, '-')}\n.. autoclass:: {path}\n   :no-index:\n   :members:\n"
    signature = str(inspect.signature(value)).replace("\\", "\\\\")
    lines = [f".. py:function:: {name}{signature}", "", *_sections(inspect.getdoc(inner) or "")]
    return "\n".join([lines[0], *(f"   {line}".rstrip() for line in lines[1:])]) + "\n"


def _sections(docstring: str) -> list[str]:
    """Return a docstring as reStructuredText; its sections too where Sphinx is installed."""
    try:
        from sphinx.ext.napoleon import Config, GoogleDocstring  # noqa: PLC0415 - else as it is
    except ImportError:
        return literal(docstring).splitlines()
    made = GoogleDocstring(docstring, Config(napoleon_use_rtype=False)).lines()
    return literal("\n".join(made)).splitlines()
