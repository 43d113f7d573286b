"""The comparison with pyptx, `tools/peer`, without the network."""
