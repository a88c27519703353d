package queries

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

// village is a small collection with sentences, titles, numbers and another script.
func village(t testing.TB) index.Reader {
	topics := []string{"glass blowers", "water mills", "stone bridges", "bee keepers", "salt roads", "bell towers"}
	var docs []corpus.Doc
	for i := range 60 {
		topic := topics[i%len(topics)]
		docs = append(docs, corpus.Doc{ID: fmt.Sprint("d", i), Title: "The " + topic + " of village " + fmt.Sprint(i), Text: fmt.Sprintf(
			"People of valley%d remember the %s well. In 19%d the last of the %s left; nobody knows why! "+
				"Ünlü sözler, e.g. of Dr. Smith%d, say that they crossed 3 rivers.", i, topic, i, topic, i%7)})
	}
	docs = append(docs, corpus.Doc{ID: "empty"}, corpus.Doc{ID: "numbers", Text: "1 2 3"})
	return indextest.InMemory(t, indextest.Docs(docs...), analysis.Defaults())
}

func made(t *testing.T, x index.Reader, given []corpus.Query, change func(*Options)) *MadeQueries {
	t.Helper()
	o := Options{Methods: Methods, Number: 100, Words: 4, MaxRank: 10, Seed: 42, Threads: 1}
	if change != nil {
		change(&o)
	}
	m, err := Make(context.Background(), x, given, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, n := range m.Account.Left {
		left += n
	}
	if a := m.Account; a.Made != len(m.Queries) || a.Tried != a.Made+left {
		t.Errorf("the account does not add up: %+v", a)
	}
	return m
}

// The words of a query are those of its document, as they stand there and in its order, whatever the method.
func TestQueriesAreWordsOfTheirDocument(t *testing.T) {
	x := village(t)
	for _, method := range Methods {
		m := made(t, x, nil, func(o *Options) { o.Methods = []Method{method} })
		if len(m.Queries) < 50 {
			t.Errorf("%s: %d queries: %s", method.Name, len(m.Queries), m.Account.Why())
		}
		for _, q := range m.Queries {
			d, ok := x.Doc(q.Document)
			if !ok {
				t.Fatalf("%s: %q comes from nowhere", method.Name, q.Text)
			}
			rest := x.Texts().FullText(d)
			for word := range strings.FieldsSeq(q.Text) {
				at := strings.Index(rest, word)
				if at < 0 {
					t.Fatalf("%s: %q: %q is not where it should be in %q", method.Name, q.Text, word, x.Texts().FullText(d))
				}
				rest = rest[at+len(word):]
			}
		}
	}
}

// The same seed gives the same queries at any number of threads, another one others; more of them begin with the fewer.
func TestQueriesHangOnTheSeedAlone(t *testing.T) {
	x := village(t)
	one := made(t, x, nil, nil)
	if eight := made(t, x, nil, func(o *Options) { o.Threads = 8 }); !reflect.DeepEqual(one, eight) {
		t.Error("eight threads make other queries than one")
	}
	if other := made(t, x, nil, func(o *Options) { o.Seed = 43 }); reflect.DeepEqual(one.Queries, other.Queries) {
		t.Error("another seed makes the same queries")
	}
	if few := made(t, x, nil, func(o *Options) { o.Number = 20 }); !reflect.DeepEqual(one.Queries[:20], few.Queries) {
		t.Error("20 queries are not the first of 100")
	}
}

// Documents have a turn each before any has another, and ids tell the turns apart.
func TestDocumentsTakeTurns(t *testing.T) {
	m := made(t, village(t), nil, func(o *Options) { o.Methods, o.MaxRank, o.Number = Methods[:1], 0, 150 })
	ids, last := map[string]bool{}, 0
	for _, q := range m.Queries {
		turn := 0
		if _, err := fmt.Sscanf(q.ID, "made-terms-%d-"+q.Document, &turn); err != nil || turn < last || ids[q.ID] {
			t.Fatalf("%+v: %v", q, err)
		}
		ids[q.ID], last = true, turn
	}
	if last < 2 {
		t.Errorf("%d queries of 60 documents, and nobody had two turns", len(m.Queries))
	}
}

// Copies of given queries are left out, also in another order and with another word more, and so is what takes the id of one.
func TestGivenQueriesAreNotMade(t *testing.T) {
	x := village(t)
	before := made(t, x, nil, nil)
	var given []corpus.Query
	for i, q := range before.Queries {
		switch words := strings.Fields(q.Text); {
		case i%2 == 0:
			slices.Reverse(words)
			given = append(given, corpus.Query{ID: fmt.Sprint(i), Text: strings.Join(words, " ")})
		case i%4 == 1:
			given = append(given, corpus.Query{ID: q.ID, Text: "something else"})
		}
	}
	after := made(t, x, given, nil)
	kept := map[string]bool{}
	for _, q := range after.Queries {
		kept[q.ID] = true
	}
	for i, q := range before.Queries {
		if kept[q.ID] != (i%4 == 3) && i%4 != 3 {
			t.Errorf("%d: %q was made again", i, q.Text)
		}
	}
	if n := after.Account.Left[LikeGiven]; n < len(before.Queries)/2 {
		t.Errorf("%d queries like given ones", n)
	}
	if after.Account.Left[SameID] == 0 {
		t.Error("no id was taken")
	}
}

// No two queries have four of five terms in common, and none is only about its own document.
func TestQueriesAreUnlike(t *testing.T) {
	x := village(t)
	m := made(t, x, nil, func(o *Options) { o.Number = 400 })
	known := newAlike(x)
	for _, q := range m.Queries {
		set := known.set(index.AnalyseQuery(x, q.Text))
		if !slices.ContainsFunc(set, func(t uint32) bool { return x.DocFreq(t) > 1 }) {
			t.Errorf("%q is of one document only", q.Text)
		}
		for _, other := range known.sets {
			if isNear(set, other) {
				t.Errorf("%q is nearly another one", q.Text)
			}
		}
		known.add(set)
	}
}

// The index of rarest terms finds every near set.
func TestAlikeMissesNothing(t *testing.T) {
	x := village(t)
	rng := rand.New(rand.NewPCG(1, 2))
	known, hits := newAlike(x), 0
	for range 2000 {
		var terms []uint32
		for range 1 + rng.IntN(6) {
			terms = append(terms, uint32(rng.IntN(12)))
		}
		set := known.set(terms)
		want := slices.ContainsFunc(known.sets, func(other []uint32) bool { return isNear(set, other) })
		if got := known.has(set); got != want {
			t.Fatalf("%v: %v, want %v", set, got, want)
		}
		if want {
			hits++
		} else {
			known.add(set)
		}
	}
	if hits == 0 || len(known.sets) < 100 {
		t.Errorf("%d near ones of %d sets", hits, len(known.sets))
	}
}

// Queries of a file keep their texts; those of unknown documents are counted, and one document's are told apart.
// Their ids end with XXH64 of the text, its lower 32 bits: printf %s TEXT | xxh64sum.
func TestQueriesOfAFile(t *testing.T) {
	x := village(t)
	m := made(t, x, nil, func(o *Options) {
		o.Methods, o.MaxRank = nil, 0
		o.Written = []corpus.Query{{Source: "d1", Text: "who remembers the water mills?"}, {Source: "d1", Text: "when did the last mills go"},
			{Source: "nowhere", Text: "water mills"}}
	})
	texts := map[string]string{}
	for _, q := range m.Queries {
		texts[q.ID] = q.Text
	}
	want := map[string]string{"made-file-1-d1-35040ce9": "who remembers the water mills?",
		"made-file-2-d1-a0f55408": "when did the last mills go"}
	if !reflect.DeepEqual(texts, want) || m.Account.Left[Unknown] != 1 {
		t.Errorf("%v, %+v", texts, m.Account)
	}
}

// What is written reads back, and what does not belong together is refused.
func TestWrittenReadsBack(t *testing.T) {
	m := made(t, village(t), nil, nil)
	var topics, sources strings.Builder
	if m.WriteTopics(&topics) != nil || m.WriteSources(&sources) != nil {
		t.Fatal("cannot write")
	}
	got, err := Read([]byte(topics.String()), []byte(sources.String()))
	if err != nil || !reflect.DeepEqual(got, m.Queries) {
		t.Errorf("%v", err)
	}
	if _, err := Read([]byte(topics.String()), []byte("query\tdocument\tmethod\n")); err == nil {
		t.Error("no sources were taken for all")
	}
}
