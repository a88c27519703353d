package sample

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// TestSortForFiles holds the order of rows in files against its definition: by the hash of the uid, ties by uid; under curriculum those of
// axioms first. It is the same at any number of threads, and no row is lost.
func TestSortForFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, rowOrder := rapid.Uint64Range(0, 3).Draw(t, "seed"), rapid.SampledFrom([]string{Mixed, Curriculum}).Draw(t, "order")
		var rows []pairs.Pair
		for i := range rapid.IntRange(0, 600).Draw(t, "rows") {
			source := []pairs.Source{pairs.Judged, pairs.Axiomatic}[i%2]
			rows = append(rows, pairs.Pair{UID: fmt.Sprint("u", i), QueryID: "q", PosID: "p", NegID: fmt.Sprint(i), Source: source})
		}
		hash := func(uid string) uint64 { return mix(seedOf(seed, "order") ^ Hash(uid)) }
		want := slices.Clone(rows)
		phase := func(p pairs.Pair) int {
			if rowOrder == Curriculum && p.Source != pairs.Axiomatic {
				return 1
			}
			return 0
		}
		slices.SortFunc(want, func(a, b pairs.Pair) int {
			return cmp.Or(cmp.Compare(phase(a), phase(b)), cmp.Compare(hash(a.UID), hash(b.UID)), cmp.Compare(a.UID, b.UID))
		})
		for _, threads := range []int{0, 1, 8} { // 0: all cores
			table := pairs.TableOf(rows)
			must.Do(t, SortForFiles(t.Context(), table, seed, rowOrder, threads, nil))
			if table.Len() != len(want) {
				t.Fatalf("%d rows of %d", table.Len(), len(want))
			}
			for i := range want {
				if table.UID(i) != want[i].UID {
					t.Fatalf("%s, %d threads: row %d is %s, want %s", rowOrder, threads, i, table.UID(i), want[i].UID)
				}
			}
		}
	})
}

// TestLengthSkew: by hand. Documents of 2 and 1 words differ by a half of the longer one, of 1 and 4 by three quarters, of 1 and 0 by all,
// and of 2 and 3 by a third; two empty ones do not differ.
func TestLengthSkew(t *testing.T) {
	var l PoolLedger
	if l.LengthSkew() != 0 {
		t.Errorf("skew %v of no pair", l.LengthSkew())
	}
	for _, pair := range [][2]int{{2, 1}, {1, 4}, {1, 0}, {0, 0}, {2, 3}} {
		l.Lengths.add(pair[0], pair[1])
	}
	if got, want := l.LengthSkew(), (.5-.75+1-1./3)/5; math.Abs(got-want) > 1e-8 || l.Lengths.Longer != [2]int{2, 2} {
		t.Errorf("skew %v, longer and shorter %v, want %v and 2, 2", got, l.Lengths.Longer, want)
	}
}

// The expected keys are the check values of the contract ("Keys").
func TestDrawKeyCheckValues(t *testing.T) {
	for _, c := range []struct {
		pool, query, preferred, other string
		want                          uint64
	}{
		{"tfc1", "q1", "d1", "d2", 0xea863994ec274155},
		{"tfc1", "q1", "d2", "d1", 0xe08d4cf8267c8f88},
		{"regular", "q1", "d1", "d2", 0x9e8607cc74a6cb9e},
	} {
		must.Equal(t, drawKey(seedOf(42, c.pool), Hash(c.query), Hash(c.preferred), Hash(c.other)), c.want, "key of %v =", c)
	}
}

func TestJudgedSubsetIsNested(t *testing.T) {
	ids := []string{"7", "3", "51", "q9", "12", "8"}
	ten := JudgedSubset(ids, 4, 42)
	for i, q := range JudgedSubset(ids, 2, 42) {
		if ten[i] != q {
			t.Fatalf("the subset for 2 is not the beginning of the subset for 4: %v", ten)
		}
	}
	must.Equal(t, len(JudgedSubset(ids, 100, 42)), len(ids), "asked for more than there are: queries")
}

// TestJudgedTexts: queries of one text count as one. Of two texts, one of which two queries have, both together are all three queries.
func TestJudgedTexts(t *testing.T) {
	ids, texts := []string{"a", "b", "c"}, []string{"x", "y", "x"}
	if got := slices.Sorted(slices.Values(JudgedTexts(ids, texts, 2, 42))); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("two texts: queries %d, want all", got)
	}
	want := map[int][]int{0: {0, 2}, 1: {1}}[JudgedSubset([]string{"a", "b"}, 1, 42)[0]]
	if got := JudgedTexts(ids, texts, 1, 42); !slices.Equal(got, want) {
		t.Errorf("one text: queries %d, want %d", got, want)
	}
}

// TestGroupsInOrder: groups of several positives are in the order of their first rows, and rows in no full group are counted.
func TestGroupsInOrder(t *testing.T) {
	var rows []pairs.Pair
	for i := range 30 { // ten positives with three negatives
		id := strconv.Itoa(i % 10)
		rows = append(rows, pairs.Pair{UID: strconv.Itoa(i), QueryID: "q", PosID: id, NegID: "n" + strconv.Itoa(i)})
	}
	place := map[string]int{}
	for i, r := range Shuffled(rows, 7) {
		place[r.UID] = i
	}
	groups, loose := Groups(rows, 2, 7)
	if len(groups) != 10 || loose != 10 {
		t.Fatalf("%d groups of two, %d rows in none; want ten each", len(groups), loose)
	}
	for i := range groups {
		if i > 0 && place[groups[i][0].UID] < place[groups[i-1][0].UID] || place[groups[i][0].UID] > place[groups[i][1].UID] {
			t.Errorf("group %d begins with row %d", i, place[groups[i][0].UID])
		}
	}
}
