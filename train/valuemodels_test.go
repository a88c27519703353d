package train

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/train/trial"
	"github.com/google/go-cmp/cmp"
)

// TestShow by hand: at each value the setting with the best dev, the first of equals. A setting without the key is at no value; one whose
// value is empty is at that.
func TestShow(t *testing.T) {
	setting := func(pairs ...string) (s configs.Settings) {
		for i := 0; i < len(pairs); i += 2 {
			s = append(s, configs.Setting{Key: pairs[i], Value: pairs[i+1]})
		}
		return s
	}
	list := []configs.Settings{
		setting("gen.ratio", "1:1", "gen.delta_star", ""), setting("gen.ratio", "4:1", "gen.delta_star", ""),
		setting("gen.ratio", "1:1", "gen.delta_star", "0.1"), setting("gen.ratio", "4:1", "gen.delta_star", "0.1"),
		setting("train.restart", "1"),
	}
	var models []*trial.TrainedModel
	for _, dev := range []float64{.4, .6, .5, .6, .9} {
		models = append(models, &trial.TrainedModel{Dev: dev})
	}
	u := &Unit{}
	u.show([]string{"gen.ratio", "gen.delta_star"}, list, models)
	var got []string
	for _, x := range u.Shown {
		got = append(got, fmt.Sprintf("%s %q cell %d dev %v", x.Key, x.Value, x.Cell, x.Model.Dev))
	}
	want := []string{`gen.ratio "1:1" cell 2 dev 0.5`, `gen.ratio "4:1" cell 1 dev 0.6`, `gen.delta_star "" cell 1 dev 0.6`,
		`gen.delta_star "0.1" cell 3 dev 0.6`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	shows := []string{"gen.ratio"}
	if key := withShown("key", nil); key != "key" || withShown("key", shows) == "key" {
		t.Errorf("key %q without values, %q with", key, withShown("key", shows))
	}
}
