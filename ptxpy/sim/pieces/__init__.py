"""Functions cut into pieces that run without interruption, and how pieces end."""
