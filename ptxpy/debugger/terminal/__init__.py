"""The terminal front: the commands of gdb and cuda-gdb on a held launch."""
