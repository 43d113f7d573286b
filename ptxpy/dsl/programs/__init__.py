"""Running Python text as a program: its module, the linking of its kernels, its source lines."""
