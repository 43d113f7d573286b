"""Proving the instruction table: probes made from its forms, judged by ptxas and by ptxpy."""
