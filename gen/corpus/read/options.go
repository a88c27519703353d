package read

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Counts and remarks of the readers.
type (
	Report     = sourcefile.Report
	Place      = sourcefile.Place
	Unread     = sourcefile.Unread
	UnreadList = sourcefile.UnreadList
)

// Format is the name of a format, or of a collection's family of formats, or auto.
type Format = fileform.Format

// The formats that a user may name; FORMATS.md has all.
const (
	Auto    = fileform.Auto // detected from the first 64 KiB and the file's name
	MSMARCO = fileform.MSMARCO
	TREC    = fileform.TREC
	BEIR    = fileform.BEIR
	Triples = fileform.Triples
	Table   = fileform.Table
)

// Mixed is the encoding UTF-8, except that invalid bytes are read as windows-1252.
const Mixed = sourcefile.Mixed

// InvalidBytes is the remark about bytes that are invalid in the encoding.
const InvalidBytes = sourcefile.InvalidBytes

// Counted returns a number with the noun for records, in the singular for 1: "1 query" for queries. Without a noun it returns the number.
func Counted(n int, noun string) string { return sourcefile.Counted(n, noun) }

// Options determine how files are read. The zero value of every field is its default.
type Options struct {
	Encoding        string   // encoding of texts: mixed, utf-8, latin-1, windows-1250, iso-8859-2 ..
	StripMarkup     bool     // true: HTML tags and entities are removed from documents and queries
	Strict          bool     // true: the first malformed line or invalid byte is an error; false: it is counted
	DocFields       []string // parts of a document's text: title, text, url, or tags of TREC documents; default title,text
	TopicFields     []string // parts of a query's text, joined by a space: title, desc, narr or a field's own name; default title
	TopicsFormat    string   // tsv, classic, xml, jsonl, ...; "": the collection's format decides
	QrelsFormat     string   // trec, 3col, prels, rows ..; "": the collection's format decides
	RunFormat       string   // trec, 2col, 3col, msmarco, top1000 or rows; default auto: detected from the first lines
	WPQAFilter      string   // questions of WikiPassageQA to leave out: rennings or none; default none
	RequirePositive int      // queries without a judgement of this grade or a higher one are left out; 0 keeps all
	Hits            int      // maximum number of rows of a run for each query; 0 keeps all
	MaxLine         int      // maximum number of bytes of a line or record; 0 for safefile.Line
	Columns         string   // for rows: the roles of columns, ROLE=NAME,ROLE=NAME; "" recognises columns by their names
	Labels          string   // for rows: the grades of label values, VALUE=GRADE,VALUE=GRADE
	IDs             bool     // for training rows: true if words in place of texts may be ids

	Spare        *safefile.Spare   // shared by all files of a command; nil: each file has its own
	training     bool              // true if training rows are read
	mapping      *rowtable.Mapping // the roles of columns, for a format that fixes them; nil for other formats
	split        string            // the split that is read
	splitColumns splitColumns      // the columns of splits, by which the rows of split are chosen
	counted      bool              // true if another reader counts malformed rows
}

// source returns the options with which files are opened.
func (o Options) source() sourcefile.Options {
	return sourcefile.Options{Encoding: o.Encoding, Strict: o.Strict, MaxLine: o.MaxLine, Columns: o.Columns, Spare: o.Spare, Counted: o.counted,
		DocFields: o.DocFields, TopicFields: o.TopicFields}
}

// rows returns the options with which rows are read.
func (o Options) rows() rowtable.Options {
	return rowtable.Options{Columns: o.Columns, Labels: o.Labels, Wanted: tabular.Wanted{IDs: o.IDs, Training: o.training}, Mapping: o.mapping, Split: o.split,
		SplitColumns: o.splitColumns}
}

// Defaults returns the options of a command, with the default of every field.
func Defaults() Options {
	return Options{Spare: new(safefile.Spare), Encoding: sourcefile.Mixed, DocFields: []string{"title", "text"}, TopicFields: []string{"title"},
		RunFormat: Auto, WPQAFilter: "none"}
}

// DefaultDocFields returns the fields that form a document's text in a collection: title and text, or only text for Cranfield, whose texts
// begin with their titles.
func DefaultDocFields(format Format) []string {
	if format == fileform.Cranfield {
		return []string{"text"}
	}
	return []string{"title", "text"}
}

// begin returns the report of a reader, a new one if rep is nil, and a copy of its state. It returns an error if the options are not valid.
func (o Options) begin(rep *Report) (*Report, Report, error) {
	rep = cmp.Or(rep, new(Report))
	return rep, *rep, o.Validate()
}

// Validate returns one error with all faults of the options, and nil if there are none.
func (o Options) Validate() error {
	var faults []error
	oneOf := func(flag, value string, choices ...string) {
		if value != "" && !slices.Contains(choices, value) {
			faults = append(faults, errs.BadUsage(errs.Suggestion(value, choices...)+"use "+strings.Join(choices, ", "), "--%s %s is unknown",
				flag, value))
		}
	}
	oneOf("encoding", o.Encoding, sourcefile.Encodings()...)
	oneOf("wpqa-filter", o.WPQAFilter, "none", "rennings")
	oneOf("topics-format", o.TopicsFormat, fileform.FormatNames(fileform.TopicFormats)...)
	oneOf("qrels-format", o.QrelsFormat, fileform.FormatNames(fileform.QrelsFormats)...)
	oneOf("run-format", o.RunFormat, append(fileform.FormatNames(fileform.RunFormats), Auto)...)
	if _, err := tabular.ParseColumns(o.Columns); err != nil {
		faults = append(faults, err)
	}
	if _, err := tabular.ParseLabels(o.Labels); err != nil {
		faults = append(faults, err)
	}
	if o.Hits < 0 {
		faults = append(faults, errs.BadUsage("use 0 for all", "--hits %d is negative", o.Hits))
	}
	for _, field := range slices.Concat(o.DocFields, o.TopicFields) {
		if strings.TrimSpace(field) == "" {
			faults = append(faults, errs.BadUsage("leave out the comma", "a field name is empty"))
		}
	}
	return errors.Join(faults...)
}
