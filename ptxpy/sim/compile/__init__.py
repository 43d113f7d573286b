"""From the IR to Python functions: what is generated for each piece of a program."""
