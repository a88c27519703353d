package similarity

import (
	"errors"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
)

// Files that are no word vectors, with the exact message.
func TestMalformedVectors(t *testing.T) {
	const (
		width   = "; hint: every row must have the same number of values"
		numbers = "; hint: values must be numbers in the range of float32"
		binary  = "; hint: is this word2vec's binary format?"
		header  = "v.txt:1: the header must be two integers: rows and values a row"
		fetch   = "; hint: fetch it again"
		first   = "v.txt:1: 0 values in the first row; hint: a row is a word and its values"
	)
	for _, c := range []struct {
		format        Format
		content, want string
	}{
		{Auto, "", "v.txt: the file is empty; hint: give a file of word vectors"},
		{Auto, "\n", first},
		{Auto, "bread\n", first},
		{Auto, "a 1 2\nb 1\n", "v.txt:2: 1 value, not 2" + width},
		{Auto, "a 1 2\nb 1 2 3\n", "v.txt:2: 3 values, not 2" + width},
		{Auto, "a 1 2\n\nb 1 2\n", "v.txt:2: 0 values, not 2" + width},
		{Auto, "a 1 2\nb 1 x\n", `v.txt:2: bad number "x"` + numbers},
		{Auto, "a 1 NaN\n", `v.txt:1: bad number "NaN"` + numbers},
		{Auto, "a 1 inf\n", `v.txt:1: bad number "inf"` + numbers},
		{Auto, "a 1 1e39\n", `v.txt:1: bad number "1e39"` + numbers},
		{Auto, "a 1,5 2\n", `v.txt:1: bad number "1,5"` + numbers},
		{Auto, "3 2\na 1 2\nb 1 2\n", "v.txt: the file is truncated: 2 rows, its header says 3; hint: fetch it again, or correct the header"},
		{Auto, "1 2\na 1 2\nb 1 2\n", "v.txt: 2 rows, its header says 1; hint: correct the header"},
		{Word2Vec, "1 3\na 1 2\n", "v.txt:2: 2 values, not 3" + width},
		{Word2Vec, "a 1 2\n", header + "; hint: without a header the format is glove"},
		{Word2Vec, "2\na 1 2\n", header + "; hint: without a header the format is glove"},
		{Word2Vec, "0 2\n", "v.txt: no rows; hint: give a file of word vectors"},
		{GloVe, "bread\n", first},
		{GloVe, "\na 1\n", "v.txt:1: 0 values in the first row; hint: a row is a word and its values"},
		{Word2VecBinary, "a b\n", header + binary},
		{Word2VecBinary, "2 1\na " + one, "v.txt: the file is truncated: 1 row, its header says 2; hint: fetch it again, or correct the header"},
		{Word2VecBinary, "1 2\na " + one, "v.txt: the file is truncated in row 1 of 1" + fetch},
		{Word2VecBinary, "1 1\na", "v.txt: the file is truncated in row 1 of 1" + fetch},
		{Word2VecBinary, "1 1\na " + nan, "v.txt: bad number NaN in row 1; hint: values must be finite numbers"},
		{Word2VecBinary, "1 1\n" + strings.Repeat("a", maxWord+1) + " " + one, "v.txt: row 1 has a word of more than 64 KiB" + binary},
		{Auto, "\x1f\x8b\x08\x00", "v.txt: cannot decompress: unexpected EOF" + fetch},
		{Auto, "\x28\xb5\x2f\xfd\x00", "v.txt:1: the file is truncated" + fetch},
	} {
		_, _, err := readString(c.content, c.format, nil)
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || err.Error() != c.want {
			t.Errorf("%s %.40q\n got %v\nwant %s", c.format, c.content, err, c.want)
		}
	}
}
