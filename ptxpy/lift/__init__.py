"""What instructions mean in Python's own terms: found in the IR, and verified by what is emitted."""
