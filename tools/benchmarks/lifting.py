"""How idiomatic the generated Python is."""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks import corpus


def count(path):
    sys.path.insert(0, str(corpus.ROOT))
    import ptxpy
    from ptxpy.codegen.census import program_of, source_of
    source = path.read_bytes()
    module = ptxpy.parse(source)
    sources = [source_of(f) for f in module.functions if f.body is not None]
    c = Counter(files=1, bytes=len(source))
    for s in sources:
        for k in ("instructions","branches","labels","block_labels","registers"):
            c[k] += getattr(s, k)
    for form in ("rolled","plain"):
        p = program_of(ptxpy.to_python(module, roll=form=="rolled"))
        for w in p.functions:
            c[form+".statements"] += w.statements; c[form+".lifted"] += w.lifted
            c[form+".named"] += len(w.named)
            c[form+".emitted_bare"] += p.emitted_bare(w)
        for w in p.every():
            c[form+".labels"] += w.labels; c[form+".block_labels"] += w.block_labels
            c[form+".bare"] += len(w.bare)
        c[form+".lines"] += p.lines; c[form+".body_lines"] += p.body_lines; c[form+".trivia"] += p.trivia
    return c

if __name__ == "__main__":
    import time
    t=time.time()
    groups = defaultdict(Counter)
    paths = corpus.find([corpus.ROOT/"corpus"])
    with ProcessPoolExecutor(1) as pool:
        for p, c in zip(paths, pool.map(count, paths)):
            groups[corpus.producer(p)] += c
            groups["all"] += c
            if corpus.short(p).startswith("nvcc/hopper"): groups["gemm"] += c
    sh = lambda a,b: 100*a/b if b else 0
    print(f"{'producer':12} {'files':>5} {'instr':>7} | {'operators':>9} | {'bra left':>8} (emitted) | {'labels written':>14} (block, other) | {'instr/line':>10} (file) (unrolled) | {'trivia':>6} | {'named':>6}")
    for g, c in sorted(groups.items()):
        print(f"{g:12} {c['files']:5} {c['instructions']:7} | {sh(c['plain.lifted'],c['plain.statements']):8.1f}% | {sh(c['plain.bare'],c['branches']):7.1f}% {sh(c['plain.emitted_bare'],c['branches']):7.1f}%  | {sh(c['plain.labels'],c['labels']):13.1f}% {sh(c['plain.block_labels'],c['block_labels']):6.1f}% {sh(c['plain.labels']-c['plain.block_labels'],c['labels']-c['block_labels']):6.1f}% | {c['instructions']/c['rolled.body_lines']:10.2f} {c['instructions']/c['rolled.lines']:6.2f} {c['instructions']/c['plain.body_lines']:6.2f}     | {sh(c['rolled.trivia'],c['rolled.lines']):5.2f}% | {sh(c['plain.named'],c['registers']):5.2f}%  {sh(c['rolled.lifted'],c['rolled.statements']):6.1f} {sh(c['rolled.bare'],c['branches']):6.1f} {sh(c['rolled.labels'],c['labels']):6.1f}")
    print(time.time()-t)
