"""The extension for VS Code: what it starts, what it declares, and what its lock file says."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ptxpy.cli import debug_command

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tools" / "vscode"
NODE = shutil.which("node")
PACKAGE = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))


def imitated(**settings: object) -> Any:
    """Run the extension with imitations of what it uses."""
    words = ["tests/vscode/imitation.js", str(FOLDER / "extension.js"), json.dumps(settings)]
    done = subprocess.run([str(NODE), *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_what_it_starts() -> None:
    """The language server and the adapter, by the path of the settings; again when restarted."""
    found = imitated(path="/x/ptxpy", sources=True)
    first, stopped, second, last = found["started"]
    assert (stopped, last) == ("stopped", "stopped")
    assert first == second
    assert first["server"]["command"] == "/x/ptxpy"
    assert first["server"]["args"] == ["lsp"]
    assert [each["language"] for each in first["documents"]] == ["ptx", "cuda-cpp", "python"]
    assert found["adapter"] == {"command": "/x/ptxpy", "words": ["debug", "--adapter"]}
    assert found["shown"] == []


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_without_sources() -> None:
    """Only PTX is served where the settings say so."""
    first, *_ = imitated(path="ptxpy", sources=False)["started"]
    assert first["documents"] == [{"language": "ptx"}]


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_a_server_that_is_missing() -> None:
    """The message says what to install; debugging still works."""
    found = imitated(path="missing", sources=True)
    assert found["shown"][0].startswith("`missing lsp` does not start: spawn missing ENOENT. ")
    assert "pip install 'ptxpy[editor]'" in found["shown"][0]
    assert found["adapter"]["command"] == "missing"


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_a_launch_without_configuration() -> None:
    """It is that of the open file; one that is configured stays."""
    found = imitated(path="ptxpy", sources=True)
    assert found["empty"]["program"] == "/k.ptx"
    assert found["empty"]["type"] == "ptxpy"
    assert found["given"] == {"type": "ptxpy", "program": "/other.ptx"}


def test_attributes_of_launches() -> None:
    """They are those that the adapter reads."""
    (debugger,) = PACKAGE["contributes"]["debuggers"]
    declared = {*debugger["configurationAttributes"]["launch"]["properties"]}
    asked = {"program", "kernel", "grid", "block", "args", "capture", "exec"}
    assert asked | {"strict", "stopOnEntry"} <= declared
    folder = Path(debug_command.__file__).parents[1]
    sources = [Path(debug_command.__file__), *(folder / "debugger").glob("*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    for name in declared:
        assert f'"{name}"' in text, f"the adapter does not read {name}"
    for configuration in debugger["initialConfigurations"]:
        assert {*configuration} - {"type", "request", "name"} <= declared
    for snippet in debugger["configurationSnippets"]:
        assert {*snippet["body"]} - {"type", "request", "name"} <= declared


def test_files_that_are_declared_exist() -> None:
    """The grammar and the configuration of the language; its commands are registered."""
    contributes = PACKAGE["contributes"]
    (language,), (grammar,) = contributes["languages"], contributes["grammars"]
    assert (FOLDER / language["configuration"]).is_file()
    assert (FOLDER / grammar["path"]).is_file()
    json.loads((FOLDER / language["configuration"]).read_text(encoding="utf-8"))
    source = (FOLDER / "extension.js").read_text(encoding="utf-8")
    for command in contributes["commands"]:
        assert f'registerCommand("{command["command"]}"' in source


def test_the_lock_file_names_no_registry() -> None:
    """Packages come from wherever npm is told to look, and are what their hashes say."""
    text = (FOLDER / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in text
    assert ".tgz" not in text
    locked = json.loads(text)["packages"]
    assert locked[""]["dependencies"] == PACKAGE["dependencies"]
    assert locked[""]["devDependencies"] == PACKAGE["devDependencies"]
    for name, package in locked.items():
        assert not name or package.get("integrity"), name
