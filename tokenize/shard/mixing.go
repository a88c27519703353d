package shard

import (
	"fmt"
	"maps"
	"math"
	"path"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Curriculum is the order of rows in two phases: first those of axioms, then the judged ones, each
// shuffled.
const Curriculum = "curriculum"

// The check that rows are mixed cuts a split into ten stretches. It compares a task's share of each
// stretch with its share of all rows, in standard deviations of a draw without replacement. A
// stretch that should hold so few rows that their variance is below mixingVariance is not checked.
// Chance alone exceeds unevenSigmas once in 16,000 comparisons, so that is reported but is no
// difference. Beyond brokenSigmas it is no chance.
const (
	mixingParts    = 10
	mixingVariance = 4.0
	unevenSigmas   = 4.0
	brokenSigmas   = 6.0
)

// mixing is the sequence of pairs of every split whose rows name their task: the number of each
// pair's kind.
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

// add appends the next pair of a shard. Shards must be in the order of the manifest.
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

// findUneven lists where a task's share of a stretch is more than unevenSigmas away from its share
// of all. broken lists those that are too far away for chance, and where the phases of a curriculum
// are mixed up. Phases are checked separately, and only where rows name their source.
func (m *mixing) findUneven(s sequence, order string) (findUneven, faults []string) {
	phases := [][]uint16{s.pairs}
	if order == Curriculum {
		if slices.ContainsFunc(s.pairs, func(n uint16) bool { return m.names[n].Source == "" }) {
			return nil, nil
		}
		isJudged := func(n uint16) bool { return m.names[n].Source == string(pairs.Judged) }
		i := slices.IndexFunc(s.pairs, isJudged)
		if i < 0 {
			i = len(s.pairs)
		}
		phases = [][]uint16{s.pairs[:i], s.pairs[i:]}
		if slices.ContainsFunc(phases[1], func(n uint16) bool { return !isJudged(n) }) {
			faults = append(faults, fmt.Sprintf("%s: a pair of an axiom stands behind judged ones, against the order curriculum", s.name))
		}
	}
	for _, phase := range phases {
		n, total := len(phase), m.countTasks(phase)
		for part := range mixingParts {
			stretch := phase[part*n/mixingParts : (part+1)*n/mixingParts]
			in := m.countTasks(stretch)
			for _, task := range slices.Sorted(maps.Keys(total)) {
				mean, sigma := shareOf(n, total[task], len(stretch))
				if sigma*sigma < mixingVariance {
					continue
				}
				if away := math.Abs(float64(in[task])-mean) / sigma; away > unevenSigmas {
					text := fmt.Sprintf("%s: tenth %d holds %s of %s, not %.0f: %.1f standard deviations away", s.name, part+1,
						terminal.Plural(in[task], "pair", "pairs"), task,
						mean, away)
					if findUneven = append(findUneven, text); away > brokenSigmas {
						faults = append(faults, text)
					}
				}
			}
		}
	}
	return findUneven, faults
}

// countTasks counts pairs by task.
func (m *mixing) countTasks(pairs []uint16) map[string]int {
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

// shareOf returns the hypergeometric mean and standard deviation of how many of k marked rows among
// n are in a draw of size.
func shareOf(n, k, size int) (mean, sigma float64) {
	if n < 2 {
		return float64(k), 0
	}
	p, m := float64(k)/float64(n), float64(size)
	return m * p, math.Sqrt(m * p * (1 - p) * float64(n-size) / float64(n-1))
}
