package shard

import (
	"fmt"
	"maps"
	"math"
	"path"
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Curriculum is the order of rows in two phases: first those of axioms, then the judged ones, each shuffled.
const Curriculum = "curriculum"

// The check that rows are mixed cuts a split into ten stretches and looks how far a task's share of one lies from its share
// of all, in standard deviations of a draw without replacement. Where a stretch should hold so few rows that their variance
// is below mixingVariance, nothing is looked at. Chance alone goes beyond unevenSigmas once in 16,000 looks, so that is said
// but is no difference; beyond brokenSigmas it is no chance.
const (
	mixingParts    = 10
	mixingVariance = 4.0
	unevenSigmas   = 4.0
	brokenSigmas   = 6.0
)

// mixing is the sequence of pairs of every split whose rows name their task: of each pair the number of its kind.
type mixing struct {
	kinds  map[encoding.Kind]uint16
	names  []encoding.Kind
	splits []sequence
}

// sequence is a split's pairs in file order.
type sequence struct {
	name  string // folder and split
	pairs []uint16
}

// add takes the next pair of a shard; shards come in the order of the manifest.
func (m *mixing) add(shard string, k encoding.Kind) {
	number, ok := m.kinds[k]
	if !ok {
		if m.kinds == nil {
			m.kinds = map[encoding.Kind]uint16{}
		}
		number = uint16(len(m.names))
		m.kinds[k], m.names = number, append(m.names, k)
	}
	name := path.Dir(shard) + "/" + plan.SplitOf(shard)
	if n := len(m.splits); n == 0 || m.splits[n-1].name != name {
		m.splits = append(m.splits, sequence{name: name})
	}
	last := &m.splits[len(m.splits)-1]
	last.pairs = append(last.pairs, number)
}

// uneven lists where a task's share of a stretch is more than unevenSigmas away from its share of all; broken are those too
// far away for chance, and places where the phases of a curriculum are mixed up. Phases are looked at one by one, and only
// where rows say where they come from.
func (m *mixing) uneven(s sequence, order string) (uneven, broken []string) {
	phases := [][]uint16{s.pairs}
	if order == Curriculum {
		if slices.ContainsFunc(s.pairs, func(n uint16) bool { return m.names[n].Source == "" }) {
			return nil, nil
		}
		judged := func(n uint16) bool { return m.names[n].Source == string(pairs.Judged) }
		at := slices.IndexFunc(s.pairs, judged)
		if at < 0 {
			at = len(s.pairs)
		}
		phases = [][]uint16{s.pairs[:at], s.pairs[at:]}
		if slices.ContainsFunc(phases[1], func(n uint16) bool { return !judged(n) }) {
			broken = append(broken, fmt.Sprintf("%s: a pair of an axiom stands behind judged ones, against the order curriculum", s.name))
		}
	}
	for _, phase := range phases {
		n, total := len(phase), m.tasks(phase)
		for part := range mixingParts {
			stretch := phase[part*n/mixingParts : (part+1)*n/mixingParts]
			in := m.tasks(stretch)
			for _, task := range slices.Sorted(maps.Keys(total)) {
				mean, sigma := shareOf(n, total[task], len(stretch))
				if sigma*sigma < mixingVariance {
					continue
				}
				if away := math.Abs(float64(in[task])-mean) / sigma; away > unevenSigmas {
					text := fmt.Sprintf("%s: tenth %d holds %d pairs of %s, not %.0f: %.1f standard deviations away", s.name, part+1, in[task], task,
						mean, away)
					if uneven = append(uneven, text); away > brokenSigmas {
						broken = append(broken, text)
					}
				}
			}
		}
	}
	return uneven, broken
}

// tasks counts pairs by task.
func (m *mixing) tasks(pairs []uint16) map[string]int {
	kinds := make([]int, len(m.names))
	for _, n := range pairs {
		kinds[n]++
	}
	out := map[string]int{}
	for n, count := range kinds {
		if count > 0 {
			out[m.names[n].Task] += count
		}
	}
	return out
}

// shareOf is the hypergeometric mean and standard deviation of how many of k marked rows among n are in a draw of size.
func shareOf(n, k, size int) (mean, sigma float64) {
	if n < 2 {
		return float64(k), 0
	}
	p, m := float64(k)/float64(n), float64(size)
	return m * p, math.Sqrt(m * p * (1 - p) * float64(n-size) / float64(n-1))
}
