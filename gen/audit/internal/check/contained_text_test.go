package check

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// partsOf returns the documents that are parts of longer ones, for a row of each document.
func partsOf(docs []string) *Parts {
	set, p := trainset.New(), NewParts()
	set.Count = func(words []uint32) { p.Add(uint32(len(set.Texts)-1), words) }
	var rows []*corpus.TrainingRow
	for i, doc := range docs {
		rows = append(rows, &corpus.TrainingRow{Query: fmt.Sprint("query ", i), Docs: []corpus.TrainingDoc{{Text: doc, Grade: 1}}})
		set.Add(rows[i])
	}
	set.Complete()
	p.Sort(len(set.Texts))
	for i, r := range rows {
		p.Read(set, uint32(i), r)
	}
	return p
}

// TestPartsOfOneHash: words in the order of Thue and Morse, and with both words exchanged, have the same polynomial hash modulo 2^64, whatever
// its factor. They are no parts of each other.
func TestPartsOfOneHash(t *testing.T) {
	var first, second strings.Builder
	for i := range 2048 {
		odd := bits.OnesCount(uint(i)) % 2
		first.WriteString([]string{" red", " blue"}[odd])
		second.WriteString([]string{" blue", " red"}[odd])
	}
	const begin = "one two three four five six seven eight"
	part, other := begin+first.String(), begin+second.String()
	must.Equal(t, len(partsOf([]string{part, other + " end"}).wholes), 0, "another text")
	must.Equal(t, len(partsOf([]string{part, part + " end"}).wholes), 1, "the same text")
}

// TestPartsByDefinition: of documents that are cut from texts of few words, those are found that stand in a longer one, with the largest
// share of its words, in the first row that has it.
func TestPartsByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 3000)
	for i := range words {
		words[i] = string(rune('a' + r.IntN(3)))
	}
	var docs []string
	for range 300 {
		first := r.IntN(500)
		docs = append(docs, strings.Join(words[first:first+1+r.IntN(40)], " "))
	}
	p, found, numbers := partsOf(docs), 0, map[string]uint32{}
	for i, doc := range docs {
		if numbers[doc] == 0 {
			numbers[doc] = uint32(2*(i+1) - (i + 1 - len(numbers)) + 1)
		}
	}
	for text, w := range p.wholes {
		part := docs[slices.IndexFunc(docs, func(doc string) bool { return numbers[doc] == text })]
		found++
		var want whole
		for i, doc := range docs {
			share := float32(len(strings.Fields(part))) / float32(len(strings.Fields(doc)))
			if share < 1 && share > want.share && strings.Contains(" "+doc+" ", " "+part+" ") {
				want = whole{uint32(i), share}
			}
		}
		must.Equal(t, w, want, "%s", part)
	}
	all := 0
	for part := range numbers {
		if strings.Count(part, " ") >= partWords-1 && slices.ContainsFunc(docs, func(doc string) bool { return doc != part && strings.Contains(doc, part) }) {
			all++
		}
	}
	if found != all || found < 50 {
		t.Errorf("%d of %d parts are found", found, all)
	}
}

// TestPartsOfRepeatedWords: documents of one word each, repeated, end soon, and are counted.
func TestPartsOfRepeatedWords(t *testing.T) {
	var docs []string
	for i := range 300 {
		docs = append(docs, strings.Repeat("a ", 8+i))
	}
	if p := partsOf(docs); p.Cut < 100 || len(p.wholes) != len(docs)-1 {
		t.Errorf("%d of %d are parts, %d were cut", len(p.wholes), len(docs), p.Cut)
	}
}
