package similarity

import (
	"bytes"
	"strconv"
	"strings"
)

// Format is a file format of word vectors.
type Format string

const (
	Auto           Format = "auto"            // told by the beginning of the file
	Word2Vec       Format = "word2vec"        // text: a header "ROWS DIM", then "WORD V1 ... VDIM" a line
	Word2VecBinary Format = "word2vec-binary" // the same header, then the word, a space and DIM little-endian float32
	GloVe          Format = "glove"           // text: "WORD V1 ... VDIM" a line, no header
)

// Formats lists the formats a file can be read in.
func Formats() []Format { return []Format{Auto, Word2Vec, Word2VecBinary, GloVe} }

// sniff returns the format, by the beginning of a file. Two integers alone in the first line are a header; after a header, a first row
// that is too short or too strange for DIM written numbers is binary.
func sniff(head []byte) Format {
	line, rest, _ := bytes.Cut(head, []byte{'\n'})
	_, dim, ok := parseHeader(string(bytes.TrimSuffix(line, []byte{'\r'})))
	if !ok {
		return GloVe
	}
	_, values, _ := bytes.Cut(rest, []byte{' '})
	row, _, whole := bytes.Cut(values, []byte{'\n'})
	if whole && len(row) < 2*dim-1 {
		return Word2VecBinary
	}
	for _, c := range row {
		if c > '~' || c < ' ' && c != '\t' && c != '\r' {
			return Word2VecBinary
		}
	}
	return Word2Vec
}

// parseHeader reads "ROWS DIM".
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
