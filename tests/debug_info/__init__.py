"""Names from debug information."""
