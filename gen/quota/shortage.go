package quota

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// What becomes of a mixture when a task cannot fill its share.
const (
	Fail   = "fail"
	Shrink = "shrink" // under ratios the whole mixture shrinks and keeps its proportions; of a number of rows, what there is
	Repeat = "repeat" // the task's rows come again, a pass after the other
	Skip   = "skip"   // the task is left out
	Accept = "accept" // of a mixture as Shrink
)

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

// TaskRows returns each task's rows; total is the number of all rows under ratios.
func (m *Mixture) TaskRows(total int) []int {
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
			short = append(short, fmt.Sprintf("%s: %s wanted, %s there", m.Tasks[i], terminal.Plural(amounts[i], "row", "rows"),
				terminal.Group(sizes[i])))
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
		rows = m.TaskRows(m.Total(sizes))
	}
	return rows, nil
}

// checkOnShortage returns an error for a word that is none of the five.
func checkOnShortage(word string) error {
	if !slices.Contains([]string{Fail, Accept, Shrink, Repeat, Skip}, word) {
		return errs.BadUsage("use fail, accept, shrink, repeat or skip", "gen.on_shortage: %q", word)
	}
	return nil
}
