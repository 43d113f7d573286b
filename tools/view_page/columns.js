// The columns of code: Python, PTX, machine code. A line that is chosen in one lights its partners.
import {defaultKeymap} from "@codemirror/commands";
import {python} from "@codemirror/lang-python";
import {HighlightStyle, StreamLanguage, syntaxHighlighting} from "@codemirror/language";
import {search, searchKeymap} from "@codemirror/search";
import {EditorState, RangeSetBuilder, StateEffect, StateField} from "@codemirror/state";
import {Decoration, EditorView, GutterMarker, gutter, keymap, lineNumbers} from "@codemirror/view";
import {tags} from "@lezer/highlight";

const light = StateEffect.define();

const litLines = StateField.define({
  create: () => Decoration.none,
  update(found, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(light)) continue;
      const builder = new RangeSetBuilder();
      for (const [line, name] of effect.value) {
        if (line < 1 || line > transaction.state.doc.lines) continue;
        const at = transaction.state.doc.line(line).from;
        builder.add(at, at, Decoration.line({class: name}));
      }
      found = builder.finish();
    }
    return found;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const ptxLanguage = StreamLanguage.define({
  token(stream) {
    if (stream.match(/\/\/.*/)) return "comment";
    if (stream.match(/\/\*.*?\*\//)) return "comment";
    if (stream.match(/"[^"]*"/)) return "string";
    if (stream.match(/%[\w$.]+/)) return "variableName";
    if (stream.match(/0[xfdXFD][0-9a-fA-F]+|\d+(\.\d+)?/)) return "number";
    if (stream.match(/\$?[\w$]+:/)) return "labelName";
    if (stream.match(/\.[a-z][\w:]*/)) return "keyword";
    if (stream.match(/[a-z][\w]*(?=[.\s])/)) return "function";
    stream.next();
    return null;
  },
  tokenTable: {
    function: tags.function(tags.variableName),
    labelName: tags.labelName,
  },
});

const sassLanguage = StreamLanguage.define({
  token(stream) {
    if (stream.match(/\.L_\w+:?/)) return "labelName";
    if (stream.match(/@!?U?P\d+/)) return "keyword";
    if (stream.match(/\b(U?R\d+|R?URZ|RZ|U?P\d+|PT|UPT)\b(\.\w+)*/)) return "variableName";
    if (stream.match(/-?0x[0-9a-f]+|\b\d+\b/)) return "number";
    if (stream.match(/[A-Z][A-Z0-9_]*(\.[\w]+)*/)) return "function";
    stream.next();
    return null;
  },
  tokenTable: {
    function: tags.function(tags.variableName),
    labelName: tags.labelName,
  },
});

const colours = HighlightStyle.define([
  {tag: tags.comment, color: "var(--comment)"},
  {tag: tags.string, color: "var(--string)"},
  {tag: tags.keyword, color: "var(--keyword)"},
  {tag: tags.number, color: "var(--number)"},
  {tag: tags.labelName, color: "var(--label)"},
  {tag: tags.function(tags.variableName), color: "var(--function)"},
  {tag: tags.variableName, color: "var(--variable)"},
]);

class Strip extends GutterMarker {
  constructor(width, colour, title) {
    super();
    this.width = width;
    this.colour = colour;
    this.title = title;
  }

  eq(other) {
    return other.width === this.width && other.colour === this.colour && other.title === this.title;
  }

  toDOM() {
    const outer = document.createElement("div");
    outer.className = "strip";
    outer.title = this.title;
    const bar = document.createElement("div");
    bar.style.width = `${this.width}%`;
    bar.style.background = this.colour;
    outer.append(bar);
    return outer;
  }
}

class Mark extends GutterMarker {
  constructor(severity, title) {
    super();
    this.severity = severity;
    this.title = title;
  }

  eq(other) {
    return other.severity === this.severity && other.title === this.title;
  }

  toDOM() {
    const dot = document.createElement("div");
    dot.className = `mark ${this.severity}`;
    dot.textContent = this.severity === "error" ? "✕" : "!";
    dot.title = this.title;
    return dot;
  }
}

export {Mark, Strip};

// Returns an editor that cannot be edited: `chosen(line)` is called when a line is chosen.
export function column(parent, lines, language, chosen, gutters = []) {
  const languages = {
    python: python(),
    ptx: ptxLanguage,
    sass: sassLanguage,
  };
  let silent = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: lines.join("\n"),
      extensions: [
        lineNumbers(),
        ...gutters.map(({name, marker}) =>
          gutter({
            class: `gutter-${name}`,
            lineMarker: (editor, block) => marker(editor.state.doc.lineAt(block.from).number),
          }),
        ),
        languages[language],
        syntaxHighlighting(colours),
        litLines,
        search({top: true}),
        keymap.of([...searchKeymap, ...defaultKeymap]),
        EditorState.readOnly.of(true),
        EditorState.lineSeparator.of("\n"),  // as the data count lines
        EditorView.contentAttributes.of({"aria-label": `${language} code`, tabindex: "0"}),
        EditorView.updateListener.of((update) => {
          if (!update.selectionSet || silent) return;
          chosen(update.state.doc.lineAt(update.state.selection.main.head).number);
        }),
      ],
    }),
  });
  return {
    view,
    // Lights lines, given as [line, class] in order; scrolls the first into view if asked.
    light(found, scroll) {
      const effects = [light.of(found)];
      silent = true;
      view.dispatch({effects});
      silent = false;
      const first = found.find(([line]) => line >= 1 && line <= view.state.doc.lines);
      if (scroll && first) {
        const at = view.state.doc.line(first[0]).from;
        view.dispatch({effects: EditorView.scrollIntoView(at, {y: "center"})});
      }
    },
    focus: () => view.focus(),
  };
}
