package sourcefile

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/internal/safefile"
)

// Head is the beginning of a file, from which its format is detected.
type Head struct {
	Path    string
	Name    string            // base name in lower case, without the extension of a compression
	Table   *io.SectionReader // a whole Parquet or Arrow file; nil for others
	Text    []byte
	Columns string   // Options.Columns
	Lines   [][]byte // the lines of text that are not empty; a cut last line only if it is the only one
}

func NewHead(s *Source) Head { return HeadOf(s, s.Head()) }

// Look calls visit with the head of a file. Of a file that cannot be opened it returns the error, which the file's reader reports too.
func Look(path string, o Options, visit func(h Head)) error {
	return Visit(path, o, func(s *Source) error {
		visit(NewHead(s))
		return nil
	})
}

// HeadOf returns the head of a source whose first bytes are text.
func HeadOf(s *Source, text []byte) Head {
	h := Head{Path: s.Path, Name: BaseName(s.Path), Table: s.Table, Text: text, Columns: s.Columns}
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

// Most reports whether accept holds for the lines. One line in ten, or a single one, may be malformed. Comments count for nothing.
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
