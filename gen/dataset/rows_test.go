package dataset

import (
	"slices"
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

// threeDocs returns a recorder of one query with three candidates, of which d was judged with grade 2 and e with 0. f is in no run.
func threeDocs(t *testing.T) *recorder {
	t.Helper()
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee bee"}, corpus.Doc{ID: "e", Text: "moon bee"},
		corpus.Doc{ID: "f", Text: "moon"}), analysis.Defaults())
	list, err := axioms.ParseList("tfc1")
	if err != nil {
		t.Fatal(err)
	}
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

// TestAppend: rows are appended with their numbers and uids, also one of a made document.
func TestAppend(t *testing.T) {
	r, table := threeDocs(t), new(pairs.Table)
	list := []sample.PoolInstance{drawnPair(0, 1, 0), drawnPair(1, 2, 0), drawnPair(0, 0, 2)}
	err := r.append(t.Context(), table, list, nil, func(i int) pairs.Pair { return r.judged(list[i]) })
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]string{{"d", "e"}, {"e", "f"}, {"d~2", "d"}} {
		p := table.Pair(i)
		if p.PosID != want[0] || p.NegID != want[1] || p.UID != pairs.NewUID(pairs.Pairwise, "", "q", p.PosID, p.NegID, 0) {
			t.Errorf("row %d: %+v, want %v", i, p, want)
		}
	}
}

// TestOfTask: four rows of a pool of three pairs are its pairs and the first one again, in a second pass; of an empty pool there are none.
func TestOfTask(t *testing.T) {
	r := threeDocs(t)
	result := &sample.Result{Pools: [][]sample.PoolInstance{{drawnPair(0, 1, 0), drawnPair(1, 2, 0), drawnPair(0, 2, 0)}}}
	rows := r.ofTask("pair:tfc1", result, 0, 4, .5, .25)
	if len(rows) != 4 || rows[0].PosID != "d" || rows[3].PosID != "d" || rows[3].NegID != "e" || rows[2].Pass != 0 || rows[3].Pass != 1 {
		t.Fatalf("%+v", rows)
	}
	for _, row := range rows {
		if row.Task != "pair:tfc1" || row.Source != pairs.Axiomatic || row.Weight != .5 || row.Margin != .25 ||
			row.PosLabel != sample.LabelPreferred || row.UID != pairs.NewUID(row.Task, row.Axiom, "q", row.PosID, row.NegID, int(row.Pass)) {
			t.Errorf("%+v", row)
		}
	}
	if rows := r.ofTask("pair:tfc1", &sample.Result{Pools: make([][]sample.PoolInstance, 1)}, 0, 4, 1, 1); len(rows) != 0 {
		t.Errorf("%d rows of an empty pool", len(rows))
	}
}

// TestOfClasses: a row has its class and pass, and no label.
func TestOfClasses(t *testing.T) {
	r := threeDocs(t)
	rows := r.ofClasses(r.Axioms.All[0], .5, []sample.ClassRow{{PoolInstance: drawnPair(1, 0, 0), Class: 2, Pass: 1},
		{PoolInstance: drawnPair(0, 1, 0)}})
	if len(rows) != 2 || *rows[0].Class != 2 || rows[0].Pass != 1 || *rows[1].Class != 0 || rows[0].PosLabel != 0 || rows[0].Weight != .5 ||
		rows[0].Task != r.Axioms.All[0].String() {
		t.Errorf("%+v", rows)
	}
}

// TestSpare: a spare of the judged pool is a judged row, one of an axiom's pool an axiomatic one.
func TestSpare(t *testing.T) {
	r, loss := threeDocs(t), quota.Loss{Weights: []float64{.5}, Margins: []float64{.25}}
	judged := r.spare(0, sample.Spare{PoolPair: sample.PoolPair{Pos: 0, Neg: 1, Pool: sample.JudgedPool}}, loss)
	axiomatic := r.spare(0, sample.Spare{PoolPair: sample.PoolPair{Pos: 0, Neg: 1}}, loss)
	if judged.Source != pairs.Judged || judged.Weight != 1 || axiomatic.Source != pairs.Axiomatic || axiomatic.Weight != .5 ||
		axiomatic.Axiom != "tfc1" || judged.UID == axiomatic.UID {
		t.Errorf("%+v and %+v", judged, axiomatic)
	}
}

// TestDrawnIDs: a made document is named after its source and how often that is repeated.
func TestDrawnIDs(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee"}, corpus.Doc{ID: "e", Text: "moon"}), analysis.Defaults())
	q := mine.Query{ID: "q", Docs: []mine.Candidate{{Doc: 0}, {Doc: 1}, {Doc: 0, Made: 4}}}
	names := namesOf(x, []mine.Query{q})
	for _, c := range []struct {
		in   pairs.Instance
		want string
	}{{pairs.Instance{Pos: 0, Neg: 1}, "q d e"}, {pairs.Instance{Pos: 0, Neg: 1, Made: 2}, "q d~2 e"},
		{pairs.Instance{Pos: 2, Neg: 1}, "q d~4 e"},
		{pairs.Instance{Pos: 1, Neg: 2}, "q e d~4"}} {
		query, pos, neg := names(sample.PoolInstance{Instance: c.in})
		if got := query + " " + pos + " " + neg; got != c.want {
			t.Errorf("%+v: %s, want %s", c.in, got, c.want)
		}
	}
}

// TestByQuery: places by rising query, those of one query in their order.
func TestByQuery(t *testing.T) {
	var list []sample.PoolInstance
	for _, q := range []int32{2, 0, 2, 3, 0} {
		list = append(list, sample.PoolInstance{Query: q})
	}
	if got := byQuery(list, 4); !slices.Equal(got, []uint32{1, 4, 0, 2, 3}) {
		t.Errorf("%d", got)
	}
}

// TestOfPool: the row has its pool's name, weight, margin and labels, and, where each axiom has a pool, the axiom's reading.
func TestOfPool(t *testing.T) {
	list, err := axioms.ParseList("tfc1, tfc1(variant=klose)")
	if err != nil {
		t.Fatal(err)
	}
	for strategy, want := range map[string]string{sample.Paired: "klose", sample.MultiGraded: ""} {
		r := threeDocs(t)
		r.Miner.Axioms, r.Options.Strategy = list, strategy
		r.Axioms = &quota.Axioms{Drawn: []int{0, 1}, Pools: []sample.Pool{{Name: "a"}, {Name: "b"}}}
		row := r.ofPool(drawnPair(0, 1, 0), 1, quota.Loss{Weights: []float64{1, .5}, Margins: []float64{1, .25}})
		if row.Variant != want || row.Axiom != "b" || row.Source != pairs.Axiomatic || row.Weight != .5 || row.Margin != .25 ||
			row.PosLabel != sample.LabelPreferred || row.NegLabel != sample.LabelRest {
			t.Errorf("%s: %+v", strategy, row)
		}
	}
}
