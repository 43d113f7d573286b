"""Lark's LALR(1) tables for the grammar as a text file: made once, loaded where Lark is needed.

Lark takes 150 ms to make the tables from grammar/ptx.lark and 10 ms to load them. The file holds
what `Lark.save` writes, as JSON and with states numbered in the order in which they are reached, so
that the same grammar gives the same file. Its first line names the grammar and the version of Lark.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from lark import Lark

_SHIFT: Final = 0
_REDUCE: Final = 1


def fingerprint(grammar: str) -> str:
    """Return the line that says which grammar tables are of, and which version of Lark."""
    from lark import __version__  # noqa: PLC0415 - Lark is loaded only where a shape is new

    digest = hashlib.sha256(grammar.encode()).hexdigest()
    series = ".".join(__version__.split(".")[:2])
    return json.dumps({"grammar": digest, "lark": series})


def dump(parser: Lark, grammar: str) -> str:
    """Return the text of the file for a parser that Lark has made of a grammar."""
    from lark.grammar import Rule  # noqa: PLC0415
    from lark.lexer import TerminalDef  # noqa: PLC0415

    data, memo = parser.memo_serialize([TerminalDef, Rule])
    made = data["parser"].pop("parser")
    names: dict[int, str] = made["tokens"]
    states: dict[int, dict[int, tuple[int, Any]]] = made["states"]
    order = _reached(made["start_states"], states, names)
    numbers = {state: number for number, state in enumerate(order)}
    ends = [
        {start: numbers[made[key][start]] for start in made["start_states"]}
        for key in ("start_states", "end_states")
    ]
    lines = [fingerprint(grammar), json.dumps(data), json.dumps(ends), "memo"]
    lines += (json.dumps(entry) for _, entry in sorted(memo.items()))
    lines.append("states")
    lines += (json.dumps(_grouped(states[state], names, numbers)) for state in order)
    return "\n".join(lines) + "\n"


def _reached(
    starts: dict[str, int], states: dict[int, dict[int, tuple[int, Any]]], names: dict[int, str]
) -> list[int]:
    """Return the states in the order of a breadth-first search."""
    order = list(dict.fromkeys(starts.values()))
    known = set(order)
    for state in order:
        for token in sorted(states[state], key=names.__getitem__):
            action, target = states[state][token]
            if action == _SHIFT and target not in known:
                known.add(target)
                order.append(target)
    return order


def _grouped(
    actions: dict[int, tuple[int, Any]], names: dict[int, str], numbers: dict[int, int]
) -> list[dict[str, Any]]:
    """Return the shifts of a state, the state after each symbol, and its reductions by rule."""
    shifts: dict[str, int] = {}
    reductions: dict[str, list[str]] = {}
    for token, (action, target) in sorted(actions.items(), key=lambda item: names[item[0]]):
        if action == _SHIFT:
            shifts[names[token]] = numbers[target]
        else:
            reductions.setdefault(str(target["@"]), []).append(names[token])
    return [shifts, dict(sorted(reductions.items(), key=lambda item: int(item[0])))]


def load(text: str, grammar: str, transformer: object) -> Lark | None:
    """Return the parser that a file holds; `None` for one of another grammar or another Lark."""
    from lark import Lark  # noqa: PLC0415

    first, _, rest = text.partition("\n")
    if first != fingerprint(grammar):
        return None
    head, _, rest = rest.partition("\nmemo\n")
    memo, _, states = rest.partition("\nstates\n")
    data, (starts, ends) = map(json.loads, head.split("\n"))
    data["parser"]["parser"] = {
        "tokens": _Same(),
        "states": dict(enumerate(dict(_flat(state)) for state in _lines(states))),
        "start_states": starts,
        "end_states": ends,
    }
    # As the stand-alone parsers do that Lark writes.
    loaded: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]  # noqa: SLF001
        data, dict(enumerate(_lines(memo))), transformer=transformer
    )
    return loaded


def _lines(text: str) -> Any:  # noqa: ANN401 - JSON
    return json.loads("[" + ",".join(text.splitlines()) + "]")


def _flat(state: list[dict[str, Any]]) -> Iterator[tuple[str, tuple[int, Any]]]:
    """Yield the actions of a state as Lark writes them."""
    shifts, reductions = state
    for symbol, target in shifts.items():
        yield symbol, (_SHIFT, target)
    for rule, symbols in reductions.items():
        action = _REDUCE, {"@": int(rule)}
        for symbol in symbols:
            yield symbol, action


class _Same(dict[str, str]):
    """The numbers of symbols: here, their names."""

    def __missing__(self, key: str) -> str:
        return key
