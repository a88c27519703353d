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

// Counted returns a number of records with their kind, "1 query" of queries; the number alone without a kind.
func Counted(n int, noun string) string { return sourcefile.Counted(n, noun) }

// Options determines how files are read. The zero value of every field is its default.
type Options struct {
	Encoding        string   // of texts: mixed, utf-8, latin-1, windows-1250, iso-8859-2 ..
	StripMarkup     bool     // remove HTML tags and entities from documents and queries
	Strict          bool     // the first malformed line or invalid byte is an error instead of a count
	DocFields       []string // parts of a document's text: title, text, url, or tags of TREC documents; default title,text
	TopicFields     []string // parts of a query's text, joined by a space: title, desc, narr or a field's own name; default title
	TopicsFormat    string   // tsv, classic, xml, jsonl, ...; "" leaves it to the collection's format
	QrelsFormat     string   // trec, 3col, prels, rows ..; "" leaves it to the collection's format
	RunFormat       string   // trec, 2col, 3col, msmarco, top1000 or rows; default auto: detected from the first lines
	WPQAFilter      string   // questions of WikiPassageQA to leave out: rennings or none; default none
	RequirePositive int      // queries without a judgement of this grade or a higher one are left out; 0 keeps all
	Hits            int      // rows a run keeps per query; 0 keeps all
	MaxLine         int      // maximum number of bytes of a line or record; 0 for safefile.Line
	Columns         string   // for rows: the roles of columns, ROLE=NAME,ROLE=NAME; "" recognises columns by their names
	Labels          string   // for rows: the grades of label values, VALUE=GRADE,VALUE=GRADE
	IDs             bool     // for training rows: words in place of texts may be ids

	Spare        *safefile.Spare   // shared by all files of a command; nil gives each file its own
	training     bool              // training rows are read
	mapping      *rowtable.Mapping // for a format that fixes the roles of its columns; else nil
	split        string            // the split that is read
	splitColumns splitColumns      // columns by which the rows of split are chosen
	counted      bool              // another reader counts malformed rows
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

// Defaults returns the options of a command with every default written out.
func Defaults() Options {
	return Options{Spare: new(safefile.Spare), Encoding: sourcefile.Mixed, DocFields: []string{"title", "text"}, TopicFields: []string{"title"},
		RunFormat: Auto, WPQAFilter: "none"}
}

// DefaultDocFields returns the fields that form a document's text in a collection. Cranfield's texts begin
// with their titles.
func DefaultDocFields(format Format) []string {
	if format == fileform.Cranfield {
		return []string{"text"}
	}
	return []string{"title", "text"}
}

// begin validates the options of a reader, and returns its report, a new one for nil, with its state.
func (o Options) begin(rep *Report) (*Report, Report, error) {
	rep = cmp.Or(rep, new(Report))
	return rep, *rep, o.Validate()
}

// Validate returns one error with all faults of the options; nil if there are none.
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
