package similarity

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"

	"github.com/axiomine/axiomine/internal/errs"
)

// readBinary reads word2vec's binary format. A row has no line; an error names its number. Line breaks before a word are
// skipped, since some writers end a row with one and some do not.
func (r *reader) readBinary() error {
	head, err := nextLine(r.in, nil)
	if err == bufio.ErrTooLong {
		return errs.BadInput(r.name, 1, "is this word2vec's binary format?", "a header of more than %d MiB", maxLine>>20)
	}
	if err != nil {
		return r.lineError(1, err)
	}
	rows, dim, ok := parseHeader(string(head))
	if !ok {
		return errs.BadInput(r.name, 1, "is this word2vec's binary format?", "the header must be two integers: rows and values a row")
	}
	r.stage.Total(rows)
	r.begin(dim)
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
			return r.lineError(0, err)
		}
		if err := r.row(); err != nil {
			return err
		}
		if !r.keep(string(word)) {
			r.report.Unwanted++
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

// nextWord appends a word up to its space, without line breaks before it. The error is io.EOF where no word begins.
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
