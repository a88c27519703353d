package check

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/intern"
)

var containedText = Check{
	Code: "contained-text", Severity: Note,
	RowText: "has a document that is part of a longer one", RowsText: "have a document that is part of a longer one",
	About: "All words of a document, eight or more, follow each other in a longer document of another row, without regard to case and " +
		"punctuation. The score is the share of its words in the longer one.",
	Advice: "Keep one of them where passages were cut twice: parts count twice, and a part of a positive is no negative.",
	Find: func(in *Input) Found {
		if in.Parts == nil {
			return Found{}
		}
		return flagItems(in, func(row uint32, item trainset.Item) float32 {
			if w := in.Parts.wholes[item.Text]; w.row != row {
				return w.share
			}
			return 0
		})
	},
	Reason: func(in *Input, f Flag) string {
		return fmt.Sprintf("The %s is %.0f %% of a document of %s, word for word.", documentRole(in, f), 100*f.Score,
			place(in, in.Parts.wholes[f.Other].row))
	},
	Evidence: flaggedText,
}

// Parts finds documents that are parts of longer ones. Add takes each document; Sort is called once, and then Read takes each row.
type Parts struct {
	Cut int // documents of which not all words were looked up

	list   []part
	mayBe  []uint64         // a bit for each beginning, by its hash
	wholes map[uint32]whole // by number of the part
	isRead []bool
	words  []uint32
	sums   []uint64 // hash of the first words, by their number
	powers []uint64
	buffer []byte
}

// part is a document by the hashes of its first words and of all. Texts can be written of which these are the same, and not of exact.
type part struct {
	begin, all  uint64
	words, text uint32
	exact       intern.Sum
}

// whole is the longer document with the largest share of the words of a part.
type whole struct {
	row   uint32
	share float32
}

const (
	partWords   = 8 // of a beginning
	partBits    = 24
	partFactor  = 0x9e3779b97f4a7c15 // of the hash of words, a polynomial
	lookups     = 4                  // for each word of a document, and moreLookups
	moreLookups = 4096
)

// NewParts returns an empty list.
func NewParts() *Parts {
	return &Parts{mayBe: make([]uint64, 1<<partBits/64), wholes: map[uint32]whole{}, powers: []uint64{1}}
}

// Add adds a document by its number and its words.
func (p *Parts) Add(text uint32, words []uint32) {
	if len(words) < partWords {
		return
	}
	p.sum(words)
	begin := p.hash(0, partWords)
	p.mayBe[begin>>(70-partBits)] |= 1 << (begin >> (64 - partBits) & 63)
	p.list = append(p.list, part{begin, p.hash(0, len(words)), uint32(len(words)), text, p.exact(words)})
}

// exact returns a hash of words that nobody can write other words for.
func (p *Parts) exact(words []uint32) intern.Sum {
	p.buffer = p.buffer[:0]
	for _, word := range words {
		p.buffer = binary.LittleEndian.AppendUint32(p.buffer, word)
	}
	return intern.SumOfBytes(p.buffer)
}

// sum computes the hashes of the first words, of any number.
func (p *Parts) sum(words []uint32) {
	p.sums = append(p.sums[:0], 0)
	for i, word := range words {
		p.sums = append(p.sums, (p.sums[i]+uint64(word)+1)*partFactor)
	}
	for len(p.powers) < len(p.sums) {
		p.powers = append(p.powers, p.powers[len(p.powers)-1]*partFactor)
	}
}

// hash returns the hash of so many words from a place.
func (p *Parts) hash(first, words int) uint64 {
	return p.sums[first+words] - p.sums[first]*p.powers[words]
}

// Sort ends adding, for a set of so many texts.
func (p *Parts) Sort(texts int) {
	slices.SortFunc(p.list, func(a, b part) int {
		return cmp.Or(comparePart(a, b), cmp.Compare(a.text, b.text))
	})
	p.isRead = make([]bool, texts)
}

// Read looks for parts in the documents of a row.
func (p *Parts) Read(set *trainset.Set, row uint32, r *corpus.TrainingRow) {
	for i, item := range set.RowItems(row) {
		if text := set.FirstEqual(item.Text); !p.isRead[text] {
			p.isRead[text] = true
			p.words = trainset.Words(p.words[:0], r.Docs[i].Text)
			p.look(row)
		}
	}
}

// look looks for parts in the words that were read.
func (p *Parts) look(row uint32) {
	p.sum(p.words)
	budget := lookups*len(p.words) + moreLookups
	for first := 0; first+partWords <= len(p.words); first++ {
		begin := p.hash(first, partWords)
		if p.mayBe[begin>>(70-partBits)]&(1<<(begin>>(64-partBits)&63)) == 0 {
			continue
		}
		wanted := part{begin: begin}
		for {
			i, _ := slices.BinarySearchFunc(p.list, wanted, comparePart)
			if i == len(p.list) || p.list[i].begin != begin {
				break
			}
			words := int(p.list[i].words)
			if words > len(p.words)-first || words == len(p.words) {
				break
			}
			if budget--; budget < 0 {
				p.Cut++
				return
			}
			wanted.words, wanted.all = uint32(words), p.hash(first, words)
			share := float32(words) / float32(len(p.words))
			for i, _ = slices.BinarySearchFunc(p.list, wanted, comparePart); i < len(p.list) && comparePart(p.list[i], wanted) == 0; i++ {
				if p.wholes[p.list[i].text].share >= share {
					break
				}
				if p.list[i].exact == p.exact(p.words[first:first+words]) {
					p.wholes[p.list[i].text] = whole{row, share}
				}
			}
			wanted.words, wanted.all = uint32(words)+1, 0
		}
	}
}

// comparePart compares parts without their numbers.
func comparePart(a, b part) int {
	return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.words, b.words), cmp.Compare(a.all, b.all))
}
