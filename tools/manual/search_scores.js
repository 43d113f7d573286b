// How the search sorts what it finds; higher is earlier. `mbarrier.try_wait` is to lead to the section
// of that name before the pages that have the words in their text, so titles count ten times.
"use strict";
var Scorer = {
  score: ([_name, _title, _anchor, _text, score, _file, kind]) =>
    kind === "title" ? 10 * score : score,
  // The rest is what Sphinx has.
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
