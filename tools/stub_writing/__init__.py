"""The stubs of `ptx.` for editors and type checkers, from the instruction table."""
