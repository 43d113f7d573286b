"""Benchmarks: the numbers that the README of this folder explains, each by one command."""
