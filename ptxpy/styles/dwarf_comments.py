"""The trailing comments that LLVM writes in its debug sections. All follow from the data.

A value has its comment after its first line: `.b8 216 // DW_AT_call_line`, then a bare `.b8 1`,
the upper byte. Location lists are an exception: every byte after the code of an operation has a
comment, which may be empty.

Each kind of section has a reader, which reads the lines once and attaches comments to them. At
data that is not valid DWARF the reader stops, and no comments are predicted after it. Every step
of a reader consumes a line, so that the time is linear for any data.

LLVM writes DWARF 2 for GPUs, whatever version is requested. The readers support versions up to 4,
except forms without data (`DW_FORM_flag_present`), as there is no line for their comment.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

from ptxpy.ir import nodes as n
from ptxpy.styles import dwarf_names as names
from ptxpy.styles.dwarf_stream import SIZES, DataStream, StopReadingError

_VERSIONS = (2, 3, 4)

# --------------------------------------------------------------------------- abbreviations, entries


class _Abbreviation:
    """An abbreviation declaration: the tag, children flag and attributes of entries."""

    __slots__ = ("attributes", "children", "tag")

    def __init__(self, tag: int, *, children: bool) -> None:
        """Create an abbreviation without attributes."""
        self.tag = tag
        self.children = children
        self.attributes: list[tuple[int, int]] = []


_Abbreviations: TypeAlias = dict[int, _Abbreviation]


def _read_abbreviations(lines: DataStream, known: _Abbreviations) -> None:
    """Read `.debug_abbrev` and store its abbreviations by code."""
    while not lines.finished:
        here = lines.here
        code = lines.unsigned()
        # A bare 0 ends the abbreviations of a unit: three zeros in a row have comments of their
        # own.
        if code == 0:
            lines.comments[here] = "EOM(3)"
            continue
        lines.comments[here] = "Abbreviation Code"
        tag = _named(lines, names.TAGS)
        abbreviation = _Abbreviation(tag, children=_named(lines, names.CHILDREN) != 0)
        while True:
            here = lines.here
            attribute = _named(lines, names.ATTRIBUTES)
            if attribute == 0:
                lines.comments[here] = "EOM(1)"
                break
            abbreviation.attributes.append((attribute, _named(lines, names.FORMS)))
        lines.comment("EOM(2)")
        # A declaration ends with two zeros, for attribute and form.
        if lines.unsigned() != 0:
            raise StopReadingError
        known[code] = abbreviation


def _named(lines: DataStream, table: dict[int, str]) -> int:
    """Read a ULEB128 number; its name in `table` becomes the comment."""
    here = lines.here
    number = lines.unsigned()
    lines.comments[here] = table.get(number)
    return number


_ADDRESS, _STRING, _BLOCK, _EXPRESSION, _REFERENCE = 0x01, 0x08, 0x09, 0x18, 0x10
_ACCESSIBILITY = 0x32
_FIXED_FORMS = {
    **dict.fromkeys((0x0B, 0x0C, 0x11, 0x25, 0x29), 1),
    **dict.fromkeys((0x05, 0x12, 0x26, 0x2A), 2),
    **dict.fromkeys((0x27, 0x2B), 3),
    **dict.fromkeys((0x06, 0x13, 0x0E, 0x17, 0x1C, 0x1D, 0x1F, 0x28, 0x2C, 0x1F20, 0x1F21), 4),
    **dict.fromkeys((0x07, 0x14, 0x20, 0x24), 8),
    0x1E: 16,
}
_COUNTED_FORMS = {0x0A: 1, 0x03: 2, 0x04: 4}
_LEB_FORMS = frozenset({0x0D, 0x0F, 0x15, 0x1A, 0x1B, 0x22, 0x23, 0x1F01, 0x1F02})


def _read_info(lines: DataStream, known: _Abbreviations) -> None:
    """Read `.debug_info`."""
    while not lines.finished:
        start = lines.offset
        lines.comment("Length of Unit")
        lines.number(4)
        lines.comment("DWARF version number")
        version = lines.number(2)
        # The lengths of fields differ between versions.
        if version not in _VERSIONS:
            raise StopReadingError
        lines.comment("Offset Into Abbrev. Section")
        lines.number(4)
        lines.comment("Address Size (in bytes)")
        address = lines.byte()
        # In DWARF 2 a reference to another unit has the size of an address.
        reference = address if version == _VERSIONS[0] else 4
        sizes = {**_FIXED_FORMS, _ADDRESS: address, _REFERENCE: reference}
        if address == 0:
            raise StopReadingError
        _read_entries(lines, known, sizes, start)


def _read_entries(
    lines: DataStream, known: _Abbreviations, sizes: dict[int, int], start: int
) -> None:
    """Read an entry with all its descendants; `start` is the offset of the unit."""
    # Entries nest by their children, so those that are not complete are on a stack.
    unfinished: list[tuple[int, int, str | None]] = []
    while True:
        here, offset = lines.here, lines.offset - start
        code = lines.unsigned()
        abbreviation = known.get(code)
        if abbreviation is not None:
            _read_attributes(lines, abbreviation, sizes)
            tag = names.TAGS.get(abbreviation.tag)
            text = None if tag is None else f"Abbrev [{code}] {offset:#x}:{{:#x}} {tag}"
            unfinished.append((here, offset, text))
            if abbreviation.children:
                continue
        elif code == 0 and unfinished:
            lines.comments[here] = "End Of Children Mark"
        else:
            raise StopReadingError
        here, offset, text = unfinished.pop()
        # The comment has the size of the entry, which is known only at its end.
        if text is not None:
            lines.comments[here] = text.format(lines.offset - start - offset)
        if not unfinished:
            return


def _read_attributes(lines: DataStream, abbreviation: _Abbreviation, sizes: dict[int, int]) -> None:
    """Read the attributes of an entry."""
    for attribute, form in abbreviation.attributes:
        here = lines.here
        lines.comments[here] = names.ATTRIBUTES.get(attribute)
        if form in sizes:
            value = lines.number(sizes[form])
            # LLVM writes the name of an accessibility on a line of its own.
            if attribute == _ACCESSIBILITY and value is not None:
                name = names.ACCESSIBILITIES.get(value, "")
                lines.comments[here] = f"{names.ATTRIBUTES[attribute]}\n{name}"
        elif form == _STRING:
            lines.string()
        elif form in _COUNTED_FORMS:
            lines.skip(lines.number(_COUNTED_FORMS[form]) or 0)
        elif form in (_BLOCK, _EXPRESSION):
            lines.skip(lines.unsigned())
        elif form in _LEB_FORMS:
            lines.unsigned()
        else:
            raise StopReadingError


# --------------------------------------------------------------------------- other sections

_UNSIGNED, _SIGNED, _BYTE, _BYTES = "usbn"
_OPERANDS = {
    **dict.fromkeys((0x10, 0x23, 0x90, 0x93, 0xA1, 0xA2, 0xA8, 0xA9), _UNSIGNED),
    **dict.fromkeys((0x11, 0x91, *range(0x70, 0x90)), _SIGNED),
    **dict.fromkeys((0x08, 0x09, 0x15, 0x94, 0x95), _BYTE),
    0x92: _UNSIGNED + _SIGNED,
    0x9D: _UNSIGNED + _UNSIGNED,
    0x9E: _BYTES,
}
_UNSUPPORTED = frozenset(
    {0x03, *range(0x0A, 0x10), 0x28, 0x2F, *range(0x98, 0x9B), 0xA0, *range(0xA3, 0xA8)}
)
"""Operations whose operands LLVM never writes to a location list."""


def _read_locations(lines: DataStream, _: _Abbreviations) -> None:
    """Read `.debug_loc`: ranges of addresses, each with an expression."""
    while not lines.finished:
        size = lines.size
        if size not in (SIZES[".b32"], SIZES[".b64"]):
            raise StopReadingError
        begin, end = lines.number(size), lines.number(size)
        # Two zeros end a list; all bits set choose a new base address.
        if begin == end == 0 or begin == (1 << 8 * size) - 1:
            continue
        lines.comment("Loc expr size")
        length = lines.number(2)
        if length is None:
            raise StopReadingError
        end_of_expression = lines.offset + length
        while lines.offset < end_of_expression:
            _read_operation(lines)
        # An operation that reads beyond its expression is no valid DWARF.
        if lines.offset != end_of_expression:
            raise StopReadingError


def _read_operation(lines: DataStream) -> None:
    """Read an operation of a location expression: its code, then its operands in decimal."""
    here = lines.here
    code = lines.byte()
    lines.comments[here] = names.OPERATIONS.get(code)
    if code in _UNSUPPORTED or code not in names.OPERATIONS:
        raise StopReadingError
    for kind in _OPERANDS.get(code, ""):
        here, position = lines.here, lines.position
        if kind == _BYTE:
            value = lines.byte()
        else:
            value = lines.signed() if kind == _SIGNED else lines.unsigned()
        # Every byte of an operand has a comment: its first byte has the value, the others an empty
        # one.
        lines.fill(position, "")
        lines.comments[here] = str(value)
        if kind == _BYTES:
            for _ in range(value):
                here = lines.here
                lines.comments[here] = str(lines.byte())


def _read_public(lines: DataStream, what: str, *, gnu: bool) -> None:
    """Read `.debug_pubnames` or `.debug_pubtypes`, plain or in the GNU flavour."""
    while not lines.finished:
        for text, size in (
            (f"Length of Public {what} Info", 4),
            ("DWARF Version", 2),
            ("Offset of Compilation Unit Info", 4),
            ("Compilation Unit Length", 4),
        ):
            lines.comment(text)
            lines.number(size)
        while True:
            here = lines.here
            if lines.number(4) == 0:
                lines.comments[here] = "End Mark"
                break
            lines.comments[here] = "DIE offset"
            if gnu:
                here = lines.here
                value = lines.byte()
                kind, linkage = names.INDEX_KINDS[value >> 4 & 7], names.INDEX_LINKAGES[value >> 7]
                lines.comments[here] = f"Attributes: {kind}, {linkage}"
            lines.comment("External Name")
            lines.string()


def _read_strings(lines: DataStream, _: _Abbreviations) -> None:
    """Read `.debug_str`."""
    while not lines.finished:
        here, offset = lines.here, lines.offset
        text = "".join(map(_escaped, lines.string()))
        lines.comments[here] = f"string offset={offset} ; {text}"


_ESCAPES = {0x09: r"\t", 0x0A: r"\n", 0x22: r"\"", 0x5C: r"\\"}


def _escaped(byte: int) -> str:
    if byte in _ESCAPES:
        return _ESCAPES[byte]
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02X}"  # noqa: PLR2004


_DEFINE, _UNDEFINE, _START_FILE, _END_FILE = 1, 2, 3, 4


def _read_macros(lines: DataStream, _: _Abbreviations) -> None:
    """Read `.debug_macinfo`."""
    while not lines.finished:
        here = lines.here
        # Entries of macros may be one after another, and lists end with a zero.
        kind = lines.unsigned()
        lines.comments[here] = "End Of Macro List Mark" if kind == 0 else names.MACROS.get(kind)
        if kind in (0, _END_FILE):
            continue
        if kind not in (_DEFINE, _UNDEFINE, _START_FILE):
            raise StopReadingError
        lines.comment("Line Number")
        lines.unsigned()
        if kind == _START_FILE:
            lines.comment("File Number")
            lines.unsigned()
        else:
            lines.comment("Macro String")
            lines.string()


_Reader: TypeAlias = Callable[[DataStream, _Abbreviations], None]

_READERS: dict[str, _Reader] = {
    ".debug_abbrev": _read_abbreviations,
    ".debug_info": _read_info,
    ".debug_loc": _read_locations,
    ".debug_pubnames": lambda lines, _: _read_public(lines, "Names", gnu=False),
    ".debug_pubtypes": lambda lines, _: _read_public(lines, "Types", gnu=False),
    ".debug_gnu_pubnames": lambda lines, _: _read_public(lines, "Names", gnu=True),
    ".debug_gnu_pubtypes": lambda lines, _: _read_public(lines, "Types", gnu=True),
    ".debug_str": _read_strings,
    ".debug_macinfo": _read_macros,
}
"""The reader of each section, by name. The lines of other sections have no comments."""


class DebugComments:
    """Predictor of the comments of debug sections, which are passed in the order of the file."""

    def __init__(self) -> None:
        """Start a file."""
        self._abbreviations: _Abbreviations = {}
        self._section = ""
        self._lines = DataStream()

    def begin(self, section_name: str) -> None:
        """Start a section: `.debug_info`."""
        self._section = section_name
        self._lines = DataStream()

    def item(self, node: n.Data | n.Label) -> None:
        """Add the next item of the section."""
        self._lines.append(node)

    def finish(self) -> list[str | None]:
        """End the section; return the trailing comment of each item, or `None` if it has none.

        A comment is the text after `// `, so that `""` stands for a bare `// `. The text after a
        line break is a second comment, on its own line and in the same column.
        """
        lines, self._lines = self._lines, DataStream()
        reader = _READERS.get(self._section)
        if reader is not None:
            # What was read before an error keeps its comments.
            with suppress(StopReadingError):
                reader(lines, self._abbreviations)
        return lines.comments
