// What the page shows, kept in the address: `#L120&tab=flow&hide=loc,nops`. Whatever is as it would be
// without a word is left out, so that an address stays short.

const listeners = [];

function parse(hash) {
  const found = {};
  for (const word of hash.replace(/^#/, "").split("&")) {
    const line = /^L(\d+)$/.exec(word);
    if (line) found.line = Number(line[1]);
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
  const words = state.line ? [`L${state.line}`] : [];
  for (const [key, value] of Object.entries(state)) {
    if (key !== "line" && value !== "" && value !== undefined) words.push(`${key}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
  }
  return `#${words.join("&")}`;
}

let held = parse(location.hash);

export const state = () => held;

export function update(changes) {
  held = {...held, ...changes};
  for (const key of Object.keys(held)) if (held[key] === "" || held[key] === undefined) delete held[key];
  const hash = format(held);
  // Replaced, not added: each click would be a step of the history.
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
