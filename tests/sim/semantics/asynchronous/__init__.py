"""Tests of bulk copies and copies of tensors."""
