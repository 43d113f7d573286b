"""Kernels for Hopper, as PTX by small programs: TMA, wgmma, clusters, specialised warps."""
