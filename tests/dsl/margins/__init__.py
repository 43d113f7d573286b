"""The margin: registers of values, behind the statements that make them."""
