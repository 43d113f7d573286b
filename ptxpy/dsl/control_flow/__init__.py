"""Blocks of the device that Python opens with `with`."""
