package axiomtest

// bothRanked reports for orig whether both are in the candidate run.
func bothRanked(_ *world, _ settings, x, y document) bool { return x.rank > 0 && y.rank > 0 }

// rankedHigher reports for orig whether x is above y. A document that the run lacks is compared
// with none.
func rankedHigher(w *world, s settings, x, y document) bool {
	return bothRanked(w, s, x, y) && x.rank < y.rank
}

// judgedHigher reports for oracle whether x is judged higher.
func judgedHigher(_ *world, _ settings, x, y document) bool { return x.grade > y.grade }

// bothInRun reports for run whether both are in the file.
func bothInRun(w *world, _ settings, x, y document) bool {
	_, first := w.scores[x.id]
	_, second := w.scores[y.id]
	return first && second
}

// leadsInRun reports for run whether x scores higher in the file, by the margins at least.
func leadsInRun(w *world, s settings, x, y document) bool {
	lead := w.scores[x.id] - w.scores[y.id]
	return exceeds(lead, 0) && !exceeds(s.value("margin", "0"), lead) && w.leadsByDeviations(s, lead, func(d document) (float64, bool) {
		score, ok := w.scores[d.id]
		return score, ok
	})
}

// filePrefersOne reports for prefs whether the file prefers one of the two.
func filePrefersOne(w *world, _ settings, x, y document) bool {
	_, first := w.prefers[[2]string{x.id, y.id}]
	_, second := w.prefers[[2]string{y.id, x.id}]
	return first || second
}

// filePrefers reports for prefs whether the file prefers x, with the confidence at least.
func filePrefers(w *world, s settings, x, y document) bool {
	confidence, ok := w.prefers[[2]string{x.id, y.id}]
	return ok && !exceeds(s.value("confidence", "0"), confidence)
}
