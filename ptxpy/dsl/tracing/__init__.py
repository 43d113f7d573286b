"""Recording what a Python program emits: statements, pending results, source lines, the module."""
