"""The directives and pragma strings of PTX, as plain data (PTX ISA 9.0, chapters 11 and 12)."""

from __future__ import annotations

from typing import Final

from ptxpy._records import NamedTuple

__all__ = ["DIRECTIVES", "PRAGMAS", "Directive", "Pragma"]


class Directive(NamedTuple):
    """A directive: a word that begins with a dot and is not an instruction modifier."""

    name: str
    place: str
    """The part of a module that contains it: ``module``, ``linkage``, ``header`` (of a function),
    ``body``, ``variable`` or ``section``."""
    syntax: str
    """Its syntax, in the manual's notation."""
    version: tuple[int, int]
    """The version of PTX that introduced it."""
    target: int
    """The lowest target architecture, 90 for ``sm_90``; 0 if every target has it."""
    section: str
    """Its section in the manual."""
    meaning: str
    """Its meaning, in a few words."""


_ROWS: Final = (
    (".version", "module", ".version major.minor", (1, 0), 0, "11.1.1", "version of the language"),
    (".target", "module", ".target name{, option}", (1, 0), 0, "11.1.2", "architecture aimed at"),
    (".address_size", "module", ".address_size 32|64", (2, 3), 0, "11.1.3", "bits of an address"),
    (
        ".entry",
        "module",
        ".entry name{(parameters)}{directives}{body}",
        (1, 0),
        0,
        "11.2.1",
        "a kernel",
    ),
    (
        ".func",
        "module",
        ".func {.attribute(…)} {(results)} name{(parameters)}{directives}{body}",
        (1, 0),
        0,
        "11.2.2",
        "a device function",
    ),
    (
        ".alias",
        "module",
        ".alias name, target;",
        (6, 3),
        30,
        "11.2.3",
        "another name of a function",
    ),
    (
        ".branchtargets",
        "body",
        "label: .branchtargets labels;",
        (6, 0),
        30,
        "11.3.1",
        "where an indirect branch may go",
    ),
    (
        ".calltargets",
        "body",
        "label: .calltargets functions;",
        (2, 1),
        20,
        "11.3.2",
        "what an indirect call may reach",
    ),
    (
        ".callprototype",
        "body",
        "label: .callprototype {(results)} _ {(parameters)}{directives};",
        (2, 1),
        20,
        "11.3.3",
        "interface of an indirect call",
    ),
    (".maxnreg", "header", ".maxnreg n", (1, 3), 0, "11.4.1", "most registers of a thread"),
    (".maxntid", "header", ".maxntid x{, y{, z}}", (1, 3), 0, "11.4.2", "most threads of a CTA"),
    (
        ".reqntid",
        "header",
        ".reqntid x{, y{, z}}",
        (2, 1),
        0,
        "11.4.3",
        "threads of a CTA, exactly",
    ),
    (
        ".minnctapersm",
        "header",
        ".minnctapersm n",
        (2, 0),
        0,
        "11.4.4",
        "CTAs that a multiprocessor should hold",
    ),
    (
        ".maxnctapersm",
        "header",
        ".maxnctapersm n",
        (1, 3),
        0,
        "11.4.5",
        "old name of .minnctapersm",
    ),
    (".noreturn", "header", ".noreturn", (6, 4), 30, "11.4.6", "the function does not come back"),
    (".pragma", "module", '.pragma "string"{, "string"};', (2, 0), 0, "11.4.7", "a wish"),
    (
        ".abi_preserve",
        "header",
        ".abi_preserve n",
        (9, 0),
        80,
        "11.4.8",
        "data registers that a callee must keep",
    ),
    (
        ".abi_preserve_control",
        "header",
        ".abi_preserve_control n",
        (9, 0),
        80,
        "11.4.9",
        "control registers that a callee must keep",
    ),
    ("@@dwarf", "section", "@@dwarf data", (1, 0), 0, "11.5.1", "debug data, before PTX 2.0"),
    (
        ".section",
        "module",
        ".section name { data }",
        (2, 0),
        0,
        "11.5.2",
        "a section of debug data",
    ),
    (
        ".file",
        "module",
        '.file number "name"{, timestamp, size}',
        (1, 0),
        0,
        "11.5.3",
        "number of a source file",
    ),
    (
        ".loc",
        "body",
        ".loc file line column{, function_name label{+offset}, inlined_at file line column}",
        (1, 0),
        0,
        "11.5.4",
        "source position of what follows",
    ),
    (".extern", "linkage", ".extern declaration", (1, 0), 0, "11.6.1", "defined in another module"),
    (
        ".visible",
        "linkage",
        ".visible declaration",
        (1, 0),
        0,
        "11.6.2",
        "visible to other modules",
    ),
    (
        ".weak",
        "linkage",
        ".weak declaration",
        (3, 1),
        0,
        "11.6.3",
        "gives way to another definition",
    ),
    (".common", "linkage", ".common variable", (5, 0), 0, "11.6.4", "merged with its namesakes"),
    (
        ".reqnctapercluster",
        "header",
        ".reqnctapercluster x{, y{, z}}",
        (7, 8),
        90,
        "11.7.1",
        "CTAs of a cluster, exactly",
    ),
    (
        ".explicitcluster",
        "header",
        ".explicitcluster",
        (7, 8),
        90,
        "11.7.2",
        "must be launched with clusters",
    ),
    (
        ".maxclusterrank",
        "header",
        ".maxclusterrank n",
        (7, 8),
        90,
        "11.7.3",
        "most CTAs of a cluster",
    ),
    (
        ".blocksareclusters",
        "header",
        ".blocksareclusters",
        (9, 0),
        90,
        "11.8.1",
        "a launch counts clusters, not CTAs",
    ),
    (".align", "variable", ".align bytes", (1, 0), 0, "5.4.5", "alignment of a variable"),
    (
        ".attribute",
        "variable",
        ".attribute(.managed | .unified(uuid1, uuid2))",
        (4, 0),
        30,
        "5.4.8",
        "special properties of a variable or function",
    ),
    (
        ".ptr",
        "variable",
        ".param type .ptr{.space}{.align bytes} name",
        (2, 2),
        0,
        "5.1.6.2",
        "what a kernel's pointer parameter points to",
    ),
)

DIRECTIVES: Final[dict[str, Directive]] = {row[0]: Directive(*row) for row in _ROWS}
"""The directives by name."""


class Pragma(NamedTuple):
    """A string that `.pragma` takes."""

    string: str
    """Its text; variable parts are in angle brackets."""
    version: tuple[int, int]
    target: int
    section: str
    meaning: str


PRAGMAS: Final = tuple(
    Pragma(*row)
    for row in (
        ("nounroll", (2, 0), 0, "12.1", "do not unroll the loop"),
        (
            "used_bytes_mask <mask>",
            (8, 3),
            50,
            "12.2",
            "bytes of the next ld or st that matter, a bit each",
        ),
        ("enable_smem_spilling", (8, 7), 75, "12.3", "spill registers to shared memory"),
        ("frequency <n>", (9, 0), 0, "12.4", "how often the next basic block runs"),
    )
)
"""The pragma strings of chapter 12; any other string is ignored by ptxas."""
