package export

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
)

// TestCheckCandidates: candidates are those of splits beside the training one, so that one of the wanted names has to be there.
func TestCheckCandidates(t *testing.T) {
	for _, test := range []struct {
		want, trainOn string
		splits        []string
		refused       bool
	}{
		{"none", "", []string{"all"}, false},
		{"test", "", []string{"all"}, true},
		{"all", "", []string{"all"}, true},
		{"test", "", []string{"train", "dev"}, true},
		{"test", "", []string{"train", "test"}, false},
		{"dev", "", []string{"train", "test"}, true},
		{"all", "", []string{"train", "dev"}, false},
		{"all", "", []string{"train"}, true},
		{"dev", "dev", []string{"dev", "test"}, true}, // dev is trained on
		{"test", "dev", []string{"dev", "test"}, false},
	} {
		c := &configs.Config{Tokenize: configs.Tokenize{Candidates: test.want}}
		c.Gen.TrainOn = test.trainOn
		err := CheckCandidates(c, test.splits)
		if (err != nil) != test.refused {
			t.Errorf("candidates %s of splits %v, trained on %q: %v", test.want, test.splits, test.trainOn, err)
		}
		if err != nil && !strings.Contains(err.Error(), "no candidates of "+test.want+" to write") {
			t.Errorf("candidates %s of splits %v: %v", test.want, test.splits, err)
		}
	}
}
