"""All checks that a change must pass, side by side on the cores of the machine: `.ci/run`."""
