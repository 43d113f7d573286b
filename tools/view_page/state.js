// What the page shows, kept in the address: `#L120&tab=flow&hide=loc,nops`; `#L120-L130` is a range of
// lines, whose last one is `to`. Whatever is as it would be
// without a word is left out, so that an address stays short.

const listeners = [];

function parse(hash) {
  const found = {};
  for (const word of hash.replace(/^#/, "").split("&")) {
    const line = /^L(\d+)(?:-L?(\d+))?$/.exec(word);
    if (line) [found.line, found.to] = [Number(line[1]), line[2] && Number(line[2])];
    else if (/^(code|overview|flow|timeline|shared|diagnostics|licences)$/.test(word)) found.tab = word;
    else if (word.includes("=")) {
      const [key, value] = word.split("=");
      try {
        found[key] = decodeURIComponent(value);
      } catch {
        // An address that was cut off has no value there.
      }
    }
  }
  return found;
}

function format(state) {
  const words = state.line ? [state.to ? `L${state.line}-L${state.to}` : `L${state.line}`] : [];
  for (const [key, value] of Object.entries(state)) {
    if (key !== "line" && key !== "to" && value !== "" && value !== undefined) words.push(`${key}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
  }
  return `#${words.join("&")}`;
}

let held = parse(location.hash);

export const state = () => held;

// Begins a step of the history, to which the browser goes back: a jump is one, a click is none.
export const step = () => history.pushState(null, "", format(held));

export function update(changes) {
  held = {...held, ...changes};
  for (const key of Object.keys(held)) if (held[key] === "" || held[key] === undefined) delete held[key];
  const hash = format(held);
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

// Calls a function with what the address says, now and whenever an address is typed or followed.
export function follow(listener) {
  listeners.push(listener);
  held = parse(location.hash);
  listener(held);
}

window.addEventListener("hashchange", () => {
  held = parse(location.hash);
  for (const listener of listeners) listener(held);
});
