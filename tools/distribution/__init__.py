"""Releases: the metadata of the package, how it is built, and what must hold before that."""
