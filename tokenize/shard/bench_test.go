package shard

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// benchInput is n triples as the peers were measured on: WikiQA questions and passages, each passage with the beginning of a
// Cranfield abstract behind it, so that nearly every text is another.
func benchInput(b *testing.B, n int) Input {
	b.Helper()
	lines := func(name string) (out []string) {
		raw := must.Get(os.ReadFile(golden.SharedPath(b, "data", "wikiqa", name)))(b)
		for line := range strings.Lines(string(raw)) {
			_, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			out = append(out, text)
		}
		return out
	}
	passages, questions := lines("collection.tsv"), lines("queries.train.tsv")
	raw := must.Get(os.ReadFile(golden.SharedPath(b, "data", "cranfield", "docs.trec")))(b)
	var abstracts []string
	for _, doc := range strings.Split(string(raw), "</DOC>") {
		if _, text, ok := strings.Cut(doc, "<TEXT>"); ok && len(text) > 300 {
			abstracts = append(abstracts, text[:300])
		}
	}
	v := must.Get(tokenize.LoadVocab(golden.SharedPath(b, "data", "bert-base-uncased", "vocab.txt")))(b)
	tok := must.Get(tokenize.New(v, tokenize.Defaults()))(b)
	r := rand.New(rand.NewPCG(7, 7))
	docs, split := map[string]string{}, plan.Split{Name: "train", Pairs: new(pairs.Table)}
	for i := range n {
		p := pairs.Pair{Task: "pairwise", QueryID: fmt.Sprint(i % len(questions)), PosID: fmt.Sprint("p", i), NegID: fmt.Sprint("n", i),
			PosLabel: 2, Source: pairs.Judged}
		p.UID = pairs.NewUID(p.Task, p.Axiom, p.QueryID, p.PosID, p.NegID, 0)
		for _, id := range []string{p.PosID, p.NegID} {
			docs[id] = passages[r.IntN(len(passages))] + " " + abstracts[r.IntN(len(abstracts))]
		}
		split.Pairs.Append(&p)
	}
	return Input{Data: Data{Splits: []plan.Split{split}, Tokenizer: tok,
		Query: func(id string) (string, bool) {
			var i int
			fmt.Sscan(id, &i)
			return questions[i], true
		},
		Doc: func(id string) (string, string, bool) { text, ok := docs[id]; return "", text, ok }}}
}

// BenchmarkCross goes from texts to the Parquet of two sequences of at most 256 ids a triple, on one thread; tokenizers +
// pyarrow do 2,500 to 3,000 triples a CPU-second of it.
func BenchmarkCross(b *testing.B) {
	const n = 100_000
	in := benchInput(b, n)
	for _, compression := range []string{"snappy", "zstd"} {
		b.Run(compression, func(b *testing.B) {
			o := Defaults()
			o.MaxLength, o.Threads, o.Compression = 256, 1, compression
			begin := cputime.Used()
			for b.Loop() {
				p, _, err := newPlan(context.Background(), in, o, nil)
				must.Do(b, err)
				parts, _ := partsOf(p, false)
				for _, part := range parts {
					if strings.HasPrefix(part.Path, "cross/") {
						must.Do(b, part.Write(context.Background(), io.Discard, func(int) {}))
					}
				}
			}
			b.ReportMetric(float64(n*b.N)/(cputime.Used()-begin).Seconds(), "triples/cpu-s")
		})
	}
}
