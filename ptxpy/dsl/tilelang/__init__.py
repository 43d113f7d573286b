"""The allocators and copies of TileLang, by its names and on the level of PTX."""
