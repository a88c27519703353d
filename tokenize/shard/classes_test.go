package shard

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestNothingFits asks for formats that no row can go to.
func TestNothingFits(t *testing.T) {
	c := shardtest.NewCollection(t, 20, 80)
	for format, rows := range map[string][]pairs.Pair{"triples": c.ClassRows(30, 1),
		"st-ids": c.ClassRows(30, 1), "tevatron-ids": c.ClassRows(30,
			1), "duet": c.ClassRows(30, 1), "st-margin-mse": c.Pairs(1, 1)} {
		o := plainFormats()
		o.Formats = []string{format}
		if _, err := write(t, t.TempDir(), 0, inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)}),
			o); err == nil || !strings.Contains(err.Error(), "no pair fits the format "+format) {
			t.Errorf("%s: %v", format, err)
		}
	}
	in := inputOf(c, plan.Split{Name: "test", Pairs: pairs.TableOf(c.ClassRows(30, 1))})
	in.Lenient = true
	o := plainFormats()
	o.Formats = []string{"triples", "mtdnn"}
	dir, m := mustWrite(t, in, o)
	if want := []string{"manifest.json", "mtdnn/anti-reg_test.json", "mtdnn/reg_test.json", "mtdnn/task_def.yml", "tokenizer.json",
		"tokenizer_config.json", "vocab.txt"}; !cmp.Equal(sortedNames(files(t, dir)),
		want) || m.Warnings["formats left out, since no pair fits"] != 1 {
		t.Errorf("files %q, warnings %v", sortedNames(files(t, dir)), m.Warnings)
	}
	in.Splits = append(in.Splits, plan.Split{Name: "train", Pairs: pairs.TableOf(c.Pairs(30, 1))})
	if dir, m := mustWrite(t, in, o); len(files(t, dir)) != 9 || m.Warnings["pairs of tasks without training pairs left out of mtdnn"] != 30 {
		t.Errorf("files %q, warnings %v", sortedNames(files(t, dir)), m.Warnings)
	}
}
