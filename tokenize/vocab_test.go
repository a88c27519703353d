package tokenize

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
)

func TestLoadVocab(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vocab.txt")
	text := "[PAD]\r\n[UNK] \n[CLS]\n[SEP]\nab\n##c"
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	v := must.Get(LoadVocab(path))(t)
	if id, ok := v.ID("##c"); v.Size() != 6 || !ok || id != 5 || v.Piece(5) != "##c" || v.Piece(1) != "[UNK]" || v.Piece(6) != "" ||
		v.Piece(-1) != "" {
		t.Errorf("size %d, ##c is %d, pieces %q", v.Size(), id, v.pieces)
	}
	// sha256sum of the bytes above
	must.Equal(t, v.SHA256(), "480c46886b8d8fada91157570e7b33f2203bdc48ccdcf99b62ff61e584db1757", "SHA256 =")
	var b bytes.Buffer
	if err := v.Write(&b); err != nil || b.String() != "[PAD]\n[UNK]\n[CLS]\n[SEP]\nab\n##c\n" {
		t.Errorf("Write gives %q, %v", b.String(), err)
	}
}

func TestBadVocab(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "v.txt: no pieces",
		"[UNK]\n[CLS]\n":                "v.txt: no piece [SEP]",
		"[CLS]\n[SEP]\n":                "v.txt: no piece [UNK]",
		"[UNK]\n[SEP]\n":                "v.txt: no piece [CLS]",
		"[UNK]\n\n[CLS]\n[SEP]\n":       "v.txt:2: empty line",
		"[UNK]\n[CLS]\n[SEP]\na\n[CLS]": `v.txt:5: piece "[CLS]" stands on line 2 already`,
		"[UNK]\n\xff\n":                 "v.txt:2: not UTF-8",
	} {
		_, err := ParseVocab("v.txt", []byte(text))
		e := new(errs.Error)
		if !errors.As(err, &e) || e.Kind != errs.Input || !strings.HasPrefix(err.Error(), want+"; hint: ") {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	if _, err := LoadVocab(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := New(&Vocab{}, Options{}); err == nil {
		t.Error("options without MaxWordChars were taken")
	}
}

func FuzzParseVocab(f *testing.F) {
	f.Add([]byte("[UNK]\n[CLS]\n[SEP]\na\n##a"))
	f.Add([]byte("\r\n"))
	budgettest.Fuzz(f, func(t *testing.T, raw []byte) {
		v, err := ParseVocab("v", raw)
		if err != nil {
			return
		}
		var b bytes.Buffer
		must.Do(t, v.Write(&b))
		again, err := ParseVocab("v", b.Bytes())
		if err != nil || again.Size() != v.Size() {
			t.Fatalf("%q is not read back: %v", b.Bytes(), err)
		}
	})
}

func TestNormalize(t *testing.T) {
	for _, c := range []struct {
		note         string
		o            Options
		text, expect string
	}{
		{"accents go, composed or not", Defaults(), "Café cafe\u0301 Ñ", "cafe cafe n"},
		{"sigma has no final form", Defaults(), "ΣΊΣΥΦΟΣ", "σισυφοσ"},
		{"dotted I is i", Defaults(), "İI", "ii"},
		{"dotted I keeps its dot where accents stay", Options{Lowercase: true, MaxWordChars: 100}, "İ", "i\u0307"},
		{"controls and zero widths go, without a gap", Defaults(), "a\x00b\x0bc\u200bd\ufeffe\u00adf\ufffdg", "abcdefg"},
		{"white space is a space", Defaults(), "a\tb\r\nc\u00a0d\u3000e\u2028f", "a b  c d e f"},
		{"Chinese characters stand alone", Defaults(), "x中文y", "x 中  文 y"},
		{"kana and hangul do not", CasedOptions(), "かな한", "かな한"},
		{"cased keeps all", CasedOptions(), "Café ÀB", "Café ÀB"},
		{"invalid bytes go", Defaults(), "a\xff\xc3(b", "a(b"},
	} {
		must.Equal(t, c.o.normalizer().Normalize(c.text), c.expect, "%s: %q became", c.note, c.text)
	}
}

// The text is in indexes of word pieces and in keys of shards: another byte would make all of them foreign.
func TestOptionsKeepTheirFingerprint(t *testing.T) {
	for _, c := range []struct {
		options Options
		want    string
	}{
		{Defaults(), "{Lowercase:true StripAccents:true MaxWordChars:100}"},
		{Options{StripAccents: true, MaxWordChars: 7}, "{Lowercase:false StripAccents:true MaxWordChars:7}"},
		{Options{Lowercase: true}, "{Lowercase:true StripAccents:false MaxWordChars:0}"},
	} {
		must.Equal(t, c.options.Fingerprint(), c.want)
	}
}

// TestWriteConfig: what AutoTokenizer is told is what the tokenizer does. Without a special piece there is no such token, and with
// a limit of words that BertTokenizer does not know the class is one that reads it from tokenizer.json.
func TestWriteConfig(t *testing.T) {
	const common = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n"
	for _, c := range []struct {
		vocab   string
		options Options
		want    map[string]any
	}{
		{common, Defaults(), map[string]any{"tokenizer_class": "BertTokenizer", "do_lower_case": true, "strip_accents": true,
			"mask_token": "[MASK]", "model_max_length": 128.0}},
		{common, CasedOptions(), map[string]any{"tokenizer_class": "BertTokenizer", "do_lower_case": false, "strip_accents": false}},
		{"[UNK]\n[CLS]\n[SEP]\na\n", Defaults(), map[string]any{"pad_token": nil, "mask_token": nil,
			"cls_token": "[CLS]", "sep_token": "[SEP]", "unk_token": "[UNK]"}},
		{common, Options{Lowercase: true, MaxWordChars: 50}, map[string]any{"tokenizer_class": "PreTrainedTokenizerFast",
			"do_lower_case": true, "strip_accents": false}},
	} {
		v := must.Get(ParseVocab("vocab.txt", []byte(c.vocab)))(t)
		tok := must.Get(New(v, c.options))(t)
		var b bytes.Buffer
		must.Do(t, tok.WriteConfig(&b, 128))
		var got map[string]any
		must.Do(t, json.Unmarshal(b.Bytes(), &got))
		for key, want := range c.want {
			if value, ok := got[key]; !ok || !cmp.Equal(value, want) {
				t.Errorf("%+v: %s is %v, want %v", c.options, key, value, want)
			}
		}
	}
}

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
