package tokenize

import (
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// collectionTexts are the texts of WikiQA and Cranfield, as notes on the peers have them: passages, questions, abstracts.
func collectionTexts(tb testing.TB) (texts []string, size int) {
	tb.Helper()
	for _, path := range [][]string{{"wikiqa", "collection.tsv"}, {"wikiqa", "queries.train.tsv"}, {"wikiqa", "queries.dev.tsv"},
		{"wikiqa", "queries.test.tsv"}} {
		raw := must.Get(os.ReadFile(golden.SharedPath(tb, append([]string{"data"}, path...)...)))(tb)
		for line := range strings.Lines(string(raw)) {
			if _, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
				texts = append(texts, text)
			}
		}
	}
	raw := must.Get(os.ReadFile(golden.SharedPath(tb, "data", "cranfield", "docs.trec")))(tb)
	for _, doc := range strings.Split(string(raw), "</DOC>") {
		if _, text, ok := strings.Cut(doc, "<TEXT>"); ok {
			text, _, _ = strings.Cut(text, "</TEXT>")
			texts = append(texts, text)
		}
	}
	for _, text := range texts {
		size += len(text)
	}
	return texts, size
}

// BenchmarkEncode reads WikiQA and Cranfield over and over, once before the clock starts, as the measurement of HF
// tokenizers and tensorflow-text did.
func BenchmarkEncode(b *testing.B) {
	texts, size := collectionTexts(b)
	tok := bert(b, Defaults())
	b.SetBytes(int64(size))
	b.ReportAllocs()
	var ids []int32
	read := func() {
		for _, text := range texts {
			ids = tok.AppendIDs(ids[:0], text)
		}
	}
	read()
	begin := cputime.Used()
	for b.Loop() {
		read()
	}
	b.ReportMetric(float64(size)*float64(b.N)/1e6/(cputime.Used()-begin).Seconds(), "MB/cpu-s")
}
