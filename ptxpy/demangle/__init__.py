"""Names and signatures from mangled symbols: C++, Numba and Rust, in the scheme of the Itanium ABI.

The scheme is at https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling. A reader goes over the
symbol once, from left to right, and builds the text of each part as it passes it. References to
earlier parts, `S0_` and `T_`, are to text that is already there.

The reader is made in steps, each a subclass of the one before: `scanner`, `expressions`, `types`,
`reader`. The rules refer to each other in circles: a step has an abstract method for each rule of a
later one.
"""

from ptxpy.demangle.symbols import Demangled, abridged, demangled

__all__ = ["Demangled", "abridged", "demangled"]
