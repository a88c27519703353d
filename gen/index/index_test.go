package index_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// naive is an index of maps, by the words of the definition.
type naive struct {
	terms    []string // by id
	ids      map[string]uint32
	docs     [][]uint32
	postings map[uint32][]index.Posting
	cf       map[uint32]int64
	forms    map[uint32]map[string]int64
	total    int64
}

func newNaive(an *analysis.Analyzer, docs []corpus.Doc) *naive {
	n := &naive{ids: map[string]uint32{}, postings: map[uint32][]index.Posting{}, cf: map[uint32]int64{}, forms: map[uint32]map[string]int64{}}
	for d, doc := range docs {
		terms := []uint32{}
		an.Each(doc.Title+"\n"+doc.Text, func(surface []byte) {
			term, keep := an.Term(string(surface))
			if !keep {
				return
			}
			t, ok := n.ids[term]
			if !ok {
				t = uint32(len(n.terms))
				n.ids[term] = t
				n.terms = append(n.terms, term)
				n.forms[t] = map[string]int64{}
			}
			terms = append(terms, t)
			n.cf[t]++
			n.forms[t][string(surface)]++
			n.total++
			list := n.postings[t]
			if len(list) == 0 || list[len(list)-1].Doc != uint32(d) {
				list = append(list, index.Posting{Doc: uint32(d)})
			}
			list[len(list)-1].TF++
			n.postings[t] = list
		})
		n.docs = append(n.docs, terms)
	}
	return n
}

func (n *naive) formsOf(t uint32) (list []index.Form) {
	for surface, count := range n.forms[t] {
		list = append(list, index.Form{Surface: surface, Count: count})
	}
	slices.SortFunc(list, func(a, b index.Form) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Surface, b.Surface))
	})
	return list
}

func TestIndexIsTheNaiveIndex(t *testing.T) {
	words := strings.Fields("run runs running Runner ran the of a an x1 1 fly flies naïve Ünd . --")
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(words), 0, 12), func(list []string) string { return strings.Join(list, " ") })
	rapid.Check(t, func(rt *rapid.T) {
		o := analysis.Options{Tokenizer: "alnum", Stopwords: rapid.SampledFrom([]string{analysis.None, "english"}).Draw(rt, "stopwords"),
			Stemmer: rapid.SampledFrom([]string{analysis.None, "porter", "snowball:english"}).Draw(rt, "stemmer")}
		var docs []corpus.Doc
		for i := range rapid.IntRange(1, 30).Draw(rt, "documents") {
			docs = append(docs, corpus.Doc{ID: fmt.Sprintf("D-%d", i*i), Title: text.Draw(rt, "title"), Text: text.Draw(rt, "text"),
				URL: strings.Repeat("u", i%2)})
		}
		x := indextest.Build(t, indextest.Docs(docs...), o, index.Options{Threads: 2, MemoryBytes: rapid.Int64Range(0, 1000).Draw(rt, "budget")})
		defer x.Close()
		an := x.About().Analyzer
		n := newNaive(an, docs)
		same := func(what string, got, want any) {
			if fmt.Sprint(got) != fmt.Sprint(want) {
				rt.Fatalf("%s: got %v, want %v", what, got, want)
			}
		}
		same("counts", []any{x.NumDocs(), x.Lexicon().NumTerms(), x.TotalTerms(), x.AvgLen()},
			[]any{len(docs), len(n.terms), n.total, float64(n.total) / float64(len(docs))})
		for d, doc := range docs {
			d := uint32(d)
			title, text, url := x.Texts().Parts(d)
			same("document", []string{x.DocID(d), title, text, url, x.Texts().FullText(d)}, []string{doc.ID, doc.Title, doc.Text, doc.URL, doc.Default()})
			fold, _ := pairs.FoldHash(doc.Default(), nil)
			same("hash", x.Texts().FoldHash(d), uint32(fold))
			same("terms", x.Terms(d), n.docs[d])
			same("terms of several", x.TermsOf([]uint32{0, d, d}), [][]uint32{n.docs[0], n.docs[d], n.docs[d]})
			same("length", x.Len(d), len(n.docs[d]))
			found, ok := x.Doc(doc.ID)
			same("lookup", []any{found, ok}, []any{d, true})
		}
		for id, term := range n.terms {
			id := uint32(id)
			found, ok := x.Lexicon().TermID(term)
			same("term", []any{x.Lexicon().Term(id), found, ok}, []any{term, id, true})
			same("postings", x.Postings(id).Append(nil), n.postings[id])
			same("frequencies", []any{x.DocFreq(id), x.CollFreq(id)}, []any{len(n.postings[id]), n.cf[id]})
			same("forms", x.Lexicon().Forms(id), n.formsOf(id))
		}
		for _, id := range []string{"", "D", "D-2", "D-0 "} {
			if d, ok := x.Doc(id); ok {
				rt.Fatalf("there is no document %q, but it is %d", id, d)
			}
		}
		for k := range 3 {
			id := uint32(x.Lexicon().NumTerms() + k)
			same("absent term", []any{x.DocFreq(id), x.CollFreq(id), len(x.Postings(id).Low), len(x.Lexicon().Forms(id))}, []any{0, 0, 0, 0})
		}
	})
}

func TestDocFields(t *testing.T) {
	doc := corpus.Doc{ID: "1", Title: "polar", Text: "bear", URL: "http://ice"}
	for _, c := range []struct {
		fields []string
		full   string
		terms  int
	}{
		{nil, "polar\nbear", 2},
		{[]string{"text"}, "bear", 1},
		{[]string{"url", "title"}, "http://ice\npolar", 3},
	} {
		x := indextest.Build(t, indextest.Docs(doc), analysis.Defaults(), index.Options{DocFields: c.fields})
		_, text, url := x.Texts().Parts(0)
		if x.Texts().FullText(0) != c.full || x.Len(0) != c.terms || text != "bear" || url != "http://ice" {
			t.Errorf("fields %v: %q of %d terms, want %q of %d", c.fields, x.Texts().FullText(0), x.Len(0), c.full, c.terms)
		}
	}
}

// A stop list's file is not needed to open the index.
func TestCollectionWithoutTerms(t *testing.T) {
	x := indextest.Build(t, indextest.Docs(corpus.Doc{ID: "1", Text: "--"}, corpus.Doc{ID: "2", Text: "the"}),
		analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "english"}, index.Defaults())
	if x.NumDocs() != 2 || x.Lexicon().NumTerms() != 0 || x.AvgLen() != 0 || len(x.Terms(1)) != 0 || x.Texts().FullText(1) != "the" {
		t.Errorf("%d documents, %d terms", x.NumDocs(), x.Lexicon().NumTerms())
	}
	if got := index.AnalyseQuery(x, "the bear"); !slices.Equal(got, []uint32{0}) {
		t.Errorf("query = %v, want [0]", got)
	}
}
