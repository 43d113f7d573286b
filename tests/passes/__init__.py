"""The passes: strip, rename, instrument."""
