"""The facts of the dialect of Python that imported kernels are written in."""
