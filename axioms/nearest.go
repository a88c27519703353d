package axioms

// nearest gives the name with the fewest single-letter changes from a misspelt one; the first of several.
func nearest(name string, names []string) string {
	best, fewest := "", -1
	for _, candidate := range names {
		if n := changes(name, candidate); fewest < 0 || n < fewest {
			best, fewest = candidate, n
		}
	}
	return best
}

// changes is the Levenshtein distance.
func changes(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
