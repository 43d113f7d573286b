"""The pages of the manual: everything that is public has its place, and links lead somewhere."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import manual.cli
import pytest
from manual.api import api_pages, public_modules
from manual.commands import command_pages
from manual.diagnostics import diagnostics_page
from manual.examples import example_names, example_pages
from manual.excerpts import plain_page
from manual.guides import INSIDE, TASKS, guide_pages
from manual.instructions import CHAPTERS, FOLDER, instruction_pages, marked, place
from manual.landing import landing_page
from manual.link_check import broken_links
from manual.links import lead_links
from manual.markdown import code, escaped, fenced, indexed, table
from manual.navigation import NavigationTree
from manual.paths import ROOT, files, page_of
from manual.site import all_pages
from manual.sources import source_pages

from ptxpy.check.diagnostic import catalog
from ptxpy.cli.argument_parser import Parser
from ptxpy.cli.command_line import COMMANDS, add_commands
from ptxpy.isa import describe, operand_words
from ptxpy.isa.directives import DIRECTIVES
from ptxpy.isa.special_registers import SPECIAL_REGISTERS
from ptxpy.isa.table import all_entries, all_opcodes, chapters, entries


def test_every_guide_is_in_one_list() -> None:
    """Each Markdown file has a page, and one list has it; no link leads to nothing."""
    guides = guide_pages()
    assert not guides.problems
    listed = [
        row.rpartition("<")[2].removesuffix(">")
        for page in ("guides/index", "guides/inside")
        for row in guides.pages[page].split(":maxdepth: 1\n\n")[1].splitlines()[:-1]
    ]
    named = {f"guides/{row}" for row in listed}
    assert len(listed) == len(named)
    own = {"guides/start", "guides/changelog", "guides/index", "guides/inside"}
    assert {page for page in guides.pages if page.startswith("guides/")} == named | own
    assert {*TASKS, *INSIDE} <= files()


def test_links_lead_to_pages() -> None:
    """To that of a Markdown file or a README, or to one that shows a file; those in code stay."""
    text = (
        "[a](../sim/races/README.md#x) [b](table.py) [c](../sim) `[d](no)` [e](#here)\n"
        "[f](https://example.org/x.md)\n\n```\n[g](nowhere)\n```\n"
    )
    led = lead_links(text, "ptxpy/isa/README.md", "guides/ptxpy-isa")
    assert led.text == (
        "[a](../guides/ptxpy-sim-races.md#x) [b](../sources/ptxpy/isa/table.py.md) "
        "[c](../guides/ptxpy-sim.md) `[d](no)` [e](#here)\n"
        "[f](https://example.org/x.md)\n\n```\n[g](nowhere)\n```\n"
    )
    assert led.sources == {"ptxpy/isa/table.py"}
    assert not led.problems


def test_a_broken_link_is_told_with_its_line() -> None:
    """So that it is found."""
    led = lead_links("\n[a](nowhere.py)\n", "ptxpy/isa/README.md", "guides/ptxpy-isa")
    assert led.problems == ("ptxpy/isa/README.md:2: nowhere.py leads to nothing",)


def test_sources_are_text() -> None:
    """A file is shown with anchors of lines, as text; a folder lists what is in it."""
    pages = source_pages(["ptxpy/isa/instructions", "tools/manual/link_check.py"])
    assert "<script" not in pages["sources/tools/manual/link_check.py"]
    assert "[control.txt](" in pages["sources/ptxpy/isa/instructions"]
    assert "sources/ptxpy/isa/instructions/control.txt" in pages


def test_every_instruction_has_its_forms() -> None:
    """Each form's syntax, operands, and version and targets that it needs are on its page."""
    pages = instruction_pages()
    index = pages["instructions/index"]
    assert {chapter for opcode in all_opcodes() for chapter in chapters(opcode)} == {*CHAPTERS}
    for opcode in all_opcodes():
        page = pages[f"instructions/opcode-{opcode}"]
        for number, entry in enumerate(entries(opcode)):
            anchor = f"isa-{opcode}-{number}"
            assert f"({anchor})=\n" in page
            assert f"opcode-{opcode}.md#{anchor}" in index
            for form in entry.forms:
                assert f"{' '.join(form.syntax.split())};" in page
                for gate in form.gates:
                    assert f"PTX {gate.version[0]}.{gate.version[1]}" in page
                    assert all(str(target) in page for target in gate.targets)
            for group in entry.groups:
                for row in operand_words(group.forms, code):
                    names = ", ".join(map(code, row.name.split(", ")))
                    assert f"| {names} | {row.text}" in page.replace("\\|", "|")
    assert index.count("](opcode-") == len(all_entries())


def test_every_instruction_has_its_description_and_example() -> None:
    """What it does, PTX that is coloured, and the same in Python."""
    pages = instruction_pages()
    for entry in all_entries():
        page = pages[f"instructions/opcode-{entry.name.partition('.')[0]}"]
        described = describe(entry)
        assert escaped(marked(described.text)) in page
        assert fenced("\n".join(described.example.python), "python") in page
        for statement in described.example.statements:
            assert statement in page
        assert "```ptx\n" in page


def test_code_in_descriptions_is_marked() -> None:
    """Modifiers, instructions and hexadecimal; no end of a sentence."""
    assert marked("With .sat it is mad.lo of 0xFF. The rest, .hi.") == (
        "With `.sat` it is `mad.lo` of `0xFF`. The rest, `.hi`."
    )


def test_the_first_page() -> None:
    """Its Python comes from its PTX, and nothing is left to fill in."""
    page = landing_page(with_cookbook=True)
    assert not re.search(r"@[A-Z]+@", page)
    assert "fma.rn.f32" in page
    assert "ptx.fma.rn.f32(" in page
    assert "\ncookbook/index\n" in page


def test_texts_for_excerpts() -> None:
    """They have the main part alone, and of its markup only the targets of links."""
    html = (
        "<html><body><p>menu</p><article role='main' id='m'><h1 id='a'>A &lt;b&gt;"
        "<a class='headerlink' href='#a'>#</a></h1>"
        "<p>x<br>y<script>no</script><button>no</button></p><ul><li>one<li>two</ul></article>"
        "<p>foot</p></body></html>"
    )
    assert plain_page(html) == (
        '<div role="main"><div id="m"><div id="a">A &lt;b&gt;</div>xyonetwo</div></div>'
    )


def test_excerpts_of_empty_targets() -> None:
    """One before a heading has the text that follows it, up to the end of the section."""
    html = (
        "<article role='main'><section id='s'><span id='e'></span><h2>Head</h2><p>Text</p>"
        "</section><p id='p'>After</p></article>"
    )
    assert plain_page(html) == (
        '<div role="main"><div id="s"><div id="e">HeadText</div></div><div id="p">After</div></div>'
    )


def test_an_interrupted_build_does_not_hinder_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it has left is written anew; a folder that is no manual is refused."""
    ran: list[list[str]] = []

    def interrupted(command: list[str], **_: object) -> None:
        ran.append(command)
        raise KeyboardInterrupt

    monkeypatch.setattr(manual.cli, "write_pages", lambda *_, **__: [])
    monkeypatch.setattr("subprocess.run", interrupted)
    site = tmp_path / "site"
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            manual.cli.main(["-o", str(site)])
        (site / "half.html").write_text("<html>")
    assert ["--write-all" in command for command in ran] == [False, True]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    with pytest.raises(SystemExit):
        manual.cli.main(["-o", str(tmp_path / "other")])


def test_places_in_the_table_are_right() -> None:
    """The line of the file is the head of the entry."""
    for opcode in ("add", "mbarrier"):
        for entry, chapter in zip(entries(opcode), chapters(opcode), strict=True):
            path, line = place(entry, chapter)
            assert path.startswith(FOLDER)
            head = (ROOT / path).read_text(encoding="utf-8").splitlines()[line - 1]
            assert head.startswith(f"[{entry.name}] {entry.section} ")


def test_special_registers_and_directives_are_there() -> None:
    """Each in its table."""
    pages = instruction_pages()
    for row in SPECIAL_REGISTERS:
        assert f"| {code(row.name)} |" in pages["instructions/special-registers"]
    for name in DIRECTIVES:
        assert f"| {code(name)} |" in pages["instructions/directives"]


def test_every_diagnostic_has_its_examples() -> None:
    """With its title, what is wrong and what is right."""
    page = diagnostics_page()["diagnostics"]
    for entry in catalog().values():
        assert f"## {entry.code}: {escaped(entry.title)}\n" in page
        assert indexed(entry.code) in page
        assert fenced(entry.wrong, "cuda" if entry.code.startswith("INL") else "ptx") in page
        assert entry.right in page


def test_every_command_has_its_options() -> None:
    """As its parser has them; nothing is left of argparse's notation."""
    pages = command_pages()
    top = Parser(prog="ptxpy")
    add_commands(top)
    for command in COMMANDS:
        page = pages[f"commands/{command.name}"]
        parser = top.get_default("commands")[command.name]
        parser.complete()
        for word in parser.words:
            assert f"`{word}" in page
        assert "%(" not in page
        assert f"({command.name}.md)" in pages["commands/index"]


@pytest.mark.parametrize("module", public_modules())
def test_every_public_name_is_described(module: str) -> None:
    """Each name in `__all__` is on the page of its module."""
    page = api_pages()[f"api/{module}.rst"]
    for name in import_module(module).__all__:
        described = rf"^\.\. \S+:: {re.escape(module)}\.{re.escape(name)}\b"
        elsewhere = rf"^- ``{re.escape(name)}``: "
        titled = rf"^{re.escape(module)}\.{re.escape(name)}$"
        assert re.search(f"{described}|{elsewhere}|{titled}", page, re.MULTILINE), name


def test_public_modules_are_those_with_all() -> None:
    """The command line is none of them."""
    found = public_modules()
    assert {"ptxpy", "ptxpy.isa", "ptxpy.ir", "ptxpy.allocate", "ptxpy.types"} <= {*found}
    assert "ptxpy.cli" not in found


def test_examples_are_listed() -> None:
    """Each that the table of the folder names, with its source."""
    pages, led = example_pages(with_outputs=False)
    assert not led.problems
    assert len(example_names()) >= 15
    for name in example_names():
        text = (ROOT / "ptxpy" / "examples" / f"{name}.py").read_text(encoding="utf-8")
        assert fenced(text, "python") in pages[f"examples/{name}"]
        assert re.search(rf"[(/-]{name}\.md\)", pages["examples/index"])


def test_nothing_is_broken_or_twice() -> None:
    """All pages together."""
    pages, problems = all_pages(with_outputs=False)
    assert not problems
    assert "@COOKBOOK@" not in pages["index"]
    assert ("cookbook/index" in pages["index"]) == any(
        "examples/cookbook/" in name for name in files()
    )


def test_text_is_escaped() -> None:
    """Nothing in a text is markup but the code in it."""
    assert escaped("a_b *c* <d> `e_f|g`") == r"a\_b \*c\* \<d\> `e_f|g`"
    assert code("a`b") == "``a`b``"
    assert fenced("```\nx", "ptx") == "````ptx\n```\nx\n````\n"
    assert table(("A",), [("`x|y`",)]) == "| A |\n| --- |\n| `x\\|y` |\n"


def test_the_link_check_finds_what_is_broken(tmp_path: Path) -> None:
    """Files and anchors that are not there, and what comes from a network."""
    (tmp_path / "a.html").write_text(
        '<h1 id="top">A</h1><a href="b.html#x">1</a><a href="b.html#y">2</a><a href="c.html">3</a>'
        '<a href="#top">4</a><a href="https://example.org">5</a><script src="https://cdn/x.js"></script>'
    )
    (tmp_path / "b.html").write_text('<p id="x">B</p>')
    assert broken_links(tmp_path) == [
        "a.html: b.html#y leads to no anchor",
        "a.html: c.html leads to no file",
        "a.html: https://cdn/x.js is loaded from a network",
    ]


def test_the_tree_of_pages_on_a_page() -> None:
    """It has addresses from there, and the way to the page is marked and open."""
    link = '<a class="reference internal" href="'
    box = '<input class="toctree-checkbox" type="checkbox"/>'
    tree = NavigationTree(
        f'<ul><li class="one">{link}a/index.html">A</a>{box}<ul>'
        f'<li class="two">{link}a/b.html">B</a></li><li class="two">{link}c.html">C</a></li>'
        "</ul></li></ul>"
    )
    assert tree.on_page("a/b.html") == (
        f'<ul><li class="one current">{link}../a/index.html">A</a>'
        '<input checked="" class="toctree-checkbox" type="checkbox"/><ul>'
        '<li class="two current current-page"><a class="current reference internal" href="#">B</a>'
        f'</li><li class="two">{link}../c.html">C</a></li></ul></li></ul>'
    )
    assert tree.on_page("search.html").count("current") == 0
    assert f'{link}a/b.html">B</a>' in tree.on_page("search.html")


def test_guides_have_the_titles_of_their_list() -> None:
    """The package that one is about is named below, with its page of the API."""
    page = guide_pages().pages["guides/ptxpy-check"]
    assert page.startswith(
        "# Finding mistakes\n\n"
        "The package `ptxpy.check`; its names: [API](../api/ptxpy.check.rst).\n"
    )


def test_pages_of_files() -> None:
    """READMEs by their folder."""
    assert page_of("README.md") == "guides/start"
    assert page_of("ptxpy/isa") == page_of("ptxpy/isa/README.md") == "guides/ptxpy-isa"
    assert page_of("ptxpy/isa/table.py") is None
    assert page_of("no/README.md") is None
