"""The pass `rename`: a module whose registers and labels have canonical names."""

# ruff: noqa: N802 - methods are named after classes
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import bodies
from ptxpy.ir import AnyStatement, Transformer, statements, walk
from ptxpy.ir import nodes as n
from ptxpy.passes.bindings import Binding, declared_class, walk_with_bindings
from ptxpy.passes.edits import edit_statements, indent_like

__all__ = ["Find", "Survey", "expand_ranges", "names_in", "rename"]

_PREFIXES: Final = {
    "pred": "p",
    "b8": "rc",
    "b16": "rs",
    "f32": "f",
    "b32": "r",
    "f64": "fd",
    "b64": "rd",
    "b128": "rq",
}
"""The prefixes of NVVM's register names by class, in the order in which NVVM declares them."""

_ORDER: Final = {kind: place for place, kind in enumerate(_PREFIXES)}
_LISTS: Final = {".branchtargets": "$L_brx_", ".calltargets": "$L_calls_", "": "prototype_"}
_LABELS: Final = frozenset({n.Label, n.TargetList, n.CallPrototype})

Names = dict[Binding, str]


def rename(module: n.Module) -> n.Module:
    """Return a module whose registers and labels have canonical names, as NVVM gives them.

    Modules that differ only in those names become equal. The machine code stays the same, unless
    the target says `debug`.

    - Registers are numbered by class in the order of their first use by an instruction: `%p1`,
      `%rs1`, `%r1`, `%rd1`, `%f1`, `%fd1`; `%rc1` for 8 bits, `%rq1` for 128, `%v4r1` for a vector.
      Each scope has one declaration per class of used registers, at the place of its first one.
    - Registers of a nested scope have its depth in their names, `%l1r1`, so that none hides
      another. Formal parameters that are registers are `%out1` and `%in1`.
    - Labels are `$L__BB<function>_<n>` in their order, functions counted from 0 and labels from 1;
      labels used by debug sections only are `$L__tmp<function>_<n>`. Lists of targets are
      `$L_brx_<n>` and `$L_calls_<n>`, prototypes `prototype_<n>`.
    - Names of functions, variables and parameters in memory are unchanged, and so are registers
      declared outside functions and undeclared registers.
    - Labels in debug sections are renamed. Debug sections contain register names as bytes, which
      are not renamed: `strip` first.

    If an unchanged name looks like a canonical one, canonical names get an underscore: `%r_1`.
    """
    surveys = [
        Survey(function, ordinal, number)
        for number, (function, ordinal) in enumerate(bodies(module))
    ]
    declared: set[str] = set()
    used: set[str] = set()
    for item in module.body:
        if type(item) is n.Section:
            for each in item.body:
                if type(each) is n.Label:
                    declared.add(each.name)
                else:
                    used.update(names_in(each))
    named = _Sections(frozenset(declared), frozenset(used))
    kept = _labels_to_keep(named, surveys)
    prefixes = _Prefixes(_reserved_names(module, surveys, kept))
    edits: dict[int, tuple[AnyStatement, ...]] = {}
    names_of_labels: dict[str, str] = {}
    for survey in surveys:
        names = _choose_names(survey, prefixes, kept, named.used)
        edits.update(_body_edits(survey, names, prefixes))
        names_of_labels |= {label.name: names[label] for label in survey.labels if label in names}
    section = _Substitution()
    section.find = names_of_labels.get
    for ordinal, node in enumerate(statements(module)):
        if type(node) is n.Data:
            new = section.visit(node)
            if new is not node:
                edits[ordinal] = (new,)
        elif type(node) is n.Function:
            head = _rename_parameters(node, prefixes)
            if head is not node:
                edits[ordinal] = (head,)
    return edit_statements(module, edits)


class _Sections(NamedTuple):
    """The names in debug sections."""

    declared: frozenset[str]
    used: frozenset[str]


def _labels_to_keep(named: _Sections, surveys: Sequence[Survey]) -> frozenset[str]:
    """Return the labels that are not renamed: references in debug sections may be ambiguous."""
    # Debug sections name labels without a scope: a label of two functions could be either.
    counts = Counter(label.name for survey in surveys for label in survey.labels)
    doubtful = {
        name for name in named.used if counts[name] > 1 or (counts[name] and name in named.declared)
    }
    return frozenset(doubtful.union(*[survey.kept for survey in surveys]))


def _reserved_names(module: n.Module, surveys: Sequence[Survey], kept: frozenset[str]) -> set[str]:
    """Return the unchanged names of a module, which a canonical name must not equal."""
    names = set(kept)
    for survey in surveys:
        names |= survey.unbound
    for item in module.body:
        if type(item) is n.Section:
            names.update(each.name for each in item.body if type(each) is n.Label)
        elif type(item) is n.Function:
            names.add(item.name.name)
            for each in (*(item.returns or ()), *(item.parameters or ())):
                if each.space != ".reg":
                    names.add(each.declarator.name.name)
        elif type(item) is n.Variable:
            names.update(each.name.name for each in item.declarators)
    return names


class _Prefixes:
    """Prefixes of canonical names that no unchanged name has before its number."""

    def __init__(self, staying: Iterable[str]) -> None:
        # An unchanged `%r7` takes the prefix `%r`, whatever its number is.
        self._stems = {name.rstrip("0123456789") for name in staying}
        self._free: dict[str, str] = {}

    def __getitem__(self, wanted: str) -> str:
        """Return a prefix with the underscores that make it unused."""
        free = self._free.get(wanted, wanted)
        while free in self._stems:
            free += "_"
        self._free[wanted] = free
        return free


def _register_prefix(kind: str, depth: int) -> str:
    vector, _, scalar = kind.rpartition(".")
    return f"%{f'l{depth}' if depth else ''}{vector}{_PREFIXES[scalar]}"


def _choose_names(
    survey: Survey, prefixes: _Prefixes, kept: frozenset[str], named: frozenset[str]
) -> Names:
    """Return the canonical names of the registers and labels of a function."""
    names: Names = {}
    for register, number in survey.registers.items():
        names[register] = f"{prefixes[_register_prefix(register.kind, register.depth)]}{number}"
    numbers: Counter[str] = Counter()
    for label in survey.labels:
        if label.name not in kept:
            series = "tmp" if label.name in named and label not in survey.used else "BB"
            numbers[series] += 1
            names[label] = f"{prefixes[f'$L__{series}{survey.number}_']}{numbers[series]}"
    for entry, directive in survey.lists.items():
        series = prefixes[_LISTS[directive]]
        names[entry] = f"{series}{numbers[series]}"
        numbers[series] += 1
    for name, new in _formal_names(survey.function, prefixes).items():
        names[Binding(0, 0, name, "parameter")] = new
    return names


def _formal_names(function: n.Function, prefixes: _Prefixes) -> dict[str, str]:
    """Return the canonical names of the formal parameters that are registers."""
    names: dict[str, str] = {}
    for formals, prefix in ((function.returns, "%out"), (function.parameters, "%in")):
        for number, formal in enumerate(formals or (), 1):
            if formal.space == ".reg":
                names[formal.declarator.name.name] = f"{prefixes[prefix]}{number}"
    return names


def _rename_parameters(function: n.Function, prefixes: _Prefixes) -> n.Function:
    names = _formal_names(function, prefixes)
    if not names:
        return function
    changes: dict[str, object] = {}
    for field in ("returns", "parameters"):
        formals = getattr(function, field)
        if formals is not None:
            changes[field] = tuple(
                [
                    (
                        each.replace(
                            declarator=each.declarator.replace(
                                name=n.Register(names[each.declarator.name.name])
                            )
                        )
                        if each.space == ".reg"
                        else each
                    )
                    for each in formals
                ]
            )
    head = function.replace(**changes)
    return function if head == function else head


class _Substitution(Transformer):
    """A transformer that replaces names in instructions and operands."""

    find: Callable[[str], str | None]
    """Returns the new name for a name, or None if it stays."""

    def visit_Register(self, node: n.Register) -> n.Register | n.Symbol:
        """Rename a register."""
        return self._rename(node)

    def visit_Symbol(self, node: n.Symbol) -> n.Register | n.Symbol:
        """Rename a label, or a symbol that is declared as a register."""
        return self._rename(node)

    def visit_Guard(self, node: n.Guard) -> n.Guard:
        """Rename the register; a guard contains a register whatever its name refers to."""
        if type(node.register) is n.Register:
            new = self.find(node.register.name)
            return node if new is None else node.replace(register=n.Register(new))
        return self.generic_visit(node)

    def visit_Call(self, node: n.Call) -> n.Call:
        """Rename operands and the prototype, which is a symbol whatever its name refers to."""
        call: n.Call = self.generic_visit(node.replace(prototype=None))
        if node.prototype is None:
            return call
        # A name with `%` would be read back as a register.
        new = self.find(node.prototype.name) or "%"
        return call.replace(prototype=node.prototype if new[0] == "%" else n.Symbol(new))

    def visit_Ranged(self, node: n.Ranged) -> n.Ranged:
        """Leave a range of labels that cannot be renamed."""
        return node

    def _rename(self, node: n.Register | n.Symbol) -> n.Register | n.Symbol:
        new = self.find(node.name)
        if new is None or new == node.name:
            return node
        return n.Register(new) if new.startswith("%") else n.Symbol(new)


def _body_edits(
    survey: Survey, names: Names, prefixes: _Prefixes
) -> dict[int, tuple[AnyStatement, ...]]:
    """Return the edits of the body of a function, by ordinal."""
    edits: dict[int, tuple[AnyStatement, ...]] = {}
    declared: dict[tuple[int, int], list[tuple[int, n.Variable]]] = {}
    substitution = _Substitution()
    for ordinal, node, binder in walk_with_bindings(survey.function, survey.ordinal):
        if type(node) is n.Variable:
            if declared_class(node):
                declared.setdefault((binder.level, binder.depth), []).append((ordinal, node))
            continue

        def new_name(name: str, find: Find = binder.find) -> str | None:
            binding = find(name)
            return None if binding is None else names.get(binding)

        substitution.find = new_name
        new = _rename(node, substitution, binder.find)
        if new is not node and new != node:
            edits[ordinal] = (new,)
    for (level, depth), old in declared.items():
        counts = survey.counts.get(level, Counter())
        edits.update(_declare_registers(old, counts, depth, prefixes))
    return edits


def _rename(node: Any, substitution: _Substitution, find: Find) -> Any:  # noqa: ANN401
    """Return a statement with new names; its body is unchanged."""
    kind = type(node)
    if kind is n.Instruction or kind is n.Call:
        return substitution.visit(node)
    if kind not in _LABELS:
        return node
    bound = find(node.name)
    is_label = bound is not None and bound.kind in ("label", "targets")
    new = node.replace(name=(is_label and substitution.find(node.name)) or node.name)
    if kind is n.TargetList:
        targets = [substitution.visit(each) for each in expand_ranges(node.targets, find)]
        new = new.replace(targets=tuple(targets))
    return new


def _declare_registers(
    old: Sequence[tuple[int, n.Variable]],
    counts: Mapping[str, int],
    depth: int,
    prefixes: _Prefixes,
) -> dict[int, tuple[AnyStatement, ...]]:
    """Return the new register declarations of a scope, by the ordinals of the old ones."""
    first = old[0][1]
    found: list[n.Variable] = []
    for kind in sorted(counts, key=_class_order):
        vector, _, scalar = kind.rpartition(".")
        words = (".reg", *([f".{vector}"] if vector else []), f".{scalar}")
        name = n.Register(prefixes[_register_prefix(kind, depth)])
        # `%r<5>` declares `%r0` to `%r4`, and canonical numbers begin at 1.
        count = n.Literal(str(counts[kind] + 1))
        found.append(
            n.Variable(
                (),
                tuple(map(n.Specifier, words)),
                (n.Declarator(name, count),),
                indent_like(first.before) if found else first.before,
            )
        )
    # Declarations that are canonical already keep their layout.
    if [each[:_BARE] for each in found] == [each[:_BARE] for _, each in old]:
        return {}
    edits: dict[int, tuple[AnyStatement, ...]] = {ordinal: () for ordinal, _ in old}
    edits[old[0][0]] = tuple(found)
    return edits


_BARE: Final = n.Variable.fields.index("before")


def _class_order(kind: str) -> tuple[str, int]:
    vector, _, scalar = kind.rpartition(".")
    return vector, _ORDER[scalar]


Find = Callable[[str], Binding | None]
"""Returns the register or label that a name refers to, or None."""


class Survey:
    """The registers and labels of a function."""

    def __init__(self, function: n.Function, ordinal: int, number: int) -> None:
        """Collect the names of a function with a body.

        Args:
            function: The function.
            ordinal: The ordinal of the function among the statements of the module.
            number: The index of the function among those with a body.
        """
        self.function = function
        self.ordinal = ordinal
        self.number = number
        self.registers: dict[Binding, int] = {}
        """The used registers, each with its number in its scope and class."""
        self.counts: dict[int, Counter[str]] = {}
        """The number of used registers of each class, by the scope that declares them."""
        self.labels: list[Binding] = []
        """The labels in their order."""
        self.used: set[Binding] = set()
        """The labels used by an instruction or a list of targets."""
        self.lists: dict[Binding, str] = {}
        """The lists of targets with their directive, and the prototypes with an empty string."""
        self.unbound: set[str] = set()
        """The names that are neither registers nor labels of the function."""
        self.kept: frozenset[str]
        """The labels that cannot be renamed, because they belong to an incomplete range."""
        ranges: set[str] = set()
        for _, node, binder in walk_with_bindings(function, ordinal):
            kind = type(node)
            if kind in _NAMED:
                binding = binder.find(node.name)
                if binding is None or binding.kind not in ("label", "targets"):
                    self.unbound.add(node.name)
                elif binding.kind == "label":
                    self.labels.append(binding)
                else:
                    self.lists[binding] = getattr(node, "directive", "")
            if kind is n.TargetList:
                for target in expand_ranges(node.targets, binder.find):
                    if type(target) is n.Ranged:
                        ranges.add(target.name.name)
                    else:
                        self._use(names_in(target), binder.find)
            elif kind is n.Instruction or kind is n.Call:
                self._use(names_in(node), binder.find)
            elif kind is n.Variable and not declared_class(node):
                # These keep their names, which no canonical name may equal.
                self.unbound.update(each.name.name for each in node.declarators)
        self.kept = frozenset(
            label.name for label in self.labels if label.name.rstrip("0123456789") in ranges
        )

    def _use(self, names: Iterable[str], find: Find) -> None:
        for name in names:
            binding = find(name)
            if binding is None:
                self.unbound.add(name)
            elif binding.kind == "label":
                self.used.add(binding)
            elif binding.kind not in ("targets", "parameter") and binding not in self.registers:
                counts = self.counts.setdefault(binding.level, Counter())
                counts[binding.kind] += 1
                self.registers[binding] = counts[binding.kind]


_NAMED = frozenset({n.Label, n.TargetList, n.CallPrototype})


def names_in(node: n.Node) -> Iterator[str]:
    """Yield the names of registers and symbols in a statement or operand, in order."""
    for inner in walk(node):
        if type(inner) is n.Register or type(inner) is n.Symbol:
            yield inner.name


def expand_ranges(targets: tuple[n.Operand, ...], find: Find) -> tuple[n.Operand, ...]:
    """Return branch targets with the range `L<2>` written as `L0, L1`, if all the labels exist."""
    found: list[n.Operand] = []
    for target in targets:
        if type(target) is not n.Ranged:
            found.append(target)
            continue
        count = target.count.value
        members: list[n.Operand] = []
        # A count may be in the billions: the loop ends at the first label that does not exist.
        while len(members) < count and find(f"{target.name.name}{len(members)}") is not None:
            members.append(n.Symbol(f"{target.name.name}{len(members)}"))
        found += members if len(members) == count else [target]
    return tuple(found)
