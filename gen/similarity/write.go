package similarity

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// Write writes the words in a format that Read reads back: the text formats keep every bit of every value, the binary one
// rounds to float32.
func (w *Words) Write(out io.Writer, format Format) error {
	b := bufio.NewWriter(out)
	switch format {
	case Word2Vec, Word2VecBinary:
		fmt.Fprintf(b, "%d %d\n", w.Len(), w.dim)
	case GloVe:
	default:
		return errs.BadUsage(fmt.Sprintf("use one of %v", Formats()[1:]), "cannot write word vectors as %q", format)
	}
	var row []byte
	for i, word := range w.words {
		if word == "" || strings.ContainsAny(word, " \t\r\n") {
			return errs.BadInput("", 0, "train on words without white space", "the word %q cannot be written as %s", word, format)
		}
		row = append(row[:0], word...)
		if format == Word2VecBinary {
			row = append(row, ' ')
			for _, v := range w.Vector(i) {
				if math.Abs(v) > math.MaxFloat32 {
					return errs.BadInput("", 0, "write text instead", "the value %v of %q is no float32", v, word)
				}
				row = binary.LittleEndian.AppendUint32(row, math.Float32bits(float32(v)))
			}
		} else {
			for _, v := range w.Vector(i) {
				row = strconv.AppendFloat(append(row, ' '), v, 'g', -1, 64)
			}
		}
		if _, err := b.Write(append(row, '\n')); err != nil {
			return err
		}
	}
	return b.Flush()
}
