package trial

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Schedule determines the pairs of each epoch.
type Schedule struct {
	Judged int `json:"Judged"` // judged pairs per epoch
	// Axiomatic[i] is the number of pairs of pool i per epoch.
	Axiomatic []int `json:"Axiomatic"`
	// Warmup is the number of first epochs with axiomatic pairs only ("curriculum"). Later epochs then
	// have only judged pairs. 0 means a mixture throughout.
	Warmup int `json:"Warmup"`
}

// ParseSchedule reads "mixed", "curriculum N" or "axioms-only". The schedule has k judged pairs per
// epoch and the pools' shares of them under a budget.
func ParseSchedule(text string, k int, pools []sample.Pool, budget string) (Schedule, error) {
	s := Schedule{Judged: k, Axiomatic: sample.PoolSizes(k, pools, budget)}
	s.Judged = sample.JudgedKept(k, pools, s.Axiomatic, budget)
	switch word, rest, _ := strings.Cut(text, " "); word {
	case "mixed":
		return s, nil
	case "axioms-only":
		s.Judged = 0
		return s, nil
	case "curriculum":
		n, err := strconv.Atoi(strings.TrimSpace(rest))
		if err == nil && n > 0 {
			s.Warmup = n
			return s, nil
		}
	}
	word, _, _ := strings.Cut(text, " ")
	return s, errs.BadUsage(errs.Suggestion(word, "mixed", "curriculum", "axioms-only")+"use mixed, curriculum N or axioms-only",
		"unknown schedule %q", text)
}

// PoolPairs returns the number of pairs of each pool that the schedule can use over n epochs, to request
// from a sampler.
func (s Schedule) PoolPairs(epochs int) []int {
	out := make([]int, len(s.Axiomatic))
	for i, k := range s.Axiomatic {
		out[i] = sample.All
		if k != sample.All {
			out[i] = k * epochs
		}
	}
	return out
}

// Item is a pair of an epoch: pair Rank of a pool. Pool sample.JudgedPool holds the judged pairs.
type Item struct {
	Pool, Rank int32
}

// Epoch returns the pairs of epoch e, counted from 0. They are ranks [e k, (e+1) k) of every pool in
// drawing order, wrapping at the end, and shuffled by seed and e. sizes are the pools' numbers of
// pairs, judged that of the judged pairs. An axiomatic pair occurs at most once; repeats counts the
// repeated judged pairs.
func (s Schedule) Epoch(e int, judged int, sizes []int, seed uint64) (items []Item, repeats int) {
	if s.Warmup == 0 || e >= s.Warmup {
		items, repeats = take(items, sample.JudgedPool, s.epochOf(e), s.Judged, judged)
	}
	if s.Warmup == 0 || e < s.Warmup {
		for i, k := range s.Axiomatic {
			if k == sample.All {
				k = sizes[i]
			}
			items, _ = take(items, i, e, min(k, sizes[i]), sizes[i])
		}
	}
	shuffle := rand.New(rand.NewPCG(seed, uint64(e)))
	shuffle.Shuffle(len(items), func(a, b int) { items[a], items[b] = items[b], items[a] })
	return items, repeats
}

// epochOf returns the number of epoch e among the epochs with judged pairs.
func (s Schedule) epochOf(e int) int { return e - s.Warmup }

func take(items []Item, pool, e, k, size int) ([]Item, int) {
	if size == 0 {
		return items, 0
	}
	items = slices.Grow(items, max(0, k))
	for i := range k {
		items = append(items, Item{int32(pool), int32((e*k + i) % size)})
	}
	return items, max(0, k-size)
}

func (s Schedule) String() string {
	text := terminal.Group(s.Judged) + " judged"
	for i, n := range s.Axiomatic {
		sign, amount := " + ", terminal.Group(n)
		if i == 0 {
			sign = " and "
		}
		if n == sample.All {
			amount = "all"
		}
		text += sign + amount
	}
	return text + " axiomatic pairs an epoch, each at most once"
}
