package index

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// What is written of terms is read: any documents, also of far spans, and any counts, also large ones.
func TestPostingsComeBack(t *testing.T) {
	number := rapid.OneOf(rapid.Uint32Range(0, 20), rapid.Uint32Range(lowMask-3, lowMask+3), rapid.Uint32())
	count := rapid.OneOf(rapid.Uint32Range(1, 3), rapid.Uint32Range(largeTF-1, largeTF+1), rapid.Uint32Min(1))
	rapid.Check(t, func(rt *rapid.T) {
		folder := opened(t)
		w := must.Get(newPostingsWriter(folder))(rt)
		var want [][]Posting
		var begins []places
		for range rapid.IntRange(1, 5).Draw(rt, "terms") {
			begin := must.Get(w.next())(rt)
			docs := rapid.SliceOfNDistinct(number, 0, 12, rapid.ID).Draw(rt, "documents")
			slices.Sort(docs)
			var list []Posting
			for _, d := range docs {
				list = append(list, Posting{d, count.Draw(rt, "count")})
			}
			cut := rapid.IntRange(0, len(list)).Draw(rt, "cut")
			for _, part := range [][]Posting{list[:cut], list[cut:]} { // a span may lie on both sides
				must.Do(rt, w.add(part))
			}
			want, begins = append(want, list), append(begins, begin)
		}
		end := must.Get(w.next())(rt)
		begins = append(begins, end)
		must.Do(rt, w.finish(new([numFiles]fileRecord)))
		maps, closeAll, err := mapFiles(folder, postingsFile, spansFile, countsFile, largeFile)
		if err != nil {
			rt.Fatal(err)
		}
		defer closeAll()
		c := newColumns(maps)
		for i, list := range want {
			p := c.slice(begins[i][postingsAt], begins[i+1][postingsAt], begins[i][spansAt], begins[i+1][spansAt])
			if got := p.Append(nil); !slices.Equal(got, list) {
				rt.Fatalf("term %d: %v, want %v", i, got, list)
			}
			docs := 1
			if len(list) > 0 {
				docs = int(list[len(list)-1].Doc) + 1
				if docs > 1 && p.holds(docs-1) {
					rt.Fatalf("term %d has a document beyond %d, and nobody minds", i, docs-1)
				}
			}
			if !p.holds(docs) {
				rt.Fatalf("term %d: not of %d documents", i, docs)
			}
		}
	})
}
