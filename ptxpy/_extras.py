"""The command that installs a missing package, into the installation that misses it.

`pip install 'ptxpy[view]'` would replace a checkout, or a wheel in a folder, by the version of a
package index. How ptxpy was installed is on record beside it: `direct_url.json` of the
specification "Recording the Direct URL Origin of installed distributions".
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

__all__ = ["PURPOSES", "MissingPackageError", "explain_import_error", "install_command"]

_TOOLS: Final = {"pipx_metadata.json": "pipx", "uv-receipt.toml": "uv tool"}
"""Programs that give a command an environment of its own, by the file that they leave in it."""


_EXTRAS: Final = {
    "IPython": "notebook",
    "backports": "binaries",
    "cuda": "",
    "dask": "dask",
    "distributed": "dask",
    "jax": "jax",
    "lark": "",
    "llvmlite": "engine",
    "lsprotocol": "editor",
    "lz4": "binaries",
    "numpy": "",
    "pygls": "editor",
    "torch": "torch",
    "tree_sitter": "inline",
    "tree_sitter_cuda": "inline",
    "triton": "triton",
}
"""The extra with a package, by the name that it is imported by; empty if every install has it."""


PURPOSES: Final = {
    "all": "all of those below but torch, jax and triton",
    "engine": "kernels that run for long on the CPU, compiled by LLVM",
    "editor": "the language server, `ptxpy lsp`",
    "view": "machine code in `ptxpy view`, `ptxpy diff` and `k.sass()`",
    "ptxas": "the assembler, for `ptxpy check --assemble` and GPUs",
    "assemble": "nvJitLink, which assembles where there is no ptxas",
    "inline": "inline PTX in C++, for `ptxpy check`",
    "binaries": "compressed PTX in executables and libraries",
    "notebook": "the magics of Jupyter",
    "dask": "files and launches on a cluster, `--executor tcp://HOST:PORT`",
    "torch": "kernels on tensors of PyTorch",
    "jax": "kernels on arrays of JAX",
    "triton": "kernels of Triton's compiler",
}
"""The purpose of each extra for users; `pyproject.toml` has those of developers, too."""


class MissingPackageError(ImportError):
    """A package that ptxpy uses is not installed; the message has the command that installs it."""

    def __init__(self, purpose: str, extra: str) -> None:
        """Format the message.

        Args:
            purpose: The sentence before the command: `inline PTX in C++ needs tree-sitter`.
            extra: The extra with the package.
        """
        super().__init__(f"{purpose}: {install_command(extra)}")
        self._given = purpose, extra

    def __reduce__(self) -> tuple[type[MissingPackageError], tuple[str, str]]:
        """Return how a copy is made in another process."""
        return type(self), self._given


def explain_import_error(error: BaseException) -> str:
    """Return the message about a package that ptxpy uses; empty for any other error."""
    if isinstance(error, MissingPackageError):
        return str(error)
    name = error.name if isinstance(error, ModuleNotFoundError) and error.name else ""
    extra = _EXTRAS.get(name.partition(".")[0])
    return "" if extra is None else f"{name} is not installed: {install_command(extra)}"


def install_command(extra: str = "") -> str:
    """Return the command that adds an extra to this installation, as a shell takes it.

    Args:
        extra: The name of an extra in `pyproject.toml`; empty for the base packages.

    >>> "[view]" in install_command("view")  # pip install 'ptxpy[view]'
    True
    """
    # These take as long to import as a small kernel, and as a rule nothing is missing.
    import json  # noqa: PLC0415
    import shlex  # noqa: PLC0415
    from importlib import metadata  # noqa: PLC0415

    installer, origin = "", {}
    try:
        distribution = metadata.distribution("ptxpy")
    except metadata.PackageNotFoundError:
        # A checkout on the path of Python: it is not installed.
        checkout = Path(__file__).parents[1]
        if (checkout / "pyproject.toml").is_file():
            origin = {"url": checkout.as_uri(), "dir_info": {"editable": True}}
    else:
        installer = (distribution.read_text("INSTALLER") or "").strip()
        origin = json.loads(distribution.read_text("direct_url.json") or "{}")
    words = [*_installing_program(installer), *_requirement(extra, origin)]
    if sys.platform == "win32":
        # The shells of Windows have no single quotes, and names of files there no double ones.
        return " ".join(f'"{word}"' if set(word) & set(" @[]&;") else word for word in words)
    return shlex.join(words)


def _installing_program(installer: str) -> list[str]:
    """Return the program that installs into this environment, and its subcommand."""
    import shutil  # noqa: PLC0415 - as above
    from importlib.util import find_spec  # noqa: PLC0415

    for file, tool in _TOOLS.items():
        if Path(sys.prefix, file).is_file():
            return [*tool.split(), "install", "--force"]
    if installer == "uv":
        return ["uv", "pip", "install", "--python", sys.executable]
    # The `pip` of the shell is another Python's where the environment is not activated.
    pip = shutil.which("pip")
    if pip is not None and Path(pip).parent == Path(sys.executable).parent:
        return ["pip", "install"]
    if find_spec("pip") is None:
        return ["pip", "--python", sys.executable, "install"]
    return [sys.executable, "-m", "pip", "install"]


def _requirement(extra: str, origin: dict[str, Any]) -> list[str]:
    """Return the arguments that name ptxpy with an extra, from its origin.

    Args:
        extra: The extra; empty for none.
        origin: The contents of `direct_url.json`; empty for a package from an index.
    """
    from urllib.parse import urlsplit  # noqa: PLC0415 - as above
    from urllib.request import url2pathname  # noqa: PLC0415

    name = f"ptxpy[{extra}]" if extra else "ptxpy"
    url = origin.get("url", "")
    if not url:
        return [name]
    if "dir_info" in origin:
        folder = url2pathname(urlsplit(url).path)
        editable = ["-e"] if origin["dir_info"].get("editable") else []
        return [*editable, f"{folder}[{extra}]" if extra else folder]
    if "vcs_info" in origin:
        url = f"{origin['vcs_info']['vcs']}+{url}@{origin['vcs_info']['commit_id']}"
    if origin.get("subdirectory"):
        url += f"#subdirectory={origin['subdirectory']}"
    return [f"{name} @ {url}"]
