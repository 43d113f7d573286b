// The control-flow graph of a function, laid out by dagre and drawn as SVG.
import dagre from "@dagrejs/dagre";

const SVG = "http://www.w3.org/2000/svg";
const LINE = 15;
const MAX_ROWS = 12;
const MAX_CHARACTERS = 56;

function element(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function rowsOf(block, lines) {
  const rows = [];
  for (let line = block.first; line <= block.last; line += 1) {
    const text = lines[line - 1].replace(/\s+/g, " ").trim();
    if (text && !text.startsWith("//")) rows.push([line, text.slice(0, MAX_CHARACTERS)]);
  }
  if (rows.length <= MAX_ROWS) return rows;
  const half = MAX_ROWS / 2;
  const middle = [[0, `… ${rows.length - MAX_ROWS + 1} more lines …`]];
  return [...rows.slice(0, half), ...middle, ...rows.slice(rows.length - half + 1)];
}

// Draws the graph into `parent`, and returns the middle of the first block; `chosen(line)` is
// called when a line is clicked.
export function drawGraph(parent, flow, lines, chosen) {
  parent.replaceChildren();
  const graph = new dagre.graphlib.Graph({multigraph: true});
  graph.setGraph({rankdir: "TB", nodesep: 30, ranksep: 36, marginx: 12, marginy: 12});
  graph.setDefaultEdgeLabel(() => ({}));
  const rows = flow.blocks.map((block) => rowsOf(block, lines));
  flow.blocks.forEach((block, number) => {
    const longest = Math.max(14, ...rows[number].map(([, text]) => text.length));
    graph.setNode(String(number), {
      width: 7 * longest + 18,
      height: LINE * (rows[number].length + 1) + 12,
    });
    block.next.forEach(([to], index) => graph.setEdge(String(number), String(to), {}, `${index}`));
  });
  dagre.layout(graph);
  const {width, height} = graph.graph();
  const svg = element("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": "control-flow graph",
  });
  const arrow = element(
    "marker",
    {id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto"},
    element("path", {d: "M0,0 L8,4 L0,8 z", class: "arrow"}),
  );
  svg.append(element("defs", {}, arrow));
  for (const edge of graph.edges()) {
    const {points} = graph.edge(edge);
    const back = flow.blocks[Number(edge.v)].next[Number(edge.name)][1];
    const path = points.map(({x, y}, index) => `${index ? "L" : "M"}${x},${y}`).join(" ");
    svg.append(element("path", {d: path, class: back ? "edge back" : "edge", "marker-end": "url(#arrow)"}));
  }
  flow.blocks.forEach((block, number) => {
    const {x, y, width: wide, height: tall} = graph.node(String(number));
    const group = element("g", {
      class: `block depth${Math.min(block.depth, 3)}${block.reachable ? "" : " dead"}`,
      transform: `translate(${x - wide / 2},${y - tall / 2})`,
    });
    group.append(element("rect", {width: wide, height: tall, rx: 5}));
    const title = `B${number}${block.label ? ` ${block.label}` : ""}${block.header ? "  loop" : ""}`;
    const note = `${title}  ·  ${block.count} instr., ≤ ${block.most} live`;
    const head = element("text", {x: 8, y: 15, class: "title"});
    head.textContent = note.slice(0, Math.max(14, Math.floor((wide - 16) / 7)));
    group.append(head);
    rows[number].forEach(([line, text], index) => {
      const row = element("text", {x: 8, y: 15 + LINE * (index + 1), class: "row"});
      row.textContent = text;
      if (line) {
        row.addEventListener("click", () => chosen(line));
        row.dataset.line = line;
      }
      group.append(row);
    });
    svg.append(group);
  });
  parent.append(svg);
  return graph.node("0").x;
}
