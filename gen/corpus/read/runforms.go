package read

import (
	"bytes"
	"regexp"
	"strconv"
)

// runFormat detects the format of a run from its first lines. It returns trec if they fit no format: every
// line is then counted as malformed.
func runFormat(h head) Format {
	lines := h.lines
	if len(lines) > 0 && isHeader(lines[0]) {
		lines = lines[1:]
	}
	has := func(fields int) bool {
		rest := h
		rest.lines = lines
		return rest.most(func(line []byte) bool { return fieldsOf(line, fields, nil) != nil })
	}
	switch {
	case h.table != nil, h.isSeparated() && !h.opensWith('{') && fitsRunTable(h):
		return Table
	case h.opensWith('{') && jsonObject.Match(h.text) && !h.most(isTRECRow) && fitsRunTable(h):
		return Table
	case has(6):
		return TREC
	case fitsTop1000(h):
		return "top1000"
	case has(2):
		return "2col"
	case has(3):
		return thirdColumn(h, lines)
	case fitsRunTable(h):
		return Table
	}
	return TREC
}

// isRun returns a function that reports whether a run has a format.
func isRun(format Format) func(head) bool { return func(h head) bool { return runFormat(h) == format } }

// Formats that a run of three columns may have.
const (
	scoredRun    = "3col"
	ambiguousRun = "3col or msmarco"
)

// thirdColumn decides whether the third column holds ranks or scores. Ranks are 1, 2, 3 for every query.
// Scores do not rise within a query, or are not whole numbers.
func thirdColumn(h head, lines [][]byte) Format {
	type last struct{ count, value int }
	queries := map[string]last{}
	ranks, falls, several, numbers := true, true, false, false
	for _, line := range lines {
		f := fieldsOf(line, 3, nil)
		if f == nil {
			continue
		}
		value, err := strconv.Atoi(string(f[2]))
		if err != nil {
			if _, ok := parseScore(f[2]); ok {
				return scoredRun
			}
			continue
		}
		numbers = true
		previous := queries[string(f[0])]
		ranks = ranks && value == previous.count+1
		if previous.count > 0 {
			several = true
			falls = falls && value <= previous.value
		}
		queries[string(f[0])] = last{previous.count + 1, value}
	}
	switch {
	case !numbers:
		return TREC
	case ranks && several:
		return MSMARCO
	case falls && several, !several && len(h.text) < headSize:
		return scoredRun // with one row per query there is no order to decide
	}
	return ambiguousRun
}

var jsonObject = regexp.MustCompile(`(?m)^\s*\{\s*["}]`)

// isTRECRow reports whether a line has six fields with a score as the fifth. An id may begin with {, as a
// JSON object does.
func isTRECRow(line []byte) bool {
	f := fieldsOf(line, 6, nil)
	if f == nil {
		return false
	}
	_, ok := parseScore(f[4])
	return ok
}

// fitsThreeColumns reports whether lines have three fields whose last is a grade of few digits. Triples of
// ids have longer numbers.
func fitsThreeColumns(h head) bool {
	if len(h.lines) == 0 {
		return false
	}
	rest := h
	if isHeader(rest.lines[0]) {
		rest.lines = rest.lines[1:]
	}
	const digits = 3
	return rest.most(func(line []byte) bool {
		f := fieldsOf(line, 3, nil)
		if f == nil {
			return false
		}
		_, ok := parseGrade(string(f[2]))
		return ok && len(bytes.TrimLeft(f[2], "+-")) <= digits
	})
}
