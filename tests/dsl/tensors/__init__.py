"""Tests of tiles: what a kernel says of its tensors."""
