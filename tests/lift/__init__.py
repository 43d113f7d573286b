"""Tests of what is lifted: operators and structured control flow."""
