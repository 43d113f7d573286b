"""What the page says of barriers, clusters, shared memory and the run, at one look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.view.machine_code import MachineCode, MachineLine, does
from ptxpy.view.page import page, page_data
from ptxpy.view.run import Run

TEXTS = """globalThis.texts = new Set();
    const fill = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...more) {
        texts.add(text); return fill.call(this, text, ...more); };"""

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

PTX = """\
.version 8.0
.target sm_90a
.address_size 64
.extern .shared .align 16 .b8 dynamic[];
.visible .entry k(.param .u64 out)
.reqnctapercluster 2, 1, 1
{
	.reg .pred %p<3>;
	.reg .b32 %r<8>;
	.reg .b64 %rd<3>;
	.shared .align 8 .b64 full[2];
	mov.u32 %r1, full;
	mov.u32 %r2, %tid.x;
	setp.eq.u32 %p1, %r2, 0;
	@%p1 mbarrier.init.shared::cta.b64 [%r1], 32;
	bar.sync 0;
	mbarrier.arrive.shared::cta.b64 %rd1, [%r1];
$WAIT:
	mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r1], 0;
	@!%p2 bra $WAIT;
	mov.u32 %r3, dynamic;
	mad.lo.u32 %r4, %r2, 128, %r3;
	st.shared.u32 [%r4], %r2;
	st.shared.b8 [dynamic+4096], %r2;
	setmaxnreg.dec.sync.aligned.u32 40;
	ret;
}
"""
LINES = PTX.split("\n")


def line_of(text: str) -> int:
    """Return the first line of PTX with a text."""
    return next(at for at, line in enumerate(LINES, 1) if text in line)


def data_of() -> dict[str, Any]:
    """Return the data of a page of a run whose stores have bank conflicts."""
    kernel = ptxpy.load(PTX.replace("	setmaxnreg.dec.sync.aligned.u32 40;\n", "\n"))
    how: dict[str, Any] = {"grid": 2, "block": 32, "cluster": 2, "shared_bytes": 8192}
    run = Run(kernel.profile(np.zeros(1), **how), kernel.timeline(np.zeros(1), **how))
    return page_data(ptxpy.parse(PTX, filename="k.ptx"), "k.ptx", None, MachineCode(()), run)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page."""
    made = tmp_path_factory.mktemp("page") / "page.html"
    made.write_text(page("k", data_of()))
    return made


@pytest.fixture
def shown(browser: Any, path: Path) -> Iterator[Any]:
    """Open the page."""
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.goto(path.as_uri())
    yield opened
    opened.close()


def test_clusters_registers_and_conflicts_are_in_the_strip(shown: Any) -> None:
    """Each is known from the PTX or the run."""
    facts = shown.inner_text("#facts")
    assert "clusters of 2" in facts
    assert "setmaxnreg 40" in facts
    # Of 32 lanes that are 128 bytes apart, 31 wait, in each of two CTAs.
    assert "62 by bank conflicts" in facts
    (kernel,) = data_of()["functions"]
    assert kernel["register_counts"] == [[line_of("setmaxnreg"), "dec", 40]]


def test_multicast_is_told_where_the_launch_gives_the_cluster(browser: Any, tmp_path: Path) -> None:
    """The PTX need not say how large it is."""
    data = data_of()
    data["functions"][0].update(cluster=[], multicast=2)
    made = tmp_path / "page.html"
    made.write_text(page("k", data))
    opened = browser.new_page()
    opened.goto(made.as_uri())
    assert "2 multicast copies" in opened.inner_text("#facts")
    opened.close()


def test_a_wait_tells_its_barrier(shown: Any, path: Path) -> None:
    """What lies there, and the other lines that use it, which are links."""
    shown.goto(f"{path.as_uri()}#L{line_of('try_wait')}")
    details = shown.locator("#details")
    playwright.expect(details).to_contain_text("mbarrier of 32 arrivals")
    details.get_by_role("button", name=str(line_of("mbarrier.init")), exact=True).first.click()
    playwright.expect(details).to_contain_text(f"PTX line {line_of('mbarrier.init')}")


def test_lines_of_the_map_are_links(shown: Any) -> None:
    """A click on one goes there, and one elsewhere in the row to the first."""
    shown.keyboard.press("m")
    row = shown.locator("table.map tr", has_text="mbarrier").first
    row.get_by_role("button", name=str(line_of("try_wait")), exact=True).click()
    playwright.expect(shown.locator("#details")).to_contain_text("try_wait")


def test_a_line_has_its_traffic(shown: Any, path: Path) -> None:
    """Bytes, wavefronts and conflicts stand beside how often it ran."""
    shown.goto(f"{path.as_uri()}#L{line_of('st.shared.u32')}")
    held = shown.locator("#details .run section").first
    for each in ("bytes accessed", "wavefronts", "bank conflicts"):
        playwright.expect(held).to_contain_text(each)


def test_what_is_the_same_everywhere_is_not_hot(shown: Any) -> None:
    """Each line ran as often: no bar is full."""
    shares = shown.locator("#column-ptx .cell").evaluate_all(
        "all => all.filter(e => e.title).map(e => e.style.getPropertyValue('--share'))"
    )
    assert shares
    assert {*shares} == {"0%"}


def test_dynamic_memory_is_at_least_what_is_known() -> None:
    """Where an index is computed, the launch gives at the least what else is reached."""
    (kernel,) = data_of()["functions"]
    assert kernel["dynamic_extent"] == (4097, False)
    whats = [part["what"] for variable in kernel["map"] for part in variable["parts"]]
    assert any(" 1 byte," in f" {what}" for what in whats)
    assert not any("1 bytes" in what or " x " in what for what in whats)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("    UTMALDG.2D [UR8], [UR4]", "async copy"),
        ("    @P0 SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [R2], R3", "mbarrier"),
        ("    @!UP1 SYNCS.EXCH.64 URZ, [UR4], UR6", "mbarrier"),
        ("    LDS.128 R4, [R2]", "shared memory"),
        ("    LDG.E R4, desc[UR4][R2.64]", "global memory"),
        ("    HGMMA.64x256x16.F32.BF16 R24, gdesc[UR4]", "tensor core"),
        ("    HMMA.16816.F32 R4, R8, R10, R4", "tensor core"),
    ],
)
def test_machine_instructions_that_do_the_work(text: str, kind: str) -> None:
    """They stand for a line of PTX, and what makes the address does not."""
    assert does(text, kind)
    assert not does("    UIADD3 UR4, UR4, 0x8, URZ", kind)
    assert not does("    SHF.L.U32 R4, R4, 0x1f, RZ", kind)


def test_the_work_stands_for_a_line() -> None:
    """Of the machine code of a store, the access and not the addition before it."""
    line = line_of("st.shared.u32")
    machine = MachineCode(
        (
            MachineLine("k:", 0),
            MachineLine("    IADD3 R2, R2, 0x4, RZ", line, None, 0),
            MachineLine("    STS [R2], R3", line, None, 16),
        )
    )
    data = page_data(ptxpy.parse(PTX, filename="k.ptx"), "k.ptx", None, machine)
    assert data["sass"]["principal"] == [3]


def test_a_search_tells_the_kernel(browser: Any, tmp_path: Path) -> None:
    """Matches are counted by kernel, going to another says so; kernels of one title have lines."""
    other = PTX.replace("entry k(", "entry _Z1kILi2EEvPf(").partition(".visible")[2]
    first = PTX.replace("entry k(", "entry _Z1kILi1EEvPf(")
    module = ptxpy.parse(f"{first}.visible{other}", filename="two.ptx")
    made = tmp_path / "page.html"
    data = page_data(module, "two.ptx", None, MachineCode(()))
    for each in data["functions"]:
        each["title"] = "device_kernel"
    made.write_text(page("two", data))
    opened = browser.new_page()
    opened.goto(made.as_uri())
    names = opened.locator("#facts select option").all_inner_texts()
    assert [name.partition(":")[0] for name in names] == [
        f"device_kernel, line {each['line']}" for each in data["functions"]
    ]
    opened.fill("#go", "setmaxnreg")
    count = opened.locator("#go-count")
    playwright.expect(count).to_contain_text("1 in this kernel, 1 elsewhere")
    opened.press("#go", "Enter")
    opened.press("#go", "Enter")
    playwright.expect(count).to_contain_text("now in kernel device_kernel")
    opened.close()


def test_slices_say_what_they_do(browser: Any, tmp_path: Path) -> None:
    """A wait has its barrier and stage, and a loop the products in it."""
    data = data_of()
    wait, product = line_of("try_wait"), line_of("st.shared.b8")
    data["ptx"]["lines"][product - 1] = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"
    what = "4 \u00d7 8 bytes, full mbarrier of 1 arrival for + 0: init, wait"
    part = {"offset": 64, "bytes": 32, "number": 4, "what": what, "lines": [wait]}
    data["functions"][0]["map"] = [
        {"name": "ring", "title": "ring", "size": 96, "alignment": 16, "parts": [part]}
    ]
    event = {"ph": "X", "pid": 1, "tid": 1, "dur": 400}
    data["timeline"]["traceEvents"] += [
        {**event, "cat": "wait", "name": "wait: mbarrier.try_wait", "ts": 1000}
        | {"args": {"line": wait, "mbarrier": "ring+80 at 0x50"}},
        {**event, "cat": "run", "name": "loop TOP", "ts": 1400}
        | {"args": {"lines": f"{wait}-{product}", "trips": 3}},
    ]
    made = tmp_path / "page.html"
    made.write_text(page("k", data))
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.add_init_script(TEXTS)
    opened.goto(made.as_uri())
    opened.keyboard.press("t")
    opened.wait_for_function(
        "texts.has('wait full[2]') && texts.has('wgmma, loop TOP \u00b7 3 trips')"
    )
    opened.close()
