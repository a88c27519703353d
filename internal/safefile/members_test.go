package safefile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"
)

// gzipped packs a text with the standard library.
func gzipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	must.Get(w.Write([]byte(text)))(t)
	must.Do(t, w.Close())
	return b.Bytes()
}

// unpacked reads what bytes hold.
func unpacked(raw []byte) (string, error) {
	in, err := Unpacked("f", bytes.NewReader(raw), nil)
	if err != nil {
		return "", err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	return string(text), err
}

// TestMembers: members of gzip are one text, also with zeros between and behind them, as gzip(1) reads them; other bytes are an error.
func TestMembers(t *testing.T) {
	a, b, zeros := string(gzipped(t, "first ")), string(gzipped(t, "second")), strings.Repeat("\x00", 600)
	for _, c := range []struct {
		name, raw, want string
		err             error
	}{
		{"one", a, "first ", nil},
		{"two", a + b, "first second", nil},
		{"an empty one between", a + string(gzipped(t, "")) + b, "first second", nil},
		{"zeros behind", a + zeros, "first ", nil},
		{"zeros between", a + zeros + b, "first second", nil},
		{"text behind", a + "text", "first ", ErrBehindGzip},
		{"a half magic behind", a + "\x1f", "first ", ErrBehindGzip},
		{"a cut member behind", a + b[:4], "first ", io.ErrUnexpectedEOF},
		{"a cut first member", a[:len(a)-3], "first ", io.ErrUnexpectedEOF},
		{"plain", "first", "first", nil},
		{"nothing", "", "", nil},
		{"two bytes", "\x1f", "\x1f", nil},
	} {
		if text, err := unpacked([]byte(c.raw)); text != c.want || !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
			t.Errorf("%s: %q, %v, want %q, %v", c.name, text, err, c.want, c.err)
		}
	}
	if _, err := unpacked([]byte("\x1f\x8bxx")); err == nil {
		t.Error("a header that is none is read")
	}
}

// TestRoundTrip: any text cut into members of gzip, or packed by zstd, is read as it was.
func TestRoundTrip(t *testing.T) {
	packer := must.Get(zstd.NewWriter(nil))(t)
	rapid.Check(t, func(rt *rapid.T) {
		texts := rapid.SliceOfN(rapid.String(), 1, 5).Draw(rt, "texts")
		var raw []byte
		for _, text := range texts {
			raw = append(raw, gzipped(t, text)...)
		}
		want := strings.Join(texts, "")
		if got, err := unpacked(raw); got != want || err != nil {
			rt.Fatalf("gzip: %q, %v, want %q", got, err, want)
		}
		if got, err := unpacked(packer.EncodeAll([]byte(want), nil)); want != "" && (got != want || err != nil) {
			rt.Fatalf("zstd: %q, %v, want %q", got, err, want)
		}
	})
}

// TestOf: the first bytes name a compression.
func TestOf(t *testing.T) {
	for begin, want := range map[string]string{"\x1f\x8b\x08": "gzip", "\x28\xb5\x2f\xfd": "zstd", "\x50\x2a\x4d\x18": "zstd", "BZh9": "bzip2",
		"PK\x03\x04": "", "": "", "\x1f": ""} {
		if kind, ok := DetectPacking([]byte(begin)); kind.Name != want || ok != (want != "") {
			t.Errorf("%q: %s, want %s", begin, kind.Name, want)
		}
	}
}

// TestZstdWindow: a frame's header by RFC 8878, 3.1.1.1: the window of exponent 10 and mantissa 0 is 2^20 bytes.
func TestZstdWindow(t *testing.T) {
	const head = "\x28\xb5\x2f\xfd\x00"
	for begin, want := range map[string]string{head + "\x50": "1 MiB", head + "\x58": "2 MiB", "no frame": "more than is allowed"} {
		must.Equal(t, ZstdWindow([]byte(begin)), want, "%q", begin)
	}
}

// TestReaderOfBrokenFile: an error of the file is that of its reader.
func TestReaderOfBrokenFile(t *testing.T) {
	fault := errors.New("broken disk")
	if _, err := Unpacked("f", io.MultiReader(strings.NewReader("ab"), broken{fault}), nil); err != fault {
		t.Errorf("%v, want %v", err, fault)
	}
	raw := gzipped(t, strings.Repeat("text", 99))
	in, err := Unpacked("f", io.MultiReader(bytes.NewReader(raw), broken{fault}), nil)
	must.Do(t, err)
	if text, err := io.ReadAll(in); len(text) != 4*99 || err != fault {
		t.Errorf("%d bytes, %v, want all, and %v", len(text), err, fault)
	}
}

type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }
