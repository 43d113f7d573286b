"""Triton: its kernels in the simulator, and edited kernels in the place of compiled ones.

`ptxpy.triton` is the public module. Triton is imported by the modules `simulator_driver` and
`stage_hook` alone, at their first use.
"""
