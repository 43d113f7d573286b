"""Matrix instructions: fragments, `mma`, `wmma` and `wgmma`, and matrices in memory."""
