"""The compiler of the simulator: from the IR to a Python function for each piece of a program."""
