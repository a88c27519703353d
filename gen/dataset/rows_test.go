package dataset

import (
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
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
