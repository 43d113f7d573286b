// The colours of code: PTX, SASS, and the languages that sources are written in.
import {HighlightStyle, StreamLanguage} from "@codemirror/language";
import {tags} from "@lezer/highlight";

const tokenTable = {
  opcode: tags.function(tags.variableName),
  label: tags.labelName,
  register: tags.variableName,
  symbol: tags.name,
};

// An identifier is matched as a whole, so that the digits of `_Z5saxpy` and `sm_90a` are no numbers.
const ptx = StreamLanguage.define({
  startState: () => ({begins: true, comment: false}),
  token(stream, state) {
    if (stream.sol()) state.begins = true;
    if (state.comment) {
      if (stream.match(/^.*?\*\//)) state.comment = false;
      else stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = true;
      return "comment";
    }
    if (stream.match(/^"[^"]*"/)) return "string";
    if (stream.match(/^@!?%?[\w$]+/)) return "keyword";
    if (stream.match(/^[A-Za-z_$][\w$]*:(?!:)/)) return "label";
    const begins = state.begins;
    state.begins = Boolean(stream.match(/^[{};]/, false));
    if (stream.match(/^%[\w$]+(\.[xyzw])?/)) return "register";
    if (stream.match(/^[A-Za-z_$][\w$]*/)) return begins ? "opcode" : "symbol";
    if (stream.match(/^\.[A-Za-z_][\w:]*/)) return "keyword";
    if (stream.match(/^-?(0[xfdXFD][0-9a-fA-F]+U?|\d+(\.\d+)?U?)/)) return "number";
    stream.next();
    return null;
  },
  tokenTable,
});

const sass = StreamLanguage.define({
  startState: () => ({begins: true}),
  token(stream, state) {
    if (stream.sol()) state.begins = true;
    if (stream.eatSpace()) return null;
    if (stream.match(/^[.\w$]+:$/)) return "label";
    if (stream.match(/^\.L_\w+/)) return "label";
    if (stream.match(/^@!?U?P\w+/)) return "keyword";
    const begins = state.begins;
    state.begins = false;
    if (begins && stream.match(/^[A-Z][A-Z0-9_]*(\.\w+)*/)) return "opcode";
    if (stream.match(/^(U?R\d+|R?URZ|RZ|U?P\d+|U?PT)(?![\w$])(\.\w+)*/)) return "register";
    if (stream.match(/^[A-Za-z_$][\w$]*/)) return "symbol";
    if (stream.match(/^-?(0x[0-9a-f]+|\d+(\.\d+)?)/)) return "number";
    stream.next();
    return null;
  },
  tokenTable,
});

const C_WORDS = new Set(
  ("alignas auto bool break case char class const constexpr continue default delete do double else enum explicit extern false float for " +
    "if inline int long namespace new nullptr operator private public return short signed sizeof static struct switch template this true " +
    "typedef typename union unsigned using virtual void volatile while __global__ __device__ __host__ __shared__ __constant__ " +
    "__restrict__ __forceinline__ __noinline__ __launch_bounds__ half uint32_t int32_t uint64_t int64_t size_t").split(" "),
);
const c = StreamLanguage.define({
  startState: () => ({comment: false}),
  token(stream, state) {
    if (state.comment) {
      if (stream.match(/^.*?\*\//)) state.comment = false;
      else stream.skipToEnd();
      return "comment";
    }
    if (stream.sol() && stream.match(/^\s*#\s*\w+/)) return "keyword";
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = true;
      return "comment";
    }
    if (stream.match(/^("([^"\\]|\\.)*"|'([^'\\]|\\.)*')/)) return "string";
    if (stream.match(/^(0x[0-9a-fA-F']+|\d[\d']*(\.\d*)?([eE][-+]?\d+)?)[uUlLfF]*/)) return "number";
    const word = stream.match(/^[A-Za-z_]\w*/);
    if (word) return C_WORDS.has(word[0]) ? "keyword" : stream.match(/^\s*\(/, false) ? "opcode" : "symbol";
    stream.next();
    return null;
  },
  tokenTable,
});

const PYTHON_WORDS = new Set(
  ("False None True and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield").split(" "),
);
const python = StreamLanguage.define({
  startState: () => ({quotes: "", defines: false}),
  token(stream, state) {
    // A string in three quotes may end lines further down.
    if (state.quotes) {
      if (stream.skipTo(state.quotes)) {
        stream.match(state.quotes);
        state.quotes = "";
      } else {
        stream.skipToEnd();
      }
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("#")) {
      stream.skipToEnd();
      return "comment";
    }
    const long = stream.match(/^[bBfFrRuU]{0,2}("""|''')/);
    if (long) {
      state.quotes = long[1];
      return "string";
    }
    if (stream.match(/^[bBfFrRuU]{0,2}("([^"\\]|\\.)*"?|'([^'\\]|\\.)*'?)/)) return "string";
    if (stream.match(/^@[\w.]+/)) return "keyword";
    if (stream.match(/^(0[xXoObB][\da-fA-F_]+|(\d[\d_]*\.?\d*|\.\d+)([eE][-+]?\d+)?)/)) return "number";
    const word = stream.match(/^[^\W\d]\w*/u);
    if (word) {
      const {defines} = state;
      state.defines = word[0] === "def" || word[0] === "class";
      if (PYTHON_WORDS.has(word[0])) return "keyword";
      return defines || stream.match(/^\s*\(/, false) ? "opcode" : "register";
    }
    stream.next();
    return null;
  },
  tokenTable,
});

export function languageOf(name) {
  if (name === "python" || /\.pyi?$/.test(name)) return python;
  if (name === "ptx" || /\.ptx$/.test(name)) return ptx;
  return name === "sass" ? sass : c;
}

export const colours = HighlightStyle.define([
  {tag: tags.comment, color: "var(--comment)"},
  {tag: tags.string, color: "var(--string)"},
  {tag: tags.keyword, color: "var(--keyword)"},
  {tag: tags.number, color: "var(--number)"},
  {tag: tags.labelName, color: "var(--label)"},
  {tag: tags.function(tags.variableName), color: "var(--function)"},
  {tag: tags.variableName, color: "var(--variable)"},
  {tag: tags.name, color: "var(--text)"},
]);
