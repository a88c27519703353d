package inmemory_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/inmemory"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// In memory a collection answers every question of a Reader as the files of an index do, whatever its words, lengths, counts, fields and
// analysis.
func TestInMemoryIsTheIndex(t *testing.T) {
	words := []string{"plant", "plants", "planted", "the", "of", "Vienna", "naïve", "NAÏVE", "x", "42", "u.s.", "straße", "日本語", "-", ""}
	text := rapid.Custom(func(t *rapid.T) string {
		list := rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(t, "words")
		if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
			list = append(list, strings.Repeat("plant ", rapid.IntRange(13, 40).Draw(t, "times")))
		}
		return strings.Join(list, " ")
	})
	fields := [][]string{nil, {"title"}, {"url", "text"}}
	rapid.Check(t, func(rt *rapid.T) {
		var docs []corpus.Doc
		for i := range rapid.IntRange(1, 8).Draw(rt, "documents") {
			docs = append(docs, corpus.Doc{ID: fmt.Sprintf("d%d", i), Title: text.Draw(rt, "title"), Text: text.Draw(rt, "text"),
				URL: rapid.SampledFrom([]string{"", "http://plants.example"}).Draw(rt, "url")})
		}
		chosen := rapid.SampledFrom(fields).Draw(rt, "fields")
		options := analysis.Defaults()
		if rapid.Bool().Draw(rt, "plain") {
			options.Stopwords, options.Stemmer = "none", "none"
		}
		an := must.Get(analysis.New(options))(rt)
		memory := must.Get(inmemory.New(docs, an, chosen...))(rt)
		o := index.Defaults()
		o.DocFields = chosen
		files := indextest.Build(t, indextest.Docs(docs...), options, o)
		defer files.Close()
		want, got := answers(files, text.Draw(rt, "query")+" plant unheard plant"), []string(nil)
		got = answers(memory, strings.TrimSuffix(want[0], "\n"))
		if !slices.Equal(got, want) {
			rt.Fatalf("in memory:\n%s\nof files:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// answers are all that a reader returns, but for its identity and its files; the first is the query itself.
func answers(x index.Reader, query string) []string {
	list := []string{query, fmt.Sprint(x.NumDocs(), x.Lexicon().NumTerms(), x.TotalTerms(), x.AvgLen(), x.Lengths(),
		index.AnalyseQuery(x, query)),
		x.About().Analyzer.Fingerprint()}
	for term := range uint32(x.Lexicon().NumTerms() + 2) {
		list = append(list, fmt.Sprint("term ", term, x.DocFreq(term), x.CollFreq(term), x.Lexicon().Forms(term), x.Postings(term).Append(nil)))
		if int(term) < x.Lexicon().NumTerms() {
			id, ok := x.Lexicon().TermID(x.Lexicon().Term(term))
			list = append(list, fmt.Sprint(x.Lexicon().Term(term), id, ok))
		}
	}
	_, found := x.Lexicon().TermID("unheard")
	list = append(list, fmt.Sprint(found))
	for doc := range uint32(x.NumDocs()) {
		number, ok := x.Doc(x.DocID(doc))
		list = append(list, fmt.Sprint("document ", x.DocID(doc), number, ok, x.Terms(doc), x.Len(doc), x.Texts().FoldHash(doc)),
			fmt.Sprint(x.Texts().Parts(doc)), fmt.Sprint(x.TermsOf([]uint32{doc, 0}), x.Texts().FullText(doc)))
	}
	_, found = x.Doc("none")
	return append(list, fmt.Sprint(found))
}

// answers asks all methods of a reader, but Close, and of its parts.
func TestAnswersAskAll(t *testing.T) {
	for kind, want := range map[reflect.Type]int{reflect.TypeFor[index.Reader](): 16, reflect.TypeFor[index.Lexicon](): 4,
		reflect.TypeFor[index.Texts](): 3} {
		if n := kind.NumMethod(); n != want {
			t.Errorf("%s has %d methods: let answers ask the new ones", kind, n)
		}
	}
}

// What is no collection is an error, and another collection has another identity.
func TestNewInMemory(t *testing.T) {
	an := must.Get(analysis.New(analysis.Defaults()))(t)
	if _, err := inmemory.New(nil, an); err == nil {
		t.Error("no document is a collection")
	}
	if _, err := inmemory.New([]corpus.Doc{{ID: "a"}, {ID: "a"}}, an); err == nil || !strings.Contains(err.Error(), `"a"`) {
		t.Errorf("two documents of one id: %v", err)
	}
	identities := map[string]bool{}
	for _, docs := range [][]corpus.Doc{{{ID: "a"}}, {{ID: "b"}}, {{ID: "a", Text: "b"}}, {{ID: "a", Title: "b"}}} {
		x := must.Get(inmemory.New(docs, an))(t)
		identities[x.About().Identity] = true
	}
	if x, err := inmemory.New([]corpus.Doc{{ID: "a"}}, an, "title"); err != nil || identities[x.About().Identity] || len(identities) != 4 {
		t.Errorf("%d identities of four collections: %v", len(identities), err)
	}
}
