package similarity

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// Write writes the words in word2vec's text format, which keeps every bit of every value.
func (w *Words) Write(out io.Writer) error {
	b := bufio.NewWriter(out)
	fmt.Fprintf(b, "%d %d\n", w.Len(), w.dim)
	var row []byte
	for i, word := range w.words {
		if word == "" || strings.ContainsAny(word, " \t\r\n") {
			return errs.BadInput("", 0, "train on words without white space", "the word %q cannot be written as %s", word, Word2Vec)
		}
		row = append(row[:0], word...)
		for _, v := range w.Vector(i) {
			row = strconv.AppendFloat(append(row, ' '), v, 'g', -1, 64)
		}
		if _, err := b.Write(append(row, '\n')); err != nil {
			return err
		}
	}
	return b.Flush()
}
