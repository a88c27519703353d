package train_test

import (
	"errors"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// chain begins a preset's run over a collection in dir, edited; it is closed when the test ends.
func chain(t *testing.T, preset, data, dir string, mode result.Mode, edit func(*configs.Config)) *prepare.Preparation {
	t.Helper()
	loaded := must.Get(configs.Load(preset, nil))(t)
	loaded.Gen.Data = data
	edit(&loaded.Config)
	out := must.Get(result.Claim(dir, mode))(t)
	c := must.Get(gen.Start(&loaded.Config, out, nil, "test"))(t)
	c.Run.Origins = loaded.Origins
	t.Cleanup(func() {
		if err := errors.Join(c.Close(), out.Close()); err != nil {
			t.Error(err)
		}
	})
	return c
}
