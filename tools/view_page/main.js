// The page of `ptxpy view`. All text of the input is set as text, never as markup.
import {Mark, Strip, column} from "./columns.js";
import {drawGraph} from "./graph.js";
import {drawShared} from "./shared.js";
import {drawTimeline} from "./timeline.js";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

function make(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  if (text !== "") made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const number = (value) => value.toLocaleString("en-GB");
const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

// ------------------------------------------------------------------------------- links

const {ptx, python, sass} = data;
const pythonOf = new Map();
const sassOf = new Map();
if (python) {
  python.ptx.forEach((lines, index) => {
    for (const line of lines) {
      if (!pythonOf.has(line)) pythonOf.set(line, []);
      pythonOf.get(line).push(index + 1);
    }
  });
}
sass.ptx.forEach((line, index) => {
  if (!line) return;
  if (!sassOf.has(line)) sassOf.set(line, []);
  sassOf.get(line).push(index + 1);
});
const problems = new Map();
for (const each of data.diagnostics) {
  if (!problems.has(each.line)) problems.set(each.line, []);
  problems.get(each.line).push(each);
}
const counts = new Map();
if (data.profile) for (const row of data.profile.lines) counts.set(row.ptx_line ?? row.line, row);

// How long warps waited at a line, by what they waited for, in the CTAs of the timeline.
const waits = new Map();
for (const each of data.timeline?.traceEvents ?? []) {
  if (each.ph !== "X" || each.cat !== "wait") continue;
  const cause = each.args.mbarrier ? `mbarrier ${each.args.mbarrier}` : each.name.replace(/^wait: /, "");
  if (!waits.has(each.args.line)) waits.set(each.args.line, new Map());
  const held = waits.get(each.args.line);
  const [count, steps] = held.get(cause) ?? [0, 0];
  held.set(cause, [count + 1, steps + each.dur]);
}

const HUES = [211, 28, 140, 0, 265, 48, 175, 320, 90, 240, 12, 195];
const colourOf = (kind) => `hsl(${HUES[kind % HUES.length]} 60% 55%)`;
const mostLive = ptx.live.reduce((most, live) => Math.max(most, live), 1);
const mostRegisters = (sass.live ?? []).reduce((most, counts) => Math.max(most, counts[0] ?? 0), 1);
const mostWarps = [...counts.values()].reduce((most, row) => Math.max(most, row.warps ?? 0), 1);

function stripOf(line) {
  const kind = ptx.kind[line - 1];
  if (kind === undefined || kind < 0) return null;
  const live = Math.max(0, ptx.live[line - 1]);
  return new Strip(
    Math.round((100 * live) / mostLive),
    colourOf(kind),
    `${live} words live; ${ptx.kinds[kind]}`,
  );
}

function heatOf(line) {
  const row = counts.get(line);
  if (!row) return null;
  const share = Math.round((100 * (row.warps ?? 0)) / mostWarps);
  return new Strip(share, "hsl(10 75% 55%)", `run by ${number(row.warps ?? 0)} warps`);
}

function markOf(line) {
  const found = problems.get(line);
  if (!found) return null;
  const severity = found.some((each) => each.severity === "error") ? "error" : "warning";
  return new Mark(severity, found.map((each) => `${each.code}: ${each.message}`).join("\n"));
}

// ------------------------------------------------------------------------------- columns

const columns = {};
let busy = false;

function lit(lines, name) {
  return [...new Set(lines)].sort((a, b) => a - b).map((line) => [line, name]);
}

// Lights what belongs to lines of PTX, in all columns but the one that was clicked.
function choose(source, own, ptxLines) {
  if (busy) return;
  busy = true;
  const pythonLines = ptxLines.flatMap((line) => pythonOf.get(line) ?? []);
  const sassLines = ptxLines.flatMap((line) => sassOf.get(line) ?? []);
  const found = {python: pythonLines, ptx: ptxLines, sass: sassLines};
  for (const [name, held] of Object.entries(columns)) {
    const lines = name === source ? [...found[name], own] : found[name];
    held.light(lit(lines, name === source ? "chosen" : "partner"), name !== source);
  }
  describe(ptxLines, pythonLines.length, sassLines.length);
  if (source === "sass") describeMachine(own);
  else if (sassLines.length) describeMachine(Math.min(...sassLines));
  location.replace(`#L${ptxLines[0] ?? ""}`);
  busy = false;
}

function chooseLine(line) {
  show("code");
  const first = ptx.start[line - 1] || line;
  choose("", 0, [first]);
}

// R0 R1 R2 R5 as R0-R2 R5.
function spans(names) {
  const found = [];
  const order = names.map((name) => /^(\D+)(\d+)$/.exec(name)).filter(Boolean).map(([, file, at]) => [file, Number(at)]);
  order.sort((a, b) => a[0].localeCompare(b[0]) || a[1] - b[1]);
  for (const [file, at] of order) {
    const last = found.at(-1);
    if (last && last[0] === file && last[2] + 1 === at) last[2] = at;
    else found.push([file, at, at]);
  }
  return found.map(([file, first, last]) => (first === last ? `${file}${first}` : `${file}${first}-${file}${last}`)).join(" ");
}

// What nvdisasm says of the registers at a line of machine code, as rows of name and value.
function registersAt(line) {
  const counts = sass.live?.[line - 1];
  if (!counts?.length) return [];
  const marks = sass.marks[line - 1].split(" ").filter(Boolean);
  const of = (wanted) => spans(marks.filter((mark) => wanted.includes(mark[0])).map((mark) => mark.slice(1)));
  const held = sass.ranges.filter(([, first, last]) => first <= line && line <= last).map(([name]) => name);
  return [
    ["in use", sass.files.map((file, at) => [file, counts[at]]).filter(([, count]) => count).map(([file, count]) => `${count} ${file}`).join(", ") || "none"],
    ["reads", of("vx") || "none"],
    ["writes", of("^x") || "none"],
    ["registers", spans(held) || "none"],
  ];
}

function describeMachine(line) {
  const rows = registersAt(line);
  if (!rows.length) return;
  const facts = make("dl", "", {class: "registers"});
  for (const [name, value] of rows) facts.append(make("dt", name), make("dd", value));
  const part = make("div");
  part.append(make("h3", `SASS line ${line}`), make("pre", sass.lines[line - 1].trim()), facts);
  byId("details").append(part);
}

function registerStrip(line) {
  const counts = sass.live?.[line - 1];
  if (!counts?.length) return null;
  const words = sass.files.map((file, at) => `${counts[at]} ${file}`).join(", ");
  return new Strip(Math.round((100 * counts[0]) / mostRegisters), "hsl(175 45% 45%)", `registers in use: ${words}`);
}

function describe(lines, pythonCount, sassCount) {
  const panel = make("div");
  byId("details").replaceChildren(panel);
  const line = lines[0];
  if (!line) {
    panel.append(make("p", "No instruction of PTX belongs to this line.", {class: "faint"}));
    return;
  }
  panel.append(make("h3", lines.length > 1 ? `PTX lines ${lines.length}: first ${line}` : `PTX line ${line}`));
  panel.append(make("pre", ptx.lines[line - 1].trim()));
  const facts = make("dl");
  const add = (name, value) => facts.append(make("dt", name), make("dd", value));
  const kind = ptx.kind[line - 1];
  if (kind >= 0) {
    add("kind", ptx.kinds[kind]);
    add("live before", `${ptx.live[line - 1]} words`);
  }
  if (ptx.bytes[line - 1]) add("moves", `${ptx.bytes[line - 1]} bytes a thread`);
  if (python) add("Python", pythonCount ? `${pythonCount} line${pythonCount > 1 ? "s" : ""}` : "none");
  if (sass.lines.length) {
    add("machine code", sassCount ? `${sassCount} instruction${sassCount > 1 ? "s" : ""}` : "none: merged or removed");
  }
  const row = counts.get(line);
  if (row) {
    for (const [name, value] of Object.entries(row)) {
      if (typeof value === "number" && !["line", "ptx_line", "python_line", "ordinal"].includes(name)) {
        add(name.replaceAll("_", " "), number(value));
      }
    }
  }
  panel.append(facts);
  if (row?.memory?.length) panel.append(trafficTable(row.memory));
  if (waits.has(line)) {
    const rows = [...waits.get(line)].sort((a, b) => b[1][1] - a[1][1]);
    panel.append(table(["waits of warps for", "times", "steps"], rows.map(([cause, [count, steps]]) => [cause, count, steps])));
  }
  for (const each of problems.get(line) ?? []) {
    const item = make("p", `${each.code} ${each.severity}: ${each.message}`, {class: each.severity});
    if (each.help) item.append(make("br"), make("span", each.help, {class: "faint"}));
    panel.append(item);
  }
}

// What accesses of memory cost in the replay: a row for each space and direction.
function trafficTable(memory) {
  const head = ["memory", "accesses", "bytes", "sectors", "bytes wanted", "wavefronts", "of them bank conflicts"];
  const cell = (value) => (value === undefined ? "" : number(value));
  return table(head, memory.map((each) => [
    `${each.space} ${each.what}`,
    cell(each.requests),
    cell(each.bytes),
    cell(each.sectors),
    cell(each.wanted_bytes),
    cell(each.wavefronts),
    cell(each.conflicts),
  ]));
}

function column_(id, title, lines, language, toPtx, gutters) {
  const holder = make("section", "", {class: "column", id: `column-${id}`});
  holder.append(make("h2", title));
  const body = make("div", "", {class: "editor"});
  holder.append(body);
  byId("columns").append(holder);
  columns[id] = column(body, lines, language, (line) => choose(id, line, toPtx(line)), gutters);
}

if (python) {
  column_("python", `Python: ${python.name}`, python.lines, "python", (line) => python.ptx[line - 1] ?? [], []);
}
const gutters = [{name: "mark", marker: markOf}, {name: "live", marker: stripOf}];
if (data.profile) gutters.push({name: "heat", marker: heatOf});
column_("ptx", `PTX: ${data.name}`, ptx.lines, "ptx", (line) => {
  const first = ptx.start[line - 1];
  return first ? [first] : [];
}, gutters);
if (sass.lines.length) {
  column_("sass", `SASS: ${sass.arch}, ${sass.assembler}`, sass.lines, "sass", (line) => {
    const first = sass.ptx[line - 1];
    return first ? [first] : [];
  }, sass.live ? [{name: "registers", marker: registerStrip}] : []);
} else {
  byId("reason").textContent = `No machine code: ${sass.reason}`;
}

// ------------------------------------------------------------------------------- tabs

const tabs = ["code", "overview", "flow", "timeline", "shared", "diagnostics"];

function show(name) {
  for (const tab of tabs) {
    byId(`tab-${tab}`).setAttribute("aria-selected", String(tab === name));
    byId(`panel-${tab}`).hidden = tab !== name;
  }
  if (name === "flow") drawFlow();
}

for (const tab of tabs) byId(`tab-${tab}`).addEventListener("click", () => show(tab));
if (!data.timeline) byId("tab-timeline").hidden = true;
if (!data.shared?.spans.length && !data.functions.some((each) => each.map?.length)) byId("tab-shared").hidden = true;
byId("tab-diagnostics").textContent = `Diagnostics (${data.diagnostics.length})`;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.(".cm-search, input, select")) return;
  const index = ["1", "2", "3"].indexOf(event.key);
  if (index >= 0) {
    show("code");
    Object.values(columns)[index]?.focus();
    event.preventDefault();
  } else if (event.key === "o" || event.key === "g" || event.key === "c" || event.key === "d") {
    show({o: "overview", g: "flow", c: "code", d: "diagnostics"}[event.key]);
    event.preventDefault();
  } else if (event.key === "m" && !byId("tab-shared").hidden) {
    show("shared");
  } else if (event.key === "t" && data.timeline) {
    show("timeline");
  }
});

byId("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = getComputedStyle(root).colorScheme.includes("dark");
  root.dataset.theme = dark ? "light" : "dark";
});

// ------------------------------------------------------------------------------- overview

function table(head, rows) {
  const made = make("table");
  const top = make("tr");
  for (const cell of head) top.append(make("th", cell));
  made.append(top);
  for (const row of rows) {
    const line = make("tr");
    for (const cell of row) {
      line.append(make("td", String(cell), typeof cell === "number" ? {class: "number"} : {}));
    }
    made.append(line);
  }
  return made;
}

function overviewOf(each) {
  const card = make("article");
  const head = make("h2", `${each.kind} ${each.title}`);
  head.tabIndex = 0;
  head.addEventListener("click", () => chooseLine(each.line));
  card.append(head);
  if (each.signature) card.append(make("p", each.signature, {class: "signature"}));
  if (!each.flow) {
    card.append(make("p", "declared here, defined elsewhere", {class: "faint"}));
    return card;
  }
  const facts = make("dl");
  const add = (name, value) => facts.append(make("dt", name), make("dd", value));
  add("symbol", each.name);
  add("instructions", `${number(each.instructions)} in ${plural(each.flow.blocks.length, "block")}`);
  const depth = Math.max(0, ...each.flow.blocks.map((block) => block.depth));
  const headers = each.flow.blocks.filter((block) => block.header).length;
  add("loops", headers ? `${headers}, nested ${depth} deep` : "none");
  add("live at once", `at most ${each.flow.most} words`);
  if (each.resources) {
    const held = each.resources;
    if (held.registers !== null) add("registers", `${held.registers} a thread (${sass.assembler})`);
    if (held.spill_stores || held.spill_loads) {
      add("spills", `${held.spill_stores} bytes stored, ${held.spill_loads} loaded a thread`);
    }
  }
  add("static shared", `${number(each.shared_bytes)} bytes`);
  if (each.directives.length) add("directives", each.directives.join("; "));
  if (each.features && Object.keys(each.features).length) {
    add("features", Object.entries(each.features).map(([name, count]) => `${name} ${count}`).join(", "));
  }
  card.append(facts);
  if (each.parameters.length) {
    card.append(make("h3", "Parameters"));
    card.append(table(["offset", "type", "name", "bytes"], each.parameters.map((row) => row.map((cell) => cell ?? ""))));
  }
  if (each.occupancy.length) {
    const held = `${each.threads} threads of ${each.resources.registers} registers`;
    card.append(make("h3", `CTAs on a multiprocessor, of ${held}, with ${number(each.shared_bytes)} bytes of shared memory`));
    card.append(make("p", "Dynamic shared memory, which is chosen at the launch, comes on top.", {class: "faint"}));
    card.append(table(["architecture", "CTAs", "warps", "of", "limited by"], each.occupancy.map(
      (row) => [row.arch, row.ctas, row.warps, row.max_warps, row.limit],
    )));
  }
  card.append(...pipelineOf(each));
  card.append(make("h3", "Instructions"));
  const bars = make("div", "", {class: "bars"});
  for (const [kind, count, names] of each.mix) {
    const row = make("div", "", {class: "bar"});
    row.append(make("span", kind), make("span", number(count), {class: "number"}));
    const fill = make("div");
    fill.style.width = `${(100 * count) / each.instructions}%`;
    fill.style.background = colourOf(Math.max(0, ptx.kinds.indexOf(kind)));
    const track = make("div", "", {class: "track"});
    track.append(fill);
    row.append(track, make("span", names.slice(0, 5).map(([name, n]) => `${name} ${n}`).join(", "), {class: "faint"}));
    bars.append(row);
  }
  card.append(bars);
  return card;
}

// A table whose first cell leads to a line.
function lineTable(head, rows) {
  const made = table(head, rows.map((row) => row.slice(1)));
  rows.forEach(([line], index) => {
    const row = made.rows[index + 1];
    row.tabIndex = 0;
    row.className = "row";
    row.addEventListener("click", () => chooseLine(line));
    row.addEventListener("keydown", (event) => event.key === "Enter" && chooseLine(line));
  });
  return made;
}

function pipelineOf(each) {
  const parts = [];
  if (each.tiles.length) {
    parts.push(make("h3", "Products of matrices"));
    parts.push(lineTable(["instruction", "m × n × k", "elements", "instructions", "first line"], each.tiles.map((row) => [
      row.line, row.opcode, row.shape.join(" × "), row.type || "unknown", row.count, row.line,
    ])));
  }
  return [...parts, ...sharedMapOf(each)];
}

function sharedMapOf(each) {
  const parts = [];
  const rows = each.map.flatMap((variable) => variable.parts.map((part) => [
    part.lines[0], variable.name, part.offset, part.bytes === null ? "unknown" : number(part.bytes), part.what,
    part.lines.slice(0, 6).join(", ") + (part.lines.length > 6 ? ", …" : ""),
  ]));
  if (rows.length) {
    parts.push(make("h3", "Shared memory, by the instructions that take its addresses"));
    if (each.stages.length) {
      parts.push(make("p", each.stages.map((depth) => `A ring of ${plural(depth, "stage")}: as many full barriers as empty ones.`).join(" ")));
    }
    parts.push(lineTable(["variable", "offset", "bytes", "what lies there", "lines"], rows));
  }
  return parts;
}

const rate = (value) => (value === null || value === undefined ? "unknown" : `${(value / 1e12).toLocaleString("en-GB")} T`);

function time(seconds) {
  if (seconds === null) return "unknown";
  const [factor, unit] = seconds < 1e-6 ? [1e9, "ns"] : seconds < 1e-3 ? [1e6, "µs"] : [1e3, "ms"];
  return `${(seconds * factor).toPrecision(3)} ${unit}`;
}

function rooflineOf({flops, bytes, intensity, unknown, peaks}) {
  const facts = make("dl");
  const add = (name, value) => facts.append(make("dt", name), make("dd", value));
  const kinds = Object.entries(flops);
  add("operations", kinds.map(([kind, count]) => `${number(count)} ${kind}`).join(", ") || "none counted");
  add("global memory", `${number(bytes)} bytes asked for: sectors, and bulk copies`);
  add("intensity", intensity === null ? "unknown" : `${intensity} operations a byte`);
  if (unknown.length) add("not counted", `lines ${unknown.slice(0, 12).join(", ")}${unknown.length > 12 ? ", …" : ""}`);
  const made = !peaks.length ? make("p", "The peaks of products that run this target are unknown here.") : table(["product", "memory, bytes/s", "arithmetic, operations/s", "memory takes", "arithmetic takes", "bound by", "source"], peaks.map((peak) => [
    `${peak.product} (${peak.arch})`,
    rate(peak.bytes),
    Object.entries(peak.flops).map(([kind, value]) => `${kind} ${rate(value)}`).join(", "),
    time(peak.memory_time),
    time(peak.arithmetic_time),
    peak.bound,
    peak.source,
  ]));
  const note = "What the run takes at documented peaks, without sparsity. There are no caches in the simulator: less may come from memory. Division, roots and functions are not counted. Peaks of other products are unknown here.";
  return [make("h3", "Roofline"), facts, made, make("p", note, {class: "faint"})];
}

function replayOverview({kernel, total}) {
  const card = make("article");
  card.append(make("h2", `a run of ${kernel}`));
  const facts = make("dl");
  const add = (name, value) => facts.append(make("dt", name), make("dd", value));
  add("instructions", `${number(total.warps)} of warps, ${number(total.threads)} of threads`);
  add("divergence", `${total.average_lanes} of 32 lanes on average`);
  add("waits", `${number(total.waits)}, of ${number(total.waited)} steps`);
  card.append(facts, trafficTable(total.memory), ...rooflineOf(data.roofline));
  return card;
}

if (data.profile) byId("panel-overview").append(replayOverview(data.profile));
for (const each of data.functions) byId("panel-overview").append(overviewOf(each));

// ------------------------------------------------------------------------------- control flow

const drawn = data.functions.filter((each) => each.flow);
const picker = byId("flow-function");
drawn.forEach((each, index) => picker.append(make("option", each.title, {value: String(index)})));
picker.addEventListener("change", () => drawFlow());
const MAX_BLOCKS = 400;

function drawFlow() {
  const each = drawn[Number(picker.value || 0)];
  const parent = byId("flow-graph");
  if (!each) {
    parent.textContent = "There is no function with a body.";
  } else if (each.flow.blocks.length > MAX_BLOCKS) {
    parent.textContent = `${each.flow.blocks.length} blocks are too many to draw; the limit is ${MAX_BLOCKS}.`;
  } else {
    const entry = drawGraph(parent, each.flow, ptx.lines, chooseLine);
    byId("panel-flow").scrollTo(entry - byId("panel-flow").clientWidth / 2, 0);
  }
}

// ------------------------------------------------------------------------------- timeline

if (data.timeline) drawTimeline(byId("panel-timeline"), data.timeline, chooseLine);

// ------------------------------------------------------------------------------- shared memory

if (data.shared?.spans.length) drawShared(byId("panel-shared"), data.shared, ptx.lines, chooseLine);
for (const each of data.functions) {
  if (!each.map?.length) continue;
  const card = make("article");
  card.append(make("h2", `${each.kind} ${each.title}`), ...sharedMapOf(each));
  byId("panel-shared").append(card);
}

// ------------------------------------------------------------------------------- diagnostics

const list = byId("panel-diagnostics");
if (!data.diagnostics.length) list.append(make("p", "ptxpy check has nothing to say.", {class: "faint"}));
for (const each of data.diagnostics) {
  const item = make("button", "", {class: `diagnostic ${each.severity}`});
  item.append(make("b", `${each.code} ${each.severity}`), make("span", ` line ${each.line}: ${each.message}`));
  if (each.help) item.append(make("span", ` ${each.help}`, {class: "faint"}));
  item.addEventListener("click", () => chooseLine(each.line));
  list.append(item);
}

// ------------------------------------------------------------------------------- printing

window.addEventListener("beforeprint", () => {
  const sheet = byId("print");
  sheet.replaceChildren();
  for (const [title, lines] of [["PTX", ptx.lines], ...(python ? [["Python", python.lines]] : [])]) {
    sheet.append(make("h2", title), make("pre", lines.map((line, at) => `${String(at + 1).padStart(6)}  ${line}`).join("\n")));
  }
});

const wanted = /^#L(\d+)$/.exec(location.hash);
const tab = location.hash.slice(1);
show(tabs.includes(tab) && !byId(`tab-${tab}`).hidden ? tab : "code");
if (wanted) chooseLine(Number(wanted[1]));
else describe([], 0, 0);
document.documentElement.dataset.ready = "yes";
