// What the search puts first: pages that answer a task, then names, then what mentions a word in passing.
var Places = [["howto/", 30], ["howto/coming_from", -15], ["start/", 20], ["reference/c", -10], ["names/index", -20], ["reference/features", -10], ["reference/fidelity", -10]];
var Scorer = {
  // a place counts in full where the word stands in a heading, and a little where it stands in the text
  score: ([page, title, anchor, description, score]) =>
    score + Places.reduce((sum, [place, more]) => sum + (page.startsWith(place) ? more : 0), 0) * (score >= 15 ? 1 : 0.2),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
