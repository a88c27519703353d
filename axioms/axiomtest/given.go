package axiomtest

// orig: both stand in the candidate run.
func bothRanked(_ *world, _ settings, x, y document) bool { return x.rank > 0 && y.rank > 0 }

// orig: x stands above y; a document that the run lacks is compared with none.
func rankedHigher(w *world, s settings, x, y document) bool {
	return bothRanked(w, s, x, y) && x.rank < y.rank
}

// oracle: x is judged higher.
func judgedHigher(_ *world, _ settings, x, y document) bool { return x.grade > y.grade }

// run: both stand in the file.
func bothInRun(w *world, _ settings, x, y document) bool {
	_, first := w.scores[x.id]
	_, second := w.scores[y.id]
	return first && second
}

// run: x scores higher in the file, by the margins at least.
func leadsInRun(w *world, s settings, x, y document) bool {
	lead := w.scores[x.id] - w.scores[y.id]
	return over(lead, 0) && !over(s.value("margin", "0"), lead) && w.apart(s, lead, func(d document) (float64, bool) {
		score, ok := w.scores[d.id]
		return score, ok
	})
}

// prefs: the file prefers one of the two.
func stated(w *world, _ settings, x, y document) bool {
	_, first := w.prefers[[2]string{x.id, y.id}]
	_, second := w.prefers[[2]string{y.id, x.id}]
	return first || second
}

// prefs: the file prefers x, with the confidence at least.
func statedAbove(w *world, s settings, x, y document) bool {
	confidence, ok := w.prefers[[2]string{x.id, y.id}]
	return ok && !over(s.value("confidence", "0"), confidence)
}
