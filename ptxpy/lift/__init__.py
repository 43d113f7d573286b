"""The meaning of instructions in Python's own terms: found in the IR, proved by the emitted PTX."""
