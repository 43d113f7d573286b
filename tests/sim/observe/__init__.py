"""Looking at kernels while they run."""
