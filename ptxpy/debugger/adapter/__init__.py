"""The Debug Adapter: the protocol by which editors debug, on a held launch."""
