// The bars beside lines: what a counter says of each, and the range of a column, which all of its bars are
// drawn in.
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

// The working loops, the larger ones first.
const allLoops = functions.flatMap(workingLoopsOf).map(([block, last]) => ({title: `loop ${block.label || `at line ${block.first}`}`, first: block.first, last}))
  .sort((a, b) => (b.last - b.first) - (a.last - a.first));
export const hasLoops = allLoops.length > 0;

// The innermost loop around a line of PTX; undefined outside of all.
export const loopAt = (line) => allLoops.findLast((each) => each.first <= line && line <= each.last);

let counter = counters[0];
let columns = {};  // by column: a function from a line to [value, share of the range], and the range

export const chosenCounter = () => counter;

// Live registers are a level, all else are sums. A range begins at 0, but for levels in a loop: all of a main
// loop may be near the highest value of the kernel.
const isLevel = () => counter[0] === "live";

// What a counter says of the lines of each column, and the line of PTX that has most of it.
function valuesOf(file) {
  const [, , , value] = counter;
  const ofPtx = new Map();
  for (let line = 1; line <= ptx.lines.length; line += 1) {
    if (ptx.kind[line - 1] >= 0) ofPtx.set(line, value(line));
  }
  const joined = (pairs) => {
    const [values, places] = [new Map(), new Map()];
    for (const [own, line] of pairs) {
      const held = ofPtx.get(line);
      if (held === undefined) continue;
      if (!places.has(own) || held > ofPtx.get(places.get(own))) places.set(own, line);
      values.set(own, isLevel() ? Math.max(values.get(own) ?? 0, held) : (values.get(own) ?? 0) + held);
    }
    return [values, (own) => places.get(own) ?? 0];
  };
  const machine = () => {
    if (counter[0] === "sass") return [new Map(), () => 0];
    if (!isLevel() || !sass.live) return joined(sass.ptx.map((line, at) => [at + 1, line]).filter(([at, line]) => line && !isAuxiliary(at)));
    const places = [];
    // What has no line of PTX is where the line before is.
    sass.ptx.forEach((line, at) => (places[at + 1] = line || (sass.addresses[at] >= 0 ? places[at] : 0) || 0));
    return [new Map(sass.live.map((held, at) => [at + 1, held[0]]).filter(([, held]) => held !== undefined)), (own) => places[own]];
  };
  return {
    ptx: [ofPtx, (line) => line],
    python: joined([...pythonOf].flatMap(([line, rows]) => rows.map((row) => [row, line]))),
    sass: machine(),
    source: joined([...(ptxOfSource[file] ?? [])].flatMap(([row, lines]) => lines.map((line) => [row, line]))),
  };
}

// Measures a counter, for all columns, and for a file of the source. Each column has one range, in which
// equal values have equal bars: that of all its lines, or of those in a loop.
export function measure(key, file, loop) {
  counter = counters.find(([held]) => held === key) ?? counters[0];
  columns = {};
  for (const [id, [values, placeOf]] of Object.entries(valuesOf(file))) {
    const isIn = (own) => !loop || (placeOf(own) >= loop.first && placeOf(own) <= loop.last);
    const held = [...values].filter(([own]) => isIn(own)).map(([, value]) => value);
    const high = held.reduce((most, value) => Math.max(most, value), 0);
    const low = loop && isLevel() ? held.reduce((least, value) => Math.min(least, value), high) : 0;
    // Where all lines have the same, none is hot.
    const some = held.filter(Boolean);
    const isFlat = some.length > held.length / 2 && some.length > 1 && some.every((value) => value === high);
    const shareOf = (value) => (isFlat ? 0 : high > low ? (value - low) / (high - low) : 1);
    columns[id] = {low, high, where: loop?.title ?? "file", valueAt: (own) => (values.has(own) ? [values.get(own), isIn(own) ? shareOf(values.get(own)) : null] : null)};
  }
}

// From a cool to a hot colour; what is outside of the range has none.
const heatColour = (share) => (share === null ? "transparent" : `hsl(${Math.round(48 - 42 * share)} ${Math.round(60 + 30 * share)}% ${Math.round(62 - 8 * share)}%)`);

function shortNumber(value) {
  const [factor, unit] = value >= 1e9 ? [1e9, "G"] : value >= 1e6 ? [1e6, "M"] : value >= 1e4 ? [1e3, "k"] : [1, ""];
  return unit ? `${(value / factor).toPrecision(3)}${unit}` : number(value);
}

const unitOf = (id) => (id === "sass" && isLevel() ? "registers" : counter[2]);

export function barOf(id) {
  return (line) => {
    const [value, share] = columns[id]?.valueAt(line) ?? [];
    if (value === undefined || (!value && !isLevel())) return null;
    const {low, high, where} = columns[id];
    // The counts of a run are those of PTX: machine code has them of its line.
    const from = id === "sass" && !isLevel() ? ` of PTX line ${sass.ptx[line - 1]}` : "";
    const range = share === null ? `outside of the ${where}, which the bars are of` : `${number(low)} to ${number(high)} in this ${where}`;
    return new Cell(shortNumber(value), share ?? 0, heatColour(share), `${counter[1]}${from}: ${number(value)} ${unitOf(id)}; ${range}`);
  };
}

// What the bars of a column mean: [lowest, highest, unit, where]; null if it has none.
export function scaleOf(id) {
  const found = columns[id];
  return found && found.high > 0 ? [shortNumber(found.low), shortNumber(found.high), unitOf(id), found.where] : null;
}
