"""What the simulator runs: forms of the instruction table, and statements of files."""
