package quota

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
)

// What gen.class_queries does not understand is refused before anything is read.
func TestClassQueriesRefused(t *testing.T) {
	for text, want := range map[string]string{"train=4,train=5": "twice", "train=0": `"train=0"`, "": "is empty", "dev": `"dev"`,
		"trian": "did you mean train?", "=3": `"=3"`} {
		if _, err := ParseClassQueries(&configs.Gen{TaskOptions: configs.TaskOptions{ClassQueries: text}}); errs.ExitCode(err) != 2 ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if list, err := ParseClassQueries(&configs.Gen{TaskOptions: configs.TaskOptions{ClassQueries: "train"}}); list != nil || err != nil {
		t.Errorf("train: %v, %v", list, err)
	}
	if _, err := ParseClassQueries(&configs.Gen{TaskOptions: configs.TaskOptions{ClassQueries: "train",
		Mixture: "ranking=1", UniqueQueries: 5}}); errs.ExitCode(err) != 2 {
		t.Error("unique queries beside all training queries are no error")
	}
}

// TestClassSplits: a split that no query has is refused, with what there is and how to get one.
func TestClassSplits(t *testing.T) {
	for _, c := range []struct {
		text string
		has  []string
		want string // in the hint; "" if nothing is refused
	}{
		{"train", []string{"all"}, ""},
		{"train=100,dev=100", []string{"train", "dev", "test"}, ""},
		{"train=100,dev=100", []string{"all"}, `--set class_queries=all=200 takes as many, or --splits "hash 80/10/10"`},
		{"tran=100", []string{"train", "test"}, "train"},
	} {
		g := configs.Gen{TaskOptions: configs.TaskOptions{ClassQueries: c.text}}
		err := CheckClassSplits(&configs.Config{Gen: g}, c.has)
		if (err == nil) != (c.want == "") || err != nil && (errs.ExitCode(err) != 2 || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s of %v: %v", c.text, c.has, err)
		}
	}
}
