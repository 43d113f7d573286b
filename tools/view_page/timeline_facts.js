// What one reads off a timeline, in sentences: where warps wait, whether copies are hidden behind products, and
// where the longest time without a product is.
import {number, plural} from "./elements.js";

const SHORT = 0.02;  // what is less of a time is not told

// The union of intervals [from, to], in order.
function union(intervals) {
  const found = [];
  for (const [from, to] of [...intervals].sort((a, b) => a[0] - b[0])) {
    if (found.length && from <= found.at(-1)[1]) found.at(-1)[1] = Math.max(found.at(-1)[1], to);
    else found.push([from, to]);
  }
  return found;
}

const lengthOf = (intervals) => intervals.reduce((sum, [from, to]) => sum + to - from, 0);

function common(a, b) {
  const found = [];
  for (const [from, to] of a) for (const [first, last] of b) if (Math.max(from, first) < Math.min(to, last)) found.push([Math.max(from, first), Math.min(to, last)]);
  return found;
}

const share = (part, whole) => {
  const found = (100 * part) / whole;
  return found > 0 && found < 1 ? "< 1 %" : found < 100 && found > 99 ? "> 99 %" : `${Math.round(found)} %`;
};
const most = (sums) => [...sums].sort(([, a], [, b]) => b.time - a.time)[0];

// What a wait is for: `cause` names it.
function causeOf(slice, told) {
  const role = /^wait (full|empty)\b/.exec(told ?? "")?.[1];
  if (role) return role === "full" ? "for data (full barriers)" : "for a free stage (empty barriers)";
  const [opcode] = slice.name.replace(/^wait: /, "").replace(/^@\S+\s+/, "").split(/\s/);
  return `at ${opcode}`;
}

function add(sums, key, slice, time) {
  const held = sums.get(key) ?? sums.set(key, {time: 0, slice}).get(key);
  held.time += time;
}

// Sums of the waits of slices by their causes, within an interval.
function waitsIn(lanes, toldOf, from = -Infinity, to = Infinity) {
  const sums = new Map();
  for (const lane of lanes) {
    for (const slice of lane.slices) {
      const time = Math.min(to, slice.ts + slice.dur) - Math.max(from, slice.ts);
      if (slice.cat === "wait" && time > 0) add(sums, causeOf(slice, toldOf(slice)), slice, time);
    }
  }
  return sums;
}

// Returns sentences about lanes, each a list of texts, {text, slice} for what has a line, and {text, from, to}
// for a time.
export function findingsOf(lanes, toldOf) {
  const found = [];
  const groups = new Map();
  for (const lane of lanes) if (lane.warp >= 0) groups.set(lane.group, [...(groups.get(lane.group) ?? []), lane]);
  for (const [group, held] of groups) {
    const total = held.reduce((sum, lane) => sum + lane.slices.reduce((end, slice) => Math.max(end, slice.ts + slice.dur), 0), 0);
    const waits = waitsIn(held, toldOf);
    const waited = [...waits.values()].reduce((sum, {time}) => sum + time, 0);
    const name = `${group[0].toUpperCase()}${group.slice(1)}`;
    const words = [{bold: name}, waited < SHORT * total ? " hardly wait for others" : ` wait ${share(waited, total)} of their time`];
    if (!waited) words[1] = " never wait for others";
    if (waited >= SHORT * total) {
      const [cause, {time, slice}] = most(waits);
      words.push(waits.size > 1 ? `, most of it ${cause}, ` : ` ${cause}, `, {text: `line ${slice.args.line}`, slice}, waits.size > 1 ? ` (${share(time, total)})` : "");
    }
    const loops = new Map();
    for (const lane of held) for (const slice of lane.slices) if (slice.args?.trips !== undefined) add(loops, slice.args.label ?? slice.name, slice, slice.dur);
    if (loops.size) {
      const [, {time, slice}] = most(loops);
      if (time >= SHORT * total) words.push("; what they run most is ", {text: toldOf(slice) ?? `loop ${slice.args.source || slice.args.label || slice.name}`, slice}, ` (${share(time, total)})`);
    }
    found.push([...words, "."]);
  }
  const byCta = new Map();
  for (const lane of lanes) byCta.set(lane.cta, [...(byCta.get(lane.cta) ?? []), lane]);
  const sums = {end: 0, before: 0, behind: 0, products: 0, copies: 0, both: 0};
  let gap = null;
  for (const held of byCta.values()) {
    const of = (...kinds) => union(held.flatMap((lane) => lane.slices.filter((slice) => kinds.includes(slice.cat)).map((slice) => [slice.ts, slice.ts + slice.dur])));
    const [products, copies] = [of("wgmma", "tensor"), of("copy")];
    const end = held.flatMap((lane) => lane.slices).reduce((last, slice) => Math.max(last, slice.ts + slice.dur), 0);
    sums.end += end;
    sums.before += products.length && products[0][0];
    sums.behind += products.length && end - products.at(-1)[1];
    sums.products += lengthOf(products);
    sums.copies += lengthOf(copies);
    sums.both += lengthOf(common(products, copies));
    products.slice(1).forEach(([from], at) => {
      if (!gap || from - products[at][1] > gap.to - gap.from) gap = {from: products[at][1], to: from, lanes: held};
    });
  }
  if (sums.products) {
    const words = [{bold: "Products"}, ` are in flight ${share(sums.products, sums.end)} of the time`];
    if (gap) {
      const length = gap.to - gap.from;
      words.push(", with a gap of ", {text: plural(length, "unit"), from: gap.from, to: gap.to});
      const [longest] = [...waitsIn(gap.lanes.filter((lane) => /multiply/.test(lane.group)), toldOf, gap.from, gap.to)].sort(([, a], [, b]) => b.time - a.time);
      words.push(longest ? `, in which warps that multiply wait ${longest[0]}` : " at most");
    } else words.push(", from the first to the last without a gap");
    found.push([...words, `; ${share(sums.before, sums.end)} pass before the first, ${share(sums.behind, sums.end)} behind the last.`]);
  }
  if (sums.copies) {
    // What hides the time of a copy is what is run between its issue and the wait for it.
    const lengths = lanes.flatMap((lane) => lane.slices.filter((slice) => slice.cat === "copy").map((slice) => slice.dur));
    const [least, longest] = lengths.reduce(([low, high], each) => [Math.min(low, each), Math.max(high, each)], [Infinity, 0]);
    const words = [{bold: "Copies"}, ` are in flight ${share(sums.copies, sums.end)} of the time, each ${least === longest ? "" : `${number(least)} to `}${plural(longest, "unit")} from issue to wait`];
    if (sums.products) words.push(`; during ${share(sums.both, sums.copies)} of it products are in flight, too`);
    found.push([...words, "."]);
  }
  return found;
}
