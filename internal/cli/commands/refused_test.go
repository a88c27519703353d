package commands

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
)

// TestRefusedLeavesNothing: each command with an output directory that refuses what it reads, by then in the middle of its work, leaves
// the directory as it was: none, or an empty one.
func TestRefusedLeavesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	files := maps.Clone(chaintest.Files)
	files["no.prefs"], files["no.run"], files["no.query"] = "apple\n", "q4 Q0 d99 1 1.0 x\n", "q99 Q0 d1 1 1.0 x\n"
	data := chaintest.Write(t, files)
	lines := map[string][]string{
		"gen": {"--axioms prefs(DIR/no.prefs)"}, "gen index": {"--collection DIR/no.run --format trec"}, "gen retrieve": {"--run test=DIR/no.run"},
		"gen mine": {"--axioms prefs(DIR/no.prefs)"}, "gen sample": {"--axioms prefs(DIR/no.prefs)"},
		"gen sweep": {"--axioms prefs(DIR/no.prefs)"}, "train": {"--axioms prefs(DIR/no.prefs)"},
		"train sweep": {"--axioms prefs(DIR/no.prefs)"}, "train eval": {"DIR/no.run --qrels DIR/qrels.dev.txt", "DIR/no.prefs --qrels DIR/qrels.dev.txt"},
		"axioms diagnose": {"DIR/no.run", "DIR/no.query", "DIR/no.prefs"}, "demo": {"--axioms prefs(DIR/no.prefs)"},
		"audit": {"DIR/no.run", "DIR/collection.tsv --run DIR/no.prefs"}, "tokenize shards": {"DIR"},
	}
	for _, cmd := range runnable(New()) {
		if cmd.Flags().Lookup("output") == nil || cmd.Flags().Lookup("resume") == nil {
			continue
		}
		name := strings.TrimPrefix(cmd.CommandPath(), "axiomine ")
		if lines[name] == nil {
			t.Errorf("%s is not tried", name)
		}
		for _, line := range lines[name] {
			for _, exists := range []bool{false, true} {
				out := filepath.Join(t.TempDir(), "out")
				if exists {
					if err := os.Mkdir(out, 0o777); err != nil {
						t.Fatal(err)
					}
				}
				args := append(strings.Fields(name), strings.Fields(strings.ReplaceAll(line, "DIR", data))...)
				if cmd.Flags().Lookup("data") != nil && name != "demo" && name != "train eval" {
					args = append(args, "--data", data)
				}
				err := execute(t, append(args, "-q", "-o", out)...)
				fault, ok := errors.AsType[*errs.Error](err)
				if !ok || fault.Kind != errs.Input && fault.Kind != errs.Usage {
					t.Errorf("%s %s: %v is no refusal", name, line, err)
				}
				if left, err := os.ReadDir(out); (err == nil) != exists || len(left) > 0 {
					t.Errorf("%s %s leaves %v (%v)", name, line, left, err)
				}
			}
		}
	}
}
