package shard

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
)

// TestEveryTenth: rows in the order of a hash hold each task's share in every tenth, as far as chance goes; rows in the order
// of their tasks, or half sorted, do not.
func TestEveryTenth(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	tasks := []encoding.Kind{{Task: "ranking", Source: "judged"}, {Task: "reg", Source: "axiom"}, {Task: "rare", Source: "axiom"}}
	of := func(i int) encoding.Kind { // 4 : 1, and 30 rows of a third
		switch {
		case i < 30:
			return tasks[2]
		case i%5 == 0:
			return tasks[1]
		}
		return tasks[0]
	}
	const rows = 5000
	uneven := func(less func(a, b int) int, order string) (int, int) {
		numbers := make([]int, rows)
		for i := range numbers {
			numbers[i] = i
		}
		slices.SortFunc(numbers, less)
		var m mixing
		for i, n := range numbers {
			m.add(fmt.Sprintf("jsonl/train-%05d-of-00003.jsonl", i*3/rows), of(n))
		}
		if len(m.splits) != 1 || m.splits[0].name != "jsonl/train" {
			t.Fatalf("splits %+v", m.splits)
		}
		some, bad := m.findUneven(m.splits[0], order)
		return len(some), len(bad)
	}
	beyond := 0
	for seed := range 20 {
		hash := func(i int) uint64 { return xxhash.Sum64String(fmt.Sprint(seed, " ", i)) }
		some, bad := uneven(func(a, b int) int { return cmp.Compare(hash(a), hash(b)) }, "")
		if beyond += some; bad > 0 {
			t.Errorf("seed %d: %d stretches are broken", seed, bad)
		}
	}
	if beyond > 1 { // 20 seeds, ten stretches, two tasks that are looked at: 0.03 are expected beyond four deviations
		t.Errorf("%d stretches of shuffled rows are uneven", beyond)
	}
	byTask := func(a, b int) int { return cmp.Or(cmp.Compare(of(a).Task, of(b).Task), cmp.Compare(a, b)) }
	if _, bad := uneven(byTask, ""); bad < 10 {
		t.Errorf("%d of the stretches of sorted rows are broken", bad)
	}
	if _, bad := uneven(byTask, Curriculum); bad == 0 {
		t.Error("phases that stand the wrong way round are not seen")
	}
	hash := func(i int) uint64 { return xxhash.Sum64String(fmt.Sprint(i)) }
	phase := func(i int) int {
		if of(i).Source == "judged" {
			return 1
		}
		return 0
	}
	if some, bad := uneven(func(a, b int) int { return cmp.Or(cmp.Compare(phase(a), phase(b)), cmp.Compare(hash(a), hash(b))) },
		Curriculum); some+bad > 0 {
		t.Errorf("a curriculum shuffled inside its phases: %d and %d", some, bad)
	}
	// Hypergeometric by hand: 10 of 100 marked, 20 drawn: mean 2, variance 2 * .9 * 80/99.
	if mean, sigma := shareOf(100, 10, 20); mean != 2 || math.Abs(sigma*sigma-2*.9*80/99) > 1e-12 {
		t.Errorf("mean %v, deviation %v", mean, sigma)
	}
}

// TestCurriculum writes rows in phases and finds them in phases, in each kind of file whose rows name their pair; the card tells the
// order, and a split whose phases stand the wrong way round is a difference.
func TestCurriculum(t *testing.T) {
	_, in := mixedSample(t)
	in.Manifest.Order = Curriculum
	judged := map[string]bool{}
	for i := range in.Splits {
		sortPairs(&in.Splits[i], func(a, b pairs.Pair) int { return cmp.Compare(a.Source, b.Source) }) // axiom, judged
		for _, p := range in.Splits[i].Pairs.All() {
			judged[p.UID] = p.Source == pairs.Judged
		}
	}
	o := allFormats()
	o.Formats = []string{"parquet", "jsonl", "matchzoo"}
	dir, _ := mustWrite(t, in, o)
	if _, err := Verify(t.Context(), dir, nil); err != nil {
		t.Error(err)
	}
	all := files(t, dir)
	if !strings.Contains(all[cardName], "two phases") {
		t.Error("the card does not tell the order")
	}
	uids := map[string][]string{}
	for _, r := range readAll[mixed](t, dir, "mixed", "train") {
		uids["mixed"] = append(uids["mixed"], *r.UID)
	}
	for folder, uid := range map[string]string{"jsonl/train": `"uid":"([0-9a-f]{16})"`, "matchzoo-ranking/train": `(?m)^q/[^/]*/([0-9a-f]{16}),`} {
		for _, name := range sortedNames(all) {
			if strings.HasPrefix(name, folder) {
				for _, m := range regexp.MustCompile(uid).FindAllStringSubmatch(all[name], -1) {
					uids[folder] = append(uids[folder], m[1])
				}
			}
		}
	}
	for folder, list := range uids {
		if !slices.IsSortedFunc(list, func(a, b string) int {
			return cmp.Compare(fmt.Sprint(judged[a]), fmt.Sprint(judged[b])) // false, true
		}) {
			t.Errorf("%s mixes the phases", folder)
		}
	}
	if len(uids) != 3 {
		t.Errorf("%d folders of rows", len(uids))
	}
	sortPairs(&in.Splits[0], func(a, b pairs.Pair) int { return cmp.Compare(b.Source, a.Source) })
	dir, _ = mustWrite(t, in, o)
	if check, err := Verify(t.Context(), dir, nil); err == nil || !strings.Contains(check.Differences[0], "against the order curriculum") {
		t.Errorf("the phases stand the wrong way round: %v", err)
	}
}
