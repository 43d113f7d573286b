"""What compilers write into symbols, read by the rules of the Itanium C++ ABI.

These are at https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling. A reader goes over the
symbol once, from left to right, and builds the text of each part as it passes it. What later parts
refer to, by `S0_` or `T_`, is text that is already there.

The reader is made in steps, a module each, and each adds to the one before: `writer`, `scanner`,
`templates`, `expressions`, `types`, `names`, `reader`. The rules refer to each other in circles:
what a step needs of a later one is an abstract method.
"""
