"""What instructions mean in Python's own terms: found in the IR, verified by what is emitted."""
