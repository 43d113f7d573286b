"""Names and signatures from mangled symbols: C++, Numba and Rust, in the scheme of the Itanium ABI.

The scheme is at https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling. A reader goes over the
symbol once, from left to right, and builds the text of each part as it passes it. What later parts
refer to, by `S0_` or `T_`, is text that is already there.

The reader is made in steps, a module each, and each adds to the one before: `budgeted_writer`,
`scanner`, `template_arguments`, `expressions`, `types`, `name_reader`, `reader`. The rules refer to
each other in circles: what a step needs of a later one is an abstract method.
"""

from ptxpy.demangle.symbols import Demangled, abridged, demangled

__all__ = ["Demangled", "abridged", "demangled"]
