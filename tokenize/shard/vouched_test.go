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

// FuzzVouchedFor overwrites bytes of a shard, or cuts it off, behind a manifest that has the right size and checksum for it: Verify
// tells a difference or none, and nothing brings it down.
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
		v := &verifier{dir: dir, check: &Check{}, mixtures: map[string]map[string]int{}, isListed: map[string]bool{}}
		v.checking = encoding.Checking{Alike: map[string]string{}, Limits: m.Tokenizer, Differ: v.differ, Pair: v.countPair}
		v.checkShard(s)
		if bytes.Equal(raw, shards[n].raw) && len(v.check.Differences) > 0 {
			t.Errorf("a sound shard: %q", v.check.Differences)
		}
	})
}
