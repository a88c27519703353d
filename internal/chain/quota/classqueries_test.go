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
