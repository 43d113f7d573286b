// The field that goes to a line of PTX, or to a text in any of the columns that are shown.
import {chooseLine, chooseRow, currentLine, isShownRow, markText, rowsOf} from "./code.js";
import {functionAt, functions, ptx, python, sass} from "./data.js";
import {byId, number, plural} from "./elements.js";
import {shownColumns} from "./layout.js";

const LINE = /^L?(\d+)(?:\s*-\s*L?(\d+))?$/i;
const titles = {source: "source", python: "Python", ptx: "PTX", sass: "SASS"};

// A text that ends with a line break has no line behind it.
export const lastLine = ptx.lines.length - (ptx.lines.at(-1) === "" && ptx.lines.length > 1 ? 1 : 0);

export const say = (text) => (byId("go-count").textContent = text);

// Goes to a line, and says so if there is none of that number.
export function goToLine(line, to = 0, isStep = true) {
  const last = Math.max(line, to);
  const isThere = line >= 1 && last <= lastLine;
  chooseLine(Math.max(1, Math.min(line, lastLine)), {to: Math.min(to, lastLine), isStep});
  say(isThere ? "" : `no line ${number(line < 1 ? line : last)}: the PTX has ${plural(lastLine, "line")}`);
}

function matchesOf(text) {
  const wanted = text.toLowerCase();
  return shownColumns().flatMap((id) => rowsOf(id).flatMap((held, at) => (held.toLowerCase().includes(wanted) && isShownRow(id, at + 1) ? [[id, at + 1]] : [])));
}

// The line of PTX that a row is of; 0 for none.
const lineOf = ([id, row]) => (id === "ptx" ? row : id === "sass" ? sass.ptx[row - 1] : id === "python" ? python.ptx[row - 1][0] : 0) || 0;

// Whether a match is in the function that is read.
function isHere(match) {
  const line = lineOf(match);
  return line > 0 && functionAt(line) === functionAt(currentLine());
}

let searched = "";  // the text whose matches are gone through
let at = -1;  // the match that was gone to

function countOf(matches) {
  const parts = shownColumns().map((id) => [matches.filter(([held]) => held === id).length, titles[id]]).filter(([count]) => count);
  const here = functions.length > 1 ? matches.filter((held) => isHere(held)).length : matches.length;
  const there = here < matches.length ? `; ${number(here)} in this ${functionAt(currentLine()).kind}, ${number(matches.length - here)} elsewhere` : "";
  return matches.length ? `${plural(matches.length, "line")}: ${parts.map(([count, title]) => `${number(count)} ${title}`).join(", ")}${there}` : "no match";
}

// The first match is the next one in the PTX; others follow, column by column.
function goToNext(text, step) {
  const matches = matchesOf(text);
  const isNew = text !== searched;
  searched = text;
  markText(text);
  if (!matches.length) {
    say("no match");
    return;
  }
  if (isNew) {
    const next = matches.findIndex(([id, row]) => id === "ptx" && row > currentLine());
    at = next >= 0 ? next : Math.max(0, matches.findIndex(([id]) => id === "ptx"));
  } else {
    at = (at + step + matches.length) % matches.length;
  }
  const before = functionAt(currentLine());
  chooseRow(...matches[at], isNew);
  const now = functionAt(currentLine());
  say(`${now === before ? "" : `now in ${now.kind} ${now.title}: `}${at + 1} of ${countOf(matches)}`);
}

export function buildFind() {
  const field = byId("go");
  field.addEventListener("input", () => {
    const text = field.value.trim();
    searched = "";
    const isText = text && !LINE.test(text);
    markText(isText ? text : "");
    say(isText ? countOf(matchesOf(text)) : "");
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") field.blur();
    if (event.key !== "Enter") return;
    const text = field.value.trim();
    const [, line, to] = LINE.exec(text) ?? [];
    if (line) goToLine(Number(line), Number(to ?? 0));
    else if (text) goToNext(text, event.shiftKey ? -1 : 1);
  });
}
