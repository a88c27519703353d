package index

import (
	"context"
	"errors"
	"os"
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
		o := Options{Threads: 1, MemoryBytes: 10 * bytesPerToken}
		v := newInversion(1, make([]uint32, total), c.lengths, o)
		o.Threads, o.MemoryBytes = 3, 30*bytesPerToken // as much for each
		if other := newInversion(1, make([]uint32, total), c.lengths, o); !slices.Equal(other.runs, v.runs) {
			t.Errorf("%d: runs %v of three threads, want %v", c.lengths, other.runs, v.runs)
		}
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
	maps, closeAll, err := mapFiles(folder, postingsFile, spansFile, countsFile, largeFile)
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll()
	c := newColumns(maps)
	if got := c.slice(0, records[1][postingsAt], 0, records[1][spansAt]).Append(nil); !slices.Equal(got, []Posting{{0, 1}, {1, 1}}) {
		t.Errorf("postings %v", got)
	}
}

// TestRunsOfThreads: by hand. Of more tokens than two threads' eight runs of the least size have, a run has an eighth.
func TestRunsOfThreads(t *testing.T) {
	lengths := slices.Repeat([]uint32{minRunTokens}, 16)
	v := newInversion(1, make([]uint32, 16*minRunTokens), lengths, Options{Threads: 2, MemoryBytes: 1 << 40})
	if len(v.runs) != 8 || v.runs[1].docs != [2]uint32{2, 4} {
		t.Errorf("%d runs, want 8 of two documents: %v", len(v.runs), v.runs)
	}
}

// TestFullRun: by hand. A run takes what fits, one document at least, and no more documents than have numbers.
func TestFullRun(t *testing.T) {
	for _, c := range []struct {
		docs          [2]uint32
		size          uint64
		tokens, limit uint64
		want          bool
	}{{[2]uint32{7, 9}, 5, 5, 10, false}, {[2]uint32{7, 9}, 5, 6, 10, true}, {[2]uint32{7, 7}, 0, 11, 10, false},
		{[2]uint32{7, 9}, 1, 10, 10, true}, {[2]uint32{7, 6 + maxRunDocs}, 0, 0, 10, false}, {[2]uint32{7, 7 + maxRunDocs}, 0, 0, 10, true}} {
		r := run{docs: c.docs, tokens: [2]uint64{100, 100 + c.size}}
		if got := r.isFull(c.tokens, c.limit); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestPostingsOfRuns: a term's postings are those of all runs, also of one that is longer than a buffer and of counts that take a number of
// their own. By the definition of a posting. Document d has term 0 one to seventeen times, term 2 if d is odd, and no document has term 1.
func TestPostingsOfRuns(t *testing.T) {
	const numDocs, numTerms = 3000, 3
	var forward, lengths []uint32
	want := make([][]Posting, numTerms)
	for d := range uint32(numDocs) {
		begin := len(forward)
		for term, tf := range []uint32{1 + d%17, 0, d % 2} {
			forward = append(forward, slices.Repeat([]uint32{uint32(term)}, int(tf))...)
			if tf > 0 {
				want[term] = append(want[term], Posting{d, tf})
			}
		}
		lengths = append(lengths, uint32(len(forward)-begin))
	}
	for numRuns, memory := range map[int]int64{1: 1 << 20, 3: 4 * 10_000} {
		v := newInversion(numTerms, forward, lengths, Options{Threads: 1, MemoryBytes: memory})
		if len(v.runs) != numRuns {
			t.Fatalf("%d runs, want %d", len(v.runs), numRuns)
		}
		folder := opened(t)
		if err := v.spill(t.Context(), folder, 1, nil); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(folder.Path(spilledName(0))); err != nil || info.Size() != int64(v.size()) {
			t.Errorf("%d runs are spilled as %d bytes into a file of %d, %v", numRuns, v.size(), info.Size(), err)
		}
		w, err := newPostingsWriter(folder)
		if err != nil {
			t.Fatal(err)
		}
		begins := make([]places, numTerms+1)
		// buffers of 4,099 bytes, which is no multiple of a number's
		if err := v.merge(t.Context(), w, 4099*int64(numRuns), begins, nil); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.finish(new([numFiles]fileRecord)), v.close(folder)); err != nil {
			t.Fatal(err)
		}
		maps, closeAll, err := mapFiles(folder, postingsFile, spansFile, countsFile, largeFile)
		if err != nil {
			t.Fatal(err)
		}
		c := newColumns(maps)
		for term := range want {
			begin, end := begins[term], begins[term+1]
			if got := c.slice(begin[postingsAt], end[postingsAt], begin[spansAt], end[spansAt]).Append(nil); !slices.Equal(got, want[term]) {
				t.Errorf("%d runs: term %d has %d postings, want %d", numRuns, term, len(got), len(want[term]))
			}
		}
		closeAll()
	}
}

// TestSpilledFilesAreRemoved: closing removes the file of each worker, and returns the error of one that is not there.
func TestSpilledFilesAreRemoved(t *testing.T) {
	for missing := range 3 {
		folder := opened(t)
		v := newInversion(1, make([]uint32, 4), []uint32{1, 1, 1, 1}, Options{Threads: 2})
		if err := v.spill(t.Context(), folder, 2, nil); err != nil || len(v.spilled) != 2 {
			t.Fatalf("%d files, %v", len(v.spilled), err)
		}
		if missing < 2 {
			if err := folder.Remove(spilledName(missing)); err != nil {
				t.Fatal(err)
			}
		}
		if err := v.close(folder); (err != nil) != (missing < 2) {
			t.Errorf("file %d is not there: %v", missing, err)
		}
		if left, err := os.ReadDir(folder.Path(".")); err != nil || len(left) > 0 {
			t.Errorf("%d files are left, %v", len(left), err)
		}
	}
}
