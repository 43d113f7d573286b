"""The lanes of a batch: what they hold, which of them run, and where they go."""
