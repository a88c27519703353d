package accuracy

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/klauspost/compress/zstd"
)

// TestPackedPredictions: what is believed of one small packed file of predictions is not believed of several.
func TestPackedPredictions(t *testing.T) {
	w := must.Get(zstd.NewWriter(nil))(t)
	raw := w.EncodeAll([]byte(strings.Repeat(`{"uid": "u", "prediction": 1}`+"\n", 400_000)), nil)
	counts, failed := NewCounts(new(Truth)), 0
	for i := range 4 {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.jsonl.zst", i))
		must.Do(t, os.WriteFile(path, raw, 0o666))
		if err := counts.Read(path); err != nil {
			if failed++; i == 0 || !strings.Contains(err.Error(), "unpack it first") {
				t.Error(err)
			}
		}
	}
	if failed == 0 {
		t.Error("four files are read")
	}
}
