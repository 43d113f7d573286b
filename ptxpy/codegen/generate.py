"""From the IR to Python: the whole program."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Sequence
from typing import Any

from ptxpy import lift
from ptxpy.check import check_module, lenient_version_and_target_of, version_and_target_of
from ptxpy.codegen import statements
from ptxpy.codegen.body import BodyWriter
from ptxpy.codegen.declarations import (
    parameter_expression,
    size_expression,
    tuning_options,
    variable_call,
)
from ptxpy.codegen.identifiers import Namer, is_exact
from ptxpy.codegen.operand_expressions import Scope
from ptxpy.codegen.passes import chosen, lifting_by
from ptxpy.codegen.program_writer import ProgramBuilder, import_lines, option_arguments
from ptxpy.codegen.recurring_names import Constants
from ptxpy.codegen.stages import enter
from ptxpy.codegen.writer import comment_call, explain
from ptxpy.dialect import MAX_MARGIN, vocabulary
from ptxpy.ir import nodes as n
from ptxpy.ir import statements as each_statement
from ptxpy.isa import TARGET_OPTIONS, parse_target
from ptxpy.lift import FunctionTree, RegisterFile, count_writes, declared_files, write_margins
from ptxpy.naming import Facts, ModuleNames, suggest_by
from ptxpy.pytree import join_withs, lay_out, quoted, remove_unused_names, variable_names
from ptxpy.pytree import tree as t
from ptxpy.styles import (
    BLOCK_LABEL,
    StatementKind,
    TriviaPredictor,
    classify_item,
    style_of,
    summarise_module,
)


def generate(module: n.Module, passes: frozenset[str] | None = None) -> str:
    """Return the Python program that rebuilds a module, with all lift passes or some."""
    return Generator(module, chosen() if passes is None else passes).text()


MAX_NAME_LENGTH = 80
"""Longer symbols get a Python name of another kind: `kernel_1`."""


def _has_zero_offset(module: n.Module) -> bool:
    """Return whether a module has an address `[x+0]`, which no known compiler writes."""
    for statement in each_statement(module):
        if type(statement) is n.Instruction:
            for operand in statement.operands:
                if type(operand) is n.Address and operand.offset is not None:
                    literal = operand.offset
                    if type(literal) is n.Literal and literal.text == "0":
                        return True
    return False


class Generator:
    """Writes the program of a module."""

    def __init__(self, module: n.Module, passes: frozenset[str]) -> None:
        """Begin a program with some of the lift passes."""
        self.module = module
        self.has_zeros = _has_zero_offset(module)
        self.lifting = lifting = lifting_by(passes)._replace(omits_zeros=not self.has_zeros)
        self.functions: list[FunctionTree] = []
        """The functions that are written."""
        self.comments: list[tuple[t.Define, list[t.Comment]]] = []
        """The comments at the top of functions."""
        self.layout = TriviaPredictor(style_of(module), summarise_module(module.body))
        self.program = ProgramBuilder(self.layout, lifting)
        self.program.named_marks = lifting.named_marks(module)
        self.block: t.Block = []
        """The statements at module level."""
        self.ambiguous: set[str] = set()
        """Functions that are declared in several ways."""
        self.contexts = lifting.context_of(module)
        self.module_names = ModuleNames(self.program.symbols)
        self.memory_comments = lifting.memory_comments(module)
        self.constants: Constants
        self.defined = 0
        self.after_function = False
        self.unchecked: frozenset[str] = frozenset()
        self.definitions = {
            item.name.name: item for item in module.functions if item.body is not None
        }

    # ----------------------------------------------------------------- the whole

    def text(self) -> str:
        """Return the program's text."""
        uses = self.program.uses
        uses.add("module")
        options, start = self._header()
        platform = self._check()
        self._reserve()
        spellings = {
            name: self.lifting.spell_instructions(item) for name, item in self.definitions.items()
        }
        self.constants = Constants(spellings, self.program.namer)
        for item in self.module.body[start:]:
            self._item(item)
        self.block = self.lifting.roll_declarations(
            self.module, self.block, self.program.symbols, self.program.namer.name
        )
        closing = self._closing()
        style = option_arguments(self.module.options)
        templates = self.program.template_functions()
        self._statements(self.lifting.name_gaps([*templates, *self.block]))
        notation = [t.Keyword("dialect", vocabulary.DIALECT)]
        if self.has_zeros:
            notation.append(t.Keyword("zero_offsets", "True"))
        parts = [quoted(self.module.style), *options, *platform, *notation, *style, *closing]
        head: t.Block = [t.Evaluate(t.Call("module", tuple(parts)))]
        enter("grouping")
        for tree in self.functions:
            for change in self.lifting.early_changes:
                change(tree)
            tree.mentions = None
        groups = self.lifting.group(self.functions, templates, self.program)
        enter("finishing")
        for tree in self.functions:
            for change in self.lifting.changes:
                change(tree)
            # Margins list the registers of values with names, so that unused names go before.
            remove_unused_names(tree.block)
        bodies = [tree.block for tree in self.functions] + [each.body for each in groups]
        variables = {each.name for group in groups for each in group.parameters}
        variables.update(name for body in bodies for name in variable_names(body))
        for tree in self.functions:
            write_margins(tree.block, tree.files, variables)
        self.lifting.write_roles(self.module, self.functions, [*templates, *groups])
        if vocabulary.AT in uses or vocabulary.MARK in uses:
            self.lifting.fold(self.functions, [*templates, *groups])
        for tree in self.functions:
            if any(len(each.margin) > MAX_MARGIN for each in t.walk_statements(tree.block)):
                lift.write_margin_table(tree.block)
        for definition, comments in self.comments:
            definition.body[:0] = comments
        aliases = self.program.annotations.statements()
        if aliases:
            head += [t.Blank(), *aliases]
        constants = self.constants.statements([*templates, *groups, *self.block])
        if constants:
            head += [t.Blank(), *constants]
        for function in [*templates, *groups]:
            head += [t.Blank(), t.Blank(), function]
        if (templates or groups) and self.block and type(self.block[0]) is not t.Blank:
            head += [t.Blank(), t.Blank()]
        whole = [*head, *self.block]
        join_withs(whole)
        for function in groups:
            lift.write_values_row(function)
        body = "\n".join(lay_out(whole))
        # Passes may have replaced all calls of `ptx` by operators: the text tells whether one is
        # left.
        if "ptx." in body or "ptx[" in body:
            uses.add("ptx")
        return "\n".join([*import_lines(body, uses), "", body, ""])

    def _check(self) -> list[t.Expression]:
        """Ask the instruction table; return the option that is needed if it does not apply.

        An instruction that the table does not allow is written in brackets, even if nothing is
        checked: a name such as `ptx.print` would be refused, and a helper such as `ptx.bra` takes
        the operands it knows.
        """
        options: list[t.Expression] = []
        try:
            version, target = version_and_target_of(self.module)
            for item in self.module.body:
                if type(item) is n.Target and item.names[0] not in TARGET_OPTIONS:
                    # A target that the table does not know raises here: nothing is checked then.
                    parse_target(item.names[0])
        except ValueError:
            version, target = lenient_version_and_target_of(self.module)
            options = [t.Keyword("checks", "False")]
        self.unchecked = frozenset(
            finding.instruction.opcode + "".join(finding.instruction.modifiers)
            for finding in check_module(self.module, version, target)
        )
        return options

    def _header(self) -> tuple[list[t.Expression], int]:
        """Say `.version`, `.target`, `.address_size` in `module(…)` when they are as usual."""
        body = self.module.body
        kinds = [type(item) for item in body[:3]]
        count = 3 if kinds == [n.Version, n.Target, n.AddressSize] else 2
        items: Sequence[Any] = body[:count]
        usual = kinds[:count] == [n.Version, n.Target, n.AddressSize][:count] and all(
            item.before is None and item.within is None for item in items
        )
        # The option `address_size=0` says that the directive is missing.
        usual = usual and (count == 2 or items[2].bits.text != "0")  # noqa: PLR2004
        if not usual:
            return [], 0
        options: list[t.Expression] = [t.Keyword("version", quoted(items[0].number))]
        names = [quoted(name) for name in items[1].names]
        target = names[0] if len(names) == 1 else t.Tuple(tuple(names))
        options.append(t.Keyword("target", target))
        bits = size_expression(items[2].bits) if count == 3 else 0  # noqa: PLR2004
        if bits != 64:  # noqa: PLR2004
            options.append(t.Keyword("address_size", bits))
        for item in items:
            kind = classify_item(item)
            self.layout.advance_over_comments(self.layout.predict(kind, item))
            self.layout.advance(kind, item)
        return options, count

    def _reserve(self) -> None:
        """Choose the Python names of functions and variables before anything refers to them."""
        program = self.program
        for item in self.module.body:
            if isinstance(item, n.Function):
                self._reserve_signature(item)
                self._reserve_name(
                    item.name.name, "kernel_1" if item.kind == ".entry" else "function_1"
                )
            elif isinstance(item, n.Variable):
                for declarator in item.declarators:
                    if type(declarator.name) is n.Symbol and len(item.declarators) == 1:
                        self._reserve_name(declarator.name.name, "variable_1")
        # `d` is the section in `with section(…) as d:`.
        program.namer.taken |= {"d"}
        for name in self.ambiguous:
            del program.signatures[name]

    def _reserve_signature(self, item: n.Function) -> None:
        signature = self.lifting.signature_of(item)
        if signature is not None:
            name = item.name.name
            # A name that stands for several functions is called by none of them.
            if self.program.signatures.setdefault(name, signature) != signature:
                self.ambiguous.add(name)

    def _reserve_name(self, name: str, kind: str) -> None:
        symbols = self.program.symbols
        if name not in symbols and name != "_":
            short = self.program.short(name)
            symbols[name] = self.program.namer.name(
                short if len(short) <= MAX_NAME_LENGTH else kind
            )

    def _closing(self) -> list[t.Expression]:
        gap = self.module.closing
        if gap is None:
            return []
        remarks, before = explain(self.layout, gap, StatementKind.END, None)
        writer = self._writer()
        for remark in remarks:
            if remark.kind is StatementKind.END:
                writer.call(t.Call(vocabulary.BLANK, (len(remark.text),)))
            else:
                writer.call(comment_call(remark, writer.scope))
        self._statements(writer.block)
        return [] if before is None else [t.Keyword("closing", quoted(before))]

    # ----------------------------------------------------------------- items

    def _writer(self) -> BodyWriter:
        # at module level names may stand before what they name: no Python name can be used
        writer = BodyWriter(self.program, Scope(None), self.program.namer)
        writer.depth = 0
        return writer

    def _statements(self, block: t.Block) -> None:
        """Add statements at module level, two lines away from a function."""
        if block and self.after_function:
            self.block += [t.Blank(), t.Blank()]
            self.after_function = False
        self.block += block

    def _item(self, item: n.ModuleItem) -> None:
        kind = classify_item(item)
        writer = self._writer()
        before = writer.lead(item.before, kind, item)
        if isinstance(item, n.Function) and item.body is not None:
            self._statements(writer.block)
            self._function(item, before)
            return
        arguments = writer.layout_arguments(before, item.within)
        if isinstance(item, n.Section):
            self._section(writer, item, arguments)
        elif isinstance(item, n.Variable):
            self._variable(writer, item, arguments)
        elif isinstance(item, n.Function):
            call = self.program.extern_call(item)
            name = item.name.name
            # The name belongs to the definition, wherever its declarations are.
            if name in self.definitions:
                writer.call(call, arguments)
            else:
                writer.assign(self.program.symbols[name], call, arguments)
        else:
            _MODULE_STATEMENTS[type(item)](writer, item, arguments)
        if not isinstance(item, n.Section):
            self.layout.advance(kind, item)
        self._statements(writer.block)

    def _variable(
        self, writer: BodyWriter, item: n.Variable, arguments: tuple[t.Keyword, ...]
    ) -> None:
        call = variable_call(item, self.program.uses)
        only = item.declarators[0] if len(item.declarators) == 1 else None
        if only is not None and type(only.name) is n.Symbol and only.name.name != "_":
            writer.assign(self.program.symbols[only.name.name], call, arguments)
        else:
            writer.call(call, arguments)

    def _section(
        self, writer: BodyWriter, item: n.Section, arguments: tuple[t.Keyword, ...]
    ) -> None:
        self.program.uses.add("section")
        self.layout.advance(StatementKind.SECTION, item)
        self.layout.enter_section(item.name, item.body)
        outer, writer.block, writer.depth = writer.block, [], 1
        closing = writer.body(item.body, item, StatementKind.SECTION_END)
        call = t.Call("section", (quoted(item.name), *arguments, *closing))
        section = t.With([t.Context(call, "d" if item.body else "")], writer.block)
        writer.block, writer.depth = outer, 0
        writer.write(section)
        self.layout.advance(StatementKind.SECTION_END, item)

    # ----------------------------------------------------------------- functions

    def _function(self, item: n.Function, before: tuple[t.Keyword, ...]) -> None:
        program = self.program
        namer = Namer(program.namer)
        labels = self._labels(item)
        scope = Scope(labels, program.symbols, self.lifting)
        scope.numbered = _placed_once(item)
        scope.unchecked = self.unchecked
        scope.style = self.layout.style
        scope.spellings = self.constants.spellings_in(item.name.name)
        scope.float_readers = self.lifting.float_readers(item)
        scope.index = self.defined - 1
        scope.file = self.lifting.file_of(item.body or ())
        writer = BodyWriter(program, scope, namer)
        name = item.name.name
        python = program.symbols[name]
        parameters = []
        context = self.contexts.get(name)
        debug = None if context is None else context.debug
        told = () if debug is None else debug.parameters
        for position in range(len(item.parameters or ())):
            wanted = told[position] if position < len(told) else ""
            parameters.append(self._parameter(position, item, wanted, scope, namer))
        options = self._options(item, python, labels)
        layout = writer.layout_arguments(before, item.within)
        self.layout.advance(StatementKind.FUNCTION, item)
        closing = writer.body(item.body or (), item, StatementKind.FUNCTION_END)
        self.layout.advance(StatementKind.FUNCTION_END, item)
        if scope.uses_labels:
            program.uses.add("L")
        self.lifting.name_rows(writer.block, scope.rows, namer)
        options += [*layout, *closing]
        decorator: t.Expression = "kernel" if item.kind == ".entry" else "func"
        program.uses.add(str(decorator))
        definition = t.Define(
            python,
            parameters,
            decorators=[t.Call(decorator, tuple(options)) if options else decorator],
            documentation=self.program.documentation(name),
        )
        definition.body = writer.block
        self.block += [t.Blank(), t.Blank(), definition]
        # Names of registers are made from those of variables and parameters, as Python has them.
        facts = None
        if context is not None:
            known = context._replace(symbols=scope.symbols, module=self.module_names)
            facts = Facts(item, known)
        self.functions.append(self.function_tree(item, definition, scope, namer, facts))
        symbols = ChainMap(scope.symbols, program.symbols)
        comments = self.memory_comments(item, symbols, facts)
        self.comments.append((definition, comments))
        self.after_function = True

    def function_tree(
        self,
        item: n.Function,
        definition: t.Define,
        scope: Scope,
        namer: Namer,
        facts: Facts | None,
    ) -> FunctionTree:
        """Return a function with the facts that passes on the tree need."""
        declared = declared_files(item)
        files = {
            scope.files[prefix]: RegisterFile(prefix, kind, scope.types.get(prefix, kind))
            for prefix, kind in declared.items()
            if prefix in scope.files
        }
        return FunctionTree(
            definition,
            files,
            count_writes(item) - scope.rewritten,
            None if facts is None else suggest_by(facts),
            namer.free,
            namer.name,
            self.program.uses.add,
        )

    def _parameter(
        self, position: int, function: n.Function, wanted: str, scope: Scope, namer: Namer
    ) -> t.Parameter:
        parameter = (function.parameters or ())[position]
        name = parameter.declarator.name.name
        style = self.layout.style
        if style.parameter_names == "{name}":
            python = namer.name(name) if name.isidentifier() else namer.name("param")
        else:
            python = namer.name(wanted or f"param_{position}")
        expected = style.parameter_name(function.name.name, position, python)
        if parameter.space == ".reg":
            scope.registers[name] = python
        else:
            scope.symbols[name] = python
        kind = parameter_expression(parameter, expected, self.program.uses)
        return t.Parameter(python, self.program.annotations.annotation(kind))

    def _labels(self, item: n.Function) -> str | None:
        """Return the prefix of the function's basic-block labels."""
        expected = f"{self.layout.style.block_prefix}{self.defined}_"
        self.defined += 1
        prefixes: dict[str, int] = {}
        for statement in item.body or ():
            if type(statement) is n.Label and BLOCK_LABEL.match(statement.name):
                prefix = statement.name.rpartition("_")[0] + "_"
                prefixes[prefix] = prefixes.get(prefix, 0) + 1
        if not prefixes:
            return expected
        # Labels may have been written by hand, or come from elsewhere: the prefix of most counts.
        return max(prefixes, key=lambda prefix: prefixes[prefix])

    def _options(self, item: n.Function, python: str, labels: str | None) -> list[t.Expression]:
        name = item.name.name
        options: list[t.Expression] = []
        if not is_exact(python, name):
            options.append(t.Keyword("symbol", quoted(name)))
        linkage = " ".join(word[1:] for word in item.linkage)
        default = "visible" if item.kind == ".entry" else ""
        if linkage != default:
            options.append(t.Keyword("linkage", quoted(linkage) if linkage else "None"))
        tuning = tuning_options(item.directives)
        if tuning is None:
            options += self.program.header_options(item)
        else:
            options += self.program.header_options(item.replace(directives=()))
            options += tuning
        expected = f"{self.layout.style.block_prefix}{self.defined - 1}_"
        if labels != expected:
            options.append(t.Keyword("labels", quoted(labels or "")))
        if item.parameters is None:
            options.append(t.Keyword("parentheses", "False"))
        file = self.lifting.file_of(item.body or ())
        if file != 1:
            options.append(t.Keyword("file", file))
        return options


def _placed_once(function: n.Function) -> frozenset[str]:
    """Return the labels of a function, and of its scopes, that are placed once."""
    counts = Counter(node.name for node in each_statement(function) if type(node) is n.Label)
    return frozenset(name for name, count in counts.items() if count == 1)


def _version(writer: BodyWriter, item: n.Version, layout: statements.Layout) -> None:
    writer.call(t.Call(vocabulary.VERSION, (quoted(item.number),)), layout)


def _target(writer: BodyWriter, item: n.Target, layout: statements.Layout) -> None:
    writer.call(t.Call(vocabulary.TARGET, tuple(map(quoted, item.names))), layout)


def _address_size(writer: BodyWriter, item: n.AddressSize, layout: statements.Layout) -> None:
    writer.call(t.Call(vocabulary.ADDRESS_SIZE, (size_expression(item.bits),)), layout)


def _file(writer: BodyWriter, item: n.File, layout: statements.Layout) -> None:
    details = [size_expression(detail) for detail in item.details]
    parts: list[t.Expression] = [size_expression(item.number), quoted(item.name), *details]
    if item.directory is not None:
        parts.append(t.Keyword("directory", quoted(item.directory)))
    writer.call(t.Call(vocabulary.FILE, tuple(parts)), layout)


_MODULE_STATEMENTS: dict[type, Any] = {
    n.Version: _version,
    n.Target: _target,
    n.AddressSize: _address_size,
    n.File: _file,
    n.Location: statements.location,
    n.Pragma: statements.pragma,
    n.Alias: statements.alias,
}
