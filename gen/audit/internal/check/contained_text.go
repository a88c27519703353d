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
			rowName(in, in.Parts.wholes[f.Other].row))
	},
	Evidence: flaggedText,
}

// Parts finds documents that are parts of longer ones. Call Add for each document, then Sort once, then Read for each row.
type Parts struct {
	Cut    int              // number of documents of which only a part was searched
	list   []part           // the documents that may be parts
	mayBe  []uint64         // the bit set of the high bits of all part.begin
	wholes map[uint32]whole // the longer document of a part, by the number of the part's text
	isRead []bool           // for each text, whether it was searched
	words  []uint32         // the words of the document that Read searches
	sums   []uint64         // hashes: the element n is the hash of the first n words
	powers []uint64         // powers: the element n is partFactor to the power of n
	buffer []byte           // reused memory of exact
}

// part is a document with the hash of its first words, and two hashes of all words. Only exact cannot be forged.
type part struct {
	begin, all  uint64     // the hashes of the first partWords words, and of all words
	words, text uint32     // the number of words, and the number of the text
	exact       intern.Sum // collision-resistant hash of all words
}

// whole is the longer document with the largest share of the words of a part.
type whole struct {
	row   uint32
	share float32
}

const (
	partWords   = 8                  // the number of words that part.begin hashes
	partBits    = 24                 // the binary logarithm of the number of bits of Parts.mayBe
	partFactor  = 0x9e3779b97f4a7c15 // the base of the polynomial hash of words
	lookups     = 4                  // the maximum number of lookups for each word of a document
	moreLookups = 4096               // the maximum number of further lookups for each document
)

// NewParts returns a Parts without documents.
func NewParts() *Parts {
	return &Parts{mayBe: make([]uint64, 1<<partBits/64), wholes: map[uint32]whole{}, powers: []uint64{1}}
}

// Add adds a document by the number of its text and the hashes of its words. Documents of fewer than partWords words are ignored.
func (p *Parts) Add(text uint32, words []uint32) {
	if len(words) < partWords {
		return
	}
	p.sum(words)
	begin := p.hash(0, partWords)
	p.mayBe[begin>>(70-partBits)] |= 1 << (begin >> (64 - partBits) & 63)
	p.list = append(p.list, part{begin, p.hash(0, len(words)), uint32(len(words)), text, p.exact(words)})
}

// exact returns a collision-resistant hash of words.
func (p *Parts) exact(words []uint32) intern.Sum {
	p.buffer = p.buffer[:0]
	for _, word := range words {
		p.buffer = binary.LittleEndian.AppendUint32(p.buffer, word)
	}
	return intern.SumOfBytes(p.buffer)
}

func (p *Parts) sum(words []uint32) {
	p.sums = append(p.sums[:0], 0)
	for i, word := range words {
		p.sums = append(p.sums, (p.sums[i]+uint64(word)+1)*partFactor)
	}
	for len(p.powers) < len(p.sums) {
		p.powers = append(p.powers, p.powers[len(p.powers)-1]*partFactor)
	}
}

// hash returns the hash of n words that begin at the index first.
func (p *Parts) hash(first, n int) uint64 {
	return p.sums[first+n] - p.sums[first]*p.powers[n]
}

// Sort prepares the lookup. texts is the number of texts of the set. No document may be added afterwards.
func (p *Parts) Sort(texts int) {
	slices.SortFunc(p.list, func(a, b part) int {
		return cmp.Or(comparePart(a, b), cmp.Compare(a.text, b.text))
	})
	p.isRead = make([]bool, texts)
}

// Read finds parts in the documents of a row. Each text is searched once.
func (p *Parts) Read(set *trainset.Set, row uint32, r *corpus.TrainingRow) {
	for i, item := range set.RowItems(row) {
		if text := set.FirstEqual(item.Text); !p.isRead[text] {
			p.isRead[text] = true
			p.words = trainset.Words(p.words[:0], r.Docs[i].Text)
			p.look(row)
		}
	}
}

// look finds parts in p.words, the words of a document of a row, and sets wholes.
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

// comparePart compares parts by begin, words and all.
func comparePart(a, b part) int {
	return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.words, b.words), cmp.Compare(a.all, b.all))
}
