"""The memories of a kernel: what lies where, and how lanes read and write it."""
