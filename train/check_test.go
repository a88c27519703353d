package train

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func load(t *testing.T, choose string) (*configs.Config, map[string]configs.Origin) {
	t.Helper()
	loaded := must.Get(configs.Load("", nil))(t)
	loaded.Train.Choose = choose
	return &loaded.Config, loaded.Origins
}
