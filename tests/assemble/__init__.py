"""Tests of assembling."""
