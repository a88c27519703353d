package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func write(t *testing.T, c *collection, queries int) (docs, topics, qrels string) {
	t.Helper()
	var d, q, j bytes.Buffer
	must.Do(t, c.writeDocs(&d))
	must.Do(t, c.writeQueries(&q, &j, queries))
	return d.String(), q.String(), j.String()
}

// TestSameSeedSameBytes: measurements and a preset name these collections, so that they stay the same to the byte.
func TestSameSeedSameBytes(t *testing.T) {
	c := newCollection(2000, 3000, 42)
	c.phrases = .3
	must.Do(t, writeFolder(c, t.TempDir(), 0))
	docs, queries, qrels := write(t, c, 30)
	for text, want := range map[string]string{docs: "aba1088f53c94754", queries: "3f26a1dcd1dfb389", qrels: "0ce79f9882820f48"} {
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); !strings.HasPrefix(got, want) {
			t.Errorf("%.40q.. has the digest %s, want %s..", text, got, want)
		}
	}
	if other, _, _ := write(t, newCollection(2000, 3000, 7), 0); other == docs {
		t.Error("another seed gives the same passages")
	}
}

// TestStatistics holds what MS MARCO's passages and queries have: 56 words and six on average, one judged passage a query,
// most frequent words' share. The tolerances are four standard errors.
func TestStatistics(t *testing.T) {
	const n, queries = 20_000, 4000
	docs, topics, qrels := write(t, newCollection(n, 100_000, 1), queries)
	words := 0
	for i, line := range strings.Split(strings.TrimSuffix(docs, "\n"), "\n") {
		id, text, _ := strings.Cut(line, "\t")
		if id != strconv.Itoa(i) {
			t.Fatalf("passage %d has the id %s", i, id)
		}
		words += len(strings.Fields(text))
	}
	// A lognormal number with mean 56 and sigma 0.45 has the standard deviation 56 sqrt(exp(0.45^2) - 1) = 26.5.
	if mean := float64(words) / n; math.Abs(mean-56) > 4*26.5/math.Sqrt(n) {
		t.Errorf("passages of %.2f words on average, want 56", mean)
	}
	lengths := 0
	for line := range strings.Lines(topics) {
		_, text, _ := strings.Cut(line, "\t")
		lengths += len(strings.Fields(text))
	}
	// 1 + Poisson(5) has the standard deviation sqrt 5; that no query has fewer than two words or more than 14 moves little.
	if mean := float64(lengths) / queries; math.Abs(mean-6) > 4*math.Sqrt(5.0/queries) {
		t.Errorf("queries of %.2f words on average, want 6", mean)
	}
	if got := strings.Count(qrels, "\n"); got != queries {
		t.Errorf("%d judgements of %d queries", got, queries)
	}
}

// TestPhrases: at the share 1 every query is two or three consecutive words of its passage; at .3 every query that is no phrase is the one
// that it is at 0.
func TestPhrases(t *testing.T) {
	const queries = 300
	all, some, none := newCollection(2000, 5000, 3), newCollection(2000, 5000, 3), newCollection(2000, 5000, 3)
	all.phrases, some.phrases = 1, .3
	same := 0
	for number := range queries {
		text, relevant := all.appendQuery(nil, number)
		passage := " " + string(all.appendPassage(nil, relevant)) + " "
		if n := len(strings.Fields(string(text))); n < 2 || n > 3 || !strings.Contains(passage, " "+string(text)+" ") {
			t.Errorf("query %d is %q, which is no phrase of two or three words of its passage %q", number, text, passage)
		}
		mixed, _ := some.appendQuery(nil, number)
		plain, _ := none.appendQuery(nil, number)
		switch {
		case bytes.Equal(mixed, plain):
			same++
		case !bytes.Equal(mixed, text):
			t.Errorf("query %d is %q at .3, %q at 0, %q at 1", number, mixed, plain, text)
		}
	}
	// The share of plain queries has the standard error sqrt(.3 * .7 / 300) = .026.
	if share := float64(same) / queries; math.Abs(share-.7) > 4*.026 {
		t.Errorf("%.2f of the queries are no phrases, want .7", share)
	}
}

func TestWordsAreDistinct(t *testing.T) {
	c := newCollection(1, 30_000, 1)
	seen := map[string]bool{}
	for _, w := range c.words {
		if seen[w] {
			t.Fatalf("%s stands twice", w)
		}
		seen[w] = true
	}
	if len(seen) != 30_000 {
		t.Errorf("%d words", len(seen))
	}
}

// TestTFC1Share: of the ordered pairs of the top 50 under BM25, Rennings (2019) found 151.5 M of 1.4 bn to be instances of
// TFC1 on MS MARCO, 10.8 %; mining here meets work like that, within a factor of two.
func TestTFC1Share(t *testing.T) {
	const n, queries, hits = 20_000, 100, 50
	c := newCollection(n, 500_000, 42)
	docs := make([]corpus.Doc, n)
	for d := range docs {
		docs[d] = corpus.Doc{ID: strconv.Itoa(d), Text: string(c.appendPassage(nil, d))}
	}
	x := indextest.Build(t, indextest.Docs(docs...), analysis.Defaults(), index.Defaults())
	a := must.Get(axioms.Parse("tfc1"))(t)
	searcher := retrieve.New(x, weighting.BM25{K1: 0.9, B: 0.4}).Searcher()
	instances, ordered := 0, 0
	for number := range queries {
		text, _ := c.appendQuery(nil, number)
		q := axioms.Query{Terms: index.AnalyseQuery(x, string(text))}
		var list []axioms.Doc
		for _, hit := range searcher.Search(q.Terms, hits) {
			list = append(list, axioms.Doc{Terms: x.Terms(hit.Doc)})
		}
		judge := a.(axioms.Preference).Bind(q, &axioms.Collection{Stats: x})
		judge.Load(list)
		for i := range list {
			for j := range list {
				if i != j {
					ordered++
					instances += max(judge.Compare(i, j).Preference(), 0)
				}
			}
		}
	}
	if share := float64(instances) / float64(ordered); share < 0.108/2 || share > 0.108*2 {
		t.Errorf("%.3f of the ordered pairs are instances", share)
	}
}
