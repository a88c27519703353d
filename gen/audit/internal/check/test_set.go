package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

var testQuery = Check{
	Code: "test-query", Severity: Error, Exact: true,
	RowText: "has a query of the test set", RowsText: "have a query of the test set",
	About: "The query of the row is one of --test, without regard to case and white space. The rows of a split called test are not asked, " +
		"where there are others.",
	Advice: "Drop them: a model that saw the test's queries is measured too well.",
	Find: func(in *Input) Found {
		return flagLeaks(in, true, false)
	},
	Reason: func(*Input, Flag) string { return "The query is one of the test set." },
}

// flagLeaks returns flags of the rows whose query is in the test set or, if isQuery is false, of the rows with a document there. If isNear
// is true, it compares near queries instead of equal ones. Rows of a split test are not flagged if there are other splits.
func flagLeaks(in *Input, isQuery, isNear bool) Found {
	if in.Test == nil {
		return Found{}
	}
	return flagRows(in, func(row uint32) (text uint32, best float32) {
		if len(in.Set.Splits) > 1 && in.splitPlace(row) == splitOrder["test"] {
			return 0, 0
		}
		if text = in.Set.Rows[row].Query; isQuery {
			best = in.Test.Queries[text]
			return text, best * oneIf((best == 1) != isNear)
		}
		for _, item := range in.Set.RowItems(row) {
			if score := in.Test.Documents[item.Text]; score > best {
				text, best = item.Text, score
			}
		}
		return text, best
	})
}

var testQueryNear = Check{
	Code: "test-query-near", Severity: Warning,
	RowText: "nearly has a query of the test set", RowsText: "nearly have a query of the test set",
	About: "The query of the row shares at least 80 % of the words of both with a query of --test, of four words or more. The score is the " +
		"share.",
	Advice: "Read some. Queries that ask the same belong to one split.",
	Find:   func(in *Input) Found { return flagLeaks(in, true, true) },
	Reason: func(_ *Input, f Flag) string {
		return fmt.Sprintf("The query shares %.0f %% of its words with a query of the test set.", 100*f.Score)
	},
}

var testDocument = Check{
	Code: "test-document", Severity: Note,
	RowText: "has a document of the test set", RowsText: "have a document of the test set",
	About: "A document of the row is one of --test, or half of the shorter one's stretches of eight words stand in the other. The score is " +
		"that share.",
	Advice: "Right where train and test search one collection. Else drop the rows.",
	Find:   func(in *Input) Found { return flagLeaks(in, false, false) },
	Reason: func(in *Input, f Flag) string {
		if f.Score == 1 {
			return "The " + documentRole(in, f) + " is a document of the test set."
		}
		return fmt.Sprintf("The %s shares %.0f %% of the shorter text with a document of the test set.", documentRole(in, f), 100*f.Score)
	},
}

// TestIndex holds the texts of a test set, and the results of comparing the texts of the training set with them.
type TestIndex struct {
	Queries   map[uint32]float32 // for a training text, the share of words of the nearest test query; 1 for an equal one
	Documents map[uint32]float32 // for a training text, the share of stretches of the nearest test document; 1 for an equal one

	queries, documents map[intern.Sum]bool // the hashes of the texts in lower case
	sets               [][]uint32          // the distinct words of each test query of nearLeast words or more
	byWord             map[uint32][]uint32 // the indexes of sets by each of their rarest words; nil until the first lookup
	frequency          map[uint32]int      // for each word, the number of sets that have it
	byStretch          map[uint64][]uint32 // the numbers of test documents by the hash of a stretch
	stretches          []int               // number of stretches of each test document
	buffer             []byte
}

// The bounds of near texts.
const (
	nearQuery    = 0.8 // the minimum share of common words
	nearLeast    = 4   // the minimum number of words of a query
	stretchWords = 8   // the number of words of a stretch
	nearDocument = 0.5 // the minimum share of common stretches, of the shorter text
)

// NewTestIndex returns an empty index.
func NewTestIndex() *TestIndex {
	return &TestIndex{Queries: map[uint32]float32{}, Documents: map[uint32]float32{}, queries: map[intern.Sum]bool{}, documents: map[intern.Sum]bool{},
		frequency: map[uint32]int{}, byStretch: map[uint64][]uint32{}}
}

// AddQuery adds a query of the test set.
func (x *TestIndex) AddQuery(text string) {
	hash := x.hashFolded(text)
	if text == "" || x.queries[hash] {
		return
	}
	x.queries[hash] = true
	set := trainset.WordSet(nil, text)
	if len(set) >= nearLeast {
		x.sets = append(x.sets, set)
		for _, word := range set {
			x.frequency[word]++
		}
	}
}

// AddDocument adds a document of the test set.
func (x *TestIndex) AddDocument(text string) {
	hash := x.hashFolded(text)
	if text == "" || x.documents[hash] {
		return
	}
	x.documents[hash] = true
	number := uint32(len(x.stretches))
	list := stretchesOf(text)
	x.stretches = append(x.stretches, len(list))
	for _, stretch := range list {
		x.byStretch[stretch] = append(x.byStretch[stretch], number)
	}
}

// hashFolded returns the hash of a text without regard to case.
func (x *TestIndex) hashFolded(text string) intern.Sum {
	x.buffer = pairs.AppendFolded(x.buffer[:0], text)
	return intern.SumOfBytes(x.buffer)
}

// Len returns the numbers of distinct queries and of distinct documents.
func (x *TestIndex) Len() (queries, documents int) { return len(x.queries), len(x.documents) }

// Look compares a text of the training set with the test set, and sets Queries and Documents for the text's number.
func (x *TestIndex) Look(number uint32, text string) {
	hash := x.hashFolded(text)
	if x.queries[hash] {
		x.Queries[number] = 1
	} else if share := x.nearQuery(text); share > 0 {
		x.Queries[number] = share
	}
	if x.documents[hash] {
		x.Documents[number] = 1
	} else if share := x.nearDocument(text); share > 0 {
		x.Documents[number] = share
	}
}

// longQuery is the maximum number of words of a text that is compared with test queries.
const longQuery = 64

// nearQuery returns the share of words that a text has in common with the nearest test query; 0 if the share is below the bound. It looks
// up only the rarest words, since two near sets have one of these in common.
func (x *TestIndex) nearQuery(text string) (best float32) {
	if len(x.sets) == 0 || len(text) > longQuery*16 {
		return 0
	}
	set := trainset.WordSet(nil, text)
	if len(set) < nearLeast || len(set) > longQuery {
		return 0
	}
	if x.byWord == nil {
		x.byWord = map[uint32][]uint32{}
		for number, set := range x.sets {
			for _, word := range x.rarest(set) {
				x.byWord[word] = append(x.byWord[word], uint32(number))
			}
		}
	}
	isTried := map[uint32]bool{}
	for _, word := range x.rarest(set) {
		for _, number := range x.byWord[word] {
			if isTried[number] {
				continue
			}
			isTried[number] = true
			common := lists.Common(set, x.sets[number])
			share := float32(common) / float32(len(set)+len(x.sets[number])-common)
			if share >= nearQuery {
				best = max(best, min(share, 0.999)) // 1 would mean an equal text
			}
		}
	}
	return best
}

// rarest returns the rarest words of a set, as many as are needed for every near set to have one of them.
func (x *TestIndex) rarest(set []uint32) []uint32 {
	words := slices.Clone(set)
	slices.SortFunc(words, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(x.frequency[a], x.frequency[b]), cmp.Compare(a, b))
	})
	return words[:len(words)-int(math.Ceil(nearQuery*float64(len(words))))+1]
}

// nearDocument returns the share of stretches of the shorter text that a text has in common with the nearest test document; 0 if the share
// is below the bound.
func (x *TestIndex) nearDocument(text string) (best float32) {
	if len(x.stretches) == 0 {
		return 0
	}
	list, common := stretchesOf(text), map[uint32]int{}
	for _, stretch := range list {
		for _, number := range x.byStretch[stretch] {
			common[number]++
		}
	}
	for number, n := range common {
		if share := float32(n) / float32(min(len(list), x.stretches[number])); share >= nearDocument {
			best = max(best, min(share, 0.999))
		}
	}
	return best
}

// stretchesOf returns the distinct hashes of all stretches of stretchWords words of a text, sorted.
func stretchesOf(text string) (list []uint64) {
	words := trainset.Words(nil, text)
	for i := 0; i+stretchWords <= len(words); i++ {
		hash := uint64(0)
		for _, word := range words[i : i+stretchWords] {
			hash = (hash ^ uint64(word)) * 0x100000001b3 // FNV-1a over words
			hash ^= hash >> 29
		}
		list = append(list, hash)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
