"""Tests of recording programs between them and the driver."""
