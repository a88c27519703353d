package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command/commandtest"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write what the scripts expect of cmp anew; review the diff")

// TestMain makes the test binary answer as axiomine where it is called by that name, and as a program that fails as runaway does.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"axiomine": main, "runaway": runaway})
}

// TestScripts runs the command line's scripts, which lie beside the commands. $DEMO is the embedded collection, $WORDNET a
// tiny folder in the layout of WordNet's; under [shared] there are real collections and golden answers in $SHARED.
func TestScripts(t *testing.T) {
	var scripts []string
	for _, pattern := range []string{"*/testdata/scripts/*.txt", "*/*cmd/testdata/scripts/*.txt"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, found...)
	}
	shared, _ := filepath.Abs("../shared")
	demo, _ := filepath.Abs("configs/demo")
	wordnet, _ := filepath.Abs("gen/similarity/testdata/dict")
	testscript.Run(t, testscript.Params{
		Files:              scripts,
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("SHARED", shared)
			e.Setenv("DEMO", demo)
			e.Setenv("WORDNET", wordnet)
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name == "shared" {
				_, err := os.Stat(shared)
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: commandtest.Commands(),
	})
}

// TestHelp: every command says what it does, then shows two examples; -h takes at most 30 lines, no line of it or of --help more
// than 80 columns, and every example is a command line that is accepted.
func TestHelp(t *testing.T) {
	words := regexp.MustCompile(`[^\s"']+|"[^"]*"|'[^']*'`)
	redirection := regexp.MustCompile(` [<>] .*`)
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, flag := range []string{"-h", "--help"} {
			help := helpOf(cmd, flag)
			if flag == "-h" && strings.Count(help, "\n") > 30 {
				t.Errorf("%s -h has %d lines", cmd.CommandPath(), strings.Count(help, "\n"))
			}
			if flat := strings.Join(strings.Fields(help), " "); !strings.HasPrefix(flat, strings.Join(strings.Fields(cmd.Short), " ")+" Examples: ") {
				t.Errorf("%s %s starts with\n%.200s", cmd.CommandPath(), flag, help)
			}
			for _, line := range strings.Split(help, "\n") {
				if len(line) > 80 {
					t.Errorf("%s %s: a line of %d bytes: %s", cmd.CommandPath(), flag, len(line), line)
				}
			}
		}
		lines := strings.Split(cmd.Example, "\n")
		if len(lines) != 2 {
			t.Errorf("%s: %d examples", cmd.CommandPath(), len(lines))
		}
		for _, line := range lines {
			_, line, _ = strings.Cut(line, "axiomine ")
			line = redirection.ReplaceAllString(line, "")
			var args []string
			for _, word := range words.FindAllString(strings.TrimSuffix(line, ")"), -1) {
				args = append(args, strings.Trim(word, `"'`))
			}
			called, rest, err := newRoot().Find(args)
			if err == nil {
				err = errors.Join(called.ParseFlags(rest), called.ValidateArgs(called.Flags().Args()))
			}
			if err != nil || !called.Runnable() {
				t.Errorf("%s: example %q: %v", cmd.CommandPath(), line, err)
			}
		}
		for _, verb := range cmd.Commands() {
			visit(verb)
		}
	}
	visit(newRoot())
}

// helpOf is what a command prints for -h or --help.
func helpOf(cmd *cobra.Command, flag string) string {
	var help strings.Builder
	cmd.SetOut(&help)
	cmd.HelpFunc()(cmd, []string{flag})
	return help.String()
}

// TestFlagsThatMatter: -h names flags that the command has, and no more than ten of a command with more than fifteen.
func TestFlagsThatMatter(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		named := cmd.Annotations["axiomine_flags"]
		for _, name := range strings.Fields(named) {
			if cmd.Flags().Lookup(name) == nil {
				t.Errorf("%s has no flag --%s", cmd.CommandPath(), name)
			}
		}
		flags := 0
		cmd.LocalFlags().VisitAll(func(*pflag.Flag) { flags++ })
		if shown := len(strings.Fields(named)); shown > 10 || flags > 15 && shown == 0 {
			t.Errorf("%s -h names %d of %d flags", cmd.CommandPath(), shown, flags)
		}
		for _, verb := range cmd.Commands() {
			visit(verb)
		}
	}
	visit(newRoot())
}

// TestEnumerationsComplete: a shell completes every flag that has choices, or lists some in its help, to each of them.
func TestEnumerationsComplete(t *testing.T) {
	keys, own := 0, 0
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			var wanted []string
			if k, ok := configs.KeyOf(f); ok {
				if wanted = k.Values(); len(k.Choices) > 0 {
					keys++
				}
			} else if parts := strings.Split(f.Usage, " | "); len(parts) > 1 {
				wanted = parts[1:] // what stands before the first is text
				own++
			}
			complete, ok := cmd.GetFlagCompletionFunc(f.Name)
			if !ok && len(wanted) > 0 {
				t.Errorf("%s --%s completes nothing", cmd.CommandPath(), f.Name)
			}
			for _, value := range wanted {
				if !ok {
					break
				}
				if offered, _ := complete(cmd, nil, value[:1]); !slices.Contains(offered, value) {
					t.Errorf("%s --%s %s completes to %q, not to %s", cmd.CommandPath(), f.Name, value[:1], offered, value)
				}
			}
		})
		for _, verb := range cmd.Commands() {
			visit(verb)
		}
	}
	visit(newRoot())
	if keys < 30 || own < 20 {
		t.Errorf("only %d flags of keys and %d others have choices: the test looks in the wrong place", keys, own)
	}
	for flag, value := range map[string]string{"axioms": "length-safe", "perturb": "tfc1", "output-format": "parquet", "measures": "nDCG@10",
		"splits": "folds 5", "config": "wikiqa", "stemmer": "snowball:german", "stopwords": "german", "retrieval": "bm25+rm3"} {
		cmd, _, err := newRoot().Find([]string{"configs", "show"})
		if err != nil {
			t.Fatal(err)
		}
		complete, ok := cmd.GetFlagCompletionFunc(flag)
		if !ok {
			t.Errorf("--%s completes nothing", flag)
			continue
		}
		if offered, _ := complete(cmd, nil, value[:1]); !slices.Contains(offered, value) {
			t.Errorf("--%s completes to %q, not to %s", flag, offered, value)
		}
	}
}

// TestSignals stops the demo in every stage, as soon as the line that closes the stage before is on stderr, and goes on
// with --resume until the next one. In the end all files are those of an unbroken run.
func TestSignals(t *testing.T) {
	c := commandtest.NewStoppable(t, "demo")
	// The stage and the line before it. The second "test: " is that of the experiment.
	stages := []struct {
		name, after string
		times       int
	}{{"index", "", 0}, {"retrieve", "index      331", 1}, {"vectors", "test: 27 queries", 1}, {"sample", "vectors    ", 1},
		{"vocab", "regular pairs: ", 1}, {"shards", "vocab      ", 1}, {"histograms", "test: 27 queries", 2}, {"mine", "histograms ", 1},
		{"train", "mine       ", 1}, {"diagnose", "train      ", 1}}
	for _, s := range []struct {
		signal os.Signal
		code   int
		every  int // so manieth stage
		told   string
	}{{os.Interrupt, 130, 1, "error: stopped by interrupt; hint: the same command with --resume continues\n"},
		{syscall.SIGTERM, 143, 3, "error: stopped by terminated; hint: the same command with --resume continues\n"}} {
		tried, stopped := 0, 0
		for i, stage := range stages {
			if i%s.every != 0 {
				continue
			}
			tried++
			cmd := exec.Command("axiomine", c.Line()...)
			pipe, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if stage.after == "" {
				waitFor(t, filepath.Join(c.Dir, ".part-*", "*"))
				cmd.Process.Signal(s.signal)
			}
			var told strings.Builder
			met := 0
			for lines := bufio.NewScanner(pipe); lines.Scan(); {
				told.WriteString(lines.Text() + "\n")
				if stage.after != "" && strings.HasPrefix(lines.Text(), stage.after) {
					if met++; met == stage.times {
						cmd.Process.Signal(s.signal)
					}
				}
			}
			cmd.Wait()
			switch code := cmd.ProcessState.ExitCode(); code {
			case s.code:
				stopped++
				if complaint := commandtest.OneError(told.String(), true); complaint != "" || !strings.HasSuffix(told.String(), s.told) {
					t.Errorf("%s: %s, stderr ends in %q", stage.name, complaint, told.String()[max(0, told.Len()-200):])
				}
				c.IsWhole(t, false)
			case 0: // it was faster than the signal
				c.IsDone(t)
				os.RemoveAll(c.Dir)
			default:
				t.Errorf("%s: exit code %d\n%s", stage.name, code, told.String())
			}
		}
		if stopped < tried/2 {
			t.Errorf("%v stopped only %d of %d runs", s.signal, stopped, tried)
		}
		c.Finish(t)
		os.RemoveAll(c.Dir)
	}
}

// waitFor waits for a file whose name is like the pattern.
func waitFor(t *testing.T, path string) {
	t.Helper()
	for range 5000 {
		if found, err := filepath.Glob(path); err == nil && len(found) > 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("no %s", path)
}

// TestKilled kills runs of gen at random moments, each followed by --resume. What is there under a final name is always
// whole, finished shards are not written again, and in the end all files are those of an unbroken run.
func TestKilled(t *testing.T) {
	demo, err := filepath.Abs("configs/demo")
	if err != nil {
		t.Fatal(err)
	}
	commandtest.NewStoppable(t, "gen", "-c", "demo", "--data", demo, "--output-format", "parquet,triples,jsonl").Survives(t, 20)
}

// TestLocked: a directory that another process works in is refused at once, in every mode, and the message says who that is.
// A lock that a killed process left is taken over, and said.
func TestLocked(t *testing.T) {
	demo, _ := filepath.Abs("configs/demo")
	dir := filepath.Join(t.TempDir(), "out")
	held, err := outdir.Claim(dir, outdir.Fresh) // by this process
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"", "--resume", "--overwrite"} {
		args := append([]string{"gen", "index", "--data", demo, "-o", dir}, strings.Fields(mode)...)
		out, err := exec.Command("axiomine", args...).CombinedOutput()
		var failed *exec.ExitError
		want := fmt.Sprintf("error: %s is locked (.lock) by process %d on ", dir, os.Getpid())
		if !errors.As(err, &failed) || failed.ExitCode() != 2 || !strings.HasPrefix(string(out), want) || commandtest.OneError(string(out), true) != "" {
			t.Errorf("%s: %v %q", mode, err, out)
		}
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the lock's folder is left")
	}
	cmd := exec.Command("axiomine", "gen", "-c", "demo", "--data", demo, "-o", dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, filepath.Join(dir, ".part-*"))
	cmd.Process.Kill()
	cmd.Wait()
	out, err := exec.Command("axiomine", "gen", "-c", "demo", "--data", demo, "-o", dir, "--resume").CombinedOutput()
	want := fmt.Sprintf("lock: taken over from process %d on ", cmd.Process.Pid)
	if err != nil || strings.Count(string(out), want) != 1 {
		t.Errorf("%v, no %q in %s", err, want, out)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".[lp]*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// TestShardsKilled does the same to shards of every format, many and small, made of pairs that are there.
func TestShardsKilled(t *testing.T) {
	demo, err := filepath.Abs("configs/demo")
	if err != nil {
		t.Fatal(err)
	}
	pairs := filepath.Join(t.TempDir(), "pairs")
	if out, err := exec.Command("axiomine", "gen", "-q", "-c", "demo", "--data", demo, "-o", pairs).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := commandtest.NewStoppable(t, "tokenize", "shards", pairs, "--shard-size", "60", "--output-format",
		"parquet,triples,triples-ids,jsonl,st-triplet,st-ntuple,st-pairs,st-ids,st-cross,tevatron,tevatron-ids,mtdnn,tfrecord,matchzoo,duet,bertsum,duot5")
	if met := c.Survives(t, 20); met == 0 {
		t.Error("no kill came upon a finished shard")
	}
}

// TestKilledSweep does the same with a sweep, whose cells run side by side and keep what each of them has done, trainings
// that are not over after every epoch.
func TestKilledSweep(t *testing.T) {
	demo, err := filepath.Abs("configs/demo")
	if err != nil {
		t.Fatal(err)
	}
	grid := filepath.Join(t.TempDir(), "grid.yaml")
	const text = "extends: demo\ngen: {vectors: \"\"}\ntrain: {seeds: 2, epochs: 6, pairs_per_epoch: 2000}\n" +
		"sweep:\n  per: {gen.judged_queries: [3, 6]}\n  over: {gen.ratio: [\"1:1\", \"4:1\"]}\n"
	if err := os.WriteFile(grid, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	commandtest.NewStoppable(t, "train", "sweep", "-c", grid, "--data", demo, "-j", "2", "--checkpoint-every", "0").Survives(t, 10)
}

// TestKilledEmbed does the same with a training of word vectors, which goes on after the last whole epoch.
func TestKilledEmbed(t *testing.T) {
	demo, err := filepath.Abs("configs/demo")
	if err != nil {
		t.Fatal(err)
	}
	commandtest.NewStoppable(t, "train", "embed", "--data", demo, "-j", "2", "--min-count", "2", "--dimension", "40", "--epochs", "30").Survives(t, 10)
}

// TestFullDisk lets files grow to a limit only: the write that passes it is an error in one line, nothing half-written is
// left, and with more room --resume gives the files of an unbroken run.
func TestFullDisk(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to set a limit with")
	}
	c := commandtest.NewStoppable(t, "demo")
	full := 0
	for _, blocks := range []int{0, 8, 30, 64, 100, 130, 200, 260, 400} { // of 512 or 1024 bytes, as the shell has it
		cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -f %d && exec axiomine "$@" -q`, blocks), "sh"}, c.Line()...)...)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		cmd.Run()
		switch code := cmd.ProcessState.ExitCode(); code {
		case 1:
			full++
			if complaint := commandtest.OneError(stderr.String(), true); complaint != "" || !strings.Contains(stderr.String(), ": file too large; hint: make room, then run it again\n") {
				t.Errorf("%d blocks: %s: %q", blocks, complaint, stderr.String())
			}
			c.IsWhole(t, false)
		case 0:
			c.IsDone(t)
		default:
			t.Errorf("%d blocks: exit code %d: %s", blocks, code, stderr.String())
		}
	}
	if full < 5 {
		t.Errorf("the disk was full in %d runs only", full)
	}
	c.Finish(t)
}

// TestInterruptedInput stops a command that waits for its next line.
func TestInterruptedInput(t *testing.T) {
	vocab := filepath.Join(t.TempDir(), "vocab.txt")
	if err := os.WriteFile(vocab, []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\nbread\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("axiomine", "tokenize", "encode", "--vocab", vocab)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// More than a pipe holds: once this is written the command is reading.
	if _, err := io.WriteString(in, strings.Repeat("{\"text\": \"bread\"}\n", 20_000)); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 || stderr.String() != "error: stopped by interrupt; hint: run it again\n" {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
}

// stage is a command that leaves a directory, what it needs, and the files that are its own.
type stage struct {
	args   []string
	own    string // of the files' names, where a full disk must have stopped it at least once
	blocks []int  // sizes to which files may grow, in the shell's blocks
}

// stages are all that leave files. They work from the products of the ones before, in made, so that a disk that is full for
// them is not full for the others.
func stages(demo, made string) map[string]stage {
	data, index := []string{"--data", demo}, []string{"--index", filepath.Join(made, "index")}
	runs := []string{"--run"}
	var files []string
	for _, split := range []string{"train", "dev", "test"} {
		files = append(files, split+"="+filepath.Join(made, "run."+split+".txt"))
	}
	runs = append(runs, strings.Join(files, ","))
	vocab := []string{"--vocab", filepath.Join(made, "vocab.txt")}
	join := func(parts ...[]string) (all []string) {
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	quick := []string{"--epochs", "1", "--pairs-per-epoch", "100", "--vectors", "", "--axioms", "tfc1", "--seeds", "1"}
	return map[string]stage{
		"gen index":       {join([]string{"gen", "index"}, data), `/index/`, []int{0, 8, 64}},
		"gen retrieve":    {join([]string{"gen", "retrieve"}, data, index), `/run\.\w+\.txt`, []int{0, 16}},
		"retrieve --tune": {join([]string{"gen", "retrieve", "--tune", "map", "--grid", "k1=0.2:3:0.05"}, data, index), `/tune\.\w+`, []int{2, 4}},
		"gen mine":        {join([]string{"gen", "mine", "--axioms", "tfc1, lnc1, tf-lnc, m-and, m-tdc, rs-bm25, rs-ql, tfc3, lb1, prox1, prox2, prox3"}, data, index, runs), `/(counts|profile)\.json`, []int{0, 8}},
		"gen mine --part": {join([]string{"gen", "mine", "--part", "2/3", "--pairs", "5000", "--axioms", "tfc1, m-and"}, data, index, runs), `/share-00002-of-00003\.bin`, []int{0, 16}},
		"gen sample":      {join([]string{"gen", "sample", "--axioms", "tfc1"}, data, index, runs), `/pairs/\w+\.parquet`, []int{0, 16}},
		"gen":             {join([]string{"gen", "--axioms", "tfc1", "--limit", "4", "--regular", "20", "--pairs", "60", "--output-format", "jsonl"}, data, index, runs, vocab), `/shards/.*`, []int{0, 32}},
		"tokenize shards": {join([]string{"tokenize", "shards", filepath.Join(made, "pairs")}, vocab), `\.parquet`, []int{0, 16}},
		"train":           {join([]string{"train"}, data, index, runs, quick), `/(result\.json|report\.html|models/.*|runs/.*)`, []int{0, 8, 64}},
		"train sweep":     {join([]string{"train", "sweep", "-c", filepath.Join(made, "sweep.yaml")}, data, index, runs, quick), `/cells/.*`, []int{0, 8, 64}},
		"train affinity": {join([]string{"train", "affinity"}, data, index, runs, quick, []string{"--axioms", "lnc1, tf-lnc"}),
			`/(affinity\.\w+|models/.*)`, []int{0, 8}},
		"axioms diagnose": {join([]string{"axioms", "diagnose", filepath.Join(made, "run.test.txt"), "--axioms", "length-safe, tfc1, prox1, prox2"}, data, index), `/diagnosis\.\w+`, []int{0, 4, 8}},
		"axioms bounds":   {join([]string{"axioms", "bounds", filepath.Join(made, "run.test.txt"), "--axioms", "tfc1, prox1"}, data, index), `/bounds\.\w+`, []int{0, 4}},
	}
}

// madeBefore leaves what the stages work from.
func madeBefore(t *testing.T, demo string) string {
	t.Helper()
	made := filepath.Join(t.TempDir(), "made")
	for _, args := range [][]string{
		{"gen", "retrieve", "--data", demo, "-o", made, "-q"},
		{"tokenize", "vocab", "--data", demo, "--vocab-size", "500", "-o", filepath.Join(made, "vocab.txt"), "-q"},
		{"gen", "-c", "demo", "--data", demo, "--vectors", "", "--axioms", "tfc1", "--vocab", filepath.Join(made, "vocab.txt"), "--output-format", "triples-ids", "-o", filepath.Join(made, "pairs"), "-q"},
	} {
		if out, err := exec.Command("axiomine", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	sweep := "extends: demo\ngen:\n  tokenizer: unicode\nsweep:\n  over:\n    gen.ratio: [\"1:1\", \"4:1\"]\n"
	if err := os.WriteFile(filepath.Join(made, "sweep.yaml"), []byte(sweep), 0o644); err != nil {
		t.Fatal(err)
	}
	return made
}

// TestFullDiskInStages: a file of the stage's own meets its limit; that is an error in one line, nothing half-written is left,
// and with more room --resume gives the files of an unbroken run.
func TestFullDiskInStages(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to set a limit with")
	}
	demo, _ := filepath.Abs("configs/demo")
	made := madeBefore(t, demo)
	for name, s := range stages(demo, made) {
		t.Run(name, func(t *testing.T) {
			c := commandtest.NewStoppable(t, s.args...)
			own, met := regexp.MustCompile(s.own), false
			for _, blocks := range s.blocks {
				cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -f %d && exec axiomine "$@" -q`, blocks), "sh"}, c.Line()...)...)
				var stderr strings.Builder
				cmd.Stderr = &stderr
				cmd.Run()
				if code := cmd.ProcessState.ExitCode(); code != 1 {
					t.Errorf("%d blocks: exit code %d: %s", blocks, code, stderr.String())
					continue
				}
				if complaint := commandtest.OneError(stderr.String(), true); complaint != "" || !strings.Contains(stderr.String(), ": file too large; hint: make room, then run it again\n") {
					t.Errorf("%d blocks: %s: %q", blocks, complaint, stderr.String())
				}
				met = met || own.MatchString(stderr.String())
				t.Logf("%d blocks: %s", blocks, stderr.String())
				c.IsWhole(t, false)
			}
			if !met {
				t.Errorf("no file of its own (%s) met a limit", s.own)
			}
			c.Finish(t)
		})
	}
}

// TestFullOutput: what goes to standard output can meet a full disk too.
func TestFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	demo, _ := filepath.Abs("configs/demo")
	made := madeBefore(t, demo)
	vocab, trained := filepath.Join(made, "vocab.txt"), filepath.Join(made, "trained")
	args := append(stages(demo, made)["train"].args, "-q", "-o", trained)
	if out, err := exec.Command("axiomine", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	result := filepath.Join(trained, "result.json")
	for _, args := range [][]string{
		{"gen", "inspect", "--data", demo, "-q"}, {"train", "eval", filepath.Join(demo, "qrels.test.txt"), filepath.Join(made, "run.test.txt")},
		{"tokenize", "inspect", filepath.Join(made, "pairs", "shards")}, {"tokenize", "vocab", "--data", demo, "--vocab-size", "300", "-o", "-", "-q"},
		{"train", "report", result}, {"train", "report", "--output-format", "html", result}, {"train", "compare", filepath.Join(demo, "qrels.test.txt"), filepath.Join(made, "run.test.txt"), filepath.Join(made, "run.test.txt")},
		{"axioms", "list"}, {"axioms", "explain", "tfc1", "-q", "stale bread", "-d", "stale stale bread", "-d", "stale bread bread"}, {"configs", "show", "--vocab", vocab},
		{"configs", "list"}, {"tokenize", "formats"}, {"--help"},
	} {
		cmd := exec.Command("axiomine", args...)
		cmd.Stdout = full
		var stderr strings.Builder
		cmd.Stderr = &stderr
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.HasSuffix(stderr.String(), "no space left on device; hint: make room, then run it again\n") || commandtest.OneError(stderr.String(), true) != "" {
			t.Errorf("%v: exit code %d: %q", args, code, stderr.String())
		}
	}
}

// TestReadOnly: a directory that cannot be written is told in one line by every stage, whether it is empty or holds what an
// earlier stage left, and stays as it is.
func TestReadOnly(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("permissions are tried out on Linux only")
	}
	demo, _ := filepath.Abs("configs/demo")
	made := madeBefore(t, demo)
	work := filepath.Dir(made)
	// Root may write anywhere, so that its child must be somebody else, who may read what is here.
	var somebody *syscall.SysProcAttr
	binary, err := exec.LookPath("axiomine")
	if err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		somebody = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		copied := filepath.Join(work, "axiomine")
		raw, err := os.ReadFile(binary)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied, raw, 0o755); err != nil {
			t.Fatal(err)
		}
		binary = copied
		own := filepath.Join(work, "demo")
		if err := os.CopyFS(own, os.DirFS(demo)); err != nil {
			t.Fatal(err)
		}
		demo = own
		if err := filepath.WalkDir(work, func(path string, item os.DirEntry, err error) error {
			mode := os.FileMode(0o644)
			if err == nil && (item.IsDir() || path == binary) {
				mode = 0o755
			}
			return os.Chmod(path, mode)
		}); err != nil {
			t.Fatal(err)
		}
		for dir := work; dir != filepath.Dir(dir) && strings.HasPrefix(filepath.Base(dir), "0") || strings.HasPrefix(filepath.Base(dir), "Test"); dir = filepath.Dir(dir) {
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, s := range stages(demo, made) {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(work, strings.ReplaceAll(name, " ", "-"))
			for _, held := range []bool{false, true} {
				if held { // what it leaves itself when it may
					os.Chmod(dir, 0o755)
					if out, err := exec.Command("axiomine", append(s.args, "-q", "-o", dir)...).CombinedOutput(); err != nil {
						t.Fatalf("%v\n%s", err, out)
					}
					os.Remove(filepath.Join(dir, "splits", "test.txt")) // so that there is something to do
				} else if err := os.Mkdir(dir, 0o755); err != nil {
					t.Fatal(err)
				}
				before, _ := commandtest.Checksums(dir)
				readOnly(t, dir, true)
				cmd := exec.Command(binary, append(s.args, "-q", "--resume", "-o", dir)...)
				cmd.SysProcAttr = somebody
				cmd.Dir = work
				var stderr strings.Builder
				cmd.Stderr = &stderr
				cmd.Run()
				if code := cmd.ProcessState.ExitCode(); code != 1 || commandtest.OneError(stderr.String(), true) != "" || !strings.HasSuffix(stderr.String(), ": permission denied; hint: name a place that can be written\n") {
					t.Errorf("held %v: exit code %d: %q", held, code, stderr.String())
				}
				after, _ := commandtest.Checksums(dir)
				if difference := commandtest.Differing(before, after); difference != "" {
					t.Errorf("%s is changed", difference)
				}
				readOnly(t, dir, false)
			}
		})
	}
}

// readOnly takes away or gives back the right to write a folder and what is in it.
func readOnly(t *testing.T, dir string, yes bool) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, item os.DirEntry, err error) error {
		mode := os.FileMode(0o644)
		if item.IsDir() {
			mode = 0o755
		}
		if yes {
			mode &^= 0o222
		}
		return os.Chmod(path, mode)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// runaway ends in a stack without end, after what main does first.
func runaway() {
	prepare()
	debug.SetMaxStack(1 << 20)
	var deeper func(int) int
	deeper = func(n int) int { return deeper(n+1) + n }
	fmt.Print(deeper(0))
}

// What Go's runtime ends itself has not the exit code of usage.
func TestRuntimeFailure(t *testing.T) {
	out, err := exec.Command("runaway").CombinedOutput()
	failed, ok := errors.AsType[*exec.ExitError](err)
	if !ok || failed.Sys().(syscall.WaitStatus).Signal() != syscall.SIGABRT || !bytes.Contains(out, []byte("stack overflow")) {
		t.Errorf("%v: %.300s", err, out)
	}
}

// A panic is a defect of ours: exit code 70, and a line that says where to report it.
func TestDefect(t *testing.T) {
	broken := &cobra.Command{Use: "x", SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error {
		var none []int
		return fmt.Errorf("%d", none[len(none)])
	}}
	broken.SetArgs(nil)
	err := execute(context.Background(), broken)
	if exitCode(err) != 70 || !strings.Contains(err.Error(), "index out of range") || !strings.Contains(err.Error(), "axiomine/issues") {
		t.Errorf("exit code %d: %v", exitCode(err), err)
	}
}

// stopped runs axiomine until it is signalled, and gives its exit code and what it said. A busy machine may not have come to main by
// then: it is tried again with more time.
func stopped(t *testing.T, s os.Signal, stdin io.Reader, args ...string) (code int, told string) {
	t.Helper()
	for wait := 300 * time.Millisecond; ; wait *= 2 {
		var stderr bytes.Buffer
		cmd := exec.Command("axiomine", args...)
		cmd.Stdin, cmd.Stderr = stdin, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		cmd.Process.Signal(s)
		late := time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
		_ = cmd.Wait() // the exit code tells
		late.Stop()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != s || wait > 3*time.Second {
			return cmd.ProcessState.ExitCode(), stderr.String()
		}
	}
}

// A pipe without a writer holds up whoever opens it, and one with a silent writer whoever reads it. A signal ends both.
func TestStoppedInASystemCall(t *testing.T) {
	dir := t.TempDir()
	fifo := func(name string) string {
		path := filepath.Join(dir, name)
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	unopened, silent := fifo("unopened.txt"), fifo("silent.txt")
	writer, err := os.OpenFile(silent, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	demo, _ := filepath.Abs("configs/demo")
	qrels := filepath.Join(demo, "qrels.test.txt")
	for _, c := range []struct {
		signal os.Signal
		code   int
		args   string
	}{
		{syscall.SIGTERM, 143, "train eval " + unopened + " " + qrels},
		{os.Interrupt, 130, "train eval " + qrels + " " + silent},
		{syscall.SIGTERM, 143, "tokenize encode --vocab " + silent},
		{syscall.SIGTERM, 143, "axioms check"},
		{syscall.SIGTERM, 143, "gen --data " + demo + " --stopwords " + unopened + " -o " + filepath.Join(dir, "b")},
		{syscall.SIGTERM, 143, "gen -c " + unopened + " -o " + filepath.Join(dir, "c")},
	} {
		code, told := stopped(t, c.signal, r, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(told, "error: stopped by ") {
			t.Errorf("%s: exit code %d\n%s", c.args, code, told)
		}
	}
}

// packedLine writes a packed file of one line of so many times 64 MiB: every 64 MiB are a member, each the same bytes.
func packedLine(t *testing.T, path, start string, times int) {
	t.Helper()
	pack := func(text []byte) []byte {
		var member bytes.Buffer
		z, err := gzip.NewWriterLevel(&member, gzip.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		z.Write(text)
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return member.Bytes()
	}
	file := pack([]byte(start))
	file = append(file, bytes.Repeat(pack(bytes.Repeat([]byte("a"), 64<<20)), times)...)
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
}

// A small packed file of one line of 3 GB, streams without an end, and counts without records behind them are bad input, and no
// reader takes a gigabyte to say so.
func TestMemoryIsBounded(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	packedLine(t, at("docs.tsv.gz"), "1\t", 4)
	packedLine(t, at("run.txt.gz"), "q 0 d ", 48)
	packedLine(t, at("pairs.tsv.gz"), "a\tb\t", 4)
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	// A header of version 1 that claims 2^31-1 postings lists and documents (Lin et al. 2020): fields 1 to 6.
	ciff := "\x1e\x08\x01\x10\xff\xff\xff\xff\x07\x18\xff\xff\xff\xff\x07\x20\xff\xff\xff\xff\x07\x28\xff\xff\xff\xff\x07\x30\x01"
	ciff = string(rune(len(ciff)-1)) + ciff[1:]
	if err := os.WriteFile(at("claims.ciff"), []byte(ciff), 0o666); err != nil {
		t.Fatal(err)
	}
	demo, _ := filepath.Abs("configs/demo")
	qrels := filepath.Join(demo, "qrels.test.txt")
	const zero = "/dev/zero"
	for _, args := range []string{
		"gen index --data " + demo + " --format msmarco --collection " + at("docs.tsv.gz") + " -o " + at("a"),
		"gen inspect --format ciff --collection " + at("claims.ciff"),
		"gen index --data " + demo + " --format msmarco --collection " + zero + " -o " + at("c"),
		"train eval " + qrels + " " + at("run.txt.gz"),
		"train eval " + zero + " " + qrels,
		"train eval " + qrels + " " + zero,
		"tokenize encode --vocab " + zero,
		"gen --data " + demo + " --similarity table:" + at("pairs.tsv.gz") + " -o " + at("d"),
		"gen index --data " + demo + " --format msmarco --collection " + at("pipe") + " -o " + at("f"),
		"gen --data " + demo + " --stopwords " + zero + " -o " + at("e"),
		"tokenize verify " + demo,
		"train eval " + demo + " " + qrels,
	} {
		cmd := exec.Command("axiomine", strings.Fields(args)...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		_ = cmd.Run() // the exit code tells
		if code := cmd.ProcessState.ExitCode(); code != 3 || commandtest.OneError(stderr.String(), true) != "" {
			t.Errorf("%s: exit code %d\n%.500s", args, code, stderr.String())
		}
		if used := residentPeak(cmd.ProcessState); used >= 1<<30 {
			t.Errorf("%s: %d MiB resident", args, used>>20)
		} else {
			t.Logf("%s: %d MiB: %s", args, used>>20, stderr.String())
		}
	}
}

// residentPeak is the most memory in bytes that a process held.
func residentPeak(p *os.ProcessState) int64 {
	peak := p.SysUsage().(*syscall.Rusage).Maxrss
	if runtime.GOOS != "darwin" { // counted in KiB
		peak <<= 10
	}
	return peak
}

// The demo runs in an address space of 1 GiB, whether the binary was linked with cgo or not.
func TestAddressSpace(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no other system counts addresses that are only reserved")
	}
	out, err := exec.Command("sh", "-c", `ulimit -v 1048576 && exec axiomine demo -q -o "$0"`, filepath.Join(t.TempDir(), "out")).CombinedOutput()
	if err != nil {
		t.Errorf("%v: %.1000s", err, out)
	}
}
