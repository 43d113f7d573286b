"""Builds the PTX corpus: producers, isolated environments, a manifest."""
