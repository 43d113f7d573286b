"""What `tools/inline_coverage` counts in headers."""
