package configs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/pflag"
)

// splitValues are values of the keys that hold names of splits: with a word for dev and one for train, and as they are kept.
var splitValues = map[string][2]string{
	"gen.train_on":        {"Validation", "dev"},
	"gen.query_sample":    {"val=.1, training=0.5,head.val=.2", "dev=.1,train=0.5,head.val=.2"},
	"gen.splits":          {"test from validation 30", "test from dev 30"},
	"gen.class_queries":   {"training=5,valid=4,test=3", "train=5,dev=4,test=3"},
	"tokenize.rows_of":    {"train,development", "train,dev"},
	"tokenize.candidates": {"validation", "dev"},
}

// TestWordsForSplits: each key that may hold the name of a split takes other words for it, by a flag, a variable, a file and a sweep.
func TestWordsForSplits(t *testing.T) {
	// What is said of splits, and holds no name of one.
	others := []string{"gen.columns", "gen.fold", "gen.on_overlap", "gen.limit", "gen.made", "gen.class_test",
		"gen.unique_queries", "gen.unique_test", "tokenize.readers", "train.patience", "train.choose",
		"train.dev_queries", "train.tune_retrieval", "gen.vectors", "tokenize.vocab", "gen.sample", "gen.violated_by",
		"gen.weights", "gen.dimension"}
	bySplit := []string{"gen.topics", "gen.qrels", "gen.run"} // read by collection.ParseBySplit, whose test has these words
	says := regexp.MustCompile(`\b(splits?|train|dev|test)\b`)
	for _, k := range configs.Keys() {
		values, has := splitValues[k.Name]
		if !has {
			if says.MatchString(k.Help()) && !slices.Contains(others, k.Name) && !slices.Contains(bySplit, k.Name) {
				t.Errorf("%s: does its value hold the name of a split? Add it to a list here", k.Name)
			}
			continue
		}
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		configs.AddFlags(flags, k.Noun())
		must.Do(t, flags.Parse(k.Words(values[0])))
		byFlag, flagErr := configs.Load("", flags)
		file := filepath.Join(t.TempDir(), "c.yaml")
		must.Do(t, os.WriteFile(file, []byte(k.Noun()+":\n  "+k.Word()+": "+values[0]+"\n"), 0o600))
		byFile, fileErr := configs.Load(file, nil)
		t.Setenv(k.Env(), values[0])
		byVariable, variableErr := configs.Load("", nil)
		t.Setenv(k.Env(), "")
		laid, err := configs.Load("", nil)
		if err != nil || flagErr != nil || fileErr != nil || variableErr != nil {
			t.Errorf("%s: %v, %v, %v, %v", k.Name, err, flagErr, fileErr, variableErr)
			continue
		}
		sweep := configs.Sweep{}
		swept, err := sweep.Lay(laid.Config, []configs.Setting{{Key: k.Name, Value: values[0]}})
		if err != nil {
			t.Errorf("%s in a sweep: %v", k.Name, err)
			continue
		}
		for _, c := range []*configs.Config{&byFlag.Config, &byFile.Config, &byVariable.Config, swept} {
			if got := k.Get(c); got != values[1] {
				t.Errorf("%s: %q is %q, want %q", k.Name, values[0], got, values[1])
			}
		}
	}
}

// TestFormatsOfASweep: other names of formats are those formats in a sweep, too.
func TestFormatsOfASweep(t *testing.T) {
	var c configs.Config
	if err := c.Set("tokenize.output_format", "triplets,jsonl"); err != nil || c.Tokenize.OutputFormat != "st-triplet,jsonl" {
		t.Errorf("%q, %v", c.Tokenize.OutputFormat, err)
	}
}
