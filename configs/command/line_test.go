package command

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/spf13/cobra"
)

// A line is without folders, and what only looks like a path stays as it was given.
func TestLine(t *testing.T) {
	cmd := &cobra.Command{Use: "gen"}
	configs.AddFlags(cmd.Flags(), "gen", "train")
	var own string
	cmd.Flags().StringVar(&own, "figure", "", "")
	given := []string{"--axioms", "tfc1, m-tdc/klose, run(/runs/dense.txt)", "--data", "/home/me/wikiqa", "--stemmer",
		"table:/lists/krovetz.txt",
		"--choose", `{gen.vectors: ["", "/v/glove.txt"]}`, "--figure", "/tmp/a page.html", "--threads", "3"}
	if err := cmd.ParseFlags(append(given, "/runs/bm25.txt")); err != nil {
		t.Fatal(err)
	}
	want := `gen --axioms 'tfc1, m-tdc/klose, run(dense.txt)' --data wikiqa --stemmer table:krovetz.txt ` +
		`--choose '{gen.vectors: ["", "glove.txt"]}' --figure 'a page.html' bm25.txt`
	if got := Line(cmd); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
