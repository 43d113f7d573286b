"""Changes of the tree of a function."""

from __future__ import annotations

from ptxpy.pytree import remove_unused_names
from ptxpy.pytree import tree as t


def test_a_result_without_a_reader_keeps_its_registers() -> None:
    """The margin of a call says the registers of all that it makes, read or not."""
    call = t.Assign(["result"], t.Call("step", ("x",)))
    call.emits = (t.Register("f", 3), t.Register("f", 4))
    block: t.Block = [call]
    remove_unused_names(block)
    [changed] = block
    assert isinstance(changed, t.Evaluate)
    assert changed.emits == call.emits
