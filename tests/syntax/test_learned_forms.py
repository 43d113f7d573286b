"""The forms that Lark has parsed are kept for later processes, and are never believed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ptxpy
from ptxpy._user_cache import VARIABLE, UserCache
from ptxpy.syntax import learned_forms, shapes
from ptxpy.syntax.derivations import read_forms
from ptxpy.syntax.parser import clear_memo

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
PROGRAM = """
import sys, ptxpy
text = sys.argv[1]
assert ptxpy.emit(ptxpy.parse(text)) == text
print("lark" in sys.modules)
"""


def rare(number: int) -> str:
    """Return PTX with an operand that no file of the corpus has, and another for each number."""
    return f"{HEAD}\tadd.s32 \t%r1, ~-~-~-~-%r2, {'~-' * number}1 ? 2 : 3;\n\tret;\n}}\n"


RARE = rare(3)


def start(text: str, folder: Path | str) -> subprocess.Popen[str]:
    """Start a process that parses a text, with a folder of caches."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, text],
        env={**os.environ, VARIABLE: str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def uses_lark(text: str, folder: Path | str) -> bool:
    """Parse a text in a process of its own; return whether it loads Lark."""
    process = start(text, folder)
    out, error = process.communicate()
    assert (process.returncode, error) == (0, "")
    return out == "True\n"


def file_in(folder: Path) -> Path:
    """Return the only file of the cache."""
    (path,) = (folder / "forms").iterdir()
    return path


@pytest.fixture
def learned(tmp_path: Path) -> Path:
    """Give a folder of caches with the forms of one text."""
    assert uses_lark(RARE, tmp_path)
    return tmp_path


def test_the_second_process_needs_no_lark(learned: Path) -> None:
    """Nor does the third, but for another form."""
    assert not uses_lark(RARE, learned)
    assert uses_lark(rare(2), learned)
    assert not uses_lark(rare(2), learned)
    assert not uses_lark(RARE, learned)


def test_off(tmp_path: Path) -> None:
    """Nothing is kept."""
    assert uses_lark(RARE, "off")
    assert uses_lark(RARE, "off")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("place", [0, 30, 60, -2])
def test_a_damaged_file_is_not_read(learned: Path, place: int) -> None:
    """It is replaced by one that is."""
    path = file_in(learned)
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    assert uses_lark(RARE, learned)
    assert not uses_lark(RARE, learned)


@pytest.mark.parametrize("size", [0, 1, 20, 100])
def test_a_truncated_file_is_not_read(learned: Path, size: int) -> None:
    """As when a disk was full."""
    os.truncate(file_in(learned), size)
    assert uses_lark(RARE, learned)
    assert not uses_lark(RARE, learned)


def test_the_file_of_another_grammar_is_not_read(learned: Path) -> None:
    """Its name has the hash of the rules, and the version of Lark."""
    path = file_in(learned)
    path.rename(path.with_name(f"{'0' * 64}.forms"))
    assert uses_lark(RARE, learned)
    assert len([*(learned / "forms").iterdir()]) == 2


@pytest.fixture
def here(learned: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[UserCache]:
    """Let this process use the folder, and know nothing that is in it."""
    monkeypatch.setenv(VARIABLE, str(learned))
    monkeypatch.setattr(learned_forms, "_learned", {})
    monkeypatch.setattr(learned_forms, "_written", 0)
    shapes.forget_shapes()
    clear_memo()
    yield UserCache(learned / "forms", "forms", learned_forms.MAX_FORMS_BYTES)
    shapes.forget_shapes()
    clear_memo()


def test_what_is_kept_is_text(here: UserCache) -> None:
    """A line for each form, as in the file that the package ships."""
    data = here.find(file_in(here.folder.parent).stem)
    assert data is not None
    assert read_forms(data.decode("ascii")) == learned_forms.read()
    assert len(learned_forms.read()) >= 2


Forms = dict[str, str]

WRONG: dict[str, Callable[[Forms], Forms]] = {
    "the steps of other forms": lambda forms: dict(
        zip(forms, [*forms.values()][::-1], strict=True)
    ),
    "steps left out": lambda forms: {form: steps[:-4] for form, steps in forms.items()},
    "no numbers": lambda forms: dict.fromkeys(forms, "__import__('os')"),
    "rules that there are not": lambda forms: {f: f"{steps} 9999" for f, steps in forms.items()},
    "no steps": lambda forms: dict.fromkeys(forms, ""),
    "an item that never ends": lambda _: {
        "operand REGISTER": ". " * 100_000,
        "body_item opcode operand COMMA operand SEMICOLON": ". ." + " ." * 100_000,
        "body_item opcode operand COMMA operand COMMA operand SEMICOLON": ". ." + " ." * 200_000,
    },
}


@pytest.mark.parametrize("wrong", WRONG)
def test_forged_forms_are_not_believed(here: UserCache, wrong: str) -> None:
    """A file with a true hash and false contents changes nothing but the time."""
    expected = ptxpy.parse(RARE)
    key = file_in(here.folder.parent).stem
    forged = WRONG[wrong](learned_forms.read())
    here.store(key, "".join(f"{form}\t{steps}\n" for form, steps in forged.items()).encode())
    shapes.forget_shapes()
    clear_memo()
    assert learned_forms.read() == forged
    assert uses_lark(RARE, here.folder.parent)
    here.store(key, "".join(f"{form}\t{steps}\n" for form, steps in forged.items()).encode())
    assert ptxpy.parse(RARE) == expected


@pytest.mark.parametrize("data", [b"\xff\xfe", b"no tab", b"\t\t\t", b"\n\n", b"\0" * 1000])
def test_no_forms_at_all(here: UserCache, data: bytes) -> None:
    """Whatever is in the file."""
    here.store(file_in(here.folder.parent).stem, data)
    assert ptxpy.emit(ptxpy.parse(RARE)) == RARE


def test_processes_that_write_at_once(tmp_path: Path) -> None:
    """None waits for another, or reads half of a file; the file is one of theirs."""
    texts = [rare(number) for number in range(4)]
    processes = [start(text, tmp_path) for text in texts]
    for process in processes:
        assert process.communicate()[1] == ""
        assert process.returncode == 0
    assert len([*(tmp_path / "forms").iterdir()]) == 1
    know = [not uses_lark(text, tmp_path) for text in texts]
    assert any(know)
    assert not any(uses_lark(text, tmp_path) for text in texts)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """It is as if there were none."""
    (tmp_path / "file").write_text("")
    assert uses_lark(RARE, tmp_path / "file" / "folder")
    assert uses_lark(RARE, tmp_path / "file" / "folder")


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_a_folder_of_others_is_not_used(learned: Path) -> None:
    """Whoever can write to it could make parsing slow."""
    (learned / "forms").chmod(0o777)
    assert uses_lark(RARE, learned)


def test_the_file_is_bounded(here: UserCache) -> None:
    """What was learned first goes."""
    before = learned_forms.read()
    for number in range(4):
        learned_forms.keep({f"operand {'X' * 400_000}{number}": "."})
    assert file_in(here.folder.parent).stat().st_size <= 1 << 20
    after = learned_forms.read()
    assert before.keys().isdisjoint(after)
    assert [form[-1] for form in after] == ["2", "3"]


def test_it_may_be_deleted(learned: Path) -> None:
    """At any time."""
    path = file_in(learned)
    path.unlink()
    path.parent.rmdir()
    assert uses_lark(RARE, learned)
    assert not uses_lark(RARE, learned)
