"""`tools/peer`: kernels written in the API of pyptx, through pyptx and through ptxpy."""
