package sample

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// What becomes of a mixture when a task cannot fill its share.
const (
	Fail   = "fail"
	Shrink = "shrink" // under ratios the whole mixture shrinks and keeps its proportions; of a number of rows, what there is
	Repeat = "repeat" // the task's rows come again, a pass after the other
	Skip   = "skip"   // the task is left out
	Accept = "accept" // of a mixture as Shrink
)

// Mixture sets how many rows of each task a data set has.
type Mixture struct {
	Tasks   []string
	Amounts []*big.Rat // positive: rows, or shares in any unit
	Ratios  bool       // Amounts are shares
}

// largestRemainder divides total in proportion to the amounts (Hamilton's method). Each part is its quota rounded down; the remaining
// units go one by one to the parts with the largest remainders, ties to the earlier. The parts add up to total.
func largestRemainder(total int, amounts []*big.Rat) []int {
	sum := new(big.Rat)
	for _, a := range amounts {
		sum.Add(sum, a)
	}
	parts := make([]int, len(amounts))
	remainders := make([]*big.Rat, len(amounts))
	order := make([]int, len(amounts))
	left := total
	for i, a := range amounts {
		quota := new(big.Rat).Mul(a, new(big.Rat).SetInt64(int64(total)))
		quota.Quo(quota, sum)
		parts[i] = floor(quota)
		remainders[i] = quota.Sub(quota, new(big.Rat).SetInt64(int64(parts[i])))
		order[i] = i
		left -= parts[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return remainders[b].Cmp(remainders[a]) })
	for _, i := range order[:left] {
		parts[i]++
	}
	return parts
}

func floor(x *big.Rat) int {
	return int(new(big.Int).Quo(x.Num(), x.Denom()).Int64()) // x is not negative
}

// Total returns the largest number of rows at which no quota exceeds its task's size. A negative size sets no bound; at least one must
// set one.
func (m *Mixture) Total(sizes []int) int {
	sum := new(big.Rat)
	for _, a := range m.Amounts {
		sum.Add(sum, a)
	}
	total := -1
	for i, a := range m.Amounts {
		if sizes[i] < 0 {
			continue
		}
		most := new(big.Rat).Mul(sum, new(big.Rat).SetInt64(int64(sizes[i])))
		if n := floor(most.Quo(most, a)); total < 0 || n < total {
			total = n
		}
	}
	return total
}

// Wanted returns each task's rows; total is the number of all rows under ratios.
func (m *Mixture) Wanted(total int) []int {
	if m.Ratios {
		return largestRemainder(total, m.Amounts)
	}
	rows := make([]int, len(m.Amounts))
	for i, a := range m.Amounts {
		rows[i] = floor(a)
	}
	return rows
}

// Settle returns each task's rows, from the wanted amounts and the sizes without repetition. hollow marks the tasks that cannot grow by
// repetition. It returns an error if the mixture is short and onShortage does not allow it.
func (m *Mixture) Settle(amounts, sizes []int, hollow []bool, onShortage string) ([]int, error) {
	rows := slices.Clone(amounts)
	var short []string
	for i := range rows {
		if amounts[i] <= sizes[i] {
			continue
		}
		if onShortage == Fail || onShortage == Repeat && hollow[i] {
			short = append(short, fmt.Sprintf("%s: %d rows wanted, %d there", m.Tasks[i], amounts[i], sizes[i]))
		}
		switch onShortage {
		case Shrink, Accept:
			rows[i] = sizes[i]
		case Skip:
			rows[i] = 0
		}
	}
	if len(short) > 0 {
		return nil, errs.Short("ask for less, or give --on-shortage shrink, repeat or skip", "the mixture is short: %s",
			strings.Join(short, "; "))
	}
	if (onShortage == Shrink || onShortage == Accept) && m.Ratios && !slices.Equal(rows, amounts) {
		rows = m.Wanted(m.Total(sizes))
	}
	return rows, nil
}

// CheckOnShortage returns an error for a word that is none of the five.
func CheckOnShortage(word string) error {
	if !slices.Contains([]string{Fail, Accept, Shrink, Repeat, Skip}, word) {
		return errs.BadUsage("use fail, accept, shrink, repeat or skip", "gen.on_shortage: %q", word)
	}
	return nil
}

// First returns the k rows with the smallest key of the pool `mixture`, ties by uid: nested in k. Beyond the number of rows every row is
// repeated, with the next pass in its uid.
func First(rows []pairs.Pair, k int, seed uint64) []pairs.Pair {
	if len(rows) == 0 {
		return rows
	}
	s := seedOf(seed, "mixture")
	order := make([]int, len(rows))
	keys := make([]uint64, len(rows))
	for i := range rows {
		r := &rows[i]
		order[i], keys[i] = i, mix(drawKey(s, Hash(r.QueryID), Hash(r.PosID), Hash(r.NegID))^Hash(r.Axiom))
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(keys[a], keys[b]), strings.Compare(rows[a].UID, rows[b].UID))
	})
	out := make([]pairs.Pair, 0, k)
	for i := range k {
		out = append(out, Again(rows[order[i%len(rows)]], i/len(rows)))
	}
	return out
}

// Again returns the row of a pass; the first pass is 0.
func Again(r pairs.Pair, pass int) pairs.Pair {
	if r.Pass = int32(pass); pass > 0 {
		r.UID = pairs.NewUID(r.Task, r.Axiom, r.QueryID, r.PosID, r.NegID, pass)
	}
	return r
}

// Groups divides rows into groups of n pairs of the same query and positive, and counts the rows that are in no full group. Rows are in
// the order of First, and groups in the order of their first rows.
func Groups(rows []pairs.Pair, n int, seed uint64) (groups [][]pairs.Pair, loose int) {
	type positive struct{ query, document string }
	open := map[positive][]pairs.Pair{}
	first := map[string]int{} // by uid: place in the order
	for i, r := range First(rows, len(rows), seed) {
		first[r.UID] = i
		key := positive{r.QueryID, r.PosID}
		group := append(open[key], r)
		if len(group) == n {
			groups, group = append(groups, group), nil
		}
		open[key] = group
	}
	for _, group := range open {
		loose += len(group)
	}
	slices.SortFunc(groups, func(a, b []pairs.Pair) int { return cmp.Compare(first[a[0].UID], first[b[0].UID]) })
	return groups, loose
}
