package accuracy

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestPackedPredictions: what is believed of one small packed file of predictions is not believed of several.
func TestPackedPredictions(t *testing.T) {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	raw := w.EncodeAll([]byte(strings.Repeat(`{"uid": "u", "prediction": 1}`+"\n", 400_000)), nil)
	counts, failed := NewCounts(new(Truth)), 0
	for i := range 4 {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.jsonl.zst", i))
		if err := os.WriteFile(path, raw, 0o666); err != nil {
			t.Fatal(err)
		}
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
