package similarity

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

const (
	MaxDim   = 1 << 16 // the maximum number of values of a vector
	maxWord  = 1 << 16 // the maximum length of a word in a binary file, in bytes
	maxLine  = 1 << 24 // the maximum length of a row in a text file, in bytes
	peekSize = 1 << 16 // the number of bytes from which sniff determines the format
	ctxEvery = 1 << 10 // the number of rows between two checks of the context
)

var errLongWord = errors.New("word too long")

// Report has the number of rows of a file by their use.
type Report struct {
	Format     Format
	Rows       int // number of rows read
	Kept       int // number of rows stored
	Duplicates int // number of rows left out because an earlier row has the same word
}

// Read reads a file of word vectors, plain or compressed with gzip or zstd. keep reports whether to store a word; nil stores all words.
// The values of stored words are parsed as float64.
func Read(ctx context.Context, path string, keep func(word string) bool, stage *progress.Stage) (*Words, Report, error) {
	f, err := safefile.Open(path)
	if err != nil {
		return nil, Report{}, errs.CannotOpen(path, err)
	}
	defer f.Close()
	return read(ctx, f, path, keep, stage)
}

func read(ctx context.Context, src io.Reader, name string, keep func(string) bool, stage *progress.Stage) (*Words, Report, error) {
	in, err := safefile.Unpacked(name, src, nil)
	if err != nil {
		return nil, Report{}, &errs.Error{Kind: errs.Input, File: name, Problem: "cannot decompress", Err: err, Hint: "fetch it again"}
	}
	defer in.Close()
	plain := bufio.NewReaderSize(in, peekSize)
	if keep == nil {
		keep = func(string) bool { return true }
	}
	r := &reader{ctx: ctx, name: name, in: plain, keep: keep, stage: stage}
	head, err := plain.Peek(peekSize)
	if len(head) == 0 && err == io.EOF {
		return nil, Report{}, errs.BadInput(name, 0, "give a file of word vectors", "the file is empty")
	}
	if r.report.Format = sniff(head); r.report.Format == Word2VecBinary {
		err = r.readBinary()
	} else {
		err = r.readText(r.report.Format == Word2Vec)
	}
	if err != nil {
		return nil, r.report, err
	}
	return r.words, r.report, nil
}

// reader is the state of reading one file.
type reader struct {
	ctx    context.Context
	name   string
	in     *bufio.Reader
	keep   func(string) bool
	stage  *progress.Stage
	words  *Words
	report Report
	vector []float64 // the values of the current row
}

// countRow counts a row. After every ctxEvery rows it returns the context's error.
func (r *reader) countRow() error {
	r.report.Rows++
	r.stage.Add(1)
	if r.report.Rows%ctxEvery == 0 {
		return r.ctx.Err()
	}
	return nil
}

// add stores the row whose values are in r.vector, unless its word is a duplicate.
func (r *reader) add(word string) {
	if r.words.Add(word, r.vector) {
		r.report.Kept++
	} else {
		r.report.Duplicates++
	}
}

// checkRows returns an error if the file has no rows, or another number than rows, the header's number; -1 is no header.
func (r *reader) checkRows(rows int) error {
	switch {
	case r.report.Rows == 0:
		return errs.BadInput(r.name, 0, "give a file of word vectors", "no rows")
	case rows < 0 || rows == r.report.Rows:
		return nil
	case rows > r.report.Rows:
		return errs.BadInput(r.name, 0, "fetch it again, or correct the header", "the file is truncated: %s, its header says %d",
			terminal.Plural(r.report.Rows, "row", "rows"), rows)
	}
	return errs.BadInput(r.name, 0, "correct the header", "%s, its header says %d", terminal.Plural(r.report.Rows, "row", "rows"), rows)
}

// readError returns an error of reading as an error for the user. line is 0 if it is unknown.
func readError(name string, line int, err error) error {
	if userError, ok := errors.AsType[*errs.Error](err); ok {
		return userError
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errs.BadInput(name, line, "fetch it again", "the file is truncated")
	}
	return &errs.Error{Kind: errs.Input, File: name, Line: line, Problem: "cannot read", Err: err}
}

// eachLine calls visit with the lines of a file. A line is valid until visit returns.
func eachLine(ctx context.Context, in *bufio.Reader, name, hint string, visit func(line int, raw []byte) error) error {
	var raw []byte
	for line := 1; ; line++ {
		var err error
		switch raw, err = nextLine(in, raw[:0]); {
		case err == io.EOF:
			return nil
		case err == bufio.ErrTooLong:
			return errs.BadInput(name, line, hint, "a row is longer than %d MiB", maxLine>>20)
		case err != nil:
			return readError(name, line, err)
		case line%ctxEvery == 0 && ctx.Err() != nil:
			return ctx.Err()
		}
		if err := visit(line, raw); err != nil {
			return err
		}
	}
}

// Format is a file format of word vectors. The beginning of a file determines it.
type Format string

const (
	Word2Vec       Format = "word2vec"        // a header "ROWS DIM", then lines "WORD V1 ... VDIM"
	Word2VecBinary Format = "word2vec-binary" // the same header, then for each row the word, a space and DIM little-endian float32
	GloVe          Format = "glove"           // lines "WORD V1 ... VDIM", without a header
)

// sniff returns the format of a file that begins with head. A first line of two integers is a header. A file with a header is binary if its
// first row cannot be the text of DIM numbers.
func sniff(head []byte) Format {
	line, rest, _ := bytes.Cut(head, []byte{'\n'})
	_, dim, ok := parseHeader(string(bytes.TrimSuffix(line, []byte{'\r'})))
	if !ok {
		return GloVe
	}
	_, values, _ := bytes.Cut(rest, []byte{' '})
	row, _, isComplete := bytes.Cut(values, []byte{'\n'})
	if isComplete && len(row) < 2*dim-1 {
		return Word2VecBinary
	}
	for _, c := range row {
		if c > '~' || c < ' ' && c != '\t' && c != '\r' {
			return Word2VecBinary
		}
	}
	return Word2Vec
}

// parseHeader parses "ROWS DIM".
func parseHeader(line string) (rows, dim int, ok bool) {
	fields := strings.FieldsFunc(line, isSpace)
	if len(fields) != 2 {
		return 0, 0, false
	}
	rows, err := strconv.Atoi(fields[0])
	if err != nil || rows < 0 {
		return 0, 0, false
	}
	dim, err = strconv.Atoi(fields[1])
	return rows, dim, err == nil && dim > 0 && dim <= MaxDim
}

// readText reads word2vec text, with a header, or GloVe text, without one. Without a header the first row sets the number of values.
func (r *reader) readText(header bool) error {
	numRows := -1
	err := eachLine(r.ctx, r.in, r.name, "is it a file of word vectors?", func(line int, raw []byte) error {
		if header && line == 1 {
			rows, dim, _ := parseHeader(string(raw)) // sniff parsed it before
			numRows = rows
			r.stage.Total(rows)
			r.words = NewWords(dim)
			return nil
		}
		if r.words == nil {
			dim := countFields(raw) - 1
			if dim < 1 || dim > MaxDim {
				return errs.BadInput(r.name, line, "a row is a word and its values", "%s in the first row", terminal.Plural(max(dim, 0), "value",
					"values"))
			}
			r.words = NewWords(dim)
		}
		if err := r.countRow(); err != nil {
			return err
		}
		return r.addTextRow(line, raw)
	})
	if err != nil {
		return err
	}
	return r.checkRows(numRows)
}

// addTextRow reads one row and stores it if keep accepts the word. For other words it checks only the number of values.
func (r *reader) addTextRow(line int, raw []byte) error {
	spaces := countFields(raw) - 1 - r.words.dim
	if spaces == 0 && !r.keep(firstField(raw)) {
		return nil
	}
	fields := strings.FieldsFunc(string(raw), isSpace) // substrings of one copy
	if spaces < 0 || !isWord(fields[:spaces+1]) {
		return errs.BadInput(r.name, line, "every row must have the same number of values", "%s, not %d",
			terminal.Plural(max(len(fields)-1, 0), "value", "values"), r.words.dim)
	}
	word := strings.Join(fields[:spaces+1], " ")
	if spaces > 0 && !r.keep(word) {
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
	r.add(strings.Clone(word))
	return nil
}

// isWord reports whether fields can be one word with spaces inside (". . .", "at name@domain.com"): only the first field may be a number.
// If they cannot, the row has too many values.
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

// isSpace reports whether a character separates fields: a space or a tab. Other white space may be part of a word.
func isSpace(c rune) bool { return c == ' ' || c == '\t' }

// countFields returns the number of fields of a line.
func countFields(line []byte) int {
	n, inField := 0, false
	for _, c := range line {
		if isSpace(rune(c)) {
			inField = false
		} else if !inField {
			inField = true
			n++
		}
	}
	return n
}

func firstField(line []byte) string {
	line = bytes.TrimLeftFunc(line, isSpace)
	if i := bytes.IndexFunc(line, isSpace); i >= 0 {
		line = line[:i]
	}
	return string(line)
}

// readBinary reads word2vec's binary format. Errors name the row, because the file has no lines. Line breaks before a word are skipped,
// because some writers end each row with a line break.
func (r *reader) readBinary() error {
	head, err := nextLine(r.in, nil)
	if err != nil {
		return readError(r.name, 1, err)
	}
	rows, dim, _ := parseHeader(string(head)) // sniff parsed it before
	r.stage.Total(rows)
	r.words = NewWords(dim)
	r.vector = make([]float64, dim)
	raw := make([]byte, 4*dim)
	var word []byte
	for {
		word, err = nextWord(r.in, word[:0])
		if err == io.EOF {
			return r.checkRows(rows)
		}
		if err == nil {
			_, err = io.ReadFull(r.in, raw)
		}
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return errs.BadInput(r.name, 0, "fetch it again", "the file is truncated in row %d of %d", r.report.Rows+1, rows)
		case err == errLongWord:
			return errs.BadInput(r.name, 0, "is this word2vec's binary format?", "row %d has a word of more than %d KiB", r.report.Rows+1,
				maxWord>>10)
		case err != nil:
			return readError(r.name, 0, err)
		}
		if err := r.countRow(); err != nil {
			return err
		}
		if !r.keep(string(word)) {
			continue
		}
		for i := range r.vector {
			v := float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:])))
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return errs.BadInput(r.name, 0, "values must be finite numbers", "bad number %v in row %d", v, r.report.Rows)
			}
			r.vector[i] = v
		}
		r.add(string(word))
	}
}

// nextWord appends the bytes before the next space to word, without line breaks at the beginning. At the end of the file it returns io.EOF.
func nextWord(in io.ByteReader, word []byte) ([]byte, error) {
	for {
		c, err := in.ReadByte()
		switch {
		case err == io.EOF && len(word) > 0:
			return word, io.ErrUnexpectedEOF
		case err != nil:
			return word, err
		case c == ' ':
			return word, nil
		case len(word) == 0 && (c == '\n' || c == '\r'):
			continue
		case len(word) == maxWord:
			return word, errLongWord
		}
		word = append(word, c)
	}
}
