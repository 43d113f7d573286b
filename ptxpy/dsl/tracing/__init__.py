"""The trace of a Python program: statements, pending results, source locations, the module."""
