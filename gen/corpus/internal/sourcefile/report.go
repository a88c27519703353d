package sourcefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// RightFile is the hint for a file without a single record.
const RightFile = "is this the right file?"

// EmptyError returns the error for a path without any record. noun is the name of the records, and start the state of rep before reading.
func EmptyError(noun, path, hint string, rep *Report, start Report) error {
	hasSkipped := rep.skipped > start.skipped
	var why []string
	for i, reason := range rep.Reasons {
		if hasSkipped && reason.Skipped || !hasSkipped && rep.Headers > start.Headers && i >= len(start.Reasons) {
			why = append(why, reason.Line())
		}
	}
	switch {
	case len(why) > 0:
		return errs.BadInput(path, 0, hint, "no %s: %s", noun, strings.Join(why, "; "))
	case rep.Headers > start.Headers:
		return errs.BadInput(path, 0, RightFile, "no %s: it has a header and no row", noun)
	case rep.Bytes > start.Bytes:
		return errs.BadInput(path, 0, RightFile, "no %s found in %s", noun, safefile.Size(rep.Bytes-start.Bytes))
	}
	return errs.BadInput(path, 0, RightFile, "no %s: it is empty", noun)
}

// Limits of a report.
const (
	ReasonsShown = 20 // maximum number of reasons to skip records, and of remarks
	placesShown  = 5  // maximum number of places of each
)

// Report counts what readers kept, skipped and changed, by reason, with the first five places of each. The zero value is ready. It is not
// safe for concurrent use.
type Report struct {
	Kept    int            // number of records that were kept
	ByNoun  map[string]int // number of records, by noun: documents, queries, judgements, rows
	Bytes   int64          // number of bytes read from the files, before decompression
	Unread  UnreadList     // columns and files that are not read
	Told    []string       // formats detected from a file's beginning, "FILE: format"
	Reasons []SkipReason   // in the order of their first occurrence
	Headers int            // number of lines or schemas that name columns
	skipped int            // number of records that were skipped
	Rows    map[string]int // number of rows of each table, by file

	OnSkippedRow func(line, last int) // called with the lines of each row that cannot be read or repeats the header; may be nil
}

// SkipReason is a reason for which records were skipped, or a remark on records that were kept.
type SkipReason struct {
	Noun    string  // noun for the records, in the plural: documents, queries, judgements, rows; "" for remarks
	Text    string  // the reason, which may end in an example after celltext.ExampleMark
	Count   int     // number of records
	Skipped bool    // true if the records were skipped; false for a remark
	Repeats bool    // true if the records were skipped because they repeat others
	Places  []Place // the first five places
}

// Place is a line of an input file.
type Place struct {
	File string // path of the file, "-" for standard input
	Line int    // number of the line, from 1; 0 for the file as a whole
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

// Name returns the reason after the noun of the records.
func (r SkipReason) Name() string { return strings.TrimPrefix(r.Noun+": "+r.Text, ": ") }

// Counted returns a number with the noun for records, in the singular for 1: "1 query" for queries. Without a noun it returns the number.
func Counted(n int, noun string) string {
	singular := strings.TrimSuffix(strings.Replace(noun, "ies", "ys", 1), "s")
	return strings.TrimSpace(terminal.Plural(n, singular, noun))
}

// Line returns a line such as "skipped 7 queries: wrong number of fields (a.tsv:3, a.tsv:9, ...)". For texts that lost letters it is a
// warning.
func (r SkipReason) Line() string {
	text := fmt.Sprintf("noted %s: %s", terminal.Group(r.Count), r.Text)
	switch {
	case r.Skipped:
		text = "skipped " + Counted(r.Count, r.Noun) + ": " + r.Text
	case r.Text == InvalidBytes:
		text = fmt.Sprintf("warning: %s: %s", r.Text, terminal.Group(r.Count))
	}
	places := lists.Map(r.Places, Place.String)
	if r.Count > len(places) {
		places = append(places, "...")
	}
	return fmt.Sprintf("%s (%s)", text, strings.Join(places, ", "))
}

// String returns the whole report.
func (r *Report) String() string {
	return strings.Join(append([]string{fmt.Sprintf("kept %d", r.Kept)}, r.Lines()...), "\n")
}

// Keep counts records that are kept.
func (r *Report) Keep(noun string, n int) {
	r.Kept += n
	r.Read(noun, n)
}

// Read counts n records of a noun without counting them as kept, such as the rows of a table of documents.
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

// Skip counts a record that is skipped. noun is its noun, in the plural.
func (r *Report) Skip(noun, cause, file string, line int) {
	r.add(SkipReason{Noun: noun, Text: cause, Skipped: true}, 1, file, line)
}

// Repeat counts a record that is skipped because it repeats another.
func (r *Report) Repeat(noun, cause, file string, line int) {
	r.add(SkipReason{Noun: noun, Text: cause, Skipped: true, Repeats: true}, 1, file, line)
}

// Remark counts a remark on n records that are kept.
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
	if place := (Place{file, line}); len(reason.Places) < placesShown && !slices.Contains(reason.Places, place) {
		reason.Places = append(reason.Places, place)
	}
}

// reason returns the entry of a reason. Reasons that differ only in their examples have one entry, and so have all reasons after the first
// ReasonsShown.
func (r *Report) reason(cause SkipReason) *SkipReason {
	number := 0
	text, _, _ := strings.Cut(cause.Text, celltext.ExampleMark)
	for i := range r.Reasons {
		entry := &r.Reasons[i]
		if entry.Skipped != cause.Skipped {
			continue
		}
		first, _, _ := strings.Cut(entry.Text, celltext.ExampleMark)
		if number++; entry.Noun == cause.Noun && first == text {
			return entry
		}
	}
	if number >= ReasonsShown && cause.Text != otherReasons {
		cause.Noun, cause.Text = "", otherReasons
		return r.reason(cause)
	}
	r.Reasons = append(r.Reasons, cause)
	return &r.Reasons[len(r.Reasons)-1]
}

const otherReasons = "other reasons"

// Unread is a file or another part of a collection that is not read, with the reason. If Columns is true, it is some columns of the file,
// which the reason names.
type Unread struct {
	Name, Reason string
	Columns      bool
}

// String returns name and reason.
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
	return lists.Map(l, Unread.String)
}
