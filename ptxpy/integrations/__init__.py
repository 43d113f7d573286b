"""Frameworks whose arrays, compilers and graphs ptxpy works with: a package for each."""
