package commands

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// amountKeys are the keys whose values are amounts that a user asks for.
var amountKeys = []string{configs.PairsKey, configs.RatioKey, configs.JudgedKey, configs.JudgedQueriesKey,
	configs.ClassQueriesKey, configs.ClassTestKey, configs.UniqueQueriesKey, configs.UniqueTestKey, "gen.mixture", "gen.rows"}

// An asked amount is a command line that asks for more than the small collection has, and what the last line then says. DIR is the
// folder of the collection, OUT where the command writes.
type askedAmount struct {
	command string // path of the command, then what it needs
	asks    string
	says    string
	leaves  string // a file below OUT that is there although the amount is not reached; "" for OUT itself
	given   string // of standard input
}

const (
	few   = "tfc1: gen.pairs asks for 90,000"
	epoch = "tfc1 in an epoch: gen.pairs asks for 90,000"
)

// askedAmounts has a line for each command that takes an amount, and for each of its modes.
var askedAmounts = []askedAmount{
	{command: "gen --output-format jsonl", asks: "--pairs 90000", says: few, leaves: "shards/manifest.json"},
	{command: "gen sample", asks: "--pairs 90000", says: few, leaves: "pairs/train.parquet"},
	{command: "gen sample", asks: "--ratio 90000:1", says: "tfc1: gen.ratio asks for", leaves: "pairs/train.parquet"},
	{command: "gen sample", asks: "--judged 90000", says: "judged pairs: gen.judged asks for 90,000", leaves: "pairs/train.parquet"},
	{command: "gen sample", asks: "--judged-queries 90000", says: "gen.judged_queries asks for 90,000", leaves: "pairs/train.parquet"},
	{command: "gen sample --mixture ranking=1,tfc1=1", asks: "--set class_test=90000", says: "gen.class_test asks for 90,000",
		leaves: "pairs/train.parquet"},
	{command: "gen sweep -c DIR/sweep.yaml --output-format jsonl", asks: "--pairs 90000", says: few, leaves: "sweep.json"},
	{command: "serve", asks: "--pairs 90000", says: few, given: `{"op": "draw"}`},
	{command: "demo -c DIR/train.yaml", asks: "--pairs 90000", says: epoch, leaves: "report.html"},
	{command: "train -c DIR/train.yaml", asks: "--pairs 90000", says: epoch, leaves: "result.json"},
	{command: "train -c DIR/called.yaml", asks: "--pairs 90000", says: few, leaves: "result.json"},
	{command: "train sweep -c DIR/trains.yaml", asks: "--pairs 90000", says: epoch, leaves: "sweep.json"},
	{command: "train sweep -c DIR/calls.yaml", asks: "--pairs 90000", says: few, leaves: "sweep.json"},
}

// withoutAmounts are commands that take keys of amounts and reach none, and why.
var withoutAmounts = map[string]string{"configs show": "it shows a configuration",
	"gen mine": "it counts; the shares of its parts are drawn, and short, in gen sample --merge"}

// TestAmountsAreReachedOrTold: where a command does not reach an amount that the user asks for, what there is is written, the last line
// names the amount, and the exit code is 4; accepted, or asked by a default, it is 0.
func TestAmountsAreReachedOrTold(t *testing.T) {
	checkAmountsListed(t)
	dir := t.TempDir()
	keystest.Write(t, dir, keystest.Files())
	base := "gen: {axioms: tfc1, hits: 5, threads: 1}\ntrain: {seeds: 1, tune_retrieval: 'off', choose: none"
	trains := base + ", epochs: 1, pairs_per_epoch: 10}\n"
	calls := base + ", ranker: 'sh copy.sh {candidates} {output}'}\ntokenize: {output_format: jsonl}\n"
	sweep := "sweep: {per: {gen.hits: [4, 5]}}\n"
	for name, text := range map[string]string{"train": trains, "called": calls, "trains": trains + sweep, "calls": calls + sweep,
		"sweep": sweep} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name+".yaml"), []byte(text), 0o666))
	}
	copyOf := "#!/bin/sh\ncp \"$1\" \"$3\"\ncp \"$2\" \"$4\"\n"
	must.Do(t, os.WriteFile(filepath.Join(dir, "copy.sh"), []byte(copyOf), 0o777))
	brief := map[string]bool{} // by command: it was run in all ways; by day two commands are
	for _, a := range askedAmounts {
		if strings.Contains(a.command, "call") && runtime.GOOS == "windows" {
			continue
		}
		t.Run(strings.ReplaceAll(a.command+" "+a.asks, " ", "_"), func(t *testing.T) {
			a.check(t, dir, brief[a.command] || len(brief) > 2 && !nightly.All())
		})
		brief[a.command] = true
	}
}

// check runs the command as asked; unless brief, also as accepted and without what is asked.
func (a askedAmount) check(t *testing.T, dir string, brief bool) {
	for _, c := range []struct {
		name, more string
		code       int
	}{{"asked", a.asks, 4}, {"accepted", a.asks, 0}, {"default", "", 0}} {
		switch {
		case brief && c.name != "asked":
			continue
		case c.name == "accepted" && commandOf(t, a.command).Flags().Lookup("on-shortage") != nil:
			c.more += " --on-shortage accept"
		case c.name == "accepted":
			t.Setenv("AXIOMINE_GEN_ON_SHORTAGE", "accept")
		case c.name == "default":
			t.Setenv("AXIOMINE_GEN_ON_SHORTAGE", "")
		}
		out := filepath.Join(t.TempDir(), "o")
		code, told := a.run(t, dir, out, c.more)
		if code != c.code {
			t.Errorf("%s: exit code %d, not %d: %s", c.name, code, c.code, told)
			continue
		}
		lines := strings.Split(strings.TrimSpace(told), "\n")
		if last := lines[len(lines)-1]; c.code == 4 && (!strings.Contains(last, a.says) || !strings.Contains(last, "fewer than asked")) {
			t.Errorf("%s: the last line does not say %q: %s", c.name, a.says, last)
		}
		if a.given != "" {
			continue
		}
		if _, err := os.Stat(filepath.Join(out, filepath.FromSlash(a.leaves))); err != nil {
			t.Errorf("%s: nothing is written: %v", c.name, err)
		}
	}
}

// run returns a command's exit code and what it told.
func (a askedAmount) run(t *testing.T, dir, out, more string) (int, string) {
	words := strings.Fields(strings.ReplaceAll(a.command, "DIR", dir) + " " + more)
	if !strings.HasPrefix(a.command, "demo") {
		words = append(words, "--data", filepath.Join(dir, "judged"))
	}
	if strings.HasPrefix(a.command, "gen") && !strings.HasPrefix(a.command, "gen retrieve") || a.command == "serve" {
		words = append(words, "--axioms", "tfc1")
	}
	if a.given == "" {
		words = append(words, "-o", out)
	}
	t.Chdir(dir)
	var told bytes.Buffer
	root := New()
	root.SetIn(strings.NewReader(a.given))
	root.SetOut(&told)
	root.SetErr(&told)
	root.SetArgs(words)
	err := errs.Guard(func() error { return root.ExecuteContext(context.Background()) })()
	if err != nil {
		told.WriteString("\n" + err.Error())
		return errs.ExitCode(err), told.String()
	}
	return 0, told.String()
}

// checkAmountsListed reports commands that take an amount and are not in the table.
func checkAmountsListed(t *testing.T) {
	for _, cmd := range runnable(New()) {
		path := strings.TrimPrefix(cmd.CommandPath(), "axiomine ")
		listed := slices.ContainsFunc(askedAmounts, func(a askedAmount) bool {
			return commandOf(t, a.command).CommandPath() == cmd.CommandPath()
		})
		takesOne := false
		configs.VisitAll(cmd.Flags(), func(f *pflag.Flag) {
			k, isKey := configs.KeyOf(f)
			takesOne = takesOne || isKey && slices.Contains(amountKeys, k.Name)
		})
		switch excepted := withoutAmounts[path] != ""; {
		case takesOne && !listed && !excepted:
			t.Errorf("%s takes an amount and is not in the table", path)
		case (listed || excepted) && !takesOne:
			t.Errorf("%s takes no amount", path)
		}
	}
}

func commandOf(t *testing.T, line string) *cobra.Command {
	cmd, _, err := New().Find(strings.Fields(line))
	must.Do(t, err)
	return cmd
}
