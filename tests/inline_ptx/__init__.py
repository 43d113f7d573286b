"""Tests of inline PTX in CUDA and Python sources."""
