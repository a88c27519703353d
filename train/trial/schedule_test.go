package trial

import (
	"encoding/json"
	"testing"

	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

func count(items []Item, pool int) (n int, ranks map[int]int) {
	ranks = map[int]int{}
	for _, it := range items {
		if it.Pool == int32(pool) {
			n++
			ranks[int(it.Rank)]++
		}
	}
	return n, ranks
}

// The contract: epoch e takes ranks [e K, (e+1) K) of a pool, wrapping at the end; judged pairs repeat as often as
// needed, axiomatic ones at most once in an epoch.
func TestEpochTakesItsRanks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Schedule{Judged: rapid.IntRange(0, 30).Draw(t, "K"), Axiomatic: []int{rapid.IntRange(0, 30).Draw(t, "K of the pool")}}
		judged, size, e := rapid.IntRange(0, 12).Draw(t, "judged pairs"), rapid.IntRange(0, 12).Draw(t, "pool"),
			rapid.IntRange(0, 5).Draw(t, "epoch")
		items, _ := s.Epoch(e, judged, []int{size}, 42)
		n, ranks := count(items, sample.JudgedPool)
		if want := s.Judged; judged > 0 && n != want || judged == 0 && n != 0 {
			t.Fatalf("%d judged pairs, want %d", n, want)
		}
		for i := range s.Judged {
			if judged > 0 && ranks[(e*s.Judged+i)%judged] == 0 {
				t.Fatalf("rank %d is missing", (e*s.Judged+i)%judged)
			}
		}
		n, ranks = count(items, 0)
		if want := min(s.Axiomatic[0], size); n != want {
			t.Fatalf("%d axiomatic pairs, want %d", n, want)
		}
		for rank, times := range ranks {
			if times > 1 {
				t.Fatalf("rank %d comes %d times, more than once", rank, times)
			}
		}
	})
}

func TestScheduleKinds(t *testing.T) {
	pools := []sample.Pool{{Name: "a", Ratio: .5}, {Name: "b", Ratio: .5}}
	mixed, err := ParseSchedule("mixed", 1000, pools, sample.Append)
	if err != nil || mixed.Judged != 1000 || mixed.Axiomatic[0] != 500 || mixed.Axiomatic[1] != 500 {
		t.Errorf("mixed, append: %v, %v", mixed, err)
	}
	replace, err := ParseSchedule("mixed", 1000, pools, sample.Replace)
	if err != nil || replace.Judged != 500 || replace.Axiomatic[0] != 250 { // 1000 x / (1 + 1), x = .5 each
		t.Errorf("mixed, replace: %v, %v", replace, err)
	}
	only, err := ParseSchedule("axioms-only", 1000, pools, sample.Append)
	if err != nil || only.Judged != 0 || only.Axiomatic[0] != 500 {
		t.Errorf("axioms-only: %v, %v", only, err)
	}
	curriculum := must.Get(ParseSchedule("curriculum 2", 100, pools, sample.Append))(t)
	for e, want := range [][2]int{{0, 50}, {0, 50}, {100, 0}, {100, 0}} {
		items, _ := curriculum.Epoch(e, 1000, []int{1000, 1000}, 42)
		judged, _ := count(items, sample.JudgedPool)
		axiomatic, _ := count(items, 0)
		if judged != want[0] || axiomatic != want[1] {
			t.Errorf("curriculum, epoch %d: %d judged, %d of the first pool; want %v", e, judged, axiomatic, want)
		}
	}
	for _, text := range []string{"", "curriculum", "curriculum 0", "curriculum x", "mixture"} {
		if s, err := ParseSchedule(text, 10, pools, sample.Append); err == nil {
			t.Errorf("%q was read as %v", text, s)
		}
	}
}

// A schedule is in the digest of what is trained, which files hold.
func TestScheduleKeepsItsBytes(t *testing.T) {
	got, err := json.Marshal(Schedule{Judged: 1, Axiomatic: []int{2, 3}, Warmup: 5})
	if want := `{"Judged":1,"Axiomatic":[2,3],"Warmup":5}`; string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
