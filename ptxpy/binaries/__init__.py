"""PTX in binaries: the containers that compilers put into executables and libraries."""

from ptxpy.binaries.containers import BinaryFormatError, Entry, scan_bytes
from ptxpy.binaries.files import Found, is_binary, scan
from ptxpy.binaries.texts import (
    SEPARATOR,
    Binary,
    SelectionError,
    Text,
    binary_of,
    single_text,
    split_name,
)

__all__ = [
    "SEPARATOR",
    "Binary",
    "BinaryFormatError",
    "Entry",
    "Found",
    "SelectionError",
    "Text",
    "binary_of",
    "is_binary",
    "scan",
    "scan_bytes",
    "single_text",
    "split_name",
]
