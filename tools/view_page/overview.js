// The overview: cards with the resources of each function, and of the run.
import {colourOfKind, data, ptx, sass} from "./data.js";
import {foldable, lineTable, make, number, plural, size, table} from "./elements.js";
import {lineLinks, trafficTable} from "./details.js";

// Returns the card of a function; `chosen(line)` goes to a line, `shared()` to the map of shared memory.
export function overviewOf(each, chosen, shared) {
  const card = make("article");
  const head = make("h2", `${each.kind} ${each.title}`, {title: each.name});
  head.tabIndex = 0;
  head.addEventListener("click", () => chosen(each.line));
  head.addEventListener("keydown", (event) => event.key === "Enter" && chosen(each.line));
  card.append(head);
  if (each.signature) card.append(foldable(make("p", each.signature, {class: "signature"}), "folded"));
  if (!each.flow) {
    card.append(make("p", "declared here, defined elsewhere", {class: "faint"}));
    return card;
  }
  if (each.computes) card.append(make("p", each.computes, {class: "computes"}));
  const facts = make("dl");
  const add = (name, value, attributes = {}) => facts.append(make("dt", name), make("dd", value, attributes));
  facts.append(make("dt", "symbol"), make("dd", "", {}, foldable(make("p", each.name, {class: "symbol code"}), "folded")));
  add("instructions", `${number(each.instructions)} in ${plural(each.flow.blocks.length, "block")}`);
  const depth = Math.max(0, ...each.flow.blocks.map((block) => block.depth));
  const headers = each.flow.blocks.filter((block) => block.header).length;
  add("loops", headers ? `${headers}, nested ${depth} deep` : "none");
  add("live at once", `at most ${each.flow.most} words`);
  if (each.resources) {
    const held = each.resources;
    if (held.registers !== null) add("registers", `${held.registers} a thread (${sass.assembler})`);
    add("spills", held.spill_stores || held.spill_loads ? `${held.spill_stores} bytes stored, ${held.spill_loads} loaded a thread` : "none");
  }
  if (each.register_counts.length) {
    add("setmaxnreg", each.register_counts.map(([line, action, count]) => `${count} (${action}, line ${line})`).join("; "));
  }
  if (each.cluster.length) add("cluster", `${each.cluster.join(" × ")} CTAs`);
  if (each.multicast) add("multicast", `${plural(each.multicast, "copy", "copies")} to several CTAs of a cluster`);
  const kinds = [each.shared_bytes || !each.dynamic ? `${number(each.shared_bytes)} bytes, static` : "", each.dynamic_bytes ? `${number(each.dynamic_bytes)} bytes, dynamic` : each.dynamic ? "dynamic, by the launch" : ""];
  add("shared memory", kinds.filter(Boolean).join("; "));
  if (each.map.length) {
    const link = make("button", "what lies where", {class: "link"});
    link.addEventListener("click", shared);
    facts.lastChild.append(" · ", link);
  }
  if (each.directives.length) add("directives", each.directives.join("; "));
  if (Object.keys(each.features).length) {
    add("features", Object.entries(each.features).map(([name, count]) => `${name} ${count}`).join(", "));
  }
  const sides = make("div", "", {class: "sides"});
  card.append(sides);
  const part = (title, ...children) => sides.append(make("section", "", {}, make("h3", title), ...children));
  part("Resources", facts);
  if (each.occupancy.length) {
    const shared = each.shared_bytes + each.dynamic_bytes;
    part(`Occupancy: ${each.threads} threads of ${each.resources.registers} registers${shared || !each.dynamic ? `, ${size(shared)} shared` : ""}`,
      table(["architecture", "CTAs an SM", "warps", "of", "limited by"], each.occupancy.map((row) => [row.arch, row.ctas, row.warps, row.max_warps, row.limit])),
      ...(each.dynamic && !each.dynamic_bytes ? [make("p", "Dynamic shared memory, which is chosen at the launch, comes on top.", {class: "faint"})] : []));
  }
  if (each.tiles.length) {
    part("Products of matrices", lineTable(["instruction", "m × n × k", "elements", "instructions", "first line"], each.tiles.map((row) => [
      row.line, row.opcode, row.shape.join(" × ") || "by a descriptor", row.type || "unknown", row.count, row.line,
    ]), chosen));
  }
  part("Instructions by kind", mixOf(each));
  if (each.parameters.length) {
    part("Parameters", table(["offset", "type", "name", "bytes"], each.parameters.map((row) => row.map((cell) => (typeof cell === "string" ? withoutName(each, cell) : cell ?? "")))));
  }
  return card;
}

const MAX_NAME = 24;

// A mangled name of a function, which those of its parameters begin with, is given once.
const withoutName = (each, text) => (each.name.length > MAX_NAME ? text.replaceAll(each.name, "…") : text);

function mixOf(each) {
  const bars = make("div", "", {class: "bars"});
  for (const [kind, count, names] of each.mix) {
    const row = make("div", "", {class: "bar"});
    row.append(make("span", kind), make("span", number(count), {class: "number"}));
    const fill = make("div");
    fill.style.width = `${(100 * count) / each.mix[0][1]}%`;
    fill.style.background = colourOfKind(kind);
    row.append(make("div", "", {class: "track"}, fill), make("span", names.slice(0, 5).map(([name, n]) => `${name} ${n}`).join(", "), {class: "faint ellipsis", title: names.map(([name, n]) => `${name} ${n}`).join(", ")}));
    bars.append(row);
  }
  return bars;
}

export function sharedMapOf(each, chosen) {
  const rows = each.map.flatMap((variable) => variable.parts.map((part) => [
    part.lines[0], variable.title, part.offset, part.bytes ?? "unknown", withoutName(each, part.what),
    make("span", "", {}, ...lineLinks(part.lines)),
  ]));
  if (!rows.length) return [];
  const parts = [make("h3", "Shared memory, by the instructions that take its addresses")];
  if (each.rings.length) {
    parts.push(make("p", each.rings.map((ring) => `A ring of ${ring.stages} × ${size(ring.bytes.reduce((sum, held) => sum + held, 0))}${ring.bytes.length > 1 ? ` (${ring.bytes.map(size).join(" + ")})` : ""}.`).join(" ")));
  }
  const made = lineTable(["variable", "offset", "bytes", "what lies there", "lines"], rows, chosen);
  made.classList.add("map");
  return [...parts, made];
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

export function runOverview({kernel, total}) {
  const card = make("article");
  const held = data.functions.find((each) => each.name === kernel);
  card.append(make("h2", `A run of ${held?.title ?? kernel} in the simulator`));
  const facts = make("dl");
  const add = (name, value) => facts.append(make("dt", name), make("dd", value));
  const {grid, block, shared_bytes: shared} = data.launch;
  if (grid) add("launch", `${grid.join(" × ")} CTAs of ${block.join(" × ")} threads, ${number(shared)} bytes of dynamic shared memory`);
  add("instructions", `${number(total.warps)} of warps, ${number(total.threads)} of threads${total.enabled_threads === total.threads ? "" : `; the guard holds for ${number(total.enabled_threads)} of these`}`);
  add("divergence", `${total.average_lanes} of 32 lanes on average`);
  const met = data.profile.lines.filter((row) => /^(@\S+\s+)?(bar|barrier)\b/.test((ptx.lines[(row.ptx_line ?? row.line) - 1] ?? "").trim())).reduce((sum, row) => sum + row.warps, 0);
  const barriers = met ? `; warps came to barriers ${number(met)} times` : "";
  add("waits", total.waits ? `${number(total.waits)}, of ${number(total.waited)} steps${barriers}` : met ? `none${barriers}, each time all after as many instructions` : "none");
  card.append(facts, trafficTable(total.memory), ...rooflineOf(data.roofline));
  return card;
}
