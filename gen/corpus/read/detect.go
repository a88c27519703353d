package read

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
)

// head is the beginning of a file, from which its format is detected.
type head struct {
	path    string
	name    string            // base name in lower case, without the extension of a compression
	table   *io.SectionReader // a whole Parquet or Arrow file; nil for others
	text    []byte
	columns string   // Options.Columns
	lines   [][]byte // the lines of text that are not empty; a cut last line only if it is the only one
}

func newHead(s *source) head { return headOf(s, s.head()) }

// headOf returns the head of a source whose first bytes are text.
func headOf(s *source, text []byte) head {
	h := head{path: s.path, name: plainName(s.path), table: s.table, text: text, columns: s.columns}
	lines := bytes.Split(text, []byte("\n"))
	if len(text) >= headSize && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	for _, line := range lines {
		if line = bytes.TrimSuffix(line, []byte("\r")); len(line) > 0 {
			h.lines = append(h.lines, line)
		}
	}
	return h
}

// plainName returns the base name of a path in lower case, without the extension of its compression.
func plainName(path string) string {
	return hubcard.WithoutPacking(strings.ToLower(filepath.Base(path)))
}

// most reports whether accept holds for the lines. One line in ten, or a single one, may be malformed. Comments count for nothing.
func (h head) most(accept func(line []byte) bool) bool {
	good, bad := 0, 0
	for _, line := range h.lines {
		switch {
		case accept(line):
			good++
		case line[0] != '#':
			bad++
		}
	}
	return good > bad && bad <= max(1, len(h.lines)/10)
}

// opensWith reports whether the first byte that is not white space is c.
func (h head) opensWith(c byte) bool {
	text := bytes.TrimLeft(h.text, " \t\r\n")
	return len(text) > 0 && text[0] == c
}

// hasTag reports whether the text holds an opening tag, in any case, with or without attributes.
func (h head) hasTag(name string) bool {
	lower := bytes.ToLower(h.text)
	for {
		i := bytes.Index(lower, []byte("<"+name))
		if i < 0 {
			return false
		}
		lower = lower[i+1+len(name):]
		if len(lower) > 0 && (lower[0] == '>' || isSpace(lower[0])) {
			return true
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func fitsTSV(h head) bool {
	return !h.opensWith('<') && !h.opensWith('{') && h.most(func(line []byte) bool {
		return bytes.Count(line, tab) == 1 && line[0] != '\t'
	})
}

func fitsDocsTSV(h head) bool {
	return h.most(func(line []byte) bool {
		fields := bytes.Split(line, tab)
		return len(fields) == 4 && !(celltext.IsNumber(fields[0]) && celltext.IsNumber(fields[1]))
	})
}

func fitsTop1000(h head) bool {
	return h.most(func(line []byte) bool {
		fields := bytes.Split(line, tab)
		return len(fields) == 4 && celltext.IsNumber(fields[0]) && celltext.IsNumber(fields[1])
	})
}

func fitsTRECDocs(h head) bool  { return h.hasTag("doc") && h.hasTag("docno") }
func fitsClassic(h head) bool   { return h.hasTag("top") }
func fitsXMLTopics(h head) bool { return h.hasTag("topic") || h.hasTag("query") && !h.hasTag("top") }
func fitsObjects(h head) bool {
	return h.opensWith('{') || h.opensWith('[') && bytes.Contains(h.text, []byte("{"))
}
func fitsJSONLDocs(h head) bool {
	hasText := bytes.Contains(h.text, []byte(`"text"`)) || bytes.Contains(h.text, []byte(`"body"`)) && !fitsAnserini(h)
	return h.opensWith('{') && hasText && !celltext.IsFrame(h.text)
}

func fitsColumns(n int) func(head) bool {
	return func(h head) bool {
		return h.most(func(line []byte) bool { return len(bytes.Fields(line)) == n })
	}
}
