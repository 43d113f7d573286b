// A column of code: an editor that cannot be edited, with strips beside its lines.
import {syntaxHighlighting} from "@codemirror/language";
import {getSearchQuery, search, searchKeymap, setSearchQuery} from "@codemirror/search";
import {Compartment, EditorState, RangeSetBuilder, StateEffect, StateField} from "@codemirror/state";
import {Decoration, EditorView, GutterMarker, ViewPlugin, WidgetType, gutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, tooltips} from "@codemirror/view";
import {movingKeys} from "./keys.js";
import {colours, languageOf} from "./languages.js";
import {labelsIn, mark, marking, wordAt} from "./marks.js";

const light = StateEffect.define();
const hide = StateEffect.define();

function decorations(effectType, built) {
  return StateField.define({
    create: () => Decoration.none,
    update(found, transaction) {
      if (transaction.docChanged) found = Decoration.none;
      for (const effect of transaction.effects) {
        if (effect.is(effectType)) found = built(transaction.state.doc, effect.value);
      }
      return found;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

const litLines = decorations(light, (doc, found) => {
  const builder = new RangeSetBuilder();
  for (const [line, name] of found) {
    if (line < 1 || line > doc.lines) continue;
    const at = doc.line(line).from;
    builder.add(at, at, Decoration.line({class: name}));
  }
  return builder.finish();
});

class Ellipsis extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }

  eq(other) {
    return other.text === this.text;
  }

  toDOM() {
    const made = document.createElement("span");
    made.className = "elided";
    made.textContent = "…, ";
    made.title = this.text;
    return made;
  }
}

// Hides lines, each run of them with the break before it, the ends of lines, and pieces of them.
function hiddenRanges(doc, {isHidden, tail, pieces}) {
  const builder = new RangeSetBuilder();
  let [from, start, line] = [-1, 0, 0];
  for (const text of doc.iterLines()) {
    const end = start + text.length;
    line += 1;
    if (isHidden?.(line, text)) {
      if (from < 0) from = Math.max(0, start - 1);
    } else {
      if (from >= 0) {
        // At the top there is no break before: the one behind goes.
        builder.add(from, from === 0 ? start : start - 1, Decoration.replace({}));
        from = -1;
      }
      for (const piece of pieces && text.includes("{") ? text.matchAll(pieces) : []) {
        const at = start + piece.index;
        builder.add(at, at + piece[0].length, Decoration.replace({widget: new Ellipsis(piece[0])}));
      }
      const cut = tail?.exec(text);
      if (cut) builder.add(start + cut.index, end, Decoration.replace({}));
    }
    start = end + 1;
  }
  if (from >= 0 && from < doc.length) builder.add(from, doc.length, Decoration.replace({}));
  return builder.finish();
}

const hiddenText = decorations(hide, hiddenRanges);

// A number over a bar.
class Cell extends GutterMarker {
  constructor(text, share, colour, title) {
    super();
    Object.assign(this, {text, share, colour, title});
  }

  eq(other) {
    return other.text === this.text && other.share === this.share && other.title === this.title;
  }

  toDOM() {
    const made = document.createElement("div");
    made.className = "cell";
    made.textContent = this.text;
    made.title = this.title;
    made.style.setProperty("--share", `${Math.round(100 * this.share)}%`);
    made.style.setProperty("--heat", this.colour);
    return made;
  }
}

class Text extends GutterMarker {
  constructor(text, name, title) {
    super();
    Object.assign(this, {text, name, title});
  }

  eq(other) {
    return other.text === this.text && other.name === this.name && other.title === this.title;
  }

  toDOM() {
    const made = document.createElement("div");
    made.className = this.name;
    made.textContent = this.text;
    made.title = this.title;
    return made;
  }
}

// The colour of a line.
class Tick extends GutterMarker {
  constructor(colour, title) {
    super();
    Object.assign(this, {colour, title});
  }

  eq(other) {
    return other.colour === this.colour && other.title === this.title;
  }

  toDOM() {
    const made = document.createElement("div");
    made.className = "tick";
    made.title = this.title;
    made.style.background = this.colour;
    return made;
  }
}

export {Cell, Text, Tick};

const TAB = 4;
const NARROW = 70;  // characters of a column, below which the indents of deep code are halved
const DEEP = / {12}/y;
const DEEP_SHARE = 0.25;
const MOST_INDENT = 0.4;  // of the width of a column; deeper lines begin there

function isDeep(doc) {
  let deep = 0;
  for (const text of doc.iterLines()) {
    DEEP.lastIndex = 0;
    if (DEEP.test(text)) deep += 1;
  }
  return deep > DEEP_SHARE * doc.lines;
}

// A long word may be broken behind its parts; else it would begin a row of its own.
const LONG_WORD = /[\w.:,(]{20,}/g;
const PART_END = /[.,](?=\w)|\((?=\w{6})/g;
const HEAD = Decoration.mark({class: "head"});
const HALVED = Decoration.mark({class: "halved"});
const BREAK = Decoration.widget({widget: new class extends WidgetType {
  eq() {
    return true;
  }

  toDOM() {
    return document.createElement("wbr");
  }
}()});

// Where a long line goes on, it is indented deeper than it begins.
const hangingIndents = ViewPlugin.fromClass(class {
  constructor(view) {
    this.isDeep = isDeep(view.state.doc);
    this.decorations = this.built(view);
  }

  update(update) {
    if (update.docChanged) this.isDeep = isDeep(update.state.doc);
    if (update.docChanged || update.viewportChanged || update.geometryChanged) this.decorations = this.built(update.view);
  }

  built(view) {
    const found = [];
    const wide = (view.scrollDOM.clientWidth - view.contentDOM.offsetLeft) / view.defaultCharacterWidth;
    const most = TAB * Math.max(1, Math.floor(MOST_INDENT * wide / TAB));
    let done = 0;
    for (const {from, to} of view.visibleRanges) {
      // What is hidden parts ranges in the middle of lines, too.
      for (let at = Math.max(from, done); at <= to;) {
        const line = view.state.doc.lineAt(at);
        const spaces = /^\s*/.exec(line.text)[0];
        let indent = 0;
        for (const letter of spaces) indent += letter === "\t" ? TAB - (indent % TAB) : 1;
        const isHalved = this.isDeep && wide < NARROW && indent > 0 && !spaces.includes("\t");
        const shown = isHalved ? indent / 2 : indent;
        const over = spaces.includes("\t") ? 0 : Math.max(0, Math.ceil((shown - most) * (isHalved ? 2 : 1)));
        // A multiple of the size of a tab keeps the tabs in the line where they are.
        const hang = isHalved ? Math.min(shown, most) + TAB : TAB * (Math.floor(Math.min(shown, most) / TAB) + 1);
        found.push(Decoration.line({attributes: {style: `text-indent:-${hang}ch;padding-left:calc(6px + ${hang}ch)`}}).range(line.from));
        // The first word begins behind the indent, and not in the next row, however long it is.
        if (spaces && spaces.length < line.length) found.push(HEAD.range(line.from, line.from + spaces.length + 1));
        if (over) found.push(Decoration.replace({}).range(line.from, line.from + over));
        if (isHalved) found.push(HALVED.range(line.from, line.from + spaces.length));
        for (const word of line.text.matchAll(LONG_WORD)) {
          for (const end of word[0].matchAll(PART_END)) found.push(BREAK.range(line.from + word.index + end.index + 1));
        }
        at = line.to + 1;
        done = at;
      }
    }
    return Decoration.set(found, true);
  }
}, {decorations: (plugin) => plugin.decorations});

const MAX_MATCHES = 9999;
const LEFT_OF_CODE = 80;  // pixels of the indent that stay in view, for the lines around

// Writes how many matches a search has, and which one is chosen, into its panel.
const matchCounts = ViewPlugin.fromClass(class {
  update(update) {
    const query = getSearchQuery(update.state);
    const changed = update.transactions.some((each) => each.effects.some((effect) => effect.is(setSearchQuery)));
    const panel = update.view.dom.querySelector(".cm-search");
    if (!panel || !(changed || update.selectionSet || !panel.querySelector(".matches"))) return;
    let found = panel.querySelector(".matches");
    if (!found) {
      found = document.createElement("span");
      found.className = "matches";
      panel.querySelector("input")?.after(found);
    }
    found.textContent = this.text(query, update.state);
  }

  text(query, state) {
    if (!query.search || !query.valid) return "";
    const {from, to} = state.selection.main;
    let [total, chosen] = [0, 0];
    const cursor = query.getCursor(state);
    for (let next = cursor.next(); !next.done && total <= MAX_MATCHES; next = cursor.next()) {
      total += 1;
      if (next.value.from === from && next.value.to === to) chosen = total;
    }
    if (!total) return "no match";
    const all = total > MAX_MATCHES ? `${MAX_MATCHES}+` : `${total}`;
    return chosen ? `${chosen} of ${all}` : `${all} match${total === 1 ? "" : "es"}`;
  }
});

const wrapped = (is) => (is ? [EditorView.lineWrapping, hangingIndents] : []);

const HOVER_TIME = 500;  // milliseconds of rest: a box at each halt of the pointer covers the work

// Where tooltips may be: over the code alone, and neither over what is above it nor what is below.
function columnsOf(view) {
  return view.dom.closest("#columns").getBoundingClientRect();
}

// Returns a column. These are called: `chosen(line, first, last)` when a line is chosen, of all that are
// selected; `pressed()` when the pointer goes down, and `clicked(line)` when it was on a line without
// selecting text; `named(word, line)` when a click is on a word; `followed(label, line)` to go to a label.
// `hovered(line, word)` returns what a tooltip at a word shows, and `numbered(line)` a text in place of the
// number of a line; what is hidden, and whether lines are wrapped, can be changed.
export function column(parent, {lines, language, chosen, pressed, clicked, named, followed, labels, gutters, hidden, isWrapped, hovered, numbered}) {
  let silent = false;
  let press = null;
  let held = hidden;
  const isHidden = (line) => Boolean(held.isHidden?.(line, view.state.doc.line(line).text));
  // A hidden line is in the row of the line before it: a click behind the text of that one is in it.
  const shownLine = (line) => {
    let at = line;
    while (at >= 1 && isHidden(at)) at -= 1;
    if (at >= 1) return at;
    for (at = line; at < view.state.doc.lines && isHidden(at);) at += 1;
    return at;
  };
  const lineOf = (at) => shownLine(view.state.doc.lineAt(at).number);
  const follow = (line, name) => followed?.(name, line);
  const wrapping = new Compartment();
  const strips = new Compartment();
  const content = new Compartment();
  const made = (list) => list.map(({name, marker}) =>
    gutter({
      class: `gutter-${name}`,
      lineMarker: (editor, block) => marker(editor.state.doc.lineAt(block.from).number),
      lineMarkerChange: () => true,
    }),
  );
  const tooltip = hoverTooltip((view, at) => {
    const line = view.state.doc.lineAt(at);
    const offset = at - line.from;
    // The word under the pointer: a register, an opcode with its modifiers, a name.
    const word = [...line.text.matchAll(/[%@!]*[\w$.]+/g)].find((each) => each.index <= offset && offset <= each.index + each[0].length);
    const shown = word && hovered?.(line.number, word[0].replace(/^[@!]+/, ""));
    if (!shown) return null;
    return {pos: line.from + word.index, end: line.from + word.index + word[0].length, above: true, create: () => ({dom: shown})};
  }, {hoverTime: HOVER_TIME, hideOn: (transaction) => Boolean(transaction.selection || transaction.effects.length)});
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: lines.join("\n"),
      extensions: [
        lineNumbers({
          ...(numbered && {formatNumber: (line, state) => (line <= state.doc.lines ? numbered(line) : "")}),
          domEventHandlers: {
            mousedown(_, block) {
              view.dispatch({selection: {anchor: block.from}, userEvent: "select"});
              view.focus();
              return true;
            },
          },
        }),
        strips.of(made(gutters)),
        content.of(languageOf(language)),
        syntaxHighlighting(colours),
        litLines,
        hiddenText.init((state) => hiddenRanges(state.doc, hidden)),
        matchCounts,
        highlightSpecialChars(),
        marking(labels),
        tooltip,
        tooltips({tooltipSpace: columnsOf}),
        search({top: true}),
        keymap.of([{key: "Enter", run: () => {
          const line = view.state.doc.lineAt(view.state.selection.main.head);
          const [label] = labelsIn(line.text, labels);
          if (label) follow(line.number, label[0]);
          return Boolean(label);
        }}, ...searchKeymap, ...movingKeys]),
        EditorView.domEventHandlers({
          mousedown(event) {
            if (event.button) return false;
            press = [event.clientX, event.clientY];
            pressed();
            return false;
          },
          click(event) {
            if (!press || event.shiftKey || Math.hypot(event.clientX - press[0], event.clientY - press[1]) > 4 || !view.state.selection.main.empty) return false;
            const line = view.state.doc.lineAt(view.posAtCoords({x: event.clientX, y: event.clientY}, false));
            const link = event.target.closest?.(".label-link");
            if (link) {
              follow(line.number, link.textContent);
              return true;
            }
            const at = view.posAtCoords({x: event.clientX, y: event.clientY});
            named(event.target.closest?.(".cm-line span") && at !== null ? wordAt(line.text, at - line.from) : "", line.number);
            clicked(lineOf(line.from));
            return false;
          },
        }),
        wrapping.of(wrapped(isWrapped)),
        EditorState.tabSize.of(TAB),
        EditorState.readOnly.of(true),
        EditorState.lineSeparator.of("\n"),  // as the data count lines
        EditorView.contentAttributes.of({"aria-label": `${language} code`, tabindex: "0"}),
        EditorView.updateListener.of((update) => {
          if (!update.selectionSet || silent) return;
          const {from, to, head} = update.state.selection.main;
          // A selection that ends where a line begins has nothing of it.
          const end = to > from && to === update.state.doc.lineAt(to).from ? to - 1 : to;
          chosen(lineOf(Math.min(head, end)), lineOf(from), lineOf(end));
        }),
      ],
    }),
  });
  const lineAt = (line) => view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  return {
    view,
    lines: () => view.state.doc.lines,
    // Lights lines, given as [line, class] in order.
    light: (found) => view.dispatch({effects: light.of(found)}),
    // Scrolls a line into the middle, or to the top; of one that is too long, its indent out of view.
    show(line, y = "center") {
      const here = lineAt(line);
      const wide = view.scrollDOM.clientWidth - view.contentDOM.offsetLeft;
      const code = here.text.replace(/\s+#: .*$/, "");
      const isLong = code.length * view.defaultCharacterWidth > wide;
      const at = here.from + (isLong ? here.text.search(/\S|$/) : 0);
      view.dispatch({effects: EditorView.scrollIntoView(at, {x: "start", xMargin: LEFT_OF_CODE, y, yMargin: y === "center" ? 5 : 2})});
      // A column begins with a whole row of a line, which is known once it has been scrolled.
      requestAnimationFrame(() => view.requestMeasure({
        key: "whole",
        read: () => view.lineBlockAtHeight(view.scrollDOM.scrollTop - view.documentPadding.top + 1),
        write({top}) {
          const begin = top + view.documentPadding.top;
          const over = (view.scrollDOM.scrollTop - begin) % view.defaultLineHeight;
          if (over > 0) view.scrollDOM.scrollTop -= over;
        },
      }));
    },
    // Puts the cursor at a line, for the keys that move it.
    place(line) {
      silent = true;
      view.dispatch({selection: {anchor: lineAt(line).from}});
      silent = false;
    },
    hide(what) {
      held = what;
      view.dispatch({effects: hide.of(what)});
    },
    mark: (what) => view.dispatch({effects: mark.of(what)}),
    wrap: (is) => view.dispatch({effects: wrapping.reconfigure(wrapped(is))}),
    strips: (list) => view.dispatch({effects: strips.reconfigure(made(list))}),
    replace(text, language_) {
      silent = true;
      view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: text}, effects: [content.reconfigure(languageOf(language_)), light.of([])]});
      silent = false;
    },
    focus: () => view.focus(),
  };
}
