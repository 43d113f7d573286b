"""Edited kernels in the place of compiled ones: in cubins, in the simulator, in the cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

triton = pytest.importorskip("triton", reason="needs Triton: tools/test --all installs it")

import ptxpy  # noqa: E402 - only with Triton
from ptxpy.integrations.triton.origins import ptx_digest  # noqa: E402
from ptxpy.triton import (  # noqa: E402
    OverrideError,
    Specialization,
    StaleOverrideWarning,
    export,
    override,
    simulated,
)
from tests.integrations.triton import kernels  # noqa: E402

X = np.arange(1000, dtype=np.float32)


class Negate(ptxpy.ir.Transformer):
    """Make additions of floats subtractions."""

    def visit_Instruction(self, node: Any) -> Any:  # noqa: N802 - by class
        """Exchange the opcode."""
        floats = node.opcode == "add" and ".f32" in str(node.modifiers)
        return node.replace(opcode="sub") if floats else node


def negated(module: Any) -> Any:
    """Return a module that subtracts where it added."""
    return Negate().visit(module)


def run(n: int = 1000, block: int = 256, **options: Any) -> tuple[str, Any]:
    """Run the kernel; return what it computes, and what Triton compiled."""
    out = np.zeros_like(X)
    grid = (triton.cdiv(n, block),)
    compiled = simulated(kernels.add)[grid](X, X, out, n, BLOCK=block, **options)
    for name, expected in (("sum", 2 * X[:n]), ("difference", 0 * X[:n])):
        if np.array_equal(out[:n], expected):
            return name, compiled
    return "neither", compiled


def compile_add(**options: int) -> Any:
    """Compile the kernel without a driver."""
    pointer = {"x": "*fp32", "y": "*fp32", "out": "*fp32"}
    source = triton.compiler.ASTSource(
        kernels.add, {**pointer, "n": "i32", "BLOCK": "constexpr"}, {"BLOCK": 256}
    )
    return triton.compile(source, triton.backends.compiler.GPUTarget("cuda", 90, 32), options)


@pytest.fixture
def nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let Triton know of no kernel that another test has compiled, in memory or on the disk."""
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "cache"))
    kernels.add.device_caches.clear()
    yield
    kernels.add.device_caches.clear()


@pytest.fixture
def edited(tmp_path: Path) -> Path:
    """The kernel as a file, with its additions edited."""
    path = tmp_path / "edited.py"
    export(run()[1], path)
    head, _, python = path.read_text().partition("\n")
    assert " + r" in python
    assert ".f32 + " in python
    module = negated(ptxpy.from_python(python))
    path.write_text(f"{head}\n{ptxpy.to_python(module)}")
    return path


@pytest.fixture(autouse=True)
def no_hook_is_left() -> Iterator[None]:
    """Each test takes its overrides out of use."""
    yield
    assert triton.knobs.runtime.add_stages_inspection_hook is None


class TestFiles:
    """A file runs in the place of the PTX that it was made from."""

    @pytest.mark.usefixtures("nothing_compiled")
    def test_inside_and_outside(self, edited: Path) -> None:
        """The original runs again afterwards."""
        assert run()[0] == "sum"
        with override(kernels.add, edited) as made:
            assert run()[0] == "difference"
        assert [form.constants for form in made.applied] == [{"BLOCK": 256}]
        assert run()[0] == "sum"

    def test_other_forms_are_left_alone(self, edited: Path) -> None:
        """Other constants, options and numbers that are multiples of 16 have other PTX."""
        with override(kernels.add, edited):
            assert run(block=512)[0] == "sum"
            assert run(num_warps=2)[0] == "sum"
            assert run(992)[0] == "sum"
            assert run(1)[0] == "sum"
            assert run()[0] == "difference"

    def test_contents_are_a_part_of_the_key(self, edited: Path) -> None:
        """What runs is what the file says now, not what Triton compiled from it before."""
        changed = edited.read_text()
        head, _, python = changed.partition("\n")
        with override(kernels.add, edited):
            assert run()[0] == "difference"
        edited.write_text(f"{head}\n{ptxpy.to_python(negated_back(ptxpy.from_python(python)))}")
        with override(kernels.add, edited):
            assert run()[0] == "sum"
        edited.write_text(changed)
        with override(kernels.add, edited):
            assert run()[0] == "difference"

    def test_what_is_on_the_disk(self, edited: Path) -> None:
        """A new process finds what was compiled, and the original without the override."""
        with override(kernels.add, edited) as made:
            run()
            kernels.add.device_caches.clear()
            made.applied.clear()
            assert run()[0] == "difference"
            assert made.applied == []
        kernels.add.device_caches.clear()
        assert run()[0] == "sum"

    def test_the_cubin_is_that_of_the_edit(self) -> None:
        """The assembler gets the edited text, also where Triton only compiles."""
        original = compile_add()
        with override(kernels.add, negated):
            compiled = compile_add()
        text = ptxpy.emit(negated(ptxpy.parse(original.asm["ptx"])))
        assert compiled.asm["ptx"] == text
        backend = triton.compiler.make_backend(compiled.metadata.target)
        assert compiled.asm["cubin"] == backend.make_cubin(text, {}, backend.parse_options({}), 90)
        assert compiled.asm["cubin"] != original.asm["cubin"]
        assert compile_add().asm["cubin"] == original.asm["cubin"]

    def test_ptx_as_text(self, tmp_path: Path) -> None:
        """A `.ptx` file is edited in an editor."""
        path = tmp_path / "edited.ptx"
        export(run()[1], path)
        path.write_text(path.read_text().replace("add.f32", "sub.f32"))
        with override(kernels.add, path):
            assert run()[0] == "difference"

    @pytest.mark.parametrize("name", ["edited.py", "edited.ptx"])
    def test_without_debug_information(self, tmp_path: Path, name: str) -> None:
        """What remains is read more easily, and is known as the same kernel."""
        path = tmp_path / name
        export(run()[1], path, strip=True)
        text = path.read_text()
        assert "at(" not in text
        assert ".loc" not in text
        with override(kernels.add, path) as made:
            assert run()[0] == "sum"
        assert len(made.applied) == 1

    def test_export_does_not_overwrite(self, edited: Path) -> None:
        """Unless it is told to."""
        with pytest.raises(FileExistsError):
            export(run()[1], edited)
        export(run()[1], edited, force=True)
        with override(kernels.add, edited):
            assert run()[0] == "sum"

    def test_an_edited_kernel_is_edited_again(self, edited: Path, tmp_path: Path) -> None:
        """What runs in the place of another is known by that one, in memory and in the cache."""
        second, third = tmp_path / "second.py", tmp_path / "third.py"
        with override(kernels.add, edited):
            compiled = run()[1]
        assert compiled.metadata.ptxpy_replaced == ptx_digest(ptxpy.parse(run()[1].asm["ptx"]))
        export(compiled, second)
        (folder,) = {Path(path).parent for path in compiled.metadata_group.values()}
        command = [sys.executable, "-m", "ptxpy", "import", str(folder), "-o", str(third)]
        subprocess.run(command, check=True, capture_output=True)
        for path in (second, third):
            with override(kernels.add, path):
                assert run()[0] == "difference"

    def test_lines_that_move_in_the_source_do_not_matter(self, edited: Path) -> None:
        """Debug information is no part of what the kernel is known by."""
        text = edited.read_text()
        assert "at(" in text
        compiled = ptxpy.parse(run()[1].asm["ptx"])
        moved = ptxpy.emit(compiled).replace(".loc\t1 ", ".loc\t1 1")
        assert moved != ptxpy.emit(compiled)
        digest = json.loads(text.partition("\n")[0].partition(": ")[2])["digest"]
        assert ptx_digest(ptxpy.parse(moved)) == ptx_digest(compiled) == digest

    def test_folder_of_the_cache(self, tmp_path: Path) -> None:
        """`ptxpy import` writes the origin, from the metadata that Triton keeps."""
        compiled = run()[1]
        (folder,) = {Path(path).parent for path in compiled.metadata_group.values()}
        path = tmp_path / "edited.py"
        command = [sys.executable, "-m", "ptxpy", "import", str(folder), "-o", str(path)]
        subprocess.run(command, check=True, capture_output=True)
        head, _, python = path.read_text().partition("\n")
        path.write_text(f"{head}\n{ptxpy.to_python(negated(ptxpy.from_python(python)))}")
        kernel = ptxpy.load(folder)
        assert (kernel.name, kernel.defaults.block) == ("add", 128)
        with override(kernels.add, path):
            assert run()[0] == "difference"
            with pytest.warns(StaleOverrideWarning, match="types and constants are not known"):
                assert run(block=512)[0] == "sum"


def negated_back(module: Any) -> Any:
    """Return a module that adds where it subtracted."""

    class Back(ptxpy.ir.Transformer):
        def visit_Instruction(self, node: Any) -> Any:  # noqa: N802 - by class
            return node.replace(opcode="add") if node.opcode == "sub" else node

    return Back().visit(module)


def left_alone(_module: Any) -> None:
    """Leave a kernel as it is."""


class TestFunctions:
    """A function is called for each form that is compiled."""

    def test_form_of_the_kernel(self) -> None:
        """It may depend on types, constants and options."""
        seen = []

        def edit(module: Any, form: Specialization) -> Any:
            seen.append((form.value("BLOCK"), form.value("num_warps"), form.signature["x"]))
            return negated(module) if form.num_warps == 2 else None

        with override(kernels.add, edit):
            assert run()[0] == "sum"
            assert run(num_warps=2)[0] == "difference"
            assert run(num_warps=2)[0] == "difference"
        assert seen == [(256, 4, "*fp32"), (256, 2, "*fp32")]

    def test_where(self) -> None:
        """Or the override says when."""
        with override(kernels.add, negated, {"BLOCK": 512, "target": "sm_90"}):
            assert run()[0] == "sum"
            assert run(block=512)[0] == "difference"

    def test_a_function_is_not_taken_from_another_override(self) -> None:
        """Nothing says whether two functions do the same, unless a key does."""
        with override(kernels.add, lambda module: module):
            assert run()[0] == "sum"
        with override(kernels.add, negated, key="1"):
            assert run()[0] == "difference"
        calls: list[Any] = []
        with override(kernels.add, calls.append, key="1"):
            assert run()[0] == "sum"
        assert len(calls) == 1

    def test_key_names_a_function_between_processes(self) -> None:
        """What Triton compiled with it is found again."""
        with override(kernels.add, negated, key="stable"):
            run()
        kernels.add.device_caches.clear()
        with override(kernels.add, negated, key="stable") as made:
            assert run()[0] == "difference"
        assert made.applied == []

    def test_other_kernels_are_left_alone(self) -> None:
        """By function, or by name; their keys on the disk do not depend on the override."""
        x, out = X.copy(), np.zeros_like(X)
        with override("no_such_kernel", negated), override(kernels.softmax, negated):
            assert run()[0] == "sum"
            first = simulated(kernels.scale)[(4,)](x, out, 1000, 2.5, BLOCK=256)
        with override("add", negated):
            assert run()[0] == "difference"
            second = simulated(kernels.scale)[(4,)](x, out, 1000, 2.5, BLOCK=256)
        assert first.hash == second.hash

    def test_the_last_of_several(self) -> None:
        """One that does not concern a form leaves it to those before."""
        with (
            override(kernels.add, negated),
            override(kernels.add, left_alone),
        ):
            assert run()[0] == "difference"

    def test_installed(self) -> None:
        """Until it is removed."""
        made = override(kernels.add, negated).install()
        assert run()[0] == "difference"
        with pytest.raises(OverrideError, match="in use already"):
            made.install()
        made.remove()
        assert run()[0] == "sum"

    def test_other_hooks_go_on(self) -> None:
        """One that was there is called first, and is there afterwards."""
        calls: list[int] = []

        def hook(*arguments: Any) -> Any:
            calls.append(len(arguments))
            return ("mine", "mine")

        knobs = triton.knobs.runtime
        knobs.add_stages_inspection_hook = hook
        try:
            with override(kernels.add, negated):
                assert run()[0] == "difference"
            assert knobs.add_stages_inspection_hook is hook
            assert calls == [0, 0, 5]
        finally:
            knobs.add_stages_inspection_hook = None

    def test_compilations_in_threads(self) -> None:
        """Triton compiles several kernels at once there."""
        pointer = triton.runtime.jit.MockTensor
        with (
            override(kernels.scale, negated_factor),
            ptxpy.triton.simulate(),
            ThreadPoolExecutor(2) as pool,
            triton.AsyncCompileMode(pool),
        ):
            for block in (64, 128):
                x = pointer(np.dtype(np.float32))
                kernels.scale.warmup(x, x, 1000, 2.5, BLOCK=block, grid=(1,))
        out = np.zeros_like(X)
        simulated(kernels.scale)[(8,)](X, out, 1000, 2.5, BLOCK=128)
        np.testing.assert_array_equal(out, X * np.float32(2.5))


def negated_factor(module: Any) -> Any:
    """Return the module, with products exchanged for sums."""

    class Exchange(ptxpy.ir.Transformer):
        def visit_Instruction(self, node: Any) -> Any:  # noqa: N802 - by class
            floats = node.opcode == "mul" and ".f32" in str(node.modifiers)
            return node.replace(opcode="add") if floats else node

    return Exchange().visit(module)


class TestAutotuner:
    """Each configuration has its edit."""

    def test_by_configuration(self) -> None:
        """The other runs as it is; the tuner runs both."""
        out = np.zeros_like(X)
        grid = lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)  # noqa: E731 - as in Triton
        first, second = kernels.CONFIGS
        with override(kernels.tuned, {second: negated_factor}) as made:
            simulated(kernels.tuned)[grid](X, out, 1000, 2.5)
        assert [form.value("num_warps") for form in made.applied] == [8]
        np.testing.assert_array_equal(out, X * np.float32(2.5))
        both = override(kernels.tuned, [({"BLOCK": 128}, negated), (first, negated)])
        with both, pytest.raises(OverrideError, match="negated and negated are both for it"):
            simulated(kernels.tuned)[grid](X, out, 1000, 2.5)


HEAD = '# Compiled by Triton: {"kernel": "add", "digest": "0"}\n'


class TestRefused:
    """What does not fit is said when the kernel is compiled, and nothing runs."""

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            (".entry add(", ".entry sub(", "has no kernel add, but sub: keep its name"),
            (".u32 add_param_3", ".u64 add_param_3", "parameter 3, add_param_3, is .u64, and"),
            (".reqntid 128", ".reqntid 256", "requires 256 threads .* Triton launches 128"),
            (".reqntid 128", ".maxntid 64", "allows 64 threads"),
            (".target sm_90a", ".target sm_80", "is sm_80, and Triton compiles for sm_90a"),
            (".reqntid 128", ".reqntid 128\n.reqnctapercluster 2", "its cluster is"),
        ],
    )
    def test_interface(self, tmp_path: Path, old: str, new: str, message: str) -> None:
        """Parameters, name, threads, cluster, shared memory and target are those of the launch."""
        path = tmp_path / "edited.ptx"
        compiled = run()[1]
        text = compiled.asm["ptx"]
        assert old in text
        path.write_text(text.replace(old, new))
        made = override(kernels.add, path, origin=compiled)
        with made, pytest.raises(OverrideError, match=message):
            run()
        assert run()[0] == "sum"

    def test_shared_memory(self, tmp_path: Path) -> None:
        """What is static fits beside Triton's; what is dynamic is stated."""
        path = tmp_path / "edited.ptx"
        compiled = run()[1]
        text = compiled.asm["ptx"].replace(
            "// %bb.0:", "mov.b32 %r1, 0;\n\tst.shared.b32 [more], %r1;"
        )
        path.write_text(text.replace(".visible", ".shared .b8 more[300000];\n.visible"))
        made = override(kernels.add, path, origin=compiled)
        with made, pytest.raises(OverrideError, match="300,000 bytes of static shared memory"):
            run()
        path.write_text(text.replace(".visible", ".extern .shared .b8 more[];\n.visible"))
        made = override(kernels.add, path, origin=compiled)
        with made, pytest.raises(OverrideError, match="state the bytes"):
            run()
        with override(kernels.add, path, origin=compiled, shared=512):
            result, made = run()
        assert result == "sum"
        assert made.metadata.shared == 512

    def test_stale(self, edited: Path) -> None:
        """The same types, constants and options, but other PTX: the kernel has changed."""
        head, _, python = edited.read_text().partition("\n")
        origin = json.loads(head.partition(": ")[2])
        line = head.replace(origin["digest"], "0" * 64)
        edited.write_text(f"{line}\n{python}")
        made = override(kernels.add, edited)
        with made, pytest.raises(OverrideError, match="Export the kernel again") as caught:
            run()
        assert "add[BLOCK=256, x=*fp32" in str(caught.value)

    def test_never_used(self, edited: Path) -> None:
        """A warning at the end says why."""
        made = override(kernels.add, edited, {"num_stages": 3}).install()
        assert run(block=1024)[0] == "sum"
        with pytest.warns(StaleOverrideWarning, match="'BLOCK': 256}, and is {'BLOCK': 1024}"):
            made.remove()

    def test_without_origin(self, edited: Path) -> None:
        """It could be of another kernel; a caller may state it."""
        text = edited.read_text().partition("\n")[2]
        edited.write_text(text)
        with pytest.raises(OverrideError, match="does not say which PTX it was made from"):
            override(kernels.add, edited).install()
        compiled = run()[1]
        for origin in (compiled, ptxpy.parse(compiled.asm["ptx"])):
            with override(kernels.add, edited, origin=origin):
                assert run()[0] == "difference"
        module = ptxpy.from_python(text)
        with override(kernels.add, module, origin=compiled):
            assert run()[0] == "difference"

    @pytest.mark.parametrize(
        ("edit", "options", "message"),
        [
            (7, {}, "a int is no edit"),
            ({"BLOCK": negated}, {}, "'BLOCK' is not a configuration"),
            (HEAD[:-3], {}, "is damaged"),
        ],
    )
    def test_at_once(self, tmp_path: Path, edit: Any, options: Any, message: str) -> None:
        """What can be said before the kernel is compiled is."""
        if isinstance(edit, str):
            path = tmp_path / "edited.py"
            path.write_text(edit + "\nfrom ptxpy import module\nmodule('llvm', version='9.0')\n")
            edit = path
        with pytest.raises(OverrideError, match=message):
            override(kernels.add, edit, **options).install()

    @pytest.mark.parametrize(
        ("edit", "where", "message"),
        [
            (ptxpy.emit, {}, "returned a str: return a module"),
            (negated, {"BLOK": 256}, "no 'BLOK' to choose a form by; there are BLOCK, x"),
        ],
    )
    def test_when_compiled(self, edit: Any, where: Any, message: str) -> None:
        """The message names what there is."""
        made = override(kernels.add, edit, where)
        with made, pytest.raises(OverrideError, match=message):
            run()

    def test_interpreted_kernels(self) -> None:
        """They have no PTX."""
        program = (
            "import warnings, triton, ptxpy.triton\n"
            "from tests.integrations.triton.kernels import add\n"
            "try:\n    ptxpy.triton.override(add, print)\n"
            "except ptxpy.triton.TritonError as error:\n    print(error)\n"
        )
        result = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "TRITON_INTERPRET": "1"},
            cwd=Path(__file__).parents[3],
            check=True,
            capture_output=True,
            text=True,
        )
        assert "unset TRITON_INTERPRET" in result.stdout

    def test_overrides_of_triton_itself(self, tmp_path: Path) -> None:
        """Triton would put its own in the place of the edit, after it."""
        path = tmp_path / "own.ptx"
        path.write_text(run()[1].asm["ptx"])
        made = override(kernels.add, negated)
        with made, pytest.raises(OverrideError, match="ir_override"):
            run(ir_override=str(path))

    def test_triton_without_keys_of_hooks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Before 3.7, Triton would keep an edited kernel as the original."""
        monkeypatch.setattr(triton.compiler.compiler, "compile", left_alone)
        with pytest.raises(OverrideError, match=r"use Triton 3\.7 or newer"):
            override(kernels.add, negated).install()

    def test_no_warning_without_reason(self, edited: Path) -> None:
        """An override of a kernel that was not compiled says nothing."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with override(kernels.add, edited):
                pass
