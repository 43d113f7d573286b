"""Objects of ptxpy as HTML, for notebooks; and the magics `%%ptx` and `%%kernel`."""

from ptxpy.notebook.display import html

__all__ = ["html"]
