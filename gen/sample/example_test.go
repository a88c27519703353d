package sample_test

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// One pair is drawn of an axiom's three preferences, beside all judged pairs of a judged document.
func ExampleSampler() {
	query := sample.Query{ID: "q1", Hash: sample.Hash("q1"), Labelled: true}
	for i, id := range []string{"ice", "zoo", "market"} {
		query.Docs = append(query.Docs, sample.Candidate{ID: id, Hash: sample.Hash(id), Rank: i + 1, Judged: i < 2, Grade: 1 - i})
	}
	prefers := []pairs.Instance{{Pos: 0, Neg: 1}, {Pos: 0, Neg: 2}, {Pos: 1, Neg: 2}} // numbers of candidates
	pools := []sample.Pool{{Name: "tfc1", Key: "tfc1", Pairs: 1}}
	names := func(p sample.PoolInstance) (q, pos, neg string) {
		return query.ID, query.Docs[p.Pos].ID, query.Docs[p.Neg].ID
	}
	sampler := sample.New(sample.Defaults(), pools, sample.PoolSizes(0, pools, "append"), sample.All, names)
	part := sampler.Part()
	part.Add(&query, [][]pairs.Instance{prefers})
	drawn := part.Result()
	for _, p := range drawn.Judged {
		fmt.Println("judged:", query.Docs[p.Pos].ID, "over", query.Docs[p.Neg].ID)
	}
	for _, p := range drawn.Pools[0] {
		fmt.Println("tfc1:", query.Docs[p.Pos].ID, "over", query.Docs[p.Neg].ID)
	}
	// Output:
	// judged: ice over market
	// judged: ice over zoo
	// tfc1: zoo over market
}
