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
	// Warmup is the number of first epochs, which have axiomatic pairs only ("curriculum"). Later epochs have
	// judged pairs only. 0 means that every epoch has both.
	Warmup int `json:"Warmup"`
}

// ParseSchedule reads "mixed", "curriculum N" or "axioms-only". An epoch has k judged pairs, and of each pool
// the number of pairs that the pool's share and the budget determine.
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

// PoolPairs returns the number of pairs of each pool that the schedule can use over some epochs, or sample.All.
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

// Item is a pair of an epoch: the pair of a pool with number Rank in drawing order. Pool sample.JudgedPool has the judged pairs.
type Item struct {
	Pool, Rank int32
}

// Epoch returns the pairs of epoch e, counted from 0, shuffled by seed and e. Of a pool with k pairs per epoch it
// has the ranks e k to (e+1) k - 1, modulo the pool's size. judged is the number of judged pairs, sizes[i] that of
// pool i. An axiomatic pair occurs at most once; repeats counts the repeated judged pairs.
func (s Schedule) Epoch(e int, judged int, sizes []int, seed uint64) (items []Item, repeats int) {
	if s.Warmup == 0 || e >= s.Warmup {
		items, repeats = appendItems(items, sample.JudgedPool, e-s.Warmup, s.Judged, judged)
	}
	if s.Warmup == 0 || e < s.Warmup {
		for i, k := range s.Axiomatic {
			if k == sample.All {
				k = sizes[i]
			}
			items, _ = appendItems(items, i, e, min(k, sizes[i]), sizes[i])
		}
	}
	shuffle := rand.New(rand.NewPCG(seed, uint64(e)))
	shuffle.Shuffle(len(items), func(a, b int) { items[a], items[b] = items[b], items[a] })
	return items, repeats
}

// appendItems appends k pairs of epoch e of a pool of the given size, and returns how many of them repeat.
func appendItems(items []Item, pool, e, k, size int) ([]Item, int) {
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
