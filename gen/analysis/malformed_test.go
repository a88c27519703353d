package analysis

import (
	"errors"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
)

// Tables of stems and stop lists that are none, with the exact message behind the file's name.
func TestMalformedLists(t *testing.T) {
	const (
		row   = ": no word and stem; hint: write word TAB stem"
		empty = ": the table holds no stem; hint: write word TAB stem, or --set stemmer=none"
		stop  = ": the stop list holds no word; hint: give one word a line, or --set stopwords=none"
		utf8  = ": not UTF-8; hint: iconv -f latin1 -t utf-8 converts it"
	)
	stems := [][2]string{
		{"", empty}, {"\n\n", empty}, {"# a comment\n", empty}, {"\ufeff", empty}, {"\ufeff\r\n", empty}, {"#\n# x", empty},
		{"run\n", ":1" + row}, {"running run\n", ":1" + row}, {"running\t\n", ":1" + row}, {"\trun\n", ":1" + row}, {"\t\n", ":1" + row},
		{"a\tb\tc\n", ":1" + row}, {"a\tb\n\nc,d\n", ":3" + row}, {"# x\r\na\tb\r\nc\r\n", ":3" + row}, {" \n", ":1" + row},
		{"a\tb\n#\tc\td\n", ":2" + row},
		{"a\tb\na\tc\n", `:2: "a" has the stems "b" and "c"; hint: keep one of them`},
		{"a\tb\nb\tb\na\tb\n\na\td\n", `:5: "a" has the stems "b" and "d"; hint: keep one of them`},
		{"caf\xe9\tcaf\n", ":1" + utf8}, {"a\tb\nc\t\xff\n", ":2" + utf8}, {"\xff\xfea\x00", ":1" + utf8}, {"\x1f\x8b\x08", ":1" + utf8},
	}
	stops := [][2]string{{"", stop}, {"\n", stop}, {"# the\n", stop}, {"...\n", stop}, {"\ufeff\r\n", stop}, {"#a\n#b\n!\n", stop},
		{"\xff\xff\n", ":1" + utf8}, {"the\ncaf\xe9\n", ":2" + utf8}}
	for i, c := range append(stems, stops...) {
		path := writeFile(t, c[0])
		o := Options{Tokenizer: "alnum", Stemmer: "table:" + path, Stopwords: None}
		if i >= len(stems) {
			o.Stemmer, o.Stopwords = None, path
		}
		_, err := New(o)
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || err.Error() != path+c[1] {
			t.Errorf("%q\n got %v\nwant f%s", c[0], strings.ReplaceAll(errText(err), path, "f"), c[1])
		}
	}
}

func errText(err error) string {
	if err == nil {
		return "no error"
	}
	return err.Error()
}
