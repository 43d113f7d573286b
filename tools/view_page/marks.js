// Marks in the text of a column: the uses of a word that was chosen, what is searched for in all
// columns, and labels, which lead to where they are defined.
import {StateEffect, StateField} from "@codemirror/state";
import {Decoration, ViewPlugin} from "@codemirror/view";

export const mark = StateEffect.define();

// What is marked: `word` as a whole, `text` anywhere in a line, whatever its case.
const marked = StateField.define({
  create: () => ({word: "", text: ""}),
  update(found, transaction) {
    for (const effect of transaction.effects) if (effect.is(mark)) found = {...found, ...effect.value};
    return found;
  },
});

const USE = Decoration.mark({class: "use"});
const FOUND = Decoration.mark({class: "found"});
const LINK = Decoration.mark({class: "label-link", attributes: {title: "go to the label (Enter)"}});

// Words of PTX, machine code and sources: registers with their %, labels with their $ or dot.
const WORD = /%[\w$]+|\.L_[\w$]+|[A-Za-z_$][\w$]*/g;
const wordsOf = (text) => [...text.matchAll(WORD)];
export const wordAt = (text, offset) => wordsOf(text).find((each) => each.index <= offset && offset <= each.index + each[0].length)?.[0] ?? "";

const isDefinition = (text, each) => /^:(?!:)/.test(text.slice(each.index + each[0].length));

// The labels that a line refers to.
export const labelsIn = (text, labels) => wordsOf(text).filter((each) => labels.has(each[0]) && !isDefinition(text, each));

// The extension of a column whose labels are given by name.
export function marking(labels) {
  const found = (text, {word, text: wanted}) => {
    const made = [];
    for (const each of wordsOf(text)) {
      const end = each.index + each[0].length;
      if (each[0] === word) made.push([USE, each.index, end]);
      if (labels.has(each[0]) && !isDefinition(text, each)) made.push([LINK, each.index, end]);
    }
    const lower = text.toLowerCase();
    for (let at = wanted ? lower.indexOf(wanted) : -1; at >= 0; at = lower.indexOf(wanted, at + wanted.length)) made.push([FOUND, at, at + wanted.length]);
    return made;
  };
  const plugin = ViewPlugin.fromClass(class {
    constructor(view) {
      this.decorations = this.built(view);
    }

    update(update) {
      const isChanged = update.startState.field(marked) !== update.state.field(marked);
      if (isChanged || update.docChanged || update.viewportChanged) this.decorations = this.built(update.view);
    }

    built(view) {
      const {doc} = view.state;
      const ranges = [];
      let done = 0;
      for (const {from, to} of view.visibleRanges) {
        for (let at = Math.max(from, done); at <= to;) {
          const line = doc.lineAt(at);
          for (const [kind, first, last] of found(line.text, view.state.field(marked))) ranges.push(kind.range(line.from + first, line.from + last));
          at = done = line.to + 1;
        }
      }
      return Decoration.set(ranges, true);
    }
  }, {decorations: (held) => held.decorations});
  return [marked, plugin];
}
