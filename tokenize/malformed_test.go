package tokenize

import (
	"errors"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
)

// Vocabularies that are none, with the exact message.
func TestMalformedVocab(t *testing.T) {
	const hint = "; hint: " + vocabHint
	const twice = "; hint: remove one of them: a piece has one id"
	cases := [][2]string{
		{"", "v.txt: no pieces" + hint},
		{"\n", "v.txt:1: empty line" + hint},
		{"   \n", "v.txt:1: empty line" + hint},
		{"\t", "v.txt:1: empty line" + hint},
		{"\r\n", "v.txt:1: empty line" + hint},
		{"[UNK]\n\n[CLS]\n[SEP]\n", "v.txt:2: empty line" + hint},
		{"[UNK]\n[CLS]\n[SEP]\n\n", "v.txt:4: empty line" + hint},
		{"[UNK]\n[CLS]\n[SEP]\n\u00a0\n", "v.txt:4: empty line" + hint},
		{"\xff\n", "v.txt:1: not UTF-8" + hint},
		{"[UNK]\n[CLS]\n[SEP]\ncaf\xe9\n", "v.txt:4: not UTF-8" + hint},
		{"\xff\xfe[\x00", "v.txt:1: not UTF-8" + hint},
		{"\x1f\x8b\x08\x00\x00", "v.txt:1: not UTF-8" + hint},
		{"bread\n", "v.txt: no piece [UNK]" + hint},
		{"[CLS]\n[SEP]\n", "v.txt: no piece [UNK]" + hint},
		{"[UNK]\n[SEP]\n", "v.txt: no piece [CLS]" + hint},
		{"[UNK]\n[CLS]\n", "v.txt: no piece [SEP]" + hint},
		{"[unk]\n[cls]\n[sep]\n", "v.txt: no piece [UNK]" + hint},
		{" [UNK]\n[CLS]\n[SEP]\n", "v.txt: no piece [UNK]" + hint},
		{"\ufeff[UNK]\n[CLS]\n[SEP]\n", "v.txt: no piece [UNK]" + hint},
		{"<unk>\n<s>\n</s>\n", "v.txt: no piece [UNK]" + hint},
		{"[UNK] 0\n[CLS] 1\n[SEP] 2\n", "v.txt: no piece [UNK]" + hint},
		{`{"model": {"vocab": {"[UNK]": 0}}}`, "v.txt: no piece [UNK]" + hint},
		{"[UNK]\n[CLS]\n[SEP]\na\na\n", `v.txt:5: piece "a" stands on line 4 already` + twice},
		{"[UNK]\n[CLS]\n[SEP]\na\nb\na \n", `v.txt:6: piece "a" stands on line 4 already` + twice},
		{"[UNK]\n[UNK]\n[CLS]\n[SEP]\n", `v.txt:2: piece "[UNK]" stands on line 1 already` + twice},
	}
	for _, c := range cases {
		_, err := ParseVocab("v.txt", []byte(c[0]))
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || err.Error() != c[1] {
			t.Errorf("%q\n got %v\nwant %s", c[0], err, c[1])
		}
	}
}
