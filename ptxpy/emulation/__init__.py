"""An emulated CUDA device, on which `ptxpy exec` runs unmodified programs."""
