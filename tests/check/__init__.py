"""Tests of the rules and of what is reported."""
