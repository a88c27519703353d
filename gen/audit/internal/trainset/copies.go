package trainset

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Bounds of what counts as a near copy. Texts of fewer than nearWords words have none.
const (
	NearShare = 0.8 // minimum share of the words of both texts
	LikeShare = 0.6 // minimum share of the words of texts of one template
	likePairs = 0.3 // minimum share of their pairs of neighbouring words: texts of few words in any order have no template
	likeLanes = 15  // lanes of two signatures that may share LikeShare of the words: two in a hundred such texts share fewer

	copyWords = 64 << 20 // words that are held
)

// Copies finds texts of a set that nearly repeat others. Signatures choose pairs of texts; rows that are read once more give their words,
// by which the pairs are compared.
type Copies struct {
	Left int // texts that were not compared, since too many words would be held

	owner *Set       // the set of the texts
	pairs []uint64   // pairs of texts, the later one first
	place []uint32   // for each text, the place of its words, from 1; 0 for a text in no pair
	words [][]uint32 // words of each text, in order
	room  int
	sets  [2]wordSet        // sets that were compared last
	near  map[uint32]uint32 // for each text with near copies, the text of which its whole group are near copies
	like  map[uint32]uint32 // likewise of texts of one template
}

// wordSet has the distinct words of a text, sorted.
type wordSet struct {
	text  uint32
	words []uint32
}

// newCopies chooses pairs of texts, by their signatures.
func newCopies(s *Set, signatures []signature) *Copies {
	c := &Copies{owner: s, place: make([]uint32, len(s.Texts)), words: make([][]uint32, 1), room: copyWords, near: map[uint32]uint32{},
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

// Read adds the words of the texts of a row, by its number.
func (c *Copies) Read(row uint32, r *corpus.TrainingRow) {
	c.read(c.owner.RowQuery(row), r.Query)
	for i, item := range c.owner.RowItems(row) {
		c.read(c.owner.FirstEqual(item.Text), r.Docs[i].Text)
	}
}

func (c *Copies) read(text uint32, words string) {
	place := c.place[text]
	if place == 0 || c.words[place] != nil {
		return
	}
	if list := Words(nil, words); len(list) <= c.room {
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
		c.join(c.near, earlier, later, c.isNear)
		c.join(c.like, earlier, later, c.isTemplate)
	}
	c.pairs = nil
}

// join puts two like texts into one group, if both are like the first text of the group.
func (c *Copies) join(groups map[uint32]uint32, earlier, later uint32, isLike func(a, b uint32) bool) {
	first, hasFirst := groups[earlier]
	second, hasSecond := groups[later]
	switch {
	case hasFirst && hasSecond || !isLike(earlier, later):
	case hasFirst && isLike(first, later):
		groups[later] = first
	case hasSecond && isLike(second, earlier):
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
	return shareOf(c.set(0, a), c.set(1, b))
}

func (c *Copies) isNear(a, b uint32) bool { return c.Share(a, b) >= NearShare }

// set returns the distinct words of a text, the first or the second of two.
func (c *Copies) set(number int, text uint32) []uint32 {
	s := &c.sets[number]
	if s.text != text || len(s.words) == 0 {
		s.text, s.words = text, append(s.words[:0], c.words[c.place[text]]...)
		slices.Sort(s.words)
		s.words = slices.Compact(s.words)
	}
	return s.words
}

// isTemplate reports whether two texts share so many words and pairs of neighbouring words as those of one template do.
func (c *Copies) isTemplate(a, b uint32) bool {
	return c.Share(a, b) >= LikeShare && shareOf(wordPairs(c.words[c.place[a]]), wordPairs(c.words[c.place[b]])) >= likePairs
}

// wordPairs returns the hashes of the distinct pairs of neighbouring words, sorted.
func wordPairs(words []uint32) (list []uint32) {
	for i := range words[:max(0, len(words)-1)] {
		list = append(list, words[i]*0x9e3779b1+words[i+1])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// shareOf returns the share of the numbers of both that two sorted lists have in common.
func shareOf(a, b []uint32) float32 {
	common := Common(a, b)
	return float32(common) / float32(max(1, len(a)+len(b)-common))
}

// Near returns a text of which a text is a near copy, the same for several such texts; of other texts the first that is the same without
// case and white space.
func (c *Copies) Near(text uint32) uint32 { return firstOf(c.near, c.owner.FirstEqual(text)) }

// Like returns a text that shares a template with a text, likewise.
func (c *Copies) Like(text uint32) uint32 { return firstOf(c.like, c.owner.FirstEqual(text)) }

func firstOf(groups map[uint32]uint32, text uint32) uint32 {
	if first, has := groups[text]; has {
		return first
	}
	return text
}

// lanes is the number of hash functions of a signature, and bands the number of stretches of lanes by which like texts are found.
const (
	lanes     = 32
	bands     = 10
	bandLanes = 3
)

// signature is Broder's (1997) MinHash of the words of a text, a byte a lane: two texts that share a part of their words share about that
// part of the lanes.
type signature [lanes]byte

// signatureOf returns the signature of a text by its words.
func signatureOf(words []uint32) (s signature) {
	for i, seed := range laneSeeds {
		least := uint32(1<<32 - 1)
		for _, word := range words {
			least = min(least, (word^seed.xor)*seed.factor)
		}
		s[i] = byte(least * 0x85ebca6b >> 24)
	}
	return s
}

// laneSeeds are those of the hash function of each lane: multiples of the golden ratio.
var laneSeeds = func() (seeds [lanes]struct{ xor, factor uint32 }) {
	x := uint64(0)
	for i := range seeds {
		x += sampleSpread
		mixed := (x ^ x>>30) * 0xbf58476d1ce4e5b9 // SplitMix64
		mixed = (mixed ^ mixed>>27) * 0x94d049bb133111eb
		seeds[i].xor, seeds[i].factor = uint32(mixed), uint32(mixed>>32)|1
	}
	return seeds
}()

// equalLanes returns the number of lanes that two signatures share.
func (s *signature) equalLanes(other *signature) (n int) {
	for i := range s {
		if s[i] == other[i] {
			n++
		}
	}
	return n
}

// band returns a number of some lanes: like texts have one of these numbers in common.
func (s *signature) band(number int) uint32 {
	i := number * bandLanes
	return uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16
}

// Near is a row in which a negative is nearly a positive, or holds it.
type Near struct {
	Row      uint32
	Document uint32  // the negative, by its place in the row
	Shared   float32 // share of the words of both that both have
	Holds    bool    // the negative holds the whole positive
	IsHeld   bool    // the positive holds the whole negative
}

const (
	nearWords  = 5   // minimum number of words of a text that may be a near copy
	nearLanes  = 18  // of two signatures: of texts that share 80 % of their words one in a thousand shares fewer
	sizeSlack  = 0.8 // words that a text repeats change its size
	sizeFactor = NearShare * sizeSlack
)

// isNear reports whether the negative is so near that the row is wrong, probably.
func (n Near) isNear() bool { return n.Holds || n.IsHeld || n.Shared >= NearShare }

// nearFinder finds negatives that are nearly positives. It has a signature of each text of a set, and memory that rows share.
type nearFinder struct {
	signatures         []signature
	positive, negative []uint32 // words
}

// find finds the negative of a row that is most like a positive, of the first positives where there are many: then isCut is true. Negatives
// that are the same as a positive are left to others.
func (f *nearFinder) find(s *Set, row uint32, docs []corpus.TrainingDoc) (near Near, isCut bool) {
	items := s.JudgedItems(row)
	near.Row = row
	left := max(4096, 64*len(items)) // pairs that are compared
	for i, positive := range items {
		if !positive.IsPositive() || docs[i].Text == "" {
			continue
		}
		if left -= len(items); left < 0 {
			return near, true
		}
		long := float32(s.Texts[positive.Text].Words)
		for j, negative := range items {
			if !negative.IsNegative() || docs[j].Text == "" || s.FirstEqual(negative.Text) == s.FirstEqual(positive.Text) {
				continue
			}
			size, pair := float32(s.Texts[negative.Text].Words), Near{}
			first, second := &f.signatures[positive.Text], &f.signatures[negative.Text]
			if long < nearWords {
				if *first == *second && differByMarks(docs[i].Text, docs[j].Text) {
					pair.Shared = 1
				}
			} else {
				pair.Holds = size >= long && strings.Contains(docs[j].Text, docs[i].Text)
				pair.IsHeld = size < long && size >= nearWords && strings.Contains(docs[i].Text, docs[j].Text)
				if pair.isNear() || size >= long*sizeFactor && size*sizeFactor <= long && first.equalLanes(second) >= nearLanes {
					f.positive, f.negative = WordSet(f.positive, docs[i].Text), WordSet(f.negative, docs[j].Text)
					pair.Shared = shareOf(f.positive, f.negative)
				}
			}
			if pair.isNear() {
				if !near.isNear() || pair.Shared > near.Shared {
					near.Document = uint32(j)
				}
				near.Holds, near.IsHeld, near.Shared = near.Holds || pair.Holds, near.IsHeld || pair.IsHeld, max(near.Shared, pair.Shared)
			}
		}
	}
	return near, false
}

// differByMarks reports whether two texts are the same without punctuation, case and white space, and hold more than that.
func differByMarks(a, b string) bool {
	strip := func(text string) string {
		return strings.Map(func(r rune) rune {
			if pairs.IsMark(r) || pairs.IsSpace(r) {
				return -1
			}
			return r
		}, pairs.FoldCase(text))
	}
	rest := strip(a)
	return rest != "" && rest == strip(b)
}
