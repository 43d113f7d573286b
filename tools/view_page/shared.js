// Shared memory over time: a mark for each access, at its time and its bytes, drawn on a canvas.

import {number} from "./elements.js";
import {fitted, niceStep} from "./timeline.js";

const LEFT = 70;
const NAMES = 190;  // pixels of the names of what lies in shared memory
const LINE = 14;
const TOP = 20;
const HEIGHT = 420;
const COLOURS = {
  load: "hsl(211 70% 55%)", store: "hsl(12 75% 55%)", atomic: "hsl(280 55% 55%)",
  "copy in": "hsl(140 55% 42%)", "copy out": "hsl(40 85% 45%)",
};

// What lies in the only variable of a kernel, by its first bytes; where several are is not known here.
function partsOf(each) {
  const [variable, ...others] = each.map ?? [];
  if (!variable || others.length || each.shared.length !== 1) return [];
  return variable.parts.filter((part) => typeof part.offset === "number" && part.bytes).map((part) => ({
    first: part.offset, bytes: part.bytes, number: part.number || 1,
    name: /\btile of ([^:,]+)/.exec(part.what)?.[1] ?? part.what.replace(/^[\d, x]*bytes, /, "").replace(/ of .*|:.*/, ""), what: part.what,
  }));
}

export function drawShared(parent, shared, each, lines, chosen) {
  const {spans, kinds} = shared;
  const bytes = spans.reduce((most, [, , last]) => Math.max(most, last + 1), 1);
  const end = spans.reduce((most, [time]) => Math.max(most, time + 1), Math.max(1, shared.end));
  const known = partsOf(each).filter(({first}) => first < bytes);
  // Parts of a variable that is mostly unknown are no scale.
  const parts = 2 * known.reduce((sum, held) => sum + held.bytes, 0) >= bytes ? known : [];
  const chartLeft = parts.length ? LEFT + NAMES : LEFT;
  const note = document.createElement("p");
  note.className = "faint";
  note.textContent = `Shared memory of CTA (${shared.cta.join(", ")}): ${spans.length} accesses${shared.reached ? ", the limit; more followed" : ""}, each from its first byte to its last, by offset in bytes (down) and logical time (right: instructions of a warp). Copies are at the time of their issue; what wgmma and tcgen05 read through descriptors, and operations on mbarriers, are not recorded. Click to go to the line.`;
  const legend = document.createElement("p");
  for (const kind of kinds) {
    const swatch = document.createElement("span");
    swatch.className = "swatch";
    swatch.style.background = COLOURS[kind] ?? "gray";
    legend.append(swatch, ` ${kind}  `);
  }
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "shared memory over time");
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  parent.append(note, legend, canvas, tip);
  let width = 0;
  const x = (time) => chartLeft + ((width - chartLeft) * time) / end;
  const y = (byte) => TOP + (HEIGHT * byte) / bytes;
  const boxOf = ([time, first, last]) => {
    const left = x(Math.max(0, time - 1));
    return [left, y(first), Math.max(2, x(time) - left), Math.max(2, y(last + 1) - y(first))];
  };

  function draw() {
    width = Math.max(400, parent.clientWidth - 24);
    const scale = window.devicePixelRatio || 1;
    const height = HEIGHT + TOP + 8;
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    pen.scale(scale, scale);
    pen.font = "12px system-ui";
    pen.strokeStyle = style.getPropertyValue("--line");
    pen.fillStyle = style.getPropertyValue("--text");
    const border = (byte, colour, from) => {
      pen.strokeStyle = style.getPropertyValue(colour);
      pen.beginPath();
      pen.moveTo(from, Math.round(y(byte)) + 0.5);
      pen.lineTo(width, Math.round(y(byte)) + 0.5);
      pen.stroke();
    };
    const offset = (byte) => pen.fillText(number(byte), 4, Math.min(y(byte) + (parts.length ? LINE - 2 : 4), height - 2));
    // Borders of what lies there and of its stages; else offsets at powers of two.
    let last = -LINE;
    for (const {first, bytes: held, number: stages, name} of parts) {
      for (let stage = 0; stage < stages; stage += 1) {
        const byte = first + (held / stages) * stage;
        border(byte, stage ? "--line" : "--strong-line", stage ? LEFT : 0);
        if (y(byte) - last < LINE) continue;
        last = y(byte);
        offset(byte);
        pen.fillText(fitted(pen, stages > 1 ? `${name} [${stage}]` : name, NAMES - 10), LEFT, y(byte) + LINE - 2);
      }
      border(first + held, "--strong-line", 0);
    }
    const rise = 2 ** Math.ceil(Math.log2(Math.max(1, bytes / 10)));
    for (let byte = 0; byte <= bytes && !parts.length; byte += rise) {
      offset(byte);
      border(byte, "--line", LEFT);
    }
    const pace = niceStep(end / 8);
    for (let time = 0; time < end; time += pace) pen.fillText(time.toLocaleString("en-GB"), x(time), 12);
    for (const span of spans) {
      pen.fillStyle = COLOURS[kinds[span[3]]] ?? "gray";
      pen.fillRect(...boxOf(span));
    }
  }

  function spanAt(event) {
    const box = canvas.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    return spans.findLast((span) => {
      const [left, top, wide, high] = boxOf(span);
      return px >= left - 1 && px <= left + wide + 1 && py >= top - 1 && py <= top + high + 1;
    });
  }

  canvas.addEventListener("mousemove", (event) => {
    const found = spanAt(event);
    tip.hidden = !found;
    if (!found) return;
    const [time, first, last, kind, line] = found;
    tip.textContent = `${kinds[kind]} of bytes ${first} to ${last} at ${time}\nline ${line}: ${(lines[line - 1] ?? "").trim().slice(0, 120)}`;
    tip.style.left = `${Math.min(event.pageX + 14, width - 200)}px`;
    tip.style.top = `${event.pageY + 10}px`;
  });
  canvas.addEventListener("mouseleave", () => (tip.hidden = true));
  canvas.addEventListener("click", (event) => {
    const found = spanAt(event);
    if (found) chosen(found[4]);
  });
  new ResizeObserver(draw).observe(parent);
  draw();
}
