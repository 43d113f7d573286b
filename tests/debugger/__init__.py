"""The debugger: sessions, its terminal and its adapter."""
