"""The magics `%%ptx` and `%%kernel`, which check and run the code of a cell."""

from __future__ import annotations

import argparse
import re
import shlex
from typing import TYPE_CHECKING, Any, Final, NoReturn

from IPython.core.error import UsageError
from IPython.display import display

from ptxpy.check import Located, check_text, diagnose_module, locate_in_python
from ptxpy.dsl import StandaloneKernel, raising_location, trace_kernel
from ptxpy.isa import TARGETS
from ptxpy.launch import load
from ptxpy.notebook.display import checked_markup, html
from ptxpy.notebook.listing import dressed, messages
from ptxpy.view import join, tag

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["register"]


_DEFAULT_ARCH: Final = "sm_90a"
_FIRST_VERSION: Final = (8, 0)


class _Shown:
    """An output: HTML, and text for shells that show no HTML."""

    def __init__(self, markup: str, text: str) -> None:
        self._markup = markup
        self._text = text

    def _repr_html_(self) -> str:
        return self._markup

    def __repr__(self) -> str:
        return self._text


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are those of a magic."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}")


def register(shell: Any) -> None:
    """Add the magics to a shell of IPython."""
    magics = _Magics(shell)
    shell.register_magic_function(magics.ptx, "cell", "ptx")
    shell.register_magic_function(magics.kernel, "cell", "kernel")


def _words(parser: _Parser, line: str) -> argparse.Namespace:
    try:
        return parser.parse_args(shlex.split(line))
    except ValueError as error:
        parser.error(str(error))
    except SystemExit:  # --help has written its text
        raise UsageError(f"{parser.prog}: see above") from None


class _Magics:
    """The magics of one shell."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    # ------------------------------------------------------------------------------- %%ptx

    def ptx(self, line: str, cell: str) -> None:
        """Check the PTX of the cell, show its Python and resources, and bind its kernel to a name.

        `%%ptx NAME [--arch sm_90a]`: a text without `.version` and `.target` gets those of the
        architecture. A module with one kernel, or with a kernel NAME, is bound as a loaded kernel;
        any other one as the module.
        """
        parser = _Parser(prog="%%ptx")
        parser.add_argument("name", nargs="?", metavar="NAME")
        parser.add_argument("--arch", choices=sorted(TARGETS), metavar="TARGET")
        options = _words(parser, line)
        _check_name(parser, options.name)
        head = _head(parser, cell, options.arch)
        checked = check_text(head + cell, filename="<cell>")
        if any(each.severity == "error" for each in checked.found) or checked.module is None:
            # Lines of the head are not in the cell, so they are taken off.
            lines = head.count("\n") - 1  # that of the magic is the first one of the cell
            shown = [each._replace(line=max(each.line - lines, 0)) for each in checked.found]
            _fail(dressed(checked_markup(f"%%ptx {line}\n{cell}", checked, skipped=lines)), shown)
        module = checked.module
        names = [kernel.name.name for kernel in module.kernels]
        found: Any = module
        # A module with several kernels is bound as such, unless one of them is named.
        if options.name in names or len(names) == 1:
            found = load(module, options.name if options.name in names else None)
        display(_Shown(html(found) or "", f"{', '.join(names) or 'no kernel'}: checked"))
        if options.name:
            self._shell.user_ns[options.name] = found

    # ---------------------------------------------------------------------------- %%kernel

    def kernel(self, line: str, cell: str) -> None:
        """Define the kernel of the cell, check it, and show its PTX; with `--run`, run it.

        `%%kernel [--run ARGUMENT… [--grid G --block B] [--to NAME] [--strict]]`: an argument is an
        expression of the namespace, or `name=expression`. The simulator runs it. The outputs of a
        kernel on tensors are bound to NAME.
        """
        parser = _Parser(prog="%%kernel")
        parser.add_argument("--run", nargs="+", metavar="ARGUMENT")
        parser.add_argument("--grid", type=int)
        parser.add_argument("--block", type=int)
        parser.add_argument("--to", metavar="NAME")
        parser.add_argument("--strict", action="store_true")
        options = _words(parser, line)
        _check_name(parser, options.to)
        for name in ("grid", "block", "to", "strict"):
            if getattr(options, name) and not options.run:
                parser.error(f"--{name} needs --run")
        cell = f"\n{cell}"  # the line of the magic is the first one
        filename = self._shell.compile.cache(cell)
        space = self._shell.user_ns
        # The identity tells kernels of this cell from those of earlier ones.
        before = {id(each) for each in space.values()}
        try:
            exec(compile(cell, filename, "exec"), space)  # noqa: S102 - the user's own cell
        except Exception as error:  # noqa: BLE001 - the user's code may raise anything
            _fail_with(error, cell, filename)
        made = [
            each
            for each in space.values()
            if isinstance(each, StandaloneKernel) and id(each) not in before
        ]
        if len(made) != 1:
            message = f"%%kernel: a cell defines one kernel, with @ptxpy.kernel; here {len(made)}"
            raise UsageError(message)
        kernel = made[0]
        self._check(kernel, cell, filename)
        display(_Shown(html(kernel) or "", f"{kernel!r}: checked"))
        if options.run:
            self._run(parser, kernel, options, (cell, filename))

    def _check(self, kernel: StandaloneKernel, cell: str, filename: str) -> None:
        try:
            traced = trace_kernel(kernel.bind())
        except Exception as error:  # noqa: BLE001 - the user's code may raise anything
            _fail_with(error, cell, filename)
        diagnostics = diagnose_module(traced.module)
        lines = traced.lines or (0,) * (1 + max((each.ordinal for each in diagnostics), default=0))
        found = locate_in_python(diagnostics, lines, cell)
        if any(each.severity == "error" for each in found):
            _fail(dressed(messages(found, "cell")), found)

    def _run(
        self,
        parser: _Parser,
        kernel: StandaloneKernel,
        options: argparse.Namespace,
        source: tuple[str, str],
    ) -> None:
        space = self._shell.user_ns
        positional: list[Any] = []
        named: dict[str, Any] = {}
        for word in options.run:
            name, equals, value = word.partition("=")
            # `a == b` is an expression, and no argument with a name.
            is_named = bool(equals) and name.isidentifier() and not value.startswith("=")
            try:
                found = eval(value if is_named else word, space)  # noqa: S307 - the user's own
            except Exception as error:  # noqa: BLE001 - the user's code may raise anything
                parser.error(f"--run {word}: {type(error).__name__}: {error}")
            if is_named:
                named[name] = found
            else:
                positional.append(found)
        settings: dict[str, Any] = {
            name: getattr(options, name) for name in ("grid", "block") if getattr(options, name)
        }
        # Strict mode is the simulator's alone, and chooses it.
        settings |= {"strict": True} if options.strict else {"device": "cpu"}
        result = None
        try:
            if kernel.tensor_names:
                result = kernel(*positional, **named, **settings)
            else:
                kernel.launch(*positional, **named, **settings)
        except Exception as error:  # noqa: BLE001 - a launch raises what the kernel does
            _fail_with(error, *source)
        if options.to:
            space[options.to] = result
        elif result is not None:
            display(result)


def _check_name(parser: _Parser, name: str | None) -> None:
    if name is not None and not name.isidentifier():
        parser.error(f"{name!r} is not a name of Python")


def _head(parser: _Parser, cell: str, arch: str | None) -> str:
    """Return the head that a text lacks, a line, or nothing."""
    has_head = any(row.lstrip().startswith((".version", ".target")) for row in cell.splitlines())
    if has_head and arch is not None:
        parser.error("--arch is for a text without .version and .target, and this one has them")
    if has_head:
        return ""
    name = arch or _DEFAULT_ARCH
    # Older targets take PTX 8.0, newer ones the first version that has them.
    major, minor = max(_FIRST_VERSION, TARGETS[name])
    return f".version {major}.{minor}\n.target {name}\n.address_size 64\n"


def _fail(markup: str, found: Sequence[Located]) -> NoReturn:
    """Show diagnostics, and end the cell as a magic does that cannot do its work."""
    display(_Shown(markup, "\n".join(each.render("cell") for each in found)))
    errors = sum(each.severity == "error" for each in found)
    raise UsageError(f"{errors:,} error{'' if errors == 1 else 's'}")


def _fail_with(error: Exception, cell: str, filename: str) -> NoReturn:
    """Show an exception at its line of the cell."""
    spot = raising_location(error, filename)
    rows = cell.splitlines()
    line = spot.line
    row = rows[line - 1] if 0 < line <= len(rows) else ""
    first, length = spot.columns(row)
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    # Errors of ptxpy name themselves in their text.
    if type(error).__module__ != "ptxpy":
        message = f"{type(error).__name__}: {message}"
    head, _, rest = message.replace(filename, "cell").partition("\n")
    # An error of an instruction that ran says its line in the message.
    place = re.search(r"\bat cell:(\d+)", rest)
    if not line and place and int(place[1]) <= len(rows):  # of an instruction that ran
        line = int(place[1])
        row = rows[line - 1]
        first, length = len(row) - len(row.lstrip()), len(row.strip())
    located = Located("PTX002", "error", line, first + 1, length, head, "", row)
    more = tag("pre", rest, class_="message") if rest else None
    display(
        _Shown(
            dressed(join(messages([located], "cell"), more)),
            "\n".join([located.render("cell"), *filter(None, [rest])]),
        )
    )
    raise UsageError("1 error") from None
