"""Installs the packages that ptxpy works with and does not need, and tests it with them."""
