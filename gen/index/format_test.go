package index

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/cespare/xxhash/v2"
)

// FuzzHeader gives headers with a right checksum around any JSON.
func FuzzHeader(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"docs":-1}`, `{"docs":1,"terms":4611686018427387904}`, `{"docs":1,"files":[{"name":"docs"}]}`} {
		f.Add([]byte(seed))
	}
	budgettest.Fuzz(f, func(t *testing.T, body []byte) {
		raw := fmt.Appendf(nil, "%s %d %s\n%s", magic, version, digest(xxhash.Sum64(body)), body)
		if h, err := parseHeader("header", raw); err == nil {
			h.sizes()
		}
		if _, err := parseHeader("header", body); err == nil && !bytes.HasPrefix(body, []byte(magic)) {
			t.Errorf("%q passes for a header", body)
		}
	})
}

// opened is a folder of its own.
func opened(t *testing.T) *filesys.Root {
	t.Helper()
	folder, err := filesys.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	return folder
}

// The stages after the scan stop as well.
func TestInversionStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	v := newInversion(1, []uint32{0, 0}, []uint32{1, 1}, Options{Threads: 1})
	if len(v.runs) != 2 {
		t.Errorf("%d runs, want one a document", len(v.runs))
	}
	folder, other := opened(t), opened(t)
	if err := v.spill(ctx, folder, 1, nil); err != nil {
		t.Fatal(err)
	}
	defer v.close(folder)
	w, err := newPostingsWriter(folder)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := v.merge(ctx, w, 0, make([]places, 2), nil); err != context.Canceled {
		t.Errorf("merge: %v", err)
	}
	stopped := newInversion(1, []uint32{0, 0}, []uint32{1, 1}, Options{Threads: 1})
	defer stopped.close(other)
	if err := stopped.spill(ctx, other, 1, nil); err != context.Canceled {
		t.Errorf("spill: %v", err)
	}
	records := make([]places, 2)
	if err := v.merge(context.Background(), w, 0, records, nil); err != nil {
		t.Errorf("merge: %v", err)
	}
	if err := w.finish(new([numFiles]fileRecord)); err != nil {
		t.Fatal(err)
	}
	c, close, err := mapColumns(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer close()
	if got := c.slice(0, records[1][postingsAt], 0, records[1][spansAt]).Append(nil); !slices.Equal(got, []Posting{{0, 1}, {1, 1}}) {
		t.Errorf("postings %v", got)
	}
}
