package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

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
		"gen index":       {join([]string{"gen", "index"}, data), `/index\.part/`, []int{0, 8, 64}},
		"gen retrieve":    {join([]string{"gen", "retrieve"}, data, index), `/run\.\w+\.txt\.part`, []int{0, 16}},
		"retrieve --tune": {join([]string{"gen", "retrieve", "--tune", "map", "--grid", "k1=0.2:3:0.05"}, data, index), `/tune\.\w+\.part`, []int{2, 4}},
		"gen mine":        {join([]string{"gen", "mine", "--axioms", "tfc1, lnc1, tf-lnc, m-and, m-tdc, rs-bm25, rs-ql, tfc3, lb1, prox1, prox2, prox3"}, data, index, runs), `/(counts|profile)\.json\.part`, []int{0, 8}},
		"gen sample":      {join([]string{"gen", "sample", "--axioms", "tfc1"}, data, index, runs), `/pairs/\w+\.parquet\.part`, []int{0, 16}},
		"gen":             {join([]string{"gen", "--axioms", "tfc1", "--limit", "4", "--regular", "20", "--pairs", "60", "--output-format", "jsonl"}, data, index, runs, vocab), `/shards/.*\.part`, []int{0, 32}},
		"tokenize shards": {join([]string{"tokenize", "shards", filepath.Join(made, "pairs")}, vocab), `\.parquet\.part`, []int{0, 16}},
		"train":           {join([]string{"train"}, data, index, runs, quick), `/(result\.json|report\.html|models/.*|runs/.*)\.part`, []int{0, 8, 64}},
		"train sweep":     {join([]string{"train", "sweep", "-c", filepath.Join(made, "sweep.yaml")}, data, index, runs, quick), `/cells/.*\.part`, []int{0, 8, 64}},
		"axioms diagnose": {join([]string{"axioms", "diagnose", filepath.Join(made, "run.test.txt"), "--axioms", "length-safe, tfc1, prox1, prox2"}, data, index), `/diagnosis\.\w+\.part`, []int{0, 4, 8}},
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
	sweep := "extends: demo\nsweep:\n  over:\n    gen.ratio: [\"1:1\", \"4:1\"]\n"
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
			c := newStoppable(t, s.args...)
			own, met := regexp.MustCompile(s.own), false
			for _, blocks := range s.blocks {
				cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -f %d && exec axiomine "$@" -q`, blocks), "sh"}, c.line()...)...)
				var stderr strings.Builder
				cmd.Stderr = &stderr
				cmd.Run()
				if code := cmd.ProcessState.ExitCode(); code != 1 {
					t.Errorf("%d blocks: exit code %d: %s", blocks, code, stderr.String())
					continue
				}
				if complaint := oneError(stderr.String(), true); complaint != "" || !strings.Contains(stderr.String(), ": file too large; hint: make room, then run it again\n") {
					t.Errorf("%d blocks: %s: %q", blocks, complaint, stderr.String())
				}
				met = met || own.MatchString(stderr.String())
				t.Logf("%d blocks: %s", blocks, stderr.String())
				c.isWhole(t, false)
			}
			if !met {
				t.Errorf("no file of its own (%s) met a limit", s.own)
			}
			c.finish(t)
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
		if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.HasSuffix(stderr.String(), "no space left on device; hint: make room, then run it again\n") || oneError(stderr.String(), true) != "" {
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
				before, _ := checksums(dir)
				readOnly(t, dir, true)
				cmd := exec.Command(binary, append(s.args, "-q", "--resume", "-o", dir)...)
				cmd.SysProcAttr = somebody
				cmd.Dir = work
				var stderr strings.Builder
				cmd.Stderr = &stderr
				cmd.Run()
				if code := cmd.ProcessState.ExitCode(); code != 1 || oneError(stderr.String(), true) != "" || !strings.HasSuffix(stderr.String(), ": permission denied; hint: name a place that can be written\n") {
					t.Errorf("held %v: exit code %d: %q", held, code, stderr.String())
				}
				after, _ := checksums(dir)
				if difference := differing(before, after); difference != "" {
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
