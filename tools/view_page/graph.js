// The control-flow graph of a function, laid out by dagre and drawn as SVG, which can be moved and zoomed.
import dagre from "@dagrejs/dagre";
import {counts, ptx} from "./data.js";
import {make, number, visible} from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";
const LINE = 15;
const CHARACTER = 6.95;
const MAX_ROWS = 12;
const MAX_CHARACTERS = 56;
const MARGIN = 16;

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

// Draws the graph into `parent`, with the line that is chosen; `chosen(line)` is called when a line is
// clicked.
export function drawGraph(parent, each, current, chosen) {
  const {flow} = each;
  const graph = new dagre.graphlib.Graph({multigraph: true});
  graph.setGraph({rankdir: "TB", nodesep: 36, ranksep: 44, edgesep: 18, marginx: MARGIN, marginy: MARGIN});
  graph.setDefaultEdgeLabel(() => ({}));
  const rows = flow.blocks.map((block) => rowsOf(block, current));
  const ran = flow.blocks.map(ranOf);
  const passed = each.ran ? edgeCounts(flow.blocks, ran) : new Map();
  const heads = flow.blocks.map((block, at) => {
    const name = `B${at}${block.label ? ` ${shortened(block.label, 40)}` : ""}`;
    const notes = [block.header ? "loop" : "", `${block.count} instr.`, `≤ ${block.most} live`, each.ran && ran[at] !== null ? `${number(ran[at])} threads` : ""];
    return [name, notes.filter(Boolean).join(" · ")];
  });
  flow.blocks.forEach((block, at) => {
    const longest = Math.max(14, ...heads[at].map((text) => text.length), ...rows[at].map(([, text]) => text.length));
    graph.setNode(String(at), {width: Math.ceil(CHARACTER * longest) + 20, height: LINE * (rows[at].length + 2) + 14});
    block.next.forEach(([to, , when], index) => {
      const count = passed.get(`${at}-${to}`);
      const text = [when, count === undefined ? "" : number(count)].filter(Boolean).join(" · ");
      graph.setEdge(String(at), String(to), {text, width: text ? CHARACTER * text.length + 6 : 0, height: text ? 14 : 0, labelpos: "c"}, `${index}`);
    });
  });
  dagre.layout(graph);
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
  const svg = element("svg", {role: "img", "aria-label": "control-flow graph", tabindex: 0});
  for (const [name, id] of [["arrow", "arrow"], ["arrow back", "arrow-back"]]) {
    svg.append(element("defs", {}, element(
      "marker",
      {id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto"},
      element("path", {d: "M0,0 L8,4 L0,8 z", class: name}),
    )));
  }
  const picture = element("g", {});
  svg.append(picture);
  for (const edge of graph.edges()) {
    const {points, text, x, y} = graph.edge(edge);
    const [, back, when] = flow.blocks[Number(edge.v)].next[Number(edge.name)];
    const kind = `edge${back ? " back" : ""}${when === "taken" ? " taken" : ""}`;
    picture.append(element("path", {d: rounded(points), class: kind, "marker-end": `url(#arrow${back ? "-back" : ""})`}));
    if (text) {
      const half = (CHARACTER * text.length) / 2 + 3;
      const label = element("text", {x, y: y + 4, class: "edge-label", "text-anchor": "middle"});
      label.textContent = text;
      picture.append(element("rect", {x: x - half, y: y - 8, width: 2 * half, height: 16, rx: 4, class: "edge-back"}), label);
    }
  }
  const most = Math.max(1, ...ran);
  flow.blocks.forEach((block, at) => {
    const {x, y, width, height} = graph.node(String(at));
    const group = element("g", {
      class: `block depth${Math.min(block.depth, 3)}${block.reachable ? "" : " dead"}${each.ran && ran[at] === 0 ? " cold" : ""}`,
      transform: `translate(${x - width / 2},${y - height / 2})`,
    });
    group.append(element("rect", {width, height, rx: 5}));
    if (each.ran && ran[at]) group.append(element("rect", {width: 4, height, rx: 2, class: "heat", fill: `hsl(${Math.round(48 - (42 * ran[at]) / most)} 80% 55%)`}));
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
    picture.append(group);
  });

  // ------------------------------------------------------------------------------- moving

  const frame = make("div", "", {class: "graph-frame"});
  const view = {x: 0, y: 0, scale: 1};
  const wide = box.right - box.left + 2 * MARGIN;
  const high = box.bottom - box.top + 2 * MARGIN;
  const show = () => {
    picture.setAttribute("transform", `translate(${view.x},${view.y}) scale(${view.scale})`);
    // From afar, arrows would hide the blocks that they lead to.
    svg.classList.toggle("far", view.scale < 0.3);
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
  function fit() {
    view.scale = Math.min(1.25, frame.clientWidth / wide, frame.clientHeight / high);
    view.x = (frame.clientWidth - wide * view.scale) / 2 - (box.left - MARGIN) * view.scale;
    view.y = Math.max(0, (frame.clientHeight - high * view.scale) / 2) - (box.top - MARGIN) * view.scale;
    show();
  }
  // At its own size, with a block at the middle of the top.
  function begin(at = 0) {
    if (wide <= frame.clientWidth && high <= frame.clientHeight) {
      fit();
      return;
    }
    const node = graph.node(String(at));
    view.scale = 1;
    view.x = frame.clientWidth / 2 - node.x;
    view.y = at ? frame.clientHeight / 2 - node.y : MARGIN - box.top;
    show();
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
    if (event.button) return;
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
  bar.append(button("+", "larger (+)", () => zoom(1.25)), button("−", "smaller (-)", () => zoom(0.8)), button("Fit", "all of it (0)", fit), button("1:1", "its own size", () => begin()));
  const legend = make("div", "", {class: "graph-legend faint"});
  legend.append(make("span", "", {class: "key taken"}), "taken", make("span", "", {class: "key"}), "not taken, or no choice", make("span", "", {class: "key back"}), "back to the head of a loop");
  if (each.ran) legend.append(make("span", "numbers: threads that went there in the run", {class: "more"}));
  legend.append(make("span", "wheel moves, Ctrl + wheel zooms", {class: "more"}));
  frame.append(svg);
  parent.replaceChildren(frame, bar, legend);
  begin();
  return {
    // Moves to the block of a line.
    focus(line) {
      const at = flow.blocks.findIndex((block) => block.first <= line && line <= block.last);
      if (at >= 0) begin(at);
      for (const row of svg.querySelectorAll(".row")) row.classList.toggle("here", Number(row.dataset.line) === line);
    },
  };
}
