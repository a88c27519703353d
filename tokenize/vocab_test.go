package tokenize

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
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
