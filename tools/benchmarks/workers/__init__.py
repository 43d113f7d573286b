"""Scripts that measure one thing in a process of their own and print it as JSON."""
