"""Atomics, calls, loops that do not unroll, output and assertions on the device."""

import triton
import triton.language as tl
from triton.language.extra.cuda import globaltimer, smid


@triton.jit
def histogram(x, bins, low, high, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n, other=0.0)
    place = ((value - low) / (high - low) * BINS).to(tl.int32)
    inside = (offsets < n) & (place >= 0) & (place < BINS)
    tl.atomic_add(bins + place, 1, mask=inside, sem="relaxed", scope="gpu")


@triton.jit
def atomics(counter, best, total, lock, x, n, BLOCK: tl.constexpr):
    """Every read-modify-write that the language has, and a spin lock."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    value = tl.load(x + offsets, mask=mask, other=0.0)
    largest = tl.max(value, axis=0)
    tl.atomic_max(best, largest)
    tl.atomic_min(best + 1, tl.min(value, axis=0))
    tl.atomic_add(total + offsets % 32, value, mask=mask, sem="release")
    tl.atomic_or(counter, 1)
    tl.atomic_and(counter + 1, 0xFF, scope="sys")
    tl.atomic_xor(counter + 2, 3, scope="cta")
    previous = tl.atomic_xchg(counter + 3, 7, sem="acquire")
    while tl.atomic_cas(lock, 0, 1, sem="acquire") == 1:
        pass
    tl.store(total + 32, tl.load(total + 32, volatile=True) + largest)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0, sem="release")
    tl.store(counter + 4, previous)


@triton.jit(noinline=True)
def collatz_step(value):
    return tl.where(value % 2 == 0, value // 2, 3 * value + 1)


@triton.jit
def collatz(x, out):
    """A data-dependent loop around a function that is really called."""
    value = tl.load(x + tl.program_id(0))
    steps = 0
    while value > 1:
        value = collatz_step(value)
        steps += 1
    tl.store(out + tl.program_id(0), steps)


@triton.jit
def print_values(x, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n, other=0.0)
    tl.device_print("value: ", value, offsets)
    tl.device_print("hexadecimal: ", offsets, hex=True)


@triton.jit
def checked_gather(x, index, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    place = tl.load(index + offsets)
    tl.device_assert(place >= 0, "index is negative")
    tl.device_assert(place < n, "index is too large")
    tl.store(out + offsets, tl.load(x + place))


@triton.jit
def timed_transpose(x, out, times, M: tl.constexpr, N: tl.constexpr):
    """Reads the global timer and the multiprocessor's number around a transposition."""
    start = globaltimer()
    tile = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(out + tl.arange(0, N)[:, None] * M + tl.arange(0, M)[None, :], tl.trans(tile))
    tl.store(times + tl.program_id(0) * 2, globaltimer() - start)
    tl.store(times + tl.program_id(0) * 2 + 1, smid().to(tl.int64))


@triton.jit
def gather_and_join(x, index, out, M: tl.constexpr, N: tl.constexpr):
    """Shuffles inside a tile: gather, join, split, flip and permutation."""
    rows = tl.arange(0, M)[:, None]
    columns = tl.arange(0, N)[None, :]
    tile = tl.load(x + rows * N + columns)
    picked = tl.gather(tile, tl.load(index + rows * N + columns), axis=1)
    even, odd = tl.split(tl.reshape(picked, (M, N // 2, 2)))
    swapped = tl.reshape(tl.join(odd, even), (M, N))
    tl.store(out + rows * N + columns, tl.flip(swapped, 1))
