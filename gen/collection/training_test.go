package collection

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
)

// Rows come from train, from the split that is named, or from all queries where nothing divides them. Held-out queries alone are refused.
func TestTrainingSplit(t *testing.T) {
	for _, c := range []struct {
		has, named, want string
	}{
		{"train", "", "train"},
		{"train dev test", "", "train"},
		{"train dev test", "dev", "dev"},
		{"all", "", "all"},
		{"test", "test", "test"},
		{"test", "", ""},
		{"dev", "", ""},
		{"dev test", "", ""},
		{"eval", "", ""},
		{"all test", "", ""},
		{"train test", "tset", ""},
	} {
		got, err := TrainingSplit(&configs.Gen{QueryOptions: configs.QueryOptions{TrainOn: c.named}}, strings.Fields(c.has))
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s, named %q: %q, %v", c.has, c.named, got, err)
		}
		if f, ok := err.(*errs.Error); err != nil && c.named == "" && (!ok || !strings.Contains(f.Hint, "--splits") ||
			!strings.Contains(f.Hint, "--set train_on") || !strings.Contains(f.Hint, "--topics train=")) {
			t.Errorf("%s: the error does not name three ways on: %v", c.has, err)
		}
	}
}
