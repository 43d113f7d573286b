"""Asynchronous copies, copies of tensors, and mbarriers."""
