"""How idiomatic a generated program is, counted: `ptxpy import --report` and the benchmarks.

The contents of the source are counted in the IR (`source_of`). Those of the program are counted in
the syntax tree of the Python, and its margins in the tokens (`program_of`).
"""

from ptxpy.codegen.census.program import Branch, ProgramCensus, Written, why_left
from ptxpy.codegen.census.reader import program_of
from ptxpy.codegen.census.source import Source, source_of

__all__ = ["Branch", "ProgramCensus", "Source", "Written", "program_of", "source_of", "why_left"]
