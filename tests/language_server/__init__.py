"""Tests of the language server, by a client over standard input and output."""
