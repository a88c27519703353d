package corpus

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs/fault"
)

// letters reads as one letter, any number of times.
type letters byte

func (l letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(l)
	}
	return len(p), nil
}

// A packed file of some kilobytes that holds a line, or an object, without an end is refused after maxLine.
func TestALineHasABound(t *testing.T) {
	for format, start := range map[Format]string{BEIR: `{"_id":"`, JSON: `{"id":"`} {
		var packed bytes.Buffer
		z, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(z, start)
		if _, err := io.Copy(z, io.LimitReader(letters('a'), maxLine+maxLine/2)); err != nil {
			t.Fatal(err)
		}
		z.Close()
		path := filepath.Join(t.TempDir(), "corpus.jsonl.gz")
		if err := os.WriteFile(path, packed.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		var last error
		for _, err := range Documents(t.Context(), path, format, Defaults(), new(Report)) {
			last = err
		}
		var f *fault.Error
		if !errors.As(last, &f) || f.Kind != fault.Input || f.Line != 1 {
			t.Errorf("%s: %v", format, last)
		}
	}
}
