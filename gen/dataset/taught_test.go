package dataset_test

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// taughtRows are rows with a teacher's scores; each score grows by add, so that the order of the documents stays.
func taughtRows(add float64) string {
	var b strings.Builder
	for q, name := range []string{"red fox", "blue hen", "green sea"} {
		fmt.Fprintf(&b, `{"query": "%s", "pos": ["the %s sings"], "neg": ["a %s %d", "no sea"], `, name, name, name, q)
		fmt.Fprintf(&b, `"pos_scores": [%g], "neg_scores": [%g, 0.5]}`+"\n", 3+2*add, 1+add)
	}
	return b.String()
}

// sumOfRows returns a checksum of the files below a folder, except manifests, which have checksums of the inputs.
func sumOfRows(t *testing.T, folder string) [sha256.Size]byte {
	t.Helper()
	var all []byte
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() || !strings.Contains(path, "/") || strings.Contains(path, "manifest") || strings.HasSuffix(path, ".md") {
			return err
		}
		raw, err := os.ReadFile(filepath.Join(folder, path))
		all = append(all, raw...)
		return err
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("%v, %d bytes of rows", err, len(all))
	}
	return sha256.Sum256(all)
}

// TestScoresAreTaughtOrNamed: in every output format the scores of rows change what is written, or one line says that nothing teaches
// them and names formats that do.
func TestScoresAreTaughtOrNamed(t *testing.T) {
	formats := append(shard.FormatNames(), "template rankt5")
	for _, format := range formats {
		t.Run(format, func(t *testing.T) {
			name, template, _ := strings.Cut(format, " ")
			var sums [2][sha256.Size]byte
			var said []string
			for i := range sums {
				p, _ := made(t, name, func(c *configs.Config) {
					c.Gen.Data = filepath.Join(chaintest.Write(t, map[string]string{"rows.jsonl": taughtRows(float64(i))}), "rows.jsonl")
					c.Gen.Axioms, c.Gen.Splits = "", "hash 40/30/30"
					c.Tokenize.Template, c.Tokenize.GroupSize = "dpo", 2
					if template != "" {
						c.Tokenize.Template = template
					}
				})
				sums[i] = sumOfRows(t, p.Run.Out.Path(dataset.ShardsDir))
				said = slices.DeleteFunc(p.Inputs.Collection.Layout.Unread.Lines(), func(line string) bool { return !strings.Contains(line, "scores") })
			}
			isTaught, isNamed := sums[0] != sums[1], len(said) == 1 && strings.Contains(said[0], "st-margin-mse")
			if isTaught == isNamed {
				t.Errorf("the scores change the rows: %t; the lines of them: %q", isTaught, said)
			}
		})
	}
}
