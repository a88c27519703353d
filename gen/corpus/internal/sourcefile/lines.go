package sourcefile

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/internal/safefile"
)

// FieldsOf splits a line at runs of spaces and TABs into exactly n fields. If this yields another number, because ids hold spaces, it
// splits only at TABs. It returns nil if neither yields n fields. The result reuses the memory of buf.
func FieldsOf(line []byte, n int, buf [][]byte) [][]byte {
	buf = AppendFields(line, buf[:0])
	if len(buf) == n {
		return buf
	}
	if bytes.Count(line, Tab) != n-1 {
		return nil
	}
	buf = buf[:0]
	for field := range bytes.SplitSeq(line, Tab) {
		if field = bytes.Trim(field, " "); len(field) == 0 {
			return nil
		}
		buf = append(buf, field)
	}
	return buf
}

// AppendFields appends the fields of a line that are separated by runs of spaces and TABs.
func AppendFields(line []byte, dst [][]byte) [][]byte {
	for i := 0; i < len(line); {
		if line[i] == ' ' || line[i] == '\t' {
			i++
			continue
		}
		begin := i
		for i < len(line) && line[i] != ' ' && line[i] != '\t' {
			i++
		}
		dst = append(dst, line[begin:i])
	}
	return dst
}

// IsBlank reports whether a line has nothing but spaces and TABs.
func IsBlank(line []byte) bool { return len(bytes.Trim(line, " \t")) == 0 }

var Tab = []byte("\t")

// EachLine calls visit with each line that is not empty.
func EachLine(s *Source, visit func(line []byte) error) error {
	for {
		line, err := s.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil && len(line) > 0 {
			err = visit(line)
		}
		if err != nil {
			return err
		}
	}
}

// EachFields calls visit with the fields of each line. A line must have n fields between TABs, of which the first is not empty; other lines
// are skipped and counted. If n is 0, it is the number in the first line with two or more fields. Topics may have comments.
func EachFields(s *Source, n int, visit func(fields [][]byte) error) error {
	var fields [][]byte
	return EachLine(s, func(line []byte) error {
		if s.Noun == QueriesNoun && s.IsAside(line) {
			return nil
		}
		count := 1 + bytes.Count(line, Tab)
		if n == 0 && count > 1 {
			n = count
		}
		if count != n {
			return s.Skip(s.Line, WrongFields)
		}
		fields = fields[:0]
		for field := range bytes.SplitSeq(line, Tab) {
			fields = append(fields, field)
		}
		if len(fields[0]) == 0 {
			return s.Skip(s.Line, EmptyID)
		}
		return visit(fields)
	})
}

// Head is the beginning of a file, from which its format is detected.
type Head struct {
	Options
	Path    string
	Name    string            // base name in lower case, without the extension of a compression
	Table   *io.SectionReader // a whole Parquet or Arrow file; nil for others
	Text    []byte            // first bytes of the content
	Lines   [][]byte          // lines of Text that are not empty; a cut last line only if it is the only one
	decoder decoder           // the decoder of Text
}

// NewHead returns the head of a source.
func NewHead(s *Source) Head { return HeadOf(s, s.Head()) }

// Look calls visit with the head of a file. It returns an error if the file cannot be opened, which the file's reader will report too.
func Look(path string, o Options, visit func(h Head)) error {
	return Visit(path, o, func(s *Source) error {
		visit(NewHead(s))
		return nil
	})
}

// HeadOf returns the head of a source whose first bytes are text.
func HeadOf(s *Source, text []byte) Head {
	h := Head{Options: s.Options, Path: s.Path, Name: BaseName(s.Path), Table: s.Table, Text: text,
		decoder: decoder{charmap: s.decoder.charmap, others: s.decoder.others}}
	lines := bytes.Split(text, []byte("\n"))
	if len(text) >= HeadSize && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	for _, line := range lines {
		if line = bytes.TrimSuffix(line, []byte("\r")); len(line) > 0 {
			h.Lines = append(h.Lines, line)
		}
	}
	return h
}

// BaseName returns the base name of a path in lower case, without the extension of its compression.
func BaseName(path string) string {
	return safefile.PlainName(strings.ToLower(filepath.Base(path)))
}

// Most reports whether accept returns true for the lines. One line in ten, or a single line, may be malformed. Comments do not count.
func (h Head) Most(accept func(line []byte) bool) bool {
	good, bad := 0, 0
	for _, line := range h.Lines {
		switch {
		case accept(line):
			good++
		case line[0] != '#':
			bad++
		}
	}
	return good > bad && bad <= max(1, len(h.Lines)/10)
}

// OpensWith reports whether the first byte that is not white space is c.
func (h Head) OpensWith(c byte) bool {
	text := bytes.TrimLeft(h.Text, " \t\r\n")
	return len(text) > 0 && text[0] == c
}

func IsSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// IsSeparated reports whether the first line has a separator of tables other than a tab, and no tab.
func (h Head) IsSeparated() bool {
	return len(h.Lines) > 0 && bytes.ContainsAny(h.Lines[0], ",;|") && bytes.IndexByte(h.Lines[0], '\t') < 0
}
