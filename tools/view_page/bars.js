// The bars beside lines: what a counter says of each, and the range that its bar is drawn in.
import {Cell} from "./columns.js";
import {counters, functions, isAuxiliary, ptx, ptxOfSource, pythonOf, sass} from "./data.js";
import {number} from "./elements.js";

const LEAST_LOOP = 6;  // instructions of a loop that does more than wait

// The loops of a function as [header, last line, instructions]: a loop reaches to the last block
// that leads back to its header.
export function loopsOf(each) {
  return each.flow.blocks.map((block, at) => [block, at]).filter(([block]) => block.header).map(([block, at]) => {
    const last = each.flow.blocks.findLastIndex((held) => held.next.some(([to, back]) => back && to === at));
    const blocks = each.flow.blocks.slice(at, last + 1);
    return [block, blocks.at(-1)?.last ?? block.last, blocks.reduce((sum, held) => sum + held.count, 0)];
  });
}

// Short loops only wait for a barrier.
export const workingLoopsOf = (each) => loopsOf(each).filter(([, , count]) => count >= LEAST_LOOP);

// Functions and their loops, each with what is around it, and the innermost of each line of PTX.
const regions = [];
const regionOf = new Int32Array(ptx.lines.length + 1).fill(-1);
for (const each of functions) {
  const last = Math.max(each.line, ...each.flow.blocks.map((block) => block.last));
  const loops = workingLoopsOf(each).map(([block, end]) => ({title: `loop ${block.label || `at line ${block.first}`}`, first: block.first, last: end}));
  // The larger ones first, so that what is inside one finds it.
  for (const region of [{title: each.kind, first: each.line, last}, ...loops.sort((a, b) => (b.last - b.first) - (a.last - a.first))]) {
    regions.push({...region, parent: regionOf[region.first]});
    regionOf.fill(regions.length - 1, region.first, region.last + 1);
  }
}

let counter = counters[0];
let bars = {};  // by column: a function from a line to its value, its range, and the share of it

export const chosenCounter = () => counter;

// Live registers are a level, whose range is that of the innermost loop: all of a main loop may be
// near the highest value of the kernel. All else is a sum, whose range begins at 0.
const isLevel = () => counter[0] === "live";

function rangesOf(values, regionAt) {
  const found = regions.map(() => null);
  for (const [line, value] of values) {
    for (let at = regionAt(line); at >= 0; at = regions[at].parent) {
      found[at] ??= [isLevel() ? value : 0, value];
      found[at][0] = Math.min(found[at][0], value);
      found[at][1] = Math.max(found[at][1], value);
    }
  }
  return found;
}

// The region whose range a bar is drawn in.
function scaleOf(region) {
  let at = region;
  while (!isLevel() && at >= 0 && regions[at].parent >= 0) at = regions[at].parent;
  return at;
}

// Measures a counter, for all columns, and for a file of the source.
export function measure(key, file) {
  counter = counters.find(([held]) => held === key) ?? counters[0];
  const [, , , value] = counter;
  const ofPtx = new Map();
  for (let line = 1; line <= ptx.lines.length; line += 1) {
    if (ptx.kind[line - 1] >= 0) ofPtx.set(line, value(line));
  }
  // The value of a line of another column, and the line of PTX that has most of it.
  const joined = (pairs) => {
    const [values, places] = [new Map(), new Map()];
    for (const [own, line] of pairs) {
      const held = ofPtx.get(line);
      if (held === undefined) continue;
      if (!places.has(own) || held > ofPtx.get(places.get(own))) places.set(own, line);
      values.set(own, isLevel() ? Math.max(values.get(own) ?? 0, held) : (values.get(own) ?? 0) + held);
    }
    return [values, (own) => regionOf[places.get(own) ?? 0]];
  };
  const machine = () => {
    if (counter[0] === "sass") return [new Map(), () => -1];
    if (!isLevel() || !sass.live) return joined(sass.ptx.map((line, at) => [at + 1, line]).filter(([at, line]) => line && !isAuxiliary(at)));
    const places = [];
    // What has no line of PTX is where the line before is.
    sass.ptx.forEach((line, at) => (places[at + 1] = line || (sass.addresses[at] >= 0 ? places[at] : 0) || 0));
    return [new Map(sass.live.map((held, at) => [at + 1, held[0]]).filter(([, held]) => held !== undefined)), (own) => regionOf[places[own]]];
  };
  const made = {
    ptx: [ofPtx, (line) => regionOf[line]],
    python: joined([...pythonOf].flatMap(([line, rows]) => rows.map((row) => [row, line]))),
    sass: machine(),
    source: joined([...(ptxOfSource[file] ?? [])].flatMap(([row, lines]) => lines.map((line) => [row, line]))),
  };
  bars = {};
  for (const [id, [values, regionAt]] of Object.entries(made)) {
    const ranges = rangesOf(values, regionAt);
    const whole = [isLevel() ? Math.min(...values.values()) : 0, Math.max(1, ...values.values())];
    bars[id] = (line) => {
      if (!values.has(line)) return null;
      const region = scaleOf(regionAt(line));
      const [low, high] = ranges[region] ?? whole;
      const held = values.get(line);
      return {value: held, low, high, where: regions[region]?.title ?? "file", share: high > low ? (held - low) / (high - low) : 1};
    };
  }
}

// From a cool to a hot colour.
const heatColour = (share) => `hsl(${Math.round(48 - 42 * share)} ${Math.round(60 + 30 * share)}% ${Math.round(62 - 8 * share)}%)`;

function shortNumber(value) {
  const [factor, unit] = value >= 1e9 ? [1e9, "G"] : value >= 1e6 ? [1e6, "M"] : value >= 1e4 ? [1e3, "k"] : [1, ""];
  return unit ? `${(value / factor).toPrecision(3)}${unit}` : number(value);
}

const unitOf = (id) => (id === "sass" && isLevel() ? "registers" : counter[2]);

export function barOf(id) {
  return (line) => {
    const found = bars[id]?.(line);
    if (!found || (!found.value && !isLevel())) return null;
    // The counts of a run are those of PTX: machine code has them of its line.
    const from = id === "sass" && !isLevel() ? ` of PTX line ${sass.ptx[line - 1]}` : "";
    const title = `${counter[1]}${from}: ${number(found.value)} ${unitOf(id)}; ${number(found.low)} to ${number(found.high)} in this ${found.where}`;
    return new Cell(shortNumber(found.value), found.share, heatColour(found.share), title);
  };
}

// What the bars of PTX around a line mean: [lowest, highest, unit, where].
export function scaleAt(line) {
  let at = line;
  while (at > 1 && !bars.ptx?.(at)) at -= 1;
  const found = bars.ptx?.(at);
  return found && [shortNumber(found.low), shortNumber(found.high), counter[2], found.where];
}
