"""PTX from strangers: damaged, huge, or written to do harm (DESIGN 10)."""
