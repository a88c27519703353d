package index

import (
	"context"
	"slices"
	"testing"
)

// TestRunsOfInversion: by hand, of ten tokens in memory. A run holds ten, and at least one document, which may be longer or empty.
func TestRunsOfInversion(t *testing.T) {
	for _, c := range []struct {
		lengths []uint32
		want    [][2]uint32 // documents
	}{
		{[]uint32{5, 5, 1}, [][2]uint32{{0, 2}, {2, 3}}}, {[]uint32{5, 6}, [][2]uint32{{0, 1}, {1, 2}}},
		{[]uint32{20, 1}, [][2]uint32{{0, 1}, {1, 2}}},
		{[]uint32{0, 0, 20}, [][2]uint32{{0, 3}}}, {[]uint32{10}, [][2]uint32{{0, 1}}}, {[]uint32{1, 9, 0, 1}, [][2]uint32{{0, 3}, {3, 4}}},
	} {
		total := uint32(0)
		for _, n := range c.lengths {
			total += n
		}
		v := newInversion(1, make([]uint32, total), c.lengths, Options{Threads: 1, MemoryBytes: 10 * bytesPerToken})
		var got [][2]uint32
		tokens := uint64(0)
		for _, r := range v.runs {
			got = append(got, r.docs)
			if r.tokens[0] != tokens {
				t.Errorf("%d: a run begins with token %d, want %d", c.lengths, r.tokens[0], tokens)
			}
			tokens = r.tokens[1]
		}
		if !slices.Equal(got, c.want) || tokens != uint64(total) {
			t.Errorf("%d: runs %d and %d tokens, want %d", c.lengths, got, tokens, c.want)
		}
	}
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
