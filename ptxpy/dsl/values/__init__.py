"""Types, registers and operands: Python values on their way into instructions."""
