"""The race detector (strict mode): races, missing waits and fences, uninitialised memory."""
