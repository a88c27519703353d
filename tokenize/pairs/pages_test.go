package pairs

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// A file of 4 KB takes well under 16 MiB to read, whatever is written over its pages: half of the bytes here are those that
// lengthen a number of variable length. Without a look at the pages, one damage in 2,000 takes from 120 MiB to 4 GiB.
func TestDamagedPagesTakeNoMemory(t *testing.T) {
	whole, _ := soundFile(t)
	rng := rand.New(rand.NewPCG(1, 2))
	path := filepath.Join(t.TempDir(), "p.parquet")
	var before, after runtime.MemStats
	for range nightly.Some(t, "damaged tables", 600, 3000) {
		raw := bytes.Clone(whole)
		to := make([]byte, 1+rng.IntN(12))
		for i := range to {
			to[i] = byte(rng.Uint32())
			if rng.IntN(2) == 0 {
				to[i] |= 0x80
			}
		}
		at := 4 + rng.IntN(len(whole)/2)
		copy(raw[at:], to)
		must.Do(t, os.WriteFile(path, raw, 0o666))
		runtime.ReadMemStats(&before)
		_, err := Read(t.Context(), path, nil)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
			t.Fatalf("%x written at %d: %d MiB, %v", to, at, took>>20, err)
		}
	}
}
