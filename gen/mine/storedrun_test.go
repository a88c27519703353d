package mine

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// storedTopics are two queries of threeDocuments.
var storedTopics = []corpus.Query{{ID: "q", Text: "w1"}, {ID: "r", Text: "w2"}}

func threeDocuments(t testing.TB) index.Reader {
	return indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "a", Text: "w1 w2"}, corpus.Doc{ID: "b", Text: "w1"},
		corpus.Doc{ID: "c", Text: "w2"}),
		analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None, Stopwords: analysis.None})
}

func storedFile(t testing.TB, content []byte) StoredRun {
	path := filepath.Join(t.TempDir(), "candidates")
	must.Do(t, os.WriteFile(path, content, 0o666))
	return StoredRun(path)
}

// Damaged candidates are refused with what is wrong; the offsets are those of WriteStored's comment.
func TestStoredRefusesOthers(t *testing.T) {
	x := threeDocuments(t)
	queries := []Query{{ID: "q", Docs: []Candidate{{Doc: 1, Score: 2}, {Doc: 0, Score: 1}}}, {ID: "r"}}
	var sound bytes.Buffer
	must.Do(t, WriteStored(&sound, queries))
	changed := func(at int, to ...byte) []byte {
		b := bytes.Clone(sound.Bytes())
		copy(b[at:], to)
		return b
	}
	le := binary.LittleEndian
	for want, content := range map[string][]byte{
		"":                              sound.Bytes(),
		"does not begin":                changed(3, 'x'),
		"candidates of 3 queries":       changed(8, 3),
		"has 12 candidates, more than":  changed(12, 12),
		"it ends within query q":        sound.Bytes()[:30],
		"it ends before query r":        sound.Bytes()[:12+4+2*storedBytes],
		"document 3, and the index":     changed(16, 3),
		"scores that do not fall":       changed(16+storedBytes+4, le.AppendUint64(nil, math.Float64bits(2))...),
		"goes on behind the last query": append(changed(0), 0),
	} {
		got, _, err := Candidates(context.Background(), x, "", storedTopics, nil, storedFile(t, content), CandidateOptions{Hits: 10}, nil)
		switch {
		case want == "" && (err != nil || len(got[0].Docs) != 2 || got[0].Docs[1].Rank != 2 || got[1].Docs != nil):
			t.Errorf("%v, %v", got, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%v, want %q", err, want)
		}
	}
	for score, at := range map[float64]int{math.NaN(): 16 + 4, math.Inf(1): 16 + 4, math.Inf(-1): 16 + storedBytes + 4} {
		stored := storedFile(t, changed(at, le.AppendUint64(nil, math.Float64bits(score))...))
		_, _, err := Candidates(t.Context(), x, "", storedTopics, nil, stored, CandidateOptions{Hits: 10}, nil)
		const want = ": query q has scores that do not fall; hint: remove it, and run the command again with --resume"
		if err == nil || err.Error() != string(stored)+want {
			t.Errorf("a score of %v: %v", score, err)
		}
	}
	none := StoredRun(filepath.Join(t.TempDir(), "none"))
	if _, _, err := Candidates(context.Background(), x, "", storedTopics, nil, none, CandidateOptions{}, nil); err == nil {
		t.Error("a missing file is no error")
	}
}

// TestStoredComesBack: what was written is read, as many candidates as may be too, beside queries with fewer or none. An interrupted
// reading says so.
func TestStoredComesBack(t *testing.T) {
	x := threeDocuments(t)
	docs := []Candidate{{Doc: 2, Rank: 1, Score: 3}, {Doc: 0, Rank: 2, Score: -1}}
	for _, n := range [][2]int{{0, 2}, {2, 1}, {1, 2}, {2, 0}} {
		var file bytes.Buffer
		must.Do(t, WriteStored(&file, []Query{{ID: "q", Docs: docs[:n[0]]}, {ID: "r", Docs: docs[:n[1]]}}))
		stored := storedFile(t, file.Bytes())
		got, _, err := Candidates(t.Context(), x, "", storedTopics, nil, stored, CandidateOptions{Hits: 2}, nil)
		if err != nil || !slices.Equal(got[0].Docs, docs[:n[0]]) || !slices.Equal(got[1].Docs, docs[:n[1]]) {
			t.Errorf("%d candidates: %v, %v", n, got, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := stored.fill(ctx, &candidateRequest{index: x, queries: got, options: CandidateOptions{Hits: 2}}); err != context.Canceled {
			t.Errorf("%v, want that it was interrupted", err)
		}
	}
}

// FuzzStored reads anything as candidates: what is not refused is within the index and the depth.
func FuzzStored(f *testing.F) {
	x := threeDocuments(f)
	var sound bytes.Buffer
	must.Do(f, WriteStored(&sound, []Query{{Docs: []Candidate{{Doc: 1, Score: 2}}}, {}}))
	f.Add(sound.Bytes())
	f.Add([]byte(storedMark))
	budgettest.Fuzz(f, func(t *testing.T, content []byte) {
		queries, _, err := Candidates(context.Background(), x, "", storedTopics, nil, storedFile(t, content), CandidateOptions{Hits: 3}, nil)
		if err != nil {
			return
		}
		for _, q := range queries {
			for _, c := range q.Docs {
				if int(c.Doc) >= x.NumDocs() || len(q.Docs) > 3 {
					t.Fatalf("%v", q.Docs)
				}
			}
		}
	})
}

// TestLookup: every row has the document of its id, at any number of threads and around the ends of the stretches.
func TestLookup(t *testing.T) {
	x := indextest.InMemory(t, indextest.NewZipf(300, 3).Docs(50), analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None,
		Stopwords: analysis.None})
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, lookupRows - 1, lookupRows, lookupRows + 1, 3*lookupRows + 5}).Draw(rt, "rows")
		every := rapid.IntRange(1, 20).Draw(rt, "of which one is unknown")
		run, want := make([]corpus.RunRow, n), make([]uint32, n)
		for i := range run {
			want[i] = uint32(i*7) % 50
			run[i] = corpus.RunRow{QueryID: fmt.Sprint(i / 7), DocID: x.DocID(want[i]), Rank: i}
			if i%every == every-1 {
				run[i].DocID, want[i] = "nowhere", unknownDoc
			}
		}
		for _, threads := range []int{1, 3} {
			got, err := lookup(context.Background(), x, run, threads)
			if err != nil || len(got) != n {
				rt.Fatalf("%d threads: %d documents, want %d: %v", threads, len(got), n, err)
			}
			for i := range got {
				if got[i] != want[i] {
					rt.Fatalf("%d threads: row %d: %d, want %d", threads, i, got[i], want[i])
				}
			}
		}
	})
}
