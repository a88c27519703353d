package pairrows

import (
	"context"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// recorder returns a recorder of one query with three candidates, of which d was judged with grade 2 and e with 0. f is in no run.
func recorder(t *testing.T) *Recorder {
	t.Helper()
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee bee"}, corpus.Doc{ID: "e", Text: "moon bee"},
		corpus.Doc{ID: "f", Text: "moon"}), analysis.Defaults())
	list, err := axioms.ParseList("tfc1")
	if err != nil {
		t.Fatal(err)
	}
	return &Recorder{Miner: &mine.Miner{Index: x, Axioms: list, Threads: 1},
		Queries: []mine.Query{{ID: "q", Docs: []mine.Candidate{{Doc: 0, Rank: 1, Score: 3, Grade: 2, Judged: true},
			{Doc: 1, Rank: 2, Score: 1, Judged: true}, {Doc: 2}}}},
		HasLabels: []bool{true}, Axioms: &quota.Axioms{All: list, Drawn: []int{0}, Pools: []sample.Pool{{Name: "tfc1"}}}, Margin: 1, Paired: true}
}

func drawn(pos, neg, made int32) sample.PoolInstance {
	return sample.PoolInstance{Instance: pairs.Instance{Pos: pos, Neg: neg, Made: made}, NegLabel: sample.LabelRest}
}

// TestRow by hand: grades where the labels of the query are in use, rank and score of documents in the run; a made document has neither.
func TestRow(t *testing.T) {
	r := recorder(t)
	row := r.Row(drawn(0, 1, 0))
	if row.QueryID != "q" || row.PosID != "d" || row.NegID != "e" || *row.PosGrade != 2 || *row.NegGrade != 0 || *row.PosRank != 1 ||
		*row.NegScore != 1 || row.Source != pairs.Judged || row.Margin != 1 {
		t.Errorf("%+v", row)
	}
	row = r.Row(drawn(0, 2, 3))
	if row.PosID != "d~3" || row.PosRank != nil || row.PosScore != nil || row.NegRank != nil || row.NegGrade != nil {
		t.Errorf("%+v", row)
	}
	r.HasLabels[0] = false
	if row := r.Row(drawn(0, 1, 0)); row.PosGrade != nil || row.NegGrade != nil {
		t.Errorf("labels that are not in use: %+v", row)
	}
}

// TestAppend: rows are appended with their numbers and uids, also one of a made document.
func TestAppend(t *testing.T) {
	r, table := recorder(t), new(pairs.Table)
	list := []sample.PoolInstance{drawn(0, 1, 0), drawn(1, 2, 0), drawn(0, 0, 2)}
	numbers := pairs.NewNumbering(table, len(r.Queries), r.Miner.Index.NumDocs())
	err := r.Append(context.Background(), table, numbers, list, nil, func(i int) pairs.Pair { return r.Row(list[i]) })
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]string{{"d", "e"}, {"e", "f"}, {"d~2", "d"}} {
		p := table.Pair(i)
		if p.PosID != want[0] || p.NegID != want[1] || p.UID != pairs.NewUID(Task, "", "q", p.PosID, p.NegID, 0) {
			t.Errorf("row %d: %+v, want %v", i, p, want)
		}
	}
}

// TestOfTask: four rows of a pool of three pairs are its pairs and the first one again, in a second pass; of an empty pool there are none.
func TestOfTask(t *testing.T) {
	r := recorder(t)
	result := &sample.Result{Pools: [][]sample.PoolInstance{{drawn(0, 1, 0), drawn(1, 2, 0), drawn(0, 2, 0)}}}
	rows := r.OfTask("pair:tfc1", result, 0, 4, .5, .25)
	if len(rows) != 4 || rows[0].PosID != "d" || rows[3].PosID != "d" || rows[3].NegID != "e" || rows[2].Pass != 0 || rows[3].Pass != 1 {
		t.Fatalf("%+v", rows)
	}
	for _, row := range rows {
		if row.Task != "pair:tfc1" || row.Source != pairs.Axiomatic || row.Weight != .5 || row.Margin != .25 ||
			row.PosLabel != sample.LabelPreferred || row.UID != pairs.NewUID(row.Task, row.Axiom, "q", row.PosID, row.NegID, int(row.Pass)) {
			t.Errorf("%+v", row)
		}
	}
	if rows := r.OfTask("pair:tfc1", &sample.Result{Pools: make([][]sample.PoolInstance, 1)}, 0, 4, 1, 1); len(rows) != 0 {
		t.Errorf("%d rows of an empty pool", len(rows))
	}
}

// TestOfClasses: a row has its class and pass, and no label.
func TestOfClasses(t *testing.T) {
	r := recorder(t)
	rows := r.OfClasses(r.Axioms.All[0], .5, []sample.ClassRow{{PoolInstance: drawn(1, 0, 0), Class: 2, Pass: 1},
		{PoolInstance: drawn(0, 1, 0)}})
	if len(rows) != 2 || *rows[0].Class != 2 || rows[0].Pass != 1 || *rows[1].Class != 0 || rows[0].PosLabel != 0 || rows[0].Weight != .5 ||
		rows[0].Task != r.Axioms.All[0].String() {
		t.Errorf("%+v", rows)
	}
}

// TestSpare: a spare of the judged pool is a judged row, one of an axiom's pool an axiomatic one.
func TestSpare(t *testing.T) {
	r, loss := recorder(t), quota.Loss{Weights: []float64{.5}, Margins: []float64{.25}}
	judged := r.Spare(0, sample.Spare{PoolPair: sample.PoolPair{Pos: 0, Neg: 1, Pool: sample.JudgedPool}}, loss)
	axiomatic := r.Spare(0, sample.Spare{PoolPair: sample.PoolPair{Pos: 0, Neg: 1}}, loss)
	if judged.Source != pairs.Judged || judged.Weight != 1 || axiomatic.Source != pairs.Axiomatic || axiomatic.Weight != .5 ||
		axiomatic.Axiom != "tfc1" || judged.UID == axiomatic.UID {
		t.Errorf("%+v and %+v", judged, axiomatic)
	}
}
