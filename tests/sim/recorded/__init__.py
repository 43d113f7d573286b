"""What GPUs computed, and the simulator next to it."""
