package sourcefile

import (
	"bytes"
	"io"
)

// FieldsOf splits a line at runs of spaces and TABs into exactly n fields. If this yields another number,
// because ids hold spaces, it splits at TABs only. It returns nil if neither yields n fields. The result
// reuses buf.
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

// IsBlank reports whether a line is empty, white space aside.
func IsBlank(line []byte) bool { return len(bytes.Trim(line, " \t")) == 0 }

var Tab = []byte("\t")

// EachLine calls visit for the lines that are not empty.
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

// EachFields calls visit for the lines with n fields between TABs, of which the first is not empty. 0 stands for as many as the first line
// with two or more has. Topics may have comments.
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
