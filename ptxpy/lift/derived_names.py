"""Names that follow from the expression of a value: `x_val - mean` is `x_val_diff`.

A register for which no rule has a name is called after the operation that makes it and after the
first operand that has a name of its own. Such a name says where a value comes from and not its
purpose, so that those of all rules come first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final, TypeAlias

from ptxpy.dialect import COMPARISONS, vocabulary
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES
from ptxpy.lift.quotients import HIGH_PRODUCT
from ptxpy.pytree import expression_text
from ptxpy.pytree import tree as t

__all__ = [
    "HELPERS",
    "Known",
    "Results",
    "array_name",
    "in_letters",
    "names_of_part",
    "names_of_predicate",
    "names_of_state",
    "names_of_value",
]

Known: TypeAlias = "Callable[[t.Expression], tuple[str, t.Expression | None]]"
"""Returns the name of an operand, "" for none, and the expression that makes it, if known."""
Results: TypeAlias = "Mapping[str, Sequence[str]]"
"""The names of the results of functions of the program, "" for one without a name."""

_MAX_HOPS: Final = 3
"""The operations between a value and the operand after which it is called."""
_MAX_LENGTH: Final = 20
"""The longest stem: a line has to have room for several names."""

_OPERATORS: Final = {
    "+": "sum",
    "-": "diff",
    "*": "product",
    "/": "quotient",
    "%": "remainder",
    "<<": "shifted",
    ">>": "high",
    "&": "masked",
    "|": "joined",
    "^": "mixed",
    "==": "matches",
    "!=": "differs",
    "<": "is_less",
    "<=": "is_at_most",
    ">": "is_greater",
    ">=": "is_at_least",
}
_OF_PREDICATES: Final = {"&": "all_true", "|": "any_true", "^": "one_true"}
_WITH_ZERO: Final = {
    "==": "is_zero",
    "!=": "not_zero",
    "<": "is_negative",
    "<=": "not_positive",
    ">": "is_positive",
    ">=": "not_negative",
}
_ZEROS: Final = (0, "0.0")
_BESIDE_ZERO: Final = {
    ("<", 1): "not_positive",
    (">=", 1): "is_positive",
    (">", -1): "not_negative",
    ("<=", -1): "is_negative",
}
"""Comparisons of integers with the numbers beside zero."""
_UNSIGNED: Final = {"is_positive": "not_zero", "not_positive": "is_zero"}
_ONE_BESIDE: Final = {"+": "plus_one", "-": "minus_one"}
_WITH_ONE: Final = {"plus_one": "sum", "minus_one": "diff"}
"""The words for a sum with one and a difference from it, and those for others."""
_SAY_ALL: Final = frozenset({*_WITH_ZERO.values(), *_BESIDE_ZERO.values()})
"""Words that say the number as well."""
_UNARY: Final = {"-": "negated", "~": "inverted"}

_OPCODES: Final = {
    "abs": "magnitude",
    "add": "sum",
    "addc": "sum",
    "and": "masked",
    "atom": "old",
    "bfe": "field",
    "bfi": "packed",
    "bfind": "highest_bit",
    "clz": "leading_zeros",
    "cos": "cosine",
    "div": "quotient",
    "ex2": "exp2",
    "fma": "sum",
    "ld": "val",
    "ldu": "val",
    "lg2": "log2",
    "lop3": "mixed",
    "mad": "sum",
    "madc": "sum",
    "max": "larger",
    "min": "smaller",
    "mul": "product",
    "mul24": "product",
    "neg": "negated",
    "not": "inverted",
    "or": "joined",
    "popc": "bit_count",
    "prmt": "bytes",
    "rcp": "inv",
    "rem": "remainder",
    "rsqrt": "inv_root",
    "sad": "distance",
    "selp": "chosen",
    "shf": "rotated",
    "shfl": "exchanged",
    "shl": "shifted",
    "shr": "high",
    "sin": "sine",
    "slct": "chosen",
    "sqrt": "root",
    "sub": "diff",
    "subc": "diff",
    "tanh": "tanh",
    "tex": "texel",
    "tld4": "texels",
    "xor": "mixed",
}
"""Words for the results of instructions that are written as calls."""
_WIDE: Final = "wide"
_DESCRIPTOR: Final = "desc"
_NARROWED: Final = "narrowed"
_CONVERTED: Final = {True: "as_float", False: "as_int"}
"""Words for a conversion between integers and floats, by whether the result is a float."""
_HALVES: Final = ("low", "upper")
"""The halves of a register that an instruction takes apart, the lower bits first."""
_HALF_RESULTS: Final = frozenset({"low", "high"})
"""The results of functions that take one half of a register (`naming.helper_names`)."""
_PLAIN: Final = frozenset(
    {
        *_OPERATORS.values(),
        *_WITH_ZERO.values(),
        *_OPCODES.values(),
        HIGH_PRODUCT,
        *TYPES,
        *_HALVES,
        *_CONVERTED.values(),
        *_OF_PREDICATES.values(),
        _WIDE,
        _NARROWED,
    }
)
"""Names that only say how a value is made; another value is not called after them."""
_BETWEEN: Final = {
    "==": "equals",
    "!=": "differs_from",
    "<": "below",
    "<=": "up_to",
    ">": "above",
    ">=": "reaches",
    "+": "plus",
    "-": "minus",
    "*": "times",
    "&": "and",
    "|": "or",
    "^": "xor",
}
"""Words between the operands of an operation: `index_below_count`, `tid_plus64`."""
_SHIFTED: Final = {"<<": "times", ">>": "div"}
"""Words before the power of two that a shift multiplies or divides by."""
_MAX_SHIFT: Final = 14
_MAX_NUMBER: Final = 99_999
"""Greater numbers are no part of a name."""
_MAX_SPELLED: Final = 2
"""The most operations that a name spells."""
_LONGEST_SPELLED: Final = 24
"""The most columns for a name that spells an expression."""
_COMPARED: Final = {
    name + ending: symbol
    for symbol, name in COMPARISONS.items()
    # `ltu` is true for NaNs as well.
    for ending in ("", "u")
} | {"lo": "<", "ls": "<=", "hi": ">", "hs": ">="}
"""The operators of Python by the comparisons of `setp`."""
_FIELD: Final = "at"
"""The beginning of the word for a field: `param_0_at48`. Without its parameter it tells nothing."""
_ENDINGS: Final = ("_ptr", "_addr", "_base", "_generic", "_global", "_at", "_wide", "_val")
"""Endings that are left out of a stem where another one follows."""


def names_of_predicate(
    expression: t.Expression,
    known: Known,
    results: Results = MappingProxyType({}),
    derived: Mapping[t.Expression, str] = MappingProxyType({}),
) -> list[str]:
    """Return names for the value of an expression that is a predicate, as `names_of_value` does.

    >>> from ptxpy.pytree.tree import Binary, Register
    >>> names_of_predicate(Binary(Register("p", 3), "|", Register("p", 4)), lambda part: ("", None))
    ['any_true', 'any_true_b', 'any_true_c', 'any_true_d']
    """
    names = names_of_value(expression, known, results, derived)
    word = _OF_PREDICATES.get(_sides(expression)[0], "")
    if not word:
        return names
    # What is said of one of the predicates is not said of all: `is_zero_joined`.
    plain = _OPERATORS[_sides(expression)[0]]
    own = [name for name in names if not name.endswith(plain)]
    return [*own, word, *[f"{word}_{letter}" for letter in "bcd"]]


def names_of_value(
    expression: t.Expression,
    known: Known,
    results: Results = MappingProxyType({}),
    derived: Mapping[t.Expression, str] = MappingProxyType({}),
) -> list[str]:
    """Return names for the value of an expression, the one that says most first.

    `derived` has names that other values got from their expressions.

    >>> from ptxpy.pytree.tree import Binary, Register
    >>> known = {Register("f", 3): ("x_val", None)}
    >>> value = Binary(Register("f", 3), "-", Register("f", 4))
    >>> names_of_value(value, lambda part: known.get(part, ("", None)))
    ['x_diff', 'diff']
    >>> names_of_value(Binary(Register("f", 3), "+", 64), lambda part: known.get(part, ("", None)))
    ['x_val_plus64', 'x_sum', 'sum']
    """

    def named(part: t.Expression) -> tuple[str, t.Expression | None]:
        name = derived.get(part, "")
        # What only says how it is made says nothing in the name of another value.
        first, _, letter = name.rpartition("_")
        plain = (first if len(letter) == 1 else name) in _PLAIN
        return known(part) if plain or not name else (name, None)

    results_of_helper = _helper_results(expression)
    if results_of_helper:
        return _of_helper(results_of_helper[0], expression, named)
    if type(expression) is t.Register:
        name, _ = named(expression)
        return [f"{name}_{_COPY}"] if name else []
    window = _window(expression)
    if window:
        stems = _stems(expression, named, window)
        return [*[f"{stem}_{window}" for stem in stems], *in_letters(f"{window}_ptr")]
    number = t.number_of(expression)
    if type(number) is int and 1 < number <= _MAX_NUMBER:
        return [f"{_CONSTANT}{number}"]
    word = _field(expression, known) or _word(expression)
    returned = _returned(expression, known)
    if returned:
        return in_letters(f"{returned}_{word}" if word.startswith(_FIELD) else returned)
    if word == _VALUE and _place(expression.arguments[0], known, 0):  # type: ignore[union-attr]
        return []
    if not word and isinstance(expression, t.Call):
        own = results.get(str(expression.function), ())
        # The name of what a function returns says enough without its arguments.
        if len(own) == 1 and own[0]:
            return [own[0], *_named(own[0], _stems(expression, named, own[0]))]
    if word in _WITH_ONE:
        word = _WITH_ONE[word]
    if word in ("", "sum") and (place := _STACK.fullmatch(expression_text(expression))):
        return [f"stack_at{place[1] or 0}"]
    if word == _COPY:
        return [f"{stem}_{word}" for stem in _stems(expression, named, word)]
    if word.startswith(_CONSTANT):
        return [word]
    if not word:
        return []
    names = _named(word, _stems(expression, named, word))
    if word == "chosen" and str(expression.function).startswith("ptx.selp."):  # type: ignore[union-attr]
        names = [*_either(expression.arguments[:_PAIR], named), *names]  # type: ignore[union-attr]
    if word in TYPES:
        # The name of a type has a meaning of its own.
        names[-1:] = _converted(expression)
    memory = _pointed(expression, known, _MAX_HOPS) if word == "sum" else ""
    if word == "sum" and not memory:
        memory = _moved(expression, known)
    if memory:
        others = [name for name in names if name.startswith(f"{memory}_")]
        spelled = _spelled(expression, named, 1)
        others += [spelled] if 0 < len(spelled) <= _LONGEST_SPELLED else []
        return [*[f"{memory}_{ending}" for ending in _OF_POINTERS], *others]

    if isinstance(expression, t.Call) and str(expression.function).startswith(_FUSED):
        # The factors come last: the result holds none of them as it is.
        fused = str(expression.function).split(".")[1]
        factors = t.Tuple(expression.arguments[: _FIRST[fused]])
        names[-1:-1] = [f"{stem}_{fused}" for stem in _stems(factors, named, fused)]
    spelled = "" if word in _SAY_ALL else _spelled(expression, named, _MAX_SPELLED)
    return [spelled, *names] if 0 < len(spelled) <= _LONGEST_SPELLED else names


def in_letters(name: str) -> list[str]:
    """Return a name, and that for others of its kind at one place."""
    return [name, *[f"{name}_{letter}" for letter in "bcd"]]


def _window(expression: t.Expression) -> str:
    """Return the state space for which an address is converted, or `generic`; "" for others."""
    if not isinstance(expression, t.Call) or type(expression.function) is not str:
        return ""
    if not expression.function.startswith("ptx.cvta."):
        return ""
    _, _, first, *others = expression.function.split(".")
    return others[0].strip("_") if first == "to" else "generic"


_TRANSPARENT: Final = (t.Value, t.View)


_STACK: Final = re.compile(r"stack\.SPL?(?:\.u64)?(?: \+ ([0-9]+))?", re.ASCII)
"""An address in the stack, with its distance from the beginning of the frame in bytes."""


_PLACE_IN_STACK: Final = re.compile(r"(?<=\Astack)_at[0-9]+\Z", re.ASCII)


def _spelled(expression: t.Expression, known: Known, operations: int, hops: int = _MAX_HOPS) -> str:
    """Return the words for an expression of names and numbers, "" for one that has none.

    `operations` is the most that the expression may consist of, and `hops` how many values without
    a name are followed, as a value may be made of itself in the turn before.
    """
    if isinstance(expression, _TRANSPARENT):
        inner = expression.expression if isinstance(expression, t.Value) else expression.value
        return _spelled(inner, known, operations, hops)
    name, made = known(expression)
    if name:
        return name
    if made is not None:
        return _spelled(made, known, operations, hops - 1) if hops else ""
    operator, *sides = _sides(expression)
    if not operator or not operations:
        return ""
    left = _spelled(sides[0], known, operations - 1, hops)
    number = t.number_of(sides[1])
    if type(number) is int:
        word = _with_number(operator, number) if left else ""
        return f"{left}_{word}" if word else ""
    right = _spelled(sides[1], known, 0, hops)
    word = _BETWEEN.get(operator, "")
    return f"{left}_{word}_{right}" if left and word and right and left != right else ""


def _with_number(operator: str, number: int) -> str:
    """Return the words for an operator and the number on its right, "" if they are not short."""
    if not 0 < number <= _MAX_NUMBER:
        return ""
    if operator == "&":
        if not number & (number + 1):
            return f"mod{number + 1}"
        return f"bit{number.bit_length() - 1}" if number.bit_count() == 1 else ""
    if operator in ("<<", ">>"):
        return f"{_SHIFTED[operator]}{1 << number}" if number < _MAX_SHIFT else ""
    word = _BETWEEN.get(operator, "").removesuffix("_from")
    return f"{word}{number}" if word else ""


_POINTER: Final = re.compile(r"(\w+?)_(?:ptr|base|generic|global|addr|at)(?:_[b-d])?")
"""The names of addresses, each with the name of its memory."""
_OF_POINTERS: Final = ("ptr", "at", "ptr_b", "ptr_c", "ptr_d")


def _pointed(expression: t.Expression, known: Known, hops: int) -> str:
    """Return the name of the memory that a sum points into: a pointer and an offset are one."""
    for part in _summands(expression):
        name, made = known(part)
        found = _POINTER.fullmatch(name)
        if found is not None:
            return found[1]
        if not name and made is not None and hops > 1:
            memory = _pointed(made, known, hops - 1)
            if memory:
                return memory
    return ""


_OFFSET: Final = re.compile(r"(\w+?)_offset(?:_[b-d])?")


def _moved(expression: t.Expression, known: Known) -> str:
    """Return the memory of an offset that a sum adds to something else than a number."""
    summands = _summands(expression)
    if any(type(t.number_of(part)) is int for part in summands):
        return ""
    found = [_OFFSET.fullmatch(known(part)[0]) for part in summands]
    return next((each[1] for each in found if each is not None), "")


def _summands(expression: t.Expression) -> Sequence[t.Expression]:
    """Return the operands that a sum of integers adds, without the factors of a product."""
    if isinstance(expression, t.Binary):
        return (expression.left, expression.right) if expression.operator == "+" else ()
    if isinstance(expression, t.Call):
        words = str(expression.function).split(".")
        opcode, kind = (words[1], words[-1]) if words[0] == "ptx" and words[1:] else ("", "")
        if opcode in _ADDED and not kind.startswith("f"):
            return expression.arguments[_ADDED[opcode] :]
    return ()


_ADDED: Final = {"add": 0, "mad": 2}
"""The place of the first operand that an instruction adds."""


def _sides(expression: t.Expression) -> tuple[str, *tuple[t.Expression, ...]]:
    """Return the operator and the operands of an operation, or an empty string."""
    if isinstance(expression, t.Binary):
        return expression.operator, expression.left, expression.right
    if isinstance(expression, t.Call) and str(expression.function).startswith("ptx.setp."):
        operator = _COMPARED.get(str(expression.function).split(".")[2], "")
        if operator and len(expression.arguments) == len(("left", "right")):
            return operator, *expression.arguments
    return ("",)


def _named(word: str, stems: Iterable[str]) -> list[str]:
    """Return a word behind each of some stems, and alone."""
    found = {stem if stem.endswith(word) else f"{stem}_{word}": None for stem in stems}
    return [*found] if word.startswith(_FIELD) or word == _VALUE else [*found, word]


_COPY: Final = "copy"
_CONSTANT: Final = "const"
_VALUE: Final = "value"
"""The word for the contents of a parameter. Without its parameter it tells nothing."""
_FLAG: Final = "flag"
"""The name of a register that is set to nothing but zero and one."""
_BITS: Final = frozenset({0, 1})

_RESULTS: Final = {
    "cdiv": (("cdiv", "quotient"),),
    "sdiv": (("div", "quotient"),),
    "srem": (("mod", "remainder"),),
    "strunc": (("multiple", "multiple"),),
    "sdivrem": (("div", "quotient"), ("mod", "remainder")),
    "udiv": (("div", "quotient"),),
    "urem": (("mod", "remainder"),),
    "wrap": (("", "next_stage"), ("", "next_phase")),
}
"""The words for the results of helpers: before the divisor of a division, and without it."""
HELPERS: Final = frozenset(f"ptx.{name}" for name in _RESULTS)


def _helper_results(expression: t.Expression) -> tuple[tuple[str, str], ...]:
    """Return the words for the results of a helper; nothing for anything else."""
    if type(expression) is not t.Call or type(expression.function) is not str:
        return ()
    root, _, name = expression.function.partition(".")
    return _RESULTS.get(name, ()) if root == "ptx" else ()


def _of_helper(words: tuple[str, str], expression: t.Expression, known: Known) -> list[str]:
    """Return names for a result of a helper: `tid_mod_4`, `remainder`, `next_stage`."""
    divisor = t.number_of(expression.arguments[1])  # type: ignore[union-attr]
    word, alone = words
    if not word:
        return [alone, f"{alone}_b", f"{alone}_c"]
    by = f"{word}{divisor}" if type(divisor) is int and divisor > 0 else alone
    return [*[f"{stem}_{by}" for stem in _stems(expression, known, word)], alone]


_ARRAYS: Final = {
    "sum": "sums",
    "diff": "differences",
    "product": "products",
    "quotient": "quotients",
    "remainder": "remainders",
    "chosen": "choices",
    "larger": "maxima",
    "smaller": "minima",
    "inv": "inverses",
    "root": "roots",
    "inv_root": "inv_roots",
    "exp2": "powers",
    "log2": "logs",
    "magnitude": "magnitudes",
    "negated": "negatives",
    "field": "fields",
    "flag": "flags",
    "coefficient": "coefficients",
    "addend": "addends",
    "val": "loaded",
    "exchanged": "exchanged",
    "old": "old_values",
    _WIDE: "widened",
    _NARROWED: "narrowed",
    _CONVERTED[True]: "floats",
    _CONVERTED[False]: "integers",
    _HALVES[0]: "low_halves",
    _HALVES[1]: "upper_halves",
}
"""The names of arrays of results, by the word for a single result."""


def array_name(names: Sequence[str]) -> str:
    """Return the name of an array of values that have some names, each; "" for none."""
    word, _, letter = names[-1].rpartition("_") if names else ("", "", "")
    return _ARRAYS.get(word if len(letter) == 1 else names[-1], "") if names else ""


def names_of_part(
    statement: t.Assign, part: t.Expression, known: Known, results: Results
) -> list[str]:
    """Return names for a part of a value that a statement takes apart into its targets."""
    value = statement.value
    target = statement.targets[0]
    parts = target.elements if isinstance(target, t.Tuple) else (target,)
    if not isinstance(value, t.Call) or part not in parts:
        return []
    place = parts.index(part)
    results_of_helper = _helper_results(value)
    if results_of_helper:
        return _of_helper(results_of_helper[place], value, known)
    own = results.get(str(value.function), ())
    said = own[place] if len(own) == len(parts) else ""
    if len(statement.makers) == len(parts):
        made = statement.makers[place]
        words = [each[1:] for each in made.modifiers]
        word = _field(value, known, place) or _result(made.opcode, words, made.operands[1:])
        # A move has no word of its own, but what takes a half has that of the half.
        word = word or (said if said in _HALF_RESULTS else "")
    elif str(value.function).startswith("ptx.ld.param."):
        word = _field(value, known, place)
    elif len(parts) == len(_HALVES) and _takes_apart(statement, value):
        word = _HALVES[place]
        names = _named(word, _stems(value, known, word))
        return [*names, *[f"{word}_{letter}" for letter in "bcd"]]
    else:
        return [said, *_named(said, _stems(value, known, said))] if said else []
    return _named(word, _stems(value, known, word)) if word else []


def _takes_apart(statement: t.Assign, value: t.Call) -> bool:
    """Return whether a statement takes a register apart, by its instruction or inline assembly."""
    makers = statement.makers or (statement.instruction,)
    made = makers[0] if len({*map(id, makers)}) == 1 else None
    if made is not None and made.opcode == "mov" and made.operands:
        return isinstance(made.operands[0], n.Vector)
    return str(value.function).startswith("ptx.mov.b")


def names_of_state(
    statements: Sequence[t.Assign], register: t.Expression, known: Known, results: Results
) -> list[str]:
    """Return names for a register that changes, of the statements that write it.

    A name is true of all values but numbers and copies, which are the first ones.
    """
    if all(_is_bit(each.value, known) for each in statements):
        return in_letters(_FLAG)
    kept = [_kept(each.value, register, known) for each in statements if each.targets == [register]]
    if (words := {*kept} - {_START}) and len(words) == 1 and (word := words.pop()):
        return in_letters(word)
    # A halved or shifted value does not stay what it was from turn to turn.
    if any(_reads(each.value, register) and _word(each.value) in _SHIFTS for each in statements):
        word = _steps_by_shifts(statements, register)
        return in_letters(word) if word else []
    found: list[list[str]] = []
    first: list[str] = []
    for each in statements:
        if each.targets != [register]:
            names = names_of_part(each, register, known, results)
            if not names:
                return []
        # What counts is the next value only once; a number or a copy is what it begins with.
        elif _word(each.value) in _WITH_ONE:
            names = []
        elif _is_start(each.value):
            names = []
            if isinstance(each.value, t.Call) and each.value.function not in TYPES:
                first = first or names_of_value(each.value, known, results)
        else:
            names = names_of_value(each.value, known, results)
            if not names:
                return []
        if names and names not in found:
            found.append(names)
    if not found:
        return first or _either([each.value for each in statements], known)
    # A value that it is given later has the name of its own.
    for each in statements[1:]:
        copied = known(each.value)[0] if type(each.value) is t.Register else ""
        if copied:
            found.append(in_letters(_base(copied)))
    # What goes on from a value is that value no more, but a pointer stays one.
    goes_on = any(_reads(each.value, register) for each in statements)
    if goes_on and not any(
        _is_start(each.value) for each in statements if not _reads(each.value, register)
    ):
        found = [[name for name in names if _POINTER.fullmatch(name)] for names in found]
    return [name for name in found[0] if all(name in other for other in found[1:])]


def _steps_by_shifts(statements: Sequence[t.Assign], register: t.Expression) -> str:
    """Return the name for a register whose next values are its own, shifted; "" for another."""
    values = [_unviewed(each.value) for each in statements]
    steps = {
        (value.operator, value.right) if isinstance(value, t.Binary) else ("", None)
        for value in values
        if _reads(value, register)
    }
    if steps == {("<<", 1)}:
        return "doubled"
    if steps == {(">>", 1)}:
        return "halved"
    if not {operator for operator, _ in steps} <= {"<<", ">>"}:
        return ""
    starts_at_one = all(value == 1 for value in values if not _reads(value, register))
    return "power_of_two" if starts_at_one and {by for _, by in steps} == {1} else "shifted"


def _is_bit(value: t.Expression, known: Known) -> bool:
    """Return whether a value is zero or one: a number, one selected of both, or a flag."""
    value = _unviewed(value)
    if isinstance(value, t.Call) and str(value.function).startswith("ptx.selp."):
        return [t.number_of(each) for each in value.arguments[:_PAIR]] in ([0, 1], [1, 0])
    return (type(value) is int and value in _BITS) or (
        type(value) is t.Register and _base(known(value)[0]) == _FLAG
    )


_START: Final = "start"


def _kept(value: t.Expression, register: t.Expression, known: Known) -> str:
    """Return what a register is if a value is the next one after its own, `start` for a number.

    A number that begins again at zero is a stage, a bit that is inverted a parity.
    """
    value = _unviewed(value)
    if _is_number(value):
        return _START
    if isinstance(value, t.Call):
        if value.function == "ptx.wrap" and value.arguments[0] == register:
            return _STAGE
        if str(value.function).startswith("ptx.selp."):
            parts = [t.number_of(each) for each in value.arguments[:_PAIR]]
            nexts = [_unviewed(known(each)[1] or each) for each in parts]
            following = t.Binary(register, "+", 1)
            return _STAGE if 0 in parts and following in nexts else ""
    if isinstance(value, t.Binary) and value.operator == "^":
        sides = [_unviewed(each) for each in (value.left, value.right)]
        if register in sides and _is_bit(sides[1 - sides.index(register)], known):
            return _PARITY
    return ""


_STAGE: Final = "stage"
_PARITY: Final = "parity"

_LETTER: Final = re.compile(r"_[b-d]\Z")


def _base(name: str) -> str:
    """Return a name without the letter that tells it from others of its kind."""
    return _LETTER.sub("", name)


def _either(values: Sequence[t.Expression], known: Known) -> list[str]:
    """Return names for what is one of two values, or of a value and zero: `x_or_zero`.

    Copies of values of one kind are of that kind.
    """
    found: dict[str, None] = {}
    for value in values:
        source = _unviewed(value)
        if isinstance(source, t.Call) and source.function in TYPES and len(source.arguments) == 1:
            source = _unviewed(source.arguments[0])
        name = _ZERO if source in _ZEROS else _base(known(source)[0])
        # A name of which nothing is left that tells it says nothing beside another one.
        if not name:
            return []
        found[name] = None
    names = sorted(found, key=_ZERO.__eq__)
    if len(names) == 1:
        return [] if names[0] == _ZERO else in_letters(names[0])
    joined = "_or_".join(names)
    is_short = len(names) == _PAIR and len(joined) <= _LONGEST_SPELLED
    return in_letters(joined) if is_short and _PLAIN.isdisjoint(names) else []


_ZERO: Final = "zero"
_PAIR: Final = 2


def _unviewed(value: t.Expression) -> t.Expression:
    """Return an expression that is seen as a type, or written where it is used, as it is."""
    while isinstance(value, t.View | t.Value):
        value = value.value if isinstance(value, t.View) else value.expression
    return t.number_of(value)


def _reads(value: t.Expression, register: t.Expression) -> bool:
    return any(part == register for part in t.walk_expression(value))


def _is_start(value: t.Expression) -> bool:
    """Return whether a value is a number, a copy, or a parameter."""
    if isinstance(value, t.Call) and type(value.function) is str:
        function = value.function
        if function.startswith("ptx.mov.") and _is_number(value.arguments[0]):
            return True
        return function.startswith("ptx.ld.param.") or function in TYPES
    return _is_number(value) or isinstance(value, t.Register | t.View)


_FLOAT: Final = re.compile(r"[0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?|ptx\.(?:inf|nan)", re.ASCII)


def _is_number(value: t.Expression) -> bool:
    """Return whether an expression is a number, of whatever spelling."""
    if isinstance(value, t.Unary):
        return _is_number(value.operand)
    if isinstance(value, t.Call) and value.function == vocabulary.LITERAL:
        return True
    return type(value) in (int, t.Spelled) or (
        type(value) is str and _FLOAT.fullmatch(value) is not None
    )


def _word(expression: t.Expression) -> str:
    """Return the word for the operation that makes a value, "" for a number or a copy."""
    kind = type(expression)
    if kind is t.Binary:
        right = t.number_of(expression.right)  # type: ignore[union-attr]
        operator = expression.operator  # type: ignore[union-attr]
        left = expression.left  # type: ignore[union-attr]
        if operator == "|" and _is_descriptor(expression.right):  # type: ignore[union-attr]
            return _DESCRIPTOR
        is_unsigned = isinstance(left, t.View) and left.name.startswith("u")
        word = _beside_zero(operator, right, is_unsigned=is_unsigned)
        if word:
            return word
        if right == 1 and operator in _ONE_BESIDE:
            return _ONE_BESIDE[operator]
        return _OPERATORS.get(operator, "")
    if kind is t.Unary:
        return _UNARY.get(expression.operator, "")  # type: ignore[union-attr]
    if kind is t.View:
        name = expression.name  # type: ignore[union-attr]
        return "bits" if name[:1] == "b" and name in TYPES else ""
    if kind is t.Call and type(expression.function) is str:  # type: ignore[union-attr]
        return _called(expression)  # type: ignore[arg-type]
    return ""


def _is_descriptor(number: t.Expression) -> bool:
    """Return whether a number has the fields of a descriptor: joined with an address it is one."""
    return isinstance(number, t.Spelled) and "DESCRIPTOR" in str(number.spelling).upper()


def _converted(expression: t.Expression) -> list[str]:
    """Return the words for a conversion: `wide`, `narrowed`, `as_int`."""
    if not isinstance(expression, t.Call):
        return []
    kinds = [TYPES[each] for each in str(expression.function).split(".") if each in TYPES]
    if len(kinds) != 2:  # noqa: PLR2004
        return []
    made, source = kinds
    if (made.kind == "float") != (source.kind == "float"):
        return [_CONVERTED[made.kind == "float"]]
    if made.bits == source.bits:
        return []
    return [_WIDE if made.bits > source.bits else _NARROWED]


def _beside_zero(operator: str, number: object, *, is_unsigned: bool) -> str:
    """Return the word for a comparison with zero or a number beside it, "" for another one."""
    word = _WITH_ZERO.get(operator, "") if number in _ZEROS else ""
    if type(number) is int:
        word = word or _BESIDE_ZERO.get((operator, number), "")
    return _UNSIGNED.get(word, word) if is_unsigned else word


def _called(call: t.Call) -> str:
    root, *words = str(call.function).split(".")
    if root in TYPES and not words and len(call.arguments) == 1:
        [number] = call.arguments
        spelled = number.spelling if isinstance(number, t.Spelled) else number
        if type(spelled) is str and spelled.startswith("ptx."):
            return spelled.removeprefix("ptx.").lower()
        value = t.number_of(number)
        if type(value) is not int:
            return _COPY
        return f"{_CONSTANT}{value}" if 1 < value <= _MAX_NUMBER else ""
    if root != "ptx" or not words:
        return ""
    return _result(words[0], words[1:], call.arguments)


def _result(opcode: str, modifiers: Sequence[str], operands: Sequence[object]) -> str:
    """Return the word for the result of an instruction."""
    if opcode == "setp" and modifiers:
        operator = _COMPARED.get(modifiers[0], "")
        last = t.number_of(operands[-1]) if operands else None  # type: ignore[arg-type]
        is_unsigned = any(each in TYPES and each.startswith("u") for each in modifiers)
        word = _beside_zero(operator, last, is_unsigned=is_unsigned)
        if word:
            return word
        return _OPERATORS.get(operator, "")
    if opcode == "cvt":
        types = [each for each in modifiers if each in TYPES or each.endswith("x2")]
        return types[0] if types else ""
    if opcode == "mov":
        if operands and isinstance(operands[0], t.Tuple | n.Vector):
            return "packed"
        is_cast = bool(operands) and isinstance(operands[0], t.Register | str)
        return "bits" if is_cast and modifiers[0][:1] == "b" else ""
    if opcode == "ld" and [*modifiers[:1]] == ["param"]:
        return _VALUE
    if _OPCODES.get(opcode) == _OPERATORS["*"] and "hi" in modifiers:
        return HIGH_PRODUCT
    return _OPCODES.get(opcode, "")


def _field(value: t.Expression, known: Known, part: int = 0) -> str:
    """Return the place in a parameter of a field that is loaded, `at48`; "" for the beginning.

    The base of the address may point into the parameter itself. `part` is the place of the field in
    a vector.
    """
    if not isinstance(value, t.Call) or not str(value.function).startswith("ptx.ld.param."):
        return ""
    kind = TYPES.get(str(value.function).rpartition(".")[2])
    if kind is None:
        return ""
    address = value.arguments[0] if value.arguments else None
    if not isinstance(address, t.List):
        return ""
    place = _place(address, known, _MAX_HOPS)
    whole = place + part * kind.bits // 8
    return f"{_FIELD}{whole}" if place >= 0 and whole else ""


_RETURNED: Final = re.compile(r"retval(?:_?[0-9]+)?", re.ASCII)


def _returned(value: t.Expression, known: Known) -> str:
    """Return the name for what a called function has returned, "" for another value."""
    if not isinstance(value, t.Call) or not str(value.function).startswith("ptx.ld.param."):
        return ""
    address = value.arguments[0] if value.arguments else None
    base = address.elements[0] if isinstance(address, t.List) else address
    if not isinstance(base, str) or known(base)[0] or _RETURNED.fullmatch(base) is None:
        return ""
    return "retval"


def _place(address: t.Expression, known: Known, hops: int) -> int:
    """Return how far behind the beginning of a parameter an address is, -1 if unknown."""
    if isinstance(address, t.List):
        base, *offsets = address.elements
    elif isinstance(address, t.Binary) and address.operator == "+":
        base, offsets = address.left, [address.right]
    else:
        # The address of a variable or a parameter; a parameter's value is none of its fields.
        is_start = type(address) is str or isinstance(address, t.Call)
        return 0 if is_start else -1
    _, made = known(base)
    start = 0 if made is None else _place(made, known, hops - 1) if hops else -1
    offset = t.number_of(offsets[0]) if offsets else 0
    return start + offset if start >= 0 and type(offset) is int else -1


def _stems(
    expression: t.Expression, known: Known, word: str, hops: int = _MAX_HOPS
) -> Iterator[str]:
    """Yield the names of the operands of an expression, each without its ending.

    An operand without a name gives those from which it is made by the same operation: a sum of sums
    adds all of them, and what an address points to is what its base does. `word` is that of the
    operation.
    """
    for part in _operands(expression):
        name, made = known(part)
        if name:
            stem = name
            for ending in _ENDINGS:
                stem = stem.removesuffix(ending)
            # What is loaded may be behind the address.
            stem = _PLACE_IN_STACK.sub("", stem)
            if len(stem) <= _MAX_LENGTH and (stem, word) not in _TERMS:
                yield stem
            continue
        if made is None and type(part) not in (t.Register, t.Element, str, int):
            made = part
        # A value may be made of itself in the turn before.
        if made is None or not hops:
            continue
        if word in _LOADED or word.startswith(_FIELD):
            symbol = _symbol(made)
            if symbol:
                yield symbol
            # An address is a sum, or a copy of one.
            if _word(made) in ("", "sum", "bits"):
                yield from islice(_stems(made, known, word, hops - 1), 1)
        elif word in _CHAINED and _word(made) == word:
            yield from islice(_stems(made, known, word, hops - 1), 1)


def _symbol(expression: t.Expression) -> str:
    """Return the name of the variable whose address an expression is, "" for any other."""
    if type(expression) is not t.Call or not str(expression.function).startswith("ptx.mov."):
        return ""
    source = expression.arguments[0]
    return source if type(source) is str and source.isidentifier() else ""


_GATHERING: Final = (t.List, t.Tuple, t.Star, t.View)


def _operands(expression: t.Expression) -> Iterator[t.Expression]:
    """Yield the operands after which the result of an operation may be called."""
    if isinstance(expression, t.Call):
        words = str(expression.function).split(".")
        opcode = words[1] if words[0] == "ptx" and words[1:] else ""
        parts: Sequence[t.Expression] = expression.arguments[_FIRST.get(opcode, 0) :]
        parts = parts[: _LAST.get(opcode, len(parts))]
    elif isinstance(expression, t.Element):
        parts = ()
    elif isinstance(expression, t.Binary) and expression.operator in _OF_LEFT:
        parts = (expression.left,)
    else:
        parts = t.children(expression)
    for part in parts:
        if isinstance(part, t.Keyword):
            continue
        if isinstance(part, _GATHERING):
            yield from _operands(part)
        elif isinstance(part, t.Value):
            yield part.expression
        else:
            yield part


_FUSED: Final = ("ptx.fma.", "ptx.mad.")
_SHIFTS: Final = frozenset({"high", "shifted", "masked", "inverted", "negated"})
"""Words for a part or another form of a value."""
_FIRST: Final = {"mad": 2, "fma": 2, "mad24": 2, "sad": 2}
"""The first operand that is in the result as it is: factors are not, a summand is."""
_LAST: Final = {"shfl": 1, "selp": 2, "slct": 2, "bfe": 1, "bfi": 2, "shl": 1, "shr": 1, "setp": 2}
"""The number of operands that the result is one of, or is made of."""
_OF_LEFT: Final = frozenset({"<<", ">>", "/", "%"})
"""Operators whose result is made of the left operand alone."""
_CHAINED: Final = frozenset({"sum", "product", "larger", "smaller", "joined", "mixed"})
"""Words of operations whose results may be operands of another one."""
_LOADED: Final = frozenset({"val", "old", "value", "texel", "texels"})
"""Words for the value loaded from an address."""
_TERMS: Final = frozenset(
    (stem, word)
    for stem in ("block", "cross", "dot", "inner", "partial", "running", "total", "warp")
    for word in ("sum", "product", "larger", "smaller", "diff")
)
"""Names that are terms of their own: a `warp_sum` is the sum of a warp, and `warp + 1` is none."""
