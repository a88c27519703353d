package quota

import (
	"math/big"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"pgregory.net/rapid"
)

// What gen.class_queries does not understand is refused before anything is read.
func TestClassQueriesRefused(t *testing.T) {
	for text, want := range map[string]string{"train=4,train=5": "twice", "train=0": `"train=0"`, "": "is empty", "dev": `"dev"`,
		"trian": "did you mean train?", "=3": `"=3"`} {
		if _, err := ParseClassQueries(&configs.Gen{TaskOptions: configs.TaskOptions{ClassQueries: text}}); errs.ExitCode(err) != 2 ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if list, err := ParseClassQueries(&configs.Gen{TaskOptions: configs.TaskOptions{ClassQueries: "train"}}); list != nil || err != nil {
		t.Errorf("train: %v, %v", list, err)
	}
	if _, err := ParseClassQueries(&configs.Gen{TaskOptions: configs.TaskOptions{ClassQueries: "train",
		Mixture: "ranking=1", UniqueQueries: 5}}); errs.ExitCode(err) != 2 {
		t.Error("unique queries beside all training queries are no error")
	}
}

// The parts add up and each is its quota rounded down or up.
func TestLargestRemainderKeepsQuotas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.IntRange(0, 1_000_000_000).Draw(t, "total")
		n := rapid.IntRange(1, 6).Draw(t, "tasks")
		var amounts []*big.Rat
		sum := new(big.Rat)
		for range n {
			a := big.NewRat(rapid.Int64Range(1, 1_000_000).Draw(t, "numerator"), rapid.Int64Range(1, 1000).Draw(t, "denominator"))
			amounts = append(amounts, a)
			sum.Add(sum, a)
		}
		got, added := largestRemainder(total, amounts), 0
		for i, a := range amounts {
			added += got[i]
			quota := new(big.Rat).Mul(a, big.NewRat(int64(total), 1))
			quota.Quo(quota, sum)
			diff := quota.Sub(quota, big.NewRat(int64(got[i]), 1))
			if diff.Abs(diff).Cmp(big.NewRat(1, 1)) >= 0 {
				t.Fatalf("part %d of %v is a row or more away from its quota", i, got)
			}
		}
		if added != total {
			t.Fatalf("%v add up to %d, not %d", got, added, total)
		}
	})
}

func TestTotalIsTheLargestThatFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "tasks")
		m := &Mixture{Ratios: true}
		sizes := make([]int, n)
		for i := range n {
			m.Amounts = append(m.Amounts, big.NewRat(rapid.Int64Range(1, 9).Draw(t, "amount"), 1))
			sizes[i] = rapid.IntRange(0, 50).Draw(t, "size")
		}
		total := m.Total(sizes)
		for i, rows := range m.TaskRows(total) {
			if rows > sizes[i] {
				t.Fatalf("%d rows of %v do not fit %v", total, m.Amounts, sizes)
			}
		}
		sum := new(big.Rat)
		for _, a := range m.Amounts {
			sum.Add(sum, a)
		}
		over := false
		for i, a := range m.Amounts {
			quota := new(big.Rat).Mul(a, big.NewRat(int64(total+1), 1))
			over = over || quota.Quo(quota, sum).Cmp(big.NewRat(int64(sizes[i]), 1)) > 0
		}
		if !over {
			t.Fatalf("one row more than %d of %v would fit %v too", total, m.Amounts, sizes)
		}
	})
}
