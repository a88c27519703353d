package suspect

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
)

// compared returns the positives of rows about "red fox", with a run that has the scores of documents by their texts.
func compared(scores map[string]float64, rows ...[]corpus.TrainingDoc) (*Suspects, *Statistics) {
	s := NewStatistics()
	var lines []corpus.RunRow
	for _, row := range rows {
		for i := range row {
			row[i].ID = row[i].Text
			s.Add(trainset.Words(nil, row[i].Text))
		}
	}
	for _, doc := range []string{"red fox", "red fox runs", "red sea", "blue sea"} {
		if score, has := scores[doc]; has {
			lines = append(lines, corpus.RunRow{QueryID: "q", DocID: doc, Score: score})
		}
	}
	var runs []*Run
	if lines != nil {
		runs = append(runs, NewRun("m", lines))
	}
	var list []corpus.TrainingRow
	for _, row := range rows {
		list = append(list, corpus.TrainingRow{QueryID: "q", Query: "red fox", Docs: row})
	}
	return collect(s, runs, list...), s
}

func doc(text string, grade float64) corpus.TrainingDoc {
	return corpus.TrainingDoc{Text: text, Grade: grade}
}

// TestPositive compares a positive with three negatives, by hand: two hold both words of the query and are above it, one holds none. The
// positive is in two rows and is compared with the negatives of both; a negative that is a positive too does not count.
func TestPositive(t *testing.T) {
	c, stats := compared(map[string]float64{"red sea": .2, "red fox": .5, "blue sea": .1},
		[]corpus.TrainingDoc{doc("red fox", 0), doc("red sea", 1), doc("red fox runs", 0)},
		[]corpus.TrainingDoc{doc("red sea", 1), doc("blue sea", 0), doc("red sea", 0)})
	if len(c.Positives) != 1 {
		t.Fatalf("%+v", c.Positives)
	}
	p, f := c.Positives[0], c.Positives[0].Features
	if p.Row != 0 || p.Item != 1 || p.Negatives != 3 || p.NegativesAbove != 2 ||
		p.Words != 2 || p.Holds != 1 || p.RunScored != 2 || p.RunAbove != 1 {
		t.Errorf("%+v", p)
	}
	var own, both, more document
	stats.read(&own, "red sea")
	stats.read(&both, "red fox")
	stats.read(&more, "red fox runs")
	var redFox query
	stats.ask(&redFox, "red fox")
	a, _ := stats.bm25(&redFox, &own)
	b, _ := stats.bm25(&redFox, &both)
	d, _ := stats.bm25(&redFox, &more)
	mean := (b + d + 0) / 3
	deviation := math.Sqrt(((b-mean)*(b-mean) + (d-mean)*(d-mean) + mean*mean) / 3)
	var sea document
	stats.read(&sea, "blue sea")
	for feature, want := range map[int]float64{
		BM25: a, PositiveRank: 2.5 / 4, PositiveZ: (a - mean) / deviation, BM25Lead: a - b,
		PositiveLikeTop:  (cosine(&own, &both)*b + cosine(&own, &more)*d) / (b + d),
		PositiveLikeMost: max(cosine(&own, &both), cosine(&own, &sea)),
		PositiveLength:   math.Log(3) - (math.Log(3)+math.Log(4)+math.Log(3))/3,
		RunScore:         0,               // the second of three
		RunLead:          -math.Sqrt(1.5), // of -x, 0, x
	} {
		if math.Abs(float64(f[feature])-want) > 1e-5 {
			t.Errorf("%s: %v, want %v", PositiveNames[feature], f[feature], want)
		}
	}
}

// TestPositiveAlone: a positive with few negatives has no score, and one that no run scores has no features of a run.
func TestPositiveAlone(t *testing.T) {
	c, _ := compared(nil, []corpus.TrainingDoc{doc("red sea", 1)})
	if f := c.Positives[0].Features; f[PositiveRank] != .5 || f[BM25Lead] != 0 || !math.IsNaN(float64(f[RunLead])) {
		t.Errorf("%+v", f)
	}
	for range leastPositives {
		c.Positives = append(c.Positives, unknown(Document{Negatives: leastNegatives}))
	}
	c.Positives = append(c.Positives, unknown(Document{Negatives: leastNegatives - 1}))
	if c.Score(); !math.IsNaN(float64(c.Positives[0].Score)) || math.IsNaN(float64(c.Positives[1].Score)) ||
		!math.IsNaN(float64(c.Positives[leastPositives+1].Score)) {
		t.Errorf("%v, %v", c.Positives[0].Score, c.Positives[1].Score)
	}
	c.Positives = c.Positives[:leastPositives-1]
	if c.Score(); !math.IsNaN(float64(c.Positives[1].Score)) {
		t.Errorf("%d positives are too few, and one has %v", len(c.Positives), c.Positives[1].Score)
	}
}

// TestPositivesFile: every feature of every model is one of ours and has its weight. A positive that BM25 and the run put above all
// negatives is less suspect than one that they put below them.
func TestPositivesFile(t *testing.T) {
	var good, bad [numPositive]float32
	good[BM25Lead], bad[BM25Lead], bad[PositiveRank] = .2, -.3, 1
	good[RunScore], bad[RunScore], bad[RunLead] = 1, -1, -3
	for _, name := range []string{"text", "run"} {
		m, has := readModels(positivesFile)[name]
		if n := len(m.Features); !has || n == 0 || len(m.Weights) != n {
			t.Fatalf("%s: %+v", name, m)
		}
		for _, feature := range m.Features {
			if !slices.Contains(PositiveNames[:], feature) || name == "text" && slices.Index(PositiveNames[:], feature) < BM25 {
				t.Errorf("%s: feature %s", name, feature)
			}
		}
		both := [][numPositive]float32{good, bad}
		if logits := m.logits(PositiveNames[:], 2, func(i, feature int) float32 { return both[i][feature] }); logits[0] >= logits[1] {
			t.Errorf("%s: a positive above all negatives is as suspect as one below them", name)
		}
	}
	var about struct{ About string }
	if err := json.Unmarshal(positivesFile, &about); err != nil || about.About == "" {
		t.Error("nothing says how the weights were fitted")
	}
}
