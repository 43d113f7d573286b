// The strip of facts about a kernel: what it is, at one look.
import {colourOfKind, data, functions, ptx, sass} from "./data.js";
import {byId, make, menu, number, plural, size} from "./elements.js";

// The occupancy on the architecture that a kernel is compiled for, else on the first that is known.
export function ownOccupancy(each) {
  const number_ = Number(/\d+/.exec(data.target)?.[0] ?? 0);
  const fitting = each.occupancy.filter((row) => Number(row.arch.slice(3)) >= number_);
  return fitting.find((row) => Number(row.arch.slice(3)) === number_) ?? fitting[0] ?? each.occupancy[0];
}

const MAX_CHOICE = 80;
const FACT_MARGIN = 26;  // pixels at the sides of a fact

function products(each) {
  const shapes = new Map();
  for (const tile of each.tiles) {
    const name = `${tile.opcode} ${tile.shape.join("×")} ${tile.type}`.replace(/\s+/g, " ").trim();
    shapes.set(name, (shapes.get(name) ?? 0) + tile.count);
  }
  return [...shapes].map(([name, count]) => `${name} × ${number(count)}`);
}

const FUNCTION = /^(ex2|lg2|sin|cos|tanh|rcp|sqrt|rsqrt|div)\b/;

// Floating-point instructions with their types, the most frequent first: `fma.f32`. Functions tell
// more about a kernel than a third sort of addition, and come before it.
function arithmetic(each) {
  const found = new Map();
  for (const block of each.flow.blocks) {
    for (let line = block.first; line <= block.last; line += 1) {
      if (!["float", "half precision"].includes(ptx.kinds[ptx.kind[line - 1]])) continue;
      const [word] = ptx.lines[line - 1].trim().replace(/^@\S+\s+/, "").split(/\s/);
      const type = /\.(b?f\d+(?:x\d)?)$/.exec(word);
      const name = `${word.split(".")[0]}${type ? `.${type[1]}` : ""}`;
      found.set(name, (found.get(name) ?? 0) + 1);
    }
  }
  const sorted = [...found].sort((a, b) => b[1] - a[1]);
  const isFirst = ([name], at) => at === 0 || FUNCTION.test(name);
  return [...sorted.filter(isFirst), ...sorted.filter((each, at) => !isFirst(each, at))].map(([name, count]) => `${name} × ${number(count)}`);
}

// [title, value, more], for those facts that are known.
function factsOf(each) {
  const found = [];
  const {launch} = data;
  const multiplies = products(each);
  const computes = multiplies.length ? multiplies : arithmetic(each);
  found.push([multiplies.length ? "Products" : "Arithmetic", computes[0] ?? "no floating point", [...computes.slice(1, 4), ...Object.keys(each.features)].join(", "),
    [...computes, ...Object.entries(each.features).map(([name, count]) => `${name}: ${plural(count, "instruction")}`)].join("\n")]);
  const [ring] = each.rings;
  if (ring) {
    const bytes = ring.bytes.reduce((sum, held) => sum + held, 0);
    const rest = each.rings.slice(1).map((held) => `${held.stages} × ${held.bytes.map(size).join(" + ")}`);
    found.push(["Stages", `${ring.stages} × ${size(bytes)}`, ring.bytes.length > 1 ? ring.bytes.map(size).join(" + ") : rest.length ? `and ${rest[0]}` : "a ring of buffers",
      [`${ring.stages} × (${ring.bytes.map(size).join(" + ")}), by full barriers and the tiles that they guard`, ...rest].join("\n")]);
  } else if (each.stages.length) {
    found.push(["Stages", each.stages.join(", "), "full and empty barriers", ""]);
  }
  const cluster = [each.cluster.length ? `clusters of ${each.cluster.join(" × ")}` : "", each.multicast ? plural(each.multicast, "multicast copy", "multicast copies") : ""].filter(Boolean).join(", ");
  const grid = [each.ran && launch.grid ? `${launch.grid.join(" × ")} CTAs` : "", cluster].filter(Boolean).join(", ");
  if (each.threads) found.push(["Threads", `${number(each.threads)} a CTA`, grid || each.directives.filter((text) => /maxn|reqn|mincta/.test(text)).join("; "), ""]);
  const held = each.resources;
  const limits = each.register_counts.length ? `setmaxnreg ${each.register_counts.map(([, , count]) => count).join(", ")}` : "";
  if (held && held.registers !== null) {
    const spills = held.spill_stores || held.spill_loads;
    found.push(["Registers", `${held.registers} a thread`, [limits, spills ? `spills ${held.spill_stores + held.spill_loads} B` : "no spills"].filter(Boolean).join(", "), `by ${sass.assembler} for ${sass.arch}; at most ${each.flow.most} words live at once in the PTX`]);
  } else {
    found.push(["Live registers", `${each.flow.most} words`, ["at most, in the PTX", limits].filter(Boolean).join(", "), ""]);
  }
  const shared = each.shared_bytes + each.dynamic_bytes;
  const how = each.dynamic_bytes ? each.shared_bytes ? `${size(each.dynamic_bytes)} dynamic` : "dynamic" : each.dynamic ? "and dynamic, by the launch" : "static";
  const [extent, isBound] = each.dynamic_extent;
  if (shared || !each.dynamic) found.push(["Shared memory", size(shared), how, ""]);
  else if (extent) found.push(["Shared memory", `${isBound ? "≤" : "≥"} ${size(extent)}`, "dynamic", `${isBound ? "the most that" : "what"} its addresses reach; the launch says how much there is`]);
  else found.push(["Shared memory", "dynamic", "as much as the launch asks for", ""]);
  const place = each.occupancy.length ? ownOccupancy(each) : null;
  if (place) {
    found.push(["Occupancy", `${place.warps} of ${place.max_warps} warps`, `${plural(place.ctas, "CTA")} an SM; ${place.limit}`, `${place.arch}, limited by ${place.limit}${each.dynamic && !each.dynamic_bytes ? "; without dynamic shared memory, which the launch chooses" : ""}`]);
  } else if (!each.threads) {
    found.push(["Occupancy", "unknown", "threads are chosen by the launch", "give --run with --grid and --block, or .maxntid in the PTX"]);
  }
  const blocks = each.flow.blocks.length;
  const loops = each.flow.blocks.filter((block) => block.header).length;
  const made = sass.lines.length ? sassCount(each) : 0;
  found.push(["Instructions", `${number(each.instructions)} PTX`, [made ? `${number(made)} SASS` : "", loops ? plural(loops, "loop") : "no loop"].filter(Boolean).join(", "), plural(blocks, "block")]);
  const shared_ = each.ran ? data.profile.total.memory.filter((row) => row.wavefronts !== undefined) : [];
  if (shared_.length) {
    const total = (name) => shared_.reduce((sum, row) => sum + (row[name] ?? 0), 0);
    found.push(["Shared wavefronts", number(total("wavefronts")), total("conflicts") ? `${number(total("conflicts"))} by bank conflicts` : "no bank conflict", "of the run: what its accesses of shared memory take, and how many of that bank conflicts add"]);
  }
  if (each.ran) found.push(["Run, warp instr.", number(data.profile.total.warps), `${data.profile.total.average_lanes.toFixed(1)} of 32 lanes`, "in the simulator: counts are exact, times are none"]);
  return found;
}

function sassCount(each) {
  const first = sass.lines.indexOf(`${each.name}:`);
  let count = 0;
  for (let at = first + 1; first >= 0 && at < sass.lines.length && (sass.addresses[at] >= 0 || sass.lines[at].startsWith(".L_")); at += 1) {
    if (sass.addresses[at] >= 0 && sass.lines[at].trim() !== "NOP") count += 1;
  }
  return count;
}

export function showFacts(each, chosen) {
  const strip = byId("facts");
  strip.replaceChildren();
  byId("computes").textContent = each?.computes ?? "";
  byId("computes").title = each?.computes ?? "";
  if (!each) {
    strip.append(make("p", "There is no function with a body.", {class: "faint"}));
    return;
  }
  // The only function is named above.
  if (functions.length > 1) strip.append(pickerOf(each, chosen));
  for (const [title, value, more, tip] of factsOf(each)) {
    const made = make("div", "", {class: "fact", title: tip || `${value}\n${more}`});
    made.append(make("span", title, {class: "faint title"}), make("b", value, {class: "ellipsis"}), make("span", more, {class: "faint ellipsis"}));
    if (title === "Instructions") made.append(mixOf(each));
    strip.append(made);
    // What a fact says is whole; in a narrow window, what adds to it is cut.
    made.style.minWidth = `${FACT_MARGIN + Math.max(...[...made.children].slice(0, 2).map(widthOf))}px`;
  }
}

// How wide the text of an element is, whether or not there is room for it.
function widthOf(part) {
  const range = document.createRange();
  range.selectNodeContents(part);
  return Math.ceil(range.getBoundingClientRect().width);
}

// The function that the facts are of, to be changed.
function pickerOf(each, chosen) {
  const made = make("div", "", {class: "fact kernel"});
  made.append(make("span", each.kind === "kernel" ? "Kernel" : "Function", {class: "faint"}));
  // Functions of one title are told apart by where they begin, and what they compute.
  const isAlone = (held) => functions.filter((other) => other.title === held.title).length === 1;
  const named = functions.map((held) => [String(held.index), isAlone(held) ? held.title : [`${held.title}, line ${held.line}`, held.computes.split(":")[0]].filter(Boolean).join(": ").slice(0, MAX_CHOICE)]);
  made.append(menu("function", each.signature || each.name, named, String(each.index), (index) => chosen(functions.find((held) => String(held.index) === index))));
  const what = each.signature || each.name;
  made.append(make("span", what, {class: "faint ellipsis", title: what}));
  return made;
}

// How much of a function is of each kind, in the colours of the legend.
function mixOf(each) {
  const bar = make("div", "", {class: "mix", title: each.mix.map(([kind, count]) => `${kind} ${number(count)}`).join("\n")});
  for (const [kind, count] of each.mix) {
    const part = make("i");
    part.style.flexGrow = String(count);
    part.style.background = colourOfKind(kind);
    bar.append(part);
  }
  return bar;
}
