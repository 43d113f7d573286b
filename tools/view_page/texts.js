// The text of a column as it is copied and saved.
import {sass} from "./data.js";

// Machine code has its addresses, as nvdisasm writes them, and its control codes behind.
export function textOf(id, lines) {
  if (id !== "sass") return lines.join("\n");
  const wide = Math.max(0, ...sass.lines.map((text, at) => (sass.addresses[at] >= 0 ? text.trimEnd().length : 0)));
  return sass.lines.map((text, at) => {
    if (sass.addresses[at] < 0) return text;
    const address = `/*${sass.addresses[at].toString(16).padStart(4, "0")}*/`;
    return sass.controls[at] ? `${address} ${text.trimEnd().padEnd(wide)}  // ${sass.controls[at]}` : `${address} ${text.trimEnd()}`;
  }).join("\n");
}
