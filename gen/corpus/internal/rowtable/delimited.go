package rowtable

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/lists"
)

// dialect describes how a file separates fields and records. Without a header, columns have numbers as names. A field in double quotes may
// hold separators, line ends and doubled quotes. If loose is set, quotes may also be text, and each record is read in the way that fits.
type dialect struct {
	separator byte
	loose     bool
	header    []string
	bare      bool // the file has no header
	told      bool // the first line names the separator, such as sep=;
	begin     int  // the line of the header, if lines stand above it
	escape    bool // backslashes are escapes where that fits
}

// dialects are tried in this order. The first with the fewest ragged records is chosen, or a later one that has as few and more columns,
// unless it is that of TABs.
var dialects = []dialect{{separator: '\t', loose: true}, {separator: ','}, {separator: ';'}, {separator: '|'}}

// separatorLine matches the first line that Excel writes and reads as the name of the separator.
var separatorLine = lazy.Regexp(`^(?i:sep=([^a-z0-9"])|"sep=([^a-z0-9"])")\r?(?:\n|$)`)

const (
	openQuote    = "quoted field that does not end"
	quotesInside = "text behind a field's closing quote"
	aboveHeader  = "lines above the header" + celltext.ExampleMark
)

// chooseDialect returns the dialect that fits a file's head; nil if the first line has only one field. With bare, the file has no header.
func chooseDialect(h sourcefile.Head, bare bool) *dialect {
	var best *dialect
	fewest, possible := 0, dialects
	if m := separatorLine().FindSubmatch(h.Text); m != nil {
		possible = []dialect{{separator: slices.Concat(m[1], m[2])[0], told: true}}
	}
	for _, d := range possible {
		d.bare = bare
		bad := d.findHeader(h)
		hasMore := best != nil && bad == fewest && best.separator != '\t' && len(d.header) > len(best.header) && // decimal commas, say
			d.begin <= best.begin
		if len(d.header) > 1 && (best == nil || bad < fewest || hasMore) {
			best, fewest = &d, bad
		}
	}
	if best != nil && bare {
		best.header = numbersUpTo(len(best.header))
	}
	return best
}

// mostAbove is the largest number of lines above a header.
const mostAbove = 20

// findHeader finds the header: the first line, or, if that is a title or none of its fields has a known name, the first of three fields or
// more whose number nine tenths of the records behind it have. It returns the number of lines that are no records.
func (d *dialect) findHeader(h sourcefile.Head) (bad int) {
	rows, bad := d.try(h)
	if d.bare || !isTitle(d.header) && (bad <= rows || slices.ContainsFunc(d.header, func(name string) bool { return tabular.RoleOf(name) != "" })) {
		return bad
	}
	below := *d
	for line := range bytes.Lines(h.Text[:min(len(h.Text), sourcefile.HeadSize)]) {
		if below.begin++; below.begin > mostAbove {
			break
		}
		if bytes.Count(line, []byte{d.separator}) < 2 || below.begin == 1 {
			continue
		}
		if rows, bad := below.try(h); len(below.header) > 2 && !isTitle(below.header) && 10*bad <= rows {
			*d = below
			return bad
		}
	}
	return bad
}

// try reads the header from a head, and counts the records and the lines that are none.
func (d *dialect) try(h sourcefile.Head) (rows, bad int) {
	d.header, d.escape = nil, false
	r := recordReader{dialect: d, source: sourcefile.HeadSource(h)}
	_ = r.each(func(fields []string) error {
		if rows++; rows == 1 {
			d.header = make([]string, len(fields))
			for i, field := range fields {
				d.header[i] = columnName(field)
			}
		}
		return nil
	}, func(reason string) error {
		if !strings.HasPrefix(reason, aboveHeader) {
			bad++
		}
		return nil
	})
	d.escape = r.escape
	return rows, bad
}

// isTitle reports whether of a record's fields one at most has a text, where two would be a row.
func isTitle(fields []string) bool {
	return len(fields) != 2 && len(slices.DeleteFunc(slices.Clone(fields), func(field string) bool { return field == "" })) < 2
}

func (d *dialect) Columns() []string { return d.header }

// VisitRows calls visit for the rows below the header.
func (d *dialect) VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error {
	places := lists.Map(names, func(name string) int { return slices.Index(d.header, name) })
	values := make([]tabular.Cells, len(names))
	first := !d.bare
	r := recordReader{dialect: d, source: s, width: len(d.header), escape: d.escape}
	return r.each(func(fields []string) error {
		if first {
			first = false
			s.Rep.Headers++
			return nil
		}
		if !d.bare && slices.EqualFunc(fields, d.header, func(a, b string) bool { return columnName(a) == b }) {
			return s.SkipRow(s.Line, sourcefile.HeaderAgain)
		}
		if !slices.ContainsFunc(fields, isNoRule) {
			return s.SkipRow(s.Line, "rule of dashes")
		}
		for i, column := range places {
			values[i] = tabular.Scalar(fields[column : column+1])
		}
		return visit(values)
	}, func(bad string) error { return s.SkipRow(s.Line, bad) })
}

// isNoRule reports whether a field is no part of a rule below a header, which has two dashes or more.
func isNoRule(field string) bool {
	return !strings.Contains(field, "--") || strings.Trim(field, "-: ") != ""
}

// columnName returns the name in a cell of a header, on one line.
func columnName(cell string) string { return strings.ReplaceAll(strings.TrimSpace(cell), "\n", " ") }

// each calls visit for the records and skips empty lines. It calls reject with the reason for a line that is no record, and continues with
// the next line. So every line is in a record or rejected. During a call the source's Line is the line on which the record begins.
func (r *recordReader) each(visit func(fields []string) error, reject func(reason string) error) error {
	s := r.source
	r.visit, r.reject = visit, reject
	for {
		s.Text.Hold()
		line, err := s.Next()
		if err == io.EOF {
			return nil
		}
		switch {
		case err != nil || len(line) == 0 || r.told && s.Line == 1:
		case s.Line < r.begin:
			err = reject(aboveHeader + strconv.Quote(errs.Brief(string(line))))
		default:
			err = r.read(line)
		}
		if err != nil {
			return err
		}
	}
}

// recordReader reads the records of a source.
type recordReader struct {
	*dialect
	source *sourcefile.Source
	width  int  // fields of a record; 0 until one is read
	trust  int  // records that surely use quotes, minus records that fit only if quotes are text
	escape bool // a record fitted only if its backslashes are escapes
	visit  func(fields []string) error
	reject func(reason string) error
	field  []byte // buffer of the last Record, for the next
}

// textLines limits surplus in read: above it, a quote is taken for text unless trust is positive.
const textLines = 100

// mostBroken is the largest number of lines of a record whose line ends are escaped.
const mostBroken = 1000

// parse parses the record that begins with a line, to its end. It returns why it is none, "" for a record, and the number of its lines that
// would be records if quotes were text, minus the others.
func (r *recordReader) parse(line []byte, escape bool) (rec Record, surplus int, reason string, err error) {
	s := r.source
	rec = Record{Separator: r.separator, field: r.field, escape: escape, plain: 1 + bytes.Count(line, []byte{r.separator})}
	defer func() { r.field = rec.field }()
	rec.Add(line)
	if r.width == 0 && !rec.open && !rec.inside {
		r.width = len(rec.Fields)
	} else if r.width == 0 && r.loose {
		r.width = rec.plain
	}
	rec.isMultiline, surplus = rec.open || rec.broken, -1
	if rec.plain == r.width {
		surplus = 1
	}
	last := s.Line + mostBroken
	for (rec.open || rec.broken && s.Line < last) && (r.width == 0 || len(rec.Fields) < r.width) && !(r.loose && r.trust <= 0 && surplus > textLines) {
		next, err := s.Next()
		if err == io.EOF && s.IsCut {
			return rec, surplus, "", err
		}
		if err == io.EOF || len(rec.field)+len(next) > s.Max {
			break
		}
		if err != nil {
			return rec, surplus, "", err
		}
		if 1+bytes.Count(next, []byte{r.separator}) == r.width {
			surplus++
		} else {
			surplus--
		}
		rec.field = append(rec.field, '\n')
		rec.Add(next)
	}
	switch {
	case rec.open || rec.broken:
		reason = openQuote
	case rec.inside:
		reason = quotesInside
	case r.width > 0 && len(rec.Fields) != r.width:
		reason = sourcefile.WrongFields
	}
	return rec, surplus, reason, nil
}

// read reads the record that begins with a line. Of quotes and escapes the reading that gives the table's width is chosen.
func (r *recordReader) read(line []byte) error {
	s, begin := r.source, r.source.Line
	rec, surplus, reason, err := r.parse(line, r.escape)
	for _, escape := range []bool{!r.escape, false} {
		if err == nil && reason != "" && escape != rec.escape && rec.hasEscape && r.width > 0 && !(r.loose && rec.plain == r.width) {
			line = s.Rewind(begin)
			rec, surplus, reason, err = r.parse(line, escape)
		}
	}
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return err
	}
	r.escape = r.escape || rec.escape
	end, isText := s.Line, false
	if r.loose && rec.quotes > 0 {
		isSure := surplus <= 0 || end == begin && (rec.doubled || r.isQuoted(line))
		switch {
		case reason == "" && isSure:
			r.trust++
		case reason == "":
			isText = r.trust <= 0
		case rec.plain == r.width:
			r.trust, isText = r.trust-1, true
		}
	}
	// A record of several lines whose quotes begin and end where fields do is left out as a whole.
	isWhole := reason == sourcefile.WrongFields && end > begin && !rec.stray && (!r.loose || r.trust > 0)
	if (reason == "" || isWhole) && !isText {
		s.Line, s.End = begin, end
		if isWhole {
			err = r.reject(reason)
		} else {
			r.width = len(rec.Fields)
			err = r.visit(rec.Fields)
		}
		s.Line = end
		return err
	}
	if rec.isMultiline {
		line = s.Rewind(begin)
	}
	switch {
	case isText:
		return r.visit(strings.Split(string(line), string(r.separator)))
	case bytes.IndexByte(line, '\r') >= 0: // some lines end in CR alone
		lines := sourcefile.HeadSource(sourcefile.Head{Text: bytes.ReplaceAll(line, []byte("\r"), []byte("\n"))})
		inside := recordReader{dialect: &dialect{separator: r.separator, loose: r.loose}, source: lines, width: r.width}
		return inside.each(r.visit, r.reject)
	}
	return r.reject(reason)
}

// isQuoted reports whether two or more fields of a line stand in quotes, and all others are numbers.
func (r *recordReader) isQuoted(line []byte) bool {
	quotes := 0
	for field := range bytes.SplitSeq(line, []byte{r.separator}) {
		if bytes.HasPrefix(field, []byte{'"'}) {
			quotes++
		} else if _, isNumber := tabular.ParseNumber(string(field), false); !isNumber {
			return false
		}
	}
	return quotes > 1
}

// Record is a row that is being parsed.
type Record struct {
	Separator byte
	Fields    []string
	field     []byte // the part of a quoted field that was read
	plain     int    // fields of the first line if quotes are text
	quotes    int    // fields that begin with a quote
	doubled   bool   // a quoted field holds a doubled quote
	open      bool   // the closing quote of the last field was not read yet
	inside    bool   // text follows a closing quote
	stray     bool   // a field behind the first one in quotes holds a quote and begins with none
	escape    bool   // a backslash keeps a separator, a quote, a backslash or a line end
	broken    bool   // a backslash keeps the line end in a field without quotes
	hasEscape bool   // a line has a backslash

	isMultiline bool // its first line does not end it
}

// Add parses the next line.
func (r *Record) Add(line []byte) {
	more := true
	r.hasEscape = r.hasEscape || bytes.IndexByte(line, '\\') >= 0
	for more {
		switch {
		case r.open:
			line, more = r.readQuoted(line)
		case len(line) > 0 && line[0] == '"' && !r.broken:
			r.open, r.field, line = true, r.field[:0], line[1:]
			r.quotes++
		case r.escape:
			if !r.broken {
				r.field = r.field[:0]
			}
			r.broken = false
			if line, more = r.readUpTo(r.Separator, line); !r.broken {
				r.Fields = append(r.Fields, string(r.field))
			}
		default:
			var field []byte
			field, line, more = bytes.Cut(line, []byte{r.Separator})
			r.Fields = append(r.Fields, string(field))
			r.stray = r.stray || r.quotes > 0 && bytes.IndexByte(field, '"') >= 0
		}
	}
}

// readQuoted parses the rest of a field in quotes. more reports whether another field follows on the line.
func (r *Record) readQuoted(line []byte) (rest []byte, more bool) {
	for {
		rest, ok := r.readUpTo('"', line)
		if !ok {
			return nil, false
		}
		if len(rest) == 0 || rest[0] != '"' {
			r.open = false
			r.Fields = append(r.Fields, string(r.field))
			r.inside = r.inside || len(rest) > 0 && rest[0] != r.Separator
			if r.inside || len(rest) == 0 {
				return nil, false
			}
			return rest[1:], true
		}
		r.field, line, r.doubled = append(r.field, '"'), rest[1:], true
	}
}

// readUpTo adds a line to the field, up to a letter that is not escaped. It returns the rest behind that letter, and whether there is one.
func (r *Record) readUpTo(end byte, line []byte) (rest []byte, ok bool) {
	for r.escape {
		i := bytes.IndexByte(line, '\\')
		if before := bytes.IndexByte(line, end); i < 0 || before >= 0 && before < i {
			break
		}
		r.field = append(r.field, line[:i]...)
		if line = line[i+1:]; len(line) == 0 {
			r.broken = end != '"'
			return nil, false
		}
		if c := line[0]; c != '\\' && c != '"' && c != r.Separator {
			r.field = append(r.field, '\\')
		}
		r.field, line = append(r.field, line[0]), line[1:]
	}
	text, rest, ok := bytes.Cut(line, []byte{end})
	r.field = append(r.field, text...)
	return rest, ok
}
