"""Tests of the matrix instructions."""
