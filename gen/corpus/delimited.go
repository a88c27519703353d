package corpus

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// dialect is how a table of lines is written, with a header, or without one: its columns then have numbers
// as names. With quoted, a field may stand in double quotes and then hold separators, line ends and doubled quotes.
// Otherwise a quote is text.
type dialect struct {
	separator byte
	quoted    bool
	header    []string
	bare      bool // the file has no header
	told      bool // its first line names the separator, as sep=; does
}

// dialects are tried in this order. The first with the fewest ragged records is chosen.
var dialects = []dialect{{separator: '\t', quoted: true}, {separator: '\t'}, {separator: ',', quoted: true},
	{separator: ';', quoted: true}, {separator: '|', quoted: true}}

// separatorLine matches the first line that Excel writes and reads as the name of the separator.
var separatorLine = regexp.MustCompile(`^(?i:sep=([^a-z0-9"])|"sep=([^a-z0-9"])")\r?(?:\n|$)`)

// dialectsOf returns the dialects that a file may have: that of its first line, that of the card of its folder, or any. names are those
// of its columns, if the card has them.
func dialectsOf(h head) (list []dialect, names []string, err error) {
	if m := separatorLine.FindSubmatch(h.text); m != nil {
		return []dialect{{separator: slices.Concat(m[1], m[2])[0], quoted: true, told: true}}, nil, nil
	}
	card, err := hubcard.CSVOf(h.path)
	if err != nil || card.Separator == 0 {
		return dialects, card.Names, err
	}
	return []dialect{{separator: card.Separator, quoted: true}, {separator: card.Separator}}, card.Names, nil
}

const (
	openQuote   = "quoted field that does not end before the file does"
	headerAgain = "header repeated"
)

// chooseDialect returns the dialect that fits a file's head; nil if the first line has only one
// field. With bare, the file has no header.
func chooseDialect(h head, bare bool) (*dialect, error) {
	list, isGiven, err := dialectsOf(h)
	if err != nil {
		return nil, err
	}
	var best *dialect
	fewest := 0
	for _, d := range list {
		var records [][]string
		bad := 0
		s := headSource(h)
		_ = d.eachRecord(s, func(fields []string) error { records = append(records, fields); return nil },
			func(string) error { bad++; return nil })
		if len(records) == 0 || len(records[0]) < 2 {
			continue
		}
		for _, fields := range records {
			if len(fields) != len(records[0]) {
				bad++
			}
		}
		if best == nil || bad < fewest {
			d.bare, d.header = bare || isGiven != nil, slices.Clone(records[0])
			for c := range d.header {
				switch d.header[c] = strings.TrimSpace(d.header[c]); {
				case bare:
					d.header[c] = strconv.Itoa(c + 1)
				case c < len(isGiven):
					d.header[c] = isGiven[c]
				}
			}
			best, fewest = &d, bad
		}
	}
	if best != nil && !bare && isGiven != nil && len(isGiven) != len(best.header) {
		return nil, errs.BadInput(h.path, 1, "mend names in README.md", "columns: %d in it, %d in README.md", len(best.header), len(isGiven))
	}
	return best, nil
}

func (d *dialect) columns() (names []string, loose bool) { return d.header, false }

// visitRows calls visit for the rows below the header.
func (d *dialect) visitRows(s *source, names []string, visit func(values []tabular.Cells) error) error {
	places := make([]int, len(names))
	for i, name := range names {
		places[i] = slices.Index(d.header, name)
	}
	values := make([]tabular.Cells, len(names))
	first := !d.bare
	return d.eachRecord(s, func(fields []string) error {
		if header := !d.bare && d.isHeader(fields); header || first {
			again := !first
			first = false
			if again {
				return s.skipRow(s.line, headerAgain)
			}
			s.rep.header()
			return nil
		}
		if len(fields) != len(d.header) {
			return s.skipRow(s.line, wrongFields)
		}
		for i, column := range places {
			values[i] = tabular.Scalar(fields[column : column+1])
		}
		return visit(values)
	}, func(bad string) error { return s.skipRow(s.line, bad) })
}

func (d *dialect) isHeader(fields []string) bool {
	return slices.EqualFunc(fields, d.header, func(a, b string) bool { return strings.TrimSpace(a) == b })
}

// eachRecord calls visit for the records and skips empty lines. It calls reject with the reason for a
// malformed record. During a call s.line is the line on which the record begins.
func (d *dialect) eachRecord(s *source, visit func(fields []string) error, reject func(reason string) error) error {
	text := d.told
	for {
		line, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if len(line) == 0 || text {
			text = false
			continue
		}
		begin := s.line
		r := record{dialect: d}
		for r.add(line); r.open; r.add(line) {
			if line, err = s.next(); err == io.EOF {
				break
			}
			if err == nil {
				err = s.checkSize(len(r.field)+len(line), begin)
			}
			if err != nil {
				return err
			}
			r.field = append(r.field, '\n')
		}
		end := s.line
		s.line, s.end = begin, end
		switch {
		case r.open:
			err = reject(openQuote)
		case r.inside:
			err = reject(quotesInside)
		default:
			err = visit(r.fields)
		}
		if err != nil {
			return err
		}
		s.line = end
	}
}

const quotesInside = "text behind a field's closing quote"

// record is a row that is being parsed.
type record struct {
	*dialect
	fields []string
	field  []byte // the part of a quoted field that was read
	open   bool   // its closing quote was not read yet
	inside bool   // text follows a closing quote
}

// add parses the next line.
func (r *record) add(line []byte) {
	more := true
	for more {
		switch {
		case r.open:
			line, more = r.readQuoted(line)
		case r.quoted && len(line) > 0 && line[0] == '"':
			r.open, r.field, line = true, r.field[:0], line[1:]
		default:
			var field []byte
			field, line, more = bytes.Cut(line, []byte{r.separator})
			r.fields = append(r.fields, string(field))
		}
	}
}

// readQuoted parses the rest of a field in quotes. more reports whether another field follows on the line.
func (r *record) readQuoted(line []byte) (rest []byte, more bool) {
	for {
		text, rest, ok := bytes.Cut(line, []byte{'"'})
		r.field = append(r.field, text...)
		if !ok {
			return nil, false
		}
		if len(rest) == 0 || rest[0] != '"' {
			r.open = false
			r.fields = append(r.fields, string(r.field))
			r.inside = r.inside || len(rest) > 0 && rest[0] != r.separator
			if r.inside || len(rest) == 0 {
				return nil, false
			}
			return rest[1:], true
		}
		r.field, line = append(r.field, '"'), rest[1:]
	}
}
