package sourcefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// RightFile is the hint for a file without a single record.
const RightFile = "is this the right file?"

// EmptyError returns the error for a path without any record. start is the state of rep before reading.
func EmptyError(noun, path, hint string, rep *Report, start Report) error {
	switch {
	case rep.skipped > start.skipped:
		var why []string
		for _, reason := range rep.Reasons {
			if reason.Skipped {
				why = append(why, reason.Line())
			}
		}
		return errs.BadInput(path, 0, hint, "no %s: %s", noun, strings.Join(why, "; "))
	case rep.Headers > start.Headers:
		return errs.BadInput(path, 0, RightFile, "no %s: it has a header and no row", noun)
	case rep.Bytes > start.Bytes:
		return errs.BadInput(path, 0, RightFile, "no %s found in %s", noun, safefile.Size(rep.Bytes-start.Bytes))
	}
	return errs.BadInput(path, 0, RightFile, "no %s: it is empty", noun)
}

// A report has so many reasons to skip records, and as many remarks, with so many places each.
const (
	ReasonsShown = 20
	placesShown  = 5
)

// Report counts what readers kept, skipped and changed, by reason, with the first five places of each. The
// zero value is ready. It is not safe for concurrent use.
type Report struct {
	Kept    int            // records passed on
	ByNoun  map[string]int // those, by what they are: documents, queries, judgements, rows
	Bytes   int64          // read from the files, before decompression
	Unread  UnreadList     // columns and files that are not read
	Told    []string       // formats detected from a file's beginning, "FILE: format"
	Reasons []SkipReason   // in the order of their first occurrence
	Headers int            // lines or schemas that name columns and are no record
	skipped int
	Rows    map[string]int // of tables, by file

	OnSkippedRow func(line, last int) // is called with the lines of each row that cannot be read or repeats the header; may be nil
}

// SkipReason is one cause for which input was skipped or changed.
type SkipReason struct {
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

func (p Place) String() string { return errs.At(p.File, p.Line) }

// NumSkipped returns the number of records skipped, over all reasons.
func (r *Report) NumSkipped() int { return r.skipped }

// Lines returns the report as lines for a log, one for each detected format and one for each reason.
func (r *Report) Lines() (lines []string) {
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
func (r SkipReason) Name() string { return strings.TrimPrefix(r.Noun+": "+r.Text, ": ") }

// Counted returns a number of records with their kind, "1 query" of queries; the number alone without a kind.
func Counted(n int, noun string) string {
	singular := strings.TrimSuffix(strings.Replace(noun, "ies", "ys", 1), "s")
	return strings.TrimSpace(terminal.Plural(n, singular, noun))
}

// Line returns a line such as "skipped 7 queries: wrong number of fields (a.tsv:3, a.tsv:9, ...)"; of texts that lost letters a warning.
func (r SkipReason) Line() string {
	text := fmt.Sprintf("noted %s: %s", terminal.Group(r.Count), r.Text)
	switch {
	case r.Skipped:
		text = "skipped " + Counted(r.Count, r.Noun) + ": " + r.Text
	case r.Text == InvalidBytes:
		text = fmt.Sprintf("warning: %s: %s", r.Text, terminal.Group(r.Count))
	}
	var places []string
	for _, place := range r.Places {
		places = append(places, place.String())
	}
	if r.Count > len(places) {
		places = append(places, "...")
	}
	return fmt.Sprintf("%s (%s)", text, strings.Join(places, ", "))
}

// String returns the whole report.
func (r *Report) String() string {
	return strings.Join(append([]string{fmt.Sprintf("kept %d", r.Kept)}, r.Lines()...), "\n")
}

// Keep counts records that are passed on.
func (r *Report) Keep(noun string, n int) {
	r.Kept += n
	r.Read(noun, n)
}

// Read counts what records are made of, such as the rows of a table of documents.
func (r *Report) Read(noun string, n int) {
	if r.ByNoun == nil {
		r.ByNoun = map[string]int{}
	}
	r.ByNoun[noun] += n
}

// AddRow counts a row of a table.
func (r *Report) AddRow(file string) {
	if r.Rows == nil {
		r.Rows = map[string]int{}
	}
	r.Rows[file]++
}

// Skip counts a record that is skipped. noun is what it is, in the plural.
func (r *Report) Skip(noun, cause, file string, line int) {
	r.add(SkipReason{Noun: noun, Text: cause, Skipped: true}, 1, file, line)
}

// Repeat counts a record that is skipped because it repeats another.
func (r *Report) Repeat(noun, cause, file string, line int) {
	r.add(SkipReason{Noun: noun, Text: cause, Skipped: true, Repeats: true}, 1, file, line)
}

// Remark counts n changes or oddities of records that are kept.
func (r *Report) Remark(cause string, n int, file string, line int) {
	r.add(SkipReason{Text: cause}, n, file, line)
}

func (r *Report) add(cause SkipReason, n int, file string, line int) {
	if n == 0 {
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
func (r *Report) reason(cause SkipReason) *SkipReason {
	alike := 0
	text, _, _ := strings.Cut(cause.Text, celltext.Such)
	for i := range r.Reasons {
		known := &r.Reasons[i]
		if known.Skipped != cause.Skipped {
			continue
		}
		first, _, _ := strings.Cut(known.Text, celltext.Such)
		if alike++; known.Noun == cause.Noun && first == text {
			return known
		}
	}
	if alike >= ReasonsShown && cause.Text != otherReasons {
		cause.Noun, cause.Text = "", otherReasons
		return r.reason(cause)
	}
	r.Reasons = append(r.Reasons, cause)
	return &r.Reasons[len(r.Reasons)-1]
}

const otherReasons = "other reasons"

// Unread is a part of a collection that is not read, such as a file, with the reason, which names the columns where it is these.
type Unread struct {
	Name, Reason string
	Columns      bool
}

// String returns both.
func (u Unread) String() string { return strings.TrimPrefix(u.Name+": "+u.Reason, ": ") }

// UnreadList lists what is not read of a collection.
type UnreadList []Unread

// Leave adds a part that is not read, once.
func (l *UnreadList) Leave(name, reason string) { l.leave(Unread{Name: name, Reason: reason}) }

// LeaveColumns adds columns of a file that are not read, once.
func (l *UnreadList) LeaveColumns(file, reason string) { l.leave(Unread{file, reason, true}) }

func (l *UnreadList) leave(u Unread) {
	if !slices.Contains(*l, u) {
		*l = append(*l, u)
	}
}

// Lines returns a line for each part.
func (l UnreadList) Lines() (lines []string) {
	for _, u := range l {
		lines = append(lines, u.String())
	}
	return lines
}
