package arms

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
)

func load(t *testing.T, choose string) (*configs.Config, map[string]configs.Origin) {
	t.Helper()
	loaded, err := configs.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	loaded.Train.Choose = choose
	return &loaded.Config, loaded.Origins
}
