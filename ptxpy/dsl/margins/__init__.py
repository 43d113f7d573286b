"""The margin: `#: r3 p1` behind a statement names the registers of the values that it makes."""
