"""Strict mode: races, missing waits and fences, what nothing has been written to."""
