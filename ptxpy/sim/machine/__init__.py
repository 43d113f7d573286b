"""The machine: lanes and their registers, memory, the scheduler, barriers."""
