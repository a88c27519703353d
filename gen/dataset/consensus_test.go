package dataset

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestInterruptedSources: what the sources of a consensus find is not told where the run was interrupted.
func TestInterruptedSources(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms = "consensus(tfc1, lnc1; 2)" })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sourcesOf(ctx, chain, &chain.Splits[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was interrupted", err)
	}
}

// TestVoteShares: by hand. Of q1's documents tfc1 prefers d1 to d3 and to d7, and lnc1 d3 to d7; that is one vote of two for each. Under
// any other weights, and of a pool that is no consensus, there are none.
func TestVoteShares(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Weights = "consensus(tfc1, lnc1; 1),tfc1", quota.ByVotes
	})
	d, err := NewDrawer(chain, &chain.Splits[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	number := func(id string) int32 {
		return int32(slices.IndexFunc(d.Queries[0].Docs, func(c mine.Candidate) bool { return c.ID(chain.Index) == id }))
	}
	var rows []sample.PoolInstance
	want := []float64{.5, .5, .5, 0, 0}
	for _, ids := range [][2]string{{"d1", "d3"}, {"d3", "d7"}, {"d1", "d7"}, {"d7", "d3"}, {"d3", "d1"}} {
		rows = append(rows, sample.PoolInstance{Instance: pairs.Instance{Pos: number(ids[0]), Neg: number(ids[1])}})
	}
	if got := d.recorder().VoteShares(0, rows); !slices.Equal(got, want) {
		t.Errorf("shares %v, want %v", got, want)
	}
	if got := d.recorder().VoteShares(1, rows); got != nil {
		t.Errorf("shares %v of a pool that is no consensus", got)
	}
	if d.ByVotes = false; d.recorder().VoteShares(0, rows) != nil {
		t.Error("shares where none are asked for")
	}
}

// TestWeightsByVotes: by hand. Both pairs that two of three sources prefer (TestConsensus) have two thirds of a row's weight.
func TestWeightsByVotes(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Weights = "consensus(tfc1, rs-bm25(margin=1), lnc1; 2)", quota.ByVotes
	})
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, r := range data.Sets[0].Rows() {
		if r.Source == pairs.Axiomatic {
			if n++; math.Abs(r.Weight-2./3) > 1e-9 {
				t.Errorf("%s over %s has the weight %v, want two thirds", r.PosID, r.NegID, r.Weight)
			}
		}
	}
	if n != 2 {
		t.Errorf("%d rows of the consensus, want 2", n)
	}
}
