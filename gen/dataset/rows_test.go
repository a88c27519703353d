package dataset

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// threeDocs returns a recorder of one query with three candidates, of which d was judged with grade 2 and e with 0. f is in no run.
func threeDocs(t *testing.T) *recorder {
	t.Helper()
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee bee"}, corpus.Doc{ID: "e", Text: "moon bee"},
		corpus.Doc{ID: "f", Text: "moon"}), analysis.Defaults())
	list := must.Get(axioms.ParseList("tfc1"))(t)
	return &recorder{&Drawer{Miner: &mine.Miner{Index: x, Axioms: list, Threads: 1},
		Queries: []mine.Query{{ID: "q", Docs: []mine.Candidate{{Doc: 0, Rank: 1, Score: 3, Grade: 2, Judged: true},
			{Doc: 1, Rank: 2, Score: 1, Judged: true}, {Doc: 2}}}},
		Axioms: &quota.Axioms{All: list, Drawn: []int{0}, Pools: []sample.Pool{{Name: "tfc1"}}}, Margin: 1,
		Options: sample.Options{Strategy: sample.Paired}}, []bool{true}}
}

func drawnPair(pos, neg, made int32) sample.PoolInstance {
	return sample.PoolInstance{Instance: pairs.Instance{Pos: pos, Neg: neg, Made: made}, NegLabel: sample.LabelRest}
}

// TestRow by hand: grades where the labels of the query are in use, rank and score of documents in the run; a made document has neither.
func TestRow(t *testing.T) {
	r := threeDocs(t)
	row := r.judged(drawnPair(0, 1, 0))
	if row.QueryID != "q" || row.PosID != "d" || row.NegID != "e" || *row.PosGrade != 2 || *row.NegGrade != 0 || *row.PosRank != 1 ||
		*row.NegScore != 1 || row.Source != pairs.Judged || row.Margin != 1 {
		t.Errorf("%+v", row)
	}
	row = r.judged(drawnPair(0, 2, 3))
	if row.PosID != "d~3" || row.PosRank != nil || row.PosScore != nil || row.NegRank != nil || row.NegGrade != nil {
		t.Errorf("%+v", row)
	}
	r.hasLabels[0] = false
	if row := r.judged(drawnPair(0, 1, 0)); row.PosGrade != nil || row.NegGrade != nil {
		t.Errorf("labels that are not in use: %+v", row)
	}
}

// TestPairTaskThatIsShort: by hand, as in TestRows. lnc1 has three pairs. Five are wanted, of which three are given, or five, of which the
// first two are repeated.
func TestPairTaskThatIsShort(t *testing.T) {
	for policy, want := range map[string]struct{ given, again int }{"accept": {3, 0}, "repeat": {5, 2}} {
		chain := chaintest.All(t, func(c *configs.Config) {
			c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage = "", "pairs:lnc1=1", 5, policy
		})
		data := must.Get(Sample(t.Context(), chain, nil))(t)
		again, uids := 0, map[string]bool{}
		for _, r := range data.Sets[0].Rows() {
			again += int(r.Pass)
			uids[r.UID] = true
			if r.Task != "pairs:lnc1" || r.Axiom != "lnc1" || r.Source != pairs.Axiomatic || r.PosLabel != sample.LabelPreferred ||
				r.NegLabel != sample.LabelRest || r.Weight != 1 {
				t.Errorf("%s: %+v", policy, r)
			}
		}
		s := data.Report.Of(account.Shares)
		if len(s) != 1 || s[0].Asked != 5 || s[0].Found != 3 || s[0].Drawn != want.given || len(data.Report.Warnings) != 1 || len(uids) != want.given || again != want.again {
			t.Errorf("%s: %+v, %d rows, %d again", policy, s, len(uids), again)
		}
	}
}

// TestLeftOutOfMixture: by hand, of the six judged pairs of training and of those of dev and test. Two become rows of ranking, and four do
// not; other splits keep all of theirs.
func TestLeftOutOfMixture(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage = "", "ranking=1,tfc1=1", 4, "accept"
	})
	data := must.Get(Sample(t.Context(), chain, nil))(t)
	mixture, r := data.Report.Mixture(), data.Report.Judged("train")
	if r.Drawn != 2 || r.LeftOut["not_in_mixture"] != 4 || mixture["ranking"] != 2 || mixture["tfc1"] != 2 {
		t.Errorf("%+v, %v", r, mixture)
	}
	for split, want := range map[string]int{"dev": 4, "test": 4} {
		if r := data.Report.Judged(split); r.Drawn != want || r.LeftOut["not_in_mixture"] != 0 {
			t.Errorf("%s: %+v, want %d rows", split, r, want)
		}
	}
}

// TestPlanOfOneQuery: by hand. Rows of other tasks than the ranking are not counted before they are drawn.
func TestPlanOfOneQuery(t *testing.T) {
	files := map[string]string{"collection.tsv": chaintest.Files["collection.tsv"], "queries.train.tsv": "q1\tapple\n",
		"qrels.train.txt": chaintest.Files["qrels.train.txt"]}
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Data = chaintest.Write(t, files)
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.ClassSample = "", "tfc1=1,pairs:lnc1=1", 8, sample.Random
	})
	lines, err := PlannedTasks(chain)
	if want := []string{"tfc1: 4 asked, counted when they are drawn", "pairs:lnc1: 4 asked, counted when they are drawn"}; err != nil ||
		!slices.Equal(lines, want) {
		t.Errorf("%q, %v, want %q", lines, err, want)
	}
}

// TestRankingRows: by hand. Two positives have three negatives and one: in groups of two documents that is four groups, of three one.
func TestRankingRows(t *testing.T) {
	var rows []pairs.Pair
	for _, negative := range []string{"a", "b", "c"} {
		rows = append(rows, pairs.Pair{QueryID: "q", PosID: "p", NegID: negative})
	}
	rows = append(rows, pairs.Pair{QueryID: "q", PosID: "o", NegID: "a"})
	c := chaintest.Config(t, nil)
	for unit, want := range map[string]int{quota.CountGroups: 1, "pairs": 4} {
		c.Gen.RankingRows, c.Tokenize.GroupSize = unit, 3
		if r := newRankingRows(c, rows); r.size() != want {
			t.Errorf("%s: %d rows of %+v, want %d", unit, r.size(), r, want)
		}
	}
}
