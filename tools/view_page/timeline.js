// The timeline of a run: a lane for each warp, by roles, and each kind of copy, drawn on a canvas.
import {data, ptx} from "./data.js";
import {make, menu, number, plural, size} from "./elements.js";
import {findingsOf} from "./timeline_facts.js";

const [LEAST_ROW, MOST_ROW] = [20, 28];  // pixels of a lane: as many as there is room for
const WIDE = 600;  // pixels of the frame, below which names of lanes are shorter
const AXIS = 26;
const MANY = 48;  // lanes, beyond which the first CTA is shown alone
const KINDS = [
  ["run", "runs", "hsl(211 55% 52%)"], ["loop", "runs a loop", "hsl(228 52% 44%)"], ["wait", "waits", "hsl(42 85% 55%)"], ["copy", "copy in flight", "hsl(140 45% 42%)"],
  ["wgmma", "wgmma in flight", "hsl(350 60% 55%)"], ["tensor", "tcgen05 in flight", "hsl(290 50% 55%)"],
];
// Instants: ticks over the whole lane, but for trips, which are notches at its upper edge.
const MARKS = [["barrier", "barrier", "hsl(16 85% 45%)"], ["groups", "wait for groups", "hsl(140 60% 25%)"], ["trip", "trip of a loop", "#fff"]];
const MIN_TEXT = 4;  // letters of a text that is cut
const NEAR = 3;  // pixels from a tick that still mean it
const titles = new Map(data.functions.map((each) => [each.name, each.title]));
const colours = new Map(KINDS.map(([kind, , colour]) => [kind, colour]));

const PRODUCT = /\b(wgmma\.mma_async|w?mma\.(sync|mma)|tcgen05\.mma)\b/;
// What the lines of a loop do that has no product, by the first of these that is in it.
const WORK = [[/\bcp\.async\.bulk\S*\.shared::\w+\.global\b/, "TMA loads"], [/\bcp\.(reduce\.)?async\.bulk\S*\.global\.shared\b/, "TMA stores"], [/\bcp\.async\.c[ag]\b/, "cp.async"]];

// What the warps of a CTA are for, by the instructions that their first threads ran; nothing where
// all warps do the same.
function rolesOf() {
  const ran = new Map();
  for (const [line, rows] of Object.entries(data.values?.lines ?? {})) {
    for (const [thread, , ...effects] of rows) {
      const warp = Math.floor(linear(thread) / 32);
      if (!ran.has(warp)) ran.set(warp, new Set());
      const text = effects.join(" ");
      if (PRODUCT.test(ptx.lines[line - 1])) ran.get(warp).add("multiply");
      if (/\b(tensor|bulk) (load|gather)/.test(text)) ran.get(warp).add("load");
      if (/\b(tensor|bulk) (store|reduc)/.test(text)) ran.get(warp).add("store");
    }
  }
  // Of warps that do the same work, one alone may start the stores of all.
  const order = ["load", "multiply"];
  const names = new Map([...ran].map(([warp, did]) => [warp, order.filter((each) => did.has(each)).join(" and ") || (did.has("store") ? "store" : "")]));
  return new Set(names.values()).size > 1 ? names : new Map();
}

function linear([x, y, z]) {
  const [width, height] = data.launch.block ?? [1, 1];
  return x + width * (y + height * z);
}

// The tensor or parameter that the copies of a line are of, by the map of shared memory.
const tiles = new Map();
for (const each of data.functions) {
  for (const part of (each.map ?? []).flatMap((variable) => variable.parts)) {
    const name = /\btile of ([^:,]+)/.exec(part.what)?.[1];
    for (const line of name ? part.lines : []) tiles.set(line, name);
  }
}

// "full[2]": the barrier of a wait by its place in the map of shared memory; "wgmma, loop $L__BB0_6" where a loop
// has the products; nothing where the name of a slice says as much.
const PLACE = /^[^ ]*?(?:\+(\d+))? at /;  // "ring+16 at 0x410"
function toldOf(each) {
  if (each.cat === "wait" && each.args?.mbarrier) {
    const held = data.functions.flatMap((kernel) => kernel.map ?? []).flatMap((variable) => variable.parts).filter((part) => part.lines.includes(each.args.line));
    const roleOf = (part) => /\b(full|empty) mbarrier\b/.exec(part?.what ?? "")?.[1];
    // A barrier with a name of its own is told by what all barriers of the line are.
    const own = /^[^ +]*\[(\d+)\] at /.exec(each.args.mbarrier);
    const roles = new Set(held.map(roleOf));
    if (own && roles.size === 1 && held[0] && roleOf(held[0])) return `wait ${roleOf(held[0])}[${own[1]}]`;
    const place = PLACE.exec(each.args.mbarrier);
    const at = place ? Number(place[1] ?? 0) : Number.NaN;
    const part = held.find((found) => typeof found.offset === "number" && at >= found.offset && at < found.offset + found.bytes);
    const role = roleOf(part);
    if (!role) return null;
    return part.number > 1 ? `wait ${role}[${Math.floor((at - part.offset) / (part.bytes / part.number))}]` : `wait ${role}`;
  }
  if (each.args?.trips === undefined) return null;
  const texts = ownLinesOf(each).map((line) => ptx.lines[line - 1] ?? "");
  const products = new Set(texts.map((text) => PRODUCT.exec(text)?.[1].split(".")[0]).filter(Boolean));
  const work = products.size ? [...products].join(", ") : WORK.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1];
  return work ? `${work}, ${each.args.source ? `loop ${each.args.source}` : each.name}` : null;
}

const linesOf = (each) => String(each.args.lines).split(", ").flatMap((range) => {
  const [first, last = first] = range.split("-").map(Number);
  return Array.from({length: last - first + 1}, (_, at) => first + at);
});

// The lines of a loop that are in no loop in it.
const loops = new Map();
for (const each of data.timeline?.traceEvents ?? []) if (each.args?.trips !== undefined) loops.set(each.args.lines, new Set(linesOf(each)));
const owned = new Map();
function ownLinesOf(each) {
  if (!owned.has(each.args.lines)) {
    const mine = loops.get(each.args.lines) ?? new Set();
    const inner = [...loops.values()].filter((held) => held.size < mine.size && [...held].every((line) => mine.has(line)));
    owned.set(each.args.lines, [...mine].filter((line) => !inner.some((held) => held.has(line))));
  }
  return owned.get(each.args.lines);
}

const CLOSE = 25;  // units between copies that one part of a loop starts

// Copies that are started together and awaited together, as those of a stage, are one bar. Those in flight at
// the same time are in lanes of their own.
function copiesTogether(events, names) {
  const groups = new Map();
  for (const each of events.filter((held) => held.cat === "copy").sort((a, b) => a.ts - b.ts)) {
    const key = `${each.pid} ${each.name} ${each.ts + each.dur} ${each.args?.["issued by warp"]}`;
    const held = groups.get(key) ?? groups.set(key, []).get(key);
    if (held.length && each.ts - held.at(-1).at(-1).ts <= CLOSE) held.at(-1).push(each);
    else held.push([each]);
  }
  const free = new Map();  // the ends of the lanes of each CTA
  const made = [...groups.values()].flat().sort((a, b) => a[0].ts - b[0].ts).map((held) => {
    const [first] = held;
    const bytes = held.reduce((sum, each) => sum + (each.args?.bytes ?? 0), 0);
    const of = [...new Set(held.map((each) => tiles.get(each.args?.line)).filter(Boolean))];
    const count = held.length > 1 ? `${held.length} ${first.name}s` : first.name;
    const ends = free.get(first.pid) ?? free.set(first.pid, []).get(first.pid);
    const lane = ends.findIndex((end) => end <= first.ts);
    const row = lane < 0 ? ends.length : lane;
    ends[row] = first.ts + first.dur;
    const tid = `copies ${row}`;
    names.set(`${first.pid}/${tid}`, row ? `copies ${row + 1}` : "copies");
    return {...first, tid, name: [count, of.join(", "), bytes ? size(bytes) : ""].filter(Boolean).join(" · "), args: {...first.args, ...(bytes && {bytes})}};
  });
  return [...events.filter((held) => held.cat !== "copy"), ...made];
}

// Returns the lanes of CTAs: [{title, cta, slices, order}], and headings between them.
function lanesOf(events) {
  const names = new Map();
  const processes = new Map();
  for (const each of data.timeline.traceEvents) {
    if (each.name === "process_name") processes.set(each.pid, each.args.name);
    if (each.name === "thread_name") names.set(`${each.pid}/${each.tid}`, each.args.name);
  }
  const roles = rolesOf();
  const lanes = new Map();
  for (const each of copiesTogether(events, names)) {
    const key = `${each.pid}/${each.tid}`;
    if (!lanes.has(key)) {
      const title = names.get(key) ?? key;
      const warp = /^warp (\d+)$/.exec(title);
      const group = warp ? (roles.get(Number(warp[1])) ? `warps that ${roles.get(Number(warp[1]))}` : roles.size ? "other warps" : "warps") : "copies and products in flight";
      lanes.set(key, {key, title, group, rank: group === "other warps" ? 1 : warp ? 0 : 2, cta: processes.get(each.pid) ?? String(each.pid), pid: each.pid, slices: [], marks: [], alike: 1, warp: warp ? Number(warp[1]) : -1, longest: 0});
    }
    const lane = lanes.get(key);
    lane.slices.push(each);
    lane.longest = Math.max(lane.longest, each.dur);
  }
  for (const each of data.timeline.traceEvents) if (each.ph === "i") lanes.get(`${each.pid}/${each.tid}`)?.marks.push(each);
  for (const lane of lanes.values()) for (const held of [lane.slices, lane.marks]) held.sort((a, b) => a.ts - b.ts);
  return [...lanes.values()].sort((a, b) => a.pid - b.pid || a.rank - b.rank || a.group.localeCompare(b.group) || a.title.localeCompare(b.title, "en", {numeric: true}));
}

const kindOf = (each) => (each.cat === "run" && each.args?.trips ? "loop" : each.cat);

const shapeOf = (lane) => lane.shape ??= [...lane.slices, ...lane.marks].map((each) => `${each.cat} ${each.name} ${each.ts} ${each.dur ?? 0}`).join("\n");

// "0–3, 6": numbers with runs of them written as intervals.
function intervals(numbers) {
  const runs = [];
  for (const each of [...numbers].sort((a, b) => a - b)) {
    if (runs.at(-1)?.[1] === each - 1) runs.at(-1)[1] = each;
    else runs.push([each, each]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(", ");
}

// Warps of a CTA that do the same at the same times are one lane; the first of them stands for all.
function folded(lanes) {
  const groups = new Map();
  for (const lane of lanes) {
    const key = lane.warp < 0 ? lane.key : `${lane.pid} ${lane.group} ${shapeOf(lane)}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(lane);
  }
  return [...groups.values()].map((held) => (held.length === 1 ? held[0] : {...held[0], alike: held.length, title: `warps ${intervals(held.map((each) => each.warp))}, alike`}));
}

// CTAs whose lanes are the same, one after the other, are shown as the first of them: [first, last, count].
function foldedCtas(lanes) {
  const shapes = new Map();
  for (const lane of lanes) shapes.set(lane.cta, `${shapes.get(lane.cta) ?? ""}\n\n${lane.title}\n${shapeOf(lane)}`);
  const found = [];
  for (const [cta, shape] of shapes) {
    if (found.at(-1)?.shape === shape) Object.assign(found.at(-1), {last: cta, count: found.at(-1).count + 1});
    else found.push({first: cta, last: cta, count: 1, shape});
  }
  return found;
}

export function drawTimeline(parent, chosen) {
  let nameWidth = 170;
  let ROW = LEAST_ROW;
  const events = data.timeline.traceEvents.filter((each) => each.ph === "X");
  const everyLane = lanesOf(events);
  let lanes = folded(everyLane);
  const end = events.reduce((most, each) => Math.max(most, each.ts + each.dur), 1);
  const ctas = [...new Set(lanes.map((lane) => lane.cta))];
  const alike = new Map(foldedCtas(lanes).map((each) => [each.first, each]));
  const canFold = everyLane.length > lanes.length || alike.size < ctas.length;
  let shown = lanes.filter((lane) => alike.has(lane.cta)).length > MANY ? ctas[0] ?? "" : "";
  let folds = canFold;
  let rows = [];  // lanes and headings
  let [from, to] = [0, end];
  let marked = null;

  const bar = make("div", "", {class: "bar-row"});
  const picker = menu("CTA", "the CTA that is shown", [["", `all ${ctas.length} that are recorded`], ...ctas.map((name) => [name, name])], shown, (name) => {
    shown = name;
    arrange();
  });
  picker.hidden = ctas.length < 2;
  const [width_, height_, depth_] = data.launch.grid ?? [];
  const total = width_ * height_ * depth_ || ctas.length;
  const recorded = total > ctas.length
    ? `${number(ctas.length)} of ${number(total)} CTAs are recorded; ptxpy view --ctas 16 17 … records others`
    : `${plural(ctas.length, "CTA")}, all of the launch`;
  const button = (text, title, action) => {
    const made = make("button", text, {title});
    made.addEventListener("click", action);
    return made;
  };
  const present = new Set(events.map(kindOf));
  const legend = make("span", "", {class: "legend"});
  for (const [kind, text, colour] of KINDS) {
    if (!present.has(kind)) continue;
    const swatch = make("span", "", {class: "swatch"});
    swatch.style.background = colour;
    legend.append(make("span", "", {}, swatch, text));
  }
  const marksPresent = new Set(data.timeline.traceEvents.filter((each) => each.ph === "i").map((each) => each.cat));
  for (const [kind, text, colour] of MARKS) {
    if (!marksPresent.has(kind)) continue;
    const swatch = make("span", "", {class: `swatch tick ${kind}`});
    swatch.style.background = kind === "trip" ? "" : colour;
    legend.append(make("span", "", {}, swatch, text));
  }
  const fold = button("Fold", "equal warps and CTAs as one lane, or each by itself", () => {
    folds = !folds;
    fold.setAttribute("aria-pressed", String(folds));
    lanes = folds ? folded(everyLane) : everyLane;
    arrange();
  });
  fold.setAttribute("aria-pressed", String(folds));
  fold.hidden = !canFold;
  bar.append(picker, fold, make("span", recorded, {class: "faint"}), make("span", "", {class: "spring"}), legend, button("+", "zoom in (+)", () => zoom(0.7, marked?.ts)), button("−", "zoom out (-)", () => zoom(1 / 0.7, marked?.ts)), button("Fit", "all of it (0)", () => fit()));
  const note = make("p", "Time is logical: one unit is one instruction of a warp. These are no cycles. Ctrl and the wheel zoom, a drag or the arrows move, + − 0 zoom, Enter or a click goes to the line.", {class: "faint"});
  const findings = make("div", "", {class: "findings"});
  for (const text of data.launch.notes ?? []) note.append(make("b", ` ${text}.`, {class: "warning"}));
  const frame = make("div", "", {class: "timeline-frame", tabindex: "0", role: "img", "aria-label": "timeline"});
  const canvas = make("canvas");
  const filler = make("div", "", {class: "filler"});
  frame.append(canvas, filler);
  const tip = make("div", "", {class: "tip"});
  tip.hidden = true;
  parent.append(bar, findings, frame, note, tip);

  function arrange() {
    rows = [];
    let heading = "";
    for (const lane of lanes) {
      if (shown ? lane.cta !== shown : folds && !alike.has(lane.cta)) continue;
      const same = alike.get(lane.cta);
      const cta = !shown && folds && same?.count > 1 ? `${same.count} CTAs alike, ${same.first} to ${same.last}` : lane.cta;
      const title = shown ? lane.group : `${cta}: ${lane.group}`;
      if (title !== heading) rows.push({heading: title});
      heading = title;
      rows.push(lane);
    }
    frame.scrollTop = 0;
    tellFindings();
    ROW = Math.min(MOST_ROW, Math.max(LEAST_ROW, Math.floor((frame.clientHeight - AXIS - 8) / Math.max(1, rows.length))));
    filler.style.height = `${AXIS + ROW * rows.length + 8 - frame.clientHeight}px`;
    draw();
  }

  // What is read off the lanes that are shown, in sentences with links.
  function tellFindings() {
    const link = (text, title, action) => {
      const made = make("button", text, {class: "link", title});
      made.addEventListener("click", action);
      return made;
    };
    findings.replaceChildren(...findingsOf(everyLane.filter((lane) => !shown || lane.cta === shown), toldOf).map((words) => make("p", "", {}, ...words.map((word) => {
      if (typeof word === "string") return word;
      if (word.bold) return make("b", word.bold);
      if (word.slice) return link(word.text, "to the line", () => lineOf(word.slice) && chosen(lineOf(word.slice)));
      return link(word.text, `${number(word.from)} to ${number(word.to)}: zoom there`, () => {
        const margin = Math.max(4, word.to - word.from) / 2;
        [from, to] = [Math.max(0, word.from - margin), Math.min(end, word.to + margin)];
        draw();
        frame.focus();
      });
    }))));
  }

  const room = () => frame.clientWidth - nameWidth - 8;
  const x = (time) => nameWidth + (room() * (time - from)) / (to - from);

  function draw() {
    const [width, height] = [frame.clientWidth, frame.clientHeight];
    if (!width || !height) return;
    nameWidth = width < WIDE ? 110 : 170;
    const scale = window.devicePixelRatio || 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name);
    pen.scale(scale, scale);
    pen.font = "12px system-ui, sans-serif";
    const ticks = [];
    const step = niceStep((to - from) / Math.max(3, room() / 110));
    for (let time = Math.ceil(from / step) * step; time <= to; time += step) ticks.push(time);
    pen.strokeStyle = colour("--line");
    for (const time of ticks) {
      pen.beginPath();
      pen.moveTo(Math.round(x(time)) + 0.5, AXIS - 4);
      pen.lineTo(Math.round(x(time)) + 0.5, height);
      pen.stroke();
    }
    const first = Math.max(0, Math.floor(frame.scrollTop / ROW));
    const offset = AXIS - frame.scrollTop;
    for (let index = first; index < rows.length && offset + ROW * index < height; index += 1) {
      const row = rows[index];
      const top = offset + ROW * index;
      if (row.heading) {
        pen.fillStyle = colour("--panel");
        pen.fillRect(0, top, width, ROW);
        pen.fillStyle = colour("--faint");
        pen.font = "600 12px system-ui, sans-serif";
        pen.fillText(row.heading, 8, top + ROW / 2 + 4);
        pen.font = "12px system-ui, sans-serif";
        continue;
      }
      drawLane(pen, row, top, width, colour);
    }
    pen.fillStyle = colour("--back");
    pen.fillRect(0, 0, width, AXIS - 4);
    pen.fillStyle = colour("--faint");
    for (const time of ticks) if (x(time) < width - 40) pen.fillText(number(time), x(time) + 3, 14);
    pen.fillText(fitted(pen, "instructions of a warp", nameWidth - 12), 8, 14);
  }

  function drawLane(pen, lane, top, width, colour) {
    let painted = 0;  // up to where the lane is full
    for (const each of visible(lane)) {
      const left = Math.max(nameWidth, x(each.ts));
      const right = Math.min(width - 8, Math.max(left + 1, x(each.ts + each.dur)));
      if (right - left <= 1 && right <= painted) continue;
      painted = Math.max(painted, Math.floor(right));
      const gap = right - left > 4 ? 1 : 0;
      pen.fillStyle = colours.get(kindOf(each)) ?? "gray";
      pen.fillRect(left, top + 2, right - left - gap, ROW - 4);
      if (each === marked) {
        pen.strokeStyle = colour("--text");
        pen.lineWidth = 2;
        pen.strokeRect(left + 1, top + 3, Math.max(1, right - left - 2), ROW - 6);
        pen.lineWidth = 1;
      }
    }
    drawMarks(pen, lane, top, width);
    for (const each of visible(lane)) {
      const left = Math.max(nameWidth, x(each.ts));
      const right = Math.min(width - 8, Math.max(left + 1, x(each.ts + each.dur)));
      if (right - left > 34) {
        pen.save();
        pen.beginPath();
        pen.rect(left, top, right - left - 4, ROW);
        pen.clip();
        pen.fillStyle = each.cat === "wait" ? "#2b2100" : "#fff";
        // Lines of the source say more than a label, which the tooltip has.
        const {source, trips} = each.args ?? {};
        const short = source || each.name.replace(/^loop (?=\S)/, "");
        const told = toldOf(each);
        const words = told ?? (source && trips ? `loop ${source}` : each.name);
        const pieces = each.name.split(" · ");
        const texts = [trips > 1 ? `${words} · ${number(trips)} trips` : words, words, told?.split(", ")[0] ?? short, short, `${pieces[0]} · ${pieces.at(-1)}`, pieces[0], short.replace(/^\$L__| m\d\S*$/g, "")];
        const text = texts.find((held) => pen.measureText(held).width <= right - left - 8) ?? fitted(pen, short, right - left - 8);
        // Two letters and an ellipsis say nothing.
        if (text.length > MIN_TEXT) {
          // Ticks end before the text, and do not go through its letters.
          const tint = pen.fillStyle;
          pen.fillStyle = colours.get(kindOf(each)) ?? "gray";
          pen.fillRect(left + 2, top + 4, pen.measureText(text).width + 4, ROW - 8);
          pen.fillStyle = tint;
          pen.fillText(text, left + 4, top + ROW / 2 + 4);
        }
        pen.restore();
      }
    }
    pen.fillStyle = colour("--back");
    pen.fillRect(0, top, nameWidth - 2, ROW);
    pen.fillStyle = colour("--text");
    pen.fillText(fitted(pen, lane.title, nameWidth - 20), 14, top + ROW / 2 + 4);
  }

  // Ticks that would be drawn over each other are one, so that a lane of a thousand trips stays readable.
  function drawMarks(pen, lane, top, width) {
    for (const [kind, , tint] of MARKS) {
      let painted = -1;
      for (const each of lane.marks) {
        if (each.cat !== kind || each.ts < from || each.ts > to) continue;
        const at = Math.round(x(each.ts));
        if (at < painted + (kind === "trip" ? 4 : 2) || at > width - 8) continue;
        painted = at;
        pen.fillStyle = tint;
        if (kind === "trip") pen.fillRect(at - 0.5, top + 2, 1, 5);
        else pen.fillRect(at - 1, top + 1, 2, ROW - 2);
      }
    }
  }

  // The slices of a lane in the interval that is shown; they are in the order of their starts.
  function visible(lane) {
    let [low, high] = [0, lane.slices.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lane.slices[middle].ts < from - lane.longest) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (let at = low; at < lane.slices.length && lane.slices[at].ts <= to; at += 1) {
      if (lane.slices[at].ts + lane.slices[at].dur >= from) found.push(lane.slices[at]);
    }
    return found;
  }

  function sliceAt(event) {
    const box = frame.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    if (py < AXIS || px < nameWidth) return null;
    const lane = rows[Math.floor((py - AXIS + frame.scrollTop) / ROW)];
    if (!lane?.slices) return null;
    const time = from + ((to - from) * (px - nameWidth)) / room();
    const slack = (2 * (to - from)) / room();
    const near = (NEAR * (to - from)) / room();
    const closest = lane.marks.reduce((best, each) => (Math.abs(each.ts - time) < Math.abs((best?.ts ?? Infinity) - time) ? each : best), null);
    if (closest && Math.abs(closest.ts - time) <= near) return closest;
    return visible(lane).find((each) => each.ts - slack <= time && time <= each.ts + each.dur + slack) ?? null;
  }

  function zoom(factor, at = (from + to) / 2) {
    const span = Math.max(Math.min(4, end), Math.min(end, (to - from) * factor));
    const share = (at - from) / (to - from);
    from = Math.max(0, Math.min(end - span, at - span * share));
    to = from + span;
    draw();
  }
  function move(shift) {
    const span = to - from;
    from = Math.min(Math.max(0, from + shift), end - span);
    to = from + span;
    draw();
  }
  function fit() {
    [from, to] = [0, end];
    draw();
  }
  // Brings the next or previous slice of the lane, or one of another lane, under the mark.
  function mark(next) {
    if (!next) return;
    marked = next;
    if (next.ts > to || next.ts + next.dur < from) move(next.ts - (from + to) / 2);
    const index = rows.findIndex((row) => row.slices?.includes(next));
    const top = AXIS + ROW * index - frame.scrollTop;
    if (top < AXIS || top > frame.clientHeight - ROW) frame.scrollTop = ROW * index - frame.clientHeight / 2;
    tell(next, nameWidth + 20, Math.min(frame.clientHeight - 80, Math.max(AXIS, top) + ROW + 4));
    draw();
  }

  function tell(found, left, top) {
    tip.hidden = !found;
    if (!found) return;
    const more = Object.entries(found.args ?? {}).map(([name, value]) => `${name.replaceAll("_", " ")}: ${(name === "function" && titles.get(value)) || value}`);
    const line = lineOf(found);
    const code = line ? [(ptx.lines[line - 1] ?? "").trim().slice(0, 120)] : [];
    tip.textContent = [`${found.name}`, found.ph === "i" ? `at ${number(found.ts)}` : `${number(found.ts)} to ${number(found.ts + found.dur)}: ${plural(found.dur, "unit")}`, ...more, ...code].join("\n");
    tip.style.left = `${Math.min(left, frame.clientWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${frame.offsetTop + top}px`;
  }

  const lineOf = (found) => {
    const line = found?.args?.line ?? Number.parseInt(found?.args?.lines, 10);  // of a region, the first one
    return Number.isInteger(line) ? line : 0;
  };

  frame.addEventListener("wheel", (event) => {
    const box = frame.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoom(Math.exp(event.deltaY / 300), from + ((to - from) * Math.max(0, event.clientX - box.left - nameWidth)) / room());
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      move(((event.deltaX || event.deltaY) * (to - from)) / room());
    }
  }, {passive: false});
  frame.addEventListener("scroll", draw);
  let held = null;
  frame.addEventListener("pointerdown", (event) => (held = {x: event.clientX, y: event.clientY, moved: false}));
  window.addEventListener("pointerup", () => setTimeout(() => (held = null)));
  frame.addEventListener("pointermove", (event) => {
    if (held && event.buttons) {
      held.moved ||= Math.abs(held.x - event.clientX) + Math.abs(held.y - event.clientY) > 4;
      if (!held.moved) return;
      move(((held.x - event.clientX) * (to - from)) / room());
      frame.scrollTop += held.y - event.clientY;
      Object.assign(held, {x: event.clientX, y: event.clientY});
      tip.hidden = true;
      return;
    }
    const box = frame.getBoundingClientRect();
    tell(sliceAt(event), event.clientX - box.left + 14, event.clientY - box.top + 16);
  });
  frame.addEventListener("pointerleave", () => (tip.hidden = true));
  frame.addEventListener("click", (event) => {
    if (held?.moved) return;
    const line = lineOf(sliceAt(event));
    if (line) chosen(line);
  });
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const lanesShown = rows.filter((row) => row.slices);
    const lane = lanesShown.find((row) => row.slices.includes(marked)) ?? lanesShown[0];
    const at = lane?.slices.indexOf(marked) ?? -1;
    const near = (other) => other?.slices.reduce((best, each) => (Math.abs(each.ts - (marked?.ts ?? 0)) < Math.abs(best.ts - (marked?.ts ?? 0)) ? each : best), other.slices[0]);
    const step = (to - from) / 10;
    const actions = {
      ArrowRight: () => (event.shiftKey ? move(step) : mark(lane?.slices[Math.min(at + 1, lane.slices.length - 1)])),
      ArrowLeft: () => (event.shiftKey ? move(-step) : mark(lane?.slices[Math.max(at - 1, 0)])),
      ArrowDown: () => mark(near(lanesShown[lanesShown.indexOf(lane) + (marked ? 1 : 0)])),
      ArrowUp: () => mark(near(lanesShown[lanesShown.indexOf(lane) - 1])),
      "+": () => zoom(0.7, marked?.ts), "=": () => zoom(0.7, marked?.ts), "-": () => zoom(1 / 0.7), 0: fit,
      Enter: () => lineOf(marked) && chosen(lineOf(marked)),
    };
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
  });
  new ResizeObserver(() => {
    ROW = Math.min(MOST_ROW, Math.max(LEAST_ROW, Math.floor((frame.clientHeight - AXIS - 8) / Math.max(1, rows.length))));
    filler.style.height = `${Math.max(0, AXIS + ROW * rows.length + 8 - frame.clientHeight)}px`;
    draw();
  }).observe(frame);
  arrange();
  return {draw, focus: () => frame.focus()};
}

export function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least) ?? power);
}

export function fitted(pen, text, width) {
  let shown = text;
  while (shown.length > 1 && pen.measureText(shown).width > width) shown = `${shown.replace(/…$/, "").slice(0, -1)}…`;
  return shown;
}
