// The timeline of a run: a lane for each warp and each kind of copy, drawn on a canvas.

const ROW = 18;
const LEFT = 190;

export function drawTimeline(parent, timeline, chosen) {
  const events = timeline.traceEvents.filter((each) => each.ph === "X");
  const names = new Map();
  const processes = new Map();
  for (const each of timeline.traceEvents) {
    if (each.name === "process_name") processes.set(each.pid, each.args.name);
    if (each.name === "thread_name") names.set(`${each.pid}/${each.tid}`, each.args.name);
  }
  const lanes = [...new Set(events.map((each) => `${each.pid}/${each.tid}`))];
  lanes.sort((a, b) => {
    const [p, q] = [a.split("/").map(Number), b.split("/").map(Number)];
    const byName = (names.get(a) ?? a).localeCompare(names.get(b) ?? b, "en", { numeric: true });
    return p[0] - q[0] || byName || p[1] - q[1];
  });
  const rowOf = new Map(lanes.map((lane, index) => [lane, index]));
  const end = events.reduce((most, each) => Math.max(most, each.ts + each.dur), 1);
  let from = 0;
  let to = end;
  const canvas = document.createElement("canvas");
  canvas.tabIndex = 0;
  const note = document.createElement("p");
  note.className = "faint";
  note.textContent = `${events.length} slices in ${lanes.length} lanes; scroll to zoom, drag to move, click to go to the line`;
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  parent.append(note, canvas, tip);
  const hue = (text) => [...text].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 360, 7);

  function draw() {
    const width = Math.max(400, parent.clientWidth - 24);
    const height = ROW * lanes.length + 24;
    const scale = window.devicePixelRatio || 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    pen.scale(scale, scale);
    pen.font = "12px system-ui";
    const room = width - LEFT;
    const x = (time) => LEFT + (room * (time - from)) / (to - from);
    const painted = new Float64Array(lanes.length);  // up to where lanes are full
    for (const each of events) {
      if (each.ts + each.dur < from || each.ts > to) continue;
      const row = rowOf.get(`${each.pid}/${each.tid}`);
      const top = ROW * row + 22;
      const left = Math.max(LEFT, x(each.ts));
      const right = Math.min(width, Math.max(left + 1, x(each.ts + each.dur)));
      if (right - left <= 1 && right <= painted[row]) continue;
      painted[row] = Math.max(painted[row], Math.floor(right));
      pen.fillStyle = `hsl(${hue(each.name)} 55% 55%)`;
      pen.fillRect(left, top, right - left, ROW - 3);
      if (right - left > 40) {
        pen.fillStyle = "#fff";
        pen.save();
        pen.beginPath();
        pen.rect(left, top, right - left, ROW);
        pen.clip();
        pen.fillText(each.name, left + 3, top + 12);
        pen.restore();
      }
    }
    pen.fillStyle = style.getPropertyValue("--text");
    lanes.forEach((lane, index) => {
      const [pid] = lane.split("/");
      const text = `${processes.get(Number(pid)) ?? pid} ${names.get(lane) ?? lane}`;
      pen.fillText(text.slice(0, 28), 4, ROW * index + 34);
    });
    for (let step = 0; step <= 8; step += 1) {
      const time = from + ((to - from) * step) / 8;
      pen.fillText(String(Math.round(time)), x(time), 12);
    }
  }

  function eventAt(event) {
    const box = canvas.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top - 22) / ROW);
    const time = from + ((to - from) * (event.clientX - box.left - LEFT)) / (box.width - LEFT);
    const lane = lanes[row];
    const slack = (2 * (to - from)) / box.width;
    return events.find(
      (each) =>
        `${each.pid}/${each.tid}` === lane && each.ts - slack <= time && time <= each.ts + each.dur + slack,
    );
  }

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left - LEFT) / (box.width - LEFT)));
    const middle = from + (to - from) * share;
    const factor = event.deltaY > 0 ? 1.25 : 0.8;
    from = Math.max(0, middle - (middle - from) * factor);
    to = Math.min(end, middle + (to - middle) * factor);
    draw();
  }, {passive: false});
  let held = null;
  canvas.addEventListener("mousedown", (event) => (held = {x: event.clientX, from, to, moved: false}));
  window.addEventListener("mouseup", () => (held = held?.moved ? null : held));
  canvas.addEventListener("mousemove", (event) => {
    if (held && event.buttons) {
      const shift = ((held.x - event.clientX) * (held.to - held.from)) / (canvas.clientWidth - LEFT);
      held.moved ||= Math.abs(held.x - event.clientX) > 3;
      const span = held.to - held.from;
      from = Math.min(Math.max(0, held.from + shift), end - span);
      to = from + span;
      draw();
      return;
    }
    const found = eventAt(event);
    tip.hidden = !found;
    if (!found) return;
    const more = Object.entries(found.args ?? {}).map(([name, value]) => `${name}: ${value}`);
    tip.textContent = [`${found.name}: ${found.ts} to ${found.ts + found.dur}`, ...more].join("\n");
    tip.style.left = `${event.pageX + 14}px`;
    tip.style.top = `${event.pageY + 10}px`;
  });
  canvas.addEventListener("click", (event) => {
    const found = eventAt(event)?.args ?? {};
    const line = found.line ?? Number.parseInt(found.lines, 10);  // of a region, the first one
    if (Number.isInteger(line)) chosen(line);
  });
  new ResizeObserver(draw).observe(parent);
  draw();
}
