package read

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// A report has so many reasons to skip records, and as many remarks, with so many places each.
const (
	reasonsShown = 20
	placesShown  = 5
)

// Report counts what readers kept, skipped and changed, by reason, with the first five places of each. The
// zero value is ready; a nil *Report counts nothing. It is not safe for concurrent use.
type Report struct {
	Kept    int            // records passed on
	ByNoun  map[string]int // those, by what they are: documents, queries, judgements, rows
	Bytes   int64          // read from the files, before decompression
	Unread  UnreadList     // columns and files that are not read
	Told    []string       // formats detected from a file's beginning, "FILE: format"
	Reasons []skipReason   // in the order of their first occurrence
	headers int            // lines or schemas that name columns and are no record
	skipped int
}

// skipReason is one cause for which input was skipped or changed.
type skipReason struct {
	Noun    string // what the records are, in the plural: documents, queries, judgements, rows; "" for remarks
	Text    string // with an example, where those of one reason differ
	Count   int
	Skipped bool    // records were left out; else they were kept and this is a remark
	Repeats bool    // records were left out because they say again what others say; else because they cannot be read
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
	if r == nil {
		return 0
	}
	return r.skipped
}

// whySkipped joins the reasons for which records were skipped.
func (r *Report) whySkipped() string {
	var why []string
	for _, reason := range r.Reasons {
		if reason.Skipped {
			why = append(why, reason.Line())
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
		lines = append(lines, reason.Line())
	}
	for _, part := range r.Unread {
		lines = append(lines, fmt.Sprintf("noted 1: %s (%s)", part.Reason, part.Name))
	}
	return lines
}

// Name returns the reason with the kind of the records.
func (r skipReason) Name() string { return strings.TrimPrefix(r.Noun+": "+r.Text, ": ") }

// Counted returns a number of records with their kind, "1 query" of queries; the number alone without a kind.
func Counted(n int, noun string) string {
	singular := strings.TrimSuffix(strings.Replace(noun, "ies", "ys", 1), "s")
	return strings.TrimSpace(terminal.Plural(n, singular, noun))
}

// Line returns a line such as "skipped 7 queries: wrong number of fields (a.tsv:3, a.tsv:9, ...)".
func (r skipReason) Line() string {
	many := fmt.Sprintf("noted %d", r.Count)
	if r.Skipped {
		many = "skipped " + Counted(r.Count, r.Noun)
	}
	var places []string
	for _, place := range r.Places {
		places = append(places, place.String())
	}
	if r.Count > len(places) {
		places = append(places, "...")
	}
	return fmt.Sprintf("%s: %s (%s)", many, r.Text, strings.Join(places, ", "))
}

// String returns the whole report.
func (r *Report) String() string {
	if r == nil {
		return ""
	}
	return strings.Join(append([]string{fmt.Sprintf("kept %d", r.Kept)}, r.Lines()...), "\n")
}

// keep counts records that are passed on.
func (r *Report) keep(noun string, n int) {
	if r != nil {
		r.Kept += n
		r.read(noun, n)
	}
}

// read counts what records are made of, such as the rows of a table of documents.
func (r *Report) read(noun string, n int) {
	if r == nil {
		return
	}
	if r.ByNoun == nil {
		r.ByNoun = map[string]int{}
	}
	r.ByNoun[noun] += n
}

func (r *Report) noteFormat(file string, format Format) {
	if r != nil {
		r.Told = append(r.Told, file+": "+format)
	}
}

// skip counts a record that is skipped. noun is what it is, in the plural.
func (r *Report) skip(noun, cause, file string, line int) {
	r.add(skipReason{Noun: noun, Text: cause, Skipped: true}, 1, file, line)
}

// repeat counts a record that is skipped because it repeats another.
func (r *Report) repeat(noun, cause, file string, line int) {
	r.add(skipReason{Noun: noun, Text: cause, Skipped: true, Repeats: true}, 1, file, line)
}

// note counts n changes or oddities of records that are kept.
func (r *Report) note(cause string, n int, file string, line int) {
	r.add(skipReason{Text: cause}, n, file, line)
}

// Note counts n records of a file about which there is something to tell.
func (r *Report) Note(cause string, n int, file string) { r.note(cause, n, file, 0) }

func (r *Report) add(cause skipReason, n int, file string, line int) {
	if r == nil || n == 0 {
		return
	}
	if cause.Skipped {
		r.skipped += n
	}
	reason := r.reason(cause)
	reason.Count += n
	if len(reason.Places) < placesShown {
		reason.Places = append(reason.Places, Place{file, line})
	}
}

// reason returns the entry of a reason. Reasons that differ in their examples are one, and those beyond the first are one.
func (r *Report) reason(cause skipReason) *skipReason {
	alike := 0
	text, _, _ := strings.Cut(cause.Text, tabular.Such)
	for i := range r.Reasons {
		known := &r.Reasons[i]
		if known.Skipped != cause.Skipped {
			continue
		}
		first, _, _ := strings.Cut(known.Text, tabular.Such)
		if alike++; known.Noun == cause.Noun && first == text {
			return known
		}
	}
	if alike >= reasonsShown && cause.Text != otherReasons {
		cause.Noun, cause.Text = "", otherReasons
		return r.reason(cause)
	}
	r.Reasons = append(r.Reasons, cause)
	return &r.Reasons[len(r.Reasons)-1]
}

const otherReasons = "other reasons"
