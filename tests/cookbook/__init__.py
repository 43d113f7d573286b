"""The recipes of the cookbook, run as a reader would."""
