// Package trainset holds a training set for an audit: rows of numbered texts, facts about each text, and a sample of rows with their texts.
// A row and a text take some tens of bytes; the texts themselves are not stored.
package trainset

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Set is a training set.
type Set struct {
	Rows    []Row
	Items   []Item // items of all rows, in their order
	Texts   []Text // facts about the texts of queries and documents, by number; number 0 is the empty text
	Files   []string
	Splits  []string
	Near    []Near // rows with a negative that nearly repeats a positive
	Sample  Sample
	Copies  *Copies                          // near copies; empty before Complete
	NearCut int                              // number of rows with too many documents to compare all pairs for Near
	IDs     int                              // number of ids without a text
	Uncut   int                              // number of texts without spaces that are not divided into words
	Look    func(number uint32, text string) // function for each new text; may be nil
	Count   func(words []uint32)             // function for the hashes of the words of each new document; may be nil

	hasQueries bool                  // true if a row has a query: rows of reward models may have none
	numbers    map[intern.Sum]uint32 // numbers of the texts by hash
	folds      map[intern.Sum]uint32 // first text of each hash of the text without case
	firstEqual []uint32              // for each text, the first one that is the same without case and white space
	mended     map[intern.Sum]bool   // hashes of the repaired forms of misread texts
	buffer     []byte
	words      []uint32 // words of the last new text
	near       nearFinder
}

// Row is a query with its items.
type Row struct {
	Query      uint32 // number of the query's text
	List       uint32 // number of the list that the label is valid in; 0 if it is valid everywhere
	First, End uint32 // the range of its items in Set.Items
	Number     uint32 // number of the row in its file, from 0
	Line, Last uint32 // first and last line in the file, from 1
	File       uint32
	Split      uint32
	Labelled   bool // true if labels or scores grade the items; if false, their places do
	Scored     bool // true if scores order the items, without positives and negatives
	Ordered    bool // true if the same documents in another order are another row
}

// Item is a document of a row.
type Item struct {
	Text  uint32
	Grade float32 // grade: above 0 for a positive; NaN if there is none
}

// New returns an empty set.
func New() *Set {
	s := &Set{numbers: map[intern.Sum]uint32{}, folds: map[intern.Sum]uint32{}, mended: map[intern.Sum]bool{}}
	s.Copies = &Copies{owner: s}
	s.number("")
	return s
}

// Add adds a row.
func (s *Set) Add(r *corpus.TrainingRow) {
	row := Row{Query: s.text(r.Query, "query ", r.QueryID), First: uint32(len(s.Items)), Number: uint32(r.Row), Line: uint32(r.Line),
		Last:     uint32(r.End),
		Labelled: r.Labelled, Scored: r.Scored, Ordered: r.Ordered}
	if r.List != "" {
		row.List = s.text("", listKind, r.List)
	}
	if n := len(s.Rows); n > 0 && s.Files[s.Rows[n-1].File] == r.File && s.Splits[s.Rows[n-1].Split] == r.Split {
		row.File, row.Split = s.Rows[n-1].File, s.Rows[n-1].Split
	} else {
		row.File, row.Split = numberOf(&s.Files, r.File), numberOf(&s.Splits, r.Split)
	}
	s.Texts[row.Query].Query = true
	s.hasQueries = s.hasQueries || s.FirstEqual(row.Query) != 0
	for _, d := range r.Docs {
		texts := len(s.Texts)
		s.Items = append(s.Items, Item{s.text(d.Text, "document ", d.ID), float32(d.Grade)})
		if s.Count != nil && d.Text != "" && len(s.Texts) > texts {
			s.Count(s.words)
		}
	}
	row.End = uint32(len(s.Items))
	number := uint32(len(s.Rows))
	s.Rows = append(s.Rows, row)
	near, isCut := s.near.find(s, number, r.Docs)
	if near.isNear() {
		s.Near = append(s.Near, near)
	}
	if isCut {
		s.NearCut++
	}
	s.Sample.add(number, s.FirstEqual(row.Query), r)
}

// uncutLetters is the mean number of characters of a word above which a text counts as one without spaces.
const uncutLetters = 25

// numberOf returns the index of a name in a list. It adds the name if it is new.
func numberOf(names *[]string, name string) uint32 {
	n := slices.Index(*names, name)
	if n < 0 {
		n, *names = len(*names), append(*names, name)
	}
	return uint32(n)
}

// listKind is the kind of the ids of lists, which have no text.
const listKind = "list "

// text returns the number of a text, or of the id if the text is empty. kind distinguishes ids of different kinds.
func (s *Set) text(text, kind, id string) uint32 {
	if text != "" || id == "" {
		return s.number(text)
	}
	n := s.number("\x00" + kind + id) // no text begins with NUL: readers trim
	if t := &s.Texts[n]; !t.IsID {
		*t = Text{IsID: true}
		s.firstEqual[n] = n
		if kind != listKind {
			s.IDs++
			if s.Look != nil {
				s.Look(n, id)
			}
		}
	}
	return n
}

// number returns the number of a text. It adds the text if it is new. Texts are the same if their hashes are, which cannot be forged.
func (s *Set) number(text string) uint32 {
	hash := intern.SumOf(text)
	n, has := s.numbers[hash]
	if has {
		return n
	}
	n = uint32(len(s.Texts))
	s.numbers[hash] = n
	t, counts := factsOf(text)
	fold, mark := hash, signature{}
	if len(text) > 0 && text[0] != 0 {
		s.buffer = pairs.AppendFolded(s.buffer[:0], text)
		fold = intern.SumOfBytes(s.buffer)
		s.words = Words(s.words[:0], text)
		t.count(s.words, &counts)
		if counts[otherScript] > 0 && t.Letters > uncutLetters*t.Words {
			s.Uncut++
		}
		if t.Misread {
			s.mended[intern.SumOf(corpus.RepairMojibake(text))] = true
		}
		mark = signatureOf(s.words)
	}
	first, has := s.folds[fold]
	if !has {
		first = n
		s.folds[fold] = n
	}
	if first == 0 {
		t = Text{} // white space and letters without a shape
	}
	s.Texts, s.firstEqual, s.near.signatures = append(s.Texts, t), append(s.firstEqual, first), append(s.near.signatures, mark)
	if s.Look != nil && t.Letters > 0 {
		s.Look(n, text)
	}
	return n
}

// Has reports whether the set has a text, or a misread form of it.
func (s *Set) Has(text string) bool {
	hash := intern.SumOf(text)
	_, has := s.numbers[hash]
	return has || s.mended[hash]
}

// Complete chooses the texts that may be near copies, and frees the memory that only Add and Has need. They must not be called afterwards.
func (s *Set) Complete() {
	s.Copies = newCopies(s, s.near.signatures)
	s.numbers, s.folds, s.mended, s.near = nil, nil, nil, nearFinder{}
	s.Rows, s.Items, s.Texts, s.firstEqual = trim(s.Rows), trim(s.Items), trim(s.Texts), trim(s.firstEqual)
}

// trim returns a list with little unused memory: a copy, or the list itself if it has little.
func trim[T any](list []T) []T {
	if cap(list)-len(list) <= len(list)/16 {
		return list
	}
	return append(make([]T, 0, len(list)), list...)
}

// EmptyText returns a sentence on a text of a row that has nothing to read; "" if there is none.
func (s *Set) EmptyText(row uint32) string {
	if lack := s.Texts[s.Rows[row].Query].lack(); lack != "" && (s.hasQueries || lack != isEmpty) {
		return "The query " + lack
	}
	for _, item := range s.RowItems(row) {
		if lack := s.Texts[item.Text].lack(); lack != "" {
			return "A document " + lack
		}
	}
	return ""
}

// IsWhole reports whether a row has a positive and a negative.
func (s *Set) IsWhole(row uint32) bool {
	items := s.JudgedItems(row)
	return slices.ContainsFunc(items, Item.IsPositive) && slices.ContainsFunc(items, Item.IsNegative)
}

// Suspects returns the number of negatives with a text, and an upper bound of the number of different positives of successive rows.
func (s *Set) Suspects() (negatives, positives int) {
	for row := range s.Rows {
		for i, item := range s.JudgedItems(uint32(row)) {
			switch t := &s.Texts[item.Text]; {
			case t.IsID || t.Letters == 0:
			case item.IsNegative():
				negatives++
			case item.IsPositive() && !s.isAbove(row, i):
				positives++
			}
		}
	}
	return negatives, positives
}

// isAbove reports whether the previous row has the same query, and the same text at the place of an item.
func (s *Set) isAbove(row, item int) bool {
	if row == 0 || s.RowQuery(uint32(row)) != s.RowQuery(uint32(row-1)) {
		return false
	}
	earlier := s.RowItems(uint32(row - 1))
	return item < len(earlier) && earlier[item].Text == s.RowItems(uint32(row))[item].Text
}

// RowItems returns the items of a row.
func (s *Set) RowItems(row uint32) []Item { return s.Items[s.Rows[row].First:s.Rows[row].End] }

// JudgedItems returns the items of a row that are positives and negatives; none for a row whose scores order them.
func (s *Set) JudgedItems(row uint32) []Item {
	if s.Rows[row].Scored {
		return nil
	}
	return s.RowItems(row)
}

// FirstEqual returns the number of the first text that equals a text without case and white space.
func (s *Set) FirstEqual(text uint32) uint32 { return s.firstEqual[text] }

// RowQuery returns FirstEqual of the query of a row.
func (s *Set) RowQuery(row uint32) uint32 { return s.firstEqual[s.Rows[row].Query] }

// IsPositive reports whether the item is relevant by its place or label.
func (i Item) IsPositive() bool { return i.Grade > 0 }

// IsNegative reports whether the item is not relevant by its place or label.
func (i Item) IsNegative() bool { return i.Grade <= 0 }

// IsGraded reports whether the item has a grade.
func (i Item) IsGraded() bool { return !math.IsNaN(float64(i.Grade)) }
