package corpus

import (
	"bytes"
	"io"
	"slices"
	"strings"
)

// delimited is a table of lines under a header, or without one where columns go by their numbers. In quoted ones a field
// may stand in quotes, doubled inside, and then hold separators and line ends; in the others a quote is text.
type delimited struct {
	separator byte
	quoted    bool
	header    []string
	bare      bool // there is no header
}

// dialects are tried in this order; the first under which the fewest records are ragged is taken.
var dialects = []delimited{{separator: '\t', quoted: true}, {separator: '\t'}, {separator: ',', quoted: true}, {separator: ';', quoted: true}}

const (
	openQuote   = "quoted field that does not end before the file does"
	headerAgain = "header repeated"
)

// newDelimited tells the dialect of a file from its head; nil where its first line has but one field. bare says that it has
// no header.
func newDelimited(h head, bare bool) *delimited {
	var best *delimited
	fewest := 0
	for i := range dialects {
		d := dialects[i]
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
			d.bare, d.header = bare, slices.Clone(records[0])
			for c := range d.header {
				d.header[c] = strings.TrimSpace(d.header[c])
				if bare {
					d.header[c] = decimal(c + 1)
				}
			}
			best, fewest = &d, bad
		}
	}
	return best
}

func (d *delimited) columns() (names []string, loose bool) { return d.header, false }

// each reads the rows below the header.
func (d *delimited) each(s *source, names []string, visit func(values [][]string) error) error {
	places := make([]int, len(names))
	for i, name := range names {
		places[i] = slices.Index(d.header, name)
	}
	values := make([][]string, len(names))
	first := !d.bare
	return d.eachRecord(s, func(fields []string) error {
		if same := !d.bare && d.isHeader(fields); same || first {
			again := !first
			first = false
			if again {
				return s.skipRow(s.line, headerAgain)
			}
			return nil
		}
		if len(fields) != len(d.header) {
			return s.skipRow(s.line, wrongFields)
		}
		for i, at := range places {
			values[i] = fields[at : at+1]
		}
		return visit(values)
	}, func(bad string) error { return s.skipRow(s.line, bad) })
}

func (d *delimited) isHeader(fields []string) bool {
	return slices.EqualFunc(fields, d.header, func(a, b string) bool { return strings.TrimSpace(a) == b })
}

// eachRecord splits the lines that are not empty; malformed gets what is wrong with one. s.line is that on which a record
// begins.
func (d *delimited) eachRecord(s *source, visit func(fields []string) error, malformed func(what string) error) error {
	var text []byte
	for {
		line, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if len(line) == 0 {
			continue
		}
		begin := s.line
		fields, state := d.split(line)
		if state == quoteOpen {
			text = append(text[:0], line...)
			for state == quoteOpen {
				line, err = s.next()
				if err == io.EOF {
					break
				}
				if err != nil {
					return err
				}
				text = append(append(text, '\n'), line...)
				if err := s.within(len(text), begin); err != nil {
					return err
				}
				if bytes.IndexByte(line, '"') >= 0 {
					fields, state = d.split(text)
				}
			}
		}
		end := s.line
		s.line = begin
		switch state {
		case quoteOpen:
			err = malformed(openQuote)
		case quoteInside:
			err = malformed(quotesInside)
		default:
			err = visit(fields)
		}
		if err != nil {
			return err
		}
		s.line = end
	}
}

const quotesInside = "text behind a field's closing quote"

// What a split at separators came upon.
const (
	quoteNone   = iota
	quoteOpen   // the last field's quote is not closed
	quoteInside // text follows a closing quote
)

// split cuts a record into its fields.
func (d *delimited) split(record []byte) (fields []string, state int) {
	for {
		if !d.quoted || len(record) == 0 || record[0] != '"' {
			at := bytes.IndexByte(record, d.separator)
			if at < 0 {
				return append(fields, string(record)), quoteNone
			}
			fields, record = append(fields, string(record[:at])), record[at+1:]
			continue
		}
		var field []byte
		rest := record[1:]
		for {
			at := bytes.IndexByte(rest, '"')
			if at < 0 {
				return nil, quoteOpen
			}
			field, rest = append(field, rest[:at]...), rest[at+1:]
			if len(rest) == 0 || rest[0] != '"' {
				break
			}
			field, rest = append(field, '"'), rest[1:]
		}
		fields = append(fields, string(field))
		switch {
		case len(rest) == 0:
			return fields, quoteNone
		case rest[0] != d.separator:
			return nil, quoteInside
		}
		record = rest[1:]
	}
}
