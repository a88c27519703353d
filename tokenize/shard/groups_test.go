package shard

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/gen/pairs"
	"pgregory.net/rapid"
)

// TestGroupsPartitionRows compares the sorted groups with their plain definition: walk the rows and put each into the open
// group of its query and positive, and of perturbed copies apart from others.
func TestGroupsPartitionRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		negatives := rapid.IntRange(1, 5).Draw(t, "negatives")
		rows := make([]row, rapid.IntRange(0, 80).Draw(t, "rows"))
		for i := range rows {
			source := rapid.SampledFrom([]pairs.Source{pairs.Judged, pairs.Perturbed}).Draw(t, "source")
			rows[i] = row{pairs.Pair{UID: fmt.Sprint(i), Source: source}, rapid.Uint32Range(0, 3).Draw(t, "query"), rapid.Uint32Range(4, 8).Draw(t, "pos"), uint32(9 + i)}
		}
		var want [][]string
		open := map[string]int{}
		for _, r := range rows {
			key := fmt.Sprint(r.query, r.pos, r.Source)
			at, ok := open[key]
			if !ok || len(want[at]) == negatives {
				at = len(want)
				open[key] = at
				want = append(want, nil)
			}
			want[at] = append(want[at], r.UID)
		}
		groups := groupRowsOf(listed(rows), negatives)
		if len(groups) != len(want) {
			t.Fatalf("%d groups, want %d", len(groups), len(want))
		}
		for i, g := range groups {
			if g.size() != len(want[i]) {
				t.Fatalf("group %d has %d pairs, want %d", i, g.size(), len(want[i]))
			}
			for j := range 2 * negatives { // behind the last it begins again
				if got := g.row(j).UID; got != want[i][j%len(want[i])] {
					t.Fatalf("group %d, pair %d: %s, want %s", i, j, got, want[i][j%len(want[i])])
				}
			}
		}
	})
}

func TestTaskLabels(t *testing.T) {
	taken := map[string]bool{}
	for _, c := range [][2]string{{"anti_reg", "anti-reg"}, {"anti reg", "anti-reg-2"}, {"pairs", "pairs-2"}, {"tfc1(delta=10)", "tfc1-delta-10"},
		{"../x", "x"}, {"", "task"}, {"é", "task-2"}, {"mixed", "mixed-2"},
		// Expressions: what differs in meaning differs in words, not only in a number.
		{"m-and", "m-and"}, {"-m-and", "reverse-m-and"}, {"--m-and", "reverse-reverse-m-and"}, {"m-and & -tfc1(delta_star=0.1)", "m-and-with-reverse-tfc1-delta-star-0.1"},
		{"m-tdc | tf-lnc", "m-tdc-or-tf-lnc"}, {"m-tdc + tf-lnc", "m-tdc-plus-tf-lnc"}, {"-(m-tdc + tf-lnc)", "reverse-m-tdc-plus-tf-lnc"},
		{"majority(m-and, -tf-lnc; 0.4)", "majority-m-and-reverse-tf-lnc-0.4"}, {"majority(m-and, -tf-lnc(delta=0); 0.4)", "majority-m-and-reverse-tf-lnc-delta-0-0.4"}} {
		if got := taskLabel(c[0], taken); got != c[1] {
			t.Errorf("%q becomes %q, want %q", c[0], got, c[1])
		}
	}
}
