"""Four CPUs for JAX, and no search for other devices: set before anything imports JAX."""

from __future__ import annotations

import os
import sys

if "jax" not in sys.modules:
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ["XLA_FLAGS"] = " ".join(
        [os.environ.get("XLA_FLAGS", ""), "--xla_force_host_platform_device_count=4"]
    ).strip()
