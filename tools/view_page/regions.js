// The regions of a control-flow graph: each block with what it alone leads to, as a tree. A region is a loop, or what
// a branch decides: all that its block dominates, up to where the ways meet again or a loop is left.

// The immediate dominators of nodes that are given in reverse post-order; -1 for the first.
function dominators(order, before) {
  const rank = new Map(order.map((at, index) => [at, index]));
  const found = new Map([[order[0], order[0]]]);
  const meet = (a, b) => {
    while (a !== b) {
      while (rank.get(a) > rank.get(b)) a = found.get(a);
      while (rank.get(b) > rank.get(a)) b = found.get(b);
    }
    return a;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const at of order.slice(1)) {
      const next = before(at).filter((each) => found.has(each)).reduce(meet);
      changed ||= found.get(at) !== next;
      found.set(at, next);
    }
  }
  found.set(order[0], -1);
  return found;
}

function reversePostorder(first, after) {
  const [seen, found, stack] = [new Set([first]), [], [[first, after(first)[Symbol.iterator]()]]];
  while (stack.length) {
    const [at, rest] = stack.at(-1);
    const {value, done} = rest.next();
    if (done) {
      found.push(at);
      stack.pop();
    } else if (!seen.has(value)) {
      seen.add(value);
      stack.push([value, after(value)[Symbol.iterator]()]);
    }
  }
  return found.reverse();
}

// Returns the parent of each block, -1 at the top, and how many blocks the region of each has.
export function regionsOf(blocks) {
  const EXIT = blocks.length;
  const after = blocks.map((block) => block.next.map(([to]) => to));
  const before = Array.from({length: EXIT + 1}, () => []);
  after.forEach((all, at) => all.forEach((to) => before[to].push(at)));
  blocks.forEach((block, at) => (block.exits || !after[at].length) && before[EXIT].push(at));
  const order = reversePostorder(0, (at) => after[at]);
  const dominator = dominators(order, (at) => before[at]);
  const postDominator = dominators(reversePostorder(EXIT, (at) => before[at]), (at) => (blocks[at].exits || !after[at].length ? [...after[at], EXIT] : after[at]));
  const leads = (tree, above, at) => {
    for (let held = at; held !== undefined && held >= 0; held = tree.get(held)) if (held === above) return true;
    return false;
  };
  // The blocks of each loop: what reaches a branch back to its head without it.
  const loops = new Map();
  for (const from of order) {
    for (const head of after[from].filter((to) => leads(dominator, to, from))) {
      const body = loops.get(head) ?? loops.set(head, new Set([head])).get(head);
      const stack = [from];
      while (stack.length) {
        const at = stack.pop();
        if (body.has(at)) continue;
        body.add(at);
        stack.push(...before[at].filter((each) => dominator.has(each)));
      }
    }
  }
  const parent = blocks.map(() => -1);
  for (const at of order.slice(1)) {
    let above = dominator.get(at);
    while (above >= 0 && !loops.get(above)?.has(at)) {
      // What follows a loop or a branch is beside it, and not in it.
      const left = [...loops].filter(([, body]) => body.has(above) && !body.has(at)).sort((a, b) => b[1].size - a[1].size)[0];
      if (left) above = parent[left[0]];
      else if (leads(postDominator, at, above)) above = parent[above];
      else break;
    }
    parent[at] = above;
  }
  const sizes = blocks.map(() => 1);
  for (const at of [...order].reverse()) if (parent[at] >= 0) sizes[parent[at]] += sizes[at];
  return {parent, sizes};
}

// Opens regions, the heaviest first, until so many nodes are seen; what leads to a block is open in any case. A node
// is a block, or a region that is closed.
export function openedFor({parent, sizes}, weights, most, block) {
  const children = new Map();
  parent.forEach((above, at) => children.set(above, [...(children.get(above) ?? []), at]));
  const opened = new Set();
  for (let at = parent[block]; at >= 0; at = parent[at]) opened.add(at);
  if (sizes[block] > 1) opened.add(block);
  const total = [...weights];
  const inner = (at) => (children.get(at) ?? []).reduce((sum, each) => sum + inner(each), weights[at]);
  weights.forEach((_, at) => (total[at] = inner(at)));
  const isSeen = (at) => parent[at] < 0 || (opened.has(parent[at]) && isSeen(parent[at]));
  let seen = parent.filter((_, at) => isSeen(at)).length;
  const closed = new Set(parent.map((_, at) => at).filter((at) => isSeen(at) && sizes[at] > 1 && !opened.has(at)));
  while (closed.size) {
    const next = [...closed].reduce((best, at) => (total[at] > total[best] ? at : best));
    closed.delete(next);
    const within = children.get(next);
    if (!total[next] || seen + within.length > most) continue;
    opened.add(next);
    seen += within.length;
    for (const at of within) if (sizes[at] > 1) closed.add(at);
  }
  return opened;
}
