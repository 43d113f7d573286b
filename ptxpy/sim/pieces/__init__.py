"""Functions cut into pieces that run without interruption, and the terminators of pieces."""
