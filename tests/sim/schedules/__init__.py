"""All schedules: kernels with a fault in some orders, and kernels that are proved."""
