package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/cobra"
)

// A line keeps whole paths, says as flags what the environment sets, leaves out what decides nothing, and fills a folder of its own.
func TestLine(t *testing.T) {
	cmd := &cobra.Command{Use: "gen"}
	configs.AddFlags(cmd.Flags(), "gen", "train")
	var own string
	cmd.Flags().StringVar(&own, "figure", "", "")
	cmd.Flags().StringArray("measure", nil, "")
	cmd.Flags().Bool("every-pair", false, "")
	cmd.Flags().StringP("output", "o", "", "")
	cmd.Flags().StringP("config", "c", "", "")
	t.Setenv("AXIOMINE_GEN_HITS", "7")
	t.Setenv("AXIOMINE_GEN_DATA", "elsewhere") // a flag is given, which holds
	t.Setenv("AXIOMINE_GEN_THREADS", "2")
	given := []string{"--axioms", "tfc1, m-tdc/klose, run(/runs/dense.txt)", "--data", "/home/me/wikiqa", "-o", "out", "-c", "demo",
		"--set", "stemmer=table:/lists/krovetz.txt", "--figure", "/tmp/a page.html", "--threads", "3",
		"--measure", "map", "--measure", "P@5", "--every-pair", "--set=strict=true"}
	must.Do(t, cmd.ParseFlags(append(given, "/runs/bm25.txt")))
	want := `gen --data /home/me/wikiqa --hits 7 ` +
		`--axioms 'tfc1, m-tdc/klose, run(/runs/dense.txt)' ` +
		`--figure '/tmp/a page.html' --measure map --measure P@5 --every-pair=true --config demo ` +
		`--set strict=true --set stemmer=table:/lists/krovetz.txt -o again /runs/bm25.txt`
	if got := Line(cmd); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A key that is on stands behind an equals sign, as the flag takes it.
func TestLineForAKeyThatIsOn(t *testing.T) {
	l := must.Get(configs.Load("", nil))(t)
	c := l.Config
	c.Gen.Strict, c.Gen.Hits = true, 7
	line, err := LineFor("axiomine gen", "", &c, BaseNames, "gen")
	if want := "axiomine gen --set strict=true --hits 7"; line != want || err != nil {
		t.Errorf("%s, %v, want %s", line, err, want)
	}
}

// A configuration file is written before the command that reads it, whatever it holds.
func TestLineWithAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "own.yaml")
	must.Do(t, os.WriteFile(file, []byte("extends: demo # no EOF\ngen: {hits: 5}"), 0o600))
	cmd := &cobra.Command{Use: "train"}
	cmd.Flags().StringP("config", "c", "", "")
	must.Do(t, cmd.ParseFlags([]string{"-c", file}))
	want := "cat > again.yaml <<'EOFF'\nextends: demo # no EOF\ngen: {hits: 5}\nEOFF\ntrain --config again.yaml"
	if got := Line(cmd); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
