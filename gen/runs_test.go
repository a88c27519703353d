package gen_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// TestRunsStayTheSame: every model's first 100 documents for all queries of four collections are the bytes that they were. The sums of
// BM25, QL, PL2 and TF-IDF are those of da99ee8, where every posting of a query's terms was gone through; since then RM3's products are
// rounded on their own, which moves last digits of its scores and no rank.
func TestRunsStayTheSame(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the logarithm of other processors may differ in the last bit")
	}
	raw := must.Get(os.ReadFile(filepath.Join("testdata", "runs.sha256")))(t)
	type run struct{ collection, model string }
	want := map[run]map[string]string{}
	for line := range strings.Lines(string(raw)) {
		var sum, file string
		var r run
		must.Get(fmt.Sscan(line, &sum, &r.collection, &r.model, &file))(t)
		if want[r] == nil {
			want[r] = map[string]string{}
		}
		want[r][file] = sum
	}
	runs := slices.SortedFunc(maps.Keys(want), func(a, b run) int { return strings.Compare(a.collection+a.model, b.collection+b.model) })
	step := nightly.Stride(t, "collections and models", 4)
	for i, r := range runs {
		if i%step != 1%step {
			continue
		}
		files := want[r]
		t.Run(r.collection+" "+r.model, func(t *testing.T) {
			data := filepath.Join(filepath.Dir(wikiqa), r.collection)
			if _, err := os.Stat(data); err != nil {
				t.Skip(err)
			}
			preset := ""
			if r.collection == "wikiqa" || r.collection == "cranfield" {
				preset = r.collection
			}
			p := start(t, preset, data, func(c *configs.Config) {
				c.Gen.Retrieval, c.Gen.Tokenizer, c.Gen.Vectors = r.model, "alnum", ""
				c.Gen.OnOverlap = "keep" // two train queries of SciFact are in test too, and the runs have them
			})
			p, err := p.ReadTopics(context.Background())
			must.Do(t, err)
			if p, err = p.OpenIndex(context.Background()); err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if p, err = p.Queries(context.Background()); err != nil {
				t.Fatal(err)
			}
			for file, sum := range files {
				text := must.Get(os.ReadFile(p.Run.Out.Path(file)))(t)
				got := sha256.Sum256(text)
				must.Equal(t, hex.EncodeToString(got[:]), sum, "%s: %x", file, got)
			}
		})
	}
}
