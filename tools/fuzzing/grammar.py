"""Random modules from the grammar itself, as Lark has loaded it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import NamedTuple

from fuzzing.lexing import Token
from fuzzing.plain_lark import module_parser
from fuzzing.spacing import join
from fuzzing.spellings import SPELLED, Speller


class Symbol(NamedTuple):
    """A symbol of an expansion."""

    name: str
    terminal: bool


Expansion = tuple[Symbol, ...]


class Rules(NamedTuple):
    """The expansions of each rule, with the minimum number of tokens of each."""

    expansions: dict[str, list[Expansion]]
    sizes: dict[str, int]
    """The minimum number of tokens of each rule."""
    fixed: dict[str, str]
    """The texts of the terminals that have only one."""
    repeating: frozenset[str]
    """Rules for repetitions: `x*` and `x+`."""
    nesting: frozenset[str]
    """Recursive rules."""

    def size(self, expansion: Iterable[Symbol]) -> int:
        """Return the minimum number of tokens of an expansion."""
        return sum(1 if item.terminal else self.sizes[item.name] for item in expansion)


@cache
def rules() -> Rules:
    """Return the rules of the grammar."""
    parser = module_parser()
    expansions: dict[str, list[Expansion]] = {}
    for rule in parser.rules:
        symbols = tuple(Symbol(str(item.name), item.is_term) for item in rule.expansion)
        expansions.setdefault(str(rule.origin.name), []).append(symbols)
    fixed = {t.name: t.pattern.value for t in parser.terminals if t.pattern.type == "str"}
    used = {s.name for each in expansions.values() for e in each for s in e if s.terminal}
    unknown = used - fixed.keys() - SPELLED
    if unknown:
        message = f"fuzzing.spellings has no spelling for {', '.join(sorted(unknown))}"
        raise ValueError(message)
    return Rules(
        expansions,
        _sizes(expansions),
        fixed,
        frozenset(name for name in expansions if name.startswith("__")),
        _nesting(expansions),
    )


def _sizes(expansions: dict[str, list[Expansion]]) -> dict[str, int]:
    """Return the minimum number of tokens of each rule, as a least fixed point."""
    huge = 1_000_000
    sizes = dict.fromkeys(expansions, huge)
    changed = True
    while changed:
        changed = False
        for name, each in expansions.items():
            smallest = min(sum(1 if s.terminal else sizes[s.name] for s in e) for e in each)
            if smallest < sizes[name]:
                sizes[name] = smallest
                changed = True
    return sizes


def _nesting(expansions: dict[str, list[Expansion]]) -> frozenset[str]:
    """Return the recursive rules, except repetitions and bodies."""
    below = {
        name: {s.name for e in each for s in e if not s.terminal}
        for name, each in expansions.items()
    }
    reach = {name: set(inner) for name, inner in below.items()}
    changed = True
    while changed:
        changed = False
        for found in reach.values():
            size = len(found)
            found.update(*(reach[inner] for inner in tuple(found)))
            changed = changed or len(found) > size
    return frozenset(n for n, found in reach.items() if n in found and "instruction" not in found)


class _Spot(NamedTuple):
    """A terminal in a derivation."""

    terminal: str
    rule: str
    group: int
    """The declaration that it belongs to, 0 for none."""


def random_module(rng: Random) -> str:
    """Return the text of a random module."""
    known = rules()
    budget = int(math.exp(rng.uniform(math.log(8), math.log(250))))
    spots = _derive(known, rng, budget)
    speller = Speller(rng)
    words = [_token(known, speller, spot) for spot in _declared(spots, rng)]
    return join(words, rng, rng.choice((0.0, 0.02, 0.1, 0.5, 0.9)))


def _token(known: Rules, speller: Speller, spot: _Spot) -> Token:
    text = known.fixed.get(spot.terminal)
    return Token(spot.terminal, speller.spell(spot.terminal, spot.rule) if text is None else text)


class _Habits(NamedTuple):
    """The probabilities by which one module is generated."""

    statements: float
    """The probability of one more statement."""
    items: float
    """The probability of one more item in any other list."""
    brevity: float
    """The factor by which each further operator becomes less likely."""


class _Open(NamedTuple):
    """A symbol that is still to be expanded."""

    symbol: Symbol
    rule: str
    """The rule that it stands in."""
    group: int
    """The declaration or parameter that it stands in, 0 for none."""
    limit: int
    """How many tokens there may be when its statement should come to an end; 0: not in one."""


def _derive(known: Rules, rng: Random, budget: int) -> list[_Spot]:
    """Expand `module` at random into about `budget` tokens."""
    habits = _Habits(rng.uniform(0.6, 0.95), rng.uniform(0.2, 0.8), rng.uniform(0.3, 1.5))
    spots: list[_Spot] = []
    stack = [_Open(Symbol("module", terminal=False), "", 0, 0)]
    outstanding = 0
    groups = 0
    while stack:
        (name, terminal), rule, group, limit = stack.pop()
        if terminal:
            spots.append(_Spot(name, rule, group))
            outstanding -= 1
            continue
        if name in _STATEMENTS:
            limit = len(spots) + rng.randint(4, 30)
        left = budget - len(spots) - outstanding
        if limit:
            left = min(left, limit - len(spots))
        expansion = _choose(known, rng, name, left, habits)
        outstanding += known.size(expansion) - known.sizes[name]
        if name in ("variable", "parameter"):
            groups += 1
            group = groups
        inner = rule if name.startswith("__") else name
        stack += [_Open(symbol, inner, group, limit) for symbol in reversed(expansion)]
    return spots


_STATEMENTS = frozenset(
    {"module_item", "function_head", "section_head", "body_item", "section_item"}
)
"""Rules that get a few tokens each, so that no expression eats up all."""

_BODIES = frozenset({"module", "body", "section_body"})

_WEIGHTS = {"attributes": 0.15, "cast": 0.3, "pragma": 0.5, "call": 2.0, "instruction": 6.0}
"""Rules that are chosen less or more often than others."""

_UNENDED = 0.05
"""How often a function's head may end as a declaration without its semicolon; a kernel may not."""


def _choose(known: Rules, rng: Random, name: str, left: int, habits: _Habits) -> Expansion:
    options = known.expansions[name]
    if len(options) == 1:
        return options[0]
    if name == "module_item" and rng.random() > _UNENDED:
        options = [option for option in options if option[0].name != "function_head"]
    smallest = min(map(known.size, options))
    costs = [known.size(option) - smallest for option in options]
    if left <= 0:
        return rng.choice([o for o, cost in zip(options, costs, strict=True) if cost == 0])
    if name in _BODIES:
        weights = [0.95 if option else 0.05 for option in options]
    elif name in known.repeating:
        more = habits.statements if _repeats_statements(options) else habits.items
        weights = [more if any(s.name == name for s in o) else 1 - more for o in options]
    elif name in known.nesting:
        weights = [math.exp(-habits.brevity * cost) for cost in costs]
    else:
        weights = [1.0 if cost <= left else 0.01 for cost in costs]
    favour = [math.prod(_WEIGHTS.get(s.name, 1.0) for s in option) for option in options]
    return rng.choices(options, [w * f for w, f in zip(weights, favour, strict=True)])[0]


def _repeats_statements(options: list[Expansion]) -> bool:
    return any(symbol.name in _ITEMS for option in options for symbol in option)


_ITEMS = frozenset({"module_statement", "body_statement", "section_item"})


def _declared(spots: list[_Spot], rng: Random) -> list[_Spot]:
    """Give declarations a state space and a type, which the grammar alone does not ask for."""
    found: list[_Spot] = []
    last = 0
    for position, spot in enumerate(spots):
        group = spot.group
        if group == 0 or rng.random() < 0.005:
            found.append(spot)
            continue
        if group != last and spot.terminal != "LINKAGE":
            last = group
            words = [i for i in range(position, len(spots)) if spots[i].group == group]
            plain = [i for i in words if spots[i][:2] == ("DOTNAME", "specifier")]
            found.append(_Spot("STATE_SPACE", "variable", group))
            if plain[:1] != [position]:
                if not plain:
                    found.append(_Spot("DOTNAME", "type", group))
                found.append(spot)
            elif len(plain) == 1:
                found.append(_Spot("DOTNAME", "type", group))
            continue
        if spot[:2] == ("DOTNAME", "specifier") and _is_last(spots, position):
            found.append(spot._replace(rule="type"))
        else:
            found.append(spot)
    return found


def _is_last(spots: list[_Spot], position: int) -> bool:
    group = spots[position].group
    later = spots[position + 1 : position + 40]
    return not any(s[:2] == ("DOTNAME", "specifier") and s.group == group for s in later)
