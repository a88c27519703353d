package trainset

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The bounds of near copies and of templates. Texts of fewer than nearWords words have no near copies.
const (
	NearShare = 0.8 // minimum share of the words of both texts
	LikeShare = 0.6 // minimum share of the words of texts of one template
	likePairs = 0.3 // minimum share of their pairs of neighbouring words
	likeLanes = 15  // minimum number of equal lanes: 2 % of the texts that share LikeShare of the words have fewer

	copyWords = 64 << 20 // maximum number of words in memory
)

// Copies finds texts of a set that nearly repeat others. Signatures choose pairs of texts. When the rows are read again, Read stores the
// words of these texts, and Compare compares the pairs.
type Copies struct {
	Left int // number of texts that were not compared, because the words of others filled the memory

	owner *Set              // the set of the texts
	pairs []uint64          // pairs of texts, the later one first
	place []uint32          // for each text, the place of its words, from 1; 0 for a text in no pair
	words [][]uint32        // words of each text, in order
	room  int               // number of further words that can be stored
	sets  [2]wordSet        // sets that were compared last
	near  map[uint32]uint32 // for each text with near copies, the first text of its group: all others are near copies of this text
	like  map[uint32]uint32 // the same for texts of one template
}

// wordSet has the distinct words of a text, sorted.
type wordSet struct {
	text  uint32
	words []uint32
}

// newCopies returns the copies of a set with the chosen pairs of texts, before Read.
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

// Read stores the words of the texts of a row that are in pairs.
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

// Compare compares the pairs of texts. All rows must have been read.
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

// join adds two texts to one group if they are like each other and like the first text of the group.
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

// Share returns the share of the words of two texts that both have; 0 if the words are unknown.
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

// set returns the distinct words of a text, sorted. number is 0 or 1: each has separate memory.
func (c *Copies) set(number int, text uint32) []uint32 {
	s := &c.sets[number]
	if s.text != text || len(s.words) == 0 {
		s.text, s.words = text, append(s.words[:0], c.words[c.place[text]]...)
		slices.Sort(s.words)
		s.words = slices.Compact(s.words)
	}
	return s.words
}

// isTemplate reports whether two texts share enough words, and pairs of neighbouring words, to be of one template.
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

// shareOf returns the Jaccard index of two sorted lists.
func shareOf(a, b []uint32) float32 {
	common := lists.Common(a, b)
	return float32(common) / float32(max(1, len(a)+len(b)-common))
}

// Near returns the first text of a text's group of near copies. Without near copies it returns FirstEqual of the text.
func (c *Copies) Near(text uint32) uint32 { return firstOf(c.near, c.owner.FirstEqual(text)) }

// Like returns the first text of a text's group of texts of one template. Without such texts it returns FirstEqual of the text.
func (c *Copies) Like(text uint32) uint32 { return firstOf(c.like, c.owner.FirstEqual(text)) }

func firstOf(groups map[uint32]uint32, text uint32) uint32 {
	if first, has := groups[text]; has {
		return first
	}
	return text
}

// The sizes of a signature. Texts with an equal band are candidates for a pair.
const (
	lanes     = 32 // number of hash functions
	bands     = 10 // number of bands
	bandLanes = 3  // number of lanes of a band
)

// signature is Broder's (1997) MinHash of the words of a text: the share of equal lanes of two texts is about that of common words.
type signature [lanes]byte

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

// laneSeeds are the seeds of the hash function of each lane.
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

// equalLanes returns the number of equal lanes of two signatures.
func (s *signature) equalLanes(other *signature) (n int) {
	for i := range s {
		if s[i] == other[i] {
			n++
		}
	}
	return n
}

// band returns the lanes of a band as one number. Texts with many common words probably have an equal band.
func (s *signature) band(number int) uint32 {
	i := number * bandLanes
	return uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16
}

// Near is a row in which a negative is nearly a positive, or holds it.
type Near struct {
	Row      uint32
	Document uint32  // place of the negative in the row
	Shared   float32 // share of the words of both texts that both have
	Holds    bool    // true if the negative has the whole positive
	IsHeld   bool    // true if the positive has the whole negative
}

const (
	nearWords  = 5   // minimum number of words of a text that may be a near copy
	nearLanes  = 18  // minimum number of equal lanes: one in a thousand texts that share 80 % of their words has fewer
	sizeSlack  = 0.8 // factor for words that a text repeats, which change its size
	sizeFactor = NearShare * sizeSlack
)

// isNear reports whether the negative is so near to the positive that the row is probably wrong.
func (n Near) isNear() bool { return n.Holds || n.IsHeld || n.Shared >= NearShare }

// nearFinder finds negatives that nearly repeat positives. It has a signature of each text of a set, and reused memory.
type nearFinder struct {
	signatures         []signature
	positive, negative []uint32 // words of a pair
}

// find returns the negative of a row that is most like a positive. isCut is true if the row has too many pairs to compare all. Negatives
// with the text of a positive are left out.
func (f *nearFinder) find(s *Set, row uint32, docs []corpus.TrainingDoc) (near Near, isCut bool) {
	items := s.JudgedItems(row)
	near.Row = row
	remaining := max(4096, 64*len(items)) // number of further pairs to compare
	for i, positive := range items {
		if !positive.IsPositive() || docs[i].Text == "" {
			continue
		}
		if remaining -= len(items); remaining < 0 {
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

// differByMarks reports whether two texts are the same without punctuation, case and white space, and not empty then.
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
