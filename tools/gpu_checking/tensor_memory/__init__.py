"""What no document settles about tensor memory: a kernel for each choice of the simulator."""
