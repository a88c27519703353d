//go:build !windows

package collection

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestPipesAreRefused: inputs are read more than once, so that a pipe is an error before anything is read of it. Nobody writes to this one:
// who opens it waits for ever.
func TestPipesAreRefused(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	must.Do(t, syscall.Mkfifo(pipe, 0o600))
	for flag, set := range map[string]func(g *configs.Gen){
		"data":          func(g *configs.Gen) { g.Data = pipe },
		"collection":    func(g *configs.Gen) { g.Collection = pipe },
		"topics":        func(g *configs.Gen) { g.Topics = pipe },
		"topics, test":  func(g *configs.Gen) { g.Topics = "train=x.tsv,test=" + pipe },
		"qrels":         func(g *configs.Gen) { g.Qrels = pipe },
		"run":           func(g *configs.Gen) { g.Run = "test=" + pipe },
		"run, patterns": func(g *configs.Gen) { g.Run = filepath.Dir(pipe) + "/p*" },
	} {
		c := must.Get(configs.Load("", nil))(t)
		c.Gen.Data = "../../configs/demo"
		set(&c.Gen)
		if _, err := FindCollection(&c.Gen); err == nil || !strings.HasPrefix(err.Error(), pipe+": it is a pipe or a device") {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
