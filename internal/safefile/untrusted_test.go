package safefile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/klauspost/compress/zstd"
)

func isInput(err error, text string) bool {
	f, ok := errors.AsType[*errs.Error](err)
	return ok && f.Kind == errs.Input && strings.Contains(f.Error(), text)
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	must.Do(t, os.WriteFile(path, []byte("12345"), 0o666))
	if raw, err := ReadFile(path, 5); err != nil || string(raw) != "12345" {
		t.Errorf("%q, %v", raw, err)
	}
	if _, err := ReadFile(path, 4); !isInput(err, "f: it has more than 4 bytes") {
		t.Error(err)
	}
	if _, err := ReadFile(dir, 4); !isInput(err, "it is a folder") {
		t.Error(err)
	}
	if _, err := ReadFile(path+"x", 4); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if err := errors.Join(CheckStored(path), CheckStored(dir), CheckStored(path+"x")); err != nil {
		t.Error(err)
	}
	if err := CheckStored(os.DevNull); !isInput(err, "a pipe or a device") {
		t.Error(err)
	}
}

// Lines of every length around the bound, at every size of the reader's buffer, against bytes.Lines.
func TestReadLine(t *testing.T) {
	for _, text := range []string{"", "\n", "a", "a\n", "a\r\nb", "\n\n", strings.Repeat("x", 40) + "\n" + strings.Repeat("y", 41),
		strings.Repeat("z", 39) + "\n"} {
		for _, limit := range []int{0, 1, 39, 40, 41} {
			in := bufio.NewReaderSize(strings.NewReader(text), 16)
			for want := range bytes.Lines([]byte(text)) {
				want = bytes.TrimSuffix(want, []byte("\n"))
				got, err := ReadLine(in, []byte("before"), limit)
				if len(want) > limit {
					must.Equal(t, err, bufio.ErrTooLong, "%.10q, at most %d", text, limit)
					break
				}
				if err != nil || string(got) != "before"+string(want) {
					t.Errorf("%.10q, at most %d: %q, %v, want %q", text, limit, got, err, want)
				}
			}
		}
		in := bufio.NewReaderSize(strings.NewReader(text), 16)
		for range bytes.Count([]byte(text), []byte("\n")) + 1 {
			_, _ = ReadLine(in, nil, 100)
		}
		if _, err := ReadLine(in, nil, 100); err != io.EOF {
			t.Errorf("%.10q: %v behind the end", text, err)
		}
	}
}

// endless reads as one byte without an end, and counts how much was asked for.
type endless struct{ n int64 }

func (e *endless) Read(p []byte) (int, error) {
	clear(p)
	e.n += int64(len(p))
	return len(p), nil
}

// An endless line costs no more than its bound and the buffers around it.
func TestReadLineStops(t *testing.T) {
	src := new(endless)
	if _, err := ReadLine(bufio.NewReader(src), nil, 1<<20); err != bufio.ErrTooLong {
		t.Error(err)
	}
	if src.n > 1<<20+1<<16 {
		t.Errorf("%d bytes read for a bound of %d", src.n, 1<<20)
	}
}

// A file that unpacks to a hundred times its size is refused where that is much, and believed where it is little.
func TestUnpacked(t *testing.T) {
	for _, c := range []struct {
		bytes int64
		want  string
	}{{freeBytes, ""}, {2 * freeBytes, "unpack it first"}} {
		var packed bytes.Buffer
		z := must.Get(zstd.NewWriter(&packed))(t)
		must.Get(io.CopyN(z, new(endless), c.bytes))(t)
		must.Do(t, z.Close())
		if int64(packed.Len()) > c.bytes/packedRatio {
			t.Fatalf("%d bytes: no bomb", packed.Len())
		}
		counter := &Counter{Reader: &packed}
		plain := must.Get(zstd.NewReader(counter))(t)
		n, err := io.Copy(io.Discard, &unpackedReader{plain: plain, packed: counter, name: "f"})
		plain.Close()
		if c.want == "" && (err != nil || n != c.bytes) || c.want != "" && (!isInput(err, c.want) || n > freeBytes+packedRatio*counter.N+1<<20) {
			t.Errorf("%d bytes: %d, %v", c.bytes, n, err)
		}
	}
}

// Rows and values count more than their bytes: a packed file may hold any number of equal ones. A text without them counts its bytes.
func TestSizeOf(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0, "a text": 6, "a\nb\n": 4 + 2*64, "a\tb\tc\n": 6 + 64 + 2*16, `{"a":"b","c":"d"}` + "\n": 18 + 64 + 16,
		`[{"a":1},{"a":2}]`: 17 + 2*64 + 16, `["a","b"]`: 9 + 16,
	} {
		must.Equal(t, sizeOf([]byte(text)), want, "%q", text)
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 bytes", 1023: "1023 bytes", 1 << 10: "1 KiB", 1536: "1.5 KiB", 64 << 20: "64 MiB",
		3 << 30: "3 GiB"} {
		must.Equal(t, Size(bytes), want, "%d", bytes)
	}
}

// TestCheckArrived: pointers of Git LFS and pages that come in place of files are told; texts that merely hold such words are read.
func TestCheckArrived(t *testing.T) {
	for text, want := range map[string]string{
		"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 7\n": "git lfs pull",
		"<!DOCTYPE html>\n<html><body>404</body></html>":                     "an HTML page",
		"\ufeff\r\n <HTML lang=\"en\">":                                      "an HTML page",
		"<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>":  "an error page",
		"<Error><Code>NoSuchKey</Code></Error>":                              "an error page",
		"<?xml version=\"1.0\"?>\n<topics><topic number=\"1\"/></topics>":    "",
		"<DOC>\n<DOCNO>1</DOCNO>\n<html></html></DOC>":                       "",
		"version,https\n1,2\n":                                               "",
		"<htmlish> words":                                                    "",
	} {
		path := filepath.Join(t.TempDir(), "f")
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		_, err := ReadFile(path, Whole)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
