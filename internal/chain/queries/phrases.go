package queries

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/cespare/xxhash/v2"
)

// longestPhrase is how many words of a collocation are taken at most.
const longestPhrase = 4

// phrases draws collocations of the document, its title among them, by the mean of how much it prefers their words, until there are as
// many words as a query has. A word alone is none.
func phrases(d *document) string {
	weights := map[uint32]float64{}
	for _, u := range uses(d.x, d.text) {
		weights[u.term] = u.weight
	}
	type phrase struct {
		words  []word
		weight float64
	}
	var list []phrase
	for _, words := range d.findCollocations() {
		sum := 0.0
		for _, w := range words {
			sum += weights[w.term]
		}
		if sum > 0 {
			list = append(list, phrase{words, sum / float64(len(words)) * early(d.text, words[0].begin)})
		}
	}
	left := length(d.rng, d.words)
	var spans []span
	inQuery := map[uint32]bool{}
	for _, p := range draw(d.rng, list, len(list), func(p phrase) float64 { return p.weight }) {
		s := span{p.words[0].begin, p.words[len(p.words)-1].end}
		if left <= 0 || slices.ContainsFunc(p.words, func(w word) bool { return inQuery[w.term] }) {
			continue
		}
		for _, w := range p.words {
			inQuery[w.term] = true
		}
		spans, left = append(spans, s), left-len(p.words)
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.begin, b.begin) })
	var texts []string
	for _, s := range spans {
		texts = append(texts, strings.Join(strings.Fields(d.raw[s.begin:s.end]), " "))
	}
	return strings.Join(texts, " ")
}

// findCollocations returns the longest runs of words of which each belongs to the next: where only letters, spaces
// and words that the analyser leaves out stand between them.
func (d *document) findCollocations() (list [][]word) {
	begin := 0
	for i := range d.text.words {
		if i+1 < len(d.text.words) && i+1-begin < longestPhrase && d.areCollocation(d.text.words[i], d.text.words[i+1]) {
			continue
		}
		if i > begin {
			list = append(list, d.text.words[begin:i+1])
		}
		begin = i + 1
	}
	return list
}

// furthest is how many bytes may stand between the words of a collocation: " of the ".
const furthest = 8

// areCollocation reports whether two words, one behind the other, are a collocation.
func (d *document) areCollocation(v, w word) bool {
	gap := d.raw[v.end:w.begin]
	if len(gap) > furthest || strings.ContainsFunc(gap, func(r rune) bool { return r != ' ' && r != '-' && !unicode.IsLetter(r) }) {
		return false
	}
	return d.following.collocate(d.x, v.term, w.term)
}

// following counts how often one term of a collection follows another, roughly: pairs of one hash are counted together.
type following struct {
	counts []atomic.Uint32
	pairs  float64 // in the collection
}

// slots bounds the memory of following: 32 MiB, which a few million different pairs hardly fill.
const slots = 1 << 23

// countFollowing goes through the collection once.
func countFollowing(ctx context.Context, x index.Reader, threads int) (*following, error) {
	f := &following{counts: make([]atomic.Uint32, slots)}
	var pairs atomic.Int64
	err := parallel.Each(ctx, threads, x.NumDocs(), func(int) func(int) error {
		return func(d int) error {
			terms := x.Terms(uint32(d))
			for i := 1; i < len(terms); i++ {
				f.counts[slotOf(terms[i-1], terms[i])].Add(1)
			}
			pairs.Add(int64(max(0, len(terms)-1)))
			return nil
		}
	})
	f.pairs = float64(pairs.Load())
	return f, err
}

func slotOf(s, t uint32) uint64 {
	var key [8]byte
	binary.LittleEndian.PutUint32(key[:4], s)
	binary.LittleEndian.PutUint32(key[4:], t)
	return xxhash.Sum64(key[:]) % slots
}

// Bounds of a collocation: how often it stands in the collection, and the log-likelihood ratio from which on chance is ruled out (chi
// square with one degree of freedom, p < 0.001).
const (
	leastCount = 2
	leastRatio = 10.83
)

// collocate reports whether t follows s more often than chance has it, by the log-likelihood ratio of their table of counts (Dunning,
// Computational Linguistics 19(1), 1993).
func (f *following) collocate(x index.Reader, s, t uint32) bool {
	pairs, freqS, freqT := float64(f.counts[slotOf(s, t)].Load()), float64(x.CollFreq(s)), float64(x.CollFreq(t))
	pairs = min(pairs, freqS, freqT)
	return pairs >= leastCount && pairs*f.pairs > freqS*freqT && likelihoodRatio(pairs, freqS, freqT, f.pairs) > leastRatio
}

// likelihoodRatio returns Dunning's -2 log lambda of two events that came together both times, and of and by times in all, among n.
func likelihoodRatio(pairs, freqS, freqT, n float64) float64 {
	sum := 0.0
	for _, cell := range [4][3]float64{{pairs, freqS, freqT}, {freqS - pairs, freqS, n - freqT}, {freqT - pairs, n - freqS, freqT},
		{n - freqS - freqT + pairs, n - freqS, n - freqT}} {
		if count, mean := cell[0], cell[1]*cell[2]/n; count > 0 && mean > 0 {
			sum += float64(count * math.Log(count/mean))
		}
	}
	return 2 * sum
}
