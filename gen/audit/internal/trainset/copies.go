package trainset

import (
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
)

// Bounds of what counts as a near copy. Texts of fewer than nearWords words have none.
const (
	NearShare = 0.8 // of the words of both texts
	LikeShare = 0.6 // of texts of one template
	likeLanes = 15  // lanes of two signatures that may share LikeShare of the words: two in a hundred such texts share fewer

	copyWords = 64 << 20 // words that are held
)

// Copies finds texts of a set that nearly repeat others. Signatures choose pairs of texts; rows that are read once more give their words, by
// which the pairs are compared.
type Copies struct {
	Left int // texts that were not compared, since too many words would be held

	set   *Set
	pairs []uint64 // of texts, the later one first
	place []uint32 // of the words of each text, from 1; 0 for those of no pair
	words [][]uint32
	room  int
	near  map[uint32]uint32 // of texts that have near copies: one of them, of which all others of a group are near copies
	like  map[uint32]uint32 // likewise of texts of one template
}

// newCopies chooses pairs of texts, by their signatures.
func newCopies(s *Set, signatures []signature) *Copies {
	c := &Copies{set: s, place: make([]uint32, len(s.Texts)), words: make([][]uint32, 1), room: copyWords, near: map[uint32]uint32{},
		like: map[uint32]uint32{}}
	var keys []uint64 // the band, then the text
	for number := range bands {
		keys = keys[:0]
		for text := range s.Texts {
			if t := &s.Texts[text]; t.Words >= nearWords && s.firstEqual[text] == uint32(text) {
				keys = append(keys, uint64(signatures[text].band(number))<<32|uint64(text))
			}
		}
		slices.Sort(keys)
		first := 0
		for i := 1; i < len(keys); i++ {
			if keys[i]>>32 != keys[first]>>32 {
				first = i
				continue
			}
			for _, other := range []int{first, i - 1} {
				a, b := uint32(keys[other]), uint32(keys[i])
				x, y := float64(s.Texts[a].Words), float64(s.Texts[b].Words)
				isLike := min(x, y) >= LikeShare*sizeSlack*max(x, y) && signatures[a].equalLanes(&signatures[b]) >= likeLanes
				if isLike && (other == first || first < i-1) {
					c.pairs = append(c.pairs, uint64(b)<<32|uint64(a))
				}
			}
		}
		slices.Sort(c.pairs)
		c.pairs = slices.Compact(c.pairs)
	}
	for _, p := range c.pairs {
		for _, text := range []uint32{uint32(p), uint32(p >> 32)} {
			if c.place[text] == 0 {
				c.place[text] = uint32(len(c.words))
				c.words = append(c.words, nil)
			}
		}
	}
	return c
}

// Read takes the words of the texts of a row, by its number.
func (c *Copies) Read(row uint32, r *corpus.TrainingRow) {
	c.read(c.set.RowQuery(row), r.Query)
	for i, item := range c.set.RowItems(row) {
		c.read(c.set.FirstEqual(item.Text), r.Docs[i].Text)
	}
}

func (c *Copies) read(text uint32, words string) {
	place := c.place[text]
	if place == 0 || c.words[place] != nil {
		return
	}
	if list := WordSet(nil, words); len(list) <= c.room {
		c.room -= len(list)
		c.words[place] = slices.Clip(list)
	}
}

// Compare compares the pairs of texts once all rows have been read.
func (c *Copies) Compare() {
	for _, list := range c.words[1:] {
		if list == nil {
			c.Left++
		}
	}
	for _, p := range c.pairs {
		earlier, later := uint32(p), uint32(p>>32)
		share := c.Share(earlier, later)
		c.join(c.near, earlier, later, share, NearShare)
		c.join(c.like, earlier, later, share, LikeShare)
	}
	c.pairs = nil
}

// join puts two texts into one group if they share enough words, with each other and with the first text of the group.
func (c *Copies) join(groups map[uint32]uint32, earlier, later uint32, share, least float32) {
	first, hasFirst := groups[earlier]
	second, hasSecond := groups[later]
	switch {
	case share < least || hasFirst && hasSecond:
	case hasFirst && c.Share(first, later) >= least:
		groups[later] = first
	case hasSecond && c.Share(second, earlier) >= least:
		groups[earlier] = second
	case !hasFirst && !hasSecond:
		groups[earlier], groups[later] = earlier, earlier
	}
}

// Share returns the share of the words of both that two texts have in common; 0 if their words are not known.
func (c *Copies) Share(a, b uint32) float32 {
	if a == b {
		return 1
	}
	if c.place == nil {
		return 0
	}
	x, y := c.words[c.place[a]], c.words[c.place[b]]
	common := Common(x, y)
	return float32(common) / float32(max(1, len(x)+len(y)-common))
}

// Near returns a text of which a text is a near copy, the same for several such texts; of other texts the first that is the same without case
// and white space.
func (c *Copies) Near(text uint32) uint32 { return firstOf(c.near, c.set.FirstEqual(text)) }

// Like returns a text that shares a template with a text, likewise.
func (c *Copies) Like(text uint32) uint32 { return firstOf(c.like, c.set.FirstEqual(text)) }

func firstOf(groups map[uint32]uint32, text uint32) uint32 {
	if first, has := groups[text]; has {
		return first
	}
	return text
}
