package corpus

import (
	"fmt"
	"strings"
)

// placesShown is the number of places that a report stores for a reason.
const placesShown = 5

// Report counts what readers kept, skipped and changed, by reason, with the first five places of each. The
// zero value is ready; a nil *Report counts nothing. It is not safe for concurrent use.
type Report struct {
	Kept    int          // records passed on
	Bytes   int64        // read from the files, before decompression
	Told    []string     // formats detected from a file's beginning, "FILE: format"
	Reasons []skipReason // in the order of their first occurrence
	headers int          // lines or schemas that name columns and are no record
}

// skipReason is one cause for which input was skipped or changed.
type skipReason struct {
	Text    string
	Count   int
	Skipped bool    // records were left out; else they were kept and this is a remark
	Places  []Place // the first five
}

// Place is a line of an input file.
type Place struct {
	File string // the path as given, "-" for standard input
	Line int    // 1-based, 0 for the file as a whole
}

func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// NumSkipped returns the number of records skipped, over all reasons.
func (r *Report) NumSkipped() int {
	n := 0
	if r != nil {
		for _, reason := range r.Reasons {
			if reason.Skipped {
				n += reason.Count
			}
		}
	}
	return n
}

// whySkipped joins the reasons for which records were skipped.
func (r *Report) whySkipped() string {
	var why []string
	for _, reason := range r.Reasons {
		if reason.Skipped {
			why = append(why, reason.line())
		}
	}
	return strings.Join(why, "; ")
}

// mark is the state of a report before a file is read.
type mark struct {
	skipped, headers int
	bytes            int64
}

func (r *Report) mark() mark {
	if r == nil {
		return mark{}
	}
	return mark{r.NumSkipped(), r.headers, r.Bytes}
}

// header counts a line or schema of column names, which is not a record.
func (r *Report) header() {
	if r != nil {
		r.headers++
	}
}

// Lines returns the report as lines for a log, one for each detected format and one for each reason.
func (r *Report) Lines() []string {
	if r == nil {
		return nil
	}
	var lines []string
	for _, format := range r.Told {
		lines = append(lines, "read as "+format)
	}
	for _, reason := range r.Reasons {
		lines = append(lines, reason.line())
	}
	return lines
}

// line returns a line such as "skipped 7: wrong number of fields (a.tsv:3, a.tsv:9, ...)".
func (r skipReason) line() string {
	verb := "noted"
	if r.Skipped {
		verb = "skipped"
	}
	var places []string
	for _, place := range r.Places {
		places = append(places, place.String())
	}
	if r.Count > len(places) {
		places = append(places, "...")
	}
	return fmt.Sprintf("%s %d: %s (%s)", verb, r.Count, r.Text, strings.Join(places, ", "))
}

// String returns the whole report.
func (r *Report) String() string {
	if r == nil {
		return ""
	}
	return strings.Join(append([]string{fmt.Sprintf("kept %d", r.Kept)}, r.Lines()...), "\n")
}

func (r *Report) keep(n int) {
	if r != nil {
		r.Kept += n
	}
}

func (r *Report) noteFormat(file string, format Format) {
	if r != nil {
		r.Told = append(r.Told, file+": "+format)
	}
}

// skip counts a record that is skipped.
func (r *Report) skip(cause, file string, line int) { r.add(cause, true, 1, file, line) }

// Leave counts n records of a file that a caller dropped.
func (r *Report) Leave(cause string, n int, file string) {
	r.add(cause, true, n, file, 0)
	r.keep(-n)
}

// note counts n changes or oddities of records that are kept.
func (r *Report) note(cause string, n int, file string, line int) { r.add(cause, false, n, file, line) }

// Note counts n records of a file about which there is something to tell.
func (r *Report) Note(cause string, n int, file string) { r.note(cause, n, file, 0) }

func (r *Report) add(cause string, isSkip bool, n int, file string, line int) {
	if r == nil || n == 0 {
		return
	}
	reason := r.reason(cause, isSkip)
	reason.Count += n
	if len(reason.Places) < placesShown {
		reason.Places = append(reason.Places, Place{file, line})
	}
}

func (r *Report) reason(cause string, isSkip bool) *skipReason {
	for i := range r.Reasons {
		if r.Reasons[i].Text == cause && r.Reasons[i].Skipped == isSkip {
			return &r.Reasons[i]
		}
	}
	r.Reasons = append(r.Reasons, skipReason{Text: cause, Skipped: isSkip})
	return &r.Reasons[len(r.Reasons)-1]
}
