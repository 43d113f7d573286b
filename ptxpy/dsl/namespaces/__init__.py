"""The names that authors write: `ptx`, its statements and operands, variables, debug positions."""
