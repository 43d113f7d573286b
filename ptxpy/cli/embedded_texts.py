"""PTX in binaries as input of commands: `libx.so`, or a single text, `libx.so::1.sm_90a.ptx`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.binaries import (
    SEPARATOR,
    BinaryFormatError,
    SelectionError,
    binary_of,
    single_text,
    split_name,
)
from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.console import printable, write_stderr, write_stdout
from ptxpy.cli.function_names import match_symbols
from ptxpy.demangle import abridged, demangled
from ptxpy.isa import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.binaries import Binary, Text

__all__ = ["list_texts", "read_text", "resolve", "texts_among_files", "texts_in"]

_MAX_SIGNATURE_CHARACTERS: Final = 100
_KILO: Final = 1000


def resolve(name: str, kernel: str | None = None, arch: str | None = None) -> str:
    """Return the name of the one text that a command takes; other files are returned as they are.

    If a binary holds several texts of the same kernels, that for the highest architecture is taken,
    and standard error says so. Raises `CommandError` if there is none, or several to choose from.
    """
    path, word = split_name(name)
    binary = _binary(path)
    if binary is None:
        return name
    try:
        found = _select(binary, word, kernel, arch)
        text = binary.choose(found, kernel)
    except (BinaryFormatError, SelectionError) as error:
        raise CommandError(_lines(error)) from None
    if len(found) > 1:
        others = ", ".join(each.label for each in found if each != text)
        write_stderr(
            printable(
                f"ptxpy: {path}: took {text.label} of {len(found)}; others: {others} (name one as "
                f"{path}{SEPARATOR}{found[0].label})"
            )
        )
    return f"{path}{SEPARATOR}{text.label}"


def texts_in(name: str, kernel: str | None = None, arch: str | None = None) -> list[str] | None:
    """Return the names of the texts of a binary; None for other files.

    Raises `CommandError` if there are none.
    """
    path, word = split_name(name)
    binary = _binary(path)
    if binary is None:
        return None
    try:
        found = _select(binary, word, kernel, arch)
    except (BinaryFormatError, SelectionError) as error:
        raise CommandError(_lines(error)) from None
    return [f"{path}{SEPARATOR}{text.label}" for text in found]


def texts_among_files(name: str, kernel: str | None, arch: str | None) -> list[str]:
    """Return the names of the texts of a file in a directory; none if it is not concerned.

    Standard error says which files have machine code alone. A damaged file is returned itself, so
    that reading it fails.
    """
    try:
        binary = binary_of(name) or single_text(name)
    except (BinaryFormatError, OSError):
        return [name]
    # Kernels of a file with machine code alone are left out, which its user should know.
    if not binary.texts and binary.others:
        write_stderr(f"ptxpy: {_lines(binary.without_ptx())}")
    try:
        found = binary.select(kernel, arch, matches=match_symbols)
    except SelectionError:
        # A file without the kernel that is asked for is no error among others.
        return []
    except BinaryFormatError:
        return [name]
    return [f"{name}{SEPARATOR}{text.label}" if text.label else name for text in found]


def read_text(name: str) -> bytes:
    """Return the PTX of a name that `resolve` or `texts_in` returned; raises `CommandError`."""
    path, word = split_name(name)
    binary = _binary(path)
    try:
        if binary is not None:
            return binary.choose(_select(binary, word, None, None)).read()
    except (BinaryFormatError, SelectionError) as error:
        raise CommandError(_lines(error)) from None
    message = f"{printable(path)}: is no binary, so it holds no {printable(word)}"
    raise CommandError(message)


def list_texts(names: Sequence[str]) -> None:
    """Write a line for each kernel of some texts: target, PTX version, size, text, kernel."""
    rows = [("target", "PTX", "bytes", "text", "kernel")]
    for name in names:
        path, word = split_name(name)
        binary = _binary(path)
        for text in binary.find(word, matches=match_symbols) if binary is not None else ():
            major, minor = text.entry.version
            facts = (text.arch, f"{major}.{minor}", f"{text.entry.size:,}", text.label)
            rows += [(*facts, _title(symbol)) for symbol in text.kernels() or ("(no kernel)",)]
    widths = [max(len(row[n]) for row in rows) for n in range(4)]
    for target, version, size, label, kernel in rows:
        cells = (
            f"{target:{widths[0]}}",
            f"{version:>{widths[1]}}",
            f"{size:>{widths[2]}}",
            f"{label:{widths[3]}}",
            kernel,
        )
        write_stdout(printable("  ".join(cells)))


def _title(symbol: str) -> str:
    signature = demangled(symbol).signature
    return f"{symbol}  {abridged(signature, _MAX_SIGNATURE_CHARACTERS)}" if signature else symbol


def _select(binary: Binary, word: str, kernel: str | None, arch: str | None) -> list[Text]:
    # A label names one text: no search among the kernels is needed.
    if word in binary.by_label and kernel is arch is None:
        return [binary.by_label[word]]
    found = binary.select(kernel, arch, matches=match_symbols, nearest=_nearest)
    if not word:
        return found
    labels = {text.label for text in found}
    return [text for text in binary.find(word, matches=match_symbols) if text.label in labels]


def _nearest(symbols: Sequence[str], name: str) -> Sequence[str]:
    return nearest(name, {*symbols, *(demangled(symbol).name for symbol in symbols)})


def _binary(path: str) -> Binary | None:
    try:
        return binary_of(path)
    except BinaryFormatError as error:
        raise CommandError(_lines(error)) from None
    except OSError:
        return None  # whoever reads the file says why it cannot be read


def _lines(error: Exception | str) -> str:
    """Return a message, or that of an error, of which each line may have hostile names."""
    # Each line is made printable by itself, as line feeds belong to the message.
    return "\n".join(map(printable, str(error).split("\n")))
