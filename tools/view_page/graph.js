// The control-flow graph of a function, laid out by dagre and drawn as SVG, which can be moved and zoomed.
import layout from "@dagrejs/dagre/lib/layout.js";
import {counts, ptx} from "./data.js";
import {angled, waysUp} from "./edges.js";
import {make, number, plural, visible} from "./elements.js";
import {Graph} from "./graphlib.js";
import {drawMap} from "./graph_map.js";
import {openedFor, regionsOf} from "./regions.js";

const SVG = "http://www.w3.org/2000/svg";
const LINE = 15;
const CHARACTER = 6.95;
const MAX_ROWS = 12;
const MAX_CHARACTERS = 56;
const MARGIN = 16;
const MOST_OPEN = 80;  // blocks up to which a graph is drawn with all of them
const BEGIN_OPEN = 24;  // nodes of a larger graph at first: regions of blocks are closed
const MOST_NODES = 400;  // what can be laid out while one waits
const MOST_KINDS = 4;
const LEAST_CHAIN = 3;
const AFTER = "one after the other";
const READABLE = 0.5;  // the scale below which text cannot be read: all of a larger graph is shown by its titles

function element(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const shortened = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

// The instructions of a block, with those around a line that is chosen: positions and labels for
// debuggers tell nothing of the flow.
function rowsOf(block, current) {
  const rows = [];
  for (let line = block.first; line <= block.last; line += 1) {
    if (ptx.kind[line - 1] >= 0) rows.push([line, shortened(ptx.lines[line - 1].replace(/\s+/g, " ").trim(), MAX_CHARACTERS)]);
  }
  if (rows.length <= MAX_ROWS) return rows;
  const half = MAX_ROWS / 2;
  const at = rows.findIndex(([line]) => line === current);
  const third = Math.floor(MAX_ROWS / 3);
  // The first, those around the line, the last: what lies between is counted.
  const parts = at < half || at > rows.length - half
    ? [[0, half], [rows.length - half + 1, rows.length]]
    : [[0, third - 1], [at - 1, at + third - 1], [rows.length - third + 1, rows.length]];
  return parts.flatMap(([first, last], index) => {
    const from = index ? Math.max(first, parts[index - 1][1]) : first;
    const left = index ? from - parts[index - 1][1] : 0;
    return [...(left ? [[0, `… ${left} more`]] : []), ...rows.slice(from, last)];
  });
}

// The instruction that stands for a line in a block: the line of a label or a position has the next one.
function instructionAt(block, line) {
  if (line < block.first || line > block.last) return 0;
  for (let at = line; at <= block.last; at += 1) if (ptx.kind[at - 1] >= 0) return at;
  return 0;
}

// How often threads went along each edge, as far as the counts of blocks tell: what comes into a
// block goes out of it. Returns counts by `from-to`.
export function edgeCounts(blocks, ran) {
  const found = new Map();
  const edges = blocks.flatMap((block, from) => block.next.map(([to]) => [from, to]));
  const sides = blocks.flatMap((_, at) => [
    // The first block is entered from outside, and a block that exits leaves to there.
    at === 0 ? null : edges.filter(([, to]) => to === at),
    blocks[at].exits ? null : edges.filter(([from]) => from === at),
  ].map((side) => side && ran[at] !== null && [ran[at], side])).filter((side) => side && side[1].length);
  for (let changed = true; changed;) {
    changed = false;
    for (const [total, side] of sides) {
      const unknown = side.filter((edge) => !found.has(edge.join("-")));
      if (unknown.length !== 1) continue;
      const rest = side.reduce((sum, edge) => sum - (found.get(edge.join("-")) ?? 0), total);
      found.set(unknown[0].join("-"), Math.max(0, rest));
      changed = true;
    }
  }
  return found;
}

// How many threads went through a block; null if no line of it has one instruction alone.
const crowded = new Set(ptx.crowded);
const ranOf = (block) => {
  for (let line = block.first; line <= block.last; line += 1) {
    if (ptx.kind[line - 1] >= 0 && !crowded.has(line)) return counts.get(line)?.threads ?? 0;
  }
  return null;
};

function rounded(points) {
  const [first, ...rest] = points;
  let path = `M${first.x},${first.y}`;
  for (let at = 0; at < rest.length - 1; at += 1) {
    const [here, next] = [rest[at], rest[at + 1]];
    path += ` Q${here.x},${here.y} ${(here.x + next.x) / 2},${(here.y + next.y) / 2}`;
  }
  const last = rest.at(-1);
  return `${path} L${last.x},${last.y}`;
}

const opcodeOf = (line) => ptx.lines[line - 1].trim().replace(/^@\S+\s+/, "").split(/[\s;]/)[0].split(".").slice(0, 2).join(".");
const SALIENT = ["tensor core", "async copy", "mbarrier", "synchronize", "global memory", "shared memory", "local memory", "call", "warp", "half precision", "float", "integer"];

// What a region does, by the instructions that tell most of it: [first line, "wgmma.mma_async × 8"].
function contentsOf(blocks) {
  const found = new Map();
  for (const block of blocks) {
    for (let line = block.first; line <= block.last; line += 1) {
      const rank = SALIENT.indexOf(ptx.kinds[ptx.kind[line - 1]]);
      if (rank < 0) continue;
      const held = found.get(opcodeOf(line)) ?? found.set(opcodeOf(line), {rank, line, count: 0}).get(opcodeOf(line));
      held.count += 1;
    }
  }
  return [...found].sort(([, a], [, b]) => a.rank - b.rank || b.count - a.count).slice(0, MOST_KINDS).map(([name, {line, count}]) => [line, `${name} × ${number(count)}`]);
}

// The nodes that are drawn: blocks, and closed regions as one; edges between them are joined.
function nodesOf(flow, {parent}, opened, passed, ran, most, own) {
  const headOf = (at) => {
    let found = at;
    for (let above = parent[at]; above >= 0; above = parent[above]) if (!opened.has(above)) found = above;
    return found;
  };
  const heads = flow.blocks.map((_, at) => headOf(at));
  const nodes = joined(flow, heads, passed, ran);
  if (nodes.length <= most) return nodes;
  const chains = chainsOf(nodes, (node) => opened.has(node.head) || node.members.includes(own));
  for (const [first, ...rest] of chains) {
    // An open chain is kept under the number of its first block.
    first.chain = true;
    if (!opened.has(~first.head)) for (const node of rest) for (const at of node.members) heads[at] = first.head;
  }
  const found = joined(flow, heads, passed, ran);
  for (const node of found) node.chain = nodes.some((held) => held.chain && held.head === node.head);
  return found;
}

// Nodes that follow each other and nothing else, first to last; `isOpen(node)` tells which are shown for themselves.
function chainsOf(nodes, isOpen) {
  const before = nodes.map(() => 0);
  for (const node of nodes) for (const {to} of node.next) before[to] += 1;
  const follows = (node) => (node.next.length === 1 && before[node.next[0].to] === 1 && !node.next[0].back ? nodes[node.next[0].to] : null);
  const isLink = (node) => node && !isOpen(node);
  const inner = new Set(nodes.filter(isLink).map(follows).filter(isLink));
  return nodes.filter((node) => isLink(node) && !inner.has(node)).map((node) => {
    const chain = [];
    for (let next = node; isLink(next); next = follows(next)) chain.push(next);
    return chain;
  }).filter((chain) => chain.length >= LEAST_CHAIN);
}

function joined(flow, heads, passed, ran) {
  const index = new Map([...new Set(heads)].map((head, at) => [head, at]));
  const nodes = [...index.keys()].map((head) => ({head, block: flow.blocks[head], members: [], next: []}));
  heads.forEach((head, at) => nodes[index.get(head)].members.push(at));
  for (const node of nodes) {
    node.blocks = node.members.map((at) => flow.blocks[at]);
    const isGroup = node.members.length > 1;
    const edges = new Map();
    for (const at of node.members) {
      for (const [to, back, when] of flow.blocks[at].next) {
        const target = index.get(heads[to]);
        // What goes on within a region is not seen.
        if (isGroup && nodes[target] === node) continue;
        const edge = edges.get(target) ?? edges.set(target, {to: target, back: true, when: new Set(), count: 0}).get(target);
        const count = passed.get(`${at}-${to}`);
        edge.back &&= back;
        edge.when.add(when);
        edge.count = count === undefined || edge.count === undefined ? undefined : edge.count + count;
      }
    }
    node.next = [...edges.values()].map((edge) => ({...edge, when: isGroup || edge.when.size > 1 ? "" : [...edge.when][0]}));
    node.ran = ran[node.head];
  }
  return nodes;
}

// Draws the graph into `parent`, with the line that is chosen; `chosen(line)` is called when a line is
// clicked. Of a large graph, what is not around the line or heavy is closed.
export function drawGraph(parent, each, current, chosen) {
  const {blocks} = each.flow;
  const regions = regionsOf(blocks);
  const ran = blocks.map(ranOf);
  const passed = each.ran ? edgeCounts(blocks, ran) : new Map();
  const weights = blocks.map((block, at) => block.count * (each.ran ? ran[at] ?? 0 : 10 ** Math.min(block.depth, 4)));
  const blockAt = (line) => blocks.findIndex((block) => block.first <= line && line <= block.last);
  let most = blocks.length > MOST_OPEN ? BEGIN_OPEN : MOST_OPEN;
  let opened = openedFor(regions, weights, most, Math.max(0, blockAt(current)));
  let held;
  const levels = {
    regions, opened: () => opened, isPartly: blocks.length > MOST_OPEN,
    // Shows twice as many nodes, or half as many, around the line.
    change(factor) {
      most = Math.min(MOST_NODES, Math.max(10, most * factor));
      opened = openedFor(regions, weights, most, Math.max(0, blockAt(current)));
      redraw(false);
    },
    // Opens or closes the region of a block, or with ~ the chain that begins with it; the block stays where it is.
    toggle(head, isShort) {
      const place = held.placeOf(head < 0 ? ~head : head);
      opened = new Set(opened);
      if (!opened.delete(head)) opened.add(head);
      redraw(isShort, head < 0 ? ~head : head, place);
    },
  };
  const redraw = (isShort, head, place) => {
    held = draw(parent, each, current, chosen, isShort, redraw, levels, nodesOf(each.flow, regions, opened, passed, ran, levels.isPartly ? most : Infinity, blockAt(current)));
    held.focus(current);
    if (place) held.put(head, place);
  };
  redraw(false);
  return {
    focus(line) {
      current = line;
      const at = blockAt(line);
      const way = [];
      for (let above = regions.parent[Math.max(0, at)]; above >= 0; above = regions.parent[above]) way.push(above);
      if (way.some((above) => !opened.has(above))) opened = new Set([...opened, ...way]);
      else if (held.has(line)) {
        held.focus(line);
        return;
      }
      redraw(false);
    },
  };
}

// `isShort` leaves the instructions out; `redraw(isShort)` draws it anew.
function draw(parent, each, current, chosen, isShort, redraw, levels, shownNodes) {
  const {flow} = each;
  const {sizes} = levels.regions;
  const graph = new Graph({multigraph: true});
  graph.setGraph({rankdir: "TB", nodesep: 36, ranksep: isShort ? 24 : 44, edgesep: 18, marginx: MARGIN, marginy: MARGIN});
  graph.setDefaultEdgeLabel(() => ({}));
  const isGroup = (node) => node.members.length > 1;
  const isClosedChain = (node) => node.chain && !levels.opened().has(~node.head);
  const rows = shownNodes.map((node) => (isShort ? [] : isGroup(node) ? contentsOf(node.blocks) : rowsOf(node.block, instructionAt(node.block, current))));
  const heads = shownNodes.map((node) => {
    const {block, head} = node;
    const sum = node.blocks.reduce((all, held) => all + held.count, 0);
    const place = `B${head}${isClosedChain(node) ? `–${Math.max(...node.members)}` : ""}`;
    const name = `${isGroup(node) ? "▸ " : ""}${place}${block.label ? ` ${shortened(block.label, 40)}` : ""}`;
    const notes = [isClosedChain(node) ? AFTER : block.header ? "loop" : "", isGroup(node) ? plural(node.members.length, "block") : "", `${number(sum)} instr.`, `≤ ${Math.max(...node.blocks.map((held) => held.most))} live`, each.ran && node.ran !== null ? `${number(node.ran)} threads` : ""].filter(Boolean);
    return isShort ? [[name, ...notes.filter((text) => text !== AFTER).slice(0, 1)].join(" · ")] : [name, notes.join(" · ")];
  });
  const upwards = [];  // [from, to, width of the text, text, index of the edge]
  shownNodes.forEach((node, at) => {
    // At the right of the title is a button where the region of a block can be closed.
    const title = heads[at][0].length + 3;
    const longest = Math.max(14, title, ...heads[at].map((text) => text.length), ...rows[at].map(([, text]) => text.length));
    graph.setNode(String(at), {width: Math.ceil(CHARACTER * longest) + 20, height: LINE * (rows[at].length + heads[at].length) + (isShort ? 8 : 14)});
    node.next.forEach(({to, back, when, count}, index) => {
      const text = isShort ? "" : [when, count === undefined || !each.ran ? "" : number(count)].filter(Boolean).join(" · ");
      if (back || to === at) {
        upwards.push([at, to, CHARACTER * text.length, text, index]);
        return;
      }
      graph.setEdge(String(at), String(to), {text, width: text ? CHARACTER * text.length + 6 : 0, height: text ? 14 : 0, labelpos: "c"}, `${index}`);
    });
  });
  layout(graph);
  // Of loops with several entries, the layout has turned edges that are not known to lead back.
  for (const edge of graph.edges()) {
    const {text} = graph.edge(edge);
    if (graph.node(edge.w).y > graph.node(edge.v).y) continue;
    upwards.push([Number(edge.v), Number(edge.w), CHARACTER * text.length, text, Number(edge.name)]);
    graph.removeEdge(edge);
  }
  const nodes = shownNodes.map((_, at) => graph.node(String(at)));
  const ways = waysUp(nodes, upwards);
  // The layout may leave its own bounds with edges back to a loop, and with what they are called.
  const box = {left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity};
  const reach = (x, y) => {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  };
  for (const name of graph.nodes()) {
    const {x, y, width, height} = graph.node(name);
    reach(x - width / 2, y - height / 2);
    reach(x + width / 2, y + height / 2);
  }
  for (const edge of graph.edges()) {
    const {points, x, y, width, height} = graph.edge(edge);
    for (const point of points) reach(point.x, point.y);
    if (x !== undefined) {
      reach(x - width / 2, y - height / 2);
      reach(x + width / 2, y + height / 2);
    }
  }
  ways.forEach((way, at) => {
    for (const {x, y} of way.points) reach(x, y);
    reach(way.x - upwards[at][2] / 2 - 4, way.y);
    reach(way.x + upwards[at][2] / 2 + 4, way.y);
  });
  const svg = element("svg", {role: "group", "aria-label": "control-flow graph: arrows move it; Tab goes to a block, and then up and down to the others", tabindex: 0});
  for (const [name, id] of [["arrow", "arrow"], ["arrow back", "arrow-back"]]) {
    svg.append(element("defs", {}, element(
      "marker",
      {id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto"},
      element("path", {d: "M0,0 L8,4 L0,8 z", class: name}),
    )));
  }
  const picture = element("g", {});
  svg.append(picture);
  const drawEdge = (from, index, path, text, x, y) => {
    const {back, when} = shownNodes[from].next[index];
    const kind = `edge${back ? " back" : ""}${when === "taken" ? " taken" : ""}`;
    picture.append(element("path", {d: path, class: kind, "marker-end": `url(#arrow${back ? "-back" : ""})`}));
    if (!text) return;
    const half = (CHARACTER * text.length) / 2 + 3;
    const label = element("text", {x, y: y + 4, class: "edge-label", "text-anchor": "middle"});
    label.textContent = text;
    picture.append(element("rect", {x: x - half, y: y - 8, width: 2 * half, height: 16, rx: 4, class: "edge-back"}), label);
  };
  for (const edge of graph.edges()) {
    const {points, text, x, y} = graph.edge(edge);
    drawEdge(Number(edge.v), Number(edge.name), rounded(points), text, x, y);
  }
  upwards.forEach(([from, , , text, index], at) => drawEdge(from, index, angled(ways[at].points), text, ways[at].x, ways[at].y));
  const most = Math.max(1, ...flow.blocks.map(ranOf));
  const groups = [];
  const opened = levels.opened();
  const closing = (node) => (node.chain && opened.has(~node.head) ? ~node.head : node.head);
  const opening = (node) => (isClosedChain(node) ? ~node.head : node.head);
  const isOpened = (node) => levels.isPartly && opened.has(closing(node));
  // To the code of a block, or into a region that is closed.
  const open = (at) => {
    const {block} = shownNodes[at];
    if (isGroup(shownNodes[at])) {
      levels.toggle(opening(shownNodes[at]), isShort);
      return;
    }
    for (let line = block.first; line <= block.last; line += 1) {
      if (ptx.kind[line - 1] < 0) continue;
      chosen(line);
      return;
    }
  };
  shownNodes.forEach((node, at) => {
    const {block, ran} = node;
    const {x, y, width, height} = graph.node(String(at));
    const group = element("g", {
      class: `block depth${Math.min(block.depth, 3)}${block.reachable ? "" : " dead"}${each.ran && ran === 0 ? " cold" : ""}${isGroup(node) ? " group" : ""}`,
      transform: `translate(${x - width / 2},${y - height / 2})`,
    });
    group.append(element("rect", {width, height, rx: 5}));
    // A second sheet behind the first says that there is more.
    if (isGroup(node)) group.prepend(element("rect", {x: 4, y: 4, width, height, rx: 5, class: "behind"}));
    if (each.ran && ran) group.append(element("rect", {width: 4, height, rx: 2, class: "heat", fill: `hsl(${Math.round(48 - (42 * ran) / most)} 80% 55%)`}));
    heads[at].forEach((text, index) => {
      const head = element("text", {x: 10, y: 16 + LINE * index, class: index ? "note" : "title"});
      head.textContent = visible(text);
      group.append(head);
    });
    rows[at].forEach(([line, text], index) => {
      const row = element("text", {x: 10, y: 18 + LINE * (index + 2), class: line ? "row" : "note"});
      row.textContent = visible(text);
      if (line) {
        row.addEventListener("click", () => chosen(line));
        row.dataset.line = line;
      }
      group.append(row);
    });
    if (isOpened(node)) {
      const close = element("text", {x: width - 20, y: 16, class: "close"}, "▾");
      close.append(element("title", {}, closing(node) < 0 ? "close the chain that begins here" : `close: ${plural(sizes[node.head], "block")} as one`));
      close.addEventListener("click", (event) => {
        event.stopPropagation();
        levels.toggle(closing(node), isShort);
      });
      group.append(close);
    }
    const nexts = node.next.map(({to, when}) => `${when ? `${when}: ` : ""}B${shownNodes[to].head}`).join(", ");
    for (const [name, value] of [["role", "button"], ["tabindex", at === 0 ? 0 : -1], ["aria-label", `${heads[at].join(", ")}${nexts ? `; to ${nexts}` : ""}`]]) group.setAttribute(name, value);
    if (isShort || isGroup(node)) group.addEventListener("click", (event) => event.target.dataset.line || open(at));
    picture.append(group);
    groups.push(group);
  });

  // ------------------------------------------------------------------------------- moving

  const frame = make("div", "", {class: "graph-frame"});
  const view = {x: 0, y: 0, scale: 1};
  const wide = box.right - box.left + 2 * MARGIN;
  const high = box.bottom - box.top + 2 * MARGIN;
  const map = drawMap(nodes, shownNodes.map((node) => node.block.depth), box, (x, y) => {
    view.x = frame.clientWidth / 2 - x * view.scale;
    view.y = frame.clientHeight / 2 - y * view.scale;
    show();
  });
  const show = () => {
    picture.setAttribute("transform", `translate(${view.x},${view.y}) scale(${view.scale})`);
    // From afar, arrows would hide the blocks that they lead to.
    svg.classList.toggle("far", view.scale < READABLE / 2);
    map.show(view, frame);
  };
  function zoom(factor, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
    const next = Math.min(4, Math.max(0.04, view.scale * factor));
    view.x = x - ((x - view.x) * next) / view.scale;
    view.y = y - ((y - view.y) * next) / view.scale;
    view.scale = next;
    show();
  }
  function move(x, y) {
    view.x += x;
    view.y += y;
    show();
  }
  // All of it: of a large one, what its blocks are called.
  function fit() {
    if (!isShort && Math.min(frame.clientWidth / wide, frame.clientHeight / high) < READABLE) {
      redraw(true);
      return;
    }
    fill();
  }
  function fill() {
    view.scale = Math.min(1.25, frame.clientWidth / wide, frame.clientHeight / high);
    view.x = (frame.clientWidth - wide * view.scale) / 2 - (box.left - MARGIN) * view.scale;
    view.y = Math.max(0, (frame.clientHeight - high * view.scale) / 2) - (box.top - MARGIN) * view.scale;
    show();
  }
  // At its own size, with a block in the middle, or with a line of it that is chosen.
  function begin(at = 0, line = 0) {
    if (isShort || (wide <= frame.clientWidth && high <= frame.clientHeight)) {
      fill();
      return;
    }
    const node = graph.node(String(at));
    const row = rows[at].findIndex(([held]) => held && held === line);
    const y = row < 0 ? node.y : node.y - node.height / 2 + 18 + LINE * (row + 2);
    view.scale = 1;
    view.x = frame.clientWidth / 2 - node.x;
    view.y = Math.min(MARGIN - box.top, frame.clientHeight / 2 - y);
    show();
  }
  // Moves so far that all of a block is to be seen.
  function reveal(at) {
    const node = graph.node(String(at));
    const [left, top] = [view.x + (node.x - node.width / 2) * view.scale, view.y + (node.y - node.height / 2) * view.scale];
    const into = (start, size, room) => (start < MARGIN ? MARGIN - start : Math.min(0, Math.max(MARGIN - start, room - MARGIN - size - start)));
    move(into(left, node.width * view.scale, frame.clientWidth), into(top, node.height * view.scale, frame.clientHeight));
  }
  frame.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      const held = frame.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 300), event.clientX - held.left, event.clientY - held.top);
    } else {
      move(event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY);
    }
  }, {passive: false});
  frame.addEventListener("pointerdown", (event) => {
    if (event.button || map.element.contains(event.target)) return;
    let [x, y] = [event.clientX, event.clientY];
    let moved = false;
    const drag = (next) => {
      if (!moved && Math.abs(next.clientX - x) + Math.abs(next.clientY - y) < 4) return;
      if (!moved) frame.setPointerCapture(event.pointerId);
      moved = true;
      move(next.clientX - x, next.clientY - y);
      [x, y] = [next.clientX, next.clientY];
    };
    frame.addEventListener("pointermove", drag);
    frame.addEventListener("pointerup", () => frame.removeEventListener("pointermove", drag), {once: true});
  });
  // One block is in the order of focus; up and down go to the others, Enter to its first instruction.
  groups.forEach((group, at) => {
    group.addEventListener("focus", () => {
      groups.forEach((held) => held.setAttribute("tabindex", held === group ? 0 : -1));
      reveal(at);
    });
    group.addEventListener("keydown", (event) => {
      const next = {ArrowDown: at + 1, ArrowUp: at - 1}[event.key];
      if (event.key === "Enter") open(at);
      else if (event.key === " " && (isGroup(shownNodes[at]) || isOpened(shownNodes[at]))) levels.toggle((isGroup(shownNodes[at]) ? opening : closing)(shownNodes[at]), isShort);
      else if (groups[next]) groups[next].focus();
      else if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
    });
  });
  svg.addEventListener("keydown", (event) => {
    const step = 60;
    const actions = {
      ArrowLeft: () => move(step, 0), ArrowRight: () => move(-step, 0), ArrowUp: () => move(0, step), ArrowDown: () => move(0, -step),
      "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: fit,
    };
    if (!actions[event.key] || event.ctrlKey || event.metaKey) return;
    actions[event.key]();
    event.preventDefault();
  });
  const button = (text, title, action) => {
    const made = make("button", text, {title});
    made.addEventListener("click", action);
    return made;
  };
  const bar = make("div", "", {class: "graph-buttons"});
  if (levels.isPartly) {
    bar.append(make("span", `${number(shownNodes.length)} nodes of ${plural(flow.blocks.length, "block")}`, {class: "faint"}));
    bar.append(button("Less", "close regions: half as many nodes", () => levels.change(0.5)), button("More", "open regions: twice as many nodes", () => levels.change(2)));
  }
  bar.append(button("+", "larger (+)", () => zoom(1.25)), button("−", "smaller (-)", () => zoom(0.8)), button("Fit", "all of it (0)", fit), button("1:1", "its own size, with all instructions", () => (isShort ? redraw(false) : begin())));
  const legend = make("div", "", {class: "graph-legend faint"});
  legend.append(make("span", "", {class: "key taken"}), "taken", make("span", "", {class: "key"}), "not taken, or no choice", make("span", "", {class: "key back"}), "back to the head of a loop");
  if (each.ran) {
    legend.append(make("span", "numbers: threads", {class: "more"}));
    legend.append(make("span", "", {class: "more"}, "left edge of a block: 0 ", make("span", "", {class: "heat-scale"}), ` ${number(most)} threads`));
  }
  legend.append(make("span", levels.isPartly ? "▸ opens, ▾ closes a region" : "wheel moves, Ctrl + wheel zooms; Tab: blocks", {class: "more"}));
  frame.append(svg, map.element);
  parent.replaceChildren(make("div", "", {class: "graph-head"}, legend, bar), frame);
  begin();
  const nodeAt = (head) => shownNodes.findIndex((node) => node.members.includes(head));
  return {
    // Where the upper left corner of the node of a block is on the screen.
    placeOf(head) {
      const node = nodes[nodeAt(head)];
      return {x: view.x + (node.x - node.width / 2) * view.scale, y: view.y + (node.y - node.height / 2) * view.scale, scale: view.scale};
    },
    put(head, place) {
      view.scale = place.scale;
      const now = this.placeOf(head);
      move(place.x - now.x, place.y - now.y);
      groups[nodeAt(head)].focus();
    },
    // Whether a line is drawn, or is in no block.
    has(line) {
      const block = flow.blocks.find((held) => held.first <= line && line <= held.last);
      const own = block && instructionAt(block, line);
      return !own || (!isShort && Boolean(svg.querySelector(`[data-line="${own}"]`)));
    },
    // Moves to the block of a line.
    focus(line) {
      const block = flow.blocks.findIndex((held) => held.first <= line && line <= held.last);
      const at = nodeAt(block);
      const own = block >= 0 ? instructionAt(flow.blocks[block], line) : 0;
      begin(Math.max(0, at), own);
      groups.forEach((group, index) => {
        group.classList.toggle("current", index === at);
        group.setAttribute("tabindex", index === Math.max(0, at) ? 0 : -1);
      });
      for (const row of svg.querySelectorAll(".row")) row.classList.toggle("here", Number(row.dataset.line) === own);
    },
  };
}
