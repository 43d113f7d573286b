"""Triton: its kernels in the simulator, and edited kernels in the place of what it compiled.

`ptxpy.triton` is the public module. Triton is imported by the modules `simulator_driver` and
`stage_hook` alone, when something of them is used.
"""
