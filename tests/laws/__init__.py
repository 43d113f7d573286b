"""Laws that hold for all programs, tried on random ones."""
