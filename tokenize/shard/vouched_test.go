package shard

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
)

// FuzzVouchedFor overwrites bytes of a shard, or cuts it off, behind a manifest that has the right size and checksum for it: it is read, or
// an error says why not, and nothing brings Inspect down.
func FuzzVouchedFor(f *testing.F) {
	type file struct {
		of  Shard
		raw []byte
	}
	var shards []file
	_, in := fewer(f)
	o := allFormats()
	o.GroupSize = 3
	written, m := mustWrite(f, in, o)
	seen := map[string]bool{}
	for _, s := range m.Shards {
		if seen[path.Dir(s.Path)] {
			continue
		}
		seen[path.Dir(s.Path)] = true
		raw := must.Get(os.ReadFile(filepath.Join(written, filepath.FromSlash(s.Path))))(f)
		n := len(shards)
		shards = append(shards, file{s, raw})
		switch n % 3 {
		case 0:
			f.Add(n, len(raw)/2, []byte{255, 255, 255, 255, 127}, false)
		case 1:
			f.Add(n, max(0, len(raw)-30), []byte{0, 255, 1}, false)
		default:
			f.Add(n, len(raw)/3, []byte{}, true)
		}
	}
	budgettest.Fuzz(f, func(t *testing.T, n, at int, to []byte, cut bool) {
		if n < 0 || n >= len(shards) || at < 0 || at >= len(shards[n].raw) {
			return
		}
		s, raw := shards[n].of, bytes.Clone(shards[n].raw)
		copy(raw[at:], to)
		if cut {
			raw = raw[:at]
		}
		dir := t.TempDir()
		full := filepath.Join(dir, filepath.FromSlash(s.Path))
		must.Do(t, os.MkdirAll(filepath.Dir(full), 0o777))
		must.Do(t, os.WriteFile(full, raw, 0o666))
		sum := sha256.Sum256(raw)
		s.Bytes, s.SHA256 = int64(len(raw)), hex.EncodeToString(sum[:])
		r := folderReader{Folder{}, m.Tokenizer, encoding.NewReading(nil, 2)}
		if err := r.read(t.Context(), dir, s); err != nil && bytes.Equal(raw, shards[n].raw) {
			t.Errorf("a sound shard: %v", err)
		}
		r.finish()
	})
}
