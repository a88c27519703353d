package safefile

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// newlines is what Python's bz2.compress(b"\n" * 100_000_000, 9) gives.
const newlines = "425a68393141592653592b71bb71015f8e400080100008200030804d4642a025a90a80973141592653592b71bb71015f8e40" +
	"0080100008200030804d" +
	"4642a025a90a80973141592653597121a8b5003ed14002801000400008200030cc09aa69a548836a2a441e2ee48a70a12114086726"

// packed returns lines of 100 bytes in each compression. bzip2 has 100,000,000 newlines whatever is asked, and nothing in Go packs it.
func packed(t *testing.T, kind Packing, size int) []byte {
	var out bytes.Buffer
	var to io.WriteCloser
	switch {
	case kind.Name == "bzip2":
		return must.Get(hex.DecodeString(newlines))(t)
	case kind.Name == "zstd":
		if strings.HasPrefix(kind.magic, "\x50") {
			out.WriteString(kind.magic + "\x04\x00\x00\x00\x00\x00\x00\x00")
		}
		to, _ = zstd.NewWriter(&out, zstd.WithEncoderLevel(zstd.SpeedFastest))
	default:
		to, _ = gzip.NewWriterLevel(&out, gzip.BestSpeed)
	}
	must.Get(to.Write(bytes.Repeat([]byte(strings.Repeat("x", 99)+"\n"), size/100)))(t)
	must.Do(t, to.Close())
	return out.Bytes()
}

// In every compression that is read, a small file that holds too much is refused before much of it is read, and a pipe once it is too much:
// 64 MiB, where a row counts 64 bytes more. One that holds little is read to its end, however well it packs.
func TestLimit(t *testing.T) {
	const much, little = 80_000_000, 10_000_000
	for _, kind := range Packings {
		path := filepath.Join(t.TempDir(), "f")
		read := func(raw []byte, piped bool) (int64, error) {
			must.Do(t, os.WriteFile(path, raw, 0o666))
			f := must.Get(os.Open(path))(t)
			defer f.Close()
			var from io.Reader = f
			if piped {
				from = struct{ io.Reader }{f}
			}
			in, err := Unpacked(path, from, nil)
			must.Do(t, err)
			defer in.Close()
			return io.Copy(io.Discard, in)
		}
		least := int64(64<<20) * 100 / 164
		if kind.Name == "bzip2" {
			least = 64 << 20 / 65 // empty lines
		}
		bomb := packed(t, kind, much)
		for _, piped := range []bool{false, true} {
			n, err := read(bomb, piped)
			bad, ok := errors.AsType[*errs.Error](err)
			if !ok || bad.Kind != errs.Input || !strings.Contains(err.Error(), "more than 100 times as much; hint: if it is meant") {
				t.Errorf("%s, piped %v: %v", kind.Name, piped, err)
			}
			if !piped && n > 8<<20 || piped && n < least {
				t.Errorf("%s, piped %v: %d bytes were read", kind.Name, piped, n)
			}
		}
		if kind.Name == "bzip2" {
			continue
		}
		if n, err := read(packed(t, kind, little), false); n != little || err != nil {
			t.Errorf("%s: %d bytes, %v", kind.Name, n, err)
		}
	}
}
