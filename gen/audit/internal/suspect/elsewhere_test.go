package suspect

import (
	"math"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
)

// TestElsewhere: the negative "sea fox" of "red fox" is the positive of "red dog", which has one word of two, and of "blue hen"; that of
// "red dog" is a positive of no other query. Case and white space do not count.
func TestElsewhere(t *testing.T) {
	stats := NewStatistics()
	for _, text := range []string{"red fox runs", "sea fox", "hen fox"} {
		stats.Add(trainset.Words(nil, text))
	}
	row := func(query, positive, negative string) corpus.TrainingRow {
		return corpus.TrainingRow{Query: query, Docs: []corpus.TrainingDoc{{Text: positive, Grade: 1}, {Text: negative}}}
	}
	c := collect(stats, nil, row("red fox", "red fox runs", "Sea  fox"), row("red dog", "sea fox", "hen fox"), row("blue hen", "sea fox", "hen fox"),
		row("red fox", "red fox runs", "red fox runs"))
	red, fox, dog := math.Log(1+2.5/1.5), math.Log(1+.5/3.5), math.Log(1+3.5/.5)
	want := red * red / (math.Sqrt(red*red+fox*fox) * math.Sqrt(red*red+dog*dog))
	for i, w := range []float64{want, 0, 0, 0} {
		if got := c.Negatives[i].Features[Elsewhere]; math.Abs(float64(got)-w) > 1e-6 {
			t.Errorf("negative %d: %v, want %v", i, got, w)
		}
	}
}
