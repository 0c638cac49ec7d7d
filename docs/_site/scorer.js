// What the search puts first: pages that answer a task, then what explains, then names and lists of everything.
var Places = [["howto/", 30], ["howto/coming_from", -25], ["start/", 20], ["reference/c", -10], ["names/index", -20], ["features", -10], ["fidelity", -10]];
var Scorer = {
  score: ([page, title, anchor, description, score]) => score + Places.reduce((sum, [place, more]) => sum + (page.startsWith(place) ? more : 0), 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
