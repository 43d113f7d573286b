"""The names without a percent sign that are registers: a set that grows by sharing.

A file may declare as many such names as it has lines, and each declaration makes another set. The
sets are tries over the bits of the hashes of names, so that a set and the next one share all but a
path.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

__all__ = ["NO_NAMES", "Names"]

_Trie: TypeAlias = "frozenset[str] | tuple[_Trie, ...]"

_BITS: Final = 4
_LOWEST: Final = (1 << _BITS) - 1
_DEEPEST: Final = 60
"""From this bit on leaves are not split: hashes have no more."""
_LEAF: Final = 64
"""A leaf with more names than this is split."""
_LEAVES: Final[tuple[_Trie, ...]] = (frozenset(),) * (1 << _BITS)


class Names:
    """An immutable set of names; adding some to it takes time for those alone."""

    __slots__ = ("_hash", "_trie")

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Take names."""
        known = frozenset(names)
        self._trie: _Trie = _with(frozenset(), tuple(known), 0)
        self._hash = _mixed(0, known)

    def __contains__(self, name: str) -> bool:
        """Return whether a name is in the set."""
        trie = self._trie
        if type(trie) is tuple:
            # Each level consumes the next four bits of the hash, lowest first, as `_with` does.
            path = hash(name)
            while type(trie) is tuple:
                trie = trie[path & _LOWEST]
                path >>= _BITS
        return name in trie

    def __hash__(self) -> int:
        """Return a hash; sets of the same names have the same."""
        return self._hash

    def __eq__(self, other: object) -> bool:
        """Return whether two sets have the same names and came about alike."""
        if not isinstance(other, Names):
            return NotImplemented
        return self is other or (self._hash == other._hash and self._trie == other._trie)

    def plus(self, names: Iterable[str]) -> Names:
        """Return the set with more names; itself if it has them all."""
        new = tuple({name for name in names if name not in self})
        return self._changed(_with(self._trie, new, 0), new) if new else self

    def minus(self, names: Iterable[str]) -> Names:
        """Return the set without some names; itself if it has no such name."""
        old = tuple({name for name in names if name in self})
        trie = self._trie
        for name in old:
            trie = _without(trie, name, 0)
        return self._changed(trie, old) if old else self

    def _changed(self, trie: _Trie, names: Sequence[str]) -> Names:
        changed = Names.__new__(Names)
        changed._trie = trie  # noqa: SLF001 - of this class
        changed._hash = _mixed(self._hash, names)  # noqa: SLF001
        return changed


def _mixed(seed: int, names: Iterable[str]) -> int:
    """Return a hash that names have gone into, or out of."""
    for name in names:
        # Exclusive or undoes itself and ignores the order: names that leave cancel those that came.
        seed ^= hash((name,))
    return seed


def _with(trie: _Trie, names: Sequence[str], bit: int) -> _Trie:
    if type(trie) is frozenset:
        known = trie.union(names)
        # At the deepest level the hash has no bits left, so equal hashes share a leaf of any size.
        if len(known) <= _LEAF or bit >= _DEEPEST:
            return known
        trie, names = _LEAVES, tuple(known)
    parts: dict[int, list[str]] = {}
    for name in names:
        parts.setdefault(hash(name) >> bit & _LOWEST, []).append(name)
    changed = list(trie)
    for branch, part in parts.items():
        changed[branch] = _with(changed[branch], part, bit + _BITS)  # type: ignore[arg-type]
    return tuple(changed)  # type: ignore[arg-type]


def _without(trie: _Trie, name: str, bit: int) -> _Trie:
    # Leaves are not joined again when they shrink, so sets that are equal may differ in shape:
    # `__eq__` then says that they differ, which costs a second memo and nothing else.
    if type(trie) is frozenset:
        return trie - {name}
    changed = list(trie)
    branch = hash(name) >> bit & _LOWEST
    changed[branch] = _without(changed[branch], name, bit + _BITS)  # type: ignore[arg-type]
    return tuple(changed)  # type: ignore[arg-type]


NO_NAMES: Final = Names()
"""No names."""
