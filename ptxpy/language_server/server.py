"""The server: all its features, and its start over standard input and output."""

from __future__ import annotations

import gc
import logging
import os
import sys

from pygls.exceptions import JsonRpcInvalidParams

from ptxpy.language_server.features import (
    actions,
    calls,
    colours,
    completing,
    lenses,
    looking_up,
    navigation,
    renaming,
    structure,
    synchronisation,
    workspace,
)
from ptxpy.language_server.session import PtxServer

__all__ = ["make_server", "serve"]

_FEATURES = (
    synchronisation,
    looking_up,
    navigation,
    calls,
    renaming,
    completing,
    structure,
    workspace,
    colours,
    actions,
    lenses,
)


def serve() -> None:
    """Answer an editor over standard input and output until it ends."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever else prints something must not disturb the messages.
    sys.stdout = sys.stderr
    # A collection takes 0.1 s where large files are open: it waits for a document to rest.
    gc.disable()
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_fault)
    make_server().start_io(stdout=output)


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether a record is of a fault: a name that is refused is an answer to the editor."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, JsonRpcInvalidParams)


def make_server() -> PtxServer:
    """Return a server with all its features."""
    server = PtxServer()
    for feature in _FEATURES:
        feature.register(server)
    return server
