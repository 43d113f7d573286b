"""Tests of tools/vscode."""
