package index

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// FuzzHeader gives headers with a right checksum around any JSON.
func FuzzHeader(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"docs":-1}`, `{"docs":1,"terms":4611686018427387904}`, `{"docs":1,"files":[{"name":"docs"}]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		raw := fmt.Appendf(nil, "%s %d %s\n%s", magic, version, digest(xxhash.Sum64(body)), body)
		if h, err := parseHeader("header", raw); err == nil {
			h.sizes()
		}
		if _, err := parseHeader("header", body); err == nil && !bytes.HasPrefix(body, []byte(magic)) {
			t.Errorf("%q passes for a header", body)
		}
	})
}

// The stages after the scan stop as well.
func TestInversionStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	v := newInversion(1, []uint32{0, 0}, []uint32{1, 1}, Options{Threads: 1})
	if len(v.runs) != 2 {
		t.Errorf("%d runs, want one a document", len(v.runs))
	}
	dir := t.TempDir()
	if err := v.spill(ctx, dir, 1, nil); err != nil {
		t.Fatal(err)
	}
	defer v.close()
	w, err := newSink(dir, postingsFile)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := v.merge(ctx, w, 0, make([]termRecord, 2), nil); err != context.Canceled {
		t.Errorf("merge: %v", err)
	}
	if err := v.spill(ctx, t.TempDir(), 1, nil); err != context.Canceled {
		t.Errorf("spill: %v", err)
	}
	if err := v.merge(context.Background(), w, 0, make([]termRecord, 2), nil); err != nil {
		t.Errorf("merge: %v", err)
	}
	if _, err := w.finish(); err != nil {
		t.Fatal(err)
	}
	raw, _ := os.ReadFile(filepath.Join(dir, fileNames[postingsFile]))
	if got := array[Posting](raw); len(got) != 2 || got[0] != (Posting{0, 1}) || got[1] != (Posting{1, 1}) {
		t.Errorf("postings %v", got)
	}
}
