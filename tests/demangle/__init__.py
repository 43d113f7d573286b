"""Names and signatures of mangled symbols."""
