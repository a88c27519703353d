package similarity

import (
	"bufio"
	"bytes"
	"io"
	"math"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// readText reads word2vec text (with header) or GloVe text (without: the first row gives the width).
func (r *reader) readText(header bool) error {
	numRows := -1
	var buf []byte
	for line := 1; ; line++ {
		raw, err := nextLine(r.in, buf[:0])
		if err == io.EOF {
			return r.checkRows(numRows)
		}
		if err == bufio.ErrTooLong {
			return errs.BadInput(r.name, line, "this may be a binary file: name its format", "a row is longer than %d MiB", maxLine>>20)
		}
		if err != nil {
			return r.lineError(line, err)
		}
		buf = raw
		if header && line == 1 {
			rows, dim, ok := parseHeader(string(raw))
			if !ok {
				return errs.BadInput(r.name, line, "without a header the format is glove", "the header must be two integers: rows and values a row")
			}
			numRows = rows
			r.stage.Total(rows)
			r.begin(dim)
			continue
		}
		if r.words == nil {
			dim := countFields(raw) - 1
			if dim < 1 || dim > MaxDim {
				return errs.BadInput(r.name, line, "a row is a word and its values", "%s in the first row", terminal.Plural(max(dim, 0), "value",
					"values"))
			}
			r.begin(dim)
		}
		if err := r.row(); err != nil {
			return err
		}
		if err := r.textRow(line, raw); err != nil {
			return err
		}
	}
}

// textRow takes one row. Of a word that is not wanted only the number of values is looked at.
func (r *reader) textRow(line int, raw []byte) error {
	spaces := countFields(raw) - 1 - r.words.dim
	if spaces == 0 && !r.keep(firstField(raw)) {
		r.report.Unwanted++
		return nil
	}
	fields := strings.FieldsFunc(string(raw), isSpace) // parts of one string
	if spaces < 0 || !isWord(fields[:spaces+1]) {
		return errs.BadInput(r.name, line, "every row must have the same number of values", "%s, not %d",
			terminal.Plural(max(len(fields)-1, 0), "value", "values"), r.words.dim)
	}
	word := strings.Join(fields[:spaces+1], " ")
	if spaces > 0 && !r.keep(word) {
		r.report.Unwanted++
		return nil
	}
	r.vector = r.vector[:0]
	for _, field := range fields[spaces+1:] {
		v, err := numeral.Parse(field)
		if err != nil || !(math.Abs(v) <= math.MaxFloat32) {
			return errs.BadInput(r.name, line, "values must be numbers in the range of float32", "bad number %.40q", field)
		}
		r.vector = append(r.vector, v)
	}
	if r.add(strings.Clone(word)) && spaces > 0 {
		r.report.Spaced++
	}
	return nil
}

// isWord reports whether fields can be one word with spaces inside (". . .", "at name@domain.com"): none but the first may be a number,
// or the row would simply be too long.
func isWord(fields []string) bool {
	for _, f := range fields[1:] {
		if _, err := numeral.Parse(f); err == nil {
			return false
		}
	}
	return true
}

// nextLine appends the next line to buf, without its end (LF or CR LF).
func nextLine(in *bufio.Reader, buf []byte) ([]byte, error) {
	line, err := safefile.ReadLine(in, buf, maxLine)
	return bytes.TrimSuffix(line, []byte("\r")), err
}

// isSpace reports whether fields end at a character: other white space than spaces and tabs may be part of a word.
func isSpace(c rune) bool { return c == ' ' || c == '\t' }

// countFields returns the number of fields of a line.
func countFields(line []byte) int {
	n, inside := 0, false
	for _, c := range line {
		if isSpace(rune(c)) {
			inside = false
		} else if !inside {
			inside = true
			n++
		}
	}
	return n
}

// firstField returns the first field of a line.
func firstField(line []byte) string {
	line = bytes.TrimLeftFunc(line, isSpace)
	if i := bytes.IndexFunc(line, isSpace); i >= 0 {
		line = line[:i]
	}
	return string(line)
}
