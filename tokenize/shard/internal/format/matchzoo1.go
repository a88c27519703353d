package format

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// matchzoo1Format writes the relations and the corpus of MatchZoo 1.
var matchzoo1Format = Format{
	Name:  "matchzoo-1",
	About: "MatchZoo 1: relation files with graded labels, corpus as text and as word ids, word_dict.txt; version 2 is matchzoo",
	Use: "the shards of a split put one behind the other are relation_SPLIT.txt; corpus_preprocessed.txt is text1_corpus and text2_corpus; " +
		"vocab_size is one more than word_dict.txt has lines",
	Needs:      plan.Needs{Flat: true, Weights: true},
	Parts:      matchzoo1Parts,
	Candidates: matchzoo1Candidates,
	Folders:    []encoding.Folder{{Name: "matchzoo-1", As: gradedRelations}, {Name: "matchzoo-1" + plan.CandidateMark, As: gradedRelations}},
	Sets:       []set{{name: "matchzoo-1", isWhole: true, folders: []folder{provenance}}},
	files:      []Files{{Paths: "`matchzoo-1/SPLIT-*.txt` `matchzoo-1-candidates/SPLIT-*.txt`", Row: "fields between tabs: 1"}},
}

// answerLabel is the label of a relevant document.
const answerLabel = 2

// matchzoo1Parts returns the files of MatchZoo 1 (commit e564565). Its PairGenerator pairs any two documents of a query id with different
// labels. So each pair has a query id of its own, q/QUERY/UID, and two lines LABEL QUERY DOCUMENT. The labels are those of Rennings: 2
// relevant, 1 preferred by an axiom, 0 other, and 3 for the preferred one of two relevant documents. corpus.txt is the input of MatchZoo's
// Preprocess (ID SPACE text). corpus_preprocessed.txt is its output: ID, number of words, ids of words. Words are runs of letters and
// digits in lower case, not stemmed, with stop words.
func matchzoo1Parts(f Format, p *plan.Plan) []encoding.Part {
	if len(p.Pairwise) == 0 {
		return nil
	}
	relation := encoding.Lines[plan.Row]{Folder: "matchzoo-1", Ending: gradedRelations.Ending, Rows: func(plan.Row) int { return 2 },
		Append: func(r plan.Row, line []byte) ([]byte, error) {
			if err := checkMatchZooIDs(r.QueryID, r.PosID, r.NegID); err != nil {
				return nil, err
			}
			query := pairQuery(r)
			line = append(appendRelation(line, max(r.PosLabel, r.NegLabel+1), query, r.PosID), '\n')
			return appendRelation(line, r.NegLabel, query, r.NegID), nil
		}}
	wordsOf := func(text string) iter.Seq[string] { return strings.FieldsFuncSeq(strings.ToLower(text), isNoWord) }
	type dictionary struct {
		numbers map[string]int
		list    []string
	}
	dict := sync.OnceValue(func() (d dictionary) { // words in the order of their first occurrence
		d.numbers = map[string]int{}
		eachCorpusText(p, func(_, text string) {
			for word := range wordsOf(text) {
				if _, ok := d.numbers[word]; !ok {
					d.numbers[word], d.list = len(d.list), append(d.list, word)
				}
			}
		})
		return d
	})
	return slices.Concat(relation.Parts(p.Pairwise), f.Sets[0].parts(p, f), []encoding.Part{
		auxiliaryLines("matchzoo-1/corpus.txt", func(write func(string)) {
			eachCorpusText(p, func(id, text string) { write(id + " " + text) })
		}),
		auxiliaryLines("matchzoo-1/corpus_preprocessed.txt", func(write func(string)) {
			eachCorpusText(p, func(id, text string) {
				var ids []byte
				n := 0
				for word := range wordsOf(text) {
					ids = strconv.AppendInt(append(ids, ' '), int64(dict().numbers[word]), 10)
					n++
				}
				write(fmt.Sprintf("%s %d%s", id, n, ids))
			})
		}),
		auxiliaryLines("matchzoo-1/word_dict.txt", func(write func(string)) {
			for i, word := range dict().list {
				write(fmt.Sprintf("%s %d", word, i))
			}
		})})
}

// isNoWord reports whether a character separates words.
func isNoWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

// eachCorpusText calls visit with the id and the text, without line breaks, of every text that a relation names. A query has an id for each
// of its pairs and one for its candidates. A document has one id.
func eachCorpusText(p *plan.Plan, visit func(id, text string)) {
	for _, v := range p.Pairwise {
		for r := range v.Items.Each {
			visit(pairQuery(r), corpusText(p.In.QueryText(r.QueryID)))
		}
	}
	last := ""
	for _, v := range p.Candidates {
		for c := range v.Items.Each {
			if c.QueryID != last { // the candidates of a query are neighbours
				visit("q/"+c.QueryID, corpusText(p.In.QueryText(c.QueryID)))
			}
			last = c.QueryID
		}
	}
	_, documents := plan.ListTexts(p.Store, p.Pairwise, p.Candidates)
	for _, d := range documents {
		visit("d/"+d.ID, corpusText(p.DocText(d)))
	}
}

// corpusText returns a text without line breaks, and without white space at its start and end, which MatchZoo strips.
func corpusText(text string) string { return strings.TrimLeftFunc(plan.Field(text), pairs.IsSpace) }

// pairQuery returns the query id of a pair.
func pairQuery(r plan.Row) string { return "q/" + r.QueryID + "/" + r.UID }

// appendRelation appends a line of a relation file, without its end.
func appendRelation(line []byte, label int32, query, doc string) []byte {
	return append(append(append(strconv.AppendInt(line, int64(label), 10), ' '), query...), " d/"+doc...)
}

// checkMatchZooIDs returns an error for an id with white space, since MatchZoo cuts lines there.
func checkMatchZooIDs(ids ...string) error {
	for _, id := range ids {
		if hasSpace(id) {
			return errs.BadInput("", 0, "leave out matchzoo-1", "relations of MatchZoo 1 cannot carry the id %q", id)
		}
	}
	return nil
}

// matchzoo1Candidates returns the relation files that ListGenerator evaluates and predicts: 2 is a relevant document, 0 any other.
func matchzoo1Candidates(p *plan.Plan) []encoding.Part {
	return encoding.Lines[plan.Candidate]{Folder: "matchzoo-1" + plan.CandidateMark, Ending: gradedRelations.Ending,
		Append: func(c plan.Candidate, line []byte) ([]byte, error) {
			if err := checkMatchZooIDs(c.QueryID, c.DocID); err != nil {
				return nil, err
			}
			return appendRelation(line, int32(answerLabel*c.Label()), "q/"+c.QueryID, c.DocID), nil
		}}.Parts(p.Candidates)
}

// gradedRelations is the encoding of the relations: lines of a label, a query and a document between spaces.
var gradedRelations = encoding.LineFiles{Ending: "txt"}
