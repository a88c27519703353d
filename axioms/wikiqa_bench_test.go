package axioms_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// work is what an axiom is measured on: candidate lists of one length each, and the collection they come from.
type work struct {
	collection axioms.Collection
	queries    []axioms.Query
	lists      [][]axioms.Doc
	pairs      int // unordered, over all lists
}

// wikiqaText returns the lines of one of WikiQA's files, cut at the first tab.
func wikiqaText(b *testing.B, name string) (ids, texts []string) {
	raw := must.Get(os.ReadFile(golden.SharedPath(b, "data", "wikiqa", name)))(b)
	for line := range strings.Lines(string(raw)) {
		id, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		ids, texts = append(ids, id), append(texts, text)
	}
	return ids, texts
}

// wikiqaWork analyses WikiQA, retrieves for all queries of its three splits their top documents under BM25 (k1 0.9, b 0.4) and the
// terms GloVe's vectors; lists of fewer documents than asked for are left out, as those that compare with this do. Of long
// lists so many queries do as make about as many pairs.
func wikiqaWork(b *testing.B, size int) *work {
	ids, texts := wikiqaText(b, "collection.tsv")
	docs := make([]corpus.Doc, len(ids))
	for i := range docs {
		docs[i] = corpus.Doc{ID: ids[i], Text: texts[i]}
	}
	o := analysis.Defaults()
	o.Tokenizer = "alnum" // the terms that the recorded figures were measured on
	x := indextest.Build(b, indextest.Docs(docs...), o, index.Defaults())
	vectors := golden.SharedPath(b, "data", "glove", "glove.6B.100d.subset.txt.gz")
	words, _, err := similarity.Read(context.Background(), vectors, similarity.WordFilter(x.Lexicon(), similarity.Forms), nil)
	must.Do(b, err)
	table := similarity.Bind(words, x.Lexicon(), similarity.Forms)
	w := &work{collection: axioms.Collection{Stats: x, Vectors: table, Similarity: table}}
	searcher := retrieve.New(x, weighting.BM25{K1: 0.9, B: 0.4}).Searcher()
	for _, split := range []string{"train", "dev", "test"} {
		_, texts := wikiqaText(b, "queries."+split+".tsv")
		for _, text := range texts {
			q := axioms.Query{Terms: index.AnalyseQuery(x, text)}
			hits := searcher.Search(q.Terms, size)
			if len(hits) < size || w.pairs > 2_000_000 {
				continue
			}
			list := make([]axioms.Doc, size)
			for i, hit := range hits {
				list[i] = axioms.Doc{Terms: x.Terms(hit.Doc), Score: hit.Score, Rank: i + 1}
			}
			w.queries, w.lists = append(w.queries, q), append(w.lists, list)
			w.pairs += size * (size - 1) / 2
		}
	}
	return w
}

// measure binds, loads and asks every row of every list, round by round, and returns the unordered pairs a CPU-second of the
// best of several rounds, since other work on the machine only ever slows one down. It goes from query to query as package mine does.
func (w *work) measure(b *testing.B, text string, rounds int) (perSecond float64) {
	a := must.Get(axioms.Parse(text))(b)
	out := make([]axioms.Verdict, len(w.lists[0]))
	var among axioms.Candidates
	for range rounds {
		begin, passes := cputime.Used(), 0
		for cputime.Used()-begin < 100*time.Millisecond {
			for i, q := range w.queries {
				judge := a.(axioms.Preference).Bind(among.Bind(q, w.lists[i]), &w.collection)
				judge.Load(w.lists[i])
				for row := range w.lists[i] {
					judge.Row(row, out)
				}
			}
			passes++
		}
		perSecond = max(perSecond, float64(passes*w.pairs)/(cputime.Used()-begin).Seconds())
	}
	return perSecond
}

// compared are the axioms that a well-known library has too, in the reading that it shares.
var compared = []string{
	"tfc1(variant=klose)", "tfc3", "m-tdc(variant=bondarenko)", "len-m-tdc", "lnc1(variant=klose)", "tf-lnc", "lb1", "prox1", "prox2",
	"reg", "anti-reg", "and", "len-and", "m-and", "len-m-and", "div", "len-div",
}

// BenchmarkWikiQA measures every axiom and variant over pairs of candidates, and the harmonic mean over those compared: the
// rate of the work that asks each of them of the same pairs.
func BenchmarkWikiQA(b *testing.B) {
	for _, size := range []int{50, 1000} {
		load := sync.OnceValue(func() *work { return wikiqaWork(b, size) })
		run := func(b *testing.B, rounds int, text ...string) {
			w, inverse := load(), 0.0
			for b.Loop() {
				inverse = 0
				for _, t := range text {
					inverse += 1 / w.measure(b, t, rounds)
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(len(text))/inverse/1e6, "Mpairs/cpu-s")
		}
		b.Run(fmt.Sprintf("size=%d/mean", size), func(b *testing.B) { run(b, 5, compared...) })
		for _, a := range axioms.All() {
			if _, ok := a.(axioms.Preference); !ok {
				continue
			}
			b.Run(fmt.Sprintf("size=%d/%s", size, a), func(b *testing.B) { run(b, 3, a.String()) })
			for _, p := range a.Spec().Params {
				for _, choice := range p.Choices {
					if p.Name == "variant" && choice != p.Default {
						text := a.Spec().ID + "(variant=" + choice + ")"
						b.Run(fmt.Sprintf("size=%d/%s", size, text), func(b *testing.B) { run(b, 3, text) })
					}
				}
			}
		}
	}
}

// BenchmarkWikiQAFromText is the whole step from text for tfc1(delta=10): analyse every passage and query, count, compare the
// candidates, which are given.
func BenchmarkWikiQAFromText(b *testing.B) {
	an := must.Get(analysis.New(analysis.Options{Tokenizer: "alnum", Stemmer: "snowball:english", Stopwords: analysis.None}))(b)
	ids, texts := wikiqaText(b, "collection.tsv")
	var queries []string
	for _, split := range []string{"train", "dev", "test"} {
		_, of := wikiqaText(b, "queries."+split+".tsv")
		queries = append(queries, of...)
	}
	docs := make([]corpus.Doc, len(ids))
	for i := range docs {
		docs[i] = corpus.Doc{ID: ids[i], Text: texts[i]}
	}
	x := indextest.Build(b, indextest.Docs(docs...), an.Options(), index.Defaults())
	searcher := retrieve.New(x, weighting.BM25{K1: 0.9, B: 0.4}).Searcher()
	candidates, pairs := make([][]retrieve.Hit, len(queries)), 0
	for i, text := range queries {
		candidates[i] = searcher.Search(index.AnalyseQuery(x, text), 50)
		pairs += len(candidates[i]) * (len(candidates[i]) - 1) / 2
	}
	a := must.Get(axioms.Parse("tfc1(delta=10)"))(b)
	found := 0
	begin := cputime.Used()
	for b.Loop() {
		found = 0
		vocabulary := newVocabulary(an)
		terms := make([][]uint32, len(texts))
		for i, text := range texts {
			terms[i] = vocabulary.analyse(text)
		}
		list, out := make([]axioms.Doc, 50), make([]axioms.Verdict, 50)
		for i, text := range queries {
			list = list[:0]
			for _, hit := range candidates[i] {
				list = append(list, axioms.Doc{Terms: terms[hit.Doc]})
			}
			judge := a.(axioms.Preference).Bind(axioms.Query{Terms: vocabulary.analyse(text)}, &axioms.Collection{})
			judge.Load(list)
			for row := range list {
				judge.Row(row, out[:len(list)])
				for _, v := range out[row+1 : len(list)] {
					if v.Preference() != 0 {
						found++
					}
				}
			}
		}
	}
	b.ReportMetric(float64(pairs)*float64(b.N)/(cputime.Used()-begin).Seconds()/1e6, "Mpairs/cpu-s")
	b.ReportMetric(float64(found), "instances/op")
}

// vocabulary numbers terms; a surface form is stemmed once.
type vocabulary struct {
	an    *analysis.Analyzer
	forms map[string]uint32
	terms map[string]uint32
}

func newVocabulary(an *analysis.Analyzer) *vocabulary {
	return &vocabulary{an, map[string]uint32{}, map[string]uint32{}}
}

func (v *vocabulary) analyse(text string) (ids []uint32) {
	v.an.Each(text, func(surface []byte) {
		id, ok := v.forms[string(surface)]
		if !ok {
			form := string(surface)
			term, _ := v.an.Term(form) // there is no stop list
			if id, ok = v.terms[term]; !ok {
				id = uint32(len(v.terms))
				v.terms[term] = id
			}
			v.forms[form] = id
		}
		ids = append(ids, id)
	})
	return ids
}
