package arms

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
)

// Keys that change the candidates are for a sweep's outer keys.
func TestGridRefuses(t *testing.T) {
	for choose, want := range map[string]string{
		`{gen.hits: ["10", "20"]}`:  "gen.hits changes the candidates",
		`{train.seeds: ["1"]}`:      "train.seeds changes the candidates or nothing",
		`{train.histogram: [nope]}`: `train.histogram: "nope" is none of ch, nh, lch`,
	} {
		c, origins := load(t, choose)
		if err := Check(c, origins); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", choose, err)
		}
	}
}

func load(t *testing.T, choose string) (*configs.Config, map[string]configs.Origin) {
	t.Helper()
	loaded, err := configs.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	loaded.Train.Choose = choose
	return &loaded.Config, loaded.Origins
}
